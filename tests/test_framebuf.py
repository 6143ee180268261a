# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The stand-in for ``framebuf`` draws what MicroPython's own draws, by random operations."""

import importlib.util
import pathlib
import subprocess

import lib_run
import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
STAND_IN = ROOT / "sim" / "cpython" / "framebuf.py"

# Runs in both Pythons: the same operations from the same small generator, one line a round.
OPERATIONS = """
import framebuf
from binascii import crc32

state = SEED

def below(n):
    global state
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return (state >> 12) % n

FORMATS = (framebuf.MONO_VLSB, framebuf.RGB565, framebuf.GS4_HMSB, framebuf.MONO_HLSB,
           framebuf.MONO_HMSB, framebuf.GS2_HMSB, framebuf.GS8)
BITS = (1, 16, 4, 1, 1, 2, 8)

def make(w, h, f):
    stride = w + below(3) * below(9)
    size = (stride + 8) * (h + 8) * BITS[FORMATS.index(f)] // 8 + 2
    buf = bytearray(size)
    for i in range(size):
        buf[i] = below(256)
    return framebuf.FrameBuffer(buf, w, h, f, stride), buf

def coord(n):
    return below(2 * n + 8) - n // 2 - 4

for round in range(ROUNDS):
    f = FORMATS[below(7)]
    w, h = 1 + below(40), 1 + below(30)
    fb, buf = make(w, h, f)
    said = []
    for step in range(6):
        op = below(9)
        c = below(70000)
        if op == 0:
            fb.fill(c)
        elif op == 1:
            fb.fill_rect(coord(w), coord(h), coord(w), coord(h), c)
        elif op == 2:
            fb.rect(coord(w), coord(h), coord(w), coord(h), c, below(2))
        elif op == 3:
            fb.line(coord(w), coord(h), coord(w), coord(h), c)
        elif op == 4:
            fb.hline(coord(w), coord(h), coord(w), c)
            fb.vline(coord(w), coord(h), coord(h), c)
        elif op == 5:
            fb.scroll(below(9) - 4, below(9) - 4)
        elif op == 6:
            x, y = coord(w), coord(h)
            fb.pixel(x, y, c)
            said.append(fb.pixel(x, y))
        else:
            g = FORMATS[below(7)]
            bits = BITS[FORMATS.index(g)]
            sw, sh = 1 + below(30), 1 + below(20)
            src, sbuf = make(sw, sh, g)
            key = below(4) if below(2) else -1
            palette = None
            if below(2) and bits < 16:
                palette, pbuf = make(256, 1, FORMATS[1 + below(6)])
                key = palette.pixel(below(1 << bits), 0) if below(2) else key
            x, y = coord(w), coord(h)
            which = below(4)
            if which == 0 and bits < 16:
                src = (bytes(sbuf), sw, sh, g, sw)
            elif which == 1:
                src = fb
                if f == framebuf.RGB565:
                    palette = None
                elif palette:
                    palette = framebuf.FrameBuffer(bytearray(range(256)), 256, 1, framebuf.GS8)
            fb.blit(src, x, y, key, palette)
    print(round, f, w, h, said, crc32(buf))

for bad in ((bytearray(3), 4, 1, framebuf.GS8), (bytearray(9), 0, 1, framebuf.GS8),
            (bytearray(9), 1, 1, 99), (bytearray(9), 4, 1, framebuf.GS8, 3), (b"1234", 2, 2, 6)):
    try:
        framebuf.FrameBuffer(*bad)
        print("made")
    except (TypeError, ValueError) as e:
        print(type(e).__name__)
"""


def stand_in():
    spec = importlib.util.spec_from_file_location("framebuf_stand_in", STAND_IN)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("seed", [1, 20261])
def test_random_operations_equal(seed):
    micropython = lib_run.micropython()
    program = OPERATIONS.replace("SEED", str(seed)).replace("ROUNDS", "500")
    real = subprocess.run(
        [micropython, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert real.returncode == 0, real.stdout[-200:] + real.stderr
    lines = []
    namespace = {"print": lambda *args: lines.append(" ".join(map(str, args)))}
    program = program.replace("import framebuf", "", 1)
    namespace["framebuf"] = stand_in()
    exec(program, namespace)
    assert len(lines) == 505
    for ours, theirs in zip(lines, real.stdout.splitlines()):
        assert ours == theirs


def test_short_palette_is_refused():
    framebuf = stand_in()
    target = framebuf.FrameBuffer(bytearray(8), 4, 1, framebuf.RGB565)
    source = framebuf.FrameBuffer(bytearray(2), 4, 1, framebuf.GS4_HMSB)
    palette = framebuf.FrameBuffer(bytearray(6), 3, 1, framebuf.RGB565)
    with pytest.raises(IndexError, match="16 entries"):
        target.blit(source, 0, 0, -1, palette)
