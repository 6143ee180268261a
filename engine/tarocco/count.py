# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Combinations and the settlement of the Matto (RULES, "Combinations", "The Matto at the end").

The counting functions work on an *owner table*: a bytearray of 62 with a small number for each
card, usually the team that has captured it. ``tally`` reads off, without allocating, how many of
each set and how long each sequence is; everything else is derived from that.
"""

from engine.tarocco.cards import PACK

try:
    from micropython import const
except ImportError:
    from engine.mp import const

NOBODY = const(255)
SETS = ("tarocchi", "kings", "queens", "cavalli", "fanti")
SEQUENCES = ("swords", "batons", "cups", "coins", "aces", "moors", "grande")

# Points of three of a kind, in the order of SETS; four of a kind are worth twice as much.
THREE = b"\x12\x11\x0e\x0d\x0c"
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
        parts = (_ANG, _MON, _BEG, _MAT)
    elif index < _SUITS:
        parts = (index - 1, index + 9, index + 19, index + 29)
    else:
        if index < _ACES:
            base = 10 * (index - _SUITS)
            parts = (base, base + 1, base + 2, base + 3, base + (9 if base < 20 else 4))
        elif index == _ACES:
            parts = ACE_CARDS
        elif index == _MOORS:
            parts = range(_MO1, _BEG)
        else:
            # The Moors directly follow T5, so that the run and they are one range.
            parts = range(_ANG, _BEG if found[_RUN] == _MO1 else found[_RUN])
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
    ``sequences_sum``, ``sequences_doubled``, ``sequences_total``, ``total`` and ``shown`` (bytes in
    pack order). With ``details`` there is also ``cards``: for each name the cards that make
    it, contatori included, as bytes in pack order.
    """
    from engine.tarocco import breakdown

    return breakdown.combinations(cards, details)


def settle(owner, matto_team, trick_team, dealer_team, tricks, discards):
    """Settle the Matto and the discards after the last trick; return the card given, or 255.

    ``owner`` (bytearray of 62) has the team that captured each card, the Matto and the discards
    counted to the teams that played and discarded them, and is changed in place. ``matto_team``
    played the Matto, ``trick_team`` won that trick, ``tricks`` are the numbers of tricks of the two
    teams, ``discards`` the dealer's two cards. (RULES, "The Matto at the end")
    """
    from engine.tarocco import breakdown

    return breakdown.settle(owner, matto_team, trick_team, dealer_team, tricks, discards)
