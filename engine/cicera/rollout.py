# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Play-outs of a deal of Cicera and the valuation of a table, in machine code on a board.

``w`` is the workspace of bytes, BYTES long, ``m`` that of larger numbers, NUMBERS long; the names
below say what is where. A *slot* is a rank plus one: 1..10 the numbers, 11..13 the courts. Values
are in 32nds of a point. Every number stays below 2**30, so that 32-bit boards, 64-bit MicroPython
and CPython compute the same. The functions are compiled by MicroPython's viper emitter; elsewhere
they run as the plain Python they also are.

What a table offers is found by one pass over its cards, a knapsack over the sums 1..10: for each
slot the most valuable set of cards that a card of that slot could capture (BEST: value + 1, 0 for
none; MASK: its places on the table; NUMBER: how many cards; SUIT_OF: their common suit or 4).
"""

import sys

#: Machine code: a board never gets its memory back, so the module isn't dropped and loaded anew.
STAYS = True

if sys.implementation.name == "micropython":
    import micropython
    from micropython import const
else:
    from engine import mp as micropython
    from engine.mp import const, ptr8, ptr32

# ---- w: constant during one decision
SLOT = const(0)  # 52: slot of each card
SUIT = const(52)  # 52: suit of each card
WORTH = const(104)  # 52: what having captured the card is worth
# the position to play from; hands are 4 x 12 cards
HANDS0 = const(168)
COUNT0 = const(216)  # 4
TABLE0 = const(220)  # 52
LEFT0 = const(272)  # 14: cards of each slot that are in the hands
NT0 = const(286)  # cards on the table
LAID0 = const(287)  # card laid by the previous player, or 255
LAST0 = const(288)  # team that captured last, or 255
SEAT0 = const(289)  # seat to play
MARGIN0 = const(290)  # 128 + cards of team 0 minus cards of team 1
SWORDS0 = const(291)  # 128 + the same of swords
OWNER = const(292)  # 52: team that has captured the card
# ---- w: the play-out
HANDS = const(344)
COUNT = const(392)
TABLE = const(396)
_LEFT = const(448)
_HAS = const(462)  # 4 x 14: cards of each slot in each hand
_NUMBER = const(518)  # 14
_SUIT_OF = const(532)  # 14
EARNED = const(546)  # flags of the play made first
NT = const(547)  # cards on the table after run
LAID = const(548)  # card laid last, or 255
# ---- w: what is known of the other hands
PNEXT = const(549)  # 14: chance, in 255ths, that the next seat holds a card of the slot
PPARTNER = const(563)  # 14: the same for the partner
AVERAGE = const(577)  # 14: what the unseen cards of the slot are worth on average
UNSEEN = const(591)  # 52: 1 for the cards in the other hands
UNSEENS = const(643)  # 14: how many of them in each slot
WEIGHT = const(657)  # 4 x 14: how likely a seat holds cards of the slot, 16 = as anybody
STACK = const(713)  # 12
POOL = const(725)  # 52: the unseen cards
NPOOL = const(777)
TRUE = const(778)  # 4: weights of gains as they count
FEAR = const(782)  # 4: weights of gains as they are feared
FIRST = const(790)  # the seat that played first
HOPE = const(786)  # 4: the worth of cards alone
P_BONUS = const(820)  # a simile or quadriglia
_P_PICADA = const(821)
_P_SCUA = const(822)
_P_EACH = const(823)  # each card captured
_P_LAID = const(824)  # part of a card's worth lost by laying it, 16ths
_P_ODD = const(825)  # 3
_P_SCUA_RISK = const(828)  # 5
_P_PLAY = const(833)  # 14: cost of playing a card of each slot
_P_LAY = const(848)  # 16: worth of laying, by copies in hand * 4 + in other hands, offset 128
_P_CAPTURE = const(864)  # 16: the same for capturing one card of its rank
# 880: the same two for the other side
BYTES = const(912)
# ---- m
BEST = const(0)  # 14
_MASK = const(14)  # 14
GAIN = const(28)  # 14: what each slot gains for the next player
FREE = const(42)  # chance, in 256ths, that it captures nothing
CHOICES = const(43)  # how many choices are listed
CARD = const(44)  # MOST: the card played
TAKE = const(84)  # MOST: places of the table cards captured
WINS = const(124)  # MOST: what it gains at once
SEED = const(164)  # 4: state of the random generator, 16 bits each
SCORE = const(168)  # MOST: points of the play-outs, offset 64 each
RATING = const(208)  # MOST: what the knowledge makes of it, offset 2**20
_PARITY = const(248)  # 14: slots of which MASK captures an odd number, the card played left out
ODD0 = const(262)  # slots of which an odd number of cards is captured
NUMBERS = const(264)
_MOST = const(40)

# A table can be longer, but only this many places fit into a mask.
PLACES = const(28)


@micropython.viper
def run(w: ptr8, m: ptr32, plays: int, card: int, mask: int) -> int:
    """Play ``plays`` cards out from the position in ``w`` and return the points team 0 gets more.

    ``card`` is played first, capturing the table cards at the places in ``mask``; 255 leaves the
    first choice to the policy as well. With all cards played the awards are in the result,
    otherwise the bonuses alone. Afterwards BEST .. SUIT_OF, NT and LAID describe the table, unless
    the deal is over.
    """
    # Names: nt cards on the table, n in the hand; c card, s its slot, t a sum; total and courts:
    # sum of the numbers and count of the courts on the table, court the exclusive or of their
    # slots; odd slots of which an odd number is captured; pick place of the card chosen, most its
    # value; pslot and pvalue slot and value of a picada; own place of a rank's copies in the
    # tables; rest slot that could clear the table next; start first table card not in BEST yet
    for i in range(4):
        n = w[COUNT0 + i]
        w[COUNT + i] = n
        for s in range(1, 14):
            w[_HAS + i * 14 + s] = 0
        for j in range(i * 12, i * 12 + n):
            c = w[HANDS0 + j]
            w[HANDS + j] = c
            w[_HAS + i * 14 + w[SLOT + c]] += 1
    nt = int(w[NT0])
    for i in range(nt):
        w[TABLE + i] = w[TABLE0 + i]
    for s in range(1, 14):
        w[_LEFT + s] = w[LEFT0 + s]
    seat = int(w[SEAT0])
    laid = int(w[LAID0])
    last = int(w[LAST0])
    margin = int(w[MARGIN0]) - 128
    swords = int(w[SWORDS0]) - 128
    points = 0
    start = 0
    total = 0
    courts = 0
    court = 0
    first = 1
    odd = int(m[ODD0])
    bonus = int(w[P_BONUS])
    picada = int(w[_P_PICADA])
    scua = int(w[_P_SCUA])
    each = int(w[_P_EACH])
    while True:
        if card == 255:
            # what the table offers: start from nothing, or add the card just laid
            if start == 0:
                total = 0
                courts = 0
                court = 0
                for s in range(1, 14):
                    m[BEST + s] = 0
            for i in range(start, nt):
                c = int(w[TABLE + i])
                s = int(w[SLOT + c])
                worth = int(w[WORTH + c])
                suit = int(w[SUIT + c])
                if s > 10:
                    courts += 1
                    court = court ^ s
                else:
                    total += s
                if i < PLACES:
                    bit = 1 << i
                    if s <= 10:
                        for t in range(10, s, -1):
                            value = int(m[BEST + t - s])
                            if value:
                                value += worth
                                if value > int(m[BEST + t]):
                                    m[BEST + t] = value
                                    m[_MASK + t] = int(m[_MASK + t - s]) | bit
                                    m[_PARITY + t] = int(m[_PARITY + t - s]) ^ (1 << s)
                                    w[_NUMBER + t] = int(w[_NUMBER + t - s]) + 1
                                    if int(w[_SUIT_OF + t - s]) == suit:
                                        w[_SUIT_OF + t] = suit
                                    else:
                                        w[_SUIT_OF + t] = 4
                    if worth + 1 > int(m[BEST + s]):
                        m[BEST + s] = worth + 1
                        m[_MASK + s] = bit
                        m[_PARITY + s] = 1 << s
                        w[_NUMBER + s] = 1
                        w[_SUIT_OF + s] = suit
            if plays == 0:
                break
            # the policy: the best capture of each card, or laying it
            hand = HANDS + seat * 12
            n = int(w[COUNT + seat])
            has = _HAS + seat * 14
            pick = hand
            most = 0 - 9999
            uneven = int(w[_P_ODD + (48 - plays >> 4)])
            side = 0
            if (seat ^ int(w[FIRST])) & 1:
                uneven = 0 - uneven
                side = 32
            pslot = 0
            if laid < 255:
                pslot = int(w[SLOT + laid])
                pvalue = int(w[WORTH + laid]) + picada + 1
            for i in range(hand, hand + n):
                c = int(w[i])
                s = int(w[SLOT + c])
                value = int(m[BEST + s])
                if value:
                    take = int(m[_MASK + s])
                    number = int(w[_NUMBER + s])
                    if number >= 3:
                        value += bonus
                    if int(w[_SUIT_OF + s]) == int(w[SUIT + c]):
                        value += bonus
                    if s == pslot and nt <= PLACES:
                        if pvalue > value:
                            value = pvalue
                            take = 1 << (nt - 1)
                            number = 1
                    value += int(w[WORTH + c]) + each * number - 100
                    if number == 1:
                        own = 3 * int(w[has + s]) + int(w[_LEFT + s])
                        value += int(w[_P_CAPTURE + side + own - 4]) - 128
                        if odd:
                            value += uneven
                    elif odd != int(m[_PARITY + s]) ^ (1 << s):
                        value += uneven
                    if number == nt:
                        value += scua
                    else:
                        rest = 0
                        if s > 10:
                            if courts == 1:
                                rest = total
                            elif courts == 2:
                                if total == 0:
                                    rest = court ^ s
                        else:
                            if courts == 0:
                                rest = total - s
                            elif courts == 1:
                                if total == s:
                                    rest = court
                        if rest:
                            if rest <= 13:
                                own = int(w[_LEFT + rest]) - int(w[has + rest])
                                value -= int(w[_P_SCUA_RISK + own])
                else:
                    take = 0
                    own = 3 * int(w[has + s]) + int(w[_LEFT + s])
                    value = int(w[_P_LAY + side + own - 4]) - 128
                    value -= int(w[WORTH + c]) * int(w[_P_LAID]) >> 4
                    if odd:
                        value += uneven
                    rest = 0
                    if s > 10:
                        if courts == 0:
                            if total == 0:
                                rest = s
                    elif courts == 0:
                        rest = total + s
                        if rest > 10:
                            rest = 0
                    if rest:
                        value -= int(w[_P_SCUA_RISK + int(w[_LEFT + rest]) - int(w[has + rest])])
                value -= int(w[_P_PLAY + s])
                if value > most:
                    most = value
                    pick = i
                    mask = take
            card = int(w[pick])
        else:
            hand = HANDS + seat * 12
            pick = hand
            n = int(w[COUNT + seat])
            while int(w[pick]) != card:
                pick += 1
        # carry it out
        n -= 1
        w[pick] = w[hand + n]
        w[COUNT + seat] = n
        s = int(w[SLOT + card])
        w[_LEFT + s] -= 1
        w[_HAS + seat * 14 + s] -= 1
        if mask:
            team = seat & 1
            last = team
            suit = int(w[SUIT + card])
            flags = 4
            keep = 0
            number = 0
            w[OWNER + card] = team
            odd = odd ^ (1 << s)
            gained = 1
            black = 0
            if suit == 0:
                black = 1
            bit = 1
            for i in range(nt):
                c = int(w[TABLE + i])
                if mask & bit:
                    w[OWNER + c] = team
                    odd = odd ^ (1 << int(w[SLOT + c]))
                    number += 1
                    if int(w[SUIT + c]) != suit:
                        flags = 0
                    if c < 13:
                        black += 1
                    if c == laid:
                        number += 16
                else:
                    w[TABLE + keep] = c
                    keep += 1
                bit = bit << 1
                if i >= PLACES:
                    bit = 0
            if number == 17:
                flags |= 2
            number = number & 15
            if number >= 3:
                flags |= 8
            if keep == 0:
                flags |= 1
            gained += number
            nt = keep
            number = (flags & 1) + (flags >> 1 & 1) + (flags >> 2 & 1) + (flags >> 3)
            if team:
                points -= number
                margin -= gained
                swords -= black
            else:
                points += number
                margin += gained
                swords += black
            laid = 255
            start = 0
            if first:
                w[EARNED] = flags | 16
        else:
            w[TABLE + nt] = card
            start = nt
            nt += 1
            laid = card
            if first:
                start = 0
                w[EARNED] = 0
        first = 0
        card = 255
        seat = (seat + 1) & 3
        plays -= 1
        if plays == 0:
            if int(w[COUNT + seat]) == 0:
                break
    w[NT] = nt
    w[LAID] = laid
    if int(w[COUNT + seat]):
        return points
    if last == 255:
        return 0
    # the last cards on the table, then the awards
    black = 0
    for i in range(nt):
        c = int(w[TABLE + i])
        w[OWNER + c] = last
        if c < 13:
            black += 1
    if last:
        margin -= nt
        swords -= black
    else:
        margin += nt
        swords += black
    if margin > 0:
        points += 2
    elif margin < 0:
        points -= 2
    if swords > 0:
        points += 1
    elif swords < 0:
        points -= 1
    points += 3 - 2 * (int(w[OWNER + 1]) + int(w[OWNER + 36]) + int(w[OWNER + 48]))
    team = int(w[OWNER])
    n = 1
    while n < 10:
        if int(w[OWNER + n]) != team:
            break
        n += 1
    if n >= 3:
        if team:
            points -= n
        else:
            points += n
    return points


@micropython.viper
def gains(w: ptr8, m: ptr32, weights: int):
    """Fill GAIN: what a player gains by the most valuable capture with a card of each slot.

    The table is the one described by ``run``. ``weights`` is the place in ``w`` of the weights of
    a scua, a picada, another bonus (32nds) and of the worth of cards (16ths); GAIN is in 512ths.
    Only the cards marked UNSEEN can make a simile.
    """
    scua = int(w[weights]) << 4
    picada = int(w[weights + 1]) << 4
    bonus = int(w[weights + 2]) << 4
    part = int(w[weights + 3])
    nt = int(w[NT])
    laid = int(w[LAID])
    pslot = 0
    if laid < 255:
        pslot = int(w[SLOT + laid])
    for s in range(1, 14):
        worth = int(m[BEST + s])
        value = 0
        if worth:
            worth -= 1
            number = int(w[_NUMBER + s])
            if s == pslot and number < 3 and worth <= int(w[WORTH + laid]) + 32:
                worth = int(w[WORTH + laid])
                number = 1
                value = picada
            else:
                if number >= 3:
                    value = bonus
                suit = int(w[_SUIT_OF + s])
                if suit < 4:
                    # only one of the unseen cards of this slot makes the simile
                    if int(w[UNSEEN + suit * 13 + s - 1]):
                        value += bonus // int(w[UNSEENS + s])
            if number == nt:
                value += scua
            value += (worth + int(w[AVERAGE + s])) * part
        m[GAIN + s] = value


@micropython.viper
def expect(w: ptr8, m: ptr32, chances: int) -> int:
    """Return what a player can be expected to gain, in 1024ths of a point, given GAIN.

    ``chances`` is PNEXT or PPARTNER. The player is taken to make the most valuable capture it has
    a card for. m[FREE] is the chance, in 256ths, that it has none.
    """
    free = 256
    gain = 0
    done = 0
    while free:
        most = 0
        t = 0
        for s in range(1, 14):
            value = int(m[GAIN + s])
            if value > most:
                if (done >> s & 1) == 0:
                    most = value
                    t = s
        if t == 0:
            break
        done |= 1 << t
        chance = int(w[chances + t])
        gain += free * (chance * most >> 4) >> 11
        free = free * (255 - chance) // 255
    m[FREE] = free
    return gain


@micropython.viper
def list_captures(w: ptr8, m: ptr32, card: int, limit: int):
    """Add the captures of ``card`` to the choices; beyond MOST the least valuable are left out.

    At most ``limit`` steps of the search are made, so that a crowded table can't take long.
    """
    nt = int(w[NT0])
    if nt > PLACES:
        nt = PLACES
    laid = int(w[LAID0])
    suit = int(w[SUIT + card])
    rest = int(w[SLOT + card])
    court = 0
    if rest > 10:
        court = 1
    depth = 0
    i = 0
    while limit:
        limit -= 1
        if i >= nt:
            if depth == 0:
                break
            depth -= 1
            i = int(w[STACK + depth])
            rest += int(w[SLOT + int(w[TABLE0 + i])])
            i += 1
            continue
        c = int(w[TABLE0 + i])
        s = int(w[SLOT + c])
        if s == rest:
            w[STACK + depth] = i
            mask = 0
            value = int(w[WORTH + card])
            same = 32
            for j in range(depth + 1):
                place = int(w[STACK + j])
                mask |= 1 << place
                other = int(w[TABLE0 + place])
                value += int(w[WORTH + other])
                if int(w[SUIT + other]) != suit:
                    same = 0
            value += same
            if depth >= 2:
                value += 32
            if depth + 1 == int(w[NT0]):
                value += 32
            if depth == 0:
                if c == laid:
                    value += 32
            n = int(m[CHOICES])
            place = n
            if n == _MOST:
                # the least valuable capture makes room
                least = value
                for j in range(_MOST):
                    if int(m[TAKE + j]):
                        if int(m[WINS + j]) < least:
                            least = int(m[WINS + j])
                            place = j
            else:
                m[CHOICES] = n + 1
            if place < _MOST:
                m[CARD + place] = card
                m[TAKE + place] = mask
                m[WINS + place] = value
        elif s < rest and court == 0:
            w[STACK + depth] = i
            depth += 1
            rest -= s
        i += 1


@micropython.viper
def sample(w: ptr8, m: ptr32):
    """Deal the unseen cards to the other three seats at random, by WEIGHT.

    The cards are taken in random order and each goes to a seat in proportion to the cards the seat
    still needs times the weight of the slot. The random numbers are those of engine.prng (sfc16).
    """
    me = int(w[SEAT0])
    a = int(m[SEED])
    b = int(m[SEED + 1])
    c = int(m[SEED + 2])
    counter = int(m[SEED + 3])
    q0 = (me + 1) & 3
    q1 = (me + 2) & 3
    q2 = (me + 3) & 3
    need0 = int(w[COUNT0 + q0])
    need1 = int(w[COUNT0 + q1])
    need2 = int(w[COUNT0 + q2])
    place0 = HANDS0 + q0 * 12
    place1 = HANDS0 + q1 * 12
    place2 = HANDS0 + q2 * 12
    n = int(w[NPOOL])
    while n:
        value = (a + b + counter) & 0xFFFF
        counter = (counter + 1) & 0xFFFF
        a = b ^ (b >> 5)
        b = (c + (c << 3)) & 0xFFFF
        c = (((c << 6) | (c >> 10)) + value) & 0xFFFF
        i = POOL + (value * n >> 16)
        n -= 1
        card = int(w[i])
        w[i] = w[POOL + n]
        w[POOL + n] = card
        s = int(w[SLOT + card])
        share0 = need0 * int(w[WEIGHT + q0 * 14 + s])
        share1 = share0 + need1 * int(w[WEIGHT + q1 * 14 + s])
        total = share1 + need2 * int(w[WEIGHT + q2 * 14 + s])
        value = (a + b + counter) & 0xFFFF
        counter = (counter + 1) & 0xFFFF
        a = b ^ (b >> 5)
        b = (c + (c << 3)) & 0xFFFF
        c = (((c << 6) | (c >> 10)) + value) & 0xFFFF
        value = value * total >> 16
        if value < share0:
            need0 -= 1
            w[place0 + need0] = card
        elif value < share1:
            need1 -= 1
            w[place1 + need1] = card
        else:
            need2 -= 1
            w[place2 + need2] = card
    m[SEED] = a
    m[SEED + 1] = b
    m[SEED + 2] = c
    m[SEED + 3] = counter
