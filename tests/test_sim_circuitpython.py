# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""CircuitPython boards: the app over CircuitPython's own displayio, buttons, and what is built."""

import importlib.util
import os
import random
import subprocess
import sys
from zlib import crc32

import lib_run
import pytest

from sim.simulator import ROOT, Simulator
from tools import build

SCRIPT = os.path.join(ROOT, "tests", "circuitpython_app.py")
DEAL = "M1PFC9EC"


def packed(sim):
    """The panel's picture, a bit a pixel, 1 for white."""
    grey = sim.picture()[::3]
    assert all(v < 40 or v > 215 for v in grey)
    return bytes(
        sum((grey[i + j] > 127) << (7 - j) for j in range(8)) for i in range(0, len(grey), 8)
    )


@pytest.mark.parametrize(
    "game, presses", [("tarocco", "D D C D+"), ("cicera", "D A A+")]
)
def test_the_screens_over_blinkas_displayio(game, presses, tmp_path):
    """Blinka's displayio, which is CircuitPython's in Python, shows what the simulator's panel
    shows.
    """
    env = lib_run.blinka()
    lib_run.adafruit("adafruit_ssd1680")
    lines = lib_run.run(
        sys.executable, SCRIPT, tmp_path, game, DEAL, *presses.split(), env=env
    )
    theirs = [line.split()[1] for line in lines if line.startswith("picture ")]
    keys = "idle:15000 shot:0 "
    for press in presses.split():
        keys += ("hold:%s:700" % press[0] if press[1:] else press) + " idle:15000 shot:0 "
    sim = Simulator("magtag", keys, game=game, deal=DEAL, lang="en", capture=True)
    ours = []
    sim.host.on_shot = lambda path: ours.append("%08x" % crc32(packed(sim)))
    sim.run()
    assert sim.error is None
    assert sim.warnings() == []
    assert ours == theirs
    assert len(ours) == len(presses.split()) + 1
    assert len(set(ours)) >= 3


def test_presses_during_a_refresh_arrive():
    """CircuitPython notes keys in the background: three presses while the panel is busy."""
    keys = "wait:100 C wait:60 C wait:60 B wait:60 hold:D:700 wait:20000"
    sim = Simulator(
        "magtag", keys, firmware="firmware.app.screens.selftest:run", capture=True, root=None
    )
    sim.run()
    assert sim.error is None
    # the self-test shows the last of them, and that only A is missing
    again = Simulator(
        "magtag", "wait:100 B wait:9000 C wait:9000 hold:D:700 wait:9000",
        firmware="firmware.app.screens.selftest:run", capture=True,
    )  # fmt: skip
    again.run()
    assert sim.picture() == again.picture()


def _load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_framebuf_for_circuitpython():
    """Random operations on it and on the simulator's framebuf leave the same bytes."""
    slow = _load("cp_framebuf", os.path.join(ROOT, "firmware", "circuitpython", "framebuf.py"))
    fast = _load("sim_framebuf", os.path.join(ROOT, "sim", "cpython", "framebuf.py"))
    draw = random.Random(4)
    for form in ("MONO_HLSB", "GS2_HMSB", "GS4_HMSB", "GS8"):
        bits = {"MONO_HLSB": 1, "GS2_HMSB": 2, "GS4_HMSB": 4, "GS8": 8}[form]
        for _ in range(25):
            w, h = draw.randint(1, 20), draw.randint(1, 12)
            size = (w * bits + 7) // 8 * h
            sw, sh = draw.randint(1, 12), draw.randint(1, 8)
            stride = sw + draw.randint(0, 8) * 8
            grain = draw.randbytes((stride * bits + 7) // 8 * sh)
            table = draw.randbytes(1 << bits)
            steps = [
                (draw.randrange(5), draw.randint(-9, 20), draw.randint(-9, 12),
                 draw.randint(1, 15), draw.randint(1, 9), draw.randrange(1 << bits),
                 draw.randrange(-1, 4))
                for _ in range(6)
            ]  # fmt: skip
            results = []
            for lib in (slow, fast):
                kind = getattr(lib, form)
                buf = bytearray(size)
                fb = lib.FrameBuffer(buf, w, h, kind)
                source = lib.FrameBuffer(bytearray(grain), sw, sh, kind, stride)
                palette = lib.FrameBuffer(bytearray(table), 1 << bits, 1, lib.GS8)
                seen = []
                for what, x, y, width, height, value, key in steps:
                    if what == 0:
                        fb.fill_rect(x, y, width, height, value)
                    elif what == 1:
                        fb.blit(source, x, y, key)
                    elif what == 2:
                        fb.blit(source, x, y, key, palette)
                    elif what == 3 and 0 <= x < w and 0 <= y < h:
                        fb.pixel(x, y, value)
                        seen.append(fb.pixel(x, y))
                    elif what == 4:
                        fb.fill(value)
                results.append((bytes(buf), seen))
            assert results[0] == results[1]


def test_what_is_built(tmp_path):
    files = build.build("magtag", None, tmp_path)
    # sources only: CircuitPython takes no .mpy of MicroPython's
    assert not [name for name in files if name.endswith(".mpy")]
    for name in (
        "code.py",
        "boot.py",
        "hardware.py",
        "engine/tarocco/game.py",
        "firmware/main.py",
        "firmware/app/app.py",
        "firmware/boards/magtag.py",
        "firmware/circuitpython/__init__.py",
        "firmware/circuitpython/pins.py",
        "firmware/circuitpython/framebuf.py",
        "firmware/circuitpython/displayio.py",
        "firmware/circuitpython/bitmaptools.py",
        "firmware/assets/tarocco.c1",
        "lib/adafruit_display_text/bitmap_label.py",
        "firmware/licences.txt",
    ):
        assert name in files, name
    # what is built in there, or only for MicroPython, stays away
    for name in files:
        assert not name.startswith("lib/displayio") and name != "main.py", name
    for name in files:
        if name.endswith(".py"):
            text = (tmp_path / name).read_text()
            assert "@micropython.viper" not in text and "@viper" not in text
            compile(text, name, "exec")
    # and the other boards don't get this
    others = build._board_files("picosystem")
    assert not [name for name in others if name.startswith("firmware/circuitpython")]


def test_micropython_is_refused():
    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "sim",
            "--headless",
            "--board",
            "magtag",
            "--python",
            "micropython",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 2
    assert result.stderr.startswith("The Adafruit MagTag runs CircuitPython:")
