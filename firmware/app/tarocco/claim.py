# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Whether the rest of a deal of Tarocco is decided; loaded only when it may be."""


def sure(game):
    """Return whether the player takes all tricks that are left, whatever is played in whatever order.

    So it is if each card in the hand is a trump above all trumps that others may hold or have
    played to this trick. Only what the player may know is asked for.
    """
    # (MicroPython can't look for a number in a bytearray.)
    hand = bytes(game.hands[0])
    table = game.table
    gone = bytes(table.log[: len(table.log) - len(table.trick)])
    others = [card for card in range(40, 61) if card not in hand and card not in gone]
    if min(hand) < 40 or max(hand) > 60:
        return False
    lowest = max(hand)
    if not others:
        return True
    # Moors are equal: of several the last one wins.
    return lowest < others[0] and not (lowest > 55 and others[0] < 60)
