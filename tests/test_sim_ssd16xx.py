# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The SSD1680 family against hand-made command streams: RAMs, windows, waveforms, time, charge."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.panels.ssd16xx import SSD1608, SSD1675, SSD1680, SSD1681, volts

MS = 1_000_000
WIDE, HIGH = 16, 250  # bytes and rows of the memory that the 122 x 250 glass shows, from byte 1 on


class Bus:
    """Sends commands with their data to a panel and waits while it is busy."""

    def __init__(self, panel=None):
        self.panel = panel or SSD1680()
        self.now = 0

    def __call__(self, code, data=b""):
        self.panel.spi(0, bytes((code,)), self.now)
        if data:
            self.panel.spi(1, bytes(data), self.now)
        self.wait()

    def wait(self):
        self.now = max(self.now, self.panel.busy_until)

    def on(self, control=0xF7):
        self.panel.reset_line(0, self.now)
        self.now += MS
        self.panel.reset_line(1, self.now)
        self.wait()
        self(0x12)
        self(0x01, (0xF9, 0, 0))
        self(0x11, (3,))
        self.window()
        self(0x22, (control,))

    def window(self, x0=1, x1=16, y0=0, y1=249):
        self(0x44, (x0, x1))
        self(0x45, (y0 & 255, y0 >> 8, y1 & 255, y1 >> 8))
        self(0x4E, (x0,))
        self(0x4F, (y0 & 255, y0 >> 8))

    def send(self, code, plane):
        self(0x4E, (1,))
        self(0x4F, (0, 0))
        self(code, plane)

    def show(self, new, old=None):
        if old is not None:
            self.send(0x26, old)
        self.send(0x24, new)
        before = self.now
        self(0x20)
        return (self.now - before) // MS

    def at(self, x, y):
        return self.panel.grey(self.now)[y * self.panel.width + x]


def started(**options):
    bus = Bus()
    bus.on(**options)
    return bus


def picture(*black):
    """A plane, white but for the pixels ``black`` (source, gate)."""
    plane = bytearray([0xFF]) * (WIDE * HIGH)
    for x, y in black:
        plane[y * WIDE + x // 8] &= ~(0x80 >> x % 8)
    return bytes(plane)


WHITE = picture()
BLACK = bytes(WIDE * HIGH)


def table(frames=(10,), bb=(0,), bw=(0x80,), wb=(0x40,), ww=(0,), vcom=(0,), rate=0x22, again=0):
    """A table of waveforms, one phase a group."""
    out = bytearray(153)
    for i, levels in enumerate((bb, bw, wb, ww, vcom)):
        out[12 * i : 12 * i + len(levels)] = bytes(levels)
    for group, n in enumerate(frames):
        out[60 + 7 * group] = n
        out[60 + 7 * group + 6] = again
    out[144:150] = bytes((rate,)) * 6
    return bytes(out)


def test_a_full_refresh_shows_the_picture_and_takes_its_time():
    bus = started()
    # 10 ms on, 10 temperature, 5 table, 267 off (see the model) around a waveform of 1760
    assert bus.show(picture((0, 0), (121, 249), (3, 100))) == 1760 + 10 + 10 + 5 + 267
    grey = bus.panel.grey(bus.now)
    assert [i for i, v in enumerate(grey) if v < 8] == [0, 100 * 122 + 3, 122 * 250 - 1]
    assert sum(v > 247 for v in grey) == 122 * 250 - 3
    assert bus.panel.refreshes == [1760]
    assert bus.panel.warnings == []
    assert bus.panel.charge(bus.now) == (0, 0)


def test_it_flashes_and_busy_lasts():
    bus = started()
    bus.send(0x24, WHITE)
    start = bus.now
    bus.panel.spi(0, b"\x20", start)
    assert bus.panel.grey(start + 400 * MS)[0] < 20  # first to the opposite
    seen = {bus.panel.grey(start + t * MS)[0] // 16 for t in range(0, 1800, 20)}
    assert len(seen) >= 10
    end = 1760 + 10 + 10 + 5 + 267
    assert bus.panel.busy(start + (end - 1) * MS) and not bus.panel.busy(start + end * MS)


def test_the_second_mode_drives_what_changes():
    bus = started()
    bus.show(WHITE, WHITE)
    bus(0x22, (0xFF,))
    assert bus.show(picture((5, 7)), WHITE) == 300 + 10 + 10 + 5 + 267
    assert bus.at(5, 7) < 8
    assert bus.at(6, 7) >= 254
    assert bus.panel.charge(bus.now) == (0, 300)
    # the old picture stays in its memory: sending only the new one drives the pixel once more
    bus.show(picture((5, 7)))
    assert "the old image isn't what the glass shows" in bus.panel.warnings[0]
    assert bus.panel.charge(bus.now) == (0, 600)


def test_the_memories_change_places_when_told_to():
    bus = started()
    bus.show(WHITE, WHITE)
    bus(0x22, (0xFF,))
    bus(0x37, (0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0))
    bus.show(picture((5, 7)), WHITE)
    bus.show(picture((9, 9)))
    assert (bus.at(5, 7) > 247, bus.at(9, 9) < 8) == (True, True)
    assert bus.panel.warnings == []
    assert bus.panel.charge(bus.now) == (0, 300)


def test_old_and_new_choose_the_table():
    # four tables that give different charges
    charges = []
    for old, new in ((WHITE, WHITE), (WHITE, BLACK), (BLACK, WHITE), (BLACK, BLACK)):
        bus = started()
        bus.show(WHITE, WHITE)
        bus(0x32, table((5, 5, 5), bb=(0,), bw=(0x80, 0x80), wb=(0x40, 0x40, 0x40), ww=(0x40,)))
        bus(0x22, (0xC7,))
        bus.show(new, old)
        charges.append(bus.panel.charge(bus.now)[1])
    assert charges == [100, 300, -200, 0]


@pytest.mark.parametrize("rate, frame", [(0x22, 20), (0x44, 10), (0x11, 40), (0x88, 5)])
def test_waveform_time(rate, frame):
    bus = started(control=0xC7)
    bus.panel.refreshes.append(0)  # so that this isn't the first refresh
    bus(0x32, table((10, 0, 3), rate=rate, again=1))
    assert bus.show(picture((0, 0)), WHITE) == 2 * 13 * frame + 10 + 267


def test_phases_and_repeats():
    lut = bytearray(table())
    # A 2, B 3, AB twice, C 4, D 5, CD once, all three times
    lut[60:67] = bytes((2, 3, 1, 4, 5, 0, 2))
    lut[24] = 0b01_10_11_00
    drives, step = SSD1680()._waveform(bytes(lut))
    vsh2 = 5 / 15
    assert step == 20 * MS
    assert [(round(v, 3), ns // (20 * MS)) for v, ns in drives[2]] == (
        [(1, 2), (-1, 3)] * 2 + [(round(vsh2, 3), 4), (0, 5)]
    ) * 3


def test_what_drives_is_the_difference_to_vcom():
    drives, _ = SSD1680()._waveform(table((4,), wb=(0x40,), bw=(0x80,), vcom=(0x40,)))
    assert [d[0][0] for d in drives] == [-1, -2, 0, -1]


def test_voltages():
    assert volts((0x41, 0xA8, 0x32)) == pytest.approx((15, -15, 5))
    assert volts((0x23, 0x8E, 0x0A)) == pytest.approx((9, -5, 2.4))
    bus = started(control=0xC7)
    bus(0x04, (0x23, 0xA8, 0x1A))  # 9 V and -9 V: slower
    bus(0x32, table((5,)))
    bus.show(picture((0, 0)), WHITE)
    weak = bus.at(0, 0)
    bus = started(control=0xC7)
    bus(0x32, table((5,)))
    bus.show(picture((0, 0)), WHITE)
    assert weak > bus.at(0, 0) + 20
    assert bus.panel.charge(bus.now) == (0, 100)


def test_warnings():
    bus = started(control=0xC7)
    bus(0x32, table((10,), bw=(0x80,), wb=(0x40,), ww=(0x40,)))
    bus.show(picture((5, 7)), WHITE)
    assert "white to white isn't neutral (+200 ms)" in bus.panel.warnings[0]
    bus(0x32, table((10, 5), bw=(0x80,), wb=(0x40, 0x40)))
    bus.show(WHITE, picture((5, 7)))
    assert "(+300 ms) and black to white (-200 ms) don't cancel" in bus.panel.warnings[1]
    bus = started()
    bus.send(0x24, BLACK)
    bus.panel.spi(0, b"\x20", bus.now)
    bus.panel.spi(0, b"\x24", bus.now + 100 * MS)
    assert "0x24 while BUSY" in bus.panel.warnings[-1]
    bus.panel.reset_line(0, bus.now + 200 * MS)
    assert "reset in the middle of a refresh" in bus.panel.warnings[-1]
    bus = started()
    bus(0x10, (1,))
    assert bus.panel.busy(bus.now + 10**12)
    bus(0x24, WHITE)
    assert "0x24 in deep sleep" in bus.panel.warnings[-1]
    bus.on()
    assert not bus.panel.busy(bus.now)
    bus = started(control=0x04)
    bus.show(BLACK)
    assert "clock or voltages are off" in bus.panel.warnings[-1]
    assert set(bus.panel.grey(bus.now)) == {255}
    bus(0xAB)
    assert "0xAB is no command" in bus.panel.warnings[-1]
    bus.window(0, 22)
    assert "outside the memory of 22 x 296" in bus.panel.warnings[-1]
    bus = started(control=0xC7)
    bus(0x32, table((5,), rate=0))
    bus.show(BLACK)
    assert "a frame rate of 0" in bus.panel.warnings[-1]


def test_a_cut_refresh_leaves_its_charge():
    bus = started(control=0xC7)
    bus(0x32, table((50,)))
    bus.send(0x26, WHITE)
    bus.send(0x24, picture((5, 7)))
    bus.panel.spi(0, b"\x20", bus.now)
    bus.panel.reset_line(0, bus.now + (10 + 300) * MS)
    assert bus.panel.charge(bus.now + 311 * MS) == (0, 300)
    assert 0 < bus.panel.grey(bus.now + 400 * MS)[7 * 122 + 5] < 20


def test_where_the_memory_begins():
    # the glass is at source 8: byte 1, or byte 0 with B7 of 0x21
    bus = started()
    bus(0x21, (0, 0x80))
    bus.window(0, 15)
    bus(0x24, picture((0, 0), (121, 3)))
    bus(0x20)
    assert bus.at(0, 0) < 8 and bus.at(121, 3) < 8
    bus = started()
    bus.window(0, 15)
    bus(0x24, picture((8, 0)))
    bus(0x20)
    assert bus.at(0, 0) < 8 and bus.at(8, 0) > 247


def test_options_of_the_memories():
    bus = started()
    bus(0x21, (0x08, 0))  # the new picture inverted
    bus.show(picture((5, 7)))
    assert bus.at(5, 7) > 247 and bus.at(0, 0) < 8
    bus(0x21, (0x04, 0))  # taken for zeros: black
    bus.show(WHITE)
    assert set(v < 8 for v in bus.panel.grey(bus.now)) == {True}


def test_scan_direction_and_number_of_gates():
    bus = started()
    bus(0x01, (0xF9, 0, 1))
    bus.show(picture((5, 7)))
    assert bus.at(5, 242) < 8
    bus = started()
    bus(0x01, (99, 0, 0))
    bus.show(BLACK)
    grey = bus.panel.grey(bus.now)
    assert max(grey[: 100 * 122]) < 8 and min(grey[100 * 122 :]) == 255


class Plain:
    """The memory written byte by byte, as 0x11, 0x44, 0x45, 0x4E and 0x4F tell."""

    def __init__(self):
        self.ram = {}

    def write(self, entry, x0, x1, y0, y1, x, y, data):
        for byte in data:
            self.ram[x, y] = byte
            first, second = (0, 1) if not entry & 4 else (1, 0)
            place = [x, y]
            starts, ends = (x0, y0), (x1, y1)
            for axis in (first, second):
                if place[axis] == ends[axis]:
                    place[axis] = starts[axis]
                    continue
                place[axis] += 1 if entry & (1 if axis == 0 else 2) else -1
                break
            x, y = place


@settings(max_examples=60)
@given(st.data())
def test_order_of_writing_against_the_plain_model(data):
    entry = data.draw(st.integers(0, 7))
    xs = sorted(data.draw(st.tuples(st.integers(0, 21), st.integers(0, 21))))
    ys = sorted(data.draw(st.tuples(st.integers(0, 295), st.integers(0, 295))))
    # with a counter that runs down the window is given from its end to its beginning
    x0, x1 = xs if entry & 1 else xs[::-1]
    y0, y1 = ys if entry & 2 else ys[::-1]
    count = data.draw(st.integers(1, 400))
    content = bytes((i * 7 + 3) & 255 for i in range(count))
    bus = started()
    bus(0x11, (entry,))
    bus(0x44, (x0, x1))
    bus(0x45, (y0 & 255, y0 >> 8, y1 & 255, y1 >> 8))
    bus(0x4E, (x0,))
    bus(0x4F, (y0 & 255, y0 >> 8))
    bus(0x24)
    rest = content
    while rest:
        size = data.draw(st.integers(1, 150))
        bus.panel.spi(1, rest[:size], bus.now)
        rest = rest[size:]
    plain = Plain()
    plain.write(entry, x0, x1, y0, y1, x0, y0, content)
    for (x, y), byte in plain.ram.items():
        assert bus.panel._new[y * 22 + x] == byte
    assert bus.panel.warnings == []


@settings(max_examples=40)
@given(
    st.sampled_from([SSD1680, SSD1681, SSD1675, SSD1608]),
    st.lists(
        st.tuples(
            st.sampled_from([1, 4, 0x10, 0x11, 0x12, 0x20, 0x21, 0x22, 0x24, 0x26, 0x32, 0x37])
            | st.sampled_from([0x44, 0x45, 0x4E, 0x4F, 0xFF]),
            st.binary(max_size=60),
        ),
        max_size=25,
    ),
)
def test_garbage_gives_garbage_but_no_fault(kind, commands):
    bus = Bus(kind())
    bus.panel.reset_line(0, 0)
    bus.panel.reset_line(1, MS)
    bus.wait()
    for code, data in commands:
        bus(code, data)
    panel = bus.panel
    assert len(panel.pixels(bus.now)) == 3 * panel.width * panel.height


def test_ssd1608_remembers_the_picture():
    bus = Bus(SSD1608())
    bus.panel.reset_line(1, 0)
    lut = bytes((0x18,)) + bytes(19) + bytes((0x0A,)) + bytes(9)  # 10 frames, changes only
    bus(0x32, lut)
    bus(0x22, (0xC7,))
    bus(0x44, (0, 24))
    bus(0x45, (0, 0, 199, 0))
    plane = bytearray([0xFF]) * 5000
    for _ in range(2):
        bus(0x4E, (0,))
        bus(0x4F, (0, 0))
        bus(0x24, plane)
        bus(0x20)
    plane[0] = 0x7F
    bus(0x4E, (0,))
    bus(0x4F, (0, 0))
    bus(0x24, plane)
    before = bus.panel.charge(bus.now)
    bus(0x20)
    grey = bus.panel.grey(bus.now)
    assert grey[0] < 40 and grey[1] > 200
    assert bus.panel.refreshes == [200] * 3
    assert bus.panel.charge(bus.now)[0] == before[0]
