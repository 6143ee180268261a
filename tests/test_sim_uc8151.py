# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The UC8151 model against hand-made command streams: planes, waveforms, time, ghosts, charge."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.panels.uc8151 import UC8151, drive, segments

MS = 1_000_000
PSR = 0x9F  # 128 x 296, waveforms from OTP, black and white, scan up, shift right
WHITE = bytes([0xFF]) * (128 * 296 // 8)
BLACK = bytes(128 * 296 // 8)


class Bus:
    """Sends commands with their data to a panel and waits while it is busy."""

    def __init__(self, panel=None):
        self.panel = panel or UC8151()
        self.now = 0

    def __call__(self, code, data=b""):
        self.panel.spi(0, bytes((code,)), self.now)
        if data:
            self.panel.spi(1, bytes(data), self.now)
        self.wait()

    def wait(self):
        self.now = max(self.now, self.panel.busy_until)

    def on(self, psr=PSR, cdi=0x97):
        self.panel.reset_line(0, self.now)
        self.now += MS
        self.panel.reset_line(1, self.now)
        self.wait()
        self(0x04)
        self(0x00, (psr,))
        self(0x50, (cdi,))

    def show(self, new, old=None):
        if old is not None:
            self(0x10, old)
        self(0x13, new)
        before = self.now
        self(0x12)
        return (self.now - before) // MS

    def luts(self, frames, ww=0x00, bb=0x00, wb=0x40, bw=0x80):
        """A one-phase waveform; the bytes are the levels."""
        self(0x20, bytes((0, frames, 0, 0, 0, 1)) + bytes(38))
        for code, levels in ((0x21, ww), (0x22, bw), (0x23, wb), (0x24, bb)):
            self(code, bytes((levels, frames, 0, 0, 0, 1)) + bytes(36))

    def at(self, x, y):
        return self.panel.grey(self.now)[y * 128 + x]


def started(**options):
    bus = Bus()
    bus.on(**options)
    return bus


def picture(*black):
    """A plane, white but for the pixels ``black`` (source, gate)."""
    plane = bytearray(WHITE)
    for x, y in black:
        plane[y * 16 + x // 8] &= ~(0x80 >> x % 8)
    return bytes(plane)


def test_full_refresh_shows_the_picture_and_takes_its_time():
    bus = started()
    assert bus.show(picture((0, 0), (127, 295), (3, 100))) == 4500
    grey = bus.panel.grey(bus.now)
    assert [i for i, v in enumerate(grey) if v == 0] == [0, 100 * 128 + 3, 128 * 296 - 1]
    assert set(grey) == {0, 255}
    assert bus.panel.refreshes == [4500]
    assert bus.panel.warnings == []
    assert bus.panel.charge(bus.now) == (0, 0)


def test_full_refresh_flashes():
    bus = started()
    bus.panel.spi(0, b"\x13", bus.now)
    bus.panel.spi(1, picture((9, 9)), bus.now)
    start = bus.now
    bus.panel.spi(0, b"\x12", start)
    middle = 128 * 50 + 50
    # first everything is driven to its opposite
    assert bus.panel.grey(start + 900 * MS)[middle] < 8
    assert bus.panel.grey(start + 900 * MS)[9 * 128 + 9] > 247
    seen = {bus.panel.grey(start + t * MS)[middle] // 16 for t in range(0, 4500, 30)}
    assert len(seen) >= 12
    assert bus.panel.stamp(start) != bus.panel.stamp(start + 50 * MS)
    assert bus.panel.busy(start + 4499 * MS) and not bus.panel.busy(start + 4500 * MS)


def test_scan_directions():
    for bits, place in ((0x0C, (5, 7)), (0x04, (5, 288)), (0x08, (122, 7)), (0x00, (122, 288))):
        bus = started(psr=PSR & ~0x0C | bits)
        bus.show(picture((5, 7)))
        assert bus.at(*place) == 0
        assert bus.panel.grey(bus.now).count(0) == 1


def test_data_polarity():
    bus = started(cdi=0x87)  # DDX 00: a set bit is black
    bus.show(picture((5, 7)))
    assert bus.at(5, 7) == 255
    assert bus.panel.grey(bus.now).count(255) == 1


@pytest.mark.parametrize("pll, frame", [(0x3A, 10), (0x39, 5), (0x3C, 20), (0x3F, 35), (0x29, 7)])
def test_waveform_time(pll, frame):
    bus = started(psr=PSR | 0x20)
    bus(0x30, (pll,))
    bus(0x20, bytes(44))
    for code in (0x21, 0x22, 0x23, 0x24):
        bus(code, bytes(42))
    bus(0x22, bytes((0x80, 3, 4, 0, 0, 2, 0, 5, 0, 0, 0, 1)) + bytes(30))
    bus(0x23, bytes((0x40, 3, 4, 0, 0, 2)) + bytes(36))
    assert bus.show(picture((0, 0)), WHITE) == (2 * 7 + 5) * frame


def test_rows_end_at_no_repeats_or_no_time():
    assert segments(bytes((0x1B, 1, 2, 3, 4, 2)) + bytes(36)) == [
        (0, 1), (1, 2), (2, 3), (3, 4), (0, 1), (1, 2), (2, 3), (3, 4),
    ]  # fmt: skip
    row = bytes((0x40, 9, 0, 0, 0, 1))
    assert segments(row + bytes((0x40, 9, 0, 0, 0, 0)) + row * 5) == [(1, 9)]
    assert segments(row + bytes((0x40, 0, 0, 0, 0, 3)) + row * 5) == [(1, 9)]


def test_what_drives_is_the_difference_to_vcom():
    assert drive([(1, 4), (2, 4)], [(0, 2), (1, 4), (2, 2), (0, 3)]) == [
        (1, 2), (0, 2), (-2, 2), (0, 2), (0, 3),
    ]  # fmt: skip
    assert drive([(3, 2), (1, 2)], [(3, 3)]) == [(0, 2), (0, 1), (1, 1)]


def test_fast_waveform_leaves_grey_and_ghosts():
    bus = started(psr=PSR | 0x20)
    bus(0x30, (0x3A,))
    bus.luts(15)
    white = 255
    assert bus.show(picture((5, 7)), WHITE) == 150
    first = bus.at(5, 7)
    assert 20 < first < 45  # 12 % of white left
    assert bus.at(6, 7) >= white - 1  # untouched, no flash
    bus.show(WHITE)
    ghost = bus.at(5, 7)
    assert (
        215 < ghost < 240
    )  # the new picture has become the old one: driven back, not all the way
    for _ in range(50):
        bus.show(picture((5, 7)))
        bus.show(WHITE)
    assert bus.at(5, 7) == pytest.approx(ghost, abs=4)
    assert bus.at(6, 7) < 255  # unmoved pixels pale
    assert bus.panel.charge(bus.now) == (0, 0)
    # a full refresh cleans up
    bus(0x00, (PSR,))
    bus.show(WHITE)
    assert set(bus.panel.grey(bus.now)) == {255}
    assert bus.panel.warnings == []


def test_contrast_falls_with_the_time():
    left = []
    for frames in (40, 23, 15, 8):
        bus = started(psr=PSR | 0x20)
        bus(0x30, (0x3A,))
        bus.luts(frames)
        bus.show(picture((5, 7)), WHITE)
        left.append(bus.at(5, 7))
    assert left == sorted(left)
    assert left[0] <= 1 and left[-1] > 70


def test_charge_and_its_warnings():
    bus = started(psr=PSR | 0x20)
    bus(0x30, (0x3A,))
    bus.luts(15)
    bus.show(picture((5, 7)), WHITE)
    assert bus.panel.charge(bus.now) == (0, 150)
    bus.luts(15, ww=0x80)  # re-drives unchanged pixels in one direction
    bus.show(picture((5, 7)))
    assert bus.panel.charge(bus.now) == (-150, 150)
    assert "white to white isn't neutral (-150 ms)" in bus.panel.warnings[0]
    bus(0x23, bytes((0x40, 20, 0, 0, 0, 1)) + bytes(36))
    bus.show(WHITE)
    assert (
        "white to black (+200 ms) and black to white (-150 ms) don't cancel"
        in (bus.panel.warnings[1])
    )


def test_partial_window():
    bus = started()
    bus.show(WHITE)
    bus(0x91)
    bus(0x90, (16, 31, 0, 10, 0, 12, 1))
    bus.show(bytes((0x7F, 0xFE) * 3))
    bus(0x92)
    grey = bus.panel.grey(bus.now)
    dark = [(i % 128, i // 128) for i, v in enumerate(grey) if v == 0]
    assert dark == [(x, y) for y in (10, 11, 12) for x in (16, 31)]
    assert bus.at(0, 0) >= 253


def test_too_much_data_is_ignored_and_wrong_resolution_shows():
    bus = started(psr=0x1F)
    bus.show(BLACK + BLACK)
    grey = bus.panel.grey(bus.now)
    assert grey.count(0) == 96 * 230
    assert "set to 96 x 230, the glass has 128 x 296" in bus.panel.warnings[0]
    bus = started(psr=0x1F)
    bus(0x61, (128, 1, 40))
    bus.show(BLACK)
    assert set(bus.panel.grey(bus.now)) == {0}
    assert bus.panel.warnings == []


def test_what_confuses_the_panel_is_told():
    bus = Bus()
    bus(0x12)
    assert "PON is missing" in bus.panel.warnings[-1]
    bus = started()
    bus.panel.spi(0, b"\x12", bus.now)
    bus.panel.spi(0, b"\x13", bus.now + MS)
    bus.panel.spi(1, BLACK, bus.now + MS)
    assert "0x13 while BUSY" in bus.panel.warnings[-1]
    bus.wait()
    assert set(bus.panel.grey(bus.now)) != {0}
    bus(0x07, (0xA5,))
    bus(0x13, BLACK)
    assert "0x13 in deep sleep" in bus.panel.warnings[-1]
    bus.on()
    bus.panel.spi(0, b"\x12", bus.now)
    bus.panel.reset_line(0, bus.now + 100 * MS)
    assert "reset in the middle of a refresh" in bus.panel.warnings[-1]
    bus = started()
    bus(0xAB)
    assert "0xAB is no command" in bus.panel.warnings[-1]
    bus = started(psr=PSR & ~0x10)
    bus.show(BLACK)
    assert "black/white/red" in bus.panel.warnings[-1]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from([*range(0, 0x25), 0x30, 0x50, 0x61, 0x90, 0x91, 0x92, 0xFF]),
                  st.binary(max_size=60)),
        max_size=25,
    )
)  # fmt: skip
def test_garbage_gives_garbage_but_no_fault(commands):
    bus = started()
    for code, data in commands:
        bus(code, data)
    assert len(bus.panel.pixels(bus.now)) == 3 * 128 * 296
