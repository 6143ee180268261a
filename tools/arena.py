# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Play two levels of computer players against each other: ``python -m tools.arena``.

Duplicate format: every deal is played twice, the second time with the teams exchanged, so that the
luck of the cards cancels out. The result is the mean difference in points a deal.
"""

import argparse
import glob
import multiprocessing
import os
import subprocess
import sys
import time

from engine import record
from engine.errors import TavolinoError
from sim import child, console
from tools import build, duel, levels

# Deals handed to a process at a time.
_BATCH = 4

_START = "import sys; sys.path[:] = [%r]; sys.argv[:] = %r; import tools.duel"


def compiled():
    """Compile the engine for MicroPython on this machine, in machine code where there is any.

    Returns the folder. Raises ``tools.build.BuildError``.
    """
    files = {"tools/" + name: os.path.join(build.ROOT, "tools", name + ".py")
             for name in ("__init__", "duel", "levels")}
    for folder in ("engine", "engine/tarocco", "engine/cicera"):
        for source in glob.glob(os.path.join(build.ROOT, folder, "*.py")):
            name = os.path.basename(source)[:-3]
            if name != "mp":
                files[folder + "/" + name] = source
    out = os.path.join(console.work(), "arena")
    build.compile_files(files, child.native(), out)
    return out


def run_micropython(job):
    """Do what ``duel.run`` does in a process of MicroPython; the folder of its code is job[5]."""
    name, first, second, seed, numbers, folder = job
    words = ["duel", name, first, second, seed, numbers.start, numbers.stop]
    script = _START % (folder, [str(word) for word in words])
    done = subprocess.run(
        [*child.command(), "-X", "heapsize=8M", "-c", script], capture_output=True, text=True
    )
    if done.returncode or "Traceback" in done.stderr:
        raise build.BuildError("MicroPython failed:\n" + (done.stderr + done.stdout)[-2000:])
    leads = []
    sides = []
    for line in done.stdout.splitlines():
        words = line.split()
        if words[0] == "figures":
            sides.append(tuple(float(word) for word in words[1:]))
        else:
            leads.append((int(words[0]), int(words[1])))
    return leads, sides


def summary(leads):
    """Return ``(mean, standard error, wins, draws, losses)`` of a list of pairs of leads.

    Mean and error are of the points a deal: one value a deal, the mean of its two plays. The error
    is None for fewer than two deals. Wins, draws and losses count single plays.
    """
    means = [(one + two) / 2 for one, two in leads]
    n = len(means)
    mean = sum(means) / n
    error = None
    if n > 1:
        error = (sum((value - mean) ** 2 for value in means) / (n - 1) / n) ** 0.5
    plays = [lead for pair in leads for lead in pair]
    return (
        mean,
        error,
        sum(lead > 0 for lead in plays),
        sum(lead == 0 for lead in plays),
        sum(lead < 0 for lead in plays),
    )


def figures(level, parts):
    """Return a line on what the decisions of ``level`` took, from the figures of all batches."""
    seconds = sum(part[0] for part in parts)
    choices = sum(part[2] for part in parts)
    tried = sum(part[3] for part in parts)
    trying = sum(part[4] for part in parts)
    thought = sum(part[5] for part in parts)
    line = "%-12s %8.3f ms a choice, slowest %.1f ms" % (
        level, 1000 * seconds / max(1, choices), 1000 * max(part[1] for part in parts),
    )
    if tried:
        line += ", %.0f play-outs/s" % (tried / max(trying, 1e-6))
        line += ", %.0f a decision that is tried out" % (tried / thought)
    return line


def arena(game, first, second, deals, seed, jobs, progress=None, python="cpython"):
    """Return ``(leads, figures of first, figures of second)`` of ``deals`` deals; see
    ``duel.run``.
    """
    levels.player(game, first)
    levels.player(game, second)
    run = duel.run
    more = []
    if python == "micropython":
        run = run_micropython
        more = [compiled()]
    batches = [
        (game, first, second, seed, range(start, min(start + _BATCH, deals)), *more)
        for start in range(0, deals, _BATCH)
    ]
    leads = []
    parts = ([], [])
    if jobs > 1 and len(batches) > 1:
        with multiprocessing.Pool(min(jobs, len(batches))) as pool:
            _gather(pool.imap(run, batches), leads, parts, progress)
    else:
        _gather(map(run, batches), leads, parts, progress)
    return leads, parts[0], parts[1]


def _gather(outcomes, leads, parts, progress):
    for results, sides in outcomes:
        leads.extend(results)
        parts[0].append(sides[0])
        parts[1].append(sides[1])
        if progress:
            progress(len(leads))


def _positive(text):
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError("'%s' is not a number from 1 up" % text)
    return number


def _seed(text):
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number < 1 << 32:
        raise argparse.ArgumentTypeError("'%s' is not a number from 0 to 4294967295" % text)
    return number


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.arena",
        description="Plays two levels of computer players against each other in duplicate format: "
        "every deal twice, with the teams exchanged.",
        epilog="Levels: random, easy, medium, strong, or strong:N with N play-outs a decision; "
        "ONE/OTHER (strong/medium) is ONE with the discards of OTHER.",
    )
    parser.add_argument("game", choices=record.GAMES, help="which game")
    parser.add_argument("first", help="level of the team whose lead is reported")
    parser.add_argument("second", help="level of the other team")
    parser.add_argument(
        "--deals", type=_positive, default=100, help="deals, each played twice (100)"
    )
    parser.add_argument("--seed", type=_seed, default=1, help="number that chooses the deals (1)")
    parser.add_argument(
        "--playouts",
        type=_positive,
        help="play-outs a decision for strong without a number of its own",
    )
    parser.add_argument(
        "--jobs", type=_positive, default=os.cpu_count() or 1, help="processes (one for each core)"
    )
    parser.add_argument(
        "--python",
        choices=("cpython", "micropython"),
        default="cpython",
        help="what plays: this Python, or MicroPython's unix port with the play-outs in machine "
        "code, which plays the same but is faster for strong",
    )
    options = parser.parse_args(arguments)
    names = [
        "strong:%d" % options.playouts if name == "strong" and options.playouts else name
        for name in (options.first, options.second)
    ]
    progress = None
    if sys.stderr.isatty():

        def progress(done):
            print("\r%d of %d deals" % (done, options.deals), end="", file=sys.stderr, flush=True)

    began = time.perf_counter()
    try:
        leads, first, second = arena(
            options.game,
            names[0],
            names[1],
            options.deals,
            options.seed,
            options.jobs,
            progress,
            options.python,
        )
    except (TavolinoError, build.BuildError, child.MicroPythonError) as error:
        print("arena: %s" % error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\narena: stopped.", file=sys.stderr)
        return 130
    if progress:
        print("\r", end="", file=sys.stderr)
    mean, deviation, wins, draws, losses = summary(leads)
    print(
        "%s, %s against %s: %d deals, each played twice, seed %d"
        % (options.game, names[0], names[1], options.deals, options.seed)
    )
    print(
        "mean difference %+.2f points a deal, standard error %s"
        % (mean, "unknown" if deviation is None else "%.2f" % deviation)
    )
    print("plays won %d, drawn %d, lost %d" % (wins, draws, losses))
    print(figures(names[0], first))
    print(figures(names[1], second))
    print("%.1f s" % (time.perf_counter() - began))
    return 0


if __name__ == "__main__":
    sys.exit(console.run(main))
