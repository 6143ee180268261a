# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The packed fonts: complete, up to date, read right by the firmware; lines broken right."""

import json

import assets_device
import lib_run
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools import fonts as tool
from tools import thai

SIZES = sorted(tool.SIZES)


def packed(name):
    return (tool.OUT / (name + ".fnt")).read_bytes()


@pytest.fixture(scope="module")
def fonts():
    return assets_device.load("firmware.content.fonts")


@pytest.mark.parametrize("name", SIZES)
def test_packed_from_what_is_there(name):
    manifest = json.loads(tool.MANIFEST.read_text("utf-8"))
    hint = "run python -m tools.fonts"
    assert manifest["outputs"][name + ".fnt"] == tool.digest(packed(name)), hint
    assert {key: manifest[key] for key in tool.inputs()} == tool.inputs(), hint
    assert set(tool.unpack(packed(name))[3]) == tool.wanted(), hint


@pytest.mark.skipif(
    not all(tool.tarball(name).exists() for name in tool.PACKAGES),
    reason="the font packages aren't in build/cache: python -m tools.fonts fetches them",
)
def test_building_again_changes_nothing():
    pytest.importorskip("uharfbuzz", reason="see requirements/assets.txt")
    pytest.importorskip("freetype", reason="see requirements/assets.txt")
    before = {name: packed(name) for name in SIZES}, thai.LIST.read_text("utf-8")
    tool.build()
    assert before == ({name: packed(name) for name in SIZES}, thai.LIST.read_text("utf-8"))


def test_every_thai_cluster_used_is_listed_once():
    used = {cluster for text in tool.sources() for cluster in thai.clusters(text)}
    assert set(thai.listed()) == used, "run python -m tools.fonts"
    assert sorted(thai.listed().values()) == list(range(thai.FIRST, thai.FIRST + len(used)))


@pytest.mark.parametrize("name", SIZES)
def test_no_glyph_is_cut_off(name):
    ascent, descent, capital, glyphs = tool.unpack(packed(name))
    tall_ascent, tall_descent, tall_pitch = tool.SIZES[name][5:]
    assert glyphs[ord("H")][2] == capital
    for code, (_, _, height, _, dy, _) in glyphs.items():
        if code >= thai.FIRST or 0xE00 <= code < 0xE80:
            assert height + dy <= tall_ascent and -dy <= tall_descent, "U+{:04X}".format(code)
        else:
            assert height + dy <= ascent and -dy <= descent, "U+{:04X}".format(code)
    assert tall_pitch >= tall_ascent + tall_descent - 1


@pytest.mark.parametrize("name", SIZES)
def test_thai_marks_stand_clear(name):
    # In each cluster, what is above the letter's head or below the line is apart from it: every
    # piece of ink is either in the letter's own rows, or separated from it by a clear pixel.
    glyphs = tool.unpack(packed(name))[3]
    assert len(thai.listed()) > 100
    for cluster, code in thai.listed().items():
        base = glyphs.get(ord(cluster[0]))
        if base is None or cluster[0] in "ญฐ" or thai.SARA_AM in cluster:
            continue  # these two lose their foot below a vowel; sara am stands beside
        pieces = len(components(glyphs[code])) - len(components(base))
        marks = [mark for mark in cluster[1:]]
        assert pieces >= len(marks), cluster


def components(glyph):
    """Return the pieces of ink of a glyph that touch one another with their edges."""
    _, width, height, _, _, rows = glyph
    ink = {(x, y) for y in range(height) for x in range(width) if rows[y] >> (width - 1 - x) & 1}
    found = []
    while ink:
        piece = [ink.pop()]
        for x, y in piece:
            for near in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]:
                if near in ink:
                    ink.remove(near)
                    piece.append(near)
        found.append(piece)
    return found


@pytest.mark.parametrize("name", SIZES)
def test_firmware_reads_every_glyph(fonts, name):
    ascent, descent, capital, glyphs = tool.unpack(packed(name))
    font = fonts.font(name)
    assert (font.ascent, font.descent, font.cap) == (ascent, descent, capital)
    assert font.get_bounding_box() == (8, ascent, 0, -descent)
    for code, (advance, width, height, dx, dy, rows) in glyphs.items():
        glyph = font.get_glyph(code)
        assert (glyph.width, glyph.height, glyph.dx, glyph.dy, glyph.shift_x, glyph.shift_y) == (
            width,
            height,
            dx,
            dy,
            advance,
            0,
        )
        assert font.advance(code) == advance
        for y in range(height):
            shown = sum(glyph.bitmap[x, y] << (width - 1 - x) for x in range(width))
            assert shown == rows[y], "U+{:04X}".format(code)


def test_missing_glyph_is_a_box_and_logged_once(fonts, capsys):
    font = fonts.font("big")
    for _ in range(3):
        glyph = font.get_glyph(0x4E00)
        assert (glyph.height, glyph.dy) == (font.cap, 0)
        edge = [glyph.bitmap[x, 0] for x in range(glyph.width)]
        middle = [glyph.bitmap[x, 3] for x in range(glyph.width)]
        assert all(edge) and middle == [1] + [0] * (glyph.width - 2) + [1]
        assert font.advance(0x4E00) == glyph.shift_x > glyph.width
    assert capsys.readouterr().out == "font: no glyph for U+4E00\n"


def test_width(fonts):
    for name in SIZES:
        glyphs = tool.unpack(packed(name))[3]
        text = "Città: „10 \ue000“"
        expected = sum(glyphs[ord(char)][0] for char in text)
        assert fonts.width(fonts.font(name), text) == expected
        assert fonts.width(fonts.font(name), "Cit\xadtà:\u200b „10 \ue000“") == expected


class Wide:
    """A font whose characters are all one pixel wide."""

    @staticmethod
    def advance(code):
        return 0 if code in (0xAD, 0x200B) else 1


@pytest.mark.parametrize(
    "text, width, lines",
    [
        ("", 10, [""]),
        ("one two", 7, ["one two"]),
        ("one two", 6, ["one", "two"]),
        ("one two three", 7, ["one two", "three"]),
        ("one\ntwo\n\nthree", 20, ["one", "two", "", "three"]),
        ("one  two", 4, ["one", "two"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("a bcdefgh", 3, ["a", "bcd", "efg", "h"]),
        ("well-known word", 6, ["well-", "known", "word"]),
        ("hyphen\xadation", 8, ["hyphen-", "ation"]),
        ("hyphen\xadation", 20, ["hyphenation"]),
        ("hyphen\xadation", 6, ["hyphen", "ation"]),
        ("ab\u200bcd\u200bef", 4, ["ab\u200bcd", "ef"]),
        ("ab \u200b \u200bcd\u200b", 3, ["ab", "cd"]),
        ("one  two   three", 5, ["one", "two", "three"]),
        ("one   two", 3, ["one", "two"]),
        ("  one two", 3, ["one", "two"]),
        ("\xadab", 1, ["a", "b"]),
        ("10\xa0points more", 9, ["10\xa0points", "more"]),
        ("왕을내세요", 2, ["왕을", "내", "세요"]),
        ("왕을 내세요", 4, ["왕을", "내세요"]),
        ("더내세요.", 4, ["더내", "세요."]),
        ("카드를 내려놓으세요.", 8, ["카드를 내려놓으", "세요."]),
    ],
)
def test_wrap(fonts, text, width, lines):
    assert fonts.wrap(Wide, text, width) == lines


@given(
    st.text(alphabet="abcde  \n-\xad\u200b\xa0왕을,", max_size=60), st.integers(1, 12)
)
def test_wrap_loses_nothing_and_fits(text, width):
    lines = LOADED.wrap(Wide, text, width)
    assert all(line == line.strip(" \u200b") for line in lines)
    lines = [line.replace("\u200b", "") for line in lines]
    assert all(len(line) <= width for line in lines)
    assert all(lines) or "\n" in text or not text.strip(" \xad\u200b")

    def letters(shown):
        return [char for char in shown if char not in " -\n\xad\u200b"]

    assert letters("".join(lines)) == letters(text)
    assert "".join(lines).count("-") <= text.count("-") + text.count("\xad")
    if len(text.replace("\xad", "").replace("\u200b", "")) <= width and "\n" not in text:
        assert lines == [text.replace("\xad", "").replace("\u200b", "").strip(" ")]


LOADED = assets_device.load("firmware.content.fonts")

# What a font gives for every character and a line of text, as text.
GLYPHS = """
from firmware.content import fonts
for name in ("small", "big"):
    font = fonts.font(name)
    print(name, font.ascent, font.descent, font.cap, font.height)
    for code in list(range(32, 256)) + [0x2013, 0x201E, 0x2026, 0x4E00, 0xE000, 0xE018]:
        glyph = font.get_glyph(code)
        stride = (glyph.width + 7) // 8
        bits = bytes(glyph.bitmap.buffer[:stride * glyph.height])
        print(code, glyph[1:], font.advance(code), bits)
    words = "The cards of declared combinations become public\\xad: “Bégato”."
    print("|".join(fonts.wrap(font, words, 90)))
"""


@pytest.mark.skipif(not assets_device.MICROPYTHON, reason="no MicroPython unix port installed")
def test_same_on_micropython():
    assert assets_device.run(GLYPHS, micropython=True) == assets_device.run(GLYPHS)


def test_labels_of_the_library():
    # The label's box is as high as ascent and descent say, and the pixels are the glyphs'.
    lib_run.adafruit("adafruit_display_text")
    text = """
from adafruit_display_text.bitmap_label import Label
from firmware.content.fonts import font, width
for name in ("small", "big"):
    face = font(name)
    label = Label(face, text="Àg \ue000", anchor_point=(0, 0), anchored_position=(3, 5))
    bitmap = label.tilegrid.bitmap
    print(bitmap.height - face.height, bitmap.width - width(face, "Àg \ue000"))
    print(label.y + label.tilegrid.y - 5, label.x + label.tilegrid.x - 3)
    w, h = bitmap.width, bitmap.height
    print(sum([1 if bitmap[x, y] else 0 for y in range(h) for x in range(w)]))
"""
    ink = [
        str(sum(bin(row).count("1") for char in "Àg \ue000" for row in glyphs[ord(char)][5]))
        for glyphs in (tool.unpack(packed(name))[3] for name in ("small", "big"))
    ]
    lines = assets_device.run(text).split("\n")
    assert lines[:6] == ["0 0", "0 0", ink[0], "0 0", "0 0", ink[1]]
