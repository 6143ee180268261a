# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The count of a finished deal of Cicera (RULES, "End")."""

from engine.cicera.cards import BONUSES, FANTE_CUPS, MATA, PRIZES, TEN_COINS
from engine.errors import TavolinoError

try:
    from micropython import const
except ImportError:
    from engine.mp import const

_OVER = const(3)
_NOBODY = const(255)


def napula(where, team):
    """Return the points, 0 or 3..10, of ``team``'s run of swords; ``where`` as in Table."""
    n = 0
    while n < 10 and where[n] == team:
        n += 1
    return n if n >= 3 else 0


def capture_values(table):
    """Return the points that each play of ``table`` brought at once: bonuses and prize cards."""
    values = []
    for i in range(len(table.log)):
        points = 0
        if table.took[i]:
            for kind in range(4):
                points += table.flags[i] >> kind & 1
            for card in bytes((table.log[i],)) + table.take(i):
                points += card in PRIZES
        values.append(points)
    return values


def award_lead(table, to):
    """Return by how many award points team 0 leads if team ``to`` takes all cards left."""
    where = table.where
    piles = table.piles
    swords = table.swords
    side = -1 if to else 1
    cards = len(piles[0]) - len(piles[1])
    cards += side * (52 - len(piles[0]) - len(piles[1]))
    all_swords = swords[0] - swords[1] + side * (13 - swords[0] - swords[1])
    points = (cards > 0) * 2 - (cards < 0) * 2 + (all_swords > 0) - (all_swords < 0)
    for card in PRIZES:
        owner = where[card]
        points += -1 if (to if owner > 1 else owner) else 1
    run = 0
    owner = to if where[0] > 1 else where[0]
    while run < 10 and (to if where[run] > 1 else where[run]) == owner:
        run += 1
    if run > 2:
        points += -run if owner else run
    return points


def count(table):
    """Return the whole count of a Table that is over, as a dict (RULES.md, "End").

    ``dealer``; ``last_capture`` team or None; ``left`` bytes; ``teams``, two dicts with
    ``captured`` (bytes in pack order), ``cards``, ``swords``, ``bonuses`` (times by name),
    ``bonus_points``, ``awards`` (points by name: ``cards``, ``swords``, ``mata``, ``ten_coins``,
    ``fante_cups``, ``napula``), ``award_points``, ``total``; ``winner`` 0, 1 or None for a draw.
    Raises TavolinoError if the deal is not over.
    """
    if table.phase != _OVER:
        raise TavolinoError("The deal is not over yet: it can be counted after the last card.")
    teams = []
    piles = table.piles
    where = table.where
    for team in (0, 1):
        pile = piles[team]
        swords = table.swords[team]
        awards = {
            "cards": 2 if len(pile) > len(piles[1 - team]) else 0,
            "swords": 1 if swords > table.swords[1 - team] else 0,
            "mata": 1 if where[MATA] == team else 0,
            "ten_coins": 1 if where[TEN_COINS] == team else 0,
            "fante_cups": 1 if where[FANTE_CUPS] == team else 0,
            "napula": napula(where, team),
        }
        bonus_points = table.bonus_points(team)
        award_points = sum(awards.values())
        times = {}
        for kind in range(4):
            times[BONUSES[kind]] = table.bonus[team * 4 + kind]
        teams.append(
            {
                "captured": bytes(sorted(pile)),
                "cards": len(pile),
                "swords": swords,
                "bonuses": times,
                "bonus_points": bonus_points,
                "awards": awards,
                "award_points": award_points,
                "total": bonus_points + award_points,
            }
        )
    ahead = teams[0]["total"] - teams[1]["total"]
    return {
        "dealer": table.dealer,
        "last_capture": None if table.last_capture == _NOBODY else table.last_capture,
        "left": table.left,
        "teams": teams,
        "winner": 0 if ahead > 0 else 1 if ahead < 0 else None,
    }
