# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""After a deal: it goes into the statistics, is compared with the time before, and what comes next.

The file ``pair`` keeps the result of the last single deal: the record's key, whether the cards
were those of the other team, and both totals.
"""

import struct

from firmware.app.app import LESSONS, forget
from firmware.content.text import t


def _rows():
    return [t("after.again"), t("after.turn")]


def deal_menu(app, record):
    """Show the code of the deal going on; return the record to go on with instead, or None."""
    from firmware.app.widgets.menu import Menu

    rows = [t("table.go_on")] + ([] if record.target else _rows())
    chosen = Menu(app, t("table.code", record.shown_code()), rows).run()
    app.show(None)
    if not chosen:
        return None
    from firmware.app.widgets.dialog import confirm

    if not confirm(
        app, rows[chosen], ((t("begin.lost", t("short." + record.game)), ""),), t("begin.yes"),
        t("begin.no"),
    ):
        return None
    return record.again(chosen == 2).to_bytes()


def after_deal(app, record, totals):
    """Do what is to be done when a deal was counted.

    ``totals``: both teams' points. Returns the bytes of the record to go on with, or None.
    """
    if record.code not in LESSONS:
        from firmware.app.screens import statistics as stats

        stats.note(app, record, totals)
        stats = None
        forget("firmware.app.screens.statistics")
    if record.target:
        following = record.next_deal(totals)
        if following is None:
            we, they = record.scores_after(totals)
            app.say(t("count.match.won" if we > they else "count.match.lost", we, they))
            app.save_game(b"")
        return following and following.to_bytes()
    app.save_game(b"")
    _compare(app, record, totals)
    from firmware.app.widgets.menu import Menu

    rows = [t("after.new")] + _rows() + [t("after.title")]
    chosen = Menu(app, t("table.code", record.shown_code()), rows).run()
    app.show(None)
    if chosen == 0:
        from os import urandom

        from engine import dealcode

        return record.other_deal(dealcode.from_entropy(urandom(7))).to_bytes()
    if chosen == 1 or chosen == 2:
        return record.again(chosen == 2).to_bytes()
    return None


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
    from firmware.app.widgets.pages import Pages

    Pages(app, t("after.compare"), (lambda: rows,), record.game).run()
    app.show(None)
    forget("firmware.app.widgets.pages")


def compared(turned, before, now):
    """Return the rows that compare the totals ``before`` and ``now`` of the same deal.

    ``turned``: once with each team's cards, so that the sums are fair.
    """
    from firmware.app.widgets.pages import BIG, HEAD, LINE

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
