# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The turning points of a deal: the tricks or captures that brought most points."""

from micropython import const

from firmware.app.widgets.pages import HEAD, LINE, SHOW
from firmware.content.text import t

_SHOWN = const(3)


def most(values):
    """Return the places of the highest numbers in ``values``, at most three, in order of play."""
    places = [i for i in range(len(values)) if values[i] > 0]
    places.sort(key=lambda i: (-values[i], i))
    return sorted(places[:_SHOWN])


def _name(seat):
    return t("seat.you") if seat == 0 else t("seat." + str(seat))


def tarocco_rows(table):
    """Return the rows of the turning points of a deal of Tarocco, see firmware.app.widgets.pages."""
    from engine.tarocco.count import trick_values
    from firmware.app.tarocco.words import halves_text

    values = trick_values(table)
    rows = [(HEAD, t("turning.heading"), "")]
    for i in most(values):
        words = t("hist.trick", i + 1, _name(table.winners[i]))
        cards = bytes(table.log[4 * i : 4 * i + 4])
        rows.append((SHOW, words, halves_text(values[i]), cards))
    return rows


def cicera_rows(table):
    """Return the rows of the turning points of a deal of Cicera, see firmware.app.widgets.pages."""
    from engine.cicera.count import capture_values

    values = capture_values(table)
    rows = [(HEAD, t("turning.heading"), "")]
    for i in most(values):
        cards = bytes((table.log[i],)) + table.take(i)
        words = t("turning.capture", i // 4 + 1, _name(table.who[i]))
        rows.append((SHOW, words, str(values[i]), cards))
    if len(rows) == 1:
        rows.append((LINE, t("turning.none"), ""))
    return rows
