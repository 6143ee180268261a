# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The first deal of each game, explained: each rule is told at the player's turn at which it matters.

The deals are prepared: in that of Tarocco the player discards, declares, and holds Matto and Moors;
in that of Cicera there is something to be taken by rank and by sum. What may be played is as free as ever.
"""

from micropython import const

from firmware.content.text import t

_AT_ONCE = const(2)  # told at one turn, after the first

#: What can be told of each game, in this order; keys of the texts without "lesson.".
TIPS = {
    "tarocco": (
        "t.start", "t.discard", "t.sets", "t.declare", "t.contatori", "t.lead", "t.follow",
        "t.trump", "t.partner", "t.matto", "t.ranks", "t.values", "t.moors", "t.taken", "t.menu",
        "t.last",
    ),
    "cicera": (
        "c.start", "c.take", "c.sum", "c.lay", "c.scua", "c.picada", "c.prizes", "c.more", "c.napula",
        "c.menu", "c.last",
    ),
}


def _tarocco(game):
    # The tips that fit the moment.
    from engine.tarocco.cards import MAT, VALUES
    from engine.tarocco.rules import duty, led

    table = game.table
    hand = bytes(game.hands[0])
    number = table.trick_no
    now = ["t.start"]
    if table.phase < 2:
        # Others may declare before the player does: what that is, is told first.
        now.append("t.sets")
        if not table.phase:
            now.append("t.discard")
        else:
            now += ("t.declare", "t.contatori")
        return now
    trick = bytes(table.trick)
    trumps = 0
    for card in hand:
        trumps += 39 < card < MAT
    wanted = duty(hand, trick)
    if not trick:
        now.append("t.lead")
    else:
        if wanted == 4 and led(trick) != 4:
            now.append("t.trump")
        elif wanted < 5:
            now.append("t.follow")
        if wanted < 4:
            now.append("t.ranks")
        if len(trick) == 3 and table.best() == 2:
            # Nobody can take it from North any more: what can be put on it?
            worth = [VALUES[card] for card in game.legal() if card != MAT]
            if worth and max(worth) > max(1, min(worth)):
                now.append("t.partner")
    if MAT in hand:
        now.append("t.matto")
    if number:
        now.append("t.values")
    for card in trick:
        if 39 < card < MAT:
            wanted = 4
    if number > 4 or wanted == 4:
        now.append("t.moors")
    if number > 1:
        now.append("t.menu")
    if number > 2:
        now.append("t.taken")
    if number > (7 if trumps else 10):
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
    if left < 5:
        now.append("c.last")
    return now


def teach(app, table):
    """Tell what matters at the player's turn at ``table`` and wasn't told yet (bits of ``told``)."""
    now = (_tarocco if table.name == "tarocco" else _cicera)(table.game)
    tips = TIPS[table.name]
    before = table.told
    if not before and table.record.moves:
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
