# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Starts the firmware in the simulator's MicroPython process.

Arguments: the two pipes and the chip (for simlink), import path with colons, module, function,
board module, root, game, deal, language; empty texts stand for None.
"""

import sys

sys.path[:] = sys.argv[4].split(":") + [".frozen"]
# These stand for what is built into a board.
import time  # noqa: E402, F401

import machine  # noqa: E402, F401

_words = [word or None for word in sys.argv[5:]]
try:
    _module = __import__(_words[0], None, None, (_words[1],))
    getattr(_module, _words[1])(
        _words[2], root=_words[3], game=_words[4], deal=_words[5], lang=_words[6]
    )
except Exception as error:
    sys.print_exception(error, sys.stderr)
    sys.exit(1)
