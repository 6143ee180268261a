# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The line protocol: whole deals among processes that know only their hands, and lines that are
wrong.
"""

import json
import subprocess
import sys

import pytest

from engine import record
from engine.prng import Prng
from tools.bot import Bot


def deal_line(name, number, known, seed=""):
    """Return the ``new`` line of deal ``number`` for a process that knows the seats ``known``."""
    rules = record.module(name)
    if name == "tarocco":
        from engine.tarocco.cards import code

        dealer, hands = rules.deal(Prng(number, 1, 2))
        rest = ""
    else:
        from engine.cicera.cards import code

        dealer, hands, table = rules.deal(Prng(number, 1, 2))
        rest = " table=" + ",".join(code(card) for card in table)
    texts = [
        ",".join(code(card) for card in hands[seat]) if seat in known else "?" for seat in range(4)
    ]
    return "new %s dealer=%d hands=%s%s%s" % (name, dealer, "/".join(texts), rest, seed)


def referee(name, number, bots, judge, steady=True):
    """Play a deal among ``bots`` (functions line -> answer), one a seat; return ``judge``'s score.

    ``judge`` knows all hands; ``steady`` bots decide the same when asked again. Every bot must
    agree about whose turn it is at every step.
    """
    for seat in range(4):
        assert bots[seat](deal_line(name, number, (seat,))) == "ok"
    assert judge(deal_line(name, number, range(4))) == "ok"
    decisions = 0
    while True:
        turn = judge("turn")
        assert [bot("turn") for bot in bots] == [turn] * 4
        if turn == "over":
            break
        act, seat = turn.split()
        seat = int(seat)
        decision = bots[seat]("ask")
        assert decision.split()[0] == act
        if steady:
            assert bots[seat]("ask %d" % seat) == decision, "asking changes nothing"
        assert bots[(seat + 1) & 3]("ask").startswith("error ")
        assert judge("tell %d %s" % (seat, decision)) == "ok", decision
        for other in range(4):
            told = "discard ? ?" if act == "discard" and other != seat else decision
            assert bots[other]("tell %d %s" % (seat, told)) == "ok", told
        decisions += 1
    assert decisions == (65 if name == "tarocco" else 48)
    scores = [json.loads(bot("score")) for bot in bots]
    assert scores == [json.loads(judge("score"))] * 4
    assert len(scores[0]["totals"]) == 2
    return scores[0]


@pytest.mark.parametrize("name", record.GAMES)
@pytest.mark.parametrize("level", ("random", "medium"))
def test_whole_deals_in_process(name, level):
    bots = [Bot(level) for _ in range(5)]
    for number in range(6):
        seats = [bot.answer for bot in bots[:4]]
        score = referee(name, number, seats, bots[4].answer, level != "random")
        if name == "tarocco":
            points = [team["card_points"] + team["last_trick"] for team in score["teams"]]
            assert sum(points) == 93


@pytest.mark.parametrize("name", record.GAMES)
def test_one_process_with_all_hands_plays_as_four_with_their_own(name):
    bots = [Bot("medium") for _ in range(4)]
    judge = Bot("medium")
    referee(name, 3, [bot.answer for bot in bots], judge.answer)
    alone = Bot("medium")
    alone.answer(deal_line(name, 3, range(4)))
    while alone.answer("turn") != "over":
        seat = alone.answer("turn").split()[1]
        assert alone.answer("tell %s %s" % (seat, alone.answer("ask"))) == "ok"
    assert alone.answer("score") == judge.answer("score")


class Process:
    """A bot in a process of its own."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tools.bot", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )

    def __call__(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().decode().rstrip("\n")

    def end(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(10)


def test_processes():
    bots = [Process("--level", "medium") for _ in range(5)]
    try:
        referee("tarocco", 11, bots[:4], bots[4])
        referee("cicera", 11, bots[:4], bots[4])
        assert bots[0]("player 2 strong:20") == "ok"
        # Bytes that are no text at all are answered like any other line.
        bots[1].process.stdin.write(b"\xff\xfe\x00 tell\n")
        assert bots[1]("turn").startswith("error ")
        assert bots[1].process.stdout.readline() == b"over\n"
        bots[2].process.stdin.write(b"quit\n")
        bots[2].process.stdin.flush()
        assert bots[2].process.wait(10) == 0
    finally:
        assert [bot.end() for bot in bots] == [0] * 5


def test_wrong_level_is_said():
    run = subprocess.run(
        [sys.executable, "-m", "tools.bot", "--level", "champion"], capture_output=True, text=True
    )
    assert run.returncode == 2
    assert "champion" in run.stderr and "Traceback" not in run.stderr


GARBAGE = (
    "",
    "   ",
    "hello",
    "__init__",
    "new",
    "new bridge",
    "new tarocco",
    "new tarocco dealer=4 hands=?/?/?/?",
    "new tarocco dealer=0 hands=?/?/?",
    "new tarocco dealer=0 hands=?/?/?/? seed=x",
    "new tarocco dealer=0 hands=Rs/?/?/?",
    "new tarocco dealer=0 dealer=1 hands=?/?/?/?",
    "new tarocco dealer=0 hands=?/?/?/? colour=red",
    "new tarocco dealer=0 hands=/?/?/?",
    "new cicera dealer=0 hands=?/?/?/?",
    "new cicera dealer=0 hands=?/?/?/? table=As,2s,3s",
    "new cicera dealer=0 hands=?/?/?/? table=As,2s,3s,3s",
    "new cicera dealer=0 hands=?/?/?/? table=As,2s,3s,T16",
    "player",
    "player 4 strong",
    "player x strong",
    "player 0 strongest",
    "player 0 strong:0",
    "player 0 strong:-1",
    "player 0 medium:5",
    "ask 0 1",
    "ask x",
    "tell",
    "tell 0",
    "tell 9 play Rs",
    "tell 1 play",
    "turn 3",
    "score",
    "score now",
    "quit now",
    "discard ? ?",
    "tell ² play Rs",
)


@pytest.mark.parametrize("line", GARBAGE)
def test_garbage_is_answered_and_changes_nothing(line):
    bot = Bot("medium")
    assert bot.answer("turn").startswith("error ")
    assert bot.answer(line).startswith("error ")
    bot.answer(deal_line("tarocco", 1, (0, 1, 2, 3)))
    before = bot.answer("turn"), bot.answer("ask")
    answer = bot.answer(line)
    assert answer.startswith("error ") and len(answer) > 8 and "\n" not in answer
    assert (bot.answer("turn"), bot.answer("ask")) == before


def tarocco(hands, dealer=0):
    """Return a bot in a deal where ``hands`` (seat -> codes with spaces) are known."""
    bot = Bot("medium")
    texts = [hands[seat].replace(" ", ",") if seat in hands else "?" for seat in range(4)]
    assert bot.answer("new tarocco dealer=%d hands=%s" % (dealer, "/".join(texts))) == "ok"
    return bot


HAND = "Rs Qs 7s Rb 6b Ab Qc 8c 9c Rd Qd MON T12 MO2 BEG"


def test_illegal_decisions_are_refused():
    bot = tarocco({1: HAND})
    refused = (
        "tell 1 play 7s",  # first the discards
        "tell 0 discard ?",
        "tell 0 discard Rc 6s",  # never a king
        "tell 0 discard MAT 6s",  # never a tarocco
        "tell 0 discard 7s 6s",  # the seven is in seat 1's hand
        "tell 0 discard 6s 6s",
        "tell 1 discard ? ?",
        "tell 0 declare no",
    )
    for line in refused:
        assert bot.answer(line).startswith("error "), line
        assert bot.answer("turn") == "discard 0"
    assert bot.answer("tell 0 discard ? ?") == "ok"
    assert bot.answer("turn") == "declare 1"
    refused = (
        "tell 1 play 7s",
        "tell 1 declare",
        "tell 1 declare maybe",
        "tell 1 declare yes",  # three kings are held: declaring shows them
        "tell 1 declare yes Rs Rb",
        "tell 1 declare no Rs",
    )
    for line in refused:
        assert bot.answer(line).startswith("error "), line
        assert bot.answer("turn") == "declare 1"
    assert bot.answer("ask").startswith("declare yes ")
    assert bot.answer("tell 1 " + bot.answer("ask")) == "ok"
    assert bot.answer("tell 1 play 8s").startswith("error ")
    assert bot.answer("tell 1 play 7s") == "ok"
    # The hand of seat 2 is unknown, but not what others hold.
    assert bot.answer("tell 2 declare yes Rs Rc Rd").startswith("error ")
    assert bot.answer("tell 2 declare yes Rc Qc").startswith("error ")
    assert bot.answer("tell 2 declare no") == "ok"
    assert bot.answer("tell 2 play 7s").startswith("error ")
    assert bot.answer("tell 2 play Qs").startswith("error ")
    assert bot.answer("tell 2 play 6s") == "ok"
    assert bot.answer("score").startswith("error ")


def test_a_declared_card_has_to_follow():
    bot = tarocco({1: HAND})
    bot.answer("tell 0 discard ? ?")
    bot.answer("tell 1 declare no")
    bot.answer("tell 1 play Ab")
    assert bot.answer("tell 2 declare yes Qb Cb Fb 10b").startswith("error ")
    assert bot.answer("tell 2 declare yes Cs Cb Cd") == "ok"
    # Seat 2 has shown a baton, so it may play neither a trump nor another suit; the Matto it may.
    assert bot.answer("tell 2 play T16").startswith("error ")
    assert bot.answer("tell 2 play 6d").startswith("error ")
    assert bot.answer("tell 2 play MAT") == "ok"
