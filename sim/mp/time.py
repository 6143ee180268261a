# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""MicroPython's ``time`` with the simulator's virtual clock."""

import machine
import utime

gmtime = utime.gmtime
mktime = utime.mktime
time = machine.epoch
sleep = machine.sleep
sleep_ms = machine.sleep_ms
sleep_us = machine.sleep_us
ticks_ms = machine.ticks_ms
ticks_us = ticks_cpu = machine.ticks_us
ticks_add = machine.ticks_add
ticks_diff = machine.ticks_diff


def time_ns():
    """Nanoseconds since 1970-01-01, in steps of a second."""
    return machine.epoch() * 1_000_000_000


def localtime(seconds=None):
    """Date and time of ``seconds``, now if None."""
    return utime.localtime(machine.epoch() if seconds is None else seconds)
