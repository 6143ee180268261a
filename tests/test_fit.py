# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""In real play nothing that is to be read is left out or covered, on every board."""

import lib_run
import pytest

from tools import sheets, texts

lib_run.adafruit("adafruit_display_text")

import fit  # noqa: E402

LANGUAGES = texts.languages()
BOARDS = fit.boards()
LOW = [name for name in BOARDS if fit.board(name).HEIGHT < 200]
# The deals that are explained, one with marks and long names, and one that begins at once.
DEALS = {
    "tarocco": ("C1F9D88R", "00000000", "2577777S"),
    "cicera": ("00000000", "3357129C", "X9QJAAEG"),
}


def found(board, language, codes, count, *parts, **settings):
    """Return the problems on a board while deals are played by ``count`` presses each."""
    with fit.Fit(language, board) as stage:
        for seed, (game, code) in enumerate(codes):
            fit.play(stage, game, code, fit.presses(seed, count), **settings)
        if parts:
            sheets.everything(stage, parts)
        assert stage.strips and stage.written
    return stage.problems


@pytest.mark.parametrize(
    ("board", "language"),
    [(name, "th") for name in LOW] + [("magtag", "de"), ("pico_st7735r", "de")],
)
def test_a_deal_of_each_game(board, language):
    codes = [(game, DEALS[game][0]) for game in DEALS]
    problems = found(board, language, codes, 80)
    assert not problems, "\n".join(problems)


# What is still found there: a card that lies on another for a moment (Cicera 3357129C), and a
# strip of two rows that covers the player's name (the lesson of Tarocco).
KNOWN = (("badger2040", "it"), ("badger2040", "th"), ("magtag", "de"), ("pico_epaper_2_13", "th"))


def matrix():
    """Each board in Thai, whose lines are the highest, and in one other language in turn."""
    others = [language for language in LANGUAGES if language != "th"]
    for number, name in enumerate(BOARDS):
        for language in ("th", others[number % len(others)]):
            known = pytest.mark.xfail(reason="known, see KNOWN")
            yield pytest.param(name, language, marks=[known] if (name, language) in KNOWN else [])


@pytest.mark.slow
@pytest.mark.parametrize(("board", "language"), list(matrix()))
def test_whole_deals_lessons_and_all_screens(board, language):
    codes = [(game, code) for game in DEALS for code in DEALS[game]]
    problems = found(board, language, codes, 700, "menus", "said", "pages")
    problems += found(board, language, codes[:4:3], 400, auto=3, sort=1, speed=3, hints=0)
    assert not problems, "\n".join(problems)


def test_what_is_left_out_or_covered_is_found():
    with fit.Fit("en", "pico_st7735r") as stage:
        bar = stage.load("firmware.app.widgets.button_bar")
        seats = stage.load("firmware.app.play.seats")
        play = stage.load("firmware.app.session")
        title = stage.load("firmware.app.screens.title")
        session = play.Session(
            stage.app, *stage.load("engine.record").Record.opened(
                title.new_record(stage.app, "tarocco", "C1F9D88R", 0).to_bytes()
            )
        )
        table = stage.load("firmware.app.tarocco.table").Table(stage.app, session)
        stage.app.screens = [table]
        table.show()
        table.tell_line("West")
        stage._check_covered()
        assert not stage.problems
        # A mark on a card, words on words, a strip in a row that can't hold its words.
        table.trick[0].hidden = False
        table.scene.append(seats.icon("dealer", False, table.trick[0].x + 8, table.trick[0].y + 8))
        stage._check_covered()
        assert "a card – lies under a mark" in stage.problems[-1]
        table.tell_line("You lead: any card of all", "Cavallo of swords")
        assert any("runs into Cavallo of swords" in problem for problem in stage.problems)
        bar._rows = lambda app, offer, x, width, rows=bar._rows: rows(app, offer, x, width)[:1]
        stage.app.offer = stage.load("firmware.app.play.view").OFFER
        stage.app.place = (0, 0)
        stage.app.explain(stage.app.offer)
        assert any("info – isn't in the strip" in problem for problem in stage.problems)
