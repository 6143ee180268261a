# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The less usual part of the simulator's ``machine``, loaded by it when something is used."""

import machine
from machine import call, pin_id, post
from simlink import state

try:
    from micropython import const
except ImportError:
    from engine.mp import const

_PWM = const(8)
_TIMER = const(10)
_FREQ = const(11)
_RESET = const(12)
_WDT = const(13)
_LIGHTSLEEP = const(14)
_CAUSE = const(16)
_EPOCH = const(15)
_SYNC = const(0)
_SLEEP = const(1)

PWRON_RESET = 1
WDT_RESET = 3
SOFT_RESET = 5  # the simulator's own: the rp2 port doesn't tell a soft reset from power on


class PWM:
    """Pulse width on a pin: ``PWM(pin, freq=, duty_u16=)``; duty 0..65535."""

    def __init__(self, pin, *, freq=0, duty_u16=None, duty_ns=None, invert=False):
        self._pin = pin_id(pin)
        self._freq = 0
        self._duty = 0
        self._invert = invert
        self.init(freq=freq or None, duty_u16=duty_u16, duty_ns=duty_ns)

    def init(self, *, freq=None, duty_u16=None, duty_ns=None):
        if freq is not None:
            self.freq(freq)
        if duty_u16 is not None:
            self.duty_u16(duty_u16)
        if duty_ns is not None:
            self.duty_ns(duty_ns)

    def freq(self, freq=None):
        if freq is None:
            return self._freq
        if freq < 8:
            raise ValueError("freq too small")
        if freq > 62_500_000:
            raise ValueError("freq too large")
        self._freq = freq

    def duty_u16(self, duty=None):
        if duty is None:
            return self._duty
        self._duty = min(max(duty, 0), 65535)
        self._send(65535 - self._duty if self._invert else self._duty)

    def duty_ns(self, ns=None):
        # duty = ns * freq * 65536 / 10**9, ordered so that no step needs a big int
        if ns is None:
            return self._duty * 15259 // max(self._freq, 1)
        self.duty_u16(ns * self._freq // 15259)

    def deinit(self):
        self._duty = 0
        self._send(0)

    def _send(self, duty):
        post(_PWM, self._pin, duty)
        machine._stale = True


class Timer:
    """A software timer in virtual time: ``Timer(mode=, period=ms, freq=, callback=)``."""

    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id=-1, **kwargs):
        if id != -1:
            raise ValueError("Timer doesn't exist")
        self._slot = -1
        self._callback = None
        if kwargs:
            self.init(**kwargs)

    def init(self, *, mode=1, freq=None, period=-1, tick_hz=1000, callback=None, hard=False):
        self.deinit()
        us = int(1_000_000 / freq) if freq else period * 1_000_000 // tick_hz
        if us <= 0:
            us = 1
        for slot in range(len(machine.timers)):
            if machine.timers[slot] is None:
                break
        else:
            raise OSError(12)  # ENOMEM: the simulator has eight
        self._slot = slot
        self._callback = callback
        machine.timers[slot] = self
        call(_TIMER, slot, us if mode else -us)

    def deinit(self):
        if self._slot >= 0:
            machine.timers[self._slot] = None
            post(_TIMER, self._slot, 0)
            self._slot = -1


class WDT:
    """The watchdog: resets the board ``timeout`` ms after the last ``feed``; at most 8388."""

    def __init__(self, id=0, timeout=5000):
        if id:
            raise ValueError("WDT(%d) doesn't exist" % id)
        if not 1 <= timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        self._timeout = timeout
        call(_WDT, timeout)

    def feed(self):
        call(_WDT, 0)


def freq(hz=None, peripherals=None):
    """The system clock in Hz; or set it, and with a second number the peripherals' clock."""
    if hz is None:
        return call(_FREQ)
    if not 10_000_000 <= hz <= 300_000_000:
        raise ValueError("cannot change frequency")
    call(_FREQ, hz, peripherals or 0)


def unique_id():
    """Eight bytes that are the simulator's own."""
    return b"TAVOLINO"


def reset():
    """Start the firmware again, as after the reset button."""
    call(_RESET, 0)


def soft_reset():
    """Start the firmware again, as after Ctrl-D."""
    call(_RESET, 1)


def bootloader(timeout=0):
    """End the firmware: the board would show itself as a drive."""
    call(_RESET, 2)


def reset_cause():
    """One of ``PWRON_RESET``, ``WDT_RESET``."""
    return call(_CAUSE)


def lightsleep(ms=None):
    """Sleep for ``ms`` milliseconds or until an interrupt of a pin; without ``ms`` until one."""
    if ms is None:
        call(_LIGHTSLEEP, -1)
    elif ms > 0:
        call(_LIGHTSLEEP, ms * 1000)


def idle():
    """Wait for the next interrupt: here a millisecond, the system tick."""
    call(_SLEEP, 1000)


def ticks_us():
    """Microseconds of virtual time, wrapping at 2**30."""
    machine._lag += 10
    if machine._lag >= 1000:
        call(_SYNC)
    return (state[0] + machine._lag) & ((1 << 30) - 1)


def sleep(seconds):
    """Let ``seconds`` (int or float) pass."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    machine.sleep_us(int(seconds * 1000000))


def epoch():
    """Seconds since 1970-01-01 of the board's clock."""
    return call(_EPOCH)
