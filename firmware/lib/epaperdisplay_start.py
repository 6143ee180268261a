# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The seldom needed half of ``epaperdisplay``, which loads it each time: making a display, and the
refresh that the panel's driver asks for.
"""

import displayio
import framebuf
from epaperdisplay import STRIP, EPaperDisplay, check, planes
from micropython import const

_SHOW_MS = const(60000)  # the longest wait for a refresh whose end BUSY tells


def _turn_table(turn, invert):
    # GS8 palette for bytes of eight pixels: mirrored and inverted, or None
    if not turn and not invert:
        return None
    table = bytearray(256)
    for i in range(256):
        b = i
        if turn:
            b = (b & 0x0F) << 4 | b >> 4
            b = (b & 0x33) << 2 | b >> 2 & 0x33
            b = (b & 0x55) << 1 | b >> 1 & 0x55
        table[i] = b ^ 0xFF if invert else b
    return framebuf.FrameBuffer(table, 256, 1, framebuf.GS8)


class Start(EPaperDisplay):
    """``self`` is the display; nothing is made of this class."""

    def make(
        self,
        display_bus,
        start_sequence,
        stop_sequence,
        *,
        width,
        height,
        ram_width,
        ram_height,
        colstart=0,
        rowstart=0,
        rotation=0,
        set_column_window_command=None,
        set_row_window_command=None,
        set_current_column_command=None,
        set_current_row_command=None,
        write_black_ram_command,
        black_bits_inverted=False,
        write_color_ram_command=None,
        color_bits_inverted=False,
        highlight_color=0x000000,
        refresh_display_command,
        refresh_time=40,
        busy_pin=None,
        busy_state=True,
        seconds_per_frame=180,
        always_toggle_chip_select=False,
        grayscale=False,
        advanced_color_epaper=False,
        two_byte_sequence_length=False,
        start_up_time=0,
        address_little_endian=False,
    ):
        if advanced_color_epaper:
            raise NotImplementedError("EPaperDisplay: panels of many colours aren't supported")
        if rotation % 90:
            raise ValueError("Display rotation must be in 90 degree increments")
        self._bus = display_bus
        self._start = start_sequence
        self._stop = stop_sequence
        self._wide = width
        self._high = height
        self._turn = rotation % 360
        self._window = (
            (set_column_window_command, set_current_column_command, colstart, ram_width),
            (set_row_window_command, set_current_row_command, rowstart, ram_height),
        )
        self._little = address_little_endian
        self._black = write_black_ram_command
        self._color = write_color_ram_command
        self._color_invert = color_bits_inverted
        if isinstance(refresh_display_command, int):
            refresh_display_command = bytes((refresh_display_command, 0))
            if two_byte_sequence_length:
                refresh_display_command += b"\x00"
        self._go = refresh_display_command
        self._refresh_ms = int(refresh_time * 1000)
        self._busy_pin = busy_pin
        self._busy_state = busy_state
        self._frame_ms = int(seconds_per_frame * 1000)
        self._toggle = always_toggle_chip_select
        self._two = two_byte_sequence_length
        self._boot_ms = int(start_up_time * 1000)
        self._targets = [displayio.LUMA7]
        if grayscale:
            self._targets.append(displayio.LUMA6)
        elif highlight_color:
            hue = displayio._hue(highlight_color)
            self._targets = [displayio.TRICOLOR + hue, displayio.HIGHLIGHT + hue]
        # The panel's own picture: rows of whole bytes.
        turned = self._turn % 180 != 0
        self._panel_w, self._panel_h = (height, width) if turned else (width, height)
        self._row = (self._panel_w + 7) // 8
        size = self._row * self._panel_h
        w, h = (width, 8 * self._row) if turned else (8 * self._row, height)
        if size not in planes:
            planes[size] = bytearray(w * STRIP // 8), bytearray(size)
        self._draw, self._plane = planes[size]
        form = framebuf.MONO_VLSB if turned else framebuf.MONO_HLSB
        self._size = w, h
        # A panel whose rows aren't whole bytes is mirrored about the end of the last byte.
        pad = 8 * self._row - self._panel_w
        self._origin = -pad if self._turn == 180 else 0, -pad if self._turn == 90 else 0
        self._fb = framebuf.FrameBuffer(self._draw, w, STRIP, form)
        self._plane_fb = framebuf.FrameBuffer(self._plane, self._row, self._panel_h, framebuf.GS8)
        mirror = self._turn >= 180
        self._tables = (
            _turn_table(mirror, black_bits_inverted),
            _turn_table(mirror, color_bits_inverted) if len(self._targets) > 1 else None,
        )
        self._changed = True
        self._shown_at = None
        self._dead = False
        # strips that may have changed
        self._strip_a = 0
        self._strip_b = 32767
        # for the fast refresh: whether the panel is awake, check sums of the strips on the glass
        # (-1: not known), fast refreshes since the last clean one
        self._awake = False
        self._sums = [-1] * ((h + STRIP - 1) // STRIP)
        # ticks when the refresh under way was begun, and after how long to give up; 0: none is
        self._since = 0
        self._limit = 0
        self._fasts = 0
        if busy_pin is not None:
            busy_pin.init(busy_pin.IN)

    def drive(self):
        # CircuitPython's refresh: the panel's own waveform.
        self._begin()
        for i, command in enumerate((self._black, self._color)):
            if command is None:
                continue
            if i < len(self._targets):
                sums = self._sums
                for strip in range(len(sums)):
                    draw = self._strip(strip, self._targets[i])
                    if not i:
                        sums[strip] = check(draw)
                    self._turn_strip(strip, draw, self._tables[i])
                self._send(command)
                continue
            # A second plane which isn't used: clear it.
            self._send(command, False)
            blank = (b"\xff" if self._color_invert else b"\x00") * 512
            size = len(self._plane)
            while size > 0:
                self._data(blank if size >= 512 else blank[:size])
                size -= 512
        self._bus._sequence(self._go, 0, self._two)
        self._fasts = 0
        # As in CircuitPython refresh_time only counts where there is no BUSY; glass of three colours
        # or in the cold takes longer than its driver says.
        ms = self._refresh_ms
        if self._busy_pin is not None and ms < _SHOW_MS:
            ms = _SHOW_MS
        self._started(ms)
