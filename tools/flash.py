# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Put Tavolino on a board, or bring the board up to date.

    python -m tools.flash --board picosystem

looks for the board, builds the game for it, copies what differs from what is there, and starts
the game. Saved games and settings stay. It may be interrupted at any moment: the board keeps the
version it has until the new one is complete there, and the same command goes on where it stopped.
"""

import argparse
import ast
import base64
import difflib
import functools
import hashlib
import importlib.util
import inspect
import os
import queue
import re
import stat
import subprocess
import sys
import tempfile
import textwrap
import threading
import time

from sim import console
from tools import board_side, build

ROOT = build.ROOT

#: The oldest MicroPython that has what the firmware uses.
OLDEST = (1, 23)
#: Free memory that is no reason to worry; the tests run in a heap that corresponds to it.
ENOUGH = 180 * 1024
#: The .mpy format that mpy-cross makes.
MPY = 6
#: Architectures by the number that ``sys.implementation._mpy`` has in bits 10 to 13
#: (MicroPython's documentation, "MicroPython .mpy files").
ARCHES = (
    None, "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp",
    "xtensa", "xtensawin", "rv32imc", "rv64imc",
)
#: The list of our files on the board: version, board and architecture, then SHA-256, size, path.
MANIFEST = "tavolino.txt"
#: How mpremote is called in sentences for people: with the environment that has it.
MPREMOTE = "python3 tools/start.py run -m mpremote"
#: How the paths of our files look.
NAMES = r"[A-Za-z0-9_.+-]+(/[A-Za-z0-9_.+-]+)*"
#: Folders of the board in which files of ours are or, in earlier versions, were.
OURS = ("engine", "firmware", "lib", "licences")
#: Folders that are looked into.
FOLDERS = OURS + ("save", "stage")
#: What the game writes and has no other name for: nothing can be kept where these are folders.
KEPT = tuple(
    "save/%s.tmp" % name for name in ("game", "lesson", "pair", "settings", "stats")
) + ("log.txt", "log.old")
#: SHA-256 of files that MicroPython itself makes on a new board: the boot.py of the ESP32, all comment.
MADE = ("16f5b4bcb120e9a032242b47967e649a0cc577b41939e81ef7d4b4da181bd17f",)

OK, USAGE, PORT, BOARD, TRANSFER, STOPPED = 0, 2, 3, 4, 5, 130
STATUSES = """exit status:
  0    done, or nothing to do
  2    a wrong option, an unknown board, or files that can't be built
  3    the board can't be reached: none, several, port busy or not permitted, no answer
  4    the board can't take the game: other or too old firmware, too little flash, files in the way
  5    copying failed or was cut off; the board still starts, and running it again goes on
  130  stopped with Ctrl-C; as 5
"""
_BOOTLOADER = (
    "If a drive named RPI-RP2 or RP2350 has appeared instead, the board waits for its firmware: "
    "see docs/building.md, \"From zero\"."
)
_SAFE = (
    "Start it in safe mode, which leaves the game out: switch it off, hold {} while switching it "
    "on, and run this again. (docs/building.md, \"Safe mode\")"
)


class FlashError(Exception):
    """It can't go on: ``args[0]`` says why and what to do, ``status`` is the exit status."""

    def __init__(self, sentence, status=TRANSFER):
        super().__init__(sentence)
        self.status = status


# -- the board's file and the files for it ---------------------------------------------------------


def find_board(name):
    """Check that there is a board ``name``; raises FlashError with the nearest ones."""
    known = build.boards()
    if name in known:
        return name
    near = difflib.get_close_matches(str(name).lower(), known, 1)
    raise FlashError(
        "There is no board {!r}.{} Known boards: {}. Others need a file in firmware/boards; "
        "docs/building.md says how.".format(
            name, " Did you mean {}?".format(near[0]) if near else "", ", ".join(known)
        ),
        USAGE,
    )


def constants(board):
    """-> the simple constants (name -> value) of the board's file, which is not run."""
    return build.facts(board)


def safe_button(board):
    """-> (printed name, pin, level when pressed) of the button that means safe mode.

    It is the one named by the board file's ``SAFE``, or else the one whose action is "back", or at
    least that of a long press.
    """
    facts = constants(board)
    wanted = facts.get("SAFE")
    for place in (2, 3):
        for button in facts.get("BUTTONS", ()):
            if button[0] == wanted or wanted is None and button[place:][:1] == ("back",):
                return button[0], button[1], 1 if facts.get("ACTIVE_HIGH") else 0
    raise FlashError(
        "firmware/boards/{}.py has no button {}, which is needed for safe mode.".format(
            board, repr(wanted) if wanted else 'with the action "back"'
        ),
        USAGE,
    )


def read_tree(folder):
    """-> path on the board -> bytes, for all files in ``folder``; names that begin with "." not."""
    out = {}
    for base, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if f[0] != ".")
        for name in names:
            if name[0] != ".":
                path = os.path.join(base, name)
                with open(path, "rb") as file:
                    out[os.path.relpath(path, folder).replace(os.sep, "/")] = file.read()
    return out


def files_for(board, arch, tree=None):
    """-> path on the board -> bytes: all files that make the game on ``board``.

    ``tree``: a folder that has been built already.
    """
    if tree is None:
        if constants(board).get("PYTHON") == "circuitpython":
            raise FlashError(
                "The board {0} runs CircuitPython, which this tool doesn't copy to: make the files "
                "with python3 tools/start.py run -m tools.build --board {0}, and copy them to its "
                "drive (docs/boards/README.md, \"CircuitPython\").".format(board),
                USAGE,
            )
        print("Building the game for it ...", flush=True)
        try:
            build.build(board, arch)
        except build.BuildError as error:
            raise FlashError(error.args[0], USAGE)
        tree = os.path.join(console.work(), "%s-%s" % (board, arch or "none"))
        files = slim(read_tree(tree))
    else:
        files = read_tree(tree)
    if "boot.py" not in files:
        with open(os.path.join(ROOT, "boot.py"), "rb") as file:
            files["boot.py"] = file.read()
    _, pin, level = safe_button(board)
    files["safe.pin"] = "{} {}\n".format(pin, level).encode()
    return with_manifest(files, board, arch)


def slim(files):
    """-> ``files``, as built, without those that only simulators look for.

    Each file takes a block of its own, and each folder two; a board has its hardware.mpy.
    """
    return {
        path: data for path, data in sorted(files.items())
        if path != "firmware/main.mpy" and not path.startswith("firmware/boards/")
    }


def with_manifest(files, board, arch):
    """Add the manifest to ``files``; returns them."""
    lines = ["tavolino\t{}\t{}\t{}\n".format(build.version(), board, arch or "none")]
    for path in sorted(files):
        if not may_be_ours(path):
            raise FlashError("No file of the game can be named {!r}.".format(path), USAGE)
        lines.append("{}\t{}\t{}\n".format(sha(files[path]), len(files[path]), path))
    files[MANIFEST] = "".join(lines).encode()
    return files


def sha(data):
    """-> the SHA-256 of ``data`` as hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


# -- mpremote --------------------------------------------------------------------------------------


class Remote:
    """The board at ``port``, through mpremote, called as its users call it."""

    def __init__(self, port, silence=60, verbose=False):
        self.port = port
        self.silence = silence
        self.verbose = verbose
        self.calls = 0

    def call(self, arguments, hear=None):
        """Run mpremote with ``arguments``; -> (exit status, lines of output, text of errors).

        ``hear(line)`` is told each line as it comes. Raises FlashError when the board says nothing
        for ``silence`` seconds.
        """
        self.calls += 1
        command = [sys.executable, "-m", "mpremote"] + arguments
        if self.verbose:
            print("  + " + " ".join(command), file=sys.stderr)
        environment = dict(os.environ, PYTHONUNBUFFERED="1", PYTHONIOENCODING="utf-8:replace")
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        events = queue.Queue()

        def read(stream, kind):
            rest = b""
            for data in iter(lambda: stream.read1(4096), b""):
                *lines, rest = re.split(rb"[\r\n]+", rest + data)
                rest = rest[-100_000:]
                for line in lines + [b""]:  # an empty one says at least that something came
                    events.put((kind, line.decode("utf-8", "replace")))
            events.put((kind, rest.decode("utf-8", "replace")))
            events.put((kind, None))

        for stream, kind in ((child.stdout, "out"), (child.stderr, "err")):
            threading.Thread(target=read, args=(stream, kind), daemon=True).start()
        out, errors, open_ = [], [], 2
        try:
            while open_:
                kind, line = events.get(timeout=self.silence)
                if line is None:
                    open_ -= 1
                elif not line:
                    continue
                elif kind == "err":
                    errors.append(line)
                else:
                    out.append(line)
                    if hear:
                        hear(line)
                if len(out) > 20_000:
                    raise FlashError("The board tells more than anybody asked.", PORT)
            return child.wait(), out, "\n".join(errors)
        except queue.Empty:
            raise FlashError(
                "The board stopped answering ({:.0f} s without a word). Unplug it, plug it in "
                "again and run this again. (A slow one may need --silence.)".format(self.silence)
            )
        finally:
            try:  # after Ctrl-C mpremote has had it, too, and is about to leave
                child.wait(0.5 if child.poll() is None else 0)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            if self.verbose:
                for line in out + errors:
                    print("  | " + printable(line), file=sys.stderr)

    def run(self, scripts, hear=None, fresh=False, after=()):
        """Run ``scripts`` (MicroPython sources) on the board, in one connection; -> lines.

        ``fresh``: after a soft reset, without main.py and with an empty heap. ``after``: further
        words for mpremote. Raises FlashError, with ``TRANSFER`` when a script failed.
        """
        with tempfile.TemporaryDirectory(prefix="tavolino-") as folder:
            words = []
            for number, script in enumerate(scripts):
                path = os.path.join(folder, "%d.py" % number)
                with open(path, "w", encoding="utf-8", newline="\n") as file:
                    file.write(script)
                words += ["run", path]
            begin = ["connect", self.port] + ([] if fresh else ["resume"])
            status, out, errors = self.call(begin + words + list(after), hear)
        if status:
            raise self.failure(out, errors)
        return out

    def failure(self, out, errors):
        """-> the FlashError for what mpremote said."""
        text = "\n".join(out[-30:]) + "\n" + errors
        if "No module named mpremote" in errors:
            return FlashError(
                "mpremote isn't installed. Install it (pip install mpremote), or start this with "
                "python3 tools/start.py run -m tools.flash ...",
                USAGE,
            )
        if "failed to access" in text:
            return FlashError(why_not(self.port), PORT)
        if "no device with serial number" in text:
            return FlashError(
                "No board has the serial number {}. {} connect list shows those that there are.".format(
                    self.port.removeprefix("id:"), MPREMOTE
                ),
                PORT,
            )
        if "could not enter raw repl" in text:
            return NoREPL()
        if "ENOSPC" in text or re.search(r"OSError: 28\b", text):
            return FlashError(
                "The flash of the board is full. Nothing has been changed. Remove files that you "
                "don't need ({} connect {} fs ls shows them) and run this again.".format(
                    MPREMOTE, self.port
                ),
                BOARD,
            )
        if "MemoryError" in text:
            return FlashError("The board has too little memory to be written to.", BOARD)
        if "tv-apply" in text:
            return FlashError(
                "The board could not install the new version to its end, perhaps because its flash "
                "is full or damaged. It stays in safe mode until that is done: run this again."
            )
        damaged = re.search(r"tv-damaged (\S+)", text)
        if damaged:
            return FlashError(
                "What was written can't be read back as it was ({}). Run this again; if it comes "
                "again, the board's flash is worn out or damaged.".format(damaged[1])
            )
        traceback = [line for line in out if re.match(r"[A-Za-z]*(Error|Exception)\b", line)]
        if traceback:
            return FlashError(
                "The board reports: {}. Run this again.".format(printable(traceback[-1]))
            )
        return FlashError(
            "The connection to the board was lost. Look at the cable, then run this again: it goes "
            "on where it stopped."
        )


class NoREPL(FlashError):
    """The board is there, but its REPL can't be reached."""

    def __init__(self, button="its safe-mode button"):
        super().__init__(
            "The board doesn't let anybody in: its REPL was not reached. " + _SAFE.format(button),
            PORT,
        )


def why_not(port):
    """-> a sentence saying why ``port`` can't be opened, as far as can be seen from here."""
    if "://" in port:
        return "Nothing answers at {}. Is it started, and the address right?".format(port)
    path = port[5:] if port.startswith("port:") else port
    if os.name == "posix":
        if not os.path.exists(path):
            return (
                "There is no port {}. Look at the cable (some only charge); without --port the "
                "board is looked for. {}".format(path, _BOOTLOADER)
            )
        if not os.access(path, os.R_OK | os.W_OK):
            return (
                "You may not use the port {}. On Linux: sudo usermod -a -G {} $USER, then log out "
                "and in again.".format(path, owner(path))
            )
        if not may_be_serial(path):
            return (
                "{} is no serial port. Leave out --port to have the board looked for; {} connect "
                "list shows the ports that there are.".format(path, MPREMOTE)
            )
    return (
        "The port {} is in use by another program. Close it (Thonny, a serial terminal, another "
        "mpremote, a browser's editor) and run this again.".format(path)
    )


def may_be_serial(path):
    """Whether the device ``path`` is a terminal, or too busy to tell."""
    if not stat.S_ISCHR(os.stat(path).st_mode):
        return False
    try:
        device = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return True
    try:
        return os.isatty(device)
    finally:
        os.close(device)


def owner(path):
    """-> the name of the group that may use the device ``path``."""
    try:
        import grp

        return grp.getgrgid(os.stat(path).st_gid).gr_name
    except (ImportError, KeyError, OSError):
        return "dialout"


def find_port(remote):
    """-> the port of the one board that is plugged in; raises FlashError for none or several."""
    status, out, errors = remote.call(["connect", "list"])
    if status:
        raise remote.failure(out, errors)
    ports = []
    for line in out:
        match = re.match(r"(.+?) (\S+) ([0-9a-f]{4}:[0-9a-f]{4}) (.*)", line)
        if match and match[3] != "0000:0000":
            ports.append((match[1], match[4].replace("None", "").strip() or match[3]))
    if not ports:
        raise FlashError(
            "No board was found. Plug it in with a cable that carries data (some only charge), or "
            "name its port with --port. " + _BOOTLOADER,
            PORT,
        )
    if len(ports) > 1:
        raise FlashError(
            "There are several boards. Say which one with --port:\n"
            + "\n".join("    --port {}    ({})".format(*port) for port in ports),
            PORT,
        )
    return ports[0][0]


# -- what is on the board --------------------------------------------------------------------------


class Found:
    """What the probe told: see board_side.probe.

    ``files``: path -> (size, SHA-256, "?" if unreadable, or ""); ``dirs``: set of paths; ``was``:
    path -> SHA-256 of the manifest there; ``sizes``: path -> size from there; ``label``: its first
    line's words; ``put``: paths that a half-done update writes; ``foreign``: what in ``stage`` has
    names of the tool's and isn't of it.
    """

    def __init__(self, lines):
        self.files, self.dirs, self.was, self.label = {}, set(), {}, ()
        self.sizes, self.foreign, self.put = {}, set(), set()
        self.python, self.version, self.mpy = "?", (0, 0, 0), 0
        self.machine = self.platform = ""
        self.cwd, self.journal, self.fat, self.memory = "/", "none", False, 0
        self.block = self.size = self.free = self.rom = 0
        ended = False
        for line in lines:
            if not line.startswith("tv\t"):
                continue
            try:
                words = [ast.literal_eval(word) for word in line[3:].split("\t")]
                ended = self._take(*words) or ended
            except (ValueError, SyntaxError, TypeError, IndexError, MemoryError, RecursionError):
                raise FlashError(
                    "The board's answer can't be understood: " + printable(line[:80]), PORT
                )
        if not ended:
            raise FlashError("The board's answer breaks off. Run this again.", PORT)

    def _take(self, kind, *words):
        if kind == "python":
            self.python, self.version = words[0], tuple(words[1])
        elif kind == "flash":
            self.block, self.size, self.free = words
        elif kind == "file":
            self.files[words[2]] = (words[0] + 0, words[1])
        elif kind in ("dir", "foreign", "put"):
            {"dir": self.dirs, "foreign": self.foreign, "put": self.put}[kind].add(words[0])
        elif kind == "was":
            if len(words[0]) == 3 and len(words[0][0]) == 64 and may_be_ours(words[0][2]):
                self.was[words[0][2]] = words[0][0]
                self.sizes[words[0][2]] = int(words[0][1]) if words[0][1].isdigit() else -1
            elif not self.label:
                self.label = tuple(words[0])
        elif kind in ("mpy", "machine", "platform", "cwd", "journal", "fat", "memory", "rom"):
            setattr(self, kind, words[0])
        return kind == "end"

    def ours(self, path):
        """Whether the file ``path`` on the board is one that was installed, perhaps damaged.

        It is when it has the content that the manifest names or, without one, that of one of our
        sources. So it is if the manifest names it and it is empty or unreadable or, unless it is
        text that people edit, as long as it was: damage leaves files like that. While an update is
        half done any file that belongs to it is.
        """
        size, digest = self.files[path]
        if path == MANIFEST:
            return size == 0 or self.label[:1] == ("tavolino",)
        if self.journal == "failed" and (path in self.was or path in self.put):
            return True
        if path not in self.was:
            return digest in own_sources().get(path, ())
        if digest in (self.was[path], "?") or size == 0:
            return True
        return size == self.sizes.get(path) and not path.endswith((".py", ".pin", ".txt"))

    @property
    def name(self):
        """What the board calls itself."""
        return printable(str(self.machine))

    @property
    def arch(self):
        """The architecture of the board's native code as mpy-cross names it, or None."""
        number = self.mpy >> 10 & 15
        return ARCHES[number] if number < len(ARCHES) else None


@functools.cache
def own_sources():
    """-> path on the board -> SHA-256 of what may be there when mip or a person copied our sources."""
    out = {}
    for board in build.boards():
        try:
            files = build._board_files(board)
        except build.BuildError:
            continue
        for path, name in files.items():
            if name.endswith(".py"):
                path = path.removesuffix(".py") + ".py"
                with open(name, "rb") as file:
                    out.setdefault(path, set()).add(sha(file.read()))
    return out


def printable(text):
    """-> ``text``, which comes from the board, without what a terminal would obey."""
    return "".join(char if char.isprintable() else "?" for char in text)


def may_be_ours(path):
    """Whether a file of that path may be one of ours: a damaged manifest must not cost a save."""
    if not re.fullmatch(NAMES, path) or ".." in path:
        return False
    if "/" in path:
        return path.split("/")[0] in OURS
    return path.endswith((".py", ".mpy", ".pin"))


def source(*things):
    """-> the source of functions and classes of board_side, without docstrings and comments."""
    out = []
    for thing in things:
        tree = ast.parse(textwrap.dedent(inspect.getsource(thing)))
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
                del node.body[0]
        out.append(re.sub(r"^( {4})+", lambda m: " " * (len(m[0]) // 4), ast.unparse(tree), flags=re.M))
    return "\n".join(out) + "\n"


def question():
    """-> what is run on the board to have it tell what Found takes."""
    parts = (board_side.built_in, board_side.digest, board_side.staged, board_side.probe)
    return source(*parts) + "built_in()\nprobe({!r}, {!r})\n".format(FOLDERS, MANIFEST)


def look_at(remote):
    """Ask the board about itself; -> Found. Raises FlashError when it can't take the game."""
    for attempt in (1, 2):
        try:
            # The second time without a soft reset, which a slow start may have made fail.
            found = Found(remote.run([question()], fresh=attempt == 1))
            break
        except NoREPL:
            if attempt == 2:
                raise
    name = ".".join(str(part) for part in found.version)
    if found.python != "micropython":
        raise FlashError(
            "The board runs {} {}, not MicroPython. Put MicroPython {}.{} or newer on it first "
            "(docs/building.md, \"From zero\").".format(found.python, name, *OLDEST),
            BOARD,
        )
    if found.version[:2] < OLDEST:
        raise FlashError(
            "The board's MicroPython {} is too old: the game needs {}.{} or newer. Put a newer one "
            "on it (docs/building.md, \"From zero\"); saved games stay.".format(name, *OLDEST),
            BOARD,
        )
    if found.mpy & 0xFF != MPY:
        raise FlashError(
            "The board's MicroPython {} takes compiled files of format {}, and this tool makes "
            "format {}. A newer Tavolino may know it.".format(name, found.mpy & 0xFF, MPY),
            BOARD,
        )
    return found


# -- what has to be done ---------------------------------------------------------------------------


class Plan:
    """What brings the board from ``found`` to ``files`` (path -> bytes).

    ``put``: changed files, ``changed``: the same without the manifest; ``reuse``: those of them
    that an earlier, interrupted run has already brought; ``boot``: whether boot.py is among them;
    ``remove``: files; ``left``: files that were the game's and have been changed by others;
    ``rmdir``: folders; ``mkdir``: folders. ``rom``: the game's modules are in ROMFS.

    Raises FlashError if something that isn't ours is where ours belong, or would be taken for it.
    """

    def __init__(self, files, found, rom=False):
        self.files, self.found = files, found
        self.put = [p for p in sorted(files) if found.files.get(p, (0, ""))[1] != sha(files[p])]
        self.boot = "boot.py" in self.put
        self.changed = [p for p in self.put if p != MANIFEST]
        self.same = len([p for p in files if p != MANIFEST]) - len(self.changed)
        self.staged = {p: stage_name(p, files[p]) for p in self.put}
        if len(set(self.staged.values())) < len(self.put):
            raise FlashError("Two files have got one name; change any file a little.", USAGE)
        there = {p[10:]: s for p, (_, s) in found.files.items() if p.startswith("stage/new/")}
        self.reuse = [
            p for p in self.put if there.get(self.staged[p]) == sha(files[p]) and not found.fat
        ]
        marks = ("stage/journal", "stage/apply.py", "stage/begun", "stage/mixed")
        self.left_over = len(there) > len(self.reuse) or any(p in found.files for p in marks)
        stale = {p for p in found.was if p in found.files and p not in files and found.ours(p)}
        self.left = sorted(p for p in found.was if p in found.files and not found.ours(p))
        # Our own sources, from another way of installing, would be taken in place of .mpy.
        stale |= {
            other for path in files for other in shadows(path)
            if other in found.files and other not in files and found.ours(other)
        }
        self.remove = sorted(stale)
        ours = {folder for p in found.was for folder in parents(p)} & found.dirs
        left = {folder for p in files for folder in parents(p)}
        self.rmdir = sorted(ours - left, reverse=True)
        in_the_way = self._in_the_way(rom)
        if in_the_way:
            raise refusal(in_the_way)
        self.mkdir = []
        for path in sorted(files):
            for folder in reversed(parents(path)):
                if folder not in found.dirs and folder not in self.mkdir:
                    self.mkdir.append(folder)

    def _goes(self, path):
        # Whether the folder ``path`` and all in it is ours and removed.
        inside = path + "/"
        return (
            path in self.rmdir
            and all(p in self.remove for p in self.found.files if p.startswith(inside))
            and all(p in self.rmdir for p in self.found.dirs if p.startswith(inside))
        )

    def _in_the_way(self, rom):
        # -> {path: "file" or "folder"}: what isn't ours and is where ours go, or hides them.
        files, found = self.files, self.found
        fold = str.lower if found.fat else str  # FAT takes names in capitals for the same
        there = {fold(p): p for p in found.dirs}
        there.update((fold(p), p) for p in found.files)
        out = dict.fromkeys(found.foreign, "file")

        def folder(path):  # there may be a folder, or nothing
            real = there.get(fold(path))
            if real in found.files:
                out[real] = "file"

        def nothing(path):
            real = there.get(fold(path))
            if real in found.dirs and not self._goes(real):
                out[real] = "folder"
            elif real in found.files and real not in self.remove:
                out[real] = "file"

        def file(path):  # there may be a file of ours, or nothing
            real = there.get(fold(path))
            if real in found.dirs:
                out[real] = "folder"
            elif real is not None:
                same = found.files[real][1] in (sha(files[path]), *MADE)
                if not same and not (real == path and found.ours(path)):
                    out[real] = "file"

        for path in files:
            for around in parents(path):
                folder(around)
            file(path)
            for other in shadows(path):
                if other not in files:
                    nothing(other)
        if rom:
            for kind in ("", ".py", ".mpy"):
                nothing("firmware" + kind)
        if files:
            folder("save")
            for path in KEPT:
                if there.get(fold(path)) in found.dirs:
                    out[there[fold(path)]] = "folder"
        folder("stage")
        folder("stage/new")
        for path in found.dirs | set(found.files):
            inside = fold(path)
            if inside.startswith("stage/new/") and (
                path in found.dirs or not re.fullmatch("stage/new/[0-9a-f]{8}", inside)
            ):
                out[path] = "folder" if path in found.dirs else "file"
        return {p: "folder" if p in found.dirs else kind for p, kind in out.items()}

    @property
    def empty(self):
        """Whether the board has all it should have, and nothing else of ours."""
        return not (self.put or self.remove or self.rmdir or self.left_over)

    @property
    def bytes(self):
        """How many bytes have to be sent."""
        return sum(len(self.files[p]) for p in self.put if p not in self.reuse)

    def blocks(self, sizes):
        """-> how many bytes of flash files of these ``sizes`` take."""
        block = self.found.block
        # littlefs keeps files up to an eighth of a block, and at most 512 bytes, in their folder.
        inside = 0 if self.found.fat else min(block // 8, 512)
        return sum((size + block - 1) // block for size in sizes if size > inside) * block

    def space(self):
        """How many bytes of flash are needed while old and new are side by side."""
        found, block = self.found, self.found.block
        need = self.blocks(len(self.files[p]) for p in self.put if p not in self.reuse)
        # A folder takes two blocks of littlefs, and two more for each 40 files or so (measured, with
        # blocks of 4 KB); besides ours there are stage and stage/new, with the journal and apply.py.
        need += 2 * block * (len(self.mkdir) + 3 + 2 * (len(self.put) // 40))
        if found.fat:  # copied from there, not renamed
            for path in self.put:
                old = self.blocks([found.files.get(path, (0,))[0]])
                need += max(0, self.blocks([len(self.files[path])]) - old)
        return need

    @property
    def free(self):
        """How many bytes of flash are free. Of a folder littlefs tells that it takes twice as much."""
        found = self.found
        ours = [p for p in found.dirs if p.split("/")[0] in FOLDERS]
        return found.free + (0 if found.fat else 2 * found.block * len(ours))

    def journal(self):
        """-> the bytes of stage/journal: see board_side."""
        lines = [
            "put\t{}\t{}\n".format(self.staged[p], p) for p in self.put if p != "boot.py"
        ]
        # Where boot.py itself goes, it goes last: it is what would finish the rest.
        last = ("boot.py",)
        lines += ["del\t{}\n".format(p) for p in sorted(self.remove, key=lambda p: p in last)]
        lines += ["rmdir\t{}\n".format(p) for p in self.rmdir]
        body = "".join(lines).encode()
        return body + b"end\t" + sha(body).encode() + b"\n"

    def check_space(self):
        """Raise FlashError if the flash is too small for it."""
        need, found = self.space(), self.found
        missing = need - self.free
        if missing <= 0:
            return
        ours = [p for p in found.files if p in found.was]
        gain = self.blocks(found.files[p][0] for p in ours)
        # Without the old version all has to be copied, not only what has changed.
        more = self.blocks(len(self.files[p]) for p in self.files if p not in self.put)
        raise FlashError(
            "There is not enough flash: {} KB are needed{}, and {} of {} KB are free. Nothing has "
            "been changed. {}.".format(
                -(-need // 1024),
                " while the old and the new version are side by side" if gain else "",
                self.free // 1024,
                found.size // 1024,
                "Remove the game's old version ({} KB) with --remove (saved games stay), then run "
                "this again".format(gain // 1024)
                if gain - more >= missing
                else "Remove {} KB of files that you don't need, then run this again{}".format(
                    -(-missing // 1024),
                    " (the game's old version, {} KB, goes with --remove; saved games stay)".format(
                        gain // 1024) if gain else "",
                ),
            ),
            BOARD,
        )


def stage_name(path, data):
    """-> the name in ``stage/new`` for ``data`` that will be the file ``path``.

    Short, since that is one entry of a folder on FAT, and growing folders are where FAT is weak.
    """
    return sha(path.encode() + b"\n" + sha(data).encode())[:8]


def parents(path):
    """-> the folders around ``path``: "a/b/c.py" -> "a/b", "a"."""
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(len(parts) - 1, 0, -1)]


def shadows(path):
    """-> paths that MicroPython would import in place of the module file ``path``.

    Of one name it takes a folder first, then .py, then .mpy. The game looks into firmware/lib first:
    see firmware/device/__init__.py.
    """
    stem, dot, kind = path.rpartition(".")
    if dot + kind not in (".py", ".mpy") or path in ("boot.py", "main.py"):
        return []
    out = []
    if kind == "mpy":
        out.append(stem + ".py")
    package, _, last = stem.rpartition("/")
    if last != "__init__":
        out.append(stem)
    elif package == "engine":
        out += ["firmware/lib/engine" + kind for kind in ("", ".py", ".mpy")]
    return out


def refusal(things):
    """-> the FlashError for ``things`` (path -> "file" or "folder") of the user's in our way."""
    paths = sorted(things)
    names = ["the {} {}".format(things[p], printable(p)) for p in paths]
    more = len(names) - 12
    one = len(names) == 1
    return FlashError(
        "On the board {}{} {} not the game's and in its way. Nothing has been copied or removed. "
        "Copy what you want to keep to the computer ({mp} fs cp {r}:{path} .), remove {} from the "
        "board ({mp} fs rm {r}:{path}), then run this again.".format(
            ", ".join(names[:12]),
            " and {} more".format(more) if more > 0 else "",
            "is" if one else "are",
            "it" if one else "them",
            mp=MPREMOTE,
            r="-r " if things[paths[0]] == "folder" else "",
            path=printable(paths[0]),
        ),
        BOARD,
    )


# -- doing it --------------------------------------------------------------------------------------


class Progress:
    """Shows how far the copying is: one line on a terminal, a line for each tenth elsewhere."""

    def __init__(self, total, stream=None):
        self.total, self.stream = max(total, 1), stream or sys.stdout
        self.tty = self.stream.isatty()
        self.shown = -1

    def at(self, done, path):
        """``done`` bytes of the total are there; the file ``path`` is being copied."""
        percent = min(100, done * 100 // self.total)
        if self.tty:
            self.stream.write("\r  {:3d} %  {:<60.60}".format(percent, path))
            self.stream.flush()
        elif percent // 10 > self.shown // 10 or self.shown < 0:
            print("  {:3d} %  {}".format(percent, path), file=self.stream, flush=True)
        self.shown = percent

    def end(self):
        """Leave the line."""
        if self.tty and self.shown >= 0:
            self.stream.write("\r{:<70}\r".format(""))
            self.stream.flush()


def scripts_for(plan, chunk):
    """-> (scripts, marks): what is run on the board to carry ``plan`` out.

    Each script holds at most ``chunk`` bytes of files. ``marks``: for the n-th line "tv n" that
    the board prints, (bytes sent, path).
    """
    marks = []
    scripts = []
    script = [source(board_side.digest, board_side.Stage)]
    script.append("tv = Stage({!r}, {!r})\n".format([plan.staged[p] for p in plan.reuse], plan.mkdir))
    room, sent = chunk, 0

    def mark(path):
        marks.append((sent, path))
        script.append("print('tv\\t{}')\n".format(len(marks) - 1))

    def send(name, data, path):
        nonlocal room, script, sent
        script.append("tv.open({!r})\n".format(name))
        at = 0
        while at < len(data):
            part = data[at : at + min(2400, room)]
            script.append("tv.write({!r})\n".format(base64.b64encode(part)))
            at += len(part)
            room -= len(part)
            sent += len(part)
            if room <= 0:
                mark(path)
                scripts.append("".join(script))
                script, room = [], chunk
        script.append("tv.close({!r})\n".format(sha(data)))

    for path in plan.put:
        if path not in plan.reuse:
            send("new/" + plan.staged[path], plan.files[path], path)
            mark(path)
    if plan.boot:
        script.append("tv.boot({!r})\n".format(plan.staged["boot.py"]))
    run = source(board_side.apply) + "state = apply()\n"
    send("apply.py", run.encode(), "apply.py")
    send("journal", plan.journal(), "journal")
    script.append("print('tv\\tdecided')\n")
    scripts.append("".join(script))
    scripts.append(
        "exec(open('stage/apply.py').read())\n"
        "print('tv\\tapplied\\t' + state)\n"
        "if state != 'done': raise ValueError('tv-apply ' + state)\n"
    )
    scripts.append(
        source(board_side.verify)
        + "verify({!r}, {!r})\n".format(
            [(p, sha(plan.files[p])) for p in plan.put], [p for p in plan.remove]
        )
    )
    return scripts, marks


def carry_out(remote, plan, start):
    """Carry ``plan`` out on the board, and start the game if ``start``."""
    # A script is held in memory as text, as parse tree and as objects: a small part of it.
    chunk = max(2048, min(16384, plan.found.memory // 10))
    scripts, marks = scripts_for(plan, chunk)
    progress = Progress(plan.bytes)
    seen = set()

    def hear(line):
        if line.startswith("tv\t"):
            word = line[3:]
            seen.add(word.strip("'"))
            if word.isdigit() and int(word) < len(marks):
                progress.at(*marks[int(word)])

    limit = 100  # words of a command line are not without end on every system
    try:
        while scripts:
            part, scripts = scripts[:limit], scripts[limit:]
            remote.run(part, hear, after=RESET if start and not scripts else ())
    except FlashError as error:
        if "decided" in seen and "verified" not in seen and error.status == TRANSFER:
            error.args = (
                error.args[0] + " The new version is complete on the board, which goes on "
                "to install it at its next start.",
            )
        raise
    finally:
        progress.end()
    if "verified" not in seen:
        raise FlashError("The board didn't confirm the new version. Run this again.")


# A hard reset, as mpremote's own shortcut "reset" makes it, but out of reach of a user's
# configuration of mpremote: main.py is not run after a soft reset from there.
RESET = ("exec", "--no-follow", "import time, machine; time.sleep_ms(100); machine.reset()")


def files_(count):
    """-> "1 file", "2 files"."""
    return "{} file{}".format(count, "" if count == 1 else "s")


def main_plan(plan, options, remote):
    """Show or carry out ``plan``; -> exit status."""
    found = plan.found
    for path in plan.left:
        if options.remove:
            print("Leaving {}, which isn't as it was installed.".format(printable(path)))
    if options.dry_run:
        for path in plan.put:
            state = "copy" if path not in found.files else "replace"
            note = " (already on the board, in stage)" if path in plan.reuse else ""
            print("would {:8}{}  {} bytes{}".format(state, path, len(plan.files[path]), note))
        for path in plan.remove:
            print("would remove  {}".format(path))
        plan.check_space()
        print(
            "Would copy {} ({} bytes), remove {}, leave {} as they are. Nothing has been "
            "changed.".format(
                files_(len(plan.changed)), plan.bytes, len(plan.remove), plan.same
            )
        )
        if not options.no_start:
            restart(remote, "main.py" in found.was)
        return OK
    if plan.empty:
        print("Nothing to copy: all {} are up to date.".format(files_(plan.same)))
        if not options.no_start:
            restart(remote)
        return OK
    plan.check_space()
    begin = time.monotonic()
    if plan.put:
        print(
            "Copying {}, {} KB ...".format(
                files_(len([p for p in plan.changed if p not in plan.reuse])),
                -(-plan.bytes // 1024),
            ),
            flush=True,
        )
    elif plan.remove:
        print("Removing {} ...".format(files_(len(plan.remove))), flush=True)
    carry_out(remote, plan, start=not options.no_start)
    old = len([p for p in plan.reuse if p != MANIFEST])
    print(
        "Done: {} copied ({} bytes{}), {} removed, {} unchanged, in {:.1f} s.".format(
            files_(len(plan.changed)),
            plan.bytes,
            ", {} from an earlier try".format(old) if old else "",
            len(plan.remove),
            plan.same,
            time.monotonic() - begin,
        )
    )
    if not options.no_start:
        print("The game starts.")
    return OK


#: What stays on the flash when the rest is in ROMFS; boot.py and main.py are looked for only there.
ON_FLASH = ("boot.py", "main.py", "safe.pin")


def without(files, leave):
    """-> ``files`` without those that ``leave(path)`` is true for, and with a manifest to match."""
    head = files[MANIFEST].decode().partition("\n")[0].split("\t")
    kept = {p: d for p, d in files.items() if p != MANIFEST and not leave(p)}
    return with_manifest(kept, head[2], head[3])


def to_rom(remote, found, files, options):
    """Bring ``files`` into the board's ROMFS partition; -> those that belong on the flash.

    Deploying isn't a switch from old to new: the partition is written in place. What starts the
    board and lets it be reached is on the flash, so doing it again is always possible.
    """
    if not found.rom:
        raise FlashError(
            "The board's firmware has no ROMFS partition: leave out --romfs, or put a firmware with "
            "one on the board (docs/building.md, \"ROMFS\"). Nothing has been changed.",
            BOARD,
        )
    with tempfile.TemporaryDirectory(prefix="tavolino-") as folder:
        for path, data in files.items():
            if path in ON_FLASH or path == MANIFEST:
                continue
            target = os.path.join(folder, "rom", *path.split("/"))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as file:
                file.write(data)
        image = os.path.join(folder, "rom.img")
        status, out, errors = remote.call(
            ["romfs", "--no-mpy", "-o", image, "build", os.path.join(folder, "rom")]
        )
        if status:
            raise remote.failure(out, errors)
        with open(image, "rb") as file:
            data = file.read()
        if len(data) > found.rom:
            raise FlashError(
                "The game ({} KB) doesn't fit into the board's ROMFS partition ({} KB): leave out "
                "--romfs.".format(-(-len(data) // 1024), found.rom // 1024),
                BOARD,
            )
        check = source(board_side.rom_digest) + "rom_digest({})\n".format(len(data))
        good = "tv\trom\t" + sha(data)
        if good in remote.run([check]):
            print("ROMFS is up to date ({} KB).".format(-(-len(data) // 1024)))
        elif options.dry_run:
            print("would write   ROMFS  {} bytes".format(len(data)))
        else:
            print("Writing {} KB to ROMFS ...".format(-(-len(data) // 1024)), flush=True)
            status, out, errors = remote.call(
                ["connect", remote.port, "resume", "romfs", "deploy", image]
            )
            if status:
                raise remote.failure(out, errors)
            if good not in remote.run([check]):
                raise FlashError("ROMFS can't be read back as it was written. Run this again.")
    return without(files, lambda path: path not in ON_FLASH)


def safe_file(found):
    """Whether the board stays in safe mode because of the file ``safe``."""
    return "safe" in [path.lower() if found.fat else path for path in found.files]


def restart(remote, game=True):
    """Start the board, and the ``game`` if it is there; it is no failure if that doesn't work."""
    try:
        remote.run([], after=RESET)
        print("The game starts." if game else "The board starts again.")
    except FlashError as error:
        print("The board could not be reset ({}) Reset it by hand.".format(error.args[0]))


def parse(arguments):
    """-> the options of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.flash",
        allow_abbrev=False,  # --dry is a typing error, not an order
        description=__doc__,
        epilog=STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--board", metavar="NAME", help="the board's name; see --list")
    parser.add_argument("--list", action="store_true", help="list the known boards")
    parser.add_argument(
        "--port",
        help="where it is, given to mpremote as it is: /dev/ttyACM0, COM4, id:SERIAL, "
        "socket://HOST:PORT, rfc2217://HOST:PORT; without it the one board plugged in",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only show what would be copied and removed"
    )
    parser.add_argument("--no-start", action="store_true", help="don't start the game afterwards")
    parser.add_argument(
        "--remove",
        action="store_true",
        help="remove the game from the board; saved games and settings stay",
    )
    parser.add_argument(
        "--romfs",
        action="store_true",
        help="put all but the few files that start it into the firmware's ROMFS partition, where "
        "it has one: code then runs from there and leaves more memory free",
    )
    parser.add_argument("--uf2", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--frozen",
        action="store_true",
        help="copy only what can't be frozen into a firmware (docs/building.md)",
    )
    parser.add_argument(
        "--tree", metavar="DIR", help="take the files from this folder instead of building them"
    )
    parser.add_argument(
        "--silence",
        metavar="SECONDS",
        type=float,
        default=60,
        help="give up after so long without a word from the board (default 60)",
    )
    parser.add_argument("--verbose", action="store_true", help="show what mpremote is told and says")
    return parser, parser.parse_args(arguments)


def work(options):
    """Do what the command line says; -> exit status. Raises FlashError."""
    if options.list:
        for name in build.boards():
            print("{:17}{}".format(name, constants(name).get("TITLE", "")))
        return OK
    if options.uf2:
        raise FlashError(
            "This tool copies files and makes no .uf2. manifest.py freezes the game into a firmware "
            "that you build: docs/building.md, \"Freezing\", has the three commands.",
            USAGE,
        )
    if not options.silence > 0:  # nan as well
        raise FlashError("--silence takes a number of seconds above 0.", USAGE)
    if options.remove + options.romfs + options.frozen > 1:
        raise FlashError("--remove, --romfs and --frozen don't go together: give one.", USAGE)
    if options.board is None and not options.remove:
        raise FlashError(
            "Say which board with --board NAME: {}.".format(", ".join(build.boards())), USAGE
        )
    if options.board is not None:
        find_board(options.board)
    if options.tree is not None and not os.path.isfile(os.path.join(options.tree, "main.py")):
        raise FlashError(
            "The folder {} has no main.py: make it with python -m tools.build.".format(
                options.tree
            ),
            USAGE,
        )
    if importlib.util.find_spec("mpremote") is None:
        raise Remote("").failure([], "No module named mpremote")
    remote = Remote(options.port or "", options.silence, options.verbose)
    if not remote.port:
        remote.port = find_port(remote)
    print("Tavolino {}. Asking the board at {} ...".format(build.version(), remote.port), flush=True)
    try:
        found = look_at(remote)
    except NoREPL:
        raise NoREPL(safe_button(options.board)[0]) if options.board else NoREPL()
    print(
        "{}, MicroPython {}, native code {}, {} of {} KB of flash free, {} KB of memory.".format(
            found.name,
            ".".join(str(part) for part in found.version),
            found.arch or "none",
            found.free // 1024,
            found.size // 1024,
            found.memory // 1024,
        )
    )
    if found.label[:1] == ("tavolino",) and len(found.label) > 1:
        print("Tavolino {} is on it.".format(printable(found.label[1])))
    if found.memory < ENOUGH and not options.remove:
        print(
            "That is little memory: the game is tested with about {} KB.".format(ENOUGH // 1024)
        )
    if safe_file(found) and not options.no_start:
        options.no_start = True
        print(
            "The board has a file named safe, so it stays in safe mode. To play, remove it "
            "({} connect {} fs rm :safe) and reset the board.".format(MPREMOTE, remote.port)
        )
    if found.journal == "done":
        print("An update that had been interrupted has been finished.")
    if options.remove:
        files = {}
        if not found.was:
            print("The game is not on this board.")
            return OK
        options.no_start = True
    else:
        arch = found.arch if found.arch in build.ARCHES else None
        files = files_for(options.board, arch, options.tree)
    if options.romfs:
        # Nothing is written if something would hide what is there.
        Plan(without(files, lambda path: path not in ON_FLASH), found, rom=True)
        files = to_rom(remote, found, files, options)
    elif options.frozen:
        files = without(files, lambda path: path != "safe.pin" and "/assets/" not in path)
    plan = Plan(files, found)
    if options.remove:
        plan.remove.append(MANIFEST)
    return main_plan(plan, options, remote)


def main(arguments=None):
    """The command line; -> exit status."""
    parser, options = parse(arguments)
    try:
        return work(options)
    except FlashError as error:
        sys.stdout.flush()
        print(error.args[0], file=sys.stderr)
        return error.status
    except KeyboardInterrupt:
        print(
            "\nStopped. The board has the old version or the new one, never a mixture; run the same "
            "command again to go on.",
            file=sys.stderr,
        )
        return STOPPED


if __name__ == "__main__":
    sys.exit(console.run(main))
