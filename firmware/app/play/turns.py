# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The order of play: whose turn it is, how fast, and that every choice is kept.

It knows no pixels: it asks the view (``firmware.app.play.view``) for the player's choices and has
it show what was done.
"""

import time

from micropython import const

from engine.record import LEVELS
from firmware.app.games import room
from firmware.app.scope import Scope, drop, roomy

SOUTH = const(0)
_OVER = const(3)  # the phase of a game whose deal is over
_PLAYERS = ("player", "tables")  # what of the engine only the players need


class Turns:
    """The deal of ``session`` (firmware.app.session) being played, shown by ``view``."""

    def __init__(self, app, session, view):
        self.app = app
        self.session = session
        self.view = view
        # One player for each level that sits at the table.
        self.players = [None] * len(LEVELS)

    def run(self):
        """Play until the deal is over: return None. If the player goes away, return where to.

        That is ``firmware.app.session.LEAVE``, or a Record to go on with; all is saved.
        """
        game = self.session.game
        view = self.view
        shown = time.ticks_ms()
        while game.phase != _OVER:
            seat = game.turn
            wish = None
            choices = ()
            if seat == SOUTH:
                # A tuple of choices, the name of a page, or None: the computer plays for South.
                choices = view.choose()
                if isinstance(choices, str):
                    wish = choices
                    choices = ()
            if seat != SOUTH or choices is None:
                choice = self.think(seat)
                choices = (choice,)
                if seat != SOUTH:
                    pace = self.app.pace()
                    left = pace - time.ticks_diff(time.ticks_ms(), shown)
                    # (After days of rest ticks_diff may tell any number.)
                    if 0 < left <= pace and view.paced(choice):
                        wish = view.pause(left)
            away = self.page(wish)
            if away:
                return away
            for choice in choices:
                away = self.page(self.do(choice))
                if away:
                    return away
            shown = time.ticks_ms()
        self.app.settle()
        return None

    def page(self, wish):
        """Open the page ``wish``, if there is one; return where to, if the player goes away."""
        if not wish:
            return None
        self.rest()
        return self.view.open_page(wish)

    def rest(self):
        """Let go of the players, who keep nothing from turn to turn: a page needs the room."""
        self.players = [None] * len(LEVELS)
        if not roomy():
            drop(["engine." + self.session.record.game + "." + part for part in _PLAYERS])

    def do(self, choice):
        """Carry out, record and save a choice, and show it; return the page wished for meanwhile.

        Raises RuleError if the choice is illegal.
        """
        seat = self.session.game.turn
        result = self.session.add(choice)
        return self.view.played(seat, choice, result)

    def think(self, seat):
        """Return the choice of the computer at ``seat``, keeping the buttons alive meanwhile."""
        record = self.session.record
        level = record.level if seat & 1 else record.partner
        player = self.players[level]
        if player is None:
            player = self.players[level] = room(record.game, "player").Player(LEVELS[level])
        player.start(self.session.game.view(seat))
        with Scope():  # (what finds combinations is loaded to declare them)
            while True:
                choice = player.step()
                self.app.work()
                if choice is not None:
                    return choice
