# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The title, and what can be begun from there."""

import displayio

from engine import dealcode
from engine.errors import TavolinoError
from engine.record import GAMES, MATCH_TARGETS, Record, game_of
from firmware.app.app import LESSONS
from firmware.app.scope import Scope
from firmware.app.widgets.dialog import Dialog
from firmware.app.widgets.list import List
from firmware.content import art
from firmware.content.text import t


def left_game(app):
    """Return the name of the game that was left, or None; problems go to the app's notices.

    Only its beginning is read: reading all of it takes the rules, half a second to load.
    """
    data, problem = app.store.load("game")
    if problem:
        app.notices.append(problem)
    try:
        return game_of(data) if data else None
    except TavolinoError:
        saved(app)  # says what is wrong
        return None


def saved(app):
    """Return the record of the game that was left, or None; what is wrong with it is noticed."""
    data = app.store.load("game")[0]
    if not data:
        return None
    try:
        return Record.from_bytes(data)
    except TavolinoError as error:
        # What can't be understood is kept, but under another name: the next game is saved here.
        app.store.aside("game")
        app.notices.append("save.newer" if error.newer else "save.damaged")
        return None


def new_code():
    """Return a new deal code, from the chip's random generator."""
    from os import urandom

    return dealcode.from_entropy(urandom(7))


def new_record(app, game, code=None, target=0):
    """Return the record of a game that begins."""
    return Record(game, code or new_code(), app.level, app.partner, target)


def opening(app, game, code):
    """Return the bytes of the record to begin with when a game was asked for from outside.

    The same game, where it was left, if ``code`` is None or its deal's.
    """
    record = saved(app) if left_game(app) else None
    if record is not None and (record.game != game or (code and record.code != code)):
        if _given_up(app, record.game):
            record = None
    if record is None:
        record = new_record(app, game, code)
    return record.to_bytes()


def _given_up(app, left):
    # Ask whether the game that was left may be lost.
    return app.open(Dialog(
        app, t("begin.over"), ((t("begin.lost", t("short." + left)), ""),),
        t("begin.yes"), t("begin.no"),
    ))


def choose(app):
    """Show the title until a game is chosen; return its record as bytes."""
    while True:
        left = left_game(app)
        while app.notices:
            app.say(t(app.notices.pop(0)))
        rows = [t("game.tarocco"), t("game.cicera"), t("rules.title"), t("stats.title"),
                t("title.options")]
        if left:
            rows.insert(0, t("title.continue", t("short." + left)))
        head, height = _head(app)
        chosen = app.open(List(app, head, rows, head=height, back=False))
        if chosen is None:
            continue
        if left:
            chosen -= 1
        if chosen == -1:
            record = saved(app)
            if record:
                return record.to_bytes()
            continue
        if chosen == 2:
            _rules(app)
            continue
        if chosen == 3:
            _statistics(app)
            continue
        if chosen == 4:
            _options(app)
            continue
        game = "tarocco" if chosen == 0 else "cicera"
        record = _begin(app, game)
        if record and left and not _given_up(app, left):
            record = None
        if record:
            return record.to_bytes()


def _statistics(app):
    with Scope():
        from firmware.app.screens import statistics

        statistics.statistics(app)


def _options(app):
    with Scope():
        from firmware.app.screens import options

        options.options(app)


def _rules(app):
    chosen = 0
    while chosen is not None:
        rows = [t("game.tarocco"), t("game.cicera")]
        chosen = app.open(List(app, t("rules.title"), rows, chosen))
        if chosen is not None:
            with Scope():
                from firmware.app.screens import rules

                rules.choose(app, GAMES[chosen])


def _head(app):
    # The name of the thing over a row of cards.
    theme = app.theme
    group = displayio.Group()
    tall = app.H >= 200
    height = 108 if tall else 52
    group.append(theme.box(0, 0, app.W, 92 if tall else 48, theme.bar))
    name = theme.label(t("title.name"), 0, 0, theme.bar_text, theme.big)
    # In high lines letters stand lower: here they stand where they do in plain ones, inside the box.
    up = theme.small.ascent - 9
    twice = displayio.Group(
        scale=2, x=app.W // 2 - name.tile.bitmap.width, y=(8 if tall else 2) - 2 * up
    )
    twice.append(name.tile)
    group.append(twice)
    line = theme.label(
        t("title.line"), app.W // 2, (40 if tall else 33) - up,
        theme.bar_text if app.mono else theme.dim, None, 0.5,
    ).tile
    group.append(line)
    cards = art.Cards("tarocco", app.mono, 5, app.cards)
    if tall:
        places = [(app.W // 2 + 34 * i - 84, 56) for i in range(5)]
    elif app.W >= 240:
        # A long line pushes the cards on either side of it together.
        step = min(20, line.x - 41)
        places = [(x, 4) for x in (4, 4 + step, app.W - 36 - step, app.W - 36)]
    else:
        places = ()
    for i in range(len(places)):
        x, y = places[i]
        tile = displayio.TileGrid(
            cards.bitmap, pixel_shader=cards.palette, tile_width=cards.w, tile_height=cards.h,
            x=x, y=y,
        )
        tile[0] = cards.tile((0, 11, 22, 33, 40)[i])
        group.append(tile)
    cards.close()
    left = app.battery()
    if left is not None:
        # What is left in the battery, in its outline: in the corner, or beside the cards there.
        at = app.W - (22 if tall or not places else 58 + step)
        edge = level = theme.bar_text
        if not app.mono:
            edge = theme.dim
            level = theme.accent if left > app.charge else 0xE05040
        for x, y, w, h, colour in (
            (at, 4, 16, 9, edge), (at + 16, 6, 2, 5, edge), (at + 1, 5, 14, 7, theme.bar),
            (at + 2, 6, max(1, left * 12 // 100), 5, level),
        ):
            group.append(theme.box(x, y, w, h, colour))
    return group, height


def _begin(app, game):
    # Ask how ``game`` is to be played; return its new record, or None.
    targets = MATCH_TARGETS[game]
    rows = [t("begin.lesson"), t("begin.deal")]
    for target in targets:
        rows.append(t("begin.match", target))
    rows.append(t("begin.code"))
    # Who never finished a deal is offered the one that is explained.
    new = app.store.load("stats")[0] is None
    chosen = app.open(List(app, t("game." + game), rows, 0 if new else 1))
    if chosen is None:
        return None
    if chosen == 0:
        return Record(game, LESSONS[GAMES.index(game)], 0, 1)
    chosen -= 1
    if 0 < chosen <= len(targets):
        return new_record(app, game, None, targets[chosen - 1])
    code = None
    if chosen:
        code = _entered_code(app)
        if code is None:
            return None
    return new_record(app, game, code)


def _entered_code(app):
    with Scope():
        from firmware.app.screens.code_entry import CodeEntry

        return app.open(CodeEntry(app))
