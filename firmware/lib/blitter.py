# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What ``displayio`` draws most, in machine code: ``framebuf`` calls three functions for each pixel.

``NATIVE`` says whether this is machine code; without it ``displayio`` draws with ``framebuf``, which is
faster than the plain Python that these functions are then. Both draw the same.

The arguments of all three that draw: the memory drawn into, the source's, the palette's table, and
``a``, numbers in this order: width and height of the target in pixels, x and y in it (plus 16384), width
and height of the source, its bytes a row, the place of its first byte, the table's value that isn't
drawn. The source lies where it may; what is beyond the target's edges isn't drawn.
"""

import micropython
from micropython import const

# Added to what may be negative, x, y and the step: 64-bit machine code reads numbers as positive.
_ZERO = const(16384)


@micropython.viper
def _same(number: int) -> int:
    return number


# Machine code knows only numbers, and makes one of what it gets.
NATIVE = _same(True) is not True


@micropython.viper
def mono_rgb565(dst: ptr16, src: ptr8, table: ptr16, a: ptr32):  # noqa: F821
    """Draw a source of one bit a pixel (MONO_HLSB) into RGB565."""
    w = int(a[0])
    x = int(a[2]) - _ZERO
    y = int(a[3]) - _ZERO
    key = int(a[8])
    zero = int(table[0])
    one = int(table[1])
    first = 0 - x if x < 0 else 0
    last = int(a[4])
    if last > w - x:
        last = w - x
    row = 0 - y if y < 0 else 0
    end = int(a[5])
    if end > int(a[1]) - y:
        end = int(a[1]) - y
    stride = int(a[6])
    at = int(a[7]) + row * stride
    to = (y + row) * w + x
    while row < end:
        i = first
        while i < last:
            bits = int(src[at + (i >> 3)])
            j = (i | 7) + 1
            if bits == 0 and zero == key:
                i = j
            else:
                bits = bits << (i & 7)
                if j > last:
                    j = last
                while i < j:
                    if bits & 0x80:
                        if one != key:
                            dst[to + i] = one
                    elif zero != key:
                        dst[to + i] = zero
                    bits = bits << 1
                    i += 1
        at += stride
        to += w
        row += 1


@micropython.viper
def gs4_rgb565(dst: ptr16, src: ptr8, table: ptr16, a: ptr32):  # noqa: F821
    """Draw a source of four bits a pixel (GS4_HMSB) into RGB565."""
    w = int(a[0])
    x = int(a[2]) - _ZERO
    y = int(a[3]) - _ZERO
    key = int(a[8])
    first = 0 - x if x < 0 else 0
    last = int(a[4])
    if last > w - x:
        last = w - x
    row = 0 - y if y < 0 else 0
    end = int(a[5])
    if end > int(a[1]) - y:
        end = int(a[1]) - y
    stride = int(a[6])
    at = int(a[7]) + row * stride
    to = (y + row) * w + x
    while row < end:
        i = first
        while i < last:
            two = int(src[at + (i >> 1)])
            if i & 1 == 0:
                colour = int(table[two >> 4])
                if colour != key:
                    dst[to + i] = colour
                i += 1
                if i == last:
                    break
            colour = int(table[two & 15])
            if colour != key:
                dst[to + i] = colour
            i += 1
        at += stride
        to += w
        row += 1


@micropython.viper
def mono_vlsb(dst: ptr8, src: ptr8, table: ptr8, a: ptr32):  # noqa: F821
    """Draw a source of one bit a pixel (MONO_HLSB) into MONO_VLSB."""
    w = int(a[0])
    x = int(a[2]) - _ZERO
    y = int(a[3]) - _ZERO
    key = int(a[8])
    zero = int(table[0])
    one = int(table[1])
    first = 0 - x if x < 0 else 0
    last = int(a[4])
    if last > w - x:
        last = w - x
    row = 0 - y if y < 0 else 0
    end = int(a[5])
    if end > int(a[1]) - y:
        end = int(a[1]) - y
    stride = int(a[6])
    at = int(a[7]) + row * stride
    while row < end:
        to = ((y + row) >> 3) * w + x
        # What is kept and what is set of a byte, for a zero and a one.
        mask = 1 << ((y + row) & 7)
        keep0 = 255 if zero == key else 255 - mask
        set0 = mask if zero == 1 else 0
        keep1 = 255 if one == key else 255 - mask
        set1 = mask if one == 1 else 0
        i = first
        while i < last:
            bits = int(src[at + (i >> 3)])
            j = (i | 7) + 1
            if bits == 0 and zero == key:
                i = j
            else:
                bits = bits << (i & 7)
                if j > last:
                    j = last
                while i < j:
                    if bits & 0x80:
                        dst[to + i] = (int(dst[to + i]) & keep1) | set1
                    elif keep0 != 255:
                        dst[to + i] = (int(dst[to + i]) & keep0) | set0
                    bits = bits << 1
                    i += 1
        at += stride
        row += 1


#: By bits a pixel of the source, what draws into each format.
RGB565 = {1: mono_rgb565, 4: gs4_rgb565}
VLSB = {1: mono_vlsb}


@micropython.viper
def column(dst: ptr8, src: ptr8, table: ptr8, a: ptr32):  # noqa: F821
    """Write a row of bytes as a column, each as ``table`` has it.

    ``a``: the place of the first in ``src``, how many, the place of the first in ``dst``, the step there
    (plus 16384).
    """
    at = int(a[0])
    end = at + int(a[1])
    to = int(a[2])
    step = int(a[3]) - _ZERO
    while at < end:
        dst[to] = table[src[at]]
        to += step
        at += 1


@micropython.viper
def glyph(dst: ptr8, src: ptr8, a: ptr32):  # noqa: F821
    """Add the ones of a part of one bitmap of one bit a pixel (MONO_HLSB) to another.

    ``a``: bytes a row and x and y in the target, width and height, bytes a row and x and y in the source.
    All of it lies within both.
    """
    left = int(a[1])
    w = int(a[3])
    sx = int(a[6])
    to = int(a[2]) * int(a[0])
    at = int(a[7]) * int(a[5])
    rows = int(a[4])
    while rows > 0:
        i = 0
        while i < w:
            x = sx + i
            count = 8 - (x & 7)
            if count > w - i:
                count = w - i
            bits = (int(src[at + (x >> 3)]) << (x & 7)) & (0xFF00 >> count) & 0xFF
            if bits:
                x = left + i
                bits = (bits << 8) >> (x & 7)
                x = to + (x >> 3)
                dst[x] = int(dst[x]) | (bits >> 8)
                bits = bits & 0xFF
                if bits:
                    dst[x + 1] = int(dst[x + 1]) | bits
            i += count
        to += int(a[0])
        at += int(a[5])
        rows -= 1


@micropython.viper
def check(data: ptr16, count: int) -> int:  # noqa: F821
    """Return a check sum, of 27 bits, of ``count`` numbers of two bytes."""
    total = 1
    i = 0
    while i < count:
        total = (total * 0x2C1B3C6D + int(data[i])) & 0x7FFFFFF
        i += 1
    return total
