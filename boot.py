# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Runs first at every start of the board, and always returns, normally at once.

It finishes an update that was cut off after its files were complete (see tools/flash.py), and
looks whether the board is to start in safe mode: the button named in the file ``safe.pin`` is
held, or there is a file ``safe``. It then leaves a note for main.py, which shows a picture instead
of the game and ends, so that the board is at the REPL: ``sys.modules["tavolino_safe"]`` is
"button", "file", or "update" for an update that could not be finished.

Nothing here may raise or wait; what goes wrong leaves the board to start as if it were not there.
"""


def _boot():
    import os
    import sys

    notes = sys.modules  # lives as long as this start of the board, and costs no file

    def there(path):
        try:
            return not os.stat(path)[0] & 0x4000  # a folder is somebody else's
        except OSError:
            return False

    if there("stage/journal"):
        notes["tavolino_safe"] = "update"  # holds if what follows is cut off or fails
        scope = {}
        with open("stage/apply.py") as file:
            exec(file.read(), scope)
        if scope["state"] != "failed":
            del notes["tavolino_safe"]
    if there("safe"):
        notes["tavolino_safe"] = "file"
        return
    try:
        with open("safe.pin") as file:
            name, pressed = file.read(40).split()
    except OSError:
        return
    import time

    from machine import Pin

    pressed = int(pressed)
    pin = Pin(
        int(name) if name.isdigit() else name, Pin.IN, Pin.PULL_DOWN if pressed else Pin.PULL_UP
    )
    for _ in range(3):  # held, not a spike
        time.sleep_ms(1)
        if pin.value() != pressed:
            return
    notes["tavolino_safe"] = "button"


try:
    _boot()
except BaseException:  # noqa: BLE001 - Ctrl-C included: the board must go on to its REPL
    pass
del _boot
