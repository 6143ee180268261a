# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The simulated handhelds as pieces of hardware: which panel is wired to which pin, where buttons are.

This is what a maker soldered, not what the firmware believes: it shares nothing with
firmware/boards, so that a wrong pin, offset or colour order there shows in the simulator.
"""

from sim.panels.st7789 import ST7789
from sim.panels.uc8151 import UC8151


class Button:
    """A push button: its printed name, GPIO, level when pressed, and its key on the desktop.

    ``x``, ``y``: its middle, in pixels of the panel from the panel's top left corner as the
    player holds it. ``shape``: "round", "up", "down", "left", "right" (arms of a cross), "bar".
    """

    def __init__(self, name, gpio, x, y, key, shape="round", active=0):
        self.name = name
        self.gpio = gpio
        self.x = x
        self.y = y
        self.key = key
        self.shape = shape
        self.active = active


class Handheld:
    """A board with its panel.

    ``panel``: called without arguments gives the panel model. ``turn``: how many degrees
    clockwise the glass is turned in the body. ``pins``: the panel's lines: sck, mosi, cs, dc and
    where they exist reset, busy, backlight, te, power (must be high for the panel to live).
    ``busy_level``: level of BUSY while busy. ``body``: left, top, right and bottom margin of the
    body around the panel, in pixels of the panel; ``paper``: colours of ink and paper for the
    window, None for a screen that shines. ``adc``: volts at channels 0..4.
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
        adc=(),
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
        self.adc = adc

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
        Button("up", 23, -80, 84, "up", "up"),
        Button("down", 20, -80, 156, "down", "down"),
        Button("left", 22, -116, 120, "left", "left"),
        Button("right", 21, -44, 120, "right", "right"),
        Button("A", 18, 356, 120, "return"),
        Button("B", 19, 320, 156, "backspace"),
        Button("X", 17, 320, 84, "x"),
        Button("Y", 16, 284, 120, "y"),
    ),
    (160, 36, 160, 36),
    colour=(36, 38, 46),
    adc=(1.3, 0.0, 0.0, 0.0, 0.706),
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
        Button("A", 12, 41, 150, "return", active=1),
        Button("B", 13, 148, 150, "backspace", active=1),
        Button("C", 14, 255, 150, "c", active=1),
        Button("up", 15, 322, 32, "up", active=1),
        Button("down", 11, 322, 96, "down", active=1),
    ),
    (26, 26, 46, 44),
    colour=(232, 230, 224),
    paper=((38, 38, 42), (222, 222, 214)),
    adc=(0.0, 0.0, 0.0, 1.5, 0.706),
)

ALL = {board.name: board for board in (PICOSYSTEM, BADGER2040)}
