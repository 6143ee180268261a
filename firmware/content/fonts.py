# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The packed fonts, for ``adafruit_display_text`` and for measuring and breaking lines.

The files are made by ``python -m tools.fonts``, which describes their format.  A font keeps its
ASCII glyphs in memory (about 1.5 KB, if it isn't `seldom` used) and reads every other glyph from its file when it is asked
for: one look at the first code points of the blocks (in memory), one read of a block, one of the
glyph.  Nothing grows.
"""

from array import array

import displayio
import fontio
from micropython import const

_DIR = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/assets/"

_HEAD = const(20)
_ASCII = const(95)  # U+0020 .. U+007E
_BLOCK = const(16)  # entries a block of the table
_ENTRY = const(5)  # bytes of an entry: code point, start of the record, advance
_THAI = const(0xE00)  # Thai letters
_LETTERS = const(96)
_CLUSTERS = const(0xE100)  # Thai clusters, one after the other
_LOGGED = const(16)  # missing code points remembered, so that each is logged once

_SHY = const(0xAD)  # may break here, with a hyphen
_ZWSP = const(0x200B)  # may break here, without one


class Font:
    """One packed font; get it from `font`, which opens each file once.

    ``ascent`` and ``descent`` are rows above and below the baseline, ``cap`` the rows of a
    capital, ``height`` the rows a line needs at least, ``pitch`` those from one line to the next. All but
    ``cap`` are higher while `set_tall` says so. ``records``: the records of the ASCII glyphs, the first ones of
    all, or None.
    """

    def __init__(self, path):
        self._file = file = open(path, "rb")
        head = file.read(_HEAD)
        if head[:4] != b"TVF3":
            raise ValueError("{} is no packed font: run python -m tools.fonts".format(path))
        self.cap = head[6]
        self._lines = head[4:6] + head[14:18]
        self._rows = head[7]
        count = head[8] | head[9] << 8
        blocks = head[10] | head[11] << 8
        self._advances = file.read(_ASCII + 1)
        self._starts = array("H", bytes(2 * _ASCII))
        file.readinto(self._starts)
        self._firsts = array("H", bytes(2 * blocks))
        file.readinto(self._firsts)
        self._table = _HEAD + 3 * _ASCII + 1 + 2 * blocks
        self._base = self._table + _ENTRY * count
        self._count = count
        file.seek(self._base)
        self.records = bytearray(head[12] | head[13] << 8)
        file.readinto(self.records)
        self._entries = bytearray(_ENTRY * _BLOCK)
        self._held = -1  # first entry of the block that is in _entries
        self._place = 0  # where in it the entry is that was found last
        self._syllable = head[18]  # advance of all Hangul, 0 if they differ
        self._record = bytearray(5 + 2 * self._rows)
        # One scratch bitmap for glyphs up to 8, one for those up to 16 pixels wide, ...: the
        # rows of the file are copied as they are.
        self._scratch = {}
        self._missing = []
        self.tall(_tall)

    def seldom(self):
        """Read all glyphs from the file from now on, for a font that hardly anything is written in."""
        self.records = None

    def record(self, start):
        """Return the glyph record at ``start``, as `tools.fonts` describes it; another's at the next call."""
        self._file.seek(self._base + start)
        self._file.readinto(self._record)
        return self._record

    def tall(self, tall):
        """Use the metrics for high lines, or the plain ones."""
        lines = self._lines
        self.ascent, self.descent, self.pitch = (
            (lines[3], lines[4], lines[5]) if tall else (lines[0], lines[1], lines[2])
        )
        self.height = self.ascent + self.descent
        self._marked = self._read_marked() if tall else None

    def _read_marked(self):
        # Advances of the Thai letters, then of the clusters: lines are measured with them.
        marked = bytearray(_LETTERS)
        entry = bytearray(_ENTRY)
        self._file.seek(self._table)
        for _ in range(self._count):
            self._file.readinto(entry)
            code = entry[0] | entry[1] << 8
            if _THAI <= code < _THAI + _LETTERS:
                marked[code - _THAI] = entry[4]
            elif _CLUSTERS <= code < 0xF000:
                marked.append(entry[4])
        return marked

    def get_bounding_box(self):
        """Return ``(width, ascent, 0, -descent)`` in pixels.

        The second is the ascent, not the whole height, because that is what the label code of
        ``adafruit_display_text`` takes it for: line spacing and box are then exact.
        """
        return (8, self.ascent, 0, -self.descent)

    def _find(self, code):
        # The start of the record of a glyph beyond ASCII, or -1.
        firsts = self._firsts
        low, high = 0, len(firsts)
        while low < high:
            middle = (low + high) >> 1
            if firsts[middle] <= code:
                low = middle + 1
            else:
                high = middle
        if not low:
            return -1
        low = (low - 1) * _BLOCK
        count = min(_BLOCK, self._count - low)
        entries = self._entries
        if low != self._held:
            self._file.seek(self._table + _ENTRY * low)
            self._file.readinto(entries)
            self._held = low
        low, high = 0, count
        while low < high:
            middle = (low + high) >> 1
            at = _ENTRY * middle
            found = entries[at] | entries[at + 1] << 8
            if found == code:
                self._place = at
                return entries[at + 2] | entries[at + 3] << 8
            if found < code:
                low = middle + 1
            else:
                high = middle
        return -1

    def _log(self, code):
        if code not in self._missing and len(self._missing) < _LOGGED:
            self._missing.append(code)
            print("font: no glyph for U+{:04X}".format(code))

    def advance(self, code):
        """Return how far the pen moves for the code point, in pixels."""
        if 32 <= code < 127:
            return self._advances[code - 32]
        if code in (_SHY, _ZWSP):
            return 0
        if self._syllable and _hangul(code):
            return self._syllable
        marked = self._marked
        if marked:
            if _THAI <= code < _THAI + _LETTERS:
                return marked[code - _THAI]
            at = code - _CLUSTERS + _LETTERS
            if _LETTERS <= at < len(marked):
                return marked[at]
        if self._find(code) < 0:
            return self._box_width() + 1
        return self._entries[self._place + 4]

    def _box_width(self):
        return (self.cap * 2 + 1) // 3

    def _bitmap(self, width):
        stride = (width + 7) >> 3
        bitmap = self._scratch.get(stride)
        if bitmap is None:
            bitmap = self._scratch[stride] = displayio.Bitmap(stride * 8, self._rows, 2)
        return bitmap

    def get_glyph(self, code):
        """Return the `fontio.Glyph` of a code point, a visible box where there is none.

        The glyph's bitmap is filled again for the next one: blit it at once.
        """
        data = self.records
        if data and 32 <= code < 127:
            at = self._starts[code - 32]
            width = data[at]
            height = data[at + 1]
            dx = data[at + 2]
            dy = data[at + 3]
            advance = data[at + 4]
            at += 5
            stride = (width + 7) >> 3
            bitmap = self._scratch.get(stride) or self._bitmap(width)
            stride *= height
            bitmap.buffer[:stride] = data[at : at + stride]
        else:
            start = -1
            if code not in (_SHY, _ZWSP):
                start = self._starts[code - 32] if 32 <= code < 127 else self._find(code)
                if start < 0:
                    return self._box(code)
                data = self.record(start)
                width, height, dx, dy, advance = data[:5]
                bitmap = self._bitmap(width)
                size = ((width + 7) >> 3) * height
                bitmap.buffer[:size] = data[5 : 5 + size]
            else:
                bitmap = self._bitmap(1)
                bitmap.buffer[0] = 0
                width, height, dx, dy, advance = 1, 1, 0, 0, 0
        if dx > 127:
            dx -= 256
        if dy > 127:
            dy -= 256
        return fontio.Glyph(bitmap, 0, width, height, dx, dy, advance, 0)

    def _box(self, code):
        self._log(code)
        width, height = self._box_width(), self.cap
        bitmap = self._bitmap(width)
        buf = bitmap.buffer
        full = 0xFF & ~(0xFF >> width)
        for row in range(height):
            buf[row] = 0x80 | (0x80 >> (width - 1))
        buf[0] = buf[height - 1] = full
        return fontio.Glyph(bitmap, 0, width, height, 0, 0, width + 1, 0)


_fonts = {}
_tall = False


def font(name):
    """Return the font ``"small"`` (dense labels) or ``"big"`` (reading); opened at first use."""
    if name not in _fonts:
        _fonts[name] = Font(_DIR + name + ".fnt")
    return _fonts[name]


def set_tall(tall):
    """Make all fonts' lines high enough for marks above and below the letters, or not."""
    global _tall
    _tall = tall
    for face in _fonts.values():
        face.tall(tall)


def codes(text):
    """Go through the code points of ``text``.

    Looking at a text's characters one by one would make MicroPython keep each of them for ever: some
    10 KB for the syllables of Korean.
    """
    code = more = 0
    for byte in text.encode():
        if byte < 0x80:
            yield byte
        elif byte < 0xC0:
            code = code << 6 | byte & 0x3F
            more -= 1
            if not more:
                yield code
        elif byte < 0xE0:
            code = byte & 0x1F
            more = 1
        else:
            code = byte & 0x0F
            more = 2


def width(font, text):
    """Return how many pixels wide ``text`` is on one line; break marks count nothing."""
    total = 0
    advances = font._advances
    for code in text.encode():
        if not 32 <= code < 127:
            break
        total += advances[code - 32]
    else:
        return total
    total = 0
    for code in codes(text):
        total += font.advance(code)
    return total


def _hangul(code):
    return 0xAC00 <= code < 0xD7A4


def _inside(chars, here):
    # Between two Hangul syllables: whether two or more of the word are on either side.
    return 1 < here < len(chars) - 1 and _hangul(chars[here - 2]) and _hangul(chars[here + 1])


def wrap(font, text, width):
    """Return ``text`` broken into lines of at most ``width`` pixels, a list of strings.

    A line ends at every newline of the text, and otherwise at a space (spaces at the ends of lines
    are dropped), after a hyphen or dash, at a soft hyphen U+00AD (then a hyphen is shown), at a
    U+200B, or between two Hangul syllables, unless that leaves a single one of a word.  A word that is too long by itself is cut where the line is full.  No
    no-break space U+00A0 is ever broken.  The empty text is one empty line.  Within a line U+200B stays:
    it parts words that may have been set.
    """
    lines = []
    for paragraph in text.split("\n"):
        start = 0  # the line's first character
        used = 0  # pixels from there to here
        last = end = -1  # where the next line could start, where this one would then end
        after = 0  # pixels from start to last
        hyphen = False
        previous = 0
        here = 0
        chars = array("H", codes(paragraph))
        while here < len(chars):
            code = chars[here]
            step = font.advance(code)
            if code in (32, _ZWSP, _SHY):
                if not used:
                    # nothing to be seen on this line yet
                    start = here + 1
                    step = 0
                elif code != _SHY:
                    if last == here and not hyphen:
                        last, after = here + 1, used + step
                    elif used <= width:
                        last, end, after, hyphen = here + 1, here, used + step, False
                elif previous != 32 and used + font.advance(45) <= width:
                    last, end, after, hyphen = here + 1, here, used, True
            else:
                if previous in (45, 0x2013, 0x2014) or (
                    _hangul(code) and _hangul(previous) and _inside(chars, here)
                ):
                    if used and last < here:
                        last, end, after, hyphen = here, here, used, False
                while used and used + step > width:
                    if last <= start:
                        last, end, after, hyphen = here, here, used, False
                    lines.append(_line(paragraph, start, end, hyphen))
                    start = last
                    used -= after
                    last = end = -1
            used += step
            previous = code
            here += 1
        lines.append(_line(paragraph, start, len(paragraph), False))
    return lines


def _line(text, start, end, hyphen):
    line = text[start:end].replace("\xad", "")
    while line.endswith(" ") or line.endswith("\u200b"):
        line = line[:-1]
    return line + "-" if hyphen else line
