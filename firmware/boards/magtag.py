# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Adafruit MagTag: ESP32-S2 with CircuitPython, e-ink of 296 x 128 pixels on an SSD1680, four buttons.

CircuitPython itself knows pins and panel (its ports/espressif/boards/adafruit_magtag_2.9_grayscale);
the buttons' names are those of its module ``board`` and of the pin-out at
learn.adafruit.com/adafruit-magtag/pinouts: from A at the left to D at the right.
"""

NAME = "magtag"
TITLE = "Adafruit MagTag"
WIDTH = 296
HEIGHT = 128
MONO = True
PYTHON = "circuitpython"

# Name, name in CircuitPython's module board, action, action of a long press.
BUTTONS = (
    ("A", "BUTTON_A", "back", "menu"),
    ("B", "BUTTON_B", "left"),
    ("C", "BUTTON_C", "right"),
    ("D", "BUTTON_D", "ok", "info"),
)
LEFT_HANDED = "3120"  # A and D change places
# Where their middles are, in pixels from the panel's left edge.
EDGES = {
    "A": 40, "B": 112, "C": 184, "D": 256,
}


def display():
    """Return the board's own display."""
    import board

    from firmware.circuitpython import Display

    return Display(board.DISPLAY)


def brightness(percent):
    """Nothing: the panel doesn't shine."""
