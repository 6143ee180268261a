# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Fast refreshes of e-ink: the waveforms' sums, and what the simulator's glass makes of them."""

import sys

import lib_run
import pytest

sys.path.insert(0, str(lib_run.ROOT))
from sim.panels.uc8151 import drive, segments  # noqa: E402


def waveforms(program):
    return lib_run.both("import waveforms\n" + program)


def tables(how="", clean=False):
    """The five tables of waveforms.UC8151 as bytes."""
    lines = waveforms(
        "w = waveforms.UC8151(%s)\n"
        "for i in range(5):\n"
        "    print(''.join('%%02x' %% byte for byte in w.table(i, %s)))\n"
        "print(w.duration(%s))" % (how, clean, clean)
    )
    return [bytes.fromhex(line) for line in lines[:5]], int(lines[5])


@pytest.mark.parametrize("how", ["", "frame_ms=5, fast_ms=255, clean_ms=300, shakes=3"])
def test_waveforms_are_neutral(how):
    frame = 5 if "=5" in how else 10
    sums = {}
    for clean in (False, True):
        (vcom, *pixels), duration = tables(how, clean)
        assert len(vcom) == 44
        assert all(len(table) == 42 for table in pixels)
        assert all(level == 0 for level, _ in segments(vcom))
        seen = [drive(segments(table), segments(vcom)) for table in pixels]
        for pieces in seen:
            assert sum(frames for _, frames in pieces) * frame == duration
        ww, bw, wb, bb = (sum(volts * frames for volts, frames in pieces) for pieces in seen)
        assert ww == bb == 0
        assert wb == -bw > 0
        sums[clean] = wb
        if not clean:
            # no flashing: what stays is at ground, what changes goes one way only
            assert all(volts == 0 for volts, _ in seen[0] + seen[3])
            assert {volts for volts, _ in seen[1]} == {-1}
            assert {volts for volts, _ in seen[2]} == {1}
            assert duration <= 400
    # the same for both, so that a pixel's charge depends on nothing but its colour
    assert sums[False] == sums[True]


def test_wrong_durations_are_refused():
    assert waveforms(
        """
for how in ({"frame_ms": 7}, {"fast_ms": 385}, {"clean_ms": 2560}):
    try:
        waveforms.UC8151(**how)
        print("made")
    except ValueError as e:
        print(e)
"""
    ) == [
        "waveforms: frame_ms must be 5, 10 or 20",
        "waveforms: durations must be 1 to 255 whole frames",
        "waveforms: durations must be 1 to 255 whole frames",
    ]


GLASS = """
sys.path.append(ROOT)
from adafruit_uc8151d import UC8151D
import epaperdisplay, waveforms
from sim.panels.uc8151 import UC8151
epaperdisplay.time = Clock
panel = UC8151()

class Wire(SPI):
    def write(self, data):
        panel.spi(dc.now, bytes(data), now * 1000000)

class Busy(Pin):
    def value(self, value=None):
        return 0 if panel.busy(now * 1000000) else 1

class Reset(Pin):
    def value(self, value=None):
        panel.reset_line(value, now * 1000000)

class Bus(fourwire.FourWire):
    # the glass has 128 x 296 pixels, which the driver doesn't tell the panel
    def send(self, command, data, *, toggle_every_byte=False):
        if command == 0:
            data = bytes((data[0] | 0x80,))
        super().send(command, data, toggle_every_byte=toggle_every_byte)

def quiet(ms):
    global now
    for _ in range(ms):
        now += 1
        watch()

def watch():
    pass

Clock.sleep_ms = staticmethod(quiet)
display = UC8151D(Bus(Wire(), command=dc, chip_select=cs, reset=Reset("reset")), width=296,
                  height=128, rotation=270, busy_pin=Busy("busy"), seconds_per_frame=0)
display.fast = waveforms.UC8151(most=MOST)
root = displayio.Group()
palette = displayio.Palette(2)
palette[0] = 0xFFFFFF
root.append(displayio.TileGrid(displayio.Bitmap(296, 128, 1), pixel_shader=palette))
chess = displayio.Bitmap(40, 48, 2)
for i in range(40 * 48):
    chess[i] = (i % 40 // 5 + i // 200) % 2
cards = [displayio.TileGrid(chess, pixel_shader=palette, x=10 + 30 * i, y=20) for i in range(7)]
for card in cards:
    root.append(card)
display.root_group = root

refresh = display.refresh

def complete(**how):
    refresh(**how)
    while display.busy:
        quiet(1)

display.refresh = complete

def expected():
    seen = bytearray(296 * 128)
    for x in range(296):
        for y in range(128):
            for card in reversed(cards):
                if 0 <= x - card.x < 40 and 0 <= y - card.y < 48:
                    seen[y * 296 + x] = 255 * (not chess[x - card.x, y - card.y])
                    break
            else:
                seen[y * 296 + x] = 255
    return seen

def seen():
    # the glass as the player sees it: its rows are the picture's columns, from the right
    grey = panel.grey(now * 1000000)
    out = bytearray(296 * 128)
    for y in range(128):
        for x in range(296):
            out[y * 296 + x] = grey[(295 - x) * 128 + y]
    return out

def wrong():
    return max(abs(a - b) for a, b in zip(seen(), expected()))
"""


def glass(program, most=50):
    places = [
        str(lib_run.LIB), str(lib_run.STAND_INS), str(lib_run.adafruit("adafruit_uc8151d"))
    ]  # fmt: skip
    text = lib_run.PRELUDE.replace("PATHS", repr(places)) + GLASS + program
    text = text.replace("ROOT", repr(str(lib_run.ROOT))).replace("MOST", str(most))
    return lib_run.run(sys.executable, "-c", text)


def test_fast_refresh_on_the_simulated_glass():
    lines = glass(
        """
display.refresh(fast=True)
print(panel.refreshes, wrong() < 16)
# a card is moved: nothing but it changes, at any time
before = seen()
old = expected()
cards[3].y -= 10
new = expected()
worst = 0
samples = 0
def watch():
    global worst, samples
    if now % 40 == 0:
        samples += 1
        for a, b, c, d in zip(seen(), before, old, new):
            if c == d and abs(a - b) > worst:
                worst = abs(a - b)
start = now
display.refresh(fast=True)
print(panel.refreshes, wrong() < 16, worst < 4, samples > 5, now - start < 500)
watch = int
display.refresh(fast=True)
print(len(panel.refreshes))
display.refresh()
print(panel.refreshes, wrong() < 16)
display.refresh()
print(len(panel.refreshes))
display.sleep()
cards[0].x += 3
display.refresh(fast=True)
print(panel.refreshes, wrong() < 16)
print(panel.charge(now * 1000000), panel.warnings)
"""
    )
    assert lines == [
        "[4500] True",
        "[4500, 380] True True True True",
        "2",
        "[4500, 380, 1980] True",
        "3",
        "[4500, 380, 1980, 380] True",
        "(-380, 380) []",
    ]


def test_many_fast_refreshes():
    lines = glass(
        """
for turn in range(64):
    card = cards[turn * 5 % 7]
    card.x = (card.x + turn * 37) % 250
    card.y = (card.y + turn * 23) % 80
    display.refresh(fast=turn % 30 != 29)
print(panel.refreshes.count(380), panel.refreshes.count(1980), wrong() < 32)
low, high = panel.charge(now * 1000000)
print(low >= -380, high <= 380, panel.warnings)
""",
        most=12,
    )
    # 4500 first; 12 fast and a clean one in turn, but the 30th and 60th are asked to be clean
    assert lines == ["57 6 True", "True True []"]
