# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""One card, large: its drawing, its full name, what it is worth and what still beats it."""

import displayio

from firmware.app.screen import Screen
from firmware.app.widgets.theme import Line
from firmware.content import art
from firmware.content.fonts import wrap

_OFFER = (("ok", "hint.on"),)


def _height(theme, name, lines, room):
    # How high the words are in ``room`` pixels of width, from the top of the screen.
    rows = 0
    for text in lines:
        rows += len(wrap(theme.small, text, room))
    return 8 + theme.line(theme.big) * len(wrap(theme.big, name, room)) + theme.line() * rows


class CardPage(Screen):
    """``card`` of ``game`` until a button is pressed; ``facts``: its name and lines about it."""

    def __init__(self, app, game, card, facts):
        Screen.__init__(self, app)
        self.game = game
        self.card = card
        self.facts = facts

    def build(self):
        """Make the scene."""
        app = self.app
        card = self.card
        theme = app.theme
        tall = app.H >= 200
        name, lines = self.facts
        # As large as it can be with all the words beside it; on a low panel the strip is at the foot.
        bottom = app.H - (0 if tall else theme.line() + 2)
        scale = 3 if tall else 2
        while scale > 1 and _height(theme, name, lines, app.W - 20 - 32 * scale) > bottom:
            scale -= 1
        # (Where the words need the foot as well no strip covers them: any button goes on.)
        self.told = _height(theme, name, lines, app.W - 20 - 32 * scale) <= bottom
        group = displayio.Group()
        if not theme.mono:
            group.append(theme.box(0, 0, app.W, app.H, theme.felt))
        sheet = art.Cards(self.game, app.mono, 1, app.cards)
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
            large, pixel_shader=sheet.palette, x=8, y=(bottom - 48 * scale) // 2
        ))
        x = 16 + 32 * scale
        room = app.W - x - 4
        y = 48 if tall else 4
        for words in wrap(theme.big, name, room):
            group.append(Line(theme, x, y, room, theme.text, theme.big, words=words).tile)
            y += theme.line(theme.big)
        y += 4
        for text in lines:
            for words in wrap(theme.small, text, room):
                group.append(Line(theme, x, y, room, theme.text, words=words).tile)
                y += theme.line()
            y += 3 if tall else 0
        return group

    def appear(self):
        """Say what the buttons do."""
        self.app.offer = _OFFER if self.told else None
        self.app.place = (0, 0) if self.app.H >= 200 else ()

    def run(self):
        """Wait for a press."""
        self.app.settle()
        self.app.buttons.forget()
        self.app.event()
