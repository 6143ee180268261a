# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Cards, card points and combinations of the tarocco in words."""

from engine.tarocco.cards import ANG, BEG, MAT, MO1, SUIT, T16, VALUES, code
from firmware.content.text import t

SUITS = "sbcd"  # as the keys of their names end


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


def set_name(name, points):
    """Return the name of a set by its kind and points: "three kings" or "four kings"."""
    # Four of a kind are worth twice what three are, and only the fours divide so.
    return t("set." + name + (".4" if points > 20 else ".3"))


def card_facts(game, card):
    """Return ``(name, lines)``: what is said of ``card`` on a page of its own during ``game``."""
    lines = [t("zoom.points", VALUES[card])]
    if card == MAT:
        lines.append(t("zoom.matto"))
    else:
        if card == BEG:
            lines.append(t("zoom.begato"))
        elif card >= MO1:
            lines.append(t("zoom.moor"))
        higher = 0
        for other in game.view(0).unseen():
            if SUIT[other] == SUIT[card] and other < card and not MO1 <= other < card < BEG:
                higher += 1
        lines.append(t("zoom.higher", higher) if higher else t("zoom.highest"))
    return card_name(card), lines
