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
    import gc
    import sys

    if sys.implementation.name == "micropython":
        # MicroPython looks for these on the flash, at each import, before it takes those built in,
        # or finds that there are none (Adafruit's libraries ask): some 50 ms for each on an RP2040.
        path = sys.path[:]
        del sys.path[:]
        for name in ("array", "binascii", "collections", "os"):
            sys.modules[name] = __import__(name)
        # Libraries are looked for in their folder first, not three times beside it.
        sys.path.extend([folder for folder in path if folder[-3:] == "lib"])
        sys.path.extend([folder for folder in path if folder[-3:] != "lib"])
        for name in ("machine", "time"):
            sys.modules[name] = __import__(name)
        sys.modules["typing"] = sys.modules["supervisor"] = sys
    if board is None:
        import hardware
    else:
        hardware = __import__("firmware.boards." + board, None, None, ("NAME",))
    if hasattr(gc, "threshold"):
        # Collect early: else new things are spread over the whole heap before the first
        # collection, and afterwards there is no large free block left.
        gc.threshold(24576)
    # The large pieces of memory are taken before anything can break the heap up: the strip that
    # the picture is composed in (by the import), faces of 13 cards, a page of text or a hand.
    if hardware.MONO:
        import epaperdisplay  # noqa: F401
    else:
        from busdisplay import BusDisplay

        BusDisplay.later = True  # it is switched on while all the rest is loaded
    from displayio import Bitmap

    cards = Bitmap(32, 48 * 13, 2 if hardware.MONO else 16)
    page = (hardware.WIDTH + 7) // 8 * (hardware.HEIGHT - 13)
    hand = hardware.WIDTH // (8 if hardware.MONO else 2) * 62
    memory = bytearray(max(page, hand))
    display = hardware.display()
    # Of the panel's driver the display keeps what it needs; it may have sequences for other panels.
    for name in list(sys.modules):
        if name.startswith("adafruit_"):
            del sys.modules[name]
    for name in ("art", "fonts", "text", "app.look", "app.start"):
        module = __import__("firmware." + name, None, None, ("start",))
        if not hardware.MONO:
            display.poll()
    module.start(hardware, display, root, game, deal, lang, cards, memory)


if __name__ == "__main__":
    import sys

    if "tavolino_safe" in sys.modules:  # see boot.py: the board is to be left at its REPL
        from firmware.safe import show

        show(sys.modules["tavolino_safe"])
    else:
        try:
            run()
        except Exception as error:
            from firmware.safe import failed

            failed(error)
