# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Measures what the game takes of a board, in the real MicroPython.

    python -m tools.bench                      everything, for the TFT and the e-ink board
    (minutes) python -m tools.bench --only flash start   some of it
    python -m tools.bench --board badger2040

Flash (files and bytes for an RP2040), start-up (what is loaded until the title stands), heap (in
use at the title, at most during a deal; the smallest in which a whole deal with the strongest
players runs, found by bisection), moves (bytes sent, memory used up by each).

MicroPython runs here as the unix port, whose objects are twice the size of a board's. Times, and
the memory of a board, are measured on the emulated chip: ``python -m sim.chip``.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

from sim import child, console, handhelds
from sim.simulator import Simulator
from tools import build
from tools.flash import read_tree, slim

ROOT = build.ROOT
SIDE = os.path.join(ROOT, "tools", "bench_side.py")
BOARDS = ("picosystem", "badger2040")
GAMES = ("tarocco", "cicera")
PARTS = ("flash", "start", "heap", "smallest", "moves")
#: The deal that is played.
DEAL = "00000000"
#: Plays of each game that are counted.
PLAYS = 24


class BenchError(Exception):
    """Something can't be measured; ``args[0]`` is a sentence saying why."""


# -- flash --------------------------------------------------------------------------------------


def flash(board):
    """Return ``{part: (files, bytes, blocks of 4 KB)}`` of what goes on an RP2040 board."""
    sizes = {}
    with tempfile.TemporaryDirectory() as folder:
        build.build(board, "armv6m", folder)
        for name, data in slim(read_tree(folder)).items():
            part = "/".join(name.split("/")[:-1][:2]) or "start"
            size = len(data)
            if name == build.LICENCES:
                part = "licences"
            files, total, blocks = sizes.get(part, (0, 0, 0))
            # littlefs keeps up to 512 bytes in the folder
            sizes[part] = files + 1, total + size, blocks + (size > 512) * -(-size // 4096)
    return sizes


def print_flash(board):
    sizes = flash(board)
    for part in sorted(sizes):
        print("  %-24s %3d files %8d bytes %4d blocks" % ((part,) + sizes[part]))
    total = tuple(sum(column) for column in zip(*sizes.values()))
    print("  %-24s %3d files %8d bytes %4d blocks" % (("all",) + total))


# -- heap ---------------------------------------------------------------------------------------


def _side():
    # bench_app, compiled, for the simulator's MicroPython.
    folder = os.path.join(console.work(), "bench")
    build.compile_files({"bench_app": os.path.join(ROOT, "tools", "bench_app.py")}, None, folder)
    return folder


def simulated(board, function, game=None, heap="2M"):
    """Run ``bench_app.FUNCTION`` in the simulator; return the lines printed, None if it failed."""
    sim = Simulator(
        board,
        keys="wait:86400000",
        game=game,
        deal=DEAL if game else None,
        python="micropython",
        heap=heap,
        firmware="bench_app:" + function,
        extra_path=[_side()],
        capture=True,
    )
    sim.is_app = True  # what is measured are the app's files, as they go onto a board
    sim.run()
    lines = sim.output.splitlines()
    if sim.error and "MemoryError" not in sim.error:
        raise BenchError("The firmware failed:\n" + sim.error)
    return lines if lines[-1:] == ["end"] and not sim.error else None


def live(board, game=None):
    """Return the numbers of bytes in use at each wait for a press, less the measuring's own.

    And how many names are in memory afterwards, and what they take.
    """
    lines = simulated(board, "heap", game)
    bare = 0
    found = []
    names = 0, 0
    for line in lines:
        if line.startswith("qstr pool:"):
            numbers = dict(re.findall(r"(n_\w+)=(\d+)", line))
            names = int(numbers["n_qstr"]), int(numbers["n_total_bytes"])
            continue
        word, *numbers = line.split()
        if word == "bare":
            bare = int(numbers[0])
        elif word == "live":
            found.append((int(numbers[0]) - bare, numbers[1] == "1"))
    return found, names


def print_heap(board):
    print("  in use at the title      %7d bytes" % live(board)[0][0][0])
    for game in GAMES:
        found, names = live(board, game)
        most = max(size for size, playing in found if playing)
        print(
            "  at most, %-8s        %7d bytes; %d names take %d bytes" % ((game, most) + names)
        )


def runs(board, game, kilobytes):
    """Whether a whole deal runs in so much heap."""
    return simulated(board, "whole", game, "%dk" % kilobytes) is not None


def smallest(board, game, low=64, high=512, step=2):
    """Return the least number of KB, found by bisection in steps of ``step``, for a whole deal."""
    while high - low > step:
        middle = (low + high) // 2 // step * step
        if runs(board, game, middle):
            high = middle
        else:
            low = middle
    return high


def print_smallest(board):
    for game in GAMES:
        print("  a whole deal of %-8s  %4d KB of heap" % (game, smallest(board, game)))


# -- start and moves ----------------------------------------------------------------------------


def _image(board, folder):
    # A picture of the board's flash in folder; returns its path.
    image = os.path.join(folder, board + ".img")
    _micropython(["image", image, child.prepare(board)[0]], "16M")
    return image


def _micropython(words, heap):
    command = [*child.command(), "-X", "heapsize=" + heap, SIDE, *words]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or "Traceback" in done.stderr:
        raise BenchError("MicroPython failed:\n" + (done.stderr + done.stdout)[-2000:])
    return done.stdout.splitlines()


def moves(board, game, plays=PLAYS):
    """Return ``{name: [(bytes sent, bytes of heap used up) for each]}`` of moves, plays and
    thoughts.
    """
    with tempfile.TemporaryDirectory() as folder:
        words = ["moves", _image(board, folder), game, DEAL, str(plays)]
        lines = _micropython(words, "64M")
    found = {}
    before = 0
    for line in lines:
        if line.startswith("mark "):
            _, name, sent, now = line.split()
            found.setdefault(name, []).append((int(sent), int(now) - before))
            before = int(now)
    return found


def sent(board, game, plays=PLAYS):
    """Return the bytes that each move of the cursor sent to the panel, in so many plays."""
    # (A move of the cursor that sends nothing was one on a page.)
    return [number for number, _ in moves(board, game, plays)["cursor"] if number]


def start(board):
    """Return what is loaded until the title stands, a dict of numbers."""
    with tempfile.TemporaryDirectory() as folder:
        lines = _micropython(["count", _image(board, folder)], "2M")
    return {line.split()[0]: int(line.split()[1]) for line in lines if " " in line}


def print_start(board):
    found = start(board)
    print("  modules in memory        %7d" % found["modules"])
    print("  files opened             %7d code, %d others" % (found["code"], found["files"]))
    print("  looked for on the flash  %7d times" % found["asked"])
    print("  read from the flash      %7d bytes in %d reads" % (found["bytes"], found["reads"]))
    print("  sent to the panel        %7d bytes" % found["sent"])
    print("  pauses                   %7d ms" % found["slept"])


def print_moves(board):
    shape = handhelds.ALL[board]
    frame = shape.panel().width * shape.panel().height * (1 if _mono(board) else 16) // 8
    for game in GAMES:
        found = moves(board, game)
        print("  %s" % game)
        for name, label in (("cursor moved", "cursor"), ("card played", "play"),
                            ("computer's thought", "think")):
            some = [one for one in found.get(label, ()) if one[0] or label == "think"]
            if not some:
                continue
            sizes = sorted(size for _, size in some)
            print(
                "    %-20s garbage %d bytes mostly, %d at most"
                % (name, sizes[len(sizes) // 2], sizes[-1])
            )
            if label != "think":
                numbers = sorted(number for number, _ in some)
                print(
                    "    %-20s sent %d to %d bytes, mostly %d: %.0f%% of a frame"
                    % ("", numbers[0], numbers[-1], numbers[len(numbers) // 2],
                       100 * numbers[len(numbers) // 2] / frame)
                )


def _mono(board):
    text = os.path.join(ROOT, "firmware", "boards", board + ".py")
    with open(text, encoding="utf-8") as file:
        return "MONO = True" in file.read()


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench",
        description="Measures what the game takes of a board, in the real MicroPython.",
    )
    parser.add_argument("--board", choices=sorted(build.boards()), action="append",
                        help="the board (picosystem and badger2040); can be given again")
    parser.add_argument("--only", choices=PARTS, nargs="+", help="some of the measurements")
    options = parser.parse_args(arguments)
    parts = options.only or PARTS
    try:
        child.command()
        for board in options.board or BOARDS:
            print(board)
            for part in PARTS:
                if part not in parts:
                    continue
                print(" " + part)
                globals()["print_" + part](board)
                sys.stdout.flush()
    except (BenchError, build.BuildError, child.MicroPythonError) as error:
        print(error.args[0], file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(console.run(main))
