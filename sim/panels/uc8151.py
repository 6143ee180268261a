# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""UltraChip UC8151 (sold as IL0373 too): a black and white e-ink controller of up to 160 x 296.

Commands, tables and bits as in the IL0373 data sheet; the glass is that of sim.panels.eink.
"""

from sim.bulk import backwards, translate
from sim.panels.base import noise
from sim.panels.eink import STILL, EInk, classes_of

_PSR = 0x00
_PWR = 0x01
_POF = 0x02
_PFS = 0x03
_PON = 0x04
_BTST = 0x06
_DSLP = 0x07
_DTM1 = 0x10
_DSP = 0x11
_DRF = 0x12
_DTM2 = 0x13
_LUTS = (0x20, 0x21, 0x22, 0x23, 0x24)  # VCOM WW BW WB BB
_PLL = 0x30
_TSC = 0x40
_TSE = 0x41
_CDI = 0x50
_TCON = 0x60
_TRES = 0x61
_FLG = 0x71
_VDCS = 0x82
_PTL = 0x90
_PTIN = 0x91
_PTOUT = 0x92

_KNOWN = {_PWR, _PFS, _BTST, _TSC, 0x42, 0x43, _TSE, 0x51, _TCON, 0x70, 0x80, _VDCS, 0xE0, 0xE3}

_MS = 1_000_000
# BUSY times of power on and off, typical.
_PON_TIME = 60 * _MS
_POF_TIME = 20 * _MS

_RESOLUTIONS = ((96, 230), (96, 252), (128, 296), (160, 296))

def _otp():
    """The waveform in the chip's own memory: 4.5 s, flashing, neutral for every pixel.

    Drive to the opposite for 0.99 s, shake seven times, drive to the target for 0.99 s: the same
    for pixels that change and pixels that don't. (Pimoroni gives 4.5 s for this panel.)
    """
    white = bytes((0b01_00_00_00, 99, 0, 0, 0, 1, 0b10_01_00_00, 18, 18, 0, 0, 7))
    white += bytes((0b10_00_00_00, 99, 0, 0, 0, 1)) + bytes(24)
    black = bytes((0b10_00_00_00, 99, 0, 0, 0, 1, 0b01_10_00_00, 18, 18, 0, 0, 7))
    black += bytes((0b01_00_00_00, 99, 0, 0, 0, 1)) + bytes(24)
    return [bytes(44), white, white, black, black]


def segments(table):
    """A table of 42 or 44 bytes as a list of (level 0..3, frames), repeats written out."""
    out = []
    for row in range(0, 42, 6):
        levels, *durations, repeats = table[row : row + 6]
        if not repeats or not any(durations):
            break
        group = [(levels >> 6 - 2 * i & 3, n) for i, n in enumerate(durations) if n]
        out += group * repeats
    return out


# Levels as voltage towards black, in units of VDH; None is floating.
_VOLTAGE = (0, 1, -1, None)


def drive(pixel, vcom):
    """What a pixel sees: a list of (voltage, frames) of two lists from ``segments``."""
    out = []
    pixel = list(reversed(pixel))
    vcom = list(reversed(vcom))
    while pixel or vcom:
        level, n = pixel[-1] if pixel else (0, 0)
        common, m = vcom[-1] if vcom else (0, 0)
        frames = min(n or m, m or n)
        volts = _VOLTAGE[level]
        if volts is not None and common != 3:
            volts -= _VOLTAGE[common]
        else:
            volts = 0
        out.append((volts, frames))
        for side, left in ((pixel, n - frames), (vcom, m - frames)):
            if side:
                if left:
                    side[-1] = (side[-1][0], left)
                else:
                    side.pop()
    return out


class UC8151(EInk):
    """A UC8151 with its glass, by default the 128 x 296 one."""

    name = "UC8151"

    def __init__(self, width=128, height=296):
        super().__init__(width, height)
        grain = noise(160 * 296 // 8)
        self._old = bytearray(grain)
        self._new = bytearray(backwards(grain))
        self._luts = [bytes(44)] + [bytes(42)] * 4
        self._registers()

    def _registers(self):
        self._code = _FLG
        self._args = bytearray()
        self._psr = 0x0F
        self._cdi = 0xD7
        self._pll = 0x3C
        self._tres = None
        self._powered = False
        self._partial = False
        self._ptl = (0, self.width - 1, 0, self.height - 1)
        self._pos = 0

    def reset(self, now):
        self._interrupted(now)
        self._registers()
        self._asleep = False
        self.busy_until = now + _MS
        self.version += 1

    def _resolution(self):
        return self._tres or _RESOLUTIONS[self._psr >> 6]

    def command(self, code, now):
        self._code = None
        if (code != _FLG or self._asleep) and not self._heard(code, now):
            return
        self._code = code
        self._args = bytearray()
        if code == _PON:
            self._powered = True
            self.busy_until = now + _PON_TIME
        elif code == _POF:
            self._powered = False
            self.busy_until = now + _POF_TIME
        elif code in (_DTM1, _DTM2):
            self._pos = 0
        elif code == _DRF:
            self._refresh(now)
        elif code == _PTIN:
            self._partial = True
        elif code == _PTOUT:
            self._partial = False
        elif code not in _KNOWN and code not in _LUTS and code not in _SETTINGS:
            self.warn("UC8151: 0x%02X is no command of this panel." % code)

    def data(self, data, now):
        self._settle(now)
        code = self._code
        if code is None:
            return
        if code == _DTM1 or code == _DTM2:
            self._fill(self._old if code == _DTM1 else self._new, data)
            return
        args = self._args
        args += data[: 64 - len(args)]
        if code == _PSR:
            self._psr = args[0]
            if not args[0] & 1:
                self._registers()
        elif code == _CDI:
            self._cdi = args[0]
        elif code == _PLL:
            self._pll = args[0]
        elif code == _TRES and len(args) >= 3:
            self._tres = (args[0] & 0xF8, (args[1] & 1) << 8 | args[2])
        elif code == _DSLP and args[0] == 0xA5:
            self._asleep = True
            self._powered = False
        elif code == _PTL and len(args) >= 6:
            self._ptl = (
                args[0] & 0xF8,
                args[1] | 7,
                (args[2] & 1) << 8 | args[3],
                (args[4] & 1) << 8 | args[5],
            )
        elif code in _LUTS:
            self._luts[code - 0x20] = bytes(args) + bytes(44 - min(len(args), 44))

    def _window(self):
        """First and last byte column and row that data and refresh reach."""
        columns, rows = self._resolution()
        if self._partial:
            x0, x1, y0, y1 = self._ptl
            if x0 > x1 or y0 > y1 or x1 >= columns or y1 >= rows:
                self.warn("UC8151: the partial window is outside the resolution.")
            return x0 // 8, min(x1, columns - 1) // 8, y0, min(y1, rows - 1)
        return 0, columns // 8 - 1, 0, rows - 1

    def _fill(self, plane, data):
        left, right, top, bottom = self._window()
        width = right - left + 1
        room = width * max(bottom - top + 1, 0)
        stride = self._resolution()[0] // 8
        pos = self._pos
        data = data[: max(room - pos, 0)]
        done = 0
        while done < len(data):
            y, x = divmod(pos, width)
            run = min(width - x, len(data) - done)
            start = (top + y) * stride + left + x
            if start + run <= len(plane):
                plane[start : start + run] = data[done : done + run]
            done += run
            pos += run
        self._pos = pos

    def _classes(self):
        """The class of every pixel of the glass, in its natural order, for the coming refresh."""
        columns, rows = self._resolution()
        if (columns, rows) != (self.width, self.height):
            self.warn(
                "UC8151: the resolution is set to %d x %d, the glass has %d x %d."
                % (columns, rows, self.width, self.height)
            )
        ddx = self._cdi >> 4 & 3
        new, old = self._new, self._old
        if not self._psr & 0x10:
            self.warn("UC8151: set to black/white/red, but the glass has no red.")
            new = self._old
            ddx |= 2
        if ddx & 2:
            # no old image: every pixel counts as changing
            old = bytes(b ^ 0xFF for b in new)
        white = ddx & 1
        if not white:
            flip = bytes(range(255, -1, -1))
            old, new = translate(old, flip), translate(new, flip)
        left, right, top, bottom = self._window()
        out = bytearray(bytes([STILL]) * (self.width * self.height))
        stride = columns // 8
        ud = self._psr & 8
        shl = self._psr & 4
        for y in range(top, bottom + 1):
            start, end = y * stride + left, y * stride + right + 1
            line = classes_of(old[start:end], new[start:end])
            gate = y if ud else rows - 1 - y
            if gate >= self.height:
                continue
            first = left * 8
            if not shl:
                line = backwards(line)
                first = columns - 1 - (right * 8 + 7)
            line = line[: max(self.width - first, 0)]
            at = gate * self.width + first
            out[at : at + len(line)] = line
        return out

    def _refresh(self, now):
        if not self._powered:
            self.warn("UC8151: a refresh was asked for while the power is off (PON is missing).")
            return
        if self._psr & 0x20:
            luts = self._luts
            m, n = self._pll >> 3 & 7, self._pll & 7
            if not m or not n:
                self.warn("UC8151: PLL 0x%02X is no frame rate." % self._pll)
                m, n = 7, 4
            # the table of frame rates follows 200 Hz * M / 7 / N
            frame = 7 * n * 5 * _MS // m
        else:
            luts = _OTP
            frame = 10 * _MS
        vcom = segments(luts[0])
        # tables are in the order WW BW WB BB
        drives = [
            [(volts, n * frame) for volts, n in drive(segments(luts[i]), vcom)]
            for i in (4, 2, 3, 1)
        ]
        self.busy_until = now + self._drive(now, self._classes(), drives, frame)
        # the image just shown is the old one of the next refresh
        if not self._cdi & 0x20:
            left, right, top, bottom = self._window()
            stride = self._resolution()[0] // 8
            for y in range(top, bottom + 1):
                start, end = y * stride + left, y * stride + right + 1
                self._old[start:end] = self._new[start:end]


_SETTINGS = {_PSR, _DSLP, _DTM1, _DSP, _DRF, _DTM2, _PLL, _CDI, _TRES, _FLG, _PTL, _PTIN, _PTOUT}
_SETTINGS |= {_PON, _POF}
_OTP = _otp()
