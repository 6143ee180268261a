# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Presses at random, and random bytes in what is read: nothing may fail, nothing illegal be done.

    python -m tools.fuzz presses 1000000 --board picosystem
    python -m tools.fuzz records 100000
    python -m tools.fuzz files 200 --board badger2040
    python -m tools.fuzz flash 200

``presses``: on the whole app in MicroPython, in the heap that it has to live in, started again
every thousand presses as after a cut of the power; the saved game must always be one that the
rules allow.
``records``: random and slightly wrong records, as bytes and as text. ``files``: the app is started
with random bytes in the files that it keeps, and played. ``flash``: main.py is started on a
board's whole flash, one of whose other files is missing or has random bytes in it: nothing but a
picture or a sentence may come of it, and what was saved stays.
"""

import argparse
import importlib
import os
import random
import shutil
import sys
import tempfile
import time

from engine import dealcode
from engine.errors import TavolinoError
from engine.notation import from_text, to_text
from engine.record import GAMES, MATCH_TARGETS, Record
from sim import child, console
from sim.simulator import firmware_modules
from tools import bench, build, endure, soak

#: Presses from one start of the board to the next.
START = 1000


class FuzzError(Exception):
    """Something failed; ``args[0]`` says what, and how to do it again."""


def _store():
    # (within firmware_modules)
    return importlib.import_module("firmware.storage").Store


def saved(root):
    """Return the record that is saved below ``root``, None for none; FuzzError if it is no legal
    one.
    """
    with firmware_modules():
        data, problem = _store()(root).load("game")
    if problem:
        raise FuzzError("The saved game can't be read: %s." % problem)
    if not data:
        return None
    record = Record.from_bytes(data)  # replays it
    if record.to_bytes() != data:
        raise FuzzError("The saved game isn't what its record says: %s." % data.hex())
    return record


def presses(board, count, seed=1, heap=None, start=START, say=None):
    """Press ``count`` buttons; return the set of the app's modules met. Raises FuzzError."""
    met = set()
    done = 0
    with tempfile.TemporaryDirectory(prefix="tavolino-") as root:
        while done < count:
            some = min(start, count - done)
            number = seed * 1000 + done // start
            try:
                for line in endure.run(board, root, heap, "mash", some, number):
                    if line.startswith("screens "):
                        met.update(line.split()[1:])
                    elif line.startswith(("text: no", "font: no")):
                        raise FuzzError("A text is missing: %s (start %d)." % (line, number))
                saved(root)
            except (endure.EndureError, TavolinoError) as error:
                raise FuzzError("%s\n(board %s, start %d)" % (error, board, number))
            done += some
            if say:
                say(done)
    return met


def _moves(record, rng):
    # Some random choices of a record's game.
    game = record.new()
    choose = soak.LAWS[record.game][0]
    for _ in range(rng.randrange(70)):
        if game.turn == 255:
            break
        record.add(game, choose(game, rng))
    return record


def _spoilt(data, rng):
    # Bytes a little or wholly wrong.
    data = bytearray(data)
    kind = rng.randrange(6)
    if kind == 0:
        return rng.randbytes(rng.randrange(160))
    if kind == 1:
        return bytes(data[: rng.randrange(len(data) + 1)])
    if kind == 2:
        return bytes(data) + rng.randbytes(rng.randrange(1, 20))
    for _ in range(rng.choice((1, 1, 2, 5))):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def records(count, seed=1):
    """Read ``count`` random records; return how many were good ones. Raises FuzzError."""
    good = 0
    for n in range(count):
        rng = random.Random("%d/%d" % (seed, n))
        name = rng.choice(GAMES)
        code = dealcode.from_symbols(bytes(rng.randrange(32) for _ in range(7)))
        target = rng.choice((0,) + MATCH_TARGETS[name])
        record = _moves(Record(name, code, rng.randrange(3), rng.randrange(3), target), rng)
        try:
            if n % 4:
                data = _spoilt(record.to_bytes(), rng)
                again = Record.from_bytes(data)
                same = again.to_bytes() == data
            else:
                text = list(to_text(record))
                for _ in range(rng.randrange(4)):
                    code = rng.choice((rng.randrange(32, 127), 0x20))
                    text[rng.randrange(len(text))] = chr(code)
                again = from_text("".join(text))
                same = from_text(to_text(again)).to_bytes() == again.to_bytes()
            if not same:
                raise FuzzError("Record %d is another one when written again." % n)
            good += 1
        except TavolinoError as error:
            if not str(error).strip():
                raise FuzzError("Record %d is refused without a word." % n)
        except FuzzError:
            raise
        except Exception as error:
            raise FuzzError("Record %d: %s: %s" % (n, type(error).__name__, error))
    return good


def spoil(root, rng):
    """Put random bytes into some of the files that the app keeps below ``root``."""
    folder = os.path.join(root, "save")
    os.makedirs(folder, exist_ok=True)
    record = _moves(Record(rng.choice(GAMES), "00000000"), rng)
    with firmware_modules():
        store = _store()(root)
        for _ in range(rng.randrange(4)):
            store.save("game", record.to_bytes())
            store.save("settings", b"lang=en\nspeed=%d\nlevel=1" % rng.randrange(9))
            record = _moves(Record(rng.choice(GAMES), "00000000"), rng)
        if rng.randrange(3) == 0:
            # whole files, but of nonsense
            store.save("game", _spoilt(record.to_bytes(), rng))
            store.save("settings", rng.randbytes(rng.randrange(80)))
            store.save("stats", rng.randbytes(rng.randrange(200)))
    for name in ("game", "settings", "stats"):
        for copy in range(3):
            path = os.path.join(folder, "%s.%d" % (name, copy))
            if rng.randrange(2):
                try:
                    with open(path, "rb") as file:
                        data = file.read() or b"x"
                except OSError:
                    data = b"Tv\x01" + rng.randbytes(40)
                with open(path, "wb") as file:
                    file.write(_spoilt(data, rng))
    for name in ("game.tmp", "settings.tmp", "game.0x"):
        if rng.randrange(4) == 0:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(rng.randbytes(rng.randrange(300)))
    if rng.randrange(4) == 0:
        with open(os.path.join(root, "log.txt"), "wb") as file:
            file.write(rng.randbytes(rng.randrange(9000)))


def files(board, count, seed=1, heap=None):
    """Start the app ``count`` times on spoilt files and press 40 buttons. Raises FuzzError."""
    for n in range(count):
        rng = random.Random("%d/%d" % (seed, n))
        with tempfile.TemporaryDirectory(prefix="tavolino-") as root:
            spoil(root, rng)
            try:
                endure.run(board, root, heap, "keep", 40, n)
            except endure.EndureError as error:
                raise FuzzError("%s\n(board %s, files %d)" % (error, board, n))


def _break(folder, name, rng):
    # Spoil the file ``name`` of a board; returns how, in words.
    path = os.path.join(folder, *name.split("/"))
    with open(path, "rb") as file:
        data = file.read()
    # Code with random bytes may do anything (the flash tool compares what it wrote): it is gone,
    # or of another version.
    code = name.endswith((".mpy", ".py"))
    kind = rng.choice(("missing", "empty", "foreign") if code else
                      ("missing", "empty", "cut", "random", "changed", "foreign"))
    if kind == "missing":
        os.remove(path)
        return kind
    if kind == "empty":
        data = b""
    elif kind == "cut":
        data = data[: rng.randrange(len(data))]
    elif kind == "random":
        data = rng.randbytes(len(data))
    elif kind == "changed":
        changed = bytearray(data)
        for _ in range(1 + len(data) // 50):
            changed[rng.randrange(len(data))] = rng.randrange(256)
        data = bytes(changed)
    else:
        data = b"M\x05" + data[2:]
    with open(path, "wb") as file:
        file.write(data)
    return kind


def _sources(folder):
    # What of a board's files is read: all but the licences, and main.py, which MicroPython starts.
    names = []
    for at, _, files in os.walk(folder):
        inside = os.path.relpath(at, folder).replace(os.sep, "/")
        names += [(inside + "/" + name).removeprefix("./") for name in files if name[0] != "."]
    return [n for n in sorted(names) if n not in (build.LICENCES, "main.py")]


def flash(board, count, seed=1, heap="512k", names=None, say=None):
    """Start ``count`` boards with a file spoilt, one of ``names``; return how many showed a
    picture.

    Raises FuzzError if one fails, shows nothing, or loses what was saved.
    """
    shown = 0
    whole = child.prepare(board)[0]
    if not names:
        names = _sources(whole)
    assets = [name for name in names if "/assets/" in name] or names
    for n in range(count):
        rng = random.Random("%d/%d" % (seed, n))
        name = rng.choice(assets) if n % 2 else rng.choice(names)
        with tempfile.TemporaryDirectory(prefix="tavolino-") as folder:
            copy = os.path.join(folder, "board")
            shutil.copytree(whole, copy, ignore=shutil.ignore_patterns(".build.json"))
            record = _moves(Record(rng.choice(GAMES), "00000000"), rng)
            with firmware_modules():
                store = _store()(copy)
                store.save("game", record.to_bytes())
                lang = rng.choice(("en", "it", "de", "ko", "th"))
                store.save("settings", b"lang=%s\nspeed=3\nlevel=0\npartner=0" % lang.encode())
            what = "%s %s (board %s, flash %d)" % (name, _break(copy, name, rng), board, n)
            picture = os.path.join(folder, "flash.img")
            bench._micropython(["image", picture, copy, "bare"], "16M")
            presses = rng.choice((0, 10, 30))
            try:
                lines = endure.run(board, picture, heap, "flash", presses, n)
            except endure.EndureError as error:
                raise FuzzError("%s\n%s" % (error, what))
            kept = os.path.join(folder, "kept")
            os.makedirs(os.path.join(kept, "save"))
            for line in lines:
                if line.startswith("file "):
                    _, file, *data = line.split()
                    with open(os.path.join(kept, "save", file), "wb") as out:
                        out.write(bytes.fromhex("".join(data)))
                elif line.startswith("sent "):
                    sent = int(line.split()[1])
            try:
                after = saved(kept)
            except (FuzzError, TavolinoError) as error:
                raise FuzzError("%s\n%s" % (error, what))
            if not presses and (after is None or after.to_bytes() != record.to_bytes()):
                raise FuzzError("The saved game is gone.\n" + what)
            pictured = sent > 4000
            shown += pictured
            if not pictured and not name.startswith("firmware/lib/") and (
                name not in (
                    "firmware/device/safe.mpy", "firmware/__init__.mpy", "firmware/main.mpy",
                    "firmware/device/__init__.mpy",
                )
            ):
                raise FuzzError("Nothing is shown.\n%s\n%s" % (what, "\n".join(lines[:30])))
            if say:
                say(n + 1)
    return shown


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools.fuzz", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("what", choices=("presses", "records", "files", "flash"))
    parser.add_argument("count", type=int)
    parser.add_argument("--board", choices=sorted(build.boards()), default="picosystem")
    parser.add_argument("--heap", help="of MicroPython (256k, for black and white 192k)")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers (1)")
    options = parser.parse_args(arguments)
    if options.count < 1:
        parser.error("the count must be at least 1")
    start = time.monotonic()

    def say(done):
        if done % 50_000 == 0:
            print("%d presses, %.0f s" % (done, time.monotonic() - start), flush=True)

    try:
        if options.what == "presses":
            met = presses(options.board, options.count, options.seed, options.heap, say=say)
            found = "met: " + " ".join(sorted(met))
        elif options.what == "records":
            found = "%d were good" % records(options.count, options.seed)
        elif options.what == "flash":
            found = "%d showed a picture" % flash(options.board, options.count, options.seed)
        else:
            files(options.board, options.count, options.seed, options.heap)
            found = "nothing failed"
    except (FuzzError, build.BuildError, child.MicroPythonError) as error:
        print(error.args[0], file=sys.stderr)
        return 1
    print("%d %s, %s, %.0f s" % (
        options.count, options.what, found, time.monotonic() - start))
    return 0


if __name__ == "__main__":
    sys.exit(console.run(main))
