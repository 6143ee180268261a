# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What good players do in given positions of Cicera: tests/positions/cicera.txt."""

from itertools import combinations
from pathlib import Path

import pytest

from engine.cicera import endgame, player, rollout
from engine.cicera import game as rules
from engine.cicera.cards import parse_list
from engine.cicera.player import Player

FILE = Path(__file__).parent / "positions" / "cicera.txt"
FIELDS = ("table", "plays", "hand", "dealer", "right", "why", "from")
PLAYOUTS = 300


def fields(line):
    """Return the fields of a line as a dict of texts."""
    values = {}
    for part in line.split(";"):
        name, _, value = part.strip().partition(" ")
        assert name in FIELDS and name not in values, part
        values[name] = value.strip()
    return values


def position(values):
    """Return the View of the seat in turn that the fields describe."""
    plays = [rules.parse_choice(word) for word in values.get("plays", "").split()]
    table = rules.Table(int(values.get("dealer", 3 - len(plays) & 3)), parse_list(values["table"]))
    for choice in plays:
        table.on_play(table.turn, choice[0], choice[1:])
    return rules.View(table, table.turn, parse_list(values["hand"]))


LINES = [line.strip() for line in FILE.read_text(encoding="utf-8").split("\n")
         if line and line[0] != "#"]
POSITIONS = [fields(line) for line in LINES]
EXACT = [values for values in POSITIONS if values["why"].startswith("exact")]
MEDIUM, STRONG = Player("medium"), Player("strong", PLAYOUTS)


def test_enough_positions():
    assert len(POSITIONS) >= 60
    assert len(set(LINES)) == len(LINES)
    for values in POSITIONS:
        view = position(values)
        legal = set(view.legal())
        right = {rules.parse_choice(word) for word in values["right"].split()}
        assert right <= legal and len(right) < len(legal)


@pytest.mark.parametrize("values", POSITIONS, ids=LINES)
def test_medium_and_strong_find_it(values):
    view = position(values)
    right = [rules.parse_choice(word) for word in values["right"].split()]
    assert STRONG.choose(view) in right, values["why"]
    if values.get("from") != "strong":
        assert MEDIUM.choose(view) in right, values["why"]


def others(view):
    """Yield every way the hidden cards can lie: hands by seat."""
    unseen = view.unseen()
    seats = [(view.seat + i) & 3 for i in (1, 2, 3)]
    counts = [view.table.counts[seat] for seat in seats]
    for first in combinations(unseen, counts[0]):
        rest = [card for card in unseen if card not in first]
        for second in combinations(rest, counts[1]):
            yield zip(seats, (first, second, [card for card in rest if card not in second]))


@pytest.mark.parametrize("values", EXACT, ids=[values["hand"] for values in EXACT])
def test_exact_positions_have_one_right_answer(values):
    view = position(values)
    table = view.table
    w, m, frames = MEDIUM.w, MEDIUM.m, bytearray(endgame.FRAMES)
    player.load(w, m, view)
    for i, card in enumerate(table.cards):
        w[rollout.TABLE0 + i] = card
    w[rollout.NT0], w[rollout.LAID0] = len(table.cards), table.laid
    right = rules.parse_choice(values["right"])
    totals = {}
    n = 0
    for hands in others(view):
        n += 1
        for seat, hand in hands:
            base = rollout.HANDS0 + 12 * seat
            w[base:base + len(hand)] = bytes(hand)
        points = {}
        for choice in view.legal():
            mask = sum(1 << i for i, card in enumerate(table.cards) if card in choice[1:])
            value = endgame.solve(w, frames, 48 - len(table.log), choice[0], mask, 1 << 20)
            points[choice] = -value if view.seat & 1 else value
            totals[choice] = totals.get(choice, 0) + points[choice]
        assert points[right] == max(points.values())
    best = totals.pop(right)
    assert best - max(totals.values()) >= 0.75 * n
