# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A hint: what a strong player would do in the player's place, and in a few words why.

It is given the player's view and so knows no more than the player does.
"""

from firmware.app.app import forget
from firmware.content.text import t


def give(app, table):
    """Return the hint for the player's turn at ``table`` as a sentence; None if a press ended it.

    The cursor of the table goes to the card.
    """
    app.toast(t("advice.thinking"))
    app.draw()
    app.settle()
    app.buttons.forget()
    view = table.game.view(0)
    if table.name == "tarocco":
        words = _tarocco(app, table, view)
    else:
        words = _cicera(app, table, view)
    app.toast(None)
    forget("engine.tarocco.player", "engine.cicera.player")
    app.buttons.forget()
    return words


def _think(app, player, view):
    player.start(view)
    while True:
        choice = player.step()
        app.work()
        if choice is not None:
            return choice
        if app.buttons.waiting():
            return None


# -- Tarocco Bolognese -------------------------------------------------------------------------


def _tarocco(app, table, view):
    from engine.tarocco.game import DECLARE, DISCARD_PHASE, SILENT, View
    from engine.tarocco.player import Player
    from firmware.app.tarocco.words import card_name

    player = Player("strong")
    choice = _think(app, player, view)
    if choice is None:
        return None
    if choice == DECLARE:
        return t("advice.declare")
    if choice == SILENT:
        return t("advice.silent")
    hand = view.hand
    if view.table.phase == DISCARD_PHASE:
        words = card_name(choice)
        if len(hand) == 17:
            # The second one, as if the first were gone.
            public = view.table.copy()
            public.counts[0] = 16
            rest = bytes([card for card in hand if card != choice])
            second = _think(app, player, View(public, 0, rest, bytes((choice,))))
            if second is None:
                return None
            words += ", " + card_name(second)
        table.cursor = hand.find(bytes((choice,)))
        return t("advice.discard", words)
    table.cursor = hand.find(bytes((choice,)))
    key, value = _why(view, choice)
    return t("advice.play", card_name(choice)) + " " + t("why." + key, value)


def _why(view, card):
    # -> the key of the reason, and what it is about
    from engine.tarocco.cards import HALVES, MAT, SUIT, VALUES, trick_halves
    from engine.tarocco.rules import trick_winner
    from firmware.app.tarocco.words import halves_text

    table = view.table
    trick = bytes(table.trick)
    suit = SUIT[card]
    name = t("suit." + "sbcd"[suit]) if suit < 4 else ""
    if card == MAT:
        return "matto", ""
    if not trick:
        if suit == 4:
            return "trumps", ""
        higher = [other for other in view.unseen() if SUIT[other] == suit and other < card]
        if not higher:
            return "high", name
        if table.void[2] >> suit & 1:
            return "ruff", name
        return ("lead" if VALUES[card] > 1 else "low_lead"), name
    halves = trick_halves(trick)
    worth = halves_text(halves)
    best = table.best()
    after = trick + bytes((card,))
    wins = trick_winner(after) == len(trick)
    if wins:
        if len(trick) == 3:
            return "take_last", halves_text(halves + HALVES[card])
        return ("take" if halves > 3 else "take_little"), worth
    if best == 2:
        return ("feed" if VALUES[card] > 1 else "keep"), ""
    return ("spare" if VALUES[card] == 1 else "give"), ""


# -- Cicera ------------------------------------------------------------------------------------


def _cicera(app, table, view):
    from engine.cicera.captures import can_be_swept
    from engine.cicera.cards import NAPULA, PRIZES
    from engine.cicera.game import bonuses
    from engine.cicera.player import Player
    from firmware.app.cicera.table import bonus_text, card_name

    choice = _think(app, Player("strong"), view)
    if choice is None:
        return None
    card = choice[0]
    take = choice[1:]
    table.cursor = view.hand.find(choice[:1])
    public = view.table
    if not take:
        key = "lay_open" if can_be_swept(bytes(public.cards) + choice[:1]) else "lay"
        return t("advice.lay", card_name(card)) + " " + t("why." + key)
    words = t("advice.take", card_name(card), ", ".join([card_name(c) for c in take]))
    flags = bonuses(public.cards, card, take, public.laid)
    earned = bonus_text(flags)
    if earned:
        return words + " " + t("why.bonus", earned)
    prizes = [card_name(c) for c in choice if c in PRIZES or c in NAPULA]
    if prizes:
        return words + " " + t("why.prize", ", ".join(prizes))
    swords = sum([1 for c in choice if c < 13])
    return words + " " + t("why.swords" if swords else "why.cards", swords or len(choice))
