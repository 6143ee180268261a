# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Deals played by two players, for ``tools.arena``: runs on CPython and on MicroPython.

    micropython duel.py GAME LEVEL LEVEL SEED FIRST END

plays the deals FIRST to END - 1 and prints a line with both leads for each, then ``figures`` of
the first and of the second player (see ``run``).
"""

import sys
import time

from engine import record
from engine.prng import Prng
from tools import levels

if hasattr(time, "ticks_us"):
    _now = time.ticks_us

    def _since(began):
        return time.ticks_diff(time.ticks_us(), began) / 1000000

else:
    _now = time.perf_counter

    def _since(began):
        return time.perf_counter() - began


class Side:
    """One team's player and what its decisions took."""

    def __init__(self, game, level):
        self.player = levels.player(game, level)
        self.seconds = 0.0
        self.slowest = 0.0
        self.choices = 0
        self.tried = 0
        self.trying = 0.0
        self.thought = 0

    def choose(self, view):
        """Return the player's choice for ``view`` and keep the time."""
        began = _now()
        choice = self.player.choose(view)
        took = _since(began)
        self.seconds += took
        self.slowest = max(self.slowest, took)
        self.choices += 1
        tried = getattr(self.player, "tried", 0)
        if tried:
            self.tried += tried
            self.trying += took
            self.thought += 1
        return choice

    def figures(self):
        """Return what the decisions took: see ``run``."""
        return (
            self.seconds, self.slowest, self.choices, self.tried, self.trying, self.thought,
        )


def totals(game):
    """Return both teams' totals of the finished ``game``."""
    if hasattr(game, "totals"):
        return game.totals()
    return tuple([team["total"] for team in game.count()["teams"]])


def play(rules, deal, sides):
    """Play ``deal`` (the arguments of a Game) with ``sides[team]``; return team 0's total minus
    team 1's.
    """
    game = rules.Game(*deal)
    while game.turn != 255:
        seat = game.turn
        game.do(sides[seat & 1].choose(game.view(seat)))
    points = totals(game)
    return points[0] - points[1]


def run(job):
    """Play a batch of deals; ``job`` is (game, level A, level B, seed, numbers of the deals).

    Returns (list of (A's lead with A as team 0, A's lead with A as team 1), figures of A, of B);
    the figures are (seconds, slowest, choices, play-outs, seconds and number of the choices with
    play-outs).
    """
    name, first, second, seed, numbers = job
    rules = record.module(name)
    sides = (Side(name, first), Side(name, second))
    results = []
    for number in numbers:
        deal = rules.deal(Prng(seed, seed >> 16, number, 1 + (number >> 16)))
        leads = []
        for swapped in (0, 1):
            for i in range(2):
                if hasattr(sides[i].player, "seed"):
                    sides[i].player.seed(seed * 1000003 + number, 2 + i)
            pair = (sides[1], sides[0]) if swapped else sides
            lead = play(rules, deal, pair)
            leads.append(-lead if swapped else lead)
        results.append(tuple(leads))
    return results, [side.figures() for side in sides]


def main(words):
    name, first, second, seed, start, end = words
    results, figures = run((name, first, second, int(seed), range(int(start), int(end))))
    for leads in results:
        print(leads[0], leads[1])
    for numbers in figures:
        print("figures", *numbers)


if sys.implementation.name == "micropython":
    main(sys.argv[1:])
