# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Compares one test vector of Cicera with the engine; used by ``tools.vectors``."""

from engine.cicera import captures
from engine.cicera.cards import BONUSES, codes, parse, parse_list
from engine.cicera.game import NOBODY, Game, bonuses, choice_text
from engine.errors import TavolinoError

KINDS = ("cicera_captures", "cicera_bonuses", "cicera_deals")


def run(kind, case):
    """Run a case (a dict) of a file of ``kind``; return sentences about differences, [] if
    none.
    """
    check = {
        "cicera_captures": _captures,
        "cicera_bonuses": _bonuses,
        "cicera_deals": _deal,
    }[kind]
    try:
        return check(case)
    except TavolinoError as error:
        return ["refused: %s" % error]


def _compare(differences, what, got, wanted):
    if got != wanted:
        differences.append("%s: %r, expected %r" % (what, got, wanted))


def _compare_cards(differences, what, got, wanted):
    """Compare two sets of cards, ``got`` cards and ``wanted`` text."""
    if not isinstance(wanted, str) or sorted(got) != sorted(parse_list(wanted)):
        differences.append("%s: '%s', expected '%s'" % (what, codes(sorted(got)), wanted))


def _names(flags):
    return [name for kind, name in enumerate(BONUSES) if flags >> kind & 1]


def _captures(case):
    differences = []
    table = parse_list(case["table"])
    card = parse(case["card"])
    found = list(captures.captures(table, card))
    _compare(differences, "count", captures.count_captures(table, card), case["count"])
    _compare(differences, "number of captures listed", len(found), case["count"])
    if case["options"] is not None:
        wanted = {bytes(sorted(parse_list(option))) for option in case["options"]}
        for option in sorted(set(found) - wanted):
            differences.append("finds '%s', which is not expected" % codes(option))
        for option in sorted(wanted - set(found)):
            differences.append("doesn't find '%s'" % codes(option))
        _compare(differences, "number of options", len(found), len(case["options"]))
    for n, take in enumerate(found):
        if captures.nth_capture(table, card, n) != take:
            differences.append("capture %d is not '%s' when asked by number" % (n, codes(take)))
        if captures.index_of_capture(table, card, take) != n:
            differences.append("'%s' doesn't have the number %d" % (codes(take), n))
    return differences


def _bonuses(case):
    differences = []
    table = parse_list(case["table"])
    card = parse(case["card"])
    take = parse_list(case["take"])
    previous = NOBODY if case["previous"] is None else parse(case["previous"])
    captures.check_capture(table, card, take)
    got = _names(bonuses(table, card, take, previous))
    _compare(differences, "bonuses", sorted(got), sorted(case["bonuses"]))
    _compare(differences, "points", len(got), case["points"])
    return differences


def _deal(case):
    differences = []
    game = Game(
        case["dealer"], [parse_list(hand) for hand in case["hands"]], parse_list(case["table"])
    )
    for n, play in enumerate(case["plays"]):
        choice = parse_list(play)
        try:
            flags = game.do(choice)
        except TavolinoError as error:
            return [*differences, "play %d, %s, refused: %s" % (n, choice_text(choice), error)]
        wanted = sorted(case["play_bonuses"][n].split())
        _compare(differences, "bonuses of play %d" % n, sorted(_names(flags)), wanted)
    count = game.count()
    _compare(differences, "dealer", count["dealer"], case["dealer"])
    _compare(differences, "last_capture", count["last_capture"], case["last_capture"])
    _compare_cards(differences, "left", count["left"], case["left"])
    for team in (0, 1):
        got = count["teams"][team]
        for field, wanted in case["teams"][team].items():
            what = "team %d %s" % (team, field)
            if field == "captured":
                _compare_cards(differences, what, got[field], wanted)
            else:
                _compare(differences, what, got.get(field), wanted)
    _compare(differences, "winner", count["winner"], case["winner"])
    return differences
