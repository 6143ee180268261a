# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The options, kept as soon as they are changed."""

from firmware import VERSION
from firmware.app import settings
from firmware.app.app import RESTS
from firmware.app.scope import Scope
from firmware.app.widgets.list import List
from firmware.content.text import t

_SPEEDS = ("slow", "normal", "quick", "instant")
_LEVELS = ("easy", "medium", "strong")
_COUNTS = {
    "speed": 4, "level": 3, "partner": 3, "hints": 2, "auto": 4, "light": 4, "rest": 4, "sort": 3,
    "left": 2, "sound": 2, "colour": 2,
}


def _inked(app):
    # Whether how long the pixels are driven can be chosen.
    return getattr(app.display, "fast", None) is not None


def _drive(app, was):
    # All pixels become white in the time that made some black, then the new one counts.
    shown = []
    while len(app.root) > 1:
        shown.append(app.root.pop())
    app.clean()
    app.draw()
    app.settle()
    settings.ink(app, was)
    while shown:
        app.root.append(shown.pop())


def _row(app, name):
    if name == "back" or name == "language":
        return t("option." + name, t("language.self"))
    value = getattr(app, name)
    if name == "speed":
        words = t("speed." + _SPEEDS[value])
    elif name == "light" and _inked(app):
        return t("option.contrast", t("contrast." + str(value % 3)))
    elif name == "light":
        words = str(app.percent()) + " %"
    elif name == "rest":
        words = t("rest.minutes", RESTS[value]) if value else t("rest.never")
    elif name in ("sort", "auto", "colour"):
        words = t(name + "." + str(value))
    elif name in ("level", "partner"):
        words = t("level." + _LEVELS[value])
    else:
        words = t("option.on" if value else "option.off")
    return t("option." + name, words)


def options(app, playing=False):
    """Show the options until the player goes back; ``playing``: during a game.

    From the title the heading says the version, too.
    """
    names = [
        "speed", "level", "partner", "hints", "auto", "sort", "sound", "light", "colour", "rest",
        "left", "language", "back",
    ]
    if app.mono:
        names.remove("colour")
        if not _inked(app):
            names.remove("light")
    if not hasattr(app.board, "SOUND"):
        names.remove("sound")
    if not hasattr(app.board, "LEFT_HANDED"):
        names.remove("left")
    if playing:
        # The level is the game's own, language and colours are the table's.
        names = [
            name for name in names if name not in ("level", "partner", "language", "colour")
        ]

    def change(i, step):
        name = names[i]
        if name not in _COUNTS or name == "left":
            return None
        inked = name == "light" and _inked(app)
        was = getattr(app, name)
        setattr(app, name, (was + step) % (3 if inked else _COUNTS[name]))
        if inked:
            _drive(app, was)
        elif name == "light":
            app.board.brightness(app.percent())
        elif name == "sound" or name == "colour":
            settings.apply(app)
            app.beep("turn")
        settings.save(app)
        return _row(app, name)

    chosen = 0
    while True:
        heading = t("title.options")
        if not playing:
            heading += " \xb7 " + VERSION
        rows = [_row(app, name) for name in names]
        chosen = app.open(List(app, heading, rows, chosen, change))
        if chosen is not None and names[chosen] == "left":
            # The list is made anew: it says what the buttons do.
            app.left = 1 - app.left
            settings.apply(app)
            settings.save(app)
            continue
        if chosen is None or names[chosen] != "language":
            return
        with Scope():
            from firmware.app.screens import language

            language.choose_language(app)
