# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Colour TFT controllers that speak MIPI DCS: ST7789V, ST7735R, ILI9341, GC9A01A.

Commands and bits as in their published data sheets. What matters for the picture is modelled: the
address window, the pixel formats, the order of rows, columns and colours, inversion, sleep,
display on and off, and a memory larger than the glass. Voltages, gamma and frame rate are taken
and ignored.
"""

from sim.bulk import backwards, every, put, translate
from sim.panels.base import Panel, noise

_NOP = 0x00
_SWRESET = 0x01
_SLPIN = 0x10
_SLPOUT = 0x11
_PTLON = 0x12
_NORON = 0x13
_INVOFF = 0x20
_INVON = 0x21
_DISPOFF = 0x28
_DISPON = 0x29
_CASET = 0x2A
_RASET = 0x2B
_RAMWR = 0x2C
_TEOFF = 0x34
_TEON = 0x35
_MADCTL = 0x36
_VSCSAD = 0x37
_IDMOFF = 0x38
_IDMON = 0x39
_COLMOD = 0x3A
_RAMWRC = 0x3C
_LCMCTRL = 0xC0

_MY = 0x80
_MX = 0x40
_MV = 0x20
_BGR = 0x08

_MS = 1_000_000

# The widths of colour come to 8 bits by repeating their top bits, as screens show them; the
# memory's 18 bits hold 12- and 16-bit colours without loss.
_FIVE = bytes((v << 3 | v >> 2) & 0xFF for v in range(32))
_SIX = bytes((v << 2 | v >> 4) & 0xFF for v in range(64))
# 16 bits a pixel: high byte RRRRRGGG, low byte GGGBBBBB.
_RED16 = bytes(_FIVE[v >> 3] for v in range(256))
_BLUE16 = bytes(_FIVE[v & 31] for v in range(256))
# Green comes from both bytes: each gives its share of the repeated bits and they are or-ed.
_GREEN16_HIGH = bytes((v & 7) << 5 | (v & 7) >> 1 for v in range(256))
_GREEN16_LOW = bytes((v >> 5) << 2 for v in range(256))
_EIGHTEEN = bytes(_SIX[v >> 2] for v in range(256))
_FOUR_HIGH = bytes((v >> 4) * 17 for v in range(256))
_FOUR_LOW = bytes((v & 15) * 17 for v in range(256))
_INVERSE = bytes(255 - v for v in range(256))


def _or(a, b):
    size = len(a)
    both = int.from_bytes(a, "little") | int.from_bytes(b, "little")
    return both.to_bytes(size, "little")


class TFT(Panel):
    """A controller with its glass; the subclasses are controllers.

    ``width``, ``height``: of the glass. ``column``, ``row``: where in the controller's memory it
    begins (MADCTL all zero). ``ips``: glass that is black without voltage, as most 240 x 240 ones;
    it needs INVON for colours as sent. ``bgr``: the glass has its subpixels in the order blue,
    green, red, so that it needs MADCTL's BGR bit. ``mirrored``: its columns are connected from
    right to left.
    """

    #: Size of the controller's memory with MADCTL all zero.
    COLUMNS = 240
    ROWS = 320
    #: Pixel formats (the low bits of COLMOD) that exist, and the one after a reset.
    FORMATS = (3, 5, 6)
    FORMAT = 0x66

    def __init__(self, width, height, column=0, row=0, ips=False, bgr=False, mirrored=False):
        super().__init__(width, height)
        if column + width > self.COLUMNS or row + height > self.ROWS:
            raise ValueError("the glass is larger than the memory")
        self._column = column
        self._row = row
        self._ips = ips
        self._glass_bgr = bgr
        self._mirrored = mirrored
        # One plane a colour: the three subpixels of the memory, each as 8 bits.
        size = self.COLUMNS * self.ROWS
        grain = noise(size // 8 + 1)
        self._planes = [
            bytearray(translate(((grain * 9)[shift:] + (grain * 9)[:shift])[:size], _EIGHTEEN))
            for shift in (0, 2777, 5303)
        ]
        self._awake_at = 0
        self._written = False
        self._registers()

    def _registers(self):
        self._code = _NOP
        self._args = bytearray()
        self._madctl = 0
        self._flips = 0
        self._colmod = self.FORMAT
        self._sleeping = True
        self._on = False
        self._inverted = False
        self._te = False
        self._scroll = 0
        self._window(0, self.COLUMNS - 1, 0, self.ROWS - 1)
        self.version += 1

    def _window(self, xs, xe, ys, ye):
        self._xs, self._xe, self._ys, self._ye = xs, xe, ys, ye
        self._restart()

    def _restart(self):
        self._x = self._xs
        self._y = self._ys
        self._partial = b""

    def reset(self, now):
        self._registers()
        # The data sheet asks for 5 ms before the next command; CircuitPython's bus gives every
        # panel 1 ms, and these work with it, so less than that is what is worth a warning.
        self._awake_at = now + _MS

    def command(self, code, now):
        if now < self._awake_at:
            self.warn(
                "%s: command 0x%02X sent too soon after reset or a change of sleep "
                "(5 ms are needed)." % (self.name, code)
            )
        self._code = code
        self._args = bytearray()
        self._partial = b""
        if code == _SWRESET:
            self._registers()
            self._awake_at = now + 5 * _MS
        elif code == _SLPIN:
            self._sleeping = True
            self._awake_at = now + 5 * _MS
        elif code == _SLPOUT:
            self._sleeping = False
            self._awake_at = now + 5 * _MS
        elif code == _INVON:
            self._inverted = True
        elif code == _INVOFF:
            self._inverted = False
        elif code == _DISPON:
            self._on = True
        elif code == _DISPOFF:
            self._on = False
        elif code == _TEOFF:
            self._te = False
        elif code == _RAMWR:
            self._restart()
        if self.shown_at is None and self._written and self._on and not self._sleeping:
            self.shown_at = now
        self.version += 1

    def data(self, data, now):
        code = self._code
        if code in (_RAMWR, _RAMWRC):
            self._write(bytes(data))
            self._written = True
            if self.shown_at is None and self._on and not self._sleeping:
                self.shown_at = now
            self.version += 1
            return
        args = self._args
        args += data[: 16 - len(args)]
        if code == _CASET and len(args) >= 4:
            self._xs = args[0] << 8 | args[1]
            self._xe = args[2] << 8 | args[3]
            self._restart()
        elif code == _RASET and len(args) >= 4:
            self._ys = args[0] << 8 | args[1]
            self._ye = args[2] << 8 | args[3]
            self._restart()
        elif code == _MADCTL and args:
            self._madctl = args[0]
        elif code == _COLMOD and args:
            self._colmod = args[0]
            if args[0] & 7 not in self.FORMATS:
                self.warn(
                    "%s: COLMOD 0x%02X is no pixel format of this panel." % (self.name, args[0])
                )
        elif code == _TEON:
            self._te = True
        elif code == _VSCSAD and len(args) >= 2:
            self._scroll = args[0] << 8 | args[1]
        else:
            self._setting(code, args)
        self.version += 1

    def _setting(self, code, args):
        """Take the arguments so far of a command that only this controller has."""

    def _decode(self, data):
        """Red, green and blue planes of as many whole pixels as there are; keeps the rest."""
        if self._partial:
            data = self._partial + data
        mode = self._colmod & 7
        if mode == 5:
            count = len(data) // 2
            self._partial = data[count * 2 :]
            high = every(data, 0, count * 2, 2)
            low = every(data, 1, count * 2, 2)
            green = _or(translate(high, _GREEN16_HIGH), translate(low, _GREEN16_LOW))
            return translate(high, _RED16), green, translate(low, _BLUE16)
        if mode == 3:
            # two pixels in three bytes; a last odd pixel waits for its byte
            pairs = len(data) // 3
            self._partial = data[pairs * 3 :]
            first = every(data, 0, pairs * 3, 3)
            second = every(data, 1, pairs * 3, 3)
            third = every(data, 2, pairs * 3, 3)
            planes = []
            for even, odd in (
                (translate(first, _FOUR_HIGH), translate(second, _FOUR_LOW)),
                (translate(first, _FOUR_LOW), translate(third, _FOUR_HIGH)),
                (translate(second, _FOUR_HIGH), translate(third, _FOUR_LOW)),
            ):
                plane = bytearray(pairs * 2)
                put(plane, 0, 2, even)
                put(plane, 1, 2, odd)
                planes.append(bytes(plane))
            return planes
        # 18 bits, and what a format that doesn't exist does: three bytes a pixel
        count = len(data) // 3
        self._partial = data[count * 3 :]
        return [translate(every(data, i, count * 3, 3), _EIGHTEEN) for i in range(3)]

    def _orders(self):
        """MADCTL as the controller uses it."""
        return self._madctl ^ self._flips

    def _limits(self):
        """How many columns and rows can be addressed."""
        sides = self.COLUMNS, self.ROWS
        return (sides[1], sides[0]) if self._orders() & _MV else sides

    def _write(self, data):
        red, green, blue = self._decode(data)
        total = len(red)
        width_limit, height_limit = self._limits()
        if (
            self._xs > self._xe
            or self._ys > self._ye
            or self._xe >= width_limit
            or self._ye >= height_limit
        ):
            self.warn(
                "%s: the window %d..%d, %d..%d is outside the memory of %d x %d."
                % (self.name, self._xs, self._xe, self._ys, self._ye, width_limit, height_limit)
            )
        pos = 0
        width = max(self._xe - self._xs + 1, 1)
        while pos < total:
            run = min(width - (self._x - self._xs), total - pos)
            if run <= 0:
                # a window changed in the middle of a row: the counter starts anew
                self._restart()
                continue
            self._row_run(self._x, self._y, run, red, green, blue, pos)
            pos += run
            self._x += run
            if self._x > self._xe:
                self._x = self._xs
                self._y += 1
                if self._y > self._ye:
                    self._y = self._ys

    def _row_run(self, x, y, run, red, green, blue, pos):
        """Write ``run`` pixels at the addressed column and row, which MADCTL maps to memory."""
        madctl = self._orders()
        columns, rows = self.COLUMNS, self.ROWS
        limit, other = self._limits()
        if y >= other or x >= limit:
            return
        run = min(run, limit - x)
        # Data sheets, "address control": MV exchanges the addresses, then MX and MY mirror memory
        # columns and rows.
        if madctl & _MV:
            column = columns - 1 - y if madctl & _MX else y
            if madctl & _MY:
                start, step = (rows - 1 - x) * columns + column, -columns
            else:
                start, step = x * columns + column, columns
        else:
            row = rows - 1 - y if madctl & _MY else y
            if madctl & _MX:
                start, step = row * columns + columns - 1 - x, -1
            else:
                start, step = row * columns + x, 1
        for plane, part in zip(self._planes, (red, green, blue)):
            put(plane, start, step, part[pos : pos + run])

    def te(self, now):
        # 60 pictures a second, of which the blanking is 12 of 332 lines (porches after reset)
        return 1 if self._te and not self._sleeping and now % 16_666_667 < 602_410 else 0

    def pixels(self, now):
        size = self.width * self.height
        # Without a picture the glass lies in its rest state: black on IPS, white on TN glass.
        if self._sleeping or not self._on:
            return (b"\0" if self._ips else b"\xff") * (size * 3)
        out = bytearray(size * 3)
        swap = bool(self._orders() & _BGR) != self._glass_bgr
        for colour, plane in enumerate(self._planes):
            if swap:
                colour = 2 - colour
            rows = []
            for y in range(self._row, self._row + self.height):
                start = (y + self._scroll) % self.ROWS * self.COLUMNS + self._column
                row = plane[start : start + self.width]
                if self._mirrored:
                    row = backwards(row)
                rows.append(row)
            picture = b"".join(rows)
            # IPS glass shows the complement of what TN glass shows for the same voltage
            if self._inverted != self._ips:
                picture = translate(picture, _INVERSE)
            put(out, colour, 3, picture)
        return bytes(out)


class ST7789(TFT):
    """Sitronix ST7789V (data sheet 1.6): 240 x 320 pixels of memory; by default 240 x 240 IPS."""

    name = "ST7789"

    def __init__(self, width=240, height=240, column=0, row=0, ips=True, bgr=False):
        super().__init__(width, height, column, row, ips, bgr)

    def _setting(self, code, args):
        # 9.2.10, LCMCTRL: bits that are exclusive-or-ed with those of MADCTL; 0x2C after a reset,
        # for which the glass is made.
        if code == _LCMCTRL and args:
            bits = args[0] ^ 0x2C
            self._flips = (
                (_MY if bits & 0x40 else 0)
                | (_BGR if bits & 0x20 else 0)
                | (_MX if bits & 0x08 else 0)
                | (_MV if bits & 0x02 else 0)
            )


class ST7735R(TFT):
    """Sitronix ST7735R: memory of 132 x 162, here the usual 1.8 inch TN glass of 128 x 160.

    Which glass a module has, its maker tells by the tab of its protective film. Black: colours
    red, green, blue, the memory's first pixel in the corner; red: blue, green, red; green: as red,
    and the glass begins at column 2, row 1.
    """

    name = "ST7735R"
    COLUMNS = 132
    ROWS = 162

    def __init__(self, width=128, height=160, tab="black"):
        if tab not in ("black", "red", "green"):
            raise ValueError("a tab is black, red or green")
        column, row = (2, 1) if tab == "green" else (0, 0)
        super().__init__(width, height, column, row, bgr=tab != "black")
        # The pins GM choose the memory: 128 x 160 for glass that begins in its corner.
        if tab != "green":
            self._shrink(width, height)

    def _shrink(self, columns, rows):
        self._planes = [plane[: columns * rows] for plane in self._planes]
        self.COLUMNS = columns
        self.ROWS = rows
        self._window(0, columns - 1, 0, rows - 1)


class ILI9341(TFT):
    """Ilitek ILI9341: memory of 240 x 320, TN glass with its columns from right to left."""

    name = "ILI9341"
    FORMATS = (5, 6)

    def __init__(self, width=240, height=320, bgr=True, mirrored=True):
        super().__init__(width, height, bgr=bgr, mirrored=mirrored)


class GC9A01A(TFT):
    """GalaxyCore GC9A01A: round IPS glass of 240 pixels across, columns from right to left."""

    name = "GC9A01A"
    ROWS = 240

    def __init__(self):
        super().__init__(240, 240, ips=True, bgr=True, mirrored=True)
        # a pixel is seen if its middle lies within the circle
        spans = []
        for y in range(240):
            reach = (120**2 - (y - 119.5) ** 2) ** 0.5
            spans.append((int(119.5 - reach + 0.999999), int(119.5 + reach) + 1))
        self._spans = spans

    def pixels(self, now):
        out = bytearray(super().pixels(now))
        for y, (first, end) in enumerate(self._spans):
            row = 720 * y
            out[row : row + 3 * first] = bytes(3 * first)
            out[row + 3 * end : row + 720] = bytes(720 - 3 * end)
        return bytes(out)
