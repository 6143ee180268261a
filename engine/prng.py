# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A small random generator that gives the same numbers on every Python.

The generator is ``sfc16`` of Chris Doty-Humphrey's PractRand (public domain): three 16-bit words
of chaos and a 16-bit counter, additions, shifts and one rotation. All its numbers stay far below
2**30, so that nothing is put on MicroPython's heap.
"""

try:
    from micropython import const
except ImportError:
    from engine.mp import const

_MASK = const(0xFFFF)
# Rounds thrown away after seeding, so that seeds that differ in one bit have nothing in common.
_WARM_UP = const(20)


class Prng:
    """Random numbers from four 16-bit words.

    ``w0``, ``w1``, ``w2`` are the seed and ``stream`` (0..65535) chooses one of many independent
    sequences of the same seed.
    """

    def __init__(self, w0, w1=0, w2=0, stream=1):
        self._a = w0 & _MASK
        self._b = w1 & _MASK
        self._c = w2 & _MASK
        self._counter = stream & _MASK
        for _ in range(_WARM_UP):
            self.next()

    def next(self):
        """Return the next number, 0..65535."""
        value = (self._a + self._b + self._counter) & _MASK
        self._counter = (self._counter + 1) & _MASK
        c = self._c
        self._a = self._b ^ (self._b >> 5)
        self._b = (c + (c << 3)) & _MASK
        self._c = (((c << 6) | (c >> 10)) + value) & _MASK
        return value

    def below(self, n):
        """Return a number 0..n-1, each equally likely; ``n`` is 1..65536."""
        limit = 65536 - 65536 % n
        value = self.next()
        while value >= limit:
            value = self.next()
        return value % n

    def shuffle(self, items):
        """Shuffle the bytearray or list ``items`` in place (Fisher and Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
