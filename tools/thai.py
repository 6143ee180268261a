# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Thai for a device without a text engine: words, clusters, and one drawn glyph for each cluster.

A *cluster* is a consonant with the vowels and tone marks above and below it (and a following sara
am, part of which stands above the consonant). Every cluster used is shaped by HarfBuzz, drawn by
FreeType, and becomes one glyph of the packed fonts with a private code point; the packed texts
have those code points. ``assets/fonts/thai.txt`` is the list, written by `python -m tools.fonts`.

Needed to build, not to play or to test what was built: requirements/assets.txt.
"""

import functools
import io
import os
import re
import struct
import zlib
from pathlib import Path

from sim import console

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "assets" / "fonts" / "thai.txt"
WORDS = ROOT / "assets" / "texts" / "th.words"

FIRST = 0xE100  # private code points of the clusters: U+E100 and on
BREAK = "\u200b"
ABOVE = "\u0e31\u0e34\u0e35\u0e36\u0e37\u0e47\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e4d\u0e4e"
BELOW = "\u0e38\u0e39\u0e3a"
SARA_AM = "\u0e33"
LETTER = re.compile("[\u0e01-\u0e2e\u0e2f-\u0e5b]")
CLUSTER = re.compile(
    "[\u0e01-\u0e2e](?:[{0}]+{1}?|{1})".format(ABOVE + BELOW, SARA_AM)
)
# Never at the head of a line: repetition and abbreviation marks, vowels that follow.
_FOLLOWING = "\u0e46\u0e2f\u0e30\u0e32\u0e33\u0e45"
# size -> pixels an em of the outline font. TrueType instructions are executed for 1 bit a pixel.
EM = {"small": 11, "big": 13}


_BESIDE = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
_AROUND = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1))


class ThaiError(ValueError):
    """Thai text can't be prepared; the message says what to do."""


def clusters(text):
    """Return the list of the clusters in a text that need a glyph of their own, in order."""
    return CLUSTER.findall(text)


@functools.lru_cache(maxsize=1)
def listed():
    """Return ``{cluster: code point}`` as ``assets/fonts/thai.txt`` has it."""
    codes = {}
    if LIST.exists():
        for line in LIST.read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                code, cluster = line.split()
                codes[cluster] = int(code[2:], 16)
    return codes


def write_list(texts):
    """Write ``assets/fonts/thai.txt`` with the clusters of ``texts``."""
    used = sorted({cluster for text in texts for cluster in clusters(text)})
    lines = [
        # REUSE-IgnoreStart
        "# SPDX-FileCopyrightText: 2026 Tavolino contributors",
        "# SPDX-License-Identifier: MIT",
        # REUSE-IgnoreEnd
        "# The Thai clusters used and their private code points. Written by "
        "python -m tools.fonts.",
    ]
    lines += ["U+{:04X} {}".format(FIRST + i, cluster) for i, cluster in enumerate(used)]
    LIST.write_text("\n".join(lines) + "\n", "utf-8")
    listed.cache_clear()


def encode(text):
    """Return ``text`` with each cluster replaced by its private code point."""
    codes = listed()

    def one(match):
        code = codes.get(match[0])
        if code is None:
            raise ThaiError(
                "The cluster {} has no glyph yet: run python -m tools.fonts first.".format(
                    match[0]
                )
            )
        return chr(code)

    return CLUSTER.sub(one, text)


@functools.lru_cache(maxsize=1)
def _words():
    try:
        from pythainlp.corpus.common import thai_words
        from pythainlp.util import Trie
    except ImportError:
        raise ThaiError(
            "Thai words are found with pythainlp: pip install -r requirements/assets.txt"
        )
    own = [
        line.strip()
        for line in WORDS.read_text("utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    return Trie(set(thai_words()) | set(own))


def segment(text):
    """Return ``text`` with a U+200B between every two words, and beside places such as {0}."""
    os.environ.update(console.settings())
    from pythainlp.tokenize import word_tokenize

    def run(match):
        # A run of Thai letters: words, with marks that may not begin a line kept to the left.
        words = []
        for word in word_tokenize(match[0], custom_dict=_words(), engine="newmm"):
            if words and (word[0] in _FOLLOWING or word[0] in ABOVE + BELOW):
                words[-1] += word
            else:
                words.append(word)
        return BREAK.join(words)

    _words()
    text = re.sub(LETTER.pattern + "+", run, text)
    text = re.sub(r"(\{\d\})(?=" + LETTER.pattern + ")", r"\1" + BREAK, text)
    return re.sub("(" + LETTER.pattern + r")(?=\{\d\})", r"\1" + BREAK, text)


# -- drawing ------------------------------------------------------------------------------------


def sfnt(woff):
    """Return the plain font inside a WOFF 1.0 file."""
    signature, flavor, _, count = struct.unpack_from(">4s4sIH", woff)
    if signature != b"wOFF":
        raise ThaiError("The Thai font isn't a WOFF file.")
    tables = []
    for i in range(count):
        tag, start, packed, size, check = struct.unpack_from(">4sIIII", woff, 44 + 20 * i)
        data = woff[start : start + packed]
        tables.append((tag, check, zlib.decompress(data) if packed < size else data))
    power = 1
    while power * 2 <= count:
        power *= 2
    out = struct.pack(
        ">4sHHHH", flavor, count, power * 16, power.bit_length() - 1, (count - power) * 16
    )
    at = 12 + 16 * count
    body = b""
    for tag, check, data in tables:
        out += struct.pack(">4sIII", tag, check, at + len(body), len(data))
        body += data + b"\0" * (-len(data) % 4)
    return out + body


class Drawer:
    """Draws Thai text from the bytes of a WOFF font, ``em`` pixels to the em, ``ascent`` high.

    ``letters``: glyphs that stand instead of the font's own, by letter.

    `glyph` returns what `tools.fonts.record` packs.
    """

    def __init__(self, woff, em, ascent=99, letters=None):
        try:
            import freetype
            import uharfbuzz
        except ImportError:
            raise ThaiError(
                "Thai is shaped with uharfbuzz and freetype-py: "
                "pip install -r requirements/assets.txt"
            )
        self._hb = uharfbuzz
        self._ascent = ascent
        self._letters = letters or {}
        self._flags = freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO
        data = sfnt(woff)
        self._face = freetype.Face(io.BytesIO(data))
        self._face.set_char_size(em * 64)
        self._font = uharfbuzz.Font(uharfbuzz.Face(data))
        self._font.scale = (em * 64, em * 64)

    def _pieces(self, text):
        # The ink of each glyph as a set of (x, y), y upward from the baseline, and the advance.
        buffer = self._hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        self._hb.shape(self._font, buffer)
        pieces = []
        pen = 0
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions):
            if not info.codepoint:
                raise ThaiError("The Thai font lacks a glyph of {}.".format(text))
            self._face.load_glyph(info.codepoint, self._flags)
            slot = self._face.glyph
            bitmap = slot.bitmap
            left = round((pen + place.x_offset) / 64) + slot.bitmap_left
            top = round(place.y_offset / 64) + slot.bitmap_top - 1
            ink = set()
            for row in range(bitmap.rows):
                for x in range(bitmap.width):
                    if bitmap.buffer[row * bitmap.pitch + x // 8] >> (7 - x % 8) & 1:
                        ink.add((left + x, top - row))
            pieces.append((ink, place.x_advance > 0))
            pen += round(place.x_advance / 64) * 64
        drawn = self._letters.get(text[0])
        if drawn:
            wide, width, height, dx, dy, rows = drawn
            more = wide - round(buffer.glyph_positions[0].x_advance / 64)
            # What stands above or beside the letter moves with its right edge.
            pieces = [({(x + more, y) for x, y in ink}, stands) for ink, stands in pieces]
            ink = {
                (dx + x, dy + height - 1 - y)
                for y in range(height)
                for x in range(width)
                if rows[y] >> (width - 1 - x) & 1
            }
            pieces[0] = (ink, True)
            pen += more * 64
        return pieces, pen // 64

    @staticmethod
    def _stack(pieces, near):
        # What stands on the line first, then the marks from the inner to the outer ones.
        drawn = set()
        for ink, stands in pieces:
            if stands:
                drawn |= ink
        marks = [ink for ink, stands in pieces if not stands]
        for above in (True, False):
            some = [ink for ink in marks if ink and (min(y for _, y in ink) >= 3) == above]
            some.sort(key=lambda ink: min(y for _, y in ink) if above else -max(y for _, y in ink))
            for ink in some:
                step = 1 if above else -1
                away = 0
                while True:
                    # Straight away from the letter, or, where it is tight, a pixel aside too.
                    for aside in (0, 1, -1) if near is _BESIDE else (0,):
                        moved = {(x + aside, y + away) for x, y in ink}
                        if not any((x + i, y + j) in drawn for x, y in moved for i, j in near):
                            break
                    else:
                        away += step
                        continue
                    break
                drawn |= moved
        return drawn

    def glyph(self, text):
        """Return ``(advance, width, height, dx, dy, rows)`` of a letter or a cluster.

        Marks are moved away until at least one clear pixel is between them and what they stand
        above or below; where there is no room for that, corners may touch.
        """
        pieces, advance = self._pieces(text)
        drawn = self._stack(pieces, _AROUND)
        if drawn and max(y for _, y in drawn) >= self._ascent:
            drawn = self._stack(pieces, _BESIDE)
        if not drawn:
            return (advance, 0, 0, 0, 0, [])
        left = min(x for x, _ in drawn)
        right = max(x for x, _ in drawn)
        bottom = min(y for _, y in drawn)
        top = max(y for _, y in drawn)
        # Nothing sticks out to the left: the cluster before is a picture of its own.
        shift = max(0, -left)
        width = right - left + 1
        rows = []
        for y in range(top, bottom - 1, -1):
            row = 0
            for x in range(left, right + 1):
                row = row << 1 | ((x, y) in drawn)
            rows.append(row)
        advance = max(advance + shift, left + shift + width)
        return (advance, width, len(rows), left + shift, bottom, rows)
