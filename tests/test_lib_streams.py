# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The bytes that Adafruit's drivers for e-ink and OLED send: equal to Blinka's, and right on the
glass.
"""

import sys

import lib_run
import pytest

sys.path.insert(0, str(lib_run.ROOT))
from sim.panels import oled  # noqa: E402

STREAMS = lib_run.ROOT / "tests" / "lib_streams.py"


def sent(module, *arguments, more="-", blinka=False, real=False):
    """The lines of lib_streams for a driver."""
    what = [module, *(str(part) for part in arguments), more]
    if blinka:
        lines = lib_run.run(sys.executable, STREAMS, *what, env=lib_run.blinka())
        return [line for line in lines if line[:2] in ("C ", "D ")]
    where = [lib_run.LIB, lib_run.adafruit(module)]
    if real:
        return lib_run.run(lib_run.micropython(), "-X", "heapsize=1M", STREAMS, *what, *where)
    return lib_run.run(sys.executable, STREAMS, *what, *where, lib_run.STAND_INS)


EPAPER = (
    ("adafruit_ssd1680", "SSD1680", 122, 64),
    ("adafruit_ssd1681", "SSD1681", 104, 104),
    ("adafruit_ssd1675", "SSD1675", 122, 64),
    ("adafruit_ssd1608", "SSD1608", 104, 104),
)


@pytest.mark.parametrize("rotation", (0, 90, 180, 270))
@pytest.mark.parametrize("module, name, wide, high", EPAPER)
def test_epaper(module, name, wide, high, rotation):
    if rotation % 180:
        wide, high = high, wide
    ours = sent(module, name, wide, high, rotation)
    # start sequence, two windows with a plane each, and the refresh
    assert len(ours) > 15
    assert ours[-1] == "C 20"
    assert ours == sent(module, name, wide, high, rotation, blinka=True)
    if rotation in (90, 180):
        assert ours == sent(module, name, wide, high, rotation, real=True)


# No reference: Blinka fails with drivers that set no window. So their start is written out here,
# and the plane has to be the one that Blinka sends for the same picture with a driver that sets
# windows.
WINDOWLESS = [
    ("adafruit_uc8151d", "UC8151D",
     ["C 0400", "D 1F", "C 50", "D 97", "C 13", "D plane", "C 10", "D blank", "C 12"]),
    ("adafruit_il0373", "IL0373",
     ["C 01", "D 03002B2B09", "C 06", "D 171717", "C 0400", "D 9F", "C 50", "D 77", "C 30", "D 29",
      "C 61", "D 680068", "C 82", "D 12", "C 10", "D plane", "C 13", "D blank", "C 12"]),
    ("adafruit_uc8179", "UC8179",
     ["C 01", "D 07073F3F", "C 0400", "D 13", "C 61", "D 00680068", "C 15", "D 00", "C 50",
      "D 1007", "C 60", "D 22", "C 13", "D plane", "C 12"]),
]  # fmt: skip


@pytest.mark.parametrize("rotation", (0, 90, 180, 270))
@pytest.mark.parametrize("module, name, lines", WINDOWLESS)
def test_epaper_without_windows(module, name, lines, rotation):
    ours = sent(module, name, 104, 104, rotation)
    reference = sent("adafruit_ssd1681", "SSD1681", 104, 104, rotation, blinka=True)
    plane = reference[reference.index("C 24") + 1]
    assert len(plane) == 2 + 2 * 13 * 104
    # planes that aren't used are all white or all black
    blank = [line for line in ours if line[2:] in ("00" * 13 * 104, "FF" * 13 * 104)]
    names = {plane: "D plane", **{line: "D blank" for line in blank}}
    assert [names.get(line, line) for line in ours] == lines
    if rotation in (0, 90):
        assert ours == sent(module, name, 104, 104, rotation, real=True)


OLED = [
    ("adafruit_displayio_ssd1306", "SSD1306", 128, 64, 0, "-", oled.SSD1306),
    ("adafruit_displayio_ssd1306", "SSD1306", 128, 64, 180, "-", oled.SSD1306),
    ("adafruit_displayio_ssd1306", "SSD1306", 64, 128, 90, "-", oled.SSD1306),
    ("adafruit_displayio_ssd1306", "SSD1306", 64, 128, 270, "-", oled.SSD1306),
    ("adafruit_displayio_ssd1306", "SSD1306", 128, 32, 0, "-", lambda: oled.SSD1306(128, 32)),
    ("adafruit_displayio_sh1106", "SH1106", 128, 64, 0, "colstart=2", oled.SH1106),
    ("adafruit_displayio_sh1106", "SH1106", 128, 64, 180, "colstart=2", oled.SH1106),
    ("adafruit_displayio_sh1106", "SH1106", 64, 128, 90, "colstart=2", oled.SH1106),
    ("adafruit_displayio_sh1106", "SH1106", 64, 128, 270, "colstart=2", oled.SH1106),
    ("adafruit_displayio_sh1107", "SH1107", 64, 128, 0, "-", lambda: oled.SH1107(64, 128, 32)),
    ("adafruit_displayio_sh1107", "SH1107", 128, 64, 90, "-", lambda: oled.SH1107(64, 128, 32)),
    ("adafruit_displayio_sh1107", "SH1107", 128, 64, 270, "-", lambda: oled.SH1107(64, 128, 32)),
    ("adafruit_displayio_sh1107", "SH1107", 128, 128, 180, "display_offset=0", oled.SH1107),
]


def feed(panel, lines):
    for line in lines:
        panel.spi(line[0] == "D", bytes.fromhex(line[2:]), 0)


def seen(panel, rotation):
    """Which pixels shine, as the player sees them, eight a byte."""
    w, h = panel.width, panel.height
    pixels = panel.pixels(0)
    rows = [[pixels[3 * (y * w + x)] > 0 for x in range(w)] for y in range(h)]
    for _ in range(rotation // 90):
        rows = list(zip(*rows))[::-1]
    bits = "".join("01"[bool(light)] for row in rows for light in row)
    return "P %0*X" % (w * h // 4, int(bits, 2))


@pytest.mark.parametrize("module, name, wide, high, rotation, more, glass", OLED)
def test_oled(module, name, wide, high, rotation, more, glass):
    arguments = (module, name, wide, high, rotation)
    ours = sent(*arguments, more=more)
    assert ours == sent(*arguments, more=more, real=True)
    first = next(i for i, line in enumerate(ours) if line[0] == "P")
    assert ours[:first] == sent(*arguments, more=more, blinka=True)
    panel = glass()
    feed(panel, ours[:first])
    assert seen(panel, rotation) == ours[first]
    second = next(i for i, line in enumerate(ours) if line[0] == "P" and i > first)
    change = ours[first + 1 : second]
    feed(panel, change)
    assert seen(panel, rotation) == ours[second] != ours[first]
    # a mark of three lines has moved: at most four pages differ where they lie along the mark
    size = sum(len(line) // 2 - 1 for line in change if line[0] == "D")
    if rotation % 180 == 0:
        assert size <= 4 * wide
    else:
        assert size <= 2 * high
    bright = max(panel.pixels(0))
    assert ours[second + 1 :] == ["C 8180AEAF"]
    feed(panel, ours[second + 1 :])
    assert 0 < max(panel.pixels(0)) < bright
    assert panel.warnings == []


def test_oled_on_i2c():
    lines = lib_run.both(
        """
from adafruit_displayio_ssd1306 import SSD1306
from i2cdisplaybus import I2CDisplayBus
import busdisplay
busdisplay.time = Clock
Clock.ticks_add = staticmethod(lambda a, b: a + b)

class I2C:
    def writeto(self, address, data):
        assert {data[i] for i in range(0, len(data), 2)} == {0x80}
        codes = ["%02X" % data[i] for i in range(1, len(data), 2)]
        log.append("%02X commands %s" % (address, " ".join(codes)))

    def writevto(self, address, parts):
        assert bytes(parts[0]) == b"\\x40"
        log.append("%02X data of %d: %02X" % (address, len(parts[1]), parts[1][0]))

wire = I2CDisplayBus(I2C(), device_address=0x3C, reset=Pin("reset"))
display = SSD1306(wire, width=128, height=64)
print([line for line in log if line[:2] == "3C"][:3])
log.clear()
palette = displayio.Palette(1)
palette[0] = 0xFFFFFF
root = displayio.Group()
tile = displayio.TileGrid(displayio.Bitmap(1, 1, 1), pixel_shader=palette)
root.append(tile)
display.root_group = root
display.refresh()
tile.y = 20
display.refresh()
display.sleep()
show()
""",
        "adafruit_displayio_ssd1306",
    )
    assert lines == [
        "['3C commands AE', '3C commands 20 00', '3C commands 81 CF']",
        "3C commands 21 00 7F",
        "3C commands 22 00 07",
        "3C data of 1024: 01",
        "3C commands 21 00 7F",
        "3C commands 22 00 00",
        "3C data of 128: 00",
        "3C commands 21 00 7F",
        "3C commands 22 02 02",
        "3C data of 128: 10",
        "3C commands AE",
    ]
