# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Fixed words as pictures, set with ``adafruit_display_text`` when the texts are packed.

A picture is a row of symbols, which are the glyph records of a packed font: as in JBIG2, each symbol's
bitmap is stored once, and rows of symbols that are often found are too.  `tools.typeset` makes the pictures and proves for each that `paint` gives what the
library's label draws.  A picture is found by its words, so that whoever writes words needn't know which
of them are set.  A sentence that isn't set as a whole is put together from its words, and what
isn't set at all is drawn by a label at run time.
"""

import sys
from array import array
from binascii import crc32

import micropython
from micropython import const

from firmware.content import text
from firmware.content.fonts import font

if sys.implementation.name == "cpython":
    from micropython import ptr8, ptr16, ptr32

_ENTRY = const(2)  # bytes before the symbols of a picture: check, size of the symbols
TWO = const(96)  # from this value on a symbol has two bytes

# What `paint` is told.
_STRIDE = const(0)  # bytes a row of the bitmap
_WIDTH = const(1)  # of the bitmap, in pixels
_X = const(2)  # the pen
_Y = const(3)  # the baseline
_TOP = const(4)  # first row that may be written
_BOTTOM = const(5)  # the row after the last one
_AT = const(6)  # place of the next symbol
_END = const(7)  # place after the last one
_LOW = const(8)  # records before this start are in the first memory
_FIRST = const(9)  # start of the first record in the second memory
_LAST = const(10)  # where the second memory ends
_TOLD = const(11)

_told = array("i", [0] * _TOLD)
_language = None
_starts = None  # where each bucket begins
_buckets = 0  # where the first one is in the file
_symbols = [None, None]  # for each font the starts of the symbols' records
_advances = [None, None]  # and how far each moves the pen
_pairs = None  # by which symbols are packed
_codes = None  # the code point of each symbol
_line = bytearray(256)  # the symbols of what was found
_size = 0  # bytes of them
_tables = 0  # where these are in the file
_count = 0  # of symbols
_bucket = bytearray(0)  # the bucket read last
_words = None  # looked for last
_found = -1  # where they are in _bucket


@micropython.viper
def paint(bits: ptr8, told: ptr32, symbols: ptr8, starts: ptr16, low: ptr8, high: ptr8) -> int:
    """Draw symbols into the rows ``bits``; return 0, or the next one's record is in no memory and its start is returned + 1.

    ``told`` says where and how far; called again with that record in ``high`` it goes on. Pixels are only
    set, none is cleared.
    """
    stride = int(told[_STRIDE])
    width = int(told[_WIDTH])
    x = int(told[_X])
    base = int(told[_Y])
    top = int(told[_TOP])
    bottom = int(told[_BOTTOM])
    at = int(told[_AT])
    end = int(told[_END])
    limit = int(told[_LOW])
    first = int(told[_FIRST])
    last = int(told[_LAST])
    # The bits beyond the bitmap's width stay clear.
    edge = 0xFF
    if width & 7:
        edge = 0xFF00 >> (width & 7) & 0xFF
    while at < end:
        step = 1
        code = int(symbols[at]) - 1
        if code >= TWO - 1:
            code = (code - TWO + 2) * (TWO - 1) + int(symbols[at + 1]) - 1
            step = 2
        start = int(starts[code])
        record = low
        if start >= limit:
            if start < first or start >= last:
                told[_X] = x
                told[_AT] = at
                return start + 1
            record = high
            start -= first
        wide = int(record[start])
        rows = int(record[start + 1])
        dx = int(record[start + 2])
        dy = int(record[start + 3])
        if dx > 127:
            dx -= 256
        if dy > 127:
            dy -= 256
        y = base - rows - dy
        left = x + dx
        x += int(record[start + 4])
        start += 5
        byte = left >> 3
        shift = 8 - (left & 7)
        while rows > 0:
            ink = int(record[start]) << 8
            start += 1
            if wide > 8:
                ink |= int(record[start])
                start += 1
            if ink and y >= top and y < bottom:
                ink <<= shift
                here = y * stride
                place = byte
                move = 16
                while move >= 0:
                    part = ink >> move & 0xFF
                    if part and place >= 0 and place < stride:
                        if place == stride - 1:
                            part &= edge
                        bits[here + place] = int(bits[here + place]) | part
                    place += 1
                    move -= 8
            rows -= 1
            y += 1
        at += step
    told[_X] = x
    told[_AT] = at
    return 0


@micropython.viper
def _measure(symbols: ptr8, end: int, advances: ptr8) -> int:
    wide = 0
    at = 0
    while at < end:
        code = int(symbols[at]) - 1
        if code >= TWO - 1:
            at += 1
            code = (code - TWO + 2) * (TWO - 1) + int(symbols[at]) - 1
        wide += int(advances[code])
        at += 1
    return wide


@micropython.viper
def _search(bucket: ptr8, at: int, size: int, check: int) -> int:
    # Where the next picture with this check is from ``at`` on, or -1.
    while at < size:
        if int(bucket[at]) == check:
            return at
        at += _ENTRY + int(bucket[at + 1])
    return -1


@micropython.viper
def _says(words: ptr8, count: int, symbols: ptr8, end: int, codes: ptr16) -> int:
    # Whether the symbols are those of the words, UTF-8, apart from marks where words may break.
    at = 0
    i = 0
    while i < count:
        code = int(words[i])
        i += 1
        if code >= 0xE0:
            code = (code & 15) << 12 | (int(words[i]) & 63) << 6 | int(words[i + 1]) & 63
            i += 2
        elif code >= 0x80:
            code = (code & 31) << 6 | int(words[i]) & 63
            i += 1
        if code == 0xAD or code == 0x200B:
            continue
        if at >= end:
            return 0
        number = int(symbols[at]) - 1
        at += 1
        if number >= TWO - 1:
            number = (number - TWO + 2) * (TWO - 1) + int(symbols[at]) - 1
            at += 1
        if int(codes[number]) != code:
            return 0
    return int(at == end)


def draw(bitmap, x, y, face, symbols, at, end, starts, high=None, first=0):
    """Draw ``symbols[at:end]``, unpacked, into ``bitmap``, the line's left end at ``x``, its top at ``y``.

    ``starts``: for each symbol where its record starts among those of ``face``. ``high``: memory of the
    records from the start ``first`` on; others are read from the font's file.
    """
    told = _told
    told[_STRIDE] = (bitmap.width + 7) >> 3
    told[_WIDTH] = bitmap.width
    told[_X] = x
    told[_Y] = y + face.ascent
    told[_TOP] = max(y, 0)
    told[_BOTTOM] = min(y + face.height, bitmap.height)
    told[_AT] = at
    told[_END] = end
    low = face.records
    if low is None:
        told[_LOW] = 0
        low = symbols
    else:
        told[_LOW] = len(low)
    told[_FIRST] = first
    told[_LAST] = 0
    if high is None:
        high = symbols
    else:
        told[_LAST] = first + len(high)
    missing = paint(bitmap.buffer, told, symbols, starts, low, high)
    while missing:
        told[_FIRST] = missing - 1
        told[_LAST] = missing
        missing = paint(bitmap.buffer, told, symbols, starts, low, face.record(missing - 1))
    bitmap.dirty(0, told[_TOP], -1, told[_BOTTOM])


def _use(language):
    # Read the places of the buckets of the language.
    global _language, _starts, _buckets, _tables, _count, _bucket, _pairs, _codes
    _language = language
    _starts = None
    for number in range(2):
        _symbols[number] = _advances[number] = None
    file = text.packed()
    file.seek(12)
    head = file.read(3)
    at = head[0] | head[1] << 8 | head[2] << 16
    if not at:
        return
    file.seek(at)
    head = file.read(7)
    _count = head[2] | head[3] << 8
    _pairs = text.read_pairs(file, head[6])
    _codes = array("H", bytes(2 * _count))
    file.readinto(_codes)
    _tables = at + 7 + 2 * head[6] + 2 * _count
    at = _tables + 6 * _count
    file.seek(at)
    _starts = array("H", bytes(2 * (head[0] | head[1] << 8)))
    file.readinto(_starts)
    _buckets = at + 2 * len(_starts)
    _bucket = bytearray(head[4] | head[5] << 8)


def find(words):
    """Tell whether there is a picture of ``words`` in the language in use."""
    global _words, _found, _size
    if text.language() != _language:
        text.packed()
        _words = None
        _use(text.language())
    if words == _words:
        return _found >= 0
    _words = words
    _found = -1
    if _starts is None:
        return False
    words = words.encode()
    value = crc32(words)
    number = (value >> 16 & 0x7FFF) % (len(_starts) - 1)
    size = _starts[number + 1] - _starts[number]
    if size:
        file = text.packed()
        file.seek(_buckets + _starts[number])
        file.readinto(memoryview(_bucket)[:size])
        at = _search(_bucket, 0, size, value & 0xFF)
        while at >= 0:
            start = at + _ENTRY
            end = start + _bucket[at + 1]
            _size = text.unfold(_bucket, start, end, _pairs, _line)
            if _says(words, len(words), _line, _size, _codes):
                _found = at
                break
            at = _search(_bucket, end, size, value & 0xFF)
    return _found >= 0


def _number(face):
    # 0 for the small font, 1 for the big one, whose tables are then in memory.
    number = 0 if face is font("small") else 1
    if _symbols[number] is None:
        _symbols[number] = array("H", bytes(2 * _count))
        _advances[number] = bytearray(_count)
        file = text.packed()
        file.seek(_tables + 3 * _count * number)
        file.readinto(_symbols[number])
        file.readinto(_advances[number])
    return number


def width(face):
    """Return how wide the picture is that `find` has found, in pixels."""
    return _measure(_line, _size, _advances[_number(face)])


def write(bitmap, x, y, face):
    """Draw the picture that `find` has found, its upper left corner at ``x``, ``y``; return where it ends."""
    draw(bitmap, x, y, face, _line, 0, _size, _symbols[_number(face)])
    return _told[_X]
