# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Tarocco: the pack, what may be played to a trick, who wins it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import CardError
from engine.tarocco import cards, rules

PACK_ORDER = (
    "Rs Qs Cs Fs 10s 9s 8s 7s 6s As Rb Qb Cb Fb 10b 9b 8b 7b 6b Ab "
    "Rc Qc Cc Fc Ac 6c 7c 8c 9c 10c Rd Qd Cd Fd Ad 6d 7d 8d 9d 10d "
    "ANG MON SOL LUN T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 MO1 MO2 MO3 MO4 BEG MAT"
).split()
PACKS = st.permutations(range(62))


def test_codes_are_the_pack_order():
    assert cards.PACK == len(PACK_ORDER) == 62
    assert [cards.code(card) for card in range(62)] == PACK_ORDER
    assert [cards.parse(code) for code in PACK_ORDER] == list(range(62))
    assert cards.codes(b"\x00\x04\x3d") == "Rs 10s MAT"
    assert cards.parse_cards(" MAT 10s  Rs ") == b"\x3d\x04\x00"


def test_suits_and_values():
    for card, code in enumerate(PACK_ORDER):
        if code == "MAT":
            wanted = 5
        elif code[-1] in "sbcd":
            wanted = "sbcd".index(code[-1])
        else:
            wanted = 4
        assert cards.suit(card) == wanted
        value = {"R": 5, "Q": 4, "C": 3, "F": 2}.get(code[0], 1) if wanted < 4 else 1
        if code in ("ANG", "MON", "BEG", "MAT"):
            value = 5
        assert cards.VALUES[card] == value
    assert sum(cards.VALUES) == 118


@pytest.mark.parametrize(
    "text", ["", "R", "rs", "11s", "T4", "T17", "MO5", "Rs ", "s", None, "5d"]
)
def test_wrong_codes(text):
    with pytest.raises(CardError, match="not a card"):
        cards.parse(text)


def test_a_card_named_twice():
    with pytest.raises(CardError, match="Rs is named twice"):
        cards.parse_cards("Rs 6b Rs")


def strength(card, led):
    """How high a card is in a trick, told from its code."""
    code = PACK_ORDER[card]
    if code == "MAT":
        return -1
    if cards.suit(card) == 4:
        if code == "BEG":
            return 100
        if code[:2] == "MO" and code != "MON":
            return 101
        names = ["T%d" % i for i in range(5, 17)] + ["LUN", "SOL", "MON", "ANG"]
        return 102 + names.index(code)
    if cards.suit(card) != led:
        return 0
    order = "A678910FCQR" if led < 2 else "109876AFCQR"
    return 1 + order.index(code[:-1])


@given(PACKS, st.integers(1, 4))
def test_the_trick_goes_to_the_strongest_card_played_last(pack, number):
    trick = bytes(pack[:number])
    plain = [card for card in trick if card != 61]
    if not plain:
        assert rules.led(trick) == 255 and rules.trick_winner(trick) == 255
        return
    led = cards.suit(plain[0])
    assert rules.led(trick) == led
    best = max(range(number), key=lambda i: (strength(trick[i], led), i))
    assert rules.trick_winner(trick) == best


@given(
    st.lists(
        st.sampled_from([40, 55, 56, 57, 58, 59, 60, 61, 5]), min_size=4, max_size=4, unique=True
    )
)
def test_the_trick_among_low_trumps(trick):
    plain = [card for card in trick if card != 61]
    led = cards.suit(plain[0])
    best = max(range(4), key=lambda i: (strength(trick[i], led), i))
    assert rules.trick_winner(bytes(trick)) == best


@given(PACKS, st.integers(1, 15), st.integers(0, 3))
def test_legal_cards(pack, size, played):
    hand, trick = bytes(pack[:size]), bytes(pack[size : size + played])
    found = rules.legal(hand, trick)
    led = [cards.suit(card) for card in trick if card != 61][:1]
    same = [card for card in hand if cards.suit(card) in led]
    trumps = [card for card in hand if cards.suit(card) == 4]
    wanted = set(same or trumps) | ({61} & set(hand)) if led and (same or trumps) else set(hand)
    assert set(found) == wanted and len(found) == len(wanted) > 0
    assert list(found) == [card for card in hand if card in wanted]


def test_an_empty_trick_leaves_all_free():
    assert rules.legal(b"\x00\x3d", b"") == b"\x00\x3d"
    assert rules.legal(bytearray(b"\x00\x3c\x1e"), b"\x3d") == b"\x00\x3c\x1e"
