# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The armv6m code of the play-outs, run in a CPU emulator: right, and fast enough for its
budget.
"""

import importlib.util

import pytest

from engine.prng import Prng
from tools import cycles, levels

pytestmark = pytest.mark.skipif(
    not importlib.util.find_spec("unicorn"), reason="the CPU emulator unicorn isn't installed here"
)


@pytest.fixture(scope="module", params=("tarocco", "cicera"))
def game(request):
    return request.param, cycles.Emulated(request.param)


def test_machine_code_decides_what_python_decides(game):
    name, emulated = game
    thought = 0
    for view, _ in cycles.decisions(name, 3, 3):
        plain = levels.player(name, "strong:8").choose(view)
        emulated.on()
        try:
            # Each result and all that a function leaves in memory is compared on the way.
            player = levels.player(name, "strong:8")
            assert player.choose(view) == plain
        finally:
            emulated.off()
        thought += player.tried > 0
    assert thought >= 1


def test_slices_are_short(game):
    name, emulated = game
    for view, _ in cycles.decisions(name, 2, 5):
        _, _, slices, most = cycles.measure(emulated, name, view, 24)
        # 10 ms are allowed; this leaves time for the Python around it, and for memory that is
        # slower.
        assert most < 0.009 * cycles.CLOCK, "%d slices" % slices


def test_play_outs_in_a_second():
    """From the first trick: 600 of Tarocco and 400 of Cicera, the dealing of the hidden cards left
    out.
    """
    for name, least, function in (("tarocco", 600, "playout"), ("cicera", 400, "run")):
        from engine import record

        rules = record.module(name)
        emulated = cycles.Emulated(name)
        deal = rules.Game(*rules.deal(Prng(3, 3, 3)))
        while name == "tarocco" and deal.phase != 2:
            deal.do(deal.legal()[0])
        cycles.measure(emulated, name, deal.view(deal.turn), 16)
        if name == "tarocco":
            count, total = emulated.counts["tries"]
            # Several play-outs a call, of which there were at least 12.
            assert 12 * cycles.CLOCK / total > least and count < 16
        else:
            # The first calls are those of the knowledge, which plays one card only.
            count, total = emulated.counts[function]
            assert 12 * cycles.CLOCK / total > least and count >= 12
