# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The app, telling what it says and what it says of the buttons; for tests (in the simulator)."""


def run(board, root="/", game=None, deal=None, lang=None):
    """Run the app; print ``say KEY`` for each sentence, ``offer KEYS`` for the buttons at the
    table.

    ``over`` is printed with each page that is shown, so with those of the count.
    """
    import sys

    from firmware.app import app as core
    from firmware.main import run

    text = __import__("firmware.content.text", None, None, ("t",))
    t = text.t
    asked = {}

    def remembering(key, *args):
        words = t(key, *args)
        if key.startswith("lesson."):
            asked[words] = key
        return words

    text.t = remembering
    say = core.App.say

    def telling(app, words):
        key = asked.get(words)
        if key is None:
            # (The very first sentence goes on.)
            for start in asked:
                if words.startswith(start):
                    key = asked[start]
        print("say", key)
        say(app, words)

    core.App.say = telling
    show = core.App.show

    def showing(app, group):
        if "firmware.app.widgets.page" in sys.modules:
            print("over")
        if "firmware.app.play.view" in sys.modules:
            watch(sys.modules["firmware.app.play.view"].View)
        show(app, group)

    def watch(table):
        if hasattr(table, "watched"):
            return
        table.watched = True
        offer = table.offer

        def offering(self, what, *more):
            print("offer", ",".join([key for _, key in what]))
            offer(self, what, *more)

        table.offer = offering

    core.App.show = showing
    run(board, root=root, game=game, deal=deal, lang=lang)
