# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What the explained deal of Tarocco Bolognese tells, and when: see firmware.app.play.lesson."""

from engine.tarocco.cards import MAT, VALUES
from engine.tarocco.rules import duty, led

#: What can be told, in this order; keys of the texts without "lesson.".
TIPS = (
    "t.start", "t.discard", "t.sets", "t.declare", "t.contatori", "t.lead", "t.follow",
    "t.trump", "t.partner", "t.matto", "t.ranks", "t.values", "t.moors", "t.taken", "t.menu",
    "t.last",
)


def moments(game):
    """Return those of TIPS that fit the player's turn in ``game``."""
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
