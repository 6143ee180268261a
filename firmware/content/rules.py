# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The rules of the games, page by page, as they were set for the size of the panel.

The files are made by ``python -m tools.texts``; `tools.typeset` describes them.  For a panel of another size
there is no such file, and `firmware.content.rules_layout` breaks the texts into lines, which takes a while.
A board has either the pages or the texts.
"""

from array import array

from micropython import const

from firmware.content import text, typeset
from firmware.content.fonts import font

_DIR = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/assets/"

GAMES = ("tarocco", "cicera")

# Kinds of blocks in the texts, and of the things on a page.
TITLE = const(0)  # a section begins, and a page with it; words in the bar above a page
TEXT = const(1)
BULLET = const(2)
ROW = const(3)  # cells of a table
HEAD = const(4)  # a heading inside a section
CARDS = const(5)  # small cards
FACES = const(6)  # cards in full size

_HEAD = const(12)
_MINI_W = const(16)
_CARD_W = const(32)


def layout(height):
    """Return ``(face, top, margin)`` of pages on a panel so high: font, first row, left edge."""
    if height >= 200:
        face = font("big")
        return face, face.height + 8, 6
    face = font("small")
    return face, face.height + 4, 4


def step(room, kind, count):
    """Return the pixels from one of ``count`` cards in a row of ``room`` pixels to the next."""
    w = _MINI_W if kind == CARDS else _CARD_W
    widest = w if kind == CARDS else w + 4
    return widest if count < 2 else min(widest, (room - w) // (count - 1))


def pages(game, panel_w, panel_h):
    """Return the rules of ``game`` in the language in use for a panel: `Pages`, or another size's.

    None if there are neither pages nor texts.
    """
    try:
        return Pages(game, panel_w, panel_h)
    except OSError:
        pass
    try:
        from firmware.content import rules_layout

        return rules_layout.Pages(game, panel_w, panel_h)
    except (ImportError, OSError):
        return None


class Pages:
    """The rules of ``game`` for a panel of ``panel_w`` x ``panel_h`` pixels; OSError if they aren't set.

    ``count``: number of pages, ``sections`` of sections, both counted from 0. ``w``: pixels that a line may
    have. Its file is open until `close`.
    """

    def __init__(self, game, panel_w, panel_h):
        text.packed()
        name = "{}{}.{}x{}.pages".format(_DIR, text.language(), panel_w, panel_h)
        self._file = file = open(name, "rb")
        head = file.read(_HEAD)
        if head[:4] != b"TVP2":
            file.close()
            raise ValueError("{} has no pages: run python -m tools.texts".format(name))
        self.face, self.top, self.margin = layout(panel_h)
        self.w = panel_w - 2 * self.margin
        self._pairs = text.read_pairs(file, head[11])
        self._line = bytearray(256)
        self._symbols = array("H", bytes(2 * (head[4] | head[5] << 8)))
        file.readinto(self._symbols)
        self._records = bytearray(head[6] | head[7] << 8)
        file.readinto(self._records)
        if game != GAMES[0]:
            # (the size of the first game's document)
            file.seek(head[8] | head[9] << 8 | head[10] << 16, 1)
        head = file.read(4)
        self.sections = head[0]
        self.count = head[1]
        self._index = file.read(head[2] | head[3] << 8)
        self._starts = array("H", bytes(2 * (self.count + 1)))
        file.readinto(self._starts)
        self._at = file.tell()

    def close(self):
        """Close the file: no page can be painted any more."""
        self._file.close()

    def _section(self, number):
        # Where a section is in the index: hash of its anchor (2), page (1), length of its title (1), title.
        at = 0
        while number:
            at += 4 + self._index[at + 3]
            number -= 1
        return at

    def find(self, anchor):
        """Return the page on which the section with the name ``anchor`` begins, 0 if none has it."""
        value = text.key_hash(anchor)
        index = self._index
        for number in range(self.sections):
            at = self._section(number)
            if index[at] | index[at + 1] << 8 == value:
                return index[at + 2]
        return 0

    def section(self, number):
        """Return ``(title, page)`` of a section."""
        at = self._section(number)
        index = self._index
        return str(index[at + 4 : at + 4 + index[at + 3]], "utf-8"), index[at + 2]

    def section_of(self, page):
        """Return the number of the section that ``page`` belongs to."""
        number = self.sections - 1
        while number and self._index[self._section(number) + 2] > page:
            number -= 1
        return number

    def paint(self, page, theme, bar, ink, top):
        """Write what stands on ``page``: its heading into the bitmap ``bar``, the rest into ``ink``.

        ``top``: the row of the panel where ``ink`` begins. Returns the rest, a list of ``(kind, x, y, cards)``: HEAD
        for a heading, below which there is a rule, CARDS and FACES with the bytes of the cards.
        """
        starts = self._starts
        self._file.seek(self._at + starts[page])
        data = self._file.read(starts[page + 1] - starts[page])
        face = self.face
        first = len(face.records)
        found = []
        at = 0
        while at < len(data):
            kind = data[at]
            x = data[at + 1] | (kind & 8) << 5
            y = data[at + 2] | (kind & 16) << 4
            end = at + 4 + data[at + 3]
            at += 4
            kind &= 7
            if kind >= CARDS:
                found.append((kind, x, y, data[at:end]))
            else:
                bitmap = ink
                if kind == TITLE:
                    bitmap = bar
                else:
                    if kind == HEAD:
                        found.append((kind, x, y, None))
                    y -= top
                line = self._line
                size = text.unfold(data, at, end, self._pairs, line)
                typeset.draw(bitmap, x, y, face, line, 0, size, self._symbols, self._records, first)
            at = end
        return found
