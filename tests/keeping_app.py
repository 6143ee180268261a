# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The app, telling what it says; for tests of what it keeps (in the simulator)."""


def run(board, root="/", game=None, deal=None, lang=None):
    """Run the app; print ``say KEY`` and ``words SENTENCE`` for what it says about saving."""
    from firmware.app import app as core
    from firmware.main import run

    text = __import__("firmware.content.text", None, None, ("t",))
    t = text.t
    asked = {}

    def remembering(key, *args):
        words = t(key, *args)
        asked[words] = key
        return words

    text.t = remembering
    say = core.App.say

    def telling(app, words):
        print("say", asked.get(words, "?"))
        print("words", words)
        say(app, words)

    core.App.say = telling
    show = core.App.show

    def showing(app, group):
        import sys

        if "firmware.app.widgets.page" in sys.modules:
            print("over")
        show(app, group)

    core.App.show = showing
    run(board, root=root, game=game, deal=deal, lang=lang)


def full(board, root="/", game=None, deal=None, lang=None):
    """The same on a flash that takes nothing any more."""
    from firmware.storage import Store

    def write(store, path, temporary, data):
        raise OSError(28)

    Store._write = write
    run(board, root, game, deal, lang)
