# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The player's own cards, fanned along the bottom of the screen."""

import displayio
from micropython import const

_LIFT = const(8)  # how far the card under the cursor stands out
_MARKED = const(14)
_SINK = const(4)  # how far a card that can't be played is pushed in
_WIDEST = const(26)  # step between cards when there are few
_INDEX = const(13)  # the part of a card that identifies it


class Hand:
    """Cards side by side, overlapping so that each one's index can be read.

    ``sheet``: art.Cards; ``x``, ``width``: the room; ``y``: top of a card at rest; ``most``: cards to
    have room for. ``cards`` are those shown; ``cursor`` the place of the chosen one, or -1.
    """

    def __init__(self, sheet, x, y, width, most):
        self.sheet = sheet
        self.x = x
        self.y = y
        self.width = width
        self.cards = b""
        self.able = b""
        self.marks = b""
        self.cursor = -1
        self.group = displayio.Group()
        self.tiles = []
        for _ in range(most):
            tile = displayio.TileGrid(
                sheet.bitmap, pixel_shader=sheet.palette, tile_width=sheet.w, tile_height=sheet.h
            )
            tile.hidden = True
            self.tiles.append(tile)
            self.group.append(tile)

    def show(self, cards, able=None, cursor=-1):
        """Show ``cards`` (bytes); ``able`` are those that can be chosen, None for all."""
        count = len(cards)
        self.cards = bytes(cards)
        self.able = self.cards if able is None else bytes(able)
        self.cursor = cursor
        w = self.sheet.w
        step = _WIDEST
        if count > 1:
            step = max(_INDEX, min(_WIDEST, (self.width - w) // (count - 1)))
        x = self.x + (self.width - step * (count - 1) - w) // 2
        for i in range(len(self.tiles)):
            tile = self.tiles[i]
            tile.hidden = i >= count
            if i < count:
                tile[0] = self.sheet.tile(cards[i])
                tile.x = x + i * step
                self._place(i)

    def again(self):
        """Ask the sheet for all faces again, after it was reset."""
        for i in range(len(self.cards)):
            self.tiles[i][0] = self.sheet.tile(self.cards[i])

    def _place(self, i):
        tile = self.tiles[i]
        card = self.cards[i]
        able = card in self.able
        y = self.y
        if card in self.marks:
            y -= _MARKED if i == self.cursor else _LIFT
        elif i == self.cursor:
            y -= _LIFT
        elif not able:
            y += _SINK
        tile.y = y
        shader = self.sheet.palette if able else self.sheet.dim
        if tile.pixel_shader is not shader:
            tile.pixel_shader = shader

    def move(self, cursor):
        """Put the cursor on place ``cursor`` (-1: on none): two cards move, nothing else."""
        before = self.cursor
        self.cursor = cursor
        if before >= 0:
            self._place(before)
        if cursor >= 0:
            self._place(cursor)

    def mark(self, card, on):
        """Lift ``card`` out of the hand, as chosen for something, or put it back."""
        if on:
            self.marks += bytes((card,))
        else:
            self.marks = bytes([c for c in self.marks if c != card])
        self._place(self.cards.index(bytes((card,))))

    def nearest(self, place):
        """Return the place, as near as can be to ``place``, of a card that can be chosen."""
        count = len(self.cards)
        for away in range(count):
            for i in (place - away, place + away):
                if 0 <= i < count and self.cards[i] in self.able:
                    return i
        return max(0, min(place, count - 1))
