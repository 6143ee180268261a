# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What all screens share: the panel, the buttons, the flash, and the one place to wait.

A screen changes its ``displayio`` objects and calls ``App.draw``; the panel is sent when it is ready for
it, so that on e-ink several changes become one refresh. Everything that takes time goes through
``event`` and ``work``, which keep the buttons alive and send what is still to be drawn.

The two large pieces of memory are taken once, before all else, and used by every screen.
"""

import gc
import time

import displayio
from micropython import const

from firmware.app.scope import Scope
from firmware.app.widgets import button_bar
from firmware.app.widgets.theme import Theme
from firmware.content import fonts, text
from firmware.device.buttons import Buttons
from firmware.storage import Store

FACES = const(13)  # faces kept in memory
CANVAS_Y = const(13)
LESSONS = ("2577777S", "X9QJAAEG")  # the deals that are explained, of Tarocco and of Cicera
RESTS = (0, 2, 5, 15)  # minutes without a press before the board rests, 0: never

_SLICE = const(5)  # ms slept at a time
_HINT = const(1500)  # ms without a press after which the buttons are explained
_HINT_TOP = const(4000)  # the same where the strip covers the heading
_HINT_INK = const(8000)  # and on e-ink, where it costs a refresh
_TOP = (0, 0)
_MINUTE = const(60000)
_LATE = const(1000000)  # ms after which it doesn't count how long one has waited
# How long a card played by others is looked at, and a finished trick, by speed (ms).
_PACE = ((1500, 2600), (900, 1800), (450, 1100), (120, 500))
_SAID = (("ok", "hint.on"),)


class App:
    """The running app.

    ``board``: a board module; ``root``: the folder where the flash's files are. ``display``: the panel,
    ``W``, ``H`` its size and ``mono`` whether it is black and white. ``cards``: a bitmap for the faces
    of 13 cards; ``memory``: a bytearray for a bitmap of text as large as the screen below ``CANVAS_Y``,
    or, at the table, the cards in the hand. ``speed``,
    ``level``, ``partner``, ``lang``, ``hints``, ``auto``, ``light``, ``rest``, ``sort``, ``left``,
    ``sound``, ``colour`` are the settings (firmware.app.settings).

    ``offer`` is what the buttons do now, as firmware.app.widgets.button_bar takes it, or None: a screen sets it
    before it waits. ``place``: where the strip that tells it stands, () for the bottom, else its x, y and,
    if it isn't as wide as the panel, width, and its least height. With ``offer`` None a strip that is shown
    stays. ``brief``: x, y, width and number of free rows where the strip stands at once, with what fits, or ().
    ``upright``: whether one moves up and down.
    """

    def __init__(self, board, display, root, cards, memory):
        self.board = board
        self.W = board.WIDTH
        self.H = board.HEIGHT
        self.mono = board.MONO
        self.cards = cards
        self.memory = memory
        self.display = display
        self.theme = Theme(self.mono)
        if self.H < 200:
            # A few headings are all that is written in it on a low panel.
            self.theme.big.seldom()
        self.buttons = Buttons(board.BUTTONS, getattr(board, "ACTIVE_HIGH", False))
        self.updown = self.buttons.has("up") is not None
        self.store = Store(root)
        self.speed = self.level = self.partner = 1
        self.hints = 1
        self.auto = 0
        self.light = 3
        self.rest = 2
        self.sort = self.left = self.sound = self.colour = 0
        self.beeper = None
        self.charge = 15  # percent left in the battery at which to warn next
        self.offer = None
        self.place = self.brief = ()
        self.upright = False
        self.lang = ""
        self.notices = []  # keys of sentences to be said at the next chance
        self._dirty = False
        self._clean = True
        self._toast = None
        self._strip = None
        self._whole = False  # whether the strip goes with the next press
        self._told = False  # whether a brief one tells all
        self.screens = []  # those that are open, the last one on top
        self.shown = None  # the screen whose scene is on the panel
        self.root = displayio.Group()
        self.root.append(self.theme.box(0, 0, self.W, self.H, self.theme.felt))
        self.display.root_group = self.root
        # (Presses are looked at also while a picture is made.)
        self.display.between = self.buttons.poll

    def wake(self):
        """Go on with switching the panel on, which takes a while (see ``busdisplay``)."""
        if hasattr(self.display, "poll"):
            self.display.poll()

    def percent(self):
        """Return the brightness wished for, in percent."""
        return 25 * self.light + 25

    def battery(self):
        """Return how much is left in the battery, in percent, or None if the board can't tell."""
        try:
            # (Whatever a board's own file does wrong, the game goes on without.)
            left = int(self.board.battery())
            return left if 0 <= left <= 100 else None
        except Exception:
            return None

    def beep(self, kind):
        """Let the buzzer play ``kind``, one of firmware.device.sound.TUNES, if it is to play at all."""
        if self.beeper:
            self.beeper.play(kind)

    def speak(self, lang):
        """Use the language ``lang`` from now on, in all that is shown afterwards."""
        text.set_language(lang)
        fonts.set_tall(text.tall)
        self.lang = lang

    # -- screens --------------------------------------------------------------------------------

    def open(self, screen):
        """Show ``screen`` above what is shown now; return what it ends with.

        The screen below shows itself again when it goes on (``Screen.show``).
        """
        if screen.pooled:
            self.show(None)
            for below in self.screens:
                below.give_up()
        self.screens.append(screen)
        screen.show()
        result = screen.run()
        self.screens.pop()
        screen.give_up()
        self.shown = None
        return result

    def close_all(self):
        """Let go of all screens and their scenes, after something went wrong."""
        self.screens = []
        self.show(None)

    # -- showing --------------------------------------------------------------------------------

    def show(self, group):
        """Make ``group`` the picture, on the plain background, and free the one before."""
        self._toast = self._strip = self.offer = self.shown = None
        self._whole = self._told = False
        self.place = self.brief = ()
        self.upright = False
        while len(self.root) > 1:
            self.root.pop()
        if group is None:
            # The display holds on to what it drew last, to see what has changed, until told that
            # everything has.
            self.display.root_group = None
            self.display.root_group = self.root
            gc.collect()
        else:
            self.root.append(group)

    def draw(self):
        """Have the changes sent to the panel: now, or as soon as it is no longer busy.

        While presses wait to be dealt with, drawing waits too: one picture for all of them.
        """
        self._dirty = True
        if not self.buttons.waiting():
            self._send()

    def clean(self):
        """Have e-ink drive every pixel anew with the next picture: slow, flashing, without ghosts.

        Other pictures change quickly what differs from the one before.
        """
        self._clean = True

    def settle(self):
        """Wait until everything drawn can be seen."""
        self._send()
        while self._dirty or getattr(self.display, "busy", False):
            self._nap()

    def _send(self):
        # Asking whether it is busy also lets an e-ink panel end its refresh and rest.
        if not getattr(self.display, "busy", False) and self._dirty:
            self._dirty = False
            if self._clean or getattr(self.display, "fast", None) is None:
                self._clean = False
                self.display.refresh()
            else:
                self.display.refresh(fast=True)

    def toast(self, words):
        """Show a sentence in a box above everything else; None takes it away again."""
        if self._toast is not None:
            self.root.remove(self._toast)
            self._toast = None
        if words:
            self._toast = self.theme.toast(self.W, self.H, words)
            self.root.append(self._toast)

    def explain(self, offer):
        """Show the strip that says what the buttons do, above everything else; None takes it away.

        With ``brief`` set it doesn't go then, but tells again at ``brief`` what has room there.
        """
        if self._strip is not None:
            self.root.remove(self._strip)
            self._strip = None
        self._whole = bool(offer)
        self._told = False
        if offer:
            self._strip = button_bar.strip(self, offer, *self.place)
        elif self.brief and self.offer:
            x, y, w, most = self.brief
            self._strip = button_bar.strip(self, self.offer, x, y, w, 0, most)
            self._told = button_bar.height(self, self.offer, w) <= most
        if self._strip is not None:
            self.root.append(self._strip)

    # -- waiting --------------------------------------------------------------------------------

    def _nap(self):
        self.work()
        time.sleep_ms(_SLICE)

    def work(self):
        """To be called between two slices of thinking: keeps buttons and panel going."""
        self.buttons.poll()
        if self.beeper:
            self.beeper.poll()
        self._send()

    def event(self, ms=None):
        """Wait for a press and return its action, or None after ``ms``."""
        start = time.ticks_ms()
        while True:
            self.buttons.poll()
            action = self.buttons.get()
            if action is not None:
                if self._whole and self.offer:
                    self.explain(None)
                    self._dirty = True
                return action
            past = time.ticks_diff(time.ticks_ms(), start)
            if not 0 <= past <= _LATE:
                # (Ticks tell only times of less than six days apart.)
                past = _LATE
                start = time.ticks_add(time.ticks_ms(), -_LATE)
            if ms is not None:
                if past >= ms:
                    return None
            elif self.offer and not (self._whole or self._told) and self.hints:
                late = _HINT_TOP if self.place[:2] == _TOP else _HINT
                if past >= (_HINT_INK if self.mono else late):
                    self.explain(self.offer)
                    self.draw()
            if self.rest and ms is None and past >= RESTS[self.rest] * _MINUTE:
                self._rest()
                start = time.ticks_ms()
            self._nap()

    def _rest(self):
        with Scope():
            from firmware.device import rest

            rest.rest(self)

    def say(self, words):
        """Show a sentence until a button is pressed."""
        # The strip with its buttons makes room: they do something else now, which is told at the foot.
        kept = self.offer, self.place, self.brief, self._whole, self._told, self._strip
        if self._strip is not None:
            self.root.remove(self._strip)
            self._strip = None
        self.offer = _SAID
        self.place = self.brief = ()
        self._whole = self._told = False
        self.toast(words)
        self.draw()
        self.settle()
        self.buttons.forget()
        self.event()
        self.toast(None)
        self.offer, self.place, self.brief, self._whole, self._told, self._strip = kept
        if self._strip is not None:
            self.root.append(self._strip)
        self.draw()

    def pace(self, kind=0):
        """Return how long (ms) to look at a card played (0) or a finished trick (1)."""
        return _PACE[self.speed][kind]

    def save_game(self, data):
        """Keep ``data``, the bytes of the record of the game going on, or b"" for none."""
        full = self.store.full
        if not self.store.save("game", data) and not full:
            self.notices.append("save.full")
