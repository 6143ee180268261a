# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Raspberry Pi Pico with any 1.8 inch TFT module on an ST7735R: 160 x 128 pixels, three buttons.

The wiring is our own, on the Pico's first SPI; the module's pins have these names on Adafruit's
(product 358, learn.adafruit.com/1-8-tft-display/breakout-pinouts) and most others:

    SCK, CLK -> GPIO 18    TFT_CS, CS -> GPIO 17    RESET, RST -> GPIO 21
    MOSI, SDA -> GPIO 19   D/C, A0 -> GPIO 20       LITE, LED -> GPIO 22

Three push buttons connect GPIO 2, 3 and 4 to ground, from left to right.

The glass is told by the tab of its protective film, else by the self-test (docs/porting.md):
black needs BGR = True and no offsets, red BGR = False, green BGR = False with offsets 1 and 2.
"""

from machine import SPI, Pin

NAME = "pico_st7735r"
TITLE = "Pico with ST7735R 160 x 128"
WIDTH = 160
HEIGHT = 128
MONO = False

# The driver's name for "red, green, blue in this order"; columns and rows that aren't on the glass.
BGR = True
COLSTART = 0
ROWSTART = 0

# Name, GPIO, action, action of a long press; pressed is low.
BUTTONS = (
    ("1", 2, "left", "back"),
    ("2", 3, "ok", "menu"),
    ("3", 4, "right", "info"),
)
# Where their middles are, in pixels from the panel's left edge.
EDGES = {
    "1": 22, "2": 80, "3": 138,
}
SAFE = "1"

_display = None


def display():
    """Make the bus and the panel's driver; returns the display, with the backlight on."""
    global _display
    from adafruit_st7735r import ST7735R
    from fourwire import FourWire

    spi = SPI(0, sck=Pin(18), mosi=Pin(19), miso=Pin(16))
    bus = FourWire(
        spi, command=Pin(20), chip_select=Pin(17), reset=Pin(21), baudrate=15_000_000
    )
    _display = ST7735R(
        bus,
        width=WIDTH,
        height=HEIGHT,
        rotation=90,
        colstart=COLSTART,
        rowstart=ROWSTART,
        bgr=BGR,
        backlight_pin=Pin(22),
        auto_refresh=False,
    )
    return _display


def brightness(percent):
    """Set the backlight to 0..100."""
    _display.brightness = percent / 100
