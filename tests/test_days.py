# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Left on for days and weeks, every board plays on as if it were a minute.

``time.ticks_ms`` turns over after 2**30 ms, on CircuitPython after 2**29, and ``ticks_diff`` takes
times of more than half of that apart (6.2 and 3.1 days) for times the other way round. The
simulated clock does the same.
"""

import os

import lib_run
import pytest

from engine.record import Record
from sim import handhelds
from sim.simulator import Simulator, firmware_modules

lib_run.adafruit("adafruit_display_text")

with firmware_modules():
    from firmware.storage import Store

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BOARDS = sorted(
    name[:-3]
    for name in os.listdir(os.path.join(ROOT, "firmware", "boards"))
    if name.endswith(".py") and name != "__init__.py"
)
#: Games, deals and days left alone between moves.
GAMES = (("cicera", "3357129C", (7, 13)), ("tarocco", "13571298", (60, 5, 11, 30)))


def play(root, board, keys, game="cicera", deal="3357129C", rest=2):
    """Play on ``board``, with OK for its button; returns moves of the record at the shots."""
    handheld = handhelds.ALL[board]
    with firmware_modules(chip=handheld.chip.name):
        module = __import__("firmware.boards." + board, None, None, ("BUTTONS",))
        ok = [b[0] for b in module.BUTTONS if b[2] == "ok"][0]
    settings = b"lang=en\nhints=1\nspeed=3\nsound=1\nrest=%d\n" % rest
    Store(str(root)).save("settings", settings)
    keys = keys.replace("OK", ok)
    sim = Simulator(handheld, keys, root=str(root), game=game, deal=deal, lang="en", capture=True)
    seen = []

    def shot(path):
        data = Store(str(root)).load("game")[0]
        seen.append((len(Record.from_bytes(data).moves), bytes(sim.picture())))

    sim.host.on_shot = shot
    assert sim.run() == "off", sim.error
    log = root / "log.txt"
    assert not log.exists(), log.read_text()
    assert sim.host.now > 0
    return seen


@pytest.mark.parametrize("rest", (0, 2), ids=("awake", "resting"))
@pytest.mark.parametrize("board", BOARDS)
def test_left_at_the_table(tmp_path, board, rest):
    # Left in a still picture, and with a refresh under way.
    for game, deal, days in GAMES:
        root = tmp_path / game
        root.mkdir()
        keys = "idle OK idle idle"
        for i in range(len(days)):
            wake = "OK idle" if rest else "idle"
            keys += " %s days:%d shot:0 %s shot:1 3*(hold:OK:12 idle:9000) shot:2" % (
                "OK" if i & 1 else "idle", days[i], wake
            )
        seen = play(root, board, keys, game, deal, rest)
        for i in range(len(days)):
            before, awake, after = seen[3 * i : 3 * i + 3]
            assert awake[0] == before[0], "the press that wakes does no more"
            assert after[0] > awake[0], (game, days[i], [s[0] for s in seen])
