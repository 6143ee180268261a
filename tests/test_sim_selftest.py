# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The self-test: complete at every size, and it shows which setting of a board file is wrong."""

import pytest
from sim_support import FIRMWARE, PYTHONS

from sim import handhelds
from sim.host import turned
from sim.simulator import FIRMWARE as APP
from sim.simulator import Simulator
from tools import build

BOARDS = list(handhelds.ALL)
BARS = ("red", "green", "blue", "white", "black")
RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
RIGHT = (RED, GREEN, BLUE, WHITE, BLACK)


def run(name, firmware="panel:selftest", keys="wait:50", settings=None, python=None, held=None):
    sim = Simulator(
        name,
        keys=keys,
        firmware=firmware,
        deal=settings,
        python=python,
        capture=True,
        extra_path=[FIRMWARE],
    )
    if held:
        sim.host.press(held, True)
    sim.run()
    assert sim.error is None
    return sim


class Seen:
    def __init__(self, sim):
        self.width, self.height = sim.size()
        self.rgb = sim.picture()

    def at(self, x, y):
        at = 3 * (y * self.width + x)
        return tuple(self.rgb[at : at + 3])

    def bars(self):
        """Colours of the bars, near their top."""
        each = (self.width - 8) // 5
        return tuple(self.at(4 + each * i + 4, 23) for i in range(5))

    def frame(self):
        """How many of the four edges are white from end to end, with black beside them."""
        w, h = self.width, self.height
        edges = (
            ([(x, 0) for x in range(w)], [(x, 1) for x in range(1, w - 1)]),
            ([(x, h - 1) for x in range(w)], [(x, h - 2) for x in range(1, w - 1)]),
            ([(0, y) for y in range(h)], [(1, y) for y in range(1, h - 1)]),
            ([(w - 1, y) for y in range(h)], [(w - 2, y) for y in range(1, h - 1)]),
        )
        return sum(
            all(min(self.at(*p)) > 247 for p in edge) and all(max(self.at(*p)) < 8 for p in gap)
            for edge, gap in edges
        )


@pytest.mark.parametrize("name", BOARDS)
def test_whole_on_every_board(name):
    sim = run(name)
    seen = Seen(sim)
    assert seen.frame() == 4
    if not build.facts(name)["MONO"]:
        assert seen.bars() == RIGHT
    assert sim.warnings() == []


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_is_cut_or_covered(name):
    sim = run(name, "panel:selftest_boxes")
    facts = build.facts(name)
    lines = [line.split() for line in sim.output.splitlines() if line.startswith("box")]
    boxes = [tuple(int(v) for v in line[1:]) for line in lines]
    texts = [box for box in boxes if box[4]]
    assert len(texts) >= 4 + 1 + 2 + 3 + 2
    for x, y, w, h, _ in texts:
        assert x >= 2 and y >= 2 and x + w <= facts["WIDTH"] - 2 and y + h <= facts["HEIGHT"] - 2
    for i, (x, y, w, h, _) in enumerate(texts):
        for x2, y2, w2, h2, _ in texts[:i]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y


@pytest.mark.parametrize("name", BOARDS)
def test_buttons_are_echoed(name):
    said = [x[4:] for x in run(name, "panel:selftest_boxes").output.splitlines() if x[:3] == "say"]
    buttons = build.facts(name)["BUTTONS"]
    assert said[0] == "press " + " ".join(button[0] for button in buttons)
    assert said[1].endswith("| %s: %s" % (buttons[0][0], buttons[0][2]))
    assert said[-1] == "all buttons work | %s: %s" % (buttons[-1][0], buttons[-1][-1])


@pytest.mark.parametrize("python", PYTHONS)
def test_a_press_shows(python):
    before = run("t_display", python=python).picture()
    one = run("t_display", python=python, keys="1 wait:100").picture()
    long = run("t_display", python=python, keys="hold:1:700 wait:100").picture()
    assert len({before, one, long}) == 3
    changed = [i // 3 // 240 for i in range(len(before)) if before[i] != one[i]]
    assert min(changed) > 105  # only the two lines at the bottom


SWAPPED = (BLUE, GREEN, RED, WHITE, BLACK)
INVERSE = ((0, 255, 255), (255, 0, 255), (255, 255, 0), BLACK, WHITE)
BOTH = (INVERSE[2], INVERSE[1], INVERSE[0], BLACK, WHITE)


@pytest.mark.parametrize(
    "name, settings, bars",
    [
        ("picosystem", "adafruit_st7789,bgr=0", SWAPPED),
        ("picosystem", "adafruit_st7789,invert=0", INVERSE),
        ("picosystem", "adafruit_st7789,bgr=0,invert=0", BOTH),
        ("t_display", "adafruit_st7789,bgr=0", SWAPPED),
        ("t_display", "adafruit_st7789,invert=0", INVERSE),
        ("pico_lcd_1_3", "adafruit_st7789,bgr=0", SWAPPED),
        ("pico_display_2", "adafruit_st7789,invert=0", INVERSE),
        ("pico_st7735r", "adafruit_st7735r,bgr=0", SWAPPED),
        ("pico_st7735r", "adafruit_st7735r,invert=1", INVERSE),
    ],
)
def test_colours_tell(name, settings, bars):
    assert Seen(run(name, settings=settings)).bars() == bars


@pytest.mark.parametrize(
    "name, settings, edges",
    [
        ("t_display", "adafruit_st7789,colstart=39", 1),  # two edges off, and the ends of two
        ("t_display", "adafruit_st7789,rowstart=52", 1),
        ("t_display", "adafruit_st7789,rowstart=40,colstart=53", 0),
        ("pico_st7735r", "adafruit_st7735r,colstart=1", 1),
        ("pico_epaper_2_13", "adafruit_ssd1680,colstart=0", 1),
        ("pico_epaper_2_13", "adafruit_ssd1680,colstart=16", 1),
    ],
)
def test_the_frame_tells_offsets(name, settings, edges):
    assert Seen(run(name, settings=settings)).frame() <= edges


@pytest.mark.parametrize(
    "settings, turn, corner",
    [("rotation=0,rowstart=80", 90, "3"), ("rotation=90,colstart=80", 180, "4"),
     ("rotation=180", 270, "2")],
)  # fmt: skip
def test_corners_tell_the_rotation(settings, turn, corner):
    """With another rotation than 270 the picture is turned, and another number stands top left."""
    right = run("pico_lcd_1_3")
    wrong = run("pico_lcd_1_3", settings="adafruit_st7789," + settings)
    assert wrong.picture() == turned(right.picture(), 240, 240, turn)
    places = {"2": (226, 2), "3": (2, 226), "4": (226, 226)}
    x, y = places[corner]
    seen, there = Seen(wrong), Seen(right)
    ink = sorted(there.at(x + i, y + j) for i in range(12) for j in range(12))
    assert sorted(seen.at(2 + i, 2 + j) for i in range(12) for j in range(12)) == ink
    assert seen.frame() == 4


def test_held_at_the_start():
    ok = handhelds.ALL["badger2040"].button("A")
    there = run("badger2040", firmware=APP, held=ok)
    assert there.picture() == run("badger2040").picture()
    other = run("badger2040", firmware=APP, held=handhelds.ALL["badger2040"].button("B"))
    assert other.picture() != there.picture()


@pytest.mark.parametrize("name, ok", [("badger2040", "A"), ("pico_lcd_1_3", "ctrl")])
def test_a_short_press_that_switches_on_is_no_wish(name, ok):
    """The button is let go half a second after the buttons are first looked at: the game
    starts.
    """
    button = handhelds.ALL[name].button(ok)
    sim = Simulator(name, keys="idle", firmware=APP, capture=True)
    sim.host.press(button, True)
    looked = []

    def release():
        if not looked and sim.host._pull[sim.host._places[ok]] != 0 and sim.host.now > 0:
            looked.append(sim.host.now)
        if looked and sim.host.now > looked[0] + 1_800_000_000 and len(looked) == 1:
            looked.append(None)
            sim.host.press(button, False)

    sim.host.on_change = release
    sim.run()
    assert sim.error is None and len(looked) == 2
    assert sim.picture() == run(name, firmware=APP, keys="idle").picture()
