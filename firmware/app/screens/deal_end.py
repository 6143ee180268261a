# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""After a deal: it goes into the statistics, is compared with the time before, and what comes next.

The file ``pair`` keeps the result of the last single deal: the record's key, whether the cards
were those of the other team, and both totals.
"""

import struct
from os import urandom

from engine import dealcode
from firmware.app.app import LESSONS
from firmware.app.scope import Scope
from firmware.app.widgets.dialog import Dialog
from firmware.app.widgets.list import List
from firmware.app.widgets.page import Pages
from firmware.app.widgets.rows import BIG, HEAD, LINE
from firmware.content.text import t


def _rows():
    return [t("after.again"), t("after.turn")]


def deal_menu(app, record):
    """Show the code of the deal going on; return the Record to go on with instead, or None."""
    rows = [t("table.go_on")] + ([] if record.target else _rows())
    chosen = app.open(List(app, t("table.code", record.shown_code()), rows))
    if not chosen:
        return None
    sure = app.open(Dialog(
        app, rows[chosen], ((t("begin.lost", t("short." + record.game)), ""),), t("begin.yes"),
        t("begin.no"),
    ))
    return record.again(chosen == 2) if sure else None


def after_deal(app, record, totals):
    """Do what is to be done when the deal of ``record`` was counted.

    ``totals``: both teams' points. Returns the bytes of the record to go on with, or None.
    """
    if record.code not in LESSONS:
        _note(app, record, totals)
    if record.target:
        following = record.next_deal(totals)
        if following is None:
            we, they = record.scores_after(totals)
            app.say(t("count.match.won" if we > they else "count.match.lost", we, they))
            app.save_game(b"")
        return following and following.to_bytes()
    app.save_game(b"")
    _compare(app, record, totals)
    rows = [t("after.new")] + _rows() + [t("after.title")]
    chosen = app.open(List(app, t("table.code", record.shown_code()), rows))
    if chosen == 0:
        return record.other_deal(dealcode.from_entropy(urandom(7))).to_bytes()
    if chosen == 1 or chosen == 2:
        return record.again(chosen == 2).to_bytes()
    return None


def _note(app, record, totals):
    with Scope():
        from firmware.app.screens import statistics

        statistics.note(app, record, totals)


def _compare(app, record, totals):
    # Show this result beside that of the same deal before, if that was the last one.
    deal = record.key()
    turned = record.turned
    before, _ = app.store.load("pair")
    app.store.save("pair", deal + struct.pack("<BHH", turned, *totals))
    if not before or len(before) != 11 or before[:6] != deal:
        return
    other, ours, theirs = struct.unpack("<BHH", before[6:])
    rows = compared(turned != other, (ours, theirs), totals)
    app.open(Pages(app, t("after.compare"), (lambda: rows,), record.game))


def compared(turned, before, now):
    """Return the rows that compare the totals ``before`` and ``now`` of the same deal.

    ``turned``: once with each team's cards, so that the sums are fair.
    """
    ours = before[0] + now[0]
    theirs = before[1] + now[1]
    words = t("after.same")
    if turned:
        words = t("count.draw")
        if ours != theirs:
            words = t("count.won" if ours > theirs else "count.lost", abs(ours - theirs))
    rows = [
        (HEAD, words, t("side.we"), t("side.they")),
        (LINE, t("after.before"), str(before[0]), str(before[1])),
        (LINE, t("after.turned" if turned else "after.now"), str(now[0]), str(now[1])),
    ]
    if turned:
        rows.append((BIG, t("count.total"), str(ours), str(theirs)))
        rows.append((LINE, t("after.fair"), ""))
    return rows
