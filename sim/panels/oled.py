# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""OLED controllers of one bit a pixel: SSD1306, SH1106, SH1107.

Commands as in their data sheets (SSD1306 rev. 1.1, SH1106 V2.3, SH1107 V2.1). The memory is
divided into pages of eight lines; a byte is a column of eight pixels of a page, the top one in its
lowest bit. A line of glass is connected to an output called COM, a column to one called SEG; on
the SH1107 it is the pages that go along the SEG outputs and the columns along COM, so that its
glass lies on its side.

All bytes of a command, what belongs to it included, come with D/C low.
"""

from sim.panels.base import Panel, noise

_MS = 1_000_000
_LIT = bytes((214, 238, 255))  # the bluish white that such glass shines in


class OLED(Panel):
    """A controller with its glass; the subclasses are controllers.

    ``width``, ``height``: of the glass; ``column``, ``com``: of the outputs where it begins.
    ``interleaved``: its lines are connected in turn to the lower and the upper half of the COM
    outputs, as on nearly all glass of 64 lines. Nearly all glass needs both directions reversed
    (commands 0xA1 and 0xC8): ``upright`` says that this one doesn't.
    """

    COLUMNS = 128
    LINES = 64
    #: How many bytes belong to a command.
    ARGUMENTS = {}
    #: Commands without any that change nothing here.
    KNOWN = frozenset()
    #: The command and value that switch the voltage for the glass on.
    PUMP = (0x8D, 0x04)

    def __init__(self, width=128, height=64, column=0, com=0, interleaved=None, upright=False):
        super().__init__(width, height)
        self._column = column
        self._com = com
        self._interleaved = height > 32 if interleaved is None else interleaved
        self._upright = upright
        size = self.COLUMNS * self.LINES // 8
        self._ram = bytearray(noise(size))
        self._registers()

    def _registers(self):
        self._wanted = 0
        self._code = 0
        self._args = bytearray()
        self._on = self._all = self._inverted = self._pumped = False
        self._segments = self._scan = False  # reversed
        self._contrast = 0x7F
        self._mux = self.LINES - 1
        self._offset = self._start = 0
        self._pins = 0x12
        self._mode = 2
        self._columns = (0, self.COLUMNS - 1)
        self._pages = (0, self.LINES // 8 - 1)
        self._x = self._page = 0
        self._written = False
        self.version += 1

    def reset(self, now):
        self._registers()

    def command(self, code, now):
        self.version += 1
        if self._wanted:
            self._args.append(code)
            self._wanted -= 1
            if not self._wanted:
                self._take(self._code, self._args, now)
            return
        self._code = code
        self._args = bytearray()
        self._wanted = self.ARGUMENTS.get(code, 0)
        if not self._wanted:
            self._take(code, self._args, now)

    def _take(self, code, args, now):
        if code == 0x81:
            self._contrast = args[0]
        elif code in (0xA0, 0xA1):
            self._segments = bool(code & 1)
        elif code in (0xA4, 0xA5):
            self._all = bool(code & 1)
        elif code in (0xA6, 0xA7):
            self._inverted = bool(code & 1)
        elif code == 0xA8:
            self._mux = args[0] & self.LINES - 1
        elif code in (0xAE, 0xAF):
            self._on = bool(code & 1)
            if self._on and not self._pumped:
                self.warn(
                    "%s: switched on without its voltage (0x%02X)." % (self.name, self.PUMP[0])
                )
        elif code & 0xF0 == 0xC0:
            self._scan = bool(code & 8)
        elif code == 0xD3:
            self._offset = args[0] & self.LINES - 1
        elif code == 0xDA:
            self._pins = args[0]
        elif code == self.PUMP[0]:
            self._pumped = bool(args[0] & self.PUMP[1])
        elif code < 0x10:
            self._x = self._x & 0xF0 | code
        elif code < 0x20:
            self._x = self._x & 0x0F | (code & 0x0F) << 4
        elif code & 0xF0 == 0xB0:
            self._page = code & 15
            if self._page >= self.LINES // 8:
                self.warn("%s: there is no page %d." % (self.name, self._page))
                self._page %= self.LINES // 8
        elif not self._own(code, args) and code not in self.KNOWN and code not in self.ARGUMENTS:
            self.warn("%s: 0x%02X is no command of this panel." % (self.name, code))
        self._seen(now)

    def _own(self, code, args):
        """Carry out a command that only this controller has; whether it is one."""
        return False

    def _seen(self, now):
        if self.shown_at is None and self._on and self._pumped and self._written:
            self.shown_at = now

    def data(self, data, now):
        if self._wanted:
            self.warn(
                "%s: data in the middle of command 0x%02X, all of which is sent with D/C low."
                % (self.name, self._code)
            )
            self._wanted = 0
        self._written = True
        for byte in data:
            if self._x < self.COLUMNS:
                self._ram[self._page * self.COLUMNS + self._x] = byte
            self._next()
        self.version += 1
        self._seen(now)

    def _next(self):
        # page addressing: only the column moves, and at its end it stays (SH) or begins anew
        self._x += 1
        if self._x >= self.COLUMNS:
            self._x = 0

    def _bit(self, x, line):
        return self._ram[line // 8 * self.COLUMNS + x] >> line % 8 & 1

    def _line(self, com):
        """The line of the picture that output ``com`` shows, None for a dark one."""
        lines = self._mux + 1
        # 0xD3 moves the picture along the outputs; those beyond the multiplex ratio are off
        line = (com + self._offset) % self.LINES
        if line >= lines:
            return None
        return lines - 1 - line if self._scan else line

    def lights(self):
        """A byte for each pixel of the glass: 1 for light."""
        out = bytearray()
        for y in range(self.height):
            com = self._com + (y if self._upright else self.height - 1 - y)
            if self._interleaved:
                com = com // 2 + (com & 1) * 32
            # 0xDA: the lines come out one after the other, or in turn from the two halves
            if self._pins & 0x10:
                com = com % 32 * 2 + com // 32
            line = self._line(com)
            for x in range(self.width):
                segment = x + self._column
                if self._segments == self._upright:
                    segment = self.COLUMNS - 1 - segment
                light = line is not None and self._bit(segment, (line + self._start) % self.LINES)
                out.append(self._all or light ^ self._inverted)
        return out

    def pixels(self, now):
        size = 3 * self.width * self.height
        if not (self._on and self._pumped):
            return bytes(size)
        level = 0.4 + 0.6 * self._contrast / 255
        out = bytearray(size)
        lights = bytes(self.lights())
        for i in range(3):
            out[i::3] = lights.translate(bytes((0, round(_LIT[i] * level))) + bytes(254))
        return bytes(out)


class SSD1306(OLED):
    """SSD1306: 128 columns, 64 lines, three ways of addressing."""

    name = "SSD1306"
    ARGUMENTS = {
        0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2,
        0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip
    KNOWN = frozenset((0x2E, 0x2F, 0xE3))

    def _own(self, code, args):
        if code == 0x20:
            self._mode = args[0] & 3
        elif code == 0x21:
            self._columns = (args[0] & 127, args[1] & 127)
            self._x = self._columns[0]
        elif code == 0x22:
            self._pages = (args[0] & 7, args[1] & 7)
            self._page = self._pages[0]
        elif code & 0xC0 == 0x40:
            self._start = code & 63
        else:
            return False
        for name, (first, last) in (("columns", self._columns), ("pages", self._pages)):
            if first > last:
                self.warn("%s: a window of %s from %d to %d." % (self.name, name, first, last))
        return True

    def _next(self):
        if self._mode == 2:
            super()._next()
            return
        (x0, x1), (p0, p1) = self._columns, self._pages
        if self._mode == 0:
            if self._x != x1:
                self._x = (self._x + 1) % 128
                return
            self._x = x0
            self._page = p0 if self._page == p1 else (self._page + 1) % 8
        else:
            if self._page != p1:
                self._page = (self._page + 1) % 8
                return
            self._page = p0
            self._x = x0 if self._x == x1 else (self._x + 1) % 128


class SH1106(OLED):
    """SH1106: 132 columns, 64 lines, addressed page by page; its glass begins at column 2."""

    name = "SH1106"
    COLUMNS = 132
    ARGUMENTS = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
    # 0x30..0x33: the pump's voltage; 0xE0, 0xEE: read, change, write; 0xE3: nothing. 0x20 isn't in
    # its data sheet, but Adafruit's driver sends it twice.
    KNOWN = frozenset((0x20, 0x30, 0x31, 0x32, 0x33, 0xE0, 0xE3, 0xEE))
    PUMP = (0xAD, 0x01)

    def __init__(self, width=128, height=64, column=2, com=0, interleaved=None, upright=False):
        super().__init__(width, height, column, com, interleaved, upright)

    def _registers(self):
        super()._registers()
        self._pumped = True

    def _own(self, code, args):
        if code & 0xC0 != 0x40:
            return False
        self._start = code & 63
        return True


class SH1107(OLED):
    """SH1107: 128 columns along COM, 16 pages along SEG; by default glass of 128 x 128.

    Adafruit's FeatherWing of 128 x 64 pixels has 64 COM lines from 32 on: ``SH1107(64, 128, 32)``.
    """

    name = "SH1107"
    LINES = 128
    ARGUMENTS = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDB: 1, 0xDC: 1}
    KNOWN = frozenset((0xE0, 0xE3, 0xEE))
    PUMP = (0xAD, 0x01)

    def __init__(self, width=128, height=128, com=0):
        super().__init__(width, height, com=com, interleaved=False, upright=True)

    def _registers(self):
        super()._registers()
        self._pumped = True

    def _own(self, code, args):
        if code in (0x20, 0x21):
            self._mode = 1 if code & 1 else 2
        elif code == 0xDC:
            self._start = args[0] & 127
        else:
            return False
        return True

    def _next(self):
        if self._mode == 2:
            super()._next()
            return
        self._page = (self._page + 1) % 16
        if not self._page:
            super()._next()

    def lights(self):
        columns = [self._line(x + self._com) for x in range(self.width)]
        out = bytearray()
        for y in range(self.height):
            segment = self.LINES - 1 - y if self._segments else y
            for line in columns:
                light = 0
                if line is not None:
                    light = self._bit((line + self._start) % 128, segment)
                out.append(self._all or light ^ self._inverted)
        return out
