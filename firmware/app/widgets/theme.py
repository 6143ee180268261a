# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Colours, and the small pieces that every screen is made of."""

import displayio

from firmware.content import art, typeset
from firmware.content.fonts import font, width, wrap

_labels = {}  # for each font its label, and the height of its lines when that was made


def _draw(bitmap, face, words, x, y):
    # One line of text, as high as the font's lines, by the font's label. What this needs (20 KB)
    # is loaded when words come that aren't set: most deals have none.
    import bitmaptools
    from adafruit_display_text.bitmap_label import Label

    label, height = _labels.get(face, (None, 0))
    if height != face.height:
        label = Label(face, save_text=False)
        _labels[face] = label, face.height
    label.text = words
    bitmaptools.blit(bitmap, label.bitmap, x, y, skip_source_index=0)


class Theme:
    """The colours for a panel, black and white ones with ``mono``, and makers of the pieces."""

    def __init__(self, mono):
        self.mono = mono
        self.small = font("small")
        self.big = font("big")
        if mono:
            self.felt = self.paper = self.bar_text = 0xFFFFFF
            self.bar = self.text = self.ink = self.edge = self.accent = self.dim = 0x000000
        else:
            colours = art.COLOURS
            self.felt = colours[art.FELT]
            self.bar = colours[art.FELT_DARK]
            self.bar_text = self.text = self.paper = colours[art.IVORY]
            self.dim = 0xA9CBB6
            self.accent = colours[art.GOLD]
            self.ink = colours[art.INK]
            self.edge = colours[art.BROWN]
        self._shades = {}

    # -- colours --------------------------------------------------------------------------------

    def shade(self, colour, ground=None):
        """Return the palette for text of ``colour``, on ``ground`` or on what is below it."""
        key = (colour, ground)
        palette = self._shades.get(key)
        if palette is None:
            palette = self._shades[key] = displayio.Palette(2)
            palette[1] = colour
            if ground is None:
                palette.make_transparent(0)
            else:
                palette[0] = ground
        return palette

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

    # -- shapes ---------------------------------------------------------------------------------

    def box(self, x, y, w, h, colour):
        """Return a filled rectangle."""
        return displayio.TileGrid(
            displayio.Bitmap(w, h, 1), pixel_shader=self.shade(0, colour), x=x, y=y
        )

    def panel(self, x, y, w, h, fill=None, edge=None):
        """Return a sheet with an edge and softened corners, as a group at ``x``, ``y``."""
        group = displayio.Group(x=x, y=y)
        edge = self.edge if edge is None else edge
        group.append(self.box(1, 0, w - 2, h, edge))
        group.append(self.box(0, 1, w, h - 2, edge))
        group.append(self.box(1, 1, w - 2, h - 2, self.paper if fill is None else fill))
        return group

    # -- text -----------------------------------------------------------------------------------

    def line(self, face=None):
        """Return the height of a line of text."""
        return (face or self.small).pitch

    def width(self, words, face=None):
        """Return how wide ``words`` are on one line."""
        face = face or self.small
        return typeset.width(face) if typeset.find(words) else width(face, words)

    def write(self, bitmap, words, x, y, face=None, align=0):
        """Write one line of text into ``bitmap`` (of two values), its top at ``y``.

        ``align``: 0 it begins at ``x``, 1 it ends there, 0.5 its middle is there. What doesn't
        fit in is cut off.
        """
        if words:
            face = face or self.small
            if align:
                x -= int(align * self.width(words, face))
            if typeset.find(words):
                typeset.write(bitmap, x, y, face)
                return
            # Word by word: all spaces are equally wide.
            space = face.advance(32)
            for word in words.replace("\xa0", " ").split(" "):
                if word:
                    # (Thai words stand beside one another.)
                    for part in (word,) if typeset.find(word) else word.split("\u200b"):
                        x = self._word(bitmap, face, part, x, y)
                x += space

    def _word(self, bitmap, face, word, x, y):
        # Write a word; return where it ends. One that isn't set, as a number or a deal code, is put
        # together from its characters where these are.
        if typeset.find(word):
            return typeset.write(bitmap, x, y, face)
        for i in range(len(word)):
            if not typeset.find(word[i]):
                break
        else:
            for i in range(len(word)):
                typeset.find(word[i])
                x = typeset.write(bitmap, x, y, face)
            return x
        _draw(bitmap, face, word, x, y)
        return x + width(face, word)

    def label(self, words, x, y, colour=None, face=None, align=0):
        """Return a Line just as wide as ``words``, which begin, or end, or are centred at ``x``."""
        w = self.width(words, face)
        return Line(self, x - int(align * w), y, w, colour, face, words=words)

    def toast(self, width, height, words):
        """Return a sheet with a sentence, in the middle of the upper half of the screen."""
        face = self.big if height >= 200 else self.small
        lines = wrap(face, words, min(width - 24, 230))
        w = 0
        for words in lines:
            w = max(w, self.width(words, face))
        h = len(lines) * self.line(face) + 12
        group = self.panel(
            (width - w) // 2 - 9, max(12, (height * 7 // 16) - h // 2), w + 18, h
        )
        try:
            parts = (Line(self, 9, 7, w, self.ink, face, rows=len(lines), words="\n".join(lines)),)
        except MemoryError:
            # More than a kilobyte in one piece: it may be there in smaller ones.
            parts = [
                Line(self, 9, 7 + i * self.line(face), w, self.ink, face, words=lines[i])
                for i in range(len(lines))
            ]
        for part in parts:
            group.append(part.tile)
        return group


class Line:
    """Text in a place of a fixed size; ``tile`` is its TileGrid.

    ``x``, ``y``: its corner, ``w``: its width; ``align`` 0, 0.5 or 1 puts the text to the left, in the
    middle or to the right of it. ``rows``: with more than one, words are wrapped into as many lines.
    """

    # (Of the class is what most have in common.)
    face = None
    align = 0
    rows = 1
    words = ""

    def __init__(self, theme, x, y, w, colour=None, face=None, align=0, rows=1, words=""):
        self.theme = theme
        if face:
            self.face = face
        face = face or theme.small
        if align:
            self.align = align
        if rows > 1:
            self.rows = rows
        bitmap = displayio.Bitmap(max(1, w), theme.line(face) * (rows - 1) + face.height, 2)
        self.tile = displayio.TileGrid(
            bitmap, pixel_shader=theme.shade(theme.text if colour is None else colour), x=x, y=y
        )
        self.set(words)

    def set(self, words):
        """Show ``words``; nothing happens if they are there already."""
        if words == self.words:
            return
        bitmap = self.tile.bitmap
        if self.words:
            bitmap.fill(0)
        self.words = words
        theme = self.theme
        w = bitmap.width
        if self.rows == 1:
            theme.write(bitmap, words, int(self.align * w), 0, self.face, self.align)
            return
        y = 0
        for line in wrap(self.face or theme.small, words, w)[: self.rows]:
            theme.write(bitmap, line, int(self.align * w), y, self.face, self.align)
            y += theme.line(self.face)

    def colour(self, colour, ground=None):
        """Show the text in ``colour``, on ``ground`` or on what is below it."""
        shader = self.theme.shade(colour, ground)
        if self.tile.pixel_shader is not shader:
            self.tile.pixel_shader = shader
