# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The simulated handhelds as hardware: which panel is wired to which pin, where the buttons are.

This is what a maker soldered, not what the firmware believes: it shares nothing with
firmware/boards, so that a wrong pin, offset or colour order there shows in the simulator.
"""

from sim.chips import ESP32, ESP32S2, RP2040
from sim.panels.ssd16xx import SSD1680
from sim.panels.tft import ST7735R, ST7789
from sim.panels.uc8151 import UC8151


class Button:
    """A push button: its printed name, GPIO, level when pressed, and its keys on the desktop.

    ``x``, ``y``: its middle, in pixels of the panel from the panel's top left corner as the
    player holds it. ``keys``: names of keys as pygame knows them; the first is shown. ``shape``:
    "round", or "up", "down", "left", "right", "middle" for the parts of a cross. ``label``: where
    the key's name stands: "below", "above", "left" or "right" of the button, None: nowhere.
    ``tied``: a resistor on the board holds the line at the other level, so that the chip's own
    isn't needed.
    """

    def __init__(
        self, name, gpio, x, y, keys, shape="round", active=0, label="below", tied=False
    ):
        self.name = name
        self.gpio = gpio
        self.x = x
        self.y = y
        self.keys = keys
        self.shape = shape
        self.active = active
        self.label = label
        self.tied = tied


class Handheld:
    """A board with its panel.

    ``panel``: called without arguments gives the panel model. ``turn``: how many degrees
    clockwise the glass is turned in the body. ``pins``: the panel's lines: sck, mosi, cs, dc and
    where they exist reset, busy, backlight, te, power (must be high for the panel to live).
    ``busy_level``: level of BUSY while busy. ``body``: left, top, right and bottom margin of the
    body around the panel, in pixels of the panel; ``colour``: of the body; ``paper``: colours of
    ink and paper for the window, None for a screen that shines. ``adc``: volts by channel of the
    chip's analogue input. ``battery``: the channel that measures the battery and what its voltage
    is divided by there, None if none does. ``switched``: channels that read 0 unless a GPIO is
    driven high: that GPIO by channel. ``chip``: a Chip of sim.chips.
    """

    def __init__(
        self,
        name,
        title,
        panel,
        turn,
        pins,
        buttons,
        body,
        busy_level=0,
        colour=(40, 40, 46),
        paper=None,
        adc=None,
        battery=None,
        switched=None,
        chip=RP2040,
    ):
        self.name = name
        self.title = title
        self.panel = panel
        self.turn = turn
        self.pins = pins
        self.buttons = buttons
        self.body = body
        self.busy_level = busy_level
        self.colour = colour
        self.paper = paper
        self.adc = adc or {}
        self.battery = battery
        self.switched = switched or {}
        self.chip = chip

    def button(self, name):
        """The button printed ``name`` (upper or lower case), or None."""
        for button in self.buttons:
            if button.name.lower() == name.lower():
                return button
        return None


# Pins: pico-sdk, src/boards/include/boards/pimoroni_picosystem.h. The glass needs INVON, has its
# subpixels in the order red, green, blue and begins at the memory's first row: so says the
# maker's own start-up (github.com/pimoroni/picosystem, libraries/hardware.cpp: MADCTL 0x04,
# CASET and RASET 0..239).
PICOSYSTEM = Handheld(
    "picosystem",
    "Pimoroni PicoSystem",
    lambda: ST7789(240, 240, ips=True),
    0,
    {"sck": 6, "mosi": 7, "cs": 5, "dc": 9, "reset": 4, "te": 8, "backlight": 12},
    (
        Button("up", 23, -86, 90, ("up",), "up", label="above"),
        Button("down", 20, -86, 150, ("down",), "down", label="below"),
        Button("left", 22, -116, 120, ("left",), "left", label="left"),
        Button("right", 21, -56, 120, ("right",), "right", label="right"),
        Button("A", 18, 368, 120, ("return", "a", "space"), label="below"),
        Button("B", 19, 326, 162, ("backspace", "b"), label="below"),
        Button("X", 17, 326, 78, ("x",), label="above"),
        Button("Y", 16, 284, 120, ("y",), label="below"),
    ),
    (168, 36, 168, 36),
    colour=(46, 49, 58),
    adc={0: 1.3, 4: 0.706},
    battery=(0, 3),
)

# Pins: pico-sdk, src/boards/include/boards/pimoroni_badger2040.h. The buttons connect to 3.3 V,
# so they need pull-downs. With scan up and shift right (PSR bits 3 and 2) memory row 0 is at the
# right edge and the first bit of a row at the top: github.com/pimoroni/pimoroni-pico,
# drivers/uc8151, and CircuitPython's board of the same name, which turns its picture by 270.
BADGER2040 = Handheld(
    "badger2040",
    "Pimoroni Badger 2040",
    lambda: UC8151(128, 296),
    90,
    {
        "sck": 18,
        "mosi": 19,
        "cs": 17,
        "dc": 20,
        "reset": 21,
        "busy": 26,
        "power": 10,
    },
    (
        Button("A", 12, 42, 154, ("return", "a", "space"), active=1, label="right"),
        Button("B", 13, 148, 154, ("backspace", "b"), active=1, label="right"),
        Button("C", 14, 254, 154, ("c",), active=1, label="right"),
        Button("up", 15, 328, 32, ("up", "left"), active=1, label="above"),
        Button("down", 11, 328, 92, ("down", "right"), active=1, label="below"),
    ),
    (24, 24, 64, 48),
    colour=(232, 230, 224),
    paper=((38, 38, 42), (222, 222, 214)),
    # A third of the battery's voltage and, while GPIO 27 is high, a reference of 1.24 V.
    adc={2: 1.24, 3: 1.3, 4: 0.706},
    battery=(3, 3),
    switched={2: 27},
)

# Pins: https://www.waveshare.com/wiki/Pico-LCD-1.3. The maker's start-up (Pico_code, LCD_1in3.c)
# has MADCTL 0x70, rows and columns from 0, INVON: the memory's rows run from left to right, its
# columns from the bottom up. Buttons where they are on the board of 52 x 26.5 mm.
PICO_LCD_1_3 = Handheld(
    "pico_lcd_1_3",
    "Waveshare Pico-LCD-1.3",
    lambda: ST7789(240, 240, ips=True),
    270,
    {"sck": 10, "mosi": 11, "cs": 9, "dc": 8, "reset": 12, "backlight": 13},
    (
        Button("up", 2, -87, 86, ("up",), "up", label="above"),
        Button("down", 18, -87, 154, ("down",), "down", label="below"),
        Button("left", 16, -121, 120, ("left",), "left", label="left"),
        Button("right", 20, -53, 120, ("right",), "right", label="right"),
        Button("ctrl", 3, -87, 120, ("space",), "middle", label=None),
        Button("A", 15, 300, 18, ("return", "a"), label="right"),
        Button("B", 17, 300, 86, ("backspace", "b"), label="right"),
        Button("X", 19, 300, 154, ("x",), label="right"),
        Button("Y", 21, 300, 222, ("y",), label="right"),
    ),
    (172, 24, 132, 16),
    colour=(30, 44, 78),
    adc={4: 0.706},
)

# Pins: pimoroni-pico, libraries/pico_display_2 and common/pimoroni_common.hpp; drivers/st7789
# sends MADCTL 0x70, rows and columns from 0, INVON.
PICO_DISPLAY_2 = Handheld(
    "pico_display_2",
    "Pimoroni Pico Display Pack 2.0",
    lambda: ST7789(240, 320, ips=True),
    270,
    {"sck": 18, "mosi": 19, "cs": 17, "dc": 16, "backlight": 20},
    (
        Button("A", 12, -34, 48, ("return", "a", "space"), label="below"),
        Button("B", 13, -34, 192, ("backspace", "b"), label="above"),
        Button("X", 14, 354, 48, ("left", "up", "x"), label="below"),
        Button("Y", 15, 354, 192, ("right", "down", "y"), label="above"),
    ),
    (68, 28, 68, 28),
    colour=(36, 38, 42),
    adc={4: 0.706},
)

# Pins: Pico_ePaper_Code, python/Pico_ePaper-2.13_V4.py. There (class ..._Landscape) rows run from
# left to right and columns from the bottom up, and 0x21 is set so that the memory begins at
# source 8, where the glass begins. The buttons are the maker's own.
PICO_EPAPER_2_13 = Handheld(
    "pico_epaper_2_13",
    "Waveshare Pico-ePaper-2.13",
    lambda: SSD1680(122, 250, column=8),
    270,
    {"sck": 10, "mosi": 11, "cs": 9, "dc": 8, "reset": 12, "busy": 13},
    (
        Button("1", 2, 36, 156, ("left", "up", "backspace"), label="below"),
        Button("2", 3, 125, 156, ("return", "a", "space"), label="below"),
        Button("3", 4, 214, 156, ("right", "down"), label="below"),
    ),
    (36, 26, 36, 74),
    busy_level=1,
    colour=(232, 230, 224),
    paper=((38, 38, 42), (222, 222, 214)),
    adc={4: 0.706},
)

# A 1.8 inch module as Adafruit's, product 358, with a black tab; wiring and buttons are our own.
# The glass is turned so that its rows begin at the right.
PICO_ST7735R = Handheld(
    "pico_st7735r",
    "Pico with ST7735R 160 x 128",
    lambda: ST7735R(128, 160, "black"),
    90,
    {"sck": 18, "mosi": 19, "cs": 17, "dc": 20, "reset": 21, "backlight": 22},
    (
        Button("1", 2, 22, 164, ("left", "up", "backspace"), label="below"),
        Button("2", 3, 80, 164, ("return", "a", "space"), label="below"),
        Button("3", 4, 138, 164, ("right", "down"), label="below"),
    ),
    (32, 26, 32, 76),
    colour=(28, 70, 52),
    adc={4: 0.706},
)

# Pins: LilyGO's pin-out of the T-Display. The glass is at columns 52..186 and rows 40..279 of the
# memory (Bodmer/TFT_eSPI, TFT_Drivers/ST7789_Rotation.h); held with the USB socket at the right,
# rows run from left to right and columns from the bottom up. Both buttons have resistors of the
# board to 3.3 V.
T_DISPLAY = Handheld(
    "t_display",
    "LilyGO T-Display",
    lambda: ST7789(135, 240, column=52, row=40, ips=True),
    270,
    {"sck": 18, "mosi": 19, "cs": 5, "dc": 16, "reset": 23, "backlight": 4},
    (
        Button("1", 35, 276, 22, ("right", "down", "tab"), label="right", tied=True),
        Button("2", 0, 276, 113, ("return", "a", "space"), label="right", tied=True),
    ),
    (30, 26, 96, 20),
    colour=(34, 34, 38),
    adc={34: 1.9},
    battery=(34, 2),
    switched={34: 14},
    chip=ESP32,
)

# Pins: CircuitPython, ports/espressif/boards/adafruit_magtag_2.9_grayscale; the glass is turned as
# there (rotation 270), and begins at source 0 as in the first batch.
MAGTAG = Handheld(
    "magtag",
    "Adafruit MagTag",
    lambda: SSD1680(128, 296, column=0),
    90,
    {"sck": 36, "mosi": 35, "cs": 8, "dc": 7, "reset": 6, "busy": 5},
    (
        Button("A", 15, 40, 164, ("backspace", "a"), label="below"),
        Button("B", 14, 112, 164, ("left", "up", "b"), label="below"),
        Button("C", 12, 184, 164, ("right", "down", "c"), label="below"),
        Button("D", 11, 256, 164, ("return", "space", "d"), label="below"),
    ),
    (36, 26, 36, 76),
    busy_level=1,
    colour=(30, 30, 34),
    paper=((38, 38, 42), (222, 222, 214)),
    chip=ESP32S2,
)

ALL = {
    board.name: board
    for board in (
        PICOSYSTEM,
        BADGER2040,
        PICO_LCD_1_3,
        PICO_DISPLAY_2,
        PICO_EPAPER_2_13,
        PICO_ST7735R,
        T_DISPLAY,
        MAGTAG,
    )
}
