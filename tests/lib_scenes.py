# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Random displayio scenes that change step by step; prints check sums of what is shown.

One program for three: our library on CPython, our library on MicroPython, and Blinka's displayio
(which only ever draws whole pictures, so that it shows what should be there). Arguments:
"grids" or "labels", seed, steps, "color" or an e-paper's rotation, and directories to put first on
the path. A line a step: number, what was done, check sum of the RGB565 picture in panel order,
check sum of the black and white one; ours prints only one of them.
"""

import sys

LABELS = sys.argv[1] == "labels"
seed = int(sys.argv[2])
steps = int(sys.argv[3])
ROTATION = None if sys.argv[4] == "color" else int(sys.argv[4])
sys.path[:0] = sys.argv[5:]

import time  # noqa: E402
from binascii import crc32  # noqa: E402

if not hasattr(time, "sleep_ms"):
    time.sleep_ms = lambda ms: None
    time.ticks_ms = lambda: int(time.monotonic() * 1000)
    time.ticks_diff = lambda a, b: a - b

import bitmaptools  # noqa: E402
import displayio  # noqa: E402

BLINKA = hasattr(displayio, "_stop_background")
if BLINKA:
    displayio._stop_background()

    def replace_color(bitmap, old, new):
        """What Blinka's bitmaptools lacks."""
        for i in range(bitmap.width * bitmap.height):
            if bitmap[i] == old:
                bitmap[i] = new

    bitmaptools.replace_color = replace_color

WIDTH, HEIGHT = 72, 56

state = seed * 7919 + 1


def below(n):
    global state
    state = (state * 1103515245 + 12345) & 0x7FFFFFFF
    return (state >> 8) % n


class Pin:
    IN = 0
    OUT = 1

    def __init__(self, value=0):
        self._value = value

    def init(self, mode, pull=None, value=None):
        if value is not None:
            self._value = value

    def value(self, value=None):
        if value is not None:
            self._value = value
        return self._value


class Panel:
    """An SPI with a panel: windows and a picture memory, or an e-paper's plane."""

    def __init__(self, dc):
        self._dc = dc
        self._command = 0
        self.memory = bytearray(2 * WIDTH * HEIGHT)
        self.plane = None
        self.sent = 0
        self._at = None

    def init(self, **how):
        pass

    def write(self, data):
        if not self._dc.value():
            self._command = data[0]
            if data[0] == 0x13:
                self.plane = bytearray()
            return
        c = self._command
        if c == 0x2A:
            self._x = data[0] << 8 | data[1], data[2] << 8 | data[3]
        elif c == 0x2B:
            self._y = data[0] << 8 | data[1], data[2] << 8 | data[3]
        elif c == 0x2C:
            x1, x2 = self._x
            y1, y2 = self._y
            row = 2 * (x2 - x1 + 1)
            assert len(data) == row * (y2 - y1 + 1)
            for y in range(y1, y2 + 1):
                start = 2 * (y * WIDTH + x1)
                part = data[(y - y1) * row : (y - y1 + 1) * row]
                self.memory[start : start + row] = part
            self.sent += len(data)
        elif c == 0x13:
            self.plane += data


class Ours:
    def __init__(self):
        import fourwire

        dc = Pin()
        self._panel = Panel(dc)
        bus = fourwire.FourWire(self._panel, command=dc, chip_select=Pin())
        self._rotation = ROTATION
        if ROTATION is None:
            import busdisplay

            self._display = busdisplay.BusDisplay(
                bus, b"\x36\x01\x00", width=WIDTH, height=HEIGHT, auto_refresh=False
            )
            # strips that don't divide the height, to meet their edges often
            self._display._set_strips(13)
            return
        import epaperdisplay

        self._display = epaperdisplay.EPaperDisplay(
            bus,
            b"",
            b"",
            width=WIDTH,
            height=HEIGHT,
            ram_width=128,
            ram_height=296,
            rotation=ROTATION,
            write_black_ram_command=0x13,
            refresh_display_command=0x12,
            refresh_time=0,
            seconds_per_frame=0,
        )

    def show(self, root):
        self._display.root_group = root
        self._display.refresh()
        if self._rotation is None:
            return crc32(self._panel.memory), "-"
        return "-", crc32(self._upright(self._panel.plane, self._rotation))

    @staticmethod
    def _upright(plane, rotation):
        """The e-paper's plane as rows of bits of the picture seen."""
        turned = rotation % 180 != 0
        w, h = (HEIGHT, WIDTH) if turned else (WIDTH, HEIGHT)
        row = (w + 7) // 8
        assert len(plane) == row * h
        seen = bytearray(WIDTH * HEIGHT)
        for ny in range(h):
            for nx in range(w):
                if plane[ny * row + nx // 8] >> (7 - nx % 8) & 1:
                    x, y = {
                        0: (nx, ny),
                        90: (ny, w - 1 - nx),
                        180: (w - 1 - nx, h - 1 - ny),
                        270: (h - 1 - ny, nx),
                    }[rotation]
                    seen[y * WIDTH + x] = 1
        return seen


class Blinka:
    def show(self, root):
        from displayio._area import Area
        from displayio._structs import ColorspaceStruct, TransformStruct

        root._update_transform(TransformStruct(0, 0, 1, 1, 1, False, False, False))
        area = Area(0, 0, WIDTH, HEIGHT)
        picture = []
        for space in (
            ColorspaceStruct(depth=16, reverse_bytes_in_word=True),
            ColorspaceStruct(
                depth=1,
                grayscale=True,
                grayscale_bit=7,
                pixels_in_byte_share_row=True,
                reverse_pixels_in_byte=True,
            ),
        ):
            mask = memoryview(bytearray(4 * (WIDTH * HEIGHT // 32 + 1))).cast("I")
            size = WIDTH * HEIGHT * space.depth // 8
            buffer = memoryview(bytearray((size + 3) // 4 * 4)).cast("I")
            root._fill_area(space, area, mask, buffer)
            picture.append(bytes(buffer.cast("B")[:size]))
        bits = bytearray(WIDTH * HEIGHT)
        for i in range(len(bits)):
            bits[i] = picture[1][i // 8] >> (7 - i % 8) & 1
        return crc32(picture[0]), crc32(bits)


def color():
    return below(256) << 16 | below(256) << 8 | below(256)


def make_bitmap():
    count = (1, 2, 2, 3, 4, 9, 16, 16, 200)[below(9)]
    tw, th = 1 + below(14), 1 + below(14)
    across, down = ((1, 1), (1, 3), (2, 2), (3, 1))[below(4)]
    bitmap = displayio.Bitmap(tw * across, th * down, count)
    for y in range(th * down):
        for x in range(tw * across):
            bitmap[x, y] = below(count)
    return bitmap, tw, th, across * down, count


def make_palette(count):
    palette = displayio.Palette(count + below(2))
    for i in range(len(palette)):
        palette[i] = color()
        if below(4) == 0:
            palette.make_transparent(i)
    return palette


def make_grid():
    bitmap, tw, th, tiles, count = sheets[below(len(sheets))]
    palette = palettes[count][below(2)]
    whole = below(4) == 0
    w, h = (1, 1) if whole or below(3) else (1 + below(3), 1 + below(3))
    grid = displayio.TileGrid(
        bitmap,
        pixel_shader=palette,
        width=w,
        height=h,
        tile_width=None if whole else tw,
        tile_height=None if whole else th,
        default_tile=0 if whole else below(tiles),
        x=below(WIDTH) - 8,
        y=below(HEIGHT) - 8,
    )
    grid.own_tiles = 1 if whole else tiles
    if below(3) == 0:
        grid.flip_x = bool(below(2))
        grid.flip_y = bool(below(2))
        grid.transpose_xy = bool(below(2))
    grids.append(grid)
    return grid


def make_group(depth):
    group = displayio.Group(scale=(1, 1, 1, 2, 3)[below(5)], x=below(30) - 8, y=below(30) - 8)
    groups.append(group)
    for _ in range(1 + below(3)):
        group.append(make_group(depth - 1) if depth and below(3) == 0 else make_grid())
    return group


def collect(group):
    """The groups and TileGrids below ``group``."""
    for layer in group:
        if isinstance(layer, displayio.Group):
            groups.append(layer)
            collect(layer)
        else:
            grids.append(layer)


def some(things):
    return things[below(len(things))]


def change():
    what = below(17)
    if not grids:
        what = 6
    if what == 0:
        grid = some(grids)
        grid.x += below(9) - 4
    elif what == 1:
        grid = some(grids)
        grid.x, grid.y = below(WIDTH), below(HEIGHT)
    elif what == 2:
        thing = some(grids)
        thing.hidden = not thing.hidden
    elif what == 3:
        thing = some(groups)
        thing.hidden = not thing.hidden and thing is not root
    elif what == 4:
        thing = some(groups)
        thing.x, thing.y = below(30) - 5, below(30) - 5
    elif what == 5:
        some(groups).scale = 1 + below(3)
    elif what == 6:
        some(groups).append(make_grid() if below(2) else make_group(1))
    elif what == 7:
        group = some(groups)
        group.insert(below(len(group) + 1), make_grid())
    elif what == 8:
        group = some(groups)
        if len(group):
            group.pop(below(len(group)))
    elif what == 9:
        group = some(groups)
        if len(group) > 1:
            layer = group.pop(below(len(group)))
            group.insert(below(len(group) + 1), layer)
    elif what == 10:
        grid = some(grids)
        for i in range(grid.width * grid.height):
            grid[i] = below(grid.own_tiles)
    elif what == 11:
        grid = some(grids)
        which = below(3)
        if which == 0:
            grid.flip_x = not grid.flip_x
        elif which == 1:
            grid.flip_y = not grid.flip_y
        else:
            grid.transpose_xy = not grid.transpose_xy
    elif what == 12:
        palette = some(grids).pixel_shader
        i = below(len(palette))
        palette[i] = color()
        if below(3) == 0:
            palette.make_transparent(i)
        elif below(2):
            palette.make_opaque(i)
    elif what == 13:
        bitmap, tw, th, tiles, count = some(sheets)
        if below(3) == 0:
            value = below(count)
            if BLINKA and count > 16:  # fills half of the pixels on 64-bit machines
                for i in range(bitmap.width * bitmap.height):
                    bitmap[i] = value
            else:
                bitmap.fill(value)
        else:
            bitmap[below(bitmap.width), below(bitmap.height)] = below(count)
    elif what == 14:
        bitmap, tw, th, tiles, count = some(sheets)
        source, _, _, _, fewer = some(sheets)
        if fewer <= count and bitmap is not source:
            x1, y1 = below(source.width), below(source.height)
            bitmaptools.blit(
                bitmap,
                source,
                below(bitmap.width),
                below(bitmap.height),
                x1=x1,
                y1=y1,
                x2=x1 + 1 + below(8),
                y2=y1 + 1 + below(8),
                skip_source_index=below(count) if below(2) else None,
                skip_dest_index=below(count) if below(3) == 0 else None,
            )
    elif what == 15:
        bitmap, tw, th, tiles, count = some(sheets)
        bitmaptools.fill_region(
            bitmap, below(4), below(4), below(bitmap.width + 1), below(bitmap.height + 1),
            below(count),
        )  # fmt: skip
    else:
        bitmap, tw, th, tiles, count = some(sheets)
        bitmaptools.replace_color(bitmap, below(count), below(count))
    return what


class Font:
    """A proportional font of 26 made-up glyphs with overhangs."""

    ascent = 7
    descent = 2

    def __init__(self):
        import fontio

        self._glyphs = {}
        for i in range(26):
            w, h = 2 + i % 5, 4 + i % 4
            bitmap = displayio.Bitmap(w, h, 2)
            for y in range(h):
                for x in range(w):
                    bitmap[x, y] = (x * 5 + y * 3 + i * x * y) % 3 != 0
            dx, dy = i % 3 - 1, -(i % 3)
            self._glyphs[97 + i] = fontio.Glyph(bitmap, 0, w, h, dx, dy, w + 1, 0)
        self._glyphs[32] = fontio.Glyph(displayio.Bitmap(1, 1, 2), 0, 1, 1, 0, 0, 4, 0)

    def get_bounding_box(self):
        return 7, 9, -1, -2

    def get_glyph(self, code):
        return self._glyphs.get(code)


def text():
    words = ("abc", "tavola", "moro", "ji", "k", "re di denari", "uno\ndue", "x\n\nyz", "qa\tb")
    words += ("",)
    return " ".join(words[below(len(words))] for _ in range(1 + below(2)))


def label():
    from adafruit_display_text.bitmap_label import Label

    how = {}
    if below(2):
        how["background_color"] = color()
    if below(3) == 0:
        how["outline_color"] = color()
        how["outline_size"] = 1 + below(2)
    if below(2):
        how["label_direction"] = ("LTR", "RTL", "UPD", "UPR", "DWR")[below(5)]
    if below(2):
        how["padding_left"] = below(4)
        how["padding_top"] = below(4)
    if below(3) == 0:
        how["anchor_point"] = (below(3) / 2, below(3) / 2)
        how["anchored_position"] = (below(WIDTH), below(HEIGHT))
    else:
        how["x"], how["y"] = below(WIDTH // 2), below(HEIGHT)
    if below(4) == 0:
        how["background_tight"] = True
    if below(4) == 0:
        how["base_alignment"] = True
    said = text()
    if below(4) == 0 and len(said) > 9:  # a shorter text isn't laid out at first
        how["max_characters"] = 4 + below(4)
    palette = None
    if below(4) == 0:
        palette = displayio.Palette(6)
        for i in range(6):
            palette[i] = color()
        how["color_palette"] = palette
    made = Label(font, text=said, color=color(), scale=1 + below(2), **how)
    if palette and len(made.text) > 2:
        made.add_accent_range(1, 3, 3, 4, ("foreground_background", "outline")[below(2)])
    return made


def labels(root):
    what = below(8)
    if len(root) < 2 or what == 0:
        root.append(label())
    elif what == 1:
        root.pop(below(len(root)))
    else:
        one = root[below(len(root))]
        if what == 2:
            one.color = color()
        elif what == 3:
            one.scale = 1 + below(3)
        elif what == 4:
            one.update(True)
        elif what == 5:
            one.background_color = color() if below(2) else None
        elif what == 6:
            one.anchor_point = (below(3) / 2, below(3) / 2)
            one.anchored_position = (below(WIDTH), below(HEIGHT))
        else:
            one.text = text()
    return what


show = (Blinka if BLINKA else Ours)().show
groups, grids = [], []
if LABELS:
    font = Font()
    root = displayio.Group()
    for step in range(steps):
        said = labels(root)
        print(step, said, *show(root))
    steps = 0
else:
    sheets = [make_bitmap() for _ in range(7)]
    palettes = {
        count: [make_palette(count), make_palette(count)] for count in (1, 2, 3, 4, 9, 16, 200)
    }
    root = make_group(2)
for step in range(steps):
    said = -1
    if step:
        if below(40) == 0:
            groups, grids = [], []
            root = make_group(2)
        for _ in range(1 + below(3)):
            groups, grids = [root], []
            collect(root)
            said = change()
    print(step, said, *show(root))
