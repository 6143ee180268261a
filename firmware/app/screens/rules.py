# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The rules of a game: their sections to choose from, and their pages to be read."""

import displayio

from firmware.app.app import CANVAS_Y
from firmware.content import art, rules
from firmware.content.fonts import width
from firmware.content.text import t

_OFFER = (("ok", "hint.on"), ("back", "hint.back"), ("move", "hint.page"))


class Reader:
    """The pages of the rules of ``game`` on the screen."""

    def __init__(self, app, game):
        self.app = app
        self.game = game
        self.pages = rules.Pages(game, app.W, app.H)

    def show(self, page):
        """Show a page."""
        app = self.app
        look = app.look
        pages = self.pages
        face = pages.face
        app.show(None)
        group = displayio.Group()
        bar = pages.top - 2
        if not look.mono:
            group.append(look.box(0, 0, app.W, app.H, look.paper))
        group.append(look.box(0, 0, app.W, bar, look.bar))
        words = str(page + 1) + "/" + str(pages.count)
        right = app.W - pages.margin
        y = (bar - face.height) // 2
        group.append(look.label(words, right, y, look.bar_text, face, 1).tile)
        # The title's end is left out where it would touch the number of the page.
        room = right - width(face, words) - 6 - pages.margin
        title = pages.section(pages.section_of(page))[0]
        while width(face, title) > room:
            title = title[:-2].rstrip() + "\u2026"
        group.append(look.label(title, pages.margin, y, look.bar_text, face).tile)
        ink = displayio.Bitmap(app.W, app.H - CANVAS_Y, 2, app.memory)
        ink.fill(0)
        group.append(displayio.TileGrid(ink, pixel_shader=look.shade(look.ink), y=CANVAS_Y))
        lines = pages.lines(page)
        for mini in (True, False):
            self._cards(group, lines, mini)
        for kind, x, y, content in lines:
            y -= CANVAS_Y
            if kind == rules.ROW:
                for words, align, x in content:
                    look.write(ink, words, x, y, face, align)
            elif kind == rules.HEAD:
                look.write(ink, content, x, y, face)
                group.append(look.box(x, y + CANVAS_Y + face.height, pages.w, 1, look.edge))
            elif kind == rules.TEXT:
                look.write(ink, content, x, y, face)
        app.show(group)
        app.offer = _OFFER
        app.place = (0, 0)
        app.draw()

    def _cards(self, group, lines, mini):
        kind = rules.CARDS if mini else rules.FACES
        count = sum([len(line[3]) for line in lines if line[0] == kind])
        if not count:
            return
        # Full faces in memory of their own: the table's faces stay as they are.
        sheet = (art.Minis if mini else art.Cards)(self.game, self.app.mono, count)
        for line in lines:
            if line[0] != kind:
                continue
            x = line[1]
            step = self.pages.step(kind, len(line[3]))
            for card in line[3]:
                tile = displayio.TileGrid(
                    sheet.bitmap, pixel_shader=sheet.palette, tile_width=sheet.w,
                    tile_height=sheet.h, x=x, y=line[2],
                )
                tile[0] = sheet.tile(card)
                group.append(tile)
                x += step
        sheet.close()

    def run(self, page=0):
        """Let the pages be read, beginning with ``page``, until the reader goes back."""
        app = self.app
        pages = self.pages
        shown = -1
        while True:
            if page != shown:
                self.show(page)
                if shown < 0:
                    app.settle()
                    app.buttons.forget()
                shown = page
            action = app.event()
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


def read(app, game, anchor):
    """Open the rules of ``game`` at the section named ``anchor``."""
    reader = Reader(app, game)
    reader.run(reader.pages.find(anchor))
    app.show(None)


def choose(app, game):
    """Show the sections of the rules of ``game`` until the player goes back."""
    from firmware.app.widgets.menu import Menu

    chosen = 0
    while chosen is not None:
        pages = rules.Pages(game, app.W, app.H)
        rows = [pages.section(number)[0] for number in range(pages.sections)]
        heading = t("short." + game)
        chosen = Menu(app, heading, rows, chosen).run()
        if chosen is not None:
            page = pages.section(chosen)[1]
            pages = rows = None
            Reader(app, game).run(page)
            app.show(None)
