# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Why something is refused, in sentences.

It is imported only when something is refused, so that it takes no memory on a handheld while
everybody plays by the rules. What is given is known to be wrong, or else nothing is raised.
"""

from engine.cicera.cards import PACK, VALUES, code, codes
from engine.errors import CardError, RuleError, TavolinoError

try:
    from micropython import const
except ImportError:
    from engine.mp import const

_HIDDEN = const(255)
_OVER = const(3)

SEATS = ("South", "East", "North", "West")


def _name(card):
    return code(card) if 0 <= card < PACK else "Card %d" % card


def capture(table, card, take):
    """Raise RuleError if ``card`` may not capture the table cards ``take``, given in any order."""
    n = len(take)
    if not n:
        raise RuleError("capture_nothing", "A capture must take at least one card of the table.")
    for i in range(n):
        other = take[i]
        if other >= PACK or other not in table:
            raise RuleError("capture_absent", "%s is not on the table." % _name(other))
        for j in range(i):
            if take[j] == other:
                raise RuleError("capture_twice", "%s is named twice." % code(other))
    target = VALUES[card]
    if n == 1:
        if take[0] % 13 != card % 13:
            raise RuleError(
                "capture_rank",
                "%s can't take %s: a single card must be of the same rank."
                % (code(card), code(take[0])),
            )
        return
    total = 0
    for other in take:
        value = VALUES[other]
        if not value or not target:
            raise RuleError(
                "capture_court",
                "A court takes, and is taken by, just one card of its rank: %s can't take %s."
                % (code(card), codes(take)),
            )
        total += value
    if total != target:
        raise RuleError(
            "capture_sum",
            "%s make %d, not the %d of %s." % (codes(take), total, target, code(card)),
        )


def event(table, seat, card):
    """Raise RuleError if ``seat`` can't play ``card`` for all that is public."""
    if table.phase == _OVER:
        raise RuleError("over", "The deal is over: no more cards can be played.")
    if seat != table.turn:
        raise RuleError("turn", "It is the turn of %s." % SEATS[table.turn])
    if not 0 <= card < PACK:
        raise RuleError("no_card", "%d is no card: they go from 0 to 51." % card)
    if table.where[card] != _HIDDEN:
        raise RuleError("seen", "%s has been seen already: no hand can hold it." % code(card))


def choice(table, choice):
    """Raise RuleError: the seat in turn can't play the first card of ``choice``."""
    if table.phase == _OVER:
        raise RuleError("over", "The deal is over: no more cards can be played.")
    if not choice:
        raise RuleError("no_card", "A choice must name the card played.")
    raise RuleError("hand", "%s is not in the hand of %s." % (_name(choice[0]), SEATS[table.turn]))


def dealt(dealer, cards):
    """Raise TavolinoError or CardError: this can't be the dealer and the table dealt."""
    if dealer not in (0, 1, 2, 3):
        raise TavolinoError("The dealer must be a seat from 0 (South) to 3 (West).")
    if len(cards) != 4:
        raise TavolinoError("The table must be dealt 4 cards, not %d." % len(cards))
    _each(cards, bytearray(PACK))


def hands(table, hands):
    """Raise TavolinoError or CardError: these hands don't go with the cards on the table."""
    if len(hands) != 4:
        raise TavolinoError("A deal has four hands, not %d." % len(hands))
    seen = bytearray(PACK)
    _each(table, seen)
    for seat in range(4):
        hand = hands[seat]
        if len(hand) != 12:
            raise TavolinoError("%s must be dealt 12 cards, not %d." % (SEATS[seat], len(hand)))
        _each(hand, seen)


def _each(cards, seen):
    for card in cards:
        if not 0 <= card < PACK:
            raise CardError("%d is no card: they go from 0 to %d." % (card, PACK - 1))
        if seen[card]:
            raise CardError("%s was dealt twice." % code(card))
        seen[card] = 1


def hand(table, seat, hand):
    """Raise TavolinoError: ``hand`` can't be the seat's now."""
    if len(hand) != table.counts[seat]:
        raise TavolinoError(
            "%s holds %d cards, not %d." % (SEATS[seat], table.counts[seat], len(hand))
        )
    raise TavolinoError("%s can't hold those cards now." % SEATS[seat])
