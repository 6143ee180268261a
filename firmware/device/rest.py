# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Resting after minutes without a press: the light goes out, or e-ink says that it rests."""

import time

from micropython import const

_SLICE = const(40)  # ms slept at a time: longer than when awake


def rest(app):
    """Rest until a button is pressed. That press wakes, which can be seen, and does nothing else."""
    if app.mono:
        # The picture may stay for days: driven anew, it leaves no ghost of the one before.
        app.explain((("", "rest.words"),))
        app.clean()
        app.draw()
    else:
        app.board.brightness(0)
    app.settle()
    app.buttons.forget()
    while app.buttons.get() is None:
        time.sleep_ms(_SLICE)
        app.work()
    if app.mono:
        app.explain(None)
        app.draw()
    else:
        app.board.brightness(app.percent())
