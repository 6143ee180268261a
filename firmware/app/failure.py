# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What happens when something went wrong that shouldn't: a line in the log, a calm sentence."""

import io
import os
import sys

from micropython import const

from firmware import VERSION
from firmware.content.text import t

_LIMIT = const(4096)


def trace(error):
    """Return an exception's traceback as text."""
    out = io.StringIO()
    try:
        sys.print_exception(error, out)
    except AttributeError:
        import traceback

        traceback.print_exception(error, file=out)
    return out.getvalue()


def log(root, text):
    """Add the version and ``text``, a traceback, to ``log.txt`` in the folder ``root``.

    It is begun anew at 4 KB; the one before is kept as ``log.old``. Nothing is written where one of
    these is somebody else's.
    """
    path = root + "log.txt"
    old = root + "log.old"
    try:
        kept = _size(old)
        if _size(path) > _LIMIT:
            if kept:
                os.remove(old)
            os.rename(path, old)
        with open(path, "a") as file:
            file.write("Tavolino " + VERSION + "\n" + text + "\n")
    except OSError:
        # A full flash must not keep the sentence from being said.
        pass


def _size(path):
    # The size of a log; OSError if it is none.
    try:
        size = os.stat(path)[6]
    except OSError:
        return 0
    with open(path, "rb") as file:
        if size and file.read(9) not in (b"Tavolino ", b"Traceback"):
            raise OSError(17)
    return size


def report(app, error):
    """Log ``error`` with the record of the game going on, and say so until a button is pressed."""
    text = trace(error)
    print(text)
    data, _ = app.store.load("game")
    if data:
        # Its bytes, for the text form needs the whole engine; Record.from_bytes reads them.
        text += "record " + "".join(["%02x" % b for b in data])
    log(app.store.root, text)
    app.say(t("error.sorry"))
