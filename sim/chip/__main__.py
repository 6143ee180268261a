# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Runs the game on an emulated RP2040 that counts cycles: to measure it, and to play on it.

    python3 tools/start.py run -m sim.chip measure --board picosystem --uf2 FIRMWARE.uf2
    python3 tools/start.py run -m sim.chip measure --board picosystem --markdown --json FILE.json
    python3 tools/start.py run -m sim.chip table FILE.json OTHER.json
    python3 tools/start.py run -m sim.chip check
    python3 tools/start.py run -m sim.chip play --board badger2040
    python3 tools/start.py run -m sim.chip repl

FIRMWARE.uf2 is an official MicroPython for an RP2040, as from https://micropython.org/download/RPI_PICO;
the environment variable TAVOLINO_UF2 names it for all commands. Needs Node.js 20.11 or newer, and once
`python3 tools/start.py run -m pip install -r requirements/chip.txt`.
"""

import argparse
import json
import os
import sys

from sim import console
from sim.chip import BOARDS, ROOT, ChipError, flash, node, report, scenes

BASELINE = os.path.join(ROOT, "docs", "measurements.json")
UF2 = "TAVOLINO_UF2"
#: Between these lines `table --into` puts its table.
MARKS = "<!-- begin: sim.chip table -->", "<!-- end: sim.chip table -->"


class UsageError(Exception):
    """A wrong option; ``args[0]`` is a sentence."""


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        raise UsageError(message[0].upper() + message[1:] + "; --help shows all options.")


def _parser():
    parser = _Parser(
        prog="python -m sim.chip",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)

    def command(name, text):
        made = commands.add_parser(
            name, help=text, description=text[0].upper() + text[1:] + ".", allow_abbrev=False
        )
        return made.add_argument

    def common(add):
        add("--board", metavar="NAME", default="picosystem", help="picosystem (default) or badger2040")
        add("--uf2", metavar="FILE", help="the firmware; default: what %s names" % UF2)
        add("--build", metavar="DIR", help="files of the board made before, instead of making them")

    add = command("measure", "print times, memory, players' times of a board")
    common(add)
    add("--game", metavar="NAME", default="both", help="tarocco, cicera or both (default)")
    add("--level", metavar="NAME", default="strong", help="of all three players in the saved game: "
        "medium or strong (default)")
    add("--what", metavar="LIST", default="start,latency,heap,players",
        help="of %s; default: the first four. profile needs the firmware's .elf beside the .uf2"
        % ",".join(scenes.WHAT))
    add("--code", metavar="CODE", default="00000000", help="of the deal; default 00000000")
    add("--json", metavar="FILE", help="write all figures there as well")
    add("--shots", metavar="DIR", help="write pictures of the screens that were measured there")
    add("--jobs", metavar="N", default="2", help="chips at a time (default 2); no figure depends on it")
    add("--markdown", action="store_true", help="print the table in Markdown, as for the documents")

    add = command("table", "print the table of earlier measurements in Markdown")
    add("files", nargs="+", metavar="FILE.json", help="written by measure --json; columns side by side")
    add("--text", action="store_true", help="aligned for a terminal instead")
    add("--into", metavar="FILE.md", help="put it there, between the lines of the marks, instead")

    add = command("check", "measure the PicoSystem's times in Tarocco (a minute) and compare them")
    add("--uf2", metavar="FILE", help="the firmware; default: what %s names; without: nothing is "
        "measured, and a line says so" % UF2)
    add("--build", metavar="DIR", help="files of the board made before, instead of making them")
    add("--against", metavar="FILE.json", default=BASELINE, help="default docs/measurements.json")
    add("--save", metavar="FILE.json", help="write what was measured there, to be compared with later")

    add = command("play", "play on the emulated chip, in a window")
    common(add)
    add("--scale", metavar="N", help="1 to 4: how many screen pixels a panel pixel is wide")
    add("--state", metavar="FILE", help="where the flash with saved games lives; default: your own, "
        "with --headless a new one that is removed")
    add("--headless", action="store_true", help="no window; run the key script, then end")
    add("--keys", metavar="SCRIPT", help="press buttons, as python -m sim --help explains")
    add("--shot", metavar="FILE.png", help="save the panel's pixels at the end of the script")

    add = command("repl", "give the chip's serial port to mpremote and tools.flash, until Ctrl-C")
    common(add)
    add("--port", metavar="N", default="7777", help="of 127.0.0.1; default 7777")
    add("--state", metavar="FILE", help="a flash to go on with, which is made if it isn't there; "
        "default: a new one each time")
    add("--empty", action="store_true", help="a new flash is empty, as a new board's, without the game")
    return parser


def _number(option, text, least, most):
    if not text.isdigit() or not least <= int(text) <= most:
        raise UsageError("%s is a number from %d to %d, not %s." % (option, least, most, text))
    return int(text)


def _file(option, path, extension):
    folder = os.path.dirname(os.path.abspath(path))
    if not path.lower().endswith(extension):
        raise UsageError("The file of %s must end in %s." % (option, extension))
    if os.path.isdir(path):
        raise UsageError("The file %s can't be written: it is a folder." % path)
    if not os.path.isdir(folder):
        raise UsageError("The file %s can't be written: there is no folder %s." % (path, folder))
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise UsageError("The file %s can't be written: permission is missing." % path)


def _folder(option, path):
    try:
        os.makedirs(path, exist_ok=True)
    except FileExistsError:
        raise UsageError("The folder %s of %s can't be used: it is a file." % (path, option))
    except OSError as error:
        raise UsageError("The folder %s of %s can't be made: %s." % (path, option, error.strerror))
    if not os.access(path, os.W_OK):
        raise UsageError("The folder %s of %s can't be written to." % (path, option))


def _board(options):
    if options.board not in BOARDS:
        raise UsageError(
            "There is no board %s on the emulated chip: choose one of %s."
            % (options.board, ", ".join(BOARDS))
        )
    if options.build and not os.path.exists(os.path.join(options.build, "main.py")):
        raise UsageError(
            "The folder %s of --build has no files of a board: python -m tools.build makes them."
            % options.build
        )


def _firmware(options):
    """Look at everything that is needed, the cheapest first; returns the firmware."""
    path = options.uf2 or os.environ.get(UF2)
    if not path:
        raise UsageError(
            "--uf2 is missing: the path of MicroPython's firmware for an RP2040, such as "
            "https://micropython.org/download/RPI_PICO has (the file that ends in .uf2). "
            "The environment variable %s can name it instead." % UF2
        )
    from sim.chip import uf2

    uf2.load(path)
    flash.check()
    node.node()
    return scenes.firmware(path)


def _games(name):
    if name not in (*scenes.GAMES, "both"):
        raise UsageError("There is no game %s: choose tarocco, cicera or both." % name)
    return scenes.GAMES if name == "both" else (name,)


def _trouble(results):
    """Print what failed; returns the exit status."""
    bad = {name: found["trouble"] for name, found in results.items() if found.get("trouble")}
    for name, why in bad.items():
        print("%s: %s" % (name, why), file=sys.stderr)
    return 1 if bad else 0


def _write(path, value):
    try:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(value, file, indent=1, sort_keys=True)
            file.write("\n")
    except OSError as error:
        raise ChipError("The file %s can't be written: %s." % (path, error.strerror))


def _read(path, key):
    try:
        with open(path, encoding="utf-8") as file:
            value = json.load(file)
        if isinstance(value, dict) and isinstance(value.get(key), dict):
            return value
    except FileNotFoundError:
        raise UsageError("There is no file %s." % path)
    except OSError as error:
        raise UsageError("The file %s can't be read: %s." % (path, error.strerror))
    except ValueError:
        pass
    raise UsageError(
        "%s is no file of %s." % (path, "check --save" if key == "figures" else "measure --json")
    )


def measure(options):
    """The command ``measure``."""
    from engine.dealcode import clean
    from engine.errors import CodeError

    _board(options)
    games = _games(options.game)
    what = [word for word in options.what.split(",") if word]
    if not what or not set(what) <= set(scenes.WHAT):
        raise UsageError("--what takes some of %s, with commas." % ",".join(scenes.WHAT))
    if options.level not in ("medium", "strong"):
        raise UsageError("--level is medium or strong, not %s." % options.level)
    jobs = _number("--jobs", options.jobs, 1, 64)
    try:
        code = clean(options.code)
    except CodeError as error:
        raise UsageError(error.args[0])
    if options.json:
        _file("--json", options.json, ".json")
    if options.shots:
        _folder("--shots", options.shots)
    firmware = _firmware(options)
    session = scenes.Session(
        options.board, firmware, options.level, code, options.build, options.shots, jobs
    )
    measured = {
        "board": options.board,
        "firmware": firmware.version,
        "level": options.level,
        "code": code,
        "games": list(games),
        "results": session.measure(what, games),
    }
    print((report.markdown if options.markdown else report.text)([measured]))
    if options.json:
        _write(options.json, measured)
    return _trouble(measured["results"])


def table(options):
    """The command ``table``."""
    measured = [_read(path, "results") for path in options.files]
    made = (report.text if options.text else report.markdown)(measured)
    if options.into is None:
        print(made)
        return 0
    try:
        with open(options.into, encoding="utf-8") as file:
            text = file.read()
        before, begin, rest = text.partition(MARKS[0])
        _, end, after = rest.partition(MARKS[1])
        if not end:
            raise UsageError("%s has no lines %s and %s." % (options.into, *MARKS))
        with open(options.into, "w", encoding="utf-8") as file:
            file.write("%s%s\n%s\n%s%s" % (before, begin, made, end, after))
    except OSError as error:
        raise UsageError("The file %s can't be changed: %s." % (options.into, error.strerror))
    return 0


def check(options):
    """The command ``check``: two columns and their ratio; nothing is judged."""
    path = options.uf2 or os.environ.get(UF2)
    if not path:
        print(
            "Times on the emulated chip: not measured, for no firmware is given (--uf2 FILE, or the "
            "environment variable %s)." % UF2
        )
        return 0
    if options.save:
        _file("--save", options.save, ".json")
    options.board = "picosystem"
    _board(options)
    if options.against == BASELINE and not os.path.exists(BASELINE):
        before = {"firmware": "nothing", "figures": {}}
    else:
        before = _read(options.against, "figures")
    firmware = _firmware(options)
    session = scenes.Session("picosystem", firmware, folder=options.build, jobs=1)
    results = session.measure(["latency"], ["tarocco"])
    found = report.figures(results["latency-tarocco"])
    print("PicoSystem, Tarocco, on %s; before: %s" % (firmware.version, before["firmware"]))
    print(report.compare(before["figures"], found))
    if options.save:
        _write(options.save, {"firmware": firmware.version, "figures": found})
    return _trouble(results)


def play(options):
    """The command ``play``."""
    from sim import handhelds, picture, script
    from sim.chip import play as chip_play

    _board(options)
    handheld = handhelds.ALL[options.board]
    if options.scale is not None:
        options.scale = _number("--scale", options.scale, 1, 4)
    try:
        steps = script.parse(options.keys or "", handheld)
    except script.ScriptError as error:
        raise UsageError(error.args[0])
    if options.keys and not options.headless:
        raise UsageError("--keys is for --headless only.")
    for path in [options.shot] + [step[1] for step in steps if step[0] == "shot"]:
        if path is not None:
            _file("--shot", path, ".png")
    if options.state and os.path.isdir(options.state):
        raise UsageError("The file %s of --state is a folder." % options.state)
    if not options.headless:
        from sim import window

        try:
            window.check()
        except window.WindowError as error:
            raise UsageError(error.args[0])
    firmware = _firmware(options)
    folder = os.path.abspath(options.build) if options.build else scenes.build(options.board)
    try:
        if options.headless:
            return chip_play.headless(handheld, firmware, folder, options.state, steps, options.shot)
        return chip_play.windowed(handheld, firmware, folder, options.state, options.scale, options.shot)
    except picture.PictureError as error:
        raise UsageError(error.args[0])


def repl(options):
    """The command ``repl``."""
    from sim.chip import play as chip_play

    _board(options)
    port = _number("--port", options.port, 1, 65535)
    if options.state and os.path.isdir(options.state):
        raise UsageError("The file %s of --state is a folder." % options.state)
    firmware = _firmware(options)

    def files():
        if options.empty:
            return None
        return os.path.abspath(options.build) if options.build else scenes.build(options.board)

    return chip_play.serve(options.board, firmware, options.state, port, files)


def main(argv=None):
    """The command line; returns the exit status."""
    try:
        parser = _parser()
        options = parser.parse_args(argv)
        if options.command is None:
            parser.print_help()
            return 2
        return {"measure": measure, "table": table, "check": check, "play": play, "repl": repl}[
            options.command
        ](options)
    except UsageError as error:
        print(error.args[0], file=sys.stderr)
        return 2
    except ChipError as error:
        print(error.args[0], file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(console.run(main))
