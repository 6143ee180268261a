# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Set fixed words and the pages of the rules as pictures, for ``python -m tools.texts``.

Each picture is set with ``adafruit_display_text`` and kept as a row of symbols, the records of the
packed fonts. The firmware's own `firmware.content.typeset` draws each one again, and packing fails
where a pixel isn't as the library's label has it.

The part of a packed language's file, all numbers little endian:

====== ==== ===========================================================================
offset size
====== ==== ===========================================================================
0      2    number b of buckets, and 1
2      2    number s of symbols
4      2    size of the largest bucket
6      1    number p of pairs
7      2p   what the packed bytes from 256 - p on stand for, two packed bytes each
...    2s   the code point of each symbol
...    2s   start of its record in the small font
...    s    how far it moves the pen there
...    3s   the same for the big font
...    2b+2 start of each bucket from the end of this table, and the end of the last
...         the buckets
====== ==== ===========================================================================

A picture is in the bucket that the upper half of the CRC-32 of its words says (its lowest 15 bits
modulo b): the lowest 8 bits of the CRC (1), number of bytes (1), and the symbols, packed. Unpacked
the 95 most frequent symbols are bytes from 1 to 95, others a byte from 96 on and one from 1 to 95.

``firmware/assets/<language>.<width>x<height>.pages`` are the pages of the rules for a size of
panels:

====== ==== ===========================================================================
offset size
====== ==== ===========================================================================
0      4    ``TVP2``
4      2    number s of symbols
6      2    size r of the records
8      3    size of the first game's document
11     1    number p of pairs
12     2p   what the packed bytes from 256 - p on stand for
...    2s   start of each symbol's record: in the font's file if it is ASCII, else the size of all
            those and the start in the records
...    r    the records of the other symbols
...         the documents of tarocco and cicera
====== ==== ===========================================================================

A document is the number of sections (1), of pages p (1), the size of the index (2), the index, the
start of each page and the end of the last (2p + 2), the pages. The index has for each section the
hash of its anchor (2), its page (1) and its title (1 for the size, UTF-8). A page is a row of
things: kind (1, see ``firmware/content/rules.py``, and 8 for 256 in x, 16 for 256 in y), x (1), y
(1), size (1), packed symbols of words, or cards.
"""

import re
import struct
from binascii import crc32
from collections import Counter
from pathlib import Path

from tools import fonts, rules
from tools.texts import TALL, Packer

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "firmware" / "assets"
SIZES = ("small", "big")
TWO = 96  # symbols from here on have two bytes
WIDEST = 240
_PER_BUCKET = 4
_SHORT = 26  # characters of a text that is set as a whole
_MARKS = "\u00ad\u200b"


class TypesetError(ValueError):
    """A picture can't be made; the message says of what."""


class _Key(dict):
    def get_text(self, key, *args):
        words = self[key]
        for number, value in enumerate(args):
            words = words.replace("{%d}" % number, str(value))
        return words


def _card_names(t):
    from engine.cicera import cards as cicera
    from engine.tarocco import cards as tarocco

    for code in [tarocco.code(card) for card in range(62)]:
        if code in ("ANG", "MON", "SOL", "LUN", "BEG", "MAT"):
            yield t("trump." + code.lower())
        elif code[0] == "T":
            yield t("trump.t", code[1:])
        elif code.startswith("MO"):
            yield t("trump.mo")
        else:
            yield _plain_card(t, code[:-1], code[-1])
    for suit in cicera.SUITS:
        for rank in cicera.RANKS:
            yield _plain_card(t, rank, suit)


def _plain_card(t, rank, suit):
    if rank.isdigit():
        return t("card.number", rank, t("of." + suit))
    return t("card.of", t("rank." + rank.lower()), t("of." + suit))


def halves():
    """Return the words for numbers of card points that are no whole ones."""
    return [str(number // 2) + "\u00bd" for number in range(1, 100, 2)]


def fixed(texts, names):
    """Return the words that are set, sorted.

    These are short texts, rows of the options and names of cards as a whole, and each single word
    of all texts, for sentences. ``texts``: ``{key: text}`` as packed; ``names``: what the
    languages call themselves.
    """
    t = _Key(texts).get_text
    found = set(names)
    for words in texts.values():
        if "{" not in words and len(words) <= _SHORT:
            found.add(words)

    def fill(key, values):
        if key in texts:
            found.update(t(key, value) for value in values)

    cards = set(_card_names(t))
    found |= cards
    seats = [t("seat.%d" % seat) for seat in range(4)]
    suits = [t("suit." + suit) for suit in "sbcd"]
    for name in [t("seat.you")] + [t("label.%d" % seat) for seat in (1, 2, 3)]:
        found.update([" " + name, name + " 00"])
        found.update(" %s %d" % (name, count) for count in range(18))
    fill("tarocco.trick", range(1, 16))
    fill("cicera.round", range(1, 13))
    fill("option.light", ["%d %%" % percent for percent in (25, 50, 75, 100)])
    for key, values in (
        ("speed", ("speed.slow", "speed.normal", "speed.quick", "speed.instant")),
        ("level", ("level.easy", "level.medium", "level.strong")),
        ("partner", ("level.easy", "level.medium", "level.strong")),
        ("auto", ("auto.0", "auto.1", "auto.2", "auto.3")),
        ("sort", ("sort.0", "sort.1", "sort.2")),
        ("colour", ("colour.0", "colour.1")),
        ("contrast", ("contrast.0", "contrast.1", "contrast.2")),
        ("hints", ("option.on", "option.off")),
        ("sound", ("option.on", "option.off")),
        ("left", ("option.on", "option.off")),
        ("language", ("language.self",)),
        ("rest", ("rest.never",)),
    ):
        fill("option." + key, [t(value) for value in values if value in texts])
    fill(
        "option.rest",
        [t("rest.minutes", minutes) for minutes in (2, 5, 15) if "rest.minutes" in texts],
    )
    fill("tarocco.follow", suits)
    fill("title.continue", [t("short.tarocco"), t("short.cicera")])
    if "cicera.lay" in texts:
        found.add(" " + t("cicera.lay") + " ")
    found.update(str(number) for number in range(61))
    found.update(map(chr, range(33, 127)))  # whatever numbers, sums and codes are made of
    found.update(halves())
    found.update("%d/%d" % (page, pages) for pages in range(2, 10) for page in range(1, pages + 1))
    found.update(_buttons())
    found.update(_words(texts, seats + suits + [t("rank." + rank) for rank in "rqcfa"]))
    found.discard("")
    return sorted(found)


def _words(texts, names):
    # The single words of all texts; places with what stands right beside them filled with names.
    found = set()
    for text in [*texts.values(), *names]:
        for word in re.split("[ \u00a0\n\u200b]+", text):
            places = re.findall(r"\{\d\}", word)
            if len(places) == 1 and word != places[0]:
                found.update(word.replace(places[0], name) for name in names)
            elif not places:
                found.add(word.replace("\u00ad", ""))
    return found


def _buttons():
    # What the strip calls the buttons of the boards.
    arrows = {"up": "\u2191", "down": "\u2193", "left": "\u2190", "right": "\u2192"}
    found = {one + two for one in arrows.values() for two in arrows.values() if one != two}
    for path in (ROOT / "firmware" / "boards").glob("[a-z]*.py"):
        source = path.read_text("utf-8")
        names = set(re.findall(r'"([A-Z0-9]|up|down|left|right)"', source))
        plain = {arrows.get(name, name) for name in names}
        held = {name + "\u2014" for name in plain}
        found |= plain | held
        for one in plain | held:
            found.update(
                one + "/" + two
                for two in plain - set(arrows.values())
                if one[0] not in (two, *arrows.values())
            )
    return found


class Symbols:
    """Numbers the characters of ``lines``, the most frequent first, and codes words by them."""

    def __init__(self, lines):
        counts = Counter(char for line in lines for char in line if char not in _MARKS)
        self.chars = sorted(counts, key=lambda char: (-counts[char], char))
        self._numbers = {char: number for number, char in enumerate(self.chars)}
        if len(self.chars) > 16 * (TWO - 1):
            raise TypesetError("There are too many different characters.")

    def code(self, words):
        """Return the bytes of the symbols of ``words``."""
        out = bytearray()
        for char in words:
            if char in _MARKS:
                continue
            first, second = divmod(self._numbers[char], TWO - 1)
            if first:
                out.append(TWO - 1 + first)
            out.append(second + 1)
        return bytes(out)


class Press:
    """The firmware's modules and Adafruit's labels, to set words with and to prove them.

    ``load``: what `tools.rules.firmware_modules` gives; ``tall``: with high lines.
    """

    def __init__(self, load, tall):
        self.displayio = load("displayio")
        self.bitmaptools = load("bitmaptools")
        self.fonts = load("firmware.content.fonts")
        self.fonts.set_tall(tall)
        self.typeset = load("firmware.content.typeset")
        label = load("adafruit_display_text.bitmap_label")
        self.faces = [self.fonts.font(name) for name in SIZES]
        self.labels = [label.Label(face) for face in self.faces]
        self.starts = [_starts((OUT / (name + ".fnt")).read_bytes()) for name in SIZES]

    def picture(self, number, words):
        """Return the bitmap that the library's label draws for ``words`` in a font, of two
        values.
        """
        label = self.labels[number]
        label.text = words
        ink = label.bitmap
        made = self.displayio.Bitmap(ink.width, ink.height, 2)
        self.bitmaptools.blit(made, ink, 0, 0)
        return made

    def prove(self, number, words, coded, starts, high=None, first=0):
        """Raise TypesetError if ``coded``, the symbols of ``words``, aren't drawn as by the
        label.
        """
        wanted = self.picture(number, words)
        got = self.displayio.Bitmap(wanted.width, wanted.height, 2)
        self.typeset.draw(got, 0, 0, self.faces[number], coded, 0, len(coded), starts, high, first)
        if got.buffer != wanted.buffer:
            raise TypesetError("What is set for “{}” isn't what the label draws.".format(words))

    def width(self, number, words):
        """Return the width of ``words`` in a font."""
        return self.fonts.width(self.faces[number], words)


def _starts(data):
    """Return ``{character: start of its record}`` of a packed font, ASCII first."""
    blocks = struct.unpack_from("<H", data, 10)[0]
    count = struct.unpack_from("<H", data, 8)[0]
    found = dict(zip(map(chr, fonts.ASCII), struct.unpack_from("<95H", data, 116)))
    at = 306 + 2 * blocks
    for code, start, _ in struct.iter_unpack("<HHB", data[at : at + 5 * count]):
        found[chr(code)] = start
    return found


def pack(lines, press):
    """Return the bytes of the pictures of ``lines``; those that are too wide are left out."""
    lines = [
        words
        for words in lines
        if press.width(0, words) <= WIDEST
        and all(char in _MARKS or char in press.starts[0] for char in words)
    ]
    symbols = Symbols(lines)
    tables = [[starts[char] for char in symbols.chars] for starts in press.starts]
    packer = Packer([symbols.code(words) for words in lines])
    count = len(lines) // _PER_BUCKET + 1
    buckets = [b""] * count
    for words in lines:
        value = crc32(words.encode())
        number = (value >> 16 & 0x7FFF) % count
        coded = symbols.code(words)
        if len(coded) > 255:
            raise TypesetError("“{}” is too long.".format(words))
        for face in range(2):
            press.prove(face, words, coded, tables[face])
        packed = packer.pack(coded)
        buckets[number] += bytes([value & 0xFF, len(packed)]) + packed
    starts = [0]
    for bucket in buckets:
        starts.append(starts[-1] + len(bucket))
    if starts[-1] > 0xFFFF:
        raise TypesetError("The pictures of a language don't fit 64 KB.")
    head = struct.pack("<3H", count + 1, len(symbols.chars), max(map(len, buckets)))
    head += packer.last_pairs()
    head += struct.pack("<%dH" % len(symbols.chars), *map(ord, symbols.chars))
    for face, table in enumerate(tables):
        head += struct.pack("<%dH" % len(table), *table)
        head += bytes(press.width(face, char) for char in symbols.chars)
    return head + struct.pack("<%dH" % len(starts), *starts) + b"".join(buckets)


def build(language, texts, names):
    """Return the bytes of the pictures of ``language``, whose packed ``texts`` are given."""
    with rules.firmware_modules() as load:
        return pack(fixed(texts, names), Press(load, language in TALL))


def panels():
    """Return the sizes of the boards' panels, ``(width, height)``, sorted."""
    found = set()
    for path in (ROOT / "firmware" / "boards").glob("[a-z]*.py"):
        size = dict(re.findall(r"^(WIDTH|HEIGHT) = (\d+)$", path.read_text("utf-8"), re.M))
        found.add((int(size["WIDTH"]), int(size["HEIGHT"])))
    return sorted(found)


def pages_name(language, width, height):
    """Return the name of the file with the rules in ``language`` for a size of panels."""
    return "{}.{}x{}.pages".format(language, width, height)


def foreign(name, width, height):
    """Tell whether ``name`` is the name of pages for panels of another size."""
    return name.endswith(".pages") and not name.endswith(".{}x{}.pages".format(width, height))


def page_items(pages, page, face_width):
    """Return the words and cards of a page of `rules_layout.Pages`: ``(kind, x, y, content)``, x
    their left end.
    """
    found = []

    def put(kind, x, y, words, align=0):
        if words:
            found.append((kind, x - int(align * face_width(words)), y, words))

    for words, align, x, y in pages.heading(page):
        put(rules.TITLE, x, y, words, align)
    for kind, x, y, content in pages.lines(page):
        if kind in (rules.CARDS, rules.FACES):
            found.append((kind, x, y, bytes(content)))
        elif kind == rules.ROW:
            for words, align, at in content:
                put(rules.TEXT, at, y, words, align)
        else:
            put(kind, x, y, content)
    return found


def build_pages(language, size):
    """Return the bytes of the pages of ``language`` for panels of ``size``; its .txb has to be
    there.
    """
    with rules.firmware_modules() as load:
        press = Press(load, language in TALL)
        text = load("firmware.content.text")
        text.set_language(language)
        module = load("firmware.content.rules_layout")
        games = [module.Pages(game, *size) for game in rules.GAMES]
        number = press.faces.index(games[0].face)

        def wide(words):
            return press.width(number, words)

        items = [[page_items(pages, page, wide) for page in range(pages.count)] for pages in games]
        lines = [
            content
            for game in items
            for page in game
            for kind, _, _, content in page
            if kind not in (rules.CARDS, rules.FACES)
        ]
        symbols = Symbols(lines)
        starts, records = [], b""
        low = len(press.faces[number].records)
        for char in symbols.chars:
            at = press.starts[number][char]
            if at >= low:
                record = bytes(press.faces[number].record(at))
                record = record[: 5 + (record[0] + 7 >> 3) * record[1]]
                at = low + len(records)
                records += record
            starts.append(at)
        for words in sorted(set(lines)):
            press.prove(number, words, symbols.code(words), starts, records, low)
        packer = Packer([symbols.code(words) for words in lines])
        documents = [_document(pages, game, symbols, packer) for pages, game in zip(games, items)]
        text.packed().close()
    head = struct.pack("<4sHH", b"TVP2", len(starts), len(records))
    head += len(documents[0]).to_bytes(3, "little") + packer.last_pairs()
    return head + struct.pack("<%dH" % len(starts), *starts) + records + b"".join(documents)


def _document(pages, game, symbols, packer):
    index = b""
    for number in range(pages.sections):
        title, page = pages.section(number)
        title = title.encode()
        index += struct.pack("<HBB", pages._section(number)[0], page, len(title)) + title
    starts, data = [0], b""
    for page in game:
        for kind, x, y, content in page:
            coded = content
            if not isinstance(content, bytes):
                coded = symbols.code(content)
                if len(coded) > 255:
                    raise TypesetError("The line “{}” is too long.".format(content))
                coded = packer.pack(coded)
            data += (
                bytes([kind | (x >> 8) << 3 | (y >> 8) << 4, x & 255, y & 255, len(coded)]) + coded
            )
        starts.append(len(data))
    if len(data) > 0xFFFF:
        raise TypesetError("The pages of a game don't fit 64 KB.")
    head = struct.pack("<BBH", pages.sections, pages.count, len(index))
    return head + index + struct.pack("<%dH" % len(starts), *starts) + data
