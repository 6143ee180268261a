# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The table of Cicera."""

from micropython import const

from engine.cicera.captures import count_captures
from firmware.app.app import FACES
from firmware.app.cicera import choice, scene
from firmware.app.cicera.words import bonus_text, card_name
from firmware.app.play.seats import seat_name
from firmware.app.play.turns import SOUTH
from firmware.app.play.view import OFFER, View
from firmware.app.scope import Scope
from firmware.content import art
from firmware.content.text import t

_NARROW = const(280)  # panels that are low and less wide have another layout
_WAYS = ((0, 40), (60, 0), (0, -30), (-60, 0))  # towards each seat
_SETTLED = const(5)  # with fewer cards in the hand the count may be settled


class Table(View):
    """A deal of Cicera on the screen."""

    name = "cicera"

    PIECES = ("left", "right", "said", "about", "seats", "spread", "hand", "lay_down")
    hand = spread = None

    def __init__(self, app, session):
        View.__init__(self, app, session)
        self.sheet = art.Cards("cicera", app.mono, FACES, app.cards)
        self.tall = app.H >= 200
        self.narrow = not self.tall and app.W < _NARROW
        self.cursor = 0
        self.cells = None
        self.wordy = False  # whether there is room for the word for a round

    def build(self):
        """Make the scene."""
        group = scene.build(self)
        self.refresh()
        return group

    def give_up(self):
        """Let go of the scene, but remember where the cards lie."""
        if self.spread:
            self.cells = self.spread.cells
        View.give_up(self)

    # -- showing --------------------------------------------------------------------------------

    def refresh(self):
        """Show everything as the game stands."""
        self.spread.show(self.game.table.cards)
        self._bar()
        self._turn()
        self.hand.show(self.game.hands[SOUTH])

    def _bar(self):
        table = self.game.table
        number = min(12, len(table.log) // 4 + 1)
        self.left.set(t("cicera.round", number) if self.wordy else str(number) + "/12")
        self.right.set(t("table.points", table.bonus_points(0), table.bonus_points(1)))

    def _turn(self):
        table = self.game.table
        for seat in range(4):
            self.seats[seat].show(table.counts[seat] if seat else None, table.turn == seat)

    def tell_taken(self, seat, card, bonus):
        """Say that ``seat`` takes with ``card``, a name, and which bonuses that earns ("": none)."""
        key = "cicera.takes" if seat else "cicera.takes.you"
        words = t(key, t("seat." + str(seat)), card)
        if self.narrow and not self.beside(words, bonus):
            # (The card can be seen.)
            words = t("table.plays", seat_name(seat), bonus)
            bonus = ""
        self.tell_line(words, bonus)

    def played(self, seat, choice, flags):
        """Show what ``seat`` has done; ``flags`` are the bonuses it earned. See View.pause."""
        app = self.app
        table = self.game.table
        card = choice[0]
        take = choice[1:]
        name = t("seat." + str(seat))
        you = ".you" if seat == SOUTH else ""
        if seat == SOUTH:
            self.hand.show(self.game.hands[SOUTH])
        if not take:
            self.spread.show(table.cards)
            self.spread.light(choice)
            self._bar()
            self._turn()
            self.tell_line(t("cicera.lays" + you, name, card_name(card)))
            app.draw()
            return None
        # The card is shown among those it takes, all lit, before they leave together.
        self.spread.show(bytes([c for c in self.spread.cells if c != 255]) + choice[:1])
        self.spread.light(choice)
        app.beep("bonus" if flags else "lost" if seat & 1 else "take")
        self._turn()
        self.tell_taken(seat, card_name(card), bonus_text(flags))
        self._bar()
        app.draw()
        wish = self.pause(app.pace(1))
        if not (app.mono or self.hurried):
            # They are swept towards who takes them.
            x, y = _WAYS[seat]
            self.slide(self.spread.shown(choice), x, y)
        self.spread.show(table.cards)
        app.draw()
        return wish

    # -- the player's turn ----------------------------------------------------------------------

    def choose(self):
        """Let the player make their next choice; see Turns.run for what is returned."""
        app = self.app
        game = self.game
        hand = self.hand
        hand.show(game.hands[SOUTH])
        hand.move(self._begin())
        self._turn()
        self._remark()
        # With one card that takes nothing there is nothing left to be decided.
        forced = len(hand.cards) == 1 and not count_captures(game.table.cards, hand.cards[0])
        words = ""
        if app.auto > 1 and len(hand.cards) < _SETTLED and not forced:
            words = self._settled()
        if forced or words:
            if words:
                self.tell_line(words)
            app.draw()
            self.tell()
            wish = self.pause(app.pace())
            if wish:
                return wish
            return (bytes(hand.cards),) if forced else None
        self.turn_begins()
        while True:
            action = app.event()
            if action in ("left", "right"):
                hand.go(action)
                self._remark()
                app.draw()
            elif action == "ok":
                card = hand.cards[hand.cursor]
                chosen = bytes((card,))
                if count_captures(game.table.cards, card):
                    chosen = choice.pick(self, card)
                    if chosen is None:
                        self._remark()
                        self.offer(OFFER)
                        app.draw()
                        continue
                self.cursor = hand.cursor
                return chosen if isinstance(chosen, str) else (chosen,)
            elif self.wish(action):
                self.cursor = hand.cursor
                return self.wish(action)

    def _settled(self):
        with Scope():
            from firmware.app.cicera import claim

            return claim.settled(self)

    def _begin(self):
        # The place of a card that captures, nearest to where the cursor was.
        hand = self.hand
        table = self.game.table.cards
        able = bytes([c for c in hand.cards if count_captures(table, c)])
        place = min(self.cursor, len(hand.cards) - 1)
        if able:
            hand.able = able
            place = hand.nearest(place)
            hand.able = hand.cards
        return place

    def _remark(self):
        card = self.hand.cards[self.hand.cursor]
        count = count_captures(self.game.table.cards, card)
        key = "cicera.none" if count == 0 else "cicera.one" if count == 1 else "cicera.many"
        self.tell_line(card_name(card), t(key + self.short, count))

    def section(self):
        """Return the name of the section of the rules that fits the moment."""
        return "capture"
