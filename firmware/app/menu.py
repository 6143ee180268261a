# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A list to choose from: the title, the games, the options, the menu at the table."""

import displayio
from micropython import const

_PAD = const(4)


class Menu:
    """A list of lines, one of them chosen.

    ``heading``: its text, or a displayio object of ``head`` rows that is shown above the list;
    ``rows``: texts. ``change(index, step)``, if given, is called when the value in a line is to be
    changed and returns the line's new text, or None if that line has no value.
    """

    def __init__(self, app, heading, rows, index=0, change=None, head=0, foot=""):
        self.app = app
        self.rows = rows
        self.index = index
        self.change = change
        self.first = 0
        look = app.look
        face = self.face = look.big if app.H >= 200 else look.small
        self.step = face.height + (8 if app.H >= 200 else 4)
        self.group = displayio.Group()
        top = 0
        if isinstance(heading, str):
            if heading:
                top = look.big.height + 8
                self.group.append(look.box(0, 0, app.W, top, look.bar))
                self.group.append(
                    look.label(heading, app.W // 2, top // 2 - 1, look.bar_text, look.big, 0.5, 0.5)
                )
        else:
            self.group.append(heading)
            top = head
        bottom = app.H
        if foot:
            bottom -= look.line() + 2
            self.group.append(look.label(foot, app.W // 2, app.H - 2, look.dim, None, 0.5, 1))
        room = bottom - top - 4
        self.shown = min(len(rows), room // self.step)
        self.top = top + 2 + max(0, (room - self.shown * self.step) // 2)
        if self.index >= self.shown:
            self.first = self.index - self.shown + 1
        width = min(app.W - 16, 220)
        self.left = (app.W - width) // 2
        self.width = width
        self.cursor = look.panel(
            self.left, 0, width, self.step - 1,
            look.ink if app.mono else look.paper, look.accent,
        )
        self.group.append(self.cursor)
        self.labels = []
        for i in range(self.shown):
            label = look.label(
                rows[self.first + i], self.left + 8,
                self.top + i * self.step + self.step // 2 - 1,
                look.text, face, 0, 0.5,
            )
            self.labels.append(label)
            self.group.append(label)
        # Arrows that say that the list goes on.
        self.more = look.label("", app.W - 3, self.top, look.dim, None, 1, 0)
        self.less = look.label("", app.W - 3, bottom - 2, look.dim, None, 1, 1)
        if self.shown < len(rows):
            self.group.append(self.more)
            self.group.append(self.less)
        self._mark()

    def _mark(self):
        look = self.app.look
        if self.index < self.first:
            self._scroll(self.index)
        elif self.index >= self.first + self.shown:
            self._scroll(self.index - self.shown + 1)
        at = self.index - self.first
        self.cursor.y = self.top + at * self.step
        for i in range(self.shown):
            colour = look.text
            if i == at:
                colour = look.paper if self.app.mono else look.ink
            label = self.labels[i]
            if label.color != colour:
                label.color = colour
        if self.shown < len(self.rows):
            self.more.text = "\u25b2" if self.first else ""
            self.less.text = "\u25bc" if self.first + self.shown < len(self.rows) else ""

    def _scroll(self, first):
        self.first = first
        for i in range(self.shown):
            self.labels[i].text = self.rows[first + i]

    def _value(self, step):
        if self.change is None:
            return False
        words = self.change(self.index, step)
        if words is None:
            return False
        self.rows[self.index] = words
        self.labels[self.index - self.first].text = words
        return True

    def run(self):
        """Show the list and return the index of the line chosen with ok, or None for back."""
        app = self.app
        app.show(self.group)
        app.draw()
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
