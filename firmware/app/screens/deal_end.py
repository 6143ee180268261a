# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""After a deal: it goes into the statistics, is compared with the time before, and what comes next.

The file ``pair`` keeps the result of the last single deal: the code's five bytes, the game, whether the
cards were those of the other team, and both totals.
"""

import struct

from micropython import const

from firmware.app.app import LESSONS, forget
from firmware.content.text import t

_TURNED = const(8)  # in a record's byte of levels: the other team's cards, see engine.record


def shown_code(keeper):
    """Return the code of the deal as people read it."""
    return keeper.code[:4] + "-" + keeper.code[4:]


def again(data, turn=False):
    """Return the record ``data`` (bytes) as of the deal just dealt, ``turn``: to the other team."""
    head = bytearray(data[:16])
    head[15] = 0
    if turn:
        head[8] ^= _TURNED
    return bytes(head) + b"\0\0"


def _rows():
    return [t("after.again"), t("after.turn")]


def deal_menu(app, keeper):
    """Show the code of the deal going on; return the record to go on with instead, or None."""
    from firmware.app.widgets.menu import Menu

    rows = [t("table.go_on")] + ([] if keeper.target else _rows())
    chosen = Menu(app, t("table.code", shown_code(keeper)), rows).run()
    app.show(None)
    if not chosen:
        return None
    from firmware.app.widgets.dialog import confirm

    if not confirm(
        app, rows[chosen], ((t("begin.lost", t("short." + keeper.game)), ""),), t("begin.yes"),
        t("begin.no"),
    ):
        return None
    return again(keeper.to_bytes(), chosen == 2)


def after_deal(app, keeper, dealer, totals):
    """Do what is to be done when a deal was counted.

    ``dealer``: its dealer's seat, ``totals``: both teams' points. Returns the bytes of the record to go
    on with, or None.
    """
    data = keeper.to_bytes()
    if keeper.code not in LESSONS:
        from firmware.app.screens import statistics as stats

        stats.note(app, data, totals)
        stats = None
        forget("firmware.app.screens.statistics")
    if keeper.target:
        from firmware.app.keeper import following

        following = following(keeper, totals)
        if following is None:
            we = keeper.scores[0] + totals[0]
            they = keeper.scores[1] + totals[1]
            app.say(t("count.match.won" if we > they else "count.match.lost", we, they))
            app.save_game(b"")
        return following
    app.save_game(b"")
    _compare(app, keeper, data, totals)
    from firmware.app.widgets.menu import Menu

    rows = [t("after.new")] + _rows() + [t("after.title")]
    chosen = Menu(app, t("table.code", shown_code(keeper)), rows).run()
    app.show(None)
    if chosen == 0:
        from os import urandom

        from engine import dealcode
        from engine.record import Record

        # The deal passes to the right.
        code = dealcode.from_entropy(urandom(7))
        return Record(
            keeper.game, code, keeper.level, keeper.partner, dealer=(dealer + 1) & 3
        ).to_bytes()
    if chosen == 1 or chosen == 2:
        return again(data, chosen == 2)
    return None


def _compare(app, keeper, data, totals):
    # Show this result beside that of the same deal before, if that was the last one.
    deal = data[3:8] + data[2:3]
    turned = 1 if data[8] & _TURNED else 0
    before, _ = app.store.load("pair")
    app.store.save("pair", deal + struct.pack("<BHH", turned, *totals))
    if not before or len(before) != 11 or before[:6] != deal:
        return
    other, ours, theirs = struct.unpack("<BHH", before[6:])
    rows = compared(turned != other, (ours, theirs), totals)
    from firmware.app.widgets.pages import Pages

    Pages(app, t("after.compare"), (lambda: rows,), keeper.game).run()
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
