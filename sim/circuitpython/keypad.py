# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""CircuitPython's ``keypad``: changes of keys, noted in the background with their time."""

import machine


class Event:
    """``key_number`` was ``pressed`` or ``released`` at ``timestamp`` (ms)."""

    def __init__(self, key_number, pressed, timestamp):
        self.key_number = key_number
        self.pressed = pressed
        self.released = not pressed
        self.timestamp = timestamp


class EventQueue:
    """The events not taken yet, at most ``max_events``; ``overflowed`` if some were lost."""

    def __init__(self, max_events):
        self._events = []
        self._most = max_events
        self.overflowed = False

    def get(self):
        """The oldest event, or None."""
        return self._events.pop(0) if self._events else None

    def _put(self, event):
        if len(self._events) < self._most:
            self._events.append(event)
        else:
            self.overflowed = True


class Keys:
    """Keys with a pin each, scanned every ``interval`` seconds."""

    def __init__(self, pins, *, value_when_pressed, pull=True, interval=0.02, max_events=64):
        self.events = EventQueue(max_events)
        self._pressed = 1 if value_when_pressed else 0
        for number, pin in enumerate(pins):
            if pull:
                up = machine.Pin.PULL_UP
                pin.init(machine.Pin.IN, machine.Pin.PULL_DOWN if value_when_pressed else up)

            def change(pin, number=number):
                pressed = pin.value() == self._pressed
                self.events._put(Event(number, pressed, machine.ticks_ms() & 0x1FFFFFFF))

            pin.irq(change)
