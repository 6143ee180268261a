# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The rows that pages are made of (firmware.app.widgets.page shows them)."""

from micropython import const

# Kinds of rows, the first member of a row's tuple:
HEAD = const(0)  # (HEAD, text, value): the heading of what follows, with a rule beneath
LINE = const(1)  # (LINE, text, value, ...): a line; with two values they stand in two columns
CARDS = const(2)  # (CARDS, bytes): small cards
BIG = const(3)  # (BIG, text, value, ...): a line in the big font
SHOW = const(4)  # (SHOW, text, value, cards): a line and the cards it is about


def pair(rows, words, one, other, kind=LINE):
    """Add to ``rows`` the line ``words`` with the values of both teams."""
    rows.append((kind, words, str(one), str(other)))
