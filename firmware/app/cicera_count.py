# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pages of Cicera: the final count, and what is public during the deal."""

from engine.cicera.cards import BONUSES
from firmware.app.pages import BIG, BREAK, CARDS, HEAD, LINE
from firmware.text import t

_AWARDS = ("cards", "swords", "mata", "ten_coins", "fante_cups", "napula")


def _pair(rows, words, one, other, kind=LINE):
    rows.append((kind, words, str(one), str(other)))


def count_rows(game, record):
    """Return the pages of the final count; ``game`` is over."""
    count = game.count()
    we, they = count["teams"]
    winner = count["winner"]
    rows = []
    if winner is None:
        words = t("count.draw")
    else:
        words = t("count.won" if winner == 0 else "count.lost",
                  abs(we["total"] - they["total"]))
    rows.append((HEAD, words, t("side.we"), t("side.they")))
    for name in BONUSES:
        _pair(rows, t("bonus." + name), we["bonuses"][name], they["bonuses"][name])
    for name in _AWARDS:
        if name == "cards":
            words = t("award.cards", we["cards"], they["cards"])
        elif name == "swords":
            words = t("award.swords", we["swords"], they["swords"])
        else:
            words = t("award." + name)
        _pair(rows, words, we["awards"][name], they["awards"][name])
    _pair(rows, t("count.total"), we["total"], they["total"], BIG)
    if record.target:
        after = record.after((we["total"], they["total"]))
        _pair(rows, t("count.match", record.target), after[0], after[1])
    if count["last_capture"] is None:
        rows.append((LINE, t("cicera.nobody"), ""))
    for team in (0, 1):
        result = count["teams"][team]
        rows.append((BREAK,))
        rows.append((HEAD, t("cicera.ours" if team == 0 else "cicera.theirs"),
                     str(result["cards"])))
        rows.append((CARDS, result["captured"]))
    if count["left"]:
        rows.append((HEAD, t("cicera.rest.nobody" if count["last_capture"] is None
                             else "cicera.rest.ours" if count["last_capture"] == 0
                             else "cicera.rest.theirs"), ""))
        rows.append((CARDS, count["left"]))
    return rows


def info_rows(game, record):
    """Return pages about all that South may know during the deal."""
    table = game.table
    rows = [(HEAD, t("info.so_far"), t("side.we"), t("side.they"))]
    for kind in range(4):
        _pair(rows, t("bonus." + BONUSES[kind]), table.bonus[kind], table.bonus[4 + kind])
    _pair(rows, t("info.cards"), len(table.piles[0]), len(table.piles[1]))
    _pair(rows, t("info.swords"), table.swords[0], table.swords[1])
    if record.target:
        _pair(rows, t("count.match", record.target), record.scores[0], record.scores[1])
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
