# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The options: kept, used, and what resting does to the light, the picture and the press that wakes."""

import pytest

from engine.record import Record
from sim.simulator import Simulator, firmware_modules

with firmware_modules():
    from firmware.storage import Store

MINUTE = 60000


def run(root, keys, board="picosystem", game=None, deal="3357129C"):
    """Run a script; returns [(saved record or None, picture)] at its shots, and the simulator."""
    sim = Simulator(board, keys, root=str(root), game=game, deal=deal if game else None, lang="en",
                    capture=True)
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
    rows = 9 if board == "picosystem" else 7
    run(tmp_path, keys % rows, board)
    found = settings(tmp_path)
    wanted = {"lang": "en", "speed": "2", "level": "2", "partner": "2", "hints": "0", "auto": "1",
              "light": "0", "rest": "3", "sort": "1", "sound": "1", "left": "0"}
    if board == "badger2040":
        wanted["light"] = "3"  # e-ink has none, and no line for it
        wanted["sound"] = "0"
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
    keys = "idle 4*down A idle 9*down A idle B left idle:900 up shot:0"
    run(tmp_path, keys)
    assert settings(tmp_path)["left"] == "1"
    # The language, chosen with the new buttons.
    seen, _ = run(tmp_path, "idle 4*B wait:300 left wait:500 10*B wait:300 left wait:500 left wait:500 shot:0")
    assert settings(tmp_path)["left"] == "1"
    run(tmp_path, "idle 4*B wait:300 left wait:500 9*B wait:300 left wait:500")
    assert settings(tmp_path)["left"] == "0"

