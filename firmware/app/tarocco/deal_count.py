# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The final count of Tarocco Bolognese, as pages."""

from engine.tarocco.count import trick_values
from firmware.app.play.seats import seat_name
from firmware.app.screens import key_moments
from firmware.app.tarocco.combinations import combination_rows
from firmware.app.tarocco.words import card_name, halves_text
from firmware.app.widgets.rows import BIG, CARDS, HEAD, LINE, pair
from firmware.content.text import t


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
        pair(rows, t("count.cards"), we["card_points"], they["card_points"])
        pair(rows, t("count.last"), we["last_trick"], they["last_trick"])
        pair(rows, t("count.declarations"), we["declarations"], they["declarations"])
        ours = we["combinations"]
        theirs = they["combinations"]
        pair(rows, t("count.sets"), ours["sets_total"], theirs["sets_total"])
        pair(rows, t("count.sequences"), ours["sequences_total"], theirs["sequences_total"])
        pair(rows, t("count.total"), we["total"], they["total"], BIG)
        if record.target:
            scores = record.scores
            pair(rows, t("count.match", record.target), scores[0] + we["total"],
                 scores[1] + they["total"])
        return rows

    def declarations():
        rows = []
        for seat in range(4):
            declared = count["declared"][seat]
            if declared:
                rows.append((HEAD, t("declare.you" if seat == 0 else "declare.by",
                                     t("seat." + str(seat))), str(declared["total"])))
                if declared["total"]:
                    rows += combination_rows(declared)
                else:
                    rows.append((LINE, t("declare.nothing"), ""))
        return rows

    def captured(team):
        found = count["teams"][team]["combinations"]
        rows = [(HEAD, t("count.theirs" if team else "count.ours"), str(found["total"]))]
        if found["total"]:
            rows += combination_rows(found)
        else:
            rows.append((LINE, t("count.none"), ""))
        return rows

    def pile(team):
        side = count["teams"][team]
        return [
            (HEAD, t("count.pile.theirs" if team else "count.pile.ours", side["tricks"]),
             str(side["card_points"])),
            (CARDS, side["captured"]),
        ]

    def moments():
        table = game.table

        def describe(i):
            words = t("hist.trick", i + 1, seat_name(table.winners[i]))
            return words, halves_text(values[i]), bytes(table.log[4 * i : 4 * i + 4])

        values = trick_values(table)
        return key_moments.rows(values, describe)

    sections = [
        result, declarations, lambda: captured(0), lambda: captured(1),
        lambda: _settlement(count), lambda: pile(0), lambda: pile(1), moments,
    ]
    if not any(count["declared"]):
        del sections[1]
    return sections, (we["total"], they["total"])


def _settlement(count):
    rows = []
    matto = count["matto"]
    seat = matto["seat"]
    rows.append((HEAD, t("matto.heading"), ""))
    rows.append((LINE, t("matto.you" if seat == 0 else "matto.seat", t("seat." + str(seat)),
                         matto["trick"] + 1), ""))
    kind = matto["kind"]
    ours = "we" if seat & 1 == 0 else "they"
    if kind == "exchange":
        rows.append((LINE, t("matto.exchange." + ours, card_name(matto["given"])), ""))
        rows.append((CARDS, bytes((61, matto["given"]))))
    else:
        rows.append((LINE, t("matto." + kind + "." + ours), ""))
    dealer = count["dealer"]
    rows.append((HEAD, t("discards.you" if dealer == 0 else "discards.seat",
                         t("seat." + str(dealer))), ""))
    rows.append((CARDS, count["discards"]))
    if matto["discards_moved"]:
        rows.append((LINE, t("discards.moved"), ""))
    elif dealer & 1 == 0:
        rows.append((LINE, t("discards.ours"), ""))
    else:
        rows.append((LINE, t("discards.theirs"), ""))
    return rows
