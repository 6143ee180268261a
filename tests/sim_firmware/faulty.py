# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The app on a board whose file can't measure the battery; prints how often it is asked to."""


def run(board, root="/", game=None, deal=None, lang=None):
    """Run the app as ``firmware.main`` does."""
    module = __import__("firmware.boards." + board, None, None, ("battery",))
    asked = [0]

    def battery():
        asked[0] += 1
        print("asked", asked[0])
        raise OSError(5)

    module.battery = battery
    from firmware import main

    main.run(board, root, game, deal, lang)
