# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The language, chosen at the first start and in the options, and the rules, by the buttons."""

import os

import pytest
from sim_support import PYTHONS, needs_micropython

from engine.dealcode import from_entropy
from sim.simulator import Simulator

CODE = from_entropy(b"tavolino")


def run(keys, root, board="picosystem", python=None, heap="2M", **more):
    os.makedirs(root, exist_ok=True)
    sim = Simulator(
        board, keys=keys, root=str(root), python=python, heap=heap, capture=True, **more
    )
    taken = []
    sim.host.on_shot = lambda path: taken.append(sim.picture())
    sim.run()
    assert sim.error is None, sim.error
    assert "no glyph" not in sim.output and "text: no" not in sim.output
    return taken


@pytest.mark.parametrize("python", PYTHONS)
def test_first_start_asks_once(tmp_path, python):
    # de en it ko th: English is offered, two further down is Korean.
    asked, title = run("shot:0 down down A idle shot:1", tmp_path, python=python)
    (again,) = run("idle shot:0", tmp_path, python=python)
    assert again == title != asked
    (english,) = run("idle shot:0", tmp_path / "other", python=python, lang="en")
    assert english not in (asked, title)


def test_back_keeps_english_and_asks_again(tmp_path):
    asked, title = run("shot:0 B idle shot:1", tmp_path)
    (again,) = run("shot:0", tmp_path)
    assert again == asked
    (english,) = run("idle shot:0", tmp_path / "other", lang="en")
    assert title == english


def test_options_change_it_at_once_and_keep_it(tmp_path):
    # Title: options are the fifth line; language the last line but one there.
    run("A", tmp_path)
    options, italian = run(
        "idle 4*down A idle 11*down wait:300 shot:0 A idle down A idle shot:1", tmp_path
    )
    assert options != italian
    (again,) = run("idle 4*down A idle 11*down wait:300 shot:0", tmp_path)
    assert again == italian


@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_rules_from_the_game_and_back(tmp_path, board):
    # The menu at the table: B; the rules are its last line but two.

    table, menu, rules, back = run(
        "idle shot:0 B idle shot:1 3*up A idle shot:2 B idle shot:3",
        tmp_path,
        board=board,
        game="cicera",
        deal=CODE,
        lang="th",
    )
    assert len({table, menu, rules}) == 3
    # E-ink keeps faint ghosts of the pages.
    assert [byte >> 7 for byte in back] == [byte >> 7 for byte in table]


@needs_micropython
@pytest.mark.parametrize("lang", ["th", "ko"])
def test_thai_and_korean_in_the_heap_of_a_board(tmp_path, lang):
    # A game with the menu, the rules from end to end, what is known, within 256 KB.
    keys = "idle 4*(A idle) B idle 3*up A idle 12*right 2*down 3*up shot:0 B idle X idle shot:1"
    pictures = [
        run(
            keys,
            tmp_path / str(python),
            python=python,
            heap="320k",
            game="tarocco",
            deal=CODE,
            lang=lang,
        )
        for python in (None, "micropython")
    ]
    assert pictures[0] == pictures[1] and len(set(pictures[0])) == 2
