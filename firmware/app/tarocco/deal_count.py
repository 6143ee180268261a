# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pages of Tarocco Bolognese: the final count, and what is public during the deal."""

from engine.tarocco.count import SEQUENCES, SETS, combinations
from firmware.app.tarocco.combinations import set_name
from firmware.app.tarocco.words import card_name, halves_text
from firmware.app.widgets.pages import BIG, CARDS, HEAD, LINE, SHOW
from firmware.content.text import t


def _combinations(rows, found):
    # One line for each combination with its cards, and one for each doubling.
    sets = found["sets"]
    members = found["cards"]
    for name in SETS:
        if name in sets:
            rows.append((SHOW, set_name(name, sets[name]), str(sets[name]), members[name]))
    if found["sets_doubled"]:
        rows.append((LINE, t("count.doubled.sets", len(sets)),
                     "{} \u00d7 2 = {}".format(found["sets_sum"], found["sets_total"])))
    sequences = found["sequences"]
    for name in SEQUENCES:
        if name in sequences:
            length, points = sequences[name]
            rows.append((SHOW, t("seq." + name, length), str(points), members[name]))
    if found["sequences_doubled"]:
        rows.append((LINE, t("count.doubled.sequences", len(sequences)),
                     "{} \u00d7 2 = {}".format(found["sequences_sum"],
                                               found["sequences_total"])))


def _two(rows, key, one, other, kind=LINE):
    rows.append((kind, t(key), str(one), str(other)))


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
        _two(rows, "count.cards", we["card_points"], they["card_points"])
        _two(rows, "count.last", we["last_trick"], they["last_trick"])
        _two(rows, "count.declarations", we["declarations"], they["declarations"])
        ours = we["combinations"]
        theirs = they["combinations"]
        _two(rows, "count.sets", ours["sets_total"], theirs["sets_total"])
        _two(rows, "count.sequences", ours["sequences_total"], theirs["sequences_total"])
        _two(rows, "count.total", we["total"], they["total"], BIG)
        if record.target:
            scores = record.scores
            rows.append((LINE, t("count.match", record.target),
                         str(scores[0] + we["total"]), str(scores[1] + they["total"])))
        return rows

    def declarations():
        rows = []
        for seat in range(4):
            declared = count["declared"][seat]
            if declared:
                rows.append((HEAD, t("declare.you" if seat == 0 else "declare.by",
                                     t("seat." + str(seat))), str(declared["total"])))
                if declared["total"]:
                    _combinations(rows, declared)
                else:
                    rows.append((LINE, t("declare.nothing"), ""))
        return rows

    def captured(team):
        found = count["teams"][team]["combinations"]
        rows = [(HEAD, t("count.theirs" if team else "count.ours"), str(found["total"]))]
        if found["total"]:
            _combinations(rows, found)
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

    def turning_points():
        from firmware.app.screens.key_moments import tarocco_rows

        return tarocco_rows(game.table)

    sections = [
        result, declarations, lambda: captured(0), lambda: captured(1),
        lambda: _settlement(count), lambda: pile(0), lambda: pile(1), turning_points,
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


def info_rows(game, record):
    """Return pages about all that South may know during the deal."""
    table = game.table
    rows = [(HEAD, t("info.so_far"), t("side.we"), t("side.they"))]
    rows.append((LINE, t("count.cards"), halves_text(table.halves[0]), halves_text(table.halves[1])))
    _two(rows, "count.declarations", table.declared[0] + table.declared[2],
         table.declared[1] + table.declared[3])
    _two(rows, "info.tricks", table.tricks[0], table.tricks[1])
    if record.target:
        rows.append((LINE, t("count.match", record.target), str(record.scores[0]),
                     str(record.scores[1])))
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
            _combinations(rows, combinations(table.shown[seat], True))
    if table.dealer == 0 and game.discards:
        rows.append((HEAD, t("discards.you"), ""))
        rows.append((CARDS, bytes(game.discards)))
    return rows
