# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The machine code that draws gives the same pixels as MicroPython's own framebuf."""

import lib_run

PROGRAM = """
import sys
sys.path[:0] = [%r]
import bitmaptools
import blitter
import displayio
import framebuf
import random
from array import array

random.seed(3)

def noise(size):
    return bytearray(random.getrandbits(8) for _ in range(size))

wrong = 0
for turn in range(1500):
    kind = turn %% 3
    w = random.randrange(1, 60)
    h = 8 * random.randrange(1, 6)
    sw = random.randrange(1, 50)
    sh = random.randrange(1, 40)
    x = random.randrange(-60, 60)
    y = random.randrange(-50, 50)
    bits = 4 if kind == 1 else 1
    stride = (sw * bits + 7) // 8
    start = turn %% 7
    source = noise(start + stride * sh)
    for i in range(len(source)):
        if random.random() < 0.4:
            source[i] = 0
    count = 1 << bits
    if kind < 2:
        picture = noise(2 * w * h)
        form = framebuf.RGB565
        table = noise(2 * count)
        key = table[0] | table[1] << 8 if turn & 1 else 0x1FFFF
        palette = framebuf.FrameBuffer(table, count, 1, framebuf.RGB565)
    else:
        picture = noise(w * h // 8)
        form = framebuf.MONO_VLSB
        table = bytearray(random.randrange(3) for _ in range(2))
        key = 2
        palette = framebuf.FrameBuffer(table, 2, 1, framebuf.GS8)
    drawn = bytearray(picture)
    framebuf.FrameBuffer(picture, w, h, form).blit(
        framebuf.FrameBuffer(
            memoryview(source)[start:], sw, sh,
            framebuf.MONO_HLSB if bits == 1 else framebuf.GS4_HMSB,
        ),
        x, y, -1 if key == 0x1FFFF else key, palette,
    )
    numbers = array("i", [w, h, x + 16384, y + 16384, sw, sh, stride, start, key])
    (blitter.mono_rgb565, blitter.gs4_rgb565, blitter.mono_vlsb)[kind](
        drawn, source, table, numbers
    )
    wrong += drawn != picture
print(blitter.NATIVE, wrong)

row, size = 16, 296
draw = noise(4 * size)
plane = bytearray(row * size)
table = bytearray(255 - i for i in range(256))
blitter.column(plane, draw, table, array("i", [size, size, 3 + (size - 1) * row, 16384 - row]))
column = [plane[3 + row * i] for i in range(size)]
drawn = [255 - byte for byte in reversed(draw[size : 2 * size])]
print(column == drawn, sum(plane) == sum(column))
wrong = 0
for turn in range(1000):
    w, h = random.randrange(1, 40), random.randrange(1, 30)
    sw, sh = random.randrange(1, 40), random.randrange(1, 30)
    x1, y1 = random.randrange(sw), random.randrange(sh)
    x2, y2 = random.randrange(x1, sw) + 1, random.randrange(y1, sh) + 1
    x, y = random.randrange(-3, w), random.randrange(-3, h)
    target = displayio.Bitmap(w, h, 2, noise((w + 7) // 8 * h))
    source = displayio.Bitmap(sw, sh, 2, noise((sw + 7) // 8 * sh))
    picture = bytearray(target.buffer)
    drawn = framebuf.FrameBuffer(picture, w, h, framebuf.MONO_HLSB)
    for i in range(x2 - x1):
        for j in range(y2 - y1):
            if source[x1 + i, y1 + j]:
                drawn.pixel(x + i, y + j, 1)
    bitmaptools.blit(target, source, x, y, x1=x1, y1=y1, x2=x2, y2=y2, skip_source_index=0)
    wrong += target.buffer != picture
print(wrong)
one = blitter.check(draw, 2 * size)
draw[700] ^= 4
print(0 <= one < 1 << 30, one != blitter.check(draw, 2 * size))
"""


def test_machine_code_draws_as_framebuf_does():
    program = PROGRAM % str(lib_run.LIB)
    lines = lib_run.run(lib_run.micropython(), "-X", "heapsize=256k", "-c", program)
    assert lines == ["True 0", "True True", "0", "True True"]


def test_plain_python_is_told_apart():
    """Without machine code ``displayio`` draws with framebuf, which then is faster."""
    source = (lib_run.LIB / "blitter.py").read_text().replace("@micropython.viper\n", "")
    lines = lib_run.run(lib_run.micropython(), "-c", source + "\nprint(NATIVE)")
    assert lines == ["False"]
