# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The packed art: up to date, told apart by the index column, loaded right."""

import itertools
import random
import re

import assets_device
import pytest

from engine.cicera import cards as cicera
from engine.tarocco import cards as tarocco
from tools import art as tool

GAMES = {"tarocco": tarocco, "cicera": cicera}
BOTH = list(itertools.product(sorted(GAMES), (False, True)))


@pytest.fixture(scope="module")
def art():
    return assets_device.load("firmware.content.art")


@pytest.fixture(scope="module")
def parts():
    return {mono: tool.Parts(mono) for mono in (False, True)}


def columns(face, left, right):
    return [
        bytes(face.pixels[y * face.width + left : y * face.width + right])
        for y in range(face.height)
    ]


def test_packed_from_what_is_there():
    for name, data in tool.build().items():
        assert (tool.OUT / name).read_bytes() == data, "run python -m tools.art"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_cards_stand_in_the_order_of_their_numbers(game):
    names = [rank if suit > 3 else rank + "sbcd"[suit] for suit, rank in tool.CARDS[game]]
    names = ["T" + name if name.isdigit() else name for name in names]
    assert names == [GAMES[game].code(card) for card in range(GAMES[game].PACK)]


@pytest.mark.parametrize("game, mono", BOTH)
def test_index_column_tells_every_card(parts, game, mono):
    faces = [tool.face(parts[mono], game, card) for card in range(GAMES[game].PACK)]
    differing = {}
    for (one, face), (two, other) in itertools.combinations(enumerate(faces), 2):
        pairs = zip(columns(face, 0, 13), columns(other, 0, 13))
        # In black and white all counts; in colour only shape does: colours are taken away.
        if not mono:
            pairs = [(line.translate(SHAPE), second.translate(SHAPE)) for line, second in pairs]
        differing[one, two] = sum(a != b for line, second in pairs for a, b in zip(line, second))
    worst = min(differing, key=differing.get)
    assert differing[worst] >= 4, [GAMES[game].code(card) for card in worst]


SHAPE = bytes(0 if colour in (tool.CLEAR, tool.IVORY, tool.SHADE) else 1 for colour in range(256))


@pytest.mark.parametrize("game, mono", BOTH)
def test_index_column_is_all_of_the_index(parts, game, mono):
    # Column 12 stays free or is the sign's last one; the edge of the next card lies on column 13.
    for card in range(GAMES[game].PACK):
        face = tool.face(parts[mono], game, card)
        assert all(line[0] in (tool.IVORY, tool.INK, tool.SHADE) for line in columns(face, 13, 14))
        assert [face.get(0, y) for y in range(4, 44)] == [tool.INK] * 40


@pytest.mark.parametrize("game, mono", BOTH)
def test_small_cards_are_told_apart(parts, game, mono):
    minis = {
        bytes(tool.mini(parts[mono], game, card).pixels).translate(SHAPE)
        for card in range(GAMES[game].PACK)
    }
    assert len(minis) == GAMES[game].PACK


def test_black_and_white_is_drawn_in_ink_and_white(parts):
    for name in parts[True].names:
        assert set(parts[True][name].pixels) <= {tool.CLEAR, tool.INK, tool.IVORY}, name
        colour, mono = parts[False][name], parts[True][name]
        assert (colour.width, colour.height) == (mono.width, mono.height)


def test_colours_are_the_same_in_firmware(art):
    assert art.COLOURS == tool.PALETTE
    for name in "INK IVORY SHADE GOLD BROWN FELT FELT_DARK GREY SILVER".split():
        assert getattr(art, name) == getattr(tool, name)


def tile_bytes(sheet, tile):
    size = len(sheet.bitmap.buffer) // sheet.slots
    return bytes(sheet.bitmap.buffer[tile * size : (tile + 1) * size])


@pytest.mark.parametrize("game, mono", BOTH)
@pytest.mark.parametrize("kind", ["Cards", "Minis"])
def test_tiles_hold_the_faces(art, parts, kind, game, mono):
    sheet = getattr(art, kind)(game, mono, 5)
    draw = tool.face if kind == "Cards" else tool.mini
    pack = tool.Canvas.pack1 if mono else tool.Canvas.pack4
    assert (sheet.w, sheet.h) == ((32, 48) if kind == "Cards" else (16, 22))
    assert (sheet.bitmap.width, sheet.bitmap.height) == (sheet.w, 5 * sheet.h)
    for card in range(GAMES[game].PACK):
        face = draw(parts[mono], game, card)
        assert (face.width, face.height) == (sheet.w, sheet.h)
        assert tile_bytes(sheet, sheet.tile(card)) == pack(face)
    back = tool.back(parts[mono], sheet.w, sheet.h, tool.BACKS[game])
    assert tile_bytes(sheet, sheet.tile(art.BACK)) == pack(back)
    sheet.close()


def test_a_tile_holds_while_it_is_among_the_last_asked(art):
    sheet = art.Cards("tarocco", True, 6)
    sheet._now = 0xFFF0  # the counter runs over during the test
    faces = (tool.OUT / "tarocco.c1").read_bytes()
    random.seed(1)
    recent = []
    for _ in range(2000):
        card = random.choice(recent) if recent and random.random() < 0.5 else random.randrange(62)
        tile = sheet.tile(card)
        recent = [other for other in recent if other != card][-5:] + [card]
        for other in recent:
            assert tile_bytes(sheet, sheet._where[other]) == faces[192 * other : 192 * (other + 1)]
        assert sheet._where[card] == tile
    sheet.close()


def test_a_face_is_read_only_when_it_is_not_there(art):
    sheet = art.Cards("cicera", True, 4)

    class Counting:
        reads = 0

        def __init__(self, file):
            self.seek = file.seek
            self.file = file

        def readinto(self, buf):
            self.reads += 1
            return self.file.readinto(buf)

    sheet._file = counting = Counting(sheet._file)
    for card in (3, 7, 11, 3, 7, 11, 3):
        sheet.tile(card)
    assert counting.reads == 3
    sheet.reset()
    sheet.tile(3)
    assert counting.reads == 4
    counting.file.close()


def test_wrong_card_is_refused(art):
    sheet = art.Cards("cicera", True, 2)
    for card in (-1, 52, 254):
        with pytest.raises(ValueError, match="there is no card"):
            sheet.tile(card)
    sheet.close()


@pytest.mark.parametrize("mono", [False, True])
def test_icons(art, parts, mono):
    drawings = tool.icons(parts[mono])
    for name, drawing in drawings.items():
        bitmap, palette = art.icon(name, mono)
        assert (bitmap.width, bitmap.height) == (drawing.width, drawing.height)
        assert palette.is_transparent(0)
        for y in range(bitmap.height):
            for x in range(bitmap.width):
                expected = drawing.get(x, y)
                if mono and name == "title":
                    expected = 1 if expected == tool.INK else 0
                assert bitmap[x, y] == expected, name
    with pytest.raises(KeyError):
        art.icon("no such icon", mono)


def test_icons_in_the_firmware_are_there(parts):
    names = set(tool.icons(parts[False])) | {"turn."}
    for path in sorted((assets_device.ROOT / "firmware" / "app").rglob("*.py")):
        for name in re.findall(r'\bicon\(\s*"([a-z0-9_.]+)"', path.read_text("utf-8")):
            assert name in names, "{}: {}".format(path.name, name)


@pytest.mark.skipif(not assets_device.MICROPYTHON, reason="no MicroPython unix port installed")
def test_same_on_micropython():
    script = """
from binascii import crc32
from firmware.content import art
for mono in (False, True):
    for game, count in (("tarocco", 62), ("cicera", 52)):
        for kind in (art.Cards, art.Minis):
            sheet = kind(game, mono, 7)
            print([sheet.tile(card) for card in range(count)], sheet.tile(art.BACK))
            print(crc32(sheet.bitmap.buffer) & 0xFFFFFFFF)
    for name in ("title", "swords", "frame", "turn.3", "veil"):
        bitmap, palette = art.icon(name, mono)
        print(name, bitmap.width, bitmap.height, crc32(bitmap.buffer) & 0xFFFFFFFF)
    print([art.palette(mono)[i] for i in range(16)])
"""
    assert assets_device.run(script, micropython=True) == assets_device.run(script)
