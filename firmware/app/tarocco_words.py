# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Names of cards and combinations of the tarocco."""

from engine.tarocco.cards import ANG, BEG, MO1, T16, code
from engine.tarocco.count import SEQUENCES, SETS
from firmware.text import t


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


def combination_rows(found):
    """Return the lines about combinations, as ``(text, value)``.

    ``found``: what ``engine.tarocco.count.combinations`` returns. Sets first, then sequences, each
    followed by its doubling where there is one.
    """
    rows = []
    sets = found["sets"]
    for name in SETS:
        if name in sets:
            points = sets[name]
            # Four of a kind are worth twice what three are, and only the fours divide so.
            rows.append((set_name(name, points), str(points)))
    if found["sets_doubled"]:
        rows.append(("\u00d7 2", "= " + str(found["sets_total"])))
    sequences = found["sequences"]
    for name in SEQUENCES:
        if name in sequences:
            length, points = sequences[name]
            rows.append((t("seq." + name, length), str(points)))
    if found["sequences_doubled"]:
        rows.append(("\u00d7 2", "= " + str(found["sequences_total"])))
    return rows


def set_name(name, points):
    """Return the name of a set by its kind and points: "three kings" or "four kings"."""
    four = points > 20
    return t("set." + name + (".4" if four else ".3"))


def halves_text(halves):
    """Return card points given in halves as text: "7", "7½"."""
    return str(halves // 2) + ("\u00bd" if halves & 1 else "")
