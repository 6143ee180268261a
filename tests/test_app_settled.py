# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Cicera plays on by itself when the count, or who has more, is certain: only then, and only if
wished.
"""

import itertools
import random
import subprocess

import pytest
from sim_support import PYTHONS
from test_cicera_micropython import MICROPYTHON, ROOT, needs_micropython

from engine import dealcode
from engine.cicera import game as rules
from engine.cicera.captures import count_captures
from engine.record import Record
from sim.simulator import Simulator, firmware_modules

with firmware_modules():
    from engine.cicera.claim import _most, bounds
    from firmware.storage import Store


def choice(position, dice, greed):
    """A choice of the player in turn: a capture, if there is one, with the chance ``greed``."""
    legal = list(position.legal())
    takes = [one for one in legal if len(one) > 1]
    return dice.choice(takes if takes and dice.random() < greed else legal)


def positions(seed, most=4):
    """Copies of a deal at each of South's turns with at most ``most`` cards, and the records."""
    dice = random.Random(seed)
    greed = dice.choice((0.5, 0.8, 0.95, 1))
    record = Record("cicera", dealcode.from_entropy(dice.randbytes(7)))
    position = record.new()
    while position.phase != 3:
        if position.turn == 0 and len(position.hands[0]) <= most:
            yield copy(position), record.to_bytes()
        record.add(position, choice(position, dice, greed))


def copy(position):
    other = object.__new__(rules.Game)
    other.table = position.table.copy()
    other.hands = list(position.hands)
    return other


def dealt(position, cards):
    """The position with ``cards`` in the other hands."""
    other = copy(position)
    for seat in (1, 2, 3):
        n = len(other.hands[seat])
        other.hands[seat] = bytearray(sorted(cards[:n]))
        cards = cards[n:]
    return other


def result(position):
    """Awards and bonuses of both teams in the end, and the points that South's has more."""
    we, they = position.count()["teams"]
    kept = [(side["awards"], side["bonuses"]) for side in (we, they)]
    return repr(kept), we["total"] - they["total"]


def results(position):
    """The results of all ways to play on."""
    if position.phase == 3:
        return {result(position)}
    found = set()
    for one in list(position.legal()):
        other = copy(position)
        other.do(one)
        found |= results(other)
    return found


def held(low, high, found):
    """Check the results against the bounds."""
    assert all(low <= points <= high for _, points in found), (low, high, found)
    if low == high:
        # Not only as many points more: the same awards and bonuses.
        assert len(found) == 1


def test_all_ways_to_play_the_last_cards():
    settled = decided = checked = 0
    for seed in range(260):
        for position, _ in positions(seed, 1):
            table = position.table
            cards = [card for hand in position.hands[1:] for card in hand]
            ways = 1
            for card in cards + list(position.hands[0]):
                ways *= 1 + count_captures(bytes(table.cards), card)
            if ways > 60:
                continue  # it would take too long
            checked += 1
            low, high = bounds(position)
            found = set()
            for order in set(itertools.permutations(cards)):
                found |= results(dealt(position, list(order)))
            held(low, high, found)
            settled += low == high and len(cards) > 0
            decided += low > 0 or high < 0
    assert checked > 150 and settled > 5 and decided > 50


@pytest.mark.parametrize("seeds", [range(i, i + 100) for i in (0, 100, 200)], ids="{0[0]}".format)
def test_many_ways_to_play_earlier(seeds):
    decided = 0
    for seed in seeds:
        dice = random.Random(seed)
        for position, _ in positions(seed):
            low, high = bounds(position)
            cards = [card for hand in position.hands[1:] for card in hand]
            if low > 0 or high < 0:
                decided += len(position.hands[0]) > 1
            found = set()
            for i in range(60 if low > 0 or high < 0 else 12):
                dice.shuffle(cards)
                other = dealt(position, list(cards))
                greed = (0, 0.5, 1)[i % 3]
                while other.phase != 3:
                    other.do(choice(other, dice, greed))
                found.add(result(other))
            held(low, high, found)
    assert decided > 5


def test_only_what_south_may_know_is_asked_for():
    for seed in range(40):
        dice = random.Random(seed)
        for position, _ in positions(seed):
            cards = [card for hand in position.hands[1:] for card in hand]
            dice.shuffle(cards)
            assert bounds(dealt(position, cards)) == bounds(position)
            other = copy(position)
            other.hands = [position.hands[0]]
            assert bounds(other) == bounds(position)


def test_nothing_is_certain_before_somebody_has_captured():
    position = Record("cicera", "3357129C").new()
    while position.turn:
        position.do(bytes(position.hands[position.turn][:1]))
    assert position.table.last_capture == 255
    assert bounds(position) == (-99, 99)


def test_the_cards_that_earn_most_are_reckoned():
    for number, most in ((0, 0), (1, 2), (2, 3), (3, 4), (4, 4)):
        assert _most(bytes((3, 2, 1)), number) == most


PRINT = """
import sys

sys.path.insert(0, %r)


class Text:
    t = str


sys.modules["firmware.content.text"] = Text
from engine.record import Record
from engine.cicera.claim import bounds
for data in %r:
    print(bounds(Record.from_bytes(data).replay()))
"""


@needs_micropython
def test_micropython_says_the_same():
    records, wanted = [], []
    for seed in range(30):
        for position, data in positions(seed):
            records.append(data)
            wanted.append(str(bounds(position)))
    text = PRINT % (str(ROOT), records)
    done = subprocess.run([MICROPYTHON, "-X", "heapsize=2m", "-c", text],
                          capture_output=True, text=True)
    assert done.stdout.split("\n")[:-1] == wanted, done.stderr


def first(wanted):
    """The record of the first position for which ``wanted(low, high, cards, free)``."""
    for seed in range(2000):
        for position, data in positions(seed):
            hand = position.hands[0]
            free = len(hand) > 1 or count_captures(position.table.cards, hand[0]) > 0
            if wanted(*bounds(position), len(hand), free):
                return data
    raise AssertionError


CASES = {
    "settled": (lambda low, high, cards, free: low == high and free, 2),
    "won": (lambda low, high, cards, free: low != high and low > 0 and cards > 1, 3),
    "lost": (lambda low, high, cards, free: low != high and high < 0 and cards > 1, 3),
    "open": (lambda low, high, cards, free: low < 0 < high and cards > 1, 4),
}


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
@pytest.mark.parametrize("case", CASES)
def test_it_is_played_if_wished(tmp_path, board, case, python):
    wanted, least = CASES[case]
    record = Record.from_bytes(first(wanted))
    ways = [(least - 1, 0), (least, 0)] if least < 4 else [(3, 0)]
    if case == "won" and not python:
        ways.append((3, 21))
    for auto, target in ways:
        root = tmp_path / ("%d-%d" % (auto, target))
        root.mkdir()
        store = Store(str(root))
        data = record.to_bytes()
        if target:
            match = Record("cicera", record.code, target=target)
            match.moves.extend(record.moves)
            data = match.to_bytes()
        store.save("game", data)
        store.save("settings", b"lang=en\nspeed=3\nhints=0\nauto=%d\n" % auto)
        logs = []
        keys = "idle A wait:%d shot:0" % (15000 if board == "badger2040" else 6000)
        sim = Simulator(
            board, keys, root=str(root), lang="en", python=python, heap="320k", capture=True,
        )
        sim.host.on_shot = lambda path, root=root, logs=logs: logs.append(
            Record.from_bytes(Store(str(root)).load("game")[0])
        )
        assert sim.run() == "off", sim.error
        assert not (root / "log.txt").exists(), (root / "log.txt").read_text()
        # In a match the points count, not only who has more.
        played = auto >= least and not target
        assert (logs[0].replay().phase == 3) == played
        if not played:
            assert logs[0].moves == record.moves
