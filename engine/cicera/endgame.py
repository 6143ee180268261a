# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Exact search of the last cards of Cicera, all hands known, in machine code on a board.

It works on the workspace ``w`` of ``engine.cicera.rollout`` and on ``f``, FRAMES bytes: one frame
for each card still to be played. The same rules for the code hold as there. It is a module of its
own so that only the level that searches has it in memory.
"""

import sys

#: Machine code: a board never gets its memory back, so the module isn't dropped and loaded anew.
STAYS = True

if sys.implementation.name == "micropython":
    import micropython
    from micropython import const
else:
    from engine import mp as micropython
    from engine.mp import const, ptr8

# Places in w, as in rollout: a constant imported from there would be looked up at every use.
_SLOT = const(0)
_SUIT = const(52)
_HANDS0 = const(168)
_COUNT0 = const(216)
_TABLE0 = const(220)
_NT0 = const(286)
_LAID0 = const(287)
_LAST0 = const(288)
_SEAT0 = const(289)
_MARGIN0 = const(290)
_SWORDS0 = const(291)
_OWNER = const(292)
_HANDS = const(344)
_COUNT = const(392)

# The most cards to be played, the one given included, and the most on the table before it.
_PLAYS = const(8)
LONGEST = const(20)
UNKNOWN = const(999)

# A frame: the position before a play, and how far its choices have been tried.
_HAND = const(0)  # place of the card in the hand
_DEPTH = const(1)  # table cards in the set being built, whose places are in STACK
_POS = const(2)  # next place on the table to try
_REST = const(3)  # sum still missing
_FRESH = const(4)  # 1: the card's captures haven't been begun
_LAY = const(5)  # 1: laying the card hasn't been tried
_STACK = const(6)  # 10
_NT = const(16)
_LAID = const(17)
_LAST = const(18)
_POINTS = const(19)  # 128 + bonuses of team 0 less those of team 1, from here
_MARGIN = const(20)
_SWORDS = const(21)
_BEST = const(22)  # 128 + the best found for the team to play
_TABLE = const(24)  # LONGEST + PLAYS
_SIZE = const(56)
SPENT = const(504)  # 2 bytes after the frames, SIZE * (PLAYS + 1): plays tried, low byte first
FRAMES = const(506)


@micropython.viper
def solve(w: ptr8, f: ptr8, plays: int, card: int, mask: int, nodes: int) -> int:
    """Return the points team 0 gets more, the rest of the deal played best by both teams.

    ``plays`` cards (1 .. PLAYS) are left; ``card`` is played first, capturing the table cards at
    the places in ``mask``. All choices of every seat are tried (alpha-beta search); after
    ``nodes`` plays tried the search is given up and UNKNOWN returned. SPENT is how many were
    tried, 65,535 at most. The hands are those of the position in ``w``.
    """
    seat = int(w[_SEAT0])
    most = nodes
    for i in range(4):
        n = int(w[_COUNT0 + i])
        w[_COUNT + i] = n
        for j in range(i * 12, i * 12 + n):
            w[_HANDS + j] = w[_HANDS0 + j]
    # frame 0 is the position before the card given, which is its only choice
    nt = int(w[_NT0])
    f[_NT] = nt
    for i in range(nt):
        f[_TABLE + i] = w[_TABLE0 + i]
    f[_LAID] = w[_LAID0]
    f[_LAST] = w[_LAST0]
    f[_POINTS] = 128
    f[_MARGIN] = w[_MARGIN0]
    f[_SWORDS] = w[_SWORDS0]
    place = _HANDS + seat * 12
    while int(w[place]) != card:
        place += 1
    f[_HAND] = place - _HANDS - seat * 12
    d = 0
    base = 0
    result = UNKNOWN
    while True:
        # carry the choice (card at place, mask) of frame d out
        nodes -= 1
        if nodes < 0:
            break
        team = seat & 1
        end = _HANDS + seat * 12 + int(w[_COUNT + seat]) - 1
        w[place] = w[end]
        w[end] = card
        w[_COUNT + seat] -= 1
        nt = int(f[base + _NT])
        points = int(f[base + _POINTS])
        margin = int(f[base + _MARGIN])
        swords = int(f[base + _SWORDS])
        last = int(f[base + _LAST])
        next = base + _SIZE
        keep = 0
        if mask:
            last = team
            suit = int(w[_SUIT + card])
            same = 1
            number = 0
            black = 0
            if suit == 0:
                black = 1
            w[_OWNER + card] = team
            picada = 0
            for i in range(nt):
                c = int(f[base + _TABLE + i])
                if mask >> i & 1:
                    w[_OWNER + c] = team
                    number += 1
                    if int(w[_SUIT + c]) != suit:
                        same = 0
                    if c < 13:
                        black += 1
                    if c == int(f[base + _LAID]):
                        picada = 1
                else:
                    f[next + _TABLE + keep] = c
                    keep += 1
            if number > 1:
                picada = 0
            bonus = same + picada
            if number >= 3:
                bonus += 1
            if keep == 0:
                bonus += 1
            number += 1
            if team:
                points -= bonus
                margin -= number
                swords -= black
            else:
                points += bonus
                margin += number
                swords += black
            f[next + _LAID] = 255
        else:
            for i in range(nt):
                f[next + _TABLE + i] = f[base + _TABLE + i]
            f[next + _TABLE + nt] = card
            keep = nt + 1
            f[next + _LAID] = card
        f[next + _NT] = keep
        f[next + _POINTS] = points
        f[next + _MARGIN] = margin
        f[next + _SWORDS] = swords
        f[next + _LAST] = last
        d += 1
        base = next
        seat = (seat + 1) & 3
        if d < plays:
            # a new position: its choices are tried from the first
            f[base + _HAND] = 0
            f[base + _FRESH] = 1
            f[base + _BEST] = 255
            if seat & 1 == 0:
                f[base + _BEST] = 0
        else:
            # all cards are played: the awards
            value = points - 128
            if last == 255:
                value = 0
            else:
                margin -= 128
                swords -= 128
                black = 0
                for i in range(keep):
                    c = int(f[base + _TABLE + i])
                    w[_OWNER + c] = last
                    if c < 13:
                        black += 1
                if last:
                    margin -= keep
                    swords -= black
                else:
                    margin += keep
                    swords += black
                if margin > 0:
                    value += 2
                elif margin < 0:
                    value -= 2
                if swords > 0:
                    value += 1
                elif swords < 0:
                    value -= 1
                value += 3 - 2 * (int(w[_OWNER + 1]) + int(w[_OWNER + 36]) + int(w[_OWNER + 48]))
                team = int(w[_OWNER])
                n = 1
                while n < 10:
                    if int(w[_OWNER + n]) != team:
                        break
                    n += 1
                if n >= 3:
                    if team:
                        value -= n
                    else:
                        value += n
            f[base + _BEST] = value + 128
        # find the next choice of this position; go back from those that are done with
        mask = 0
        while True:
            found = 0
            if d < plays:
                hand = _HANDS + seat * 12
                n = int(w[_COUNT + seat])
                nt = int(f[base + _NT])
                best = int(f[base + _BEST])
                # done with as well: the opponents have something better (a cutoff)
                if d > 1:
                    other = int(f[base - _SIZE + _BEST])
                    if seat & 1:
                        if best <= other:
                            n = 0
                    elif best >= other:
                        n = 0
                i = int(f[base + _HAND])
                while found == 0:
                    if i >= n:
                        break
                    place = hand + i
                    card = int(w[place])
                    if int(f[base + _FRESH]):
                        f[base + _FRESH] = 0
                        f[base + _LAY] = 1
                        f[base + _DEPTH] = 0
                        f[base + _POS] = 0
                        f[base + _REST] = w[_SLOT + card]
                    depth = int(f[base + _DEPTH])
                    j = int(f[base + _POS])
                    rest = int(f[base + _REST])
                    while found == 0:
                        if j >= nt:
                            if depth == 0:
                                break
                            depth -= 1
                            j = int(f[base + _STACK + depth])
                            rest += int(w[_SLOT + int(f[base + _TABLE + j])])
                            j += 1
                            continue
                        s = int(w[_SLOT + int(f[base + _TABLE + j])])
                        if s == rest:
                            mask = 1 << j
                            for k in range(depth):
                                mask |= 1 << int(f[base + _STACK + k])
                            found = 1
                        elif s < rest:
                            if int(w[_SLOT + card]) <= 10:
                                f[base + _STACK + depth] = j
                                depth += 1
                                rest -= s
                        j += 1
                    f[base + _DEPTH] = depth
                    f[base + _POS] = j
                    f[base + _REST] = rest
                    if found == 0:
                        if int(f[base + _LAY]):
                            f[base + _LAY] = 0
                            mask = 0
                            found = 1
                        else:
                            i += 1
                            f[base + _FRESH] = 1
                f[base + _HAND] = i
            if found:
                break
            # all tried: its value counts for the position before
            value = int(f[base + _BEST])
            d -= 1
            base -= _SIZE
            seat = (seat + 3) & 3
            if d == 0:
                result = value - 128
                break
            w[_COUNT + seat] += 1
            place = _HANDS + seat * 12 + int(f[base + _HAND])
            end = _HANDS + seat * 12 + int(w[_COUNT + seat]) - 1
            card = int(w[end])
            w[end] = w[place]
            w[place] = card
            if seat & 1:
                if value < int(f[base + _BEST]):
                    f[base + _BEST] = value
            elif value > int(f[base + _BEST]):
                f[base + _BEST] = value
        if found == 0:
            break
    if nodes < 0:
        nodes = 0
    nodes = most - nodes
    if nodes > 0xFFFF:
        nodes = 0xFFFF
    f[SPENT] = nodes & 255
    f[SPENT + 1] = nodes >> 8
    return result
