# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What good players do in given positions of Tarocco: tests/positions/tarocco.txt."""

from pathlib import Path

import pytest
from tarocco_exact import prove

from engine.tarocco import game as rules
from engine.tarocco.cards import parse_cards
from engine.tarocco.player import Player

FILE = Path(__file__).parent / "positions" / "tarocco.txt"
FIELDS = (
    "hand",
    "away",
    "trick",
    "out",
    "ours",
    "void",
    "dealer",
    "said",
    "plays",
    "right",
    "why",
    "from",
)
SEATS = ("next", "partner", "before")


def fields(line):
    """Return the fields of a line as a dict of texts."""
    values = {}
    for part in line.split(";"):
        name, _, value = part.strip().partition(" ")
        assert name in FIELDS and name not in values, part
        values[name] = value.strip()
    return values


def replayed(values):
    """Return the View of the seat in turn after ``plays``."""
    table = rules.Table(int(values["dealer"]))
    hand = parse_cards(values["hand"])
    away = parse_cards(values.get("away", ""))
    said = {}
    for part in values.get("said", "").split():
        seat, _, shown = part.partition("=")
        said[int(seat)] = None if shown == "no" else parse_cards(shown.replace(",", " "))
    if len(hand) < 16:
        table.on_discard(table.dealer)
        table.on_discard(table.dealer)
    plays = parse_cards(values.get("plays", ""))
    for i in range(len(plays) + 1):
        if table.phase == rules.DECLARE_PHASE and table.turn in said:
            table.on_declare(table.turn, said[table.turn])
        if i < len(plays):
            table.on_play(table.turn, plays[i])
    return rules.View(table, table.turn, hand, away)


def position(values):
    """Return the View of the seat in turn that the fields describe."""
    if "dealer" in values:
        return replayed(values)
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


LINES = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


POSITIONS = [fields(line) for line in LINES]
EXACT = [values for values in POSITIONS if values["why"].startswith("exact")]
PLAYERS = {"medium": Player("medium"), "strong": Player("strong", 400)}


def right(values):
    """Return the right choices: sets of cards to discard, else single choices."""
    words = values["right"].split()
    if "+" in words[0]:
        return [frozenset(parse_cards(word.replace("+", " "))) for word in words]
    return [rules.parse_choice(word) for word in words]


def chosen(player, view):
    """Return what ``player`` chooses: the set of both cards if it has to discard."""
    if view.table.phase != rules.DISCARD_PHASE:
        return player.choose(view)
    first = player.choose(view)
    table = view.table.copy()
    table.on_discard(view.seat)
    rest = bytes(card for card in view.hand if card != first)
    return frozenset((first, player.choose(rules.View(table, view.seat, rest, bytes((first,))))))


@pytest.mark.parametrize("level", PLAYERS)
@pytest.mark.parametrize("values", POSITIONS, ids=LINES)
def test_position(values, level):
    view = position(values)
    if level == "medium" and values.get("from") == "strong":
        level = "strong"
    choice = chosen(PLAYERS[level], view)
    said = choice if isinstance(choice, frozenset) else [choice]
    assert choice in right(values), "%s chooses %s: %s" % (
        level,
        " ".join(rules.choice_text(card) for card in said),
        values["why"],
    )


@pytest.mark.parametrize("values", EXACT, ids=[values["hand"] for values in EXACT])
def test_exact_positions_have_one_right_answer(values):
    view = position(values)
    number, lead = prove(view, right(values))
    assert number and lead >= 1


def test_the_suite_is_worth_its_name():
    assert len(LINES) >= 60 and len(set(LINES)) == len(LINES)
    for values in POSITIONS:
        view = position(values)
        if view.table.phase == rules.DISCARD_PHASE:
            assert all(len(pair) == 2 and pair < set(view.legal()) for pair in right(values))
        else:
            assert set(right(values)) < set(view.legal()) or len(view.legal()) == 1
