# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Names of cards of the tarocco, and card points, in words."""

from engine.tarocco.cards import ANG, BEG, MO1, T16, code
from firmware.content.text import t


def card_name(card):
    """Return the name of a card, such as "Queen of cups"."""
    name = code(card)
    if card < ANG:
        rank = name[:-1]
        suit = t("of." + name[-1])
        if rank.isdigit():
            return t("card.number", rank, suit)
        return t("card.of", t("rank." + rank.lower()), suit)
    if T16 <= card < MO1:
        return t("trump.t", name[1:])
    if MO1 <= card < BEG:
        return t("trump.mo")
    return t("trump." + name.lower())


def halves_text(halves):
    """Return card points given in halves as text: "7", "7½"."""
    return str(halves // 2) + ("\u00bd" if halves & 1 else "")
