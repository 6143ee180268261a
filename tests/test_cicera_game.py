# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Cicera: whole deals, records of choices, views, and what is refused."""

import gc
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cicera import cards
from engine.cicera import game as rules
from engine.cicera.captures import count_captures, nth_capture
from engine.cicera.game import Game, Table, View
from engine.errors import CardError, RecordError, RuleError, TavolinoError
from engine.prng import Prng
from tools import soak

P = cards.parse_list
SEEDS = st.integers(0, 65535)


def new_game(seed):
    return Game(*rules.deal(Prng(seed, 1, 2)))


def random_choice(game, rng):
    hand = game.hands[game.turn]
    card = rng.choice(hand)
    n = rng.randrange(count_captures(game.table.cards, card) + 1)
    return bytes((card,)) + (nth_capture(game.table.cards, card, n - 1) if n else b"")


def played(seed, plays=48):
    rng = random.Random(seed)
    game = new_game(seed)
    for _ in range(plays):
        game.do(random_choice(game, rng))
    return game


def state(thing):
    """All that is reachable from an object of the engine, as one comparable value."""
    if isinstance(thing, (int, str, bytes, type(None))):
        return thing
    if isinstance(thing, bytearray):
        return ("bytearray", bytes(thing))
    if isinstance(thing, (list, tuple)):
        return [state(item) for item in thing]
    if isinstance(thing, dict):
        return {key: state(value) for key, value in thing.items()}
    names = set(dir(thing)) - set(dir(type(thing)))
    return {name: state(getattr(thing, name)) for name in sorted(names)}


@pytest.mark.parametrize("deals", [300, 10_000])
def test_random_deals_conserve_cards_and_points_and_replay(deals):
    for n in range(deals):
        soak.play("cicera", random.Random("suite/%d" % n))


def test_soak_reports_a_broken_law(monkeypatch, capsys):
    assert soak.main(["cicera", "3"]) == 0
    assert "3 deals of cicera" in capsys.readouterr().out

    def lose_a_card(table, team, card):
        pass

    monkeypatch.setattr(Table, "_win", lose_a_card)
    assert soak.main(["cicera", "3"]) == 1
    assert "Deal 0" in capsys.readouterr().out


@given(SEEDS, st.integers(0, 48))
@settings(max_examples=40, deadline=None)
def test_table_follows_public_events_alone(seed, plays):
    game = played(seed, plays)
    table = Table(game.table.dealer, game.table.dealt)
    for i in range(plays):
        seat = table.turn
        assert seat == game.table.who[i]
        flags = table.on_play(seat, game.table.log[i], game.table.take(i)[::-1])
        assert flags == game.table.flags[i]
    assert state(table) == state(game.table)
    assert state(table.copy()) == state(table)
    for name, value in vars(table.copy()).items():
        if isinstance(value, bytearray):
            assert value is not getattr(table, name)


@given(SEEDS, st.integers(0, 47))
@settings(max_examples=40, deadline=None)
def test_legal_lists_every_choice_once(seed, plays):
    game = played(seed, plays)
    choices = list(game.legal())
    hand = game.hands[game.turn]
    assert len(set(choices)) == len(choices)
    assert len(choices) == sum(1 + count_captures(game.table.cards, card) for card in hand)
    assert choices == list(game.view(game.turn).legal())
    for choice in choices:
        game.check(choice)
        packed = rules.pack_choice(game, choice)
        assert len(packed) == 2 and packed[0] < 128
        assert rules.unpack_choice(game, b"x" + packed, 1) == (choice, 3)
        assert rules.parse_choice(rules.choice_text(choice)) == choice


def test_pack_reaches_every_place_and_refuses_the_rest():
    game = played(5, 20)
    legal = {rules.pack_choice(game, choice) for choice in game.legal()}
    accepted = set()
    for n in range(1 << 16):
        data = bytes((n >> 8, n & 255))
        try:
            choice, pos = rules.unpack_choice(game, data, 0)
        except RecordError:
            continue
        game.check(choice)
        accepted.add(data)
    assert accepted == legal
    with pytest.raises(RecordError, match="in the middle"):
        rules.unpack_choice(game, b"\0", 0)
    with pytest.raises(RecordError, match="after the last"):
        rules.unpack_choice(played(5), b"\0\0", 0)


def test_choice_text():
    assert rules.choice_text(P("7d")) == "7d"
    assert rules.choice_text(P("7d 3s 4b")) == "7d=3s+4b"
    assert rules.parse_choice("7d=4b+3s") == P("7d 3s 4b")
    for text in ("", "7d=", "7d=3s+", "=3s", "7d=3s=4b", "7d 3s"):
        with pytest.raises(CardError):
            rules.parse_choice(text)


@given(SEEDS, st.integers(0, 48), st.integers(0, 3), st.lists(st.integers(0, 60), max_size=5))
@settings(max_examples=200, deadline=None)
def test_impossible_events_change_nothing(seed, plays, seat, event):
    game = played(seed, plays)
    table = game.table
    before = state(game)
    legal = set(game.legal())
    if bytes(event[:1] + sorted(event[1:])) not in legal:
        with pytest.raises(RuleError) as error:
            game.do(bytes(event))
        assert error.value.args[0].endswith(".")
        assert state(game) == before
    card = event[0] if event else 99
    public = table.copy()
    possible = (
        table.turn == seat
        and card < 52
        and table.where[card] == rules.HIDDEN
        and (len(event) == 1 or bytes(sorted(event[1:])) in set(View(
            table, seat, game.hands[seat]).captures(card)))
    )
    if possible:
        public.on_play(seat, card, bytes(event[1:]))
        assert len(public.log) == len(table.log) + 1
    else:
        with pytest.raises(RuleError):
            public.on_play(seat, card, bytes(event[1:]))
        assert state(public) == state(table)


def test_rule_keys():
    game = new_game(3)
    south = game.turn
    own = bytes(game.hands[south][:1])
    other = game.hands[(south + 1) & 3][0]
    for choice, rule in (
        (b"", "no_card"),
        (bytes((other,)), "hand"),
        (bytes((77,)), "hand"),
        (bytes(game.table.cards[:1]), "hand"),
        (own + bytes((other,)), "capture_absent"),
    ):
        with pytest.raises(RuleError) as error:
            game.do(choice)
        assert error.value.rule == rule
    table = game.table
    for event, rule in (
        (((south + 1) & 3, other, b""), "turn"),
        ((south, 52, b""), "no_card"),
        ((south, table.cards[0], b""), "seen"),
    ):
        with pytest.raises(RuleError) as error:
            table.on_play(*event)
        assert error.value.rule == rule
        assert rule in rules.__doc__
    over = played(3)
    for act in (lambda: over.do(own), lambda: over.table.on_play(0, 1, b"")):
        with pytest.raises(RuleError) as error:
            act()
        assert error.value.rule == "over"
    with pytest.raises(TavolinoError, match="not over yet"):
        game.count()


def test_impossible_deals():
    dealer, hands, table = rules.deal(Prng(1, 2, 3))
    assert len(set(b"".join(hands) + table)) == 52
    good = [list(hand) for hand in hands]
    Game(dealer, good, list(table))
    short = [good[0][:-1], *good[1:]]
    double = [good[0], good[1], good[2], good[3][:-1] + good[0][:1]]
    on_table = [good[0], good[1], good[2], good[3][:-1] + [table[0]]]
    big = [good[0], good[1], good[2], good[3][:-1] + [52]]
    for arguments, words in (
        ((4, good, table), "dealer"),
        ((dealer, good[:3], table), "four hands"),
        ((dealer, short, table), "dealt 12 cards, not 11"),
        ((dealer, double, table), "dealt twice"),
        ((dealer, on_table, table), "dealt twice"),
        ((dealer, big, table), "no card"),
        ((dealer, good, table[:3]), "4 cards, not 3"),
        ((dealer, good, table[:3] + table[:1]), "dealt twice"),
        ((dealer, good, table[:3] + b"\x40"), "no card"),
    ):
        with pytest.raises(TavolinoError, match=words):
            Game(*arguments)


def test_given_dealer_keeps_the_cards():
    drawn = rules.deal(Prng(9))
    for dealer in range(4):
        assert rules.deal(Prng(9), dealer) == (dealer, *drawn[1:])


# -- the end ----------------------------------------------------------------------------------


def test_nobody_captures():
    game = new_game(11)
    while game.turn != rules.NOBODY:
        game.do(bytes(game.hands[game.turn][:1]))
    assert (game.phase, len(game.table.cards), len(game.table.left)) == (rules.OVER, 52, 52)
    count = game.count()
    assert count["last_capture"] is None and count["winner"] is None
    assert [team["total"] for team in count["teams"]] == [0, 0]
    assert list(game.legal()) == []


def test_last_captures_can_be_looked_at_again():
    game = played(21)
    table = game.table
    again = Table(table.dealer, table.dealt)
    for i in range(48):
        assert set(table.take(i)) <= set(again.cards)
        again.on_play(table.who[i], table.log[i], table.take(i))
        assert again.take(-1) == table.take(i)
    last = table.last_take()
    assert table.took[last] and not any(table.took[last + 1:])
    assert table.last_capture == table.who[last] & 1
    assert Table(0, b"\0\1\2\3").last_take() == -1


def test_running_counts():
    game = new_game(8)
    rng = random.Random(8)
    while game.turn != rules.NOBODY:
        game.do(random_choice(game, rng))
        for team in (0, 1):
            pile = game.table.piles[team]
            assert game.table.swords[team] == sum(1 for card in pile if card < 13)
            flags = [f for f, who in zip(game.table.flags, game.table.who) if who & 1 == team]
            assert game.table.bonus_points(team) == sum(bin(f & 15).count("1") for f in flags)


# -- what a seat knows ------------------------------------------------------------------------


def reachable(start):
    """All objects reachable from ``start`` through references, but not through code."""
    seen = {}
    todo = [start]
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, type) or callable(thing):
            continue
        seen[id(thing)] = thing
        todo.extend(gc.get_referents(thing))
    return seen.values()


@given(SEEDS, st.integers(0, 47), st.integers(0, 3), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_hidden_cards_change_nothing_in_a_view(seed, plays, seat, rng):
    """Two deals that differ only in what the seat can't see give it the same view."""
    first = played(seed, plays)
    others = [s for s in range(4) if s != seat]
    hidden = [card for s in others for card in first.hands[s]]
    rng.shuffle(hidden)
    hands = []
    for s in range(4):
        shown = [c for c, w in zip(first.table.log, first.table.who) if w == s]
        n = len(first.hands[s])
        if s == seat:
            hands.append(bytes([*shown, *first.hands[s]]))
        else:
            hands.append(bytes([*shown, *hidden[:n]]))
            hidden = hidden[n:]
    second = Game(first.table.dealer, hands, first.table.dealt)
    for i in range(plays):
        second.do(bytes((first.table.log[i],)) + first.table.take(i))
    one, two = first.view(seat), second.view(seat)
    assert state(one) == state(two)
    assert one.unseen() == two.unseen()
    assert list(one.legal()) == list(two.legal())
    for view in (one, two):
        assert not [thing for thing in reachable(view) if isinstance(thing, Game)]
    assert sorted(one.unseen()) == sorted(c for s in others for c in first.hands[s])


def test_views_without_a_game():
    game = played(4, 13)
    seat = game.turn
    view = View(game.table.copy(), seat, game.hands[seat])
    assert state(view) == state(game.view(seat))
    hand = bytes(game.hands[seat])
    for wrong in (hand[:-1], hand[:-1] + hand[:1], hand[:-1] + b"\x60",
                  hand[:-1] + bytes(game.table.log[:1])):
        with pytest.raises(TavolinoError):
            View(game.table, seat, wrong)


def test_recorded_deals_of_the_vectors_replay():
    path = Path(__file__).parent / "vectors" / "cicera_deals.json"
    for case in json.loads(path.read_text(encoding="utf-8")):
        game = Game(case["dealer"], [P(hand) for hand in case["hands"]], P(case["table"]))
        record = b""
        for play in case["plays"]:
            choice = P(play)
            choice = choice[:1] + bytes(sorted(choice[1:]))
            record += rules.pack_choice(game, choice)
            game.do(choice)
        again = Game(case["dealer"], [P(hand) for hand in case["hands"]], P(case["table"]))
        pos = 0
        while pos < len(record):
            choice, pos = rules.unpack_choice(again, record, pos)
            again.do(choice)
        assert state(again.table) == state(game.table)
