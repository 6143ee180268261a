# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Other ways onto a board than tools.flash: mip packages, and sources to freeze.

    python -m tools.flash_package json
        write package.json at the top of this project anew: the sources, for mip from a URL
    python -m tools.flash_package mip --board NAME [--arch ARCH] DIR
        fill DIR with the compiled game and a package.json, for mip from there or any web server
    python -m tools.flash_package freeze --board NAME [DIR]
        fill DIR (build/frozen) with the sources that manifest.py freezes into a firmware
"""

import argparse
import importlib.metadata
import json
import os
import shutil
import sys

from sim import console
from tools import build, flash

ROOT = build.ROOT
_RAW = "https://raw.githubusercontent.com/adafruit/{}/{}/{}"
_SOURCES = (
    "Sources, for boards with memory to compile them; tools.flash_package makes a package of "
    "compiled code (docs/building.md, mip)."
)
# Run before a frozen main.py: the folder firmware on the flash, which holds the assets, would be
# taken for the package otherwise.
_FROZEN_FIRST = 'import sys\n\nsys.path.insert(0, ".frozen")\n'


def sources(board):
    """-> path on the board (.py for code) -> path of its source here."""
    out = {}
    for target, path in build._board_files(board).items():
        if path.endswith(".py") and not target.endswith(".py"):
            target += ".py"
        out[target] = path
    return out


def package_json():
    """-> the text of the top-level package.json: all sources, Adafruit's by their pinned URLs.

    The board's own file can't be chosen by mip: it is copied by hand, as docs/building.md says.
    """
    urls = []
    boards = build.boards()
    files = {}
    for board in boards:
        files.update(sources(board))
    for name in os.listdir(os.path.join(ROOT, "firmware", "lib")):
        if name.endswith(".py"):
            files["firmware/lib/" + name] = os.path.join(ROOT, "firmware", "lib", name)
    for target, path in sorted(files.items()):
        if target == "firmware/lib/hardware.py" or target.startswith("licences/"):
            continue
        if target.endswith(".pages"):
            # These are for one size of panels; without them pages are laid out on the board.
            continue
        inside = os.path.relpath(path, ROOT).replace(os.sep, "/")
        if inside.startswith("..") or inside.startswith("."):
            inside = _adafruit_url(target)
        urls.append([target, inside])
    return _text(urls, _SOURCES)


def _text(urls, about=None):
    lines = ",\n".join("  " + json.dumps(pair) for pair in urls)
    head = '{\n "version": %s,\n "deps": [],\n "urls": [\n' % json.dumps(build.version())
    if about:
        head = '{\n "description": %s,%s' % (json.dumps(about), head[1:])
    return head + lines + "\n ]\n}\n"


def _adafruit_url(target):
    # firmware/lib/adafruit_x/y.py -> its URL at the tag of the version that is installed.
    module = target.split("/")[2].removesuffix(".py")
    name = importlib.metadata.packages_distributions()[module][0]
    facts = importlib.metadata.metadata(name)
    pages = [(facts["Home-page"] if "Home-page" in facts else "")] + list(facts.get_all("Project-URL") or ())
    for page in pages:
        if "github.com/adafruit/" in page:
            repo = page.partition("github.com/adafruit/")[2].strip("/").split("/")[0]
            return _RAW.format(repo.removesuffix(".git"), facts["Version"], target[13:])
    raise build.BuildError("It isn't known where {} is published.".format(name))


def make_mip(board, arch, folder):
    """Fill ``folder`` with the built game and a package.json that mip can install from there."""
    clear(folder)
    files = flash.files_for(board, arch)
    urls = []
    for path in sorted(files):
        write(folder, path, files[path])
        urls.append([path, path])
    write(folder, "package.json", _text(urls).encode())
    return len(urls)


def make_frozen(board, folder):
    """Fill ``folder`` with the sources to freeze, laid out as MicroPython will import them."""
    clear(folder)
    count = 0
    files = sources(board)
    build.drop_rules_texts(files)
    for target, path in files.items():
        if not target.endswith(".py"):
            continue
        with open(path, "rb") as file:
            data = file.read()
        if target == "main.py":
            data = data.replace(b'\ndef run(', b"\n" + _FROZEN_FIRST.encode() + b"\n\ndef run(", 1)
        write(folder, target.removeprefix("firmware/lib/"), data)
        count += 1
    return count


def clear(folder):
    """Empty ``folder``, which must be one that this tool has made, or not exist."""
    mark = os.path.join(folder, ".tavolino")
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise build.BuildError("The folder {} can't be made: it is a file.".format(folder))
    if os.path.exists(folder) and os.listdir(folder) and not os.path.exists(mark):
        raise build.BuildError(
            "The folder {} has files that this tool hasn't made: name another.".format(folder)
        )
    shutil.rmtree(folder, ignore_errors=True)
    try:
        os.makedirs(folder)
    except OSError as error:
        raise build.BuildError(
            "The folder {} can't be made: {}.".format(folder, error.strerror)
        )
    open(mark, "w").close()


def write(folder, path, data):
    """Write ``data`` to ``path`` within ``folder``."""
    path = os.path.join(folder, *path.split("/"))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def main(arguments=None):
    """The command line; -> exit status: 0, or 2 with a sentence."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.flash_package",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("json", "mip", "freeze"))
    parser.add_argument("folder", nargs="?", metavar="DIR")
    parser.add_argument("--board", metavar="NAME", help="the board's name")
    parser.add_argument(
        "--arch",
        default="armv6m",
        help="architecture of native code: {}, or none (default: armv6m, the RP2040)".format(
            ", ".join(build.ARCHES)
        ),
    )
    options = parser.parse_intermixed_args(arguments)
    try:
        if options.what == "json":
            write(ROOT, "package.json", package_json().encode())
            print("package.json is written.")
            return 0
        flash.find_board(options.board or "")
        if options.what == "freeze":
            folder = options.folder or os.path.join(ROOT, "build", "frozen")
            print("{} sources in {}.".format(make_frozen(options.board, folder), folder))
            return 0
        if not options.folder:
            parser.error("mip needs the folder to fill")
        arch = None if options.arch == "none" else options.arch
        count = make_mip(options.board, arch, options.folder)
        print("{} files in {}. To install them:".format(count, options.folder))
        print(
            "    {} mip install --target / ".format(flash.MPREMOTE)
            + os.path.join(options.folder, "package.json")
        )
        print("or, when the folder is on a web server, with the URL of its package.json.")
        return 0
    except (build.BuildError, flash.FlashError) as error:
        print(error.args[0], file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(console.run(main))
