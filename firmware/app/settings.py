# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The settings: attributes of the app, kept in a file as lines ``name=value`` a person could read."""

import sys

from firmware import text

_DIGITS = (
    ("speed", "0123"), ("level", "012"), ("partner", "012"), ("hints", "01"), ("auto", "012"),
    ("light", "0123"), ("rest", "0123"), ("sort", "012"), ("left", "01"), ("sound", "01"),
)


def load(app):
    """Set the app's settings from their file; what isn't understood keeps its default."""
    data, problem = app.store.load("settings")
    if problem:
        app.notices.append(problem + ".settings")
    try:
        lines = str(data or b"", "utf-8").split("\n")
    except (UnicodeError, ValueError):
        lines = ()
    for line in lines:
        name, _, value = line.partition("=")
        if name == "lang" and text.there(value):
            app.lang = value
        for known, digits in _DIGITS:
            if name == known and len(value) == 1 and value in digits:
                setattr(app, name, int(value))
    if app.light < 3:
        app.board.brightness(app.percent())
    if app.left or app.sound:
        apply(app)


def apply(app):
    """Have the buttons and the buzzer as the settings want them, where the board can."""
    board = app.board
    if hasattr(board, "LEFT_HANDED"):
        app.buttons.assign(board.LEFT_HANDED if app.left else board.BUTTONS)
    if app.sound and hasattr(board, "SOUND"):
        if app.beeper is None:
            from firmware.sound import Beeper

            app.beeper = Beeper(board.SOUND)
    elif app.beeper:
        app.beeper.close()
        app.beeper = None
        del sys.modules["firmware.sound"]


def save(app):
    """Write the app's settings to their file."""
    lines = ["lang=" + (app.lang or text.language())]
    for name, _ in _DIGITS:
        lines.append(name + "=" + str(getattr(app, name)))
    app.store.save("settings", "\n".join(lines).encode())
