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

# The fields by which each kind of case is told from all others.
KINDS = (
    ("tarocco_combinations", ("cards", "sets", "sequences", "total")),
    ("tarocco_legal", ("hand", "trick", "legal")),
    ("tarocco_trick", ("cards", "win")),
    ("tarocco_deals", ("hands", "discards", "declare", "plays")),
    ("cicera_captures", ("table", "card", "options")),
    ("cicera_bonuses", ("table", "card", "take", "bonuses")),
    ("cicera_deals", ("hands", "table", "plays", "play_bonuses")),
)


class FileError(Exception):
    """A file can't be used; the text is a sentence about it."""


def kind_of(case):
    """Return the kind of a case, or None if its fields fit none of KINDS."""
    if isinstance(case, dict):
        for kind, fields in KINDS:
            if all(field in case for field in fields):
                return kind
    return None


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
    result = []
    for number, case in enumerate(cases):
        kind = kind_of(case)
        if kind is None:
            raise FileError(
                "has a case of unknown format, number %d%s; known are %s."
                % (number + 1, _fields(case), ", ".join(name for name, _ in KINDS))
            )
        result.append((kind, case))
    return result


def _fields(case):
    if not isinstance(case, dict):
        return ""
    return " with the fields " + (", ".join(sorted(case)) or "none")


def run(kind, case):
    """Run one case; return a list of sentences about what differs, empty if nothing does."""
    if kind.startswith("tarocco"):
        from tools import vectors_tarocco as tester
    else:
        from tools import vectors_cicera as tester
    try:
        return tester.run(kind, case)
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
                print("%s, case %d, '%s': %s" % (path, number + 1, case.get("name", ""), difference))
    print("%d cases, %d failed" % (total, failed))
    return 2 if unusable else 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
