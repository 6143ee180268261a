# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Typing a deal code in with few buttons."""

import displayio

from engine import dealcode
from engine.errors import TavolinoError
from firmware.app.screen import Screen
from firmware.app.widgets import button_bar
from firmware.app.widgets.theme import Line
from firmware.content.text import t

_OFFER = (("ok", "hint.enter"), ("back", "hint.erase"), ("move", "hint.move"))
_FIRST = (("ok", "hint.enter"), ("back", "hint.back"), ("move", "hint.move"))


class CodeEntry(Screen):
    """Typing a deal code in; ``run`` returns the code, or None.

    left and right choose a character, ok takes it, back takes the last one away.
    """

    pooled = False
    code = ""
    at = 0

    def build(self):
        """Make the scene."""
        app = self.app
        theme = app.theme
        group = displayio.Group()
        top = theme.big.height + 8
        group.append(theme.box(0, 0, app.W, top, theme.bar))
        group.append(
            theme.label(t("code.heading"), app.W // 2, 3, theme.bar_text, theme.big, 0.5).tile
        )
        self.typed = Line(theme, 0, top + 14, app.W, theme.text, theme.big, 0.5)
        self.wheel = Line(theme, 0, top + 40, app.W, theme.dim, theme.big, 0.5)
        group.append(self.typed.tile)
        group.append(self.wheel.tile)
        group.append(button_bar.strip(app, _OFFER if self.code else _FIRST))
        self.begun = bool(self.code)
        self._tell()
        return group

    def _tell(self):
        code = self.code
        shown = code + "_" * (8 - len(code))
        self.typed.set(shown[:4] + " - " + shown[4:])
        row = []
        for away in range(-4, 5):
            c = dealcode.ALPHABET[(self.at + away) % 32]
            row.append("[" + c + "]" if away == 0 else c)
        self.wheel.set("  ".join(row))

    def run(self):
        """Let a code be typed."""
        app = self.app
        while True:
            action = app.event()
            if action == "right" or action == "up":
                self.at = (self.at + 1) % 32
            elif action == "left" or action == "down":
                self.at = (self.at - 1) % 32
            elif action == "ok":
                self.code += dealcode.ALPHABET[self.at]
                if len(self.code) == 8:
                    try:
                        return dealcode.clean(self.code)
                    except TavolinoError:
                        app.say(t("code.wrong"))
                        self.code = self.code[:7]
            elif action == "back":
                if not self.code:
                    return None
                self.code = self.code[:-1]
            if self.begun != bool(self.code):
                self.begun = not self.begun
                self.scene.pop()
                self.scene.append(button_bar.strip(app, _OFFER if self.begun else _FIRST))
            self._tell()
            app.draw()
