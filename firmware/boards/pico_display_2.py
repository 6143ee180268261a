# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Raspberry Pi Pico with Pimoroni Pico Display Pack 2.0: ST7789, 320 x 240 pixels, four buttons.

Pins: github.com/pimoroni/pimoroni-pico, libraries/pico_display_2/pico_display_2.hpp (buttons) and
common/pimoroni_common.hpp (the front slot's SPI).
"""

from machine import SPI, Pin

NAME = "pico_display_2"
TITLE = "Pimoroni Pico Display Pack 2.0"
WIDTH = 320
HEIGHT = 240
MONO = False

# Printed name, GPIO, action, action of a long press; pressed is low. A and B are at the left edge,
# X and Y at the right one.
BUTTONS = (
    ("A", 12, "ok", "info"),
    ("B", 13, "back", "menu"),
    ("X", 14, "left"),
    ("Y", 15, "right"),
)
LEFT_HANDED = "2301"  # the sides are exchanged
# Where their middles are, in pixels from the panel's left edge.
EDGES = {
    "A": -34, "B": -34, "X": 354, "Y": 354,
}

_display = None


def display():
    """Make the bus and the panel's driver; returns the display, with the backlight on."""
    global _display
    from adafruit_st7789 import ST7789
    from fourwire import FourWire

    # The panel has no data output. GPIO 4 is a free one for the bus's input, which would else be
    # GPIO 16, the panel's command line. There is no reset line.
    spi = SPI(0, sck=Pin(18), mosi=Pin(19), miso=Pin(4))
    bus = FourWire(spi, command=Pin(16), chip_select=Pin(17), baudrate=62_500_000)
    # Pimoroni's own start-up (drivers/st7789/st7789.cpp) sends MADCTL 0x70 and INVON.
    _display = ST7789(
        bus,
        width=WIDTH,
        height=HEIGHT,
        rotation=270,
        bgr=True,
        invert=True,
        backlight_pin=Pin(20),
        auto_refresh=False,
    )
    return _display


def brightness(percent):
    """Set the backlight to 0..100."""
    _display.brightness = percent / 100
