# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Claims in Tarocco: whether all tricks that are left are a seat's for certain."""


def takes_all(game, seat=0):
    """Return whether ``seat`` takes all tricks that are left of ``game``, whatever is played.

    It does if each of its cards is a trump above all trumps that others may hold or have played to
    this trick. Only what the seat knows is used.
    """
    # (MicroPython can't look for a number in a bytearray.)
    hand = bytes(game.hands[seat])
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
