# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pack the fonts: ``python -m tools.fonts``.

The glyphs come from the npm packages named in ``PACKAGES`` (Galmuri, and IBM Plex Sans Thai Looped
for Thai, both under the SIL Open Font Licence), fetched with ``npm pack`` into ``build/cache`` and
checked against their published integrity hashes, and from the glyphs drawn in
``assets/fonts/extra.txt``.  Only the characters that are used are packed: those of
``assets/fonts/chars.txt`` and every character of
``assets/texts/*.txt`` and ``assets/rules/*.txt``; of Thai, every letter and every cluster used
(see `tools.thai`).

``firmware/assets/<size>.fnt``, little endian:

====== ==== ===========================================================================
offset size
====== ==== ===========================================================================
0      4    ``TVF3``
4      1    ascent: rows above the baseline
5      1    descent: rows below it
6      1    height of a capital
7      1    rows of the tallest glyph
8      2    number n of the glyphs beyond ASCII
10     2    number b of the blocks of 16 of them, ``(n + 15) // 16``
12     2    length a of the ASCII records
14     1    rows from one line to the next
15     3    ascent, descent and rows from line to line where the language needs high lines
18     1    advance of all Hangul syllables, 0 if they differ
19     1    0
20     95   advance of U+0020 .. U+007E
115    1    0
116    190  where each one's record starts among the ASCII records
306    2b   first code point of each block
...    5n   code point, start of the record (from the first record on), advance (1), sorted
...    a    the ASCII records
...         the other records
====== ==== ===========================================================================

A record is width, height, dx, dy (both signed: from the pen to the lower left corner), advance,
and the rows of the glyph, 1 bit a pixel, each row starting at a byte.
"""

import argparse
import base64
import hashlib
import json
import re
import struct
import subprocess
import sys
import tarfile
from pathlib import Path

from sim import console
from tools import thai

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "assets" / "fonts"
TEXTS = ROOT / "assets" / "texts"
RULES = ROOT / "assets" / "rules"
OUT = ROOT / "firmware" / "assets"
CACHE = Path(console.work(), "cache")
MANIFEST = SOURCES / "manifest.json"

# name: version, integrity hash
PACKAGES = {
    "galmuri": (
        "2.40.3",
        "sha512-eXflXih1AWy2J+jWeT5sGVj4PUCb1bMK7lnwKDKMzEd3"
        "lx+F6myuxqp6c0eZlD7EMXOicUYaM+FH7DAoQ7mWbw==",
    ),
    "@fontsource/ibm-plex-sans-thai-looped": (
        "5.3.0",
        "sha512-5NNySQuBNRMk44sUwQypp971+2Fn1LJ9HAEZg9J76+7803j/"
        "aCS9HHH7FNvpq6mJDqzTrTrv+VSNsODgCAhxQQ==",
    ),
}
LATIN, THAI = PACKAGES
THAI_FILE = "package/files/ibm-plex-sans-thai-looped-thai-400-normal.woff"
# name of the packed file: source inside the package, ascent, descent, height of a capital, rows
# from line to line; then ascent, descent and rows from line to line of high lines
SIZES = {
    "small": ("package/dist/Galmuri7.bdf", 9, 2, 7, 13, 13, 4, 16),
    "big": ("package/dist/Galmuri9.bdf", 11, 3, 9, 16, 15, 5, 19),
}
ASCII = range(0x20, 0x7F)
BLOCK = 16
# Break marks: fonts.wrap acts on them, nothing is ever drawn for them.
INVISIBLE = "\u00ad\u200b"


class FontError(ValueError):
    """A font can't be fetched or packed; the message says what to do."""


def tarball(package):
    """Return the path where the pinned package is kept."""
    name = package.lstrip("@").replace("/", "-")
    return CACHE / "{}-{}.tgz".format(name, PACKAGES[package][0])


def fetch(package):
    """Return the path of a pinned package's tarball, fetched with npm if it isn't there yet."""
    version, integrity = PACKAGES[package]
    path = tarball(package)
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        try:
            subprocess.run(
                ["npm", "pack", "--silent", "{}@{}".format(package, version)],
                cwd=CACHE,
                env=console.settings(),
                check=True,
                stdout=subprocess.DEVNULL,
            )
        except (OSError, subprocess.CalledProcessError) as error:
            raise FontError(
                "The font package {}@{} can't be fetched ({}). Install npm and connect to the "
                "network, or put its tarball at {}.".format(package, version, error, path)
            ) from None
    digest = base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()
    if "sha512-" + digest != integrity:
        raise FontError("{} isn't the package that was pinned: delete it.".format(path))
    return path


def read_bdf(text, wanted):
    """Return ``{code: (advance, width, height, dx, dy, rows)}`` of the wanted code points.

    ``rows`` is a list of ints, ``width`` bits each, the leftmost pixel the highest bit.
    """
    glyphs = {}
    code = advance = box = rows = None
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "ENCODING":
            code = int(rest)
        elif word == "DWIDTH":
            advance = int(rest.split()[0])
        elif word == "BBX":
            box = [int(n) for n in rest.split()]
        elif word == "BITMAP":
            rows = []
        elif word == "ENDCHAR":
            if code in wanted:
                width, height, dx, dy = box
                glyphs[code] = (advance, width, height, dx, dy, rows)
            rows = None
        elif rows is not None:
            rows.append(int(line, 16) >> (len(line) * 4 - box[0]))
    return glyphs


def read_extra(text, size):
    """Return the glyphs drawn for ``size`` in the text of ``extra.txt``, like `read_bdf`."""
    glyphs = {}
    for part in text.split("\n\n"):
        lines = [line for line in part.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        head = lines[0].split()
        if head[1] != size:
            continue
        rows = [line.replace(".", "0").replace("X", "1") for line in lines[1:]]
        width = len(rows[0])
        glyphs[int(head[0][2:], 16)] = (
            int(head[2]),
            width,
            len(rows),
            0,
            int(head[3]),
            [int(row, 2) for row in rows],
        )
    return glyphs


def sources():
    """Return the texts whose characters are packed."""
    paths = [SOURCES / "chars.txt"] + sorted(TEXTS.glob("*.txt")) + sorted(RULES.glob("*.txt"))
    return [path.read_text("utf-8") for path in paths]


def wanted():
    """Return the set of code points to pack, those of the listed Thai clusters included."""
    chars = set(map(chr, ASCII))
    for text in sources():
        # Thai marks are packed with what they stand above or below, not by themselves.
        chars |= set(thai.CLUSTER.sub("", text))
    drawn = re.findall(r"^U\+(\w+)", (SOURCES / "extra.txt").read_text("utf-8"), re.M)
    chars |= {chr(int(code, 16)) for code in drawn}
    chars -= set(INVISIBLE)
    return {ord(char) for char in chars if ord(char) >= 0x20} | set(thai.listed().values())


def draw_thai(codes, size, woff, extra):
    """Return the glyphs of the Thai letters and clusters among ``codes``, like `read_bdf`.

    ``extra``: glyphs drawn for the game; Thai letters among them stand instead of the font's own.
    """
    letters = {chr(code): extra[code] for code in extra if thai.LETTER.match(chr(code))}
    drawer = thai.Drawer(woff, thai.EM[size], SIZES[size][5], letters)
    glyphs = {code: drawer.glyph(cluster) for cluster, code in thai.listed().items()}
    for code in codes:
        if thai.LETTER.match(chr(code)):
            glyphs[code] = drawer.glyph(chr(code))
    return glyphs


def record(glyph):
    """Return the packed record of one glyph."""
    advance, width, height, dx, dy, rows = glyph
    if not width or not height:
        # A blank glyph is one clear pixel: nothing that blits an empty area has to cope.
        width, height, dx, dy, rows = 1, 1, 0, 0, [0]
    stride = (width + 7) // 8
    data = b"".join((row << (stride * 8 - width)).to_bytes(stride, "big") for row in rows)
    return struct.pack("<BBbbB", width, height, dx, dy, advance) + data


def pack(glyphs, ascent, descent, capital, *lines):
    """Return the bytes of a .fnt file of ``glyphs`` (``{code: glyph}``); the rest as in
    ``SIZES``.
    """
    missing = [code for code in ASCII if code not in glyphs]
    if missing:
        raise FontError("The font lacks ASCII U+{:04X}.".format(missing[0]))
    low, starts = b"", []
    for code in ASCII:
        starts.append(len(low))
        low += record(glyphs[code])
    codes = sorted(code for code in glyphs if code not in ASCII)
    if codes and codes[-1] > 0xFFFF:
        raise FontError("Code points beyond U+FFFF don't fit the table.")
    high, entries = b"", b""
    for code in codes:
        if len(low) + len(high) > 0xFFFF:
            raise FontError("The glyphs don't fit 64 KB: pack fewer, or widen the table.")
        entries += struct.pack("<HHB", code, len(low) + len(high), glyphs[code][0])
        high += record(glyphs[code])
    firsts = codes[::BLOCK]
    syllables = {glyphs[code][0] for code in codes if 0xAC00 <= code < 0xD7A4}
    rows = max(max(glyph[2] for glyph in glyphs.values()), 1)
    head = struct.pack(
        "<4s4B3H6B",
        b"TVF3",
        ascent,
        descent,
        capital,
        rows,
        len(codes),
        len(firsts),
        len(low),
        *lines,
        syllables.pop() if len(syllables) == 1 else 0,
        0,
    )
    head += bytes(glyphs[code][0] for code in ASCII) + b"\0"
    head += struct.pack("<95H", *starts) + struct.pack("<%dH" % len(firsts), *firsts)
    return head + entries + low + high


def unpack(data):
    """Return ``(ascent, descent, capital, {code: glyph})`` of a packed file, for tests and
    sheets.
    """
    ascent, descent, capital, _, count, blocks, _ = struct.unpack_from("<4B3H2x", data, 4)
    starts = dict(zip(ASCII, struct.unpack_from("<95H", data, 116)))
    at = 306 + 2 * blocks
    advances = {}
    for code, start, advance in struct.iter_unpack("<HHB", data[at : at + 5 * count]):
        starts[code] = start
        advances[code] = advance
    base = at + 5 * count
    glyphs = {}
    for code, start in starts.items():
        width, height, dx, dy, advance = struct.unpack_from("<BBbbB", data, base + start)
        stride = (width + 7) // 8
        rows = []
        for row in range(height):
            at = base + start + 5 + row * stride
            rows.append(int.from_bytes(data[at : at + stride], "big") >> (stride * 8 - width))
        assert advances.get(code, advance) == advance
        glyphs[code] = (advance, width, height, dx, dy, rows)
    return ascent, descent, capital, glyphs


def digest(data):
    """Return the hash under which the manifest knows ``data``."""
    return hashlib.sha256(data).hexdigest()


def inputs():
    """Return what the packed files depend on besides the package, for the manifest."""
    return {
        "packages": {name: list(package) for name, package in PACKAGES.items()},
        "thai": digest((ROOT / "tools" / "thai.py").read_bytes()) + str(thai.EM),
        "sizes": {name: list(size) for name, size in SIZES.items()},
        "extra": digest((SOURCES / "extra.txt").read_bytes()),
    }


def build():
    """Write the packed fonts and the manifest; return ``{name: bytes written}``."""
    thai.write_list(sources())
    codes = wanted()
    extra = (SOURCES / "extra.txt").read_text("utf-8")
    sizes, outputs = {}, {}
    with tarfile.open(fetch(THAI)) as tar:
        woff = tar.extractfile(THAI_FILE).read()
    with tarfile.open(fetch(LATIN)) as tar:
        for name, (source, *lines) in SIZES.items():
            glyphs = read_bdf(tar.extractfile(source).read().decode("utf-8"), codes)
            drawn = read_extra(extra, name)
            glyphs.update(draw_thai(codes, name, woff, drawn))
            glyphs.update(drawn)
            lacking = sorted(codes - set(glyphs))
            if lacking:
                raise FontError(
                    "{} has no glyph for {}: change the texts, or draw it in "
                    "assets/fonts/extra.txt.".format(
                        source, " ".join("U+{:04X}".format(code) for code in lacking)
                    )
                )
            data = pack(glyphs, *lines)
            (OUT / (name + ".fnt")).write_bytes(data)
            sizes[name] = len(data)
            outputs[name + ".fnt"] = digest(data)
    manifest = dict(inputs(), outputs=outputs)
    MANIFEST.write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n", "utf-8")
    return sizes


def main(argv=None):
    """Run the command; return the exit status."""
    argparse.ArgumentParser(
        prog="python -m tools.fonts", description="Pack the fonts."
    ).parse_args(argv)
    try:
        for name, size in build().items():
            print("{}.fnt: {} bytes".format(name, size))
    except (FontError, thai.ThaiError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(console.run(main))
