# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Picking the cards that are taken, at the table of Cicera."""

from micropython import const

from engine.cicera.captures import Captures, partial
from engine.cicera.cards import VALUES
from engine.cicera.game import bonuses
from firmware.app.cicera.words import card_name
from firmware.content.text import t

_LAY = const(255)  # the stop of the cursor that lays the card down
_PICKING = (("ok", "hint.take"), ("back", "hint.back"), ("move", "hint.card"))
_LOOK = const(24)  # captures weighed for the one the cursor begins at


def pick(table, card):
    """Let the cards that ``card`` takes be picked at ``table``.

    Returns the choice, None for back, or a wish (see View).
    """
    app = table.app
    lying = table.game.table.cards
    spread = table.spread
    picked = b""
    table.offer(_PICKING)
    table.lay_down.tile.hidden = False
    at = _best(table.game.table, card)
    while True:
        more, complete = partial(lying, card, picked)
        if complete:
            break
        # (in the order of their places)
        more = bytes([c for c in spread.cells if c in more])
        stops = more + bytes((_LAY,)) if not picked else more
        if at not in stops:
            at = stops[0]
        table.lay_down.tile.hidden = bool(picked)
        spread.light(picked, more)
        _stop(table, at)
        _sum(table, card, picked)
        app.draw()
        at, done = _choose(table, stops, at)
        if table.wish(done) and done != "back":
            table.lay_down.tile.hidden = True
            spread.frame(None)
            spread.light(b"")
            return table.wish(done)
        if done == "back":
            if not picked:
                at = None
                break
            at = picked[-1]
            picked = picked[:-1]
        elif at == _LAY:
            break
        else:
            picked += bytes((at,))
    table.lay_down.tile.hidden = True
    spread.frame(None)
    spread.light(b"")
    if at is None:
        return None
    return bytes((card,)) + bytes(sorted(picked))


def _stop(table, at):
    theme = table.app.theme
    table.spread.frame(None if at == _LAY else at)
    if at == _LAY:
        table.lay_down.colour(theme.paper if theme.mono else theme.ink, theme.accent)
    else:
        table.lay_down.colour(theme.text)


def _choose(table, stops, at):
    # Move the cursor over ``stops``; return (stop, "ok", "back" or what opens a page).
    app = table.app
    while True:
        action = app.event()
        place = stops.index(bytes((at,)))
        if action in ("ok", "back", "menu", "info"):
            return at, action
        if action in ("left", "right"):
            at = stops[(place + (1 if action == "right" else -1)) % len(stops)]
        elif action in ("up", "down"):
            if at == _LAY:
                if action == "up":
                    at = stops[-2]
            else:
                other = beyond(table.spread, at, stops, action == "down")
                if other is None and _LAY in stops:
                    other = _LAY
                at = at if other is None else other
        else:
            continue
        _stop(table, at)
        app.draw()


def beyond(spread, card, stops, down):
    """Return the card of ``stops`` above (or below, ``down``) ``card``, nearest, or None."""
    here = spread._where(card)
    row = here // spread.columns
    column = here % spread.columns
    best = None
    least = 999
    for i in range(len(spread.cells)):
        if spread.cells[i] not in stops:
            continue
        away = i // spread.columns - row
        if not down:
            away = -away
        if away <= 0:
            continue
        far = 16 * away + abs(i % spread.columns - column)
        if far < least:
            least = far
            best = spread.cells[i]
    return best


def _sum(table, card, picked):
    value = VALUES[card]
    if not picked:
        table.tell_line(t("cicera.pick", card_name(card)), "")
        return
    words = []
    total = 0
    for other in picked:
        words.append(str(VALUES[other]))
        total += VALUES[other]
    left = t("cicera.left", value - total)
    said = str(value) + " = " + " + ".join(words) + " + \u2026"
    if table.narrow and not table.beside(said, left):
        said = str(value) + " = " + str(total) + " + \u2026"
    table.tell_line(said, left)


def _best(table, card):
    # The first card of the best of the first captures: the cursor begins there.
    captures = Captures(table.cards, card)
    best = -1
    first = _LAY
    for _ in range(_LOOK):
        size = captures.step()
        if not size:
            break
        take = bytes(captures.take[:size])
        worth = size
        flags = bonuses(table.cards, card, take, table.laid)
        for kind in range(4):
            worth += 4 * (flags >> kind & 1)
        for other in take:
            if other < 13 or other in (36, 48):
                worth += 2
        if worth > best:
            best = worth
            first = take[0]
    return first
