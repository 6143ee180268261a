# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The record being played: kept at every choice, from its first card to the end of its last deal."""

from engine.errors import TavolinoError
from engine.record import Record, game_of, module
from firmware.app.games import room
from firmware.app.scope import MUCH, Scope
from firmware.content.text import t

#: What a deal ends with when the player goes to the title; the game is saved.
LEAVE = "leave"


class Session:
    """A ``record`` (engine.record) and its ``game`` as it stands; each choice is saved at once."""

    def __init__(self, app, record, game):
        self.app = app
        self.record = record
        self.game = game

    def add(self, choice):
        """Carry out, record and save ``choice``; return what the game's ``do`` returns.

        Raises RuleError if it is illegal; then nothing has changed.
        """
        with Scope():  # (what finds combinations is loaded for declarations)
            result = self.record.add(self.game, choice)
        self.save()
        return result

    def save(self):
        """Keep the record on the flash."""
        self.app.save_game(self.record.to_bytes())


def play(app, data):
    """Play the deal whose record is ``data`` (bytes), and the deals that follow it.

    Returns when the game is over or the player leaves it; it is saved at every step.
    """
    while data:
        try:
            module(game_of(data))  # the rules stay, deal codes and dealing are needed only now
            with Scope():
                record, game = Record.opened(data)
        except TavolinoError:
            app.say(t("save.damaged"))
            return
        session = Session(app, record, game)
        session.save()
        away = _deal(app, session)
        if away == LEAVE:
            return
        data = away.to_bytes() if away else _end(app, session)
        session = record = game = None


def _deal(app, session):
    # Play the deal; return what Turns.run returns. What a table needs goes with it.
    with Scope(MUCH):
        return app.open(room(session.record.game, "table").Table(app, session))


def _end(app, session):
    # Show the count and what can come next; return the bytes of the record to go on with, or None.
    with Scope():
        totals = _count(app, session)
    with Scope():
        from firmware.app.screens import deal_end

        return deal_end.after_deal(app, session.record, totals)


def _count(app, session):
    # Show the count page by page; return both teams' totals.
    from firmware.app.widgets.page import Pages

    record = session.record
    sections, totals = room(record.game, "deal_count").count_sections(session.game, record)
    heading = t("count.heading")
    if record.target:
        heading = t("count.heading.deal", record.number + 1)
    app.clean()
    app.beep("end")
    pages = Pages(app, heading, sections, record.game)
    pages.anchor = "count"
    app.open(pages)
    return totals
