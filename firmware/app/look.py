# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Colours, and the small pieces that every screen is made of."""

import displayio
from adafruit_display_text.bitmap_label import Label
from micropython import const

from firmware import art
from firmware.fonts import font, width, wrap

_LINE = const(2)  # pixels between two lines of running text


class Look:
    """The colours for a panel, black and white ones with ``mono``, and makers of the pieces."""

    def __init__(self, mono):
        self.mono = mono
        self.small = font("small")
        self.big = font("big")
        if mono:
            self.felt = self.paper = 0xFFFFFF
            self.bar = self.text = self.ink = self.edge = self.accent = self.dim = 0x000000
            self.bar_text = 0xFFFFFF
            self.good = self.bad = 0x000000
        else:
            self.felt = 0x17603F
            self.bar = 0x0C3826
            self.bar_text = self.text = 0xF6F0DE
            self.dim = 0xA9CBB6
            self.accent = 0xF5C542
            self.paper = 0xF8F0DC
            self.ink = 0x22201C
            self.edge = 0x7A5C2E
            self.good = 0x2C7A4B
            self.bad = 0xB03A2E

    def glow(self, palette):
        """Return ``palette`` of a card sheet as it is for cards that are to catch the eye."""
        count = len(palette)
        made = displayio.Palette(count)
        for i in range(count):
            made[i] = palette[i]
            if palette.is_transparent(i):
                made.make_transparent(i)
        if self.mono:
            made[0] = palette[1]
            made[1] = palette[0]
        else:
            made[art.IVORY] = 0xFFE06A
            made[art.SHADE] = 0xE8B83C
        return made

    def line(self, face=None):
        """Return the height of a line of text."""
        return (face or self.small).height + _LINE

    def box(self, x, y, w, h, colour):
        """Return a filled rectangle."""
        palette = displayio.Palette(1)
        palette[0] = colour
        return displayio.TileGrid(displayio.Bitmap(w, h, 1), pixel_shader=palette, x=x, y=y)

    def panel(self, x, y, w, h, fill=None, edge=None):
        """Return a sheet with an edge and softened corners, as a group at ``x``, ``y``."""
        group = displayio.Group(x=x, y=y)
        edge = self.edge if edge is None else edge
        group.append(self.box(1, 0, w - 2, h, edge))
        group.append(self.box(0, 1, w, h - 2, edge))
        group.append(self.box(1, 1, w - 2, h - 2, self.paper if fill is None else fill))
        return group

    def width(self, words, face=None):
        """Return how wide ``words`` are on one line."""
        return width(face or self.small, words)

    def label(self, words, x, y, colour=None, face=None, ax=0, ay=0, pad=0):
        """Return a label whose box has its point ``ax``, ``ay`` (0..1) at ``x``, ``y``.

        ``pad``: how far a background colour, when it gets one, reaches beyond the text at its sides.
        """
        face = face or self.small
        return Label(
            face, text=words, color=self.text if colour is None else colour,
            # the library's spacing is in parts of the ascent
            line_spacing=(face.height + _LINE) / face.ascent,
            anchor_point=(ax, ay), anchored_position=(x, y),
            padding_left=pad, padding_right=pad, padding_top=1 if pad else 0,
        )

    def toast(self, width, height, words):
        """Return a sheet with a sentence, in the middle of the upper half of the screen."""
        face = self.big if height >= 200 else self.small
        lines = wrap(face, words, min(width - 24, 230))
        label = self.label("\n".join(lines), 9, 7, self.ink, face)
        box = label.bounding_box
        w = box[2] + 18
        h = box[3] + 14
        group = self.panel((width - w) // 2, max(12, (height * 7 // 16) - h // 2), w, h)
        group.append(label)
        return group
