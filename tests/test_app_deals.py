# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Whole deals through the app by its buttons: begun, counted, left and taken up again."""

import os

import pytest
from sim_support import needs_micropython

from engine.record import Record, module
from sim.simulator import Simulator, firmware_modules

GAMES = {"tarocco": "13571298", "cicera": "3357129C"}
# How many choices a deal has: Tarocco two discards, four declarations and 60 cards.
CHOICES = {"tarocco": 66, "cicera": 48}
MOST_PRESSES = 90


with firmware_modules():
    from firmware.storage import Store


def saved(root, name="game"):
    """What the handheld with its flash at ``root`` would load: (bytes or None, problem)."""
    return Store(str(root)).load(name)


def choices(data):
    """The choices of a record given as bytes, as a list."""
    record = Record.from_bytes(data)
    rules = module(record.game)
    game = record.new()
    position = 0
    found = []
    while position < len(record.moves):
        choice, position = rules.unpack_choice(game, record.moves, position)
        found.append((game.turn, choice))
        game.do(choice)
    return found


class Enough(BaseException):
    """Ends a run from within a shot."""


def play(board, root, game, python=None, presses=MOST_PRESSES, press="A idle", heap="256k"):
    """Press A until the deal has been counted; returns the records saved after each press."""
    keys = "idle shot:0 %d*(%s shot:1)" % (presses, press)
    sim = Simulator(
        board, keys, root=str(root), game=game, deal=GAMES[game], lang="en", python=python,
        heap=heap, capture=True,
    )
    records = []

    def look(path):
        data, problem = saved(root)
        assert problem is None
        records.append(data)
        if data == b"":
            raise Enough

    sim.host.on_shot = look
    with pytest.raises(Enough):
        sim.run()
    assert sim.warnings() == []
    assert not os.path.exists(os.path.join(str(root), "log.txt"))
    return records[:-1]


def check_deal(game, records):
    """The records grow, are small, and the last one is a complete deal."""
    for before, after in zip(records, records[1:]):
        assert len(after) <= 128
        assert Record.from_bytes(after).moves.startswith(Record.from_bytes(before).moves)
    last = Record.from_bytes(records[-1])
    assert last.replay().phase == 3
    assert len(choices(records[-1])) == CHOICES[game]


@pytest.mark.parametrize("board, game", [("picosystem", "tarocco"), ("badger2040", "cicera")])
def test_pressing_ok_plays_a_whole_deal(tmp_path, board, game):
    check_deal(game, play(board, tmp_path, game))


@needs_micropython
@pytest.mark.parametrize("board, heap", [("picosystem", "320k"), ("badger2040", "320k")])
@pytest.mark.parametrize("game", ["tarocco", "cicera"])
def test_a_whole_deal_in_the_heap_of_a_board(tmp_path, board, heap, game):
    # (64 bits: about what 200 KB are on a board, of whose heap 40 KB must stay free.)
    check_deal(game, play(board, tmp_path, game, "micropython", heap=heap))


@pytest.mark.parametrize("game", ["tarocco", "cicera"])
def test_power_cuts_lose_nothing(tmp_path, game):
    """The power goes off again and again; each time the game is there, where it was left."""
    cut = 700
    before = b""
    Store(str(tmp_path)).save("settings", b"speed=3\n")
    for start in range(20):
        cut = (cut * 7 + start) % 1201
        # The saved game comes first in the title's list: A goes on with it. Then some choices.
        keys = "wait:800 A wait:900 7*(A wait:700) wait:%d" % cut
        sim = Simulator(
            "picosystem", keys, root=str(tmp_path), lang="en", capture=True,
            game=game if not start else None, deal=GAMES[game] if not start else None,
        )
        assert sim.run() == "off"
        assert sim.error is None
        data, problem = saved(tmp_path)
        assert problem is None
        if data == b"" or Record.from_bytes(data).code != GAMES[game]:
            # The deal was counted to its end (and perhaps the next one begun).
            break
        if before:
            assert Record.from_bytes(data).moves.startswith(Record.from_bytes(before).moves)
        before = data
        if Record.from_bytes(data).replay().phase == 3:
            break
    else:
        raise AssertionError("the deal doesn't get on")
    assert start > 2
    assert not (tmp_path / "log.txt").exists()


@pytest.mark.parametrize("game", ["tarocco", "cicera"])
def test_a_deal_goes_on_from_every_choice(tmp_path, game):
    """From the record after any number of choices the app takes the game up and plays on."""
    record = Record(game, GAMES[game])
    position = record.new()
    players = __import__("engine.%s.player" % game, fromlist=("Player",))
    player = players.Player("easy")
    lengths = [0]
    while position.phase != 3:
        record.add(position, player.choose(position.view(position.turn)))
        lengths.append(len(record.moves))
    for number in range(0, len(lengths), 11):
        part = Record(game, GAMES[game])
        part.moves.extend(record.moves[: lengths[number]])
        root = tmp_path / str(number)
        root.mkdir()
        store = Store(str(root))
        assert store.save("game", part.to_bytes())
        assert store.save("settings", b"speed=3\n")
        sim = Simulator(
            "picosystem", "wait:600 A wait:1500 3*(A wait:1200)", root=str(root), lang="en",
            capture=True,
        )
        assert sim.run() == "off" and sim.error is None
        data, problem = saved(root)
        assert problem is None
        assert not (root / "log.txt").exists()
        if data:
            moves = Record.from_bytes(data).moves
            assert moves.startswith(part.moves)
            done = number == len(lengths) - 1
            assert done or len(moves) > len(part.moves)


def test_a_match_goes_on_to_its_next_deal(tmp_path):
    from engine.cicera.captures import captures

    record = Record("cicera", GAMES["cicera"], target=21)
    game = record.new()
    while game.phase != 3:
        hand = game.hands[game.turn]
        choice = bytes(hand[:1])
        for card in hand:
            for take in captures(game.table.cards, card):
                choice = bytes((card,)) + take
        record.add(game, choice)
    assert Store(str(tmp_path)).save("game", record.to_bytes())
    totals = [side["total"] for side in game.count()["teams"]]
    assert 0 < max(totals) < 21
    sim = Simulator("picosystem", "idle A idle 6*(A wait:500)", root=str(tmp_path), lang="en")
    assert sim.run() == "off"
    after = Record.from_bytes(saved(tmp_path)[0])
    assert after.number == 1
    assert after.scores == tuple(totals)
    assert after.target == 21
    assert after.dealer == (game.table.dealer + 1) & 3
