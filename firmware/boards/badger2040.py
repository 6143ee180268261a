# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pimoroni Badger 2040: RP2040, e-ink of 296 x 128 pixels on a UC8151, five buttons.

Pins: pico-sdk, src/boards/include/boards/pimoroni_badger2040.h. How the battery is measured:
github.com/pimoroni/pimoroni-pico, micropython/examples/badger2040/badger_os.py.
"""

from fourwire import FourWire
from machine import SPI, Pin

NAME = "badger2040"
TITLE = "Pimoroni Badger 2040"
WIDTH = 296
HEIGHT = 128
MONO = True

# Printed name, GPIO, action. The buttons connect to 3.3 V.
BUTTONS = (
    ("up", 15, "left"),
    ("down", 11, "right"),
    ("A", 12, "ok"),
    ("B", 13, "back"),
    ("C", 14, "info"),
)
# A and B go through the cards, up and down are ok and back; C stays.
LEFT_HANDED = "23014"
# Where their middles are, in pixels from the panel's left edge.
EDGES = {
    "A": 42, "B": 148, "C": 254, "up": 328, "down": 328,
}
ACTIVE_HIGH = True


class _Bus(FourWire):
    # The driver's panel setting (command 0x00) leaves the resolution bits at 96 x 230 and no other
    # command sets it: this glass has 128 x 296.
    def send(self, command, data, *, toggle_every_byte=False):
        if command == 0x00:
            data = bytes((data[0] | 0x80,))
        super().send(command, data, toggle_every_byte=toggle_every_byte)


def display():
    """Make the bus and the panel's driver; returns the display."""
    import waveforms
    from adafruit_uc8151d import UC8151D

    # On battery the board is on only as long as this is high.
    Pin(10, Pin.OUT, value=1)
    spi = SPI(0, sck=Pin(18), mosi=Pin(19), miso=Pin(16))
    bus = _Bus(spi, command=Pin(20), chip_select=Pin(17), reset=Pin(21), baudrate=12_000_000)
    panel = UC8151D(
        bus,
        width=WIDTH,
        height=HEIGHT,
        rotation=270,
        busy_pin=Pin(26),
        seconds_per_frame=0,
    )
    panel.fast = waveforms.UC8151()
    return panel


def brightness(percent):
    """Nothing: the panel doesn't shine."""


def battery():
    """Return how much is left in the battery, in percent."""
    from machine import ADC

    # Both inputs are compared with the supply, which sinks with the battery: a third of the
    # battery's voltage, and a reference of 1.24 V that GPIO 27 switches on.
    switch = Pin(27, Pin.OUT, value=1)
    millivolts = 3720 * ADC(Pin(29)).read_u16() // max(1, ADC(Pin(28)).read_u16())
    switch.value(0)
    # A lithium cell gives 4.1 to 3.3 V, two alkaline ones 3.1 to 2.2 V.
    left = (millivolts - 3300) // 8 if millivolts > 3200 else (millivolts - 2200) // 9
    return max(0, min(100, left))
