# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Lets the game save on a CircuitPython board, where this file lies at the root.

Either the board or the computer may write to the board's drive: it is the computer if the first
button of the board's file is held at power-on, to copy a new version of the game.
"""

import board
import digitalio
import hardware
import storage

_pin = digitalio.DigitalInOut(getattr(board, hardware.BUTTONS[0][1]))
_pin.switch_to_input(digitalio.Pull.UP)
if _pin.value:
    storage.remount("/", readonly=False)
_pin.deinit()
