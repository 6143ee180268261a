# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""After a deal: statistics, the same deal again, the other team's cards, and the next deal."""

import types

import pytest

from engine.notation import from_text, to_text
from engine.record import Record
from sim.simulator import Simulator, firmware_modules

with firmware_modules():
    from firmware.storage import Store

CODE = {"tarocco": "13571298", "cicera": "3357129C"}


def finished(game, **options):
    """The record of a deal played to its end by a rule, and both totals."""
    record = Record(game, CODE[game], **options)
    position = record.new()
    while position.phase != 3:
        choices = list(position.legal())
        record.add(position, max(choices, key=len) if game == "cicera" else choices[0])
    return record, [side["total"] for side in position.count()["teams"]]


@pytest.mark.parametrize("game", sorted(CODE))
@pytest.mark.parametrize("dealer", [None, 2])
def test_a_turned_deal_gives_each_team_the_others_cards(game, dealer):
    plain = Record(game, CODE[game], dealer=dealer)
    turned = Record(game, CODE[game], dealer=dealer, turned=1)
    one, other = plain.new(), turned.new()
    for seat in range(4):
        assert other.hands[seat] == one.hands[(seat + 1) & 3]
    assert (other.table.dealer + 1) & 3 == one.table.dealer
    for again in (Record.from_bytes(turned.to_bytes()), from_text(to_text(turned))):
        assert again.turned == 1
        assert again.to_bytes() == turned.to_bytes()
        assert again.new().hands == other.hands
    # Whatever is played, the same choices lead to the same count with the teams exchanged.
    record, totals = finished(game, dealer=dealer)
    turned.moves.extend(record.moves)
    counted = [side["total"] for side in turned.replay().count()["teams"]]
    assert counted == totals[::-1]


@pytest.fixture
def app(tmp_path):
    return types.SimpleNamespace(store=Store(str(tmp_path)))


def numbers(app, game, level):
    with firmware_modules():
        from firmware.app.screens import statistics as stats
        from firmware.content import text

        text.set_language("en")
        return [row[2] for row in stats.rows(app, game, level)[1:]]


def deal(number, game="cicera", level=1, taken_back=0):
    from engine import dealcode

    code = dealcode.from_entropy(bytes((number, 1, 2, 3, 4, 5, 6)))
    return Record(game, code, level=level, taken_back=taken_back)


def test_statistics_count_what_was_finished(app):
    with firmware_modules():
        from firmware.app.screens import statistics as stats

        assert stats.rows(app, "cicera", 1) == []
        for number, totals in enumerate([(5, 3), (9, 2), (4, 4), (1, 8), (7, 6)]):
            stats.note(app, deal(number), totals)
        stats.note(app, deal(9, "tarocco", 2), (181, 90))
    # deals, won, mean, best, lead, in a row now and at most
    assert numbers(app, "cicera", 1) == ["5", "3 (60 %)", "5 : 5", "9", "7", "1", "2"]
    assert numbers(app, "tarocco", 2) == ["1", "1 (100 %)", "181 : 90", "181", "91", "1", "1"]
    assert numbers(app, "cicera", 2) == []
    # They are there after the power was off.
    app.store = Store(app.store.root)
    assert numbers(app, "cicera", 1)[0] == "5"


def test_deals_that_dont_count(app):
    with firmware_modules():
        from firmware.app.screens import statistics as stats

        stats.note(app, deal(1), (5, 3))
        stats.note(app, deal(1), (9, 0))
        stats.note(app, deal(2, taken_back=1), (9, 0))
    assert numbers(app, "cicera", 1)[:3] == ["1", "1 (100 %)", "5 : 3"]


def test_spoilt_statistics_begin_anew(app):
    app.store.save("stats", b"something else")
    assert numbers(app, "cicera", 1) == []


@pytest.mark.parametrize("turned, now, words", [
    (True, (50, 90), "They win by 20"), (True, (70, 50), "You win by 40"),
    (True, (60, 80), "A draw"), (False, (50, 90), "The same deal"),
])
def test_two_results_of_a_deal_are_compared(turned, now, words):
    with firmware_modules():
        from firmware.app.screens import deal_end as after
        from firmware.content import text

        text.set_language("en")
        rows = after.compared(turned, (80, 60), now)
    assert rows[0][1] == words
    assert rows[1][2:] == ("80", "60")
    assert rows[2][2:] == (str(now[0]), str(now[1]))


def run(root, keys, board="picosystem"):
    sim = Simulator(board, keys, root=str(root), lang="en", capture=True)
    seen = []

    def look(path):
        data, _ = Store(str(root)).load("game")
        seen.append((Record.from_bytes(data) if data else None, bytes(sim.picture())))

    sim.host.on_shot = look
    assert sim.run() == "off", sim.error
    assert not (root / "log.txt").exists(), (root / "log.txt").read_text()
    return seen


def start(root, record):
    root.mkdir()
    store = Store(str(root))
    store.save("game", record.to_bytes())
    store.save("settings", b"lang=en\nspeed=3\nhints=0")
    return store


@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_what_can_be_played_after_a_deal(tmp_path, board):
    record, _ = finished("cicera", level=0, partner=0)
    dealer = record.new().table.dealer
    begin = "wait:1500 A wait:2500 "
    start(tmp_path / "pages", record)
    seen = run(tmp_path / "pages", begin + 9 * "A wait:1500 shot:0 ", board)
    # So many presses until the count is over, which is when the game is no longer kept.
    pages = [one is None for one, _ in seen].index(True) + 1
    for down, check in enumerate((
        lambda new: new.code != record.code and new.dealer == (dealer + 1) & 3,
        lambda new: new.code == record.code and not new.turned and new.dealer is None,
        lambda new: new.code == record.code and new.turned,
        lambda new: new is None,
    )):
        store = start(tmp_path / str(down), record)
        keys = begin + pages * "A wait:1500 " + down * "down wait:500 " + "A wait:1500 shot:0"
        after = run(tmp_path / str(down), keys, board)[0][0]
        assert check(after)
        assert after is None or (after.level == after.partner == 0)
        assert store.load("stats")[0] is not None
        assert store.load("pair")[0] is not None


def test_the_deal_going_on_is_begun_again_from_the_menu(tmp_path):
    Store(str(tmp_path)).save("game", Record("cicera", CODE["cicera"]).to_bytes())
    seen = run(
        tmp_path,
        "wait:1500 A idle:2900 3*(A wait:900) idle:2900 shot:0 Y wait:500 up wait:300 "
        "A wait:500 down wait:200 A wait:500 left wait:200 A wait:700 shot:1",
    )
    assert len(seen[0][0].moves) > len(seen[1][0].moves)
    assert seen[1][0].code == CODE["cicera"]
    assert not seen[1][0].turned
