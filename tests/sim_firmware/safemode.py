# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A firmware that shows the picture of safe mode for the reason given as the deal."""

import time

from firmware.device import safe


def run(name, deal="button", **_):
    """Show it, then idle, as at the REPL."""
    safe.show(deal, __import__("firmware.boards." + name, None, None, ("NAME",)))
    while True:
        time.sleep_ms(100)


def broken(name, **_):
    """The same on a board whose display can't be used."""

    class Board:
        @staticmethod
        def display():
            raise RuntimeError("no panel")

    safe.show("file", Board)
    while True:
        time.sleep_ms(100)
