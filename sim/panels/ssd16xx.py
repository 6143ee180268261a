# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Solomon Systech's black and white e-ink controllers: SSD1680, SSD1681, SSD1675, SSD1608.

Commands and tables as in their data sheets (SSD1680 rev. 0.14, SSD1681 rev. 0.13, SSD1675 rev.
1.0, SSD1608 rev. 1.0); the glass is that of sim.panels.eink. Two RAMs: 0x24 has the new picture,
0x26 (the red one of three-colour glass) the old one, and a pixel's bits in both choose its
waveform. Which command sends a picture to the glass, and what else happens then, is told by 0x22.
"""

from sim.bulk import backwards, translate
from sim.panels.base import noise
from sim.panels.eink import STILL, EInk, classes_of

_GATES = 0x01
_SOURCE = 0x04
_SLEEP = 0x10
_ENTRY = 0x11
_RESET = 0x12
_GO = 0x20
_CONTROL1 = 0x21
_CONTROL2 = 0x22
_NEW = 0x24
_OLD = 0x26
_LUT = 0x32
_OPTION = 0x37
_X = 0x44
_Y = 0x45
_AT_X = 0x4E
_AT_Y = 0x4F
_NOP = 0x7F

# What 0x22 chooses.
_CLOCK, _ANALOG, _WARMTH, _LOAD = 0x80, 0x40, 0x20, 0x10
_MODE2, _SHOW, _NO_ANALOG, _NO_CLOCK = 0x08, 0x04, 0x02, 0x01

_MS = 1_000_000
# Times of what goes on around a waveform. Clock and voltages on and off: as measured by the
# authors of u8g2 (csrc/u8x8_d_ssd1681_200x200.c); the others are the model's choice.
_ON_TIME = 10 * _MS
_OFF_TIME = 267 * _MS
_WARMTH_TIME = 10 * _MS
_LOAD_TIME = 5 * _MS
_RESET_TIME = 2 * _MS


def volts(registers):
    """VSH1, VSL, VSH2 in volts of the three bytes of command 0x04 (SSD1680, table 6-6)."""
    high, high2, low = registers

    def positive(value):
        return 2.4 + (value - 0x8E) * 0.1 if value & 0x80 else 9.0 + (value - 0x23) * 0.2

    return positive(high), -5.0 - (low - 0x0A) * 0.25, positive(high2)


class SSD16xx(EInk):
    """A controller with its glass; the subclasses are controllers.

    ``column``: at which source output the glass begins; ``row``: at which gate.
    """

    COLUMNS = 176
    ROWS = 296
    #: Bytes of a table of waveforms.
    LUT_SIZE = 153
    #: What 0x22 says after a reset.
    CONTROL = 0xFF
    KNOWN = frozenset(
        (0x03, 0x08, 0x09, 0x0A, 0x0C, 0x0F, 0x18, 0x1A, 0x1B, 0x2C, 0x31, 0x36, 0x38, 0x39)
        + (0x3A, 0x3B, 0x3C, 0x3F, 0x41, 0x74, 0x7E, _NOP)
    )

    def __init__(self, width, height, column=0, row=0):
        super().__init__(width, height)
        if column + width > self.COLUMNS or row + height > self.ROWS:
            raise ValueError("the glass is larger than the controller")
        self._column = column
        self._row = row
        self._stride = self.COLUMNS // 8
        size = self._stride * self.ROWS
        grain = noise(size)
        self._new = bytearray(grain)
        self._old = bytearray(backwards(grain))
        self._lut = bytes(self.LUT_SIZE)
        self._clock = self._analog = False
        self._registers()

    def _registers(self):
        self._code = _NOP
        self._args = bytearray()
        self._gates = (self.ROWS - 1, 0)
        self._source = bytes((0x41, 0xA8, 0x32))
        self._entry = 3
        self._control1 = bytes(2)
        self._control2 = self.CONTROL
        self._swaps = False
        self._xs = (0, self._stride - 1)
        self._ys = (0, self.ROWS - 1)
        self._at = [0, 0]

    def reset(self, now):
        self._interrupted(now)
        self._registers()
        self._asleep = False
        self._clock = self._analog = False
        self.busy_until = now + _RESET_TIME
        self.version += 1

    def busy(self, now):
        # "BUSY pad will keep output high" in deep sleep
        return self._asleep or super().busy(now)

    def command(self, code, now):
        self._code = None
        if not self._heard(code, now):
            return
        self._code = code
        self._args = bytearray()
        if code == _RESET:
            self._registers()
            self.busy_until = now + _RESET_TIME
        elif code == _GO:
            self._go(now)
        elif code not in self.KNOWN and code not in _SETTINGS:
            self.warn("%s: 0x%02X is no command of this panel." % (self.name, code))

    def data(self, data, now):
        self._settle(now)
        code = self._code
        if code is None:
            return
        if code in (_NEW, _OLD):
            self._fill(self._new if code == _NEW else self._old, bytes(data))
            return
        args = self._args
        args += data[: 256 - len(args)]
        size = len(args)
        if code == _GATES and size >= 2:
            self._gates = (args[0] | (args[1] & 1) << 8, args[2] if size > 2 else 0)
        elif code == _SOURCE and size >= 3:
            self._source = bytes(args[:3])
        elif code == _SLEEP and args[0] & 3:
            self._asleep = True
            self._clock = self._analog = False
        elif code == _ENTRY:
            self._entry = args[0]
        elif code == _CONTROL1:
            self._control1 = bytes(args[:2] + bytes(2))[:2]
        elif code == _CONTROL2:
            self._control2 = args[0]
        elif code == _LUT:
            self._lut = bytes(args + bytes(self.LUT_SIZE))[: self.LUT_SIZE]
        elif code == _OPTION and size >= 6:
            self._swaps = bool(args[5] & 0x40)
        elif code == _X and size >= 2:
            self._xs = (args[0] & 0x3F, args[1] & 0x3F)
            self._check_window()
        elif code == _Y and size >= 4:
            self._ys = (args[0] | (args[1] & 1) << 8, args[2] | (args[3] & 1) << 8)
            self._check_window()
        elif code == _AT_X:
            self._at[0] = args[0] & 0x3F
        elif code == _AT_Y:
            self._at[1] = args[0] | ((args[1] & 1) << 8 if size > 1 else 0)

    def _check_window(self):
        if max(self._xs) >= self._stride or max(self._ys) >= self.ROWS:
            self.warn(
                "%s: the window of bytes %d..%d, rows %d..%d is outside the memory of %d x %d."
                % ((self.name,) + self._xs + self._ys + (self._stride, self.ROWS))
            )

    def _fill(self, ram, data):
        """Write ``data`` from the cursor on, within the window and in the order of 0x11."""
        (x0, x1), (y0, y1) = self._xs, self._ys
        x, y = self._at
        right = self._entry & 1
        down = self._entry & 2
        by_rows = not self._entry & 4
        stride = self._stride
        pos = 0
        size = len(data)
        while pos < size:
            if by_rows and right and x0 <= x <= x1:
                run = min(x1 - x + 1, size - pos)
            else:
                run = 1
            if 0 <= y < self.ROWS and x < stride:
                room = min(run, stride - x)
                start = y * stride + x
                ram[start : start + room] = data[pos : pos + room]
            pos += run
            # the counter that moves goes around at the window's edge and moves the other one
            x_end = x + run - 1 == x1 if right else x == x1
            y_end = y == y1
            if by_rows:
                x = x0 if x_end else x + run if right else x - 1
                if x_end:
                    y = y0 if y_end else y + 1 if down else y - 1
            else:
                y = y0 if y_end else y + 1 if down else y - 1
                if y_end:
                    x = x0 if x_end else x + 1 if right else x - 1
            x &= 0x3F
            y &= 0x1FF
        self._at = [x, y]

    def _classes(self):
        """The class of every pixel of the glass."""
        option_old, option_new = self._control1[0] >> 4, self._control1[0] & 15
        out = bytearray(bytes([STILL]) * (self.width * self.height))
        last, scan = self._gates
        # with B7 of 0x21 the RAM begins at source 8
        first = self._column - (8 if self._control1[1] & 0x80 else 0)
        stride = self._stride
        for y in range(self.height):
            gate = y + self._row
            if gate > last:
                continue
            row = last - gate if scan & 1 else gate
            start, end = row * stride, (row + 1) * stride
            line = classes_of(
                _optional(self._old[start:end], option_old),
                _optional(self._new[start:end], option_new),
            )
            line = bytes([STILL]) * max(-first, 0) + line[max(first, 0) :]
            at = y * self.width
            out[at : at + min(self.width, len(line))] = line[: self.width]
        return out

    def _go(self, now):
        """Carry out what 0x22 has chosen."""
        control = self._control2
        time = 0
        if control & (_CLOCK | _ANALOG):
            time += 0 if self._clock and self._analog else _ON_TIME
            self._clock |= bool(control & _CLOCK)
            self._analog |= bool(control & _ANALOG)
        if control & _WARMTH:
            time += _WARMTH_TIME
        loaded = None
        if control & _LOAD:
            time += _LOAD_TIME
            loaded = self._otp(2 if control & _MODE2 else 1)
        if control & _SHOW:
            if not (self._clock and self._analog):
                self.warn(
                    "%s: a refresh was asked for while clock or voltages are off (bits 7 and 6 of "
                    "0x22)." % self.name
                )
            else:
                drives, step = loaded or self._waveform(self._lut)
                time += self._drive(now + time, self._classes(), drives, step)
                self._shown(control & _MODE2)
        if control & _NO_ANALOG:
            time += _OFF_TIME
            self._analog = False
        if control & _NO_CLOCK:
            self._clock = False
        self.busy_until = now + time

    def _shown(self, mode2):
        # With the option of 0x37 the two RAMs change places after a refresh of mode 2.
        if mode2 and self._swaps:
            self._old, self._new = self._new, self._old

    def _otp(self, mode):
        """Drives and step of the waveform in the chip's own memory; None if there is none.

        Made up, as every glass has its own: mode 1 takes 1.76 s, flashes and doesn't look at the
        old picture; mode 2 drives what changes for 0.3 s. Both are neutral.
        """
        frame = 20 * _MS
        if mode == 2:
            return [[], [(-1, 15 * frame)], [(1, 15 * frame)], []], frame
        white = [(1, 20 * frame)] + [(-1, 8 * frame), (1, 8 * frame)] * 3 + [(-1, 20 * frame)]
        black = [(-v, n) for v, n in white]
        return [black, white, black, white], frame

    def _levels(self):
        """Volts of the four levels of the tables, in units of 15 V."""
        high, low, high2 = volts(self._source)
        return (0.0, high / 15, low / 15, high2 / 15)

    def _waveform(self, lut):
        """Drives and step of the table ``lut``: five parts of twelve groups of four levels."""
        phases = []  # (group, place of the level, frames)
        for group in range(12):
            a, b, again_ab, c, d, again_cd, again = lut[60 + 7 * group : 67 + 7 * group]
            pairs = [((0, a), (1, b))] * (again_ab + 1) + [((2, c), (3, d))] * (again_cd + 1)
            for pair in pairs * (again + 1):
                phases += [(group, place, n) for place, n in pair if n]
        # Four bits a group, 25 frames a second for each unit. That is an assumption: Waveshare's
        # tables for the 2.13 inch glass, all of rate 2, have 121 and 22 frames and are said to
        # take 2 and 0.3 s.
        rates = [lut[144 + group // 2] >> (0 if group & 1 else 4) & 15 for group in range(12)]
        used = {group for group, _, _ in phases}
        if any(not rates[group] for group in used):
            self.warn("%s: a frame rate of 0 in the table of waveforms." % self.name)
        times = [1_000_000_000 // (25 * (rate or 2)) for rate in rates]
        return self._drives(lut, 12, phases, times), min([times[g] for g in used], default=_MS)

    def _drives(self, lut, groups, phases, times):
        levels = self._levels()
        drives = []
        for table in range(4):
            pieces = []
            for group, place, n in phases:
                level = lut[table * groups + group] >> 6 - 2 * place & 3
                common = lut[4 * groups + group] >> 6 - 2 * place & 3
                pieces.append((levels[level] - levels[common], n * times[group]))
            drives.append(pieces)
        return drives


def _optional(plane, option):
    # 0x21: a RAM as it is, taken for zeros, or inverted
    if option == 4:
        return bytes(len(plane))
    if option == 8:
        return translate(plane, bytes(range(255, -1, -1)))
    return plane


class SSD1680(SSD16xx):
    """SSD1680: 176 sources, 296 gates; by default 122 x 250 glass at source 8."""

    name = "SSD1680"

    def __init__(self, width=122, height=250, column=8, row=0):
        super().__init__(width, height, column, row)


class SSD1681(SSD16xx):
    """SSD1681: 200 sources, 200 gates."""

    name = "SSD1681"
    COLUMNS = 200
    ROWS = 200

    def __init__(self, width=200, height=200, column=0, row=0):
        super().__init__(width, height, column, row)


class SSD1675(SSD16xx):
    """SSD1675: 160 sources, 296 gates, seven groups of phases, no waveform in its own memory."""

    name = "SSD1675"
    COLUMNS = 160
    LUT_SIZE = 70

    def __init__(self, width=122, height=250, column=0, row=0):
        super().__init__(width, height, column, row)

    def _otp(self, mode):
        return None

    def _waveform(self, lut):
        phases = []
        for group in range(7):
            *frames, again = lut[35 + 5 * group : 40 + 5 * group]
            phases += [(group, i, n) for i, n in enumerate(frames) if n] * (again + 1)
        # frames follow from 0x3A and 0x3B; the values in use give 50 a second
        frame = 20 * _MS
        return self._drives(lut, 7, phases, [frame] * 7), frame


class SSD1608(SSD16xx):
    """SSD1608 (IL3829 too): 240 sources, 320 gates; it remembers itself what the glass shows."""

    name = "SSD1608"
    COLUMNS = 240
    ROWS = 320
    LUT_SIZE = 30

    def __init__(self, width=200, height=200, column=0, row=0):
        super().__init__(width, height, column, row)

    def _otp(self, mode):
        return None

    def _shown(self, mode2):
        self._old[:] = self._new

    def _levels(self):
        # one byte of 0x04 sets both
        return (0.0, 1.0, -1.0, 0.0)

    def _waveform(self, lut):
        # Twenty phases: a byte with the levels for WW, WB, BW and BB each, then four bits each
        # with its frames, the first in the low ones.
        frame = 20 * _MS
        frames = [lut[20 + i // 2] >> 4 * (i & 1) & 15 for i in range(20)]
        levels = self._levels()
        return [
            [(levels[lut[i] >> shift & 3], n * frame) for i, n in enumerate(frames) if n]
            for shift in (0, 2, 4, 6)
        ], frame


_SETTINGS = {_GATES, _SOURCE, _SLEEP, _ENTRY, _RESET, _GO, _CONTROL1, _CONTROL2, _NEW, _OLD}
_SETTINGS |= {_LUT, _OPTION, _X, _Y, _AT_X, _AT_Y}
