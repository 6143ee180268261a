# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Claims in Cicera: lower and upper bounds of the final lead of seat 0's team.

They hold whatever anybody plays and wherever the cards are that seat 0 can't see. An upper bound
gives a team all cards that are still to be taken and, for each card that it may still play, all
bonuses that any cards left could give: it may be too high, never too low.
"""

from engine.cicera.cards import VALUES
from engine.cicera.count import award_lead

try:
    from micropython import const
except ImportError:
    from engine.mp import const

_SUMS = const(2047)  # sets of sums are kept in bits 0 to 10


def bounds(game):
    """Return ``(low, high)``, bounds of the points that team 0 has more in the end.

    It is the turn of seat 0. Only what seat 0 knows is used. (-99, 99) without any capture yet.
    """
    table = game.table
    mine = bytes(game.hands[0])
    last = table.last_capture
    if last > 1:
        return -99, 99
    lying = bytes(table.cards)
    where = table.where
    hidden = bytes([card for card in range(52) if where[card] > 4 and card not in mine])
    out = mine + hidden
    plays = len(out)

    # What can be captured at all, by any of the cards out, from those lying or out: ``two`` and
    # ``three`` have the sums of two cards and of three or more, ``same`` those of one suit.
    ranks = bytearray(13)
    few = bytearray(11)
    one = two = three = numbers = 0
    ones = [0] * 4
    same = [0] * 4
    for card in lying + out:
        ranks[card % 13] += 1
        value = VALUES[card]
        if value:
            few[value] += 1
            suit = card // 13
            three = (three | (three | two) << value) & _SUMS
            two = (two | one << value) & _SUMS
            one |= 1 << value
            same[suit] = (same[suit] | (same[suit] | ones[suit]) << value) & _SUMS
            ones[suit] |= 1 << value
    left = bytearray(13)
    for card in out:
        left[card % 13] += 1
        if card % 13 < 10:
            numbers |= 1 << VALUES[card]

    # A card that can't be taken any more keeps the table from being cleared.
    clear = True
    for card in lying:
        value = VALUES[card]
        sums = (one | two | three) & _SUMS - 1
        if not left[card % 13] and not (value and numbers >> value & sums):
            clear = False

    # For each card out: how many cards it takes at most, and its bonuses but for the scùa.
    sizes = bytearray(11)
    able = [0, 0]
    ours = 0
    theirs = bytearray(3)
    for i in range(plays):
        card = out[i]
        rank = card % 13
        value = VALUES[card]
        size = 1 if ranks[rank] > 1 else 0
        bonus = 0
        if size:
            # A picada: the card before it in turn is of the same rank, and in another hand.
            if i >= len(mine):
                bonus = 1 if left[rank] > 1 else 0
            else:
                for other in hidden if len(mine) > 1 else b"":
                    if other % 13 == rank:
                        bonus = 1
                if table.laid < 52 and table.laid % 13 == rank:
                    bonus = 1
        if (two | three) >> value & 1 and value:
            # (The cards of least value are the most that it can take.)
            total = number = 0
            for least in range(1, value):
                for _ in range(few[least]):
                    total += least
                    if total <= value:
                        number += 1
            size = max(2, number)
            bonus = max(bonus, (three >> value & 1) + (same[card // 13] >> value & 1))
        sizes[size] += 1
        if size:
            able[i >= len(mine)] += 1
        if i < len(mine):
            ours += bonus
        else:
            theirs[bonus] += 1

    # From which play on the table may be clear: all that lies there has to be taken.
    first = 0
    rest = len(lying)
    size = 10
    while clear and first < plays:
        while not sizes[size]:
            size -= 1
        sizes[size] -= 1
        rest -= size
        if rest <= 0:
            break
        first += 1
    if not clear or rest > 0:
        first = plays

    low = high = table.bonus_points(0) - table.bonus_points(1)
    # Seat 0 plays first: of ``plays`` cards half are its team's, and of two in turn one clears.
    half = (plays + 1) // 2
    partner = half - len(mine)
    if able[0] or able[1] and partner:
        high += ours + _most(theirs, partner) + half - (first + 1) // 2 + award_lead(table, 0)
    else:
        high += award_lead(table, last)
    if able[1] and plays > half:
        low -= _most(theirs, plays - half) + plays // 2 - first // 2
        low += award_lead(table, 1)
    else:
        low += award_lead(table, last)
    return low, high


def _most(bonuses, number):
    # The most that ``number`` cards earn, of which ``bonuses[i]`` earn ``i`` each.
    points = 0
    for worth in (2, 1):
        some = min(number, bonuses[worth])
        points += worth * some
        number -= some
    return points
