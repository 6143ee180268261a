# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The first deal of each game, explained: prepared as promised, every rule told once, at its
moment.
"""

import random
import types
from pathlib import Path

import pytest

from engine.record import GAMES, Record
from engine.tarocco import count
from engine.tarocco.cards import MAT, VALUES
from sim.simulator import Simulator, firmware_modules
from tools import sheets, texts

with firmware_modules():
    from firmware.app.app import LESSONS
    from firmware.storage import Store

FIRMWARE = str(Path(__file__).parent / "sim_firmware")
SIZES = sorted(set(sheets.SIZES))


def test_the_prepared_deals_hold_what_is_to_be_learnt():
    tarocco = Record("tarocco", LESSONS[0]).new()
    hand = bytes(tarocco.hands[0])
    assert tarocco.table.dealer == 0
    assert 61 in hand and any(55 < card < 60 for card in hand)
    assert count.points(hand) > 0
    from engine.cicera.captures import captures

    cicera = Record("cicera", LESSONS[1]).new()
    table = bytes(cicera.table.cards)
    sizes = {len(take) for card in cicera.hands[0] for take in captures(table, card)}
    assert cicera.turn == 0
    assert {1, 2} <= sizes


@pytest.mark.parametrize("game", GAMES)
def test_each_rule_is_told_once_and_in_time(game, tmp_path):
    record = Record(game, LESSONS[GAMES.index(game)], 0, 1)
    position = record.new()
    players = __import__("engine.%s.player" % game, fromlist=("Player",))
    player = players.Player("easy")
    said = []
    with firmware_modules():
        from firmware.app.games import room
        from firmware.app.play import lesson
        from firmware.content import text

        text.set_language("en")
        tips = room(game, "lesson").TIPS
        keys = {text.t("lesson." + key, "A"): key for key in tips}
        start = text.t("lesson.%s.start" % game[0])
        keys[start + " A: go on"] = keys.pop(start)
        table = types.SimpleNamespace(
            name=game, game=position, told=0, session=types.SimpleNamespace(record=record)
        )
        app = types.SimpleNamespace(
            store=Store(str(tmp_path)),
            say=lambda words: said.append((keys[words], place)),
            buttons=types.SimpleNamespace(has={"ok": "A"}.get),
        )
        discarded = False
        while position.phase != 3:
            place = (position.phase, len(position.table.log))
            if position.turn == 0 and not (position.phase == 0 and discarded):
                before = len(said)
                if len(record.moves) % 3 == 2:
                    # The power goes: the table is made anew.
                    table.told = 0
                    app.store = Store(str(tmp_path))
                lesson.teach(app, table)
                assert len(said) - before <= (2 if before else 3)
                discarded = position.phase == 0
            record.add(position, player.choose(position.view(position.turn)))
    told = [key for key, _ in said]
    assert len(set(told)) == len(told)
    when = dict(said)
    if game == "tarocco":
        assert told[:3] == ["t.start", "t.discard", "t.sets"]
        assert when["t.declare"][0] == when["t.contatori"][0] == 1
        assert {"t.ranks", "t.values", "t.menu", "t.taken", "t.last"} <= set(told)
        # The Matto may be played to the first trick already.
        assert when["t.matto"][1] < 4
        assert all(when[key][0] == 2 for key in told if key in ("t.follow", "t.trump", "t.lead"))
    else:
        assert told[:2] == ["c.start", "c.take"]
        assert {"c.sum", "c.prizes", "c.more", "c.napula", "c.menu", "c.last"} <= set(told)


@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_is_led_to_it_by_pressing_ok(tmp_path, board, game):
    Store(str(tmp_path)).save("settings", b"lang=en\nspeed=3\nhints=0")
    down = "" if game == "tarocco" else "down wait:600 "
    shots = []
    sim = Simulator(
        board,
        "idle " + down + "A idle A idle:3000 shot:0 A idle:3000 shot:1 A idle:3000 "
        "shot:2 12*(A idle)",
        root=str(tmp_path),
        capture=True,
    )
    sim.host.on_shot = lambda path: shots.append(bytes(sim.picture()))
    assert sim.run() == "off", sim.error
    assert not (tmp_path / "log.txt").exists()
    record = Record.from_bytes(Store(str(tmp_path)).load("game")[0])
    assert record.code == LESSONS[GAMES.index(game)]
    assert len(record.moves) > 2
    assert len(set(shots)) == 3


def test_a_finished_first_deal_isnt_counted(tmp_path):
    record = Record("cicera", LESSONS[1], 0, 1)
    position = record.new()
    while position.phase != 3:
        record.add(position, max(position.legal(), key=len))
    store = Store(str(tmp_path))
    with firmware_modules():
        from firmware.app.screens import deal_end as after
        from firmware.content import text

        text.set_language("en")
        app = types.SimpleNamespace(
            store=store,
            save_game=lambda data: store.save("game", data),
            open=lambda screen: 3,
        )
        assert after.after_deal(app, record, (4, 3)) is None
    assert store.load("stats")[0] is None


def test_what_is_advised_can_be_done():
    """However it is played: nobody comes after who puts points on North's trick, and has some."""
    advised = idle = 0
    with firmware_modules():
        from firmware.app.tarocco import lesson
    for seed in range(40):
        choice = random.Random(seed)
        record = Record("tarocco", LESSONS[0], 0, 1)
        position = record.new()
        # Others may declare before the player's turn comes.
        assert position.turn == position.phase == 0
        assert "t.sets" in lesson.moments(position)
        while position.phase != 3:
            table = position.table
            legal = position.legal()
            if position.turn == 0 and position.phase == 2:
                now = lesson.moments(position)
                if "t.partner" in now:
                    advised += 1
                    assert len(table.trick) == 3 and table.best() == 2
                    assert [card for card in legal if card != MAT and VALUES[card] > 1]
                elif len(table.trick) == 3 and table.best() == 2:
                    idle += 1
                if "t.trump" in now:
                    assert min(legal) > 39
                if "t.matto" in now:
                    assert MAT in legal
                if "t.last" in now and table.trick_no < 11:
                    assert [card for card in position.hands[0] if 39 < card < MAT]
            record.add(position, choice.choice(list(legal)))
    assert advised > 5 and idle > 5


#: What comes in a deal played by pressing ok alone.
PRESSED = {
    "tarocco": (
        "start discard sets declare contatori follow matto ranks values menu lead taken moors "
        "trump last"
    ),
    "cicera": "start take sum scua prizes picada more lay napula menu last",
}


@pytest.mark.parametrize("board", ["pico_st7735r", "pico_epaper_2_13"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", texts.languages())
def test_a_newcomer_gets_to_the_count_and_is_told_all_once(tmp_path, language, game, board):
    Store(str(tmp_path)).save("settings", b"lang=%s\nspeed=3\nhints=0" % language.encode())
    small = board == "pico_st7735r"
    sim = Simulator(
        board,
        "idle " + ("" if game == "tarocco" else "3 idle ") + "2 idle 2 56*(2 idle:400)",
        root=str(tmp_path),
        capture=True,
        firmware="lesson_app:run",
        extra_path=[FIRMWARE],
        python="micropython" if small else None,
        heap="512k",  # (the whole build)
    )
    assert sim.run() == "off", sim.error
    assert not (tmp_path / "log.txt").exists()
    lesson, over, _ = sim.output.partition("over\n")
    assert over
    lines = lesson.splitlines()
    said = [line[4:] for line in lines if line.startswith("say ")]
    assert said == ["lesson.%s.%s" % (game[0], key) for key in PRESSED[game].split()]
    offered = [line[6:].split(",")[:2] for line in lines if line.startswith("offer ")]
    if game == "tarocco":
        assert offered[:4] == [
            ["hint.mark", "hint.menu"],
            ["hint.mark", "hint.back"],
            ["hint.discard", "hint.back"],
            ["hint.choose", "hint.menu"],
        ]


def test_left_in_the_middle_and_by_the_menu_nothing_is_told_twice(tmp_path):
    """The power goes after each turn, and once the player leaves by the menu."""
    Store(str(tmp_path)).save("settings", b"lang=en\nspeed=3\nhints=0")
    said = []
    leave = "Y idle 2*(up idle) A idle A idle "
    keys = ["idle A idle A idle 7*(A idle:400)", "idle A idle 9*(A idle:400) " + leave + "A idle"]
    keys += ["idle A idle 11*(A idle:400)"] * 6
    for script in keys:
        sim = Simulator(
            "picosystem",
            script,
            root=str(tmp_path),
            capture=True,
            firmware="lesson_app:run",
            extra_path=[FIRMWARE],
        )
        assert sim.run() == "off", sim.error
        said.append(
            [
                line[4:]
                for line in sim.output.partition("over\n")[0].splitlines()
                if line.startswith("say ")
            ]
        )
        if "over" in sim.output:
            break
    assert "over" in sim.output
    for before, after in zip(said, said[1:]):
        # Only what stood there when the power went, and perhaps wasn't read, comes again.
        assert len(set(before) & set(after)) <= 3 - (before is not said[0])
    told = {key for keys in said for key in keys}
    assert told >= {"lesson.t." + key for key in PRESSED["tarocco"].split()} - {"lesson.t.lead"}


def rows_that_differ(sim, first, second):
    """Return the rows of pixels in which two pictures differ; e-ink keeps grey traces
    everywhere.
    """
    row = 3 * sim.size()[0]
    rows = {i // row for i in range(len(second)) if abs(first[i] - second[i]) > 99}
    assert rows
    return rows


@pytest.mark.parametrize(
    "board, late",
    [
        ("t_display", 2500),
        ("pico_st7735r", 2500),
        ("picosystem", 2500),
        ("badger2040", 9500),
    ],
)
def test_no_strip_runs_over_a_sentence(tmp_path, board, late):
    """What the buttons do is told at the foot while a sentence stands, and nothing else of
    them.
    """
    Store(str(tmp_path)).save("settings", b"lang=en\nspeed=3")
    ok = "A" if board in ("picosystem", "badger2040") else "2"
    # (Long enough for the picture to stand, too short for what the buttons do to be told.)
    stands = "wait:1300" if late < 9000 else "idle"
    keys = "idle {0} idle {0} {2} shot:0 wait:{1} shot:1 {0} {2} shot:2 wait:{1} shot:3"
    shots = []
    sim = Simulator(board, keys.format(ok, late, stands), root=str(tmp_path), capture=True)
    sim.host.on_shot = lambda path: shots.append(bytes(sim.picture()))
    assert sim.run() == "off", sim.error
    high = sim.size()[1]
    for early, then in (shots[:2], shots[2:]):
        assert min(rows_that_differ(sim, early, then)) >= high - 18


@pytest.mark.parametrize("language", texts.languages())
def test_the_strip_leaves_the_choice_to_declare_seen(tmp_path, language):
    Store(str(tmp_path)).save("settings", b"lang=%s\nspeed=3" % language.encode())
    shots = []
    sim = Simulator(
        "pico_st7735r",
        "idle 2 idle 2 idle 8*(2 idle) 2 wait:1000 shot:0 wait:6000 shot:1",
        root=str(tmp_path),
        capture=True,
    )
    sim.host.on_shot = lambda path: shots.append(bytes(sim.picture()))
    assert sim.run() == "off", sim.error
    rows = rows_that_differ(sim, *shots)
    # It lies above the sheet or below it.
    assert max(rows) < 34 or min(rows) > 110


@pytest.mark.parametrize("size", SIZES, ids=["%dx%d" % size for size in SIZES])
@pytest.mark.parametrize("language", texts.languages())
def test_there_is_room_for_the_strip_below_each_sentence(language, size):
    with sheets.Stage(language, *size, pictures=False) as stage:
        app = stage.app
        t = stage.load("firmware.content.text").t
        for key in texts.source("en"):
            if key.startswith("lesson."):
                words = t(key, "down")
                if key.endswith(".start"):
                    words += " down: " + t("hint.on")
                box = app.theme.toast(*size, words)
                tile = box[-1]
                bottom = box.y + tile.y + tile.bitmap.height + 5
                assert bottom <= size[1] - app.theme.line() - 2, key
