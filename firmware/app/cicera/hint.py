# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A hint at the table of Cicera: what a strong player would do, and in a few words why."""

from engine.cicera.captures import can_be_swept
from engine.cicera.cards import NAPULA, PRIZES
from engine.cicera.game import bonuses
from firmware.app.cicera.words import bonus_text, card_name
from firmware.app.play.hint import think
from firmware.content.text import t


def hint(app, table):
    """Return the hint for the player's turn at ``table`` as a sentence; None if a press ended it.

    The cursor of the table goes to the card.
    """
    view = table.game.view(0)
    choice = think(app, view, "cicera")
    if choice is None:
        return None
    card = choice[0]
    take = choice[1:]
    table.cursor = view.hand.find(choice[:1])
    public = view.table
    if not take:
        key = "lay_open" if can_be_swept(bytes(public.cards) + choice[:1]) else "lay"
        return t("advice.lay", card_name(card)) + " " + t("why." + key)
    words = t("advice.take", card_name(card), ", ".join([card_name(c) for c in take]))
    flags = bonuses(public.cards, card, take, public.laid)
    earned = bonus_text(flags)
    if earned:
        return words + " " + t("why.bonus", earned)
    prizes = [card_name(c) for c in choice if c in PRIZES or c in NAPULA]
    if prizes:
        return words + " " + t("why.prize", ", ".join(prizes))
    swords = sum([1 for c in choice if c < 13])
    return words + " " + t("why.swords" if swords else "why.cards", swords or len(choice))
