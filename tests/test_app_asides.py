# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""At the table: taking back, hints, what was played, the card under the cursor, plays made by
themselves.
"""

import types

import pytest

from engine.record import Record, module
from sim.simulator import Simulator, firmware_modules

with firmware_modules():
    from firmware.storage import Store

CODES = {"tarocco": "13571298", "cicera": "3357129C"}


def game_until(game, code, number):
    """A record with ``number`` choices by the medium player, and its game."""
    record = Record(game, code)
    position = record.new()
    player = __import__("engine.%s.player" % game, fromlist=("Player",)).Player("medium")
    while position.phase != 3 and number:
        record.add(position, player.choose(position.view(position.turn)))
        number -= 1
    return record, position


def turns(record):
    """The seats of the choices of a record, and whether each was a discard."""
    rules = module(record.game)
    game = record.new()
    at = 0
    found = []
    while at < len(record.moves):
        found.append((game.turn, game.phase == 0))
        choice, at = rules.unpack_choice(game, record.moves, at)
        game.do(choice)
    return found


@pytest.mark.parametrize("game", sorted(CODES))
@pytest.mark.parametrize("number", [0, 1, 2, 3, 5, 6, 9, 20, 33, 48, 66])
def test_taking_back_goes_to_the_last_decision_of_the_player(game, number):
    record, position = game_until(game, CODES[game], number)
    before = record.to_bytes()
    possible = record.can_take_back(position)
    after = record.before_decision()
    assert record.to_bytes() == before
    seats = turns(record)
    assert possible == (0 in [seat for seat, _ in seats])
    if not possible:
        assert after is None
        return
    assert after.taken_back == 1
    assert record.moves.startswith(after.moves)
    kept = len(turns(after))
    assert after.replay().turn == 0
    gone = seats[kept:]
    assert gone[0][0] == 0
    # Only what followed from that decision is gone; both discards are one.
    own = [discard for seat, discard in gone if seat == 0]
    assert own in ([False], [True, True], [True])


def run(root, keys, board="picosystem", game=None, deal=None):
    """Run a script; returns [(saved record or None, picture)] at its shots."""
    sim = Simulator(board, keys, root=str(root), game=game, deal=deal, lang="en", capture=True)
    seen = []

    def look(path):
        data, _ = Store(str(root)).load("game")
        seen.append((Record.from_bytes(data) if data else None, bytes(sim.picture())))

    sim.host.on_shot = look
    assert sim.run() == "off", sim.error
    assert not (root / "log.txt").exists(), (root / "log.txt").read_text()
    return seen


@pytest.mark.parametrize("game", sorted(CODES))
def test_a_decision_is_taken_back_from_the_menu(tmp_path, game):
    record, position = game_until(game, CODES[game], 12)
    while position.turn != 0:
        record, position = game_until(game, CODES[game], len(turns(record)) + 1)
    assert Store(str(tmp_path)).save("game", record.to_bytes())
    seen = run(
        tmp_path, "wait:800 A idle:3000 shot:0 Y wait:500 2*down wait:300 A idle:3000 shot:1"
    )
    before, after = seen[0][0], seen[1][0]
    assert after.taken_back == 1
    assert before.moves.startswith(after.moves)
    assert after.replay().turn == 0
    assert len(turns(after)) < len(turns(before))


@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
@pytest.mark.parametrize("game", sorted(CODES))
def test_a_hint_changes_nothing_and_is_the_strong_players_choice(tmp_path, board, game):
    record, position = game_until(game, CODES[game], 12)
    while position.turn != 0:
        record, position = game_until(game, CODES[game], len(turns(record)) + 1)
    player = __import__("engine.%s.player" % game, fromlist=("Player",)).Player("strong")
    choice = player.choose(position.view(0))
    assert Store(str(tmp_path)).save("game", record.to_bytes())
    menu = "Y" if board == "picosystem" else "B"
    # The hint, then A to close it and A to play the card that the cursor stands at.
    keys = (
        "wait:1500 A idle:4000 %s wait:900 down wait:500 A wait:9000 shot:0 A idle:2500 shot:1 "
        "A wait:1200 "
    )
    if game == "cicera":
        keys += 5 * "A wait:1500 "
    seen = run(tmp_path, keys % menu + "shot:2", board)
    assert seen[0][0].moves == seen[1][0].moves == record.moves
    assert seen[0][1] != seen[1][1]
    table = seen[2][0].replay().table
    card = choice if game == "tarocco" else choice[0]
    if game == "tarocco" or len(choice) > 1:
        assert table.log[len(position.table.log)] == card


def test_thinking_of_a_hint_ends_with_a_press():
    with firmware_modules():
        from firmware.app.play import hint

        class Slow:
            steps = 0

            def start(self, view):
                pass

            def step(self):
                self.steps += 1
                assert self.steps < 5

        app = types.SimpleNamespace(
            work=lambda: None, buttons=types.SimpleNamespace(waiting=lambda: slow.steps > 2)
        )
        slow = Slow()
        hint.room = lambda game, part: types.SimpleNamespace(Player=lambda level: slow)
        assert hint.think(app, None, "tarocco") is None


@pytest.mark.parametrize("game", sorted(CODES))
def test_what_was_played_is_all_there(game):
    record, position = game_until(game, CODES[game], 99)
    with firmware_modules():
        from firmware.app.games import room
        from firmware.app.widgets import page as pages
        from firmware.content import text

        text.set_language("en")
        table = position.table
        rows = room(game, "pages").history_rows
        shown = [rows(table, number) for number in range(14 if game == "tarocco" else 11, -1, -1)]
        log = bytes(table.log)
        if game == "tarocco":
            assert len(shown) == 15
            cards = [row[1] for rows in shown for row in rows if row[0] == pages.CARDS]
            assert b"".join(reversed(cards)) == log
            for number, rows in zip(range(14, -1, -1), shown):
                name = (
                    "You"
                    if table.winners[number] == 0
                    else ("", "East", "North", "West")[table.winners[number]]
                )
                assert rows[0][1] == "Trick %d: %s" % (number + 1, name)
                marked = [row[1] for row in rows[2:] if row[2]]
                assert len(marked) == 1 and marked[0].startswith(name + ":")
            return
        assert len(shown) == 12
        plays = [row for rows in shown for row in rows if row[0] == pages.LINE]
        assert len(plays) == 48
        cards = [row[1] for rows in shown for row in rows if row[0] == pages.CARDS]
        takes = [log[i : i + 1] + table.take(i) for i in range(48) if table.took[i]]
        assert cards == takes[::-1]


def test_the_only_card_is_played_by_itself_if_wished(tmp_path):
    # A turn of South's with one legal card of several, in whatever deal has one.
    for code in ("13571298", "0357129A", "2357129E", "3357129C", "2357429Z", "Q357529N"):
        record = Record("tarocco", code)
        position = record.new()
        while position.phase != 3:
            legal = position.legal()
            if position.turn == 0 and position.phase == 2 and len(legal) == 1:
                break
            record.add(position, legal[-1] if position.phase == 2 else legal[0])
        if position.phase != 3 and len(position.hands[0]) > 2:
            break
    else:
        pytest.fail("no such turn in these deals")
    only = position.legal()[0]
    done = len(position.table.log)
    for auto in (0, 1):
        root = tmp_path / str(auto)
        root.mkdir()
        store = Store(str(root))
        store.save("game", record.to_bytes())
        store.save("settings", b"auto=%d\n" % auto)
        seen = run(root, "wait:900 A wait:3000 shot:0")
        log = seen[0][0].replay().table.log
        assert len(log) > done if auto else len(log) == done
        if auto:
            assert log[done] == only
