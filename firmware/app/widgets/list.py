# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A list to choose from: the title, the games, the options, the menu at the table."""

import displayio

from firmware.app.screen import Screen
from firmware.app.widgets import button_bar
from firmware.app.widgets.theme import Line

_OFFER = (("ok", "hint.choose"), ("back", "hint.back"), ("move", "hint.move"))


class List(Screen):
    """A list of lines, one of them chosen.

    ``heading``: its text, or a displayio object of ``head`` rows that is shown above the list;
    ``rows``: texts. ``change(index, step)``, if given, is called when the value in a line is to be
    changed and returns the line's new text, or None if that line has no value. ``back``: whether
    one can go back from it. ``run`` returns the index of the line chosen with ok, or None for back.
    """


    def __init__(self, app, heading, rows, index=0, change=None, head=0, back=True):
        Screen.__init__(self, app)
        self.heading = heading
        self.head = head
        self.rows = rows
        self.index = index
        self.change = change
        self.back = back
        self.first = 0

    def build(self):
        """Make the scene."""
        app = self.app
        theme = app.theme
        rows = self.rows
        heading = self.heading
        face = self.face = theme.big if app.H >= 200 else theme.small
        self.step = face.height + (6 if app.H >= 200 else 3)
        group = displayio.Group()
        top = 0
        if isinstance(heading, str):
            if heading:
                top = theme.big.height + 8
                group.append(theme.box(0, 0, app.W, top, theme.bar))
                group.append(
                    theme.label(heading, app.W // 2, 3, theme.bar_text, theme.big, 0.5).tile
                )
        else:
            group.append(heading)
            top = self.head
        bottom = app.H
        if app.hints:
            app.upright = True
            offer = _OFFER if self.back else (_OFFER[0], _OFFER[2])
            strip = button_bar.strip(app, offer)
            group.append(strip)
            bottom = strip.y
        room = bottom - top - 4
        self.shown = min(len(rows), room // self.step)
        self.top = top + 2 + max(0, (room - self.shown * self.step) // 2)
        if self.index >= self.shown:
            self.first = self.index - self.shown + 1
        width = min(app.W - 16, 220)
        self.left = (app.W - width) // 2
        self.width = width
        self.cursor = theme.panel(
            self.left, 0, width, self.step - 1,
            theme.ink if app.mono else theme.paper, theme.accent,
        )
        group.append(self.cursor)
        self.labels = []
        for i in range(self.shown):
            line = Line(
                theme, self.left + 8, self.top + i * self.step + (self.step - face.height) // 2 - 1,
                width - 16, theme.text, face, words=rows[self.first + i],
            )
            self.labels.append(line)
            group.append(line.tile)
        if self.shown < len(rows):
            # Arrows that say that the list goes on.
            x = self.left + width + 1
            self.less = Line(theme, x, self.top, 7, theme.dim)
            self.more = Line(theme, x, bottom - theme.line(), 7, theme.dim)
            group.append(self.less.tile)
            group.append(self.more.tile)
        self._mark()
        return group

    def _mark(self):
        theme = self.app.theme
        if self.index < self.first:
            self._scroll(self.index)
        elif self.index >= self.first + self.shown:
            self._scroll(self.index - self.shown + 1)
        at = self.index - self.first
        self.cursor.y = self.top + at * self.step
        for i in range(self.shown):
            colour = theme.text
            if i == at:
                colour = theme.paper if self.app.mono else theme.ink
            self.labels[i].colour(colour)
        if self.shown < len(self.rows):
            self.less.set("\u2191" if self.first else "")
            self.more.set("\u2193" if self.first + self.shown < len(self.rows) else "")

    def _scroll(self, first):
        self.first = first
        for i in range(self.shown):
            self.labels[i].set(self.rows[first + i])

    def _value(self, step):
        if self.change is None:
            return False
        words = self.change(self.index, step)
        if words is None:
            return False
        self.rows[self.index] = words
        self.labels[self.index - self.first].set(words)
        return True

    def run(self):
        """Let a line be chosen."""
        app = self.app
        while True:
            action = app.event()
            count = len(self.rows)
            if action in ("left", "right"):
                step = 1 if action == "right" else -1
                if not app.updown:
                    self.index = (self.index + step) % count
                    self._mark()
                elif not self._value(step):
                    continue
            elif action == "up" or action == "down":
                self.index = (self.index + (1 if action == "down" else -1)) % count
                self._mark()
            elif action == "ok":
                if not self._value(1):
                    return self.index
            elif action == "back":
                return None
            else:
                continue
            app.draw()
