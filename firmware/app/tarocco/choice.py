# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Discarding and declaring at the table of Tarocco Bolognese; ``table`` is its view.

It happens before and during the first trick only.
"""

from engine.tarocco.cards import VALUES
from engine.tarocco.count import combinations
from engine.tarocco.game import DECLARE, SILENT
from firmware.app.play.view import OFFER
from firmware.app.tarocco.combinations import combination_lines
from firmware.app.widgets import button_bar
from firmware.app.widgets.dialog import Sheet
from firmware.content.text import t

_DECLARING = (("ok", "hint.choose"),) + OFFER[1:3] + (("move", "hint.move"), ("info", "hint.info"))
# By how many cards are marked, the last for all: back takes the last mark away.
_DISCARDING = (
    (("ok", "hint.mark"),) + OFFER[1:],
    (("ok", "hint.mark"), ("back", "hint.back"), OFFER[1]) + OFFER[3:],
    (("ok", "hint.discard"), ("back", "hint.back"), OFFER[1]) + OFFER[3:],
)


def _combinations(cards):
    # The lines about the combinations in ``cards``, and what they are worth.
    found = combinations(cards)
    return combination_lines(found) or [(t("declare.nothing"), "")], found["total"]


def show_declaration(table, seat):
    """Show what ``seat`` has just declared until it was looked at; return as View.pause."""
    public = table.game.table
    cards = public.shown[seat]
    rows, _ = _combinations(cards)
    sheet = Sheet(
        table.app, t("declare.by", t("seat." + str(seat))), rows, str(public.declared[seat]),
        cards=cards, game="tarocco", room=table.hand.y - 10, hand=table.hand,
    )
    table.scene.append(sheet.group)
    table.app.draw()
    wish = table.pause(4 * table.app.pace(1))
    table.scene.remove(sheet.group)
    table.hand.sheet.reset()  # (the small cards have taken the memory of its faces)
    return wish


def declare(table):
    """Let the player declare, or not; return the choice, or a wish (see View)."""
    app = table.app
    hand = table.game.hands[0]
    rows, total = _combinations(hand)
    # The cursor begins at the better one: there is nothing to gain by showing no combination.
    sheet = Sheet(
        app, t("declare.heading"), rows, str(total),
        buttons=(t("declare.yes"), t("declare.no")), chosen=0 if total else 1,
        room=table.hand.y - 10, hand=table.hand,
    )
    table.scene.append(sheet.group)
    table.turn_begins(_DECLARING, False)
    line = app.theme.line()
    foot = sheet.places[0][1] + line + 6
    # At the foot it would cover the sheet's buttons, where these stand low.
    rows = button_bar.height(app, _DECLARING, app.W)
    app.place = () if foot + rows * line + 2 <= app.H else (0, 0)
    while True:
        action = app.event()
        if action in ("left", "right", "up", "down"):
            sheet.choose(1 - sheet.chosen)
            app.draw()
        elif action == "ok":
            table.scene.remove(sheet.group)
            return SILENT if sheet.chosen else DECLARE
        elif table.wish(action):
            table.scene.remove(sheet.group)
            return table.wish(action)


def discard(table):
    """Let the player choose the discards; return their cards as bytes, or a wish (see View)."""
    hand = table.hand
    app = table.app
    cards = table.game.hands[0]
    need = len(cards) - 15
    legal = table.game.legal()
    hand.marks = table.marks
    hand.show(cards, legal)
    # The cursor begins at the last card that may go and counts little.
    start = 0
    cards = hand.cards
    for i in range(len(cards)):
        if cards[i] in legal and cards[i] < 40 and VALUES[cards[i]] == 1:
            start = i
    hand.move(hand.nearest(start))
    offer = _say_what_is_to_go(table, need)
    table.turn_begins(offer)
    while True:
        action = app.event()
        if action == "ok":
            if len(hand.marks) == need:
                break
            card = hand.cards[hand.cursor]
            if card in hand.marks:
                hand.mark(card, False)
            elif table.allowed(card):
                hand.mark(card, True)
                if len(hand.marks) < need:
                    _next_free(hand)
        elif action == "back" and hand.marks:
            hand.mark(hand.marks[-1], False)
        elif not table.step(action):
            if table.wish(action):
                table.marks = hand.marks
                return table.wish(action)
            continue
        table.offer(_say_what_is_to_go(table, need))
        app.draw()
    chosen = hand.marks
    hand.marks = table.marks = b""
    return chosen


def _say_what_is_to_go(table, need):
    # Say what is to be discarded and what the card at the cursor is; return what the buttons do.
    marks = len(table.hand.marks)
    key = "ok" if marks == need else "one" if need - marks == 1 else "two"
    words = t("tarocco.discard." + key + table.short, table.app.buttons.has("ok"))
    table.tell_line(words, table.card_name())
    return _DISCARDING[2 if marks == need else marks]


def _next_free(hand):
    # After a card is marked the cursor goes on to the nearest one that can be marked too.
    able = hand.able
    hand.able = bytes([c for c in able if c not in hand.marks])
    place = hand.nearest(hand.cursor)
    hand.able = able
    hand.move(place)
