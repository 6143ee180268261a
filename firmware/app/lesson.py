# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The first deal of each game, explained: each rule is told at the player's turn at which it matters.

The deals are prepared: in that of Tarocco the player discards, declares, and holds Matto and Moors;
in that of Cicera there is something to be taken by rank and by sum. What may be played is as free as ever.
"""

from micropython import const

from firmware.app.core import forget
from firmware.text import t

_AT_ONCE = const(2)  # told at one turn, after the first

#: What can be told of each game, in this order; keys of the texts without "lesson.".
TIPS = {
    "tarocco": (
        "t.start", "t.discard", "t.declare", "t.contatori", "t.lead", "t.follow", "t.ranks",
        "t.trump", "t.partner", "t.matto", "t.moors", "t.values", "t.menu", "t.taken", "t.last",
    ),
    "cicera": (
        "c.start", "c.take", "c.sum", "c.lay", "c.scua", "c.picada", "c.prizes", "c.more", "c.napula",
        "c.menu", "c.last",
    ),
}


def _tarocco(game):
    # The tips that fit the moment.
    from engine.tarocco.rules import duty, led

    table = game.table
    hand = bytes(game.hands[0])
    now = ["t.start"]
    if table.phase == 0:
        now.append("t.discard")
        return now
    if table.phase == 1:
        now.append("t.declare")
        if 60 in hand or 61 in hand:
            now.append("t.contatori")
        return now
    trick = bytes(table.trick)
    if not trick:
        now.append("t.lead")
    else:
        wanted = duty(hand, trick)
        if wanted == 4 and led(trick) != 4:
            now.append("t.trump")
        elif wanted < 5:
            now.append("t.follow")
        if wanted < 4:
            now.append("t.ranks")
        if table.best() == 2:
            now.append("t.partner")
    if table.trick_no:
        now.append("t.values")
        if 61 in hand:
            now.append("t.matto")
        for card in hand + trick:
            if 55 < card < 60:
                now.append("t.moors")
                break
    if table.trick_no > 1:
        now.append("t.menu")
    if table.trick_no > 5:
        now.append("t.taken")
    if table.trick_no > 11:
        now.append("t.last")
    return now


def _cicera(game):
    from engine.cicera.captures import count_captures

    table = game.table
    hand = bytes(game.hands[0])
    cards = bytes(table.cards)
    left = len(hand)
    now = ["c.start"]
    able = False
    for card in hand:
        alike = [other for other in cards if other % 13 == card % 13]
        count = count_captures(cards, card)
        if count:
            able = True
            now.append("c.take")
        if count > len(alike):
            now.append("c.sum")
        if table.laid != 255 and table.laid % 13 == card % 13:
            now.append("c.picada")
    if not able:
        now.append("c.lay")
    if len(cards) < 4 or 1 in bytes(table.flags):
        now.append("c.scua")
    if left < 12:
        now.append("c.prizes")
    if left < 11:
        now.append("c.more")
    if left < 10:
        now += ("c.napula", "c.menu")
    if left < 4:
        now.append("c.last")
    return now


def teach(app, table):
    """Tell what matters at the player's turn at ``table`` and wasn't told yet (bits of ``told``)."""
    now = (_tarocco if table.name == "tarocco" else _cicera)(table.game)
    tips = TIPS[table.name]
    before = table.told
    if not before and table.keeper.moves:
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
    forget("firmware.storage_read")
