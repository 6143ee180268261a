# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Combinations, the settlement of the Matto and the count (RULES, "Combinations" to "Result").

The counting functions work on an *owner table*: a bytearray of 62 with a small number for each
card, usually the team that has captured it. ``tally`` reads off, without allocating, how many of
each set and how long each sequence is; everything else is derived from that.
"""

from engine.errors import TavolinoError
from engine.tarocco.cards import HALVES, PACK, VALUES, trick_halves

try:
    from micropython import const
except ImportError:
    from engine.mp import const

NOBODY = const(255)
LAST_TRICK = const(6)  # points of the last trick
SETS = ("tarocchi", "kings", "queens", "cavalli", "fanti")
SEQUENCES = ("swords", "batons", "cups", "coins", "aces", "moors", "grande")

# Points of three of a kind, in the order of SETS; four of a kind are worth twice as much.
THREE = b"\x12\x11\x0e\x0d\x0c"
_OVER = const(3)
_TRICKS = const(15)
_ANG = const(40)
_MON = const(41)
_SOL = const(42)
_LUN = const(43)
_T16 = const(44)
_MO1 = const(56)
_BEG = const(60)
_MAT = const(61)
ACE_CARDS = b"\x09\x13\x18\x22"
# Places of the tally: sets 0..4, sequences 5..11, then where the Grande's run ends.
_SUITS = const(5)
_ACES = const(9)
_MOORS = const(10)
_GRANDE = const(11)
_RUN = const(12)
TALLY = const(13)

_tally = bytearray(TALLY)
_marks = bytearray(PACK)


def tally(owner, who, out):
    """Fill ``out`` (bytearray of 13) with the combinations of the cards whose owner is ``who``.

    ``out[0:5]`` are the numbers of cards of a kind in the order of SETS (a set from 3 on),
    ``out[5:12]`` the lengths of the sequences in the order of SEQUENCES, 0 for none, contatori
    included, and ``out[12]`` the trump at which the run of the Grande stopped: 56 if it reached
    the Moors.
    """
    contatori = (owner[_BEG] == who) + (owner[_MAT] == who)
    out[0] = (owner[_ANG] == who) + (owner[_MON] == who) + contatori
    for i in range(4):
        out[1 + i] = (
            (owner[i] == who) + (owner[10 + i] == who)
            + (owner[20 + i] == who) + (owner[30 + i] == who)
        )
    aces = 0
    for i in range(4):
        base = 10 * i
        ace = owner[base + (9 if i < 2 else 4)] == who
        aces += ace
        length = 0
        if owner[base] == who:
            courts = (
                (owner[base + 1] == who) + (owner[base + 2] == who) + (owner[base + 3] == who)
            )
            # One of the two may be replaced by a contatore, the other has to be real.
            if courts >= 2 or (courts and contatori):
                length = 1 + courts + ace + contatori
        out[_SUITS + i] = length
    moors = 0
    for i in range(_MO1, _MO1 + 4):
        moors += owner[i] == who
    out[_ACES] = aces + contatori if aces >= 2 and aces + contatori >= 3 else 0
    out[_MOORS] = moors + contatori if moors >= 2 and moors + contatori >= 3 else 0

    length = 0
    i = _T16
    if owner[_ANG] == who:
        high = (owner[_MON] == who) + (owner[_SOL] == who) + (owner[_LUN] == who)
        if high >= 2 or (high and contatori):
            length = 1 + high + contatori
            # Contatori that may still bridge a gap, and whether the place before was replaced. The
            # one replaced is the higher missing one, so it lies last only after a real world.
            spare = contatori
            replaced = False
            if high == 1:
                spare -= 1
                replaced = owner[_MON] == who
            while i < _MO1:
                if owner[i] == who:
                    length += 1
                    replaced = False
                elif spare and not replaced:
                    spare -= 1
                    replaced = True
                else:
                    break
                i += 1
            if i == _MO1:
                length += moors
    out[_GRANDE] = length
    out[_RUN] = i


def sets_sum(out):
    """Return the sum of the sets in the tally ``out``, negative when it has to be doubled."""
    total = 0
    different = 0
    for i in range(5):
        if out[i] >= 3:
            different += 1
            total += THREE[i] * (out[i] - 2)
    return -total if different >= 3 else total


def sequences_sum(out):
    """Return the sum of the sequences in the tally ``out``, negative when it has to be doubled."""
    total = 0
    different = 0
    for i in range(_SUITS, _RUN):
        if out[i]:
            different += 1
            total += 5 * out[i] - 5
    return -total if different >= 3 else total


def points_of(owner, who):
    """Return the points of all combinations of the cards ``c`` with ``owner[c] == who``.

    ``owner`` is a bytearray of 62. Nothing is allocated.
    """
    tally(owner, who, _tally)
    sets = sets_sum(_tally)
    sequences = sequences_sum(_tally)
    return (sets if sets >= 0 else -2 * sets) + (sequences if sequences >= 0 else -2 * sequences)


def owners(cards):
    """Return an owner table that has 1 for each of ``cards`` and 0 for all others.

    It is the same bytearray at every call.
    """
    for i in range(PACK):
        _marks[i] = 0
    for card in cards:
        _marks[card] = 1
    return _marks


def points(cards):
    """Return the points of all combinations in ``cards`` (bytes-like, any order)."""
    return points_of(owners(cards), 1)


def mark(owner, who, found, index, flags):
    """Set ``flags[card]`` to 1 for the cards of ``who`` that make one combination.

    ``found`` is the tally of ``owner`` and ``who``, ``index`` the place of the combination in it.
    """
    if index == 0:
        parts = bytes((_ANG, _MON, _BEG, _MAT))
    elif index < _SUITS:
        parts = bytes((index - 1, index + 9, index + 19, index + 29))
    else:
        if index < _ACES:
            base = 10 * (index - _SUITS)
            parts = bytes(range(base, base + 4)) + bytes((base + (9 if base < 20 else 4),))
        elif index == _ACES:
            parts = ACE_CARDS
        elif index == _MOORS:
            parts = bytes(range(_MO1, _BEG))
        else:
            # The Moors directly follow T5, so that the run and they are one range.
            parts = bytes(range(_ANG, _BEG if found[_RUN] == _MO1 else found[_RUN]))
        for card in (_BEG, _MAT):
            if owner[card] == who:
                flags[card] = 1
    for card in parts:
        if owner[card] == who:
            flags[card] = 1


def pick(flags):
    """Return the cards whose flag is not 0, as bytes in pack order."""
    return bytes([card for card in range(PACK) if flags[card]])


def shown(cards):
    """Return the cards of ``cards`` that take part in a combination, as bytes in pack order.

    They are what becomes public when ``cards``, a hand of 15, is declared.
    """
    owner = owners(cards)
    found = bytearray(TALLY)
    tally(owner, 1, found)
    flags = bytearray(PACK)
    for index in range(_RUN):
        if found[index] >= 3:
            mark(owner, 1, found, index, flags)
    return pick(flags)


def combinations(cards, details=False):
    """Return every combination in ``cards`` (bytes-like, any order) as a dict.

    The fields are those of the test vectors: ``sets`` (points by name), ``sets_sum``,
    ``sets_doubled``, ``sets_total``, ``sequences`` (``[length, points]`` by name),
    ``sequences_sum``, ``sequences_doubled``, ``sequences_total``, ``total`` and ``shown`` (bytes
    in pack order). With ``details`` there is also ``cards``: for each name the cards that make it,
    contatori included, as bytes in pack order.
    """
    owner = owners(cards)
    found = bytearray(TALLY)
    tally(owner, 1, found)
    sets = {}
    sequences = {}
    members = {}
    flags = bytearray(PACK)
    for index in range(_RUN):
        length = found[index]
        if length < 3:
            continue
        if index < _SUITS:
            name = SETS[index]
            sets[name] = THREE[index] * (length - 2)
        else:
            name = SEQUENCES[index - _SUITS]
            sequences[name] = [length, 5 * length - 5]
        mark(owner, 1, found, index, flags)
        if details:
            own = bytearray(PACK)
            mark(owner, 1, found, index, own)
            members[name] = pick(own)
    result = {"shown": pick(flags), "sets": sets, "sequences": sequences}
    if details:
        result["cards"] = members
    total = 0
    for kind, points in (
        ("sets", sets_sum(found)), ("sequences", sequences_sum(found))
    ):
        doubled = points < 0
        points = abs(points)
        result[kind + "_sum"] = points
        result[kind + "_doubled"] = doubled
        result[kind + "_total"] = 2 * points if doubled else points
        total += result[kind + "_total"]
    result["total"] = total
    return result


def trick_values(table):
    """Return what each finished trick of ``table`` brought its winner, in halves of points.

    The points of the last trick are included, the Matto is not.
    """
    values = []
    for place in range(0, len(table.log) & ~3, 4):
        values.append(trick_halves(table.log[place:place + 4]))
    if len(values) == _TRICKS:
        values[-1] += 2 * LAST_TRICK
    return values


def captors(table, owner):
    """Fill ``owner`` as ``Table.captors`` describes it."""
    for card in range(PACK):
        owner[card] = NOBODY
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
    """Settle the Matto and the discards after the last trick; return the card given, or 255.

    ``owner`` (bytearray of 62) has the team that captured each card, the Matto and the discards
    counted to the teams that played and discarded them, and is changed in place. ``matto_team``
    played the Matto, ``trick_team`` won that trick, ``tricks`` are the numbers of tricks of the
    two teams, ``discards`` the dealer's two cards. (RULES, "The Matto at the end")
    """
    given = NOBODY
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
                if card < _ANG and lowest == 1 and card not in ACE_CARDS:
                    # A number takes part in no combination: all of them are as good as the first.
                    if number_seen:
                        continue
                    number_seen = True
                # All these cards have the same value, so only the combinations can differ.
                owner[card] = other
                gain = points_of(owner, matto_team) - points_of(owner, other)
                owner[card] = matto_team
                if given == NOBODY or gain > best:
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
                halves += HALVES[card]
        totals.append(
            halves // 2 + table.declared[team] + table.declared[team + 2]
            + points_of(owner, team)
            + (LAST_TRICK if table.winners[14] & 1 == team else 0)
        )
    return tuple(totals)


def count(game):
    """Return the dict described at ``engine.tarocco.game.Game.count``."""
    owner, given = settled(game)
    table = game.table
    place = bytes(table.log).find(b"\x3d")
    seat = table.who[place]
    if not table.tricks[seat & 1]:
        kind = "no_trick"
    elif given == NOBODY:
        kind = "kept"
    else:
        kind = "exchange"
    teams = []
    for team in range(2):
        captured = bytes([card for card in range(PACK) if owner[card] == team])
        halves = 0
        for card in captured:
            halves += HALVES[card]
        result = {
            "tricks": table.tricks[team],
            "captured": captured,
            "card_points": halves // 2,
            "last_trick": LAST_TRICK if table.winners[14] & 1 == team else 0,
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
            "given": None if given == NOBODY else given,
            "discards_moved": not table.tricks[table.dealer & 1],
            "final_team": owner[_MAT],
        },
        "teams": teams,
        "winner": None if lead == 0 else 0 if lead > 0 else 1,
    }
