# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What a ``Pin`` of the simulator's ``machine`` is seldom asked for; the first argument is the
pin.
"""

from machine import handlers, post

try:
    from micropython import const
except ImportError:
    from engine.mp import const

_IRQ = const(4)


def named(id):
    """Return the number of a pin given by its name. ValueError if there is none."""
    if isinstance(id, str):
        name = id
        id = 25 if name == "LED" else -1
        if name[:2] == "GP":
            name = name[2:]
            if name[:2] == "IO":
                name = name[2:]
            if name.isdigit():
                id = int(name)
        if not 0 <= id < 30:
            raise ValueError('unknown named pin "%s"' % name)
    if not isinstance(id, int) or not 0 <= id < 30:
        raise ValueError("invalid pin")
    return id


def on(pin):
    pin.value(1)


def off(pin):
    pin.value(0)


high = on
low = off


def toggle(pin):
    pin.value(1 - pin.value())


class _Irq:
    def __init__(self, pin):
        self._pin = pin

    def flags(self):
        return handlers[self._pin._id][1]

    def trigger(self, trigger=None):
        irq = handlers[self._pin._id]
        before = irq[2]
        if trigger is not None:
            irq[2] = trigger
            post(_IRQ, self._pin._id, trigger if irq[0] else 0)
        return before

    def __call__(self):
        handler = handlers[self._pin._id][0]
        if handler:
            handler(self._pin)


def irq(pin, handler=None, trigger=12, *, priority=1, wake=None, hard=False):
    """Call ``handler(pin)`` at each edge of ``trigger``; returns the interrupt's object."""
    number = pin._id
    if number not in handlers:
        handlers[number] = [None, 0, 0, pin]
    found = handlers[number]
    found[0] = handler
    found[2] = trigger
    post(_IRQ, number, trigger if handler else 0)
    return _Irq(pin)


def text(pin):
    """What is printed for a pin."""
    mode = ("IN", "OUT", "OPEN_DRAIN", "ALT")[pin._mode]
    return "Pin(GPIO%d, mode=%s)" % (pin._id, mode)


def unhandled(error):
    """As on the board: an exception in a handler is printed and the program goes on."""
    print("Unhandled exception in IRQ callback")
    try:
        from sys import print_exception
    except ImportError:
        from traceback import print_exception
    print_exception(error)
