# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Runs first at every start of the board, and always returns, normally at once.

It finishes an update that was cut off after its files were complete (see tools/flash.py), and
looks whether the board is to start in safe mode: the button named in the file ``safe.pin`` is
held, or there is a file ``safe``. It then leaves a note for main.py, which shows a picture instead
of the game and ends, so that the board is at the REPL: ``sys.modules["tavolino_safe"]`` is
"button", "file", or "update" for an update that could not be finished.

Nothing here may raise or wait; what goes wrong leaves the board to start as if it were not there.
A file or folder of other people's that has one of these names is left alone.
"""


def _boot(sys):
    import os

    notes = sys.modules  # lives as long as this start of the board, and costs no file

    def there(path):
        try:
            return not os.stat(path)[0] & 0x4000  # a folder is somebody else's
        except OSError:
            return False

    def decided():  # whether it is our list, and whole
        with open("stage/journal", "rb") as file:
            data = file.read(4)
            if data not in (b"put\t", b"del\t", b"rmdi", b"end\t"):
                return False
            data += file.read()
        import binascii
        import hashlib

        end = data.rfind(b"\n", 0, -1) + 1
        sum_ = binascii.hexlify(hashlib.sha256(data[:end]).digest())
        return data[end:] == b"end\t" + sum_ + b"\n"

    if there("stage/journal"):
        notes["tavolino_safe"] = "update"  # holds if what follows is cut off or fails
        state = "none"
        if decided() or there("stage/mixed"):
            scope = {}
            with open("stage/apply.py") as file:
                exec(file.read(), scope)
            state = scope["state"]
        if state != "failed":
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


def _start(boot):
    import sys

    path = sys.path[:]
    try:
        if sys.implementation.name == "micropython":
            # Only built-in modules are meant, whatever files have their names.
            del sys.path[:]
            sys.path.append(".frozen")
        boot(sys)
    except BaseException:  # noqa: BLE001 - Ctrl-C included: the board must go on to its REPL
        pass
    sys.path[:] = path


_start(_boot)
del _boot, _start
