# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Make the web page on which the firmware runs in the real MicroPython: dist/web, static files.

    python -m tools.web

MicroPython compiled to WebAssembly comes from the npm registry, once. For each board there is one
pack with its firmware, as on the board, and the simulated hardware of sim/, as .mpy files.
"""

import argparse
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys

from sim import console, handhelds
from sim.chips import MACHINE
from tools import build, texts, thai

ROOT = build.ROOT
SOURCES = os.path.join(ROOT, "sim", "web")
OUT = os.path.join(ROOT, "dist", "web")
PACKAGE = "@micropython/micropython-webassembly-pyscript"

#: The most that a first visit may load, in bytes.
MOST = 1_200_000

_LOCK = os.path.join(SOURCES, "package-lock.json")
_CACHE = os.path.join(console.work(), "npm")
_KEPT = ("micropython.mjs", "micropython.wasm")
_SIM = ("__init__", "bulk", "chips", "handhelds", "host", "script")
_PANELS = ("__init__", "base", "eink", "ssd16xx", "tft", "uc8151")
_STATIC = ("index.html", "style.css", "app.js", "flash.js", "keys.js", "layout.js", "words.js",
           "worker.js", "sw.js", "icon.svg", "manifest.webmanifest")


class WebError(Exception):
    """The page can't be made; ``args[0]`` is a sentence saying why and what to do."""


def micropython():
    """The folder of MicroPython's npm package, which is fetched unless it is there."""
    folder = os.path.join(_CACHE, "node_modules", *PACKAGE.split("/"))
    with open(_LOCK, encoding="utf-8") as file:
        lock = file.read()

    def is_there():
        try:
            with open(os.path.join(_CACHE, "installed"), encoding="utf-8") as file:
                same = file.read() == lock
        except OSError:
            return False
        return same and all(os.path.exists(os.path.join(folder, n)) for n in _KEPT)

    if is_there():
        return folder
    npm = shutil.which("npm")
    if npm is None:
        raise WebError(
            "The page needs MicroPython from the npm registry, and npm isn't installed: "
            "install Node.js (https://nodejs.org, or `sudo apt install npm`) and run the same "
            "command again."
        )
    # Fetched beside its place and then moved, for another of these may be fetching it as well.
    fresh = "%s.%d" % (_CACHE, os.getpid())
    os.makedirs(fresh, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(SOURCES, name), fresh)
    try:
        result = subprocess.run(
            [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"],
            cwd=fresh,
            env=console.settings(),
            capture_output=True,
            text=True,
            timeout=300,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise WebError("npm couldn't load MicroPython within five minutes: try again later.")
    if result.returncode:
        raise WebError("npm couldn't load MicroPython: " + console.npm_said(result.stderr))
    with open(os.path.join(fresh, "installed"), "w", encoding="utf-8") as file:
        file.write(lock)
    if not is_there():
        shutil.rmtree(_CACHE, ignore_errors=True)
        try:
            os.rename(fresh, _CACHE)
        except OSError:
            if not is_there():
                raise WebError("The folder %s can't be replaced: remove it." % _CACHE)
    shutil.rmtree(fresh, ignore_errors=True)
    return folder


def boards():
    """The handhelds whose firmware MicroPython runs, by name."""
    return {n: b for n, b in handhelds.ALL.items() if not b.chip.circuitpython}


def pack(board):
    """All files of MicroPython's file system for ``board``, path -> bytes."""
    base = console.work()
    out = os.path.join(base, board + "-none")
    files = {}
    for name in build.build(board, None, out):
        if name not in (build.LICENCES, "main.py", "boot.py"):
            files[name] = os.path.join(out, *name.split("/"))
    simulator = os.path.join(base, "web")
    sources = {"sim/" + n: os.path.join(ROOT, "sim", n + ".py") for n in _SIM}
    for name in _PANELS:
        sources["sim/panels/" + name] = os.path.join(ROOT, "sim", "panels", name + ".py")
    for name in MACHINE:
        sources["chip/" + name] = os.path.join(ROOT, "sim", name + ".py")
    sources["chip/simlink"] = os.path.join(ROOT, "sim", "cpython", "simlink.py")
    sources["chip/time"] = os.path.join(ROOT, "sim", "mp", "time.py")
    sources["webboot"] = os.path.join(SOURCES, "boot.py")
    for name in build.compile_files(sources, None, simulator):
        files[name] = os.path.join(simulator, *name.split("/"))
    contents = {}
    for name, path in sorted(files.items()):
        with open(path, "rb") as file:
            contents[name] = file.read()
    return contents


def languages():
    """What the page knows of each language: code -> ``(its own name, texts)``, texts: key -> text.

    The page's own texts are in sim/web/texts; what it lacks there it says in English. WebError.
    """
    out = {}
    for name in texts.languages():
        if not os.path.exists(os.path.join(ROOT, "firmware", "assets", name + ".txb")):
            continue
        own = os.path.join(SOURCES, "texts", name + ".txt")
        try:
            words = texts.source(name)
            found = {game: words["game." + game] for game in ("tarocco", "cicera")}
            if os.path.exists(own):
                with open(own, encoding="utf-8") as file:
                    found.update(texts.parse(file.read(), own))
        except texts.TextsError as error:
            raise WebError(str(error))
        out[name] = words["language.self"], found
    return out


def _packed(files):
    # four bytes with the length of what follows as JSON: [[path, size], ...]; then the files
    head = json.dumps([[name, len(data)] for name, data in files.items()]).encode()
    return len(head).to_bytes(4, "little") + head + b"".join(files.values())


def _gzip(data):
    return gzip.compress(data, 9, mtime=0)


def _described(board):
    """What the page has to know of a handheld."""
    width, height = board.panel().width, board.panel().height
    if board.turn % 180:
        width, height = height, width
    return {
        "title": board.title,
        "width": width,
        "height": height,
        "body": board.body,
        "colour": board.colour,
        "paper": board.paper,
        "buttons": [
            {
                "name": b.name,
                "x": b.x,
                "y": b.y,
                "keys": b.keys,
                "shape": b.shape,
                "label": b.label,
            }
            for b in board.buttons
        ],
    }


def make(out=OUT, only=None):
    """Fill ``out`` with the page for the boards ``only`` (None: all); the first is the usual one.

    Returns what a first visit loads, compressed: name -> number of bytes. WebError.
    """
    package = micropython()
    files = {}
    for name in _STATIC:
        with open(os.path.join(SOURCES, name), "rb") as file:
            files[name] = file.read()
    with open(os.path.join(package, "micropython.mjs"), "rb") as file:
        files["micropython.mjs"] = file.read()
    with open(os.path.join(package, "micropython.wasm"), "rb") as file:
        files["micropython.wasm.gz"] = _gzip(file.read())
    described = {}
    for name, board in boards().items():
        if only and name not in only:
            continue
        try:
            files[name + ".pack.gz"] = _gzip(_packed(pack(name)))
        except build.BuildError as error:
            raise WebError(error.args[0])
        described[name] = _described(board)
    spoken = languages()
    with open(os.path.join(ROOT, "LICENSE"), "rb") as file:
        files["LICENSE.txt"] = file.read()
    sizes = {name: len(data) for name, data in files.items()}
    facts = {
        "boards": described,
        # what screen readers say for the private code points of Thai
        "clusters": [c for c, _ in sorted(thai.listed().items(), key=lambda item: item[1])],
        "languages": {name: own for name, (own, _) in spoken.items()},
        "texts": {name: found for name, (_, found) in spoken.items()},
        "sizes": {n: size for n, size in sizes.items() if n.endswith(".gz")},
    }
    files["facts.js"] = (
        "// Made by tools/web.py.\nexport default %s;\n" % json.dumps(facts, ensure_ascii=False)
    ).encode()
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + hashlib.sha256(files[name]).digest())
    listed = [n for n in files if not n.endswith((".pack.gz", "sw.js", "LICENSE.txt"))]
    files["sw.js"] = (
        files["sw.js"]
        .decode()
        .replace("@VERSION@", digest.hexdigest()[:16])
        .replace('"@FILES@"', ", ".join('"%s"' % n for n in sorted(listed)))
        .encode()
    )
    try:
        os.makedirs(out, exist_ok=True)
    except OSError as error:
        raise WebError("The folder %s can't be made: %s." % (out, error.strerror))
    mark = os.path.join(out, ".tavolino")
    if os.listdir(out) and not os.path.exists(mark) and out != OUT:
        raise WebError("The folder %s has files that this tool hasn't made: name another." % out)
    open(mark, "w").close()
    for name in os.listdir(out):
        if name != ".tavolino" and name not in files and os.path.isfile(os.path.join(out, name)):
            os.remove(os.path.join(out, name))
    for name, data in files.items():
        path = os.path.join(out, name)
        with open(path + ".part", "wb") as file:
            file.write(data)
        os.replace(path + ".part", path)
    first = [n for n in listed if n in files] + ["sw.js", "picosystem.pack.gz"]
    return {n: len(files[n] if n.endswith(".gz") else _gzip(files[n])) for n in sorted(first)}


def main(arguments=None):
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.web", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--out", default=OUT, help="the folder to fill; default: dist/web")
    options = parser.parse_args(arguments)
    try:
        loaded = make(options.out)
    except WebError as error:
        print(error.args[0], file=sys.stderr)
        return 1
    total = sum(loaded.values())
    for name, size in sorted(loaded.items(), key=lambda item: -item[1]):
        print("%9d  %s" % (size, name))
    print("%9d  a first visit, compressed; at most %d" % (total, MOST))
    if total > MOST:
        print("The page has grown too large.", file=sys.stderr)
        return 1
    print("The page is in %s: any web server can give it out." % os.path.relpath(options.out))
    return 0


if __name__ == "__main__":
    sys.exit(console.run(main))
