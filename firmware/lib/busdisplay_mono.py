# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The part of ``busdisplay`` for OLED panels of one bit a pixel: SSD1306, SH1106, SH1107.

A file of its own, so that boards with colours don't load it. Such a panel's memory is divided into pages:
a byte is eight pixels one below the other, the top one in the lowest bit, and a page is a row of
them. It is small, so the picture is composed whole and turned here, as in CircuitPython (the
commands for mirroring it differ from panel to panel); the pages that differ are sent.

All bytes but those of the picture are commands (``data_as_commands``).
"""

from binascii import crc32

import displayio
import framebuf


class Mono:
    """What a BusDisplay of one bit a pixel does in another way."""

    def __init__(self, display, buffer, columns, rows, paged, turn):
        if turn % 90:
            raise ValueError("Display rotation must be in 90 degree increments")
        turn %= 360
        w = display._wide
        h = display._high
        if turn % 180:
            w, h = h, w
        # of the panel in its own orientation
        self._w = w
        self._pages = h // 8
        size = w * self._pages
        if h % 8 or 2 * size > len(buffer):
            raise NotImplementedError(
                "BusDisplay: no panels of %d x %d pixels of one bit" % (w, h)
            )
        self._turn = turn
        self._display = display
        self._bus = display._bus
        self._columns = columns
        self._rows = rows
        self._paged = paged
        self._draw = memoryview(buffer)[:size]
        self._plane = memoryview(buffer)[size : 2 * size]
        # Eight pixels of a page are a byte of the picture as seen, whichever way it is turned.
        form = framebuf.MONO_VLSB
        if turn % 180:
            form = framebuf.MONO_HMSB if turn == 90 else framebuf.MONO_HLSB
        self._fb = framebuf.FrameBuffer(self._draw, display._wide, display._high, form)
        self._table = None
        if turn == 180:
            # the bits of a byte in reverse order
            self._table = bytearray(256)
            for i in range(256):
                self._table[i] = self._table[i >> 1] >> 1 | (i & 1) << 7
        self._sums = [-1] * self._pages

    def order(self, command, data):
        """Send a command and what belongs to it."""
        self._bus._commands(bytes((command,)) + bytes(data))

    def strip(self, i):
        """Draw the picture and send the pages of it that have changed. Returns 0: nothing is left."""
        display = self._display
        display._paint(self._fb, 0, 0, display._wide, display._high, displayio.LUMA7)
        first = -1
        for page in range(self._pages + 1):
            changed = False
            if page < self._pages:
                data = self._page(page)
                check = crc32(data) & 0x3FFFFFFF
                changed = check != self._sums[page]
                self._sums[page] = check
            if changed:
                if self._paged:
                    self._send(page, page + 1)
                elif first < 0:
                    first = page
            elif first >= 0:
                self._send(first, page)
                first = -1
        return 0

    def _page(self, page):
        # Turn a page to the panel's orientation, into the plane.
        w = self._w
        data = self._plane[page * w : (page + 1) * w]
        turn = self._turn
        if turn == 0:
            data[:] = self._draw[page * w : (page + 1) * w]
            return data
        if turn == 180:
            start = (self._pages - 1 - page) * w
            table = self._table
            source = self._draw
            for x in range(w):
                data[w - 1 - x] = table[source[start + x]]
            return data
        # A column of bytes of the picture as seen.
        column = page if turn == 90 else self._pages - 1 - page
        source = framebuf.FrameBuffer(self._draw, self._pages, w, framebuf.GS8)
        framebuf.FrameBuffer(data, 1, w, framebuf.GS8).blit(source, -column, 0)
        if turn == 90:
            data[:] = int.from_bytes(bytes(data), "little").to_bytes(w, "big")
        return data

    def _send(self, first, end):
        # Send the pages from first to before end.
        display = self._display
        bus = self._bus
        x = display._col
        page = display._row // 8 + first
        if self._paged:
            # SH1107: the column's upper and lower half, then the page
            bus._commands(bytes((0x10 | x >> 4 & 0x0F, x & 0x0F)))
            bus._commands(bytes((0xB0 | page,)))
        else:
            bus._commands(bytes((self._columns, x, x + self._w - 1)))
            bus._commands(bytes((self._rows, page, page + end - first - 1)))
        bus._select()
        bus._data(self._plane[first * self._w : end * self._w])
        bus._end()
