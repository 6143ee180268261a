# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The strip that says what each button does now, each near the side where its button sits."""

import displayio
from micropython import const

from firmware.app.widgets.theme import Line
from firmware.content.text import t

_GAP = const(6)
_ARROWS = {"up": "\u2191", "down": "\u2193", "left": "\u2190", "right": "\u2192"}


def _turned(app):
    # Whether the board is held the other way up.
    return app.left and hasattr(app.board, "turn")


def _button(app, action):
    # The name of the button for ``action``, with a dash if it must be held, and its printed name.
    buttons = app.buttons
    name = buttons.has(action)
    if name is None:
        return "", None
    # (The stick of a turned board points where it goes, not where its name says.)
    arrow = action if _turned(app) and name in _ARROWS else name
    return _ARROWS.get(arrow, arrow) + ("\u2014" if buttons.long(action) else ""), name


def _named(app, action):
    if action == "move":
        # The two buttons that go back and forth, or the one that goes on and on.
        first, name = _button(app, "up" if app.updown and app.upright else "left")
        second, other = _button(app, "down" if app.updown and app.upright else "right")
        if first and second and first not in _ARROWS.values():
            first += "/"
        return first + second, name or other
    return _button(app, action)


def _rows(app, offer, x, width):
    # The rows of the strip, each of lists (x, width, number, button, its width, words).
    theme = app.theme
    edges = getattr(app.board, "EDGES", {})
    rows = [[]]
    room = width - 2
    seen = []
    for action, key in offer:
        words = t(key)
        name, button = _named(app, action)
        if action and (not name or key in seen):
            continue
        seen.append(key)
        first = theme.width(name) + 5 if name else 0
        wide = first + theme.width(words) + 3
        if wide > room and rows[-1]:
            rows.append([])
            room = width - 2
        room -= wide + _GAP
        middle = edges.get(button, app.W // 2)
        if _turned(app):
            middle = app.W - middle
        middle -= x
        rows[-1].append([middle - wide // 2, wide, len(seen), name, first, words])
    return rows


def height(app, offer, w):
    """Return how many rows the strip about ``offer`` has in ``w`` pixels of width."""
    return len(_rows(app, offer, 0, w))


def strip(app, offer, x=0, y=None, w=0, h=0, most=0):
    """Return the strip as a group.

    ``offer``: tuples (action, key of what it does now); "move" stands for the two that choose, ""
    for words without a button. They take as many rows as they need; with ``most`` no more than these, and
    what has no room is left out, from the end. ``x``, ``y``: its corner, at the foot if not given;
    ``w``: its width, 0 for the panel's; ``h``: its height at least: a higher one begins above ``y``.
    """
    theme = app.theme
    line = theme.line()
    width = w or app.W
    rows = _rows(app, offer, x, width)
    if most:
        rows = rows[:most]
    edge = 0 if w else 2
    need = len(rows) * line + edge
    high = max(need, h)
    if y is None:
        y = app.H - high
    elif h:
        y = max(0, y + h - high)
    group = displayio.Group(x=x, y=y)
    for chips in rows:
        _spread(chips, width)
    # What stays among other words takes no more room than its own.
    left = max(0, min([chips[0][0] for chips in rows]) - 1) if most else 0
    group.append(theme.box(left, 0, width - left, high, theme.bar))
    top = min(2, line + edge - theme.small.height) + (high - need) // 2
    for chips in rows:
        for at, _, _, name, first, words in chips:
            if name:
                label = Line(theme, at, top, first - 1, None, None, 0.5, words=name)
                if theme.mono:
                    label.colour(theme.ink, theme.paper)
                else:
                    label.colour(theme.ink, theme.accent)
                group.append(label.tile)
            group.append(theme.label(words, at + first + 2, top, theme.bar_text).tile)
        top += line
    return group


def _spread(chips, width):
    # Apart from one another from the left, then back from the right edge.
    chips.sort()
    at = 1
    for chip in chips:
        chip[0] = max(at, chip[0])
        at = chip[0] + chip[1] + _GAP
    at = width - 1
    for chip in reversed(chips):
        chip[0] = min(at - chip[1], chip[0])
        at = chip[0] - _GAP
