# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Board files on the simulated hardware: the right settings look right, wrong ones look wrong."""

import pytest
from sim_support import FIRMWARE, PYTHONS

from sim import handhelds
from sim.simulator import Simulator
from tools import build

WHITE, RED, GREEN, BLUE = (255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255)
BLACK = (0, 0, 0)


def shown(function, board="picosystem", settings=None, python=None, keys="wait:100", root=None):
    sim = Simulator(
        board,
        keys=keys,
        root=root,
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


BOARDS = list(handhelds.ALL)
TFT = [name for name in BOARDS if not build.facts(name)["MONO"]]
EINK = [name for name in BOARDS if build.facts(name)["MONO"]]


def test_every_board_is_there_as_hardware_and_as_a_file():
    assert sorted(BOARDS) == build.boards()
    for name in BOARDS:
        facts = build.facts(name)
        handheld = handhelds.ALL[name]
        assert facts["NAME"] == name
        assert facts["TITLE"] == handheld.title
        panel = handheld.panel()
        size = (panel.width, panel.height)
        assert (facts["WIDTH"], facts["HEIGHT"]) == (
            size if handheld.turn % 180 == 0 else size[::-1]
        )
        assert facts["MONO"] == (handheld.paper is not None)


def test_buttons_of_the_files():
    actions = {"up", "down", "left", "right", "ok", "back", "info", "menu"}
    for name in BOARDS:
        facts = build.facts(name)
        given = [action for button in facts["BUTTONS"] for action in button[2:]]
        assert set(given) <= actions
        # nothing works without these; the menu leads to all the rest
        assert {"right", "ok", "back"} <= set(given), name
        assert "menu" in given or "info" in given
        # safe mode needs a button that isn't the one for the self-test
        safe = [b for b in facts["BUTTONS"] if b[0] == facts.get("SAFE") or b[2] == "back"]
        assert safe and safe[0][2] != "ok", name
        # the left hand has the same actions, each at one button
        order = facts.get("LEFT_HANDED")
        if order is not None:
            assert sorted(order) == [str(i) for i in range(len(facts["BUTTONS"]))], name
            assert list(order) != sorted(order), name


@pytest.mark.parametrize("name", TFT)
def test_colours_and_corners(name):
    sim = shown("board", name)
    assert corners(sim) == RIGHT
    assert sim.warnings() == []


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", ["picosystem", "t_display", "pico_st7735r"])
def test_on_both_pythons(name, python):
    sim = shown("board", name, python=python)
    assert corners(sim) == RIGHT
    assert sim.warnings() == []


@pytest.mark.parametrize("name", EINK)
def test_corners_on_eink(name):
    sim = shown("board", name)
    width, height = sim.size()
    rgb = sim.picture()
    assert rgb[0::3] == rgb[1::3] == rgb[2::3]
    # red, blue and black marks are dark: each 8 x 8, in its place
    dark = {(i % width, i // width) for i, v in enumerate(rgb[0::3]) if v < 8}
    assert dark == {
        (x + i, y + j)
        for x, y in ((0, 0), (0, height - 8), (width // 2, height // 2))
        for i in range(8)
        for j in range(8)
    }
    assert sim.warnings() == []


@pytest.mark.parametrize("name", BOARDS)
def test_every_button_arrives(name, tmp_path):
    """All buttons, one after the other, as short and as long presses, with their own actions."""
    handheld = handhelds.ALL[name]
    keys = " ".join(
        "%s wait:200 hold:%s:700 wait:200" % (b.name, b.name) for b in handheld.buttons
    )
    sim = shown("buttons", name, keys=keys, root=str(tmp_path))
    wanted = []
    facts = {button[0]: button for button in build.facts(name)["BUTTONS"]}
    for button in handheld.buttons:
        entry = facts[button.name]
        wanted.append("%s %s" % (button.name, entry[2]))
        wanted.append("%s %s" % (button.name, entry[-1]))

    # a direction that is held repeats
    def once(lines):
        return [x for i, x in enumerate(lines) if i == 0 or x != lines[i - 1] or not _repeats(x)]

    assert once(sim.output.splitlines()) == once(wanted)
    assert len(facts) == len(handheld.buttons)


def _repeats(line):
    return line.split()[1] in ("up", "down", "left", "right")


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
