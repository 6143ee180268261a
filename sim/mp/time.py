# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""MicroPython's ``time`` with the simulator's virtual clock."""

from utime import gmtime, mktime  # noqa: F401
from utime import localtime as _localtime

from machine import (  # noqa: F401
    epoch as time,
    sleep,
    sleep_ms,
    sleep_us,
    ticks_add,
    ticks_diff,
    ticks_ms,
    ticks_us,
)

ticks_cpu = ticks_us


def localtime(seconds=None):
    """Date and time of ``seconds``, now if None."""
    return _localtime(time() if seconds is None else seconds)
