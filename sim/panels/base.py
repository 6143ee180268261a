# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What all panel models have in common.

Times are nanoseconds of the simulator's virtual clock. A panel never looks at a real clock and
never draws random numbers: the same bytes at the same times always give the same picture.
"""


class Panel:
    """A controller with its glass.

    ``width`` and ``height`` are those of the glass as its maker counts them, before the glass is
    turned in the handheld. A model overrides ``command``, ``data``, ``pixels`` and, where the
    panel has them, ``busy_until`` and ``reset``.
    """

    name = "panel"

    def __init__(self, width, height):
        self.width = width
        self.height = height
        #: What would have harmed or confused real glass: sentences, each once, in order.
        self.warnings = []
        #: Changes with whatever may change the picture.
        self.version = 0
        #: Virtual time of the first complete picture, or None.
        self.shown_at = None
        #: Until when BUSY is active.
        self.busy_until = 0
        self._in_reset = False

    def warn(self, sentence):
        """Note ``sentence`` unless it has been noted before."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)

    def spi(self, dc, data, now):
        """Take ``data`` (bytes) while D/C is ``dc``: 0 commands, 1 data."""
        if self._in_reset:
            self.warn("%s: data sent while the reset line is held low is lost." % self.name)
        elif dc:
            self.data(data, now)
        else:
            for code in data:
                self.command(code, now)

    def reset_line(self, level, now):
        """Follow the reset line: the controller is reset while it is low."""
        if not level and not self._in_reset:
            self.reset(now)
        self._in_reset = not level

    def reset(self, now):
        """Go to the state after a hardware reset."""

    def command(self, code, now):
        """Take one command byte."""
        raise NotImplementedError

    def data(self, data, now):
        """Take ``data``, bytes that follow the last command."""
        raise NotImplementedError

    def busy(self, now):
        """Whether the panel holds its BUSY line active."""
        return now < self.busy_until

    def stamp(self, now):
        """A value that differs whenever the picture may differ."""
        return self.version

    def te(self, now):
        """Level of the tearing-effect line, 1 during the vertical blanking."""
        return 0

    def pixels(self, now):
        """The picture as seen at ``now``: RGB bytes, 3 * width * height, row by row."""
        raise NotImplementedError


def noise(count, seed=0x2545F491):
    """``count`` bytes that look like a memory after power-up; always the same."""
    # xorshift32 (Marsaglia 2003), one byte a step
    out = bytearray(count)
    x = seed
    for i in range(count):
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        out[i] = x >> 24
    return bytes(out)
