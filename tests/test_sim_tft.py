# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The ST7789 model against hand-made command streams and a plain second model."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.panels.tft import ST7789

MS = 1_000_000


class Bus:
    """Sends commands with their data to a panel, a millisecond apart."""

    def __init__(self, panel):
        self.panel = panel
        self.now = 0

    def __call__(self, code, *data):
        self.now += 10 * MS
        self.panel.spi(0, bytes((code,)), self.now)
        if data:
            self.panel.spi(1, bytes(data), self.now)

    def on(self, **_):
        self(0x01)
        self.now += 150 * MS
        self(0x11)
        self.now += 120 * MS
        self(0x3A, 0x55)
        self(0x21)
        self(0x29)

    def window(self, x0, x1, y0, y1):
        self(0x2A, x0 >> 8, x0 & 255, x1 >> 8, x1 & 255)
        self(0x2B, y0 >> 8, y0 & 255, y1 >> 8, y1 & 255)

    def pixel(self, x, y):
        at = 3 * (y * self.panel.width + x)
        return tuple(self.panel.pixels(self.now)[at : at + 3])


def started(**options):
    bus = Bus(ST7789(**options))
    bus.on()
    return bus


RED, GREEN, BLUE, WHITE = (0xF8, 0x00), (0x07, 0xE0), (0x00, 0x1F), (0xFF, 0xFF)


def test_colours_land_in_the_window():
    bus = started()
    bus.window(10, 11, 20, 21)
    bus(0x2C, *RED, *GREEN, *BLUE, *WHITE)
    assert bus.pixel(10, 20) == (255, 0, 0)
    assert bus.pixel(11, 20) == (0, 255, 0)
    assert bus.pixel(10, 21) == (0, 0, 255)
    assert bus.pixel(11, 21) == (255, 255, 255)
    assert bus.panel.warnings == []


def test_writing_goes_on_and_around():
    bus = started()
    bus.window(0, 1, 0, 0)
    bus(0x2C, *RED)
    bus(0x3C, *GREEN)  # RAMWRC: goes on behind the last pixel
    assert (bus.pixel(0, 0), bus.pixel(1, 0)) == ((255, 0, 0), (0, 255, 0))
    bus(0x3C, *BLUE)  # the window is full: from its beginning
    assert (bus.pixel(0, 0), bus.pixel(1, 0)) == ((0, 0, 255), (0, 255, 0))
    bus(0x2C, *WHITE)
    assert (bus.pixel(0, 0), bus.pixel(1, 0)) == ((255, 255, 255), (0, 255, 0))


def test_a_pixel_may_come_in_two_transfers():
    bus = started()
    bus.window(0, 1, 0, 0)
    bus(0x2C, 0xF8)
    bus.panel.spi(1, b"\x00\x07", bus.now)
    bus.panel.spi(1, b"\xe0", bus.now)
    assert (bus.pixel(0, 0), bus.pixel(1, 0)) == ((255, 0, 0), (0, 255, 0))


def test_pixel_formats():
    bus = started()
    bus.window(0, 1, 0, 0)
    bus(0x3A, 0x53)
    bus(0x2C, 0xF0, 0x80, 0xF4)  # 12 bits: F08 0F4
    assert (bus.pixel(0, 0), bus.pixel(1, 0)) == ((255, 0, 136), (0, 255, 68))
    bus(0x3A, 0x66)
    bus(0x2C, 0xFC, 0x00, 0x80, 0x04, 0xFC, 0x40)
    assert (bus.pixel(0, 0), bus.pixel(1, 0)) == ((255, 0, 130), (4, 255, 65))
    bus(0x3A, 0x57)
    assert "COLMOD 0x57" in bus.panel.warnings[-1]


def test_sixteen_bits_keep_their_steps():
    bus = started()
    bus.window(0, 239, 0, 0)
    data = []
    for v in range(64):
        data += [(v >> 1) << 3 | v >> 3, (v & 7) << 5 | v >> 1]
    bus(0x2C, *data)
    for v in range(64):
        five = v >> 1
        assert bus.pixel(v, 0) == (
            five << 3 | five >> 2,
            v << 2 | v >> 4,
            five << 3 | five >> 2,
        )


def test_without_a_picture_the_glass_rests():
    panel = ST7789()
    assert set(panel.pixels(0)) == {0}
    bus = started()
    # memory after power-up is not empty
    assert len(set(bus.panel.pixels(bus.now))) > 30
    bus(0x28)
    assert set(bus.panel.pixels(bus.now)) == {0}
    bus(0x29)
    assert len(set(bus.panel.pixels(bus.now))) > 30
    bus(0x10)
    assert set(bus.panel.pixels(bus.now)) == {0}
    bus(0x11)
    bus.window(0, 0, 0, 0)
    bus(0x2C, *RED)
    bus.panel.reset_line(0, bus.now)
    bus.panel.reset_line(1, bus.now + 1)
    assert set(bus.panel.pixels(bus.now)) == {0}
    bus.on()
    assert bus.pixel(0, 0) == (255, 0, 0)  # a reset leaves the memory alone
    assert set(started(ips=False).panel.pixels(0)) != {255}
    assert set(ST7789(ips=False).pixels(0)) == {255}


@pytest.mark.parametrize(
    "ips, invert, shown",
    [(True, 0x21, True), (True, 0x20, False), (False, 0x20, True), (False, 0x21, False)],
)
def test_inversion_depends_on_the_glass(ips, invert, shown):
    bus = started(ips=ips)
    bus(invert)
    bus.window(0, 0, 0, 0)
    bus(0x2C, *RED)
    assert bus.pixel(0, 0) == ((255, 0, 0) if shown else (0, 255, 255))


@pytest.mark.parametrize("glass", [False, True])
@pytest.mark.parametrize("bit", [0x00, 0x08])
def test_colour_order_depends_on_the_glass(glass, bit):
    bus = started(bgr=glass)
    bus(0x36, bit)
    bus.window(0, 0, 0, 0)
    bus(0x2C, *RED)
    assert bus.pixel(0, 0) == ((255, 0, 0) if glass == bool(bit) else (0, 0, 255))


def test_memory_is_larger_than_the_glass():
    bus = started(width=135, height=240, column=52, row=40)
    bus.window(52, 52, 40, 40)
    bus(0x2C, *RED)
    bus.window(51, 51, 40, 40)
    bus(0x2C, *GREEN)
    bus.window(186, 186, 279, 279)
    bus(0x2C, *BLUE)
    assert bus.pixel(0, 0) == (255, 0, 0)
    assert bus.pixel(134, 239) == (0, 0, 255)
    # 240 x 240 glass lies at the memory's first rows; turned by half (MX MY), at rows 80..319
    bus = started()
    bus(0x36, 0xC0)
    bus.window(0, 0, 80, 80)
    bus(0x2C, *RED)
    assert bus.pixel(239, 239) == (255, 0, 0)


def test_scroll_start():
    bus = started()
    bus.window(5, 5, 7, 7)
    bus(0x2C, *RED)
    bus(0x37, 0, 3)
    assert bus.pixel(5, 4) == (255, 0, 0)


def test_warnings():
    panel = ST7789()
    bus = Bus(panel)
    bus(0x01)
    panel.spi(0, b"\x11", bus.now + MS)
    assert "0x11 sent too soon" in panel.warnings[0]
    bus = started()
    bus.window(0, 240, 0, 0)
    bus(0x2C, *RED)
    assert "outside the memory of 240 x 320" in bus.panel.warnings[0]
    bus.panel.reset_line(0, bus.now)
    bus(0x29)
    assert "reset line" in bus.panel.warnings[1]


class Plain:
    """A second model: one pixel at a time, straight from the data sheet's table of MADCTL."""

    def __init__(self):
        self.memory = {}
        self.madctl = 0

    def write(self, x0, x1, y0, y1, pixels):
        mv = self.madctl & 0x20
        x, y = x0, y0
        for pixel in pixels:
            column, row = (y, x) if mv else (x, y)
            if self.madctl & 0x40:
                column = 239 - column
            if self.madctl & 0x80:
                row = 319 - row
            self.memory[column, row] = pixel
            x += 1
            if x > x1:
                x = x0
                y = y + 1 if y < y1 else y0


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_orientations_against_the_plain_model(data):
    madctl = data.draw(st.sampled_from(range(0, 256, 32)))
    wide, high = (320, 240) if madctl & 0x20 else (240, 320)
    x0 = data.draw(st.integers(0, wide - 1))
    x1 = data.draw(st.integers(x0, min(wide - 1, x0 + 40)))
    y0 = data.draw(st.integers(0, high - 1))
    y1 = data.draw(st.integers(y0, min(high - 1, y0 + 12)))
    count = data.draw(st.integers(1, min((x1 - x0 + 1) * (y1 - y0 + 1) * 2, 600)))
    bus = started(height=320)
    bus(0x36, madctl)
    bus.window(x0, x1, y0, y1)
    plain = Plain()
    plain.madctl = madctl
    pixels = [(i * 37 + 1) & 0x3F for i in range(count)]
    plain.write(x0, x1, y0, y1, pixels)
    stream = bytearray()
    for v in pixels:
        stream += bytes(((v >> 1) << 3 | v >> 3, (v & 7) << 5))
    bus(0x2C)
    while stream:
        size = data.draw(st.integers(1, 400))
        bus.panel.spi(1, bytes(stream[:size]), bus.now)
        del stream[:size]
    shown = bus.panel.pixels(bus.now)
    for (column, row), v in plain.memory.items():
        at = 3 * (row * 240 + column)
        assert shown[at + 1] == v << 2 | v >> 4


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.binary(min_size=1, max_size=400)), max_size=20))
def test_garbage_gives_garbage_but_no_fault(pieces):
    bus = started()
    for dc, piece in pieces:
        bus.panel.spi(dc, piece, bus.now)
        bus.now += MS
    assert len(bus.panel.pixels(bus.now)) == 3 * 240 * 240
