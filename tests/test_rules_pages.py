# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The rules: the same in every language, paged to every panel, read from the flash page by
page.
"""

import importlib
import io
import re
import sys

import assets_device
import lib_run
import pytest

from tools import rules, texts, typeset

LANGUAGES = texts.languages()
ANCHORS = {
    "tarocco": (
        "game cards discard declare play matto sets sequences grande count match pack trumps"
    ).split(),
    "cicera": "game cards capture bonuses count match pack".split(),
}
PANELS = rules.PANELS + ((128, 128),)


def titles(blocks):
    return [content[0] for kind, content in blocks if kind == rules.TITLE]


@pytest.mark.parametrize("game", rules.GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_the_same(language, game):
    english, other = rules.read(game, "en"), rules.read(game, language)
    assert titles(english) == titles(other) == ANCHORS[game]
    assert [kind for kind, _ in english] == [kind for kind, _ in other]
    for (kind, one), (_, two) in zip(english, other):
        if kind in (rules.CARDS, rules.FACES):
            assert one == two
        elif kind == rules.ROW:
            assert one.split("\t")[1:] == two.split("\t")[1:] or not re.search(r"\d", one)


@pytest.mark.parametrize("game", rules.GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_the_same(language, game):
    # A figure that is in digits in English is in digits in every language, in its paragraph.
    for (kind, one), (_, two) in zip(rules.read(game, "en"), rules.read(game, language)):
        if kind in (rules.TEXT, rules.BULLET):
            numbers = set(re.findall(r"\d{2,}", re.sub(r"\d+th ", "", one)))
            assert numbers <= set(re.findall(r"\d{2,}", two)), (one, two)


def test_the_rules_say_what_the_engine_does():
    from engine.tarocco import cards, count

    table = dict(
        content.split("\t")[0:1] + [content.split("\t")[1:]]
        for kind, content in rules.read("tarocco", "en")
        if kind == rules.ROW
    )
    for name, points in (("Tarocchi", 18), ("Kings", 17), ("Queens", 14), ("Cavalli", 13)):
        assert table[name] == [str(points), str(2 * points)]
        kind = name.lower()
        held = {
            "tarocchi": ["ANG", "MON", "BEG", "MAT"],
            "kings": ["Rs", "Rb", "Rc", "Rd"],
            "queens": ["Qs", "Qb", "Qc", "Qd"],
            "cavalli": ["Cs", "Cb", "Cc", "Cd"],
        }[kind]
        codes = bytes(map(cards.parse, held))
        assert count.combinations(codes[:3])["sets"][kind] == points
        assert count.combinations(codes)["sets"][kind] == 2 * points
    # The examples of sequences.
    for held, length, points in (
        ("Rs Fs As MAT", 4, 15),
        ("ANG LUN MAT", 3, 10),
        ("ANG MON BEG MAT", 4, 15),
        ("ANG MON SOL T16 T14 BEG", 6, 25),
    ):
        shown = bytes(map(cards.parse, held.split()))
        assert (rules.CARDS, shown) in rules.read("tarocco", "en")
        found = count.combinations(shown)["sequences"]
        assert list(found.values()) == [(length, points)] or list(found.values()) == [
            [length, points]
        ]


@pytest.fixture(scope="module")
def firmware():
    with rules.firmware_modules() as load:
        yield (
            load("firmware.content.text"), load("firmware.content.fonts"),
            load("firmware.content.rules_layout"),
        )


@pytest.mark.parametrize("panel", PANELS, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages(firmware, language, panel):
    text, fonts, module = firmware
    step = sys.modules["firmware.content.rules"].step
    text.set_language(language)
    fonts.set_tall(text.tall)
    for game in rules.GAMES:
        pages = module.Pages(game, *panel)
        # Where the pages begin was found out beforehand, except on the odd panel, and right.
        assert (pages._starts is None) == (panel in rules.PANELS)
        known = b"".join(
            bytes([block & 255, block >> 8, part])
            for block, part in map(pages._start, range(pages.count))
        )
        assert known == bytes(pages._find_starts())
        cards = 0
        for page in range(pages.count):
            lines = pages.lines(page)
            assert lines
            bottom = pages.top
            for kind, x, y, content in lines:
                assert y >= pages.top and x >= pages.margin
                if kind == module.CARDS:
                    width, height = step(pages.w, kind, len(content)) * (len(content) - 1) + 16, 22
                    cards += len(content)
                elif kind == module.FACES:
                    width, height = step(pages.w, kind, len(content)) * (len(content) - 1) + 32, 48
                    cards += len(content)
                elif kind == module.ROW:
                    height = pages.face.height
                    ends = []
                    for words, align, at in content:
                        wide = fonts.width(pages.face, words)
                        ends.append((at - align * wide, at - align * wide + wide))
                    assert all(
                        one[1] < two[0] for one, two in zip(ends, ends[1:]) if one[1] > one[0]
                    )
                    x, width = ends[0][0], ends[-1][1] - ends[0][0]
                else:
                    width, height = fonts.width(pages.face, content), pages.face.height
                assert x + width <= panel[0] - pages.margin + 1, content
                assert y + height <= panel[1]
                bottom = max(bottom, y + height)
        shown = [c for k, c in rules.read(game, language) if k in (rules.CARDS, rules.FACES)]
        assert cards == sum(map(len, shown))
        # Each section begins on a page of its own, found by its name and listed.
        found = [pages.find(anchor) for anchor in ANCHORS[game]]
        assert found == sorted(set(found)) and found[0] == 0
        assert [pages.section(n)[1] for n in range(pages.sections)] == found
        assert [pages.section_of(page) for page in found] == list(range(len(found)))
        assert pages.find("no such section") == 0


@pytest.mark.parametrize("panel", PANELS, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_belongs_together_is_on_one_page(firmware, language, panel):
    text, fonts, module = firmware
    text.set_language(language)
    fonts.set_tall(text.tall)
    pictures = (module.CARDS, module.FACES)
    prose = (module.TEXT, module.BULLET)
    for game in rules.GAMES:
        pages = module.Pages(game, *panel)
        kinds, lines = [], []
        for index in range(pages._blocks):
            kind, data = pages._block(index)
            kinds.append(kind)
            words = "" if kind in pictures else str(text.expand(data), "utf-8")
            lines.append(pages._wrap(kind, words))
        kinds.append(module.TITLE)
        starts = [pages._start(page) for page in range(pages.count)] + [(pages._blocks, 0)]
        for page in range(pages.count):
            first, part = starts[page]
            after, rest = starts[page + 1]
            if kinds[first] == module.TITLE:
                first += 1
            last = after if rest else after - 1
            shown = kinds[first : last + 1]
            where = (game, first, last)
            # No last line of a paragraph alone at the head of a page.
            if part and kinds[first] in prose:
                assert len(lines[first]) - part >= 2, where
            # Cards have words about them, and a heading has something below it.
            if not rest and len(shown) == 1 and kinds[first] in pictures:
                assert kinds[first - 1] not in prose, where
            assert shown[-1] != module.HEAD, where
            # What announces cards is on their page, or as much of it as two lines.
            if not rest and shown[-1] == module.TEXT and kinds[after] in pictures:
                assert lines[last][-1][-1] != ":" and kinds[after + 1] == module.TEXT, where
            if kinds[first] in pictures and not part and kinds[first - 1] == module.TEXT:
                assert kinds[first + 1] == module.TEXT, where
            # No short paragraph alone at the end of a section, if one before it could come along.
            if (
                len(shown) == 1
                and not part
                and not rest
                and kinds[first] in prose
                and kinds[after] == module.TITLE
                and len(lines[first]) < 4
                and kinds[first - 1] in prose
                and len(lines[first - 1]) < 4
            ):
                if kinds[first - 2] in (module.ROW, kinds[first - 1]):
                    # The page before would have hardly anything left.
                    count = len(lines[first - 1])
                    rows = [y for _, _, y, content in pages.lines(page - 1) if content != "\u2022"]
                    moved = (count + len(lines[first])) * pages.face.pitch
                    assert 2 * (rows[-count] - pages.top) < moved, where


@pytest.mark.parametrize("panel", PANELS, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_last_line_is_hardly_there(firmware, language, panel):
    text, fonts, module = firmware
    text.set_language(language)
    fonts.set_tall(text.tall)
    for game in rules.GAMES:
        pages = module.Pages(game, *panel)
        for index in range(pages._blocks):
            kind, data = pages._block(index)
            if kind not in (module.TEXT, module.BULLET, module.HEAD):
                continue
            words = str(text.expand(data), "utf-8")
            wide = pages.w
            if kind == module.BULLET:
                wide -= fonts.width(pages.face, "\u2022 ")
            lines = pages._wrap(kind, words)
            plain = fonts.wrap(pages.face, words, wide)
            # As many lines as without that, the same text, and all fit.
            assert len(lines) == len(plain)
            assert len(lines) == 1 or fonts.width(pages.face, lines[-1]) >= wide // 5, lines
            assert all(fonts.width(pages.face, line) <= wide for line in lines)
            assert lines == plain or lines[:-2] == plain[:-2]
            bare = re.compile("[ \xad\u200b-]")
            assert bare.sub("", "".join(lines)) == bare.sub("", words)
            # In Korean no end of a word is left over.
            if language == "ko" and len(lines) > 1 and lines != plain:
                assert words.endswith(" " + lines[-1])


@pytest.mark.parametrize("panel", PANELS, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_under_a_heading_keeps_clear_of_its_rule(firmware, language, panel):
    text, fonts, module = firmware
    text.set_language(language)
    fonts.set_tall(text.tall)
    seen = 0
    for game in rules.GAMES:
        pages = module.Pages(game, *panel)
        for page in range(pages.count):
            found = pages.lines(page)
            for (kind, _, y, _), below in zip(found, found[1:]):
                if kind == module.HEAD and below[0] != module.HEAD:
                    # (the rule is right under the heading's line)
                    assert below[2] >= y + pages.face.height + 2
                    seen += 1
    assert seen


def test_lines_begin_and_end_well(firmware):
    text, fonts, module = firmware
    bad = {"ko": ".,!?)]’”·:", "th": ")”ๆฯ", "it": ".,;:)!?”", "de": ".,;:)!?“", "en": ".,;:)!?”"}
    for language, marks in bad.items():
        text.set_language(language)
        fonts.set_tall(text.tall)
        for panel in ((160, 128), (240, 240)):
            for game in rules.GAMES:
                pages = module.Pages(game, *panel)
                for page in range(pages.count):
                    for kind, _, _, content in pages.lines(page):
                        if kind == module.TEXT:
                            assert content[0] not in marks, content
                            assert content == content.strip(" ")


@pytest.mark.parametrize(
    "bad, why",
    [
        ("text\n", "line 1: the first section has no title"),
        ("== Title\n", "line 1: not of the form"),
        ("== Title {a}\n@ Rs XX\n", "line 2: "),
    ],
)
def test_bad_sources_are_refused(bad, why):
    with pytest.raises(rules.RulesError, match="x.txt, " + why):
        rules.parse(bad, "tarocco", "x.txt")


SCRIPT = """
import gc
from firmware.content import text
from firmware.content import fonts
from firmware.content import rules_layout as rules
text.set_language({!r})
fonts.set_tall(text.tall)
for game in rules.GAMES:
    pages = rules.Pages(game, 240, 240)
    print(game, pages.count, pages.sections)
    for page in range(pages.count):
        for kind, x, y, content in pages.lines(page):
            if kind == rules.ROW:
                content = [(words.encode(), align, at) for words, align, at in content]
            print(kind, x, y, content.encode() if isinstance(content, str) else content)
"""


@pytest.mark.skipif(not assets_device.MICROPYTHON, reason="no MicroPython unix port installed")
@pytest.mark.parametrize("language", ["th", "de", "ko"])
def test_same_on_micropython(language):
    script = SCRIPT.format(language)
    assert assets_device.run(script, micropython=True) == assets_device.run(script)


HEAP = """
import gc
from firmware.content import text
from firmware.content import fonts
from firmware.content import rules_layout as rules

def used():
    gc.collect()
    gc.collect()
    return gc.mem_alloc()

def everything(language):
    text.set_language(language)
    fonts.set_tall(text.tall)
    for name in ("small", "big"):
        face = fonts.font(name)
        for key in {keys!r}:
            for code in fonts.codes(text.t(key)):
                face.get_glyph(code)

def turn(pages):
    for page in range(pages.count):
        for kind, x, y, content in pages.lines(page):
            if kind == rules.TEXT:
                for code in fonts.codes(content):
                    pages.face.get_glyph(code)

everything("en")
english = used()
more = []
for language in ("de", "it", "ko", "th"):
    everything(language)
    more.append(used() - english)
print(max(more))
pages = rules.Pages("tarocco", 240, 240)
turn(pages)
before = used()
turn(pages)
print(used() - before)
"""


@pytest.mark.skipif(not assets_device.MICROPYTHON, reason="no MicroPython unix port installed")
def test_heap():
    keys = sorted(texts.source("en"))
    more, stays = map(
        int, assets_device.run(HEAP.format(keys=keys), micropython=True).split("\n")[-3:-1]
    )
    # All on 64 bits, where objects are larger than on a board.
    assert more <= 6 * 1024
    assert stays <= 0


def test_cost_in_flash():
    for width, height in PANELS[:6]:
        paths = [
            path
            for path in texts.OUT.iterdir()
            if path.suffix in (".txb", ".fnt", ".pages")
            and not typeset.foreign(path.name, width, height)
        ]
        assert len(paths) == 2 * len(LANGUAGES) + 2
        assert sum(path.stat().st_size for path in paths) <= 212 * 1024


def test_set_for_the_panels_of_all_boards():
    assert set(typeset.panels()) <= set(rules.PANELS)
    names = {path.name for path in texts.OUT.glob("*.pages")}
    assert names == {
        typeset.pages_name(language, *panel)
        for language in LANGUAGES
        for panel in typeset.panels()
    }


@pytest.mark.parametrize("panel", typeset.panels(), ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", LANGUAGES)
def test_set_pages_are_those_that_labels_draw(firmware, language, panel):
    lib_run.adafruit("adafruit_display_text")
    text, fonts, module = firmware
    text.set_language(language)
    fonts.set_tall(text.tall)
    displayio = importlib.import_module("displayio")
    look = importlib.import_module("firmware.app.widgets.theme").Theme(True)
    for game in rules.GAMES:
        made = module.Pages(game, *panel)
        known = sys.modules["firmware.content.rules"].pages(game, *panel)
        assert type(known) is not type(made)
        assert (known.count, known.sections, known.w, known.top) == (
            made.count,
            made.sections,
            made.w,
            made.top,
        )
        for number in range(made.sections):
            assert known.section(number) == made.section(number)
        for anchor in [*ANCHORS[game], "none"]:
            assert known.find(anchor) == made.find(anchor)
        assert [known.section_of(page) for page in range(made.count)] == [
            made.section_of(page) for page in range(made.count)
        ]
        shown = []
        for pages in (made, known):
            for page in range(0, made.count, 4):
                bar = displayio.Bitmap(panel[0], made.top - 2, 2)
                ink = displayio.Bitmap(panel[0], panel[1] - 13, 2)
                things = [
                    (kind, x, y, content and bytes(content))
                    for kind, x, y, content in pages.paint(page, look, bar, ink, 13)
                ]
                shown.append((things, bytes(bar.buffer), bytes(ink.buffer)))
        half = len(shown) // 2
        assert half and any(any(ink) for _, _, ink in shown)
        assert shown[:half] == shown[half:]
        known.close()


def test_another_panel_is_laid_out_on_the_board(firmware):
    text, fonts, module = firmware
    text.set_language("en")
    pages = sys.modules["firmware.content.rules"].pages("cicera", 200, 200)
    assert type(pages) is module.Pages and pages.count


def test_without_pages_and_texts_there_is_nothing(firmware, monkeypatch):
    text, fonts, module = firmware
    text.set_language("en")
    pages = sys.modules["firmware.content.rules"].pages
    packed = (texts.OUT / "en.txb").read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(text, "packed", lambda: io.BytesIO(texts.without_documents(packed)))
        assert pages("cicera", 200, 200) is None
        assert pages("cicera", 240, 240).count
    monkeypatch.setitem(sys.modules, "firmware.content.rules_layout", None)
    monkeypatch.delattr(sys.modules["firmware.content"], "rules_layout")
    assert pages("cicera", 200, 200) is None
