# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Waveforms for a quick refresh of e-ink panels, computed; a board file sets ``display.fast``.

How a pixel is driven: its particles move with the sign of the voltage between it and the common
electrode, times the duration. What a pixel gets in a refresh depends only on its old and new
colour. An electrode that sees more of one sign than of the other in the long run polarises and
burns in, so two rules hold for all tables here:

- white to white and black to black sum up to nothing;
- white to black sums up to +T and black to white to -T, with the same T in the quick and in the
  clean waveform. A pixel's charge is then a function of its colour alone: +T when black more than
  when white, however many refreshes of either kind went before.

So T may be changed only while all pixels are white (firmware/app/screens/options.py sees to that).

Only the very first refresh after a start is the panel's own, since nobody knows what is on the
glass.

Quick: one phase of T straight to the new colour; pixels that stay are held at ground, so nothing
flashes. About 390 ms at room temperature give a picture that reads well on the UC8151 panel of a
Badger 2040 (README of antirez/uc8151_micropython, which measured 147 to 1998 ms); T is 380 ms.
What stays at ground pales a little each time, and each drive leaves a little of the old picture:
hence a clean refresh every now and then.

Clean: each pixel is driven to the other colour and back, ``shakes`` times, then those that change
to the new colour for T.

::

    old, new    shaken                       then         sum
    W W         (black, white) x shakes      ground        0
    B B         (white, black) x shakes      ground        0
    W B         (black, white) x shakes      black T      +T
    B W         (white, black) x shakes      white T      -T
"""

from micropython import const

_GROUND = const(0)
_BLACK = const(1)  # VDH
_WHITE = const(2)  # VDL

# VCOM, WW, BW, WB, BB, in the order of the UC8151's commands 0x20..0x24: both levels of a shake and
# the last one
_TABLES = (
    (_GROUND, _GROUND, _GROUND),
    (_BLACK, _WHITE, _GROUND),
    (_WHITE, _BLACK, _WHITE),
    (_BLACK, _WHITE, _BLACK),
    (_WHITE, _BLACK, _GROUND),
)


class UC8151:
    """Quick and clean refreshes of a UC8151 (IL0373) in black and white.

    ``frame_ms``: 5, 10 or 20, the time of a frame; ``fast_ms``: T; ``clean_ms``: duration of one
    way of a shake, ``shakes``: how often there and back; ``most``: quick refreshes before a clean
    one is done instead. Durations are whole frames, at most 255 of them.
    """

    def __init__(self, frame_ms=10, fast_ms=380, clean_ms=400, shakes=2, most=50):
        pll = {5: 0x39, 10: 0x3A, 20: 0x3C}.get(frame_ms)
        if pll is None:
            raise ValueError("waveforms: frame_ms must be 5, 10 or 20")
        for ms in (fast_ms, clean_ms):
            if ms % frame_ms or not 0 < ms <= 255 * frame_ms:
                raise ValueError("waveforms: durations must be 1 to 255 whole frames")
        self.frame_ms = frame_ms
        self.most = most
        self._pll = pll
        self._fast = fast_ms // frame_ms
        self._clean = clean_ms // frame_ms
        self._shakes = shakes
        self._loaded = None  # which tables are in the panel's registers

    @property
    def fast_ms(self):
        """T in milliseconds. It may be changed while all pixels are white, to a number of whole frames."""
        return self._fast * self.frame_ms

    @fast_ms.setter
    def fast_ms(self, ms):
        self._fast = ms // self.frame_ms
        self._loaded = None  # the tables are sent again

    def duration(self, clean=False):
        """Milliseconds that the waveform takes."""
        frames = self._fast
        if clean:
            frames += 2 * self._clean * self._shakes
        return frames * self.frame_ms

    def table(self, number, clean=False):
        """The bytes of a table: 0 VCOM (44 bytes), 1 WW, 2 BW, 3 WB, 4 BB (42 bytes)."""
        there, back, last = _TABLES[number]
        out = bytearray(44 if number == 0 else 42)
        at = 0
        if clean:
            out[0] = there << 6 | back << 4
            out[1] = out[2] = self._clean
            out[5] = self._shakes
            at = 6
        out[at] = last << 6
        out[at + 1] = self._fast
        out[at + 5] = 1
        return out

    def begin(self, display, clean):
        """Wake the panel if it sleeps, switch its voltages on and load the tables."""
        bus = display._bus
        if not display._awake:
            # The driver's start sequence sets the power up and leaves it on.
            display._begin()
            self._loaded = None
        else:
            bus.send(0x04, b"")  # power on
            display._answered()
        if self._loaded is not clean:
            bus.send(0x00, bytes((self._setting(display) | 0x20,)))  # waveforms from the registers
            bus.send(0x30, bytes((self._pll,)))
            # 1 is white, both images count, the border isn't driven: it would flash
            bus.send(0x50, b"\xd7")
            for number in range(5):
                bus.send(0x20 + number, self.table(number, clean))
            self._loaded = clean

    @staticmethod
    def _setting(display):
        # The panel setting (command 0x00) of the driver's start sequence.
        data = display._start
        i = 0
        while data[i]:
            i += 2 + (data[i + 1] & 0x7F) + (data[i + 1] >> 7)
        return data[i + 2]

    def old(self, display):
        """Send the picture that is on the glass."""
        display._send(0x10)

    def new(self, display):
        """Send the new picture and begin to show it; returns after how many ms to give up."""
        display._send(0x13)
        display._bus.send(0x12, b"")
        return 2000 + self.duration(True)

    def rest(self, display):
        """Switch the voltages off; registers and pictures stay."""
        display._bus.send(0x02, b"")
