# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Computer players of Tarocco. They are given a View, what one seat may know, and nothing else.

``medium`` plays by rules whose numbers were found by self-play, ``easy`` by the same rules with
a poor memory. ``strong`` deals the hidden cards again and again as the view allows, plays each of
its choices out in each of these deals, all seats by medium's rules, and takes the choice with the
best mean result (perfect information Monte Carlo with a prior).
"""

import sys

from engine.errors import TavolinoError
from engine.prng import Prng
from engine.tarocco import rollout as _r
from engine.tarocco import tables as _tables

if sys.implementation.name == "cpython":
    from engine.mp import const

    def _numbers(n):
        # A list is indexed faster than an array here.
        return [0] * n

else:
    from array import array

    from micropython import const

    def _numbers(n):
        return array("i", bytes(4 * n))


LEVELS = ("easy", "medium", "strong")

_ANG = const(40)
_MAT = const(61)
_SILENT = const(64)
_DECLARE = const(65)
_DISCARD_PHASE = const(0)
_DECLARE_PHASE = const(1)
_TRUMPS = const((1 << 21) - 1)

# Cost of thinking, in cards played by play-outs: a slice, and a whole decision. An RP2040 plays
# about 45 cards a millisecond in machine code; CircuitPython has none, and far less is tried
# there.
_SLICE = 60 if sys.implementation.name == "circuitpython" else 330
_BUDGET = 1200 if sys.implementation.name == "circuitpython" else 43000
# A deal begins with the discards: less is spent on them, so that the first card isn't far.
_DISCARD_BUDGET = _BUDGET * 3 >> 2
# What a play-out costs besides its cards, and one of a pair of discards besides that.
_PLAYOUT = const(4)
_AWAY = const(10)
# What comes to it for each call, and for reading a deal's results, in the same unit.
_CALL = const(6)
_NOTE = const(8)
_MAX_WORLDS = const(400)
# Worlds between two looks at which choices are out of the race.
_LOOK = const(8)
_MAX_CHOICES = const(16)
_MAX_PAIRS = const(8)
# Pairs of discards rated, and played cards read, in a slice.
_PAIRS = const(4)
_READ = const(16)

# Columns of the table of choices.
_SUIT = const(0)
_BIT = const(16)
_SUM = const(32)  # of the lead over the first choice, in points
_SQUARES = const(48)  # of its squares
_OUT = const(64)  # 1: no longer tried
_VALUES = const(80)  # results in the present world
_COLUMNS = const(96)


def _put(w, place, card):
    """Add ``card`` to the five masks at ``w[place]``."""
    if card < _ANG:
        w[place + card // 10] |= 1 << card % 10
    else:
        w[place + 4] |= 1 << (card - _ANG)


def _place(bit):
    place = 0
    while bit > 1:
        bit >>= 1
        place += 1
    return place


def _card(suit, bit):
    return 10 * suit + _place(bit)


def _entry(card):
    """Return where the tables by hash have ``card``."""
    if card < _ANG:
        return (card // 20 << 5) + ((1 << card % 10) * 0x077CB531 >> 27 & 31)
    return 64 + ((1 << (card - _ANG)) * 0x077CB531 >> 27 & 31)


def _root(n):
    """Return the whole part of the square root of ``n`` (0 .. 2**30 - 1)."""
    if n < 2:
        return n
    root = 1
    while root * root < n:
        root += root
    better = (root + n // root) >> 1
    while better < root:
        root = better
        better = (root + n // root) >> 1
    return root


def run(slices):
    """Do all that the generator ``slices`` does."""
    for _ in slices:
        pass


def load(w, t, view):
    """Write the deal as ``view`` shows it to ``w[BASE:]``; the other hands stay empty.

    It is a generator, as ``load_hidden``: it yields None between two slices of its work.
    """
    base = _r.BASE
    for i in range(_r.WORDS):
        w[i] = 0
    table = view.table
    seat = view.seat
    for card in view.hand:
        _put(w, base + _r.HANDS + 5 * seat, card)
    for i in range(4):
        w[base + _r.VOID + i] = table.void[i]
    team = table.dealer & 1
    w[_r.DTEAM] = team
    for card in view.discards:
        _put(w, _r.DISC, card)
        _put(w, base + _r.TAKEN + 5 * team, card)
    w[base + _r.MATTEAM] = 2
    w[base + _r.MATWON] = 2
    w[base + _r.LED] = 5
    w[base + _r.WSUIT] = 5
    log = table.log
    done = len(log) - len(table.trick)
    for i in range(len(log)):
        if i % _READ == _READ - 1:
            yield
        card = log[i]
        who = table.who[i]
        _put(w, _r.PLAYED + 5 * who, card)
        if i < done:
            winner = table.winners[i >> 2] & 1
            if not i & 3:
                w[base + _r.TRICKS + winner] += 1
            if card == _MAT:
                w[base + _r.MATTEAM] = who & 1
                w[base + _r.MATWON] = winner
            else:
                _put(w, base + _r.TAKEN + 5 * winner, card)
        elif card == _MAT:
            w[base + _r.MATTEAM] = who & 1
            w[base + _r.MATNOW] = 1
        else:
            _put(w, base + _r.TRICK, card)
            w[base + _r.WORTH] += t[_r.VALUE + _entry(card)]
            s = card // 10 if card < _ANG else 4
            bit = 1 << (card - 10 * s)
            if w[base + _r.LED] == 5:
                w[base + _r.LED] = s
            elif s == w[base + _r.WSUIT]:
                if not bit & w[base + _r.BEAT]:
                    continue
            elif s != 4:
                continue
            w[base + _r.WSUIT] = s
            w[base + _r.WSEAT] = who
            bit -= 1
            if 56 <= card < 60:
                # Moors are equal, and the last one played wins.
                bit |= 0xF0000
            w[base + _r.BEAT] = bit
    # What neither has been played nor discarded by this seat is out.
    for s in range(5):
        out = w[_r.DISC + s] ^ (1023 if s < 4 else _TRUMPS | 1 << 21)
        for i in range(s, 20, 5):
            out ^= w[_r.PLAYED + i]
        w[base + _r.OUT + s] = out
    w[base + _r.SEAT] = seat
    w[base + _r.POS] = len(table.trick)
    if w[base + _r.WSUIT] == 5:
        w[base + _r.WSEAT] = seat
    w[base + _r.LEFT] = 60 - len(log)
    w[_r.FSUIT] = _r.FREE


def load_hidden(w, u, view):
    """Prepare ``rollout.deal`` after ``load``: what is known about the hidden cards.

    ``u`` are 141 bytes. It is a generator, see ``load``.
    """
    base = _r.BASE
    table = view.table
    seat = view.seat
    dealer = table.dealer
    hidden = table.phase != _DISCARD_PHASE and seat != dealer
    for i in range(20):
        w[_r.FIXED + i] = w[base + i]
    for i in range(5):
        w[_r.OWNDISC + i] = w[_r.DISC + i]
        w[_r.OWNTAKEN + i] = w[base + _r.TAKEN + 5 * (dealer & 1) + i]
        w[_r.ROOM + i] = table.counts[i] if i < 4 and i != seat else 0
        w[_r.MAYALL + i] = 0
    if hidden:
        w[_r.ROOM + 4] = 2
    # Cards of one kind (suit, twice, and 1 for kings and tarocchi; the Matto is 10) may be in the
    # same places.
    kinds = bytearray(_MAT + 1)
    for other in range(4):
        if other != seat:
            for card in table.shown[other]:
                kinds[card] = 1 + other
    first = bytearray(12)
    for card in view.unseen():
        s = card // 10 if card < _ANG else 4
        if kinds[card]:
            # Declared, and not played yet.
            other = kinds[card] - 1
            w[_r.FIXED + 5 * other + s] |= 1 << (card - 10 * s)
            w[_r.ROOM + other] -= 1
            kinds[card] = 255
        else:
            kind = s + s
            if card % 10 == 0 if s < 4 else card < 42 or card >= 60:
                kind += 1
                if card == _MAT:
                    kind = 10
            kinds[card] = kind
            first[kind] += 1
    yield
    masks = bytearray(12)
    n = 0
    for kind in range(12):
        for other in range(4):
            if other != seat and (kind == 10 or not table.void[other] >> (kind >> 1) & 1):
                masks[kind] |= 1 << other
        if hidden and not kind & 1 and kind < 10:
            masks[kind] |= 16
    for most in range(1, 5):
        for kind in range(12):
            number = first[kind]
            mask = masks[kind]
            places = 0
            for i in range(5):
                places += mask >> i & 1
            if number and places == most and mask < 128:
                for i in range(5):
                    if mask >> i & 1:
                        w[_r.MAYALL + i] += number
                first[kind] = n
                # Done with it.
                masks[kind] = mask | 128
                n += number
    w[_r.UNSEEN] = n
    yield
    for card in view.unseen():
        kind = kinds[card]
        if kind < 255:
            s = card // 10 if card < _ANG else 4
            i = 3 * first[kind]
            first[kind] += 1
            u[i] = s
            u[i + 1] = card - 10 * s
            u[i + 2] = masks[kind] & 127


def load_plays(w, g, view):
    """Prepare CHECK of ``rollout.playout`` after ``load``: the beginning and the plays (``g``: 60
    bytes).
    """
    start = _r.START
    log = view.table.log
    for i in range(_r.STATE):
        w[start + i] = 0
    for i in range(5):
        w[start + _r.OUT + i] = w[_r.BASE + _r.OUT + i]
    for i in range(len(log)):
        card = log[i]
        _put(w, start + _r.OUT, card)
        g[i] = 128 + card - _ANG if card >= _ANG else (card // 10 << 5) + card % 10
    w[start + _r.SEAT] = (view.table.dealer + 1) & 3
    w[start + _r.LED] = 5
    w[start + _r.WSUIT] = 5
    w[start + _r.MATTEAM] = 2
    w[start + _r.MATWON] = 2
    w[start + _r.LEFT] = 60
    w[_r.ME] = view.seat
    w[_r.PLAYS] = len(log)
    table = view.table
    for seat in range(4):
        w[_r.SAID + seat] = 0
        if seat != view.seat and table.said[seat]:
            w[_r.SAID + seat] = 1 + table.declared[seat]


class Player:
    """A computer player of one level: ``easy``, ``medium`` or ``strong``.

    ``playouts`` is how many play-outs strong may make for a decision (None: what an RP2040 does in
    about a second). ``tried`` is how many it made for the last one. Raises TavolinoError for an
    unknown level.
    """

    def __init__(self, level, playouts=None):
        if level not in LEVELS:
            raise TavolinoError(
                "'" + str(level) + "' is not a level; there are easy, medium and strong."
            )
        self.level = level
        self.playouts = playouts
        self.tried = 0
        self._w = _numbers(_r.WORDS)
        self._t = _tables.TABLE
        self._e = _tables.BONUS
        self._view = None
        self._slices = None
        self._c = _numbers(_COLUMNS)
        self._u = bytearray(3 * 47)
        self._g = bytearray(60)
        self._pair = None
        self._pairs = 0

    def start(self, view):
        """Begin to think about the decision that ``view``'s seat has to take."""
        self._view = view
        self._slices = self._decide(view)
        self.tried = 0

    def step(self):
        """Think for one slice; return None while there is more to think, else the choice."""
        return next(self._slices)

    def choose(self, view):
        """Return the choice for ``view``; thinks until it is done."""
        self.start(view)
        while True:
            choice = self.step()
            if choice is not None:
                return choice

    def _decide(self, view):
        """Yield None after each slice of thinking, at last the choice."""
        phase = view.table.phase
        if phase == _DECLARE_PHASE:
            # Whatever scores is declared; nothing is said about a hand without combinations.
            from engine.tarocco.count import points

            yield _DECLARE if points(view.hand) else _SILENT
        legal = view.legal()
        if len(legal) == 1:
            yield legal[0]
        w = self._w
        yield from load(w, self._t, view)
        if phase == _DISCARD_PHASE:
            yield from self._discard(view, legal)
            w[_r.BASE + _r.SEAT] = (view.seat + 1) & 3
        else:
            if self.level == "easy":
                self._forget()
            yield
            w[_r.FSUIT] = _r.DECIDE
            move = self._guard(_r.playout(w, self._t, self._e, self._g))
            if self.level != "strong":
                yield _card(move >> 24, move & 0xFFFFFF)
            yield
            self._list(move)
            if self._n == 1:
                yield _card(move >> 24, move & 0xFFFFFF)
        yield
        yield from load_hidden(w, self._u, view)
        yield
        load_plays(w, self._g, view)
        yield
        self._begin(view)
        yield
        yield from self._try()
        yield self._answer()

    def _guard(self, move):
        """Return ``move``, or what it should be where the numbers are known to mislead.

        A court card that takes the trick for certain isn't kept back; and the bégato doesn't ruff
        where the others have one card of the suit at most, so that an opponent behind is likely to
        overtrump.
        """
        w = self._w
        base = _r.BASE
        led = w[base + _r.LED]
        seat = w[base + _r.SEAT]
        hand = base + _r.HANDS + 5 * seat
        beat = w[base + _r.BEAT]
        if move == 4 << 24 | 1 << 20:
            trumps = w[hand + 4] & (1 << 20) - 1
            others = w[base + _r.OUT + 4] & (w[hand + 4] ^ _TRUMPS) & _TRUMPS
            if w[base + _r.WSUIT] == 4:
                trumps &= beat
            if led < 4 and w[base + _r.POS] < 3 and trumps and others:
                others = w[base + _r.OUT + led]
                if not others & (others - 1):
                    return 4 << 24 | 1 << _place(trumps)
            return move
        if w[base + _r.POS] < 3 or led > 3 or w[base + _r.WSUIT] != led:
            return move
        courts = w[hand + led] & beat & 15
        partner = (w[base + _r.WSEAT] ^ seat) & 1 == 0
        if not courts or partner or move >> 24 == led and move & beat & 1023:
            return move
        # The lowest one; higher ones will win later.
        return led << 24 | 1 << _place(courts)

    def _forget(self):
        """Leave easy only a poor memory: which cards have been played, and who is void, is lost.
        """
        w = self._w
        base = _r.BASE
        for s in range(5):
            w[base + _r.OUT + s] = (1 << 10) - 1 if s < 4 else (1 << 22) - 1
        for i in range(4):
            w[base + _r.VOID + i] = 0

    # -- the choices to be tried ---------------------------------------------------------------

    def _list(self, move):
        """List the cards that may be played, medium's choice first, of equal ones only one."""
        w = self._w
        c = self._c
        base = _r.BASE
        hand = base + _r.HANDS + 5 * w[base + _r.SEAT]
        led = w[base + _r.LED]
        first = 0
        last = 5
        if led < 5:
            duty = led
            if led < 4 and not w[hand + led]:
                duty = 4
            if w[hand + duty] & _TRUMPS:
                first = duty
                last = duty + 1
        c[_SUIT] = move >> 24
        c[_BIT] = move & 0xFFFFFF
        n = 1
        for s in range(first, last):
            others = w[base + _r.OUT + s] & (w[hand + s] ^ (_TRUMPS | 1 << 21))
            others |= w[base + _r.TRICK + s]
            kind = 0  # value of the neighbours listed, 0 if there is none
            listed = 0
            for i in range(21 if s == 4 else 10):
                bit = 1 << i
                if others & bit:
                    kind = 0
                elif w[hand + s] & bit:
                    value = self._kind(s, i)
                    mine = s == c[_SUIT] and bit == c[_BIT]
                    if value != kind:
                        kind = value
                        listed = 0 if mine else n
                        if not mine:
                            c[_SUIT + n] = s
                            c[_BIT + n] = bit
                            n += 1
                    elif mine and listed:
                        # Its equal neighbour is listed already: medium's choice stands for both.
                        n -= 1
                        listed = 0
                    elif listed:
                        # Of equal cards the lowest.
                        c[_BIT + listed] = bit
        bit = 1 << 21
        if w[hand + 4] & bit and not (c[_SUIT] == 4 and c[_BIT] == bit):
            c[_SUIT + n] = 4
            c[_BIT + n] = bit
            n += 1
        self._n = n

    def _kind(self, s, i):
        """Return what makes two neighbouring cards of a suit equal: their value, and 1 for all
        trumps.
        """
        if s == 4:
            if i < 4 or i == 20:
                return 100 + i
            return 1 if i < 16 else 2
        return 1 + self._t[_r.CLASS + _entry(10 * s + i)]

    # -- discarding -------------------------------------------------------------------------------

    def _swap(self, place, card):
        if card < _ANG:
            self._w[place + card // 10] ^= 1 << card % 10
        else:
            self._w[place + 4] ^= 1 << (card - _ANG)

    def _rate(self, one, two):
        """Return how good it is to discard ``one`` and ``two`` (255: no second card)."""
        w = self._w
        t = self._t
        hand = _r.BASE + _r.HANDS + 5 * self._view.seat
        worth = 0
        for card in (one, two):
            if card < _MAT:
                self._swap(hand, card)
                k = _entry(card)
                worth += 4 * t[_r.VALUE + k] - 2 * t[_r.COST + t[_r.CLASS + k]]
        # Combinations count when they are declared, and often once more when captured.
        worth += 6 * _r.combinations(w, hand, t)
        for card in (one, two):
            if card < _MAT:
                m = w[hand + card // 10] if card < _ANG else 1023
                worth -= 8 * (t[_r.BITS + (m & 31)] + t[_r.BITS + (m >> 5)])
        for card in (one, two):
            if card < _MAT:
                self._swap(hand, card)
        return worth

    def _enter(self, one, two, most):
        """Put the pair into the list of the ``most`` best ones."""
        c = self._c
        worth = self._rate(one, two)
        n = self._pairs
        if n < most:
            self._pairs = n + 1
        elif worth <= c[_VALUES + n - 1]:
            return
        else:
            n -= 1
        while n and c[_VALUES + n - 1] < worth:
            for column in (_SUIT, _BIT, _VALUES):
                c[column + n] = c[column + n - 1]
            n -= 1
        c[_SUIT + n] = one
        c[_BIT + n] = two
        c[_VALUES + n] = worth

    def _discard(self, view, legal):
        """List the best pairs to be discarded; yield the choice if there is nothing to be tried.

        Both cards are one decision: the second one is that of the pair chosen before, if this
        player has chosen it.
        """
        if view.discards and self._pair == (view.discards, view.hand):
            yield self._second
        most = _MAX_PAIRS if self.level == "strong" else 1
        self._pairs = 0
        rated = 0
        for i in range(len(legal)):
            others = b"\xff" if view.discards else legal[i + 1:]
            for other in others:
                self._enter(legal[i], other, most)
                rated += 1
                if rated % _PAIRS == 0:
                    yield
        self._n = self._pairs
        if most == 1:
            yield self._discarded(0)

    def _discarded(self, k):
        """Return the first card of pair ``k``, and remember the second one."""
        view = self._view
        one = self._c[_SUIT + k]
        self._second = self._c[_BIT + k]
        hand = bytes([card for card in view.hand if card != one])
        self._pair = None if view.discards else (bytes((one,)), hand)
        return one

    # -- trying out -------------------------------------------------------------------------------

    def _begin(self, view):
        w = self._w
        c = self._c
        table = view.table
        # The random numbers depend on what the seat knows, and on nothing else.
        h0 = view.seat + 4 * table.dealer + 16 * table.phase
        h1 = len(table.log)
        for cards in (view.hand, view.discards, table.log, table.said):
            for x in cards:
                h0 = (h0 * 31 + x + 1) & 0xFFFF
                h1 = (h1 * 37 + (h0 >> 3)) & 0xFFFF
        rng = Prng(h0, h1, 1, 2)
        for i in range(4):
            w[_r.RANDOM + i] = rng.next()
        for i in range(_SUM, _COLUMNS):
            c[i] = 0
        self._left = self._n
        w[_r.CHOICES] = self._n
        w[_r.AWAY] = 0 if table.phase else 1 + view.seat
        w[_r.SIGN] = view.seat & 1
        w[_r.TRIES] = 0
        self._worlds = 0

    def _try(self):
        """Play the choices out in one deal of the hidden cards after the other; yield None."""
        w = self._w
        t = self._t
        e = self._e
        g = self._g
        c = self._c
        cost = w[_r.BASE + _r.LEFT] + _PLAYOUT
        budget = _BUDGET
        if w[_r.AWAY]:
            cost += _AWAY
            budget = _DISCARD_BUDGET
        room = _SLICE  # what is left of the slice
        dead = 0
        while self._left > 1 and self._worlds < _MAX_WORLDS and dead < 100:
            if self.playouts:
                if self._worlds and self.tried + self._left > self.playouts:
                    break
            elif budget < self._left * cost:
                break
            if room < _SLICE >> 2:
                yield
                room = _SLICE
            while True:
                found = _r.find(w, t, e, g, self._u, room - _CALL)
                spent = w[_r.SPENT] + _CALL
                budget -= spent
                room -= spent
                if found != _r.MORE:
                    break
                yield
                room = _SLICE
            if found == _r.DEAD:
                dead += 1
                continue
            dead = 0
            k = 0
            while True:
                most = (room - _CALL) // cost
                if most > 0 or room == _SLICE:
                    k = _r.tries(w, t, e, g, c, k, max(1, most))
                    spent = w[_r.TRIED] * cost + _CALL
                    self.tried += w[_r.TRIED]
                    budget -= spent
                    room -= spent
                    if k == self._n:
                        break
                yield
                room = _SLICE
            spent = _NOTE * self._n
            if room < spent:
                yield
                room = _SLICE
            room -= spent
            budget -= spent
            self._note()
            if self._worlds % _LOOK == 0:
                yield
                self._drop()
                yield
                room = _SLICE

    def _note(self):
        """Add the results of a deal."""
        c = self._c
        n = self._n
        first = c[_VALUES]
        for k in range(1, n):
            if not c[_OUT + k]:
                lead = c[_VALUES + k] - first
                c[_SUM + k] += lead
                lead >>= 1
                c[_SQUARES + k] += min(lead * lead, 1 << 18)
        self._worlds += 1

    def _drop(self):
        """Drop the choices that are far behind."""
        c = self._c
        n = self._n
        best = 0
        for k in range(1, n):
            if not c[_OUT + k] and c[_SUM + k] > c[_SUM + best]:
                best = k
        for k in range(1, n):
            # A sum is in half points, and its error twice the root of the sum of the squares.
            if not c[_OUT + k]:
                error = 2 * _root(max(c[_SQUARES + k], c[_SQUARES + best]))
                if c[_SUM + best] - c[_SUM + k] > 2 * error:
                    c[_OUT + k] = 1
                    self._left -= 1

    def _answer(self):
        """Return the choice that did best; medium's choice unless another one is clearly better.
        """
        c = self._c
        best = 0
        top = 0
        for k in range(1, self._n):
            if not c[_OUT + k]:
                lead = c[_SUM + k] - _root(c[_SQUARES + k])
                if lead > top:
                    top = lead
                    best = k
        if self._view.table.phase == _DISCARD_PHASE:
            return self._discarded(best)
        return _card(c[_SUIT + best], c[_BIT + best])
