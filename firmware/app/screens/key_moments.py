# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The key moments of a deal: the tricks or captures that brought most points."""

from micropython import const

from firmware.app.widgets.rows import HEAD, LINE, SHOW
from firmware.content.text import t

_SHOWN = const(3)


def most(values):
    """Return the places of the highest numbers in ``values``, at most three, in order of play."""
    places = [i for i in range(len(values)) if values[i] > 0]
    places.sort(key=lambda i: (-values[i], i))
    return sorted(places[:_SHOWN])


def rows(values, describe):
    """Return the rows about the highest of ``values`` for a page (firmware.app.widgets.page).

    ``describe(i)`` returns ``(words, points as words, cards)`` of place ``i``.
    """
    found = [(HEAD, t("turning.heading"), "")]
    for i in most(values):
        found.append((SHOW,) + describe(i))
    if len(found) == 1:
        found.append((LINE, t("turning.none"), ""))
    return found
