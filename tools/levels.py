# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The players that ``tools.arena`` and ``tools.bot`` can seat, by name.

A level is ``random``, ``easy``, ``medium``, ``strong``, or ``strong:N`` with N play-outs a decision.
"""

from engine.errors import TavolinoError
from engine.prng import Prng
from engine.record import LEVELS

MAX_PLAYOUTS = 1000000


def parse(text):
    """Return ``(name, playouts)`` for a level such as ``"strong:200"``; ``playouts`` None if not given.

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
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= MAX_PLAYOUTS):
        raise TavolinoError(
            "'%s' is not a number of play-outs; use 1 to %d." % (number, MAX_PLAYOUTS)
        )
    return name, int(number)


def player(game, text):
    """Return a new player of ``game`` ("tarocco" or "cicera") for the level ``text``."""
    name, playouts = parse(text)
    if name == "random":
        return Random()
    if game == "tarocco":
        from engine.tarocco.player import Player
    else:
        from engine.cicera.player import Player
    return Player(name, playouts)


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
