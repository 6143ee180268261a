# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
r"""Pack the texts and the rules: ``python -m tools.texts``, after ``python -m tools.fonts``.

``assets/texts/<language>.txt`` has lines ``key = text``; ``\n`` in a text is a new line, ``{0}``
``{1}`` the places of arguments; empty lines and lines that start with ``#`` are skipped.  The
rules are in ``assets/rules`` (see `tools.rules`).

On the way into the packed file words may be given places to break at (`prepare`): Italian and
German ones soft hyphens U+00AD by the dictionaries of pyphen, Thai ones U+200B between words found
by pythainlp; Thai clusters become private code points (`tools.thai`).

``firmware/assets/<language>.txb``, little endian:

====== ==== ===========================================================================
offset size
====== ==== ===========================================================================
0      4    ``TVT3``
4      2    seed of the hash
6      2    number n of the texts
8      1    1 if the language needs the high lines of the fonts
9      3    where the list of the documents is (from the start of the file), 0 if there is none
12     3    where the pictures of fixed words are (from the start of the file), 0 for none
15     1    0
16     32   what the language calls itself, UTF-8, padded with zeros
48     512  the pairs: what each packed byte stands for, two packed bytes, or itself and 0
560    4n   hash of the key (2) and start of the text (2, from the end of this table), by hash
...         the texts: length (2), packed bytes
...    9    the list of the documents: where each begins (3), for tarocco and cicera
...         the documents, see `tools.rules`
...         the pictures, see `tools.typeset`
====== ==== ===========================================================================

A packed text is UTF-8 in which the byte values that the language doesn't use stand for the pairs
most often found in its texts.  The seed is the smallest with which no two keys have the same hash.
"""

import argparse
import hashlib
import json
import re
import struct
import sys
from collections import Counter
from pathlib import Path

from sim import console
from tools import thai

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "assets" / "texts"
OUT = ROOT / "firmware" / "assets"
MANIFEST = SOURCES / "manifest.json"
KEY = re.compile(r"[a-z0-9_.]+\Z")
_COUNTED = re.compile(r"([\d}]) (points?\b|punt[io]\b|Punkte?\b|แต้ม|ใบ|กอง|แบบ|ชุด)")
SHY = "\u00ad"
# Languages whose long words are hyphenated: the dictionary of pyphen, and from how many letters
# on.
HYPHENS = {"it": ("it_IT", 9), "de": ("de_DE", 9)}
# Languages with marks above and below the letters, that need higher lines.
TALL = ("th",)


class TextsError(ValueError):
    """A source of texts is wrong; the message says where."""


def key_hash(key, seed):
    """Return the 16-bit hash of a key, as ``firmware/content/text.py`` computes it."""
    value = seed
    for char in key:
        value = (value * 33 ^ ord(char)) & 0xFFFF
    return value


def parse(source, name):
    """Return ``{key: text}`` of the source of a language; `TextsError` names file and line."""
    texts = {}
    for number, line in enumerate(source.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        key, sign, text = line.partition("=")
        key = key.strip()
        if not sign or not KEY.match(key):
            raise TextsError("{}, line {}: not of the form key = text".format(name, number))
        if key in texts:
            raise TextsError("{}, line {}: {} is there twice".format(name, number, key))
        texts[key] = text.strip().replace("\\n", "\n")
    return texts


def hyphenate(language, text):
    """Return ``text`` with soft hyphens in its long words; no single letters are split off."""
    try:
        import pyphen
    except ImportError:
        raise TextsError(
            "Words are hyphenated with pyphen: pip install -r requirements/assets.txt"
        )
    dictionary, least = HYPHENS[language]
    split = pyphen.Pyphen(lang=dictionary, left=3, right=3)

    def one(match):
        word = match[0]
        return split.inserted(word, SHY) if len(word) >= least else word

    return re.sub(r"[^\W\d_]+", one, text)


def prepare(language, text):
    """Return ``text`` as it is packed: with break marks, and Thai as private code points."""
    # A number stays with what it counts, and the Thai mark of repetition with its word.
    text = _COUNTED.sub("\\1\u00a0\\2", text).replace(" : ", "\u00a0:\u00a0")
    if language == "th":
        return thai.encode(thai.segment(text.replace(" \u0e46", "\u00a0\u0e46")))
    if language in HYPHENS:
        return hyphenate(language, text)
    return text


class Packer:
    """Packs bytes by pairs found in all ``parts``: values that aren't used there stand for pairs.

    Value 0 must not be in them.
    """

    def __init__(self, parts):
        words = Counter(parts)
        used = {byte for word in words for byte in word} | {0}
        free = [byte for byte in range(255, 0, -1) if byte not in used]
        self.merges = []
        parts = [list(word) for word in words]
        for code in free:
            counts = Counter()
            for part in parts:
                last: tuple = ()
                for pair in zip(part, part[1:]):
                    # Of three equal ones in a row only one pair can be made.
                    if pair == last and pair[0] == pair[1]:
                        last = ()
                        continue
                    counts[pair] += 1
                    last = pair
            best = min(counts, key=lambda pair: (-counts[pair], pair), default=None)
            if best is None or counts[best] < 3:
                break
            self.merges.append((code, best))
            parts = [
                _merge(part, code, best) if best[0] in part and best[1] in part else part
                for part in parts
            ]
        self._known = dict(zip(words, map(bytes, parts)))

    def table(self):
        """Return the 512 bytes of the pairs."""
        table = bytearray(byte for value in range(256) for byte in (value, 0))
        for code, pair in self.merges:
            table[2 * code : 2 * code + 2] = bytes(pair)
        return bytes(table)

    def last_pairs(self):
        """Return the number of pairs (1) and what they are, if they are the last of the byte
        values.
        """
        count = len(self.merges)
        assert [code for code, _ in self.merges] == list(range(255, 255 - count, -1))
        return bytes([count]) + self.table()[512 - 2 * count :]

    def pack(self, part):
        """Return what one of the parts is packed to."""
        return self._known[part]


def _merge(part, code, pair):
    out = []
    i = 0
    while i < len(part):
        if part[i] == pair[0] and i + 1 < len(part) and part[i + 1] == pair[1]:
            out.append(code)
            i += 2
        else:
            out.append(part[i])
            i += 1
    return out


def pack(texts, language="en", documents=(), pictures=b""):
    """Return the bytes of a .txb file of ``{key: text}``, both already prepared, and of
    ``pictures``.

    ``documents``: for each, ``(texts, function)``: the texts in it, and what makes its bytes when
    it is given the function that packs one of them.
    """
    for seed in range(0x10000):
        hashes = {key_hash(key, seed): key for key in texts}
        if len(hashes) == len(texts):
            break
    else:
        raise TextsError("no seed keeps the keys' hashes apart")
    words = list(texts.values()) + [text for found, _ in documents for text in found]
    packer = Packer([text.encode("utf-8") for text in words])

    def packed(text):
        return packer.pack(text.encode("utf-8"))

    table, data = b"", b""
    for value in sorted(hashes):
        text = packed(texts[hashes[value]])
        if len(data) >= 0x10000:
            raise TextsError("the texts don't fit 64 KB")
        table += struct.pack("<HH", value, len(data))
        data += struct.pack("<H", len(text)) + text
    at = 560 + len(table) + len(data)
    bodies = [make(packed) for _, make in documents]
    starts = b""
    start = at + 3 * len(bodies)
    for body in bodies:
        starts += start.to_bytes(3, "little")
        start += len(body)
    name = texts.get("language.self", language).encode("utf-8")
    if len(name) > 32:
        raise TextsError("language.self is longer than 32 bytes")
    head = struct.pack("<4sHHB", b"TVT3", seed, len(texts), language in TALL)
    head += at.to_bytes(3, "little") + (start if pictures else 0).to_bytes(3, "little") + bytes(1)
    head += name.ljust(32, b"\0")
    return b"".join([head, packer.table(), table, data, starts] + bodies + [pictures])


def without_documents(data):
    """Return a packed file without its documents, for a panel for which their pages are set."""
    at, pictures = (int.from_bytes(data[place : place + 3], "little") for place in (9, 12))
    rest = data[pictures:] if pictures else b""
    start = (at if pictures else 0).to_bytes(3, "little")
    return data[:9] + bytes(3) + start + data[15:at] + rest


def unpack(data):
    """Return ``{hash: text}`` of a packed file, for tests."""
    count = struct.unpack_from("<H", data, 6)[0]
    pairs = data[48:560]

    def expand(code):
        if pairs[2 * code + 1]:
            return expand(pairs[2 * code]) + expand(pairs[2 * code + 1])
        return bytes([code])

    texts = {}
    for value, start in struct.iter_unpack("<HH", data[560 : 560 + 4 * count]):
        at = 560 + 4 * count + start
        size = struct.unpack_from("<H", data, at)[0]
        packed = data[at + 2 : at + 2 + size]
        texts[value] = b"".join(map(expand, packed)).decode("utf-8")
    return texts


def source(language):
    """Return ``{key: text}`` of a language."""
    path = SOURCES / (language + ".txt")
    return parse(path.read_text("utf-8"), path.name)


def languages():
    """Return the codes of the languages that have a source, sorted."""
    return sorted(path.stem for path in SOURCES.glob("*.txt"))


def build_one(language):
    """Return the bytes of a language's packed file."""
    from tools import rules, typeset

    texts = {key: prepare(language, text) for key, text in source(language).items()}
    names = [prepare(other, source(other)["language.self"]) for other in languages()]
    pictures = typeset.build(language, texts, names)
    return pack(texts, language, rules.documents(language), pictures)


def inputs(language):
    """Return the hash of what the packed file of a language is made from, for the manifest."""
    from tools import rules

    digest = hashlib.sha256()
    paths = [SOURCES / (language + ".txt")] + rules.paths(language)
    if language == "th":
        paths += [thai.LIST, thai.WORDS]
    # The pages of the rules depend on the widths of the glyphs.
    paths += [OUT / "small.fnt", OUT / "big.fnt"]
    for path in paths:
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()


def build():
    """Write the packed files for every source; return ``{name: bytes written}``."""
    from tools import typeset

    sizes = {}
    manifest: dict = {}
    for language in languages():
        data = build_one(language)
        (OUT / (language + ".txb")).write_bytes(data)
        name = language + ".txb"
        sizes[name] = len(data)
        manifest[language] = [inputs(language), hashlib.sha256(data).hexdigest()]
        for panel in typeset.panels():
            data = typeset.build_pages(language, panel)
            name = typeset.pages_name(language, *panel)
            (OUT / name).write_bytes(data)
            sizes[name] = len(data)
            manifest[name] = hashlib.sha256(data).hexdigest()
    MANIFEST.write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n", "utf-8")
    return sizes


def main(argv=None):
    """Run the command; return the exit status."""
    argparse.ArgumentParser(
        prog="python -m tools.texts", description="Pack the texts and the rules."
    ).parse_args(argv)
    try:
        for name, size in build().items():
            print("{}: {} bytes".format(name, size))
    except (TextsError, thai.ThaiError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(console.run(main))
