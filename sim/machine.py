# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The board's ``machine`` and clock, as MicroPython's rp2 port has them, for the simulator.

What is different on an ESP32 is in machine_esp32.

The same source runs in CPython beside the simulated hardware and, as a thin client, in the real
MicroPython, where ``simlink`` carries each call over a pipe to the hardware in the parent process.
Nothing of the panel, of the script or of the clock is kept here, so that the firmware's heap is
the firmware's. For the same reason only what is used all the time is in this file; the rest is
loaded when something asks for it: on a board all of it is in the flash.

Reading a clock or a pin costs ``_STEP`` microseconds of virtual time, gathered in ``_lag`` and
charged with the next call, at the latest after a millisecond: a loop that only polls still ends.
"""

import sys

import simlink
from simlink import call as _link
from simlink import post
from simlink import state as _s

try:
    from micropython import const
except ImportError:
    from engine.mp import const

# Calls to the hardware (sim/host.py has the other end).
_SYNC = const(0)
_SLEEP = const(1)
_PIN_INIT = const(2)
_PIN_SET = const(3)
_SPI_WRITE = const(6)

# Places in the state that comes back with each call.
_US = const(0)
_MS = const(1)
_REST = const(2)
_LEVELS = const(3)
_FALLS = const(4)
_RISES = const(5)
_TIMERS = const(6)
_RESULT = const(7)

_STEP = const(10)
_FLUSH = const(1000)
_MASK = const((1 << 30) - 1)
_HALF = const(1 << 29)
_LONGEST_SLEEP = const(100_000_000)

_lag = 0
_stale = True
handlers = {}  # of a pin: [handler, flags, trigger, the Pin]
timers = [None] * 8
_handling = False
disabled = 0


def call(op, a=0, b=0, data=None):
    """Carry out ``op`` on the hardware, then run the interrupt handlers that fell due."""
    global _lag, _stale
    lag = _lag
    _lag = 0
    _stale = False
    _link(op, a, b, lag, data)
    result = _s[_RESULT]
    if _s[_FALLS] or _s[_RISES] or _s[_TIMERS]:
        handle()
    return result


def handle():
    # Handlers run one after the other, as MicroPython's scheduler runs soft interrupts, and what
    # falls due meanwhile (their own calls take time) is handled before returning.
    global _handling
    if _handling:
        return
    _handling = True
    try:
        while not disabled:
            falls = _s[_FALLS]
            rises = _s[_RISES]
            due = _s[_TIMERS]
            if not (falls or rises or due):
                break
            _s[_FALLS] = _s[_RISES] = _s[_TIMERS] = 0
            for number in range(30):
                bit = 1 << number
                flags = (4 if falls & bit else 0) | (8 if rises & bit else 0)
                if flags:
                    irq = handlers.get(number)
                    if irq and irq[0]:
                        irq[1] = flags
                        _run(irq[0], irq[3])
            for slot in range(len(timers)):
                if due & (1 << slot):
                    timer = timers[slot]
                    if timer and timer._callback:
                        _run(timer._callback, timer)
    finally:
        _handling = False


def _run(handler, argument):
    try:
        handler(argument)
    except Exception as error:
        import machine_pin

        machine_pin.unhandled(error)


def disable_irq():
    """Hold handlers back until ``enable_irq``; returns the former state for it."""
    global disabled
    before = disabled
    disabled = 1
    return before


def enable_irq(state):
    """Let handlers run again if ``state``, from ``disable_irq``, says they ran before."""
    global disabled
    disabled = state
    if not state:
        handle()


# Clock: sim's `time` modules take these.


def ticks_ms():
    """Milliseconds of virtual time, wrapping at 2**30."""
    global _lag
    _lag += _STEP
    if _lag >= _FLUSH:
        call(_SYNC)
    return (_s[_MS] + (_s[_REST] + _lag) // 1000) & _MASK


def ticks_add(ticks, delta):
    """``ticks`` moved by ``delta``; OverflowError if that is half a period or more."""
    if not -_HALF < delta < _HALF:
        raise OverflowError("ticks interval overflow")
    return (ticks + delta) & _MASK


def ticks_diff(end, start):
    """Signed distance from ``start`` to ``end``, right as long as it is under half a period."""
    return ((end - start + _HALF) & _MASK) - _HALF


def sleep_us(us):
    """Let ``us`` microseconds pass; interrupt handlers run at their time within them."""
    while us > _LONGEST_SLEEP:
        us -= _LONGEST_SLEEP
        sleep_us(_LONGEST_SLEEP)
    if us <= 0:
        call(_SYNC)
        return
    wake = (_s[_US] + _lag + us) & _MASK
    while us > 0:
        call(_SLEEP, us)
        # Woken early by an interrupt whose handler has run: its time counts as slept.
        us = ticks_diff(wake, (_s[_US] + _lag) & _MASK)


def sleep_ms(ms):
    """Let ``ms`` milliseconds pass."""
    sleep_us(ms * 1000)


class Pin:
    """A GPIO of the chip: ``Pin(number, mode, pull, value=)``.

    One object a pin, as on the board. ValueError for a pin that doesn't exist.
    """

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    ALT = 3
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    _all = {}

    def __new__(cls, id, *args, **kwargs):
        if isinstance(id, cls):
            return id
        id = cls._place(id)
        pin = cls._all.get(id)
        if pin is None:
            pin = object.__new__(cls)
            pin._id = id  # the pin's bit in levels and flags
            pin._mode = 0
            cls._all[id] = pin
        return pin

    @staticmethod
    def _place(id):
        if isinstance(id, int) and 0 <= id < 30:
            return id
        import machine_pin

        return machine_pin.named(id)

    def __init__(self, id, mode=None, pull=None, *, value=None, alt=5):
        if mode is not None or pull is not None or value is not None:
            self.init(mode, pull, value=value, alt=alt)

    def init(self, mode=None, pull=None, *, value=None, alt=5):
        """Set the mode, pull and first value."""
        global _stale
        if mode is not None:
            if mode not in (0, 1, 2, 3):
                raise ValueError("invalid pin af: %d" % mode)
            self._mode = mode
        bits = self._id | (15 if mode is None else mode) << 8 | (pull or 0) << 12
        level = -1 if value is None else 1 if value else 0
        post(_PIN_INIT, bits, level)
        _stale = True

    def value(self, value=None):
        """The level, 0 or 1; or set it."""
        global _lag, _stale
        if value is None:
            _lag += _STEP
            if _stale or _lag >= _FLUSH:
                call(_SYNC)
            return _s[_LEVELS] >> self._id & 1
        post(_PIN_SET, self._id, 1 if value else 0)
        _stale = True

    def __call__(self, value=None):
        return self.value(value)

    def __getattr__(self, name):
        return _other(self, "machine_pin", name)

    def __repr__(self):
        return self.text()


def pin_id(pin):
    return Pin(pin)._id


class SPI:
    """A hardware SPI of the chip: ``SPI(0, baudrate=, sck=, mosi=, miso=)``.

    ValueError for a bus that doesn't exist or pins that can't carry it. The baud rate is what the
    chip's dividers make of the wish, at most half the peripheral clock.
    """

    MSB = 1
    LSB = 0
    _all = {}

    def __new__(cls, id, *args, **kwargs):
        import machine_spi

        return machine_spi.find(cls, id)

    def __init__(self, id, baudrate=1_000_000, **kwargs):
        import machine_spi

        machine_spi.start(self, baudrate, **kwargs)
        _forget("machine_spi")

    def write(self, buf):
        """Send ``buf``; the transfer's time passes."""
        if self._baud == 0:
            self.init(1_000_000)
        call(_SPI_WRITE, self._id, len(buf), buf)

    def __getattr__(self, name):
        return _other(self, "machine_spi", name)

    def __repr__(self):
        return self.text()


def _other(thing, module, name):
    # A method that is seldom called: a function of its own module, which doesn't stay in memory.
    if name[:1] == "_":
        raise AttributeError(name)
    method = getattr(__import__(module), name)
    _forget(module)
    return lambda *args, **kwargs: method(thing, *args, **kwargs)


def _forget(module):
    if sys.implementation.name == "micropython":
        sys.modules.pop(module, None)


def __getattr__(name):
    # The less usual things are loaded when they are asked for.
    if name[:1] == "_":
        raise AttributeError(name)
    module = "machine_rest"
    if name == "ADC":
        module = "machine_esp32" if simlink.chip == "esp32" else "machine_adc"
    found = getattr(__import__(module), name)
    if module == "machine_adc":
        _forget(module)
    return found


if simlink.chip == "esp32":
    from machine_esp32 import SPI, Pin  # noqa: F401, F811

if sys.implementation.name != "micropython":
    # Later on another module may stand for ``machine`` (on a simulated CircuitPython board).
    import machine_pin  # noqa: F401
    import machine_rest  # noqa: F401
    import machine_spi  # noqa: F401
