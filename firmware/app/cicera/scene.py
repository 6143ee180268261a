# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Where everything lies on the table of Cicera, on every size of panel."""

import displayio
from micropython import const

from firmware.app.cicera.table_cards import Spread
from firmware.app.table.seats import Seat, icon
from firmware.app.widgets.hand import Hand
from firmware.app.widgets.theme import Line
from firmware.content.text import t

_H = const(48)


def build(table):
    """Make the pieces of ``table``, a firmware.app.cicera.table.Table; return the scene."""
    app = table.app
    look = app.look
    W, H = app.W, app.H
    group = displayio.Group()
    line = look.line()
    tall = table.tall
    bar = line + 2
    group.append(look.box(0, 0, W, bar, look.bar))
    dealer = table.game.table.dealer
    rounds = look.width(t("cicera.round", 12))
    table.wordy = tall
    if table.narrow:
        # The dealer's name and the points come before the word for the round.
        who = look.width(t("label." + str(dealer)) if dealer else t("seat.you"))
        table.wordy = rounds + who + look.width(t("table.points", 11, 11)) + 32 <= W
    if not table.wordy:
        rounds = 26
    table.left = Line(look, 3, 2, rounds, look.bar_text)
    table.right = Line(look, W - 103, 2, 100, look.bar_text, None, 1)
    group.append(table.left.tile)
    group.append(table.right.tile)
    seats = []
    if tall:
        hand_y = H - _H - 2
        hand_w = W
        says = hand_y - 11 - 2 * line
        seats.append(Seat(app, group, 0, 2, says))
        seats.append(Seat(app, group, 1, W - 2, bar, 1))
        seats.append(Seat(app, group, 2, W // 2 - 28, bar))
        seats.append(Seat(app, group, 3, 2, bar))
        table.said = Line(look, 41, says + 2, W - 82, look.text, None, 0.5)
        table.about = Line(look, 20, says + line + 2, W - 40, look.accent, None, 0.5)
        top = bar + line + 5
        bottom = says - 2
        lay = look.label(" " + t("cicera.lay") + " ", W - 3, says + line + 2, look.text,
                         align=1)
    elif table.narrow:
        # Names and text have rows of their own, and the hand the whole width.
        hand_y = H - 28
        hand_w = W
        x = 1
        gap = W - 2 - look.width(t("seat.you")) - 3 - 4
        for seat in range(1, 4):
            gap -= look.width(t("label." + str(seat)) + " 00") + 3
        for seat in range(4):
            name = Seat(app, group, seat, x, bar - 2)
            seats.append(name)
            x = name.marks_x - 2 + min(gap // 3, 30)
        says = bar + line
        table.said = Line(look, 1, says, W - 2, look.text)
        table.about = Line(look, 3, says, W - 6, look.accent, None, 1)
        top = says + line
        bottom = max(hand_y, top + _H)
        lay = look.label(" " + t("cicera.lay") + " ", W - 3, says, look.text, align=1)
    else:
        hand_y = H - _H + 8
        room = 106
        hand_w = W - room - 3
        # The names stand in the bar, in the order of play.
        x = 30
        for seat in range(4):
            name = Seat(app, group, seat, x, 0, bar=True)
            seats.append(name)
            x = name.end + (10 if seat == dealer else 0)
        says = hand_y - 6 - 2 * (line - 13)
        table.said = Line(look, W - room, says, room, look.text, rows=2)
        table.about = Line(look, W - room, says + 1 + 2 * line, room, look.dim)
        top = bar
        bottom = max(says - 2, top + 54)
        lay = look.label(" " + t("cicera.lay") + " ", W - room, H - line, look.text)
    table.seats = seats
    table.spread = Spread(app, table.sheet, "cicera", 2, top, W - 4, bottom - top, table.cells)
    group.append(table.spread.group)
    group.append(table.said.tile)
    group.append(table.about.tile)
    table.hand = Hand(app, "cicera", hand_y, hand_w, app.memory)
    if app.mono:
        table.spread.spare = len(app.memory) - (hand_w + 7) // 8 * table.hand.bitmap.height
    group.append(table.hand.tile)
    lay.tile.hidden = True
    table.lay_down = lay
    group.append(lay.tile)
    if table.narrow:
        x = rounds + 8
        group.append(icon("dealer", app.mono, x, bar // 2 - 5))
        group.append(look.label(seats[dealer].name, x + 14, 2, look.bar_text).tile)
    else:
        seats[dealer].mark("dealer")
    return group
