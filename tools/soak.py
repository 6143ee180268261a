# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Plays many random legal deals and checks after every card that nothing got lost.

``python -m tools.soak cicera 10000 --seed 1``: every deal comes from a random deal code, is played with
random legal choices and recorded; at each step all cards of the pack must be there exactly once; at
the end the points must add up and the record, through its byte form, must lead to the same end.
"""

import argparse
import random
import sys
import time

from engine import dealcode
from engine.errors import TavolinoError
from engine.record import GAMES, Record


class SoakError(Exception):
    """A deal broke a law of conservation."""


def _cicera_choice(game, rng):
    from engine.cicera.captures import count_captures, nth_capture

    hand = game.hands[game.turn]
    card = hand[rng.randrange(len(hand))]
    n = count_captures(game.table.cards, card)
    # laying is one of the choices, but not as often: captures are what can go wrong
    pick = rng.randrange(n + 1)
    take = nth_capture(game.table.cards, card, pick - 1) if pick else b""
    return bytes((card,)) + take


def _cicera_step(game):
    table = game.table
    hands = b"".join(game.hands)
    cards = hands + bytes(table.cards + table.piles[0] + table.piles[1])
    if len(cards) != 52 or len(set(cards)) != 52:
        return "the cards are not the 52 of the pack"
    if bytes(table.counts) != bytes(map(len, game.hands)):
        return "the counts of cards don't agree with the hands"
    if len(table.log) + len(hands) != 48 or len(table.takes) != sum(table.took):
        return "the list of plays doesn't agree with the hands"
    return ""


def _cicera_end(game):
    count = game.count()
    teams = count["teams"]
    cards = [team["cards"] for team in teams]
    nobody = len(game.table.cards)
    if sum(cards) + nobody != 52 or (nobody and any(cards)):
        return "the captured cards don't add up to 52"
    if sum(team["swords"] for team in teams) != (0 if nobody else 13):
        return "the swords don't add up to 13"
    earned = sum(bin(flags & 15).count("1") for flags in game.table.flags)
    if sum(team["bonus_points"] for team in teams) != earned:
        return "the bonuses don't add up"
    awards = {name: teams[0]["awards"][name] + teams[1]["awards"][name] for name in
              teams[0]["awards"]}
    single = 0 if nobody else 1
    if not (awards["mata"] == awards["ten_coins"] == awards["fante_cups"] == single):
        return "a card that is worth a point was counted twice or never"
    if awards["cards"] != (0 if cards[0] == cards[1] else 2):
        return "the award for most cards is wrong"
    return ""


def _tarocco_choice(game, rng):
    legal = game.legal()
    return legal[rng.randrange(len(legal))]


def _tarocco_step(game):
    played = bytes(game.table.log)
    hands = b"".join(bytes(hand) for hand in game.hands)
    if len(set(played + hands)) != len(played) + len(hands):
        return "a card is there twice"
    hidden = 62 - len(played) - len(hands)
    # the dealer's two discards are the only cards neither in a hand nor played
    if hidden != 2 and (played or hidden not in (0, 1)):
        return "cards are missing"
    return ""


def _tarocco_end(game):
    teams = game.count()["teams"]
    if sum(team["card_points"] for team in teams) != 87:
        return "the card points don't add up to 87"
    if sum(team["last_trick"] for team in teams) != 6:
        return "the last trick's points are not 6"
    if sum(len(team["captured"]) for team in teams) != 62:
        return "the captured cards don't add up to 62"
    return ""


LAWS = {
    "tarocco": (_tarocco_choice, _tarocco_step, _tarocco_end),
    "cicera": (_cicera_choice, _cicera_step, _cicera_end),
}


def play(game_name, rng):
    """Play one random deal with ``rng`` (random.Random); return its Record. Raises SoakError."""
    choose, step, end = LAWS[game_name]
    code = dealcode.from_symbols(bytes(rng.randrange(32) for _ in range(7)))
    record = Record(game_name, code)
    game = record.new()
    problem = step(game)
    while game.turn != 255 and not problem:
        record.add(game, choose(game, rng))
        problem = step(game)
    problem = problem or end(game)
    if not problem:
        again = Record.from_bytes(record.to_bytes()).replay()
        if again.count() != game.count():
            problem = "replaying the record ends otherwise"
    if problem:
        raise SoakError("%s, record %s" % (problem, record.to_text()))
    return record


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools.soak",
        description="Plays random legal deals and checks that cards and points are conserved.",
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("deals", type=int, nargs="?", default=10_000, help="how many (10000)")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices (1)")
    options = parser.parse_args(arguments)
    if options.deals < 1:
        parser.error("the number of deals must be at least 1")
    start = time.monotonic()
    for n in range(options.deals):
        # each deal has its own generator, so that a failing one can be played alone
        try:
            play(options.game, random.Random("%d/%d" % (options.seed, n)))
        except (SoakError, TavolinoError) as error:
            print("Deal %d: %s" % (n, error))
            return 1
    seconds = time.monotonic() - start
    print("%d deals of %s, all cards and points there, %.1f s" % (
        options.deals, options.game, seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
