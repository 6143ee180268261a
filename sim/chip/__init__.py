# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""An RP2040 that counts cycles, with a handheld's panel and buttons: ``python -m sim.chip``.

Here MicroPython's own firmware for the Raspberry Pi Pico runs, instruction by instruction, with the
files that ``tools.build`` makes for a board on its flash. So times and memory are those of a board,
within what docs/measurements.md says. The emulator (``lib``, ``*.mjs``) runs in Node.js; Python
makes the flash, reads the results and shows the window.
"""

import os

from sim import console

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
#: What is made here: flash images, jobs, the npm package.
WORK = os.path.join(console.work(), "chip")
#: The handhelds of ``boards/``.
BOARDS = ("picosystem", "badger2040")


class ChipError(Exception):
    """It can't go on; ``args[0]`` is a sentence saying why and what to do."""
