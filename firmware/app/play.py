# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A game from its first card, or from where it was left, to the end of its last deal."""

from engine.errors import TavolinoError
from engine.record import Record
from firmware.app.app import Leave, Reopen, forget
from firmware.content.text import t


def play(app, data):
    """Play the deal whose record is ``data`` (bytes), and the deals that follow in its match.

    Returns when the game is over or the player leaves it; it is saved at every step.
    """
    while data:
        _forget_rules()
        try:
            record, game = Record.opened(data)
        except TavolinoError:
            app.say(t("save.damaged"))
            return
        app.save_game(data)
        try:
            _deal(app, record, game)
        except Leave:
            app.show(None)
            return
        except Reopen as other:
            # (Not ``other`` itself: it holds on to the table.)
            data = other.args[0]
            app.show(None)
            record = game = None
            continue
        finally:
            forget(
                "firmware.app.tarocco.table", "firmware.app.cicera.table", "firmware.app.table.view",
                "firmware.app.widgets.hand", "firmware.app.cicera.table_cards", "firmware.app.tarocco.choice",
                "firmware.app.widgets.dialog", "engine.tarocco.player", "engine.tarocco.tables",
                "engine.cicera.player",
            )
            # (Not the rollouts: a board never gets the memory of native code back, and a second
            # import would take it again.)
        totals = _count(app, record, game)
        game = None
        forget(
            "firmware.app.widgets.pages", "firmware.app.tarocco.deal_count", "firmware.app.cicera.deal_count",
            "firmware.app.tarocco.words", "firmware.app.tarocco.combinations", "firmware.app.screens.key_moments",
        )
        from firmware.app.screens import deal_end as after

        data = after.after_deal(app, record, totals)
        after = None
        forget("firmware.app.screens.deal_end", "firmware.app.widgets.menu")


def _forget_rules():
    # Those of the game played before: there is no room for both.
    forget(
        "engine.tarocco.game", "engine.tarocco.count", "engine.tarocco.rules",
        "engine.tarocco.cards", "engine.cicera.game", "engine.cicera.captures",
        "engine.cicera.cards", "engine.cicera.count",
    )


def _deal(app, record, game):
    if record.game == "tarocco":
        from firmware.app.tarocco.table import TaroccoTable as Table
    else:
        from firmware.app.cicera.table import CiceraTable as Table
    table = Table(app, record, game)
    table.run()
    table.clear()


def _count(app, record, game):
    # Show the count page by page; return both teams' totals.
    from firmware.app.widgets.pages import Pages

    if record.game == "tarocco":
        from firmware.app.tarocco.deal_count import count_sections
    else:
        from firmware.app.cicera.deal_count import count_sections
    sections, totals = count_sections(game, record)
    heading = t("count.heading")
    if record.target:
        heading = t("count.heading.deal", record.number + 1)
    app.clean()
    app.beep("end")
    pages = Pages(app, heading, sections, record.game)
    pages.anchor = "count"
    pages.run()
    app.show(None)
    return totals
