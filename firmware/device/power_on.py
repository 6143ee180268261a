# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What is done once, when the board is switched on, before the app; see ``firmware.main``."""

import gc
import sys

from firmware.device import own_modules


def power_on(board):
    """Take the large pieces of memory, make the display and load the app.

    ``board``: as for ``firmware.main.run``. Returns ``(start, board's module, display, cards, memory)``,
    of which ``start`` is ``firmware.app.start.start``, the others are what it asks for.
    """
    own_modules()
    if sys.implementation.name == "micropython":
        # Adafruit's libraries ask for these, and MicroPython would look for them everywhere.
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
    for name in ("content.art", "content.fonts", "content.text", "app.widgets.theme", "app.start"):
        module = __import__("firmware." + name, None, None, ("start",))
        if not hardware.MONO:
            display.poll()
    return module.start, hardware, display, cards, memory
