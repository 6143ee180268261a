# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The cards that lie on the table of Cicera: each keeps its place until it is taken."""

import displayio
from micropython import const

from firmware.app.app import FACES
from firmware.content import art

_EMPTY = const(255)
_FULL = const(10)  # most cards in full size


class Spread:
    """Places for any number of cards in a rectangle.

    Few cards are shown in full, from ``full`` of them on as small ones, for up to 52 of them.
    ``sheet``: art.Cards for the full size. ``cells`` holds the card at each place, 255 for none.
    """

    spare = 0  # bytes at the end of the app's memory that nobody else uses

    def __init__(self, app, sheet, game, x, y, w, h, cells=None):
        self.app = app
        self.sheet = self.big = sheet
        self.game = game
        self.x = x
        self.y = y
        self.w = w
        self.h = h
        self.full = min(_FULL, w // (sheet.w + 1) * (h // sheet.h))
        self.group = displayio.Group()
        self.tiles = []
        self.small = None
        # Where not one fits in full size all are small.
        self._size(not self.full or bool(cells) and len(cells) >= 52)
        if cells and len(cells) == len(self.cells):
            self.cells = cells

    def _size(self, small):
        # Lay all out again, in full size or small.
        while len(self.group):
            self.group.pop()
        self.tiles = []
        # Large and small cards use the same memory, the one or the other.
        if small:
            self.small = art.Minis(self.game, self.app.mono, 4 * FACES, self.big.bitmap)
        else:
            self.small = None
            self.big.reset()
        sheet = self.sheet = self.small if small else self.big
        # (Small cards end two rows above the end of their tiles.)
        high = self.high = sheet.h - 2 if small else sheet.h
        need = 52 if small else self.full
        # The widest gaps with which all of them find room.
        rows = 1
        while True:
            self.columns = -(-need // rows)
            gap = (self.w - self.columns * sheet.w) // self.columns
            if gap >= 1 or (self.h // (rows + 1) < high and gap >= 0):
                break
            rows += 1
        self.step_x = sheet.w + min(gap, 3)
        self.margin = (self.w - self.columns * self.step_x) // 2
        self.cells = bytearray(b"\xff" * (self.columns * rows))
        self.glow = self.app.theme.glow(sheet.palette)
        self._frame = self._veil = None

    def _free(self):
        # The free place to be used next: rows are filled one after the other, each from its
        # middle outwards.
        middle = (self.columns - 1) // 2
        for row in range(0, len(self.cells), self.columns):
            for i in range(self.columns):
                place = row + middle + (-(i >> 1) if i & 1 == 0 else (i + 1) >> 1)
                if self.cells[place] == _EMPTY:
                    return place

    def _where(self, card):
        # The place of a card, -1 if it isn't there.
        cells = self.cells
        for i in range(len(cells)):
            if cells[i] == card:
                return i
        return -1

    def _place(self, i):
        return (
            self.x + self.margin + i % self.columns * self.step_x,
            self.top + i // self.columns * self.step_y,
        )

    def show(self, cards):
        """Show ``cards`` (bytes-like): those gone leave their places, new ones take free ones."""
        cards = bytes(cards)
        count = len(cards)
        if self.sheet is not self.small:
            if count > self.full:
                self._size(True)
        elif count <= self.full - 3:
            self._size(False)
        cells = self.cells
        for i in range(len(cells)):
            if cells[i] != _EMPTY and cells[i] not in cards:
                cells[i] = _EMPTY
        for card in cards:
            if self._where(card) < 0:
                cells[self._free()] = card
        rows = 1
        for i in range(len(cells)):
            if cells[i] != _EMPTY:
                rows = i // self.columns + 1
        # Rows overlap only as far as those in use must.
        self.step_y = self.high + 3
        if rows > 1:
            self.step_y = min(self.step_y, (self.h - self.high) // (rows - 1))
        sheet = self.sheet
        self.top = self.y + (self.h - self.high - (rows - 1) * self.step_y) // 2
        shown = 0
        for i in range(len(cells)):
            if cells[i] == _EMPTY:
                continue
            if shown == len(self.tiles):
                tile = displayio.TileGrid(
                    sheet.bitmap, pixel_shader=sheet.palette, tile_width=sheet.w,
                    tile_height=sheet.h,
                )
                self.tiles.append(tile)
                self.group.append(tile)
            tile = self.tiles[shown]
            shown += 1
            tile.hidden = False
            tile[0] = sheet.tile(cells[i])
            tile.x, tile.y = self._place(i)
        for i in range(shown, len(self.tiles)):
            self.tiles[i].hidden = True
        self.light(b"")

    def light(self, bright, able=None):
        """Show the cards ``bright`` lit, and with ``able`` given those in neither as not to be had."""
        sheet = self.sheet
        shown = 0
        if self.app.mono:
            self._cover(bright, able)
            able = None
        for card in self.cells:
            if card == _EMPTY:
                continue
            if card in bright:
                shader = self.glow
            elif able is None or card in able:
                shader = sheet.palette
            else:
                shader = sheet.dim
            if self.tiles[shown].pixel_shader is not shader:
                self.tiles[shown].pixel_shader = shader
            shown += 1

    def _cover(self, bright, able):
        # Without colours what is not to be had lies under a veil of every other pixel: a single
        # bitmap over all of them, as small as what it covers.
        if self._veil is not None:
            self.group.remove(self._veil)
            self._veil = None
        if able is None:
            return
        cells = self.cells
        places = [self._place(i) for i in range(len(cells)) if cells[i] != _EMPTY]
        left = min([x for x, _ in places])
        top = min([y for _, y in places])
        w = self.sheet.w
        h = self.high
        blank = displayio.Bitmap(w, h, 2)
        gauze = displayio.Bitmap(w, h, 2)
        row = (w + 7) // 8
        for i in range(row * h):
            gauze.buffer[i] = 0x55 if i // row & 1 else 0xAA
        wide = max([x for x, _ in places]) - left + w
        high = max([y for _, y in places]) - top + h
        # (What the hand leaves of the common memory will do: 1.5 KB are seldom free in one place.)
        size = (wide + 7) // 8 * high
        memory = None
        if size <= self.spare:
            memory = memoryview(self.app.memory)[-size:]
        veil = displayio.Bitmap(wide, high, 2, memory)
        veil.fill(0)
        for i in range(len(cells)):
            card = cells[i]
            if card != _EMPTY:
                # (Rows of small cards overlap: the lower one lies above the veil of the upper.)
                x, y = self._place(i)
                free = card in bright or card in able
                veil.framebuf.blit((blank if free else gauze).framebuf, x - left, y - top)
        self._veil = displayio.TileGrid(
            veil, pixel_shader=self.app.theme.shade(self.app.theme.paper), x=left, y=top
        )
        self.group.append(self._veil)
        if self._frame:
            self.group.remove(self._frame)
            self.group.append(self._frame)

    def shown(self, cards):
        """Return the TileGrids of ``cards``."""
        tiles = []
        for card in self.cells:
            if card != _EMPTY:
                tiles.append(card)
        return [self.tiles[i] for i in range(len(tiles)) if tiles[i] in cards]

    def frame(self, card):
        """Put the cursor's frame around ``card``; None takes it away."""
        if card is None:
            if self._frame:
                self._frame.hidden = True
            return
        w = self.sheet.w
        h = self.high
        if self._frame is None:
            bitmap = displayio.Bitmap(w + 4, h + 4, 2)
            for x in range(w + 4):
                for y in (0, 1, h + 2, h + 3):
                    bitmap[x, y] = 1
            for y in range(h + 4):
                for x in (0, 1, w + 2, w + 3):
                    bitmap[x, y] = 1
            palette = displayio.Palette(2)
            palette[1] = self.app.theme.accent
            palette.make_transparent(0)
            self._frame = displayio.TileGrid(bitmap, pixel_shader=palette)
            self.group.append(self._frame)
        x, y = self._place(self._where(card))
        self._frame.x = x - 2
        self._frame.y = y - 2
        self._frame.hidden = False
