# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
r"""Pack the texts: ``python -m tools.texts``.

``assets/texts/<language>.txt`` has lines ``key = text``; ``\n`` in a text is a new line, ``{0}``
``{1}`` the places of arguments; empty lines and lines that start with ``#`` are skipped.

``firmware/assets/<language>.txb``, little endian: ``TVT1``, seed of the hash (2 bytes), number n
of the texts (2 bytes); then n times hash of the key (2) and start of the text (2, in units of two
bytes from the end of this table), sorted by hash; then the texts: length (2), UTF-8, and a zero byte
where the length is odd.  The seed is the smallest with which no two keys have the same hash.
"""

import argparse
import re
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "assets" / "texts"
OUT = ROOT / "firmware" / "assets"
KEY = re.compile(r"[a-z0-9_.]+\Z")


class TextsError(ValueError):
    """A source of texts is wrong; the message says where."""


def key_hash(key, seed):
    """Return the 16-bit hash of a key, as ``firmware/text.py`` computes it."""
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


def pack(texts):
    """Return the bytes of a .txb file of ``{key: text}``."""
    for seed in range(0x10000):
        hashes = {key_hash(key, seed): key for key in texts}
        if len(hashes) == len(texts):
            break
    else:
        raise TextsError("no seed keeps the keys' hashes apart")
    table, data = b"", b""
    for value in sorted(hashes):
        text = texts[hashes[value]].encode("utf-8")
        if len(data) >= 0x20000:
            raise TextsError("the texts don't fit 128 KB")
        table += struct.pack("<HH", value, len(data) // 2)
        data += struct.pack("<H", len(text)) + text + b"\0" * (len(text) & 1)
    return struct.pack("<4sHH", b"TVT1", seed, len(texts)) + table + data


def build():
    """Write a packed file for every source; return ``{language: bytes written}``."""
    sizes = {}
    for path in sorted(SOURCES.glob("*.txt")):
        data = pack(parse(path.read_text("utf-8"), path.name))
        (OUT / (path.stem + ".txb")).write_bytes(data)
        sizes[path.stem] = len(data)
    return sizes


def main(argv=None):
    """Run the command; return the exit status."""
    argparse.ArgumentParser(
        prog="python -m tools.texts", description="Pack the texts."
    ).parse_args(argv)
    try:
        for name, size in build().items():
            print("{}.txb: {} bytes".format(name, size))
    except TextsError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
