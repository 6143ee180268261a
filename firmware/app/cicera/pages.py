# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pages about a deal of Cicera that goes on: what is known, and what was played."""

from engine.cicera.cards import BONUSES
from firmware.app.cicera.words import bonus_text, card_name
from firmware.app.widgets.rows import CARDS, HEAD, LINE, pair
from firmware.content.text import t


def info_rows(game, record):
    """Return pages about all that South may know during the deal."""
    table = game.table
    rows = [(HEAD, t("info.so_far"), t("side.we"), t("side.they"))]
    for kind in range(4):
        pair(rows, t("bonus." + BONUSES[kind]), table.bonus[kind], table.bonus[4 + kind])
    pair(rows, t("info.cards"), len(table.piles[0]), len(table.piles[1]))
    pair(rows, t("info.swords"), table.swords[0], table.swords[1])
    if record.target:
        pair(rows, t("count.match", record.target), record.scores[0], record.scores[1])
    last = table.last_take()
    if last >= 0:
        seat = table.who[last]
        rows.append((HEAD, t("cicera.last.you" if seat == 0 else "cicera.last",
                             t("seat." + str(seat))), ""))
        rows.append((CARDS, bytes((table.log[last],)) + table.take(last)))
    for team in (0, 1):
        rows.append((HEAD, t("cicera.ours" if team == 0 else "cicera.theirs"),
                     str(len(table.piles[team]))))
        rows.append((CARDS, bytes(sorted(table.piles[team]))))
    return rows


def history_rows(table, number):
    """Return the rows of round ``number`` (from 0) of Cicera, its last play first."""
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
