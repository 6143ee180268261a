# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A sheet of text in one bitmap of one bit a pixel.

A page has up to forty pieces of text, which as labels would take some 50 KB; here each label is
copied into the sheet and thrown away.
"""

import bitmaptools
import displayio
from adafruit_display_text.bitmap_label import Label


class Canvas:
    """Text of one colour on a clear background; ``tile`` is its TileGrid."""

    def __init__(self, look, x, y, w, h, colour):
        self.w = w
        self.h = h
        palette = displayio.Palette(2)
        palette[0] = 0
        palette[1] = colour
        palette.make_transparent(0)
        self.bitmap = displayio.Bitmap(w, h, 2)
        self.tile = displayio.TileGrid(self.bitmap, pixel_shader=palette, x=x, y=y)
        self._face = look.small

    def clear(self):
        """Wipe the sheet."""
        self.bitmap.fill(0)

    def text(self, words, x, y, face=None, align=0):
        """Write ``words`` with the top of the line at ``y``, from ``x`` on, or up to it (align 1).

        ``align`` 0.5 puts the middle at ``x``.
        """
        if not words:
            return
        label = Label(face or self._face, text=words, save_text=False)
        bitmap = label.bitmap
        x -= int(align * bitmap.width)
        x1 = max(0, -x)
        x2 = min(bitmap.width, self.w - x)
        if x2 > x1 and 0 <= y < self.h:
            bitmaptools.blit(
                self.bitmap, bitmap, x + x1, y, x1=x1, y1=0, x2=x2, y2=bitmap.height,
                skip_source_index=0,
            )
