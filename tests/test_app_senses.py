# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The buzzer, the battery, and cards on their way: seen and heard when wished, and never waited for."""

import os
import types

import pytest

from engine.record import Record
from sim import handhelds
from sim.simulator import Simulator, firmware_modules

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
    # Some 7 percent, of a lithium cell and of two alkaline ones. The first press takes the box away.
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


def test_cards_on_their_way_are_cut_short_by_a_press(monkeypatch):
    with firmware_modules():
        from firmware.app import table

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
            table.Table.slide(one, [tile], -31, 24)
            assert app.pictures == pictures
            if pictures == 2:
                assert (tile.x, tile.y) == (-21, 44)
