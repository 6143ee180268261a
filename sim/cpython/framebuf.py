# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""MicroPython's ``framebuf`` for CPython: same names, same pixels, same clipping.

What the firmware uses is here; ``text``, ``ellipse`` and ``poly`` are not. Rows are handled as
byte strings (``translate``, slices, long integers), because a loop over pixels would make every
picture of the simulator a hundred times slower. ``tests/test_framebuf.py`` compares it with the
real one by random operations.
"""

MVLSB = MONO_VLSB = 0
RGB565 = 1
GS4_HMSB = 2
MONO_HLSB = 3
MONO_HMSB = 4
GS2_HMSB = 5
GS8 = 6

_BITS = {MONO_VLSB: 1, RGB565: 16, GS4_HMSB: 4, MONO_HLSB: 1, MONO_HMSB: 1, GS2_HMSB: 2, GS8: 8}
_STRIDE_STEP = {MONO_HLSB: 8, MONO_HMSB: 8, GS2_HMSB: 4, GS4_HMSB: 2}

# byte -> its pixels from left to right, one byte each
_UNPACK = {
    MONO_HLSB: [bytes((b >> (7 - i)) & 1 for i in range(8)) for b in range(256)],
    MONO_HMSB: [bytes((b >> i) & 1 for i in range(8)) for b in range(256)],
    GS2_HMSB: [bytes((b >> (2 * i)) & 3 for i in range(4)) for b in range(256)],
    GS4_HMSB: [bytes((b >> 4, b & 15)) for b in range(256)],
}
# how far each pixel of a byte is shifted, from left to right
_SHIFTS = {
    MONO_HLSB: (7, 6, 5, 4, 3, 2, 1, 0),
    MONO_HMSB: (0, 1, 2, 3, 4, 5, 6, 7),
    GS2_HMSB: (0, 2, 4, 6),
    GS4_HMSB: (4, 0),
}
_BIT = [bytes((b >> bit) & 1 for b in range(256)) for bit in range(8)]
_ONLY_BIT = [bytes(b & 1 << bit for b in range(256)) for bit in range(8)]


def _mix(old, new, mask):
    """``new`` where ``mask`` is 0xFF, ``old`` where it is 0; all three of one length."""
    o = int.from_bytes(old, "little")
    n = int.from_bytes(new, "little")
    m = int.from_bytes(mask, "little")
    return (o ^ ((o ^ n) & m)).to_bytes(len(old), "little")


class FrameBuffer:
    """A picture in ``buffer`` (writable) of ``width`` x ``height`` pixels in ``format``.

    ``stride``: pixels from one row's start to the next one's; rounded up as MicroPython does.
    Raises ValueError where MicroPython does (sizes, formats, a buffer too short), TypeError for
    a read-only buffer.
    """

    def __init__(self, buffer, width, height, format, stride=None, _readonly=False):
        view = memoryview(buffer)
        if view.readonly and not _readonly:
            raise TypeError("object with buffer protocol required (writable)")
        self._buf = view.cast("B")
        if stride is None:
            stride = width
        if not (0 < width <= 0xFFFF and 0 < height <= 0xFFFF) or stride < width or stride > 0xFFFF:
            raise ValueError("framebuf: width, height or stride out of range")
        if format not in _BITS:
            raise ValueError("framebuf: invalid format")
        step = _STRIDE_STEP.get(format, 1)
        stride = -(-stride // step) * step
        width_needed = -(-width // step) * step
        height_needed, rows_before = height, height - 1
        if format == MONO_VLSB:
            height_needed = -(-height // 8) * 8
            rows_before = height_needed - 8
        pixels = rows_before * stride + (height_needed - rows_before) * width_needed
        if pixels * _BITS[format] // 8 > len(self._buf):
            raise ValueError("framebuf: buffer too small")
        self._w, self._h, self._f, self._stride = width, height, format, stride

    # -- single pixels -------------------------------------------------------------------------

    def _get(self, x, y):
        f, buf = self._f, self._buf
        i = x + y * self._stride
        if f == RGB565:
            return buf[2 * i] | buf[2 * i + 1] << 8
        if f == GS8:
            return buf[i]
        if f == GS4_HMSB:
            return buf[i >> 1] & 15 if x & 1 else buf[i >> 1] >> 4
        if f == GS2_HMSB:
            return (buf[i >> 2] >> ((x & 3) << 1)) & 3
        if f == MONO_VLSB:
            return (buf[(y >> 3) * self._stride + x] >> (y & 7)) & 1
        return (buf[i >> 3] >> (x & 7 if f == MONO_HMSB else 7 - (x & 7))) & 1

    def _set(self, x, y, c):
        f, buf = self._f, self._buf
        i = x + y * self._stride
        if f == RGB565:
            buf[2 * i] = c & 0xFF
            buf[2 * i + 1] = (c >> 8) & 0xFF
            return
        if f == GS8:
            buf[i] = c & 0xFF
            return
        if f == GS4_HMSB:
            shift, i, mask, c = (0 if x & 1 else 4), i >> 1, 15, c & 15
        elif f == GS2_HMSB:
            shift, i, mask, c = (x & 3) << 1, i >> 2, 3, c & 3
        elif f == MONO_VLSB:
            shift, i, mask, c = y & 7, (y >> 3) * self._stride + x, 1, int(c != 0)
        else:
            shift = x & 7 if f == MONO_HMSB else 7 - (x & 7)
            i, mask, c = i >> 3, 1, int(c != 0)
        buf[i] = (buf[i] & ~(mask << shift)) | (c << shift)

    def pixel(self, x, y, c=None):
        """Get, or with ``c`` set, one pixel; outside the picture nothing happens (None)."""
        if 0 <= x < self._w and 0 <= y < self._h:
            if c is None:
                return self._get(x, y)
            self._set(x, y, c)
        return None

    # -- rows as bytes, one byte a pixel (all formats but RGB565) ---------------------------------

    def _row(self, x, y, n):
        f, buf = self._f, self._buf
        if f == GS8:
            start = x + y * self._stride
            return bytes(buf[start : start + n])
        if f == MONO_VLSB:
            start = x + (y >> 3) * self._stride
            return bytes(buf[start : start + n]).translate(_BIT[y & 7])
        per = 8 // _BITS[f]
        start = (x + y * self._stride) // per
        skip = x % per
        unpack = _UNPACK[f]
        row = b"".join([unpack[b] for b in buf[start : start + (skip + n + per - 1) // per]])
        return row[skip : skip + n]

    def _put(self, x, y, row, mask):
        """Write the values ``row`` (already reduced to this format); ``mask`` None or 0/0xFF."""
        f, buf, n = self._f, self._buf, len(row)
        if f == GS8:
            start = x + y * self._stride
            buf[start : start + n] = (
                row if mask is None else _mix(bytes(buf[start : start + n]), row, mask)
            )
            return
        if f == MONO_VLSB:
            start = x + (y >> 3) * self._stride
            bit = y & 7
            old = int.from_bytes(buf[start : start + n], "little")
            new = int.from_bytes(row, "little") << bit
            if mask is None:
                mask = b"\xff" * n
            m = int.from_bytes(mask.translate(_ONLY_BIT[bit]), "little")
            buf[start : start + n] = (old ^ ((old ^ new) & m)).to_bytes(n, "little")
            return
        per = 8 // _BITS[f]
        skip = x % per
        first = x - skip
        count = -(-(skip + n) // per) * per
        if skip or count != n or mask is not None:
            old = self._row(first, y, count)
            if mask is not None:
                row = _mix(old[skip : skip + n], row, mask)
            row = old[:skip] + row + old[skip + n :]
        value = 0
        for i, shift in enumerate(_SHIFTS[f]):
            value |= int.from_bytes(row[i::per], "little") << shift
        start = (first + y * self._stride) // per
        buf[start : start + count // per] = value.to_bytes(count // per, "little")

    # -- shapes --------------------------------------------------------------------------------

    def _reduced(self, c):
        bits = _BITS[self._f]
        return int(c != 0) if bits == 1 else c & ((1 << bits) - 1)

    def fill_rect(self, x, y, w, h, c):
        """Fill the rectangle with ``c``, clipped to the picture."""
        if w < 1 or h < 1 or x + w <= 0 or y + h <= 0 or x >= self._w or y >= self._h:
            return
        xend, yend = min(self._w, x + w), min(self._h, y + h)
        x, y = max(x, 0), max(y, 0)
        n = xend - x
        c = self._reduced(c)
        if self._f == RGB565:
            buf, row = self._buf, c.to_bytes(2, "little") * n
            for yy in range(y, yend):
                start = 2 * (x + yy * self._stride)
                buf[start : start + 2 * n] = row
        else:
            row = bytes((c,)) * n
            for yy in range(y, yend):
                self._put(x, yy, row, None)

    def fill(self, c):
        """Fill the whole picture with ``c``."""
        self.fill_rect(0, 0, self._w, self._h, c)

    def hline(self, x, y, w, c):
        """A line of ``w`` pixels to the right."""
        self.fill_rect(x, y, w, 1, c)

    def vline(self, x, y, h, c):
        """A line of ``h`` pixels downwards."""
        self.fill_rect(x, y, 1, h, c)

    def rect(self, x, y, w, h, c, f=False):
        """The outline of a rectangle, or with ``f`` the whole of it."""
        if f:
            self.fill_rect(x, y, w, h, c)
            return
        self.fill_rect(x, y, w, 1, c)
        self.fill_rect(x, y + h - 1, w, 1, c)
        self.fill_rect(x, y, 1, h, c)
        self.fill_rect(x + w - 1, y, 1, h, c)

    def line(self, x1, y1, x2, y2, c):
        """A line one pixel wide, both ends included (Bresenham, rounding as MicroPython's)."""
        end = x2, y2
        dx, sx = (x2 - x1, 1) if x2 > x1 else (x1 - x2, -1)
        dy, sy = (y2 - y1, 1) if y2 > y1 else (y1 - y2, -1)
        steep = dy > dx
        if steep:
            x1, y1, dx, dy, sx, sy = y1, x1, dy, dx, sy, sx
        e = 2 * dy - dx
        for _ in range(dx):
            if steep:
                self.pixel(y1, x1, c)
            else:
                self.pixel(x1, y1, c)
            while e >= 0:
                y1 += sy
                e -= 2 * dx
            x1 += sx
            e += 2 * dy
        self.pixel(end[0], end[1], c)

    def scroll(self, xstep, ystep):
        """Move the picture by (xstep, ystep); what is left behind keeps its pixels."""
        if abs(xstep) >= self._w or abs(ystep) >= self._h:
            return
        xs = range(self._w + xstep) if xstep < 0 else range(self._w - 1, xstep - 1, -1)
        ys = range(self._h + ystep) if ystep < 0 else range(self._h - 1, ystep - 1, -1)
        for y in ys:
            for x in xs:
                self._set(x, y, self._get(x - xstep, y - ystep))

    # -- blit ----------------------------------------------------------------------------------

    def blit(self, fbuf, x, y, key=-1, palette=None):
        """Draw ``fbuf`` (a FrameBuffer or a tuple of its arguments) with its corner at (x, y).

        ``palette``: a FrameBuffer whose pixel (v, 0) replaces the value v. Pixels which are
        ``key`` after that are left out.
        """
        source = _readable(fbuf)
        if palette is not None:
            palette = _readable(palette)
        if x >= self._w or y >= self._h or -x >= source._w or -y >= source._h:
            return
        x0, y0, sx, sy = max(0, x), max(0, y), max(0, -x), max(0, -y)
        n = min(self._w, x + source._w) - x0
        rows = min(self._h, y + source._h) - y0
        if source._buf.obj is self._buf.obj or source._f == RGB565:
            self._blit_pixels(source, x0, y0, sx, sy, n, rows, key, palette)
            return
        low, high, mask_table = _tables(palette, source._f, self._f, key)
        buf = self._buf
        for i in range(rows):
            row = source._row(sx, sy + i, n)
            mask = None
            if mask_table is not None:
                mask = row.translate(mask_table)
                if 0 not in mask:
                    mask = None
                elif 0xFF not in mask:
                    continue
            if self._f != RGB565:
                self._put(x0, y0 + i, row.translate(low), mask)
                continue
            start = 2 * (x0 + (y0 + i) * self._stride)
            for part, table in ((start, low), (start + 1, high)):
                new = row.translate(table)
                where = slice(part, start + 2 * n, 2)
                buf[where] = new if mask is None else _mix(bytes(buf[where]), new, mask)

    def _blit_pixels(self, source, x0, y0, sx, sy, n, rows, key, palette):
        if source._f == self._f == RGB565 and palette is None and key < 0:
            if source._buf.obj is not self._buf.obj:
                for i in range(rows):
                    a = 2 * (sx + (sy + i) * source._stride)
                    b = 2 * (x0 + (y0 + i) * self._stride)
                    self._buf[b : b + 2 * n] = source._buf[a : a + 2 * n]
                return
        for i in range(rows):
            for j in range(n):
                c = source._get(sx + j, sy + i)
                if palette is not None:
                    c = palette._get(c, 0)
                if c != key:
                    self._set(x0 + j, y0 + i, c)


def _readable(fbuf):
    if isinstance(fbuf, FrameBuffer):
        return fbuf
    if isinstance(fbuf, (tuple, list)):
        return FrameBuffer(*fbuf, _readonly=True)
    raise TypeError("FrameBuffer or tuple of its arguments required")


_cache = {}


def _tables(palette, source_format, target_format, key):
    """``(low, high, mask)`` translation tables of a blit; mask None when nothing is left out."""
    pal = None
    if palette is not None:
        pal = (bytes(palette._buf), palette._f, palette._stride)
    name = (pal, source_format, target_format, key)
    found = _cache.get(name)
    if found is None:
        values = list(range(1 << _BITS[source_format]))
        if palette is not None:
            try:
                values = [palette._get(v, 0) for v in values]
            except IndexError:
                raise IndexError(
                    "framebuf: the palette needs %d entries for this source" % len(values)
                ) from None
        values += [0] * (256 - len(values))
        mask = bytes(0 if v == key else 0xFF for v in values)
        if 0 not in mask:
            mask = None
        bits = _BITS[target_format]
        if bits == 1:
            low = bytes(int(v != 0) for v in values)
        else:
            low = bytes(v & ((1 << min(bits, 8)) - 1) for v in values)
        high = bytes((v >> 8) & 0xFF for v in values)
        if len(_cache) > 200:
            _cache.clear()
        found = _cache[name] = low, high, mask
    return found


def FrameBuffer1(buffer, width, height, stride=None):
    """The oldest form: a FrameBuffer in MONO_VLSB."""
    return FrameBuffer(buffer, width, height, MONO_VLSB, stride)
