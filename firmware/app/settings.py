# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The settings: attributes of the app, kept in a file as lines ``name=value`` a person could read."""

import sys

from firmware.content import art, text

_DIGITS = (
    ("speed", "0123"), ("level", "012"), ("partner", "012"), ("hints", "01"), ("auto", "0123"),
    ("light", "0123"), ("rest", "0123"), ("sort", "012"), ("left", "01"), ("sound", "01"),
    ("colour", "01"),
)
# What is added (ms) to the time that a quick refresh of e-ink takes, by the app's ``light``. More than
# that, and a move on an SSD1680 would take longer than 700 ms.
_INK = (0, 100, -100, 0)
# Batons, cups and coins: as they are painted, and as all eyes can tell them apart (see
# tests/test_app_options.py).
_SUITS = ((8, 0x28A8A0), (4, 0xD85000), (7, 0x401808))


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
        if name == "lang":
            from firmware.content.languages import there

            if there(value):
                app.lang = value
        for known, digits in _DIGITS:
            if name == known and len(value) == 1 and value in digits:
                setattr(app, name, int(value))
    if app.light < 3:
        app.board.brightness(app.percent())
        ink(app, 3)
    if app.left or app.sound or app.colour:
        apply(app)


def ink(app, was):
    """Have e-ink drive its pixels as long as the settings want, no more as ``was`` did.

    ``was``: ``light`` until now. All pixels must be white, or as they were when the board was
    switched on: what made one black is taken back only by the same time (see lib/waveforms).
    """
    wave = getattr(app.display, "fast", None)
    if wave:
        wave.fast_ms += _INK[app.light] - _INK[was]


def apply(app):
    """Have buttons, buzzer and the suits' colours as the settings want them, where the board can."""
    board = app.board
    if not app.mono:
        felt = art.COLOURS[art.FELT_DARK]
        for index, safe in _SUITS:
            colour = safe if app.colour else art.COLOURS[index]
            art.palette()[index] = colour
            art.dim_palette()[index] = ((colour & 0xFEFEFE) >> 1) + ((felt & 0xFEFEFE) >> 1)
    if hasattr(board, "LEFT_HANDED"):
        order = board.LEFT_HANDED if app.left else range(len(board.BUTTONS))
        app.buttons.assign([board.BUTTONS[int(i)] for i in order])
    if hasattr(board, "turn"):
        board.turn(app.left)
    if app.sound and hasattr(board, "SOUND"):
        if app.beeper is None:
            from firmware.device.sound import Beeper

            app.beeper = Beeper(board.SOUND)
    elif app.beeper:
        app.beeper.close()
        app.beeper = None
        del sys.modules["firmware.device.sound"]


def save(app):
    """Write the app's settings to their file."""
    lines = ["lang=" + (app.lang or text.language())]
    for name, _ in _DIGITS:
        lines.append(name + "=" + str(getattr(app, name)))
    app.store.save("settings", "\n".join(lines).encode())
