# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The player's own cards, fanned along the bottom of the screen.

All of them are drawn into one bitmap: as tiles of a sheet they would take 13 KB, and a TileGrid each.
Moving the cursor draws anew only the columns of the cards that move. The faces drawn last are kept, so
that a step of the cursor reads one from its file.
"""

import displayio
import framebuf
from micropython import const

from firmware.content import art

_LIFT = const(8)  # how far the card under the cursor stands out
_MARKED = const(12)  # how far, if it is marked too
_SINK = const(4)  # how far a card that can't be played is pushed in
_WIDEST = const(26)  # step between cards when there are few
_INDEX = const(13)  # the part of a card that identifies it
FACES = const(7)  # faces kept in memory: all that two neighbours touch, and the next one
_W = const(32)
_H = const(48)


class Hand:
    """Cards side by side, overlapping so that each one's index can be read.

    ``y``: top of a card at rest; ``width``: the room, from the left edge; ``memory``: a bytearray for the
    bitmap; ``faces``: memory for FACES faces, if there is some to spare. ``cards`` are those shown, ``able`` those that can be chosen, ``marks`` those lifted out;
    ``cursor`` is the place of the chosen one, or -1. ``tile`` is the TileGrid.
    """

    def __init__(self, app, game, y, width, memory, faces=None):
        self.app = app
        self.y = y
        self.width = width
        self.step = _INDEX
        self.x = 0
        self.cards = b""
        self.able = b""
        self.marks = b""
        self.cursor = -1
        self.game = game
        bitmap = displayio.Bitmap(_W, _H * FACES, 2 if app.mono else 16, faces)
        self.sheet = art.Cards(game, app.mono, FACES, bitmap)
        rows = memoryview(bitmap.buffer)
        size = _W * _H // (8 if app.mono else 2)
        self.faces = [
            framebuf.FrameBuffer(rows[i * size :], _W, _H, bitmap.format) for i in range(FACES)
        ]
        self.pale = None
        self.bitmap = displayio.Bitmap(
            width, app.H - y + _MARKED, 2 if app.mono else 16, memory
        )
        self.bitmap.fill(0)
        palette = self.sheet.palette
        if app.mono:
            # Clear paper, so that the lowest card of a trick shows above the hand.
            palette = app.theme.shade(app.theme.ink)
        self.tile = displayio.TileGrid(self.bitmap, pixel_shader=palette, y=y - _MARKED)

    def show(self, cards, able=None, cursor=-1):
        """Show ``cards`` (bytes); ``able`` are those that can be chosen, None for all."""
        cards = self._sorted(bytes(cards))
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
        self._scroll()
        self._draw(0, self.width)

    def _sorted(self, cards):
        # As the player likes them: in pack order, each suit turned round, or what is apart first.
        sort = self.app.sort
        if not sort:
            return cards
        if self.game == "tarocco":
            # the trumps are 40 to 61
            if sort == 1:
                return bytes(sorted(cards, key=lambda c: (min(c // 10, 4) << 6) - c))
            return bytes(sorted(cards, key=lambda c: (c + 22) % 62))
        if sort == 1:
            return bytes(sorted(cards, key=lambda c: (c // 13 << 5) - c))
        return bytes(sorted(cards, key=lambda c: (c % 13 << 2) + c // 13))

    def go(self, action):
        """Move the cursor by ``action``, "left" or "right": by a card, or held down by a suit."""
        count = len(self.cards)
        way = 1 if action == "right" else -1
        place = (self.cursor + way) % count
        if self.app.buttons.held_on and self.cursor >= 0:
            size = 10 if self.game == "tarocco" else 13
            group = min(self.cards[self.cursor] // size, 4)
            # To the first card of the next suit, or of this one and then of the one before.
            for _ in range(count):
                if min(self.cards[place] // size, 4) != group:
                    break
                place = (place + way) % count
            if way < 0:
                group = min(self.cards[place] // size, 4)
                while place and min(self.cards[place - 1] // size, 4) == group:
                    place -= 1
        self.move(place)

    def _scroll(self):
        # Find the place of the first card; True if it is another one. A hand wider than its room
        # moves by half of that, when the cursor comes near the edge.
        over = self.step * (len(self.cards) - 1) + _W - self.width
        before = self.x
        if over <= 0:
            self.x = -over // 2
            return self.x != before
        x = max(-over, min(0, before))
        at = self.cursor * self.step
        if at >= 0 and not (self.step <= x + at <= self.width - _W - self.step):
            x = max(-over, min(0, self.width // 2 - at))
        self.x = x
        return x != before

    def _top(self, i):
        # Where the card at place i begins, in the bitmap.
        card = self.cards[i]
        if card in self.marks:
            return 0 if i == self.cursor else _MARKED - _LIFT
        if i == self.cursor:
            return _MARKED - _LIFT
        return _MARKED if card in self.able else _MARKED + _SINK

    def _draw(self, left, right):
        # Draw the columns from left to right anew: whole cards, one over the other, in a window.
        bitmap = self.bitmap
        mono = self.app.mono
        # (The window begins at a byte.)
        left = max(0, left) & (~7 if mono else ~1)
        right = min(right, bitmap.width)
        row = (bitmap.width + 7) // 8 if mono else (bitmap.width + 1) // 2
        window = framebuf.FrameBuffer(
            memoryview(bitmap.buffer)[left // (8 if mono else 2) :], right - left, bitmap.height,
            bitmap.format, row * (8 if mono else 2),
        )
        window.fill(0)
        # Colour 0 is clear; in black and white it is paper.
        clear = -1 if mono else 0
        cards = self.cards
        for i in range(max(0, (left - self.x - _W) // self.step + 1), len(cards)):
            x = self.x + i * self.step
            if x >= right:
                break
            x -= left
            y = self._top(i)
            face = self.faces[self.sheet.tile(cards[i])]
            if cards[i] in self.able:
                window.blit(face, x, y, clear)
            else:
                pale = self.pale or self._make_pale()
                if mono:
                    window.blit(face, x, y)
                    window.blit(pale, x, y, 1)
                else:
                    window.blit(face, x, y, 0, pale)
        bitmap.dirty(left, 0, right, bitmap.height)

    def _make_pale(self):
        # What makes a card pale: dots of paper, or a palette.
        if self.app.mono:
            dots = bytearray(_W // 8 * _H)
            for i in range(len(dots)):
                dots[i] = (0xAA, 0xFF, 0x55, 0xFF)[i // 4 & 3]
            self.pale = framebuf.FrameBuffer(dots, _W, _H, framebuf.MONO_HLSB)
        else:
            table = bytearray(range(16))
            table[art.SHADE] = art.GREY
            table[art.IVORY] = art.SILVER
            self.pale = framebuf.FrameBuffer(table, 16, 1, framebuf.GS8)
        return self.pale

    def move(self, cursor):
        """Put the cursor on place ``cursor`` (-1: on none)."""
        before = self.cursor
        if cursor == before:
            return
        self.cursor = cursor
        if self._scroll():
            self._draw(0, self.width)
        elif before >= 0 and cursor >= 0 and abs(cursor - before) == 1:
            first = min(before, cursor)
            self._again(first, first + 1)
        else:
            if before >= 0:
                self._again(before, before)
                if cursor >= 0 and not self.app.mono:
                    # Far apart: together they would be sent with all that lies between them.
                    self.app.display.refresh()
            if cursor >= 0:
                self._again(cursor, cursor)

    def _again(self, first, last):
        # Draw the cards at these places, which have moved.
        self._draw(self.x + first * self.step, self.x + last * self.step + _W)

    def mark(self, card, on):
        """Lift ``card`` out of the hand, as chosen for something, or put it back."""
        if on:
            self.marks += bytes((card,))
        else:
            self.marks = bytes([c for c in self.marks if c != card])
        place = self.cards.find(bytes((card,)))
        self._again(place, place)

    def nearest(self, place):
        """Return the place, as near as can be to ``place``, of a card that can be chosen."""
        count = len(self.cards)
        for away in range(count):
            for i in (place - away, place + away):
                if 0 <= i < count and self.cards[i] in self.able:
                    return i
        return max(0, min(place, count - 1))
