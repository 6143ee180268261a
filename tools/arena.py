# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Play two levels of computer players against each other: ``python -m tools.arena``.

Duplicate format: every deal is played twice, the second time with the teams exchanged, so that the
luck of the cards cancels out. The result is the mean difference in points a deal.
"""

import argparse
import multiprocessing
import os
import sys
import time

from engine import record
from engine.errors import TavolinoError
from engine.prng import Prng
from tools import levels

# Deals handed to a process at a time.
_BATCH = 4


class Side:
    """One team's player and what its decisions took."""

    def __init__(self, game, level):
        self.player = levels.player(game, level)
        self.seconds = 0.0
        self.slowest = 0.0
        self.choices = 0
        self.tried = 0
        self.trying = 0.0

    def choose(self, view):
        """Return the player's choice for ``view`` and keep the time."""
        began = time.perf_counter()
        choice = self.player.choose(view)
        took = time.perf_counter() - began
        self.seconds += took
        self.slowest = max(self.slowest, took)
        self.choices += 1
        tried = getattr(self.player, "tried", 0)
        if tried:
            self.tried += tried
            self.trying += took
        return choice


def totals(game):
    """Return both teams' totals of the finished ``game``."""
    if hasattr(game, "totals"):
        return game.totals()
    return tuple(team["total"] for team in game.count()["teams"])


def play(rules, deal, sides):
    """Play ``deal`` (the arguments of a Game) with ``sides[team]``; return team 0's total minus team 1's."""
    game = rules.Game(*deal)
    while game.turn != 255:
        seat = game.turn
        game.do(sides[seat & 1].choose(game.view(seat)))
    points = totals(game)
    return points[0] - points[1]


def run(job):
    """Play a batch of deals; ``job`` is (game, level A, level B, seed, numbers of the deals).

    Returns (list of (A's lead with A as team 0, A's lead with A as team 1), figures of A, of B); the
    figures are (seconds, slowest, choices, play-outs, seconds of the choices with play-outs).
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
            pair = sides if not swapped else sides[::-1]
            lead = play(rules, deal, pair)
            leads.append(-lead if swapped else lead)
        results.append(tuple(leads))
    return results, [
        (side.seconds, side.slowest, side.choices, side.tried, side.trying) for side in sides
    ]


def summary(leads):
    """Return ``(mean, standard error, wins, draws, losses)`` of a list of pairs of leads.

    Mean and error are of the points a deal: one value a deal, the mean of its two plays. The error
    is None for fewer than two deals. Wins, draws and losses count single plays.
    """
    means = [(one + two) / 2 for one, two in leads]
    n = len(means)
    mean = sum(means) / n
    error = None
    if n > 1:
        error = (sum((value - mean) ** 2 for value in means) / (n - 1) / n) ** 0.5
    plays = [lead for pair in leads for lead in pair]
    return (
        mean,
        error,
        sum(lead > 0 for lead in plays),
        sum(lead == 0 for lead in plays),
        sum(lead < 0 for lead in plays),
    )


def figures(level, parts):
    """Return a line on what the decisions of ``level`` took, from the figures of all batches."""
    seconds = sum(part[0] for part in parts)
    choices = sum(part[2] for part in parts)
    tried = sum(part[3] for part in parts)
    trying = sum(part[4] for part in parts)
    line = "%-12s %8.3f ms a choice, slowest %.1f ms" % (
        level, 1000 * seconds / max(1, choices), 1000 * max(part[1] for part in parts),
    )
    if tried:
        line += ", %.0f play-outs/s" % (tried / trying)
    return line


def arena(game, first, second, deals, seed, jobs, progress=None):
    """Return ``(leads, figures of first, figures of second)`` of ``deals`` deals; see ``run``."""
    levels.player(game, first)
    levels.player(game, second)
    batches = [
        (game, first, second, seed, range(start, min(start + _BATCH, deals)))
        for start in range(0, deals, _BATCH)
    ]
    leads = []
    parts = ([], [])
    if jobs > 1 and len(batches) > 1:
        with multiprocessing.Pool(min(jobs, len(batches))) as pool:
            _gather(pool.imap(run, batches), leads, parts, progress)
    else:
        _gather(map(run, batches), leads, parts, progress)
    return leads, parts[0], parts[1]


def _gather(outcomes, leads, parts, progress):
    for results, sides in outcomes:
        leads.extend(results)
        parts[0].append(sides[0])
        parts[1].append(sides[1])
        if progress:
            progress(len(leads))


def _positive(text):
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError("'%s' is not a number from 1 up" % text)
    return number


def _seed(text):
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number < 1 << 32:
        raise argparse.ArgumentTypeError("'%s' is not a number from 0 to 4294967295" % text)
    return number


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.arena",
        description="Plays two levels of computer players against each other in duplicate format: "
        "every deal twice, with the teams exchanged.",
        epilog="Levels: random, easy, medium, strong, or strong:N with N play-outs a decision.",
    )
    parser.add_argument("game", choices=record.GAMES, help="which game")
    parser.add_argument("first", help="level of the team whose lead is reported")
    parser.add_argument("second", help="level of the other team")
    parser.add_argument("--deals", type=_positive, default=100, help="deals, each played twice (100)")
    parser.add_argument("--seed", type=_seed, default=1, help="number that chooses the deals (1)")
    parser.add_argument(
        "--playouts", type=_positive, help="play-outs a decision for strong without a number of its own"
    )
    parser.add_argument(
        "--jobs", type=_positive, default=os.cpu_count() or 1, help="processes (one for each core)"
    )
    options = parser.parse_args(arguments)
    names = [
        "strong:%d" % options.playouts if name == "strong" and options.playouts else name
        for name in (options.first, options.second)
    ]
    progress = None
    if sys.stderr.isatty():

        def progress(done):
            print("\r%d of %d deals" % (done, options.deals), end="", file=sys.stderr, flush=True)

    began = time.perf_counter()
    try:
        leads, first, second = arena(
            options.game, names[0], names[1], options.deals, options.seed, options.jobs, progress
        )
    except TavolinoError as error:
        print("arena: %s" % error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\narena: stopped.", file=sys.stderr)
        return 130
    if progress:
        print("\r", end="", file=sys.stderr)
    mean, error, wins, draws, losses = summary(leads)
    print(
        "%s, %s against %s: %d deals, each played twice, seed %d"
        % (options.game, names[0], names[1], options.deals, options.seed)
    )
    print(
        "mean difference %+.2f points a deal, standard error %s"
        % (mean, "unknown" if error is None else "%.2f" % error)
    )
    print("plays won %d, drawn %d, lost %d" % (wins, draws, losses))
    print(figures(names[0], first))
    print(figures(names[1], second))
    print("%.1f s" % (time.perf_counter() - began))
    return 0


if __name__ == "__main__":
    sys.exit(main())
