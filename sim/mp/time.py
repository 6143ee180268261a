# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""MicroPython's ``time`` with the simulator's virtual clock."""

import machine
import utime

sleep_ms = machine.sleep_ms
sleep_us = machine.sleep_us
ticks_ms = machine.ticks_ms
ticks_add = machine.ticks_add
ticks_diff = machine.ticks_diff


def __getattr__(name):
    # What is seldom asked for, from the part of machine that isn't always in memory.
    if name == "time":
        return machine.epoch
    if name == "time_ns":
        return lambda: machine.epoch() * 1_000_000_000  # (in steps of a second)
    if name == "localtime":
        return lambda at=None: utime.localtime(machine.epoch() if at is None else at)
    if name in ("gmtime", "mktime"):
        return getattr(utime, name)
    if name == "ticks_cpu":
        name = "ticks_us"
    if name in ("sleep", "ticks_us"):
        return getattr(machine, name)
    raise AttributeError(name)
