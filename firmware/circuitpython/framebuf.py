# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""MicroPython's ``framebuf``, as much as the firmware draws with, for CircuitPython.

Pixel by pixel, and so slow; what is drawn here is small. Semantics are MicroPython's: a blit's key
is compared after the palette.
"""

MONO_HLSB = 3
GS2_HMSB = 5
GS4_HMSB = 2
GS8 = 6

_BITS = {MONO_HLSB: 1, GS2_HMSB: 2, GS4_HMSB: 4, GS8: 8}


class FrameBuffer:
    """A picture in ``buffer`` of ``width`` x ``height`` pixels; ``stride`` pixels from row to row."""

    def __init__(self, buffer, width, height, format, stride=None):
        self._buf = buffer
        self._w = width
        self._h = height
        self._bits = bits = _BITS[format]
        self._row = ((stride or width) * bits + 7) // 8

    def _place(self, x, y):
        # byte and shift of a pixel
        bits = self._bits
        at = x * bits
        shift = at & 7
        return y * self._row + (at >> 3), shift if bits == 2 else 8 - bits - shift

    def pixel(self, x, y, value=None):
        """The pixel's value, or set it; None outside."""
        if not (0 <= x < self._w and 0 <= y < self._h):
            return None
        at, shift = self._place(x, y)
        mask = (1 << self._bits) - 1
        if value is None:
            return self._buf[at] >> shift & mask
        # in black and white all but 0 is 1
        value = value & mask if mask > 1 or not value else 1
        self._buf[at] = self._buf[at] & ~(mask << shift) | value << shift

    def fill(self, value):
        """Set all pixels."""
        self.fill_rect(0, 0, self._w, self._h, value)

    def fill_rect(self, x, y, width, height, value):
        """Set the pixels of a rectangle, as far as it lies within."""
        left = max(x, 0)
        right = min(x + width, self._w)
        for row in range(max(y, 0), min(y + height, self._h)):
            for column in range(left, right):
                self.pixel(column, row, value)

    def line(self, x1, y1, x2, y2, value):
        """Draw a line, both ends included."""
        dx = abs(x2 - x1)
        dy = -abs(y2 - y1)
        step_x = 1 if x1 < x2 else -1
        step_y = 1 if y1 < y2 else -1
        error = dx + dy
        while True:
            self.pixel(x1, y1, value)
            if x1 == x2 and y1 == y2:
                return
            twice = 2 * error
            if twice >= dy:
                error += dy
                x1 += step_x
            if twice <= dx:
                error += dx
                y1 += step_y

    def blit(self, source, x, y, key=-1, palette=None):
        """Copy ``source`` to (x, y), each value looked up in ``palette``, but not those that are ``key``."""
        first = max(0, -x)
        last = min(source._w, self._w - x)
        for row in range(max(0, -y), min(source._h, self._h - y)):
            for column in range(first, last):
                value = source.pixel(column, row)
                if palette is not None:
                    value = palette.pixel(value, 0)
                if value != key:
                    self.pixel(x + column, y + row, value)
