# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What may be played to a trick and who wins it (RULES, "Play"): pure functions of cards.

A trick is a bytes-like of 0 to 4 cards in order of play; a Matto that was led is its first card.
"""

from engine.tarocco.cards import MAT, MO1, MO4, SUIT, TRUMP

try:
    from micropython import const
except ImportError:
    from engine.mp import const

NOBODY = const(255)
_ANG = const(40)


def led(trick):
    """Return the suit to be followed: 0..3, 4 for trumps, 255 if the next card sets it.

    The first card that isn't the Matto sets it (rule 5 of "Play").
    """
    for card in trick:
        if card != MAT:
            return SUIT[card]
    return NOBODY


def legal(hand, trick):
    """Return the cards of ``hand`` (bytes-like) that may be played to ``trick``, as bytes.

    They keep the order they have in the hand.
    """
    return choose(hand, duty(hand, trick))


def duty(hand, trick):
    """Return the suit that ``hand`` must play to ``trick``: 0..4, or 255 if it may play anything.

    Rule 3 of "Play": follow suit, else a trump, else anything. The Matto is always free.
    """
    wanted = led(trick)
    if wanted == NOBODY:
        return NOBODY
    trump = NOBODY
    for card in hand:
        of = SUIT[card]
        if of == wanted:
            return wanted
        if of == TRUMP:
            trump = TRUMP
    return trump


def choose(hand, wanted):
    """Return the cards of ``hand`` that have the suit ``wanted``, and the Matto, as bytes.

    With ``wanted`` 255 all of them.
    """
    if wanted == NOBODY:
        return bytes(hand)
    cards = bytearray()
    for card in hand:
        if card == MAT or SUIT[card] == wanted:
            cards.append(card)
    return bytes(cards)


def trick_winner(cards):
    """Return the position (0..3) in ``cards``, in order of play, of the card that is winning.

    Fewer than four cards are allowed; 255 if there is none but the Matto. Rules 4 and 5 of "Play".
    """
    place = NOBODY
    best = MAT
    position = 0
    for card in cards:
        if card == MAT:
            pass
        elif best == MAT:
            best = card
            place = position
        elif card >= _ANG:
            # Of equal Moors the last one wins, so a Moor also beats a higher-numbered place.
            if card < best or best < _ANG or (best >= MO1 and card <= MO4):
                best = card
                place = position
        elif card < best and SUIT[card] == SUIT[best]:
            best = card
            place = position
        position += 1
    return place
