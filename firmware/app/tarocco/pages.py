# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pages about a deal of Tarocco Bolognese that goes on: what is known, and what was played."""

from engine.tarocco.cards import trick_halves
from engine.tarocco.count import combinations
from firmware.app.play.seats import seat_name
from firmware.app.tarocco.combinations import combination_rows
from firmware.app.tarocco.words import card_name, halves_text
from firmware.app.widgets.rows import CARDS, HEAD, LINE, pair
from firmware.content.text import t


def info_rows(game, record):
    """Return pages about all that South may know during the deal."""
    table = game.table
    rows = [(HEAD, t("info.so_far"), t("side.we"), t("side.they"))]
    pair(rows, t("count.cards"), halves_text(table.halves[0]), halves_text(table.halves[1]))
    pair(rows, t("count.declarations"), table.declared[0] + table.declared[2],
         table.declared[1] + table.declared[3])
    pair(rows, t("info.tricks"), table.tricks[0], table.tricks[1])
    if record.target:
        pair(rows, t("count.match", record.target), record.scores[0], record.scores[1])
    number = len(table.log) // 4
    if number:
        winner = table.winners[number - 1]
        rows.append((HEAD, t("info.last.you" if winner == 0 else "info.last",
                             t("seat." + str(winner))), ""))
        first = table.who[4 * number - 4]
        rows.append((LINE, t("info.order", t("seat." + str(first))), ""))
        rows.append((CARDS, bytes(table.log[4 * number - 4:4 * number])))
    for seat in range(4):
        if table.said[seat] == 2:
            rows.append((HEAD, t("declare.you" if seat == 0 else "declare.by",
                                 t("seat." + str(seat))), str(table.declared[seat])))
            if not table.shown[seat]:
                rows.append((LINE, t("declare.nothing"), ""))
                continue
            rows += combination_rows(combinations(table.shown[seat], True))
    if table.dealer == 0 and game.discards:
        rows.append((HEAD, t("discards.you"), ""))
        rows.append((CARDS, bytes(game.discards)))
    return rows


def history_rows(table, number):
    """Return the rows of trick ``number`` (from 0) of the public ``table``."""
    first = 4 * number
    cards = bytes(table.log[first : first + 4])
    winner = table.winners[number] if len(cards) == 4 else 255
    words = t("tarocco.trick", number + 1)
    if winner < 4:
        words = t("hist.trick", number + 1, seat_name(winner))
    rows = [(HEAD, words, halves_text(trick_halves(cards))), (CARDS, cards)]
    for i in range(len(cards)):
        seat = table.who[first + i]
        words = t("table.plays", seat_name(seat), card_name(cards[i]))
        rows.append((LINE, words, "\u2713" if seat == winner else ""))
    return rows
