# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Records: text and byte forms, replay, matches, and what happens to damaged ones."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import dealcode
from engine.cicera.captures import count_captures, nth_capture
from engine.errors import CodeError, RecordError, RuleError
from engine.record import GAMES, MAX_BYTES, Record

CODES = st.lists(st.integers(0, 31), min_size=7, max_size=7).map(
    lambda data: dealcode.from_symbols(bytes(data))
)


def cicera_choice(game, rng):
    card = rng.choice(game.hands[game.turn])
    count = count_captures(game.table.cards, card)
    pick = rng.randrange(count + 1)
    if pick == count:
        return bytes((card,))
    return bytes((card,)) + bytes(nth_capture(game.table.cards, card, pick))


def choose(game, rng):
    return cicera_choice(game, rng) if hasattr(game.table, "piles") else rng.choice(game.legal())


def play(record, rng, stop=1000):
    game = record.new()
    while game.turn != 255 and stop:
        record.add(game, choose(game, rng))
        stop -= 1
    return game


@pytest.mark.parametrize("name", GAMES)
@given(code=CODES, seed=st.integers(0, 9999), stop=st.integers(0, 70))
@settings(max_examples=40, deadline=None)
def test_round_trips(name, code, seed, stop):
    record = Record(name, code, level=2, partner=1)
    game = play(record, random.Random(seed), stop)
    data = record.to_bytes()
    assert len(data) <= MAX_BYTES
    again = Record.from_bytes(data)
    assert again.to_bytes() == data
    text = record.to_text()
    assert "\n" not in text
    assert Record.from_text(text).to_bytes() == data
    replayed = again.replay()
    assert [bytes(h) for h in replayed.hands] == [bytes(h) for h in game.hands]
    assert replayed.turn == game.turn and replayed.table.log == game.table.log
    if game.turn == 255:
        assert replayed.count() == game.count()


@pytest.mark.parametrize("name", GAMES)
def test_deals_never_change(name):
    """A deal code shared with a friend gives the same cards in every version."""
    game = Record(name, "0000000" + dealcode.from_symbols(bytes(7))[7]).new()
    module_cards = __import__("engine." + name + ".cards", fromlist=["code"])
    assert [" ".join(module_cards.code(c) for c in hand) for hand in game.hands] == DEALS[name]


DEALS = {
    "tarocco": [
        "Qs 9s As Rb 8b Ab Qc Ac 6c 10c Rd 8d T6 MO1 MO2",
        "Cs Fs 6s Qb Cb 10b Rc 8c Fd Ad 9d SOL T10 T9 T5",
        "10s 8s Fb 6b Cc 9c Qd Cd 6d T16 T15 T13 T12 T11 T8 MO3 BEG",
        "Rs 7s 9b 7b Fc 7c 7d 10d ANG MON LUN T14 T7 MO4 MAT",
    ],
    "cicera": [
        "3s 4s 7s 9s 2b 8b Fb 2c 3c Ad 3d 4d",
        "5s Fs Rs 3b 9b Rb 10c Fc 6d 8d 9d Rd",
        "2s 6s Cs 4b 5b 6c 8c 9c Rc 2d 5d 10d",
        "As Ab 6b 7b Cb Ac 5c 7c Cc 7d Fd Cd",
    ],
}


@pytest.mark.parametrize("name", GAMES)
def test_match_goes_on_to_its_target(name):
    target = {"tarocco": 800, "cicera": 11}[name]
    rng = random.Random(5)
    record = Record(name, dealcode.from_entropy(bytes(range(7))), target=target)
    dealers, numbers = [], []
    while record:
        game = play(record, rng)
        assert Record.from_bytes(record.to_bytes()).to_bytes() == record.to_bytes()
        assert Record.from_text(record.to_text()).to_bytes() == record.to_bytes()
        dealers.append(game.table.dealer)
        numbers.append(record.number)
        totals = [team["total"] for team in game.count()["teams"]]
        scores = record.after(totals)
        record = record.next_deal(totals)
    assert max(scores) >= target and scores[0] != scores[1]
    assert numbers == list(range(len(numbers)))
    assert all((a + 1) & 3 == b for a, b in zip(dealers, dealers[1:]))


def test_equal_scores_at_the_target_play_on():
    record = Record("cicera", dealcode.from_symbols(bytes(7)), target=11, scores=(9, 9))
    assert record.next_deal((3, 3)) is not None
    assert record.next_deal((3, 2)) is None
    assert record.next_deal((1, 1)) is not None


def test_illegal_choice_changes_nothing():
    record = Record("tarocco", dealcode.from_symbols(bytes(7)))
    game = record.new()
    before = record.to_bytes()
    other = game.hands[(game.turn + 1) & 3][0]
    with pytest.raises(RuleError):
        record.add(game, other)
    assert record.to_bytes() == before


@pytest.mark.parametrize("name", GAMES)
def test_damaged_bytes_are_refused_with_a_sentence(name):
    record = Record(name, dealcode.from_symbols(bytes(7)))
    play(record, random.Random(1), 20)
    data = record.to_bytes()
    for cut in range(len(data)):
        with pytest.raises(RecordError):
            Record.from_bytes(data[:cut])
    for place in range(len(data)):
        for bit in range(8):
            damaged = bytearray(data)
            damaged[place] ^= 1 << bit
            try:
                Record.from_bytes(damaged).to_bytes()  # another legal game, or ...
            except RecordError as error:
                assert str(error).endswith(".") or "choice" in str(error)


@given(st.binary(max_size=140))
def test_random_bytes_are_refused(data):
    with pytest.raises(RecordError):
        Record.from_bytes(data)


def test_newer_version_is_told_apart():
    data = bytearray(Record("cicera", dealcode.from_symbols(bytes(7))).to_bytes())
    data[1] = 9
    with pytest.raises(RecordError, match="newer version"):
        Record.from_bytes(data)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", RecordError, "A record has"),
        ("scopa 00000000 :", RecordError, "no game called 'scopa'"),
        ("cicera 00000001 :", CodeError, "mistyped"),
        ("cicera 00000000 level=hard :", RecordError, "'level=hard'"),
        ("cicera 00000000 match=800 :", RecordError, "21 or 11"),
        ("cicera 00000000 : Zz", RecordError, "Choice 1"),
        ("tarocco 00000000 : Rs", RecordError, "Choice 1"),
        ("tarocco 00000000 score=-1-2 :", RecordError, "score"),
    ],
)
def test_wrong_texts_are_explained(text, error, words):
    with pytest.raises(error, match=words):
        Record.from_text(text)
