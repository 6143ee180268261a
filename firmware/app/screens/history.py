# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pages of all that was played so far, the last trick or round first: who played what, who took it."""

from firmware.app.widgets.pages import CARDS, HEAD, LINE, Pages
from firmware.content.text import t


def _name(seat):
    return t("seat.you") if seat == 0 else t("seat." + str(seat))


def trick_rows(table, number):
    """Return the rows of trick ``number`` (from 0) of Tarocco."""
    from engine.tarocco.cards import trick_halves
    from firmware.app.tarocco.words import card_name, halves_text

    first = 4 * number
    cards = bytes(table.log[first : first + 4])
    winner = table.winners[number] if len(cards) == 4 else 255
    words = t("tarocco.trick", number + 1)
    if winner < 4:
        words = t("hist.trick", number + 1, _name(winner))
    rows = [(HEAD, words, halves_text(trick_halves(cards))), (CARDS, cards)]
    for i in range(len(cards)):
        seat = table.who[first + i]
        words = t("table.plays", _name(seat), card_name(cards[i]))
        rows.append((LINE, words, "\u2713" if seat == winner else ""))
    return rows


def round_rows(table, number):
    """Return the rows of round ``number`` (from 0) of Cicera, its last play first."""
    from firmware.app.cicera.table import bonus_text, card_name

    rows = [(HEAD, t("cicera.round", number + 1), "")]
    i = min(4 * number + 4, len(table.log))
    while i > 4 * number:
        i -= 1
        card = table.log[i]
        seat = table.who[i]
        took = table.took[i]
        words = t(
            ("cicera.takes" if took else "cicera.lays") + (".you" if seat == 0 else ""),
            t("seat." + str(seat)), card_name(card),
        )
        rows.append((LINE, words, bonus_text(table.flags[i])))
        if took:
            rows.append((CARDS, bytes((card,)) + table.take(i)))
    return rows


def show(app, table):
    """Show the history of the game at ``table`` (a firmware.app.table.view.Table)."""
    public = table.game.table
    rows = trick_rows if table.name == "tarocco" else round_rows
    number = (len(public.log) + 3) // 4
    sections = []
    while number:
        number -= 1
        sections.append(lambda number=number: rows(public, number))
    if not sections:
        sections.append(lambda: [(LINE, t("hist.none"), "")])
    Pages(app, t("hist.heading"), sections, table.name).run()
