# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Where everything lies on the table of Tarocco, on every size of panel."""

import displayio
from micropython import const

from firmware.app.play.seats import Seat
from firmware.app.widgets.hand import Hand
from firmware.app.widgets.theme import Line
from firmware.content.text import t

_W = const(32)  # a card
_H = const(48)
SLOTS = const(5)  # cards of a trick kept in memory


def build(table):
    """Make the pieces of ``table``, a firmware.app.tarocco.table.Table; return the scene."""
    app = table.app
    theme = app.theme
    # Pages used the memory of the cards meanwhile.
    table.sheet.reset()
    W, H = app.W, app.H
    group = displayio.Group()
    line = theme.line()
    tall = table.tall
    bar = line + 2
    group.append(theme.box(0, 0, W, bar, theme.bar))
    table.left = Line(theme, 3, 2, 80, theme.bar_text)
    table.right = Line(theme, W - 123, 2, 120, theme.bar_text, None, 1)
    group.append(table.left.tile)
    group.append(table.right.tile)

    if table.narrow:
        _narrow(table, group, bar, line)
        _finish(table, group)
        return group
    # The trick: north and south overlap as far as they must, south on top, so that the
    # indexes of both can be read.
    # High lines (Thai) need more room.
    high = line > 13
    hand_y = H - _H - 2 if tall else H - _H + (11 if high else 8)
    says = hand_y - 12 - 2 * line
    top = bar + 2
    middle = W // 2
    if tall:
        north_y = top + line + 3
        south_y = min(north_y + _H + 4, says - 4 - _H)
        side_x = 44
    else:
        north_y = top
        south_y = min(north_y + _H + 4, hand_y - 4 - _H)
        side_x = 40
    side_y = (north_y + south_y) // 2 + (0 if tall else 2)
    places = (
        (middle - _W // 2, south_y), (middle - _W // 2 + side_x, side_y),
        (middle - _W // 2, north_y), (middle - _W // 2 - side_x, side_y),
    )
    _trick(table, group, places)

    # Names: east and west beside their cards, north above or beside its own, the player's low.
    side = side_y + 8 if tall else top
    east = Seat(app, group, 1, W - 2, side, 1, True)
    west = Seat(app, group, 3, 2, side, 0, True)
    if tall:
        north = Seat(app, group, 2, middle - 28, top, 0)
        you = Seat(app, group, 0, 2, says, 0)
        table.said = Line(theme, 44, says + 2, W - 88, theme.text, None, 0.5)
        table.about = Line(theme, 44, says + line + 2, W - 88, theme.dim, None, 0.5)
    else:
        room = middle - side_x - _W // 2 - 6
        # High lines would be under the card beside them: on the bar there is room for the name.
        if high:
            north = Seat(app, group, 2, middle - 28, 0, bar=True)
        else:
            north = Seat(app, group, 2, middle + _W // 2 + 2, top - 3, 0)
        you = Seat(app, group, 0, W - 2, hand_y - 10 - line - high, 1)
        # High lines leave room for two.
        # (So low that marks fit above, so high that the strip leaves the card under the cursor.)
        words_y = top + line + 14 if high else top + 2 * line - 2
        table.said = Line(theme, 3, words_y, room, theme.text, rows=2 if high else 3)
        table.about = Line(theme, W - 3 - room, words_y, room, theme.dim, None, 1)
    table.seats = (you, east, north, west)
    table.hand = Hand(app, "tarocco", hand_y, W, app.memory, _spare(app))
    _finish(table, group)
    return group


def _narrow(table, group, bar, line):
    # Four columns from the west to the player, each with its name above its card; text beside
    # them or, where the panel is too narrow for that, below.
    app = table.app
    theme = app.theme
    W = app.W
    # High lines (Thai) need more rows than there are: cards lose their feet, in the hand as well.
    high = line > 13
    y = bar + line + high
    step = 40
    # (Before each card there is room for its player's marks.)
    first = step - _W
    _trick(table, group, [(first + step * i, y) for i in (3, 2, 1, 0)])
    room = min(W, 180) - 2 - theme.width(t("seat.you")) - 7
    for seat in (1, 2, 3):
        room -= theme.width(t("label." + str(seat)) + " 00") + 3
    x = 1
    seats = [None] * 4
    for i in range(4):
        seat = seats[3 - i] = Seat(app, group, 3 - i, x, bar - 2)
        x = seat.marks_x - 2 + room // 3
        seat.slim = True
        seat.marks_x = step * i + 1
        seat.marks_y = y + 1
    table.seats = seats
    hand_y = app.H - (28 if high else 32)
    if W < 200:
        # (Cards lifted out of the hand leave what is said.)
        y += _H
        hand_y += 3
        if high:
            hand_y += 3
            y -= 6
            group.append(theme.box(0, y, W, 6, theme.felt))
        table.said = Line(theme, 3, y, W - 6, theme.text)
        table.about = Line(theme, 3, y, W - 6, theme.dim, None, 1)
    else:
        x = 4 * step + 2
        y += 1 if high else 3
        table.said = Line(theme, x, y, W - x - 1, theme.text, rows=2)
        table.about = Line(theme, x, y + 2 * line + 1, W - x - 1, theme.dim)
    table.hand = Hand(app, "tarocco", hand_y, W, app.memory, _spare(app))


def _spare(app):
    # The memory of the faces that a trick doesn't need.
    return memoryview(app.cards.buffer)[_W * _H // (8 if app.mono else 2) * SLOTS :]


def _trick(table, group, places):
    table.trick = [None] * 4
    for seat in (2, 3, 1, 0):
        x, y = places[seat]
        tile = displayio.TileGrid(
            table.sheet.bitmap, pixel_shader=table.sheet.palette, tile_width=_W, tile_height=_H,
            x=x, y=y,
        )
        tile.hidden = True
        table.trick[seat] = tile
        group.append(tile)


def _finish(table, group):
    public = table.game.table
    group.append(table.said.tile)
    group.append(table.about.tile)
    group.append(table.hand.tile)
    table.seats[public.dealer].mark("dealer")
    for seat in range(4):
        if public.said[seat] == 2:
            table.seats[seat].mark("declared")
