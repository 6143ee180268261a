# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Plays many deals one after the other and checks that nothing gets lost: no card, no memory.

``python -m tools.soak cicera 10000 --seed 1``: every deal comes from a random deal code, is played
with random legal choices and recorded; at each step all cards of the pack must be there exactly
once; at the end the points must add up and the record, through its byte form, must lead to the
same end.

``python -m tools.soak tarocco 2000 --app``: the deals are played through the whole app, in one run
of MicroPython in the heap that the app has to live in. After each deal, back at the title, the
heap is collected: at the end as much must be free as after the tenth deal, and in as large a
piece.
"""

import argparse
import random
import re
import sys
import tempfile
import time

from engine import dealcode
from engine.errors import TavolinoError
from engine.notation import to_text
from engine.record import GAMES, LEVELS, Record
from sim import console


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
        raise SoakError("%s, record %s" % (problem, to_text(record)))
    return record


#: Bytes on 64 bits by which the free memory may differ: what is left over from one deal to the
#: next (texts that look like pointers keep something alive) differs by more from deal to deal, so
#: that the best of ten deals are compared.
SLACK = 256
_TEN = 10


def app(board, game, deals, level=0, heap=None, ten=_TEN):
    """Play ``deals`` through the app; return (free bytes, largest free block) after each.

    ``level``: index into LEVELS of all players; ``ten``: how many deals are compared, the first
    and the last ones. Raises SoakError if memory is lost, EndureError if the
    app fails.
    """
    from tools import endure

    with tempfile.TemporaryDirectory(prefix="tavolino-") as root:
        lines = endure.run(board, root, heap, "soak", game, deals, level)
    free = [int(line.split()[1]) for line in lines if line.startswith("free ")]
    # micropython.mem_info counts blocks of four machine words
    largest = [int(n) * 32 for n in re.findall(r"max free sz: (\d+)", "\n".join(lines))]
    if len(free) != deals or len(largest) != deals:
        raise SoakError("%d deals were to be played, and %d were" % (deals, len(free)))
    # Without the first two deals: what is loaded once and stays comes with them.
    before, after = max(free[2:ten]), max(free[-ten:])
    if after < before - SLACK:
        raise SoakError(
            "after the tenth deal %d bytes were free, at the end %d" % (before, after)
        )
    before, after = max(largest[1:ten]), max(largest[-ten:])
    if after < before - SLACK:
        raise SoakError(
            "after the tenth deal the largest free piece had %d bytes, at the end %d"
            % (before, after)
        )
    return list(zip(free, largest))


def _main_app(options):
    from sim import child
    from tools import build, endure

    start = time.monotonic()
    try:
        found = app(
            options.board, options.game, options.deals, LEVELS.index(options.level), options.heap
        )
    except (SoakError, endure.EndureError, build.BuildError, child.MicroPythonError) as error:
        print(error.args[0], file=sys.stderr)
        return 1
    print(
        "%d deals of %s through the app: free %d bytes after ten deals, %d at the end; largest "
        "piece %d and %d; %.0f s"
        % (options.deals, options.game, max(f for f, _ in found[:_TEN]),
           max(f for f, _ in found[-_TEN:]), max(b for _, b in found[:_TEN]),
           max(b for _, b in found[-_TEN:]), time.monotonic() - start)
    )
    return 0


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools.soak",
        description="Plays many deals and checks that no card, no point and no memory is lost.",
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("deals", type=int, nargs="?", default=10_000, help="how many (10000)")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices (1)")
    parser.add_argument("--app", action="store_true",
                        help="play through the whole app in MicroPython, and watch its memory")
    parser.add_argument("--board", default="picosystem", help="with --app: the board (picosystem)")
    parser.add_argument("--heap", help="with --app: of MicroPython (256k; black and white 192k)")
    parser.add_argument("--level", choices=LEVELS, default=LEVELS[0],
                        help="with --app: of all players (%s)" % LEVELS[0])
    options = parser.parse_args(arguments)
    least = 2 * _TEN if options.app else 1
    if options.deals < least:
        parser.error("the number of deals must be at least %d" % least)
    if options.app:
        return _main_app(options)
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
    sys.exit(console.run(main))
