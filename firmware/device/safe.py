# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The picture of safe mode, in which the board is left at its REPL (see boot.py and main.py)."""

import sys

from micropython import const

from firmware.device import own_modules

own_modules()  # this may be all that runs of the game

import time  # noqa: E402

# How the modules that make a display, or use one, begin.
_DISPLAYS = (
    "displayio", "busdisplay", "epaperdisplay", "fourwire", "i2cdisplay", "waveforms", "fontio",
    "firmware.content.fonts", "adafruit_", "bitmaptools", "hardware",
)
_WAIT = const(8000)  # ms that an e-ink panel is given for the picture

# Used where the table of texts, which may be what is damaged, has none.
_ENGLISH = {
    "safe.title": "Safe mode",
    "safe.button": "The game was not started: its button was held while the board was switched on.",
    "safe.file": "The game was not started: there is a file named safe. Remove it to play.",
    "safe.update": "The game was not started: an update is not finished. Run the flash tool again.",
    "safe.broken": "The game can't go on. Switch off and on. If it says so again, its files are "
    "damaged: run the flash tool. Saved games stay.",
    "safe.next": "The board waits for a computer on USB. Switch it off and on to play.",
}


def show(reason, board=None):
    """Show that the board is in safe mode, and return, whatever happens.

    ``reason``: "button", "file", "update" or "broken". ``board``: the board's module, or None for the
    module ``hardware``, the board's own.
    """
    print("Tavolino: safe mode (" + reason + ")")
    try:
        _show(reason, board)
    except Exception as error:
        print("Tavolino: no picture of it:", repr(error))


def failed(error):
    """Log ``error``, which ended the game or kept it from starting, show it and return."""
    try:
        # Most of the app may still be in memory.
        for name in list(sys.modules):
            if name[:13] == "firmware.app.":
                del sys.modules[name]
        from firmware.app.failure import log, trace

        words = trace(error)
        print(words)
        log("/", words)
    except Exception as other:
        print("Tavolino:", repr(error), "and then", repr(other))
    show("broken")


def _text(key):
    try:
        from firmware.content import text

        if text.has(key):
            return text.t(key)
    except (ImportError, OSError, ValueError):
        pass
    return _ENGLISH[key]


def _language():
    try:
        from firmware.content import text
        from firmware.storage import Store

        data = Store().load("settings")[0]
        for line in str(data or b"", "utf-8").split("\n"):
            if line[:5] == "lang=":
                text.set_language(line[5:])
    except (ImportError, OSError, ValueError):
        pass


def _show(reason, board):
    if "displayio" in sys.modules:
        sys.modules["displayio"].release_displays()
    # The app lets go of what makes displays once it has one: all of it is loaded anew.
    for name in list(sys.modules):
        if any([name.startswith(start) for start in _DISPLAYS]):
            del sys.modules[name]
    if board is None:
        import hardware as board
    import displayio

    display = board.display()
    group = displayio.Group()
    ground = displayio.Palette(1)
    ground[0] = 0xFFFFFF
    group.append(
        displayio.TileGrid(displayio.Bitmap(board.WIDTH, board.HEIGHT, 1), pixel_shader=ground)
    )
    try:
        _write(reason, board, group)
    except Exception as error:
        # Without letters an exclamation mark has to do, and what is printed.
        print("Tavolino:", repr(error))
        print(_ENGLISH["safe." + reason])
        black = displayio.Palette(1)
        high = board.HEIGHT // 8
        for y, h in ((2, 3), (6, 1)):
            bar = displayio.Bitmap(high, h * high, 1)
            x = (board.WIDTH - high) // 2
            group.append(displayio.TileGrid(bar, pixel_shader=black, x=x, y=y * high - high // 2))
    display.root_group = group
    display.refresh()
    start = time.ticks_ms()
    while getattr(display, "busy", False) and 0 <= time.ticks_diff(time.ticks_ms(), start) < _WAIT:
        time.sleep_ms(20)


def _write(reason, board, group):
    # Add what is to be said.
    from adafruit_display_text.bitmap_label import Label

    from firmware.content.fonts import font, wrap

    _language()
    y = 10

    def write(words, size):
        nonlocal y
        face = font(size)
        high = face.ascent + face.descent + 2
        for line in wrap(face, words, board.WIDTH - 16):
            group.append(Label(face, text=line, color=0, x=8, y=y + high // 2))
            y += high
        y += 4

    write(_text("safe.title"), "big")
    write(_text("safe." + reason), "small")
    if reason == "button":
        write(_text("safe.next"), "small")
