# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Raspberry Pi Pico with Waveshare Pico-LCD-1.3: ST7789, 240 x 240 pixels, stick and four buttons.

Pins: https://www.waveshare.com/wiki/Pico-LCD-1.3 (pin-out and schematic).
"""

from machine import SPI, Pin

NAME = "pico_lcd_1_3"
TITLE = "Waveshare Pico-LCD-1.3"
WIDTH = 240
HEIGHT = 240
MONO = False

# Printed name, GPIO, action; pressed is low. "ctrl" is the stick pushed in.
BUTTONS = (
    ("up", 2, "up"),
    ("down", 18, "down"),
    ("left", 16, "left"),
    ("right", 20, "right"),
    ("ctrl", 3, "ok"),
    ("A", 15, "ok"),
    ("B", 17, "back"),
    ("X", 19, "info"),
    ("Y", 21, "menu"),
)
# Held the other way up, with the stick at the right (see ``turn``): its directions are reversed.
LEFT_HANDED = "103245678"
# Where their middles are, in pixels from the panel's left edge.
EDGES = {
    "up": -87, "down": -87, "left": -121, "right": -53, "ctrl": -87, "A": 300, "B": 300,
    "X": 300, "Y": 300,
}

_display = None


def display():
    """Make the bus and the panel's driver; returns the display, with the backlight on."""
    global _display
    from adafruit_st7789 import ST7789
    from fourwire import FourWire

    # The panel has no data output. GPIO 28 is a free one for the bus's input, which would else be
    # GPIO 8, the panel's command line.
    spi = SPI(1, sck=Pin(10), mosi=Pin(11), miso=Pin(28))
    bus = FourWire(spi, command=Pin(8), chip_select=Pin(9), reset=Pin(12), baudrate=62_500_000)
    # Waveshare's own start-up sends MADCTL 0x70 and INVON: a quarter turn, red first.
    _display = ST7789(
        bus,
        width=WIDTH,
        height=HEIGHT,
        rotation=270,
        bgr=True,
        invert=True,
        backlight_pin=Pin(13),
        auto_refresh=False,
    )
    return _display


def turn(left):
    """Turn the picture by 180 degrees for the left hand, or back."""
    panel = _display
    # Turned, the glass begins at column 80 of the 320 that the controller has. The driver's own way
    # of setting the rotation is for panels without such an offset.
    if panel._col != 80 * left:
        panel._ready()
        panel._col = 80 * left
        panel._madctl ^= 0xC0  # both mirrored
        panel._send_turn()
        panel._set_strips(panel._rows)
        panel._everything()


def brightness(percent):
    """Set the backlight to 0..100."""
    _display.brightness = percent / 100
