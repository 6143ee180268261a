# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The table of Cicera."""

from micropython import const

from engine.cicera.captures import count_captures
from engine.cicera.cards import BONUSES, RANKS, SUITS
from firmware.app.app import FACES, forget
from firmware.app.table.view import OFFER, SOUTH, Table
from firmware.content import art
from firmware.content.text import t

_NARROW = const(280)  # panels that are low and less wide have another layout
_WAYS = ((0, 40), (60, 0), (0, -30), (-60, 0))  # towards each seat
_SETTLED = const(5)  # with fewer cards in the hand the count may be settled


def card_name(card):
    """Return the name of a card, such as "7 of cups"."""
    rank = RANKS[card % 13]
    suit = t("of." + SUITS[card // 13])
    if rank.isdigit():
        return t("card.number", rank, suit)
    return t("card.of", t("rank." + rank.lower()), suit)


def bonus_text(flags):
    """Return the bonuses in ``flags`` as words, "" for none."""
    words = []
    for kind in range(4):
        if flags >> kind & 1:
            words.append(t("bonus." + BONUSES[kind]))
    return ", ".join(words)


class CiceraTable(Table):
    """A deal of Cicera on the screen."""

    name = "cicera"

    PIECES = ("left", "right", "said", "about", "seats", "spread", "hand", "lay_down")
    AGAIN = ("firmware.app.cicera.choice",)

    def __init__(self, app, record, game):
        Table.__init__(self, app, record, game)
        self.sheet = art.Cards("cicera", app.mono, FACES, app.cards)
        self.tall = app.H >= 200
        self.narrow = not self.tall and app.W < _NARROW
        self.cursor = 0
        self.cells = None
        self.wordy = False  # whether there is room for the word for a round

    def build(self):
        """Make the scene."""
        from firmware.app.cicera.scene import build

        build(self)
        build = None
        forget("firmware.app.cicera.scene")

    def clear(self):
        """Let go of the scene, but remember where the cards lie."""
        self.cells = self.spread.cells
        Table.clear(self)

    def player(self, level):
        """Return a new computer player."""
        from engine.cicera.player import Player

        return Player(level)

    # -- showing --------------------------------------------------------------------------------

    def tell_line(self, words, about=""):
        """Show ``words`` as what happens, and ``about`` as a remark on it."""
        if self.narrow:
            words = self.beside(words, about)
        self.said.set(words)
        self.about.set(about)

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

    def played(self, seat, choice, flags):
        """Show what ``seat`` has done; ``flags`` are the bonuses it earned."""
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
            return
        # The card is shown among those it takes, all lit, before they leave together.
        self.spread.show(bytes([c for c in self.spread.cells if c != 255]) + choice[:1])
        self.spread.light(choice)
        app.beep("bonus" if flags else "lost" if seat & 1 else "take")
        self._turn()
        self.tell_line(
            t("cicera.takes" + you, name, card_name(card)), bonus_text(flags)
        )
        self._bar()
        app.draw()
        self.pause(app.pace(1))
        if not (app.mono or self.hurried):
            # They are swept towards who takes them.
            x, y = _WAYS[seat]
            self.slide(self.spread.shown(choice), x, y)
        self.spread.show(table.cards)
        app.draw()

    # -- the player's turn ----------------------------------------------------------------------

    def human(self):
        """Let the player make their next choice."""
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
            from firmware.app.cicera.claim import settled

            words = settled(self)
            settled = None
            forget("firmware.app.cicera.claim", "engine.cicera.claim")
        if forced or words:
            if words:
                self.tell_line(words)
            app.draw()
            self.tell()
            self.pause(app.pace())
            self.do(bytes(hand.cards) if forced else self.think(SOUTH))
            return
        self.turn_begins()
        while True:
            action = app.event()
            if action in ("left", "right"):
                hand.go(action)
                self._remark()
                app.draw()
            elif action == "ok":
                card = hand.cards[hand.cursor]
                choice = bytes((card,))
                if count_captures(game.table.cards, card):
                    from firmware.app.cicera.choice import pick

                    choice = pick(self, card)
                    pick = None
                    forget("firmware.app.cicera.choice")
                    if choice is None:
                        self._remark()
                        self.offer(OFFER)
                        app.draw()
                        continue
                self.cursor = hand.cursor
                self.do(choice)
                return
            elif action is not None:
                self.cursor = hand.cursor
                self.aside(action)

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
        self.tell_line(card_name(card), t(key, count))

    # -- asides ---------------------------------------------------------------------------------

    def info(self):
        """Pages about what is public: points, piles, the last capture."""
        from firmware.app.cicera.deal_count import info_rows
        from firmware.app.widgets.pages import Pages

        sections = (lambda: info_rows(self.game, self.record),)
        Pages(self.app, t("info.heading"), sections, "cicera").run()
