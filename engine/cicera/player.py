# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Computer players of Cicera. They are given a View, what one seat may know, and nothing else.

``medium`` rates every choice by what it gains at once and by what the next player and then the partner can
be expected to make of the table it leaves. Values are in 32nds of a point, ratings in 1024ths.
"""

import sys

from engine.cicera import rollout as _r
from engine.errors import TavolinoError

if sys.implementation.name == "micropython":
    from array import array

    from micropython import const
else:
    from engine.mp import const

LEVELS = ("easy", "medium", "strong")

_POINT = const(32)
_NOBODY = const(255)
_HIDDEN = const(255)
_ON_TABLE = const(4)

# Chance, in 32nds, that a given one of the three other hands holds at least one of 0..4 unseen cards.
RISK = bytes((0, 11, 18, 22, 26))

# Numbers found by self-play: see TUNE_ constants.
MEDIUM = bytes((16, 8, 16, 0))
TUNE_NEXT = const(0)  # weight of what the next player can gain, 16ths
TUNE_PARTNER = const(1)  # weight of what the partner can then gain, 16ths
TUNE_HOLD = const(2)  # part of a card's worth lost by laying it, 16ths
TUNE_LAY = const(3)  # cost of not capturing, 32nds of a point


def workspace():
    """Return ``(w, m)``, the workspaces of ``engine.cicera.rollout``, with their fixed tables filled."""
    w = bytearray(_r.BYTES)
    if sys.implementation.name == "micropython":
        m = array("I", bytes(4 * _r.NUMBERS))
    else:
        # On CPython a list is indexed faster than an array.
        m = [0] * _r.NUMBERS
    for card in range(52):
        w[_r.SLOT + card] = card % 13 + 1
        w[_r.SUIT + card] = card // 13
    for i in range(5):
        w[_r.RISK + i] = RISK[i]
    w[_r.TUNE] = 40
    w[_r.TUNE + 1] = 8
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

    A majority worth ``points`` leads by ``margin`` with ``left`` things undecided. The final margin is
    taken as normal with the deviation ``spread`` / 16 * sqrt(left); the normal density's exponential
    is replaced by the first terms of its series in the denominator.
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

    ``owner[i]`` has captured the sword ``i`` (0, 1; more: nobody yet, and each team is as likely to);
    the sword ``fixed`` is taken to be captured by ``to``.
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
    """Fill WORTH for the cards not captured yet (RULES.md, "End").

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
    """Write what ``view`` shows to the workspace; the other hands have their counts only."""
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
    cards = table.cards
    for i in range(len(cards)):
        w[_r.TABLE0 + i] = cards[i]
    w[_r.NT0] = len(cards)
    w[_r.LAID0] = table.laid
    w[_r.LAST0] = table.last_capture
    w[_r.SEAT0] = view.seat
    margin = len(table.piles[0]) - len(table.piles[1])
    swords = table.swords[0] - table.swords[1]
    w[_r.MARGIN0] = 128 + margin
    w[_r.SWORDS0] = 128 + swords
    worth(w, where, margin, swords)
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
    for i in range(56):
        w[_r.WEIGHT + i] = 16


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


class Player:
    """A computer player of one ``level``: "easy", "medium" or "strong".

    ``playouts``: how many play-outs "strong" makes for a choice, None for as many as suit a board.
    """

    def __init__(self, level, playouts=None):
        if level not in LEVELS:
            raise TavolinoError(
                "There is no level '%s'; the levels are easy, medium and strong." % level
            )
        self.level = level
        self.playouts = playouts
        self.tune = MEDIUM
        self.w, self.m = workspace()
        self.view = None

    def start(self, view):
        """Begin to think about the choice of ``view.seat``, whose turn it must be."""
        self.view = view
        self.stage = 0

    def step(self):
        """Think for a moment; return None while thinking, else the choice (bytes)."""
        stage = self.stage
        self.stage += 1
        view = self.view
        w = self.w
        m = self.m
        if stage == 0:
            if len(view.hand) == 1 and not view.table.cards:
                return view.hand
            load(w, m, view)
            return None
        if stage == 1:
            seat = view.seat
            chances(w, (seat + 1) & 3, _r.PNEXT)
            chances(w, (seat + 2) & 3, _r.PPARTNER)
            n = len(view.hand)
            m[_r.CHOICES] = n
            for i in range(n):
                m[_r.CARD + i] = view.hand[i]
                m[_r.TAKE + i] = 0
                m[_r.WINS + i] = 0
            for i in range(n):
                _r.list_captures(w, m, view.hand[i], 2000)
            self.best = 0
            self.most = -1000000
            self.place = 0
            return None
        i = self.place
        rating = self.rate(i)
        if rating > self.most:
            self.most = rating
            self.best = i
        self.place += 1
        if self.place == m[_r.CHOICES]:
            return self.choice(self.best)
        return None

    def rate(self, i):
        """Return the rating of choice ``i`` in the list, in 1024ths of a point."""
        w = self.w
        m = self.m
        tune = self.tune
        card = m[_r.CARD + i]
        take = m[_r.TAKE + i]
        if take:
            rating = m[_r.WINS + i] << 5
        else:
            rating = -((w[_r.WORTH + card] * tune[TUNE_HOLD] << 1) + (tune[TUNE_LAY] << 5))
        if len(self.view.table.log) == 47:
            return rating
        _r.run(w, m, 1, card, take)
        _r.gains(w, m)
        rating -= _r.expect(w, m, _r.PNEXT) * tune[TUNE_NEXT] >> 4
        free = m[_r.FREE]
        partner = _r.expect(w, m, _r.PPARTNER) * tune[TUNE_PARTNER] >> 4
        return rating + (partner * free >> 8)

    def choice(self, i):
        """Return choice ``i`` of the list as bytes."""
        take = self.m[_r.TAKE + i]
        cards = self.view.table.cards
        taken = [cards[k] for k in range(len(cards)) if take >> k & 1]
        return bytes([self.m[_r.CARD + i]] + sorted(taken))

    def choose(self, view):
        """Return the choice for ``view``: start and step until it is found."""
        self.start(view)
        choice = self.step()
        while choice is None:
            choice = self.step()
        return choice
