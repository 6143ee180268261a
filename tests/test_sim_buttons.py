# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""firmware/buttons.py: bounce, short and long presses, presses during long work; on a fake clock."""

import importlib.util
import os
import random
import sys
import types

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.simulator import ROOT

LONG = 500


class Board:
    """Lines whose edges call the handlers at once, and a clock that only moves when told to."""

    def __init__(self, *spec, active_high=False, held=()):
        board = self
        self.now = 0
        self.levels = dict.fromkeys(held, 1 if active_high else 0)
        self.handlers = {}
        self.released = 0 if active_high else 1
        self.masked = False

        class Pin:
            IN, PULL_UP, PULL_DOWN, IRQ_FALLING, IRQ_RISING = 0, 1, 2, 4, 8

            def __init__(self, number, mode=None, pull=None):
                self.number = number
                board.levels.setdefault(number, board.released)

            def value(self):
                return board.levels[self.number]

            def irq(self, handler, trigger, hard=False):
                board.handlers[self.number] = handler, self

        def disable_irq():
            assert not board.masked
            board.masked = True
            return 7

        def enable_irq(state):
            assert state == 7
            board.masked = False

        machine = types.ModuleType("machine")
        machine.Pin, machine.disable_irq, machine.enable_irq = Pin, disable_irq, enable_irq
        clock = types.ModuleType("time")
        clock.ticks_ms = lambda: board.now & 0x3FFFFFFF
        clock.ticks_add = lambda t, d: (t + d) & 0x3FFFFFFF
        clock.ticks_diff = lambda a, b: (a - b + 0x20000000 & 0x3FFFFFFF) - 0x20000000
        micropython = types.ModuleType("micropython")
        micropython.const = lambda value: value
        before = {name: sys.modules.get(name) for name in ("machine", "time", "micropython")}
        sys.modules.update(machine=machine, time=clock, micropython=micropython)
        try:
            spec_ = importlib.util.spec_from_file_location(
                "buttons_under_test", os.path.join(ROOT, "firmware", "buttons.py")
            )
            module = importlib.util.module_from_spec(spec_)
            spec_.loader.exec_module(module)
        finally:
            for name, old in before.items():
                if old is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = old
        self.buttons = module.Buttons(spec, active_high)

    def set(self, number, pressed, bounce=()):
        """Change a line; ``bounce``: ms from each edge to the next, back and forth, at its end true."""
        level = 1 - self.released if pressed else self.released
        self._edge(number, level)
        for ms in bounce:
            self.now += ms
            self._edge(number, 1 - self.levels[number])
        if self.levels[number] != level:
            self._edge(number, level)

    def _edge(self, number, level):
        if self.levels[number] != level:
            self.levels[number] = level
            handler, pin = self.handlers[number]
            handler(pin)

    def wait(self, ms, poll=5):
        """Let time pass, polling every ``poll`` ms; 0: the app is busy with something else."""
        end = self.now + ms
        while self.now < end:
            self.now = min(self.now + (poll or ms), end)
            if poll:
                self.buttons.poll()

    def taken(self):
        """All actions that are waiting."""
        out = []
        while True:
            action = self.buttons.get()
            if action is None:
                return out
            out.append(action)


TWO = (("1", 35, "right", "back"), ("2", 0, "ok", "menu"))


def test_short_and_long():
    board = Board(*TWO)
    board.wait(100)
    board.set(35, True)
    board.wait(200)
    assert board.taken() == []  # it may become a long one
    board.set(35, False)
    assert board.taken() == ["right"]
    board.wait(100)
    board.set(0, True)
    board.wait(LONG - 10)
    assert board.taken() == []
    board.wait(20)
    assert board.taken() == ["menu"]  # while it is still held
    board.wait(3000)
    board.set(0, False)
    board.wait(100)
    assert board.taken() == []  # no repeats, nothing at the release


@pytest.mark.parametrize("held, action", [(200, "ok"), (LONG - 1, "ok"), (LONG, "menu")])
def test_both_are_told_apart_while_the_app_is_busy(held, action):
    board = Board(*TWO)
    board.wait(100)
    board.set(0, True, (1, 2, 1))
    board.wait(held - 4, poll=0)
    board.set(0, False, (2, 1))
    board.wait(3000, poll=0)
    assert board.taken() == [action]


def test_names_of_actions():
    board = Board(*TWO)
    assert [board.buttons.has(a) for a in ("right", "ok", "back", "menu", "up")] == [
        "1", "2", "1", "2", None,
    ]  # fmt: skip
    assert [board.buttons.long(a) for a in ("right", "back", "up")] == [False, True, False]


def test_a_button_without_a_second_action_counts_at_once_and_repeats():
    board = Board(("left", 3, "left"), ("A", 4, "ok"))
    board.wait(100)
    board.set(3, True)
    assert board.taken() == ["left"]
    board.wait(375)
    assert board.taken() == []
    assert not board.buttons.held_on
    for _ in range(3):
        board.wait(180)
        assert board.taken() == ["left"]
        assert board.buttons.held_on
    board.set(3, False)
    board.wait(1000)
    assert board.taken() == []
    board.set(4, True)
    board.wait(2000)
    assert board.taken() == ["ok"]  # only directions repeat


def test_held_at_the_start_is_no_press():
    for active_high in (False, True):
        board = Board(*TWO, active_high=active_high, held=(35, 0))
        board.wait(2000)
        board.set(35, False, (2, 3))
        board.wait(100)
        assert board.taken() == []
        board.set(35, True)
        board.set(35, False)  # shorter than the bounce time, closely after
        board.wait(100)
        assert board.taken() == ["right"]


PRESS = st.tuples(
    st.sampled_from([35, 0, 7]),
    st.lists(st.integers(0, 9), max_size=5),  # bounce of the press
    st.one_of(st.integers(30, 470), st.integers(520, 900)),  # held
    st.lists(st.integers(0, 9), max_size=5),
    st.integers(80, 300),  # until the next
    st.sampled_from([0, 1, 5, 13]),  # how often the app polls meanwhile
)


@settings(max_examples=150)
@given(st.lists(PRESS, max_size=30), st.booleans())
def test_no_press_is_lost_or_doubled(presses, active_high):
    """Any bounce shorter than the quiet time, any load: what was pressed is what is told."""
    board = Board(*TWO, ("up", 7, "info"), active_high=active_high)
    board.wait(100)
    names = {35: ("right", "back"), 0: ("ok", "menu"), 7: ("info", "info")}
    expected, got = [], []
    for number, bounce, held, bounce2, gap, poll in presses:
        start = board.now
        board.set(number, True, bounce)
        board.wait(max(held - (board.now - start), 25), poll)
        length = board.now - start
        board.set(number, False, bounce2)
        board.wait(gap, poll)
        board.wait(30)
        expected.append(names[number][1 if length >= LONG else 0])
        got += board.taken()
    assert got == expected


PRESSES = 100_000


def bounces(dice, kind):
    """Milliseconds from edge to edge of one bounce, as the clock of the handler sees them."""
    if kind == 0:
        return ()
    if kind == 1:  # a good key: all within one or two milliseconds
        return [dice.choice((0, 0, 0, 1)) for _ in range(dice.randrange(1, 8))]
    if kind == 2:  # a worn one: long gaps, for tens of milliseconds
        return [dice.randrange(0, 19) for _ in range(dice.randrange(1, 6))]
    # chatter: very many edges, more than a queue of interrupts would hold
    return [0] * dice.randrange(20, 60) + [dice.randrange(0, 6) for _ in range(4)]


@pytest.mark.parametrize("active_high", [False, True])
def test_a_hundred_thousand_presses(active_high):
    """All kinds of bounce, any load, bursts that aren't taken at once: none lost, none doubled."""
    dice = random.Random(100_000 + active_high)
    board = Board(*TWO, ("up", 7, "info"), active_high=active_high)
    board.wait(100)
    names = {35: ("right", "back"), 0: ("ok", "menu"), 7: ("info", "info")}
    expected, got = [], []
    for _ in range(PRESSES // 2):
        number = dice.choice((35, 0, 7))
        # Within an interrupt's reach the app polls often, seldom, or not at all.
        poll = dice.choice((0, 0, 5, 20))
        length = dice.randrange(520, 900) if dice.random() < 0.1 else dice.randrange(30, 470)
        start = board.now
        board.set(number, True, bounces(dice, dice.randrange(4)))
        board.wait(max(length - (board.now - start), 25), poll)
        length = board.now - start
        board.set(number, False, bounces(dice, dice.randrange(4)))
        board.wait(dice.randrange(30, 200), poll)
        expected.append(names[number][1 if length >= LONG else 0])
        if dice.random() < 0.1 or len(expected) - len(got) > 25:
            board.wait(30)
            got += board.taken()
    board.wait(30)
    got += board.taken()
    assert len(expected) == PRESSES // 2
    assert got == expected
