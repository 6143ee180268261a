# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Tables of what was measured: as text, as Markdown, and beside an earlier one."""

import statistics

from sim.chip.scenes import PLAY

_MISSING = (KeyError, TypeError, IndexError, ValueError, statistics.StatisticsError)

_PAGES = (
    ("menu opens", "menu"),
    ("back from the menu", "menuBack"),
    ("what is known opens", "info"),
    ("back from what is known", "infoBack"),
    ("rules open", "rules"),
)


def ms(value):
    """A number of milliseconds, whole."""
    return "%.0f" % value


def _pair(move):
    return "%s / %s" % (ms(move["first"]), ms(move["done"]))


def _spread(moves, key):
    values = [move[key] for move in moves]
    return "%s, worst %s" % (ms(statistics.median(values)), ms(max(values)))


def _rows(results, game, paper):
    """(label, function that returns the cell) of one game; a missing figure raises."""
    last = "refreshed" if paper else "last pixel"

    def late():
        return results["latency-" + game]

    def heap():
        return results["heap-" + game]

    def cuts():
        return results["cuts-" + game]

    def gap(label, place, scene):
        return (
            "buttons not looked at, longest: %s, ms" % label,
            lambda: ms(scene()["gaps"][place]),
        )

    yield "start: reset to title, ms", lambda: ms(late()["title"]["all"])
    yield (
        "continue: press to table; all of it, ms",
        lambda: "%s; %s" % (ms(late()["continue"]["done"]), ms(late()["continue"]["all"])),
    )
    yield "cursor: first pixel, ms", lambda: _spread(late()["cursor"], "first")
    yield "cursor: %s, ms" % last, lambda: _spread(late()["cursor"], "done")
    yield "cursor after a pause: first / %s, ms" % last, lambda: _pair(late()["cursorAfterPause"])
    # A brief scene has the title's list only: not to be compared with the menus'.
    lists = late if results.get("latency-" + game, {}).get("cursor") else dict
    yield "cursor in a list: first pixel, ms", lambda: _spread(lists()["list"], "first")
    yield "cursor in a list: %s, ms" % last, lambda: _spread(lists()["list"], "done")
    yield "card played: first / %s, ms" % last, lambda: _pair(late()["card"])
    for label, key in _PAGES:
        yield "%s: first / %s, ms" % (label, last), lambda key=key: _pair(late()[key])
    yield "rules, next page: first pixel, ms", lambda: _spread(late()["rulesPage"], "first")
    yield "rules, next page: %s, ms" % last, lambda: _spread(late()["rulesPage"], "done")
    for place in ("opening", "cursor", "menu", "info", "rules"):
        yield gap(place, place, late)
    yield "heap in all", lambda: "%d" % heap()["title"]["total"]
    for label, key in (("title", "title"), ("menu", "menu"), ("rules page", "rules"), ("count", "count")):
        yield "heap used: " + label, lambda key=key: "%d" % heap()[key]["used"]
    yield (
        "heap used: pages of the count, most",
        lambda: "%d" % max(page["used"] for page in heap()["countPages"]),
    )
    yield (
        "heap used: own turns, most (how many)",
        lambda: "%d (%d)" % (max(h["used"] for h in heap()["turns"]), len(heap()["turns"])),
    )
    yield (
        "largest free piece, least of all turns",
        lambda: "%d" % min(h["largest"] for h in heap()["turns"]),
    )
    yield gap("playing", "playing", heap)
    for level in ("strong", "medium"):
        yield from _player_rows(results, game, level)
    yield "power cuts: states of the flash", lambda: "%d" % cuts()["states"]
    yield "power cuts: saved game unreadable", lambda: "%d" % cuts()["unreadable"]
    yield "power cuts: goes back", lambda: "%d" % cuts()["backwards"]
    yield (
        "power cuts: starts that go on / tried",
        lambda: "%d / %d" % (sum(b["good"] for b in cuts()["boots"]), len(cuts()["boots"])),
    )


def _player_rows(results, game, level):
    def moves():
        return results["players-%s-%s" % (game, level)]["moves"]

    def cards():
        return [move["ms"] for move in moves() if move["phase"] == PLAY]

    yield "%s: first card, ms" % level, lambda: ms(cards()[0])
    yield "%s: middle, ms" % level, lambda: ms(cards()[len(cards()) // 2])
    yield "%s: last card but 4, ms" % level, lambda: ms(cards()[-5])
    yield (
        "%s: mean and worst card, ms" % level,
        lambda: "%s, %s" % (ms(statistics.mean(cards())), ms(max(cards()))),
    )
    yield (
        "%s: worst other choice, ms" % level,
        lambda: ms(max(move["ms"] for move in moves() if move["phase"] != PLAY)),
    )
    yield "%s: longest slice, ms" % level, lambda: ms(max(move["slice"] for move in moves()))


def rows(measured):
    """[(label, [cell of each column])] and the columns' titles, (board, game).

    ``measured``: list of what ``measure --json`` writes.
    """
    columns = []
    table = {}
    order = []
    for one in measured:
        paper = one["board"] == "badger2040"
        for game in one["games"]:
            column = one["board"], game
            columns.append(column)
            for label, cell in _rows(one["results"], game, paper):
                # One row for both kinds of panel, where they stand side by side.
                if len({m["board"] == "badger2040" for m in measured}) > 1:
                    label = label.replace("refreshed", "last pixel")
                if label not in table:
                    table[label] = {}
                    order.append(label)
                try:
                    table[label][len(columns)] = cell()
                except _MISSING:
                    pass
    numbers = range(1, len(columns) + 1)
    return [
        (label, [table[label].get(n, "-") for n in numbers]) for label in order if table[label]
    ], columns


def _heading(one):
    return "%s, players of the saved game: %s, deal %s" % (one["firmware"], one["level"], one["code"])


def text(measured):
    """The table, aligned for a terminal."""
    table, columns = rows(measured)
    heads = ["%s %s" % column for column in columns]
    width = max([len(label) for label, _ in table] + [20]) + 2
    each = max([len(cell) for _, cells in table for cell in cells] + [len(h) for h in heads]) + 2
    lines = list(dict.fromkeys(_heading(one) for one in measured))
    lines.append("".ljust(width) + "".join(head.rjust(each) for head in heads))
    for label, cells in table:
        lines.append(label.ljust(width) + "".join(cell.rjust(each) for cell in cells))
    for one in measured:
        lines += _profiles(one)
    return "\n".join(lines)


def markdown(measured):
    """The table in Markdown, with a line above it that says what was measured."""
    table, columns = rows(measured)
    lines = ["; ".join(dict.fromkeys(_heading(one) for one in measured)) + ":", ""]
    lines.append("| | " + " | ".join("%s, %s" % column for column in columns) + " |")
    lines.append("|---" * (len(columns) + 1) + "|")
    lines += ["| %s | %s |" % (label, " | ".join(cells)) for label, cells in table]
    return "\n".join(lines)


def _profiles(one):
    lines = []
    for game in one["games"]:
        for part, found in one["results"].get("profile-" + game, {}).items():
            if isinstance(found, dict):
                lines += ["", "%s, %s, %s: share of %d ms" % (one["board"], game, part, found["ms"])]
                for kind in ("symbols", "python"):
                    shares = ", ".join("%s %.1f %%" % tuple(share) for share in found[kind])
                    lines.append("  %-8s%s" % (kind, shares))
    return lines


# The check against an earlier measurement.


def figures(latency):
    """Label -> milliseconds: the figures of a ``latency`` scene that are watched."""

    def median(moves, key):
        return statistics.median(move[key] for move in moves)

    chosen = {
        "start: reset to title": lambda: latency["title"]["all"],
        "continue: press to table": lambda: latency["continue"]["done"],
        "cursor: last pixel, median": lambda: median(latency["cursor"], "done"),
        "cursor: last pixel, worst": lambda: max(move["done"] for move in latency["cursor"]),
        "cursor in a list: last pixel, median": lambda: median(latency["list"], "done"),
        "card played: last pixel": lambda: latency["card"]["done"],
        "menu opens: last pixel": lambda: latency["menu"]["done"],
        "what is known opens: last pixel": lambda: latency["info"]["done"],
        "rules open: last pixel": lambda: latency["rules"]["done"],
        "rules, next page: last pixel, median": lambda: median(latency["rulesPage"], "done"),
    }
    out = {}
    for label, figure in chosen.items():
        try:
            out[label] = round(figure(), 1)
        except _MISSING:
            out[label] = None
    return out


def compare(before, now):
    """A table of two results of ``figures``, with their ratio."""
    lines = ["%-40s%10s%10s%9s" % ("ms", "before", "now", "ratio")]
    for label in list(now) + [label for label in before if label not in now]:
        old, new = before.get(label), now.get(label)
        ratio = "%.2f" % (new / old) if old and new is not None else "-"
        cells = ["-" if value is None else ms(value) for value in (old, new)]
        lines.append("%-40s%10s%10s%9s" % (label, *cells, ratio))
    return "\n".join(lines)
