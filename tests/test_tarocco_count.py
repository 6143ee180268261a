# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Tarocco: combinations and the settlement of the Matto, against plain readings of the rules."""

import random
from itertools import combinations as choose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tarocco import count
from engine.tarocco.cards import VALUES, codes, parse_cards

ANG, MON, SOL, LUN, T16, T5, BEG, MAT = 40, 41, 42, 43, 44, 55, 60, 61
MOORS = (56, 57, 58, 59)
ACES = (9, 19, 24, 34)
SETS = {
    "tarocchi": ((ANG, MON, BEG, MAT), 18),
    "kings": ((0, 10, 20, 30), 17),
    "queens": ((1, 11, 21, 31), 14),
    "cavalli": ((2, 12, 22, 32), 13),
    "fanti": ((3, 13, 23, 33), 12),
}
SUITS = {"swords": (0, 9), "batons": (10, 19), "cups": (20, 24), "coins": (30, 34)}


def grande(held):
    """The longest Grande in ``held``, found by trying every use of the contatori."""
    contatori = held & {BEG, MAT}
    real = [card for card in (MON, SOL, LUN) if card in held]
    if ANG not in held or not real:
        return set()
    head = [ANG, *real]
    if len(real) == 1:
        # the higher missing one is the replaced one, the lower has no place in the sequence
        head = sorted([*head, min({MON, SOL, LUN} - held)])
    line = head + list(range(T16, T5 + 1))
    missing = [card for card in line if card not in held]
    best = set()
    for used in range(len(contatori) + 1):
        for replaced in choose(missing, used):
            if len(real) == 1 and not set(head) & set(replaced):
                continue
            places = []
            for card in line:
                if card not in held and card not in replaced:
                    break
                if card in replaced and places and places[-1] in replaced:
                    break
                places.append(card)
            else:
                places += [moor for moor in MOORS if moor in held]
            found = {card for card in places if card in held}
            if len(found | contatori) > len(best):
                best = found | contatori
    return best


def reference(cards):
    """``(sets, sequences)`` by name: the cards of each."""
    held = set(cards)
    contatori = held & {BEG, MAT}
    sets = {
        name: held & set(kind) for name, (kind, _) in SETS.items() if len(held & set(kind)) > 2
    }
    sequences = {}
    for name, (king, ace) in SUITS.items():
        real = held & {king + 1, king + 2, king + 3}
        if king in held and real and len(real) + min(1, len(contatori)) >= 2:
            sequences[name] = {king} | real | contatori | held & {ace}
    for name, kind in (("aces", ACES), ("moors", MOORS)):
        real = held & set(kind)
        if len(real) >= 2 and len(real | contatori) >= 3:
            sequences[name] = real | contatori
    found = grande(held)
    if len(found) >= 3:
        sequences["grande"] = found
    return sets, sequences


def check(cards):
    found = count.combinations(cards, True)
    sets, sequences = reference(cards)
    assert {name: set(found["cards"][name]) for name in found["cards"]} == {**sets, **sequences}
    assert found["sets"] == {n: SETS[n][1] * (len(sets[n]) - 2) for n in sets}
    assert found["sequences"] == {n: [len(s), 5 * len(s) - 5] for n, s in sequences.items()}
    for kind, values in (
        ("sets", found["sets"].values()),
        ("sequences", [points for _, points in found["sequences"].values()]),
    ):
        assert found[kind + "_sum"] == sum(values)
        assert found[kind + "_doubled"] is (len(values) >= 3)
        assert found[kind + "_total"] == sum(values) * (2 if len(values) >= 3 else 1)
    assert found["total"] == found["sets_total"] + found["sequences_total"]
    assert found["shown"] == bytes(sorted(set().union(*sets.values(), *sequences.values())))
    assert all(list(part) == sorted(part) for part in found["cards"].values())
    assert count.points(cards) == found["total"]
    assert count.shown(cards) == found["shown"]
    del found["cards"]
    assert count.combinations(cards) == found
    return found["total"]


HIGH = [card for card in range(62) if card >= 40 or card % 10 < 4 or card in ACES]


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.sets(st.integers(0, 61)),
        st.sets(st.sampled_from(HIGH), max_size=40),
        st.sets(st.sampled_from([*range(40, 56), 60, 61, 60, 61]), max_size=18),
    )
)
def test_against_a_plain_reading(cards):
    check(bytes(cards))


def test_the_head_of_the_grande_completely():
    # every holding of ANG, MON, SOL, LUN, T16, T15, T14 and the contatori
    parts = (ANG, MON, SOL, LUN, T16, 45, 46, BEG, MAT)
    for mask in range(512):
        check(bytes([card for bit, card in enumerate(parts) if mask >> bit & 1]))


def test_the_end_of_the_grande_completely():
    # every holding of T7, T6, T5, two Moors and the contatori behind an unbroken run
    parts = (53, 54, 55, 56, 57, BEG, MAT)
    for mask in range(128):
        held = [card for bit, card in enumerate(parts) if mask >> bit & 1]
        check(bytes([ANG, MON, SOL, LUN, *range(T16, 53), *held]))


def test_suits_and_aces_completely():
    parts = (20, 21, 22, 23, 24, 9, 19, 34, BEG, MAT)
    for mask in range(1024):
        check(bytes([card for bit, card in enumerate(parts) if mask >> bit & 1]))


@pytest.mark.parametrize(
    "cards, sequences",
    [
        ("ANG LUN MAT", {"grande": [3, 10]}),
        ("ANG MON BEG MAT", {"grande": [4, 15]}),
        ("ANG MON SOL T16 T14 BEG", {"grande": [6, 25]}),
        ("Rs Fs As MAT", {"swords": [4, 15]}),
        ("Rs As BEG MAT", {}),
    ],
)
def test_examples_of_the_rules(cards, sequences):
    assert count.combinations(parse_cards(cards))["sequences"] == sequences
    check(parse_cards(cards))


def test_the_worked_count_of_the_treatises():
    gone = parse_cards("MON SOL T16 BEG Rd Fd Ad Qs Cs Fs Fc Cb Ab")
    rest = bytes([card for card in range(62) if card not in gone])
    found = count.combinations(rest)
    points = {name: value for name, (_, value) in found["sequences"].items()}
    assert points == {"moors": 20, "aces": 10, "batons": 15, "cups": 20, "grande": 10}
    assert (found["sequences_sum"], found["sequences_total"]) == (75, 150)
    assert found["sets"] == {"kings": 17, "queens": 14} and found["sets_total"] == 31
    assert found["total"] == count.points(rest) == 181


@given(st.lists(st.integers(0, 61), max_size=30, unique=True), st.integers(0, 30))
def test_shown_cards_stand_for_the_hand(cards, size):
    hand = bytes(cards)
    shown = count.shown(hand)
    assert count.shown(shown) == shown
    assert count.points(shown) == count.points(hand)
    # what fewer cards show, all of them show as well
    assert set(count.shown(hand[:size])) <= set(shown)


def test_owner_tables():
    owner = bytearray([card % 3 for card in range(62)])
    for who in range(3):
        cards = bytes([card for card in range(62) if owner[card] == who])
        assert count.points_of(owner, who) == count.points(cards)
    assert count.points_of(owner, 3) == 0


def total(owner, team):
    """Twice what the cards of a team count: card points and combinations."""
    cards = [card for card in range(62) if owner[card] == team]
    sets, sequences = reference(cards)
    points = sum(SETS[n][1] * (len(sets[n]) - 2) for n in sets) * (2 if len(sets) > 2 else 1)
    lengths = sum(5 * len(s) - 5 for s in sequences.values())
    points += lengths * (2 if len(sequences) > 2 else 1)
    return 2 * points + sum(2 * VALUES[card] - 1 for card in cards)


@pytest.mark.parametrize("seed", range(40))
def test_the_card_given_for_the_matto_is_the_best(seed):
    rng = random.Random(seed)
    few = seed % 4
    owner = bytearray([rng.randrange(8) < (1, 2, 4, 7)[few] for _ in range(62)])
    if seed % 5 == 0:
        # nothing worth 1: the lowest value there is has to be given
        for card in range(62):
            if VALUES[card] == 1 or (seed % 2 and VALUES[card] == 2):
                owner[card] = 0
        owner[1] = owner[2] = owner[22] = owner[30] = 1
    owner[4 + seed % 3] = owner[20] = seed % 5 != 0
    team = 1
    owner[MAT] = team
    mine = [card for card in range(61) if owner[card] == team]
    low = min(VALUES[card] for card in mine)
    lead = []
    for card in mine:
        if VALUES[card] == low:
            after = bytearray(owner)
            after[card] = 0
            lead.append((-(total(after, 1) - total(after, 0)), card))
    settled = bytearray(owner)
    given = count.settle(settled, 1, 0, seed & 1, b"\x07\x08", b"")
    assert given == min(lead)[1], codes([given])
    owner[given] = 0
    assert settled == owner


@pytest.mark.parametrize("dealer_team", [0, 1])
@pytest.mark.parametrize("matto_team", [0, 1])
@pytest.mark.parametrize("winners", [0, 1])
def test_no_trick(dealer_team, matto_team, winners):
    losers = 1 - winners
    tricks = bytes((15, 0) if winners == 0 else (0, 15))
    owner = bytearray([winners] * 62)
    owner[MAT] = matto_team
    discards = b"\x04\x2a"
    for card in discards:
        owner[card] = dealer_team
    assert count.settle(owner, matto_team, winners, dealer_team, tricks, discards) == 255
    # all that the losers could have had, Matto and discards, has gone to the winners
    assert losers not in owner


def test_own_trick_keeps_the_matto():
    owner = bytearray(62)
    owner[MAT] = owner[5] = 1
    before = bytes(owner)
    assert count.settle(owner, 1, 1, 0, b"\x0e\x01", b"\x04\x06") == 255
    assert owner == before


def test_ties_are_settled_by_pack_order_and_discards_may_be_given():
    owner = bytearray(62)
    owner[MAT] = 1
    for card in (37, 17, 18):
        owner[card] = 1
    assert count.settle(owner, 1, 0, 1, b"\x08\x07", b"\x11\x25") == 17
    assert (owner[17], owner[18], owner[MAT]) == (0, 1, 1)


def test_what_a_trick_brings_is_the_same_everywhere():
    """The tricks' values, added up, are what the count says of cards and last trick."""
    from engine.record import Record

    for code in ("13571298", "3357129C"):
        record = Record("tarocco", code)
        game = record.new()
        brought = [0, 0]
        while game.phase != 3:
            choice = game.legal()[0]
            result = record.add(game, choice)
            if result:
                values = count.trick_values(game.table)
                assert len(values) == len(game.table.log) // 4
                brought[(result - 1) & 1] += values[-1]
        matto = [seat for card, seat in zip(game.table.log, game.table.who) if card == 61][0] & 1
        brought[matto] += 9
        for team in range(2):
            declared = game.table.declared[team] + game.table.declared[team + 2]
            assert game.table.team_halves(team) == game.table.halves[team] + 2 * declared
            last = 12 if game.table.winners[14] & 1 == team else 0
            assert game.table.halves[team] == brought[team] - last
