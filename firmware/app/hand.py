# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The player's own cards, fanned along the bottom of the screen.

All of them are drawn into one bitmap, each face read from its file when it is drawn: as tiles of a
sheet they would take 13 KB, and a TileGrid each. Moving the cursor draws the cards from there on.
"""

import bitmaptools
import displayio
from micropython import const

from firmware import art

_LIFT = const(8)  # how far the card under the cursor stands out
_MARKED = const(12)  # how far, if it is marked too
_SINK = const(4)  # how far a card that can't be played is pushed in
_WIDEST = const(26)  # step between cards when there are few
_INDEX = const(13)  # the part of a card that identifies it
_W = const(32)
_H = const(48)


class Hand:
    """Cards side by side, overlapping so that each one's index can be read.

    ``y``: top of a card at rest; ``width``: the room, from the left edge; ``memory``: a bytearray for the
    bitmap. ``cards`` are those shown, ``able`` those that can be chosen, ``marks`` those lifted out;
    ``cursor`` is the place of the chosen one, or -1. ``tile`` is the TileGrid.
    """

    def __init__(self, app, game, y, width, memory):
        self.mono = app.mono
        self.y = y
        self.width = width
        self.step = _INDEX
        self.x = 0
        self.cards = b""
        self.able = b""
        self.marks = b""
        self.cursor = -1
        self.face = art.Cards(game, app.mono, 1)
        self.veil = None
        self.bitmap = displayio.Bitmap(
            width, app.H - y + _MARKED, 2 if app.mono else 16, memory
        )
        self.bitmap.fill(0)
        palette = self.face.palette
        if app.mono:
            # Clear paper, so that the lowest card of a trick shows above the hand.
            palette = app.look.shade(app.look.ink)
        self.tile = displayio.TileGrid(self.bitmap, pixel_shader=palette, y=y - _MARKED)

    def show(self, cards, able=None, cursor=-1):
        """Show ``cards`` (bytes); ``able`` are those that can be chosen, None for all."""
        cards = bytes(cards)
        able = cards if able is None else bytes(able)
        if cards == self.cards and able == self.able:
            self.move(cursor)
            return
        count = len(cards)
        self.cards = cards
        self.able = able
        self.cursor = cursor
        self.step = _WIDEST
        if count > 1:
            self.step = max(_INDEX, min(_WIDEST, (self.width - _W) // (count - 1)))
        self.x = (self.width - self.step * (count - 1) - _W) // 2
        self.bitmap.fill(0)
        self._draw(0)

    def _draw(self, first):
        # Draw the cards from place ``first`` on anew. Those just before it show beneath.
        step = self.step
        left = self.x + first * step
        bitmaptools.fill_region(self.bitmap, left, 0, self.width, self.bitmap.height, 0)
        first = max(0, first - (_W - 1) // step)
        height = self.bitmap.height
        face = self.face
        for i in range(first, len(self.cards)):
            card = self.cards[i]
            y = _MARKED
            if card in self.marks:
                y -= _MARKED if i == self.cursor else _LIFT
            elif i == self.cursor:
                y -= _LIFT
            elif card not in self.able:
                y += _SINK
            face.tile(card)
            if card not in self.able:
                self._pale()
            # Colour 0 is clear; in black and white it is paper.
            bitmaptools.blit(
                self.bitmap, face.bitmap, self.x + i * step, y, y2=min(_H, height - y),
                skip_source_index=None if self.mono else 0,
            )

    def _pale(self):
        # Make the face just read one of a card that can't be played.
        bitmap = self.face.bitmap
        if self.mono:
            if self.veil is None:
                self.veil = displayio.Bitmap(_W, _H, 2)
                for i in range(len(self.veil._buf)):
                    self.veil._buf[i] = (0xAA, 0xFF, 0x55, 0xFF)[i // 4 & 3]
            bitmaptools.blit(bitmap, self.veil, 0, 0, skip_source_index=1)
        else:
            bitmaptools.replace_color(bitmap, art.SHADE, art.GREY)
            bitmaptools.replace_color(bitmap, art.IVORY, art.SILVER)
        self.face.reset()

    def move(self, cursor):
        """Put the cursor on place ``cursor`` (-1: on none)."""
        before = self.cursor
        if cursor == before:
            return
        self.cursor = cursor
        if before < 0 or 0 <= cursor < before:
            before = cursor
        self._draw(before)

    def mark(self, card, on):
        """Lift ``card`` out of the hand, as chosen for something, or put it back."""
        if on:
            self.marks += bytes((card,))
        else:
            self.marks = bytes([c for c in self.marks if c != card])
        self._draw(self.cards.find(bytes((card,))))

    def nearest(self, place):
        """Return the place, as near as can be to ``place``, of a card that can be chosen."""
        count = len(self.cards)
        for away in range(count):
            for i in (place - away, place + away):
                if 0 <= i < count and self.cards[i] in self.able:
                    return i
        return max(0, min(place, count - 1))
