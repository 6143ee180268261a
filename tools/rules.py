# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The rules of the games: their sources, and how they are packed (by ``python -m tools.texts``).

``assets/rules/<game>.<language>.txt``, UTF-8; lines that start with ``#`` are skipped::

    == Title {anchor}          a section begins; the anchor is the same in every language
    -- Heading                 a heading inside it
    * item                     an item of a list, all on one line
    | first | second           a line of a table
    @ ANG MON BEG MAT          small cards, by the codes of RULES
    @@ ANG MON BEG MAT         cards in full size
    anything else              a paragraph; it goes on to the next empty line

A document in the packed file, all numbers little endian:

====== ==== ===========================================================================
offset size
====== ==== ===========================================================================
0      1    number s of sections
1      1    number p of sizes of panels
2      2    number b of blocks
4      4s   hash of the anchor (2), first block (2)
...    7p   width (2), height (2), number of pages (1), where its pages are (2, in the document)
...    3(b+1) where each block is, from the end of this table; and the end of the last
...         the blocks: kind (1, see ``firmware/content/rules.py``), packed text or cards
...         for each size the pages: first block (2), how much of it was on pages before (1)
====== ==== ===========================================================================
"""

import contextlib
import importlib
import io
import re
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "assets" / "rules"
GAMES = ("tarocco", "cicera")
# The panels whose pages are found out when the rules are packed.
PANELS = ((240, 240), (296, 128), (160, 128), (240, 135), (320, 240), (250, 122))
TITLE, TEXT, BULLET, ROW, HEAD, CARDS, FACES = range(7)
_OURS = (
    "displayio",
    "fontio",
    "bitmaptools",
    "framebuf",
    "micropython",
    "firmware",
    "adafruit_display_text",
)


class RulesError(ValueError):
    """A source of rules is wrong; the message says where."""


@contextlib.contextmanager
def firmware_modules():
    """For a while, import the firmware's own modules, whatever others of their names are
    loaded.
    """

    def ours():
        return [name for name in sys.modules if name.partition(".")[0] in _OURS]

    saved = {name: sys.modules.pop(name) for name in ours()}
    path = list(sys.path)
    sys.path[:0] = [str(ROOT / "sim" / "cpython"), str(ROOT / "firmware" / "lib"), str(ROOT)]
    try:
        yield importlib.import_module
    finally:
        sys.path[:] = path
        for name in ours():
            del sys.modules[name]
        sys.modules.update(saved)


def paths(language):
    """Return the paths of a language's sources, in the order of the documents."""
    return [SOURCES / "{}.{}.txt".format(game, language) for game in GAMES]


def _cards(game, codes, where):
    from engine.errors import TavolinoError

    cards = importlib.import_module("engine.{}.cards".format(game))
    try:
        return bytes(cards.parse(code) for code in codes)
    except TavolinoError as error:
        raise RulesError("{}: {}".format(where, error))


def parse(source, game, name):
    """Return the blocks of a source, ``(kind, content)``; a title's is ``(anchor, title)``."""
    blocks: list = []
    paragraph: list = []

    def finish():
        if paragraph:
            kind = TEXT
            if paragraph[0].startswith("* "):
                kind = BULLET
                paragraph[0] = paragraph[0][2:]
            # Terms are marked in the source; there is one weight of type to show them in.
            text = re.sub(r"\*(\S[^*]*)\*", r"\1", " ".join(paragraph))
            blocks.append((kind, text))
            del paragraph[:]

    for number, line in enumerate(source.splitlines(), 1):
        where = "{}, line {}".format(name, number)
        line = line.strip()
        if line.startswith("#"):
            continue
        if not line or line[:2] in ("==", "--", "* ") or line[0] in "|@":
            finish()
        if not line:
            continue
        if line.startswith("=="):
            match = re.match(r"== (.+) \{(\w+)\}\Z", line)
            if not match:
                raise RulesError("{}: not of the form == Title {{anchor}}".format(where))
            blocks.append((TITLE, (match[2], match[1])))
        elif not blocks:
            raise RulesError("{}: the first section has no title".format(where))
        elif line.startswith("--"):
            blocks.append((HEAD, line[2:].strip()))
        elif line.startswith("|"):
            blocks.append((ROW, "\t".join(cell.strip() for cell in line[1:].split("|"))))
        elif line.startswith("@"):
            kind = FACES if line.startswith("@@") else CARDS
            blocks.append((kind, _cards(game, line.lstrip("@").split(), where)))
        else:
            paragraph.append(line)
            if line.startswith("* "):
                finish()
    finish()
    return blocks


def read(game, language):
    """Return the blocks of the rules of ``game`` in ``language``, none if there is no source."""
    path = SOURCES / "{}.{}.txt".format(game, language)
    if not path.exists():
        return []
    return parse(path.read_text("utf-8"), game, path.name)


def words(blocks):
    """Return the texts in ``blocks``."""
    return [
        content[1] if kind == TITLE else content
        for kind, content in blocks
        if kind not in (CARDS, FACES)
    ]


def documents(language):
    """Return the documents of ``language`` as `tools.texts.pack` takes them."""
    from tools import texts

    found = []
    for game in GAMES:
        blocks = []
        for kind, content in read(game, language):
            if kind == TITLE:
                content = (content[0], texts.prepare(language, content[1]))
            elif kind not in (CARDS, FACES):
                content = texts.prepare(language, content)
            blocks.append((kind, content))
        tall = language in texts.TALL
        found.append((words(blocks), lambda pack, b=blocks, t=tall: document(b, pack, t)))
    return found


def document(blocks, pack, tall):
    """Return the bytes of a document; ``pack(text)`` packs a text, ``tall``: with high lines."""
    from tools.texts import key_hash

    sections, offsets, data = b"", b"", b""
    for number, (kind, content) in enumerate(blocks):
        offsets += len(data).to_bytes(3, "little")
        if kind == TITLE:
            sections += struct.pack("<HH", key_hash(content[0], 0), number)
            content = content[1]
        data += bytes([kind]) + (content if kind in (CARDS, FACES) else pack(content))
    offsets += len(data).to_bytes(3, "little")
    count = len(sections) // 4
    pages = find_pages(blocks, tall) if blocks else {}
    at = 4 + len(sections) + 7 * len(pages) + len(offsets) + len(data)
    sizes, tables = b"", b""
    for (width, height), starts in pages.items():
        sizes += struct.pack("<HHBH", width, height, len(starts) // 3, at + len(tables))
        tables += starts
    head = struct.pack("<BBH", count, len(pages), len(blocks))
    return head + sections + sizes + offsets + data + tables


def find_pages(blocks, tall):
    """Return ``{(width, height): starts}``: where the pages of ``blocks`` begin on each panel.

    The pages are those that ``firmware/content/rules.py`` itself makes where it isn't told.
    """
    from tools.texts import key_hash

    # A document with nothing packed and no sizes, for the firmware's own code.
    offsets, data, sections = b"", b"", b""
    for number, (kind, content) in enumerate(blocks):
        offsets += len(data).to_bytes(3, "little")
        if kind == TITLE:
            sections += struct.pack("<HH", key_hash(content[0], 0), number)
            content = content[1]
        data += bytes([kind]) + (content if isinstance(content, bytes) else content.encode())
    offsets += len(data).to_bytes(3, "little")
    head = struct.pack("<BBH", len(sections) // 4, 0, len(blocks))
    file = io.BytesIO(head + sections + offsets + data)
    found = {}
    with firmware_modules() as load:
        text = load("firmware.content.text")
        load("firmware.content.fonts").set_tall(tall)
        text.expand = bytes
        module = load("firmware.content.rules_layout")
        module.document = lambda number: (file, 0)
        for panel in PANELS:
            pages = module.Pages("tarocco", *panel)
            found[panel] = bytes(pages._starts)
    return found
