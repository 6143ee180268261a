# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Buttons: edges latched by interrupt, debounced by time, handed out as actions.

``Pin.irq`` handlers put presses into a ring buffer, so that none is lost while a player thinks, the
panel refreshes or the heap is collected. The handlers allocate nothing: they may run at any moment,
in the middle of a collection too.

How a press is told from bounce: an edge after at least 20 ms without any is a real one, the
edges that follow it more closely are its bounce. Real edges change the debounced state to the other
one; the line's level is not asked in the handler, for in the middle of a bounce it says nothing.
``poll`` puts right what edges alone can't tell: once a line is quiet, its level is the truth. So a
press that is shorter than that counts as well, only a few ms later. And a release counts only when
its line has been quiet and open for so long, or when another edge comes after that: contacts that part
for a moment under a finger that lies still or leaves slowly make no second press, unless the app
is too busy to look in between.

A button may have a second action, for a long press. Then a press counts when the button is let go
or, as the long one, as soon as it has been held for 500 ms.
"""

import time
from array import array

from machine import Pin, disable_irq, enable_irq
from micropython import const

_QUIET = const(20)  # ms
_LONG = const(500)  # ms that a button must be held for its second action
_FIRST = const(380)  # ms that a direction must be held before it repeats
_NEXT = const(180)
_OLD = const(2000)  # ms after which it doesn't count how long ago an edge was
_SIZE = const(32)  # presses kept, a power of two
_REPEATS = ("up", "down", "left", "right")
_IS_LONG = const(0x80)
_IS_REPEAT = const(0x40)
_BUTTON = const(0x3F)


class Buttons:
    """The buttons of a board.

    ``spec``: tuples (printed name, GPIO number, action) or (printed name, GPIO number, action, action of
    a long press), as ``BUTTONS`` of a board file; ``active_high``: a pressed button reads 1 (else 0,
    with a pull-up).
    """

    def __init__(self, spec, active_high=False):
        count = len(spec)
        self.names = tuple([b[0] for b in spec])
        self.assign(spec)
        #: Printed name of the button whose press was taken last, and whether it was held for it.
        self.last = None
        self.held_on = False
        self._pressed = 1 if active_high else 0
        self._ring = bytearray(_SIZE)
        self._put = 0
        self._got = 0
        self._state = bytearray(count)  # debounced, 1: pressed, 2: let go unless poll knows better
        self._edge = array("i", [0] * count)  # time of the last edge
        self._repeat = array("i", [0] * count)  # time of the next repeat; of the press
        self._open = bytearray(count)  # 1: pressed, and may become a long press
        self._pins = []
        now = time.ticks_add(time.ticks_ms(), -_QUIET)
        # Bound once: in an interrupt nothing may be allocated.
        handler = self._on_edge
        both = Pin.IRQ_FALLING | Pin.IRQ_RISING
        for i in range(count):
            pin = Pin(spec[i][1], Pin.IN, Pin.PULL_DOWN if active_high else Pin.PULL_UP)
            self._edge[i] = self._repeat[i] = now
            self._state[i] = 1 if pin.value() == self._pressed else 0
            self._pins.append(pin)
        for pin in self._pins:
            try:
                # A hard interrupt: soft ones wait in a queue of eight, which bounce would overflow.
                pin.irq(handler, both, hard=True)
            except TypeError:
                pin.irq(handler, both)

    def assign(self, spec):
        """Give the buttons the actions of ``spec``, which has the same buttons in the same order."""
        self.actions = tuple([b[2] for b in spec])
        self.longs = tuple([b[3] if len(b) > 3 else None for b in spec])

    def _on_edge(self, pin):
        now = time.ticks_ms()
        i = 0
        for other in self._pins:
            if other is pin:
                break
            i += 1
        if time.ticks_diff(now, self._edge[i]) >= _QUIET:
            self._turn(i, 0 if self._state[i] == 1 else 1, now)
        self._edge[i] = now

    # These two run in the interrupt, or with interrupts off.

    def _turn(self, i, level, now):
        # The debounced state has changed.
        self._state[i] = level or 2
        if self.longs[i] is None:
            if level:
                self._press(i)
                self._repeat[i] = time.ticks_add(now, _FIRST)
        elif level:
            self._open[i] = 1
            self._repeat[i] = now
        elif self._open[i]:
            self._open[i] = 0
            self._press(i | _IS_LONG if time.ticks_diff(now, self._repeat[i]) >= _LONG else i)

    def _press(self, code):
        # A full ring drops the newest press: 32 are waiting already.
        put = self._put
        if (put - self._got) & 0xFF < _SIZE:
            self._ring[put & (_SIZE - 1)] = code
            self._put = (put + 1) & 0xFF

    def poll(self):
        """Compare quiet lines with their level, add repeats of a direction held down, see long presses.

        To be called every few ms whenever the app has nothing else to do.
        """
        now = time.ticks_ms()
        for i in range(len(self._pins)):
            edge = self._edge[i]
            quiet = time.ticks_diff(now, edge)
            if quiet < _QUIET:
                continue
            level = 1 if self._pins[i].value() == self._pressed else 0
            if not level and not self._state[i] and quiet < _OLD:
                continue
            was = disable_irq()
            if edge == self._edge[i]:  # else an edge has come since: it knows better
                if quiet >= _OLD:
                    # After six days the ticks would turn over, and the edge would seem to come.
                    self._edge[i] = time.ticks_add(now, -_OLD // 2)
                past = time.ticks_diff(now, self._repeat[i])
                if not level and not self._state[i]:
                    pass
                elif self._state[i] == 2:
                    self._state[i] = level
                elif level != self._state[i]:
                    self._turn(i, level, now)
                elif self._open[i]:
                    if past >= _LONG:
                        self._open[i] = 0
                        self._press(i | _IS_LONG)
                elif past >= 0 and self.longs[i] is None and self.actions[i] in _REPEATS:
                    # Repeats never pile up: one is made only when all presses have been taken.
                    if self._put == self._got:
                        self._press(i | _IS_REPEAT)
                        self._repeat[i] = time.ticks_add(now, _NEXT)
            enable_irq(was)

    def get(self):
        """Return the action of the oldest press not taken yet, or None."""
        got = self._got
        if got == self._put:
            return None
        i = self._ring[got & (_SIZE - 1)]
        self._got = (got + 1) & 0xFF
        self.held_on = bool(i & _IS_REPEAT)
        long = i & _IS_LONG
        i &= _BUTTON
        self.last = self.names[i]
        return self.longs[i] if long else self.actions[i]

    def waiting(self):
        """Return how many presses have not been taken yet."""
        return (self._put - self._got) & 0xFF

    def forget(self):
        """Drop the presses that have not been taken yet."""
        self._got = self._put

    def has(self, action):
        """Return the printed name of the button for ``action``, or None if the board has none.

        A button that does it by a long press counts as well: see `long`.
        """
        for actions in (self.actions, self.longs):
            for i in range(len(actions)):
                if actions[i] == action:
                    return self.names[i]
        return None

    def long(self, action):
        """Say whether ``action`` takes a long press."""
        return action in self.longs and action not in self.actions

    def held(self, action):
        """Say whether a button for ``action`` is down."""
        for i in range(len(self.actions)):
            if self.actions[i] == action and self._state[i]:
                return True
        return False
