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

LOW = {
    "badger2040": (296, 128), "pico_epaper_2_13": (250, 122), "pico_st7735r": (160, 128),
    "t_display": (240, 135),
}


@pytest.mark.parametrize("name", sorted(ALL))
def test_board_files_know_where_the_buttons_are(name):
    with firmware_modules():
        board = importlib.import_module("firmware.boards." + name)
        assert board.EDGES == {button.name: button.x for button in ALL[name].buttons}
        assert set(board.EDGES) == {button[0] for button in board.BUTTONS}


def chips(board_name, offer, left=0):
    """The strip of a board: [(x, width, words, y)] of its texts; ``left``: for the left hand."""
    with firmware_modules():
        from firmware.app.widgets import button_bar as hints
        from firmware.app.widgets import theme as look
        from firmware.content import text

        text.set_language("en")
        board = importlib.import_module("firmware.boards." + board_name)
        given = [b[2:] for b in board.BUTTONS]
        if left:
            given = [given[int(i)] for i in board.LEFT_HANDED]
        buttons = [(b[0], *actions) for b, actions in zip(board.BUTTONS, given)]
        names = types.SimpleNamespace(
            has=lambda action: next(
                (b[0] for at in (1, 2) for b in buttons if b[at : at + 1] == (action,)), None
            ),
            long=lambda action: action not in [b[1] for b in buttons],
        )
        app = types.SimpleNamespace(
            W=board.WIDTH,
            H=board.HEIGHT,
            theme=look.Theme(board.MONO),
            buttons=names,
            board=board,
            updown=names.has("up") is not None,
            upright=False,
            left=left,
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
        return [(m.tile.x, m.tile.bitmap.width, m.words, m.tile.y) for m in made], board


OFFER = (
    ("ok", "hint.play"),
    ("menu", "hint.menu"),
    ("back", "hint.menu"),
    ("move", "hint.card"),
    ("info", "hint.info"),
)


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_board_says_how_to_play(name):
    texts, board = chips(name, OFFER)
    words = [w for _, _, w, _ in texts]
    ok = [b[0] for b in board.BUTTONS if b[2] == "ok"][0]
    assert words[words.index("play") - 1] == ok
    assert "menu" in words
    assert words.count("menu") == 1
    # All of them are told, on the narrowest panel in two rows, beside or below one another.
    assert {"card", "info"} & set(words) and len(words) % 2 == 0
    for row in {y for *_, y in texts}:
        ends = 0
        for x, w, _, y in sorted(texts):
            if y == row:
                assert x >= ends
                ends = x + w
        assert ends <= board.WIDTH


def test_words_stand_above_their_buttons_or_at_their_side():
    texts, board = chips("badger2040", OFFER)
    at = {w: x + width // 2 for x, width, w, _ in texts}
    for name in "ABC":
        assert abs(at[name] - board.EDGES[name]) < 40
    texts, board = chips("picosystem", OFFER)
    at = {w: x for x, _, w, _ in texts}
    assert at["card"] < 80 < 120 < at["menu"] < at["play"]


def test_signs_for_the_left_hand():
    at = {w: x for x, _, w, _ in chips("badger2040", OFFER, 1)[0]}
    # A and B, at the left below the panel, choose; those at its right edge do.
    assert at["A/B"] < at["card"] < 80 < 150 < at["\u2191"] < at["play"]
    at = {w: x for x, _, w, _ in chips("magtag", OFFER, 1)[0]}
    assert at["A"] < at["play"] < at["B/C"] < 200 < at["D\u2014"] < at["menu"]
    # The Pico-LCD is held the other way up: its stick is at the right, and its right is its left.
    for left in (0, 1):
        at = {w: x for x, _, w, _ in chips("pico_lcd_1_3", OFFER[1:], left)[0]}
        assert (at["\u2190\u2192"] < 60 < at["Y"]) == (not left)
        assert (at["Y"] < 60 < at["\u2190\u2192"]) == left


def test_a_button_held_for_its_second_action_has_a_dash():
    words = [w for _, _, w, _ in chips("t_display", OFFER)[0]]
    assert words[words.index("menu") - 1] == "2\u2014"


def run(root, board, keys, game="cicera"):
    sim = Simulator(
        board, keys, root=str(root), game=game, deal="3357129C", lang="en", capture=True
    )
    seen = []
    sim.host.on_shot = lambda path: seen.append(
        (Record.from_bytes(Store(str(root)).load("game")[0]), bytes(sim.picture()))
    )
    assert sim.run() == "off", sim.error
    return seen


def test_the_strip_comes_when_nothing_is_pressed_and_goes_with_the_next_press(tmp_path):
    again = " right left idle:1300 shot:%d wait:1000 "
    keys = "idle:2900" + again % 0 + "shot:1" + again % 2 + "A wait:800 shot:3"
    seen = run(tmp_path, "picosystem", keys)
    assert seen[1][1] != seen[0][1]
    assert seen[2][1] == seen[0][1]
    # The press that takes it away does what it always does: here the picking of a capture.
    assert seen[3][1] not in (seen[0][1], seen[1][1])


def rows(one, other, width):
    """The rows of two pictures, RGB bytes, that differ."""
    return [
        y
        for y in range(len(one) // 3 // width)
        if one[3 * width * y : 3 * width * (y + 1)] != other[3 * width * y : 3 * width * (y + 1)]
    ]


@pytest.mark.parametrize("game", ("cicera", "tarocco"))
@pytest.mark.parametrize("board", sorted(LOW))
def test_the_strip_hides_neither_the_bar_nor_the_hand(tmp_path, board, game):
    pictures = []
    for hints in (0, 1):
        root = tmp_path / str(hints)
        root.mkdir()
        Store(str(root)).save("settings", b"hints=%d\n" % hints)
        pictures.append(run(root, board, "idle:2900 shot:0 wait:9000 shot:1", game)[1][1])
    size = LOW[board]
    found = rows(*pictures, size[0])
    # (the lowest bar is 15 rows high, the highest hand 48 and 6 more for the card at the cursor)
    assert found and found[0] >= 15
    if (board, game) == ("badger2040", "cicera"):  # there it stands beside the hand
        for y in found:
            row = slice(3 * size[0] * y, 3 * (size[0] * y + 180))
            assert pictures[0][row] == pictures[1][row]
    else:
        assert found[-1] < size[1] - 28
    if (board, game) == ("badger2040", "tarocco"):
        # No more than the edge of the card at the cursor, which stands 48 rows high.
        assert found[-1] < size[1] - 48 + 3


@pytest.mark.parametrize("game", ("cicera", "tarocco"))
def test_on_e_ink_the_strip_comes_with_the_turn_and_stays(tmp_path, game):
    pictures = []
    for hints in (0, 1):
        root = tmp_path / str(hints)
        root.mkdir()
        Store(str(root)).save("settings", b"hints=%d\n" % hints)
        keys = "idle:2900 shot:0 wait:20000 shot:1 down idle shot:2"
        pictures.append([shot[1] for shot in run(root, "badger2040", keys, game)])
    off, on = pictures
    strip = rows(off[0], on[0], 296)
    if game == "tarocco":
        # Two rows are free, where all is told: no refresh of its own later.
        assert on[0] == on[1]
        assert 24 <= len(strip) <= 27
        # A press sends no more than without it.
        assert rows(off[2], on[2], 296) == strip
        assert rows(on[0], on[2], 296) == rows(off[0], off[2], 296) != []
    else:
        # What has no room in the free row is told later, in the place of all that is said, till a
        # press.
        later = rows(off[1], on[1], 296)
        assert 12 <= len(strip) <= 14 and 24 <= len(later) <= 28
        assert set(strip) < set(later)
        assert set(later) - set(strip) <= set(rows(on[1], on[2], 296))


def test_the_strip_can_be_switched_off(tmp_path):
    Store(str(tmp_path)).save("settings", b"hints=0\n")
    seen = run(tmp_path, "picosystem", "idle:2900 shot:0 wait:9000 shot:1")
    assert seen[1][1] == seen[0][1]
