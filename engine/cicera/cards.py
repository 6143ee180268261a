# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The 52 Bresciane cards of Cicera.

A card is an int 0..51, its place in pack order: ``suit * 13 + rank``, suits swords, batons, cups,
coins = 0..3, ranks A 2 3 4 5 6 7 8 9 10 F C R = 0..12. Sets of cards are ``bytes``. In text a card
is its rank followed by the letter of its suit: ``As``, ``10d``, ``Fc`` (RULES.md, "Card codes").
"""

try:
    from micropython import const
except ImportError:
    from engine.mp import const

from engine.errors import CardError

PACK = const(52)
SUITS = "sbcd"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "F", "C", "R")

# The worth of each card in a sum: 1..10, and 0 for the courts, which have no number.
VALUES = bytes((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0) * 4)

# The cards that are worth a point by themselves (RULES.md, "End").
MATA = const(1)
FANTE_CUPS = const(36)
TEN_COINS = const(48)
PRIZES = bytes((MATA, FANTE_CUPS, TEN_COINS))
# The swords without which there is no napula: ace, two and three.
NAPULA = b"\x00\x01\x02"

BONUSES = ("scua", "picada", "simile", "quadriglia")


def suit(card):
    """Return the suit 0..3 (swords, batons, cups, coins) of a card."""
    return card // 13


def rank(card):
    """Return the rank 0..12 (A, 2..10, F, C, R) of a card."""
    return card % 13


def code(card):
    """Return the text of a card, such as ``10d``."""
    return RANKS[card % 13] + SUITS[card // 13]


def parse(text):
    """Return the card named by ``text``; small and capital letters are the same.

    Raises CardError with a sentence if no card of this pack is called so.
    """
    name = text.strip()
    place = SUITS.find(name[-1:].lower()) if len(name) > 1 else -1
    if place >= 0:
        head = name[:-1].upper()
        for i in range(13):
            if RANKS[i] == head:
                return place * 13 + i
    raise CardError(
        "'%s' is no card of Cicera: write the rank (A, 2 to 10, F, C, R) and then the suit "
        "(s, b, c, d), as in 10d." % name
    )


def codes(cards):
    """Return the texts of several cards, in their order, with spaces between."""
    return " ".join([code(card) for card in cards])


def parse_list(text):
    """Return the cards named in ``text``, separated by spaces or commas, as bytes in that order.

    Raises CardError with a sentence.
    """
    return bytes([parse(word) for word in text.replace(",", " ").split()])
