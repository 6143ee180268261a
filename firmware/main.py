# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Starts the game. On the board this file lies at the root as ``/main.py``.

It is read and compiled on the board itself, so it is short and imports the rest as .mpy.
"""


def run(board=None, root="/", game=None, deal=None, lang=None):
    """Run the app and never return, unless something ends it.

    ``board``: name of a module in ``firmware.boards``, or None for the board's own, the module
    ``hardware``; ``root``: folder of saved games. ``game`` ("tarocco", "cicera") and ``deal`` (a code)
    begin that deal at once; ``lang`` is a language code.
    """
    from firmware.app.scope import drop
    from firmware.device.power_on import power_on

    start, *made = power_on(board)
    drop(("firmware.device.power_on",))
    start(made[0], made[1], root, game, deal, lang, made[2], made[3])


if __name__ == "__main__":
    import sys

    if "tavolino_safe" in sys.modules:  # see boot.py: the board is to be left at its REPL
        from firmware.device.safe import show

        show(sys.modules["tavolino_safe"])
    else:
        try:
            run()
        except Exception as error:
            from firmware.device.safe import failed

            failed(error)
