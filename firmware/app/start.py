# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The guarded start: whatever goes wrong is logged, said calmly, and the game goes on."""

import sys

from firmware.app.app import App
from firmware.app.scope import MUCH, Scope, drop
from firmware.content import text


def start(board, display, root, game, deal, lang, cards, memory):
    """Run the app for ever; see ``firmware.main.run``. ``display``, ``cards``, ``memory``: for App."""
    app = App(board, display, root, cards, memory)
    app.wake()
    if app.buttons.held("ok"):
        _selftest(app)
    _settings(app, lang, game)
    app.wake()
    while True:
        try:
            _run(app, game, deal)
        except Exception as error:
            _failed(app, error)
        game = deal = None


def _selftest(app):
    with Scope():
        from firmware.app.screens import selftest

        if selftest.wanted(app.buttons):
            selftest.show(app.board, app.display, app.buttons)


def _settings(app, lang, game):
    with Scope():
        from firmware.app import settings

        settings.load(app)
        first = not (lang or app.lang or game)
        app.speak(lang or app.lang or "en")
        if first:
            # A fresh handheld: a strong player thinks for about a second.
            app.level = app.partner = 2
            from firmware.app.screens import language

            language.choose_language(app, text.t("title.name"))


def _run(app, game, deal):
    while True:
        data = _opening(app, game, deal)
        game = None
        _play(app, data)


def _opening(app, game, deal):
    # Return the bytes of the record to begin with.
    with Scope():
        from firmware.app.screens import title

        app.wake()
        return title.opening(app, game, deal) if game else title.choose(app)


def _play(app, data):
    with Scope(MUCH):
        from firmware.app import session

        session.play(app, data)


def _failed(app, error):
    # Memory may be the problem: first let go of all that can be.
    app.close_all()
    drop([name for name in sys.modules if name.startswith(("firmware.app.screens", "firmware.app.play", "firmware.app.tarocco", "firmware.app.cicera"))])
    from firmware.app import failure

    failure.report(app, error)
