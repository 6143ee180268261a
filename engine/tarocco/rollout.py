# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Play-outs of a deal of Tarocco on masks of cards, in machine code on a board.

A set of cards is five masks, one for each suit (bit = place of the card in its suit in pack order,
so the lowest bit is the highest card) and one for the trumps with the Matto as bit 21.
Every number stays below 2**30 and every stored one is positive, so that 32-bit boards, 64-bit
MicroPython and CPython compute the same.

``w`` is the workspace, an array of WORDS 32-bit numbers, ``t`` and ``e`` are TABLE and BONUS of
``engine.tarocco.tables``; the names below say what is where (NEAR and KNOWN in ``e``). The
functions are compiled by MicroPython's viper emitter; elsewhere they run as the plain Python they
also are.
"""

import sys

#: Machine code: a board never gets its memory back, so the module isn't dropped and loaded anew.
STAYS = True

if sys.implementation.name == "cpython":
    from engine import mp as micropython
    from engine.mp import const, ptr8, ptr32
else:
    import micropython
    from micropython import const

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
# ---- what to do
FSUIT = const(57)  # suit of the card to be played first, or one of
FREE = const(6)  # none: all cards are the play-out's choice
DECIDE = const(7)  # only say which card that would be
CHECK = const(8)  # go through the plays so far: how many would the play-out not have chosen
_FBIT = const(58)  # bit of the card to be played first
DTEAM = const(59)  # dealer's team
DISC = const(60)  # 5 masks: the discards
BASE = const(66)
# ---- for deal(): cards known to be in each hand, discards and captured cards without hidden ones
FIXED = const(124)  # 4 seats x 5 masks
OWNDISC = const(144)  # 5 masks
OWNTAKEN = const(149)  # 5 masks, of the dealer's team
ROOM = const(154)  # unseen cards that belong to each seat, and to the discards
MAYALL = const(159)  # unseen cards that may be there
UNSEEN = const(174)  # number of unseen cards to be dealt
RANDOM = const(175)  # 4: state of the generator
PLAYED = const(179)  # 4 seats x 5 masks: cards played by each seat
START = const(199)  # STATE numbers: the state before the first card, hands left out
ME = const(256)  # the seat that thinks
PLAYS = const(257)  # number of plays to go through
SAID = const(258)  # by seat: 1 + what it declared, 0 if that isn't to be compared with its hand
CHOICES = const(262)  # number of choices that ``tries`` goes through
AWAY = const(263)  # 1 + the seat if the choices are pairs to be discarded, else 0
SIGN = const(264)  # 1: values are team 1's
TRIED = const(265)  # play-outs made by ``tries``
_BEST = const(266)  # 4: random numbers of the best deal
# ---- for find(): what it has come to, and what it took
TRIES = const(270)  # tries made for the present world, 0 to begin a new one
_LEAST = const(271)  # 1 + the plays of the best try that are not explained, 0 without one
_LATEST = const(272)  # number of the best try
SPENT = const(273)  # what the call took, in cards played
_BOUND = const(274)  # CHECK stops at so many plays that are not explained
_CHECKED = const(275)  # plays that CHECK went through
WORDS = const(276)

# ---- choices, the columns of ``c``, 16 each: suit and bit, or the two cards to be discarded; 1 if
# no longer tried; value in the present deal
_CSUIT = const(0)
_CBIT = const(16)
_COUT = const(64)
_CVALUES = const(80)

# Of so many deals of the hidden cards the one is taken that explains the plays so far best.
_DEALS = const(4)
# What ``find`` returns.
MORE = const(0)
_FOUND = const(1)
DEAD = const(2)
# What a deal takes besides half of the unseen cards, and a check besides its plays, in cards
# played.
_DEAL = const(4)
_CHECK = const(4)
# What counts as much as a card nobody would have played: cards that should have been declared.
_UNDECLARED = const(2)

# ---- table; "by hash" is by the de Bruijn product of the card's bit, for swords and batons, cups
# and coins, trumps and Matto
BITS = const(0)  # 32: number of bits set
CLASS = const(32)  # 3 x 32 by hash: class of a card, which is one of
# R Q C F ace number, ANG MON SOL LUN, T16 T13 T10 T7 and down, Moor, BEG, MAT
_CLASSES = const(17)
VALUE = const(128)  # 3 x 32 by hash: what capturing the card decides, in points
_GROUP = const(224)  # by class: 0 court, 1 ace or number, 2 ANG MON BEG, 3 other trump, 4 MAT
_PHASE = const(241)  # 16 by tricks left: 0 for 11 and more, 1 to 7, 2 to 4, 3
_BLOCKS = const(257)  # a block for each phase
_BLOCK = const(116)
_RUFF = const(0)  # 3 positions x 11: risk of a trump behind, by cards of the suit in other hands
_RUFFV = const(33)  # 3: the same when an opponent behind is known to be void
_HIGH = const(36)  # 3 positions x 8: risk of a higher card behind, by their number
_THIGH = const(60)  # 3 positions x 8: the same in trumps
_PART = const(84)  # 8: chance that the partner behind wins, by number of higher cards
_PARTV = const(92)  # chance when the partner is known to be void
_LWORTH = const(93)  # what others will add to a trick led
_LEADS = const(94)  # bonus (128 = 0) for leading a suit
_LLEN = const(95)  # bonus (128 = 0) for each other card of the suit held
_LLOW = const(96)  # chance to win a trick led with a card that is not the highest
_LPV = const(97)  # bonus for a suit in which the partner is void and can trump
_LTR = const(98)  # 8: bonus (128 = 0) for leading a trump, by their number held
_OVER = const(106)  # 8: part of the risk that a ruff is overtrumped, by number of higher trumps
_MKEEP = const(114)  # 2: more for keeping the highest card left, of a suit and of the trumps
# By situation: 0 lead; second to play 1 follow, 3 trump led, 4 ruff, 5 neither; third from 6 and
# last from 16, two for each (opponent, partner holds the trick) of follow, follow below a trump,
# trump led, ruff, neither
COST = const(721)  # 26 x 4 phases x 17 classes: what giving the card up costs, in halves
_NEAR = const(0)  # 26 x 9 numbers of cards of the suit elsewhere x 6: bonus in quarters, 128 = 0
_KNOWN = const(1404)  # 26 x 4 knowledge of voids x 2 beats x 5 groups: bonus in quarters, 128 = 0

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
        i += 1
    # by place: n0 .. n4 cards are still to come, may0 .. may4 of those left may go there
    n0 = w[ROOM]
    n1 = w[ROOM + 1]
    n2 = w[ROOM + 2]
    n3 = w[ROOM + 3]
    n4 = w[ROOM + 4]
    may0 = w[MAYALL]
    may1 = w[MAYALL + 1]
    may2 = w[MAYALL + 2]
    may3 = w[MAYALL + 3]
    may4 = w[MAYALL + 4]
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
        # A place gets all cards left that may go there if it needs as many.
        if mask & 1:
            if n0:
                room += n0
                if may0 == n0:
                    place = 0
            may0 -= 1
        if mask & 2:
            if n1:
                room += n1
                if may1 == n1:
                    place = 1
            may1 -= 1
        if mask & 4:
            if n2:
                room += n2
                if may2 == n2:
                    place = 2
            may2 -= 1
        if mask & 8:
            if n3:
                room += n3
                if may3 == n3:
                    place = 3
            may3 -= 1
        if mask & 16:
            if n4:
                room += n4
                if may4 == n4:
                    place = 4
            may4 -= 1
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
            place = 4
            if mask & 1:
                x -= n0
                if x < 0:
                    place = 0
            if x >= 0 and mask & 2:
                x -= n1
                if x < 0:
                    place = 1
            if x >= 0 and mask & 4:
                x -= n2
                if x < 0:
                    place = 2
            if x >= 0 and mask & 8:
                x -= n3
                if x < 0:
                    place = 3
        s = u[o]
        x = 1 << u[o + 1]
        if place == 0:
            n0 -= 1
            w[BASE + s] |= x
        elif place == 1:
            n1 -= 1
            w[BASE + 5 + s] |= x
        elif place == 2:
            n2 -= 1
            w[BASE + 10 + s] |= x
        elif place == 3:
            n3 -= 1
            w[BASE + 15 + s] |= x
        else:
            n4 -= 1
            w[DISC + s] |= x
            w[k + s] |= x
        o += 3
    w[RANDOM] = a
    w[RANDOM + 1] = b
    w[RANDOM + 2] = c
    w[RANDOM + 3] = d
    return result


@micropython.viper
def playout(w: ptr32, t: ptr8, e: ptr8, g: ptr8) -> int:
    """Play the deal at ``w[BASE:]`` out; return team 0's total minus team 1's, in half points.

    Declarations are not in it. FSUIT and FBIT say which card is played first; with DECIDE nothing
    is played, and what the seat in turn would play is returned as suit << 24 | bit. With CHECK the
    hands are dealt as at ``w[BASE:]``, the deal is played from its beginning as it was, ``g`` has
    the plays as suit << 5 | place of the bit, and the number of plays by others than ME is
    returned that would have been others (and more for declarations that would have been). It is
    BOUND at least if it comes to BOUND; the rest isn't looked at then. CHECKED is how many were.
    """
    # Names, short as each is looked up and written often:
    # h place of the hand of the seat to play; m cards that may be played of suit s; c card being
    # rated, p the one before it, b the card chosen, of suit s, or cs while others are rated; best
    # what b is rated; i class of c and j its place in the tables, last class of p; k cards out
    # above c, or anything for a moment; n number of such cards; can cards that beat the trick
    # q chance, in 16ths, that this side wins the trick, risk of a ruff or a higher card behind, r
    # both for a card that beats; x rating of c, or anything for a moment
    # f block of the phase in t; kc, kn, kv, kq, cb places in t and e of the costs, bonuses by
    # cards elsewhere and by voids, risks by higher cards, classes; top more for keeping the best
    # z the de Bruijn factor; o place to copy from; me the seat whose plays aren't compared
    x = 0
    o = START if w[FSUIT] == CHECK else BASE
    while x < STATE:
        w[x] = w[o]
        w[x + 1] = w[o + 1]
        w[x + 2] = w[o + 2]
        o += 3
        x += 3
    z = _BRUIJN
    seat = w[SEAT]
    pos = w[POS]
    led = w[LED]
    wsuit = w[WSUIT]
    wseat = w[WSEAT]
    beat = w[BEAT]
    worth = w[WORTH]
    left = w[LEFT]
    s = w[FSUIT]
    b = w[_FBIT]
    mode = s
    plays = 0
    points = 0
    me = 4
    if s == CHECK:
        me = w[ME]
        x = 0
        while x < 20:
            w[x] = w[BASE + x] | w[PLAYED + x]
            x += 1
        left = w[PLAYS]
        x = 0
        while x < 4:
            k = w[SAID + x]
            if k:
                if int(combinations(w, 5 * x, t)) != k - 1:
                    points += _UNDECLARED
            x += 1
        if points >= w[_BOUND]:
            left = 0
    tricks = w[LEFT] + 3 >> 2
    phase = t[_PHASE + tricks]
    f = _BLOCKS + _BLOCK * phase
    p = 0
    cs = 0
    while left:
        h = 5 * seat
        if s >= FREE:
            trumps = w[h + 4] & _TRUMPS
            mat = w[h + 4] & _MAT
            # -- what is legal: m of suit s; the situation, but for the position
            m = 0
            sit = 0
            if led == 4:
                m = trumps
                s = 4
                sit = 2
            elif led < 4:
                m = w[h + led]
                s = led
                if m == 0:
                    m = trumps
                    s = 4
                    sit = 3
                elif wsuit == 4:
                    sit = 1
            if seat == me or (m and not mat and not (m & (m - 1))):
                # Only one card may be played, or which one would be chosen isn't asked.
                b = m
            else:
                b = 0
                best = -1 << 28
                void = w[VOID + ((seat + 1) & 3)]
                elsewhere = w[OUT + 4] & _TRUMPS & (trumps ^ _TRUMPS)
                risk = 0
                q = 0
                kv = _KNOWN
                if pos == 0 or led == 5:
                    # -- lead: in every suit, every card that differs from its neighbour
                    kc = COST + _CLASSES * phase
                    more = t[f + _LWORTH]
                    low = t[f + _LLOW]
                    # Opponents who have no trumps don't ruff.
                    if void >> 4:
                        void = 0
                    x = w[VOID + ((seat + 3) & 3)]
                    if not x >> 4:
                        void |= x
                    s = 0
                    while s < 5:
                        m = w[h + s] & _TRUMPS
                        if m:
                            kv = _KNOWN + 5
                            if s < 4:
                                others = w[OUT + s] & (m ^ 1023)
                                n = t[BITS + (others & 31)] + t[BITS + (others >> 5)]
                                risk = 0
                                if elsewhere:
                                    risk = t[f + _RUFF + n]
                                if (void >> s) & 1:
                                    kv += 10
                                    if elsewhere:
                                        risk = t[f + _RUFFV]
                                bonus = t[BITS + (m & 31)] + t[BITS + (m >> 5)] - 1
                                bonus = bonus * (t[f + _LLEN] - 128) + t[f + _LEADS] - 160
                                x = w[VOID + (seat ^ 2)]
                                if (x >> s) & 1:
                                    bonus += t[f + _LPV]
                                    if not x >> 4:
                                        kv += 20
                                kn = _NEAR + 6 * (n if n < 8 else 8)
                                cb = CLASS + ((s & 2) << 4)
                                kq = f + _HIGH
                                top = t[f + _MKEEP]
                            else:
                                others = elsewhere
                                risk = 0
                                n = t[BITS + (m & 31)] + t[BITS + ((m >> 5) & 31)]
                                n += t[BITS + ((m >> 10) & 31)] + t[BITS + ((m >> 15) & 31)]
                                bonus = t[f + _LTR + (n if n < 7 else 7)] - 128
                                if elsewhere == 0:
                                    kv += 30
                                cb = CLASS + 64
                                kq = f + _THIGH
                                top = t[f + _MKEEP + 1]
                            bonus = bonus << 4
                            k = 0
                            n = 0
                            last = _CLASSES
                            while m:
                                c = m & (0 - m)
                                m ^= c
                                j = cb + ((c * z >> 27) & 31)
                                i = t[j]
                                x = (others & (c - 1)) ^ k
                                if x or i != last:
                                    last = i
                                    k ^= x
                                    while x:
                                        x &= x - 1
                                        n += 1
                                    q = 16 - risk - t[kq + (n if n < 7 else 7)]
                                    if n and q < low:
                                        q = low
                                    if q < 0:
                                        q = 0
                                    x = t[j + 96] + more
                                    x = (q + q - 16) * x + bonus - 8 * t[kc + i]
                                    x += 4 * e[kv + t[_GROUP + i]]
                                    if s < 4:
                                        x += 4 * e[kn + i]
                                    if n == 0:
                                        x -= top << 4
                                    if x > best:
                                        best = x
                                        b = c
                                        cs = s
                                elif b == p and cs == s:
                                    # As good as its higher neighbour: the lower one is played.
                                    b = c
                                p = c
                        s += 1
                    s = cs
                    kv = _KNOWN
                    q = 8 if pos else 0
                else:
                    # -- q: chance of this side if the card doesn't beat; risk: of a ruff behind
                    partner = ((wseat ^ seat) & 1) ^ 1
                    if m == 0:
                        sit = 4
                    if pos == 1:
                        sit += 1
                    else:
                        sit = 10 * pos - 14 + sit + sit + partner
                    kc = COST + _CLASSES * (4 * sit + phase)
                    kn = _NEAR + 54 * sit
                    kv = _KNOWN + 40 * sit
                    if elsewhere == 0:
                        kv += 30
                    elif void >> 4:
                        kv += 20
                    elif (void >> led) & 1:
                        kv += 10
                    if pos == 3:
                        if partner:
                            q = 16
                    else:
                        if elsewhere and not void >> 4 and led < 4:
                            if (void >> led) & 1:
                                risk = t[f + _RUFFV + pos]
                            else:
                                k = w[OUT + led] & (w[h + led] ^ 1023)
                                n = t[BITS + (k & 31)] + t[BITS + (k >> 5)]
                                risk = t[f + _RUFF + 11 * pos + n]
                        k = w[OUT + wsuit] & (w[h + wsuit] ^ _TRUMPS) & beat
                        n = 0
                        while k:
                            k &= k - 1
                            n += 1
                        if n > 7:
                            n = 7
                        if partner:
                            if led == 4:
                                q = 16 - t[f + _THIGH + 8 * pos + n]
                            elif wsuit == 4:
                                q = 16
                                if n:
                                    q = 16 - risk
                            else:
                                q = 16 - risk - t[f + _HIGH + 8 * pos + n]
                            if q < 0:
                                q = 0
                        elif pos == 1:
                            q = t[f + _PART + n]
                            if wsuit < 4 and (w[VOID + (seat ^ 2)] >> wsuit) & 1:
                                q = t[f + _PARTV]
                    if m:
                        # -- follow suit or trump
                        if s == 4:
                            others = elsewhere
                            cb = CLASS + 64
                            top = t[f + _MKEEP + 1]
                            kq = f + _THIGH + 8 * pos
                        else:
                            others = w[OUT + s] & (w[h + s] ^ 1023)
                            n = t[BITS + (others & 31)] + t[BITS + (others >> 5)]
                            kn += 6 * (n if n < 8 else 8)
                            cb = CLASS + ((s & 2) << 4)
                            top = t[f + _MKEEP]
                            kq = f + _HIGH + 8 * pos
                        can = m
                        if s == wsuit:
                            can = m & beat
                        elif s < 4:
                            can = 0
                        k = 0
                        n = 0
                        last = _CLASSES
                        while m:
                            c = m & (0 - m)
                            m ^= c
                            j = cb + ((c * z >> 27) & 31)
                            i = t[j]
                            x = 0
                            if c & can:
                                x = (others & (c - 1)) ^ k
                            elif can:
                                # From here on no card beats.
                                can = 0
                                last = _CLASSES
                            if x or i != last:
                                last = i
                                k ^= x
                                while x:
                                    x &= x - 1
                                    n += 1
                                x = worth + t[j + 96]
                                if can:
                                    r = 16
                                    if pos < 3:
                                        if s != led:
                                            r -= risk * t[f + _OVER + (n if n < 7 else 7)] >> 4
                                        else:
                                            r -= risk + t[kq + (n if n < 7 else 7)]
                                            if r < 0:
                                                r = 0
                                    x = (r + r - 16) * x + 4 * e[kv + 5 + t[_GROUP + i]]
                                    if n == 0:
                                        x -= top << 4
                                else:
                                    x = (q + q - 16) * x + 4 * e[kv + t[_GROUP + i]]
                                x -= 8 * t[kc + i]
                                if s < 4:
                                    x += 4 * e[kn + i] - 512
                                if x > best:
                                    best = x
                                    b = c
                            elif b == p:
                                b = c
                            p = c
                    elif w[h] | w[h + 1] | w[h + 2] | w[h + 3]:
                        # -- throw anything
                        s = 0
                        while s < 4:
                            m = w[h + s]
                            if m:
                                others = w[OUT + s] & (m ^ 1023)
                                n = t[BITS + (others & 31)] + t[BITS + (others >> 5)]
                                n = kn + 6 * (n if n < 8 else 8)
                                cb = CLASS + ((s & 2) << 4)
                                last = _CLASSES
                                while m:
                                    c = m & (0 - m)
                                    m ^= c
                                    j = cb + ((c * z >> 27) & 31)
                                    i = t[j]
                                    if i != last:
                                        last = i
                                        x = worth + t[j + 96]
                                        x = (q + q - 16) * x - 8 * t[kc + i]
                                        x += 4 * (e[n + i] + e[kv + t[_GROUP + i]] - 128)
                                        if x > best:
                                            best = x
                                            b = c
                                            cs = s
                                    elif b == p and cs == s:
                                        b = c
                                    p = c
                            s += 1
                        s = cs
                if mat:
                    x = (q + q - 16) * worth - 8 * t[kc + 16] + 4 * e[kv + 4]
                    if b == 0 or x > best:
                        s = 4
                        b = _MAT
            if mode == DECIDE:
                return s << 24 | b
            if mode == CHECK:
                x = g[plays]
                plays += 1
                k = 1 << (x & 31)
                x = x >> 5
                if seat != me and (k != b or s != x):
                    points += 1
                    if points >= w[_BOUND]:
                        left = 1
                s = x
                b = k
        # ---- carry out: card b of suit s
        w[h + s] ^= b
        w[OUT + s] ^= b
        if b == _MAT:
            w[MATTEAM] = seat & 1
            w[MATNOW] = 1
        else:
            worth += t[VALUE + (64 if s == 4 else (s & 2) << 4) + ((b * z >> 27) & 31)]
            w[TRICK + s] |= b
            x = 0
            if led == 5:
                led = s
                x = 1
            else:
                if s != led:
                    # Not followed, and perhaps not even trumped.
                    x = 1 << led
                    if s < 4:
                        x |= 16
                    w[VOID + seat] |= x
                    x = 0
                if s == wsuit:
                    x = b & beat
                elif s == 4:
                    x = 1
            if x:
                wsuit = s
                wseat = seat
                beat = b - 1
                if s == 4 and b & _MOORS:
                    beat |= _MOORS
        s = FREE
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
            w[k] |= w[TRICK]
            w[k + 1] |= w[TRICK + 1]
            w[k + 2] |= w[TRICK + 2]
            w[k + 3] |= w[TRICK + 3]
            w[k + 4] |= w[TRICK + 4]
            w[TRICK] = 0
            w[TRICK + 1] = 0
            w[TRICK + 2] = 0
            w[TRICK + 3] = 0
            w[TRICK + 4] = 0
            tricks -= 1
            phase = t[_PHASE + tricks]
            f = _BLOCKS + _BLOCK * phase
            seat = wseat
            pos = 0
            led = 5
            wsuit = 5
            worth = 0
    if mode == CHECK:
        w[_CHECKED] = plays
        return points
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
                p = 0
                while p < 3:
                    i = 0
                    while i < 5:
                        m = w[TAKEN + 5 * k + i]
                        if i == 4:
                            m &= 0xFFFFC if p == 1 else 0
                        elif p == 2:
                            m &= 0x3FC
                        elif p == 0:
                            m &= 0x1F0 if i < 2 else 0x3E0
                        else:
                            m = 0
                        if m:
                            # the lowest one
                            while m & (m - 1):
                                m &= m - 1
                            w[TAKEN + 5 * k + i] ^= m
                            w[TAKEN + 5 * n + i] |= m
                            p = 3
                            break
                        i += 1
                    p += 1
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
        # x: twice the card points, 1 for each card and twice what it is worth above 1
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
        x += 2 * int(combinations(w, k, t))
        if n:
            points -= x
        else:
            points = x
        n += 1
    if wseat & 1:
        points -= 12
    else:
        points += 12
    return points


@micropython.viper
def find(w: ptr32, t: ptr8, e: ptr8, g: ptr8, u: ptr8, most: int) -> int:
    """Deal the hidden cards as ``deal`` does, DEALS times once cards have been played, and leave
    the best.

    That is the deal in which the others' plays so far, and what they declared, are most like what
    they would be by these rules. The call ends when it has taken ``most`` or more, in cards
    played: SPENT is what it took. Return FOUND, DEAD if all tries came to a dead end, or MORE if
    ``find`` has to be called again, with nothing else done to the workspace meanwhile.
    """
    n = w[TRIES]
    least = w[_LEAST]
    deals = _DEALS if w[PLAYS] else 1
    cost = (w[UNSEEN] >> 1) + _DEAL
    spent = 0
    if n == 0:
        least = 0
    while n < deals and spent < most:
        n += 1
        i = RANDOM
        a = w[i]
        b = w[i + 1]
        c = w[i + 2]
        d = w[i + 3]
        spent += cost
        if int(deal(w, u)):
            x = 1
            if w[PLAYS]:
                w[_BOUND] = least - 1 if least else 1 << 20
                w[FSUIT] = CHECK
                x += int(playout(w, t, e, g))
                w[FSUIT] = FREE
                spent += w[_CHECKED] + _CHECK
            if least == 0 or x < least:
                least = x
                w[_LATEST] = n
                w[_BEST] = a
                w[_BEST + 1] = b
                w[_BEST + 2] = c
                w[_BEST + 3] = d
    w[_LEAST] = least
    w[TRIES] = n
    if n < deals:
        w[SPENT] = spent
        return MORE
    w[TRIES] = 0
    if least and w[_LATEST] != n:
        # The best deal again, from its random numbers.
        spent += cost
        i = 0
        while i < 4:
            x = w[RANDOM + i]
            w[RANDOM + i] = w[_BEST + i]
            w[_BEST + i] = x
            i += 1
        deal(w, u)
        i = 0
        while i < 4:
            w[RANDOM + i] = w[_BEST + i]
            i += 1
    w[SPENT] = spent
    return _FOUND if least else DEAD


@micropython.viper
def tries(w: ptr32, t: ptr8, e: ptr8, g: ptr8, c: ptr32, k: int, most: int) -> int:
    """Play the choices in ``c`` out in the deal at ``w[BASE:]``, from the ``k``-th on, at most
    ``most``.

    Return the next one to be tried. TRIED is how many were.
    """
    n = w[CHOICES]
    away = w[AWAY]
    done = 0
    while k < n:
        if c[_COUT + k] == 0:
            if done == most:
                break
            done += 1
            x = 0
            if away:
                # Lay the pair away, and take it back afterwards.
                hand = BASE + 5 * (away - 1)
                i = 0
                while i < 4:
                    card = c[(_CBIT if i & 1 else _CSUIT) + k]
                    if i == 2:
                        x = int(playout(w, t, e, g))
                        m = 2 * int(combinations(w, hand, t))
                        if w[SIGN]:
                            x -= m
                        else:
                            x += m
                    if card < 61:
                        s = card // 10 if card < 40 else 4
                        m = 1 << (card - 10 * s)
                        w[hand + s] ^= m
                        w[BASE + OUT + s] ^= m
                        w[DISC + s] ^= m
                        w[BASE + TAKEN + 5 * w[DTEAM] + s] ^= m
                    i += 1
            else:
                w[FSUIT] = c[_CSUIT + k]
                w[_FBIT] = c[_CBIT + k]
                x = int(playout(w, t, e, g))
            if w[SIGN]:
                x = 0 - x
            c[_CVALUES + k] = x
        k += 1
    w[TRIED] = done
    return k
