# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What a panel's driver sends for a picture; for our library and for Blinka's displayio.

Arguments: module, class, width, height, rotation, further keyword arguments as name=number,
separated by commas ("-" for none), and directories to put first on the path. A line for each run
of bytes with the same D/C: "C" (commands) or "D" (data) and the bytes in hexadecimal. With our
library, for OLED, there follow a line "P" with the pixels that are to shine, a second picture, and
what dims it and switches it off and on.
"""

import sys

MODULE, CLASS = sys.argv[1:3]
WIDE, HIGH, ROTATION = (int(part) for part in sys.argv[3:6])
MORE = {}
if sys.argv[6] != "-":
    for part in sys.argv[6].split(","):
        name, value = part.split("=")
        MORE[name] = int(value)
sys.path[:0] = sys.argv[7:]

import time  # noqa: E402

import displayio  # noqa: E402
import fourwire  # noqa: E402

BLINKA = hasattr(displayio, "_stop_background")
runs = []  # [D/C, bytes]


def note(data, bytes_):
    if len(bytes_):
        if not runs or runs[-1][0] != data:
            runs.append([data, bytearray()])
        runs[-1][1].extend(bytes_)


def show():
    for data, seen in runs:
        print("D" if data else "C", "".join("%02X" % byte for byte in seen))
    runs.clear()


if BLINKA:
    displayio._stop_background()
    time.sleep = lambda seconds: None

    class Bus(fourwire.FourWire):
        def __init__(self):
            pass

        def reset(self):
            pass

        def _send(self, data_type, chip_select, data):
            from displayio._constants import DISPLAY_DATA

            note(data_type == DISPLAY_DATA, bytes(data))

        def _free(self):
            return True

        _locked = False

        def _begin_transaction(self):
            was = self._locked
            self._locked = True
            return not was

        def _end_transaction(self):
            self._locked = False

        def _release(self):
            pass

    bus = Bus()
else:

    class Pin:
        IN, OUT = 0, 1
        now = 0

        def init(self, mode, value=None):
            pass

        def value(self, value=None):
            if value is not None:
                self.now = value
            return self.now

    class SPI:
        def init(self, **how):
            pass

        def write(self, data):
            note(dc.now == 1, data)

    class Clock:
        now = 0

        @classmethod
        def sleep_ms(cls, ms):
            cls.now += ms

        @classmethod
        def ticks_ms(cls):
            cls.now += 1
            return cls.now

        @staticmethod
        def ticks_diff(a, b):
            return a - b

        @staticmethod
        def ticks_add(a, b):
            return a + b

    import busdisplay
    import epaperdisplay

    for module in (fourwire, busdisplay, epaperdisplay):
        module.time = Clock
    dc = Pin()
    # a reset pin, since Blinka's bus resets whether there is one or not
    bus = fourwire.FourWire(SPI(), command=dc, reset=Pin())

display = getattr(__import__(MODULE), CLASS)(
    bus, width=WIDE, height=HIGH, rotation=ROTATION, **MORE
)
if BLINKA:
    display.auto_refresh = False

palette = displayio.Palette(3)
palette[0], palette[1], palette[2] = 0x000000, 0xFFFFFF, 0x909090
picture = displayio.Bitmap(WIDE, HIGH, 4)
state = 1
for y in range(HIGH):
    for x in range(WIDE):
        state = state * 1103515245 + 12345 & 0x7FFFFFFF
        if state >> 16 & 7 > x * 8 // WIDE:
            picture[x, y] = 1 + (y & 1)
root = displayio.Group()
root.append(displayio.TileGrid(picture, pixel_shader=palette))
mark = displayio.Bitmap(5, 3, 2)
mark.fill(1)
tile = displayio.TileGrid(mark, pixel_shader=palette, x=WIDE - 9, y=3)
root.append(tile)


def lit():
    """Print which pixels are to shine, row by row, eight a byte."""
    bits = 0
    for y in range(HIGH):
        for x in range(WIDE):
            on = picture[x, y] or 0 <= x - tile.x < 5 and 0 <= y - tile.y < 3
            bits = bits << 1 | bool(on)
    print("P", "".join("%02X" % byte for byte in bits.to_bytes(WIDE * HIGH // 8, "big")))


display.root_group = root
display.refresh()
show()
if not BLINKA and MODULE.startswith("adafruit_displayio"):
    lit()
    tile.y += 20
    display.refresh()
    show()
    lit()
    display.brightness = 0.5
    display.sleep()
    display.wake()
    show()
