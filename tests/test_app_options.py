# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The options: kept, used, and what resting does to the light, the picture and the press that
wakes.
"""

import itertools
import types

import pytest
from sim_support import PYTHONS

from engine.record import Record
from sim.simulator import Simulator, firmware_modules

with firmware_modules():
    from firmware.storage import Store

MINUTE = 60000


def run(root, keys, board="picosystem", game=None, deal="3357129C", python=None):
    """Run a script; returns [(saved record or None, picture)] at its shots, and the simulator."""
    sim = Simulator(board, keys, root=str(root), game=game, deal=deal if game else None, lang="en",
                    capture=True, python=python)
    seen = []

    def look(path):
        data, _ = Store(str(root)).load("game")
        seen.append((Record.from_bytes(data) if data else None, bytes(sim.picture())))

    sim.host.on_shot = look
    assert sim.run() == "off", sim.error
    assert not (root / "log.txt").exists(), (root / "log.txt").read_text()
    return seen, sim


def settings(root):
    data, problem = Store(str(root)).load("settings")
    assert problem is None
    return dict(line.split("=") for line in data.decode().split("\n"))


@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_every_option_is_changed_and_kept(tmp_path, board):
    Store(str(tmp_path)).save("settings", b"lang=en\nspeed=1\nlevel=1\npartner=1")
    keys = "idle 4*down wait:400 A wait:600 %d*(A wait:500 down wait:500)"
    rows = 10 if board == "picosystem" else 8
    run(tmp_path, keys % rows, board)
    found = settings(tmp_path)
    wanted = {"lang": "en", "speed": "2", "level": "2", "partner": "2", "hints": "0", "auto": "1",
              "light": "0", "rest": "3", "sort": "1", "sound": "1", "left": "0", "colour": "1"}
    if board == "badger2040":
        wanted["light"] = "1"  # the contrast, of three steps
        wanted["sound"] = wanted["colour"] = "0"
    assert found == wanted


def test_options_at_the_table_come_back_to_it(tmp_path):
    seen, _ = run(tmp_path, "idle:2900 shot:0 Y wait:500 5*down wait:300 A wait:500 A wait:300 B "
                  "idle:2900 shot:1", game="cicera")
    assert settings(tmp_path)["speed"] == "2"
    assert len({bytes(record.moves) for record, _ in seen}) == 1


def test_the_light_is_as_bright_as_wished_from_the_start(tmp_path):
    Store(str(tmp_path)).save("settings", b"light=0\n")
    seen, sim = run(tmp_path, "idle shot:0")
    (tmp_path / "full").mkdir()
    full, other = run(tmp_path / "full", "idle shot:0")
    assert 0.2 < sim.host.light() / 65535 < 0.3
    assert other.host.light() == 65535


@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_the_press_that_wakes_is_no_move(tmp_path, board):
    keys = "idle:2900 wait:%d shot:0 A wait:3000 shot:1 4*(A wait:1500) shot:2" % (6 * MINUTE)
    seen, sim = run(tmp_path, keys, board, "cicera")
    records = [record for record, _ in seen]
    assert bytes(records[1].moves) == bytes(records[0].moves)
    assert seen[1][1] != seen[0][1]
    assert len(records[2].moves) > len(records[1].moves)


def test_never_to_rest(tmp_path):
    Store(str(tmp_path)).save("settings", b"rest=0\nhints=0\n")
    seen, _ = run(tmp_path, "idle:2900 shot:0 wait:%d shot:1 A wait:700 shot:2" % (40 * MINUTE),
                  "picosystem", "cicera")
    assert seen[1][1] == seen[0][1] != seen[2][1]


def test_left_handed_the_cross_chooses(tmp_path):
    # The last option but two: then the cross's left is ok, and B moves down.
    keys = "idle 4*down A idle 10*down A idle B left idle:900 up shot:0"
    run(tmp_path, keys)
    assert settings(tmp_path)["left"] == "1"
    # The language, chosen with the new buttons.
    seen, _ = run(
        tmp_path,
        "idle 4*B wait:300 left wait:500 11*B wait:300 left wait:500 left wait:500 shot:0",
    )
    assert settings(tmp_path)["left"] == "1"
    run(tmp_path, "idle 4*B wait:300 left wait:500 10*B wait:300 left wait:500")
    assert settings(tmp_path)["left"] == "0"


def test_left_handed_on_the_badger(tmp_path):
    """The list of options is made anew with A and B to move, up for ok and down for back."""
    keys = "idle 4*down wait:900 A wait:900 8*down wait:900 A wait:900 %s wait:900"
    run(tmp_path, keys % "A up", "badger2040")  # one back, to "Sleep after", and changed
    assert settings(tmp_path)["left"] == "1"
    assert settings(tmp_path)["rest"] == "3"
    run(tmp_path, "idle 4*B wait:900 up wait:900 8*B wait:900 up wait:900 down", "badger2040")
    assert settings(tmp_path)["left"] == "0"


@pytest.mark.parametrize("python", PYTHONS)
def test_left_handed_the_pico_lcd_is_held_the_other_way_up(tmp_path, python):
    """All of the picture is turned, and the stick's ways with it."""
    keys = "idle shot:0 %s A wait:900 shot:1 %s wait:900 shot:2"
    pictures = []
    for left in (0, 1):
        root = tmp_path / str(left)
        root.mkdir()
        Store(str(root)).save("settings", b"lang=en\nhints=0\nleft=%d" % left)
        ways = (("3*down", "2*down right"), ("3*up", "2*up left"))[left]
        seen, sim = run(root, keys % ways, "pico_lcd_1_3", python=python)
        pictures.append([picture for _, picture in seen])
        assert sim.warnings() == []
    for usual, turned in zip(*pictures):
        assert len(set(usual)) > 3
        # (turned by 180 degrees: the pixels, three bytes each, in the reverse order)
        assert usual == b"".join(turned[i : i + 3] for i in range(len(turned) - 3, -1, -3))
    assert len(set(pictures[0])) == 3


def test_the_pico_lcd_is_turned_at_once_and_back(tmp_path):
    Store(str(tmp_path)).save("settings", b"lang=en\nhints=0")
    keys = "idle 4*down A wait:900 9*down wait:900 shot:0 A wait:900 shot:1 A wait:900 shot:2"
    seen, _ = run(tmp_path, keys, "pico_lcd_1_3")
    assert settings(tmp_path)["left"] == "0"
    first, turned, back = [picture for _, picture in seen]
    assert first == back
    row = 3 * 240
    # The heading, as dark as nothing else, is at the other edge.
    assert first[:row] == turned[-row:] != turned[:row]


# Times of a quick and of a clean refresh: normal, strong, pale.
INK = {
    "badger2040": ((380, 1980), (480, 2080), (280, 1880)),
    "pico_epaper_2_13": ((300, 1900), (400, 2000), (200, 1800)),
}


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("board", sorted(INK))
def test_contrast_on_e_ink(tmp_path, board, python):
    """Longer or shorter drives, at once and from the next start on; each change goes by way of
    white.
    """
    right, ok = ("down", "A") if board == "badger2040" else ("3", "2")
    Store(str(tmp_path)).save("settings", b"lang=en")  # as older versions had it: light=3
    keys = "idle 4*{0} wait:900 {1} wait:900 6*{0} wait:900 3*({1} wait:6000)"
    _, sim = run(tmp_path, keys.format(right, ok), board, python=python)
    assert settings(tmp_path)["light"] == "0"
    assert sim.warnings() == []
    normal, strong, pale = INK[board]
    # (cleaned to white with the old time, then the list again, quickly, with the new one)
    assert sim.panel.refreshes[-6:] == [
        normal[1],
        strong[0],
        strong[1],
        pale[0],
        pale[1],
        normal[0],
    ]
    low, high = sim.panel.charge(sim.host.now)
    assert -normal[0] <= low <= high <= normal[0]
    for light, (quick, _) in ((1, strong), (2, pale), (3, normal)):
        Store(str(tmp_path)).save("settings", b"lang=en\nlight=%d" % light)
        _, sim = run(
            tmp_path, "idle %s wait:900 %s wait:900" % (right, right), board, python=python
        )
        assert sim.panel.refreshes[-2:] == [quick, quick]
        assert sim.warnings() == []
    assert settings(tmp_path)["light"] == "3"


def test_contrast_can_be_seen(tmp_path):
    """What has just become black is the blacker the longer it took, and no budget is broken."""
    greys = []
    for light in (1, 3, 2):
        root = tmp_path / str(light)
        root.mkdir()
        Store(str(root)).save("settings", b"lang=en\nhints=0\nlight=%d" % light)
        keys = "idle:2900 shot:0 down wait:2000 shot:1"
        seen, sim = run(root, keys, "badger2040", game="tarocco")
        assert max(sim.panel.refreshes[1:]) <= 480
        before, after = [picture[::3] for _, picture in seen]
        black = [now for was, now in zip(before, after) if was > 200 and now < 128]
        assert len(black) > 100
        greys.append(sum(black) / len(black))
    assert greys[0] < greys[1] < greys[2] < 16


def test_no_contrast_where_the_panel_knows_only_its_own_refresh(tmp_path):
    """The MagTag: the line isn't there, and what was kept by it isn't touched."""
    Store(str(tmp_path)).save("settings", b"lang=en\nlight=3")
    keys = "idle:9000 4*C wait:9000 D wait:9000 7*C wait:9000 D wait:9000"
    run(tmp_path, keys, "magtag")
    assert settings(tmp_path)["light"] == "3"
    assert settings(tmp_path)["left"] == "1"  # after "Sleep after"


# How linear red, green and blue reach eyes without green, red or blue cones: G. M. Machado, M. M.
# Oliveira, L. A. F. Fernandes, A Physiologically-based Model for Simulation of Color Vision
# Deficiency, 2009.
EYES = (
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
)


def seen_by(eyes, colour):
    """CIE L*a*b* of what ``eyes`` see of a colour 0xRRGGBB."""
    line = []
    for shift in (16, 8, 0):
        v = (colour >> shift & 255) / 255
        line.append(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4)
    r, g, b = [max(0, min(1, sum(m * v for m, v in zip(row, line)))) for row in eyes]
    x, y, z = [
        v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116
        for v in (
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
        )
    ]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_distinct_colours_are_so_to_all_eyes(tmp_path):
    """The suits' colours, taken from pictures of the same table with and without the option."""
    usual = (0x2848A8, 0x309848, 0xC82830, 0x885028)
    found = []
    for chosen in (0, 1):
        root = tmp_path / str(chosen)
        root.mkdir()
        Store(str(root)).save("settings", b"hints=0\ncolour=%d\n" % chosen)
        seen, _ = run(root, "idle:2900 shot:0", game="cicera")
        picture = seen[0][1]
        found.append(
            [int.from_bytes(picture[i : i + 3], "big") for i in range(0, len(picture), 3)]
        )
    changed = {}
    for before, after in zip(*found):
        assert changed.setdefault(before, after) == after
    # The panel shows 16 bits of colour: the nearest one is what has become of each.
    near = {
        colour: min(
            changed,
            key=lambda c, of=colour: sum(
                abs((c >> s & 255) - (of >> s & 255)) for s in (16, 8, 0)
            ),
        )
        for colour in usual
    }
    distinct = [changed[near[colour]] for colour in usual]
    assert sum(a != b for a, b in zip(distinct, near.values())) == 3
    for eyes in EYES:
        labs = [seen_by(eyes, colour) for colour in distinct]
        paper = seen_by(eyes, 0xF8F0D8)
        for a, b in itertools.combinations(labs, 2):
            assert sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5 > 30
        assert all(sum((x - y) ** 2 for x, y in zip(a, paper)) ** 0.5 > 30 for a in labs)


def test_the_version_is_said_at_the_title_and_in_the_log(tmp_path):
    with firmware_modules():
        from firmware import VERSION
        from firmware.app import failure
        from firmware.app.screens import options
        from firmware.content import text

        text.set_language("en")
        opened = []
        app = types.SimpleNamespace(
            mono=False, board=None, speed=0, level=0, partner=0, hints=0, auto=0, sort=0, light=0,
            colour=0, rest=0, open=opened.append, display=None, percent=lambda: 25,
        )
        options.options(app)
        options.options(app, True)
        assert [screen.heading for screen in opened] == ["Options \xb7 " + VERSION, "Options"]
        failure.log(str(tmp_path) + "/", "no more cards")
        failure.log(str(tmp_path) + "/", "no more hands")
    assert (tmp_path / "log.txt").read_text().splitlines() == [
        "Tavolino " + VERSION, "no more cards", "Tavolino " + VERSION, "no more hands",
    ]
