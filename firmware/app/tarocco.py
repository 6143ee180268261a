# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The table of Tarocco Bolognese."""

import displayio
from micropython import const

from engine.tarocco.cards import MAT, VALUES
from engine.tarocco.game import (
    DECLARE,
    DECLARE_PHASE,
    DISCARD_PHASE,
    NOBODY,
    PLAY_PHASE,
    SILENT,
)
from engine.tarocco.rules import duty, led
from firmware import art
from firmware.app.core import forget
from firmware.app.hand import Hand
from firmware.app.look import Line
from firmware.app.table import SOUTH, Seat, Table
from firmware.app.tarocco_words import card_name, halves_text
from firmware.text import t

_W = const(32)  # a card
_H = const(48)
_SLOTS = const(5)  # cards of a trick kept in memory
_SUITS = "sbcd"
# From a card's place towards the side of each seat.
_WAYS = ((0, 40), (48, 0), (0, -24), (-48, 0))


class TaroccoTable(Table):
    """A deal of Tarocco Bolognese on the screen."""

    name = "tarocco"

    PIECES = ("left", "right", "trick", "said", "about", "seats", "hand")

    def __init__(self, app, keeper, game):
        Table.__init__(self, app, keeper, game)
        self.sheet = art.Cards("tarocco", app.mono, _SLOTS, app.cards)
        self.glow = app.look.glow(self.sheet.palette)
        self.tall = app.H >= 200
        self.narrow = not self.tall and app.W < 280
        self.cursor = 0
        self.marks = b""

    def build(self):
        """Make the scene."""
        # The players' numbers, 5 KB in one piece, before the scene breaks the heap up.
        import engine.tarocco.tables  # noqa: F401

        app = self.app
        look = app.look
        # Pages used the memory of the cards meanwhile.
        self.sheet.reset()
        W, H = app.W, app.H
        group = self.group
        line = look.line()
        tall = self.tall
        bar = line + 2
        group.append(look.box(0, 0, W, bar, look.bar))
        self.left = Line(look, 3, 2, 80, look.bar_text)
        self.right = Line(look, W - 123, 2, 120, look.bar_text, None, 1)
        group.append(self.left.tile)
        group.append(self.right.tile)

        if self.narrow:
            self._build_narrow(bar, line)
            self._build_rest()
            return
        # The trick: north and south overlap as far as they must, south on top, so that the
        # indexes of both can be read.
        hand_y = H - _H - 2 if tall else H - _H + 8
        says = hand_y - 12 - 2 * line
        top = bar + 2
        middle = W // 2
        if tall:
            north_y = top + line + 3
            south_y = min(north_y + _H + 4, says - 4 - _H)
            side_x = 44
        else:
            north_y = top
            south_y = min(north_y + _H + 4, hand_y - 4 - _H)
            side_x = 40
        side_y = (north_y + south_y) // 2 + (0 if tall else 2)
        places = (
            (middle - _W // 2, south_y), (middle - _W // 2 + side_x, side_y),
            (middle - _W // 2, north_y), (middle - _W // 2 - side_x, side_y),
        )
        self._build_trick(places)

        # Names: east and west beside their cards, north above or beside its own, the player's low.
        side = side_y + 8 if tall else top
        east = Seat(app, group, 1, W - 2, side, 1, True)
        west = Seat(app, group, 3, 2, side, 0, True)
        if tall:
            north = Seat(app, group, 2, middle - 28, top, 0)
            you = Seat(app, group, 0, 2, says, 0)
            self.said = Line(look, 44, says + 2, W - 88, look.text, None, 0.5)
            self.about = Line(look, 44, says + line + 2, W - 88, look.dim, None, 0.5)
        else:
            room = middle - side_x - _W // 2 - 6
            north = Seat(app, group, 2, middle + _W // 2 + 2, top - 3, 0)
            you = Seat(app, group, 0, W - 2, hand_y - 10 - line, 1)
            # High lines (Thai) leave room for two.
            high = line > 13
            # (So low that marks fit above, so high that the strip leaves the card under the cursor.)
            words_y = top + line + 12 if high else top + 2 * line
            self.said = Line(look, 3, words_y, room, look.text, rows=2 if high else 3)
            self.about = Line(look, W - 3 - room, words_y, room, look.dim, None, 1)
        self.seats = (you, east, north, west)
        self.hand = Hand(app, "tarocco", hand_y, W, app.memory)
        self._build_rest()

    def _build_narrow(self, bar, line):
        # Four columns from the west to the player, each with its name above its card; text beside
        # them or, where the panel is too narrow for that, below.
        app = self.app
        look = app.look
        W = app.W
        y = bar + line
        step = 39
        self._build_trick([(3 + step * i, y) for i in (3, 2, 1, 0)])
        room = min(W, 180) - 2 - look.width(t("seat.you")) - 7
        for seat in (1, 2, 3):
            room -= look.width(t("label." + str(seat)) + " 00") + 3
        x = 1
        seats = [None] * 4
        for i in range(4):
            seat = seats[3 - i] = Seat(app, self.group, 3 - i, x, bar - 2)
            x = seat.marks_x - 2 + room // 3
            # marks lie on the card's upper right corner
            seat.align = 1
            seat.marks_x = 3 + step * i + _W
            seat.marks_y = y + 2
        self.seats = seats
        if W < 200:
            y += _H + 1
            self.said = Line(look, 3, y, W - 6, look.text)
            self.about = Line(look, 3, y, W - 6, look.dim, None, 1)
        else:
            x = 3 * step + _W + 7
            self.said = Line(look, x, y + 3, W - x - 2, look.text, rows=2)
            self.about = Line(look, x, y + 2 * line + 4, W - x - 2, look.dim)
        self.hand = Hand(app, "tarocco", app.H - 32, W, app.memory)

    def _build_trick(self, places):
        self.trick = [None] * 4
        for seat in (2, 3, 1, 0):
            x, y = places[seat]
            tile = displayio.TileGrid(
                self.sheet.bitmap, pixel_shader=self.sheet.palette, tile_width=_W, tile_height=_H,
                x=x, y=y,
            )
            tile.hidden = True
            self.trick[seat] = tile
            self.group.append(tile)

    def _build_rest(self):
        table = self.game.table
        self.group.append(self.said.tile)
        self.group.append(self.about.tile)
        self.group.append(self.hand.tile)
        self.seats[table.dealer].mark("dealer")
        for seat in range(4):
            if table.said[seat] == 2:
                self.seats[seat].mark("declared")

    def think(self, seat):
        """Return the choice of the computer at ``seat``, with all the memory that can be had."""
        if not self.game.table.trick_no:
            forget("firmware.app.tarocco_first", "firmware.app.sheet", "engine.tarocco.breakdown")
        return Table.think(self, seat)

    def player(self, level):
        """Return a new computer player."""
        from engine.tarocco.player import Player

        return Player(level)

    # -- showing --------------------------------------------------------------------------------

    def tell_line(self, words, about=""):
        """Show ``words`` as what happens, and ``about`` as a remark on it."""
        if self.app.W < 200 and self.beside(words, about) != words:
            about = ""
        self.said.set(words)
        self.about.set(about)

    def refresh(self):
        """Show everything as the game stands."""
        table = self.game.table
        for seat in range(4):
            self.trick[seat].hidden = True
        for i in range(len(table.trick)):
            self._lay((table.lead + i) & 3, table.trick[i])
        if not self.app.mono:
            self._light(table.best())
        self._bar()
        self._turn()
        self.hand.show(self.game.hands[SOUTH])

    def _bar(self):
        table = self.game.table
        if table.phase == DISCARD_PHASE:
            self.left.set(t("tarocco.discarding"))
        else:
            self.left.set(t("tarocco.trick", table.trick_no + 1))
        points = []
        for team in range(2):
            points.append(halves_text(
                table.halves[team] + 2 * (table.declared[team] + table.declared[team + 2])
            ))
        self.right.set(t("table.points", points[0], points[1]))

    def _turn(self):
        table = self.game.table
        for seat in range(4):
            self.seats[seat].show(table.counts[seat] if seat else None, table.turn == seat)

    def _lay(self, seat, card):
        tile = self.trick[seat]
        tile[0] = self.sheet.tile(card)
        tile.hidden = False

    def _slide(self, seats, to, out):
        # Cards on their way between their places and the side of the seat ``to``.
        tiles = [self.trick[seat] for seat in seats]
        places = [(tile.x, tile.y) for tile in tiles]
        x, y = _WAYS[to]
        if not out:
            for tile in tiles:
                tile.x += x
                tile.y += y
            x, y = -x, -y
        self.slide(tiles, x, y)
        for i in range(len(tiles)):
            if out:
                tiles[i].hidden = True
            tiles[i].x, tiles[i].y = places[i]

    def _light(self, seat):
        # Show that the card of ``seat`` is winning.
        for i in range(4):
            self.trick[i].pixel_shader = self.glow if i == seat else self.sheet.palette

    def played(self, seat, choice, result):
        """Show what ``seat`` has done; ``result`` is what Game.do returned."""
        table = self.game.table
        name = t("seat." + str(seat))
        if choice >= SILENT:
            if choice == DECLARE:
                self.seats[seat].mark("declared")
                self._bar()
                if seat != SOUTH:
                    self.rest()
                    from firmware.app.tarocco_first import show_declaration

                    show_declaration(self, seat)
            return
        if len(table.log) == 0:
            # A discard.
            self._turn()
            if seat == SOUTH:
                self.hand.show(self.game.hands[SOUTH])
                self.tell_line("")
            else:
                self.tell_line(t("tarocco.discards", name))
            if table.phase != DISCARD_PHASE:
                self._bar()
                self.app.draw()
            return
        if seat == SOUTH:
            self.hand.show(self.game.hands[SOUTH])
        self._lay(seat, choice)
        if seat != SOUTH and not self.app.mono:
            self._slide((seat,), seat, False)
        self._turn()
        if not result:
            if not self.app.mono:
                self._light(table.best())
            self.tell_line("" if seat == SOUTH else t("table.plays", name, card_name(choice)))
            self.app.draw()
            return
        self._trick_over(result - 1)

    def _trick_over(self, winner):
        app = self.app
        table = self.game.table
        halves = 0
        for card in table.log[-4:]:
            # The Matto stays with its player's team, all but the half point of its place.
            halves += 2 * VALUES[card] - 1 if card != MAT else 0
        for seat in range(4):
            self.seats[seat].show(table.counts[seat] if seat else None, seat == winner)
        self._light(winner)
        app.beep("lost" if winner & 1 else "take")
        self.tell_line(t("tarocco.takes.you" if winner == SOUTH else "tarocco.takes",
                         t("seat." + str(winner))), t("tarocco.worth", halves_text(halves)))
        app.draw()
        self.pause(app.pace(1))
        if not (app.mono or self.hurried):
            self._slide((2, 3, 1, 0), winner, True)
        for seat in range(4):
            self.trick[seat].hidden = True
        self._light(NOBODY)
        self.tell_line("")
        self._bar()
        self._turn()
        if table.trick_no == 1:
            # The first trick is over, and with it discarding and declaring.
            forget("firmware.app.tarocco_first", "firmware.app.sheet", "engine.tarocco.breakdown")
        if not app.mono:
            # On e-ink the table is cleared together with the next card: one refresh less.
            app.draw()

    def paced(self, choice):
        """Choices that don't put a card on the table need no time of their own."""
        return choice < SILENT and self.game.phase != DISCARD_PHASE

    # -- the player's turn ----------------------------------------------------------------------

    def human(self):
        """Let the player make their next choice."""
        phase = self.game.phase
        if phase == PLAY_PHASE:
            self._play()
            return
        self.rest()
        from firmware.app.tarocco_first import declare, discard

        self._turn()
        if phase == DECLARE_PHASE:
            self.hand.show(self.game.hands[SOUTH])
            self.tell_line("")
            self.do(declare(self))
        else:
            for card in discard(self):
                self.do(card)

    def card_name(self):
        """Return the name of the card under the cursor."""
        return card_name(self.hand.cards[self.hand.cursor])

    def step(self, action):
        """Move the cursor through the hand; return whether ``action`` is one that does."""
        if action not in ("left", "right"):
            return False
        self.hand.go(action)
        return True

    def _play(self):
        game = self.game
        table = game.table
        hand = self.hand
        app = self.app
        legal = game.legal()
        hand.show(game.hands[SOUTH], legal)
        hand.move(hand.nearest(min(self.cursor, len(hand.cards) - 1)))
        self._turn()
        prompt = self._prompt(table, game.hands[SOUTH])
        self.tell_line(prompt, self.card_name())
        alone = len(legal) == 1 and (app.auto or len(hand.cards) == 1)
        if app.auto > 1 and not alone and 39 < min(legal):
            from firmware.app.sure import sure

            if sure(game):
                alone = True
                self.tell_line(t("tarocco.sure"))
            sure = None
            forget("firmware.app.sure")
        if alone:
            app.draw()
            self.tell()
            self.pause(app.pace())
            self.do(legal[0])
            return
        self.turn_begins()
        while True:
            action = app.event()
            if self.step(action):
                self.tell_line(prompt, self.card_name())
                app.draw()
            elif action == "ok":
                card = hand.cards[hand.cursor]
                if self.allowed(card):
                    self.cursor = hand.cursor
                    self.do(card)
                    return
            elif action is not None:
                self.cursor = hand.cursor
                self.aside(action)

    def led(self):
        """Return the name of the suit that was led, "" if none was."""
        suit = led(self.game.table.trick)
        return t("suit." + _SUITS[suit]) if suit < 4 else ""

    def _prompt(self, table, hand):
        if not table.trick:
            return t("tarocco.lead")
        wanted = duty(hand, table.trick)
        if wanted == NOBODY:
            return t("tarocco.any")
        if wanted == 4:
            return t("tarocco.trump")
        return t("tarocco.follow", t("suit." + _SUITS[wanted]))

    # -- asides ---------------------------------------------------------------------------------

    def info(self):
        """Pages about what is public: declarations, last trick, scores."""
        from firmware.app.pages import Pages
        from firmware.app.tarocco_count import info_rows

        sections = (lambda: info_rows(self.game, self.keeper),)
        Pages(self.app, t("info.heading"), sections, "tarocco").run()

