# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Freezes Tavolino into a MicroPython firmware that you build yourself.

    python3 tools/start.py run -m tools.flash_package freeze --board picosystem
    make -C micropython/ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=.../tavolino/manifest.py
    python3 tools/start.py run -m tools.flash --board picosystem --frozen

The first command gathers the sources, Adafruit's libraries among them, in build/frozen; the last
one brings the files that can't be frozen (fonts, texts, art) to the board. See docs/building.md.
"""

metadata(description="Italian partnership card games on a handheld", license="MIT")
include("$(PORT_DIR)/boards/manifest.py")
freeze("build/frozen", opt=3)
