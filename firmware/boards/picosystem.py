# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pimoroni PicoSystem: RP2040, ST7789 with 240 x 240 pixels, cross and four buttons.

Pins: pico-sdk, src/boards/include/boards/pimoroni_picosystem.h. The buzzer's, and what the battery's
voltage is divided by: github.com/pimoroni/picosystem, libraries/hardware.cpp.
"""

from machine import SPI, Pin

NAME = "picosystem"
TITLE = "Pimoroni PicoSystem"
WIDTH = 240
HEIGHT = 240
MONO = False

# Printed name, GPIO, action; pressed is low.
BUTTONS = (
    ("up", 23, "up"),
    ("down", 20, "down"),
    ("left", 22, "left"),
    ("right", 21, "right"),
    ("A", 18, "ok"),
    ("B", 19, "back"),
    ("X", 17, "info"),
    ("Y", 16, "menu"),
)
# The same with the hands changed: the four buttons are a cross, and the cross chooses.
LEFT_HANDED = "65473102"
SOUND = 11  # a piezo
# Where their middles are, in pixels from the panel's left edge.
EDGES = {
    "up": -86, "down": -86, "left": -116, "right": -56, "A": 368, "B": 326, "X": 326, "Y": 284,
}

_display = None


def display():
    """Make the bus and the panel's driver; returns the display, with the backlight on."""
    global _display
    from adafruit_st7789 import ST7789
    from fourwire import FourWire

    # The panel has no data output. GPIO 0 is a free one for the bus's input, which would else be
    # GPIO 16, button Y.
    spi = SPI(0, sck=Pin(6), mosi=Pin(7), miso=Pin(0))
    bus = FourWire(spi, command=Pin(9), chip_select=Pin(5), reset=Pin(4), baudrate=62_500_000)
    # The driver's own orientation is upside down on this board. `bgr=True` is its name for red,
    # green, blue in this order (MADCTL bit 3 clear).
    _display = ST7789(
        bus,
        width=WIDTH,
        height=HEIGHT,
        rotation=180,
        bgr=True,
        invert=True,
        backlight_pin=Pin(12),
        auto_refresh=False,
    )
    return _display


def brightness(percent):
    """Set the backlight to 0..100."""
    _display.brightness = percent / 100


def battery():
    """Return how much is left in the battery, in percent."""
    from machine import ADC

    # A third of its voltage, with 3.3 V as 65535; a lithium cell is full at 4.1 V, and below
    # 3.3 V little is left.
    millivolts = ADC(Pin(26)).read_u16() * 9900 // 65535
    return max(0, min(100, (millivolts - 3300) // 8))
