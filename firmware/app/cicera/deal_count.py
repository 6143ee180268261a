# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pages of Cicera: the final count, and what is public during the deal."""

from engine.cicera.cards import BONUSES
from firmware.app.widgets.pages import BIG, CARDS, HEAD, LINE
from firmware.content.text import t

_AWARDS = ("cards", "swords", "mata", "ten_coins", "fante_cups", "napula")


def _pair(rows, words, one, other, kind=LINE):
    rows.append((kind, words, str(one), str(other)))


def count_sections(game, record):
    """Return the sections of the final count for Pages, and both teams' totals.

    ``game`` is over.
    """
    count = game.count()
    we, they = count["teams"]

    def result():
        winner = count["winner"]
        words = t("count.draw")
        if winner is not None:
            words = t("count.won" if winner == 0 else "count.lost",
                      abs(we["total"] - they["total"]))
        rows = [(HEAD, words, t("side.we"), t("side.they"))]
        for name in BONUSES:
            _pair(rows, t("bonus." + name), we["bonuses"][name], they["bonuses"][name])
        for name in _AWARDS:
            if name in ("cards", "swords"):
                words = t("award." + name, we[name], they[name])
            else:
                words = t("award." + name)
            _pair(rows, words, we["awards"][name], they["awards"][name])
        _pair(rows, t("count.total"), we["total"], they["total"], BIG)
        if record.target:
            scores = record.scores
            _pair(rows, t("count.match", record.target), scores[0] + we["total"],
                  scores[1] + they["total"])
        if count["last_capture"] is None:
            rows.append((LINE, t("cicera.nobody"), ""))
        return rows

    def piles():
        rows = []
        for team in (0, 1):
            side = count["teams"][team]
            rows.append((HEAD, t("cicera.theirs" if team else "cicera.ours"), str(side["cards"])))
            rows.append((CARDS, side["captured"]))
        if count["left"]:
            last = count["last_capture"]
            rows.append((HEAD, t("cicera.rest.nobody" if last is None else "cicera.rest.theirs"
                                 if last else "cicera.rest.ours"), ""))
            rows.append((CARDS, count["left"]))
        return rows

    def turning_points():
        from firmware.app.screens.key_moments import cicera_rows

        return cicera_rows(game.table)

    return [result, piles, turning_points], (we["total"], they["total"])


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
