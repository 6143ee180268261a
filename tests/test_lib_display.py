# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What goes to the panels: Adafruit's drivers on our buses, byte by byte, in both Pythons."""

import pytest
from lib_run import both

ST7789 = """
from adafruit_st7789 import ST7789

def make(**how):
    display = ST7789(bus(), auto_refresh=False, **how)
    log.clear()
    spi.sent = 0
    return display

def sprite(x, y, color, w=8, h=8):
    palette = displayio.Palette(1)
    palette[0] = color
    return displayio.TileGrid(displayio.Bitmap(w, h, 1), pixel_shader=palette, x=x, y=y)
"""


def test_st7789_start():
    lines = both(
        """
from adafruit_st7789 import ST7789
ST7789(bus(reset=Pin("reset")), width=240, height=240)
show()
""",
        "adafruit_st7789",
    )
    assert lines == [
        "reset 0", "sleep 1", "reset 1", "sleep 1",
        "command 01", "sleep 150",
        "command 11", "sleep 500",
        "command 3A", "55", "sleep 10",
        "command 36", "08", "sleep 10",
        "command 13", "sleep 10",
        "command 29", "sleep 500",
        "command 36", "C0", "sleep 10",
        "command 21", "sleep 10",
    ]  # fmt: skip


def test_switched_on_while_the_program_goes_on():
    lines = both(
        """
import busdisplay
from adafruit_st7789 import ST7789
class Light:
    OUT = 1
    def init(self, mode, value):
        log.append("light %d" % value)
Clock.ticks_add = staticmethod(lambda a, b: a + b)
busdisplay.time = Clock
busdisplay.BusDisplay.later = True
display = ST7789(bus(), width=240, height=240, backlight_pin=Light())
log.append("loading")
for _ in range(20):
    now += 60  # of other work
    if display.poll():
        break
log.append("on after %d" % now)
display.brightness = 1
display.refresh()
display.brightness = 0
show()
""",
        "adafruit_st7789",
    )
    lines = [line for line in lines if not line.startswith("sleep")]
    # no pause after "display on", and the light comes with the first picture
    assert lines[:2] == ["command 01", "loading"]
    assert lines[2:12] == [
        "command 11", "command 3A", "55", "command 36", "08", "command 13", "command 29",
        "command 36", "C0", "command 21",
    ]  # fmt: skip
    assert lines[12].startswith("on after ") and 690 <= int(lines[12][9:]) <= 800
    assert lines.index("light 1") > lines.index("command 2C") > 12
    assert lines[-2:] == ["light 1", "light 0"]


@pytest.mark.parametrize(
    "bgr, turns", [(True, "C0 A0 00 60".split()), (False, "C8 A8 08 68".split())]
)
def test_rotation_is_the_panels(bgr, turns):
    lines = both(
        """
from adafruit_st7789 import ST7789
for rotation in (0, 90, 180, 270):
    ST7789(bus(), width=240, height=240, rotation=rotation, bgr=%s)
    madctl = [log[i + 1] for i in range(len(log)) if log[i] == "command 36"]
    print(madctl[-1])
    log.clear()
"""
        % bgr,
        "adafruit_st7789",
    )
    assert lines == turns


def test_rotation_when_the_driver_exchanges_axes():
    # rows and columns exchanged and nothing mirrored: a quarter turn more mirrors the rows
    lines = both(
        """
import busdisplay
for rotation in (90, 180, 270):
    busdisplay.BusDisplay(bus(), b"\\x36\\x01\\x20", width=160, height=128, rotation=rotation)
    print(log[-1])
try:
    busdisplay.BusDisplay(bus(), b"\\x11\\x00", width=160, height=128, rotation=90)
except NotImplementedError as e:
    print(e)
"""
    )
    assert lines == ["80", "E0", "40", "BusDisplay: this panel's rotation can't be set"]


def test_only_what_changed_is_sent():
    lines = both(
        ST7789
        + """
display = make(width=240, height=240, colstart=53, rowstart=40)
root = displayio.Group()
ground = sprite(0, 0, 0x000000, 240, 240)
root.append(ground)
one = sprite(100, 12, 0xFF0000)
root.append(one)
display.root_group = root
display.refresh()
assert spi.sent > 240 * 240 * 2
log.clear()
print("again"); display.refresh(); show()
print("moved"); one.x += 2; display.refresh(); show()
print("hidden"); one.hidden = True; display.refresh(); show()
print("blue"); one.hidden = False; one.pixel_shader[0] = 0x0000FF; one.y = 0
display.refresh(); show()
print("out of sight"); one.y = -100; display.refresh(); log.clear()
one.y = -90; display.refresh(); show()
print("far apart")
two = sprite(200, 220, 0xFFFFFF)
root.append(two)
display.refresh(); log.clear()
one.y = 10; two.hidden = True; display.refresh(); show()
print("near"); one.x += 4; display.refresh(); show()
""",
        "adafruit_st7789",
    )
    red, black, blue = "F8 00", "00 00", "00 1F"

    def span(start, size):
        last = start + size - 1
        return bytes((start >> 8, start & 255, last >> 8, last & 255)).hex(" ").upper()

    def window(x, y, w, h, rows):
        x, y = x + 53, y + 40
        return [
            "command 2A", span(x, w),
            "command 2B", span(y, h),
            "command 2C", " ".join(rows),
        ]  # fmt: skip

    # the sprite lies across the edge of two strips of a whole picture, of 16 rows
    assert lines == [
        "again",
        "moved",
        *window(100, 12, 10, 8, ([black] * 2 + [red] * 8) * 8),
        "hidden",
        *window(102, 12, 8, 8, [black] * 64),
        "blue",
        *window(102, 0, 8, 8, [blue] * 64),
        "out of sight",
        "far apart",
        *window(102, 10, 8, 8, [blue] * 64),
        *window(200, 220, 8, 8, [black] * 64),
        "near",
        *window(102, 10, 12, 8, ([black] * 4 + [blue] * 8) * 8),
    ]  # fmt: skip


def test_a_new_screen_sends_only_strips_that_differ():
    lines = both(
        ST7789
        + """
display = make(width=240, height=240)
for y in (100, 100, 130):
    root = displayio.Group()
    root.append(sprite(0, 0, 0x123456, 240, 240))
    root.append(sprite(100, y, 0xFF0000))
    display.root_group = root
    display.refresh()
    print(spi.sent, sum(1 for line in log if line == "command 2C"))
    spi.sent = 0
    log.clear()
displayio.release_displays()
print(display.root_group)
""",
        "adafruit_st7789",
    )
    frame = 240 * 240 * 2
    assert lines == [
        "%d 15" % (frame + 15 * 11),
        "0 0",
        "%d 2" % (2 * (240 * 16 * 2 + 11)),
        "None",
    ]


def test_buttons_can_be_looked_at_during_a_refresh():
    lines = both(
        """
import busdisplay
displayio.time = busdisplay.time = Clock
plain = SPI.write

def slow(spi, data):
    global now
    now += len(data) // 1000
    plain(spi, data)

SPI.write = slow
display = busdisplay.BusDisplay(bus(), b"", width=240, height=240)
palette = displayio.Palette(1)
palette[0] = 0x203040
root = displayio.Group()
root.append(displayio.TileGrid(displayio.Bitmap(240, 240, 1), pixel_shader=palette))
display.root_group = root
calls = []
display.between = lambda: calls.append(now)
display.refresh()
print(now, [calls[0]] + [b - a for a, b in zip(calls, calls[1:])])
"""
    )
    assert lines == ["105 [21, 21, 21, 21, 21]"]


def test_moving_the_cursor_costs_little():
    lines = both(
        ST7789
        + """
display = make(width=240, height=240)
sheet = displayio.Bitmap(32, 48 * 3, 16)
for i in range(len(sheet.buffer)):
    sheet.buffer[i] = i * 7 & 255
sheet.dirty()
palette = displayio.Palette(16)
for i in range(16):
    palette[i] = i * 0x0F0D0B
root = displayio.Group()
root.append(sprite(0, 0, 0x006030, 240, 240))
hand = displayio.Group(x=4, y=188)
for i in range(16):
    hand.append(displayio.TileGrid(sheet, pixel_shader=palette, tile_width=32, tile_height=48,
                                   x=13 * i, default_tile=i % 3))
root.append(hand)
display.root_group = root
display.refresh()
hand[7].y = -8
display.refresh()
spi.sent = 0
hand[7].y = 0
hand[8].y = -8
display.refresh()
print(spi.sent)
""",
        "adafruit_st7789",
    )
    assert int(lines[0]) <= 240 * 240 * 2 // 5
    assert int(lines[0]) < 6000


def test_uc8151_refresh():
    lines = both(
        """
from adafruit_uc8151d import UC8151D
import epaperdisplay
epaperdisplay.time = Clock

class Busy(Pin):
    # low, so busy, for a while after power on and after refresh
    def value(self, value=None):
        last = ([""] + [line for line in log if line.startswith("command")])[-1]
        sleeps = 0
        for line in reversed(log):
            if line.startswith("command"):
                break
            sleeps += line == "sleep 1"
        return 0 if sleeps < {"command 04": 3, "command 12": 5}.get(last, 0) else 1

display = UC8151D(bus(reset=Pin("reset")), width=296, height=128, rotation=270,
                  busy_pin=Busy("busy"), seconds_per_frame=0)
palette = displayio.Palette(1)
palette[0] = 0xFFFFFF
root = displayio.Group()
# the left edge is the panel's last row, the top left pixel the first one of that row
root.append(displayio.TileGrid(displayio.Bitmap(1, 3, 1), pixel_shader=palette))
display.root_group = root
log.clear()
data = []
write = spi.write
spi.write = lambda part: (data.append(bytes(part)), write(part))
display.refresh()
print(display.busy)
while display.busy:
    Clock.sleep_ms(1)
show()
plane = [part for part in data if len(part) == 4736]
print(len(plane), [(i, byte) for i, byte in enumerate(plane[0]) if byte])
other = data[data.index(b"\\x10") + 1:data.index(b"\\x12")]
print(sum(len(part) for part in other), set(b"".join(other)))
display.refresh()
show()
print(display.busy, display.time_to_refresh)
""",
        "adafruit_uc8151d",
    )
    lines = [line for line in lines if not line.startswith(("data of", "00 00 00"))]
    assert lines == [
        "True",
        "reset 0", "sleep 1", "reset 1", "sleep 1", "sleep 0",
        "command 04", "sleep 200", "sleep 1", "sleep 1", "sleep 1",
        "command 00", "1F",
        "command 50", "97",
        "command 13",
        "command 10",
        "command 12", *["sleep 1"] * 5,
        "command 50", "F7",
        "command 07", "A5",
        "1 [(4720, 224)]",
        "4736 {0}",
        "False 0.0",
    ]  # fmt: skip


def test_stuck_busy_times_out():
    lines = both(
        """
from adafruit_uc8151d import UC8151D
import epaperdisplay
epaperdisplay.time = Clock

def quiet(ms):
    global now
    now += ms

Clock.sleep_ms = staticmethod(quiet)
display = UC8151D(bus(), width=296, height=128, rotation=90, busy_pin=Pin("busy", 0),
                  seconds_per_frame=60)
display.root_group = displayio.Group()
start = now
display.refresh()
while display.busy:
    Clock.sleep_ms(1)
print(now - start < 3000, [line for line in log if line.startswith("command")])
display.root_group = None
display.root_group = displayio.Group()
try:
    display.refresh()
except RuntimeError as e:
    print(e)
print(0 < display.time_to_refresh <= 60)
now += 60000
start = now
display.refresh()
while display.busy:
    Clock.sleep_ms(1)
print(now - start < 1000)
""",
        "adafruit_uc8151d",
    )
    commands = ["command " + code for code in "04 00 50 13 10 12 50 07".split()]
    assert lines == [
        "e-paper: no answer from the panel (BUSY for 2000 ms)",
        "True " + repr(commands),
        "Refresh too soon",
        "True",
        "True",
    ]


def test_busy_decides_when_a_refresh_has_ended():
    # glass that takes 25 s, with a driver that says half a second; then one that never ends
    lines = both(
        """
import epaperdisplay
epaperdisplay.time = Clock

class Busy(Pin):
    until = 0

    def value(self, value=None):
        return now < self.until

def made(pin):
    display = epaperdisplay.EPaperDisplay(
        bus(), b"", b"\\x10\\x00", width=16, height=16, ram_width=16, ram_height=16,
        write_black_ram_command=0x24, refresh_display_command=0x20, refresh_time=0.5,
        busy_pin=pin, seconds_per_frame=0)
    display.root_group = displayio.Group()
    log.clear()
    return display

def took(display, ms):
    global now
    start = now
    display.refresh()
    if ms:
        busy.until = start + ms
    while display.busy:
        now += 10
    return now - start

busy = Busy("busy")
print(took(made(busy), 25000), "command 10" in log)
print(took(made(None), 0), "command 10" in log)
print(took(made(busy), 10000000), "command 10" in log)
""",
    )
    assert lines == [
        "25000 True",
        "500 True",
        "e-paper: no answer from the panel (BUSY for 60000 ms)",
        "60000 True",
    ]


def test_two_byte_sequences_windows_and_highlight():
    lines = both(
        """
import epaperdisplay
epaperdisplay.time = Clock
display = epaperdisplay.EPaperDisplay(
    bus(),
    b"\\x32\\x81\\x02" + bytes(258) + b"\\xff" + b"\\x12\\x00\\x00",
    b"\\x10\\x00\\x01\\x01",
    width=250, height=122, ram_width=250, ram_height=296, colstart=8, rotation=270,
    set_column_window_command=0x44, set_row_window_command=0x45,
    set_current_column_command=0x4E, set_current_row_command=0x4F,
    write_black_ram_command=0x24, black_bits_inverted=False, write_color_ram_command=0x26,
    refresh_display_command=0x20, refresh_time=0.5, two_byte_sequence_length=True,
    address_little_endian=True, highlight_color=0xFF0000, seconds_per_frame=0, start_up_time=0.02)
root = displayio.Group()
palette = displayio.Palette(3)
palette[0], palette[1], palette[2] = 0xFFFFFF, 0xFF0000, 0x000000
bitmap = displayio.Bitmap(8, 3, 3)
bitmap[1, 0] = 1
bitmap[2, 0] = 2
root.append(displayio.TileGrid(bitmap, pixel_shader=palette))
display.root_group = root
data = []
write = spi.write
spi.write = lambda part: (data.append(bytes(part)), write(part))
display.refresh()
assert display.busy
now += 500
assert not display.busy
show()
for plane in [part for part in data if len(part) == 4000]:
    print([(i, byte) for i, byte in enumerate(plane) if byte])
""",
    )
    size = "data of 4000"
    region = [
        "command 44", "01 10", "command 4E", "01",
        "command 45", "00 00 F9 00", "command 4F", "00 00",
    ]  # fmt: skip
    black = [(16 * row, 0xE0) for row in range(242, 250) if row not in (247, 248)]
    black = sorted([*black, (16 * 247, 0x60), (16 * 248, 0x60)])
    assert lines == [
        "sleep 20",
        "command 32", " ".join(["00"] * 258), "sleep 500",
        "command 12",
        *region, "command 24", size,
        *region, "command 26", size,
        "command 20",
        "command 10", "01",
        repr(black),
        repr([(16 * 248, 0x80)]),
    ]  # fmt: skip


def test_what_is_refused():
    lines = both(
        """
import busdisplay, epaperdisplay

def say(function, *args, **how):
    try:
        function(*args, **how)
        print("done")
    except (ValueError, RuntimeError, NotImplementedError, TypeError, IndexError) as e:
        print("%s: %s" % (type(e).__name__, e))

bitmap = displayio.Bitmap(8, 8, 4)
palette = displayio.Palette(4)
group = displayio.Group()
tile = displayio.TileGrid(bitmap, pixel_shader=palette)
group.append(tile)
say(displayio.Bitmap, 4, 4, 257)
say(bitmap.__setitem__, (0, 0), 4)
say(bitmap.__setitem__, (8, 0), 1)
say(bitmap.fill, 4)
say(displayio.TileGrid, bitmap, pixel_shader=None)
say(displayio.TileGrid, bitmap, pixel_shader=palette, tile_width=3)
say(tile.__setitem__, 0, 1)
say(tile.__setitem__, 1, 0)
say(displayio.Group().append, tile)
say(group.append, bitmap)
say(displayio.Group, scale=0)
say(palette.__setitem__, 0, 0x1000000)
say(displayio.Palette, 2, dither=True)
say(displayio.OnDiskBitmap, "picture.bmp")
say(bus().reset)
say(bus().send, 256, b"")
for how in (
    {"color_depth": 4}, {"color_depth": 1}, {"color_depth": 1, "grayscale": True},
    {"grayscale": True}, {"data_as_commands": True}, {"SH1107_addressing": True},
    {"reverse_bytes_in_word": False}
):
    say(busdisplay.BusDisplay, bus(), b"", width=8, height=8, **how)
page = {"color_depth": 1, "grayscale": True, "data_as_commands": True, "single_byte_bounds": True,
        "pixels_in_byte_share_row": False}
say(busdisplay.BusDisplay, bus(), b"", width=8, height=8, reverse_pixels_in_byte=True, **page)
say(busdisplay.BusDisplay, bus(), b"", width=8, height=8, bytes_per_cell=2, **page)
say(busdisplay.BusDisplay, bus(), b"", width=8, height=12, **page)
say(busdisplay.BusDisplay, bus(), b"", width=8, height=8, rotation=45, **page)
mono = busdisplay.BusDisplay(bus(), b"", width=8, height=8, rotation=90, **page)
print(mono.rotation)
say(setattr, mono, "rotation", 180)
say(epaperdisplay.EPaperDisplay, bus(), b"", b"", width=8, height=8, ram_width=8, ram_height=8,
    write_black_ram_command=1, refresh_display_command=1, advanced_color_epaper=True)
"""
    )
    assert lines == [
        "ValueError: Bitmap: value_count must be 1..256, not 257",
        "ValueError: Bitmap: value 4 doesn't fit",
        "IndexError: Bitmap: no pixel at (8, 0)",
        "ValueError: Bitmap: value 4 doesn't fit",
        "TypeError: TileGrid: pixel_shader must be a Palette",
        "ValueError: TileGrid: the tile's size must divide the bitmap's exactly",
        "ValueError: TileGrid: the bitmap has no tile 1",
        "IndexError: TileGrid: no tile 1",
        "ValueError: Layer already in a group",
        "ValueError: Group: only a Group or a TileGrid can be a layer",
        "ValueError: Group: scale must be at least 1",
        "ValueError: Palette: a colour is 0x000000..0xFFFFFF",
        "NotImplementedError: Palette: dither isn't supported",
        "NotImplementedError: OnDiskBitmap isn't supported: read the file into a Bitmap",
        "RuntimeError: No reset pin",
        "ValueError: Command must be an int between 0 and 255",
        *9
        * [
            "NotImplementedError: BusDisplay: only panels with 16-bit colours, or of one bit in "
            "pages"
        ],
        "NotImplementedError: BusDisplay: no panels of 8 x 12 pixels of one bit",
        "ValueError: Display rotation must be in 90 degree increments",
        "90",
        "NotImplementedError: BusDisplay: this panel's rotation can't be set",
        "NotImplementedError: EPaperDisplay: panels of many colours aren't supported",
    ]
