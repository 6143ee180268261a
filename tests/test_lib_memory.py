# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A refresh makes hardly any garbage, and a second display needs no second strip."""

import lib_run

PROGRAM = """
import gc
from adafruit_st7789 import ST7789

def make():
    display = ST7789(bus(), width=240, height=240, auto_refresh=False)
    sheet = displayio.Bitmap(32, 48 * 3, 16)
    palette = displayio.Palette(16)
    root = displayio.Group()
    ground = displayio.Palette(1)
    root.append(displayio.TileGrid(displayio.Bitmap(240, 240, 1), pixel_shader=ground))
    hand = displayio.Group(x=4, y=188)
    for i in range(16):
        hand.append(displayio.TileGrid(sheet, pixel_shader=palette, tile_width=32, tile_height=48,
                                       x=13 * i, default_tile=i % 3))
    root.append(hand)
    display.root_group = root
    display.refresh()
    return display, hand

def cost(change):
    gc.collect()
    before = gc.mem_alloc()
    change()
    display.refresh()
    return gc.mem_alloc() - before

def nothing():
    pass

def cursor():
    hand[7].y = 0
    hand[8].y = -8

display, hand = make()
spi.write = lambda data: None
hand[7].y = -8
display.refresh()
print(cost(nothing))
print(cost(cursor))
gc.collect()
before = gc.mem_alloc()
for _ in range(5):
    displayio.release_displays()
    display = hand = None
    display, hand = make()
    gc.collect()
print(gc.mem_alloc() - before)
"""


def test_garbage():
    paths = [str(lib_run.LIB), str(lib_run.adafruit("adafruit_st7789"))]
    program = (
        lib_run.PRELUDE.replace("PATHS", repr(paths)).replace("log.append(", "str(") + PROGRAM
    )
    idle, cursor, again = map(
        int, lib_run.run(lib_run.micropython(), "-X", "heapsize=256k", "-c", program)
    )
    assert idle == 0
    assert cursor <= 600  # three strips: two small objects each, of 64-bit size
    assert again < 1000
