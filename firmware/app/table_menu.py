# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The menu at the table."""

from firmware.app.core import SPEEDS
from firmware.app.menu import Menu
from firmware.text import t


def table_menu(app, table, card):
    """Show the menu of ``table`` and return what was chosen; see firmware.app.asides.

    ``card``: the one under the cursor, or None.
    """
    from firmware.app import rewind

    names = ["go_on"]
    if table.game.turn == 0:
        names.append("hint")
    if rewind.can(table):
        names.append("back")
    names.append("history")
    if card is not None:
        names.append("card")
    names += ["info", "speed", "rules", "leave", "code"]

    def row(name):
        if name == "speed":
            return t("option.speed", t("speed." + SPEEDS[app.speed]))
        if name == "rules":
            return t("rules.title")
        code = table.keeper.code
        return t("table." + name, code[:4] + "-" + code[4:])

    def change(index, step):
        if names[index] != "speed":
            return None
        from firmware.app import settings

        app.speed = (app.speed + step) % len(SPEEDS)
        settings.save(app)
        return row("speed")

    rows = [row(name) for name in names]
    chosen = Menu(app, t("game." + table.name), rows, 0, change).run()
    return "go_on" if chosen is None else names[chosen]
