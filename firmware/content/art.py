# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Card faces, small cards and icons from their packed files, and the colours of the screens.

The files are made by ``python -m tools.art``, which describes their format.  ``mono`` chooses the
drawings in black and white.  In colour everything shares one palette of 16 colours.
"""

from array import array

import displayio
from micropython import const

_DIR = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/assets/"

# Clear, ink, ivory, shade, red, blue, gold, brown, green, felt, dark felt, light felt, grey, silver,
# sky, flesh. Only those that the screens use have names, for every name takes memory.
_CLEAR = const(0)
INK = const(1)
IVORY = const(2)
SHADE = const(3)
GOLD = const(6)
BROWN = const(7)
FELT = const(9)
FELT_DARK = const(10)
GREY = const(12)
SILVER = const(13)

COLOURS = (
    0x000000,
    0x181820,
    0xF8F0D8,
    0xD8C498,
    0xC82830,
    0x2848A8,
    0xF0B820,
    0x885028,
    0x309848,
    0x145840,
    0x0C3C2C,
    0x2C7C58,
    0x707078,
    0xB8BCC8,
    0x80B8E8,
    0xF0B088,
)

BACK = const(255)  # for `Cards.tile`: the back of a card

_NONE = const(254)
_CARDS = {"tarocco": 62, "cicera": 52}
_palettes = {}


def palette(mono=False):
    """Return the `Palette` of the icons: the 16 colours, in black and white clear, ink, white."""
    key = "mono" if mono else "colour"
    if key not in _palettes:
        made = displayio.Palette(16)
        for index in range(16):
            if mono:
                made[index] = 0x000000 if index == 1 else 0xFFFFFF
            else:
                made[index] = COLOURS[index]
        made.make_transparent(_CLEAR)
        _palettes[key] = made
    return _palettes[key]


def _paper():
    # Black-and-white cards: 0 is paper, not clear.
    if "paper" not in _palettes:
        made = displayio.Palette(2)
        made[0] = 0xFFFFFF
        made[1] = 0x000000
        _palettes["paper"] = made
    return _palettes["paper"]


def dim_palette():
    """Return the 16 colours for cards that can't be played: half as bright, towards the felt."""
    if "dim" not in _palettes:
        made = displayio.Palette(16)
        felt = COLOURS[FELT_DARK]
        for index in range(16):
            made[index] = ((COLOURS[index] & 0xFEFEFE) >> 1) + ((felt & 0xFEFEFE) >> 1)
        made.make_transparent(_CLEAR)
        _palettes["dim"] = made
    return _palettes["dim"]


class _Sheet:
    """Faces in a strip of ``slots`` tiles, read from the packed file when they are asked for."""

    def __init__(self, path, cards, w, h, mono, slots, bitmap=None, first=0):
        self.w = w
        self.h = h
        self._rows = h
        self.mono = mono
        self.slots = slots
        self._first = first
        self.bitmap = bitmap or displayio.Bitmap(w, h * slots, 2 if mono else 16)
        if mono:
            self.palette = self.dim = _paper()
        else:
            self.palette = palette()
            self.dim = dim_palette()
        self._cards = cards
        self._size = ((w + 7) // 8 if mono else w // 2) * h
        self._file = open(path, "rb")
        self._where = bytearray(cards + 1)  # slot of each card, the back last
        self._holds = bytearray(slots)  # card in each slot
        self._asked = array("H", bytes(2 * slots))  # when it was last asked for
        self._now = 0
        self.reset()

    def reset(self):
        """Forget what the slots hold: every face is read again."""
        for card in range(self._cards + 1):
            self._where[card] = _NONE
        for slot in range(self.slots):
            self._holds[slot] = _NONE
            self._asked[slot] = 0
        self._now = 0

    def tile(self, card):
        """Return the tile index that shows ``card`` (0 … or `BACK`), reading its face if need be.

        The index holds as long as the card is among the ``slots`` cards most recently asked for:
        the slot that goes is the one not asked for the longest.
        """
        if card == BACK:
            card = self._cards
        elif not 0 <= card < self._cards:
            raise ValueError("there is no card {} to show".format(card))
        asked = self._asked
        self._now += 1
        if self._now == 0xFFFF:
            self._renumber()
        slot = self._where[card]
        if slot == _NONE:
            slot = 0
            for other in range(1, self.slots):
                if asked[other] < asked[slot]:
                    slot = other
            old = self._holds[slot]
            if old != _NONE:
                self._where[old] = _NONE
            self._where[card] = slot
            self._holds[slot] = card
            self._read(card, slot + self._first)
        asked[slot] = self._now
        return slot + self._first

    def _read(self, card, tile):
        size = self._size
        buf = memoryview(self.bitmap.buffer)
        self._file.seek(card * size)
        across = self.bitmap.width // self.w
        y = tile // across * self.h
        if across == 1:
            self._file.readinto(buf[tile * size : (tile + 1) * size])
        else:
            # The tiles lie side by side too: row by row, and clear rows below.
            row = size // self._rows
            at = y * across * row + tile % across * row
            for i in range(self.h):
                if i < self._rows:
                    self._file.readinto(buf[at : at + row])
                else:
                    buf[at : at + row] = bytes(row)
                at += across * row
        self.bitmap.dirty(0, y, self.bitmap.width, y + self.h)

    def _renumber(self):
        # The counter is full: keep the order of the slots in small numbers.
        asked = self._asked
        order = sorted(range(self.slots), key=lambda slot: asked[slot])
        for position in range(self.slots):
            asked[order[position]] = position
        self._now = self.slots

    def close(self):
        """Close the file; the tiles that were loaded stay."""
        self._file.close()


class Cards(_Sheet):
    """Card faces of 32 x 48 of ``"tarocco"`` or ``"cicera"``.

    ``bitmap`` is a strip of ``slots`` tiles for a `TileGrid` with ``tile_width=32,
    tile_height=48``; ``palette`` its palette, ``dim`` the one for cards that can't be played (in
    black and white the same: lay the icon "veil" over them).  A slot takes 768 bytes, in black and
    white 192.
    """

    def __init__(self, game, mono, slots, bitmap=None):
        """``bitmap``: one of a former sheet, to be filled again (memory that is sure to be there)."""
        _Sheet.__init__(
            self, _DIR + game + (".c1" if mono else ".c4"), _CARDS[game], 32, 48, mono, slots, bitmap
        )


class Minis(_Sheet):
    """Small cards of 16 x 22, otherwise as `Cards`.  A slot takes 176 bytes, or 44."""

    def __init__(self, game, mono, slots, bitmap=None, first=0):
        """``bitmap``: one made for `Cards`, to be filled from tile ``first`` on.

        In it ``h`` is 24, the last two rows clear: two rows of two small cards where one large one was.
        """
        _Sheet.__init__(
            self, _DIR + game + (".m1" if mono else ".m4"), _CARDS[game], 16, 22, mono, slots,
            bitmap, first,
        )
        if bitmap:
            self.h = 24


def icon(name, mono):
    """Return ``(bitmap, palette)`` of an icon; KeyError for a name that there isn't.

    Names: see assets/art/README.md.  Index 0 is clear.
    """
    value = 0
    for char in name:
        value = (value * 33 ^ ord(char)) & 0xFFFF
    with open(_DIR + ("icons.c1" if mono else "icons.c4"), "rb") as file:
        head = file.read(6)
        count = head[4] | head[5] << 8
        entry = bytearray(8)
        for _ in range(count):
            file.readinto(entry)
            if entry[0] | entry[1] << 8 == value:
                break
        else:
            raise KeyError(name)
        bitmap = displayio.Bitmap(entry[2], entry[3], 2 if entry[4] == 1 else 16)
        file.seek(6 + 8 * count + (entry[6] | entry[7] << 8))
        file.readinto(bitmap.buffer)
    return bitmap, palette(mono)
