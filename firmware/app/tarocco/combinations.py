# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Combinations of the tarocco in words; ``found`` is what engine.tarocco.count.combinations returns.

Sets come first, then sequences, each followed by its doubling where there is one.
"""

from engine.tarocco.count import SEQUENCES, SETS
from firmware.app.tarocco.words import set_name
from firmware.app.widgets.rows import LINE, SHOW
from firmware.content.text import t


def combination_lines(found):
    """Return the lines ``(text, value)`` about ``found`` for a sheet on the table."""
    rows = []
    for _, words, value, _ in _members(found):
        rows.append((words, value))
        if words is None:
            rows[-1] = ("\u00d7 2", "= " + str(value))
    return rows


def combination_rows(found):
    """Return the rows about ``found``, with the cards of each, for a page."""
    members = found["cards"]
    rows = []
    for name, words, value, number in _members(found):
        if words is None:
            rows.append((LINE, t("count.doubled." + name, number),
                         "{} \u00d7 2 = {}".format(found[name + "_sum"], value)))
        else:
            rows.append((SHOW, words, value, members[name]))
    return rows


def _members(found):
    # (name, words, points as words, 0) of each combination, and for a doubling
    # ("sets" or "sequences", None, its total, how many there are).
    sets = found["sets"]
    for name in SETS:
        if name in sets:
            yield name, set_name(name, sets[name]), str(sets[name]), 0
    if found["sets_doubled"]:
        yield "sets", None, found["sets_total"], len(sets)
    sequences = found["sequences"]
    for name in SEQUENCES:
        if name in sequences:
            length, points = sequences[name]
            yield name, t("seq." + name, length), str(points), 0
    if found["sequences_doubled"]:
        yield "sequences", None, found["sequences_total"], len(sequences)
