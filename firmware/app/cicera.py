# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The table of Cicera."""

from micropython import const

from engine.cicera.captures import Captures, count_captures, partial
from engine.cicera.cards import BONUSES, RANKS, SUITS, VALUES
from engine.cicera.game import bonuses
from firmware import art
from firmware.app.hand import Hand
from firmware.app.spread import Spread
from firmware.app.table import SOUTH, Seat, Table
from firmware.fonts import wrap
from firmware.text import t

_H = const(48)
_SLOTS = const(24)  # 12 in the hand, 10 on the table in full size, one being played, one spare
_LAY = const(255)  # the stop of the cursor that lays the card down
_LOOK = const(24)  # captures weighed for the one the cursor begins at


def card_name(card):
    """Return the name of a card, such as "7 of cups"."""
    rank = RANKS[card % 13]
    return t("card.of", rank if rank.isdigit() else t("rank." + rank.lower()),
             t("suit." + SUITS[card // 13]))


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

    def __init__(self, app, record, game):
        Table.__init__(self, app, record, game)
        look = app.look
        W, H = app.W, app.H
        group = self.group
        line = look.line()
        tall = H >= 200
        self.tall = tall
        bar = line + 2
        self.sheet = art.Cards("cicera", app.mono, _SLOTS)
        group.append(look.box(0, 0, W, bar, look.bar))
        self.left = look.label("", 3, 2, look.bar_text)
        self.right = look.label("", W - 3, 2, look.bar_text, None, 1, 0)
        group.append(self.left)
        group.append(self.right)
        if tall:
            hand_y = H - _H - 2
            hand_w = W
            says = hand_y - 11 - 2 * line
            west = Seat(app, group, 3, 3, bar, 0, False)
            north = Seat(app, group, 2, W // 2 - 26, bar, 0, False)
            east = Seat(app, group, 1, W - 3, bar, 1, False)
            you = Seat(app, group, 0, 3, says, 0, False)
            self.said = look.label("", W // 2, says + 2, look.text, None, 0.5, 0)
            self.about = look.label("", W // 2, says + line + 2, look.dim, None, 0.5, 0)
            self.room = W - 90
            top = bar + line + 5
            bottom = says - 2
            lay_x, lay_y, lay_ax = W - 4, says, 1
        else:
            hand_y = H - _H + 8
            self.room = 106
            hand_w = W - self.room - 3
            # The names stand in the bar, in the order of play.
            names = []
            x = 3 + look.width("12/12") + 7
            for seat in range(4):
                name = Seat(app, group, seat, x, 0, 0, False)
                x = name.on_bar(seat == game.table.dealer)
                names.append(name)
            you, east, north, west = names
            self.said = look.label("", W - self.room, hand_y - 6, look.text)
            self.about = look.label("", W - self.room, hand_y - 6 + line, look.dim)
            top = bar
            bottom = hand_y - 8
            lay_x, lay_y, lay_ax = W - self.room, H - line - 2, 0
        self.seats = (you, east, north, west)
        self.spread = Spread(app, self.sheet, "cicera", 2, top, W - 4, bottom - top)
        group.append(self.spread.group)
        group.append(self.said)
        group.append(self.about)
        self.hand = Hand(self.sheet, 0, hand_y, hand_w, 12)
        group.append(self.hand.group)
        self.lay = look.label(t("cicera.lay"), lay_x, lay_y + 2, look.text, None, lay_ax, 0)
        self.lay.hidden = True
        group.append(self.lay)
        self.cursor = 0
        self.seats[game.table.dealer].mark("dealer")

    def player(self, level):
        """Return a new computer player."""
        from engine.cicera.player import Player

        return Player(level)

    # -- showing --------------------------------------------------------------------------------

    def tell_line(self, words, about=""):
        """Show ``words`` as what happens, and ``about`` as a remark on it."""
        if not self.tall:
            look = self.app.look
            lines = wrap(look.small, words, self.room)
            words = "\n".join(lines)
            about = "\n".join(wrap(look.small, about, self.room))
            self.about.anchored_position = (
                self.app.W - self.room, self.hand.y - 6 + len(lines) * look.line()
            )
        self.said.text = words
        self.about.text = about

    def refresh(self):
        """Show everything as the game stands."""
        self.spread.show(self.game.table.cards)
        self._bar()
        self._turn()
        self.hand.show(self.game.hands[SOUTH])

    def _bar(self):
        table = self.game.table
        self.left.text = t("cicera.round", min(12, len(table.log) // 4 + 1)) if self.tall else (
            str(min(12, len(table.log) // 4 + 1)) + "/12")
        self.right.text = t("table.points", table.bonus_points(0), table.bonus_points(1))

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
        cards = bytearray(take)
        for cell in self.spread.cells:
            if cell != 255 and cell not in take:
                cards.append(cell)
        cards.append(card)
        self.spread.show(bytes(cards))
        self.spread.light(choice)
        self._turn()
        self.tell_line(
            t("cicera.takes" + you, name, card_name(card)), bonus_text(flags)
        )
        self._bar()
        app.draw()
        self.pause(app.pace(1))
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
        said = self.said.text
        self._remark(said)
        app.draw()
        self.turn_begins()
        while True:
            action = app.event()
            if action in ("left", "right"):
                count = len(hand.cards)
                hand.move((hand.cursor + (1 if action == "right" else -1)) % count)
                self._remark()
                app.draw()
            elif action == "ok":
                card = hand.cards[hand.cursor]
                choice = bytes((card,))
                if count_captures(game.table.cards, card):
                    choice = self._pick(card)
                    if choice is None:
                        self._remark()
                        app.draw()
                        continue
                self.cursor = hand.cursor
                self.do(choice)
                return
            elif action is not None and action not in ("up", "down"):
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

    def _remark(self, said=None):
        card = self.hand.cards[self.hand.cursor]
        count = count_captures(self.game.table.cards, card)
        key = "cicera.none" if count == 0 else "cicera.one" if count == 1 else "cicera.many"
        self.tell_line(card_name(card), t(key, count))

    def _pick(self, card):
        """Let the table cards that ``card`` takes be picked; return the choice, or None for back."""
        app = self.app
        table = self.game.table.cards
        spread = self.spread
        picked = bytearray()
        self.lay.hidden = False
        at = self._best(card)
        while True:
            more, complete = partial(table, card, picked)
            if complete:
                break
            more = spread.order(more)
            stops = more + bytes((_LAY,)) if not picked else more
            if at not in stops:
                at = stops[0]
            self.lay.hidden = bool(picked)
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
                picked.append(at)
        self.lay.hidden = True
        spread.frame(None)
        spread.light(b"")
        if at is None:
            return None
        return bytes((card,)) + bytes(sorted(picked))

    def _stop(self, at):
        look = self.app.look
        self.spread.frame(None if at == _LAY else at)
        if at == _LAY:
            self.lay.background_color = look.accent
            self.lay.color = look.felt if look.mono else look.ink
        else:
            self.lay.background_color = None
            self.lay.color = look.text

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
                    at = stops[-2] if action == "up" else stops[0]
                else:
                    other = self.spread.beyond(at, stops, action == "down")
                    if other is None and _LAY in stops:
                        other = _LAY
                    at = at if other is None else other
            elif action is not None:
                self.aside(action)
                continue
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
            " + ".join(words) + (" = " + str(total) if len(words) > 1 else ""),
            t("cicera.left", value - total),
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

        Pages(self.app, t("info.heading"), info_rows(self.game, self.record), "cicera").run()
