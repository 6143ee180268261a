# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Proves what is right at the end of a deal of Tarocco: every way the hidden cards can lie,
searched exactly.

It has the rules from the engine (legal cards, winner of a trick, count), nothing from the players.
"""

from itertools import combinations

from engine.tarocco import count, rules
from engine.tarocco.cards import MAT, SUIT, VALUES

AWAY = 4


def lies(view):
    """Yield every way the hidden cards can lie: (four hands, the discards), sorted tuples.

    As far as ``view`` tells: numbers of cards, suits shown to be out, cards declared (a hand that
    declared holds no further combination), no king and no tarocco among the discards. From silence
    nothing follows, since a hand need not be declared.
    """
    table = view.table
    seat = view.seat
    hidden = seat != table.dealer
    places = [other for other in range(4) if other != seat] + ([AWAY] if hidden else [])
    room = {place: 2 if place == AWAY else table.counts[place] for place in places}
    known = {place: [] for place in places}
    free = []
    for card in view.unseen():
        owner = [other for other in places if other != AWAY and card in table.shown[other]]
        if owner:
            known[owner[0]].append(card)
        else:
            free.append(card)
    played = [[card for card, who in zip(table.log, table.who) if who == other]
              for other in range(4)]

    def fits(place, card):
        if place == AWAY:
            return VALUES[card] < 5
        return card == MAT or not table.void[place] >> SUIT[card] & 1

    def share(i, cards, found):
        if i == len(places):
            hands = [found.get(other, tuple(view.hand)) for other in range(4)]
            for other in range(4):
                if other != seat and table.said[other] == 2:
                    held = bytes(sorted(list(hands[other]) + played[other]))
                    if count.shown(held) != table.shown[other]:
                        return
            yield hands, found.get(AWAY, tuple(view.discards))
            return
        place = places[i]
        may = [card for card in cards if fits(place, card)]
        for chosen in combinations(may, room[place] - len(known[place])):
            rest = [card for card in cards if card not in chosen]
            # What nobody behind can take belongs here.
            if all(any(fits(other, card) for other in places[i + 1:]) for card in rest):
                yield from share(i + 1, rest,
                                 {**found, place: tuple(sorted(known[place] + list(chosen)))})

    yield from share(0, free, {})


class End:
    """Exact values of the choices of ``view``'s seat, however the hidden cards lie."""

    def __init__(self, view):
        table = view.table
        self.view = view
        self.dealer = table.dealer & 1
        self.owner = bytearray(62)
        count.captors(table, self.owner)
        self.tricks = bytearray(table.tricks)
        # The team that played the Matto, and the one that won that trick.
        self.matto = None
        place = bytes(table.log).find(bytes((MAT,)))
        if 0 <= place < len(table.log) & ~3:
            self.matto = table.who[place] & 1, table.winners[place >> 2] & 1
        self.counted = {}

    def values(self, hands, away):
        """Return {card: the seat's team's points less the other's} with all hands open, both sides
        best.

        Declarations, which are the same for all, are left out.
        """
        table = self.view.table
        seat = self.view.seat
        sign = 1 - 2 * (seat & 1)
        result = {}
        for card in rules.legal(hands[seat], table.trick):
            found = self._after(hands, away, tuple(table.trick), table.lead, 0, 0, self.matto,
                                card, -9999, 9999)
            result[card] = sign * found
        return result

    def _after(self, hands, away, trick, lead, won, tricks, matto, card, low, high):
        # Value for team 0 after the seat in turn has played ``card``.
        seat = (lead + len(trick)) & 3
        hands = list(hands)
        hands[seat] = tuple(other for other in hands[seat] if other != card)
        trick += (card,)
        if len(trick) == 4:
            winner = (lead + rules.trick_winner(trick)) & 3
            team = winner & 1
            for i, other in enumerate(trick):
                if other == MAT:
                    matto = (lead + i) & 1, team
                elif team:
                    won |= 1 << other
            tricks |= 1 << team
            lead = winner
            trick = ()
            if not hands[winner]:
                return self._count(away, won, tricks, team, matto)
        seat = (lead + len(trick)) & 3
        best = 9999 if seat & 1 else -9999
        for other in rules.legal(hands[seat], trick):
            value = self._after(hands, away, trick, lead, won, tricks, matto, other, low, high)
            if seat & 1:
                best = min(best, value)
                high = min(high, best)
            else:
                best = max(best, value)
                low = max(low, best)
            if low >= high:
                break
        return best

    def _count(self, away, won, tricks, last, matto):
        key = away, won, tricks, last, matto
        value = self.counted.get(key)
        if value is None:
            owner = bytearray(self.owner)
            for card in range(62):
                if owner[card] == 255:
                    owner[card] = won >> card & 1
            for card in away:
                owner[card] = self.dealer
            owner[MAT] = matto[0]
            taken = [self.tricks[team] + (tricks >> team & 1) for team in (0, 1)]
            count.settle(owner, matto[0], matto[1], self.dealer, taken, bytes(away))
            value = 0
            for team in (0, 1):
                cards = bytes(card for card in range(62) if owner[card] == team)
                points = sum(VALUES[card] - 0.5 for card in cards) + count.points(cards)
                points += 6 * (last == team)
                value += points - 2 * points * team
            self.counted[key] = value
        return value


def prove(view, right):
    """Return ``(number of lies, mean lead)``: by how much the best of ``right`` leads all other
    choices.

    Asserts that however the hidden cards lie no other choice is better than every one of
    ``right``.
    """
    end = End(view)
    n = 0
    sums = {}
    for hands, away in lies(view):
        n += 1
        values = end.values(hands, away)
        top = max(values.values())
        for card in right:
            assert values[card] == top, (card, values, hands)
        for card, value in values.items():
            sums[card] = sums.get(card, 0) + top - value
    others = [value / n for card, value in sums.items() if card not in right]
    return n, min(others)
