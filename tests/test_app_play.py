# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What buttons do at the table and in the menus: choices made, refused, hurried; files that are
damaged.
"""

import pytest

from engine.errors import RecordError
from engine.record import Record
from sim.simulator import Simulator, firmware_modules

with firmware_modules():
    from firmware.storage import Store

# South deals in the first; in the second North does, so West leads and South plays second.
SOUTH_DEALS = "13571298"
TWO_BEFORE = "0357129A"


def run(root, keys, board="picosystem", game=None, deal=None):
    """Run a script; returns [(saved record or None, picture)] at its shots."""
    sim = Simulator(board, keys, root=str(root), game=game, deal=deal, lang="en", capture=True)
    seen = []

    def look(path):
        data, _ = Store(str(root)).load("game")
        try:
            record = Record.from_bytes(data) if data else None
        except RecordError:
            record = None  # not looked at yet by the app
        seen.append((record, bytes(sim.picture())))

    sim.host.on_shot = look
    assert sim.run() == "off", sim.error
    assert not (root / "log.txt").exists(), (root / "log.txt").read_text()
    assert sim.warnings() == []
    return seen


def played(record, seat):
    """The cards that ``seat`` has played."""
    table = record.replay().table
    return [table.log[i] for i in range(len(table.log)) if table.who[i] == seat]


def test_presses_while_others_play_hurry_and_are_no_moves(tmp_path):
    # West plays first, South next; West's card is waited for about a second.
    seen = run(tmp_path, "wait:500 shot:0 A wait:60 shot:1 wait:3000 shot:2 2*(A wait:900) shot:3",
               game="cicera", deal="13571298")
    records = [record for record, _ in seen]
    assert [len(played(record, 3)) for record in records[:3]] == [0, 1, 1]
    assert played(records[2], 0) == []
    # Once it is the player's turn, presses count: a card, and perhaps what it takes.
    assert len(played(records[3], 0)) == 1


def test_an_illegal_card_is_refused_with_a_reason(tmp_path):
    record = Record("tarocco", TWO_BEFORE)
    game = record.new()
    while not (game.turn == 0 and game.phase == 2 and len(game.legal()) < len(game.hands[0])):
        record.add(game, game.legal()[0])
    hand, legal = bytes(game.hands[0]), game.legal()
    assert Store(str(tmp_path)).save("game", record.to_bytes())
    # The cursor begins at the first card that may be played.
    away = [i for i in range(len(hand)) if hand[i] not in legal][0] - hand.index(legal[:1])
    keys = "idle A idle %d*%s wait:300 shot:0 A wait:400 shot:1 A wait:400 shot:2"
    seen = run(tmp_path, keys % (abs(away), "right" if away > 0 else "left"))
    # Nothing has happened but the box with the reason, which the next press takes away.
    assert {bytes(r.moves) for r, _ in seen} == {bytes(record.moves)}
    assert seen[1][1] != seen[0][1]
    assert seen[2][1] == seen[0][1]


def test_forbidden_discards_are_refused(tmp_path):
    # To the left end of the hand and on from there: kings and tarocchi don't get marked.
    keys = "idle " + "A wait:200 " + 17 * "left wait:150 A wait:150 " + "idle shot:0"
    record = run(tmp_path, keys, game="tarocco", deal=SOUTH_DEALS)[0][0]
    game = record.replay()
    assert len(game.discards) in (0, 2)
    for card in game.discards:
        assert not (card < 40 and card % 10 == 0)
        assert card not in (40, 41, 60, 61)


@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_discards_are_marked_taken_back_and_confirmed(tmp_path, board):
    keys = "idle shot:0 A idle shot:1 B idle shot:2 A idle A idle shot:3 A idle shot:4"
    seen = run(tmp_path, keys, board, game="tarocco", deal=SOUTH_DEALS)
    records = [record for record, _ in seen]
    for record in records[:4]:
        assert len(record.moves) == 0
    assert seen[1][1] != seen[0][1]
    assert len(records[4].replay().discards) == 2


@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_looking_something_up_changes_nothing(tmp_path, board):
    info = "X" if board == "picosystem" else "C"
    menu = "Y" if board == "picosystem" else "B"
    keys = "idle A idle A idle shot:0 %s idle shot:1 B idle shot:2 %s idle shot:3 A idle shot:4"
    seen = run(tmp_path, keys % (info, menu), board, game="cicera", deal="3357129C")
    assert len({bytes(record.moves) for record, _ in seen}) == 1
    assert seen[1][1] != seen[0][1]
    assert seen[3][1] != seen[0][1]


def test_a_capture_is_picked_card_by_card(tmp_path):
    """Ten on all other 51 cards: the running sum leads through 1,701 captures to a legal one."""
    record = Record("cicera", "3357129C")
    game = record.new()
    while len(game.table.log) < 47 or game.turn:
        record.add(game, bytes((game.hands[game.turn][0],)))
        if game.phase == 3:
            pytest.fail("South doesn't play last in this deal")
    assert len(game.table.cards) == 51
    assert Store(str(tmp_path)).save("game", record.to_bytes())
    seen = run(tmp_path, "idle A idle shot:0 A idle shot:1 A wait:500 shot:2 A wait:500 shot:3 "
               "A wait:500 shot:4 A wait:500 A wait:500 A wait:500 A wait:500 shot:5")
    after = seen[-1][0].replay()
    assert after.phase == 3
    assert after.table.took[-1] >= 1
    take = after.table.take(-1)
    if len(take) > 1:
        assert sum(card % 13 + 1 for card in take) == 10


def test_laying_down_although_something_could_be_taken(tmp_path):
    record = Record("cicera", "3357129C")
    game = record.new()
    while len(game.table.log) < 47:
        record.add(game, bytes((game.hands[game.turn][0],)))
    assert Store(str(tmp_path)).save("game", record.to_bytes())
    # Down through the rows of the table to "lay it down", which lies below them.
    seen = run(tmp_path, "idle A idle A idle 6*down wait:300 A idle shot:0")
    after = seen[0][0].replay()
    assert after.phase == 3
    assert after.table.took[-1] == 0


def test_back_takes_a_picked_card_back(tmp_path):
    record = Record("cicera", "3357129C")
    game = record.new()
    while len(game.table.log) < 47:
        record.add(game, bytes((game.hands[game.turn][0],)))
    assert Store(str(tmp_path)).save("game", record.to_bytes())
    seen = run(
        tmp_path, "idle A idle shot:0 A idle shot:1 A idle shot:2 B idle shot:3 B idle shot:4"
    )
    assert len({bytes(r.moves) for r, _ in seen}) == 1
    assert seen[3][1] == seen[1][1]
    assert seen[4][1] == seen[0][1]


def test_options_are_kept(tmp_path):
    keys = "idle 4*down wait:300 A wait:400 right wait:300 B idle"
    run(tmp_path, keys)
    data, problem = Store(str(tmp_path)).load("settings")
    assert problem is None
    assert b"speed=2" in data


GARBAGE = (b"", b"\0" * 40, b"Tv\x01 something", b"\xff" * 300, b"Tv\xff" + b"\0" * 40)


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_files_that_cant_be_read_are_told_and_left_behind(tmp_path, garbage):
    folder = tmp_path / "save"
    folder.mkdir()
    for name in ("game.0", "game.1", "game.2", "settings.0", "settings.1", "settings.2"):
        (folder / name).write_bytes(garbage)
    seen = run(
        tmp_path, "idle shot:0 A idle shot:1 A idle A idle shot:2 A idle A idle 2*(A idle) shot:3"
    )
    # A sentence, then the title; and a game can be begun and is saved.
    assert seen[0][1] != seen[1][1]
    assert seen[3][0] is not None


def test_a_record_that_breaks_the_rules_is_no_crash(tmp_path):
    data = bytearray(Record("tarocco", SOUTH_DEALS).to_bytes())
    data[16] = 3
    data += bytes((200, 201, 202))
    assert Store(str(tmp_path)).save("game", bytes(data))
    seen = run(tmp_path, "idle shot:0 A idle shot:1")
    assert seen[0][1] != seen[1][1]


def test_a_full_flash_is_said_once_and_the_game_goes_on(tmp_path, monkeypatch):
    sim = Simulator(
        "picosystem",
        "idle A wait:600 shot:0 A idle shot:1 6*(A idle) shot:2",
        root=str(tmp_path),
        game="cicera",
        deal="3357129C",
        lang="en",
    )
    pictures = []
    sim.host.on_shot = lambda path: pictures.append(bytes(sim.picture()))

    def full(self, name, data):
        self.full = True
        return False

    from importlib import import_module

    real = import_module

    def without_room(name, *rest):
        module = real(name, *rest)
        if name == "firmware.main":
            __import__("firmware.storage").storage.Store.save = full
        return module

    monkeypatch.setattr("sim.simulator.importlib.import_module", without_room)
    assert sim.run() == "off"
    assert sim.error is None
    assert not (tmp_path / "log.txt").exists()
    assert len(set(pictures)) == 3
