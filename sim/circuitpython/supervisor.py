# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""CircuitPython's ``supervisor``: its clock."""

import machine


def ticks_ms():
    """Milliseconds, wrapping at 2**29."""
    return machine.ticks_ms() & 0x1FFFFFFF
