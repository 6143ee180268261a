# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What the explained deal of Cicera tells, and when: see firmware.app.play.lesson."""

from engine.cicera.captures import count_captures

#: What can be told, in this order; keys of the texts without "lesson.".
TIPS = (
    "c.start", "c.take", "c.sum", "c.lay", "c.scua", "c.picada", "c.prizes", "c.more", "c.napula",
    "c.menu", "c.last",
)


def moments(game):
    """Return those of TIPS that fit the player's turn in ``game``."""
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
