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


def strip(app, offer, x=0, y=None, w=0):
    """Return the strip as a group.

    ``offer``: tuples (action, key of what it does now); "move" stands for the two that choose, ""
    for words without a button. What has no room is left out, from the end. ``x``, ``y``: its
    corner, at the foot if not given; ``w``: its width, 0 for the panel's.
    """
    theme = app.theme
    high = theme.line()
    if not w:
        w = app.W
        high += 2
    if y is None:
        y = app.H - high
    group = displayio.Group(x=x, y=y)
    group.append(theme.box(0, 0, w, high, theme.bar))
    edges = getattr(app.board, "EDGES", {})
    chips = []
    room = w - 2
    seen = []
    for action, key in offer:
        words = t(key)
        name, button = _named(app, action)
        if action and (not name or key in seen):
            continue
        seen.append(key)
        first = theme.width(name) + 5 if name else 0
        wide = first + theme.width(words) + 3
        if wide > room:
            break
        room -= wide + _GAP
        middle = edges.get(button, app.W // 2)
        if _turned(app):
            middle = app.W - middle
        middle -= x
        chips.append([middle - wide // 2, wide, len(chips), name, first, words])
    chips.sort()
    # Apart from one another from the left, then back from the right edge.
    at = 1
    for chip in chips:
        chip[0] = max(at, chip[0])
        at = chip[0] + chip[1] + _GAP
    at = w - 1
    for chip in reversed(chips):
        chip[0] = min(at - chip[1], chip[0])
        at = chip[0] - _GAP
    top = min(2, high - theme.small.height)
    for x, _, _, name, first, words in chips:
        if name:
            line = Line(theme, x, top, first - 1, None, None, 0.5, words=name)
            if theme.mono:
                line.colour(theme.ink, theme.paper)
            else:
                line.colour(theme.ink, theme.accent)
            group.append(line.tile)
        group.append(theme.label(words, x + first + 2, top, theme.bar_text).tile)
    return group
