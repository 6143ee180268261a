# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Starts the game. On the board this file lies at the root as ``/main.py``.

It is read and compiled on the board itself, so it is short and imports the rest as .mpy.
"""


def run(board=None, root="/", game=None, deal=None, lang=None):
    """Run the app and never return, unless something ends it.

    ``board``: name of a module in ``firmware.boards``, or None for the board's own ``/hardware``;
    ``root``: folder of saved games. ``game`` ("tarocco", "cicera") and ``deal`` (a code) begin that
    deal at once; ``lang`` is a language code.
    """
    if board is None:
        import hardware
    else:
        hardware = __import__("firmware.boards." + board, None, None, ("NAME",))
    if hardware.MONO:
        import epaperdisplay  # noqa: F401
    else:
        # The strip buffer is the largest piece of memory: taken before anything else is.
        import busdisplay  # noqa: F401
    from firmware.app.start import start

    start(hardware, root, game, deal, lang)


if __name__ == "__main__":
    run()
