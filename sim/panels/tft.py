# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Sitronix ST7789V: a colour TFT controller with a memory of 240 x 320 pixels of 18 bits.

Commands and bits as in its published data sheet (v1.6). What matters for the picture is modelled:
the address window, the pixel formats, the order of rows, columns and colours, inversion, sleep,
display on and off, and a memory larger than the glass. Voltages, gamma and frame rate are taken
and ignored.
"""

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

_MY = 0x80
_MX = 0x40
_MV = 0x20
_BGR = 0x08

_COLUMNS = 240
_ROWS = 320

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


class ST7789(Panel):
    """An ST7789 with its glass.

    ``column``, ``row``: where in the controller's memory the glass begins (MADCTL all zero).
    ``ips``: glass that is black without voltage, as most 240 x 240 ones; it needs INVON for
    colours as sent. ``bgr``: the glass has its subpixels in the order blue, green, red, so that it
    needs MADCTL's BGR bit.
    """

    name = "ST7789"

    def __init__(self, width=240, height=240, column=0, row=0, ips=True, bgr=False):
        super().__init__(width, height)
        self._column = column
        self._row = row
        self._ips = ips
        self._glass_bgr = bgr
        # One plane a colour: the three subpixels of the memory, each as 8 bits.
        grain = noise(_COLUMNS * _ROWS // 8)
        self._planes = [
            bytearray(_SIX[b >> 2] for b in (grain * 8)[shift:] + (grain * 8)[:shift])
            for shift in (0, 2777, 5303)
        ]
        self._awake_at = 0
        self._written = False
        self._registers()

    def _registers(self):
        self._code = _NOP
        self._args = bytearray()
        self._madctl = 0
        self._colmod = 0x66
        self._sleeping = True
        self._on = False
        self._inverted = False
        self._te = False
        self._scroll = 0
        self._window(0, _COLUMNS - 1, 0, _ROWS - 1)
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
                "ST7789: command 0x%02X sent too soon after reset or a change of sleep "
                "(5 ms are needed)." % code
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
            if args[0] & 7 not in (3, 5, 6):
                self.warn("ST7789: COLMOD 0x%02X is no pixel format of this panel." % args[0])
        elif code == _TEON:
            self._te = True
        elif code == _VSCSAD and len(args) >= 2:
            self._scroll = args[0] << 8 | args[1]
        self.version += 1

    def _decode(self, data):
        """Red, green and blue planes of as many whole pixels as there are; keeps the rest."""
        if self._partial:
            data = self._partial + data
        mode = self._colmod & 7
        if mode == 5:
            count = len(data) // 2
            self._partial = data[count * 2 :]
            high = data[0 : count * 2 : 2]
            low = data[1 : count * 2 : 2]
            green = _or(high.translate(_GREEN16_HIGH), low.translate(_GREEN16_LOW))
            return high.translate(_RED16), green, low.translate(_BLUE16)
        if mode == 3:
            # two pixels in three bytes; a last odd pixel waits for its byte
            pairs = len(data) // 3
            self._partial = data[pairs * 3 :]
            first = data[0 : pairs * 3 : 3]
            second = data[1 : pairs * 3 : 3]
            third = data[2 : pairs * 3 : 3]
            planes = []
            for even, odd in (
                (first.translate(_FOUR_HIGH), second.translate(_FOUR_LOW)),
                (first.translate(_FOUR_LOW), third.translate(_FOUR_HIGH)),
                (second.translate(_FOUR_HIGH), third.translate(_FOUR_LOW)),
            ):
                plane = bytearray(pairs * 2)
                plane[0::2] = even
                plane[1::2] = odd
                planes.append(bytes(plane))
            return planes
        # 18 bits, and what a format that doesn't exist does: three bytes a pixel
        count = len(data) // 3
        self._partial = data[count * 3 :]
        return [data[i : count * 3 : 3].translate(_EIGHTEEN) for i in range(3)]

    def _write(self, data):
        red, green, blue = self._decode(data)
        total = len(red)
        madctl = self._madctl
        width_limit, height_limit = (_ROWS, _COLUMNS) if madctl & _MV else (_COLUMNS, _ROWS)
        if (
            self._xs > self._xe
            or self._ys > self._ye
            or self._xe >= width_limit
            or self._ye >= height_limit
        ):
            self.warn(
                "ST7789: the window %d..%d, %d..%d is outside the memory of %d x %d."
                % (self._xs, self._xe, self._ys, self._ye, width_limit, height_limit)
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
        madctl = self._madctl
        limit, other = (_ROWS, _COLUMNS) if madctl & _MV else (_COLUMNS, _ROWS)
        if y >= other or x >= limit:
            return
        run = min(run, limit - x)
        # 8.12 of the data sheet: MV exchanges the addresses, then MX and MY mirror memory columns
        # and rows.
        if madctl & _MV:
            column = _COLUMNS - 1 - y if madctl & _MX else y
            if madctl & _MY:
                start, step = (_ROWS - 1 - x) * _COLUMNS + column, -_COLUMNS
            else:
                start, step = x * _COLUMNS + column, _COLUMNS
        else:
            row = _ROWS - 1 - y if madctl & _MY else y
            if madctl & _MX:
                start, step = row * _COLUMNS + _COLUMNS - 1 - x, -1
            else:
                start, step = row * _COLUMNS + x, 1
        end = start + run * step
        where = slice(start, end if end >= 0 else None, step)
        for plane, part in zip(self._planes, (red, green, blue)):
            plane[where] = part[pos : pos + run]

    def te(self, now):
        # 60 pictures a second, of which the blanking is 12 of 332 lines (porches after reset)
        return 1 if self._te and not self._sleeping and now % 16_666_667 < 602_410 else 0

    def pixels(self, now):
        size = self.width * self.height
        # Without a picture the glass lies in its rest state: black on IPS, white on TN glass.
        if self._sleeping or not self._on:
            return (b"\0" if self._ips else b"\xff") * (size * 3)
        out = bytearray(size * 3)
        swap = bool(self._madctl & _BGR) != self._glass_bgr
        for colour, plane in enumerate(self._planes):
            if swap:
                colour = 2 - colour
            rows = []
            for y in range(self._row, self._row + self.height):
                start = (y + self._scroll) % _ROWS * _COLUMNS + self._column
                rows.append(plane[start : start + self.width])
            picture = b"".join(rows)
            # IPS glass shows the complement of what TN glass shows for the same voltage
            if self._inverted != self._ips:
                picture = picture.translate(_INVERSE)
            out[colour::3] = picture
        return bytes(out)
