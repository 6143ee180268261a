# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Computer players of Tarocco. They are given a View, what one seat may know, and nothing else.

``easy`` and ``medium`` play by rules with values found by self-play; ``strong`` tries its choices out.
"""

import sys

from engine.errors import TavolinoError
from engine.tarocco import rollout as _r
from engine.tarocco import tables as _tables

if sys.implementation.name == "micropython":
    from array import array

    from micropython import const
else:
    from engine.mp import const

LEVELS = ("easy", "medium", "strong")

_ANG = const(40)
_MAT = const(61)
_PACK = const(62)
_SILENT = const(64)
_DECLARE = const(65)
_DISCARD_PHASE = const(0)
_DECLARE_PHASE = const(1)
_NONE = const(6)


def workspace():
    """Return ``(w, t)``: the workspace of the play-outs and its filled tables."""
    if sys.implementation.name == "micropython":
        w = array("i", bytes(4 * _r.WORDS))
    else:
        # On CPython a list is indexed faster than an array.
        w = [0] * _r.WORDS
    t = bytearray(_r.TABLES)
    _tables.fill(t)
    return w, t


def put(w, place, card):
    """Add ``card`` to the five masks at ``w[place]``."""
    if card < _ANG:
        w[place + card // 10] |= 1 << card % 10
    else:
        w[place + 4] |= 1 << (card - _ANG)


def load(w, t, view):
    """Write the deal as ``view`` shows it to ``w[BASE:]``; the other hands stay empty."""
    base = _r.BASE
    for i in range(_r.WORDS):
        w[i] = 0
    table = view.table
    seat = view.seat
    for card in view.hand:
        put(w, base + _r.HANDS + 5 * seat, card)
        put(w, base + _r.OUT, card)
    for card in view.unseen():
        put(w, base + _r.OUT, card)
    for i in range(4):
        w[base + _r.VOID + i] = table.void[i]
    team = table.dealer & 1
    w[_r.DTEAM] = team
    for card in view.discards:
        put(w, _r.DISC, card)
        put(w, base + _r.TAKEN + 5 * team, card)
    w[base + _r.MATTEAM] = 2
    w[base + _r.MATWON] = 2
    w[base + _r.LED] = 5
    w[base + _r.WSUIT] = 5
    log = table.log
    done = len(log) - len(table.trick)
    for i in range(len(log)):
        card = log[i]
        who = table.who[i]
        if i < done:
            winner = table.winners[i >> 2] & 1
            if not i & 3:
                w[base + _r.TRICKS + winner] += 1
            if card == _MAT:
                w[base + _r.MATTEAM] = who & 1
                w[base + _r.MATWON] = winner
            else:
                put(w, base + _r.TAKEN + 5 * winner, card)
        elif card == _MAT:
            w[base + _r.MATTEAM] = who & 1
            w[base + _r.MATNOW] = 1
        else:
            put(w, base + _r.TRICK, card)
            w[base + _r.WORTH] += t[_r.VALUE + card]
            s = card // 10 if card < _ANG else 4
            bit = 1 << (card - 10 * s)
            if w[base + _r.LED] == 5:
                w[base + _r.LED] = s
            elif s != 4 if s != w[base + _r.WSUIT] else not bit & w[base + _r.BEAT]:
                continue
            w[base + _r.WSUIT] = s
            w[base + _r.WSEAT] = who
            bit -= 1
            if 56 <= card < 60:
                # Moors are equal, and the last one played wins.
                bit |= 0xF0000
            w[base + _r.BEAT] = bit
    w[base + _r.SEAT] = seat
    w[base + _r.POS] = len(table.trick)
    if w[base + _r.WSUIT] == 5:
        w[base + _r.WSEAT] = seat
    w[base + _r.LEFT] = 60 - len(log)
    w[_r.FSUIT] = _NONE


class Player:
    """A computer player of one level: ``easy``, ``medium`` or ``strong``.

    ``playouts`` limits how much strong tries out a decision (None: what an RP2040 does in a second).
    Raises TavolinoError for an unknown level.
    """

    def __init__(self, level, playouts=None):
        if level not in LEVELS:
            raise TavolinoError(
                "'" + str(level) + "' is not a level; there are easy, medium and strong."
            )
        self.level = level
        self._w, self._t = workspace()
        self._view = None

    def start(self, view):
        """Begin to think about the decision that ``view``'s seat has to take."""
        self._view = view

    def step(self):
        """Think for one slice; return None while there is more to think, else the choice."""
        view = self._view
        table = view.table
        if table.phase == _DECLARE_PHASE:
            return self._declare(view)
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        load(self._w, self._t, view)
        if table.phase == _DISCARD_PHASE:
            return self._discard(view)
        move = _r.playout(self._w, self._t, 1)
        s = move >> 24
        return 10 * s + self._place(move & 0xFFFFFF)

    def choose(self, view):
        """Return the choice for ``view``; thinks until it is done."""
        self.start(view)
        while True:
            choice = self.step()
            if choice is not None:
                return choice

    def _place(self, bit):
        place = 0
        while bit > 1:
            bit >>= 1
            place += 1
        return place

    def _declare(self, view):
        """Whatever scores is declared; nothing is said about a hand without combinations."""
        load(self._w, self._t, view)
        hand = _r.BASE + _r.HANDS + 5 * view.seat
        return _DECLARE if _r.combinations(self._w, hand, self._t) else _SILENT

    def _discard(self, view):
        """Return the discard that leaves the best hand, judged by what is held and what is safe."""
        w = self._w
        t = self._t
        hand = _r.BASE + _r.HANDS + 5 * view.seat
        best = None
        chosen = None
        for card in view.legal():
            s = card // 10 if card < _ANG else 4
            bit = 1 << (card - 10 * s)
            w[hand + s] ^= bit
            # Combinations count twice, when declared and when captured.
            worth = 2 * _r.combinations(w, hand, t)
            length = t[_r.BITS + (w[hand + s] & 31)] + t[_r.BITS + (w[hand + s] >> 5 & 31)]
            w[hand + s] ^= bit
            worth += t[_r.VALUE + card] - 2 * t[_r.KEEP + card]
            worth -= 60 if s == 4 else 2 * length
            if best is None or worth > best:
                best = worth
                chosen = card
        return chosen
