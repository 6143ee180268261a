# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Fast refreshes of e-ink: the waveforms' sums, and what the simulator's glass makes of them."""

import sys

import lib_run
import pytest

sys.path.insert(0, str(lib_run.ROOT))
from sim.panels import ssd16xx  # noqa: E402
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


@pytest.mark.parametrize("by_white", [True, False])
def test_another_time_is_balanced_by_way_of_white(by_white):
    """As the app's contrast does it (firmware/app/screens/options.py), and what would happen
    otherwise.
    """
    lines = glass(
        """
wave = display.fast
slowest = 0
shown = cards[:]
def picture(count):
    global slowest
    while len(root) > 1:
        root.pop()
    for card in shown[:count]:
        root.append(card)
    start = now
    display.refresh(fast=True)
    slowest = max(slowest, now - start)
picture(0)
slowest = 0
for turn in range(12):
    picture(7)
    if BY_WHITE:
        picture(0)
    wave.fast_ms = 10 * (48 if turn % 2 else 28)
    picture(0)
    picture(3)
    picture(0)
low, high = panel.charge(now * 1000000)
print(low, high, slowest < 700, panel.warnings)
""".replace("BY_WHITE", str(by_white)),
    )
    if by_white:
        assert lines == ["0 0 True []"]
    else:
        low, high, _ = lines[0].split(" ", 2)
        assert low != high


# -- SSD1680 and SSD1681 --


def ssd_table(how="", clean=False, chip="SSD1680"):
    lines = lib_run.both(
        "import waveforms_ssd1680 as waveforms\n"
        "w = waveforms.%s(%s)\n"
        "print(''.join('%%02x' %% byte for byte in w.table(%s)))\n"
        "print(w.duration(%s))" % (chip, how, clean, clean)
    )
    return bytes.fromhex(lines[0]), int(lines[1])


@pytest.mark.parametrize(
    "how", ["", "frame_ms=5, fast_ms=255, clean_ms=300, shakes=3", "frame_ms=40, fast_ms=320"]
)
def test_ssd1680_waveforms_are_neutral(how):
    sums = {}
    for clean in (False, True):
        lut, duration = ssd_table(how, clean)
        assert len(lut) == 153
        panel = ssd16xx.SSD1680()
        panel._source = bytes((0x41, 0x00, 0x32))
        seen, step = panel._waveform(lut)
        assert panel.warnings == []
        assert all(sum(ns for _, ns in pieces) == duration * 10**6 for pieces in seen)
        bb, bw, wb, ww = (round(sum(v * ns for v, ns in pieces)) for pieces in seen)
        assert ww == bb == 0
        assert wb == -bw > 0
        sums[clean] = wb
        if not clean:
            assert all(v == 0 for v, _ in seen[0] + seen[3])
            assert {v for v, _ in seen[1]} == {-1} and {v for v, _ in seen[2]} == {1}
            assert duration <= 400
        else:
            # all of the glass is shaken
            assert all(len(pieces) >= 5 for pieces in seen)
    assert sums[False] == sums[True]


def test_ssd1680_wrong_durations_are_refused():
    assert lib_run.both(
        """
import waveforms_ssd1680
for how in ({"frame_ms": 7}, {"fast_ms": 385}, {"clean_ms": 5120}):
    try:
        waveforms_ssd1680.SSD1681(**how)
        print("made")
    except ValueError as e:
        print(e)
"""
    ) == [
        "waveforms: frame_ms must be 5, 10, 20 or 40",
        "waveforms: durations must be 1 to 255 whole frames",
        "waveforms: durations must be 1 to 255 whole frames",
    ]


SSD = """
sys.path.append(ROOT)
import epaperdisplay, waveforms_ssd1680
from adafruit_ssd1680 import SSD1680
from adafruit_ssd1681 import SSD1681
from sim.panels import ssd16xx
epaperdisplay.time = Clock
sent = {}  # command: bytes of data since it was last cleared

class Wire(SPI):
    code = 0

    def write(self, data):
        panel.spi(dc.now, bytes(data), now * 1000000)
        if not dc.now:
            self.code = data[0]
        else:
            sent[self.code] = sent.get(self.code, 0) + len(data)

class Busy(Pin):
    def value(self, value=None):
        return 1 if panel.busy(now * 1000000) else 0

class Reset(Pin):
    def value(self, value=None):
        panel.reset_line(value, now * 1000000)

def quiet(ms):
    global now
    for _ in range(ms):
        now += 1
        watch()

def watch():
    pass

def nothing():
    pass

Clock.sleep_ms = staticmethod(quiet)
SQUARE = CHIP == "SSD1681"
if SQUARE:
    WIDE = HIGH = 200
    panel = ssd16xx.SSD1681()
    driver, start = SSD1681, 0
else:
    WIDE, HIGH = (250, 122) if ROTATION % 180 else (122, 250)
    panel = ssd16xx.SSD1680()
    driver, start = SSD1680, 8
wire = fourwire.FourWire(Wire(), command=dc, chip_select=cs, reset=Reset("reset"))
display = driver(wire, width=WIDE, height=HIGH, rotation=ROTATION, colstart=start,
                 busy_pin=Busy("busy"), seconds_per_frame=0)
display.fast = getattr(waveforms_ssd1680, CHIP)(most=MOST)
root = displayio.Group()
palette = displayio.Palette(2)
palette[0] = 0xFFFFFF
root.append(displayio.TileGrid(displayio.Bitmap(WIDE, HIGH, 1), pixel_shader=palette))
chess = displayio.Bitmap(20, 24, 2)
for i in range(20 * 24):
    chess[i] = (i % 20 // 5 + i // 100) % 2
cards = [displayio.TileGrid(chess, pixel_shader=palette, x=3 + 14 * i, y=20) for i in range(7)]
for card in cards:
    root.append(card)
display.root_group = root

def shown(**how):
    display.refresh(**how)
    while display.busy:
        quiet(1)

def expected():
    out = bytearray([255]) * (WIDE * HIGH)
    for card in cards:
        for x in range(20):
            for y in range(24):
                if 0 <= card.x + x < WIDE and 0 <= card.y + y < HIGH:
                    out[(card.y + y) * WIDE + card.x + x] = 255 * (not chess[x, y])
    return out

def seen():
    # as the player sees it, who has turned the glass the other way around
    grey = panel.grey(now * 1000000)
    w, h = panel.width, panel.height
    rows = [grey[w * y : w * y + w] for y in range(h)]
    for _ in range(ROTATION // 90):
        rows = list(zip(*rows))[::-1]
    return b"".join(bytes(row) for row in rows)

def wrong():
    return max(abs(a - b) for a, b in zip(seen(), expected()))
"""


def ssd_glass(program, chip="SSD1680", rotation=90, most=50):
    places = [str(lib_run.LIB), str(lib_run.STAND_INS), str(lib_run.adafruit("adafruit_ssd1680"))]
    text = lib_run.PRELUDE.replace("PATHS", repr(places)) + SSD + program
    for name, value in (("ROOT", str(lib_run.ROOT)), ("CHIP", chip)):
        text = text.replace(name, repr(value))
    text = text.replace("ROTATION", str(rotation)).replace("MOST", str(most))
    return lib_run.run(sys.executable, "-c", text)


@pytest.mark.parametrize(
    "chip, rotation",
    [("SSD1680", 90), ("SSD1680", 0), ("SSD1680", 180), ("SSD1680", 270), ("SSD1681", 90)],
)
def test_ssd1680_on_the_simulated_glass(chip, rotation):
    lines = ssd_glass(
        """
shown(fast=True)
print(panel.refreshes, wrong() < 16)
quiet(300)  # the voltages go off
# a card is moved: nothing but it changes, at any time, and little is sent
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
sent.clear()
start = now
shown(fast=True)
print(panel.refreshes, wrong() < 16, worst < 4, samples > 5, now - start < 600)
watch = nothing
print(sent[0x24] == sent[0x26] < len(display._plane) // 2)
display.refresh(fast=True)
print(len(panel.refreshes))
sent.clear()
shown()
print(panel.refreshes, wrong() < 16, 0x32 in sent)
sent.clear()
cards[1].x += 20
cards[6].y += 60
shown(fast=True)
cards[2].y += 3
cards[6].x -= 20
shown(fast=True)
print(panel.refreshes[3:], wrong() < 16, sent[0x32])
display.sleep()
cards[0].x += 3
shown(fast=True)
print(panel.refreshes[5:], wrong() < 16)
print(panel.charge(now * 1000000), panel.warnings)
""",
        chip,
        rotation,
    )
    assert lines == [
        "[1760] True",
        "[1760, 300] True True True True",
        "True",
        "2",
        "[1760, 300, 1900] True True",
        "[300, 300] True 153",
        "[300] True",
        "(-300, 300) []",
    ]


def test_ssd1680_many_fast_refreshes():
    lines = ssd_glass(
        """
for turn in range(64):
    card = cards[turn * 5 % 7]
    card.x = (card.x + turn * 37) % 230
    card.y = (card.y + turn * 23) % 96
    shown(fast=turn % 30 != 29)
print(panel.refreshes.count(300), panel.refreshes.count(1900), wrong() < 32)
low, high = panel.charge(now * 1000000)
print(low >= -300, high <= 300, panel.warnings)
""",
        most=12,
    )
    assert lines == ["57 6 True", "True True []"]
