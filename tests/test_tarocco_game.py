# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Tarocco: whole deals, refusals, public tables and views."""

import os
import re
from concurrent.futures import ProcessPoolExecutor

import pytest
import tarocco_checks as checks
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import CardError, RecordError, RuleError, TavolinoError
from engine.prng import Prng
from engine.tarocco import count, validation
from engine.tarocco import game as rules
from engine.tarocco.cards import parse, parse_cards
from engine.tarocco.game import DECLARE, OVER, SILENT, Game, Table, View, deal

SEEDS = st.integers(0, 2**30 - 1)
DEALS = 10_000
CHUNK = 250


# -- whole deals --------------------------------------------------------------------------------

def test_ten_thousand_deals():
    """Cards and points are conserved at every step; replaying gives the same end."""
    with ProcessPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool:
        done = sum(pool.map(checks.soak, range(0, DEALS, CHUNK), [CHUNK] * (DEALS // CHUNK)))
    assert done == DEALS


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_a_deal_and_what_it_shows(seed):
    game, _, choices = checks.play(seed, step=checks.check_step, voids=True)
    checks.check_end(game)
    checks.check_public(game, choices)


def test_what_is_dealt():
    dealer, hands = deal(Prng(1, 2, 3))
    assert (dealer, hands) == deal(Prng(1, 2, 3)) != deal(Prng(1, 2, 4))
    assert sorted(b"".join(hands)) == list(range(62))
    assert [len(hand) for hand in hands] == [17 if seat == dealer else 15 for seat in range(4)]
    assert all(list(hand) == sorted(hand) for hand in hands)
    assert {deal(Prng(seed))[0] for seed in range(40)} == {0, 1, 2, 3}
    assert [deal(Prng(1, 2, 3), seat)[0] for seat in range(4)] == [0, 1, 2, 3]


def test_the_dealer_plays_last_to_the_first_trick():
    game, _, _ = checks.play(3)
    dealer = game.table.dealer
    assert list(game.table.who[:4]) == [(dealer + i) & 3 for i in (1, 2, 3, 4)]
    for trick in range(1, 15):
        lead = game.table.winners[trick - 1]
        assert list(game.table.who[4 * trick:4 * trick + 4]) == [(lead + i) & 3 for i in range(4)]


def test_the_end_of_a_trick_is_reported():
    game, dealt, choices = checks.play(11)
    again = Game(*dealt)
    told = [again.do(choice) for choice in choices]
    assert [value - 1 for value in told if value] == list(game.table.winners)
    assert [place for place, value in enumerate(told) if value] == [
        9 + 4 * trick for trick in range(15)]


def test_dealt_hands_can_be_seen_again():
    game, dealt, _ = checks.play(5)
    assert [game.dealt(seat) for seat in range(4)] == list(dealt[1])


def test_counting_waits_for_the_end():
    game, _, _ = checks.play(1, 60)
    for ask in (game.count, game.totals, game.settled):
        with pytest.raises(TavolinoError, match="only when all cards have been played"):
            ask()


def test_what_the_count_says_of_each_combination():
    named = set()
    for seed in range(30):
        found = checks.play(seed)[0].count()
        parts = [team["combinations"] for team in found["teams"]] + found["declared"]
        for part in filter(None, parts):
            assert set(part["cards"]) == set(part["sets"]) | set(part["sequences"])
            for name, (length, points) in part["sequences"].items():
                assert len(part["cards"][name]) == length and points == 5 * length - 5
            assert part["sets_doubled"] == (len(part["sets"]) > 2)
            named |= set(part["cards"])
    assert named == set(count.SETS) | set(count.SEQUENCES)


# -- impossible deals ---------------------------------------------------------------------------

def hands_of(seed=1):
    dealer, hands = deal(Prng(seed), 0)
    return [list(hand) for hand in hands]


def wrong_deals():
    yield 4, hands_of(), "dealer has to be a seat"
    yield None, hands_of(), "dealer has to be a seat"
    yield 1, hands_of(), "Seat 0 is dealt 17 cards, but has to get 15"
    yield 0, hands_of()[:3], "four hands, not 3"
    hands = hands_of()
    hands[2].pop()
    yield 0, hands, "Seat 2 is dealt 14 cards, but has to get 15"
    for strange in (62, -1, "Rs", None, 1.5, 300):
        hands = hands_of()
        hands[1][3] = strange
        yield 0, hands, "Seat 1 is dealt .*, which is not a card"
    hands = hands_of()
    hands[1][0] = parse("MAT") if parse("MAT") not in hands[1] else parse("BEG")
    yield 0, hands, "is dealt twice"


@pytest.mark.parametrize("dealer, hands, words", list(wrong_deals()))
def test_impossible_deals(dealer, hands, words):
    with pytest.raises(TavolinoError, match=words):
        Game(dealer, hands)


# -- refusals -----------------------------------------------------------------------------------

HANDS = [parse_cards(text) for text in (
    # South, the dealer
    "Rs Qs Cs Rb Qb ANG MON BEG MAT 6c 7c 8c 9c 10c 6d 7d 8d",
    # East has no swords and no trumps
    "Cb Fb 10b 9b 8b 7b 6b Ab Rc Qc Cc Fc Ac Rd Qd",
    "Fs 10s 9s 8s 7s 6s As Cd Fd Ad SOL LUN T16 T15 T14",
    "9d 10d T13 T12 T11 T10 T9 T8 T7 T6 T5 MO1 MO2 MO3 MO4",
)]


def refused(game, choice, rule):
    """Check that ``choice`` is refused by ``rule``, in a sentence, with nothing changed."""
    before = checks.show(game.table), [bytes(hand) for hand in game.hands], bytes(game.discards)
    legal = game.legal()
    for ask in (game.check, game.do):
        with pytest.raises(RuleError) as caught:
            ask(choice)
        assert caught.value.rule == rule
        sentence = str(caught.value)
        assert re.fullmatch(r"[A-Z][^{}]*\.", sentence), sentence
    after = checks.show(game.table), [bytes(hand) for hand in game.hands], bytes(game.discards)
    assert before == after and game.legal() == legal
    return rule


def test_refusals_name_their_rule():
    game = Game(0, HANDS)
    met = {
        refused(game, parse("Rs"), "discard_king"),
        refused(game, parse("MON"), "discard_tarocco"),
        refused(game, parse("Cb"), "not_held"),
        refused(game, SILENT, "discard_first"),
        refused(game, DECLARE, "discard_first"),
    }
    for strange in (62, 63, 66, -1, None, "Rs", 1.0, b"\x00"):
        met.add(refused(game, strange, "no_choice"))
    assert game.legal() == parse_cards("Qs Cs Qb 6c 7c 8c 9c 10c 6d 7d 8d")
    game.do(parse("6c"))
    refused(game, parse("6c"), "not_held")
    refused(game, parse("BEG"), "discard_tarocco")
    game.do(parse("7c"))
    assert (game.phase, game.turn, game.legal()) == (1, 1, bytes((SILENT, DECLARE)))
    met.add(refused(game, parse("Cb"), "declare_first"))
    refused(game, 62, "no_choice")
    game.do(SILENT)
    met.add(refused(game, SILENT, "declare_late"))
    refused(game, DECLARE, "declare_late")
    game.do(parse("Rc"))
    # North has no cups, so it has to trump
    game.do(DECLARE)
    met.add(refused(game, parse("6s"), "must_trump"))
    game.do(parse("T14"))
    game.do(SILENT)
    refused(game, parse("9d"), "must_trump")
    game.do(parse("T13"))
    game.do(SILENT)
    met.add(refused(game, parse("ANG"), "follow_suit"))
    refused(game, parse("Rs"), "follow_suit")
    assert game.legal() == parse_cards("8c 9c 10c MAT")
    # West's T13 is below North's T14
    assert game.do(parse("8c")) == 1 + 2
    game.do(parse("SOL"))
    met.add(refused(game, parse("9d"), "follow_trump"))
    game.do(parse("T5"))
    refused(game, parse("9c"), "follow_trump")
    assert game.legal() == parse_cards("ANG MON BEG MAT")
    game.do(parse("MAT"))
    refused(game, parse("T16"), "not_held")
    # East has neither, and may throw anything
    assert game.legal() == bytes(game.hands[1])
    game, _, _ = checks.play(2)
    for choice in (0, SILENT, None):
        met.add(refused(game, choice, "over"))
    told = rules.__doc__.split("``Game.do``:")[1].split("By")[0]
    assert met == set(re.findall(r"``(\w+)``", told))
    assert set(validation._SENTENCES) == met


def test_the_sentence_names_the_suit_led():
    game = Game(0, HANDS)
    for choice in (parse("6c"), parse("7c"), SILENT, parse("Rc"), SILENT):
        game.do(choice)
    with pytest.raises(
        RuleError, match="You have no cups, the suit led, so you must play a trump"
    ):
        game.check(parse("6s"))


# -- public tables ------------------------------------------------------------------------------


def fails(table, event, rule, *arguments):
    before = checks.show(table)
    with pytest.raises(RuleError) as caught:
        event(*arguments)
    assert caught.value.rule == rule
    assert checks.show(table) == before
    assert re.fullmatch(r"[A-Z][^{}]*\.", str(caught.value)), str(caught.value)
    return rule


def public(dealer):
    table = Table(dealer)
    table.on_discard(dealer)
    table.on_discard(dealer)
    return table


def test_impossible_public_events():
    table = Table(0)
    met = {
        fails(table, table.on_discard, "not_turn", 1),
        fails(table, table.on_play, "discard_first", 0, 5),
        fails(table, table.on_declare, "discard_first", 0, None),
    }
    table.on_discard(0)
    table.on_discard(0)
    met |= {
        fails(table, table.on_discard, "not_turn", 0),
        fails(table, table.on_discard, "declare_first", 1),
        fails(table, table.on_play, "declare_first", 1, 5),
        fails(table, table.on_play, "not_turn", 2, 5),
        fails(table, table.on_declare, "shown_wrong", 1, parse_cards("Rs Qs Cs 6b")),
        fails(table, table.on_declare, "shown_wrong", 1, parse_cards("Rs Qs")),
        fails(table, table.on_declare, "shown_wrong", 1, bytes((0, 1, 1, 2))),
        fails(
            table,
            table.on_declare,
            "shown_wrong",
            1,
            parse_cards("Rs Qs Cs Fs As Rb Qb Cb Fb Ab Rc Qc Cc Fc Ac Rd"),
        ),
        fails(table, table.on_declare, "no_choice", 1, bytes((0, 1, 62))),
    }
    table.on_declare(1, parse_cards("Cs Qs Rs As"))
    assert table.shown[1] == parse_cards("Rs Qs Cs As") and table.declared[1] == 15
    met |= {
        fails(table, table.on_declare, "declare_late", 1, None),
        fails(table, table.on_play, "no_choice", 1, 62),
        fails(table, table.on_play, "no_choice", 1, SILENT),
        fails(table, table.on_play, "no_choice", 1, "Rs"),
        # it would have shown the jack, and with the Matto
        fails(table, table.on_play, "not_declared", 1, parse("Fs")),
        fails(table, table.on_play, "not_declared", 1, parse("MAT")),
    }
    table.on_play(1, parse("6s"))
    met |= {
        fails(table, table.on_declare, "shown_by_other", 2, parse_cards("Rs Rb Rd")),
        fails(table, table.on_declare, "played_before", 2, b"\x08"),
    }
    table.on_declare(2, b"")
    assert table.said[2] == 2 and table.declared[2] == 0
    met |= {
        fails(table, table.on_play, "shown_by_other", 2, parse("Qs")),
        fails(table, table.on_play, "played_before", 2, parse("6s")),
    }
    # North shows that it has neither swords nor trumps
    table.on_play(2, parse("6b"))
    assert list(table.void) == [0, 0, 17, 0]
    table.on_declare(3, parse_cards("ANG MON SOL"))
    met.add(fails(table, table.on_play, "must_trump", 3, parse("Rb")))
    table.on_play(3, parse("ANG"))
    table.on_declare(0, None)
    assert table.on_play(0, parse("7s")) == 1 + 3
    table.on_play(3, parse("SOL"))
    table.on_play(0, parse("MAT"))
    table.on_play(1, parse("9b"))
    met.add(fails(table, table.on_play, "void_before", 2, parse("T5")))
    table.on_play(2, parse("8b"))
    for seat, card in ((3, "6d"), (0, "Rd"), (1, "7d"), (2, "8d"), (0, "8s")):
        table.on_play(seat, parse(card))
    met.add(fails(table, table.on_play, "follow_suit", 1, parse("7c")))
    documented = set(re.findall(r"``(\w+)``", rules.__doc__.split("happened:")[1]))
    assert met <= documented
    assert documented - met == {"over", "follow_trump", "shown_held"}


def test_a_declared_trump_has_to_be_played_on_trumps():
    table = public(3)
    table.on_declare(0, None)
    table.on_play(0, parse("T5"))
    table.on_declare(1, parse_cards("MO1 MO2 MO3"))
    fails(table, table.on_play, "follow_trump", 1, parse("Rs"))
    table.on_play(1, parse("T6"))


def test_a_seat_with_nothing_but_declared_cards_left():
    table = public(3)
    hand = parse_cards("Rs Qs Cs Fs Rb Qb Cb Fb Rc Qc Cc Fc Rd Qd")
    table.on_declare(0, hand)
    table.on_play(0, parse("6d"))
    for seat, card in ((1, "7d"), (2, "8d"), (3, "9d")):
        table.on_declare(seat, None)
        table.on_play(seat, parse(card))
    assert table.lead == 0
    fails(table, table.on_play, "shown_held", 0, parse("T5"))
    table.on_play(0, parse("Rs"))


def test_a_finished_table():
    table = checks.play(9)[0].table
    for seat in range(4):
        fails(table, table.on_play, "over", seat, 0)
        fails(table, table.on_declare, "over", seat, None)
        fails(table, table.on_discard, "over", seat)
    assert table.phase == OVER and table.turn == 255


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(2, 65))
def test_legal_play_is_never_taken_for_impossible(seed, stop):
    """Nothing that a seat could do is refused from what is public, nothing played is let twice."""
    game, _, choices = checks.play(seed, stop)
    if game.phase != rules.PLAY_PHASE:
        return
    seat = game.turn
    for card in game.legal():
        validation.play(game.table, seat, card)
    for card in game.table.log:
        with pytest.raises(RuleError):
            game.table.on_play(seat, card)


# -- what play has shown ------------------------------------------------------------------------


def voids(dealer, *events):
    table = public(dealer)
    for seat, text in events:
        if not table.said[seat]:
            table.on_declare(seat, None)
        table.on_play(seat, parse(text))
    return list(table.void)


def test_the_matto_shows_nothing():
    assert voids(3, (0, "6s"), (1, "MAT"), (2, "7b"), (3, "T5")) == [0, 0, 17, 1]
    # led, the next player is free and shows nothing, the third has to follow that card
    assert voids(3, (0, "MAT"), (1, "7b"), (2, "7s"), (3, "8b")) == [0, 0, 18, 0]
    assert voids(3, (0, "MAT"), (1, "T5"), (2, "7s"), (3, "BEG")) == [0, 0, 16, 0]
    assert voids(3, (0, "T5"), (1, "MAT"), (2, "MO1"), (3, "Rs")) == [0, 0, 0, 16]


# -- live score ---------------------------------------------------------------------------------


def test_points_so_far_are_half_points():
    table = public(3)
    for seat, text in enumerate(("Rs", "MAT", "6s", "Qs")):
        table.on_declare(seat, None)
        table.on_play(seat, parse(text))
    # king 9, six 1, queen 7 for South; the Matto's 9 stay with East
    assert table.halves == [17, 9] and list(table.tricks) == [1, 0]


def test_the_captured_cards_so_far():
    game, _, _ = checks.play(21, 40)
    table = game.table
    owner = bytearray(62)
    table.captors(owner)
    played = len(table.log) & ~3
    for card in range(62):
        if card in table.log[:played]:
            place = list(table.log).index(card)
            team = table.who[place] if card == checks.MAT else table.winners[place // 4]
            assert owner[card] == team & 1
        else:
            assert owner[card] == 255
    for team in range(2):
        cards = [card for card in range(62) if owner[card] == team]
        assert table.halves[team] == checks.halves(cards)


# -- views --------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(0, 66), st.integers(0, 3))
def test_hidden_cards_make_no_difference_to_a_view(seed, stop, seat):
    checks.check_view(seed, stop, seat)


def test_hidden_cards_do_get_moved():
    moved = [checks.check_view(seed, seed % 40, seed & 3) for seed in range(20)]
    assert sum(moved) > 100
    # among them the dealer's discards, unseen by the others
    game, dealt, choices = checks.play(4, 20)
    seat = (game.table.dealer + 1) & 3
    found = [
        bytes(other.discards)
        for other, _ in checks.permute(game, dealt, choices, seat, Prng(1), 60)
    ]
    assert any(sorted(cards) != sorted(game.discards) for cards in found)


def test_what_a_view_gives():
    game, _, _ = checks.play(8, 12)
    dealer = game.table.dealer
    for seat in range(4):
        view = game.view(seat)
        assert view.hand == bytes(game.hands[seat])
        assert view.discards == (bytes(sorted(game.discards)) if seat == dealer else b"")
        assert view.legal() == (game.legal() if seat == game.turn else b"")
        hidden = set(range(62)) - set(view.hand) - set(view.discards) - set(game.table.log)
        assert set(view.unseen()) == hidden and len(view.unseen()) == len(hidden)
        alone = View(game.table, seat, list(view.hand)[::-1], view.discards)
        assert checks.show(alone) == checks.show(view)
    with pytest.raises(AssertionError, match="leads to"):
        checks.show(game)


@pytest.mark.parametrize("stop", [0, 1, 2, 3, 5, 8, 12, 30, 65])
def test_a_copied_table_is_independent(stop):
    last, dealt, choices = checks.play(13)
    table = checks.replay(dealt, choices[:stop]).table
    before = checks.show(table)
    copy = table.copy()
    assert checks.show(copy) == before
    checks.drive(copy, choices[stop:], last.table.shown)
    assert checks.show(copy) == checks.show(last.table) != before
    assert checks.show(table) == before


# -- choices as text and bytes ------------------------------------------------------------------


def test_choices_as_text_and_bytes():
    game, _, choices = checks.play(17)
    for choice in (*choices, SILENT, DECLARE):
        assert rules.parse_choice(rules.choice_text(choice)) == choice
        packed = rules.pack_choice(game, choice)
        assert rules.unpack_choice(game, b"\x00" + packed, 1) == (choice, 1 + len(packed))
    assert rules.choice_text(DECLARE) == "declare" and rules.choice_text(SILENT) == "silent"
    with pytest.raises(CardError):
        rules.parse_choice("pass")
    with pytest.raises(RecordError):
        rules.unpack_choice(game, b"", 0)
