# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What the tables of both games share: seats, what is said, the pace of what is seen."""

import time

from micropython import const

from engine.errors import RuleError
from firmware.app.app import LESSONS
from firmware.app.scope import Scope
from firmware.app.screen import Screen
from firmware.app.table.turns import Turns
from firmware.content.fonts import wrap
from firmware.content.text import has, t

_GRACE = const(400)  # ms in which a press after a hurrying one counts as one more of these
_STEP = const(50)  # ms that each picture of a card on its way is seen at least
#: What the buttons do at the table, as firmware.app.widgets.button_bar takes it.
OFFER = (
    ("ok", "hint.play"), ("menu", "hint.menu"), ("back", "hint.menu"), ("move", "hint.card"),
    ("info", "hint.info"),
)
_WISHES = {"info": "info", "menu": "menu", "back": "menu", "up": "card", "down": "history"}

class View(Screen):
    """A deal of ``session`` on the screen; ``run`` plays it (firmware.app.table.turns).

    The view of a game has ``build`` (make the scene and show everything as the game stands),
    ``choose`` (the player's turn), ``played`` (show a choice) and ``section`` (of the rules, for
    the moment); ``PIECES`` are the attributes that hold parts of the scene. ``name`` is the
    game's. A page that is opened is a *wish*: "menu", "info", "card", "history".
    """

    name = ""
    PIECES = ()

    def __init__(self, app, session):
        Screen.__init__(self, app)
        self.session = session
        self.game = session.game
        # What was told of a deal that is explained, as bits; -1 in other deals.
        self.told = 0 if session.record.code in LESSONS else -1
        self.hurried = False

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

    def turn_begins(self, offer=OFFER, foot=False):
        """Show what has changed, and wait until the player can see that it is their turn; presses before that don't count."""
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
        self.app.beep("turn")
        self.tell()
        if self.told >= 0:
            self._teach()

    def _teach(self):
        with Scope():
            from firmware.app.table import lesson

            lesson.teach(self.app, self)

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
        app.place = (said.tile.x, said.tile.y + lines * app.theme.line(), w)
        if app.mono and app.hints and len(wrap(app.theme.small, said.words, w)) <= lines:
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
        theme = self.app.theme
        if about and theme.width(words) + theme.width(about) + 16 > self.app.W:
            return ""
        return words

    # -- pages ----------------------------------------------------------------------------------

    def open_page(self, wish):
        """Open the page ``wish`` and come back to the table.

        Returns None, or what the deal ends with (see Turns.run).
        """
        with Scope():
            from firmware.app.table import pages

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
