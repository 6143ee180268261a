# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What can be opened at the table: the menu, and all that is chosen there or has a button of its own.

Nothing of the table is shown or in memory meanwhile, and the menu is gone before what was chosen in
it is opened.
"""

from firmware.app.core import Leave, Reopen, forget

_BUTTONS = {"info": "info", "up": "card", "down": "history"}


def open_aside(app, table, action, card):
    """Open what the button ``action`` stands for, until the player is through.

    ``card``: the one under the cursor, or None. Returns a sentence to be said at the table, or
    None. Raises Leave to go to the title, Reopen to go on with another record.
    """
    name = _BUTTONS.get(action)
    if name is None:
        from firmware.app.table_menu import table_menu

        name = table_menu(app, table, card)
        table_menu = None
        app.show(None)
        forget(
            "firmware.app.table_menu", "firmware.app.menu", "firmware.app.rewind",
        )
    if name == "hint":
        from firmware.app.advice import give

        return give(app, table)
    if name == "back":
        from firmware.app.rewind import before_decision

        data = before_decision(table.keeper.to_bytes())
        app.save_game(data)
        raise Reopen(data)
    if name == "history":
        from firmware.app import history

        history.show(app, table)
    elif name == "card":
        from firmware.app import zoom

        if card is not None:
            zoom.show(app, table, card)
    elif name == "info":
        table.info()
    elif name == "rules":
        from firmware.app.rules_screen import read

        # At the page that fits the moment.
        read(app, table.name, table.moment())
    elif name == "code":
        from firmware.app.after import deal_menu

        data = deal_menu(app, table.keeper)
        if data:
            raise Reopen(data)
    elif name == "options":
        from firmware.app.options import options

        options(app, True)
    elif name == "leave":
        raise Leave()
    return None


#: To be forgotten afterwards.
MODULES = (
    "firmware.app.history", "firmware.app.zoom", "firmware.app.advice", "firmware.app.rewind",
    "firmware.app.pages", "firmware.app.tarocco_count", "firmware.app.cicera_count",
    "firmware.app.tarocco_combinations", "engine.tarocco.count", "engine.tarocco.breakdown",
    "engine.cicera.breakdown", "firmware.app.rules_screen", "firmware.rules",
    "firmware.app.after", "firmware.app.sheet", "firmware.app.options", "firmware.app.menu", "firmware.app.settings", "firmware.app.asides",
    "firmware.storage_read",
)
