# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The cards that lie on the table of Cicera: each keeps its place until it is taken."""

import displayio
from micropython import const

from firmware import art

_EMPTY = const(255)


class Spread:
    """Places for any number of cards in a rectangle.

    Few cards are shown in full, from ``full`` of them on as small ones, for up to 52 of them.
    ``sheet``: art.Cards for the full size. ``cells`` holds the card at each place, 255 for none.
    """

    def __init__(self, app, sheet, game, x, y, w, h):
        self.app = app
        self.sheet = self.big = sheet
        self.game = game
        self.x = x
        self.y = y
        self.w = w
        self.h = h
        columns = (w + 2) // (sheet.w + 2)
        self.full = min(10, columns * ((h + 2) // (sheet.h + 2)))
        self.cells = bytearray()
        self.group = displayio.Group()
        self.tiles = []
        self.small = None
        self.glow = None
        self._frame = None
        self._size(False)

    def _size(self, small):
        # Lay all out again, in full size or small.
        while len(self.group):
            self.group.pop()
        self.tiles = []
        if small and self.small is None:
            self.small = art.Minis(self.game, self.app.mono, 52)
        sheet = self.sheet = self.small if small else self.big
        gap = 2
        if small:
            gap = 1 if (self.w + 1) // (sheet.w + 1) * (self.h // sheet.h) >= 52 else 0
        self.step_x = sheet.w + gap
        self.columns = (self.w + gap) // self.step_x
        lines = max(1, self.h // sheet.h)
        self.step_y = min(sheet.h + 2, (self.h - sheet.h) // (lines - 1) if lines > 1 else 0)
        if small:
            # As many rows as it takes, spread over the height.
            while self.columns * lines < 52:
                lines += 1
                self.step_y = (self.h - sheet.h) // (lines - 1)
        self.lines = lines
        palette = self.glow = displayio.Palette(len(sheet.palette))
        for i in range(len(sheet.palette)):
            palette[i] = sheet.palette[i]
        if self.app.mono:
            palette[0] = 0x000000
            palette[1] = 0xFFFFFF
        else:
            palette[art.IVORY] = 0xFFE06A
            palette[art.SHADE] = 0xE8B83C
            palette.make_transparent(art.CLEAR)
        self._frame = None

    def _place(self, i):
        # Where place ``i`` is: rows are filled from the first on, each from its middle outwards
        # would be prettier, but then places would not be in reading order.
        return (
            self.x + self.margin + i % self.columns * self.step_x,
            self.y + i // self.columns * self.step_y,
        )

    def show(self, cards):
        """Show ``cards`` (bytes): those gone leave their places, new ones take free ones."""
        count = len(cards)
        small = self.sheet is self.small
        if count > self.full and not small:
            self._size(True)
            small = True
        elif small and count <= self.full - 3:
            self._size(False)
            small = False
            self.cells = bytearray()
        cells = self.cells
        for i in range(len(cells)):
            if cells[i] != _EMPTY and cells[i] not in cards:
                cells[i] = _EMPTY
        for card in cards:
            if card not in cells:
                for i in range(len(cells)):
                    if cells[i] == _EMPTY:
                        cells[i] = card
                        break
                else:
                    cells.append(card)
        while cells and cells[-1] == _EMPTY:
            cells = self.cells = cells[:-1]
        across = min(self.columns, max(1, len(cells)))
        self.margin = (self.w - across * self.step_x) // 2
        for i in range(len(cells)):
            if i == len(self.tiles):
                tile = displayio.TileGrid(
                    self.sheet.bitmap, pixel_shader=self.sheet.palette,
                    tile_width=self.sheet.w, tile_height=self.sheet.h,
                )
                self.tiles.append(tile)
                self.group.append(tile)
            tile = self.tiles[i]
            tile.hidden = cells[i] == _EMPTY
            if not tile.hidden:
                tile[0] = self.sheet.tile(cells[i])
                tile.x, tile.y = self._place(i)
        for i in range(len(cells), len(self.tiles)):
            self.tiles[i].hidden = True
        self.light(b"")

    def light(self, bright, able=None):
        """Show the cards ``bright`` lit, and with ``able`` given those in neither as not to be had."""
        sheet = self.sheet
        for i in range(len(self.cells)):
            card = self.cells[i]
            if card == _EMPTY:
                continue
            if card in bright:
                shader = self.glow
            elif able is None or card in able:
                shader = sheet.palette
            else:
                shader = sheet.dim
            if self.tiles[i].pixel_shader is not shader:
                self.tiles[i].pixel_shader = shader

    def frame(self, card):
        """Put the cursor's frame around ``card``; None takes it away."""
        if card is None:
            if self._frame:
                self._frame.hidden = True
            return
        w = self.sheet.w
        h = self.sheet.h
        if self._frame is None:
            bitmap = displayio.Bitmap(w + 4, h + 4, 2)
            for x in range(w + 4):
                for y in (0, 1, h + 2, h + 3):
                    bitmap[x, y] = 1
            for y in range(h + 4):
                for x in (0, 1, w + 2, w + 3):
                    bitmap[x, y] = 1
            palette = displayio.Palette(2)
            palette[1] = self.app.look.accent
            palette.make_transparent(0)
            self._frame = displayio.TileGrid(bitmap, pixel_shader=palette)
            self.group.append(self._frame)
        x, y = self._place(self.cells.index(bytes((card,))))
        self._frame.x = x - 2
        self._frame.y = y - 2
        self._frame.hidden = False

    def beyond(self, card, stops, down):
        """Return the card of ``stops`` above (or below, ``down``) ``card``, nearest, or None."""
        here = self.cells.index(bytes((card,)))
        row = here // self.columns
        column = here % self.columns
        best = None
        least = 999
        for i in range(len(self.cells)):
            if self.cells[i] not in stops:
                continue
            away = i // self.columns - row
            if not down:
                away = -away
            if away <= 0:
                continue
            far = 16 * away + abs(i % self.columns - column)
            if far < least:
                least = far
                best = self.cells[i]
        return best

    def order(self, cards):
        """Return ``cards`` in the order of their places."""
        return bytes([c for c in self.cells if c != _EMPTY and c in cards])
