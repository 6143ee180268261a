# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A picture that tells a maker what in a board file is wrong, and which button does what.

Shown when a button for "ok" is held for two seconds while the board starts, by ``python -m sim --selftest``, or at the
board's REPL by ``import firmware.app.screens.selftest as t; t.run()``. What to look for is in
docs/porting.md. Texts are English: they name the settings of a board file.
"""

import time

import displayio

from firmware.app.widgets.theme import Line, Theme
from firmware.device.buttons import Buttons

_BARS = (("red", 0xFF0000), ("green", 0x00FF00), ("blue", 0x0000FF))
_HINTS = (
    "red is blue? bgr",
    "white is black? invert",
    "frame cut or snow? offset",
    "1 not top left? rotation",
)
_WHITE = 0xFFFFFF
_BLACK = 0x000000


def run(board=None, root="/", game=None, deal=None, lang=None):
    """Show the self-test of ``board`` (as for ``firmware.main.run``) until the power is off."""
    if board is None:
        import hardware
    else:
        hardware = __import__("firmware.boards." + board, None, None, ("NAME",))
    display = hardware.display()
    buttons = Buttons(hardware.BUTTONS, getattr(hardware, "ACTIVE_HIGH", False))
    show(hardware, display, buttons)


def wanted(buttons):
    """Return whether a button for "ok", down now, is still held two seconds later.

    The press that switches a board on, as on a Badger 2040 with batteries, is shorter.
    """
    for _ in range(200):
        time.sleep_ms(10)
        buttons.poll()
        if not buttons.held("ok"):
            return False
    return True


def show(board, display, buttons):
    """Show the self-test on ``display`` and echo ``buttons``; never returns."""
    picture = Picture(board)
    display.root_group = picture.group
    display.refresh()
    fast = getattr(display, "fast", None) is not None
    while True:
        buttons.poll()
        action = buttons.get()
        if action is not None:
            picture.echo(buttons.last, action)
            while getattr(display, "busy", False):
                buttons.poll()
                time.sleep_ms(5)
            if fast:
                display.refresh(fast=True)
            else:
                display.refresh()
        time.sleep_ms(5)


class Picture:
    """The picture for ``board``; ``group`` is its scene."""

    def __init__(self, board):
        theme = self.theme = Theme(board.MONO)
        w = board.WIDTH
        h = board.HEIGHT
        line = theme.small.height + 1
        group = self.group = displayio.Group()
        # A frame of the outermost pixels, and a gap: what is cut off of it is the offset.
        group.append(theme.box(0, 0, w, h, _BLACK))
        for x, y, width, height in ((0, 0, w, 1), (0, h - 1, w, 1), (0, 0, 1, h), (w - 1, 0, 1, h)):
            group.append(theme.box(x, y, width, height, _WHITE))
        group.append(theme.box(2, 2, w - 4, h - 4, _WHITE))
        for number, x, y in (("1", 0, 0), ("2", 1, 0), ("3", 0, 1), ("4", 1, 1)):
            size = line + 2
            x = 2 if not x else w - 2 - size
            y = 2 if not y else h - 2 - size
            group.append(theme.box(x, y, size, size, _BLACK))
            group.append(theme.label(number, x + size // 2, y + 2, _WHITE, align=0.5).tile)
        title = "{} x {}".format(w, h)
        group.append(theme.label(title, w // 2, 3, _BLACK, align=0.5).tile)
        hints = [hint for hint in _HINTS if not board.MONO or "bgr" not in hint]
        top = line + 6
        low = h - 2 * line - 4 - line * len(hints)
        bars = () if board.MONO else _BARS
        count = len(bars) + 2
        each = (w - 8) // count
        for i in range(count):
            name, colour = (bars + (("white", _WHITE), ("black", _BLACK)))[i]
            x = 4 + each * i
            group.append(theme.box(x, top, each, low - top, _BLACK))
            group.append(theme.box(x + 1, top + 1, each - 2, low - top - 2, colour))
            ink = _BLACK if name in ("white", "green") else _WHITE
            y = (top + low - theme.small.height) // 2
            group.append(theme.label(name, x + each // 2, y, ink, align=0.5).tile)
        y = low + 2
        for hint in hints:
            group.append(theme.label(hint, w // 2, y, _BLACK, align=0.5).tile)
            y += line
        # the buttons that haven't been pressed yet, and the last one that was
        self.names = [button[0] for button in board.BUTTONS]
        x = line + 6
        self.still = Line(theme, x, y, w - 2 * x, _BLACK, align=0.5)
        self.line = Line(theme, x, h - line - 3, w - 2 * x, _BLACK, align=0.5)
        group.append(self.still.tile)
        group.append(self.line.tile)
        self._list()

    def _list(self):
        self.still.set("press " + " ".join(self.names) if self.names else "all buttons work")

    def echo(self, name, action):
        """Say which button was pressed and what it does."""
        if name in self.names:
            self.names.remove(name)
            self._list()
        self.line.set("{}: {}".format(name, action))
