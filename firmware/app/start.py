# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The guarded start: whatever goes wrong is logged, said calmly, and the game goes on."""

import gc
import sys

from firmware.app.core import App
from firmware.text import t


def start(board, root="/", game=None, deal=None, lang=None, cards=None, canvas=None):
    """Run the app; see ``firmware.main.run``. ``cards``, ``canvas``: bitmaps for App."""
    app = App(board, root, cards, canvas)
    if lang:
        from firmware import text

        text.set_language(lang)
        app.settings.lang = lang
    while True:
        try:
            _run(app, game, deal)
        except Exception as error:  # noqa: BLE001 - the last line of defence
            _failed(app, error)
        game = deal = None


def _run(app, game, deal):
    from firmware.app.title import Title

    if game:
        from engine.record import Record
        from firmware.app.play import play

        saved = app.load_game()
        if saved and saved.game == game and (deal is None or saved.code == deal):
            # The same deal again is the one that was left.
            play(app, saved)
        else:
            play(
                app,
                Record(game, deal or app.new_code(), app.settings.level, app.settings.partner),
            )
    Title(app).run()


def trace(error):
    """Return an exception's traceback as text."""
    import io

    out = io.StringIO()
    try:
        sys.print_exception(error, out)
    except AttributeError:
        import traceback

        traceback.print_exception(error, file=out)
    return out.getvalue()


def _failed(app, error):
    # Memory may be the problem: first let go of all that can be.
    app.show(None)
    for name in list(sys.modules):
        if name.startswith("firmware.app.") and name[13:] not in ("core", "look", "start"):
            del sys.modules[name]
    gc.collect()
    text = trace(error)
    print(text)
    data, _ = app.store.load("game")
    if data:
        # Its bytes: the text form would need the whole engine.
        text += "record " + "".join(["%02x" % b for b in data]) + "\n"
    app.store.log(text)
    app.say(t("error.sorry"))
