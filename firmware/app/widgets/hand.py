# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The player's own cards, fanned along the bottom of the screen.

All of them are drawn into one bitmap, each face read from its file when it is drawn: as tiles of a
sheet they would take 13 KB, and a TileGrid each. Moving the cursor draws the cards that move anew, and
of those around them what can be seen: a cursor that waits for 15 faces is no cursor.
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
_CORNER = const(3)  # columns of a card that its neighbour's round corner lets through
_W = const(32)
_H = const(48)


class Hand:
    """Cards side by side, overlapping so that each one's index can be read.

    ``y``: top of a card at rest; ``width``: the room, from the left edge; ``memory``: a bytearray for the
    bitmap. ``cards`` are those shown, ``able`` those that can be chosen, ``marks`` those lifted out;
    ``cursor`` is the place of the chosen one, or -1. ``tile`` is the TileGrid.
    """

    def __init__(self, app, game, y, width, memory):
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
        self.face = art.Cards(game, app.mono, 1)
        self.pale = None
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
        # Draw the columns from left to right anew.
        bitmap = self.bitmap
        left = max(0, left)
        right = min(right, bitmap.width)
        bitmap.framebuf.fill_rect(left, 0, right - left, bitmap.height, 0)
        for i in range(max(0, (left - self.x - _W) // self.step + 1), len(self.cards)):
            if self.x + i * self.step >= right:
                break
            self._card(i, right)
        bitmap.dirty(left, 0, right, bitmap.height)

    def _card(self, i, right):
        # Draw what can be seen of the card at place i, as far as the column right.
        step = self.step
        x = self.x + i * step
        y = self._top(i)
        most = min(_W, right - x)
        # The cards over it are at this height and below, or at this one and above.
        lowest = highest = y
        over = min(len(self.cards), i + (_W - 1) // step + 1)
        for j in range(i + 1, over):
            top = self._top(j)
            lowest = max(lowest, top)
            highest = min(highest, top)
        self.face.tile(self.cards[i])
        able = self.cards[i] in self.able
        self._part(x, y, 0, most if over == i + 1 else min(most, step + _CORNER), _H, able)
        if lowest > y:
            self._part(x, y, 0, most, lowest - y, able)
        if highest < y:
            self._part(x, y, _H - (y - highest), most, y - highest, able)

    def _part(self, x, y, first, w, h, able):
        # Draw rows of the face, its first w columns.
        fb = self.bitmap.framebuf
        face = self.face.bitmap
        form = face.format
        rows = memoryview(face.buffer)[first * (4 if self.app.mono else 16) :]
        source = framebuf.FrameBuffer(rows, w, h, form, _W)
        y += first
        if able:
            # Colour 0 is clear; in black and white it is paper.
            fb.blit(source, x, y, -1 if self.app.mono else 0)
            return
        if self.pale is None:
            self._make_pale()
        if self.app.mono:
            fb.blit(source, x, y)
            veil = memoryview(self.pale)[first * 4 :]
            fb.blit(framebuf.FrameBuffer(veil, w, h, form, _W), x, y, 1)
        else:
            fb.blit(source, x, y, 0, self.pale)

    def _make_pale(self):
        # What makes a card pale: dots of paper, or a palette.
        if self.app.mono:
            self.pale = bytearray(_W // 8 * _H)
            for i in range(len(self.pale)):
                self.pale[i] = (0xAA, 0xFF, 0x55, 0xFF)[i // 4 & 3]
            return
        table = bytearray(range(16))
        table[art.SHADE] = art.GREY
        table[art.IVORY] = art.SILVER
        self.pale = framebuf.FrameBuffer(table, 16, 1, framebuf.GS8)

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
