# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The players that ``tools.arena`` and ``tools.bot`` can seat, by name.

A level is ``random``, ``easy``, ``medium``, ``strong``, or ``strong:N`` with N play-outs a
decision. For comparisons ``ONE/OTHER`` is level ONE with the discards of level OTHER.
"""

from engine.errors import TavolinoError
from engine.prng import Prng
from engine.record import LEVELS

MAX_PLAYOUTS = 1000000


def parse(text):
    """Return ``(name, playouts)`` for a level such as ``"strong:200"``; ``playouts`` None if not
    given.

    Raises TavolinoError for anything that is no level.
    """
    name, colon, number = text.partition(":")
    if name != "random" and name not in LEVELS:
        raise TavolinoError(
            "'%s' is not a level; use random, easy, medium, strong or strong:PLAYOUTS." % text
        )
    if not colon:
        return name, None
    if name != "strong":
        raise TavolinoError("Only strong takes a number of play-outs, not '%s'." % text)
    digits = number and not [digit for digit in number if digit not in "0123456789"]
    if not (digits and 1 <= int(number[:9]) <= MAX_PLAYOUTS):
        raise TavolinoError(
            "'%s' is not a number of play-outs; use 1 to %d." % (number, MAX_PLAYOUTS)
        )
    return name, int(number)


def player(game, text):
    """Return a new player of ``game`` ("tarocco" or "cicera") for the level ``text``."""
    one, slash, other = text.partition("/")
    if slash:
        return Mixed(player(game, one), player(game, other))
    name, playouts = parse(text)
    if name == "random":
        return Random()
    if game == "tarocco":
        from engine.tarocco import player as module
    else:
        from engine.cicera import player as module
    return module.Player(name, playouts)


class Random:
    """Takes any of its choices, each with the same chance."""

    def __init__(self):
        self.seed(0, 0)

    def seed(self, number, stream):
        """Start the random numbers over."""
        self._rng = Prng(number, number >> 16, number >> 32, stream)

    def choose(self, view):
        """Return the choice for ``view``."""
        chosen = None
        n = 0
        # A list of choices may be long and lazy: keep the n-th with chance 1 / n.
        for choice in view.legal():
            n += 1
            if self._rng.below(n) == 0:
                chosen = choice
        return chosen


class Mixed:
    """Plays like ``one`` and discards like ``other``."""

    def __init__(self, one, other):
        self._one = one
        self._other = other
        self.tried = 0

    def seed(self, number, stream):
        """Start the random numbers over."""
        for it in (self._one, self._other):
            if hasattr(it, "seed"):
                it.seed(number, stream)

    def choose(self, view):
        """Return the choice for ``view``."""
        # Before its first play a seat that discards is in turn with 16 or 17 cards.
        it = self._other if len(view.hand) > 15 else self._one
        choice = it.choose(view)
        self.tried = getattr(it, "tried", 0)
        return choice
