# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""CircuitPython's ``bitmaptools``, as much as adafruit_display_text and our screens use."""

from array import array

import framebuf
from displayio import Bitmap, blitter

_numbers = array("i", [0] * 8)  # what blitter.glyph is told


def _identity(bitmap):
    # a palette for blit which leaves each value as it is
    count = 1 << bitmap._bits
    table = bytearray(count)
    for i in range(count):
        table[i] = i
    return table, framebuf.FrameBuffer(table, count, 1, framebuf.GS8)


def blit(
    dest_bitmap,
    source_bitmap,
    x,
    y,
    *,
    x1=0,
    y1=0,
    x2=None,
    y2=None,
    skip_source_index=None,
    skip_dest_index=None,
):
    """Copy the source's pixels from (x1, y1) to before (x2, y2) to (x, y) of ``dest_bitmap``.

    ``skip_source_index``: pixels of this value aren't copied. ``skip_dest_index``: pixels of
    this value aren't written over. Both bitmaps hold values; the destination's range must be
    at least the source's.
    """
    # (All text goes through here, a glyph at a time: no call that can be done without.)
    sw = source_bitmap.width
    sh = source_bitmap.height
    if x2 is None or x2 > sw:
        x2 = sw
    if y2 is None or y2 > sh:
        y2 = sh
    if x1 > x2:
        x1, x2 = x2, x1
    if y1 > y2:
        y1, y2 = y2, y1
    w = x2 - x1
    h = y2 - y1
    dest = dest_bitmap.framebuf
    if w < 1 or h < 1 or dest is None:
        return
    if x1 < 0 or y1 < 0:
        raise ValueError("blit: the source's corner must be 0 or more")
    source = source_bitmap.framebuf
    if (
        blitter
        and skip_source_index == 0
        and skip_dest_index is None
        and dest_bitmap._bits == source_bitmap._bits == 1
        and x >= 0
        and y >= 0
        and x + w <= dest_bitmap.width
        and y + h <= dest_bitmap.height
        and source is not None
        and source is not dest
    ):
        a = _numbers
        a[0] = (dest_bitmap.width + 7) >> 3
        a[1] = x
        a[2] = y
        a[3] = w
        a[4] = h
        a[5] = (sw + 7) >> 3
        a[6] = x1
        a[7] = y1
        blitter.glyph(dest_bitmap.buffer, source_bitmap.buffer, a)
        dest_bitmap._wrote(x, y, x + w, y + h)
        return
    if source is None:  # a bitmap of a single value stores none
        source = framebuf.FrameBuffer(bytearray(w * h), w, h, framebuf.GS8)
        x1 = y1 = 0
        sw, sh = w, h
    if skip_dest_index is not None:
        _under(dest, source, x, y, x1, y1, w, h, skip_source_index, skip_dest_index)
    else:
        if w != sw or h != sh or dest is source:
            if x1 or y1 or dest is source:
                part = Bitmap(w, h, 1 << (source_bitmap._bits or 1)).framebuf
                part.blit(source, -x1, -y1)
                source = part
            else:
                source = framebuf.FrameBuffer(source_bitmap.buffer, w, h, source_bitmap.format, sw)
        dest.blit(source, x, y, -1 if skip_source_index is None else skip_source_index)
    w += x
    h += y
    dest_bitmap._wrote(
        x if x > 0 else 0,
        y if y > 0 else 0,
        w if w < dest_bitmap.width else dest_bitmap.width,
        h if h < dest_bitmap.height else dest_bitmap.height,
    )


def _under(dest, source, x, y, x1, y1, w, h, skip_source, skip_dest):
    # Few pixels: the stamp of an outline.
    pixel = dest.pixel
    for i in range(h):
        for j in range(w):
            value = source.pixel(x1 + j, y1 + i)
            if value == skip_source:
                continue
            old = pixel(x + j, y + i)
            if old is not None and old != skip_dest:
                pixel(x + j, y + i, value)


def fill_region(dest_bitmap, x1, y1, x2, y2, value):
    """Set the pixels from (x1, y1) to before (x2, y2) to ``value``."""
    dest_bitmap._check(value)
    x1 = max(x1, 0)
    y1 = max(y1, 0)
    x2 = min(x2, dest_bitmap.width)
    y2 = min(y2, dest_bitmap.height)
    if dest_bitmap.framebuf and x1 < x2 and y1 < y2:
        dest_bitmap.framebuf.fill_rect(x1, y1, x2 - x1, y2 - y1, value)
        dest_bitmap._wrote(x1, y1, x2, y2)


def replace_color(dest_bitmap, old_color, new_color):
    """Turn every pixel of the value ``old_color`` into ``new_color``."""
    fb = dest_bitmap.framebuf
    dest_bitmap._check(new_color)
    if fb:
        table, palette = _identity(dest_bitmap)
        if 0 <= old_color < len(table):
            table[old_color] = new_color
            fb.blit(fb, 0, 0, -1, palette)
            dest_bitmap._wrote(0, 0, dest_bitmap.width, dest_bitmap.height)


def draw_line(dest_bitmap, x1, y1, x2, y2, value):
    """Draw a line of ``value`` from (x1, y1) to (x2, y2), both included."""
    dest_bitmap._check(value)
    if dest_bitmap.framebuf:
        dest_bitmap.framebuf.line(x1, y1, x2, y2, value)
        dest_bitmap._wrote(min(x1, x2), min(y1, y2), max(x1, x2) + 1, max(y1, y2) + 1)
