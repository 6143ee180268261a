# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Statistics of finished deals by game and level, kept on the flash.

The file ``stats`` is the key of the record counted last (see engine.record) and 20 bytes for each
level of each game: deals, deals won, the sums of our and of their points, our best count, the largest lead, deals won in a row now and at most.
"""

import struct

from micropython import const

from engine.record import GAMES, LEVELS
from firmware.app.widgets.dialog import Dialog
from firmware.app.widgets.list import List
from firmware.app.widgets.page import Pages
from firmware.app.widgets.rows import HEAD, LINE
from firmware.content.text import t

_FORM = "<HHIIHHHH"
_SIZE = const(20)
_HEAD = const(6)


def _load(app):
    data, _ = app.store.load("stats")
    if not data or len(data) != _HEAD + 6 * _SIZE:
        data = bytes(_HEAD + 6 * _SIZE)
    return bytearray(data)


def _place(game, level):
    return _HEAD + _SIZE * (3 * GAMES.index(game) + level)


def note(app, record, totals):
    """Count a finished deal: ``record`` its record, ``totals`` both teams' points.

    A deal in which something was taken back doesn't count, nor does the same deal again.
    """
    data = _load(app)
    deal = record.key()
    if record.taken_back or data[:_HEAD] == deal:
        return
    place = _place(record.game, record.level)
    deals, won, ours, theirs, best, lead, row, longest = struct.unpack_from(_FORM, data, place)
    we, they = totals
    row = row + 1 if we > they else 0
    struct.pack_into(
        _FORM, data, place, min(deals + 1, 65535), min(won + (we > they), 65535), ours + we,
        theirs + they, max(best, we), max(lead, we - they), min(row, 65535),
        min(max(longest, row), 65535),
    )
    data[:_HEAD] = deal
    app.store.save("stats", bytes(data))


def rows(app, game, level):
    """Return the rows of a page, see firmware.app.widgets.page; [] if no deal was finished."""
    found = struct.unpack_from(_FORM, _load(app), _place(game, level))
    deals, won, ours, theirs, best, lead, row, longest = found
    if not deals:
        return []

    def mean(total):
        return str((total + deals // 2) // deals)

    return [
        (HEAD, t("stats.level", t("level." + LEVELS[level])), ""),
        (LINE, t("stats.deals"), str(deals)),
        (LINE, t("stats.won"), "{} ({} %)".format(won, (100 * won + deals // 2) // deals)),
        (LINE, t("stats.mean"), mean(ours) + " : " + mean(theirs)),
        (LINE, t("stats.best"), str(best)),
        (LINE, t("stats.lead"), str(lead)),
        (LINE, t("stats.row"), str(row)),
        (LINE, t("stats.longest"), str(longest)),
    ]


def statistics(app):
    """Show the statistics of each game, and let them be begun anew."""
    chosen = 0
    while True:
        lines = [t("game.tarocco"), t("game.cicera"), t("stats.reset"), t("option.back")]
        chosen = app.open(List(app, t("stats.title"), lines, chosen))
        if chosen is None or chosen == 3:
            return
        if chosen == 2:
            if app.open(Dialog(
                app, t("stats.reset"), ((t("stats.sure"), ""),), t("stats.yes"), t("stats.no")
            )):
                app.store.save("stats", b"")
            continue
        game = GAMES[chosen]
        sections = []
        for level in (2, 1, 0):
            if rows(app, game, level):
                sections.append(lambda game=game, level=level: rows(app, game, level))
        if sections:
            last = sections[-1]
            sections[-1] = lambda last=last: last() + [(LINE, t("stats.about"), "")]
        else:
            sections.append(lambda: [(LINE, t("stats.none"), ""), (LINE, t("stats.about"), "")])
        app.open(Pages(app, t("short." + game), sections, game))
