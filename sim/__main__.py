# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""``python -m sim``: play on the desktop, or let a key script play and take pictures."""

import argparse
import importlib.util
import os
import re
import sys

from sim import console, handhelds, picture, script
from sim.simulator import FIRMWARE, ROOT, Simulator

EPILOG = """\
key scripts (--keys), separated by blanks:
  A  down  x        press the button printed so on the board: %d ms down, then %d ms released
  hold:A:800        hold a button down for 800 ms
  wait:500          wait for 500 ms
  days:7            wait for 7 days, in which the firmware's short sleeps last for minutes
  idle  idle:700    wait until the panel hasn't changed for %d ms (or 700)
  3*A  5*(A idle)   repeat a button or a group
  shot:FILE.png     save the panel's pixels of this moment
All times are the board's own, simulated ones. The script begins when the first screen stands.

examples:
  python -m sim
  python -m sim --board badger2040 --game tarocco --deal 00000000 --scale 2
  python -m sim --headless --game cicera --keys "A wait:500 down A" --shot table.png
""" % (script.PRESS, script.PRESS, script.IDLE)


#: Options that the page has no use for.
_NOT_WEB = ("headless", "keys", "shot", "gif", "battery", "scale", "heap", "state", "selftest")


class UsageError(Exception):
    """A wrong option; ``args[0]`` is a sentence."""


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        # one sentence; argparse's own would print the whole usage before it
        option, _, rest = message.partition(": ")
        if rest.startswith("expected one argument"):
            option = option.rpartition(" ")[2]
            raise UsageError(
                "%s needs a value; one that begins with - is written with =, as in %s=-1. "
                "--help shows all options." % (option, option)
            )
        raise UsageError(message[0].upper() + message[1:] + "; --help shows all options.")


def _parser():
    parser = _Parser(
        prog="python -m sim",
        description="Play Tarocco Bolognese and Cicera on a simulated handheld.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add(
        "--board",
        metavar="NAME",
        default="picosystem",
        help="the handheld: "
        + ", ".join("%s (%s)" % (b.name, b.title) for b in handhelds.ALL.values())
        + "; default picosystem",
    )
    add(
        "--game",
        metavar="NAME",
        help="start a deal of tarocco or cicera at once, without the menu",
    )
    add(
        "--deal",
        metavar="CODE",
        help="the code of the deal to play, 8 letters and digits; needs --game",
    )
    add(
        "--lang",
        metavar="CODE",
        help="language of the texts, as en; default: the one chosen there",
    )
    add(
        "--selftest",
        action="store_true",
        help="show the picture for checking a board file: colours, edges, buttons",
    )
    add(
        "--headless",
        action="store_true",
        help="open no window; run as fast as possible and end with the key script",
    )
    add("--keys", metavar="SCRIPT", help="press buttons: a key script, explained below")
    add(
        "--shot",
        metavar="FILE.png",
        help="save the panel's pixels as they are at the end of the script "
        "(in a window without a script: when it is closed)",
    )
    add(
        "--battery",
        metavar="MILLIVOLTS",
        help="voltage of the handheld's battery, 0 to 6000; default: about 3900",
    )
    add("--gif", metavar="FILE.gif", help="save how the panel changed, in the board's own time")
    add(
        "--scale",
        metavar="N",
        help="1 to 4: how many screen pixels a panel pixel is wide, in the window (default: as "
        "fits) and in pictures (default: 1)",
    )
    add(
        "--python",
        metavar="NAME",
        default="cpython",
        help="what runs the firmware: cpython (this Python, default) or micropython",
    )
    add(
        "--heap",
        metavar="SIZE",
        help="memory of --python micropython, as 192k or 1M; default 256k, which on its 64 bits "
        "is about what 180 KB are on a board",
    )
    add(
        "--state",
        metavar="DIR",
        help="the folder in which the handheld's flash with saved games lives; default: your own, "
        "with --headless an empty one that is removed afterwards",
    )
    add(
        "--web",
        action="store_true",
        help="make the web page on which the real MicroPython runs the firmware, and open it in "
        "the browser; --board, --game, --deal and --lang choose what is played there",
    )
    add("--port", metavar="N", help="where --web gives the page out on this machine; default 8642")
    return parser


def _checked(options):
    """Check all options before anything starts; UsageError for the first wrong one."""
    for name, value in vars(options).items():
        if value == "" and name != "keys":
            raise UsageError(
                "The value of --%s is empty: give one, or leave --%s out." % (name, name)
            )
    if options.board not in handhelds.ALL:
        raise UsageError(
            "There is no board %s: choose one of %s."
            % (options.board, ", ".join(sorted(handhelds.ALL)))
        )
    handheld = handhelds.ALL[options.board]
    if options.selftest and options.game is not None:
        raise UsageError("--selftest shows no game: leave --game out.")
    if options.game not in (None, "tarocco", "cicera"):
        raise UsageError("There is no game %s: choose tarocco or cicera." % options.game)
    if options.deal is not None:
        from engine.dealcode import clean
        from engine.errors import CodeError

        try:
            options.deal = clean(options.deal)
        except CodeError as error:
            raise UsageError(error.args[0])
        if options.game is None:
            raise UsageError(
                "--deal needs --game tarocco or --game cicera: a code is for either game."
            )
    if options.lang is not None:
        languages = sorted(
            name[:-4]
            for name in os.listdir(os.path.join(ROOT, "firmware", "assets"))
            if name.endswith(".txb")
        )
        if options.lang not in languages:
            raise UsageError(
                "There are no texts in the language %s: choose one of %s."
                % (options.lang, ", ".join(languages))
            )
    if options.port is not None:
        if not options.web:
            raise UsageError("--port is for --web only.")
        if not re.fullmatch(r"[0-9]{1,5}", options.port) or int(options.port) > 65535:
            raise UsageError("--port is a number up to 65535, not %s." % options.port)
        options.port = int(options.port)
    if options.web:
        for name in _NOT_WEB:
            if getattr(options, name) not in (None, False):
                raise UsageError("--%s can't be combined with --web." % name)
        if options.python != "cpython":
            raise UsageError("--web always runs MicroPython: leave --python out.")
        if handheld.chip.circuitpython:
            raise UsageError(
                "The %s runs CircuitPython, which there is none of for browsers: choose another "
                "board." % handheld.title
            )
    if importlib.util.find_spec("adafruit_display_text") is None:
        raise UsageError(
            "Adafruit's libraries aren't installed for this Python: start with "
            "`python3 tools/start.py play`, which installs them once."
        )
    try:
        steps = script.parse(options.keys or "", handheld)
    except script.ScriptError as error:
        raise UsageError(error.args[0])
    for kind, *rest in steps:
        if kind == "shot":
            _check_file("shot:" + rest[0], rest[0], ".png")
    if options.battery is not None:
        if not re.fullmatch(r"[0-9]{1,4}", options.battery) or int(options.battery) > 6000:
            raise UsageError(
                "--battery is a number of millivolts from 0 to 6000, not %s." % options.battery
            )
        if not handheld.battery:
            raise UsageError("The %s can't measure its battery." % handheld.title)
        options.battery = int(options.battery)
    if options.shot is not None:
        _check_file("--shot", options.shot, ".png")
    if options.gif is not None:
        _check_file("--gif", options.gif, ".gif")
    if options.scale is not None:
        if options.scale not in ("1", "2", "3", "4"):
            raise UsageError("--scale is 1, 2, 3 or 4, not %s." % options.scale)
        options.scale = int(options.scale)
    if options.python not in ("cpython", "micropython"):
        raise UsageError("--python is cpython or micropython, not %s." % options.python)
    if options.heap is not None:
        if options.python != "micropython":
            raise UsageError("--heap is for --python micropython only.")
        match = re.fullmatch(r"(\d+)([kKmM]?)", options.heap)
        size = (
            int(match[1]) * {"": 1, "k": 1 << 10, "m": 1 << 20}[match[2].lower()] if match else 0
        )
        if not 128 << 10 <= size <= 1 << 30:
            raise UsageError(
                "--heap is a size from 128k to 1024M, such as 256k, not %s: the game needs more "
                "than 128k to start." % options.heap
            )
        options.heap = str(size)
    if options.python == "micropython":
        if handheld.chip.circuitpython:
            raise UsageError(
                "The %s runs CircuitPython: leave --python out to use this Python."
                % handheld.title
            )
        from sim import child

        try:
            child.command()
            child.prepare(options.board)
        except child.MicroPythonError as error:
            raise UsageError(error.args[0])
    if options.state is not None:
        _check_folder(options.state)
    elif not options.headless and not options.web:
        options.state = os.path.join(user_folder(), options.board)
        _check_folder(options.state)
    if options.shot or options.gif or any(step[0] == "shot" for step in steps):
        try:
            picture.check()
        except picture.PictureError as error:
            raise UsageError(error.args[0])


def user_folder():
    """Where the user's simulated flash lives on this platform."""
    home = os.path.expanduser("~")
    if os.name == "nt":
        return os.path.join(os.environ.get("APPDATA") or home, "Tavolino")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "Tavolino")
    share = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    return os.path.join(share, "tavolino")


def _check_file(option, path, extension):
    if not path.lower().endswith(extension):
        raise UsageError("The file of %s must end in %s." % (option, extension))
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.isdir(path):
        raise UsageError("The file %s can't be written: it is a folder." % path)
    if not os.path.isdir(folder):
        raise UsageError("The file %s can't be written: there is no folder %s." % (path, folder))
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise UsageError("The file %s can't be written: permission is missing." % path)


def _check_folder(path):
    try:
        os.makedirs(path, exist_ok=True)
    except FileExistsError:
        raise UsageError("The folder %s can't be used: it is a file." % path)
    except OSError as error:
        raise UsageError("The folder %s can't be made: %s." % (path, error.strerror))
    if not os.access(path, os.W_OK):
        raise UsageError("The folder %s can't be written to: permission is missing." % path)


def _finish(simulator, options, recorder):
    """Save the pictures and tell what went wrong; returns the exit status."""
    status = 0
    if options.shot and not simulator.shot_taken:
        simulator.take_shot(options.shot)
    if recorder:
        recorder.save(options.gif, options.scale or 1)
    simulator.report()
    if simulator.ended == "error":
        sys.stderr.write(simulator.error)
        print("The firmware has stopped with the error above.", file=sys.stderr)
        if "MemoryError" in simulator.error and options.heap:
            print("It had too little memory: give it more with --heap.", file=sys.stderr)
        status = 1
    elif simulator.ended == "returned" and not simulator.host.finished:
        print("The firmware has ended before the key script.", file=sys.stderr)
        status = 1
    return status


def main(argv=None):
    """The command line; returns the exit status."""
    try:
        options = _parser().parse_args(argv)
        _checked(options)
        if options.web:
            from sim import webserver

            try:
                query = {
                    name: getattr(options, name) for name in ("board", "game", "deal", "lang")
                }
                webserver.serve(query, options.port)
            except webserver.ServerError as error:
                print(error.args[0], file=sys.stderr)
                return 1
            return 0
        window = None
        if not options.headless:
            from sim import window

            try:
                window.check()
            except window.WindowError as error:
                raise UsageError(error.args[0])
        simulator = Simulator(
            options.board,
            keys=options.keys,
            root=options.state,
            game=options.game,
            deal=options.deal,
            lang=options.lang,
            python=options.python if options.python != "cpython" else None,
            heap=options.heap or "256k",
            realtime=not options.headless,
            firmware="firmware.app.screens.selftest:run" if options.selftest else FIRMWARE,
        )
        simulator.host.battery = options.battery
        simulator.shot_path = options.shot if options.keys or options.headless else None
        simulator.shot_scale = options.scale or 1
        recorder = None
        if options.gif:
            recorder = picture.Recorder(simulator.host)
            simulator.host.on_change = recorder.on_change
        if window:
            window.show(simulator, options.scale)
        else:
            simulator.run()
        return _finish(simulator, options, recorder)
    except (UsageError, picture.PictureError) as error:
        print(error.args[0], file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(console.run(main))
