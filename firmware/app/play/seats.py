# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The players' names at the table, with the marks beside them."""

import displayio

from firmware.app.play.turns import SOUTH
from firmware.app.widgets.theme import Line
from firmware.content import art
from firmware.content.text import t

_icons = {}


def icon(name, mono, x, y):
    """Return an icon as a TileGrid at ``x``, ``y``; its pixels are read once."""
    if name not in _icons:
        _icons[name] = art.icon(name, mono)
    bitmap, palette = _icons[name]
    return displayio.TileGrid(bitmap, pixel_shader=palette, x=x, y=y)


def seat_name(seat):
    """Return what the player at ``seat`` is called where all four are named."""
    return t("seat.you") if seat == SOUTH else t("seat." + str(seat))


class Seat:
    """A player's name with the cards left, lit when it is the player's turn, and marks beside it.

    ``align``: 0 the name begins at ``x``, 1 it ends there. ``under``: the marks stand below the name,
    else after it; ``slim``: narrow ones, one below the other. ``bar``: it stands on the bar. ``end`` is
    where the next thing can stand.
    """

    align = 0
    count = -1
    lit = False
    marks = 0
    slim = False

    def __init__(self, app, group, seat, x, y, align=0, under=False, bar=False):
        theme = app.theme
        self.name = t("seat.you") if seat == SOUTH else t("label." + str(seat))
        if align:
            self.align = align
        self.group = group
        self.colour = theme.bar_text if bar else theme.text
        w = theme.width(self.name if seat == SOUTH else self.name + " 00") + 3
        self.line = Line(theme, x - w if align else x, y + 2, w, self.colour)
        group.append(self.line.tile)
        # (in the middle of high letters)
        self.marks_y = y + (1 if theme.small.height < 16 else 4)
        if under:
            self.marks_x = x
            self.marks_y = y + 2 + theme.small.height
        elif align:
            self.marks_x = x - w - 2
        else:
            self.marks_x = x + w + 2
        self.end = self.marks_x + (0 if align else 4)
        if seat == SOUTH:
            self.line.set(" " + self.name)

    def show(self, count, turn):
        """Show ``count`` cards (None: not at all) and whether it is this seat's turn."""
        if count is not None and count != self.count:
            self.count = count
            self.line.set(" " + self.name + " " + str(count))
        if turn != self.lit:
            self.lit = turn
            theme = self.line.theme
            if turn and theme.mono:
                self.line.colour(0xFFFFFF - self.colour, self.colour)
            elif turn:
                self.line.colour(theme.ink, theme.accent)
            else:
                self.line.colour(self.colour)

    def mark(self, name):
        """Add the icon ``name`` to the seat's marks."""
        if self.slim:
            y = self.marks_y + 12 * self.marks
            self.group.append(icon(name + ".slim", self.line.theme.mono, self.marks_x, y))
            self.marks += 1
            return
        x = self.marks_x + (-12 if self.align else 12) * self.marks
        self.marks += 1
        self.end = x + 14
        self.group.append(icon(name, self.line.theme.mono, x - (10 if self.align else 0), self.marks_y))
