# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What the tables of both games share: seats, bar, the order of play, pace, saving, the menu."""

import gc
import time

import displayio
from micropython import const

from engine.errors import RuleError
from firmware.app.app import LESSONS, forget
from firmware.app.widgets.theme import Line
from firmware.content import art
from firmware.content.fonts import wrap
from firmware.content.text import has, t

SOUTH = const(0)
_GRACE = const(400)  # ms in which a press after a hurrying one counts as one more of these
_STEP = const(50)  # ms that each picture of a card on its way is seen at least
#: What the buttons do at the table, as firmware.app.widgets.button_bar takes it.
OFFER = (
    ("ok", "hint.play"), ("menu", "hint.menu"), ("back", "hint.menu"), ("move", "hint.card"),
    ("info", "hint.info"),
)
_LEVELS = ("easy", "medium", "strong")


_icons = {}


def icon(name, mono, x, y):
    """Return an icon as a TileGrid at ``x``, ``y``; its pixels are read once."""
    if name not in _icons:
        _icons[name] = art.icon(name, mono)
    bitmap, palette = _icons[name]
    return displayio.TileGrid(bitmap, pixel_shader=palette, x=x, y=y)


class Seat:
    """A player's name with the cards left, lit when it is the player's turn, and marks beside it.

    ``align``: 0 the name begins at ``x``, 1 it ends there. ``under``: the marks stand below the name,
    else after it. ``bar``: it stands on the bar. ``end`` is where the next thing can stand.
    """

    align = 0
    count = -1
    lit = False
    marks = 0

    def __init__(self, app, group, seat, x, y, align=0, under=False, bar=False):
        look = app.look
        self.name = t("seat.you") if seat == SOUTH else t("label." + str(seat))
        if align:
            self.align = align
        self.group = group
        self.colour = look.bar_text if bar else look.text
        w = look.width(self.name if seat == SOUTH else self.name + " 00") + 3
        self.line = Line(look, x - w if align else x, y + 2, w, self.colour)
        group.append(self.line.tile)
        self.marks_y = y + 1
        if under:
            self.marks_x = x
            self.marks_y = y + look.line() + (3 if look.line() < 16 else 1)
        elif align:
            self.marks_x = x - w - 2
        else:
            self.marks_x = x + w + 2
        self.end = self.marks_x + (0 if align else 4)
        if seat == SOUTH:
            self.line.set(" " + self.name)

    def show(self, count, turn):
        """Show ``count`` cards (None: not at all) and whether it is this seat's turn."""
        if count is not None and count != self.count:
            self.count = count
            self.line.set(" " + self.name + " " + str(count))
        if turn != self.lit:
            self.lit = turn
            look = self.line.look
            if turn and look.mono:
                self.line.colour(0xFFFFFF - self.colour, self.colour)
            elif turn:
                self.line.colour(look.ink, look.accent)
            else:
                self.line.colour(self.colour)

    def mark(self, name):
        """Add the icon ``name`` to the seat's marks."""
        x = self.marks_x + (-12 if self.align else 12) * self.marks
        self.marks += 1
        self.end = x + 14
        self.group.append(icon(name, self.line.look.mono, x - (10 if self.align else 0), self.marks_y))


class Again(Exception):
    """Raised to open the page of ``args``: then what the player was about to do begins again."""


class Table:
    """A game being played.

    ``record``: the game's record (engine.record), ``game``: the engine's game that belongs to it. ``run`` plays until
    the deal is over; it raises Leave when the player goes away (all is saved).

    A game's table has ``name``, ``build`` (make the scene in ``group``), ``refresh`` (show everything
    as the game stands), ``human`` (the player's turn), ``played`` (show a choice), ``player`` (make a
    computer player) and ``info`` (pages); ``PIECES`` are the attributes that hold the scene, ``AGAIN``
    the modules that are needed at the table but not by a page. The scene is made anew after pages were shown, so that
    both are never in memory together.
    """

    name = ""

    def __init__(self, app, record, game):
        self.app = app
        self.record = record
        self.game = game
        self.group = None
        # What was told of a deal that is explained, as bits; -1 in other deals.
        self.told = 0 if record.code in LESSONS else -1
        self.hurried = False
        self.rest()

    # -- the order of play ----------------------------------------------------------------------

    def run(self):
        """Play until the deal is over."""
        app = self.app
        game = self.game
        self.lay()
        shown = time.ticks_ms()
        while game.phase != 3:
            seat = game.turn
            if seat == SOUTH:
                try:
                    self.human()
                except Again as again:
                    wanted = again.args
                    again = None
                    self.page(*wanted)
                shown = time.ticks_ms()
            else:
                choice = self.think(seat)
                left = app.pace() - time.ticks_diff(time.ticks_ms(), shown)
                if 0 < left <= app.pace() and self.paced(choice):
                    self.pause(left)
                self.do(choice)
                shown = time.ticks_ms()
        app.settle()

    def lay(self):
        """Make the scene and show it."""
        self.group = displayio.Group()
        self.build()
        self.refresh()
        self.app.show(self.group)
        self.app.draw()

    def clear(self):
        """Let go of the scene."""
        self.app.show(None)
        self.group = None
        for name in self.PIECES:
            setattr(self, name, None)
        gc.collect()

    def paced(self, choice):
        """Say whether a choice of others is one to be looked at before the next."""
        return True

    def do(self, choice):
        """Carry out and record a choice, save, and show it. Raises RuleError if it is illegal."""
        game = self.game
        seat = game.turn
        if seat == SOUTH:
            self.app.explain(None)
        result = self.record.add(game, choice)
        self.app.save_game(self.record.to_bytes())
        self.played(seat, choice, result)

    def think(self, seat):
        """Return the choice of the computer at ``seat``, keeping the buttons alive meanwhile."""
        level = self.record.level if seat & 1 else self.record.partner
        player = self.players[level]
        if player is None:
            try:
                player = self.player(_LEVELS[level])
            except MemoryError:
                # What is free is in small pieces: the scene makes room, and is made anew.
                player = None
                self.clear()
                self.rest()
                player = self.player(_LEVELS[level])
                self.lay()
            self.players[level] = player
        player.start(self.game.view(seat))
        while True:
            choice = player.step()
            self.app.work()
            if choice is not None:
                return choice

    def rest(self):
        """Let go of the players, who keep nothing from turn to turn, when memory is needed."""
        # One player for each level that sits at the table.
        self.players = [None] * 3
        # (not their numbers: 5 KB, for which there would have to be room at each turn)
        forget("engine.tarocco.player", "engine.cicera.player")

    def pause(self, ms):
        """Let what is shown be looked at for ``ms``; a press cuts it short and does nothing else."""
        app = self.app
        app.settle()
        action = app.event(ms)
        self.hurried = action is not None
        if action in ("info", "menu"):
            self.page(action)
            app.settle()

    def slide(self, tiles, x, y):
        """Show ``tiles`` on their way by (``x``, ``y``) pixels; a press, or no time, cuts that short.

        They are left where they have got to. E-ink shows no ways.
        """
        app = self.app
        if app.mono or app.speed == 3:
            return
        for part in (1, 2):
            for tile in tiles:
                tile.x += x * part // 2 - x * (part - 1) // 2
                tile.y += y * part // 2 - y * (part - 1) // 2
            start = time.ticks_ms()
            app.display.refresh()
            while 0 <= time.ticks_diff(time.ticks_ms(), start) < _STEP:
                app.work()
                if app.buttons.waiting():
                    return
                time.sleep_ms(5)

    def turn_begins(self, offer=OFFER, foot=False):
        """Show what has changed, and wait until the player can see that it is their turn; presses before that don't count."""
        if self.app.mono or self.told >= 0:
            # (They come back while e-ink shows the card played.)
            self.rest()
        self.offer(offer, foot)
        self.app.draw()
        self.app.settle()
        if self.hurried:
            # Who hurries the others presses once more before seeing whose turn it is.
            self.hurried = False
            start = time.ticks_ms()
            left = _GRACE
            while 0 < left <= _GRACE:
                self.app.event(left)
                left = _GRACE - time.ticks_diff(time.ticks_ms(), start)
        self.app.buttons.forget()
        gc.collect()
        self.app.beep("turn")
        self.tell()
        if self.told >= 0:
            from firmware.app.table import lesson

            lesson.teach(self.app, self)
            lesson = None
            forget("firmware.app.table.lesson")

    def offer(self, offer, foot=False):
        """Have it told that the buttons do ``offer`` now.

        On panels that aren't tall the foot holds the suits of the hand: unless ``foot``, the strip
        takes the last row of what is said. On e-ink it is there at once, and stays, if that is empty.
        """
        app = self.app
        app.explain(None)
        app.offer = offer
        app.place = ()
        if foot or self.tall:
            return
        said = self.said
        w = said.tile.bitmap.width
        lines = said.rows - 1
        app.place = (said.tile.x, said.tile.y + lines * app.look.line(), w)
        if app.mono and app.hints and len(wrap(app.look.small, said.words, w)) <= lines:
            app.explain(offer)
            app.offer = None

    def tell(self):
        """Say what the app has noticed: the flash is full, a file was damaged, the battery is low."""
        app = self.app
        while app.notices:
            app.say(t(app.notices.pop(0)))
        left = app.battery()
        if left is not None and left <= app.charge:
            app.charge = left - 5
            app.say(t("battery.low", left))

    def beside(self, words, about):
        """Return ``words``, or "" if they don't fit on one line with ``about``."""
        look = self.app.look
        if about and look.width(words) + look.width(about) + 16 > self.app.W:
            return ""
        return words

    # -- asides ---------------------------------------------------------------------------------

    def aside(self, action):
        """Leave the player's turn for the page of ``action``: raises Again, see ``run``.

        So nothing that the turn had in its hands is in memory while the page is shown.
        """
        card = self.hand.cards[self.hand.cursor] if self.hand.cursor >= 0 else None
        raise Again(action, card)

    def page(self, action, card=None):
        """Open the page of ``action`` and come back to the table. Raises Leave.

        info: what is known, up: ``card``, the one under the cursor, down: what was played, else the menu.
        """
        self.clear()
        self.rest()
        self.hurried = False
        # (What of this is needed comes again with the scene.)
        forget(*self.AGAIN)
        from firmware.app.table import pages as asides

        try:
            words = asides.open_aside(self.app, self, action, card)
        finally:
            self.app.show(None)
            modules = asides.MODULES
            asides = None
            forget(*modules)
        self.lay()
        if words:
            self.app.say(words)

    def moment(self):
        """Return the name of the section of the rules that the game stands at."""
        if self.name == "cicera":
            return "capture"
        return ("discard", "declare", "play")[min(self.game.phase, 2)]

    def refuse(self, error):
        """Say why a choice is refused."""
        forget("engine.tarocco.validation", "engine.cicera.validation")
        self.app.beep("no")
        key = "rule." + error.rule
        self.app.say(t(key, self.led()) if has(key) else str(error))

    def led(self):
        """Return the name of the suit that was led, as sentences of refusal need it."""
        return ""

    def allowed(self, choice):
        """Say whether a choice may be made; if not, the reason is shown."""
        try:
            self.game.check(choice)
        except RuleError as error:
            self.refuse(error)
            return False
        return True
