# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A hint at the table of Tarocco Bolognese: what a strong player would do, and in a few words why."""

from engine.tarocco.cards import HALVES, MAT, SUIT, VALUES, trick_halves
from engine.tarocco.game import DECLARE, DISCARD_PHASE, SILENT, View
from engine.tarocco.rules import trick_winner
from firmware.app.play.hint import think
from firmware.app.tarocco.words import SUITS, card_name, halves_text
from firmware.content.text import t


def hint(app, table):
    """Return the hint for the player's turn at ``table`` as a sentence; None if a press ended it.

    The cursor of the table goes to the card.
    """
    view = table.game.view(0)
    choice = think(app, view, "tarocco")
    if choice is None:
        return None
    if choice == DECLARE:
        return t("advice.declare")
    if choice == SILENT:
        return t("advice.silent")
    hand = view.hand
    if view.table.phase == DISCARD_PHASE:
        words = card_name(choice)
        if len(hand) == 17:
            # The second one, as if the first were gone.
            public = view.table.copy()
            public.counts[0] = 16
            rest = bytes([card for card in hand if card != choice])
            second = think(app, View(public, 0, rest, bytes((choice,))), "tarocco")
            if second is None:
                return None
            words += ", " + card_name(second)
        table.cursor = hand.find(bytes((choice,)))
        return t("advice.discard", words)
    table.cursor = hand.find(bytes((choice,)))
    key, value = _why(view, choice)
    return t("advice.play", card_name(choice)) + " " + t("why." + key, value)


def _why(view, card):
    # -> the key of the reason, and what it is about
    table = view.table
    trick = bytes(table.trick)
    suit = SUIT[card]
    name = t("suit." + SUITS[suit]) if suit < 4 else ""
    if card == MAT:
        return "matto", ""
    if not trick:
        if suit == 4:
            return "trumps", ""
        higher = [other for other in view.unseen() if SUIT[other] == suit and other < card]
        if not higher:
            return "high", name
        if table.void[2] >> suit & 1:
            return "ruff", name
        return ("lead" if VALUES[card] > 1 else "low_lead"), name
    halves = trick_halves(trick)
    worth = halves_text(halves)
    best = table.best()
    after = trick + bytes((card,))
    wins = trick_winner(after) == len(trick)
    if wins:
        if len(trick) == 3:
            return "take_last", halves_text(halves + HALVES[card])
        return ("take" if halves > 3 else "take_little"), worth
    if best == 2:
        return ("feed" if VALUES[card] > 1 else "keep"), ""
    return ("spare" if VALUES[card] == 1 else "give"), ""
