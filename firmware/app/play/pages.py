# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What can be opened at the table: the menu, and all that is chosen there or has its own button."""

from firmware.app.games import room
from firmware.app.scope import Scope
from firmware.app.session import LEAVE
from firmware.app.widgets.list import List
from firmware.content.text import t


def open_page(app, view, wish):
    """Open the page ``wish`` (see View) of the table ``view`` until the player is through.

    Returns ``(away, words)``: what the deal ends with (LEAVE, a Record to go on with, or None), and
    a sentence to be said at the table, or None.
    """
    session = view.session
    record = session.record
    card = view.card()
    if wish == "menu":
        wish = _menu(app, session, card)
    if wish == "go_on":
        return None, None
    if wish == "leave":
        return LEAVE, None
    if wish == "back":
        return record.before_decision(), None
    if wish == "hint":
        view.show()
        with Scope():
            return None, _hint(app, view)
    with Scope():
        return _open(app, session, view, wish, card), None


def _open(app, session, view, wish, card):
    # Open a page whose code is in memory only meanwhile.
    record = session.record
    if wish == "code":
        from firmware.app.screens import deal_end

        return deal_end.deal_menu(app, record)
    if wish == "card":
        if card is not None:
            from firmware.app.screens.card import CardPage

            facts = room(record.game, "words").card_facts(session.game, card)
            app.open(CardPage(app, record.game, card, facts))
    elif wish == "history":
        _history(app, session)
    elif wish == "info":
        _info(app, session)
    elif wish == "rules":
        from firmware.app.screens import rules

        # At the page that fits the moment.
        rules.read(app, record.game, view.section())
    elif wish == "options":
        from firmware.app.screens import options

        options.options(app, True)
    return None


def _menu(app, session, card):
    # Show the menu; return what was chosen.
    record = session.record
    names = ["go_on"]
    if session.game.turn == 0:
        names.append("hint")
    if record.can_take_back(session.game):
        names.append("back")
    names.append("history")
    if card is not None:
        names.append("card")
    names += ["info", "options", "rules", "leave", "code"]

    def row(name):
        if name in ("rules", "options"):
            return t("rules.title" if name == "rules" else "title.options")
        return t("table." + name, record.shown_code())

    chosen = app.open(List(app, t("game." + record.game), [row(name) for name in names]))
    return "go_on" if chosen is None else names[chosen]


def _info(app, session):
    from firmware.app.widgets.page import Pages

    game = session.record.game
    sections = (lambda: room(game, "pages").info_rows(session.game, session.record),)
    app.open(Pages(app, t("info.heading"), sections, game))


def _history(app, session):
    # All that was played so far, the last trick or round first: who played what, who took it.
    from firmware.app.widgets.page import Pages
    from firmware.app.widgets.rows import LINE

    game = session.record.game
    public = session.game.table
    sections = [
        lambda number=number: room(game, "pages").history_rows(public, number)
        for number in range((len(public.log) + 3) // 4 - 1, -1, -1)
    ]
    if not sections:
        sections.append(lambda: [(LINE, t("hist.none"), "")])
    app.open(Pages(app, t("hist.heading"), sections, game))


def _hint(app, view):
    # Return the hint for the player's turn as a sentence; None if a press ended it.
    app.toast(t("advice.thinking"))
    app.draw()
    app.settle()
    app.buttons.forget()
    words = room(view.name, "hint").hint(app, view)
    app.toast(None)
    app.buttons.forget()
    return words
