# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The menu at the table."""

from firmware.app.core import SPEEDS, Leave
from firmware.app.menu import Menu
from firmware.text import t


def table_menu(app, table):
    """Show the menu; returns to go on with ``table``, raises Leave to go to the title."""

    def speed():
        return t("option.speed", t("speed." + SPEEDS[app.speed]))

    def change(index, step):
        if index != 2:
            return None
        from firmware.app import settings

        app.speed = (app.speed + step) % len(SPEEDS)
        settings.save(app)
        return speed()

    code = table.keeper.code
    rows = [t("table.go_on"), t("table.info"), speed(), t("rules.title"), t("table.leave"),
            t("table.code", code[:4] + "-" + code[4:])]
    chosen = Menu(app, t("game." + table.name), rows, 0, change).run()
    if chosen == 1:
        table.info()
    elif chosen == 3:
        from firmware.app.rules_screen import read

        # At the page that fits the moment.
        read(app, table.name, table.moment())
    elif chosen == 4:
        raise Leave()
