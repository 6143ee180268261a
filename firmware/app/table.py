# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What the tables of both games share: seats, bar, the order of play, pace, saving, the menu."""

import gc
import time

import displayio
from micropython import const

from engine.errors import RuleError
from firmware import art
from firmware.app.core import SPEEDS, Leave
from firmware.text import has, t

SOUTH = const(0)
_LEVELS = ("easy", "medium", "strong")


def icon(name, mono, x, y):
    """Return an icon as a TileGrid at ``x``, ``y``."""
    bitmap, palette = art.icon(name, mono)
    return displayio.TileGrid(bitmap, pixel_shader=palette, x=x, y=y)


class Seat:
    """A player's name with the cards left, lit when it is the player's turn, and marks beside it.

    ``align``: 0 the name begins at ``x``, 1 it ends there. ``under``: the marks stand below the name.
    """

    def __init__(self, app, group, seat, x, y, align, under):
        look = app.look
        self.app = app
        self.name = t("seat.you") if seat == SOUTH else t("seat." + str(seat))
        self.lit = False
        self.count = -1
        self.align = align
        self.group = group
        self.label = look.label(self.name, x, y + 2, look.text, None, align, 0, 2)
        self.colour = look.text
        group.append(self.label)
        self.x = x
        self.y = y
        if under:
            self.marks_x = x
            self.marks_y = y + look.line() + 3
        else:
            # After the name, with room for two digits.
            room = self.label.bounding_box[2] + (5 if seat == SOUTH else 18)
            self.marks_x = x + (-room if align else room)
            self.marks_y = y + 1
        self.marks = []

    def on_bar(self, dealer):
        """Show the name in the colours of the bar; return where the next thing can stand."""
        self.colour = self.label.color = self.app.look.bar_text
        return self.marks_x + (12 if dealer else 0) + 2

    def show(self, count, turn):
        """Show ``count`` cards (None: not at all) and whether it is this seat's turn."""
        if count is not None and count != self.count:
            self.count = count
            self.label.text = self.name + " " + str(count)
        if turn != self.lit:
            self.lit = turn
            look = self.app.look
            if turn:
                # Lit: in black and white the opposite of what it stands on.
                if look.mono:
                    self.label.background_color = self.colour
                    self.label.color = 0xFFFFFF - self.colour
                else:
                    self.label.background_color = look.accent
                    self.label.color = look.ink
            else:
                self.label.background_color = None
                self.label.color = self.colour

    def mark(self, name):
        """Add the icon ``name`` to the seat's marks."""
        if name in self.marks:
            return
        self.marks.append(name)
        x = self.marks_x + (-12 if self.align else 12) * (len(self.marks) - 1)
        self.group.append(
            icon(name, self.app.mono, x - (10 if self.align else 0), self.marks_y)
        )


class Table:
    """A game being played.

    ``record``: engine Record, ``game``: the engine's game that belongs to it. ``run`` plays until
    the deal is over; it raises Leave when the player goes away (all is saved).
    """

    #: folder of the game's screens and players
    name = ""

    def __init__(self, app, record, game):
        self.app = app
        self.record = record
        self.game = game
        self.group = displayio.Group()
        self.players = [None] * 3
        self.hurried = False

    # -- the order of play ----------------------------------------------------------------------

    def run(self):
        """Play until the deal is over."""
        app = self.app
        game = self.game
        app.show(self.group)
        self.refresh()
        app.draw()
        shown = time.ticks_ms()
        while game.phase != 3:
            seat = game.turn
            if seat == SOUTH:
                self.human()
                shown = time.ticks_ms()
            else:
                choice = self.think(seat)
                left = app.pace() - time.ticks_diff(time.ticks_ms(), shown)
                if left > 0 and self.paced(choice):
                    self.pause(left)
                self.do(choice)
                shown = time.ticks_ms()
        app.settle()

    def paced(self, choice):
        """Say whether a choice of others is one to be looked at before the next."""
        return True

    def do(self, choice):
        """Carry out and record a choice, save, and show it. Raises RuleError if it is illegal."""
        game = self.game
        seat = game.turn
        result = self.record.add(game, choice)
        self.app.save_game(self.record)
        self.played(seat, choice, result)

    def think(self, seat):
        """Return the choice of the computer at ``seat``, keeping the buttons alive meanwhile."""
        level = self.record.partner if seat == 2 else self.record.level
        player = self.players[level]
        if player is None:
            player = self.players[level] = self.player(_LEVELS[level])
        player.start(self.game.view(seat))
        while True:
            choice = player.step()
            self.app.work()
            if choice is not None:
                return choice

    def pause(self, ms):
        """Let what is shown be looked at for ``ms``; a press cuts it short and does nothing else."""
        app = self.app
        app.settle()
        action = app.event(ms)
        if action in ("info", "menu"):
            self.aside(action)
            app.settle()

    def turn_begins(self):
        """Wait until the player can see that it is their turn; presses before that don't count."""
        self.app.settle()
        self.app.buttons.forget()
        gc.collect()
        self.tell()

    def tell(self):
        """Say what the app has noticed: the flash is full, a file was damaged."""
        while self.app.notices:
            self.app.say(t(self.app.notices.pop(0)))

    # -- asides ---------------------------------------------------------------------------------

    def aside(self, action):
        """Open the page of ``action`` (info, menu, back) and come back to the table."""
        if action == "info":
            self.info()
        else:
            self.menu()
        self.app.show(self.group)
        self.app.draw()

    def menu(self):
        """The menu at the table. Raises Leave."""
        from engine import dealcode
        from firmware.app.menu import Menu

        app = self.app

        def speed():
            return t("option.speed", t("speed." + SPEEDS[app.settings.speed]))

        def change(index, step):
            if index != 2:
                return None
            app.settings.speed = (app.settings.speed + step) % len(SPEEDS)
            app.save_settings()
            return speed()

        rows = [t("table.go_on"), t("table.info"), speed(), t("table.leave")]
        foot = t("table.code", dealcode.show(self.record.code))
        while True:
            chosen = Menu(app, t("game." + self.name), rows, 0, change, foot=foot).run()
            if chosen == 1:
                self.info()
            elif chosen == 3:
                raise Leave()
            else:
                return

    def refuse(self, error):
        """Say why a choice is refused."""
        key = "rule." + error.rule
        self.app.say(t(key) if has(key) else str(error))

    def allowed(self, choice):
        """Say whether a choice may be made; if not, the reason is shown."""
        try:
            self.game.check(choice)
        except RuleError as error:
            self.refuse(error)
            return False
        return True
