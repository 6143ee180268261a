# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Puts itself in the place of the buttons of the running app; for measurements in MicroPython.

Whenever the app waits for a press it gets the next action of a plan at once. ``heap`` and
``whole`` are called by tools.bench in the simulator, like firmware.main.run. This module is small,
since it is in the heap that is measured.
"""

import gc
import sys


class Over(BaseException):
    """What was to be measured has been: out of the app, which catches any Exception."""


PLAYING = "firmware.app.play.view"
MENU = "firmware.app.widgets.list"


def plan(actions, visit):
    """Let the app get its presses from the iterator ``actions``; ``visit(app)`` is called before
    each.

    Nothing is waited for, and a pause is not cut short by a press. When there are no more actions
    the app is left, and whatever exception it would have caught ends it.
    """
    import builtins

    load = builtins.__import__

    def loaded(name, *more):
        # The app is changed as soon as it has loaded itself, so that it does so as ever.
        module = load(name, *more)
        if name == "firmware.app.start":
            builtins.__import__ = load
            _take_over(module, actions, visit)
        return module

    builtins.__import__ = loaded


def _take_over(start, actions, visit):
    from firmware.app.app import App

    def event(app, ms=None):
        app._send()
        if ms is not None:
            return None
        visit(app)
        try:
            return next(actions)
        except StopIteration:
            raise Over

    def failed(app, error):
        raise error

    App.event = event
    App.settle = lambda app: app._send()
    start._failed = failed


def strongest(root):
    """Save the settings that a measurement starts with: the strongest players, no pauses."""
    from firmware.storage import Store

    Store(root).save("settings", b"lang=en\nspeed=3\nlevel=2\npartner=2")


def a_deal():
    """Presses of ok until a deal has been played and the title is there again."""
    while PLAYING not in sys.modules:
        yield "ok"
    while PLAYING in sys.modules or MENU not in sys.modules:
        yield "ok"


def run(board, root, game, deal):
    """Run the app until the plan is at its end."""
    from firmware import main

    try:
        main.run(board, root=root, game=game, deal=deal)
    except Over:
        print("end")


def heap(board, root="/", game=None, deal=None, lang=None):
    """Print ``live BYTES PLAYING`` at each wait for a press of a deal, or of the title alone.

    At the end comes what micropython.qstr_info says of the names in memory.
    """
    import micropython

    gc.collect()
    print("bare", gc.mem_alloc())
    strongest(root)

    def visit(app):
        gc.collect()
        print("live", gc.mem_alloc(), 1 if PLAYING in sys.modules else 0)

    plan(a_deal() if game else iter(()), visit)
    run(board, root, game, deal)
    micropython.qstr_info()
    print("end")


def whole(board, root="/", game=None, deal=None, lang=None):
    """Play a whole deal of ``game`` through the app."""
    strongest(root)
    plan(a_deal(), lambda app: None)
    run(board, root, game, deal)
