# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The full breakdown of combinations and of a finished deal, as dicts for the eye and for tests.

It is imported only when asked for (``count.combinations``, ``Game.count``), so that it takes no
memory while a deal is being played.
"""

from engine.errors import TavolinoError
from engine.tarocco import count as _count
from engine.tarocco.cards import PACK, VALUES

try:
    from micropython import const
except ImportError:
    from engine.mp import const

_SETS = const(5)
_COMBINATIONS = const(12)
_LAST_TRICK = const(6)
_MAT = const(61)
_OVER = const(3)
_ANG = const(40)
_NOBODY = const(255)
_MATTO = b"\x3d"


def combinations(cards, details=False):
    """Return the dict described at ``engine.tarocco.count.combinations``."""
    owner = _count.owners(cards)
    found = bytearray(_count.TALLY)
    _count.tally(owner, 1, found)
    sets = {}
    sequences = {}
    members = {}
    flags = bytearray(PACK)
    for index in range(_COMBINATIONS):
        length = found[index]
        if length < 3:
            continue
        if index < _SETS:
            name = _count.SETS[index]
            sets[name] = _count.THREE[index] * (length - 2)
        else:
            name = _count.SEQUENCES[index - _SETS]
            sequences[name] = [length, 5 * length - 5]
        _count.mark(owner, 1, found, index, flags)
        if details:
            own = bytearray(PACK)
            _count.mark(owner, 1, found, index, own)
            members[name] = _count.pick(own)
    result = {"shown": _count.pick(flags), "sets": sets, "sequences": sequences}
    if details:
        result["cards"] = members
    total = 0
    for kind, points in (
        ("sets", _count.sets_sum(found)), ("sequences", _count.sequences_sum(found))
    ):
        doubled = points < 0
        points = abs(points)
        result[kind + "_sum"] = points
        result[kind + "_doubled"] = doubled
        result[kind + "_total"] = 2 * points if doubled else points
        total += result[kind + "_total"]
    result["total"] = total
    return result


def captors(table, owner):
    """Fill ``owner`` as ``Table.captors`` describes it."""
    for card in range(PACK):
        owner[card] = _NOBODY
    for place in range(len(table.log) & ~3):
        card = table.log[place]
        owner[card] = (table.who[place] if card == _MAT else table.winners[place >> 2]) & 1


def settled(game):
    """Return what ``Game.settled`` describes."""
    table = game.table
    if table.phase != _OVER:
        raise TavolinoError("The deal can be counted only when all cards have been played.")
    owner = bytearray(PACK)
    captors(table, owner)
    dealer_team = table.dealer & 1
    for card in game.discards:
        owner[card] = dealer_team
    trick_team = table.winners[bytes(table.log).find(b"\x3d") >> 2] & 1
    given = settle(
        owner, owner[_MAT], trick_team, dealer_team, table.tricks, game.discards
    )
    return owner, given


def settle(owner, matto_team, trick_team, dealer_team, tricks, discards):
    """Do and return what ``engine.tarocco.count.settle`` describes."""
    given = _NOBODY
    other = 1 - matto_team
    if not tricks[matto_team]:
        owner[_MAT] = other
    elif trick_team != matto_team:
        lowest = 9
        for card in range(_MAT):
            if owner[card] == matto_team and VALUES[card] < lowest:
                lowest = VALUES[card]
        best = 0
        number_seen = False
        for card in range(_MAT):
            if owner[card] == matto_team and VALUES[card] == lowest:
                if card < _ANG and lowest == 1 and card not in _count.ACE_CARDS:
                    # A number takes part in no combination: all of them are as good as the first.
                    if number_seen:
                        continue
                    number_seen = True
                # All these cards have the same value, so only the combinations can differ.
                owner[card] = other
                gain = _count.points_of(owner, matto_team) - _count.points_of(owner, other)
                owner[card] = matto_team
                if given == _NOBODY or gain > best:
                    best = gain
                    given = card
        owner[given] = other
    if not tricks[dealer_team]:
        for card in discards:
            owner[card] = 1 - dealer_team
    return given


def totals(game):
    """Return both teams' totals, ``(team 0, team 1)``."""
    owner, _ = settled(game)
    table = game.table
    totals = []
    for team in range(2):
        halves = 0
        for card in range(PACK):
            if owner[card] == team:
                halves += 2 * VALUES[card] - 1
        totals.append(
            halves // 2 + table.declared[team] + table.declared[team + 2]
            + _count.points_of(owner, team)
            + (_LAST_TRICK if table.winners[14] & 1 == team else 0)
        )
    return tuple(totals)


def count(game):
    """Return the dict described at ``engine.tarocco.game.Game.count``."""
    owner, given = settled(game)
    table = game.table
    place = bytes(table.log).find(_MATTO)
    seat = table.who[place]
    if not table.tricks[seat & 1]:
        kind = "no_trick"
    elif given == _count.NOBODY:
        kind = "kept"
    else:
        kind = "exchange"
    teams = []
    for team in range(2):
        captured = bytes([card for card in range(PACK) if owner[card] == team])
        halves = 0
        for card in captured:
            halves += 2 * VALUES[card] - 1
        result = {
            "tricks": table.tricks[team],
            "captured": captured,
            "card_points": halves // 2,
            "last_trick": _LAST_TRICK if table.winners[14] & 1 == team else 0,
            "declarations": table.declared[team] + table.declared[team + 2],
            "combinations": combinations(captured, True),
        }
        result["total"] = (
            result["card_points"] + result["last_trick"] + result["declarations"]
            + result["combinations"]["total"]
        )
        teams.append(result)
    lead = teams[0]["total"] - teams[1]["total"]
    return {
        "dealer": table.dealer,
        "discards": bytes(sorted(game.discards)),
        "trick_winners": bytes(table.winners),
        "declared": [
            combinations(table.shown[i], True) if table.said[i] == 2 else None for i in range(4)
        ],
        "matto": {
            "seat": seat,
            "trick": place >> 2,
            "trick_winner": table.winners[place >> 2],
            "kind": kind,
            "given": None if given == _count.NOBODY else given,
            "discards_moved": not table.tricks[table.dealer & 1],
            "final_team": owner[_MATTO[0]],
        },
        "teams": teams,
        "winner": None if lead == 0 else 0 if lead > 0 else 1,
    }
