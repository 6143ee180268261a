# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What the tables of both games share: seats, what is said, the pace of what is seen."""

import time

from micropython import const

from engine.errors import RuleError
from firmware.app.app import LESSONS
from firmware.app.play import pages
from firmware.app.play.turns import Turns
from firmware.app.scope import Scope
from firmware.app.screen import Screen
from firmware.content.fonts import wrap
from firmware.content.text import has, t

_SHORT = const(200)  # width of panels with one line for all that is said
_SIDE = const(280)  # width of those where both stand in one column
_GRACE = const(400)  # ms in which a press after a hurrying one counts as one more of these
_STEP = const(50)  # ms that each picture of a card on its way is seen at least
#: What the buttons do at the table, as firmware.app.widgets.button_bar takes it.
OFFER = (
    ("ok", "hint.play"), ("menu", "hint.menu"), ("back", "hint.menu"), ("move", "hint.card"),
    ("info", "hint.info"),
)
_WISHES = {"info": "info", "menu": "menu", "back": "menu", "up": "card", "down": "history"}


class View(Screen):
    """A deal of ``session`` on the screen; ``run`` plays it (firmware.app.play.turns).

    The view of a game has ``build`` (make the scene and show everything as the game stands),
    ``choose`` (the player's turn), ``played`` (show a choice) and ``section`` (of the rules, for
    the moment); ``PIECES`` are the attributes that hold parts of the scene. ``name`` is the
    game's. A page that is opened is a *wish*: "menu", "info", "card", "history".
    """

    name = ""
    PIECES = ()
    short = ""  # ending of the keys of shorter texts, where the player's turn is told on one line

    def __init__(self, app, session):
        Screen.__init__(self, app)
        self.session = session
        self.game = session.game
        # What was told of a deal that is explained, as bits; -1 in other deals.
        self.told = 0 if session.record.code in LESSONS else -1
        self.hurried = False
        if app.W < _SHORT:
            self.short = ".short"

    def run(self):
        """Play until the deal is over; see Turns.run."""
        return Turns(self.app, self.session, self).run()

    def give_up(self):
        """Let go of the scene."""
        self.scene = None
        for name in self.PIECES:
            setattr(self, name, None)

    def paced(self, choice):
        """Say whether a choice of others is one to be looked at before the next."""
        return True

    def pause(self, ms):
        """Let what is shown be looked at for ``ms``; a press cuts it short.

        Returns the page wished for, if the press was for one, else None.
        """
        app = self.app
        app.settle()
        action = app.event(ms)
        self.hurried = action is not None
        return action if action in ("info", "menu") else None

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

    def turn_begins(self, offer=OFFER, brief=True):
        """Show what has changed, and wait until the player can see that it is their turn; presses before that don't count."""
        self.offer(offer, brief)
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
        self.app.beep("turn")
        self.tell()
        if self.told >= 0:
            self._teach()

    def _teach(self):
        with Scope():
            from firmware.app.play import lesson

            lesson.teach(self.app, self)

    def offer(self, offer, brief=True):
        """Have it told that the buttons do ``offer`` now.

        On panels that aren't tall the foot holds the suits of the hand: the strip takes the place of
        what is said. On e-ink, with ``brief``, rows of it that are empty tell at once what fits.
        """
        app = self.app
        app.brief = app.place = ()
        app.explain(None)
        app.offer = offer
        if self.tall:
            return
        said = self.said.tile
        about = self.about.tile
        rows = self.said.rows
        high = max(said.bitmap.height, rows * app.theme.line() if rows > 1 else 0)
        if about.x == said.x and about.y > said.y and app.W < _SIDE:
            high += about.y - said.y - (rows - 1) * app.theme.line()
        app.place = (said.x, said.y, said.bitmap.width, high)
        if brief and app.mono and app.hints:
            lines = self._lines()
            if lines < rows:
                line = app.theme.line()
                # (High letters reach into the next row.)
                y = said.y + lines * line + (max(0, app.theme.small.height - line) if lines else 0)
                app.brief = (said.x, y, said.bitmap.width, rows - lines)
                app.explain(None)

    def _lines(self):
        # How many rows what is said takes.
        words = self.said.words
        return len(wrap(self.app.theme.small, words, self.said.tile.bitmap.width)) if words else 0

    def tell_line(self, words, about=""):
        """Show ``words`` as what happens, and ``about`` as a remark on it."""
        self.said.set(words)
        self.about.set(about)
        app = self.app
        if app.brief and self._lines() > self.said.rows - app.brief[3]:
            # The strip makes room.
            app.brief = ()
            app.explain(None)

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
        """Say whether ``words`` fit on one line with ``about``."""
        theme = self.app.theme
        return not about or theme.width(words) + theme.width(about) + 12 <= self.app.W

    # -- pages ----------------------------------------------------------------------------------

    def open_page(self, wish):
        """Open the page ``wish`` and come back to the table.

        Returns None, or what the deal ends with (see Turns.run).
        """
        away, words = pages.open_page(self.app, self, wish)
        if away:
            return away
        self.hurried = False
        self.show()
        if words:
            self.app.say(words)
        return None

    def wish(self, action):
        """Return the page that the button ``action`` stands for, or None."""
        return _WISHES.get(action)

    def card(self):
        """Return the card under the cursor, or None."""
        hand = self.hand
        return hand.cards[hand.cursor] if hand and hand.cursor >= 0 else None

    def section(self):
        """Return the name of the section of the rules that fits the moment."""
        return "play"

    def refuse(self, error):
        """Say why a choice is refused."""
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
