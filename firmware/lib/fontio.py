# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""CircuitPython's ``fontio``: what a font gives for a character."""

from collections import namedtuple

Glyph = namedtuple(
    "Glyph", ("bitmap", "tile_index", "width", "height", "dx", "dy", "shift_x", "shift_y")
)


class FontProtocol:
    """A name for type annotations: fonts have ``get_bounding_box()`` and ``get_glyph(code)``."""
