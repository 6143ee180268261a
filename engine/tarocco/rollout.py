# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Play-outs of a deal of Tarocco on masks of cards, in machine code on a board.

A set of cards is five masks, one for each suit (bit = place of the card in its suit in pack order,
so the lowest bit is the highest card) and one for the trumps with the Matto as bit 21.
Every number stays below 2**30 and every stored one is positive, so that 32-bit boards, 64-bit
MicroPython and CPython compute the same.

``w`` is the workspace, an array of WORDS 32-bit numbers, ``t`` the tables, TABLES bytes; the names
below say what is where. The functions are compiled by MicroPython's viper emitter; elsewhere
they run as the plain Python they also are.
"""

import sys

if sys.implementation.name == "micropython":
    import micropython
    from micropython import const
else:
    from engine import mp as micropython
    from engine.mp import const, ptr8, ptr32

# ---- workspace: the state of a deal; the first part is copied from BASE for each play-out
HANDS = const(0)  # 4 seats x 5 masks
TAKEN = const(20)  # 2 teams x 5 masks: captured cards, the dealer's discards with its team's
OUT = const(30)  # 5 masks: cards not yet played, in all hands together
VOID = const(35)  # 4 seats: bit s set = has shown to hold nothing of suit s (4: trumps)
TRICK = const(39)  # 5 masks: cards of the trick on the table
SEAT = const(44)  # seat to play
POS = const(45)  # cards in the trick
LED = const(46)  # suit that must be followed, 5 = none yet
WSUIT = const(47)  # suit of the winning card, 5 = none yet
WSEAT = const(48)  # who holds the trick
BEAT = const(49)  # cards of the suit WSUIT that would beat it
WORTH = const(50)  # value of the cards in the trick
MATTEAM = const(51)  # team that played the Matto, 2 = not played
MATWON = const(52)  # team that won that trick, 2 = not yet
MATNOW = const(53)  # 1 if the Matto lies in this trick
TRICKS = const(54)  # 2 teams: tricks won
LEFT = const(56)  # cards still to be played
STATE = const(57)
FSUIT = const(57)  # the choice to be tried: its suit, 6 = none
FBIT = const(58)  # and its bit
DTEAM = const(59)  # dealer's team
DISC = const(60)  # 5 masks: the discards, as far as known to the play-out
BASE = const(66)
# what deal() needs: the cards known to be in each hand, captured cards and discards without hidden ones
FIXED = const(124)  # 4 seats x 5 masks
OWNDISC = const(144)  # 5 masks
OWNTAKEN = const(149)  # 5 masks, of the dealer's team
ROOM = const(154)  # unseen cards that belong to each seat, and to the discards
MAYALL = const(159)  # unseen cards that may be there
REST = const(164)
MAY = const(169)
UNSEEN = const(174)
RANDOM = const(175)  # 4: state of the generator
PLAYED = const(179)  # 4 seats x 5 masks: cards played by each seat
WORDS = const(199)

# ---- tables
INDEX = const(0)  # 32: place of a bit, by the de Bruijn product
GROUP = const(32)  # 17: group of each class
BITS = const(64)  # 32: number of bits set
VALUE = const(96)  # 62: what capturing a card is worth
PHASE = const(158)  # 16: by tricks left, the block of tables in use
BLOCK = const(180)  # size of a block
BLOCKS = const(176)
KEEP = const(0)  # 62: what keeping a card in hand is worth
MKEEP = const(62)  # 5: more for the highest card left of a suit
RUFF = const(67)  # 3 positions x 11: risk of a trump behind, by cards of the suit in other hands
RUFFV = const(100)  # 3: the same when an opponent behind is known to be void
HIGH = const(103)  # 3 positions x 8: risk of a higher card behind, by their number
THIGH = const(127)  # 3 positions x 8: the same in trumps
PART = const(151)  # 8: chance that the partner behind wins, by number of higher cards
PARTV = const(159)  # chance when the partner is known to be void
LWORTH = const(160)  # what others will add to a trick led
LEADS = const(161)  # bonus (128 = 0) for leading a suit
LLEN = const(162)  # bonus (128 = 0) for each other card of the suit held
LLOW = const(163)  # chance to win a trick led with a card that is not the highest
LPV = const(164)  # bonus for a suit in which the partner is void and can trump
LTR = const(165)  # 8: bonus (128 = 0) for leading a trump, by their number held
OVER = const(173)  # 7: part of the risk that a ruff is overtrumped by number of higher trumps from 1
CLASS = const(896)  # 62: class of each card: R Q C F ace number, ANG MON SOL LUN, T16 T13 T10 T7 down, Moor, BEG MAT
# Corrections in quarters of a point, 128 = none, by situation: 0 lead; second to play 1 follow, 3 trump
# led, 4 ruff, 5 neither; third from 6 and last from 16, two for each (opponent, partner holds the trick)
# of follow, follow below a trump, trump led, ruff, neither
SITC = const(960)  # 26 x 4 phases x 17 classes
SITN = const(2728)  # 26 x 9 numbers of cards of the suit in other hands x 6 classes of suit cards
SITV = const(4132)  # 26 x 4 knowledge of voids x 2 beats x 5 groups
TABLES = const(5172)

_BRUIJN = const(0x077CB531)
_MAT = const(1 << 21)
_TRUMPS = const((1 << 21) - 1)
_MOORS = const(0xF0000)


@micropython.viper
def combinations(w: ptr32, o: int, t: ptr8) -> int:
    """Return the points of all combinations in the set of cards at ``w[o:o + 5]``."""
    s0 = w[o]
    s1 = w[o + 1]
    s2 = w[o + 2]
    s3 = w[o + 3]
    tr = w[o + 4]
    beg = (tr >> 20) & 1
    jolly = beg + (tr >> 21)
    # sets
    sets = 0
    number = 0
    k = (tr & 1) + ((tr >> 1) & 1) + jolly
    if k >= 3:
        sets = 18 * (k - 2)
        number = 1
    r = 0
    base = 17
    while r < 4:
        k = ((s0 >> r) & 1) + ((s1 >> r) & 1) + ((s2 >> r) & 1) + ((s3 >> r) & 1)
        if k >= 3:
            sets += base * (k - 2)
            number += 1
        r += 1
        base = 14 if r == 1 else base - 1
        # kings 17, queens 14, cavalli 13, fanti 12
    if number >= 3:
        sets += sets
    # sequences
    points = 0
    number = 0
    r = 0
    aces = 0
    while r < 4:
        k = w[o + r]
        if r < 2:
            a = (k >> 9) & 1
        else:
            a = (k >> 4) & 1
        aces += a
        if k & 1:
            n = ((k >> 1) & 1) + ((k >> 2) & 1) + ((k >> 3) & 1)
            if n >= 2 or (n == 1 and jolly):
                points += 5 * (n + a + jolly)
                number += 1
        r += 1
    if aces >= 2 and aces + jolly >= 3:
        points += 5 * (aces + jolly) - 5
        number += 1
    moors = t[BITS + ((tr >> 16) & 15)]
    if moors >= 2 and moors + jolly >= 3:
        points += 5 * (moors + jolly) - 5
        number += 1
    if tr & 1:
        n = ((tr >> 1) & 1) + ((tr >> 2) & 1) + ((tr >> 3) & 1)
        if n >= 2 or (n == 1 and jolly):
            number += 1
            spare = jolly
            gap = 0
            if n == 1:
                spare -= 1
                gap = (tr >> 1) & 1
            n += 1
            k = 16
            while k < 65536:
                if tr & k:
                    n += 1
                    gap = 0
                elif spare and not gap:
                    spare -= 1
                    gap = 1
                else:
                    break
                k += k
            if k == 65536:
                n += moors
            points += 5 * (n + jolly) - 5
    if number >= 3:
        points += points
    return sets + points


@micropython.viper
def deal(w: ptr32, u: ptr8) -> int:
    """Deal the unseen cards to the other hands at ``w[BASE:]``, at random but as far as known.

    ``u`` lists them, three bytes each: suit, place in the suit, mask of where the card may be
    (seats 0..3, bit 4: discarded), those with the fewest possibilities first. ROOM is how many
    go to each place, UNSEEN their number. Return 1, or 0 if this try came to a dead end.
    """
    # the state of before: only what is known
    i = 0
    while i < 20:
        w[BASE + i] = w[FIXED + i]
        i += 1
    k = BASE + TAKEN + 5 * w[DTEAM]
    i = 0
    while i < 5:
        w[DISC + i] = w[OWNDISC + i]
        w[k + i] = w[OWNTAKEN + i]
        w[REST + i] = w[ROOM + i]
        w[MAY + i] = w[MAYALL + i]
        i += 1
    a = w[RANDOM]
    b = w[RANDOM + 1]
    c = w[RANDOM + 2]
    d = w[RANDOM + 3]
    result = 1
    o = 0
    end = 3 * w[UNSEEN]
    while o < end:
        mask = u[o + 2]
        room = 0
        place = 5
        i = 0
        while i < 5:
            if (mask >> i) & 1:
                n = w[REST + i]
                if n:
                    room += n
                    # as many cards left that may go there as have to
                    if w[MAY + i] == n:
                        place = i
                w[MAY + i] -= 1
            i += 1
        if room == 0:
            result = 0
            break
        if place == 5:
            # engine.prng's generator
            x = (a + b + d) & 0xFFFF
            d = (d + 1) & 0xFFFF
            a = b ^ (b >> 5)
            b = (c + (c << 3)) & 0xFFFF
            c = (((c << 6) | (c >> 10)) + x) & 0xFFFF
            x = x * room >> 16
            place = 0
            while True:
                if (mask >> place) & 1:
                    x -= w[REST + place]
                    if x < 0:
                        break
                place += 1
        w[REST + place] -= 1
        x = 1 << u[o + 1]
        if place < 4:
            w[BASE + 5 * place + u[o]] |= x
        else:
            w[DISC + u[o]] |= x
            w[k + u[o]] |= x
        o += 3
    w[RANDOM] = a
    w[RANDOM + 1] = b
    w[RANDOM + 2] = c
    w[RANDOM + 3] = d
    return result


@micropython.viper
def playout(w: ptr32, t: ptr8, decide: int) -> int:
    """Play the deal at ``w[BASE:]`` out; return team 0's total minus team 1's, in half points.

    Declarations are not in it.

    The choice in FSUIT/FBIT is played first (FSUIT 6: none). With ``decide`` nothing is
    played: return what the seat in turn would play, as suit << 24 | bit (suit 5: the Matto).
    """
    i = 0
    while i < STATE:
        w[i] = w[BASE + i]
        i += 1
    seat = w[SEAT]
    pos = w[POS]
    led = w[LED]
    wsuit = w[WSUIT]
    wseat = w[WSEAT]
    beat = w[BEAT]
    worth = w[WORTH]
    left = w[LEFT]
    s = w[FSUIT]
    b = w[FBIT]
    if decide:
        s = 6
    f = BLOCKS + BLOCK * t[PHASE + (left + 3 >> 2)]
    while left:
        h = 5 * seat
        if s == 6:
            trumps = w[h + 4] & _TRUMPS
            mat = w[h + 4] & _MAT
            best = -1 << 28
            # -- what is legal: m of suit s
            if led == 5:
                m = 0
            elif led == 4:
                m = trumps
                s = 4
            else:
                m = w[h + led]
                s = led
                if m == 0:
                    m = trumps
                    s = 4
            if m and not mat and not (m & (m - 1)) and led < 5:
                b = m
            else:
                cs = 6
                b = 0
                # -- the situation, and where its corrections are
                ka = w[VOID + ((seat + 1) & 3)]
                kv = 0
                if pos == 0 or led == 5:
                    sit = 0
                else:
                    if s == 4:
                        sit = 2 if led == 4 else 3
                        if m == 0:
                            sit = 4
                    else:
                        sit = 0 if wsuit == led else 1
                    if pos == 1:
                        sit += 1
                    else:
                        sit = 10 * pos - 14 + sit + sit + (((wseat ^ seat) & 1) ^ 1)
                    if (ka >> led) & 1:
                        kv = 1
                    if (ka >> 4) & 1:
                        kv = 2
                kc = SITC + 17 * (4 * sit + t[PHASE + (left + 3 >> 2)])
                kn = SITN + 54 * sit
                sit = SITV + 40 * sit
                # -- risks behind this seat
                otrumps = w[OUT + 4] & _TRUMPS & (trumps ^ _TRUMPS)
                if otrumps == 0 and sit > SITV:
                    kv = 3
                kv = sit + 10 * kv
                q = 0
                risk = 0
                if pos == 0:
                    pass
                elif pos == 3:
                    if not ((wseat ^ seat) & 1):
                        q = 16
                else:
                    if led < 4:
                        k = w[OUT + led] & (w[h + led] ^ 1023)
                        risk = t[f + RUFF + 11 * pos + t[BITS + (k & 31)] + t[BITS + (k >> 5)]]
                        if (w[VOID + ((seat + 1) & 3)] >> led) & 1:
                            risk = t[f + RUFFV + pos]
                    if otrumps == 0 or (w[VOID + ((seat + 1) & 3)] >> 4) & 1:
                        risk = 0
                    if wsuit < 5:
                        k = w[OUT + wsuit]
                        k = k & (w[h + wsuit] ^ _TRUMPS) & beat
                        n = t[BITS + (k & 31)] + t[BITS + ((k >> 5) & 31)]
                        if k >> 10:
                            n += t[BITS + ((k >> 10) & 31)] + t[BITS + ((k >> 15) & 31)]
                        if n > 7:
                            n = 7
                        if not ((wseat ^ seat) & 1):
                            # the partner holds the trick
                            if led == 4:
                                q = 16 - t[f + THIGH + 8 * pos + n]
                            elif wsuit == 4:
                                q = 16
                                if n:
                                    q = 16 - risk
                            else:
                                q = 16 - risk - t[f + HIGH + 8 * pos + n]
                        elif pos == 1:
                            q = t[f + PART + n]
                            if wsuit < 4 and (w[VOID + ((seat + 2) & 3)] >> wsuit) & 1:
                                q = t[f + PARTV]
                    else:
                        q = 8
                    if q < 0:
                        q = 0
                if pos == 0 or led == 5:
                    # -- lead
                    s = 0
                    # an opponent known to have no trumps doesn't ruff
                    ov1 = 0 if (w[VOID + ((seat + 1) & 3)] >> 4) & 1 else 15
                    ov3 = 0 if (w[VOID + ((seat + 3) & 3)] >> 4) & 1 else 15
                    while s < 5:
                        m = w[h + s]
                        if s == 4:
                            m = trumps
                        others = w[OUT + s] & (m ^ _TRUMPS) & _TRUMPS
                        ruff = 0
                        if s < 4:
                            n = t[BITS + (others & 31)] + t[BITS + (others >> 5)]
                            if otrumps:
                                ruff = t[f + RUFF + n]
                                if ((w[VOID + ((seat + 1) & 3)] & ov1) | (w[VOID + ((seat + 3) & 3)] & ov3)) >> s & 1:
                                    ruff = t[f + RUFFV]
                            n = t[BITS + (m & 31)] + t[BITS + (m >> 5)]
                            bonus = t[f + LEADS] - 128 + (t[f + LLEN] - 128) * (n - 1)
                            i = 0
                            if ((ka & ov1) | (w[VOID + ((seat + 3) & 3)] & ov3)) >> s & 1:
                                i = 1
                            if (w[VOID + (seat ^ 2)] >> s) & 1:
                                bonus += t[f + LPV]
                                if not (w[VOID + (seat ^ 2)] >> 4) & 1:
                                    i += 2
                            kv = SITV + 10 * i
                            i = t[BITS + (others & 31)] + t[BITS + (others >> 5)]
                            if i > 8:
                                i = 8
                            kn = SITN + 6 * i
                        else:
                            kv = SITV
                            if otrumps == 0:
                                kv = SITV + 30
                            n = t[BITS + (m & 31)] + t[BITS + ((m >> 5) & 31)]
                            n += t[BITS + ((m >> 10) & 31)] + t[BITS + ((m >> 15) & 31)]
                            if n > 7:
                                n = 7
                            bonus = t[f + LTR + n] - 128
                        while m:
                            c = m & (0 - m)
                            m ^= c
                            k = others & (c - 1)
                            n = t[BITS + (k & 31)] + t[BITS + ((k >> 5) & 31)]
                            if k >> 10:
                                n += t[BITS + ((k >> 10) & 31)] + t[BITS + ((k >> 15) & 31)]
                            if n > 7:
                                n = 7
                            i = 10 * s + t[INDEX + ((c * _BRUIJN >> 27) & 31)]
                            v = t[VALUE + i] + t[f + LWORTH]
                            x = t[f + KEEP + i]
                            if n == 0:
                                x += t[f + MKEEP + s]
                            if s < 4:
                                k = 16 - ruff - t[f + HIGH + n]
                            else:
                                k = 16 - t[f + THIGH + n]
                            i = t[f + LLOW]
                            if n and k < i:
                                k = i
                            if k < 0:
                                k = 0
                            x = (k + k - 16) * v - 16 * x + 16 * bonus
                            i = t[CLASS + 10 * s + t[INDEX + ((c * _BRUIJN >> 27) & 31)]]
                            x += 4 * (t[kc + i] + t[kv + 5 + t[GROUP + i]] - 256)
                            if s < 4:
                                x += 4 * (t[kn + i] - 128)
                            if x > best:
                                best = x
                                b = c
                                cs = s
                        s += 1
                    s = cs
                elif m:
                    # -- follow or trump
                    others = w[OUT + s] & (w[h + s] ^ _TRUMPS) & _TRUMPS
                    if s < 4:
                        i = t[BITS + (others & 31)] + t[BITS + (others >> 5)]
                        if i > 8:
                            i = 8
                        kn += 6 * i
                    can = 0
                    if s == wsuit:
                        can = m & beat
                    elif s == 4:
                        can = m
                    cs = s
                    while m:
                        c = m & (0 - m)
                        m ^= c
                        k = others & (c - 1)
                        i = 10 * s + t[INDEX + ((c * _BRUIJN >> 27) & 31)]
                        x = t[f + KEEP + i]
                        if k == 0:
                            x += t[f + MKEEP + s]
                        if c & can:
                            if pos == 3:
                                n = 16
                            elif led == 4 or s < 4:
                                n = t[BITS + (k & 31)] + t[BITS + ((k >> 5) & 31)]
                                if k >> 10:
                                    n += t[BITS + ((k >> 10) & 31)] + t[BITS + ((k >> 15) & 31)]
                                if n > 7:
                                    n = 7
                                if s < 4:
                                    n = 16 - risk - t[f + HIGH + 8 * pos + n]
                                else:
                                    n = 16 - t[f + THIGH + 8 * pos + n]
                                if n < 0:
                                    n = 0
                            else:
                                n = t[BITS + (k & 31)] + t[BITS + ((k >> 5) & 31)]
                                n += t[BITS + ((k >> 10) & 31)] + t[BITS + ((k >> 15) & 31)]
                                if n > 7:
                                    n = 7
                                if n:
                                    n = 16 - (risk * t[f + OVER - 1 + n] >> 4)
                                else:
                                    n = 16
                        else:
                            n = q
                        x = (n + n - 16) * (worth + t[VALUE + i]) - 16 * x
                        i = t[CLASS + i]
                        k = kv + t[GROUP + i]
                        if c & can:
                            k += 5
                        x += 4 * (t[kc + i] + t[k] - 256)
                        if s < 4:
                            x += 4 * (t[kn + i] - 128)
                        if x > best:
                            best = x
                            b = c
                    s = cs
                elif w[h] | w[h + 1] | w[h + 2] | w[h + 3]:
                    # -- throw anything
                    s = 0
                    while s < 4:
                        m = w[h + s]
                        others = w[OUT + s] & (m ^ 1023)
                        n = t[BITS + (others & 31)] + t[BITS + (others >> 5)]
                        if n > 8:
                            n = 8
                        n = kn + 6 * n
                        while m:
                            c = m & (0 - m)
                            m ^= c
                            i = 10 * s + t[INDEX + ((c * _BRUIJN >> 27) & 31)]
                            x = (q + q - 16) * (worth + t[VALUE + i]) - 16 * t[f + KEEP + i]
                            i = t[CLASS + i]
                            x += 4 * (t[kc + i] + t[n + i] + t[kv + t[GROUP + i]] - 384)
                            if x > best:
                                best = x
                                b = c
                                cs = s
                        s += 1
                    s = cs
                if mat:
                    x = (q + q - 16) * worth - 16 * t[f + KEEP + 61]
                    if pos == 0 or led == 5:
                        kv = SITV
                    x += 4 * (t[kc + 16] + t[kv + 4] - 256)
                    if b == 0 or x > best:
                        s = 4
                        b = _MAT
            if decide:
                return s << 24 | b
        # ---- carry out: card b of suit s
        w[h + s] ^= b
        w[OUT + s] ^= b
        if b == _MAT:
            w[MATTEAM] = seat & 1
            w[MATNOW] = 1
            if pos == 0:
                wseat = (seat + 1) & 3
        else:
            worth += t[VALUE + 10 * s + t[INDEX + ((b * _BRUIJN >> 27) & 31)]]
            w[TRICK + s] |= b
            if led == 5:
                led = s
                wsuit = s
                wseat = seat
                beat = b - 1
                if s == 4 and b & _MOORS:
                    beat |= _MOORS
            else:
                if s != led:
                    k = 1 << led
                    if s < 4:
                        k |= 16
                    w[VOID + seat] |= k
                if s == wsuit:
                    if b & beat:
                        wseat = seat
                        beat = b - 1
                        if s == 4 and b & _MOORS:
                            beat |= _MOORS
                elif s == 4:
                    wsuit = 4
                    wseat = seat
                    beat = b - 1
                    if b & _MOORS:
                        beat |= _MOORS
        s = 6
        left -= 1
        pos += 1
        seat = (seat + 1) & 3
        if pos == 4:
            k = wseat & 1
            w[TRICKS + k] += 1
            if w[MATNOW]:
                w[MATNOW] = 0
                w[MATWON] = k
            k = TAKEN + 5 * k
            i = 0
            while i < 5:
                w[k + i] |= w[TRICK + i]
                w[TRICK + i] = 0
                i += 1
            f = BLOCKS + BLOCK * t[PHASE + (left >> 2)]
            seat = wseat
            pos = 0
            led = 5
            wsuit = 5
            worth = 0
    # ---- the count
    k = w[MATTEAM]
    if k < 2:
        n = 1 - k
        if w[TRICKS + k] == 0:
            w[TAKEN + 5 * n + 4] |= _MAT
        else:
            w[TAKEN + 5 * k + 4] |= _MAT
            if w[MATWON] == n:
                # A card worth 1 goes back: a number card, which serves in no combination, else a
                # trump, an ace or what there is.
                r = 0
                while r < 3:
                    i = 0
                    while i < 5:
                        m = w[TAKEN + 5 * k + i]
                        if i == 4:
                            m &= 0xFFFFC if r == 1 else 0
                        elif r == 2:
                            m &= 0x3FC
                        elif r == 0:
                            m &= 0x1F0 if i < 2 else 0x3E0
                        else:
                            m = 0
                        if m:
                            # the lowest one
                            while m & (m - 1):
                                m &= m - 1
                            w[TAKEN + 5 * k + i] ^= m
                            w[TAKEN + 5 * n + i] |= m
                            r = 3
                            break
                        i += 1
                    r += 1
    k = w[DTEAM]
    if w[TRICKS + k] == 0:
        i = 0
        while i < 5:
            m = w[DISC + i]
            w[TAKEN + 5 * k + i] ^= m
            w[TAKEN + 5 * (1 - k) + i] |= m
            i += 1
    points = 0
    n = 0
    while n < 2:
        k = TAKEN + 5 * n
        x = 0
        i = 0
        while i < 4:
            m = w[k + i]
            x += t[BITS + (m & 31)] + t[BITS + (m >> 5)]
            x += 8 * (m & 1) + 3 * (m & 2) + (m & 4) + ((m & 8) >> 2)
            i += 1
        m = w[k + 4]
        x += t[BITS + (m & 31)] + t[BITS + ((m >> 5) & 31)]
        x += t[BITS + ((m >> 10) & 31)] + t[BITS + ((m >> 15) & 31)]
        x += t[BITS + (m >> 20)]
        x += 8 * (m & 1) + 4 * (m & 2) + 8 * ((m >> 20) & 1) + 8 * (m >> 21)
        # x is twice the card points: 1 for each card and twice what it is worth above 1
        if n:
            points -= x
        else:
            points = x
        n += 1
    if wseat & 1:
        points -= 12
    else:
        points += 12
    # whoever has won no trick has captured nothing, so the sets are those of RULES.md as they are
    points += 2 * int(combinations(w, TAKEN, t))
    points -= 2 * int(combinations(w, TAKEN + 5, t))
    return points
