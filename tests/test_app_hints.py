# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The strip that says what the buttons do: where, when, and that it never takes a press away."""

import importlib
import types

import pytest

from engine.record import Record
from sim.handhelds import ALL
from sim.simulator import Simulator, firmware_modules

with firmware_modules():
    from firmware.storage import Store

IDLE = {"picosystem": 2000, "badger2040": 8000}


@pytest.mark.parametrize("name", sorted(ALL))
def test_board_files_know_where_the_buttons_are(name):
    with firmware_modules():
        board = importlib.import_module("firmware.boards." + name)
        assert board.EDGES == {button.name: button.x for button in ALL[name].buttons}
        assert set(board.EDGES) == {button[0] for button in board.BUTTONS}


def chips(board_name, offer):
    """The strip of a board: [(x, width, words)] of its texts."""
    with firmware_modules():
        from firmware import text
        from firmware.app import hints, look

        text.set_language("en")
        board = importlib.import_module("firmware.boards." + board_name)
        names = types.SimpleNamespace(
            has=lambda action: next(
                (b[0] for at in (2, 3) for b in board.BUTTONS if b[at : at + 1] == (action,)), None
            ),
            long=lambda action: action not in [b[2] for b in board.BUTTONS],
        )
        app = types.SimpleNamespace(
            W=board.WIDTH, H=board.HEIGHT, look=look.Look(board.MONO), buttons=names, board=board,
            updown=names.has("up") is not None, upright=False,
        )
        made = []
        line = look.Line

        class Watched(line):
            def __init__(self, *args, **more):
                line.__init__(self, *args, **more)
                made.append(self)

        hints.Line = look.Line = Watched
        try:
            group = hints.strip(app, offer)
        finally:
            hints.Line = look.Line = line
        assert group.y + group[0].bitmap.height == board.HEIGHT
        return [(m.tile.x, m.bitmap.width, m.words) for m in made], board


OFFER = (
    ("ok", "hint.play"), ("menu", "hint.menu"), ("back", "hint.menu"), ("move", "hint.card"),
    ("info", "hint.info"),
)


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_board_says_how_to_play(name):
    texts, board = chips(name, OFFER)
    words = [w for _, _, w in texts]
    ok = [b[0] for b in board.BUTTONS if b[2] == "ok"][0]
    assert words[words.index("play") - 1] == ok
    assert "menu" in words
    assert words.count("menu") == 1
    ends = 0
    for x, w, _ in sorted(texts):
        assert x >= ends
        ends = x + w
    assert ends <= board.WIDTH


def test_words_stand_above_their_buttons_or_at_their_side():
    texts, board = chips("badger2040", OFFER)
    at = {w: x + width // 2 for x, width, w in texts}
    for name in "ABC":
        assert abs(at[name] - board.EDGES[name]) < 40
    texts, board = chips("picosystem", OFFER)
    at = {w: x for x, _, w in texts}
    assert at["card"] < 80 < 120 < at["menu"] < at["play"]


def test_a_button_held_for_its_second_action_has_a_dash():
    words = [w for _, _, w in chips("t_display", OFFER)[0]]
    assert words[words.index("menu") - 1] == "2\u2014"


def run(root, board, keys, game="cicera"):
    sim = Simulator(board, keys, root=str(root), game=game, deal="3357129C", lang="en", capture=True)
    seen = []
    sim.host.on_shot = lambda path: seen.append(
        (Record.from_bytes(Store(str(root)).load("game")[0]), bytes(sim.picture()))
    )
    assert sim.run() == "off", sim.error
    return seen


@pytest.mark.parametrize("board", sorted(IDLE))
def test_the_strip_comes_when_nothing_is_pressed_and_goes_with_the_next_press(tmp_path, board):
    keys = "idle:1900 shot:0 wait:%d shot:1 right left idle shot:2 wait:%d A wait:800 shot:3"
    if board == "badger2040":
        keys = keys.replace("right left", "down up").replace("1900", "2900")
    seen = run(tmp_path, board, keys % (2 * (IDLE[board] + 700,)))
    assert seen[1][1] != seen[0][1]
    assert seen[2][1] != seen[1][1]
    if board == "picosystem":  # (e-ink keeps a ghost of the strip)
        assert seen[2][1] == seen[0][1]
    # The press that takes it away does what it always does: here the picking of a capture.
    assert seen[3][1] != seen[0][1]


def test_the_strip_can_be_switched_off(tmp_path):
    Store(str(tmp_path)).save("settings", b"hints=0\n")
    seen = run(tmp_path, "picosystem", "idle:2900 shot:0 wait:9000 shot:1")
    assert seen[1][1] == seen[0][1]
