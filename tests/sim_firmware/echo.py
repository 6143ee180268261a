# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Firmwares that write into the file "log" what they see, for the window's tests."""

import time

from machine import Pin


def _write(root, text):
    with open(root + "/log", "a") as file:
        file.write(text + "\n")


def buttons(board, root=None, **_):
    """Log each press and release of the board's buttons."""
    module = __import__("firmware.boards." + board, None, None, ("x",))
    high = getattr(module, "ACTIVE_HIGH", False)
    events = []
    for name, gpio, *_ in module.BUTTONS:
        pin = Pin(gpio, Pin.IN, Pin.PULL_DOWN if high else Pin.PULL_UP)

        def edge(pin, name=name):
            events.append(name + ("+" if bool(pin.value()) == high else "-"))

        pin.irq(edge, Pin.IRQ_FALLING | Pin.IRQ_RISING)
    _write(root, "ready")
    while True:
        time.sleep_ms(5)
        while events:
            _write(root, events.pop(0))


def busy(board, root=None, **_):
    """Compute for a while without looking up, then log whether button A has been pressed."""
    seen = []
    Pin(18, Pin.IN, Pin.PULL_UP).irq(lambda pin: seen.append(1), Pin.IRQ_FALLING)
    time.sleep_ms(1)
    _write(root, "busy")
    total = 0
    for i in range(300_000):
        total += i
    while not seen:
        time.sleep_ms(5)
    _write(root, "seen")
    while True:
        time.sleep_ms(5)


def deaf(board, root=None, **_):
    """Never call the hardware again, until there is a file "stop"."""
    import os

    _write(root, "deaf")
    while "stop" not in os.listdir(root):
        pass


def done(board, **_):
    """End at once."""
