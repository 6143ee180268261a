# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Typing a deal code in with few buttons."""

import displayio

from engine import dealcode
from engine.errors import TavolinoError
from firmware.app.widgets import button_bar as hints
from firmware.app.widgets.theme import Line
from firmware.content.text import t

_OFFER = (("ok", "hint.enter"), ("back", "hint.erase"), ("move", "hint.move"))
_FIRST = (("ok", "hint.enter"), ("back", "hint.back"), ("move", "hint.move"))


def enter_code(app):
    """Return a deal code typed by the player, or None.

    left and right choose a character, ok takes it, back takes the last one away.
    """
    look = app.look
    alphabet = dealcode.ALPHABET
    group = displayio.Group()
    top = look.big.height + 8
    group.append(look.box(0, 0, app.W, top, look.bar))
    group.append(look.label(t("code.heading"), app.W // 2, 3, look.bar_text, look.big, 0.5).tile)
    typed = Line(look, 0, top + 14, app.W, look.text, look.big, 0.5)
    wheel = Line(look, 0, top + 40, app.W, look.dim, look.big, 0.5)
    group.append(typed.tile)
    group.append(wheel.tile)
    group.append(hints.strip(app, _FIRST))
    code = ""
    at = 0
    begun = False
    app.show(group)
    while True:
        if begun != bool(code):
            begun = not begun
            group.pop()
            group.append(hints.strip(app, _OFFER if begun else _FIRST))
        shown = code + "_" * (8 - len(code))
        typed.set(shown[:4] + " - " + shown[4:])
        row = []
        for away in range(-4, 5):
            c = alphabet[(at + away) % 32]
            row.append("[" + c + "]" if away == 0 else c)
        wheel.set("  ".join(row))
        app.draw()
        action = app.event()
        if action == "right" or action == "up":
            at = (at + 1) % 32
        elif action == "left" or action == "down":
            at = (at - 1) % 32
        elif action == "ok":
            code += alphabet[at]
            if len(code) == 8:
                try:
                    return dealcode.clean(code)
                except TavolinoError:
                    app.say(t("code.wrong"))
                    code = code[:7]
        elif action == "back":
            if not code:
                return None
            code = code[:-1]
