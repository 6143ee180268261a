# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The rules of a game: their sections to choose from, and their pages to be read."""

import displayio

from firmware.app.app import CANVAS_Y
from firmware.app.screen import Screen
from firmware.app.widgets.list import List
from firmware.content import art, rules
from firmware.content.text import t

_OFFER = (("ok", "hint.on"), ("back", "hint.back"), ("move", "hint.page"))


class Reader(Screen):
    """The ``pages`` of the rules of ``game``, from that on which the section ``anchor`` begins."""

    def __init__(self, app, game, pages, anchor=""):
        Screen.__init__(self, app)
        self.game = game
        self.pages = pages
        self.page = pages.find(anchor) if anchor else 0
        self.bar = displayio.Bitmap(app.W, self.pages.top - 2, 2)
        self.ink = displayio.Bitmap(app.W, app.H - CANVAS_Y, 2, app.memory)

    def build(self):
        """Make the scene of the page that is shown."""
        app = self.app
        theme = app.theme
        pages = self.pages
        group = displayio.Group()
        high = pages.top - 2
        if not theme.mono:
            group.append(theme.box(0, 0, app.W, app.H, theme.paper))
        group.append(theme.box(0, 0, app.W, high, theme.bar))
        bar = self.bar
        bar.fill(0)
        group.append(displayio.TileGrid(bar, pixel_shader=theme.shade(theme.bar_text)))
        ink = self.ink
        ink.fill(0)
        group.append(displayio.TileGrid(ink, pixel_shader=theme.shade(theme.ink), y=CANVAS_Y))
        things = pages.paint(self.page, theme, bar, ink, CANVAS_Y)
        self._cards(group, things, rules.CARDS)
        self._cards(group, things, rules.FACES)
        for kind, x, y, _ in things:
            if kind == rules.HEAD:
                group.append(theme.box(x, y + pages.face.height, pages.w, 1, theme.edge))
        return group

    def appear(self):
        """Say what the buttons do."""
        self.app.offer = _OFFER
        self.app.place = (0, 0, 0, self.pages.top - 2)

    def _cards(self, group, things, kind):
        count = sum([len(thing[3]) for thing in things if thing[0] == kind])
        if not count:
            return
        # Full faces in memory of their own: the table's faces stay as they are.
        sheet = (art.Minis if kind == rules.CARDS else art.Cards)(self.game, self.app.mono, count)
        for thing in things:
            if thing[0] != kind:
                continue
            x = thing[1]
            step = rules.step(self.pages.w, kind, len(thing[3]))
            for card in thing[3]:
                tile = displayio.TileGrid(
                    sheet.bitmap, pixel_shader=sheet.palette, tile_width=sheet.w,
                    tile_height=sheet.h, x=x, y=thing[2],
                )
                tile[0] = sheet.tile(card)
                group.append(tile)
                x += step
        sheet.close()

    def run(self):
        """Let the pages be read until the reader goes back."""
        app = self.app
        pages = self.pages
        app.settle()
        app.buttons.forget()
        while True:
            action = app.event()
            page = self.page
            if action == "right" or action == "ok":
                if page + 1 < pages.count:
                    page += 1
                elif action == "ok":
                    return
            elif action == "left":
                page = max(0, page - 1)
            elif action == "down" or action == "up":
                # A section at a time.
                number = pages.section_of(page)
                if action == "down":
                    number = min(number + 1, pages.sections - 1)
                elif pages.section(number)[1] == page:
                    number = max(number - 1, 0)
                page = pages.section(number)[1]
            elif action is not None:
                return
            if page != self.page:
                self.page = page
                self.give_up()
                self.show()


def _pages(app, game):
    # The pages, or None after it was said that the board has none.
    pages = rules.pages(game, app.W, app.H)
    if not pages:
        app.say(t("rules.none"))
    return pages


def read(app, game, anchor):
    """Open the rules of ``game`` at the section named ``anchor``."""
    pages = _pages(app, game)
    if pages:
        app.open(Reader(app, game, pages, anchor))
        pages.close()


def choose(app, game):
    """Show the sections of the rules of ``game`` until the player goes back."""
    pages = _pages(app, game)
    if not pages:
        return
    reader = Reader(app, game, pages)
    chosen = 0
    while chosen is not None:
        rows = [pages.section(number)[0] for number in range(pages.sections)]
        chosen = app.open(List(app, t("short." + game), rows, chosen))
        if chosen is not None:
            reader.page = pages.section(chosen)[1]
            app.open(reader)
    pages.close()
