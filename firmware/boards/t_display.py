# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""LilyGO T-Display: ESP32, ST7789 with 240 x 135 pixels, two buttons.

Pins: github.com/Xinyuan-LilyGO/TTGO-T-Display, README and image/pinmap.jpg; the offsets are those
of the setup that its README names (Bodmer/TFT_eSPI, TFT_Drivers/ST7789_Rotation.h). How the battery
is measured: the same repository, TTGO-T-Display.ino.
"""

from machine import SPI, Pin

NAME = "t_display"
TITLE = "LilyGO T-Display"
WIDTH = 240
HEIGHT = 135
MONO = False
ARCH = "xtensawin"

# Number on LilyGO's pin-out, GPIO, action, action of a long press; pressed is low. With the USB
# socket at the right, 1 is the upper one.
BUTTONS = (
    ("1", 35, "right", "back"),
    ("2", 0, "ok", "menu"),
)
LEFT_HANDED = "10"
# Where their middles are, in pixels from the panel's left edge.
EDGES = {
    "1": 276, "2": 276,
}
# GPIO 0 held down at power-on would start the chip's own loader.
SAFE = "1"

_display = None


def display():
    """Make the bus and the panel's driver; returns the display, with the backlight on."""
    global _display
    from adafruit_st7789 import ST7789
    from fourwire import FourWire

    spi = SPI(2, sck=Pin(18), mosi=Pin(19), miso=None)
    bus = FourWire(spi, command=Pin(16), chip_select=Pin(5), reset=Pin(23), baudrate=40_000_000)
    # The glass is in the middle of the memory: 40 of 320 and 53 of 240 are left out.
    _display = ST7789(
        bus,
        width=WIDTH,
        height=HEIGHT,
        rotation=270,
        colstart=40,
        rowstart=53,
        bgr=True,
        invert=True,
        backlight_pin=Pin(4),
        auto_refresh=False,
    )
    return _display


def brightness(percent):
    """Set the backlight to 0..100."""
    _display.brightness = percent / 100


def battery():
    """Return how much is left in the battery, in percent."""
    from machine import ADC

    # Half of its voltage, while GPIO 14 is high; a lithium cell is full at 4.1 V, and below 3.3 V
    # little is left.
    Pin(14, Pin.OUT, value=1)
    millivolts = ADC(Pin(34), atten=ADC.ATTN_11DB).read_uv() // 500
    return max(0, min(100, (millivolts - 3300) // 8))
