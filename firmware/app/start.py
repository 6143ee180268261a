# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The guarded start: whatever goes wrong is logged, said calmly, and the game goes on."""

import sys

from firmware.app.app import App, forget
from firmware.content import text


def start(board, display, root, game, deal, lang, cards, memory):
    """Run the app for ever; see ``firmware.main.run``. ``display``, ``cards``, ``memory``: for App."""
    app = App(board, display, root, cards, memory)
    app.wake()
    if app.buttons.held("ok"):
        from firmware.app.screens import selftest

        if selftest.wanted(app.buttons):
            selftest.show(board, app.display, app.buttons)
        del selftest
        forget("firmware.app.screens.selftest")
    _settings(app, lang, game)
    app.wake()
    if sys.implementation.name == "micropython":
        # What made these is done. (A method that is deleted stays in memory, one replaced goes.)
        display = app.display
        for one in (app, app.look, app.buttons, app.store, app.look.small, display, display._bus):
            for kind in (type(one),) + type(one).__bases__:
                if kind is not object:
                    kind.__init__ = None
        type(app.look.small).seldom = None
        del board.display
    while True:
        try:
            _run(app, game, deal)
        except Exception as error:
            _failed(app, error)
        game = deal = None


def _settings(app, lang, game):
    from firmware.app import settings

    settings.load(app)
    first = not (lang or app.lang or game)
    app.speak(lang or app.lang or "en")
    if first:
        # A fresh handheld: a strong player thinks for about a second.
        app.level = app.partner = 2
        from firmware.app.screens.language import choose_language

        choose_language(app, text.t("title.name"))
    del settings
    forget("firmware.app.settings", "firmware.app.screens.language", "firmware.app.widgets.menu")


def _run(app, game, deal):
    # The title's modules are not in memory while a game is played.
    while True:
        from firmware.app.screens import title

        app.wake()
        data = title.opening(app, game, deal) if game else title.choose(app)
        game = None
        del title
        forget(
            "firmware.app.screens.title", "firmware.app.widgets.menu", "firmware.app.settings",
            "firmware.app.screens.code_entry", "firmware.app.widgets.dialog",
        )
        from firmware.app import play

        play.play(app, data)
        del play
        forget("firmware.app.play")


def _failed(app, error):
    # Memory may be the problem: first let go of all that can be.
    app.show(None)
    for name in list(sys.modules):
        if name.startswith("firmware.app.") and name[13:] not in ("app", "widgets", "widgets.theme", "start"):
            forget(name)
    from firmware.app import failure

    failure.report(app, error)
    del failure
    forget("firmware.app.failure")
