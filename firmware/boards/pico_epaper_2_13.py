# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Raspberry Pi Pico with Waveshare Pico-ePaper-2.13 (V3, V4): SSD1680, 250 x 122 pixels of e-ink.

Pins: github.com/waveshareteam/Pico_ePaper_Code, python/Pico_ePaper-2.13_V4.py. The module has no
buttons: three push buttons connect GPIO 2, 3 and 4 to ground, from left to right.
"""

from machine import SPI, Pin

NAME = "pico_epaper_2_13"
TITLE = "Waveshare Pico-ePaper-2.13"
WIDTH = 250
HEIGHT = 122
MONO = True

# Name, GPIO, action, action of a long press; pressed is low.
BUTTONS = (
    ("1", 2, "left", "back"),
    ("2", 3, "ok", "menu"),
    ("3", 4, "right", "info"),
)
# Where their middles are, in pixels from the panel's left edge.
EDGES = {
    "1": 36, "2": 125, "3": 214,
}
SAFE = "1"


def display():
    """Make the bus and the panel's driver; returns the display."""
    import waveforms_ssd1680
    from adafruit_ssd1680 import SSD1680
    from fourwire import FourWire

    # The panel has no data output. GPIO 28 is a free one for the bus's input, which would else be
    # GPIO 8, the panel's command line.
    spi = SPI(1, sck=Pin(10), mosi=Pin(11), miso=Pin(28))
    bus = FourWire(spi, command=Pin(8), chip_select=Pin(9), reset=Pin(12), baudrate=4_000_000)
    # The glass begins at the controller's ninth output (as the driver takes for granted).
    panel = SSD1680(
        bus,
        width=WIDTH,
        height=HEIGHT,
        rotation=90,
        colstart=8,
        busy_pin=Pin(13),
        seconds_per_frame=0,
    )
    panel.fast = waveforms_ssd1680.SSD1680()
    return panel


def brightness(percent):
    """Nothing: the panel doesn't shine."""
