# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Where everything lies on the table of Cicera, on every size of panel."""

import displayio
from micropython import const

from firmware.app.cicera.table_cards import Spread
from firmware.app.play.seats import Seat, icon
from firmware.app.widgets.hand import Hand
from firmware.app.widgets.theme import Line
from firmware.content.text import t

_H = const(48)


def build(table):
    """Make the pieces of ``table``, a firmware.app.cicera.table.Table; return the scene."""
    app = table.app
    theme = app.theme
    W, H = app.W, app.H
    group = displayio.Group()
    line = theme.line()
    tall = table.tall
    bar = line + 2
    group.append(theme.box(0, 0, W, bar, theme.bar))
    dealer = table.game.table.dealer
    rounds = theme.width(t("cicera.round", 12))
    table.wordy = tall
    if table.narrow:
        # The dealer's name and the points come before the word for the round.
        who = theme.width(t("label." + str(dealer)) if dealer else t("seat.you"))
        table.wordy = rounds + who + theme.width(t("table.points", 11, 11)) + 32 <= W
    if not table.wordy:
        rounds = 26
    table.left = Line(theme, 3, 2, rounds, theme.bar_text)
    table.right = Line(theme, W - 103, 2, 100, theme.bar_text, None, 1)
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
        table.said = Line(theme, 41, says + 2, W - 82, theme.text, None, 0.5)
        table.about = Line(theme, 20, says + line + 2, W - 40, theme.accent, None, 0.5)
        top = bar + line + 5
        bottom = says - 2
        lay = theme.label(" " + t("cicera.lay") + " ", W - 3, says + line + 2, theme.text,
                         align=1)
    elif table.narrow:
        # Names and text have rows of their own, and the hand the whole width.
        hand_y = H - 28
        hand_w = W
        x = 1
        gap = W - 2 - theme.width(t("seat.you")) - 3 - 4
        for seat in range(1, 4):
            gap -= theme.width(t("label." + str(seat)) + " 00") + 3
        for seat in range(4):
            name = Seat(app, group, seat, x, bar - 2)
            seats.append(name)
            x = name.marks_x - 2 + min(gap // 3, 30)
        says = bar + line
        table.said = Line(theme, 1, says, W - 2, theme.text)
        table.about = Line(theme, 3, says, W - 6, theme.accent, None, 1)
        top = says + max(line, theme.small.height)
        bottom = max(hand_y, top + _H)
        lay = theme.label(" " + t("cicera.lay") + " ", W - 3, says, theme.text, align=1)
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
        table.said = Line(theme, W - room, says, room, theme.text, rows=2)
        table.about = Line(theme, W - room, says + 1 + 2 * line, room, theme.dim)
        top = bar
        bottom = max(says - 2, top + 54)
        lay = theme.label(" " + t("cicera.lay") + " ", W - room, H - line, theme.text)
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
        group.append(theme.label(seats[dealer].name, x + 14, 2, theme.bar_text).tile)
    else:
        seats[dealer].mark("dealer")
    return group
