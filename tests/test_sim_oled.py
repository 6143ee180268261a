# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The OLED models against hand-made command streams: memory, wiring, wrong settings, warnings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.panels.oled import SH1106, SH1107, SSD1306


def on(panel, *commands, pump=(0x8D, 0x14)):
    panel.spi(0, bytes((*pump, 0x20, 0x00, 0xA1, 0xC8, 0xDA, 0x12, *commands, 0xAF)), 0)
    return panel


def whole(panel, *black):
    """Clear the memory and set bytes (page, column, value)."""
    data = bytearray(1024)
    for page, column, value in black:
        data[128 * page + column] = value
    panel.spi(0, bytes((0x21, 0, 127, 0x22, 0, 7)), 0)
    panel.spi(1, bytes(data), 0)


def lit(panel):
    lights = panel.lights()
    return [(i % panel.width, i // panel.width) for i, light in enumerate(lights) if light]


def test_a_byte_is_eight_pixels_below_each_other():
    panel = on(SSD1306())
    whole(panel, (0, 0, 0x81), (7, 127, 0x40))
    assert lit(panel) == [(0, 0), (0, 7), (127, 62)]
    assert panel.warnings == []
    assert panel.shown_at == 0


@pytest.mark.parametrize(
    "wrong, where",
    [
        ((0xA0,), (127, 0)),  # mirrored
        ((0xC0,), (0, 63)),  # upside down
        ((0x40 | 60,), (0, 4)),  # begun at another line
        ((0xD3, 60), (0, 60)),  # the outputs moved
    ],
)
def test_wrong_settings_are_seen(wrong, where):
    panel = on(SSD1306(), *wrong)
    whole(panel, (0, 0, 1))
    assert lit(panel) == [where]


def test_order_of_the_outputs():
    # glass whose lines come from the two halves in turn, told so and not
    for pins, lines in ((0x12, [0, 1, 2]), (0x02, [0, 2, 4])):
        panel = on(SSD1306(), 0xDA, pins)
        whole(panel, (0, 0, 7))
        assert lit(panel) == [(0, y) for y in lines]


def test_inverted_all_and_off():
    panel = on(SSD1306(), 0xA7)
    whole(panel, (0, 0, 1))
    assert len(lit(panel)) == 128 * 64 - 1
    panel.spi(0, b"\xa6\xa5", 0)
    assert len(lit(panel)) == 128 * 64
    panel.spi(0, b"\xae", 0)
    assert not any(panel.pixels(0))


def test_multiplex_ratio_leaves_lines_dark():
    panel = on(SSD1306(), 0xA8, 31)
    panel.spi(0, bytes((0x21, 0, 127, 0x22, 0, 7)), 0)
    panel.spi(1, b"\xff" * 1024, 0)
    assert len(lit(panel)) == 128 * 32


def test_contrast():
    panel = on(SSD1306())
    whole(panel, (0, 0, 1))
    seen = []
    for contrast in (0, 128, 255):
        panel.spi(0, bytes((0x81, contrast)), 0)
        seen.append(max(panel.pixels(0)))
    assert seen == sorted(seen) and seen[2] == 255 and len(set(seen)) == 3


@given(
    st.sampled_from((0, 1)),
    st.tuples(st.integers(0, 127), st.integers(0, 127)).map(sorted),
    st.tuples(st.integers(0, 7), st.integers(0, 7)).map(sorted),
)
def test_windows(mode, columns, pages):
    panel = SSD1306()
    (x0, x1), (p0, p1) = columns, pages
    count = (x1 - x0 + 1) * (p1 - p0 + 1)
    before = bytes(panel._ram)
    panel.spi(0, bytes((0x20, mode, 0x21, x0, x1, 0x22, p0, p1)), 0)
    data = [i * 7 % 251 for i in range(count)]
    panel.spi(1, bytes(data), 0)
    places = [(p, x) for p in range(p0, p1 + 1) for x in range(x0, x1 + 1)]
    if mode:
        places.sort(key=lambda place: place[::-1])
    wanted = bytearray(before)
    for (p, x), byte in zip(places, data):
        wanted[128 * p + x] = byte
    assert panel._ram == wanted
    # and the counter is at the beginning again
    panel.spi(1, b"\xaa", 0)
    assert panel._ram[128 * p0 + x0] == 0xAA


def test_sh1106_begins_at_the_third_column():
    panel = SH1106()
    panel.spi(0, bytes((0xA1, 0xC8, 0xDA, 0x12, 0xAF)), 0)
    for page in range(8):
        panel.spi(0, bytes((0xB0 | page, 0x10, 0x00)), 0)
        panel.spi(1, bytes(132), 0)
    panel.spi(0, b"\xb1\x10\x02", 0)
    panel.spi(1, b"\x01", 0)
    assert lit(panel) == [(0, 8)]


def test_sh1107_lies_on_its_side():
    panel = SH1107(64, 128, 32)
    panel.spi(0, bytes((0xA8, 63, 0xD3, 0x60, 0xAF)), 0)
    for page in range(16):
        panel.spi(0, bytes((0xB0 | page, 0x10, 0x00)), 0)
        panel.spi(1, bytes(128), 0)
    panel.spi(0, b"\xbf\x13\x0f", 0)  # column 63
    panel.spi(1, b"\x80", 0)
    assert lit(panel) == [(63, 127)]
    # without the offset the picture isn't where the glass is
    panel.spi(0, b"\xd3\x00", 0)
    assert lit(panel) == [(31, 127)]


def test_warnings():
    panel = SSD1306()
    panel.spi(0, b"\xaf", 0)
    assert "without its voltage (0x8D)" in panel.warnings[-1]
    panel.spi(0, b"\x81", 0)
    panel.spi(1, b"\x10", 0)
    assert "data in the middle of command 0x81" in panel.warnings[-1]
    panel.spi(0, b"\xf0", 0)
    assert "0xF0 is no command" in panel.warnings[-1]
    panel.spi(0, b"\x21\x50\x10", 0)
    assert "a window of columns from 80 to 16" in panel.warnings[-1]
    panel.spi(0, b"\xb9", 0)
    assert "there is no page 9" in panel.warnings[-1]
