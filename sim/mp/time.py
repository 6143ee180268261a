# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""MicroPython's ``time`` with the simulator's virtual clock."""

from machine import (  # noqa: F401
    epoch as time,
)
from machine import (
    ticks_us,
)
from utime import gmtime, mktime  # noqa: F401
from utime import localtime as _localtime

ticks_cpu = ticks_us


def localtime(seconds=None):
    """Date and time of ``seconds``, now if None."""
    return _localtime(time() if seconds is None else seconds)
