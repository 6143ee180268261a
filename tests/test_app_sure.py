# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Playing on by itself when the rest of a deal is decided: only then, and only if wished."""

import copy
import random

import pytest
import strict
from sim_support import PYTHONS

from engine.record import Record
from engine.tarocco.rules import trick_winner
from sim.simulator import Simulator, firmware_modules

with firmware_modules():
    from engine.tarocco.claim import takes_all
    from firmware.storage import Store

CODE = "13571298"


def thrifty(position, dice):
    """A choice of any player; South keeps its highest trumps."""
    legal = position.legal()
    if position.turn or position.phase != 2:
        return dice.choice(legal[:2] if position.phase == 0 else legal)
    suits = [card for card in legal if card < 40 or card == 61]
    return dice.choice(suits) if suits else max(legal)


def decided(seed):
    """A record and its position in which `takes_all` says so, with two cards or more, or None."""
    dice = random.Random(seed)
    from engine import dealcode

    record = Record("tarocco", dealcode.from_entropy(dice.randbytes(7)))
    position = record.new()
    while position.phase != 3:
        if position.phase == 2 and position.turn == 0 and len(position.hands[0]) > 1:
            if takes_all(position):
                return record, position
        record.add(position, thrifty(position, dice))
    return None


def test_what_is_sure_is_sure():
    dice = random.Random(6)
    found = 0
    for seed in range(500):
        one = decided(seed)
        if one is None:
            continue
        found += 1
        record, position = one
        for _ in range(4):
            other = copy.deepcopy(position)
            totals = []
            # The others' cards may lie in any way among them, as far as is known.
            while other.phase != 3:
                other.do(dice.choice(other.legal()))
                log = other.table.log
                if len(log) % 4 == 0:
                    trick = log[-4:]
                    best = trick[trick_winner(trick)]
                    assert best in position.hands[0]
                    totals.append(best)
            assert sorted(totals) == sorted(position.hands[0])
    assert found > 20


class Position:
    """A position by its cards."""

    def __init__(self, hand, log=(), trick=()):
        self.hands = (bytearray(hand),)
        self.table = self
        self.trick = bytearray(trick)
        self.log = bytearray(log) + self.trick


def test_what_isnt_sure():
    assert takes_all(Position((40, 41)))
    assert takes_all(Position((41, 42), (40,)))
    assert not takes_all(Position((41, 42)))
    # The higher trump lies on the table: this trick is lost.
    assert not takes_all(Position((41, 42), (), (40,)))
    assert not takes_all(Position((40, 0)))
    assert not takes_all(Position((40, 61)))
    # Of Moors the last one wins.
    above = range(40, 56)
    assert not takes_all(Position((56, 57), above))
    assert not takes_all(Position((59,), above))
    assert takes_all(Position((56, 57, 58, 59), above))
    assert not takes_all(Position((60, 59), above))
    assert takes_all(Position((60,), range(40, 60)))


@pytest.mark.parametrize("python", PYTHONS)
def test_it_is_played_if_wished(tmp_path, python):
    record, position = next(filter(None, map(decided, range(500))))
    for auto in (1, 2):
        root = tmp_path / str(auto)
        root.mkdir()
        store = Store(str(root))
        store.save("game", record.to_bytes())
        store.save("settings", b"lang=en\nspeed=3\nauto=%d\n" % auto)
        logs = []
        sim = Simulator(
            "picosystem", "idle A wait:9000 shot:0", root=str(root), lang="en", python=python,
            heap="320k", capture=True,
        )
        sim.host.on_shot = lambda path, root=root, logs=logs: logs.append(
            Record.from_bytes(Store(str(root)).load("game")[0]).replay()
        )
        assert sim.run() == "off", sim.error
        assert not (root / "log.txt").exists()
        assert (logs[0].phase == 3) == (auto == 2)
        if auto == 1:
            assert logs[0].hands[0] == position.hands[0]


def test_a_number_in_a_bytearray():
    """The tests in CPython are as strict as MicroPython, in which this can't be asked."""
    scope = {}
    exec(strict.compiled("def there(x, y): return x in y, x not in y", "x"), scope)
    assert scope["there"](3, b"\x03") == (True, False)
    with pytest.raises(NotImplementedError):
        scope["there"](3, bytearray(3))
    inside = [code.co_names for code in takes_all.__code__.co_consts if hasattr(code, "co_names")]
    assert any("_strict_in" in names for names in inside + [takes_all.__code__.co_names])
