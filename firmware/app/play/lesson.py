# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The first deal of each game, explained: each rule is told at the player's turn at which it matters.

The deals are prepared: in that of Tarocco the player discards, declares, and holds Matto and Moors;
in that of Cicera there is something to be taken by rank and by sum. What may be played is as free as ever.
"""

from micropython import const

from firmware.app.games import room
from firmware.content.text import t

_AT_ONCE = const(2)  # told at one turn, after the first


def teach(app, table):
    """Tell what matters at the player's turn at ``table`` and wasn't told yet (bits of ``told``)."""
    lesson = room(table.name, "lesson")
    now = lesson.moments(table.game)
    tips = lesson.TIPS
    before = table.told
    if not before and table.session.record.moves:
        # Taken up again: what was told then is kept.
        kept = app.store.load("lesson")[0] or b"\0\0\0"
        if kept[2] == len(tips):
            before = table.told = kept[0] | kept[1] << 8
    left = _AT_ONCE if before else _AT_ONCE + 1
    for i in range(len(tips)):
        if table.told >> i & 1 or tips[i] not in now:
            continue
        table.told |= 1 << i
        ok = app.buttons.has("ok")
        words = t("lesson." + tips[i], ok)
        if not i:
            # The very first sentence, so it says how one gets to the next.
            words += " " + ok + ": " + t("hint.on")
        app.say(words)
        left -= 1
        if not left:
            break
    if table.told != before:
        # (the games are told apart by how much there is to be told)
        app.store.save("lesson", bytes((table.told & 255, table.told >> 8, len(tips))))
