# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The app as on a CircuitPython board, over Blinka's displayio; prints what it shows.

    python tests/circuitpython_app.py ROOT GAME DEAL PRESS ...

A press is a button's letter, followed by "+" for a long one. Once nothing new has been shown for
fifteen seconds of the stand-ins' clock, a line "picture HASH" is printed and the next press comes;
after the last one the program ends. The stand-ins below are what CircuitPython has and Blinka
hasn't.
"""

import os
import sys
import types
from zlib import crc32

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(HERE)
WIDTH, HEIGHT = 296, 128

sys.path[0] = PROJECT
root, game, deal, *presses = sys.argv[1:]


class Clock:
    now = 1000
    shown = 0  # when the last picture was shown

    @staticmethod
    def ticks_ms():
        return Clock.now & 0x1FFFFFFF


class Queue(list):
    def get(self):
        return self.pop(0) if self else None


class Keys:
    every = {}

    def __init__(self, pins, value_when_pressed, pull, interval):
        assert pull and not value_when_pressed
        self.events = Queue()
        Keys.every[pins[0][-1]] = self.events


class DigitalInOut:
    value = True

    def __init__(self, pin):
        pass

    def switch_to_input(self, pull):
        assert pull == "up"

    def deinit(self):
        pass


class Event:
    def __init__(self, pressed, timestamp):
        self.pressed = pressed
        self.timestamp = timestamp & 0x1FFFFFFF


class Display:
    root_group = None
    busy = False
    time_to_refresh = 0

    def refresh(self):
        from displayio_native._area import Area
        from displayio_native._structs import ColorspaceStruct, TransformStruct

        group = self.root_group
        group._update_transform(TransformStruct(0, 0, 1, 1, 1, False, False, False))
        space = ColorspaceStruct(
            depth=1,
            grayscale=True,
            grayscale_bit=7,
            pixels_in_byte_share_row=True,
            reverse_pixels_in_byte=True,
        )
        mask = memoryview(bytearray(4 * (WIDTH * HEIGHT // 32 + 1))).cast("I")
        buffer = memoryview(bytearray(WIDTH * HEIGHT // 8)).cast("I")
        group._fill_area(space, Area(0, 0, WIDTH, HEIGHT), mask, buffer)
        self.picture = bytes(buffer.cast("B"))
        Clock.shown = Clock.now


def module(name, **content):
    made = types.ModuleType(name)
    vars(made).update(content)
    sys.modules[name] = made
    return made


def sleep_ms(ms):
    Clock.now += ms
    if Clock.now - Clock.shown < 15000:
        return
    print("picture %08x" % crc32(display.picture), flush=True)
    Clock.shown = Clock.now
    if not presses:
        os._exit(0)
    press = presses.pop(0)
    queue = Keys.every[press[0]]
    queue.append(Event(True, Clock.now))
    queue.append(Event(False, Clock.now + (700 if press[1:] else 60)))


display = Display()
names = {"BUTTON_" + letter: "BUTTON_" + letter for letter in "ABCD"}
module("board", DISPLAY=display, **names)
module("keypad", Keys=Keys)
module("supervisor", ticks_ms=Clock.ticks_ms)
module("digitalio", DigitalInOut=DigitalInOut, Pull=types.SimpleNamespace(UP="up", DOWN="down"))

import bitmaptools  # noqa: E402
import displayio  # noqa: E402
import epaperdisplay  # noqa: E402, F401 - looks for parts of Blinka under its name
import micropython  # noqa: E402


def arrayblit(bitmap, data, x1=0, y1=0, x2=None, y2=None, skip_index=None):
    """As CircuitPython's; Blinka's takes the wrong elements for a part of a bitmap."""
    places = ((x, y) for y in range(y1, y2) for x in range(x1, x2))
    for value, (x, y) in zip(data, places):
        bitmap[x, y] = value


bitmaptools.arrayblit = arrayblit
# (A build has neither the decorator nor the annotations' names.)
micropython.viper = lambda function: function
micropython.ptr8 = micropython.ptr16 = micropython.ptr32 = memoryview
displayio._stop_background()
# Blinka's own modules stay reachable after the firmware's have taken the name
for name in [name for name in sys.modules if name.partition(".")[0] == "displayio"]:
    sys.modules["displayio_native" + name[9:]] = sys.modules[name]

from firmware import circuitpython  # noqa: E402
from firmware.circuitpython import pins  # noqa: E402

pins.clock.sleep_ms = sleep_ms
pins.clock.sleep = lambda seconds: sleep_ms(int(seconds * 1000))
circuitpython.__path__.append(os.path.join(PROJECT, "firmware", "lib"))
circuitpython.prepare()
assert sys.modules["framebuf"].__file__.endswith("circuitpython/framebuf.py")

from firmware.main import run  # noqa: E402

run("magtag", root=root, game=game, deal=deal, lang="en")
