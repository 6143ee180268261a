# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The buzzer, the battery, and cards on their way: seen and heard when wished, and never waited
for.
"""

import os
import types

import lib_run
import pytest
from sim_support import PYTHONS

from engine.record import Record
from sim import handhelds
from sim.simulator import Simulator, firmware_modules
from tools import sheets, texts

lib_run.adafruit("adafruit_display_text")

with firmware_modules():
    from firmware.storage import Store

FIRMWARE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sim_firmware")
_PWM = 8
BUZZER = 11


def run(root, settings, keys, game="cicera", deal="3357129C", battery=None, board="picosystem"):
    """Play; returns what the buzzer was told [(ms, duty)], pictures and records at the shots."""
    Store(str(root)).save("settings", b"lang=en\nhints=0\n" + settings)
    board = handhelds.ALL[board]
    sim = Simulator(board, keys, root=str(root), game=game, deal=deal, lang="en", capture=True)
    heard, seen = [], []
    post = sim.host.post

    def watched(op, a, b):
        if op == _PWM and a == BUZZER:
            heard.append((sim.host.now // 1_000_000, b))
        post(op, a, b)

    sim.host.post = watched
    sim.host.on_shot = lambda path: seen.append(
        (bytes(sim.picture()), Record.from_bytes(Store(str(root)).load("game")[0]))
    )
    sim.host.battery = battery
    assert sim.run() == "off", sim.error
    assert not (root / "log.txt").exists(), (root / "log.txt").read_text()
    return heard, seen


def test_no_sound_unless_wished(tmp_path):
    heard, _ = run(tmp_path, b"", "idle 6*(A idle)")
    assert heard == []


@pytest.mark.parametrize("game, deal", [("cicera", "3357129C"), ("tarocco", "13571298")])
def test_tunes_are_short_and_end(tmp_path, game, deal):
    keys = "idle 8*(A idle) shot:0"
    heard, seen = run(tmp_path, b"sound=1\n", keys, game, deal)
    on = [(at, duty) for at, duty in heard if duty]
    assert len(on) > 4
    # Every tone is followed by another or by silence before it gets on one's nerves.
    for (at, duty), (until, _) in zip(heard, heard[1:]):
        assert not duty or until - at <= 250
    assert heard[-1][1] == 0
    # And the game takes its course as without them.
    (tmp_path / "silent").mkdir()
    _, silent = run(tmp_path / "silent", b"", keys, game, deal)
    assert bytes(seen[0][1].moves) == bytes(silent[0][1].moves)


@pytest.mark.parametrize("board, battery", [
    ("picosystem", 3360), ("t_display", 3360), ("badger2040", 3360), ("badger2040", 2260),
])
def test_a_battery_that_runs_low_is_told_once(tmp_path, board, battery):
    # Some 7 percent, of a lithium cell and of two alkaline ones. The first press takes the box
    # away.
    ok = "2" if board == "t_display" else "A"
    keys = ("idle shot:0 A idle shot:1 2*(A idle) shot:2").replace("A", ok)
    _, seen = run(tmp_path, b"speed=3\n", keys, battery=battery, board=board)
    (tmp_path / "full").mkdir()
    _, full = run(
        tmp_path / "full", b"speed=3\n", keys.replace(ok + " idle shot:1", "shot:1"), board=board
    )
    assert seen[0][0] != full[0][0]
    for number in (1, 2):
        # (e-ink keeps a trace of what was there)
        told, untold = [bytes(level >> 6 for level in one[number][0]) for one in (seen, full)]
        assert told == untold


@pytest.mark.parametrize("board, millivolts, percent", [
    ("picosystem", 5000, 100), ("picosystem", 3700, 50), ("picosystem", 3000, 0),
    ("t_display", 4150, 100), ("t_display", 3700, 50), ("t_display", 3200, 0),
    ("badger2040", 4200, 100), ("badger2040", 3700, 50), ("badger2040", 3310, 1),
    ("badger2040", 3100, 100), ("badger2040", 2650, 50), ("badger2040", 1900, 0),
])
def test_what_is_left_in_the_battery(board, millivolts, percent):
    sim = Simulator(board, "wait:100", firmware="charge:run", extra_path=(FIRMWARE,), capture=True)
    sim.host.battery = millivolts
    sim.run()
    assert abs(int(sim.output.split("left ")[1].split()[0]) - percent) <= 1


def wrong(error):
    """A battery() that raises ``error``."""
    def battery():
        raise error
    return battery


NONSENSE = [
    wrong(OSError(5)), wrong(ValueError("pin")), wrong(AttributeError("ADC")),
    wrong(ZeroDivisionError()), lambda: None, lambda: 300, lambda: 101, lambda: -5, lambda: "low",
    lambda: float("nan"), lambda: float("inf"), None,
]


def test_a_battery_that_cant_be_measured():
    with firmware_modules():
        from firmware.app.app import App

        for battery in NONSENSE:
            app = types.SimpleNamespace(board=types.SimpleNamespace(battery=battery))
            assert App.battery(app) is None
        assert App.battery(types.SimpleNamespace(board=types.SimpleNamespace())) is None
        for left, told in ((0, 0), (7, 7), (100, 100), (49.5, 49)):
            app.board.battery = lambda left=left: left
            assert App.battery(app) == told and type(App.battery(app)) is int


def sign(stage, battery):
    """The title's picture, {place: colour}, with ``battery`` as the board's."""
    app = stage.app
    title = stage.load("firmware.app.screens.title")
    app.board.battery = battery
    app.hints = 0
    stage.run("title", lambda: title.choose(app))
    data = bytes(app.display.compose())
    width = stage.size[0]
    return {(i // 2 % width, i // 2 // width): data[i : i + 2] for i in range(0, len(data), 2)}


@pytest.mark.parametrize("size", sheets.SIZES, ids="{0[0]}x{0[1]}".format)
def test_the_sign_covers_nothing_of_the_title(size):
    for language in texts.languages():
        with sheets.Stage(language, *size, pictures=False) as stage:
            without = sign(stage, lambda: 300)
            for battery in NONSENSE:
                assert sign(stage, battery) == without
            much, little = sign(stage, lambda: 100), sign(stage, lambda: 7)
            assert not stage.problems
        there = [place for place in without if without[place] != much[place]]
        left, top = (min(place[i] for place in there) for i in (0, 1))
        right, bottom = (max(place[i] for place in there) for i in (0, 1))
        assert (right - left, bottom - top) == (17, 8)
        # It stands on the bar, with two pixels of it all around.
        around = {
            without[x, y] for x in range(left - 2, right + 3) for y in range(top - 2, bottom + 3)
        }
        assert len(around) == 1
        full, low = (sum(1 for place in there if other[place] != much[left + 1, top + 1]
                         and left + 1 < place[0] < right - 3 and top + 1 < place[1] < bottom - 1)
                     for other in (much, little))
        assert (full, low) == (60, 5)


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_a_board_file_with_a_fault(tmp_path, board, python):
    """Title and table go on although the board's `battery` raises OSError."""
    pictures = []
    Store(str(tmp_path)).save("game", Record("cicera", "3357129C").to_bytes())
    sim = Simulator(
        board, "idle 4*(A idle) shot:0", root=str(tmp_path), firmware="faulty:run", lang="en",
        extra_path=(FIRMWARE,), python=python, heap="512k", capture=True,
    )
    sim.host.on_shot = lambda path: pictures.append(sim.picture())
    assert sim.run() == "off", sim.error
    assert Record.from_bytes(Store(str(tmp_path)).load("game")[0]).moves
    assert int(sim.output.split("asked ")[-1].split()[0]) > 1
    assert not (tmp_path / "log.txt").exists(), (tmp_path / "log.txt").read_text()
    assert pictures


def test_cards_on_their_way_are_cut_short_by_a_press(monkeypatch):
    with firmware_modules():
        from firmware.app.play import view as table

        now = iter(range(0, 9999, 10))
        monkeypatch.setattr(table, "time", types.SimpleNamespace(
            ticks_ms=lambda: next(now), ticks_diff=lambda a, b: a - b, sleep_ms=lambda ms: None,
        ))

        class App:
            mono, speed = False, 1
            pictures = waited = 0

            def __init__(self, after):
                self.display = self.buttons = self
                self.after = after

            def refresh(self):
                self.pictures += 1

            def waiting(self):
                return self.waited >= self.after

            def work(self):
                self.waited += 1

        for after, speed, mono, pictures in (
            (99, 1, False, 2), (0, 1, False, 1), (99, 3, False, 0), (99, 1, True, 0)
        ):
            app = App(after)
            app.speed, app.mono = speed, mono
            one = types.SimpleNamespace(app=app)
            tile = types.SimpleNamespace(x=10, y=20)
            table.View.slide(one, [tile], -31, 24)
            assert app.pictures == pictures
            if pictures == 2:
                assert (tile.x, tile.y) == (-21, 44)
