# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The title, and what can be begun from there."""

import displayio

from engine.errors import TavolinoError
from engine.record import LEVELS, MATCH_TARGETS, Record
from firmware.app.core import SPEEDS
from firmware.app.menu import Menu
from firmware.app.play import forget, play
from firmware.text import t


class Title:
    """The first screen. ``run`` never returns."""

    def __init__(self, app):
        self.app = app

    def run(self):
        """Let a game be chosen, again and again."""
        app = self.app
        while True:
            saved = app.load_game()
            while app.notices:
                app.say(t(app.notices.pop(0)))
            rows = [t("game.tarocco"), t("game.cicera"), t("title.options")]
            if saved:
                rows.insert(0, t("title.continue", t("short." + saved.game)))
            head, height = self._head()
            chosen = Menu(app, head, rows, head=height).run()
            if chosen is None:
                continue
            if saved:
                chosen -= 1
            if chosen == -1:
                play(app, saved)
            elif chosen == 2:
                self.options()
            else:
                record = self.begin("tarocco" if chosen == 0 else "cicera")
                if record:
                    play(app, record)

    def _head(self):
        # The name of the thing over a fan of cards.
        from firmware import art

        app = self.app
        look = app.look
        group = displayio.Group()
        tall = app.H >= 200
        height = 96 if tall else 52
        group.append(look.box(0, 0, app.W, height - 4, look.bar))
        name = look.label(t("title.name"), 0, 0, look.bar_text, look.big)
        scale = 2
        twice = displayio.Group(
            scale=scale, x=app.W // 2 - name.bitmap.width, y=8 if tall else 2
        )
        twice.append(name.tile)
        group.append(twice)
        group.append(
            look.label(t("title.line"), app.W // 2, 40 if tall else 33,
                       look.bar_text if app.mono else look.dim, None, 0.5).tile
        )
        cards = art.Cards("tarocco", app.mono, 5, app.cards)
        if tall:
            places = [(app.W // 2 + 34 * i - 84, 56) for i in range(5)]
            height = 108
        else:
            places = [(x, 4) for x in (4, 24, app.W - 56, app.W - 36)]
        for i in range(len(places)):
            x, y = places[i]
            tile = displayio.TileGrid(
                cards.bitmap, pixel_shader=cards.palette, tile_width=cards.w,
                tile_height=cards.h, x=x, y=y,
            )
            tile[0] = cards.tile((0, 11, 22, 33, 40)[i])
            group.append(tile)
        cards.close()
        return group, height

    def begin(self, game):
        """Ask how ``game`` is to be played; return its new record, or None."""
        app = self.app
        targets = MATCH_TARGETS[game]
        rows = [t("begin.deal")]
        for target in targets:
            rows.append(t("begin.match", target))
        rows.append(t("begin.code"))
        chosen = Menu(app, t("game." + game), rows).run()
        if chosen is None:
            return None
        code = None
        target = 0
        if chosen == len(rows) - 1:
            from firmware.app.entry import enter_code

            code = enter_code(app)
            forget("firmware.app.entry")
            if code is None:
                return None
        elif chosen:
            target = targets[chosen - 1]
        try:
            return Record(
                game, code or app.new_code(), app.settings.level, app.settings.partner, target
            )
        except TavolinoError as error:
            app.say(str(error))
            return None

    def options(self):
        """The options, kept as soon as they are changed."""
        app = self.app
        settings = app.settings

        def row(i):
            if i == 0:
                return t("option.speed", t("speed." + SPEEDS[settings.speed]))
            if i == 1:
                return t("option.level", t("level." + LEVELS[settings.level]))
            return t("option.partner", t("level." + LEVELS[settings.partner]))

        def change(i, step):
            if i == 0:
                settings.speed = (settings.speed + step) % len(SPEEDS)
            elif i == 1:
                settings.level = (settings.level + step) % len(LEVELS)
            elif i == 2:
                settings.partner = (settings.partner + step) % len(LEVELS)
            else:
                return None
            app.save_settings()
            return row(i)

        Menu(app, t("title.options"), [row(0), row(1), row(2), t("option.back")], 0, change).run()
