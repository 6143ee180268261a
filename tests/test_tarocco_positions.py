# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What good players do in given positions of Tarocco: tests/positions/tarocco.txt."""

from pathlib import Path

import pytest

from engine.tarocco import game as rules
from engine.tarocco.cards import code, parse, parse_cards
from engine.tarocco.player import Player

FILE = Path(__file__).parent / "positions" / "tarocco.txt"
FIELDS = ("hand", "away", "trick", "out", "ours", "void", "right", "why")
SEATS = ("next", "partner", "before")


def fields(line):
    """Return the fields of a line as a dict of texts."""
    values = {}
    for part in line.split(";"):
        name, _, value = part.strip().partition(" ")
        assert name in FIELDS and name not in values, part
        values[name] = value.strip()
    return values


def position(values):
    """Return the View of seat 0, the dealer, that the fields describe."""
    hand = parse_cards(values["hand"])
    away = parse_cards(values["away"])
    trick = parse_cards(values["trick"])
    named = hand + away + trick
    done = 15 - len(hand)
    rest = bytes(card for card in range(62) if card not in named)
    out = parse_cards(values["out"]) if "out" in values else rest
    assert len(out) == 3 * len(hand) - len(trick), "%d cards out" % len(out)
    ours = parse_cards(values.get("ours", ""))
    theirs = bytes(card for card in rest if card not in out and card not in ours)
    assert not set(ours + out) & set(named) and not set(ours) & set(out)
    assert len(ours) % 4 == 0 and len(ours + theirs) == 4 * done

    table = rules.Table(0)
    table.counts[:] = bytearray(len(hand) for _ in range(4))
    for i in range(len(trick)):
        table.counts[(4 - len(trick) + i) & 3] -= 1
    table.log = bytearray(ours + theirs + trick)
    table.who = bytearray(i & 3 for i in range(4 * done))
    for i in range(done):
        table.winners[i] = 0 if 4 * i < len(ours) else 1
        table.tricks[table.winners[i] & 1] += 1
    table.trick = bytearray(trick)
    table.lead = (4 - len(trick)) & 3
    table.who += bytes((table.lead + i) & 3 for i in range(len(trick)))
    table.trick_no = done
    table.said[:] = b"\x01" * 4
    for part in values.get("void", "").split():
        seat, _, suits = part.partition("=")
        for suit in suits:
            table.void[1 + SEATS.index(seat)] |= 1 << "sbcdt".index(suit)
    table.phase = rules.PLAY_PHASE
    table.turn = 0
    return rules.View(table, 0, hand, away)


LINES = [
    line for line in FILE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"
]


@pytest.mark.parametrize("level", ("medium", "strong"))
@pytest.mark.parametrize("line", LINES)
def test_position(line, level):
    values = fields(line)
    view = position(values)
    right = [parse(word) for word in values["right"].split()]
    assert set(right) < set(view.legal()) or len(view.legal()) == 1
    choice = Player(level, 200 if level == "strong" else None).choose(view)
    assert choice in right, "%s plays %s: %s" % (level, code(choice), values["why"])


def test_the_suite_is_worth_its_name():
    assert len(LINES) >= 16 and len(set(LINES)) == len(LINES)
