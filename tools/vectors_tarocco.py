# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Compares one test vector of Tarocco Bolognese with the engine; used by ``tools.vectors``."""

from engine.errors import TavolinoError
from engine.tarocco import count, rules
from engine.tarocco.cards import codes, parse_cards
from engine.tarocco.game import DECLARE, SILENT, Game

KINDS = ("tarocco_combinations", "tarocco_legal", "tarocco_trick", "tarocco_deals")

_MISSING = object()


def run(kind, case):
    """Run a case (a dict) of ``kind``; return sentences about differences, [] if there is none."""
    check = {
        "tarocco_combinations": _combinations,
        "tarocco_legal": _legal,
        "tarocco_trick": _trick,
        "tarocco_deals": _deal,
    }[kind]
    differences = []
    try:
        check(case, differences)
    except TavolinoError as error:
        differences.append("refused: %s" % error)
    except KeyError as error:
        differences.append("the field %s is missing" % error)
    return differences


def _compare(differences, field, expected, got):
    """Note where ``expected``, a value of the case, differs from the engine's ``got``.

    Every field of ``got`` has to be there. Fields of the case itself that the format doesn't have
    are remarks and skipped; further in, where names are sets and sequences, there may be none.
    """
    if isinstance(got, dict) and isinstance(expected, dict):
        for name in sorted(set(got) | (set(expected) if field else set())):
            _compare(
                differences,
                (field + "." if field else "") + name,
                expected.get(name, _MISSING),
                got.get(name, _MISSING),
            )
    elif isinstance(got, list) and isinstance(expected, list) and len(got) == len(expected):
        for i in range(len(got)):
            _compare(differences, "%s[%d]" % (field, i), expected[i], got[i])
    elif isinstance(got, bytes):
        ordered = isinstance(expected, str) and sorted(expected.split())
        if ordered != sorted(codes(got).split()):
            differences.append(_difference(field, expected, codes(got)))
    elif type(got) is not type(expected) or got != expected:
        # The types count, too: 0 is not false and not null.
        differences.append(_difference(field, expected, got))


def _told(value):
    # Cards as codes, wherever they are.
    if isinstance(value, bytes):
        return codes(value)
    if isinstance(value, dict):
        return {name: _told(part) for name, part in value.items()}
    return [_told(part) for part in value] if isinstance(value, list) else value


def _difference(field, expected, got):
    return "%s: expected %s, got %s" % (
        field,
        "no such field" if expected is _MISSING else repr(expected),
        "no such field" if got is _MISSING else repr(_told(got)),
    )


def _combinations(case, differences):
    cards = parse_cards(case["cards"])
    _compare(differences, "", case, count.combinations(cards))
    _compare(differences, "total by points()", case["total"], count.points(cards))


def _legal(case, differences):
    cards = rules.legal(parse_cards(case["hand"]), parse_cards(case["trick"]))
    _compare(differences, "", case, {"legal": cards})


def _trick(case, differences):
    winner = rules.trick_winner(parse_cards(case["cards"]))
    _compare(differences, "", case, {"win": winner})


def _deal(case, differences):
    game = Game(case["dealer"], [parse_cards(hand) for hand in case["hands"]])
    try:
        what = "discards"
        for card in parse_cards(case["discards"]):
            game.do(card)
        for number, card in enumerate(parse_cards(case["plays"])):
            if number < 4:
                what = "declaration of seat %d" % game.turn
                game.do(DECLARE if case["declare"][game.turn] else SILENT)
            what = "play %d, %s" % (number + 1, codes((card,)))
            game.do(card)
        what = "the end"
        found = game.count()
    except TavolinoError as error:
        differences.append("%s: refused: %s" % (what, error))
        return
    _compare(differences, "", case, vector(found))
    totals = [team["total"] for team in case["teams"]]
    _compare(differences, "totals()", totals, list(game.totals()))


def vector(found):
    """Return the breakdown ``found`` (Game.count()) with just the fields of the format.

    Cards of a set stay bytes.
    """
    result = {}
    for field in ("discards", "matto", "winner"):
        result[field] = found[field]
    result["matto"] = dict(found["matto"])
    given = result["matto"]["given"]
    result["matto"]["given"] = None if given is None else codes((given,))
    result["trick_winners"] = "".join(str(seat) for seat in found["trick_winners"])
    result["declared"] = [_fields(declared, ("cards",)) for declared in found["declared"]]
    result["teams"] = [dict(team) for team in found["teams"]]
    for team in result["teams"]:
        team["combinations"] = _fields(team["combinations"], ("cards", "shown"))
    return result


def _fields(found, without):
    if found is None:
        return None
    return {field: value for field, value in found.items() if field not in without}
