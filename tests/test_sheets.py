# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Every text of every language in the places where it is shown: nothing overflows or overlaps."""

import re
from pathlib import Path

import lib_run
import pytest

from tools import rules, sheets, texts

lib_run.adafruit("adafruit_display_text")

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = texts.languages()


def board_sizes():
    """Return the sizes of the panels of all boards."""
    sizes = set()
    for path in sorted((ROOT / "firmware" / "boards").glob("[a-z]*.py")):
        found = dict(re.findall(r"^(WIDTH|HEIGHT) = (\d+)$", path.read_text("utf-8"), re.M))
        sizes.add((int(found["WIDTH"]), int(found["HEIGHT"])))
    return sizes


SIZES = sorted(set(sheets.SIZES))


def problems(language, size, *parts, whole=True):
    with sheets.Stage(language, *size, pictures=False, whole=whole) as stage:
        sheets.everything(stage, parts)
        assert stage.written
    return stage.problems, stage.seen


def test_pages_are_known_for_the_panels_of_all_boards():
    assert board_sizes() <= set(rules.PANELS)
    assert set(sheets.SIZES) == set(rules.PANELS)


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", LANGUAGES)
def test_menus_sentences_and_pages(language, size):
    found, _ = problems(language, size, "menus", "said", "pages")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["tarocco", "cicera"])
def test_tables(language, size, game):
    # All that a table can say, and its pages; whole deals on two of the panels.
    whole = size in ((240, 240), (296, 128)) and language in ("en", "th")
    found, _ = problems(language, size, game, whole=whole)
    assert not found, "\n".join(found)


def test_a_text_too_long_is_found():
    # The watching itself: a name of a seat as long as the panel is noticed.
    with sheets.Stage("en", 240, 240, pictures=False) as stage:
        look = stage.app.theme
        line = stage.load("firmware.app.widgets.theme").Line(look, 0, 0, 60)
        line.set("far too long for sixty pixels")
        assert "wide, there are 60" in stage.problems[0]
        ink = line.tile.bitmap
        ink.fill(0)
        look.write(ink, "one", 0, 0)
        look.write(ink, "two", 8, 0)
        assert "two – runs into another text" in stage.problems[1]
        other = look.label("crossing", 0, 4)
        line.set("shown")
        group = stage.load("displayio").Group()
        for thing in (line.tile, other.tile):
            group.append(thing)
        stage.app.show(group)
        stage.take()
        assert any("overlaps" in problem for problem in stage.problems)
        other.tile.x = 230
        stage.take()
        assert any("leaves the screen" in problem for problem in stage.problems)
        stage.run("nothing", lambda: stage.load("firmware.content.text").t("no.such.key"))
        assert "no such text" in stage.problems[-1]


def ink(bitmap, scale, x, y):
    """Return what is written in ``bitmap``, drawn at (x, y), as left, top, right and bottom."""
    spots = [
        (column, row)
        for row in range(bitmap.height)
        for column in range(bitmap.width)
        if bitmap[column, row]
    ]
    columns, rows = zip(*spots)
    return (
        x + scale * min(columns), y + scale * min(rows),
        x + scale * (max(columns) + 1), y + scale * (max(rows) + 1),
    )


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_title_stand_apart_from_its_cards(language, size):
    with sheets.Stage(language, *size, pictures=False) as stage:
        group, height = stage.load("firmware.app.screens.title")._head(stage.app)
        bar, name, line, *others = group
        tile = name[0]
        words = [
            ink(tile.bitmap, 2, name.x + 2 * tile.x, name.y + 2 * tile.y),
            ink(line.bitmap, 1, line.x, line.y),
        ]
        # Both inside their box, the name over the line.
        assert words[0][1] >= 2 and words[0][3] + 3 <= words[1][1]
        assert words[1][3] < (92 if size[1] >= 200 else 48) < height
        # The cards, and the outline of the battery.
        places = [
            (x, y, x + w, y + h)
            for x, y, w, h in (
                (
                    thing.x,
                    thing.y,
                    thing.tile_width * thing.width,
                    thing.tile_height * thing.height,
                )
                for thing in others
            )
        ]
        assert len(places) == (5 if size[1] >= 200 else 4 if size[0] >= 240 else 0) + 4
        for left, top, right, bottom in words:
            for place in places:
                apart = max(left - place[2], place[0] - right, top - place[3], place[1] - bottom)
                assert apart >= 2, (place, (left, top, right, bottom))
        assert not stage.problems


def test_every_text_is_shown_somewhere():
    seen = set()
    for part in ("menus", "said", "pages", "tarocco", "cicera", "rules"):
        seen |= problems("en", (240, 240), part)[1]
    # Shorter texts are for the smallest panel.
    for part in ("tarocco", "cicera"):
        seen |= problems("en", (160, 128), part, whole=False)[1]
    missing = {key for key in texts.source("en") if key not in seen}
    assert missing <= NOT_ON_A_SHEET, sorted(missing - NOT_ON_A_SHEET)


# Shown only on the way to other screens, or only by a board.
NOT_ON_A_SHEET = {"language.self"}
