# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A ``machine`` and ``time`` that cost next to nothing: no panel, no pause, no button.

For measurements and endurance runs in MicroPython, in which the simulator's chip would only be in
the way. ``SPI.sent`` counts the bytes on the bus, ``Clock.slept`` the milliseconds slept.
"""

import sys


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, number, mode=0, pull=0, value=None):
        # At rest: no button pressed, and the UC8151 (BUSY on GPIO 26, active low) not at work.
        self.level = 1 if pull == 1 or number == 26 else 0

    def init(self, mode=0, pull=0, value=None):
        pass

    def value(self, level=None):
        return self.level

    __call__ = value

    def irq(self, handler, trigger=0, hard=False):
        pass


class SPI:
    sent = 0

    def __init__(self, number, sck=None, mosi=None, miso=None):
        pass

    def init(self, baudrate=0, polarity=0, phase=0):
        pass

    def write(self, data):
        SPI.sent += len(data)


class PWM:
    def __init__(self, pin, freq=0, duty_u16=0):
        pass

    def duty_u16(self, duty):
        pass

    def freq(self, hertz):
        pass

    def deinit(self):
        pass


class ADC:
    def __init__(self, pin):
        pass

    def read_u16(self):
        # 4.0 volts of a PicoSystem's battery
        return 26500


class Chip:
    Pin = Pin
    ADC = ADC
    SPI = SPI
    PWM = PWM

    def disable_irq(self):
        return 0

    def enable_irq(self, state):
        pass


class Clock:
    # Time passes in sleeps, and a millisecond each time it is asked for.
    now = 0
    slept = 0

    def ticks_ms(self):
        Clock.now += 1
        return Clock.now

    def ticks_us(self):
        return self.ticks_ms() * 1000

    def ticks_diff(self, end, start):
        return end - start

    def ticks_add(self, start, ms):
        return start + ms

    def sleep_ms(self, ms):
        Clock.now += ms
        Clock.slept += ms

    def sleep(self, seconds):
        self.sleep_ms(int(seconds * 1000))

    def sleep_us(self, us):
        pass


def solder():
    """Be the chip from now on."""
    sys.modules["machine"] = Chip()
    sys.modules["time"] = Clock()
