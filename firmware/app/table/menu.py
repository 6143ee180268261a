# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The menu at the table."""

from firmware.app.widgets.menu import Menu
from firmware.content.text import t


def table_menu(app, table, card):
    """Show the menu of ``table`` and return what was chosen; see firmware.app.table.pages.

    ``card``: the one under the cursor, or None.
    """
    names = ["go_on"]
    if table.game.turn == 0:
        names.append("hint")
    if table.record.can_take_back(table.game):
        names.append("back")
    names.append("history")
    if card is not None:
        names.append("card")
    names += ["info", "options", "rules", "leave", "code"]

    def row(name):
        if name in ("rules", "options"):
            return t("rules.title" if name == "rules" else "title.options")
        return t("table." + name, table.record.shown_code())

    rows = [row(name) for name in names]
    chosen = Menu(app, t("game." + table.name), rows).run()
    return "go_on" if chosen is None else names[chosen]
