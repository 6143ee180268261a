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
SLOT = const(0)
SUIT = const(52)
HANDS0 = const(168)
COUNT0 = const(216)
TABLE0 = const(220)
NT0 = const(286)
LAID0 = const(287)
LAST0 = const(288)
SEAT0 = const(289)
MARGIN0 = const(290)
SWORDS0 = const(291)
OWNER = const(292)
HANDS = const(344)
COUNT = const(392)

# The most cards to be played, the one given included, and the most on the table before it.
PLAYS = const(8)
LONGEST = const(20)
UNKNOWN = const(999)

# A frame: the position before a play, and how far its choices have been tried.
HAND = const(0)  # place of the card in the hand
DEPTH = const(1)  # table cards in the set being built, whose places are in STACK
POS = const(2)  # next place on the table to try
REST = const(3)  # sum still missing
FRESH = const(4)  # 1: the card's captures haven't been begun
LAY = const(5)  # 1: laying the card hasn't been tried
STACK = const(6)  # 10
NT = const(16)
LAID = const(17)
LAST = const(18)
POINTS = const(19)  # 128 + bonuses of team 0 less those of team 1, from here
MARGIN = const(20)
SWORDS = const(21)
BEST = const(22)  # 128 + the best found for the team to play
TABLE = const(24)  # LONGEST + PLAYS
SIZE = const(56)
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
    seat = int(w[SEAT0])
    most = nodes
    for i in range(4):
        n = int(w[COUNT0 + i])
        w[COUNT + i] = n
        for j in range(i * 12, i * 12 + n):
            w[HANDS + j] = w[HANDS0 + j]
    # frame 0 is the position before the card given, which is its only choice
    nt = int(w[NT0])
    f[NT] = nt
    for i in range(nt):
        f[TABLE + i] = w[TABLE0 + i]
    f[LAID] = w[LAID0]
    f[LAST] = w[LAST0]
    f[POINTS] = 128
    f[MARGIN] = w[MARGIN0]
    f[SWORDS] = w[SWORDS0]
    place = HANDS + seat * 12
    while int(w[place]) != card:
        place += 1
    f[HAND] = place - HANDS - seat * 12
    d = 0
    base = 0
    result = UNKNOWN
    while True:
        # carry the choice (card at place, mask) of frame d out
        nodes -= 1
        if nodes < 0:
            break
        team = seat & 1
        end = HANDS + seat * 12 + int(w[COUNT + seat]) - 1
        w[place] = w[end]
        w[end] = card
        w[COUNT + seat] -= 1
        nt = int(f[base + NT])
        points = int(f[base + POINTS])
        margin = int(f[base + MARGIN])
        swords = int(f[base + SWORDS])
        last = int(f[base + LAST])
        next = base + SIZE
        keep = 0
        if mask:
            last = team
            suit = int(w[SUIT + card])
            same = 1
            number = 0
            black = 0
            if suit == 0:
                black = 1
            w[OWNER + card] = team
            picada = 0
            for i in range(nt):
                c = int(f[base + TABLE + i])
                if mask >> i & 1:
                    w[OWNER + c] = team
                    number += 1
                    if int(w[SUIT + c]) != suit:
                        same = 0
                    if c < 13:
                        black += 1
                    if c == int(f[base + LAID]):
                        picada = 1
                else:
                    f[next + TABLE + keep] = c
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
            f[next + LAID] = 255
        else:
            for i in range(nt):
                f[next + TABLE + i] = f[base + TABLE + i]
            f[next + TABLE + nt] = card
            keep = nt + 1
            f[next + LAID] = card
        f[next + NT] = keep
        f[next + POINTS] = points
        f[next + MARGIN] = margin
        f[next + SWORDS] = swords
        f[next + LAST] = last
        d += 1
        base = next
        seat = (seat + 1) & 3
        if d < plays:
            # a new position: its choices are tried from the first
            f[base + HAND] = 0
            f[base + FRESH] = 1
            f[base + BEST] = 255
            if seat & 1 == 0:
                f[base + BEST] = 0
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
                    c = int(f[base + TABLE + i])
                    w[OWNER + c] = last
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
                value += 3 - 2 * (int(w[OWNER + 1]) + int(w[OWNER + 36]) + int(w[OWNER + 48]))
                team = int(w[OWNER])
                n = 1
                while n < 10:
                    if int(w[OWNER + n]) != team:
                        break
                    n += 1
                if n >= 3:
                    if team:
                        value -= n
                    else:
                        value += n
            f[base + BEST] = value + 128
        # find the next choice of this position; go back from those that are done with
        mask = 0
        while True:
            found = 0
            if d < plays:
                hand = HANDS + seat * 12
                n = int(w[COUNT + seat])
                nt = int(f[base + NT])
                best = int(f[base + BEST])
                # done with as well: the opponents have something better (a cutoff)
                if d > 1:
                    other = int(f[base - SIZE + BEST])
                    if seat & 1:
                        if best <= other:
                            n = 0
                    elif best >= other:
                        n = 0
                i = int(f[base + HAND])
                while found == 0:
                    if i >= n:
                        break
                    place = hand + i
                    card = int(w[place])
                    if int(f[base + FRESH]):
                        f[base + FRESH] = 0
                        f[base + LAY] = 1
                        f[base + DEPTH] = 0
                        f[base + POS] = 0
                        f[base + REST] = w[SLOT + card]
                    depth = int(f[base + DEPTH])
                    j = int(f[base + POS])
                    rest = int(f[base + REST])
                    while found == 0:
                        if j >= nt:
                            if depth == 0:
                                break
                            depth -= 1
                            j = int(f[base + STACK + depth])
                            rest += int(w[SLOT + int(f[base + TABLE + j])])
                            j += 1
                            continue
                        s = int(w[SLOT + int(f[base + TABLE + j])])
                        if s == rest:
                            mask = 1 << j
                            for k in range(depth):
                                mask |= 1 << int(f[base + STACK + k])
                            found = 1
                        elif s < rest:
                            if int(w[SLOT + card]) <= 10:
                                f[base + STACK + depth] = j
                                depth += 1
                                rest -= s
                        j += 1
                    f[base + DEPTH] = depth
                    f[base + POS] = j
                    f[base + REST] = rest
                    if found == 0:
                        if int(f[base + LAY]):
                            f[base + LAY] = 0
                            mask = 0
                            found = 1
                        else:
                            i += 1
                            f[base + FRESH] = 1
                f[base + HAND] = i
            if found:
                break
            # all tried: its value counts for the position before
            value = int(f[base + BEST])
            d -= 1
            base -= SIZE
            seat = (seat + 3) & 3
            if d == 0:
                result = value - 128
                break
            w[COUNT + seat] += 1
            place = HANDS + seat * 12 + int(f[base + HAND])
            end = HANDS + seat * 12 + int(w[COUNT + seat]) - 1
            card = int(w[end])
            w[end] = w[place]
            w[place] = card
            if seat & 1:
                if value < int(f[base + BEST]):
                    f[base + BEST] = value
            elif value > int(f[base + BEST]):
                f[base + BEST] = value
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
