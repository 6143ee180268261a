# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Cicera: card names, captures, bonuses, awards, errors."""

import json
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cicera import captures, cards, count
from engine.cicera import game as rules
from engine.errors import CardError, RuleError
from tools import vectors_cicera

VECTORS = Path(__file__).parent / "vectors"
P = cards.parse_list
ALL = bytes(range(52))


def cases(kind):
    return json.loads((VECTORS / (kind + ".json")).read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", vectors_cicera.KINDS)
def test_vectors(kind):
    found = cases(kind)
    assert len(found) > 20
    wrong = [(case["name"], d) for case in found if (d := vectors_cicera.run(kind, case))]
    assert not wrong


@pytest.mark.parametrize("kind", vectors_cicera.KINDS)
def test_changed_vectors_are_reported(kind):
    def spoil(value):
        if isinstance(value, bool) or value is None:
            return 1
        if isinstance(value, int):
            return value + 1
        if isinstance(value, str):
            return value[3:] if value else "As"
        return value[1:] if value else ["As"]

    case = cases(kind)[0]
    for field in case:
        # the given part of a case, or the order among equals, may be changed without a difference
        if field in ("name", "plays", "previous", "table", "card", "take", "hands", "dealer"):
            continue
        if field == "teams":
            for name, value in case["teams"][1].items():
                if isinstance(value, dict):
                    for key in value:
                        wrong = json.loads(json.dumps(case))
                        wrong["teams"][1][name][key] += 1
                        assert vectors_cicera.run(kind, wrong), (name, key)
                    continue
                wrong = json.loads(json.dumps(case))
                wrong["teams"][1][name] = spoil(value)
                assert vectors_cicera.run(kind, wrong), name
            continue
        wrong = dict(case)
        wrong[field] = ["scua"] if field == "bonuses" else spoil(case[field])
        if field == "bonuses" and case[field] == ["scua"]:
            wrong[field] = []
        if field == "play_bonuses":
            wrong[field] = ["scua", *case[field][1:]]
        assert vectors_cicera.run(kind, wrong), field


def test_card_names():
    names = [cards.code(card) for card in ALL]
    assert names[:4] == ["As", "2s", "3s", "4s"]
    assert names[9:14] == ["10s", "Fs", "Cs", "Rs", "Ab"]
    assert len(set(names)) == 52
    assert bytes(cards.parse(name) for name in names) == ALL
    assert bytes(cards.parse(" %s " % name.swapcase()) for name in names) == ALL
    assert (cards.code(cards.MATA), cards.code(cards.TEN_COINS), cards.code(cards.FANTE_CUPS)) == (
        "2s", "10d", "Fc")
    assert [cards.VALUES[card] for card in P("Ab 2b 9b 10b Fb Cb Rb")] == [1, 2, 9, 10, 0, 0, 0]
    assert (cards.suit(48), cards.rank(48)) == (3, 9)


@pytest.mark.parametrize("text", ["", "s", "1s", "11s", "Qs", "7x", "7", "7ss", "MAT", "é", "-7s"])
def test_no_card(text):
    with pytest.raises(CardError, match="is no card of Cicera"):
        cards.parse(text)


# -- captures ---------------------------------------------------------------------------------


def brute(table, card):
    """All captures by trying every set of table cards."""
    found = []
    target = cards.VALUES[card]
    order = sorted(table)
    for other in order:
        if other % 13 == card % 13:
            found.append(bytes((other,)))
    sums = []
    numbers = [c for c in order if cards.VALUES[c]]
    for n in range(2, min(len(numbers), 7) + 1):
        for chosen in combinations(numbers, n):
            if target and sum(cards.VALUES[c] for c in chosen) == target:
                sums.append(bytes(chosen))
    return found + sorted(sums)


TABLES = st.lists(st.integers(0, 51), min_size=1, max_size=13, unique=True)


@given(TABLES)
@settings(max_examples=300, deadline=None)
def test_captures_against_brute_force(dealt):
    card, table = dealt[0], bytes(dealt[1:])
    wanted = brute(table, card)
    assert list(captures.captures(table, card)) == wanted
    assert captures.count_captures(table, card) == len(wanted)
    for n, take in enumerate(wanted):
        assert captures.nth_capture(table, card, n) == take
        assert captures.index_of_capture(table, card, take[::-1]) == n
        captures.check_capture(table, card, take)
    for n in (-1, len(wanted), len(wanted) + 1):
        with pytest.raises(IndexError):
            captures.nth_capture(table, card, n)


@given(TABLES, st.data())
@settings(max_examples=300, deadline=None)
def test_partial_against_brute_force(dealt, data):
    card, table = dealt[0], bytes(dealt[1:])
    options = [set(take) for take in brute(table, card)]
    chosen = bytearray()
    while True:
        more, complete = captures.partial(table, card, chosen)
        fitting = [option for option in options if option >= set(chosen)]
        wanted = set().union(*fitting) - set(chosen) if fitting else set()
        assert more == bytes(c for c in table if c in wanted)
        assert complete == (set(chosen) in options)
        if not more:
            break
        chosen.append(data.draw(st.sampled_from(more)))
    if options:
        assert set(chosen) in options
    # a choice made at random is understood as well
    chosen = data.draw(st.lists(st.sampled_from(list(ALL)), max_size=4))
    more, complete = captures.partial(table, card, bytes(chosen))
    fitting = [o for o in options if o >= set(chosen) and len(set(chosen)) == len(chosen)]
    assert set(more) == (set().union(*fitting) - set(chosen) if fitting else set())
    assert complete == (set(chosen) in options and len(set(chosen)) == len(chosen))


@given(TABLES, st.lists(st.integers(0, 60), max_size=5))
@settings(max_examples=300, deadline=None)
def test_only_captures_are_accepted(dealt, take):
    card, table = dealt[0], bytes(dealt[1:])
    legal = bytes(sorted(take)) in brute(table, card)
    try:
        captures.check_capture(table, card, take)
        assert legal
    except RuleError as error:
        assert not legal
        assert error.rule.startswith("capture_")
        assert error.args[0].endswith(".")


def test_crowded_table():
    ten = cards.parse("10d")
    others = bytes(card for card in ALL if card != ten)
    found = list(captures.captures(others, ten))
    assert len(found) == captures.count_captures(others, ten) == 1701
    assert len(set(found)) == 1701
    for n in range(0, 1701, 17):
        assert captures.nth_capture(others, ten, n) == found[n]
        assert captures.index_of_capture(others, ten, found[n]) == n
    assert found == found[:3] + sorted(found[3:])
    for card in ALL:
        others = bytes(c for c in ALL if c != card)
        steps = captures.captures(others, card)
        n = 0
        while size := steps.step():
            n += 1
            assert size == 1 or sum(
                cards.VALUES[c] for c in steps.take[:size]) == cards.VALUES[card]
        assert n == captures.count_captures(others, card) <= 1701
        assert steps.step() == 0 and steps.step() == 0


@pytest.mark.parametrize(
    ("table", "card", "take", "rule"),
    [
        ("7s 3b", "7d", "", "capture_nothing"),
        ("7s 3b", "7d", "4b", "capture_absent"),
        ("4s 3b", "7d", "4b 3b", "capture_absent"),
        ("Ab 3b 4b", "4d", "Ab Ab Ab Ab", "capture_twice"),
        ("7s 7c 3b", "7d", "7s 7s", "capture_twice"),
        ("7s 3b", "7d", "3b", "capture_rank"),
        ("Fs 3b", "Cd", "Fs", "capture_rank"),
        ("Fs Fb", "Fd", "Fs Fb", "capture_court"),
        ("Fs 7b", "7d", "7b Fs", "capture_court"),
        ("3s 4b", "Fd", "3s 4b", "capture_court"),
        ("3s 4b", "8d", "3s 4b", "capture_sum"),
        ("7s 7b", "7d", "7s 7b", "capture_sum"),
    ],
)
def test_refused_captures(table, card, take, rule):
    with pytest.raises(RuleError) as error:
        captures.check_capture(P(table), cards.parse(card), P(take))
    assert error.value.rule == rule
    assert rule in captures.__doc__
    with pytest.raises(RuleError) as error:
        captures.index_of_capture(P(table), cards.parse(card), P(take))
    assert error.value.rule == rule


# -- bonuses and awards -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "card", "take", "laid", "flags"),
    [
        ("7s", "7d", "7s", None, rules.SCUA),
        ("7s", "7d", "7s", "7s", rules.SCUA | rules.PICADA),
        ("7s 7c", "7d", "7c", "7s", 0),
        ("7s 7c", "7d", "7s", "7s", rules.PICADA),
        ("3s 4s", "7s", "3s 4s", "4s", rules.SCUA | rules.SIMILE),
        ("3s 4b 9c", "7s", "3s 4b", "4b", 0),
        ("As 2s 4s 9d", "7s", "As 2s 4s", None, rules.SIMILE | rules.QUADRIGLIA),
        ("As 2s 4s", "7b", "As 2s 4s", None, rules.SCUA | rules.QUADRIGLIA),
        ("Rd Cd", "Rb", "Rd", "Rd", rules.PICADA),
    ],
)
def test_bonuses(table, card, take, laid, flags):
    laid = rules.NOBODY if laid is None else cards.parse(laid)
    got = rules.bonuses(P(table), cards.parse(card), P(take), laid)
    assert got == flags | rules.CAPTURED


def test_laying_earns_nothing():
    assert rules.bonuses(b"", cards.parse("7s"), b"", rules.NOBODY) == 0
    assert rules.bonuses(P("7d"), cards.parse("7s"), b"", cards.parse("7d")) == 0


@pytest.mark.parametrize(
    ("run", "points"), [("As 2s", 0), ("As 3s", 0), ("2s 3s 4s", 0), ("As 2s 3s", 3),
                        ("As 2s 3s 5s 6s", 3), ("As 2s 3s 4s 5s 6s 7s 8s 9s", 9),
                        ("As 2s 3s 4s 5s 6s 7s 8s 9s 10s", 10),
                        ("As 2s 3s 4s 5s 6s 7s 8s 9s 10s Fs Cs Rs", 10)]
)
def test_napula(run, points):
    where = bytearray(b"\1" * 52)
    for card in P(run):
        where[card] = 0
    assert count.napula(where, 0) == points


def test_what_captures_bring_is_the_same_everywhere():
    """The captures' values are the bonuses and the prize cards of the count."""
    from engine.record import Record

    record = Record("cicera", "3357129C")
    game = record.new()
    while game.phase != 3:
        record.add(game, max(list(game.legal()), key=len))
    counted = game.count()
    values = count.capture_values(game.table)
    for team in range(2):
        brought = sum(values[i] for i in range(48) if game.table.who[i] & 1 == team)
        side = counted["teams"][team]
        prizes = sum(side["awards"][name] for name in ("mata", "ten_coins", "fante_cups"))
        prizes -= sum(card in cards.PRIZES for card in counted["left"]
                      if counted["last_capture"] == team)
        assert brought == side["bonus_points"] + prizes
    lead = [sum(side["awards"].values()) for side in counted["teams"]]
    assert count.award_lead(game.table, counted["last_capture"]) == lead[0] - lead[1]


def test_what_one_card_can_sweep():
    assert captures.can_be_swept(P("Fb")) and captures.can_be_swept(P("10d"))
    assert captures.can_be_swept(P("2b 3s 5c")) and not captures.can_be_swept(P("2b 3s 6c"))
    assert not captures.can_be_swept(P("2b Fb")) and not captures.can_be_swept(P("Cd Cb"))
