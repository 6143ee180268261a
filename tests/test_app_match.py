# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Whole matches by key script, on boards with two buttons, with five and with a cross."""

import pytest

from engine.record import Record
from sim.simulator import Simulator, firmware_modules

with firmware_modules():
    from firmware.storage import Store

PRESSES = 1500


class Over(BaseException):
    """The match is over."""


@pytest.mark.parametrize("board, ok, game, target", [
    ("t_display", "2", "cicera", 21),
    ("badger2040", "A", "tarocco", 800),
    ("picosystem", "A", "cicera", 11),
    ("picosystem", "A", "tarocco", 800),
])
def test_a_match_is_played_to_its_end(tmp_path, board, ok, game, target):
    store = Store(str(tmp_path))
    store.save("settings", b"lang=en\nspeed=3\nhints=0\nlevel=0\npartner=0\n")
    first = Record(game, "13571298" if game == "tarocco" else "3357129C", 0, 0, target)
    store.save("game", first.to_bytes())
    # The title offers the game that was left first.
    keys = "idle %s wait:1000 shot:0 %d*(%s wait:350 shot:0)" % (ok, PRESSES, ok)
    sim = Simulator(board, keys, root=str(tmp_path), lang="en", capture=True)
    records = []

    def look(path):
        data, problem = Store(str(tmp_path)).load("game")
        assert problem is None
        if data == b"":
            raise Over
        if not records or data != records[-1]:
            records.append(data)

    sim.host.on_shot = look
    with pytest.raises(Over):
        sim.run()
    assert not (tmp_path / "log.txt").exists()
    # The deals of the match, each with what was reached before it, and the dealer moved on.
    deals = []
    for data in records:
        record = Record.from_bytes(data)
        if not deals or deals[-1].number != record.number:
            deals.append(record)
        deals[-1] = record
    assert [record.number for record in deals] == list(range(len(deals)))
    reached = (0, 0)
    dealer = None
    for record in deals:
        assert record.scores == reached and record.target == target
        played = record.replay()
        assert played.phase == 3
        assert dealer is None or played.table.dealer == (dealer + 1) & 3
        dealer = played.table.dealer
        totals = [team["total"] for team in played.count()["teams"]]
        reached = (reached[0] + totals[0], reached[1] + totals[1])
    assert len(deals) > (target > 11) and max(reached) >= target and reached[0] != reached[1]
    assert all(max(record.scores) < target or len(set(record.scores)) == 1 for record in deals)
