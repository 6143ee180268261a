# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Combinations of the tarocco in words; in memory only where they are declared or counted."""

from engine.tarocco.count import SEQUENCES, SETS
from firmware.content.text import t


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
