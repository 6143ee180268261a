# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The parts of the simulator's ``machine`` that are different on an ESP32."""

import machine
from machine import call

try:
    from micropython import const
except ImportError:
    from engine.mp import const

_ADC = const(9)

# GPIO -> its bit (as sim/chips.py counts); 255: there is no such pin, or the flash is on it.
_PLACES = (
    b"\x00\x01\x02\x03\x04\x05\xff\xff\xff\xff\xff\xff\x06\x07\x08\x09\x0a\x0b\x0c\x0d"
    b"\xff\x0e\x0f\x10\xff\x11\x12\x13\xff\xff\xff\xff\x14\x15\x16\x17\x18\x19\x1a\x1b"
)
_INPUT_ONLY = const(34)  # from here on


class Pin(machine.Pin):
    """A GPIO of the ESP32. ValueError for one that doesn't exist or can't be an output."""

    _all = {}

    @staticmethod
    def _place(id):
        if not isinstance(id, int) or not 0 <= id < 40 or _PLACES[id] == 255:
            raise ValueError("invalid pin")
        return _PLACES[id]

    def _number(self):
        return _PLACES.index(bytes((self._id,)))

    def init(self, mode=None, pull=None, *, value=None, drive=0, hold=None, alt=None):
        if self._number() >= _INPUT_ONLY:
            if mode not in (None, Pin.IN):
                raise ValueError("pin can only be input")
            pull = None  # these have no resistors
        super().init(mode, pull, value=value)

    def irq(self, handler=None, trigger=12, wake=None):
        """As the RP2040's, but all interrupts are soft ones: there is no ``hard``."""
        import machine_pin

        return machine_pin.irq(self, handler, trigger)

    def __repr__(self):
        return "Pin(%d)" % self._number()


class SPI(machine.SPI):
    """SPI 1 or 2 of the ESP32, on any pins; ``miso=None`` for none."""

    _all = {}
    DEFAULTS = {1: (14, 13, 12), 2: (18, 23, 19)}


class ADC:
    """Analogue input of GPIO 32 to 39."""

    ATTN_0DB = 0
    ATTN_2_5DB = 1
    ATTN_6DB = 2
    ATTN_11DB = 3

    def __init__(self, source, *, atten=3):
        self._gpio = Pin(source)._number()
        if not 32 <= self._gpio < 40:
            raise ValueError("Pin doesn't have ADC capabilities")

    def atten(self, atten):
        pass

    def read_u16(self):
        return call(_ADC, self._gpio)

    def read_uv(self):
        return self.read_u16() * 3300 // 65535 * 1000
