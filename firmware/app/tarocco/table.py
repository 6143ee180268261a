# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The table of Tarocco Bolognese."""


from engine.tarocco.cards import trick_halves
from engine.tarocco.claim import takes_all
from engine.tarocco.game import (
    DECLARE,
    DECLARE_PHASE,
    DISCARD_PHASE,
    NOBODY,
    PLAY_PHASE,
    SILENT,
)
from engine.tarocco.rules import duty, led
from firmware.app.play.turns import SOUTH
from firmware.app.play.view import View
from firmware.app.scope import Scope
from firmware.app.tarocco import scene
from firmware.app.tarocco.words import SUITS, card_name, halves_text
from firmware.content import art
from firmware.content.text import t

# From a card's place towards the side of each seat.
_WAYS = ((0, 40), (48, 0), (0, -24), (-48, 0))


class Table(View):
    """A deal of Tarocco Bolognese on the screen."""

    name = "tarocco"

    PIECES = ("left", "right", "trick", "said", "about", "seats", "hand")
    hand = None

    def __init__(self, app, session):
        View.__init__(self, app, session)
        self.sheet = art.Cards("tarocco", app.mono, scene.SLOTS, app.cards)
        self.glow = app.theme.glow(self.sheet.palette)
        self.tall = app.H >= 200
        self.narrow = not self.tall and app.W < 280
        self.cursor = 0
        self.marks = b""

    def build(self):
        """Make the scene."""
        group = scene.build(self)
        self.refresh()
        return group

    # -- showing --------------------------------------------------------------------------------

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
            points.append(halves_text(table.team_halves(team)))
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
        """Show what ``seat`` has done; ``result`` is what Game.do returned. See View.pause."""
        table = self.game.table
        name = t("seat." + str(seat))
        if choice >= SILENT:
            if choice == DECLARE:
                self.seats[seat].mark("declared")
                self._bar()
                if seat != SOUTH:
                    return self._declaration(seat)
            return None
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
            return None
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
            return None
        return self._trick_over(result - 1)

    def _declaration(self, seat):
        with Scope():
            from firmware.app.tarocco import choice

            return choice.show_declaration(self, seat)

    def _trick_over(self, winner):
        app = self.app
        table = self.game.table
        halves = trick_halves(table.log[-4:])
        for seat in range(4):
            self.seats[seat].show(table.counts[seat] if seat else None, seat == winner)
        self._light(winner)
        app.beep("lost" if winner & 1 else "take")
        self.tell_line(t("tarocco.takes.you" if winner == SOUTH else "tarocco.takes",
                         t("seat." + str(winner))), t("tarocco.worth", halves_text(halves)))
        app.draw()
        wish = self.pause(app.pace(1))
        if not (app.mono or self.hurried):
            self._slide((2, 3, 1, 0), winner, True)
        for seat in range(4):
            self.trick[seat].hidden = True
        self._light(NOBODY)
        self.tell_line("")
        self._bar()
        self._turn()
        if not app.mono:
            # On e-ink the table is cleared together with the next card: one refresh less.
            app.draw()
        return wish

    def paced(self, choice):
        """Choices that don't put a card on the table need no time of their own."""
        return choice < SILENT and self.game.phase != DISCARD_PHASE

    # -- the player's turn ----------------------------------------------------------------------

    def choose(self):
        """Let the player make their next choice; see Turns.run for what is returned."""
        phase = self.game.phase
        if phase == PLAY_PHASE:
            return self._play()
        self._turn()
        with Scope():
            from firmware.app.tarocco import choice

            if phase == DECLARE_PHASE:
                self.hand.show(self.game.hands[SOUTH])
                self.tell_line("")
                chosen = choice.declare(self)
                return chosen if isinstance(chosen, str) else (chosen,)
            chosen = choice.discard(self)
            return chosen if isinstance(chosen, str) else tuple(chosen)

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
        if app.auto > 1 and not alone and 39 < min(legal) and takes_all(game):
            alone = True
            self.tell_line(t("tarocco.sure"))
        if alone:
            app.draw()
            self.tell()
            return self.pause(app.pace()) or (legal[0],)
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
                    return (card,)
            elif self.wish(action):
                self.cursor = hand.cursor
                return self.wish(action)

    def led(self):
        """Return the name of the suit that was led, "" if none was."""
        suit = led(self.game.table.trick)
        return t("suit." + SUITS[suit]) if suit < 4 else ""

    def _prompt(self, table, hand):
        if not table.trick:
            return t("tarocco.lead" + self.short)
        wanted = duty(hand, table.trick)
        if wanted == NOBODY:
            return t("tarocco.any")
        if wanted == 4:
            return t("tarocco.trump")
        return t("tarocco.follow" + self.short, t("suit." + SUITS[wanted]))

    def section(self):
        """Return the name of the section of the rules that fits the moment."""
        return ("discard", "declare", "play")[min(self.game.phase, 2)]
