# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Why something is refused: the sentences, and the checks of events that come from outside.

It is imported only when something is refused or when a Table is driven without a Game, so that
it takes no memory on a handheld while everybody plays by the rules.
"""

from engine.errors import RuleError, TavolinoError
from engine.tarocco import count, rules
from engine.tarocco.cards import MAT, PACK, SUIT, TRUMP, code

try:
    from micropython import const
except ImportError:
    from engine.mp import const

_DISCARD = const(0)
_DECLARE = const(1)
_OVER = const(3)
_NOBODY = const(255)
_HELD = const(15)
_DECLARED = const(2)
_SUITS = ("swords", "batons", "cups", "coins", "trumps")

_SENTENCES = {
    "over": "The deal is over: all cards have been played.",
    "no_choice": "That is neither a card of the tarocco nor a declaration.",
    "not_held": "The card {0} is not in your hand.",
    "discard_first": "The dealer has to discard two cards before anything else.",
    "discard_king": "A king may not be discarded.",
    "discard_tarocco": "The Angel, the World, the Bégato and the Matto may not be discarded.",
    "declare_first": "Before your first card, say whether you declare your combinations.",
    "declare_late": "Combinations are declared only just before one's first card.",
    "follow_suit": "The suit led is {1} and you have some: follow suit.",
    "follow_trump": "A trump was led and you have one: play a trump.",
    "must_trump": "You have no {1}, the suit led, so you must play a trump.",
}


def choice(rule, card=0, suit=_NOBODY):
    """Raise the RuleError ``rule`` about ``card`` and the ``suit`` that was led, if any."""
    sentence = _SENTENCES[rule]
    if "{0}" in sentence:
        sentence = sentence.replace("{0}", code(card))
    elif "{1}" in sentence:
        sentence = sentence.replace("{1}", _SUITS[suit])
    raise RuleError(rule, sentence)


def deal(dealer, hands):
    """Raise TavolinoError saying what is wrong with a deal that is known to be impossible."""
    if not (isinstance(dealer, int) and 0 <= dealer <= 3):
        raise TavolinoError("The dealer has to be a seat from 0 to 3.")
    if len(hands) != 4:
        raise TavolinoError("A deal has four hands, not %d." % len(hands))
    seen = bytearray(PACK)
    for seat in range(4):
        for card in hands[seat]:
            if not (isinstance(card, int) and 0 <= card < PACK):
                raise TavolinoError("Seat %d is dealt %r, which is not a card." % (seat, card))
            if seen[card]:
                raise TavolinoError("The card %s is dealt twice." % code(card))
            seen[card] = 1
    for seat in range(4):
        due = 17 if seat == dealer else 15
        if len(hands[seat]) != due:
            raise TavolinoError(
                "Seat %d is dealt %d cards, but has to get %d." % (seat, len(hands[seat]), due)
            )


def _expect(table, seat, phase):
    if table.phase == _OVER:
        choice("over")
    if seat != table.turn:
        raise RuleError(
            "not_turn", "It is the turn of seat %d, not of seat %s." % (table.turn, seat)
        )
    if phase != table.phase:
        if table.phase == _DISCARD:
            choice("discard_first")
        choice("declare_first" if table.phase == _DECLARE else "declare_late")


def discard(table, seat):
    """Raise RuleError if ``seat`` can't be discarding a card now."""
    _expect(table, seat, _DISCARD)


def declare(table, seat, shown):
    """Raise RuleError if ``seat`` can't be declaring the cards ``shown`` (bytes) now; None:
    silent.
    """
    _expect(table, seat, _DECLARE)
    if shown is None:
        return
    for card in shown:
        if card >= PACK:
            choice("no_choice")
        for other in range(4):
            if other != seat and card in table.shown[other]:
                raise RuleError(
                    "shown_by_other", "The card %s was declared by seat %d." % (code(card), other)
                )
        if card in bytes(table.log):
            raise RuleError("played_before", "The card %s has been played before." % code(card))
    if len(shown) > _HELD or count.shown(shown) != bytes(sorted(shown)):
        raise RuleError(
            "shown_wrong",
            "A declaration shows the cards of all combinations in the hand, and no others.",
        )


def play(table, seat, card):
    """Raise RuleError if, by all that is public, ``seat`` can't be playing ``card`` now."""
    _expect(table, seat, 2)
    if not (isinstance(card, int) and 0 <= card < PACK):
        choice("no_choice")
    name = code(card)
    if card in bytes(table.log):
        raise RuleError("played_before", "The card %s has been played before." % name)
    for other in range(4):
        if other != seat and card in table.shown[other]:
            raise RuleError(
                "shown_by_other", "The card %s was declared by seat %d." % (name, other)
            )
    suit = SUIT[card]
    if card != MAT and table.void[seat] >> suit & 1:
        raise RuleError(
            "void_before",
            "Seat %d has shown before that it holds no %s." % (seat, _SUITS[suit]),
        )
    if table.said[seat] == _DECLARED:
        _play_declared(table, seat, card)


def _play_declared(table, seat, card):
    # What a seat has shown and not yet played is as good as a hand lying open.
    shown = table.shown[seat]
    held = bytes([other for other in shown if other not in bytes(table.log)])
    if card in held:
        pass
    elif len(held) == table.counts[seat]:
        raise RuleError("shown_held", "Seat %d holds only cards that it has declared." % seat)
    else:
        own = bytearray(shown)
        for i in range(len(table.log)):
            if table.who[i] == seat and table.log[i] not in shown:
                own.append(table.log[i])
        own.append(card)
        if count.shown(own) != shown:
            raise RuleError(
                "not_declared",
                "Seat %d can't have %s: it would have been declared." % (seat, code(card)),
            )
    wanted = rules.duty(held, table.trick)
    if card != MAT and wanted != _NOBODY and SUIT[card] != wanted:
        led = rules.led(table.trick)
        # With a trump declared, another card of the suit led may still be in the hand.
        if wanted == led or SUIT[card] != led:
            raise RuleError(
                "follow_suit" if wanted == led and led != TRUMP
                else "follow_trump" if wanted == led else "must_trump",
                "Seat %d has declared cards that it must play to this trick." % seat,
            )
