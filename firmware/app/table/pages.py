# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What can be opened at the table: the menu, and all that is chosen there or has a button of its own.

Nothing of the table is shown or in memory meanwhile, and the menu is gone before what was chosen in
it is opened.
"""

from firmware.app.app import Leave, Reopen, forget

_BUTTONS = {"info": "info", "up": "card", "down": "history"}


def open_aside(app, table, action, card):
    """Open what the button ``action`` stands for, until the player is through.

    ``card``: the one under the cursor, or None. Returns a sentence to be said at the table, or
    None. Raises Leave to go to the title, Reopen to go on with another record.
    """
    name = _BUTTONS.get(action)
    if name is None:
        from firmware.app.table.menu import table_menu

        name = table_menu(app, table, card)
        table_menu = None
        app.show(None)
        forget(
            "firmware.app.table.menu", "firmware.app.widgets.menu",
        )
    if name == "hint":
        from firmware.app.table.hint import give

        return give(app, table)
    if name == "back":
        data = table.record.before_decision().to_bytes()
        app.save_game(data)
        raise Reopen(data)
    if name == "history":
        from firmware.app.screens import history

        history.show(app, table)
    elif name == "card":
        from firmware.app.screens import card as zoom

        if card is not None:
            zoom.show(app, table, card)
    elif name == "info":
        table.info()
    elif name == "rules":
        from firmware.app.screens.rules import read

        # At the page that fits the moment.
        read(app, table.name, table.moment())
    elif name == "code":
        from firmware.app.screens.deal_end import deal_menu

        data = deal_menu(app, table.record)
        if data:
            raise Reopen(data)
    elif name == "options":
        from firmware.app.screens.options import options

        options(app, True)
    elif name == "leave":
        raise Leave()
    return None


#: To be forgotten afterwards.
MODULES = (
    "firmware.app.screens.history", "firmware.app.screens.card", "firmware.app.table.hint",
    "firmware.app.widgets.pages", "firmware.app.tarocco.deal_count", "firmware.app.cicera.deal_count",
    "firmware.app.tarocco.combinations",
    "firmware.app.screens.rules", "firmware.content.rules",
    "firmware.app.screens.deal_end", "firmware.app.widgets.dialog", "firmware.app.screens.options", "firmware.app.widgets.menu", "firmware.app.settings", "firmware.app.table.pages",
)
