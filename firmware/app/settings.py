# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The settings: attributes of the app, kept in a file as lines ``name=value`` a person could read."""

from firmware import text

_DIGITS = (
    ("speed", "0123"), ("level", "012"), ("partner", "012"), ("hints", "01"), ("auto", "01"),
    ("light", "0123"), ("rest", "0123"),
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


def save(app):
    """Write the app's settings to their file."""
    lines = ["lang=" + (app.lang or text.language())]
    for name, _ in _DIGITS:
        lines.append(name + "=" + str(getattr(app, name)))
    app.store.save("settings", "\n".join(lines).encode())
