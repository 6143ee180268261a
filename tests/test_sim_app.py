# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The app in the simulator: the same keys give the same pictures on CPython and MicroPython."""

import pytest
from sim_support import needs_micropython

from engine.dealcode import from_entropy
from sim.simulator import Simulator

CODE = from_entropy(b"tavolino")


def pictures(board, game, keys, python=None):
    """All pictures at the ``shot`` steps of ``keys``, with their virtual times."""
    # the size of the heap is not what this is about: other tests are
    sim = Simulator(board, keys=keys, game=game, deal=CODE, python=python, heap="2M", capture=True)
    taken = []
    sim.host.on_shot = lambda path: taken.append((path, sim.host.now, sim.picture()))
    sim.run()
    assert sim.error is None
    assert sim.ended == "off"
    assert sim.warnings() == []
    return taken


@needs_micropython
@pytest.mark.parametrize("game", ["tarocco", "cicera"])
@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_same_keys_same_pictures(board, game):
    move = "down" if board == "badger2040" else "right"
    keys = "shot:0 5*(A idle shot:1) 2*%s wait:200 shot:2 A wait:777 shot:3 B idle shot:4" % move
    here = pictures(board, game, keys)
    there = pictures(board, game, keys, "micropython")
    assert len(here) == len(there) == 9
    for (name, time, picture), (_, other_time, other) in zip(here, there):
        assert time == other_time, name
        assert picture == other, name
    assert len({picture for _, _, picture in here}) >= 5


@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_a_run_repeats_exactly(board):
    keys = "A idle shot:1 A wait:300 shot:2"
    assert pictures(board, "cicera", keys) == pictures(board, "cicera", keys)
