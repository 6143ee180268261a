# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A game from its first card, or from where it was left, to the end of its last deal."""

import gc
import sys

from engine.errors import TavolinoError
from firmware.app.core import Leave
from firmware.text import t


def forget(*names):
    """Take modules that aren't needed for now out of memory."""
    for name in names:
        sys.modules.pop(name, None)
    gc.collect()


def play(app, record):
    """Play the deal of ``record``, and the deals that follow in its match.

    Returns when the game is over or the player leaves it; it is saved at every step.
    """
    while record is not None:
        try:
            game = record.replay()
        except TavolinoError:
            app.say(t("save.damaged"))
            return
        app.save_game(record)
        try:
            if record.game == "tarocco":
                from firmware.app.tarocco import TaroccoTable as Table
            else:
                from firmware.app.cicera import CiceraTable as Table
            table = Table(app, record, game)
            table.run()
            table = None
        except Leave:
            app.show(None)
            return
        app.show(None)
        _count(app, record, game)
        totals = game.count()["teams"]
        record = record.next_deal((totals[0]["total"], totals[1]["total"]))
        game = None
    app.save_game(None)


def _count(app, record, game):
    # Show the count, page by page.
    from firmware.app.pages import Pages

    if record.game == "tarocco":
        from firmware.app.tarocco_count import count_rows
    else:
        from firmware.app.cicera_count import count_rows
    heading = t("count.heading")
    if record.target:
        heading = t("count.heading.deal", record.number + 1)
    Pages(app, heading, count_rows(game, record), record.game).run()
    app.show(None)
