# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""firmware/device/buttons.py: bounce, short and long presses, presses during long work; on a fake
clock.

All bounce here is made: at random, or from figures that were published (SWITCHES, below).
"""

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
        micropython.native = lambda function: function
        before = {name: sys.modules.get(name) for name in ("machine", "time", "micropython")}
        sys.modules.update(machine=machine, time=clock, micropython=micropython)
        try:
            spec_ = importlib.util.spec_from_file_location(
                "buttons_under_test", os.path.join(ROOT, "firmware", "device", "buttons.py")
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
        """Change a line; ``bounce``: ms from each edge to the next, back and forth, at its end
        true.
        """
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


# -- bounce as measured --
#
# None of what follows is a recording: the edges are made, by dice, from figures that others have
# published of switches they measured, or makers of theirs. (Of recordings, adamfk's come without
# a licence, and those of github.com/gsuberland/switch_bouncing, in the public domain, are an
# oscilloscope's curves in archives that weren't at hand.) Microseconds from the first edge to the
# last: on average, where that is known, and at most.
#
# Not in the list, for without delay nobody can tell it from two presses: contacts that part for as
# long as a quick finger. Ganssle's switch E was closed for 81 ms, open for 42, closed again; the
# example of adamfk's bouncy-button has a press that was closed for 45 ms, open for 63, closed
# again.
SWITCHES = {
    # J. Ganssle, A Guide to Debouncing, ganssle.com/debouncing.htm: 16 switches of 18
    "Ganssle": (1557, 6200),
    # adamfk, github.com/adamfk/bouncy-button-data: the headings of issues 23, 11, 4, 5, 28, 29
    "tactile 6x6, five of them": (None, 14000),
    "tactile 6x6, new": (None, 9300),
    "push button 12 mm, red": (None, 1200),
    "push button 12 mm, green": (None, 320),
    "key switch, linear": (None, 170),
    "key switch, tactile": (None, 75),
    # the same, 14: no button, but the longest there without long pauses
    "kick pedal": (11000, 40300),
    # github.com/pe1hvh/measure_bouncing: the worst of several
    "morse key": (None, 2188),
    # data sheets: Omron B3F, Hokuriku KSM8W; Namae JTP-1136C after 100,000 presses
    "B3F": (None, 5000),
    "KSM8W": (None, 10000),
    "JTP-1136C, worn": (None, 20000),
}
MEASURED = 10_000  # presses of each


class Fine(Board):
    """The same with a clock of microseconds, and an interrupt that misses edges.

    While a handler runs, further edges of its line are one: it is called once more, afterwards.
    """

    us = 0
    _BUSY = 40  # us that the handler takes

    @property
    def now(self):
        return self.us // 1000

    @now.setter
    def now(self, ms):
        self.us = max(self.us, ms * 1000)

    def edges(self, number, pressed, times):
        """Change a line; ``times``: us from now of each edge, in order. It ends as told."""
        level = 1 - self.released if pressed else self.released
        start = self.us
        times = list(times)
        if len(times) % 2 == 0:
            times.append(times[-1])
        free = -1
        pending = False
        handler, pin = self.handlers[number]
        for i, at in enumerate(times):
            if pending and at >= free:
                self.us = start + free
                free += self._BUSY
                pending = False
                handler(pin)
            # (a call that was pending may have begun meanwhile: then there is one more)
            self.levels[number] = level if i % 2 == 0 else 1 - level
            if at >= free:
                self.us = start + at
                free = at + self._BUSY
                handler(pin)
            else:
                pending = True
        if pending:
            self.us = start + free
            handler(pin)
        assert self.levels[number] == level


def burst(dice, average, most):
    """Times in us of the edges of one bounce; one in ten is as long as they come."""
    long = most
    if dice.random() < 0.9:
        mean = average or most / 3
        long = min(most, int(dice.expovariate(1 / mean)))
    # pulses of less than 100 ns are in all of the sources: two edges in the same microsecond
    edges = sorted(dice.randrange(0, long + 1) for _ in range(dice.randrange(0, 12)))
    edges += [at for at in edges if dice.random() < 0.2]
    return [0, *sorted(edges), long]


def quiet_for(times):
    """The longest time without an edge in ``times``."""
    return max(b - a for a, b in zip(times, times[1:]))


def some(dice, average, most):
    """A bounce without a pause of the quiet time, which would be a press."""
    while True:
        times = burst(dice, average, most)
        if quiet_for(times) < 19_000:
            return times


def told(board, dice, count, down, up, polls, between=None):
    """Press ``count`` times; returns what was expected and what was told."""
    names = {35: "right", 0: "ok", 7: "left"}
    expected, got = [], []
    for _ in range(count):
        number = dice.choice((35, 0, 7))
        poll = dice.choice(polls)
        board.us += dice.randrange(1000)
        board.edges(number, True, down(dice))
        board.wait(dice.randrange(45, 130), poll)
        if between:
            between(board, dice, number, poll)
        board.edges(number, False, up(dice))
        board.wait(dice.randrange(45, 130), poll)
        expected.append(names[number])
        if len(expected) - len(got) > 20:
            board.wait(30)
            got += board.taken()
    board.wait(30)
    got += board.taken()
    return expected, got


THREE = (("1", 35, "right", "back"), ("2", 0, "ok"), ("3", 7, "left"))


@pytest.mark.parametrize("name", SWITCHES)
def test_switches_that_were_measured(name):
    """Edges made from published figures: both bounces as long as they were found, any load."""
    dice = random.Random(name)
    board = Fine(*THREE, active_high=len(name) % 2 == 1)
    board.wait(100)

    def bounce(dice):
        return some(dice, *SWITCHES[name])

    expected, got = told(board, dice, MEASURED, bounce, bounce, (0, 0, 5, 20))
    assert len(expected) == MEASURED
    assert got == expected


def test_the_first_edge_counts_at_once():
    """What is measured doesn't make it slower: the press is there before its bounce is over."""
    board = Fine(*THREE)
    board.wait(100)
    board.edges(0, True, [0])
    assert board.taken() == ["ok"]
    board.wait(60)
    board.edges(0, False, [0])
    board.edges(35, True, [0])
    board.wait(60)
    board.edges(35, False, [0])
    assert board.taken() == ["right"]


@pytest.mark.parametrize("poll", [1, 5, 10])
def test_contacts_that_part_for_a_moment(poll):
    """Made, without a measurement: a long quiet press, then glitches or a burst under the finger.

    The burst is of 1.4 ms, after 45 ms of quiet, as in adamfk's example (see above), but closed
    at its end.
    """
    dice = random.Random(poll)
    board = Fine(*THREE)
    board.wait(100)

    def glitch(board, dice, number, poll):
        for _ in range(dice.randrange(1, 4)):
            if dice.random() < 0.5:
                board.edges(number, True, some(dice, None, 1400))
            else:
                # Closed, open for a time between a microsecond and 15 ms, closed.
                opened = dice.choice((1, 30, 100, 1000, 15_000))
                board.edges(number, False, [0])
                board.us += opened
                board.edges(number, True, [0])
            board.wait(dice.randrange(45, 90), poll)

    expected, got = told(
        board, dice, MEASURED, lambda dice: some(dice, 1557, 6200),
        lambda dice: some(dice, 1557, 6200), (poll,), glitch,
    )
    assert got == expected


@pytest.mark.parametrize("poll", [0, 5])
def test_slow_releases(poll):
    """Made: a finger that leaves slowly; contacts part and meet, at most 18 ms apart."""
    dice = random.Random(90 + poll)
    board = Fine(*THREE, active_high=True)
    board.wait(100)

    def slow(dice):
        times = [0]
        for _ in range(dice.randrange(1, 12)):
            times.append(times[-1] + dice.choice((1, 50, 500, 3000, 9000, 18_000)))
            if times[-1] > 90_000:
                break
        return times

    expected, got = told(
        board, dice, MEASURED, lambda dice: some(dice, 1557, 6200), slow, (poll,)
    )
    assert got == expected


def test_a_direction_goes_on_repeating_over_a_glitch():
    board = Fine(*THREE)
    board.wait(100)
    board.edges(7, True, [0, 80, 300])
    board.wait(300)
    board.edges(7, False, [0])
    board.us += 400
    board.edges(7, True, [0])
    board.wait(450)
    assert board.taken()[:1] == ["left"]
    board.wait(200)
    assert board.taken() == ["left"] and board.buttons.held_on
    board.edges(7, False, [0])
    board.wait(500)
    assert board.taken() == []
