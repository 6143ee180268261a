# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Runs test vectors of both games: ``python -m tools.vectors FILE.json ...``

A file is a JSON array of cases; what a case tests is told by its fields, not by the name of its
file. Every difference between a case and the engine is printed, in the end ``N cases, M failed``.
The exit status is 0 if all cases passed, 1 if any failed, 2 if a file could not be used.
"""

import argparse
import json
import sys

from sim import console

# The fields by which each kind of case is told from all others, and what they hold.
KINDS = (
    ("tarocco_combinations", {"cards": "cards", "sets": "object", "sequences": "object",
                              "total": "number"}),
    ("tarocco_legal", {"hand": "cards", "trick": "cards", "legal": "cards"}),
    ("tarocco_trick", {"cards": "cards", "win": "number"}),
    ("tarocco_deals", {"hands": "four", "discards": "cards", "declare": "booleans",
                       "plays": "cards", "dealer": "number", "teams": "teams"}),
    ("cicera_captures", {"table": "cards", "card": "cards", "options": "options",
                         "count": "number"}),
    ("cicera_bonuses", {"table": "cards", "card": "cards", "take": "cards", "bonuses": "words",
                        "previous": "card or null", "points": "number"}),
    ("cicera_deals", {"hands": "four", "table": "cards", "plays": "plays",
                      "play_bonuses": "words", "dealer": "number", "left": "cards",
                      "teams": "teams"}),
)


def _all(type_):
    return lambda value: isinstance(value, list) and all(type(one) is type_ for one in value)


# What a field may hold: a check, and the words for it.
_SHAPES = {
    "cards": (lambda value: type(value) is str, "text: card codes with spaces between them"),
    "card or null": (lambda value: value is None or type(value) is str, "a card code or null"),
    "number": (lambda value: type(value) is int, "a whole number"),
    "object": (lambda value: isinstance(value, dict), "a JSON object"),
    "teams": (
        lambda value: _all(dict)(value) and len(value) == 2, "an array of two objects, the teams"
    ),
    "plays": (
        lambda value: _all(str)(value) and all(one.strip() for one in value),
        "an array of texts, each with the card played and those it takes",
    ),
    "four": (lambda value: _all(str)(value) and len(value) == 4, "four texts, the hands by seat"),
    "booleans": (lambda value: _all(bool)(value) and len(value) == 4, "four times true or false"),
    "words": (_all(str), "an array of texts"),
    "options": (lambda value: value is None or _all(str)(value), "an array of texts, or null"),
}


class FileError(Exception):
    """A file can't be used; the text is a sentence about it."""


def kind_of(case):
    """Return the kind of a case, None if its fields fit none of KINDS.

    A case that has more than half of a kind's fields is one of that kind which lacks some.
    """
    best, most = None, 0.5
    for kind, fields in KINDS if isinstance(case, dict) else ():
        part = sum(field in case for field in fields) / len(fields)
        if part > most:
            best, most = kind, part
    return best


def faults(kind, case):
    """Return sentences about the fields of ``case`` that are missing, or not what they should
    be.
    """
    found = []
    for field, shape in dict(KINDS)[kind].items():
        right, words = _SHAPES[shape]
        if field not in case:
            found.append("the field '%s' is missing" % field)
        elif not right(case[field]):
            found.append("the field '%s' should be %s" % (field, words))
    if not found and kind == "cicera_deals" and len(case["plays"]) != len(case["play_bonuses"]):
        found.append("the field 'play_bonuses' should have as many texts as 'plays'")
    return found


def load(path):
    """Return ``(kind, case)`` for every case of the file at ``path``; raises FileError."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            cases = json.load(file)
    except OSError as error:
        raise FileError("can't be read: %s." % (error.strerror or error))
    except (ValueError, RecursionError) as error:
        raise FileError("is not JSON text: %s." % str(error).rstrip("."))
    if not isinstance(cases, list):
        raise FileError("is not a JSON array of cases.")
    if not cases:
        raise FileError("contains no cases.")
    result = [(kind_of(case), case) for case in cases]
    if not any(kind for kind, _ in result):
        raise FileError(
            "has no case of a known format; the first one is %s. Known are %s."
            % (_fields(cases[0]), ", ".join(name for name, _ in KINDS))
        )
    return result


def _fields(case):
    if not isinstance(case, dict):
        return "not a JSON object"
    return "of unknown format, with the fields " + (", ".join(sorted(case)) or "none")


def run(kind, case):
    """Run one case; return a list of sentences about what differs, empty if nothing does."""
    if kind is None:
        return ["is " + _fields(case)]
    found = faults(kind, case)
    if found:
        return found
    if kind.startswith("tarocco"):
        from tools import vectors_tarocco as tester
    else:
        from tools import vectors_cicera as tester
    try:
        return tester.run(kind, case)
    except KeyError as error:
        return ["the field %s is missing" % error]
    except (TypeError, ValueError, AttributeError, IndexError):
        # further in, where the format has many fields: what is compared is of the wrong kind
        return ["has a field that is not of the kind that its format says (%s)" % kind]
    except Exception as error:  # a case must not stop the others, whatever it meets
        return ["breaks off with %s: %s" % (type(error).__name__, error)]


def main(arguments=None):
    """Run the files named in ``arguments``; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.vectors",
        description="Runs test vectors of Tarocco Bolognese and Cicera against the engine.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE.json", help="an array of cases as JSON")
    total = failed = 0
    unusable = False
    for path in parser.parse_args(arguments).files:
        try:
            cases = load(path)
        except FileError as error:
            print("%s %s" % (path, error), file=sys.stderr)
            unusable = True
            continue
        for number, (kind, case) in enumerate(cases):
            differences = run(kind, case)
            total += 1
            failed += bool(differences)
            for difference in differences:
                name = case.get("name", "") if isinstance(case, dict) else ""
                print("%s, case %d, '%s': %s" % (path, number + 1, name, difference))
    print("%d cases, %d failed" % (total, failed))
    return 2 if unusable else 1 if failed else 0


if __name__ == "__main__":
    sys.exit(console.run(main))
