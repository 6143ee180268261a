# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Prints what a board says is left in its battery."""


def run(board=None, **rest):
    """Ask the board file ``board``."""
    module = __import__("firmware.boards." + board, None, None, ("battery",))
    print("left", module.battery())
