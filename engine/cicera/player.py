# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Computer players of Cicera. They are given a View, what one seat may know, and nothing else.

``medium`` rates every choice by knowledge: what it gains at once, what the next player is then to
be feared to gain and the partner to hope for, what laying a card of this rank costs by the copies
that are still out, and whether it leaves the ranks uneven. (Cards go in pairs of a rank; the
dealer's team plays the last card, so it likes the ranks even, and the other team likes a sum that
makes them uneven.) ``strong`` deals the unseen cards at random, by what the play so far tells
about the hands, and plays the best rated choices out; the last cards it searches exactly. ``easy``
knows less and overlooks things.

Values are in 32nds of a point, ratings in 1024ths. Play-outs run in workspaces allocated once.
"""

import sys

from engine.cicera import rollout as _r
from engine.errors import TavolinoError
from engine.prng import Prng

if sys.implementation.name == "micropython":
    from array import array

    from micropython import const
else:
    from engine.mp import const

LEVELS = ("easy", "medium", "strong")

_POINT = const(32)
_NOBODY = const(255)
_HIDDEN = const(255)
_ZERO = const(1 << 20)  # offset of ratings kept in m
_LAST_PLAY = const(47)

# "strong": how many choices are played out, of those rated at most SLACK below the best; how many
# play-outs the rating counts for; how many cards before the end the search begins, and how many
# plays it may try.
_WIDTH = const(8)
_SLACK = const(1500)
_PRIOR = const(250)
_PRIOR_EXACT = const(4)  # the same when the end is searched: then it only decides between equals
_END = const(7)
_NODES = const(250)
# Cost of thinking, in cards: a play-out takes about as long as its cards and 6 more, 31 us each on
# an RP2040 at 125 MHz at most; a search as long as the plays it tries and 10 more. A choice may
# take about 0.7 s, a slice about 8 ms.
_OVERHEAD = const(6)
_SEARCH = const(10)
_BUDGET = const(23000)
_SLICE = const(150)
_MOST_RUNS = const(1200)
# Plays replayed and choices rated in a slice.
_REPLAYED = const(5)
_RATED = const(4)

# The policy of the play-outs, found by self-play; see P_ in rollout.
POLICY = bytes((
    138, 81, 143, 92, 11,
    127, 120, 34,
    0, 91, 92, 143, 102,
    0, 9, 9, 16, 20, 29, 22, 32, 36, 42, 43, 32, 20, 20, 0,
    152, 100, 17, 43, 191, 171, 138, 138, 151, 164, 164, 164, 153, 153, 153, 153,
    136, 210, 232, 232, 211, 181, 181, 181, 196, 196, 196, 196, 196, 196, 196, 196,
    152, 110, 61, 0, 164, 185, 138, 138, 138, 164, 164, 164, 138, 138, 138, 138,
    173, 210, 232, 232, 211, 181, 181, 181, 207, 207, 207, 207, 207, 207, 207, 207,
))

# What a capture by another seat counts: a scua, a picada, another bonus in 32nds of a point, and
# the worth of the cards in 16ths; as it is, and as it is to be feared with what follows.
TRUE = bytes((32, 32, 32, 16))
FEAR = bytes((40, 20, 35, 9))

# Numbers found by regression on play-outs, in 32nds of a point (parts in 32nds as well).
T_NEXT = const(0)  # part of what the next seat is feared to gain
T_PARTNER = const(1)  # part of the worth the partner can hope for
T_LAID = const(2)  # part of a card's worth lost by laying it
T_WORTH = const(3)  # part of the worth of what is captured
T_ODD = const(4)  # 3: ranks uneven, early, in the middle and late
T_SLOT = const(7)  # cost of playing a number, 64ths for each of its points
T_COURT = const(8)  # cost of playing a court
# 16 each, offset 64, by the other copies of the card's rank in the hand * 4 + those unseen: laying
# it, and capturing one card of its rank; then the same for the dealer's team
T_LAY = const(9)
T_ONE = const(25)
MEDIUM = bytes((
    32, 13, 10, 12, 13, 13, 0, 3, 13,
    64, 64, 54, 67, 69, 74, 74, 64, 64, 78, 64, 64, 77, 64, 64, 64,
    51, 56, 61, 64, 51, 48, 64, 64, 55, 64, 64, 64, 64, 64, 64, 64,
    64, 61, 65, 31, 68, 73, 72, 64, 73, 75, 64, 64, 67, 64, 64, 64,
    56, 59, 68, 64, 53, 57, 64, 64, 51, 64, 64, 64, 64, 64, 64, 64,
))

# What leaving one card of a rank that is still out costs beyond that.
_BARE = const(360)

# "easy" fears and hopes less, and knows nothing of the copies that are out nor of uneven ranks.
EASY = bytes((
    20, 0, 16, 14, 0, 0, 0, 0, 0,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
))
# It overlooks a capture of two cards once in 8 times, one of more cards once in 3, and misjudges a
# choice by up to a point.
_BLIND_TWO = const(8)
_BLIND_MORE = const(3)
_NOISE = const(1024)


def run(slices):
    """Do all that the generator ``slices`` does."""
    for _ in slices:
        pass


def workspace():
    """Return ``(w, m)``, the workspaces of ``engine.cicera.rollout``, tables filled."""
    w = bytearray(_r.BYTES)
    if sys.implementation.name == "micropython":
        m = array("I", bytes(4 * _r.NUMBERS))
    else:
        # On CPython a list is indexed faster than an array.
        m = [0] * _r.NUMBERS  # type: ignore
    for card in range(52):
        w[_r.SLOT + card] = card % 13 + 1
        w[_r.SUIT + card] = card // 13
    for i in range(len(POLICY)):
        w[_r.P_BONUS + i] = POLICY[i]
    for i in range(4):
        w[_r.TRUE + i] = TRUE[i]
        w[_r.FEAR + i] = FEAR[i]
    w[_r.HOPE + 3] = 16
    return w, m


def _root(n):
    """Return the whole part of the square root of ``n``."""
    if n < 2:
        return n
    root = n
    better = (root + 1) >> 1
    while better < root:
        root = better
        better = (root + n // root) >> 1
    return root


def _slope(points, spread, margin, left):
    """Return what one more thing of a majority is worth, in 32nds of a point.

    A majority worth ``points`` leads by ``margin`` with ``left`` things undecided. The final
    margin is taken as normal with the deviation ``spread`` / 16 * sqrt(left); the normal density's
    exponential is replaced by the first terms of its series in the denominator.
    """
    if not left:
        return 0
    deviation = spread * _root(left * 256) >> 4  # 16ths
    # x = margin**2 / (2 * deviation**2), in 64ths
    x = margin * margin * 8192 // (deviation * deviation)
    if x > 512:
        return 0
    density = 4096 // (64 + x + (x * x >> 7))
    # 2 * points * 0.4 / deviation, times 32, for margin 0
    return points * 410 * density // (deviation * 64)


def _run_value(owner, fixed, to):
    """Return the expected napula points, in 256ths, of team 0 less team 1.

    ``owner[i]`` has captured the sword ``i`` (0, 1; more: nobody yet, and each team is as likely
    to); the sword ``fixed`` is taken to be captured by ``to``.
    """
    total = 0
    for team in (0, 1):
        chance = 256
        for i in range(10):
            who = to if i == fixed else owner[i]
            if who > 1:
                chance >>= 1
            elif who != team:
                break
            if i == 2:
                total += 3 * chance if team == 0 else -3 * chance
            elif i > 2:
                total += chance if team == 0 else -chance
    return total


def worth(w, where, margin, swords):
    """Fill WORTH for the cards not captured yet (RULES.md, "End"); a generator, as ``value``.

    What a card is worth is half the difference in points between having captured it and the other
    team having. ``where`` as in Table; ``margin`` and ``swords``: cards and swords team 0 has
    more.
    """
    left = 0
    black = 0
    for card in range(52):
        if where[card] > 1:
            left += 1
            if card < 13:
                black += 1
    each = _slope(4, 26, margin, left)
    sword = _slope(2, 16, swords, black)
    for card in range(52):
        if card == 5 or card == 10:
            yield
        value = each
        if card < 13:
            value += sword
            if card < 10 and where[card] > 1:
                run = _run_value(where, card, 0) - _run_value(where, card, 1)
                value += run >> 4
        if card == 1 or card == 36 or card == 48:
            value += _POINT
        w[_r.WORTH + card] = value if value < 255 else 255


def load(w, m, view):
    """Write what ``view`` shows to the workspace, but not the cards of its table (see replay)."""
    table = view.table
    where = table.where
    for card in range(52):
        w[_r.OWNER + card] = where[card]
        w[_r.UNSEEN + card] = 1 if where[card] == _HIDDEN else 0
    for i in range(14):
        w[_r.LEFT0 + i] = 0
        w[_r.UNSEENS + i] = 0
        w[_r.AVERAGE + i] = 0
    base = _r.HANDS0 + 12 * view.seat
    hand = view.hand
    for i in range(len(hand)):
        card = hand[i]
        w[base + i] = card
        w[_r.UNSEEN + card] = 0
        w[_r.LEFT0 + card % 13 + 1] += 1
    for i in range(4):
        w[_r.COUNT0 + i] = table.counts[i]
    w[_r.LAST0] = table.last_capture
    w[_r.SEAT0] = view.seat
    margin = len(table.piles[0]) - len(table.piles[1])
    swords = table.swords[0] - table.swords[1]
    w[_r.MARGIN0] = 128 + margin
    w[_r.SWORDS0] = 128 + swords
    w[_r.FIRST] = (table.dealer + 1) & 3
    odd = 0
    for card in range(52):
        if where[card] < 2:
            odd ^= 2 << card % 13
    m[_r.ODD0] = odd
    for i in range(56):
        w[_r.WEIGHT + i] = 16
    dealt = table.dealt
    for i in range(4):
        w[_r.TABLE0 + i] = dealt[i]
    w[_r.NT0] = 4
    w[_r.LAID0] = _NOBODY


def value(w, view):
    """Fill WORTH, and for each slot the number of unseen cards and their mean worth; after load.

    It is a generator: it yields None between two slices of its work.
    """
    table = view.table
    yield from worth(w, table.where, w[_r.MARGIN0] - 128, w[_r.SWORDS0] - 128)
    yield
    for slot in range(1, 14):
        total = 0
        n = 0
        for card in range(slot - 1, 52, 13):
            if w[_r.UNSEEN + card]:
                n += 1
                total += w[_r.WORTH + card]
        w[_r.UNSEENS + slot] = n
        w[_r.LEFT0 + slot] += n
        if n:
            w[_r.AVERAGE + slot] = total // n


# How likely a seat that has left a gain alone holds the card for it nevertheless, 16 = as anybody:
# at least 0, 8, 16 .. 48 32nds of a point more than what it captured instead.
MISSED = bytes((16, 16, 9, 5, 3, 3, 2))


def replay(w, m, table, i, watched, taken):
    """Carry play ``i`` of ``table`` out on TABLE0; if ``watched``, lower WEIGHT by what it tells.

    ``taken``: how many table cards were captured before it. Returns that number for the next play.
    """
    seat = table.who[i]
    card = table.log[i]
    number = table.took[i]
    n = w[_r.NT0]
    if watched:
        _r.run(w, m, 0, _NOBODY, 0)
        _r.gains(w, m, _r.TRUE)
        got = 0
        if number:
            got = w[_r.WORTH + card]
            for j in range(taken, taken + number):
                got += w[_r.WORTH + table.takes[j]]
            flags = table.flags[i]
            got += _POINT * ((flags & 1) + (flags >> 1 & 1) + (flags >> 2 & 1) + (flags >> 3 & 1))
            got <<= 4
        base = _r.WEIGHT + 14 * seat
        for slot in range(1, 14):
            gain = m[_r.GAIN + slot]
            if gain and slot != card % 13 + 1:
                weight = 1
                if number:
                    missed = (gain - got) >> 7
                    weight = 16 if missed < 0 else MISSED[missed if missed < 6 else 6]
                if weight < w[base + slot]:
                    w[base + slot] = weight
    if not number:
        w[_r.TABLE0 + n] = card
        w[_r.NT0] = n + 1
        w[_r.LAID0] = card
        return taken
    keep = 0
    for j in range(n):
        other = w[_r.TABLE0 + j]
        stays = True
        for k in range(taken, taken + number):
            if table.takes[k] == other:
                stays = False
        if stays:
            w[_r.TABLE0 + keep] = other
            keep += 1
    w[_r.NT0] = keep
    w[_r.LAID0] = _NOBODY
    return taken + number


def chances(w, seat, place):
    """Fill ``w[place + slot]``: the chance, in 255ths, that ``seat`` holds a card of the slot.

    Each unseen card is taken to be with one of the three other seats in proportion to the cards
    they hold and to WEIGHT.
    """
    me = w[_r.SEAT0]
    for slot in range(1, 14):
        total = 0
        for other in range(4):
            if other != me:
                total += w[_r.COUNT0 + other] * w[_r.WEIGHT + other * 14 + slot]
        chance = 0
        if total:
            others = total - w[_r.COUNT0 + seat] * w[_r.WEIGHT + seat * 14 + slot]
            miss = 255
            for _ in range(w[_r.UNSEENS + slot]):
                miss = miss * others // total
            chance = 255 - miss
        w[place + slot] = chance


def crowd(w):
    """Bring the most valuable cards of a long table to the places that a mask has room for."""
    n = w[_r.NT0]
    for i in range(_r.PLACES, n):
        card = w[_r.TABLE0 + i]
        least = 0
        for j in range(1, _r.PLACES):
            if w[_r.WORTH + w[_r.TABLE0 + j]] < w[_r.WORTH + w[_r.TABLE0 + least]]:
                least = j
        # the card laid last may make a picada
        if card == w[_r.LAID0] or w[_r.WORTH + card] > w[_r.WORTH + w[_r.TABLE0 + least]]:
            w[_r.TABLE0 + i] = w[_r.TABLE0 + least]
            w[_r.TABLE0 + least] = card


class Player:
    """A computer player of one ``level``: "easy", "medium" or "strong".

    ``playouts``: how many play-outs "strong" makes for a choice; None for as many as an RP2040
    makes in about a second. ``tried`` is how many it made for the last one. The same view and
    number give the same choice everywhere.
    """

    def __init__(self, level, playouts=None):
        if level not in LEVELS:
            raise TavolinoError(
                "There is no level '%s'; the levels are easy, medium and strong." % level
            )
        if playouts is not None and playouts < 1:
            raise TavolinoError("The number of play-outs must be at least 1, not %d." % playouts)
        self.level = level
        self.playouts = playouts
        self.tune = EASY if level == "easy" else MEDIUM
        self.w, self.m = workspace()
        self.view = None
        if level == "strong":
            # imported by this level alone, and before the heap is in pieces
            from engine.cicera import endgame

            self.solve = endgame.solve
            self.unknown = endgame.UNKNOWN
            self.longest = endgame.LONGEST
            self.spent = endgame.SPENT
            self.frames = bytearray(endgame.FRAMES)

    def start(self, view):
        """Begin to think about the choice of ``view.seat``.

        Raises TavolinoError if it isn't that seat's turn.
        """
        if view.table.turn != view.seat:
            raise TavolinoError("A player can only choose when it is its turn.")
        self.view = view
        self.tried = 0
        self.think = self._load

    def step(self):
        """Think for one slice; return None while thinking, else the choice (bytes)."""
        return self.think()

    def choose(self, view):
        """Return the choice for ``view``: start and step until it is found."""
        self.start(view)
        choice = self.step()
        while choice is None:
            choice = self.step()
        return choice

    # -- the slices, in this order --------------------------------------------------------------

    def _load(self):
        view = self.view
        if len(view.hand) == 1 and not view.table.cards:
            return view.hand
        load(self.w, self.m, view)
        self.values = value(self.w, self.view)
        self.think = self._value
        return None

    def _value(self):
        for _ in self.values:
            return None
        self.place = 0
        self.taken = 0
        self.think = self._replay
        return None

    def _replay(self):
        view = self.view
        table = view.table
        log = len(table.log)
        for _ in range(_REPLAYED):
            if self.place == log:
                self.think = self._chances
                break
            seat = table.who[self.place]
            # easy learns nothing from what was played
            watched = seat != view.seat and self.level != "easy"
            self.taken = replay(self.w, self.m, table, self.place, watched, self.taken)
            self.place += 1
        return None

    def _chances(self):
        w = self.w
        seat = self.view.seat
        crowd(w)
        chances(w, (seat + 1) & 3, _r.PNEXT)
        chances(w, (seat + 2) & 3, _r.PPARTNER)
        self.think = self._list
        return None

    def _list(self):
        """List all choices: laying each card, then the captures."""
        view = self.view
        w = self.w
        m = self.m
        seat = view.seat
        self.sign = 1 if (seat ^ view.table.dealer) & 1 else -1
        hand = view.hand
        n = len(hand)
        m[_r.CHOICES] = n
        for i in range(n):
            m[_r.CARD + i] = hand[i]
            m[_r.TAKE + i] = 0
            m[_r.WINS + i] = 0
        for i in range(n):
            _r.list_captures(w, m, hand[i], 1500)
        if m[_r.CHOICES] == 1:
            return self._choice(0)
        seed = 0
        for card in hand:
            seed = (seed * 53 + card + 1) & 0xFFFF
        rng = Prng(seed, len(view.table.log), view.table.dealer * 256 + seat)
        if self.level == "easy":
            self.rng = rng
        for i in range(3):
            m[_r.SEED + i] = rng.next()
        m[_r.SEED + 3] = 1
        self.place = 0
        self.think = self._rate
        return None

    def _rate(self):
        m = self.m
        for _ in range(_RATED):
            i = self.place
            rating = self.rate(i)
            if self.level == "easy":
                rating = self._misjudge(i, rating)
            m[_r.RATING + i] = rating + _ZERO
            m[_r.SCORE + i] = 0
            self.place += 1
            if self.place == m[_r.CHOICES]:
                if self.level != "strong":
                    self._forward(_r.RATING, 1, self.place)
                    return self._choice(0)
                self.think = self._prepare
                break
        return None

    def _misjudge(self, i, rating):
        """Return the rating of choice ``i`` as a casual player sees it."""
        rng = self.rng
        take = self.m[_r.TAKE + i]
        two = take & (take - 1)
        if two:
            blind = _BLIND_MORE if two & (two - 1) else _BLIND_TWO
            # nobody overlooks what clears the table
            if not rng.below(blind) and self.w[_r.EARNED] & 1 == 0:
                return -_ZERO >> 1
        return rating + rng.below(_NOISE) - rng.below(_NOISE)

    def _prepare(self):
        """Choose what is to be played out."""
        m = self.m
        w = self.w
        n = m[_r.CHOICES]
        live = _WIDTH if n > _WIDTH else n
        self._forward(_r.RATING, live, n)
        self.plays = 48 - len(self.view.table.log)
        self.exact = self.plays <= _END and w[_r.NT0] <= self.longest
        while live > 1 and not self.exact and m[_r.RATING + live - 1] + _SLACK <= m[_r.RATING]:
            live -= 1
        if live == 1:
            return self._choice(0)
        self.live = live
        self.runs = 0
        self.tried = 0
        # What may be used, in cards, or in play-outs if their number is given.
        self.cost = 1 if self.playouts else self.plays + _OVERHEAD
        self.budget = self.playouts or min(_BUDGET, _MOST_RUNS * self.cost)
        self.used = 0
        self.goal = self.budget >> 2
        self.place = 0
        n = 0
        for card in range(52):
            if w[_r.UNSEEN + card]:
                w[_r.POOL + n] = card
                n += 1
        w[_r.NPOOL] = n
        self.think = self._search
        return None

    def _search(self):
        """Play the choices out in one deal of the unseen cards after the other, for a slice."""
        w = self.w
        m = self.m
        f = self.frames
        plays = self.plays
        team = self.view.seat & 1
        room = _SLICE
        while room > 0:
            i = self.place
            if i == 0:
                if self.runs and self.used + self.live * self.cost > self.budget:
                    self._judge()
                    return self._choice(0)
                _r.sample(w, m)
                room -= plays
            card = m[_r.CARD + i]
            take = m[_r.TAKE + i]
            points = self.unknown
            if self.exact:
                points = self.solve(w, f, plays, card, take, _NODES)
                nodes = f[self.spent] + (f[self.spent + 1] << 8) + _SEARCH
                room -= nodes
                if not self.playouts:
                    self.used += nodes
            if points == self.unknown:
                points = _r.run(w, m, plays, card, take)
                room -= plays + _OVERHEAD
                self.used += self.cost
            elif self.playouts:
                self.used += 1
            m[_r.SCORE + i] += 64 - points if team else 64 + points
            self.tried += 1
            i += 1
            if i == self.live:
                i = 0
                self.runs += 1
            self.place = i
            if i == 0 and self.used >= self.goal and self.live > 2:
                # the better half goes on
                self._judge()
                self.live = (self.live + 1) >> 1
                self.goal += self.budget >> 2
                break
        return None

    def _judge(self):
        """Put the choices still in play in the order of score and rating together."""
        m = self.m
        n = self.runs
        prior = _PRIOR_EXACT if self.exact else _PRIOR
        for i in range(self.live):
            score = (m[_r.SCORE + i] - 64 * n) * 1024 + prior * (m[_r.RATING + i] - _ZERO)
            m[_r.WINS + i] = score // (n + prior) + _ZERO
        self._forward(_r.WINS, self.live, self.live)

    def _forward(self, key, k, n):
        """Bring those ``k`` of the first ``n`` choices to the front of highest ``m[key + i]``.
        """
        m = self.m
        for i in range(k):
            best = i
            for j in range(i + 1, n):
                if m[key + j] > m[key + best]:
                    best = j
            if best != i:
                for field in (_r.CARD, _r.TAKE, _r.WINS, _r.RATING, _r.SCORE):
                    kept = m[field + i]
                    m[field + i] = m[field + best]
                    m[field + best] = kept

    def _choice(self, i):
        """Return choice ``i`` of the list as bytes."""
        take = self.m[_r.TAKE + i]
        w = self.w
        taken = [w[_r.TABLE0 + k] for k in range(_r.PLACES) if take >> k & 1]
        return bytes([self.m[_r.CARD + i]] + sorted(taken))

    # -- knowledge ------------------------------------------------------------------------------

    def rate(self, i):
        """Return the rating of choice ``i`` in the list, in 1024ths of a point."""
        w = self.w
        m = self.m
        tune = self.tune
        card = m[_r.CARD + i]
        take = m[_r.TAKE + i]
        slot = card % 13 + 1
        odd = m[_r.ODD0]
        _r.run(w, m, 1, card, take)
        rating = 0
        if take:
            flags = w[_r.EARNED]
            flags = (flags & 1) + (flags >> 1 & 1) + (flags >> 2 & 1) + (flags >> 3 & 1)
            rating = flags << 10
            rating += (m[_r.WINS + i] - _POINT * flags) * tune[T_WORTH]
            odd ^= 1 << slot
            for j in range(w[_r.NT0]):
                if take >> j & 1:
                    odd ^= 1 << w[_r.SLOT + w[_r.TABLE0 + j]]
        played = len(self.view.table.log)
        if played == _LAST_PLAY:
            return rating
        place = T_LAY if self.sign > 0 else T_LAY + 32
        unseen = w[_r.UNSEENS + slot]
        place += 4 * (w[_r.LEFT0 + slot] - unseen - 1) + unseen
        if not take:
            rating += (tune[place] - 64) << 5
            rating -= w[_r.WORTH + card] * tune[T_LAID]
        else:
            if take & (take - 1) == 0:
                rating += (tune[place + 16] - 64) << 5
            # Where the table is left with one card, and nobody has shown another of its rank,
            # somebody makes a scua of it sooner or later.
            if w[_r.NT] == 1 and tune[T_PARTNER] and w[_r.UNSEENS + w[_r.SLOT + w[_r.TABLE]]] == 3:
                rating -= _BARE
        if odd:
            rating += self.sign * tune[T_ODD + (played >> 4)] << 5
        if slot <= 10:
            rating -= slot * tune[T_SLOT] << 4
        else:
            rating -= tune[T_COURT] << 5
        _r.gains(w, m, _r.FEAR)
        rating -= _r.expect(w, m, _r.PNEXT) * tune[T_NEXT] >> 5
        if tune[T_PARTNER]:
            free = m[_r.FREE]
            # the next seat will have laid a card then: nothing but the worth is left to hope for
            _r.gains(w, m, _r.HOPE)
            rating += (_r.expect(w, m, _r.PPARTNER) * tune[T_PARTNER] >> 5) * free >> 8
        return rating
