# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What all screens share: the panel, the buttons, the flash, the settings, and the one place to wait.

A screen changes its ``displayio`` objects and calls ``App.draw``; the panel is sent when it is ready for
it, so that on e-ink several changes become one refresh. Everything that takes time goes through
``wait``, ``event`` or ``pause``, which keep the buttons alive and send what is still to be drawn.
"""

import gc
import time

import displayio
from micropython import const

from firmware import text
from firmware.app.look import Look
from firmware.buttons import Buttons
from firmware.storage import Store

_SLICE = const(5)  # ms slept at a time
# How long a card played by others is looked at, and a finished trick, by speed (ms).
_PACE = ((1500, 2600), (900, 1800), (450, 1100), (120, 500))
CARDS = const(22)  # faces kept in memory
CANVAS_Y = const(13)
SPEEDS = ("slow", "normal", "quick", "instant")


class Leave(Exception):
    """Raised to leave a game for the title; the game is saved."""


class Settings:
    """The settings, kept as lines ``name=value`` that a person could read."""

    def __init__(self):
        self.speed = 1
        self.level = 1
        self.partner = 1
        self.lang = "en"

    def to_bytes(self):
        """Return the settings as they are saved."""
        return "speed={}\nlevel={}\npartner={}\nlang={}\n".format(
            self.speed, self.level, self.partner, self.lang
        ).encode()

    def read(self, data):
        """Take over what is understood of saved settings; anything else keeps its default."""
        try:
            lines = str(data, "utf-8").split("\n")
        except (UnicodeError, ValueError):
            return
        for line in lines:
            name, _, value = line.partition("=")
            if name == "lang" and value in text.languages():
                self.lang = value
            elif name == "speed" and value in ("0", "1", "2", "3"):
                self.speed = int(value)
            elif name in ("level", "partner") and value in ("0", "1", "2"):
                setattr(self, name, int(value))


class App:
    """The running app.

    ``board``: a board module; ``root``: the folder where the flash's files are. ``display``: the panel,
    ``W``, ``H`` its size and ``mono`` whether it is black and white. ``cards``: the bitmap for the faces
    of 22 cards; ``canvas``: the one for text, as large as the screen below ``canvas_y``.
    """

    def __init__(self, board, root, cards=None, canvas=None):
        self.board = board
        self.W = board.WIDTH
        self.H = board.HEIGHT
        self.mono = board.MONO
        self.display = board.display()
        # The two large bitmaps that every screen uses: faces of cards, and lines of text.
        self.cards = cards or displayio.Bitmap(32, 48 * CARDS, 2 if self.mono else 16)
        self.canvas_y = CANVAS_Y
        self.canvas = canvas or displayio.Bitmap(self.W, self.H - CANVAS_Y, 2)
        self.look = Look(self.mono)
        self.buttons = Buttons(board.BUTTONS, getattr(board, "ACTIVE_HIGH", False))
        self.updown = self.buttons.has("up") is not None
        self.store = Store(root)
        self.settings = Settings()
        self.notices = []  # keys of sentences to be said at the next chance
        self._dirty = False
        self._toast = None
        data, problem = self.store.load("settings")
        if data:
            self.settings.read(data)
        if problem:
            self.notices.append(problem + ".settings")
        text.set_language(self.settings.lang)
        self.root = displayio.Group()
        self.felt = self.look.box(0, 0, self.W, self.H, self.look.felt)
        self.root.append(self.felt)
        self.display.root_group = self.root

    # -- showing --------------------------------------------------------------------------------

    def show(self, group):
        """Make ``group`` the picture, on the plain background, and free the one before."""
        self.toast(None)
        while len(self.root) > 1:
            self.root.pop()
        if group is not None:
            self.root.append(group)
        gc.collect()

    def draw(self):
        """Have the changes sent to the panel: now, or as soon as it is no longer busy."""
        self._dirty = True
        self._send()

    def settle(self):
        """Wait until everything drawn can be seen."""
        self._send()
        while self._dirty or getattr(self.display, "busy", False):
            self._nap()

    def _send(self):
        if self._dirty and not getattr(self.display, "busy", False):
            self._dirty = False
            self.display.refresh()

    def toast(self, words):
        """Show a sentence in a box above everything else; None takes it away again."""
        if self._toast is not None:
            self.root.remove(self._toast)
            self._toast = None
        if words:
            self._toast = self.look.toast(self.W, self.H, words)
            self.root.append(self._toast)

    # -- waiting --------------------------------------------------------------------------------

    def _nap(self):
        self.buttons.poll()
        self._send()
        time.sleep_ms(_SLICE)

    def work(self):
        """To be called between two slices of thinking: keeps buttons and panel going."""
        self.buttons.poll()
        self._send()

    def event(self, ms=None):
        """Wait for a press and return its action, or None after ``ms``."""
        start = time.ticks_ms()
        while True:
            self.buttons.poll()
            action = self.buttons.get()
            if action is not None:
                return action
            if ms is not None and time.ticks_diff(time.ticks_ms(), start) >= ms:
                return None
            self._nap()

    def say(self, words):
        """Show a sentence until a button is pressed."""
        self.toast(words)
        self.draw()
        self.settle()
        self.buttons.forget()
        self.event()
        self.toast(None)
        self.draw()

    def pace(self, kind=0):
        """Return how long (ms) to look at a card played (0) or a finished trick (1)."""
        return _PACE[self.settings.speed][kind]

    # -- keeping --------------------------------------------------------------------------------

    def save_settings(self):
        """Write the settings."""
        self.store.save("settings", self.settings.to_bytes())

    def save_game(self, record):
        """Write the game going on, or that there is none (None)."""
        full = self.store.full
        if not self.store.save("game", record.to_bytes() if record else b"") and not full:
            self.notices.append("save.full")

    def load_game(self):
        """Return the saved game's record, or None; what is wrong with it goes to the notices."""
        from engine.errors import TavolinoError
        from engine.record import Record

        data, problem = self.store.load("game")
        if problem:
            self.notices.append(problem)
        if not data:
            return None
        try:
            return Record.from_bytes(data)
        except TavolinoError:
            self.notices.append("save.damaged")
            return None

    def new_code(self):
        """Return a new deal code, from the chip's random generator and the clock."""
        from engine import dealcode

        try:
            from os import urandom

            return dealcode.from_entropy(urandom(7))
        except (ImportError, NotImplementedError):
            import random

            random.seed(time.ticks_us())
            return dealcode.from_entropy(bytes([random.getrandbits(8) for _ in range(7)]))
