# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Deal after deal through the whole app in the heap it has to live in: no memory is lost."""

import pytest
from sim_support import needs_micropython

from tools import bench, soak

pytestmark = needs_micropython

#: Heap of MicroPython on 64 bits, where objects are nearly twice as large as on a board.
TFT = "384k"


@pytest.mark.parametrize("game", ["tarocco", "cicera"])
def test_many_deals_in_the_heap(game):
    found = soak.app("picosystem", game, 8, heap=TFT, ten=4)
    print(game, found[0], found[-1])


@pytest.mark.parametrize("game", ["tarocco", "cicera"])
def test_a_deal_with_the_strongest_players(game):
    assert bench.runs("picosystem", game, 384)


def test_lost_memory_is_noticed(monkeypatch):
    from tools import endure

    def run(board, root, heap, *words):
        lines = []
        for deal in range(30):
            lines.append("free %d" % (50_000 - 64 * deal))
            lines.append(" No. of 1-blocks: 9, 2-blocks: 1, max blk sz: 4, max free sz: 600")
        return lines

    monkeypatch.setattr(endure, "run", run)
    with pytest.raises(soak.SoakError, match="49872 bytes were free, at the end 48720"):
        soak.app("picosystem", "tarocco", 30)


@pytest.mark.parametrize("game", ["tarocco", "cicera"])
def test_a_cursor_move_sends_little(game):
    """At most a fifth of a frame, also from one end of the hand to the other."""
    sent = bench.sent("picosystem", game, 16)
    print(game, min(sent), max(sent))
    assert len(sent) >= 12
    assert max(sent) <= 240 * 240 * 2 // 5
