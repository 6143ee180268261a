# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Short tunes on a piezo buzzer; loaded only where there is one and sounds are on.

Nothing waits for a tone: it is begun, and ended by ``poll``, which the app calls every few
milliseconds. While a player thinks these are up to 20 ms, so tones are a little longer then.
"""

import time

from machine import PWM, Pin
from micropython import const

_DUTY = const(8192)  # of 65536: a piezo is loud enough

#: Name of a tune: hertz and milliseconds of its tones, one after the other.
TUNES = {
    "turn": (880, 40),
    "take": (660, 50, 880, 70),
    "lost": (660, 50, 495, 70),
    "bonus": (880, 50, 1109, 50, 1319, 90),
    "no": (220, 90),
    "end": (660, 90, 880, 90, 1109, 90, 1319, 180),
}


class Beeper:
    """A buzzer on GPIO ``pin`` (int)."""

    def __init__(self, pin):
        self._pwm = PWM(Pin(pin), freq=880, duty_u16=0)
        self._tones = ()
        self._at = 0
        self._until = 0
        self._long = 0

    def play(self, kind):
        """Play a tune of TUNES, in place of one that is still being played."""
        self._tones = TUNES[kind]
        self._at = 0
        self._next()

    def _next(self):
        at = self._at
        if at < len(self._tones):
            self._pwm.freq(self._tones[at])
            self._pwm.duty_u16(_DUTY)
            self._long = self._tones[at + 1]
            self._until = time.ticks_add(time.ticks_ms(), self._long)
            self._at = at + 2
        else:
            self._tones = ()
            self._pwm.duty_u16(0)

    def poll(self):
        """Go on to the next tone, or to silence, when it is time."""
        if self._tones:
            left = time.ticks_diff(self._until, time.ticks_ms())
            if not 0 < left <= self._long:
                self._next()

    def close(self):
        """Be silent for good."""
        self._pwm.deinit()
