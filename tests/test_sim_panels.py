# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Adafruit's drivers, unmodified, on the panel models: right settings look right, wrong ones
wrong.
"""

import lib_run
import pytest
from sim_support import FIRMWARE
from test_sim_boards import BLACK, BLUE, GREEN, RED, RIGHT, WHITE, corners

from sim.handhelds import Handheld
from sim.panels.ssd16xx import SSD1608, SSD1675, SSD1680, SSD1681
from sim.panels.tft import GC9A01A, ILI9341, ST7735R, ST7789
from sim.panels.uc8151 import UC8151
from sim.simulator import Simulator

CYAN, MAGENTA, YELLOW = (0, 255, 255), (255, 0, 255), (255, 255, 0)
PINS = {"sck": 6, "mosi": 7, "cs": 5, "dc": 9, "reset": 4}


def shown(panel, turn, driver, busy=None):
    """Run firmware `panel:driven`; ``busy``: level of BUSY of an e-ink panel."""
    lib_run.adafruit(driver.partition(",")[0])
    pins = {**PINS, "backlight": 12} if busy is None else {**PINS, "busy": 10}
    handheld = Handheld(
        "picosystem", "test", panel, turn, pins, (), (1,) * 4, busy_level=busy or 0
    )
    sim = Simulator(
        handheld,
        keys="wait:100",
        firmware="panel:driven",
        deal=driver,
        capture=True,
        extra_path=[FIRMWARE],
    )
    sim.run()
    assert sim.error is None
    assert sim.output == ""
    return sim


def tab(colour):
    return lambda: ST7735R(tab=colour)


def display():
    return ST7789(135, 240, column=52, row=40)


TFT = "adafruit_st7735r,width=160,height=128,rotation=90,"
GREENTAB = TFT + "colstart=1,rowstart=2,"
SMALL = "adafruit_st7789,width=240,height=135,rotation=270,colstart=40,rowstart=53,"


@pytest.mark.parametrize(
    "panel, turn, driver, seen",
    [
        (tab("black"), 90, TFT + "bgr=1", RIGHT),
        (tab("black"), 90, TFT + "bgr=0", (BLUE, GREEN, RED, WHITE, BLACK)),
        (tab("red"), 90, TFT + "bgr=0", RIGHT),
        (tab("red"), 90, TFT + "bgr=1", (BLUE, GREEN, RED, WHITE, BLACK)),
        (tab("black"), 90, TFT + "bgr=1,invert=1", (CYAN, MAGENTA, YELLOW, BLACK, WHITE)),
        (tab("green"), 90, GREENTAB + "bgr=0", RIGHT),
        (tab("black"), 270, TFT + "bgr=1", (WHITE, BLUE, GREEN, RED, WHITE)),
        (ILI9341, 270, "adafruit_ili9341,width=320,height=240", RIGHT),
        (
            ILI9341,
            270,
            "adafruit_ili9341,width=320,height=240,bgr=1",
            (BLUE, GREEN, RED, WHITE, BLACK),
        ),
        (
            ILI9341,
            270,
            "adafruit_ili9341,width=320,height=240,invert=1",
            (CYAN, MAGENTA, YELLOW, BLACK, WHITE),
        ),
        # the wrong kind of glass
        (lambda: ILI9341(bgr=False), 270, "adafruit_ili9341,width=320,height=240",
         (BLUE, GREEN, RED, WHITE, BLACK)),
        (display, 270, SMALL + "bgr=1", RIGHT),
        (display, 270, SMALL + "bgr=0", (BLUE, GREEN, RED, WHITE, BLACK)),
        (display, 270, SMALL + "invert=0", (CYAN, MAGENTA, YELLOW, BLACK, WHITE)),
        (display, 90, SMALL + "bgr=1", None),
    ],
)  # fmt: skip
def test_tft(panel, turn, driver, seen):
    sim = shown(panel, turn, driver)
    if seen:
        assert corners(sim) == seen
    else:
        assert corners(sim) != RIGHT
    assert sim.warnings() == []


@pytest.mark.parametrize(
    "rotation, colstart, rowstart, turn",
    [(0, 53, 40, 180), (90, 40, 240 - 135 - 53, 90),
     (180, 240 - 135 - 53, 320 - 240 - 40, 0), (270, 320 - 240 - 40, 53, 270)],
)  # fmt: skip
def test_offsets_of_the_porting_guide(rotation, colstart, rowstart, turn):
    """What docs/porting.md says to make of CircuitPython's colstart=53, rowstart=40."""
    width, height = (240, 135) if rotation % 180 else (135, 240)
    driver = "adafruit_st7789,width=%d,height=%d,rotation=%d,colstart=%d,rowstart=%d,bgr=1" % (
        (width, height, rotation, colstart, rowstart)
    )
    sim = shown(display, turn, driver)
    assert corners(sim) == RIGHT
    rgb = sim.picture()
    assert len({rgb[i : i + 3] for i in range(0, len(rgb), 3)}) == 5  # no snow


@pytest.mark.parametrize(
    "panel, turn, driver, lost",
    [
        # a panel that begins elsewhere in its memory: two rows or columns of snow, the others gone
        (tab("green"), 90, TFT + "bgr=0", (1, 2)),
        (display, 270, SMALL.replace("53", "52") + "bgr=1", (0, 1)),
        (display, 270, SMALL.replace("colstart=40", "colstart=37") + "bgr=1", (3, 0)),
    ],
)
def test_wrong_offsets_show(panel, turn, driver, lost):
    sim = shown(panel, turn, driver)
    width, height = sim.size()
    rgb = sim.picture()
    rows = [rgb[3 * y * width : 3 * (y + 1) * width] for y in range(height)]
    # what isn't written shows the memory's noise; what is has only the colours of the scene

    def scene(pixels):
        return len({pixels[i : i + 3] for i in range(0, len(pixels), 3)}) < 6

    dx, dy = lost
    noisy_rows = [y for y, row in enumerate(rows) if not scene(row[3 * dx : len(row) - 3 * dx])]
    columns = [
        b"".join(row[3 * x : 3 * x + 3] for row in rows[dy : height - dy]) for x in range(width)
    ]
    noisy_columns = [x for x, column in enumerate(columns) if not scene(column)]
    assert len(noisy_rows) == dy and len(noisy_columns) == dx
    assert all(y < dy or y >= height - dy for y in noisy_rows)
    assert all(x < dx or x >= width - dx for x in noisy_columns)


def test_round_glass():
    sim = shown(GC9A01A, 0, "adafruit_gc9a01a,width=240,height=240")
    rgb = sim.picture()

    def at(x, y):
        return tuple(rgb[3 * (y * 240 + x) : 3 * (y * 240 + x) + 3])

    assert at(0, 0) == at(239, 239) == BLACK
    assert at(120, 0) == at(0, 120) == at(239, 119) == at(60, 60) == WHITE
    assert at(125, 125) == BLACK  # the mark in the middle
    lit = sum(rgb[3 * i : 3 * i + 3] != b"\0\0\0" for i in range(240 * 240))
    assert lit + 64 == pytest.approx(3.14159 * 120 * 120, rel=0.005)


EINK = (BLACK, WHITE, BLACK, WHITE, BLACK)  # red and blue are darker than the middle, green isn't


@pytest.mark.parametrize(
    "panel, turn, driver, busy, ms",
    [
        (SSD1680, 270, "adafruit_ssd1680,width=250,height=122,rotation=90", 1, 1760),
        (SSD1680, 90, "adafruit_ssd1680,width=250,height=122,rotation=270", 1, 1760),
        (SSD1680, 0, "adafruit_ssd1680,width=122,height=250,rotation=0", 1, 1760),
        (SSD1680, 180, "adafruit_ssd1680,width=122,height=250,rotation=180", 1, 1760),
        (
            lambda: SSD1680(128, 296, 0), 90,
            "adafruit_ssd1680,width=296,height=128,rotation=270,colstart=0", 1, 1760,
        ),
        (SSD1681, 0, "adafruit_ssd1681,width=200,height=200,rotation=0", 1, 1760),
        (SSD1681, 90, "adafruit_ssd1681,width=200,height=200,rotation=270", 1, 1760),
        (SSD1675, 270, "adafruit_ssd1675,width=250,height=122,rotation=90", 1, 1800),
        (SSD1608, 0, "adafruit_ssd1608,width=200,height=200", 1, 1580),
        (
            UC8151, 90,
            "adafruit_il0373,width=296,height=128,rotation=270,swap_rams=1,black_bits_inverted=0",
            0, 4500,
        ),
    ],
)  # fmt: skip
def test_eink(panel, turn, driver, busy, ms):
    sim = shown(panel, turn, driver + ",seconds_per_frame=0", busy)
    seen = corners(sim)
    # a waveform of 1.6 s leaves a little grey
    assert [all(abs(a - b) < 20 for a, b in zip(x, y)) for x, y in zip(seen, EINK)] == [True] * 5
    assert sim.warnings() == []
    assert sim.panel.refreshes == [ms]
    dark = sum(v < 128 for v in sim.picture()[::3])
    assert dark == 3 * 64


def test_four_greys():
    """The driver's own table for four greys comes out as four greys, evenly ordered and
    neutral.
    """
    driver = "adafruit_ssd1680,width=296,height=128,rotation=270,colstart=0,grayscale=1,lut=1"
    sim = shown(lambda: SSD1680(128, 296, 0), 90, driver + ",seconds_per_frame=0", 1)
    row = sim.picture()[3 * 296 * 64 :: 3][:296]
    greys = [set(row[i * 74 : (i + 1) * 74]) for i in range(4)]
    assert all(len(grey) == 1 for grey in greys)
    values = [min(grey) for grey in greys]
    assert values[0] < 10 and values[3] > 245
    assert values == sorted(values) and min(b - a for a, b in zip(values, values[1:])) > 25
    assert sim.warnings() == []
    assert sim.panel.charge(sim.host.now) == (0, 0)
