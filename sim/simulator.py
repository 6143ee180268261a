# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A handheld with its firmware running: ``Simulator``, for ``python -m sim`` and for tests."""

import contextlib
import importlib
import io
import os
import sys
import tempfile
import time
import types

from sim import handhelds, picture, script
from sim.chips import MACHINE
from sim.host import Host, PowerOff, Restart

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)

# What the firmware finds first, before anything that is installed: the simulated chip, what
# MicroPython has built in, the lean display library, the project itself.
FIRMWARE_PATH = (
    os.path.join(HERE, "cpython"),
    HERE,
    os.path.join(ROOT, "firmware", "lib"),
    ROOT,
)


#: What CircuitPython has built in.
CIRCUITPYTHON = os.path.join(HERE, "circuitpython")

#: What runs on a handheld: the app.
FIRMWARE = "firmware.main:run"


class SimulatorError(Exception):
    """Something about how the simulator was called is wrong; ``args[0]`` is a sentence."""


class Simulator:
    """One run of a firmware on a simulated handheld.

    ``board``: name of a handheld in sim.handhelds (or a Handheld) and of the board module.
    ``keys``: key script (see sim.script) or None for none, which without a window means: until
    the first picture stands. ``root``: directory of the handheld's flash, None for an empty
    temporary one. ``game``, ``deal``, ``lang``: passed on to the firmware. ``firmware``:
    ``"module:function"`` to call instead of the app, with the same arguments. ``python``: None
    runs it in this process, "micropython" in the real MicroPython with ``heap`` (as "256k").
    ``realtime``: keep step with the real clock, for a window; the power then stays on after the
    script. ``board_module``: another name of the board module than ``board``. ``capture``: keep
    what the firmware prints instead of printing it. ``extra_path``: folders in which the firmware
    may find further modules.

    After ``run``: ``host``, ``panel``, ``output`` (what the firmware printed, if ``capture``),
    ``error`` (text of the firmware's traceback or None), ``ended`` ("off" after the script or by
    the power switch, "returned", "error").
    """

    def __init__(
        self,
        board="picosystem",
        keys=None,
        root=None,
        game=None,
        deal=None,
        lang=None,
        firmware=FIRMWARE,
        python=None,
        heap="256k",
        realtime=False,
        board_module=None,
        capture=False,
        extra_path=(),
    ):
        if isinstance(board, handhelds.Handheld):
            self.handheld = board
        elif board in handhelds.ALL:
            self.handheld = handhelds.ALL[board]
        else:
            raise SimulatorError(
                "There is no board %s: choose one of %s." % (board, ", ".join(handhelds.ALL))
            )
        steps = script.parse(keys or "", self.handheld)
        self.host = Host(self.handheld, steps, end=not realtime, realtime=realtime)
        self.host.on_shot = self.take_shot
        self.host.on_end = self._script_ended
        self.panel = self.host.panel
        self.board_module = board_module or self.handheld.name
        self.root = root
        self.game = game
        self.deal = deal
        self.lang = lang
        self.firmware = firmware
        self.is_app = firmware == FIRMWARE
        self.python = python
        self.heap = heap
        self.capture = capture
        self.extra_path = extra_path
        self.output = ""
        self.error = None
        self.ended = None
        #: Where and how large to save the panel's pixels at the end of the script; None: nowhere.
        self.shot_path = None
        self.shot_scale = 1
        self.shot_taken = False
        #: The child process while the firmware runs in MicroPython.
        self.process = None
        self._reported = []

    def size(self):
        """Width and height of the picture."""
        return self.host.size()

    def picture(self):
        """The picture as the player sees it: RGB bytes, row by row."""
        return self.host.picture()

    def take_shot(self, path):
        """Save the panel's pixels of this moment as a PNG."""
        picture.save_png(path, self.size(), self.picture(), self.shot_scale)

    def _script_ended(self):
        if self.shot_path:
            self.take_shot(self.shot_path)
            self.shot_taken = True

    def warnings(self):
        """What would have harmed or confused the real hardware: sentences."""
        return self.host.warnings + self.panel.warnings

    def report(self):
        """Print the warnings that haven't been printed yet on standard error."""
        for sentence in self.warnings():
            if sentence not in self._reported:
                self._reported.append(sentence)
                print("Warning: " + sentence, file=sys.stderr)

    def abandon(self):
        """End a MicroPython process that doesn't notice that the power is off."""
        if self.process and self.process.poll() is None:
            self.process.kill()

    def run(self):
        """Run the firmware until the power is off, it returns or fails; returns ``ended``."""
        with contextlib.ExitStack() as stack:
            root = self.root
            if root is None:
                root = stack.enter_context(tempfile.TemporaryDirectory(prefix="tavolino-"))
            if self.python == "micropython":
                from sim import child

                run = child.run
            else:
                run = _run_here
            restarts = 0
            while True:
                try:
                    self.ended = run(self, root)
                except PowerOff:
                    self.ended = "off"
                except Restart:
                    restarts += 1
                    if restarts < 100:
                        continue
                    self.error = "The firmware has reset the board a hundred times.\n"
                    self.ended = "error"
                return self.ended


def _run_here(sim, root):
    """Run the firmware of ``sim`` in this process; PowerOff and Restart pass through."""
    chip = sim.handheld.chip
    extra_path = [CIRCUITPYTHON, *sim.extra_path] if chip.circuitpython else sim.extra_path
    with firmware_modules(extra_path, chip.name) as simlink:
        simlink.attach(sim.host)
        try:
            module, function = sim.firmware.split(":")
            with _output(sim):
                if chip.circuitpython:
                    _prepare_circuitpython()
                start = getattr(importlib.import_module(module), function)
                start(sim.board_module, root=root, game=sim.game, deal=sim.deal, lang=sim.lang)
            return "returned"
        except Exception:
            import traceback

            sim.error = traceback.format_exc()
            return "error"
        finally:
            simlink.attach(None)


def _prepare_circuitpython():
    # On the board these lie beside firmware/circuitpython (tools.build).
    package = importlib.import_module("firmware.circuitpython")
    package.__path__.append(FIRMWARE_PATH[2])
    package.prepare()


@contextlib.contextmanager
def _output(sim):
    if not sim.capture:
        yield
        return
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            yield
    finally:
        sim.output += out.getvalue()


@contextlib.contextmanager
def firmware_modules(extra_path=(), chip="rp2040"):
    """Within it ``import`` finds what the firmware would find on the board; gives ``simlink``.

    The chip's ``machine`` and ``time`` and the display library replace modules of the same names
    for the time being, and the firmware is loaded anew; afterwards all is as before. The engine,
    which is pure, stays loaded.
    """
    path = list(sys.path)
    ours = {*MACHINE, "firmware"}
    for folder in (FIRMWARE_PATH[0], FIRMWARE_PATH[2], *extra_path):
        ours |= _names_in(folder)

    def is_firmware(name):
        top = name.partition(".")[0]
        return top in ours or top.startswith("adafruit_")

    before = {name: module for name, module in sys.modules.items() if is_firmware(name)}
    for name in before:
        del sys.modules[name]
    engine = {n: module for n, module in sys.modules.items() if n.partition(".")[0] == "engine"}
    real_time = sys.modules["time"]
    sys.path[:0] = [*FIRMWARE_PATH, *extra_path]
    try:
        simlink = importlib.import_module("simlink")
        simlink.chip = chip
        sys.modules["time"] = _time_module(importlib.import_module("machine"))
        yield simlink
    finally:
        sys.modules["time"] = real_time
        for name in [name for name in sys.modules if is_firmware(name)]:
            del sys.modules[name]
        sys.modules.update(before)
        # The app forgets parts of the engine to save memory. Whoever has them here keeps them.
        for name, module in engine.items():
            sys.modules[name] = module
            package, _, short = name.rpartition(".")
            if package in engine:
                setattr(engine[package], short, module)
        sys.path[:] = path


def _names_in(directory):
    names = set()
    if os.path.isdir(directory):
        for entry in os.listdir(directory):
            name, extension = os.path.splitext(entry)
            if extension == ".py" or os.path.isdir(os.path.join(directory, entry)):
                names.add(name)
    return names


def _time_module(machine):
    """CPython's ``time`` with the virtual clock: MicroPython's functions are added to it.

    Modules that the firmware imports see it; what has imported ``time`` before keeps the real one.
    """
    module = types.ModuleType("time", "The simulator's virtual clock over CPython's time.")
    for name in dir(time):
        if not name.startswith("__"):
            setattr(module, name, getattr(time, name))
    for name in "sleep sleep_ms sleep_us ticks_ms ticks_us ticks_add ticks_diff".split():
        setattr(module, name, getattr(machine, name))
    module.ticks_cpu = machine.ticks_us
    module.time = machine.epoch
    module.time_ns = lambda: machine.epoch() * 1_000_000_000
    module.localtime = lambda seconds=None: time.gmtime(
        machine.epoch() if seconds is None else seconds
    )
    return module
