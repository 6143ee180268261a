# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What a card may capture (RULES.md, "Turn"): enumerated lazily, counted and numbered.

A *capture* is ``bytes`` of table cards in pack order. ``table`` is any bytes-like set of the cards
that lie on the table, in any order. One card can have up to 1,701 captures (a ten on all other
cards), so no function here makes a list of them.

Canonical order, which numbers the captures from 0 in records: first the single cards of the rank
played, in pack order; then the sums in lexicographic order of their cards in pack order (the order
in which trying the cards from the first in the pack finds them).

A card worth as much as the one played is never part of a sum of several cards, so sums are made
of the cards worth less only. How many sets of cards make a sum is counted by dynamic programming
over the sums 0..10; a card is taken out of such a table by running its step backwards, so ranking
and unranking need eleven counters and no table for each card.

Rule keys of the RuleErrors raised by ``check_capture``: ``capture_nothing``, ``capture_absent``,
``capture_twice``, ``capture_rank``, ``capture_court``, ``capture_sum``.
"""

from array import array

from engine.cicera.cards import PACK, VALUES


def _singles(table, card):
    """Return how many cards of the table have the rank of ``card``."""
    n = 0
    wanted = card % 13
    for other in table:
        if other % 13 == wanted:
            n += 1
    return n


def can_be_swept(table):
    """Return whether a single card, of those in the pack, could capture all cards of ``table``."""
    total = 0
    for card in table:
        if not VALUES[card]:
            return len(table) == 1
        total += VALUES[card]
    return total <= 10


def _add(ways, value, top):
    """Count one more card worth ``value`` in: ``ways[s]`` sets have the sum s, s up to ``top``."""
    for s in range(top, value - 1, -1):
        ways[s] += ways[s - value]


def _remove(ways, value, top):
    """Take one card worth ``value`` out of the counts again."""
    for s in range(value, top + 1):
        ways[s] -= ways[s - value]


def _ways(table, target):
    """Return how many sets of cards worth less than ``target`` make each sum up to it."""
    ways = array("H", b"\0\0" * (target + 1))
    ways[0] = 1
    for card in table:
        value = VALUES[card]
        if 0 < value < target:
            _add(ways, value, target)
    return ways


def count_captures(table, card):
    """Return the number of different captures of ``card``: 0 to 1,701."""
    target = VALUES[card]
    n = _singles(table, card)
    if target > 1 and len(table) > 1:
        n += _ways(table, target)[target]
    return n


class Captures:
    """Iterator over the captures of ``card`` in canonical order, in fixed memory.

    ``step()`` moves to the next capture and returns how many cards it has, 0 at the end; the cards
    are then ``take[0]`` to ``take[size - 1]``, in a buffer used again by the next step. As an
    ordinary iterator it yields each capture as bytes.
    """

    def __init__(self, table, card):
        target = self.target = VALUES[card]
        self.order = bytes(sorted(table))
        self.rank = card % 13
        self.take = bytearray(10)
        self.size = 0
        # places in ``order`` of the cards taken; at most 4 aces and 3 twos make a ten: 7 cards
        self.stack = bytearray(10)
        self.place = 0
        self.singles = True
        # bit s of reach[i]: some set of the cards from place i on has the sum s
        n = len(self.order)
        self.reach = array("H", b"\1\0" * (n + 1))
        if target > 1:
            mask = (2 << target) - 1
            reach = 1
            for i in range(n - 1, -1, -1):
                value = VALUES[self.order[i]]
                if 0 < value < target:
                    reach |= (reach << value) & mask
                self.reach[i] = reach

    def __iter__(self):
        return self

    def __next__(self):
        n = self.step()
        if not n:
            raise StopIteration
        return bytes(self.take[:n])

    def step(self):
        """Move on; return the number of cards captured, 0 when there are no more captures."""
        order = self.order
        n = len(order)
        i = self.place
        if self.singles:
            while i < n:
                card = order[i]
                i += 1
                if card % 13 == self.rank:
                    self.take[0] = card
                    self.place = i
                    self.size = 1
                    return 1
            self.singles = False
            self.size = 0
            if self.target < 2:
                self.target = 0
            elif self.reach[0] >> self.target & 1:
                return self._fill(0, self.target)
            else:
                self.target = 0
        if not self.target:
            self.size = 0
            return 0
        # take the last card back until another one can stand in its place
        reach = self.reach
        left = 0
        while self.size:
            self.size -= 1
            i = self.stack[self.size]
            left += VALUES[order[i]]
            i += 1
            if reach[i] >> left & 1:
                return self._fill(i, left)
        self.target = 0
        return 0

    def _fill(self, i, left):
        """Complete the capture from place ``i`` on with the first cards that make ``left``."""
        order = self.order
        reach = self.reach
        target = self.target
        size = self.size
        while left:
            value = VALUES[order[i]]
            here = i
            i += 1
            if 0 < value < target and value <= left and reach[i] >> (left - value) & 1:
                self.stack[size] = here
                self.take[size] = order[here]
                size += 1
                left -= value
        self.size = size
        return size


def captures(table, card):
    """Return an iterator over the captures of ``card``; see Captures."""
    return Captures(table, card)


def nth_capture(table, card, n):
    """Return capture number ``n`` (from 0, canonical order) as bytes, without passing the others.

    Raises IndexError if ``card`` has no more than ``n`` captures.
    """
    order = bytes(sorted(table))
    wanted = card % 13
    left = n
    if left < 0:
        raise IndexError("capture")
    for other in order:
        if other % 13 == wanted:
            if not left:
                return bytes((other,))
            left -= 1
    target = VALUES[card]
    if target < 2:
        raise IndexError("capture")
    ways = _ways(order, target)
    if left >= ways[target]:
        raise IndexError("capture")
    take = bytearray(10)
    size = 0
    rest = target
    for other in order:
        value = VALUES[other]
        if not 0 < value < target:
            continue
        _remove(ways, value, target)
        if value > rest:
            continue
        within = ways[rest - value]
        if left >= within:
            left -= within
            continue
        take[size] = other
        size += 1
        rest -= value
        if not rest:
            break
    return bytes(take[:size])


def index_of_capture(table, card, take):
    """Return the canonical number of the capture ``take`` (in any order).

    Raises RuleError as ``check_capture`` does if it is none.
    """
    check_capture(table, card, take)
    take = bytes(take)
    order = bytes(sorted(table))
    n = 0
    wanted = card % 13
    single = take[0] if len(take) == 1 else PACK
    for other in order:
        if other % 13 == wanted:
            if other == single:
                return n
            n += 1
    target = VALUES[card]
    ways = _ways(order, target)
    rest = target
    for other in order:
        value = VALUES[other]
        if not 0 < value < target:
            continue
        _remove(ways, value, target)
        if value > rest:
            continue
        if other in take:
            rest -= value
            if not rest:
                break
        else:
            n += ways[rest - value]
    return n


def partial(table, card, chosen):
    """Say how a capture picked card by card can go on.

    ``chosen`` holds the table cards picked so far, in any order. Returns ``(more, complete)``:
    ``more`` is bytes of the further table cards, in the order of ``table``, that belong to at
    least one capture with all the chosen ones; ``complete`` is True if ``chosen`` is a capture
    already. A choice that leads nowhere gives ``(b"", False)``.
    """
    # MicroPython looks for an int in bytes but not in a bytearray
    table = bytes(table)
    chosen = bytes(chosen)
    wanted = card % 13
    target = VALUES[card]
    n = len(chosen)
    if n == 1 and chosen[0] % 13 == wanted and chosen[0] in table:
        return b"", True
    rest = target
    for i in range(n):
        other = chosen[i]
        value = VALUES[other]
        if not 0 < value < target or value > rest or other not in table or other in chosen[:i]:
            return b"", False
        rest -= value
    if n and not rest:
        return b"", True
    fits = bytearray(11)
    if rest:
        ways = array("H", b"\0\0" * (target + 1))
        ways[0] = 1
        for other in table:
            value = VALUES[other]
            if 0 < value < target and other not in chosen:
                _add(ways, value, target)
                fits[value] = 1
        for value in range(1, target):
            if fits[value]:
                _remove(ways, value, target)
                fits[value] = 1 if value <= rest and ways[rest - value] else 0
                _add(ways, value, target)
    more = bytearray(len(table))
    size = 0
    for other in table:
        if other in chosen:
            continue
        if fits[VALUES[other]] or (not n and other % 13 == wanted):
            more[size] = other
            size += 1
    return bytes(more[:size]), False


def check_capture(table, card, take):
    """Raise RuleError if ``card`` may not capture the table cards ``take``, given in any order."""
    if not _right(bytes(table), card, take):
        from engine.cicera import validation

        validation.capture(bytes(table), card, take)


def _right(table, card, take):
    total = 0
    for i in range(len(take)):
        other = take[i]
        if other >= PACK or other not in table:
            return False
        for j in range(i):
            if take[j] == other:
                return False
        value = VALUES[other]
        if not value and len(take) > 1:
            return False
        total += value
    if len(take) == 1:
        return take[0] % 13 == card % 13
    # (nothing taken and a court, which has no value, never make the sum)
    return total == VALUES[card] and total > 0
