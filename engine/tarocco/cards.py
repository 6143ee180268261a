# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The 62 cards of the tarocco: numbers, codes and values (RULES, "Pack, ranks, values").

A card is an int 0..61, its place in the pack order of the rules: swords 0-9 and batons 10-19
(R Q C F 10 9 8 7 6 A), cups 20-29 and coins 30-39 (R Q C F A 6 7 8 9 10), the trumps ANG 40,
MON 41, SOL 42, LUN 43, T16 44 .. T5 55, the Moors MO1 56 .. MO4 59, BEG 60, and MAT 61. Within a
suit, and among the trumps, a lower number is a higher card; only the Moors are equal.
"""

from engine.errors import CardError

try:
    from micropython import const
except ImportError:
    from engine.mp import const

PACK = const(62)
ANG = const(40)
MON = const(41)
SOL = const(42)
LUN = const(43)
T16 = const(44)
T5 = const(55)
MO1 = const(56)
MO4 = const(59)
BEG = const(60)
MAT = const(61)
TRUMP = const(4)
MATTO = const(5)

# Suit of each card: 0 swords, 1 batons, 2 cups, 3 coins, 4 trumps, 5 the Matto, which is neither.
SUIT = (
    b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
    b"\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03"
    b"\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x05"
)
# Counting value of each card, before half a point a card is taken off.
VALUES = (
    b"\x05\x04\x03\x02\x01\x01\x01\x01\x01\x01\x05\x04\x03\x02\x01\x01\x01\x01\x01\x01"
    b"\x05\x04\x03\x02\x01\x01\x01\x01\x01\x01\x05\x04\x03\x02\x01\x01\x01\x01\x01\x01"
    b"\x05\x05\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x05\x05"
)
# The same in halves of points, that half point taken off: a king is worth 4.5 points.
HALVES = bytes([2 * value - 1 for value in VALUES])

# Three characters a card.
_CODES = (
    "Rs Qs Cs Fs 10s9s 8s 7s 6s As Rb Qb Cb Fb 10b9b 8b 7b 6b Ab "
    "Rc Qc Cc Fc Ac 6c 7c 8c 9c 10cRd Qd Cd Fd Ad 6d 7d 8d 9d 10d"
    "ANGMONSOLLUNT16T15T14T13T12T11T10T9 T8 T7 T6 T5 MO1MO2MO3MO4BEGMAT"
)


def suit(card):
    """Return the suit of ``card``: 0 swords, 1 batons, 2 cups, 3 coins, 4 trumps, 5 Matto."""
    return SUIT[card]


def trick_halves(cards):
    """Return what the ``cards`` of a trick bring its winner, in halves of points.

    The Matto brings nothing: it counts for the team that played it.
    """
    halves = 0
    for card in cards:
        if card != MAT:
            halves += HALVES[card]
    return halves


def code(card):
    """Return the code of ``card`` (0..61), such as ``"Rs"``, ``"T16"`` or ``"MAT"``."""
    return _CODES[3 * card:3 * card + 3].rstrip()


def parse(text):
    """Return the card whose code is ``text``; raises CardError for anything else."""
    if isinstance(text, str):
        for card in range(PACK):
            if code(card) == text:
                return card
    raise CardError(
        "'" + str(text) + "' is not a card of the tarocco; cards are written rank first, "
        "such as Rs, 10d, T16, MO1, BEG, MAT."
    )


def codes(cards):
    """Return the codes of ``cards`` (an iterable of card numbers), separated by spaces."""
    return " ".join([code(card) for card in cards])


def parse_cards(text):
    """Return the cards of ``text``, codes separated by spaces, as bytes in the order written.

    Raises CardError for a code that is no card and for a card named twice.
    """
    cards = bytearray()
    seen = bytearray(PACK)
    for word in text.split():
        card = parse(word)
        if seen[card]:
            raise CardError("The card " + word + " is named twice; each card exists once.")
        seen[card] = 1
        cards.append(card)
    return bytes(cards)
