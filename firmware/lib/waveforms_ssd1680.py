# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The waveforms of the module ``waveforms``, with its two rules, for SSD1680 and SSD1681.

A file of its own, since a board needs one or the other. Commands and the table's layout as in the
data sheets (SSD1680 rev. 0.14, SSD1681 rev. 0.13):

- A pixel's waveform is chosen by its bits in two memories, 0x26 (old) and 0x24 (new), a 1 being
  white. The old picture is written to 0x26 when its refresh has ended, so that a refresh begins with
  writing the new one to 0x24. Of both only the rows that differ are written, by the window of
  0x44 and 0x45; the time is the waveform's, whatever the window is.
- Levels are VSH1 = +15 V (towards black), VSL = -15 V (towards white) and ground, set by 0x04: the
  same voltage both ways, so that equal times cancel. VCOM stays at its direct voltage.
- Frame rates are in units of 25 a second, so that frames of 40, 20, 10 and 5 ms can be had.

T is 300 ms: what Waveshare publishes as the time of a partial refresh of this kind of glass
(2.13 inch, 250 x 122 and 1.54 inch, 200 x 200), with the same voltages. Switching the voltages on
and off comes on top; the latter after the picture is there.
"""

from binascii import crc32

from micropython import const

_GROUND = const(0)
_BLACK = const(1)  # VSH1
_WHITE = const(2)  # VSL

# In the order of the table, BB, BW, WB, WW and VCOM: both levels of a shake and the last one
_TABLES = (
    (_WHITE, _BLACK, _GROUND),
    (_WHITE, _BLACK, _WHITE),
    (_BLACK, _WHITE, _BLACK),
    (_BLACK, _WHITE, _GROUND),
    (_GROUND, _GROUND, _GROUND),
)

_ROWS = const(16)  # how many rows of the panel are compared at once


class SSD1680:
    """Quick and clean refreshes of an SSD1680 in black and white.

    ``frame_ms``: 5, 10, 20 or 40, the time of a frame; ``fast_ms``: T; ``clean_ms``: duration of
    one way of a shake, ``shakes``: how often there and back; ``most``: quick refreshes before a
    clean one is done instead. Durations are whole frames, at most 255 of them. ``vcom``: register
    value of command 0x2C, None for what the driver has set.
    """

    def __init__(self, frame_ms=20, fast_ms=300, clean_ms=400, shakes=2, most=50, vcom=None):
        if frame_ms not in (5, 10, 20, 40):
            raise ValueError("waveforms: frame_ms must be 5, 10, 20 or 40")
        for ms in (fast_ms, clean_ms):
            if ms % frame_ms or not 0 < ms <= 255 * frame_ms:
                raise ValueError("waveforms: durations must be 1 to 255 whole frames")
        self.frame_ms = frame_ms
        self.most = most
        self._fast = fast_ms // frame_ms
        self._clean = clean_ms // frame_ms
        self._shakes = shakes
        self._vcom = vcom
        self._loaded = None  # which table is in the panel's registers, None: the panel's own
        # rows of the picture that 0x26 doesn't have yet
        self._top = self._bottom = 0

    @property
    def fast_ms(self):
        """T in milliseconds. It may be changed while all pixels are white, to a number of whole frames."""
        return self._fast * self.frame_ms

    @fast_ms.setter
    def fast_ms(self, ms):
        self._fast = ms // self.frame_ms
        self._loaded = None  # the table is sent again

    def duration(self, clean=False):
        """Milliseconds that the waveform takes."""
        frames = self._fast
        if clean:
            frames += 2 * self._clean * self._shakes
        return frames * self.frame_ms

    def table(self, clean=False):
        """The 153 bytes of command 0x32."""
        out = bytearray(153)
        at = 1 if clean else 0  # the group of the last level
        for number in range(5):
            there, back, last = _TABLES[number]
            if clean:
                out[12 * number] = there << 6 | back << 4
            out[12 * number + at] = last << 6
        if clean:
            out[60] = out[61] = self._clean
            out[66] = self._shakes - 1
        out[60 + 7 * at] = self._fast
        rate = 40 // self.frame_ms
        for i in range(144, 150):
            out[i] = rate << 4 | rate
        return out

    def begin(self, display, clean):
        """Wake the panel if it sleeps and load the table."""
        bus = display._bus
        if not display._awake:
            display._begin()
            self._loaded = None
            # The picture isn't taken for granted to have outlived the reset.
            self._top = 0
            self._bottom = display._panel_h
            self._catch_up(display)
            self._bottom = -1
        if self._loaded is None:
            bus.send(0x3F, b"\x22")  # the outputs go to ground at the end
            bus.send(0x03, b"\x17")  # gates at 20 V
            bus.send(0x04, b"\x41\x00\x32")  # sources at 15 and -15 V
            if self._vcom is not None:
                bus.send(0x2C, bytes((self._vcom,)))
            # the border at VCOM isn't driven: it would flash, and some drivers let it follow BW
            bus.send(0x3C, b"\x80")
            bus.send(0x22, b"\xcf")  # voltages on, compare, voltages off
        if self._loaded is not clean:
            bus.send(0x32, self.table(clean))
            self._loaded = clean

    def _catch_up(self, display):
        # Write what 0x26 lacks of the picture in display._plane.
        if self._top < self._bottom:
            display._send(0x26, True, self._top, self._bottom)
        self._top = self._bottom = 0

    @staticmethod
    def _sums(display):
        rows = _ROWS * display._row
        plane = memoryview(display._plane)
        return [crc32(plane[i : i + rows]) & 0x3FFFFFFF for i in range(0, len(plane), rows)]

    def old(self, display):
        """Note the picture that is on the glass, to find what changes."""
        self._was = self._sums(display)

    def new(self, display):
        """Send the new picture and begin to show it; returns after how many ms to give up."""
        now = self._sums(display)
        count = len(now)
        if self._bottom < 0:
            first, last = 0, count
        else:
            first = 0
            while first < count - 1 and now[first] == self._was[first]:
                first += 1
            last = count
            while last > first + 1 and now[last - 1] == self._was[last - 1]:
                last -= 1
        del self._was
        self._top = first * _ROWS
        self._bottom = min(last * _ROWS, display._panel_h)
        display._send(0x24, True, self._top, self._bottom)
        display._bus.send(0x20, b"")
        return 2000 + self.duration(True)

    def rest(self, display):
        """Keep the picture that is on the glass now as the old one."""
        bus = display._bus
        if self._loaded is None:
            # after the driver's own refresh: all of it, and some drivers leave the voltages on
            self._top = 0
            self._bottom = display._panel_h
        self._catch_up(display)
        if self._loaded is None:
            bus.send(0x22, b"\x03")
            bus.send(0x20, b"")


class SSD1681(SSD1680):
    """Quick and clean refreshes of an SSD1681; its driver leaves VCOM to the chip: -1 V here."""

    def __init__(self, vcom=0x28, **how):
        super().__init__(vcom=vcom, **how)
