# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Measures what the game takes of a board, in the real MicroPython.

    python -m tools.bench                      everything, for the TFT and the e-ink board (minutes)
    python -m tools.bench --only flash start   some of it
    python -m tools.bench --board badger2040

Flash (files and bytes for an RP2040), start-up (what is loaded until the title stands), heap (in use
at the title, at most during a deal; the smallest in which a whole deal with the strongest players
runs, found by bisection), moves (bytes sent, memory used up by each, work of the processor).

MicroPython runs here as the unix port, whose objects are twice the size of a board's. How long
things take on an RP2040 is an **estimate**: valgrind counts the instructions that this machine
executes for them, and for some loops whose time on an RP2040 is known; see `ESTIMATE`.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

from sim import child, handhelds
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
#: Plays of each game whose work is counted.
PLAYS = 24
#: Microseconds on an RP2040 of one turn of the loops in bench_side (DESIGN, measured facts).
TURNS = 20000
LOOPS = (
    ("for: pass", 3.15),
    ("x = (x + i) & m", 5.99),
    ("float multiply-add", 22.0),
    ("method call with a dict step", 86.0),
    ("native-code add", 3.1),
    ("viper add", 0.28),
)
ESTIMATE = """\
How the estimates of RP2040 time are made: the instructions that valgrind counts on this machine for
loops whose time on an RP2040 is known give nanoseconds for an instruction. Plain bytecode gives the
low figure, calls of methods (whose code doesn't fit into the RP2040's flash cache) the high one, and
viper code one of its own, for computer players. To the instructions of a task, without those that
stand for the flash, come its bytes on the bus at 24 MHz, its pauses, and (a guess) 80 ns for each byte
read from flash. So it is an estimate of the order, not a measurement."""


class BenchError(Exception):
    """Something can't be measured; ``args[0]`` is a sentence saying why."""


# -- flash --------------------------------------------------------------------------------------


def flash(board):
    """Return ``{part: (files, bytes, blocks of 4 KB)}`` of what goes on an RP2040 board."""
    sizes = {}
    with tempfile.TemporaryDirectory() as folder:
        build.build(board, "armv6m", folder)
        for name, data in slim(read_tree(folder), board).items():
            part = "/".join(name.split("/")[:-1][:2]) or "start"
            size = len(data)
            if name == "firmware/licences.txt":
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
    folder = os.path.join(ROOT, "build", "bench")
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
    names = ()
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


# -- what is counted ----------------------------------------------------------------------------


def _image(board, folder):
    # A picture of the board's flash in folder; returns its path.
    image = os.path.join(folder, board + ".img")
    _micropython(["image", image, child.prepare(board)[0]], "16M")
    return image


def _micropython(words, heap, before=(), env=None):
    command = [*before, *child.command(), "-X", "heapsize=" + heap, SIDE, *words]
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    if done.returncode or "Traceback" in done.stderr:
        raise BenchError("MicroPython failed:\n" + (done.stderr + done.stdout)[-2000:])
    return done.stdout.splitlines()


def counted(words, heap="384k"):
    """Run bench_side under valgrind; return its lines and the instructions between its marks."""
    if not shutil.which("valgrind"):
        raise BenchError(
            "The processor's work is counted by valgrind, which isn't installed (on Debian: "
            "apt-get install valgrind)."
        )
    with tempfile.TemporaryDirectory() as folder:
        before = [
            "valgrind",
            "--tool=callgrind",
            "--callgrind-out-file=" + os.path.join(folder, "out"),
            "--dump-before=mod_time_clock",
        ]
        env = dict(os.environ, PYTHONHASHSEED="0")
        lines = _micropython(words, heap, before, env)
        counts = []
        while True:
            try:
                with open(os.path.join(folder, "out.%d" % (len(counts) + 1))) as file:
                    found = re.search(r"^(?:totals|summary): (\d+)", file.read(), re.M)
            except FileNotFoundError:
                return lines, counts
            counts.append(int(found[1]))


class Estimate:
    """Nanoseconds of an RP2040 for an instruction of this machine: ``low``, ``high``, ``viper``."""

    def __init__(self):
        _, counts = counted(["loops"], "2M")
        # A mark before and one after each loop.
        counts = counts[1::2]
        self.loops = [
            (name, us, count / TURNS) for (name, us), count in zip(LOOPS, counts, strict=True)
        ]
        factors = {name: us * 1000 / count for name, us, count in self.loops}
        self.low = factors["for: pass"]
        self.high = factors["method call with a dict step"]
        self.viper = factors["viper add"]

    def show(self):
        """Print what it is made from."""
        print(ESTIMATE)
        for name, us, count in self.loops:
            print(
                "  %-30s %6.2f us there, %6.0f instructions here: %4.1f ns each"
                % (name, us, count, us * 1000 / count)
            )


#: Instructions of the flash's stand-in for each read, and of a mark; found in the loops below.
_READ = 3300
_MARK = 300_000
_SPI_NS = 8 / 24_000_000 * 1e9
_FLASH_NS = 80


def tasks(board, game=None):
    """Return what was counted, in order: (name, instructions, flash reads, bytes sent, ms slept, heap)."""
    with tempfile.TemporaryDirectory() as folder:
        image = _image(board, folder)
        words = ["work", image] + ([game, DEAL, str(PLAYS)] if game else [])
        lines, counts = counted(words)
    marks = [line.split() for line in lines if line.startswith("mark ")]
    return [
        (mark[1], max(0, count - _MARK - int(mark[2]) * _READ), *map(int, mark[2:]))
        for mark, count in zip(marks, counts)
    ]


def garbage(board, game):
    """Return ``{name: [bytes allocated for each]}`` of moves, plays and thoughts."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["garbage", _image(board, folder), game, DEAL, str(PLAYS)]
        lines = _micropython(words, "64M")
    found = {}
    before = 0
    for line in lines:
        if line.startswith("mark "):
            _, name, _, _, _, now = line.split()
            found.setdefault(name, []).append(int(now) - before)
            before = int(now)
    return found


def sent(board, game, plays=PLAYS):
    """Return the bytes that each move of the cursor sent to the panel, in so many plays."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["garbage", _image(board, folder), game, DEAL, str(plays)]
        lines = _micropython(words, "64M")
    marks = [line.split() for line in lines if line.startswith("mark cursor")]
    return [int(mark[3]) for mark in marks if mark[3] != "0"]


def _ms(estimate, instructions, sent, reads, slept=0):
    fixed = (sent * _SPI_NS + reads * 270 * _FLASH_NS) / 1e6
    return [
        instructions * factor / 1e6 + fixed + slept for factor in (estimate.low, estimate.high)
    ]


def start(board):
    """Return what is loaded until the title stands, a dict of numbers."""
    with tempfile.TemporaryDirectory() as folder:
        lines = _micropython(["count", _image(board, folder)], "2M")
    return {line.split()[0]: int(line.split()[1]) for line in lines if " " in line}


def print_start(board, estimate):
    found = start(board)
    print("  modules in memory        %7d" % found["modules"])
    print("  files opened             %7d code, %d others" % (found["code"], found["files"]))
    print("  looked for on the flash  %7d times" % found["asked"])
    print("  read from the flash      %7d bytes in %d reads" % (found["bytes"], found["reads"]))
    print("  sent to the panel        %7d bytes" % found["sent"])
    print("  pauses                   %7d ms" % found["slept"])
    if estimate:
        work = [task for task in tasks(board) if task[0] == "start"][0]
        low, high = _ms(estimate, work[1], work[3], work[2])
        # The pauses are those of the panel's driver, in which the loading goes on.
        print(
            "  start to title, estimate  %5.1f to %.1f s, of which panel pauses that loading "
            "fills: %.1f s" % (max(low / 1000, found["slept"] / 1000), high / 1000,
                               found["slept"] / 1000)
        )


def print_moves(board, estimate):
    shape = handhelds.ALL[board]
    frame = shape.panel().width * shape.panel().height * (1 if _mono(board) else 16) // 8
    for game in GAMES:
        used = garbage(board, game)
        found = tasks(board, game) if estimate else ()
        print("  %s" % game)
        for name, label in (("cursor moved", "cursor"), ("card played", "play"),
                            ("computer's thought", "think")):
            # (A move of the cursor that sends nothing was one on a page.)
            some = [task for task in found if task[0] == label and (task[3] or label == "think")]
            sizes = sorted(used.get(label, [0]))
            print(
                "    %-20s garbage %d bytes mostly, %d at most"
                % (name, sizes[len(sizes) // 2], sizes[-1])
            )
            if not some:
                continue
            if label != "think":
                sent = sorted(task[3] for task in some)
                print(
                    "    %-20s sent %d to %d bytes, mostly %d: %.0f%% of a frame"
                    % ("", sent[0], sent[-1], sent[len(sent) // 2],
                       100 * sent[len(sent) // 2] / frame)
                )
                times = sorted(_ms(estimate, task[1], task[3], task[2]) for task in some)
                print(
                    "    %-20s estimate %.0f to %.0f ms mostly, %.0f to %.0f ms at most"
                    % ("", *times[len(times) // 2], *times[-1])
                )
            else:
                times = sorted(task[1] * estimate.viper / 1e9 for task in some)
                print(
                    "    %-20s estimate %.2f s mostly, %.2f s at most"
                    % ("", times[len(times) // 2], times[-1])
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
    parser.add_argument("--no-estimate", action="store_true",
                        help="don't estimate times on an RP2040 (needs valgrind)")
    options = parser.parse_args(arguments)
    parts = options.only or PARTS
    try:
        child.command()
        estimate = None
        if not options.no_estimate and ("start" in parts or "moves" in parts):
            if shutil.which("valgrind"):
                estimate = Estimate()
                estimate.show()
            else:
                print("No estimates of RP2040 time: valgrind isn't installed.")
        for board in options.board or BOARDS:
            print(board)
            for part in PARTS:
                if part not in parts:
                    continue
                print(" " + part)
                if part in ("start", "moves"):
                    globals()["print_" + part](board, estimate)
                else:
                    globals()["print_" + part](board)
                sys.stdout.flush()
    except (BenchError, build.BuildError, child.MicroPythonError) as error:
        print(error.args[0], file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
