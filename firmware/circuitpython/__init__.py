# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What lies between the firmware and CircuitPython, on boards that run that: see ``prepare``.

CircuitPython has displayio built in, and draws with it. But it gives no access to a Bitmap's
memory, into which the firmware reads its art and draws the hand. So Bitmap and bitmaptools are
those of firmware/lib here as well (``tools.build`` puts them beside this file), on a framebuf in
Python, and what changed in them is copied into CircuitPython's own bitmaps before each refresh.
Groups, palettes and TileGrids are CircuitPython's own.
"""

import sys
from array import array

_native = None  # CircuitPython's displayio
_arrayblit = None  # its bitmaptools.arrayblit


def prepare():
    """Let the firmware's imports of displayio, machine, time and so on find what it needs.

    To be called once, before anything else of the firmware is imported.
    """
    global _native, _arrayblit
    import bitmaptools
    import displayio

    _native = displayio
    _arrayblit = getattr(bitmaptools, "arrayblit", None)
    modules = sys.modules
    from firmware.circuitpython import pins

    modules["machine"] = pins
    modules["time"] = pins.clock
    try:
        import framebuf  # noqa: F401 - where there is one it is faster
    except ImportError:
        from firmware.circuitpython import framebuf

        modules["framebuf"] = framebuf
    from firmware.circuitpython import displayio as ours

    class TileGrid(_native.TileGrid):
        """CircuitPython's TileGrid; ``source`` is the Bitmap of ours that it shows."""

        def __init__(self, bitmap, **options):
            super().__init__(shown(bitmap), **options)
            self.source = bitmap

        @property
        def bitmap(self):
            """The Bitmap of ours, to be written into."""
            return self.source

    ours.TileGrid = TileGrid
    ours.Group = _native.Group
    ours.Palette = _native.Palette
    modules["displayio"] = ours
    from firmware.circuitpython import bitmaptools as tools

    modules["bitmaptools"] = tools


def shown(bitmap):
    """CircuitPython's own Bitmap that shows ``bitmap``, one of ours."""
    native = getattr(bitmap, "shown", None)
    if native is None:
        native = _native.Bitmap(bitmap.width, bitmap.height, 1 << bitmap.bits_per_value)
        bitmap.shown = native
        bitmap.dirty()
    return native


def _copy(bitmap):
    # Bring what was written into ``bitmap`` to its native twin.
    x1 = max(bitmap._x1, 0)
    y1 = max(bitmap._y1, 0)
    x2 = min(bitmap._x2, bitmap.width)
    y2 = min(bitmap._y2, bitmap.height)
    bitmap._x1 = bitmap._y1 = 32767
    bitmap._x2 = bitmap._y2 = 0
    if x1 >= x2 or bitmap.buffer is None:
        return
    native = bitmap.shown
    buf = bitmap.buffer
    bits = bitmap._bits
    stride = (bitmap.width * bits + 7) // 8
    each = 8 // bits  # pixels a byte
    mask = (1 << bits) - 1
    row = array("B", bytes(x2 - x1))
    for y in range(y1, y2):
        at = y * stride
        for x in range(x1, x2):
            place = x % each
            # two bits a pixel begin with the lowest, all others with the highest
            shift = bits * (place if bits == 2 else each - 1 - place)
            row[x - x1] = buf[at + x // each] >> shift & mask
        if _arrayblit:
            _arrayblit(native, row, x1, y, x2, y + 1)
        else:
            for x in range(x1, x2):
                native[x, y] = row[x - x1]


def bring(group):
    """Copy what changed in the bitmaps that ``group`` shows."""
    for i in range(len(group)):
        item = group[i]
        if isinstance(item, _native.Group):
            bring(item)
        else:
            source = getattr(item, "source", None)
            if source is not None and source._x1 < source._x2:
                _copy(source)


class Display:
    """A display of CircuitPython as the firmware takes one; ``display``: as ``board.DISPLAY``."""

    fast = None

    def __init__(self, display):
        self._display = display
        if hasattr(display, "auto_refresh"):
            display.auto_refresh = False
        self.root_group = None

    @property
    def busy(self):
        """Whether a refresh can't begin yet."""
        display = self._display
        return getattr(display, "busy", False) or getattr(display, "time_to_refresh", 0) > 0

    def poll(self):
        """Nothing: the panel is on already."""

    def refresh(self):
        """Show the picture, as soon as the panel allows it."""
        display = self._display
        if self.root_group is not None:
            bring(self.root_group)
        if display.root_group is not self.root_group:
            display.root_group = self.root_group
        while self.busy:
            pass
        display.refresh()
