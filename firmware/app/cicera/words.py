# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Cards and bonuses of Cicera in words."""

from engine.cicera.cards import BONUSES, RANKS, SUITS
from firmware.content.text import t


def card_name(card):
    """Return the name of a card, such as "7 of cups"."""
    rank = RANKS[card % 13]
    suit = t("of." + SUITS[card // 13])
    if rank.isdigit():
        return t("card.number", rank, suit)
    return t("card.of", t("rank." + rank.lower()), suit)


def bonus_text(flags):
    """Return the bonuses in ``flags`` as words, "" for none."""
    words = []
    for kind in range(4):
        if flags >> kind & 1:
            words.append(t("bonus." + BONUSES[kind]))
    return ", ".join(words)


def card_facts(game, card):
    """Return ``(name, lines)``: what is said of ``card`` on a page of its own during ``game``."""
    rank = card % 13
    if 0 < rank < 10:
        lines = [t("zoom.number", rank + 1)]
    else:
        # nothing adds up to an ace
        lines = [t("zoom.court", t("rank." + "afcr"[max(rank - 9, 0)]))]
    if card in (1, 36, 48):
        # 10 of coins, Fante of cups, the mata: the two of swords
        lines.append(t("zoom.award"))
    if card < 3:
        lines.append(t("zoom.napula"))
    elif card < 13:
        lines.append(t("zoom.sword"))
    where = game.table.where
    unseen = 0
    for other in range(rank, 52, 13):
        if where[other] == 255 and other not in bytes(game.hands[0]):
            unseen += 1
    lines.append(t("zoom.unseen", unseen))
    return card_name(card), lines
