# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The table of Cicera."""

from micropython import const

from engine.cicera.captures import Captures, count_captures, partial
from engine.cicera.cards import BONUSES, RANKS, SUITS, VALUES
from engine.cicera.game import bonuses
from firmware import art
from firmware.app.core import FACES, forget
from firmware.app.hand import Hand
from firmware.app.look import Line
from firmware.app.spread import Spread
from firmware.app.table import OFFER, SOUTH, Seat, Table, icon
from firmware.text import t

_H = const(48)
_NARROW = const(280)  # panels that are low and less wide have another layout
_LAY = const(255)  # the stop of the cursor that lays the card down
_PICKING = (("ok", "hint.take"), ("back", "hint.back"), ("move", "hint.card"))
_WAYS = ((0, 40), (60, 0), (0, -30), (-60, 0))  # towards each seat
_SETTLED = const(5)  # with fewer cards in the hand the count may be settled
_LOOK = const(24)  # captures weighed for the one the cursor begins at


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

    def __init__(self, app, keeper, game):
        Table.__init__(self, app, keeper, game)
        self.sheet = art.Cards("cicera", app.mono, FACES, app.cards)
        self.tall = app.H >= 200
        self.narrow = not self.tall and app.W < _NARROW
        self.cursor = 0
        self.cells = None

    def build(self):
        """Make the scene."""
        app = self.app
        look = app.look
        W, H = app.W, app.H
        group = self.group
        line = look.line()
        tall = self.tall
        bar = line + 2
        group.append(look.box(0, 0, W, bar, look.bar))
        self.left = Line(
            look, 3, 2, look.width(t("cicera.round", 12)) if tall or self.narrow else 26,
            look.bar_text,
        )
        self.right = Line(look, W - 103, 2, 100, look.bar_text, None, 1)
        group.append(self.left.tile)
        group.append(self.right.tile)
        dealer = self.game.table.dealer
        seats = []
        if tall:
            hand_y = H - _H - 2
            hand_w = W
            says = hand_y - 11 - 2 * line
            seats.append(Seat(app, group, 0, 2, says))
            seats.append(Seat(app, group, 1, W - 2, bar, 1))
            seats.append(Seat(app, group, 2, W // 2 - 28, bar))
            seats.append(Seat(app, group, 3, 2, bar))
            self.said = Line(look, 41, says + 2, W - 82, look.text, None, 0.5)
            self.about = Line(look, 20, says + line + 2, W - 40, look.accent, None, 0.5)
            top = bar + line + 5
            bottom = says - 2
            lay = look.label(" " + t("cicera.lay") + " ", W - 3, says + line + 2, look.text,
                             align=1)
        elif W < _NARROW:
            # Names and text have rows of their own, and the hand the whole width.
            hand_y = H - 28
            hand_w = W
            x = 1
            gap = W - 2 - look.width(t("seat.you")) - 3 - 4
            for seat in range(1, 4):
                gap -= look.width(t("label." + str(seat)) + " 00") + 3
            for seat in range(4):
                name = Seat(app, group, seat, x, bar - 2)
                seats.append(name)
                x = name.marks_x - 2 + min(gap // 3, 30)
            says = bar + line
            self.said = Line(look, 3, says, W - 6, look.text)
            self.about = Line(look, 3, says, W - 6, look.accent, None, 1)
            top = says + line
            bottom = max(hand_y, top + _H)
            lay = look.label(" " + t("cicera.lay") + " ", W - 3, says, look.text, align=1)
        else:
            hand_y = H - _H + 8
            room = 106
            hand_w = W - room - 3
            # The names stand in the bar, in the order of play.
            x = 30
            for seat in range(4):
                name = Seat(app, group, seat, x, 0, bar=True)
                seats.append(name)
                x = name.end + (10 if seat == dealer else 0)
            says = hand_y - 6 - 2 * (line - 13)
            self.said = Line(look, W - room, says, room, look.text, rows=2)
            self.about = Line(look, W - room, says + 1 + 2 * line, room, look.dim)
            top = bar
            bottom = max(says - 2, top + 54)
            lay = look.label(" " + t("cicera.lay") + " ", W - room, H - line, look.text)
        self.seats = seats
        self.spread = Spread(app, self.sheet, "cicera", 2, top, W - 4, bottom - top, self.cells)
        group.append(self.spread.group)
        group.append(self.said.tile)
        group.append(self.about.tile)
        self.hand = Hand(app, "cicera", hand_y, hand_w, app.memory)
        if app.mono:
            self.spread.spare = len(app.memory) - (hand_w + 7) // 8 * self.hand.bitmap.height
        group.append(self.hand.tile)
        lay.tile.hidden = True
        self.lay_down = lay
        group.append(lay.tile)
        if self.narrow:
            x = look.width(t("cicera.round", 12)) + 8
            group.append(icon("dealer", app.mono, x, bar // 2 - 5))
            group.append(look.label(seats[dealer].name, x + 14, 2, look.bar_text).tile)
        else:
            seats[dealer].mark("dealer")

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
        wordy = self.tall or self.narrow
        self.left.set(t("cicera.round", number) if wordy else str(number) + "/12")
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
            from firmware.app.cicera_sure import settled

            words = settled(self)
            settled = None
            forget("firmware.app.cicera_sure")
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
                    choice = self._pick(card)
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

    def _pick(self, card):
        """Let the table cards that ``card`` takes be picked; return the choice, or None for back."""
        app = self.app
        table = self.game.table.cards
        spread = self.spread
        picked = b""
        self.offer(_PICKING, True)
        self.lay_down.tile.hidden = False
        at = self._best(card)
        while True:
            more, complete = partial(table, card, picked)
            if complete:
                break
            more = spread.order(more)
            stops = more + bytes((_LAY,)) if not picked else more
            if at not in stops:
                at = stops[0]
            self.lay_down.tile.hidden = bool(picked)
            spread.light(picked, more)
            self._stop(at)
            self._sum(card, picked)
            app.draw()
            at, done = self._choose(stops, at)
            if done == "back":
                if not picked:
                    at = None
                    break
                at = picked[-1]
                picked = picked[:-1]
            elif at == _LAY:
                break
            else:
                picked += bytes((at,))
        self.lay_down.tile.hidden = True
        spread.frame(None)
        spread.light(b"")
        if at is None:
            return None
        return bytes((card,)) + bytes(sorted(picked))

    def _stop(self, at):
        look = self.app.look
        self.spread.frame(None if at == _LAY else at)
        if at == _LAY:
            self.lay_down.colour(look.paper if look.mono else look.ink, look.accent)
        else:
            self.lay_down.colour(look.text)

    def _choose(self, stops, at):
        # Move the cursor over ``stops`` until ok or back; return (stop, "ok" or "back").
        app = self.app
        while True:
            action = app.event()
            place = stops.index(bytes((at,)))
            if action == "ok" or action == "back":
                return at, action
            if action in ("left", "right"):
                at = stops[(place + (1 if action == "right" else -1)) % len(stops)]
            elif action in ("up", "down"):
                if at == _LAY:
                    if action == "up":
                        at = stops[-2]
                else:
                    other = self.spread.beyond(at, stops, action == "down")
                    if other is None and _LAY in stops:
                        other = _LAY
                    at = at if other is None else other
            elif action is not None:
                self.cursor = self.hand.cursor
                self.aside(action)
            self._stop(at)
            app.draw()

    def _sum(self, card, picked):
        value = VALUES[card]
        if not picked:
            self.tell_line(t("cicera.pick", card_name(card)), "")
            return
        words = []
        total = 0
        for other in picked:
            words.append(str(VALUES[other]))
            total += VALUES[other]
        self.tell_line(
            str(value) + " = " + " + ".join(words) + " + \u2026", t("cicera.left", value - total)
        )

    def _best(self, card):
        # The first card of the best of the first captures: the cursor begins there.
        table = self.game.table
        captures = Captures(table.cards, card)
        best = -1
        first = _LAY
        for _ in range(_LOOK):
            size = captures.step()
            if not size:
                break
            take = bytes(captures.take[:size])
            worth = size
            flags = bonuses(table.cards, card, take, table.laid)
            for kind in range(4):
                worth += 4 * (flags >> kind & 1)
            for other in take:
                if other < 13 or other in (36, 48):
                    worth += 2
            if worth > best:
                best = worth
                first = take[0]
        return first

    # -- asides ---------------------------------------------------------------------------------

    def info(self):
        """Pages about what is public: points, piles, the last capture."""
        from firmware.app.cicera_count import info_rows
        from firmware.app.pages import Pages

        sections = (lambda: info_rows(self.game, self.keeper),)
        Pages(self.app, t("info.heading"), sections, "cicera").run()
