# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The first deal of each game, explained: prepared as promised, every rule told once, at its moment."""

import types

import pytest

from engine.record import GAMES, Record
from engine.tarocco import count
from sim.simulator import Simulator, firmware_modules

with firmware_modules():
    from firmware.app.core import LESSONS
    from firmware.storage import Store


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
        from firmware import text
        from firmware.app import lesson

        text.set_language("en")
        keys = {text.t("lesson." + key, "A"): key for key in lesson.TIPS[game]}
        start = text.t("lesson.%s.start" % game[0])
        keys[start + " A: go on"] = keys.pop(start)
        table = types.SimpleNamespace(name=game, game=position, told=0, keeper=record)
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
        assert told[:2] == ["t.start", "t.discard"]
        assert when["t.declare"][0] == 1
        assert {"t.ranks", "t.values", "t.menu", "t.taken", "t.last"} <= set(told)
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
    sim = Simulator(board, "idle " + down + "A idle A idle:3000 shot:0 A idle:3000 shot:1 A idle:3000 "
                    "shot:2 12*(A idle)", root=str(tmp_path), capture=True)
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
        from firmware import text
        from firmware.app import after

        text.set_language("en")
        app = types.SimpleNamespace(
            store=store, save_game=lambda data: store.save("game", data), show=lambda group: None,
        )

        class Chosen:
            def __init__(self, app, heading, rows):
                pass

            def run(self):
                return 3

        import firmware.app.menu

        real = firmware.app.menu.Menu
        firmware.app.menu.Menu = Chosen
        try:
            assert after.after_deal(app, record, 0, (4, 3)) is None
        finally:
            firmware.app.menu.Menu = real
    assert store.load("stats")[0] is None
