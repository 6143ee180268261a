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
from engine.notation import from_text, to_text
from engine.record import GAMES, MAX_BYTES, Record, game_of

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
    text = to_text(record)
    assert "\n" not in text
    assert from_text(text).to_bytes() == data
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
        assert from_text(to_text(record)).to_bytes() == record.to_bytes()
        dealers.append(game.table.dealer)
        numbers.append(record.number)
        totals = [team["total"] for team in game.count()["teams"]]
        scores = record.scores_after(totals)
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
        from_text(text)


def played(name, choices=9, **options):
    record = Record(name, dealcode.from_entropy(bytes(range(1, 8))), **options)
    return record, play(record, random.Random(4), choices)


@pytest.mark.parametrize("name", GAMES)
def test_what_follows_from_a_record(name):
    record, game = played(name, level=2, partner=0, dealer=1, taken_back=3)
    data = record.to_bytes()
    opened, at = Record.opened(data)
    assert opened.to_bytes() == data and at.hands == game.hands
    assert game_of(data) == game_of(data[:3]) == name
    # The same deal, plain and with the teams' cards exchanged twice.
    again = record.again()
    assert not again.moves and again.taken_back == 0
    assert again.new().hands == record.new().hands
    turned = record.again(True)
    assert turned.new().hands[0] == record.new().hands[1]
    assert turned.again(True).to_bytes() == again.to_bytes()
    # One key for all of them, another one for another deal or game.
    assert record.key() == turned.key() == data[3:8] + data[2:3]
    other = record.other_deal(dealcode.from_symbols(bytes(7)))
    assert other.key() != record.key()
    assert (other.level, other.partner, other.dealer, other.target) == (2, 0, 2, 0)
    assert turned.other_deal(other.code).dealer == 1
    assert record.shown_code() == dealcode.show(record.code)


@pytest.mark.parametrize(
    "data", [b"", b"\xa7", b"\xa7\x01", b"\xa7\x01\x02", b"\xa7\0\0", b"1234"]
)
def test_what_is_no_record_names_no_game(data):
    with pytest.raises(RecordError) as caught:
        game_of(data)
    assert not caught.value.newer
    with pytest.raises(RecordError) as caught:
        game_of(b"\xa7\x02\0")
    assert caught.value.newer


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", range(4))
def test_taking_back_goes_to_the_last_decision_of_a_seat(name, seat):
    record, _ = played(name, 0)
    game = record.new()
    rng = random.Random(seat)
    last = None
    while game.turn != 255:
        assert record.can_take_back(game, seat) == (last is not None)
        before = record.before_decision(seat)
        assert (before and bytes(before.moves)) == last
        if game.turn == seat and (game.phase or not game.discards if name == "tarocco" else True):
            last = bytes(record.moves)
        record.add(game, choose(game, rng))
    assert before.replay().turn == seat and before.taken_back == 1
