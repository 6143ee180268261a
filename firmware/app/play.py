# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A game from its first card, or from where it was left, to the end of its last deal."""

from engine.errors import TavolinoError
from firmware.app.core import Leave, Reopen, forget
from firmware.app.keeper import forget_records, opened
from firmware.text import t


def play(app, data):
    """Play the deal whose record is ``data`` (bytes), and the deals that follow in its match.

    Returns when the game is over or the player leaves it; it is saved at every step.
    """
    while data:
        _forget_rules()
        try:
            keeper, game = opened(data)
        except TavolinoError:
            app.say(t("save.damaged"))
            return
        forget_records()
        app.save_game(data)
        forget("firmware.storage_read")
        try:
            _deal(app, keeper, game)
        except Leave:
            app.show(None)
            return
        except Reopen as other:
            # (Not ``other`` itself: it holds on to the table.)
            data = other.args[0]
            app.show(None)
            keeper = game = None
            continue
        finally:
            forget(
                "firmware.app.tarocco", "firmware.app.cicera", "firmware.app.table",
                "firmware.app.hand", "firmware.app.spread", "firmware.app.tarocco_first",
                "firmware.app.sheet", "engine.tarocco.player", "engine.tarocco.tables",
                "engine.cicera.player",
            )
            # (Not the rollouts: a board never gets the memory of native code back, and a second
            # import would take it again.)
        totals = _count(app, keeper, game)
        dealer = game.table.dealer
        game = None
        forget(
            "firmware.app.pages", "firmware.app.tarocco_count", "firmware.app.cicera_count",
            "firmware.app.tarocco_words", "firmware.app.tarocco_combinations", "firmware.app.turning",
            "engine.tarocco.breakdown", "engine.tarocco.count",
            "engine.cicera.breakdown",
        )
        from firmware.app import after

        data = after.after_deal(app, keeper, dealer, totals)
        after = None
        forget("firmware.app.after", "firmware.app.menu")


def _forget_rules():
    # Those of the game played before: there is no room for both.
    forget(
        "engine.tarocco.game", "engine.tarocco.count", "engine.tarocco.rules",
        "engine.tarocco.cards", "engine.cicera.game", "engine.cicera.captures",
        "engine.cicera.cards",
    )


def _deal(app, keeper, game):
    if keeper.game == "tarocco":
        from firmware.app.tarocco import TaroccoTable as Table
    else:
        from firmware.app.cicera import CiceraTable as Table
    table = Table(app, keeper, game)
    table.run()
    table.clear()


def _count(app, keeper, game):
    # Show the count page by page; return both teams' totals.
    from firmware.app.pages import Pages

    if keeper.game == "tarocco":
        from firmware.app.tarocco_count import count_sections
    else:
        from firmware.app.cicera_count import count_sections
    sections, totals = count_sections(game, keeper)
    heading = t("count.heading")
    if keeper.target:
        heading = t("count.heading.deal", keeper.number + 1)
    app.clean()
    app.beep("end")
    pages = Pages(app, heading, sections, keeper.game)
    pages.anchor = "count"
    pages.run()
    app.show(None)
    return totals
