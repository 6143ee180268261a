# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pages to be read: lines with values, headings, rows of small cards."""

import displayio
from micropython import const

from firmware.app.app import CANVAS_Y, FACES
from firmware.app.scope import Scope
from firmware.app.screen import Screen
from firmware.app.widgets.rows import BIG, CARDS, HEAD, LINE, SHOW
from firmware.content import art
from firmware.content.fonts import width, wrap

_OFFER = (("ok", "hint.on"), ("back", "hint.back"), ("move", "hint.page"))
_COLUMN = const(44)  # width of a column of values
_MINI_W = const(16)
_MINI_H = const(22)


class Pages(Screen):
    """Shows rows (see the kinds above) under ``heading``; cards are those of ``game``.

    ``sections``: functions that return the rows of a section each. A section begins on a new page, and
    only the rows of one are in memory.
    """

    def __init__(self, app, heading, sections, game):
        Screen.__init__(self, app)
        self.heading = heading
        self.number = 0  # of the page that is shown
        self.anchor = ""  # section of the rules that the info button opens
        self.sections = sections
        self.game = game
        theme = app.theme
        self.line = theme.line()
        self.tall = app.H >= 200
        self.face = theme.small
        self.head = theme.big if self.tall else theme.small
        self.top = theme.big.height + 6 if self.tall else self.line + 2
        self.margin = 6 if self.tall else 4
        self.inner = app.W - 2 * self.margin
        self.per_row = self.inner // _MINI_W
        self.starts = None
        self.minis = None
        self.ink = displayio.Bitmap(app.W, app.H - CANVAS_Y, 2, app.memory)

    def lay_out(self):
        """Find out where each page begins."""
        # Where each page begins: section, row, cards of that row already shown.
        starts = self.starts = []
        for i in range(len(self.sections)):
            self.rows = self.sections[i]()
            at = (0, 0)
            while at:
                starts.append((i, at[0], at[1]))
                at = self._flow(at, None)

    def _beside(self, row):
        # Where the cards of a SHOW row stand beside its text; 0 if they must go below it.
        x = max(self.inner * 5 // 12, width(self.face, row[1]) + 6)
        return x if x + _MINI_W * len(row[3]) <= self.inner - 24 else 0

    def _height(self, row):
        kind = row[0]
        if kind == HEAD:
            return self.head.height + 6
        if kind == BIG:
            return self.app.theme.big.height + 4
        return self.line

    def _kept(self, index):
        # How much must follow on the same page as the row before ``index``, which is about it.
        rows = self.rows
        if index >= len(rows):
            return 0
        row = rows[index]
        kind = row[0]
        if kind == CARDS:
            return _MINI_H
        if kind == SHOW:
            return self._show_height(row)
        if kind == LINE:
            if index + 1 < len(rows) and rows[index + 1][0] == CARDS:
                return self.line + _MINI_H
            return self.line
        return self._height(row)

    def _show_height(self, row):
        if self._beside(row):
            return _MINI_H + 3
        return self.line - (-len(row[3]) // self.per_row) * (_MINI_H + 2)

    def _flow(self, at, paint):
        # Go through one page from ``at`` on; return where the next begins, None at the end.
        y = self.top + 3
        bottom = self.app.H - 1
        index, part = at
        first = True
        rows = self.rows
        while index < len(rows):
            row = rows[index]
            kind = row[0]
            if kind == CARDS:
                cards = row[1]
                while part < len(cards):
                    if y + _MINI_H > bottom:
                        return (index, part)
                    piece = cards[part:part + self.per_row]
                    if paint:
                        paint(row, y, piece)
                    part += len(piece)
                    y += _MINI_H + 2
                part = 0
                index += 1
                first = False
                continue
            if kind == SHOW:
                beside = self._beside(row)
                need = self._show_height(row)
                if y + need > bottom + 2 and not first:
                    return (index, 0)
                if paint:
                    paint(row, y, beside)
                y += need
                index += 1
                first = False
                continue
            values = len(row) - 2
            lines = [row[1]]
            if kind == LINE:
                room = self.inner
                if values and row[2]:
                    room -= max(values * _COLUMN - 8, width(self.face, row[2]) + 8)
                lines = wrap(self.face, row[1], room)
            need = self._height(row) * len(lines)
            if kind == HEAD or index + 1 < len(rows) and rows[index + 1][0] == CARDS:
                # A heading, or what is said of some cards, stays with what it is about.
                need += self._kept(index + 1)
            if not first:
                if kind == HEAD:
                    y += 2
                if y + need > bottom:
                    return (index, 0)
            if paint:
                paint(row, y, lines)
            y += self._height(row) * len(lines)
            index += 1
            first = False
        return None

    def build(self):
        """Make the scene of the page that is shown."""
        app = self.app
        theme = app.theme
        if self.starts is None:
            self.lay_out()
        number = self.number
        group = self.group = displayio.Group()
        if not theme.mono:
            group.append(theme.box(0, 0, app.W, app.H, theme.paper))
        group.append(theme.box(0, 0, app.W, self.top, theme.bar))
        face = theme.big if self.tall else theme.small
        y = (self.top - face.height) // 2
        group.append(theme.label(self.heading, self.margin, y, theme.bar_text, face).tile)
        if len(self.starts) > 1:
            words = str(number + 1) + "/" + str(len(self.starts))
            group.append(
                theme.label(words, app.W - self.margin, y, theme.bar_text, face, 1).tile
            )
        self.ink.fill(0)
        group.append(displayio.TileGrid(
            self.ink, pixel_shader=theme.shade(theme.ink), y=CANVAS_Y
        ))
        section, index, part = self.starts[number]
        self.rows = self.sections[section]()
        self._flow((index, part), self._paint)
        self.rows = None
        if self.minis:
            self.minis.close()
        return group

    def give_up(self):
        """Let go of the scene."""
        self.scene = self.group = self.minis = None

    def appear(self):
        """Say what the buttons do."""
        self.app.offer = _OFFER
        self.app.place = (0, 0, 0, self.top)

    def _paint(self, row, y, lines):
        kind = row[0]
        theme = self.app.theme
        if kind == CARDS:
            self._paint_cards(lines, self.margin, y)
            return
        face = theme.big if kind == BIG else self.head if kind == HEAD else self.face
        ink = self.ink
        left = self.margin
        right = left + self.inner
        at = y - CANVAS_Y
        if kind == SHOW:
            cards = row[3]
            if lines:
                self._paint_cards(cards, self.margin + lines, y)
                at += (_MINI_H - self.face.height) // 2
            else:
                for i in range(0, len(cards), self.per_row):
                    y += self.line if i == 0 else _MINI_H + 2
                    self._paint_cards(cards[i:i + self.per_row], self.margin, y)
            theme.write(ink, row[1], left, at)
            theme.write(ink, row[2], right, at, None, 1)
            return
        for words in lines:
            theme.write(ink, words, left, at, face)
            at += self._height(row)
        at -= self._height(row)
        for i in range(len(row) - 1, 1, -1):
            theme.write(ink, row[i], right, at, face, 1)
            right -= _COLUMN
        if kind == HEAD:
            self.group.append(
                theme.box(self.margin, y + self.head.height + 2, self.inner, 1, theme.edge)
            )

    def _paint_cards(self, cards, x, y):
        app = self.app
        if self.minis is None:
            # They use the memory of the large cards, of which none are shown now: room for 52.
            self.minis = art.Minis(self.game, app.mono, 4 * FACES, app.cards)
        minis = self.minis
        grid = displayio.TileGrid(
            minis.bitmap, pixel_shader=minis.palette, width=len(cards), height=1,
            tile_width=minis.w, tile_height=minis.h, x=x, y=y,
        )
        for i in range(len(cards)):
            grid[i] = minis.tile(cards[i])
        self.group.append(grid)

    def run(self):
        """Let the pages be read until the reader is through or goes back; return True for through."""
        app = self.app
        # What was pressed before the first page could be seen was meant for something else.
        app.settle()
        app.buttons.forget()
        while True:
            action = app.event()
            number = self.number
            if action in ("ok", "right", "down"):
                if number + 1 < len(self.starts):
                    number += 1
                elif action == "ok":
                    return True
            elif action in ("left", "up"):
                number = max(0, number - 1)
            elif action in ("info", "menu") and self.anchor:
                self._rules()
                self.show()
            elif action in ("back", "info", "menu"):
                return False
            if number != self.number:
                self.number = number
                self.give_up()
                self.show()

    def _rules(self):
        with Scope():
            from firmware.app.screens import rules

            rules.read(self.app, self.game, self.anchor)
