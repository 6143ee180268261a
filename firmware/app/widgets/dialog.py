# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A sheet laid over the table: a heading, lines with values, perhaps small cards, perhaps buttons."""

import displayio
from micropython import const

from firmware.app.screen import Screen
from firmware.content import art
from firmware.content.fonts import wrap

_EDGE = const(4)
_TRICK = const(5)  # large cards that may be on the table at the same time
_COLUMN = const(104)  # narrowest column of lines
_OFFER = (("ok", "hint.choose"), ("back", "hint.back"), ("move", "hint.move"))


class Sheet:
    """A sheet in the upper part of the screen.

    ``rows``: (text, value) lines; ``total``: shown beside the heading; ``cards``: bytes of cards of
    ``game`` to be shown as small ones; ``buttons``: texts of two buttons, ``chosen`` the one with the
    cursor; ``room``: the height that may be covered; ``hand``: the Hand that is shown meanwhile, if one is.
    """

    def __init__(self, app, heading, rows, total="", cards=b"", game="", buttons=(), chosen=0,
                 room=0, hand=None):
        self.app = app
        theme = app.theme
        line = theme.line()
        top = line + 4
        room = (room or app.H) - top
        w = app.W - 12
        group = self.group = displayio.Group()
        inner = w - 2 * _EDGE
        columns = max(1, inner // _COLUMN)
        head = theme.big.height + 3
        foot = line + 7 if buttons else 0
        mini_rows = 0
        per_row = 0
        if cards:
            per_row = inner // 16
            mini_rows = (len(cards) + per_row - 1) // per_row
        rows = self._broken(rows, inner)
        # One column if all lines fit so, else as many as there is room for.
        free = (room - 2 * _EDGE - head - foot - 24 * mini_rows) // line
        wide = 0
        for text, value in rows:
            wide = max(wide, theme.width(text) + theme.width(value) + 14)
        columns = max(1, min(columns, inner // wide if wide else 1))
        used = 1
        while used < columns and len(rows) > free * used:
            used += 1
        if len(rows) > free * used:
            # No help for it: more of the screen is covered.
            room = app.H - top
            free = (room - 2 * _EDGE - head - foot - 24 * mini_rows) // line
        deep = (len(rows) + used - 1) // used
        if deep > free:
            deep = max(1, free)
            more = len(rows) - deep * used + 1
            rows = rows[:-more]
            rows.append(("+ " + str(more) + " \u2026", ""))
        h = 2 * _EDGE + head + deep * line + 24 * mini_rows + foot
        y = top + max(0, (room - h) // 3)
        group.append(theme.panel(6, y, w, h))
        # (Nothing is written where small cards lie, nor below if there are no buttons.)
        written = h - 2 * _EDGE - (0 if buttons else 24 * mini_rows)
        memory = None
        if app.mono and hand:
            # What a hand leaves of its memory will do, mostly: 2 KB are seldom free in one place.
            size = (inner + 7) // 8 * written
            if (app.W + 7) // 8 * hand.bitmap.height + size <= len(app.memory):
                memory = memoryview(app.memory)[-size:]
        ink = displayio.Bitmap(inner, written, 2, memory)
        ink.fill(0)
        theme.write(ink, heading, 0, 0, theme.big)
        theme.write(ink, total, inner, 0, theme.big, 1)
        across = inner // used
        for i in range(min(len(rows), deep * used)):
            x = i // deep * across
            at = head + i % deep * line
            text, value = rows[i]
            theme.write(ink, text, x, at)
            theme.write(ink, value, x + across - (8 if used > 1 else 0), at, None, 1)
        group.append(displayio.TileGrid(
            ink, pixel_shader=theme.shade(theme.ink), x=6 + _EDGE, y=y + _EDGE
        ))
        if cards:
            # Beside the cards of a trick there is room for them.
            minis = art.Minis(game, app.mono, len(cards), app.cards, 4 * _TRICK)
            at = y + _EDGE + head + deep * line
            for first in range(0, len(cards), per_row):
                some = cards[first:first + per_row]
                grid = displayio.TileGrid(
                    minis.bitmap, pixel_shader=minis.palette, width=len(some), height=1,
                    tile_width=minis.w, tile_height=minis.h, x=6 + _EDGE, y=at,
                )
                for i in range(len(some)):
                    grid[i] = minis.tile(some[i])
                group.append(grid)
                at += 24
            minis.close()
        self.chosen = chosen
        # Below the text, so that a button's marker can be laid beneath its words.
        self.lit = None
        self.places = []
        at = y + h - foot
        for i in range(len(buttons)):
            bw = theme.width(buttons[i]) + 16
            x = 6 + w * (2 * i + 1) // (2 * len(buttons)) - bw // 2
            theme.write(ink, buttons[i], x + 2 - _EDGE, at + 3 - y - _EDGE)
            self.places.append((x, at, bw))
        if buttons:
            self.choose(chosen)

    def _broken(self, rows, room):
        # The rows, those too long for their value beside them broken in two.
        theme = self.app.theme
        done = []
        for text, value in rows:
            left = room - theme.width(value) - 6
            if value and theme.width(text) > left:
                lines = wrap(theme.small, text, left)
                for line in lines[:-1]:
                    done.append((line, ""))
                text = lines[-1]
            done.append((text, value))
        return done

    def choose(self, i):
        """Put the cursor on button ``i``."""
        self.chosen = i
        theme = self.app.theme
        line = theme.line()
        if self.lit:
            self.group.remove(self.lit)
        # One marker, made anew: a panel takes 2 KB.
        x, y, w = self.places[i]
        self.lit = theme.panel(x, y, w, line + 4, theme.paper if theme.mono else theme.accent)
        if theme.mono:
            self.lit.append(theme.box(2, line + 1, w - 4, 2, theme.ink))
            self.lit.append(theme.box(2, 1, w - 4, 2, theme.ink))
        self.group.insert(1, self.lit)


class Dialog(Screen):
    """A question on an empty screen, with two answers; ``run`` returns True for the first.

    ``rows``: (text, value) lines under ``heading``; ``yes``, ``no``: the answers, ``chosen`` the one
    with the cursor. Back is the second answer.
    """

    pooled = False

    def __init__(self, app, heading, rows, yes, no, chosen=1):
        Screen.__init__(self, app)
        lines = []
        for words, value in rows:
            for line in wrap(app.theme.small, words, app.W - 12 - 2 * _EDGE):
                lines.append((line, ""))
            if value:
                lines[-1] = (lines[-1][0], value)
        self.sheet = Sheet(app, heading, lines, buttons=(yes, no), chosen=chosen)

    def build(self):
        """Make the scene."""
        return self.sheet.group

    def appear(self):
        """Say what the buttons do."""
        self.app.offer = _OFFER

    def run(self):
        """Wait for the answer."""
        app = self.app
        sheet = self.sheet
        while True:
            action = app.event()
            if action in ("left", "right", "up", "down"):
                sheet.choose(1 - sheet.chosen)
                app.draw()
            elif action == "ok":
                return sheet.chosen == 0
            elif action == "back":
                return False
