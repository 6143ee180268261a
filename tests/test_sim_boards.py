# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Board files on the simulated hardware: the right settings look right, wrong ones look wrong."""

import pytest
from sim_support import FIRMWARE, PYTHONS

from sim.simulator import Simulator

WHITE, RED, GREEN, BLUE = (255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255)
BLACK = (0, 0, 0)


def shown(function, board="picosystem", settings=None, python=None, keys="wait:100"):
    sim = Simulator(
        board,
        keys=keys,
        firmware="panel:" + function,
        deal=settings,
        python=python,
        capture=True,
        extra_path=[FIRMWARE],
    )
    sim.run()
    assert sim.error is None
    assert sim.ended == "off"
    return sim


def corners(sim):
    """Colours at top left, top right, bottom left, bottom right and in the middle."""
    width, height = sim.size()
    rgb = sim.picture()

    def at(x, y):
        return tuple(rgb[3 * (y * width + x) : 3 * (y * width + x) + 3])

    return (
        at(0, 0),
        at(width - 1, 0),
        at(0, height - 1),
        at(width - 1, height - 1),
        at(width // 2, height // 2),
    )


RIGHT = (RED, GREEN, BLUE, WHITE, BLACK)


@pytest.mark.parametrize("python", PYTHONS)
def test_picosystem(python):
    sim = shown("board", python=python)
    assert corners(sim) == RIGHT
    assert sim.warnings() == []


@pytest.mark.parametrize("python", PYTHONS)
def test_badger2040(python):
    sim = shown("board", "badger2040", python=python)
    width, height = sim.size()
    assert (width, height) == (296, 128)
    rgb = sim.picture()
    assert corners(sim)[3:] == (WHITE, BLACK)
    assert rgb[0::3] == rgb[1::3] == rgb[2::3]
    assert sim.warnings() == []
    assert sim.panel.refreshes == [4500]
    # the dark colours are black on it: red, blue and black marks, each 8 x 8, in their corners
    dark = {(i % width, i // width) for i, v in enumerate(rgb[0::3]) if v == 0}
    assert {(x, y) for x in range(8) for y in range(8)} <= dark
    assert {(x, 127 - y) for x in range(8) for y in range(8)} <= dark
    assert {(148 + x, 64 + y) for x in range(8) for y in range(8)} <= dark
    assert len(dark) in (3 * 64, 4 * 64)


def test_settings_of_the_driver():
    assert corners(shown("tft")) == RIGHT


def test_wrong_colour_order_shows():
    assert corners(shown("tft", settings="bgr=0")) == (BLUE, GREEN, RED, WHITE, BLACK)


def test_wrong_inversion_shows():
    assert corners(shown("tft", settings="invert=0")) == (
        (0, 255, 255),
        (255, 0, 255),
        (255, 255, 0),
        BLACK,
        WHITE,
    )


def test_wrong_rotation_shows():
    assert corners(shown("tft", settings="rotation=0,rowstart=80"))[:4] == (
        WHITE,
        BLUE,
        GREEN,
        RED,
    )
    # a quarter turn against the clock from upright, which is 180 on this board
    assert corners(shown("tft", settings="rotation=90,colstart=80"))[:4] == (
        GREEN,
        WHITE,
        RED,
        BLUE,
    )
    assert corners(shown("tft", settings="rotation=270"))[:4] == (BLUE, RED, WHITE, GREEN)


def test_wrong_offset_shows():
    sim = shown("tft", settings="rowstart=80")
    # the top rows show what was in the memory, the picture begins 80 rows lower
    width = sim.size()[0]
    rgb = sim.picture()
    assert len(set(rgb[: 3 * 80 * width])) > 30
    assert tuple(rgb[3 * 80 * width : 3 * 80 * width + 3]) == RED
    sim = shown("tft", settings="rotation=0")
    assert corners(sim) != RIGHT
    sim = shown("tft", settings="colstart=10")
    assert "outside the memory" in sim.warnings()[0]


@pytest.mark.parametrize(
    "settings, said",
    [
        ("sck=2", "isn't wired to the panel"),
        ("cs=8", "chip select (GPIO 5) is high"),
        ("polarity=1", "mode 0 or 3"),
    ],
)
def test_wrong_wiring_shows_nothing_right(settings, said):
    sim = shown("tft", settings=settings, keys="")
    assert corners(sim) != RIGHT
    assert said in sim.warnings()[0]


def test_wrong_reset_and_command_pins_show():
    assert corners(shown("tft", settings="dc=10", keys="")) != RIGHT
    assert corners(shown("tft", settings="polarity=1,phase=1")) == RIGHT


def test_backlight():
    sim = shown("dark", keys="wait:300")
    assert set(sim.picture()) == {0}
    sim = shown("dark", keys="wait:1500")
    assert corners(sim)[3][0] == pytest.approx(180, abs=2)
