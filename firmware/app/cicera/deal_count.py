# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The final count of Cicera, as pages."""

from engine.cicera.cards import BONUSES
from engine.cicera.count import capture_values
from firmware.app.play.seats import seat_name
from firmware.app.screens import key_moments
from firmware.app.widgets.rows import BIG, CARDS, HEAD, LINE, pair
from firmware.content.text import t

_AWARDS = ("cards", "swords", "mata", "ten_coins", "fante_cups", "napula")


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
            pair(rows, t("bonus." + name), we["bonuses"][name], they["bonuses"][name])
        for name in _AWARDS:
            if name in ("cards", "swords"):
                words = t("award." + name, we[name], they[name])
            else:
                words = t("award." + name)
            pair(rows, words, we["awards"][name], they["awards"][name])
        pair(rows, t("count.total"), we["total"], they["total"], BIG)
        if record.target:
            scores = record.scores
            pair(rows, t("count.match", record.target), scores[0] + we["total"],
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

    def moments():
        table = game.table

        def describe(i):
            words = t("turning.capture", i // 4 + 1, seat_name(table.who[i]))
            cards = bytes((table.log[i],)) + table.take(i)
            return words, str(values[i]), cards

        values = capture_values(table)
        return key_moments.rows(values, describe)

    return [result, piles, moments], (we["total"], they["total"])
