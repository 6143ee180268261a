# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The record of the game being played, without the code that records need at other times.

That code (engine.record, deal codes, the random generator) takes about 9 KB, and during a deal only
choices are added.
"""

from micropython import const

from firmware.app.app import forget

_LENGTH = const(16)  # where in a record's bytes the number of bytes of its choices is


class Keeper:
    """A record's ``game``, ``code``, ``level``, ``partner``, ``target``, ``number``, ``scores``; it grows.

    ``rules``: the game's rules module.
    """

    def __init__(self, record, rules):
        self.game = record.game
        self.code = record.code
        self.level = record.level
        self.partner = record.partner
        self.target = record.target
        self.number = record.number
        self.scores = record.scores
        self.moves = record.moves
        self.rules = rules
        self._head = record.to_bytes()[:_LENGTH]

    def add(self, game, choice):
        """Carry ``choice`` out in ``game`` and record it; return what ``game.do`` returns.

        Raises RuleError if the choice is illegal; then nothing has changed.
        """
        game.check(choice)
        packed = self.rules.pack_choice(game, choice)
        result = game.do(choice)
        self.moves.extend(packed)
        return result

    def to_bytes(self):
        """Return the record as bytes, as ``Record.to_bytes`` does."""
        return self._head + bytes((len(self.moves), 0)) + self.moves


def opened(data):
    """Return ``(keeper, game)`` of the record ``data`` (bytes). Raises RecordError."""
    from engine.record import Record, module

    record = Record.from_bytes(data)
    return Keeper(record, module(record.game)), record.replay()


def following(keeper, totals):
    """Return the bytes of the record of the match's next deal, or None if it is over."""
    from engine.record import Record

    record = Record.from_bytes(keeper.to_bytes()).next_deal(totals)
    return record and record.to_bytes()


def forget_records():
    """Take the code for records out of memory."""
    forget("engine.record", "engine.dealcode", "engine.prng")
