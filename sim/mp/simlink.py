# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The way from ``machine`` in a real MicroPython to the simulated hardware in the parent process.

Two pipes: each message is four ints (operation, two arguments, microseconds gone by; -1 says that
there is no answer) and, for an SPI write, the bytes as they are; an answer is eight ints. When the
parent closes them, the power is off.
"""

import sys
from array import array

_out = open(int(sys.argv[1]), "wb")
_in = open(int(sys.argv[2]), "rb")
_message = array("i", [0] * 4)
state = array("i", [0] * 8)
chip = sys.argv[3]


def post(op, a, b):
    """Send ``op``, which takes no time and has no answer."""
    _message[0] = op
    _message[1] = a
    _message[2] = b
    _message[3] = -1
    _out.write(_message)


def call(op, a, b, lag, data=None):
    """Carry out ``op`` after ``lag`` microseconds; the answer is in ``state``."""
    _message[0] = op
    _message[1] = a
    _message[2] = b
    _message[3] = lag
    _out.write(_message)
    if data is not None:
        _out.write(data)
    # interrupts that were told earlier and not handled yet must not be forgotten
    falls = state[4]
    rises = state[5]
    timers = state[6]
    if _in.readinto(state) != 32:
        sys.exit(0)
    state[4] |= falls
    state[5] |= rises
    state[6] |= timers
