# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""MicroPython's ``machine.Pin`` and ``time``, as the firmware uses them, on CircuitPython.

CircuitPython has no interrupts, but ``keypad`` watches pins in the background and notes each change
with its time. A pin's changes are handed to its handler when the pin is looked at, while the clock
shows that time: so presses count as if they had come by interrupt.
"""

import time as _time

import board
import digitalio
import keypad
import supervisor

_MASK = (1 << 29) - 1  # supervisor.ticks_ms wraps there
_HALF = 1 << 28


class Clock:
    """CircuitPython's ``time`` with MicroPython's ticks and sleeps."""

    def __init__(self):
        self.now = -1
        self.sleep = _time.sleep
        self.time = _time.time
        self.localtime = _time.localtime

    def ticks_ms(self):
        """Milliseconds, wrapping at 2**29."""
        return supervisor.ticks_ms() if self.now < 0 else self.now

    def ticks_us(self):
        """Microseconds, wrapping at 2**29."""
        return _time.monotonic_ns() // 1000 & _MASK

    def ticks_add(self, ticks, delta):
        """``ticks`` moved by ``delta``."""
        return (ticks + delta) & _MASK

    def ticks_diff(self, end, start):
        """Signed distance from ``start`` to ``end``."""
        return ((end - start + _HALF) & _MASK) - _HALF

    def sleep_ms(self, ms):
        """Let ``ms`` milliseconds pass."""
        _time.sleep(ms / 1000)

    def sleep_us(self, us):
        """Let ``us`` microseconds pass."""
        _time.sleep(us / 1000000)


clock = Clock()


class Pin:
    """An input that a button is on: ``Pin("BUTTON_A", Pin.IN, Pin.PULL_UP)``, a name of ``board``."""

    IN = 0
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, name, mode=0, pull=1):
        pin = getattr(board, name)
        up = pull == Pin.PULL_UP
        now = digitalio.DigitalInOut(pin)
        now.switch_to_input(digitalio.Pull.UP if up else digitalio.Pull.DOWN)
        self._level = 1 if now.value else 0
        now.deinit()
        self._up = up
        self._handler = None
        self._keys = keypad.Keys((pin,), value_when_pressed=not up, pull=True, interval=0.005)

    def irq(self, handler, trigger=12, hard=False):
        """Have ``handler`` called for each change."""
        self._handler = handler

    def value(self):
        """The level, after all changes so far have been handed on."""
        while True:
            event = self._keys.events.get()
            if event is None:
                return self._level
            level = 1 if event.pressed != self._up else 0
            if level != self._level:
                self._level = level
                if self._handler:
                    clock.now = event.timestamp
                    self._handler(self)
                    clock.now = -1


def disable_irq():
    """Nothing: there are no interrupts."""


def enable_irq(state):
    """Nothing: there are no interrupts."""
