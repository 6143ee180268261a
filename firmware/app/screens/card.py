# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""One card, large: its drawing, its full name, what it is worth and what still beats it."""

import displayio

from firmware.app.widgets.theme import Line
from firmware.content import art
from firmware.content.fonts import wrap
from firmware.content.text import t

_OFFER = (("ok", "hint.on"),)


def _tarocco(game, card):
    from engine.tarocco.cards import SUIT, VALUES
    from firmware.app.tarocco.words import card_name

    lines = [t("zoom.points", VALUES[card])]
    if card == 61:
        lines.append(t("zoom.matto"))
    else:
        if card == 60:
            lines.append(t("zoom.begato"))
        elif card > 55:
            lines.append(t("zoom.moor"))
        higher = 0
        for other in game.view(0).unseen():
            if SUIT[other] == SUIT[card] and other < card and not 55 < other < card < 60:
                higher += 1
        lines.append(t("zoom.higher", higher) if higher else t("zoom.highest"))
    return card_name(card), lines


def _cicera(game, card):
    from firmware.app.cicera.table import card_name

    rank = card % 13
    name = card_name(card)
    if 0 < rank < 10:
        lines = [t("zoom.number", rank + 1)]
    else:
        # nothing adds up to an ace
        lines = [t("zoom.court", t("rank." + "afcr"[max(rank - 9, 0)]))]
    if card in (1, 36, 48):
        # 10 of coins, Fante of cups, the mata: the two of swords
        lines.append(t("zoom.award"))
    if card < 3:
        lines.append(t("zoom.napula"))
    elif card < 13:
        lines.append(t("zoom.sword"))
    where = game.table.where
    unseen = 0
    for other in range(rank, 52, 13):
        if where[other] == 255 and other not in bytes(game.hands[0]):
            unseen += 1
    lines.append(t("zoom.unseen", unseen))
    return name, lines


def _height(look, name, lines, room):
    # How high the words are in ``room`` pixels of width, from the top of the screen.
    rows = 0
    for text in lines:
        rows += len(wrap(look.small, text, room))
    return 8 + look.line(look.big) * len(wrap(look.big, name, room)) + look.line() * rows


def show(app, table, card):
    """Show ``card`` until a button is pressed; ``table`` is the table it is played at."""
    look = app.look
    tall = app.H >= 200
    name, lines = (_tarocco if table.name == "tarocco" else _cicera)(table.game, card)
    # As large as it can be with all the words beside it.
    scale = 3 if tall else 2
    while scale > 1 and _height(look, name, lines, app.W - 20 - 32 * scale) > app.H - 4:
        scale -= 1
    group = displayio.Group()
    if not look.mono:
        group.append(look.box(0, 0, app.W, app.H, look.felt))
    sheet = art.Cards(table.name, app.mono, 1, app.cards)
    # Drawn large into the memory of the hand, for displayio would need as much again for its own.
    large = displayio.Bitmap(32 * scale, 48 * scale, 2 if app.mono else 16, app.memory)
    top = 48 * sheet.tile(card)
    for row in range(48):
        for column in range(32):
            large.framebuf.fill_rect(
                column * scale, row * scale, scale, scale, sheet.bitmap.framebuf.pixel(column, top + row)
            )
    sheet.close()
    group.append(displayio.TileGrid(
        large, pixel_shader=sheet.palette, x=8, y=(app.H - 48 * scale) // 2
    ))
    x = 16 + 32 * scale
    room = app.W - x - 4
    y = 48 if tall else 4
    for words in wrap(look.big, name, room):
        group.append(Line(look, x, y, room, look.text, look.big, words=words).tile)
        y += look.line(look.big)
    y += 4
    for text in lines:
        for words in wrap(look.small, text, room):
            group.append(Line(look, x, y, room, look.text, words=words).tile)
            y += look.line()
        y += 3 if tall else 0
    app.show(group)
    app.offer = _OFFER
    app.place = (0, 0)
    app.draw()
    app.settle()
    app.buttons.forget()
    app.event()
