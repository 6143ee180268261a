# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Runs endure_side, the app pressed without end, in the real MicroPython; for tools.fuzz and
tools.soak.
"""

import os
import re
import subprocess

from sim import child, console
from tools import build

#: Heap of MicroPython on 64 bits in which the app has to live (DESIGN, budgets).
HEAPS = {False: "256k", True: "192k"}


class EndureError(Exception):
    """The app failed; ``args[0]`` says how."""


def mono(board):
    """Whether the board's panel is black and white."""
    path = os.path.join(build.ROOT, "firmware", "boards", board + ".py")
    with open(path, encoding="utf-8") as file:
        return "MONO = True" in file.read()


def run(board, root, heap, *words):
    """Call endure_side.main with ``words``; return the lines printed. Raises EndureError."""
    if heap and not re.fullmatch(r"[0-9]+[kKmM]?", heap):
        raise EndureError("The heap is a size such as 256k, not %s." % heap)
    folder = child.prepare(board)[0]
    side = os.path.join(console.work(), "endure")
    sources = {
        name: os.path.join(build.ROOT, "tools", name + ".py")
        for name in ("endure_side", "bench_chip", "bench_side", "bench_app")
    }
    # In machine code, which a desktop MicroPython keeps outside of the heap: that is the app's.
    arch = child.native()
    build.compile_files(sources, arch, side, native=arch is not None)
    what, *rest = map(str, words)
    code = "import sys; sys.path[:] = %r; import endure_side as e; e.main(*%r)" % (
        ["", "firmware/lib", side, ".frozen"],
        (what, board, root, *rest),
    )
    done = subprocess.run(
        [*child.command(), "-X", "heapsize=" + (heap or HEAPS[mono(board)]), "-c", code],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
    )
    lines = done.stdout.splitlines()
    if lines[-1:] != ["end"]:
        raise EndureError((done.stderr or done.stdout)[-3000:].strip())
    return lines[:-1]
