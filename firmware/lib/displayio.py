# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""CircuitPython's ``displayio`` on MicroPython's ``framebuf``, as much as a card game needs.

A display keeps the list of the TileGrids it drew last time; they know their bounds there. A
refresh notes the rectangles of what moved, changed, came or went, and draws only those, bottom to
top, with one ``FrameBuffer.blit`` a TileGrid: all loops over pixels run in C. Each Group keeps the
list of the TileGrids below it until something in it comes, goes or is hidden, so that looking for
changes costs little however large the tree is.

Formats of a ``Bitmap`` in its ``buffer``, rows one after the other, each starting at a byte:

============ ============ ==================================================================
value_count  format       a row
============ ============ ==================================================================
1            no storage   drawn as a filled rectangle
2            MONO_HLSB    8 pixels a byte, the leftmost in the top bit
3..4         GS2_HMSB     4 pixels a byte, the leftmost in the lowest two bits
5..16        GS4_HMSB     2 pixels a byte, the leftmost in the upper half
17..256      GS8          1 pixel a byte
============ ============ ==================================================================

Who writes into ``buffer`` says so with ``dirty()``. Sheets of tiles are fastest with the tiles one
below the other (or any layout whose tiles start at a byte): such a tile is drawn where it lies;
others are copied out first. Scaled, flipped and transposed TileGrids are drawn from a copy made
when they change, of scale * scale times the size.
"""

import sys
import time
from array import array

import framebuf
import micropython
from micropython import const

blitter = None
if sys.implementation.name == "micropython":
    try:
        import blitter

        if not blitter.NATIVE:
            blitter = None
    except (ImportError, SyntaxError, ValueError):
        pass  # no machine code here

_ZERO = const(16384)  # as in blitter
_numbers = array("i", [0] * 9)  # what a function of blitter is told

# for 0, 1, 2, 4 and 8 bits a value
_FORMATS = (-1, framebuf.MONO_HLSB, framebuf.GS2_HMSB, framebuf.GS4_HMSB, framebuf.GS8)

# targets of a palette: what its table holds
RGB565 = const(0)  # two bytes a colour, the high one first, as panels want it
LUMA7 = const(1)  # the top bit of the brightness: black and white
LUMA6 = const(2)  # the next one: the second plane of four greys
TRICOLOR = const(0x100)  # + hue: black plane of a three-colour panel
HIGHLIGHT = const(0x200)  # + hue: its colour plane

_HIDDEN = const(1)
_CHANGED = const(2)  # to be drawn again, or first of all placed
_FLIP_X = const(4)
_FLIP_Y = const(8)
_TRANSPOSE = const(16)
_COPY = const(32)  # _src is a copy, not the bitmap's own memory

_BETWEEN = const(20)  # ms

_displays = []
_shared = False  # a Bitmap or Palette has changed, and TileGrids have to be asked for theirs


def release_displays():
    """Let go of all displays and their pins."""
    while _displays:
        _displays.pop()._release()


class Bitmap:
    """``width`` x ``height`` values from 0 to ``value_count`` - 1 (at most 256 of them).

    Not in CircuitPython: ``buffer``, the memory of the pixels, a bytearray in the format described
    above, or None with one value; as an argument it is memory that is large enough, used as it is.
    ``framebuf`` is the ``FrameBuffer`` that draws in it, or None, and ``format`` its format. Whoever
    writes through either calls ``dirty``. All of these, ``width`` and ``height`` are only read.
    """

    # (Of the class, because most need no more: an object's own attributes take 16 bytes each.)
    format = framebuf.MONO_HLSB
    buffer = framebuf = None
    _bits = 1
    # what was written since the last refresh
    _x1 = _y1 = 32767
    _x2 = _y2 = 0

    def __init__(self, width, height, value_count, buffer=None):
        if not 1 <= value_count <= 256:
            raise ValueError("Bitmap: value_count must be 1..256, not %d" % value_count)
        if width < 0 or height < 0:
            raise ValueError("Bitmap: width and height can't be negative")
        self.width = width
        self.height = height
        i = 0
        while value_count > 1 << (1 << i >> 1):
            i += 1
        if i != 1:
            self._bits = 1 << i >> 1
            self.format = _FORMATS[i]
        if i and width and height:
            size = (width * self._bits + 7) // 8 * height
            self.buffer = bytearray(size) if buffer is None else buffer
            self.framebuf = framebuf.FrameBuffer(self.buffer, width, height, self.format)

    @property
    def bits_per_value(self):
        return self._bits or 1

    def _at(self, index):
        if isinstance(index, int):
            y = index // self.width
            x = index - y * self.width
        else:
            x, y = index
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("Bitmap: no pixel at (%d, %d)" % (x, y))
        return x, y

    def __getitem__(self, index):
        x, y = self._at(index)
        return self.framebuf.pixel(x, y) if self.framebuf else 0

    def __setitem__(self, index, value):
        x, y = self._at(index)
        self._check(value)
        if self.framebuf:
            self.framebuf.pixel(x, y, value)
            self._wrote(x, y, x + 1, y + 1)

    def _check(self, value):
        if not 0 <= value < 1 << self._bits:
            raise ValueError("Bitmap: value %d doesn't fit" % value)

    def _wrote(self, x1, y1, x2, y2):
        global _shared
        _shared = True
        if x1 < self._x1:
            self._x1 = x1
        if y1 < self._y1:
            self._y1 = y1
        if x2 > self._x2:
            self._x2 = x2
        if y2 > self._y2:
            self._y2 = y2

    def fill(self, value):
        """Set all pixels to ``value``."""
        self._check(value)
        if self.framebuf:
            self.framebuf.fill(value)
            self._wrote(0, 0, self.width, self.height)

    def dirty(self, x1=0, y1=0, x2=-1, y2=-1):
        """Say that the pixels from (x1, y1) to before (x2, y2) were written through ``buffer``."""
        self._wrote(x1, y1, self.width if x2 < 0 else x2, self.height if y2 < 0 else y2)


def OnDiskBitmap(file):
    """Not supported: a picture comes in packed form (firmware/content/art.py) or as a Bitmap."""
    raise NotImplementedError("OnDiskBitmap isn't supported: read the file into a Bitmap")


class Palette:
    """``color_count`` colours, each 0xRRGGBB and opaque or not."""

    def __init__(self, color_count, *, dither=False):
        if dither:
            raise NotImplementedError("Palette: dither isn't supported")
        self._colors = [0] * color_count  # bit 24: transparent
        self._new = False  # changed since the last refresh
        self._target = -1
        self._bits = 0
        self._fb = self._table = None
        self._key = -1

    @property
    def dither(self):
        return False

    def __len__(self):
        return len(self._colors)

    def __getitem__(self, index):
        return self._colors[index] & 0xFFFFFF

    def __setitem__(self, index, color):
        if not isinstance(color, int):
            r, g, b = color[0], color[1], color[2]
            color = r << 16 | g << 8 | b
        if not 0 <= color <= 0xFFFFFF:
            raise ValueError("Palette: a colour is 0x000000..0xFFFFFF")
        self._put(index, color | self._colors[index] & 0x1000000)

    def make_transparent(self, palette_index):
        """Don't draw pixels of this value."""
        self._put(palette_index, self._colors[palette_index] | 0x1000000)

    def make_opaque(self, palette_index):
        """Draw pixels of this value."""
        self._put(palette_index, self._colors[palette_index] & 0xFFFFFF)

    def is_transparent(self, palette_index):
        return self._colors[palette_index] > 0xFFFFFF

    def _put(self, index, color):
        global _shared
        if self._colors[index] != color:
            self._colors[index] = color
            self._target = -1
            self._new = _shared = True

    def _make(self, target, bits):
        # The table blit looks colours up in. It reads it unchecked: 2**bits entries, those
        # beyond the palette are transparent.
        count = 1 << bits
        colors = self._colors
        if target == RGB565:
            table = bytearray(2 * count)
            used = []
            for i in range(min(count, len(colors))):
                c = colors[i]
                if c <= 0xFFFFFF:
                    hi = c >> 16 & 0xF8 | c >> 13 & 7
                    lo = c >> 5 & 0xE0 | c >> 3 & 0x1F
                    table[2 * i] = hi
                    table[2 * i + 1] = lo
                    used.append(lo << 8 | hi)
            key = 1  # compared after the lookup: a value that no opaque colour has
            while key in used:
                key += 1
            for i in range(count):
                if i >= len(colors) or colors[i] > 0xFFFFFF:
                    table[2 * i] = key & 0xFF
                    table[2 * i + 1] = key >> 8
            form = framebuf.RGB565
        else:
            # A black and white target takes any value but 0 as 1, so 2 is free for the key.
            key = 2
            table = bytearray(count)
            for i in range(count):
                table[i] = 2
                if i < len(colors) and colors[i] <= 0xFFFFFF:
                    table[i] = _plane(target, colors[i])
            form = framebuf.GS8
        self._fb = framebuf.FrameBuffer(table, count, 1, form)
        self._table = table
        self._key = key
        self._target = target
        self._bits = bits

    def _fill(self, target):
        # value for fill_rect of the first colour, -1 if it is transparent
        if self._target != target:
            self._make(target, self._bits)
        value = self._fb.pixel(0, 0)
        return -1 if value == self._key else value


def _luma(color):
    # CircuitPython's weights, so that the same colours turn black and white
    return ((color >> 16) * 19 + (color >> 8 & 0xFF) * 182 + (color & 0xFF) * 54) // 255


def _hue(color):
    r, g, b = color >> 16, color >> 8 & 0xFF, color & 0xFF
    most = max(r, g, b)
    chroma = most - min(r, g, b)
    if not chroma:
        return 0
    if most == r:
        return (g - b) * 40 // chroma % 240
    if most == g:
        return (b - r + 2 * chroma) * 40 // chroma
    return (r - g + 4 * chroma) * 40 // chroma


def _plane(target, color):
    # the bit of a plane for an opaque colour
    if target == LUMA7:
        return _luma(color) >> 7
    if target == LUMA6:
        return _luma(color) >> 6 & 1
    r, g, b = color >> 16, color >> 8 & 0xFF, color & 0xFF
    highlight = False
    if max(r, g, b) - min(r, g, b) > 16:
        apart = (target & 0xFF) - _hue(color)
        highlight = -10 <= apart <= 10 or not -220 < apart < 220
    if target & HIGHLIGHT:
        return 1 if highlight else 0
    return 0 if highlight else _luma(color) >> 7


class TileGrid:
    """A grid of ``width`` x ``height`` tiles out of ``bitmap``, coloured by ``pixel_shader``."""

    # (Of the class is what most have in common: an object's own attributes take 16 bytes each.)
    _gw = _gh = 1
    _tw = _th = 0  # size of a tile, 0: the bitmap's
    _tiles = 0  # one tile is kept as a number
    _flags = 0
    _src = None  # FrameBuffer to blit from; None: to be made
    _at = -1  # where the tile begins in the bitmap's memory; -1: to be found, -2: drawn otherwise
    _l = _t = _r = _b = 0  # bounds on the display when last drawn
    _z = -1  # number of its place among all that was ever drawn
    _up = None  # the Group it is in

    def __init__(
        self,
        bitmap,
        *,
        pixel_shader,
        width=1,
        height=1,
        tile_width=None,
        tile_height=None,
        default_tile=0,
        x=0,
        y=0,
    ):
        if not isinstance(pixel_shader, Palette):
            raise TypeError("TileGrid: pixel_shader must be a Palette")
        tile_width = tile_width or bitmap.width
        tile_height = tile_height or bitmap.height
        if tile_width < 1 or tile_height < 1:
            raise ValueError("TileGrid: tile width and height must be greater than 0")
        if bitmap.width % tile_width or bitmap.height % tile_height:
            raise ValueError("TileGrid: the tile's size must divide the bitmap's exactly")
        self._bm = bitmap
        self._pal = pixel_shader
        self._tx = x
        self._ty = y
        if width != 1 or height != 1:
            self._gw = width
            self._gh = height
            self._tiles = bytearray(width * height)
        if tile_width != bitmap.width:
            self._tw = tile_width
        if tile_height != bitmap.height:
            self._th = tile_height
        if default_tile:
            for i in range(width * height):
                self[i] = default_tile

    # -- CircuitPython's properties --

    @property
    def x(self):
        return self._tx

    @x.setter
    def x(self, value):
        if value != self._tx:
            self._tx = value
            self._flags |= _CHANGED

    @property
    def y(self):
        return self._ty

    @y.setter
    def y(self, value):
        if value != self._ty:
            self._ty = value
            self._flags |= _CHANGED

    @property
    def hidden(self):
        return bool(self._flags & _HIDDEN)

    @hidden.setter
    def hidden(self, value):
        self._flag(_HIDDEN, value)

    @property
    def flip_x(self):
        return bool(self._flags & _FLIP_X)

    @flip_x.setter
    def flip_x(self, value):
        self._flag(_FLIP_X, value)

    @property
    def flip_y(self):
        return bool(self._flags & _FLIP_Y)

    @flip_y.setter
    def flip_y(self, value):
        self._flag(_FLIP_Y, value)

    @property
    def transpose_xy(self):
        return bool(self._flags & _TRANSPOSE)

    @transpose_xy.setter
    def transpose_xy(self, value):
        self._flag(_TRANSPOSE, value)

    @property
    def width(self):
        return self._gw

    @property
    def height(self):
        return self._gh

    @property
    def tile_width(self):
        return self._tw or self._bm.width

    @property
    def tile_height(self):
        return self._th or self._bm.height

    @property
    def bitmap(self):
        return self._bm

    @bitmap.setter
    def bitmap(self, value):
        if value.width != self._bm.width or value.height != self._bm.height:
            raise ValueError("TileGrid: the new bitmap must have the old one's size")
        self._bm = value
        self._touch()

    @property
    def pixel_shader(self):
        return self._pal

    @pixel_shader.setter
    def pixel_shader(self, value):
        if not isinstance(value, Palette):
            raise TypeError("TileGrid: pixel_shader must be a Palette")
        self._pal = value
        self._flags |= _CHANGED

    def contains(self, touch_tuple):
        """Whether the first two numbers are a place on this grid, in the group's pixels."""
        w = self._gw * self.tile_width
        h = self._gh * self.tile_height
        if self._flags & _TRANSPOSE:
            w, h = h, w
        x = touch_tuple[0] - self._tx
        y = touch_tuple[1] - self._ty
        return 0 <= x < w and 0 <= y < h

    def _index(self, index):
        if not isinstance(index, int):
            x, y = index
            if not (0 <= x < self._gw and 0 <= y < self._gh):
                raise IndexError("TileGrid: no tile at (%d, %d)" % (x, y))
            index = y * self._gw + x
        if not 0 <= index < self._gw * self._gh:
            raise IndexError("TileGrid: no tile %d" % index)
        return index

    def __getitem__(self, index):
        index = self._index(index)
        return self._tiles if isinstance(self._tiles, int) else self._tiles[index]

    def __setitem__(self, index, value):
        index = self._index(index)
        bitmap = self._bm
        if not 0 <= value < bitmap.width // self.tile_width * (bitmap.height // self.tile_height):
            raise ValueError("TileGrid: the bitmap has no tile %d" % value)
        if isinstance(self._tiles, int):
            if self._tiles == value:
                return
            self._tiles = value
        else:
            if self._tiles[index] == value:
                return
            self._tiles[index] = value
        self._touch()

    def _flag(self, flag, value):
        flags = self._flags | flag if value else self._flags & ~flag
        if flags != self._flags:
            self._flags = flags
            if flag == _HIDDEN:
                _stale(self._up)
            else:
                self._touch()

    def _touch(self):
        self._flags = self._flags & ~_COPY | _CHANGED
        if self._src is not None:
            self._src = None
        if self._at != -1:
            self._at = -1

    def _mark(self):
        self._flags |= _CHANGED

    # -- drawing --

    def _place(self, scene):
        # Find the bounds on the display; what was there and what is to be there is changed.
        self._flags &= ~_CHANGED
        x = self._tx
        y = self._ty
        scale = 1
        group = self._up
        while group is not scene:
            s = group._gs
            x = x * s + group._gx
            y = y * s + group._gy
            scale *= s
            group = group._up
        bitmap = self._bm
        r = self._gw * (self._tw or bitmap.width)
        b = self._gh * (self._th or bitmap.height)
        if self._flags & _TRANSPOSE:
            r, b = b, r
        r = x + r * scale
        b = y + b * scale
        scene._damage(x, y, r, b)
        if x != self._l or y != self._t or r != self._r or b != self._b:
            if self._r > self._l:
                scene._damage(self._l, self._t, self._r, self._b)
            if r - x != self._r - self._l:  # scaled anew
                if self._src is not None:
                    self._src = None
                if self._at != -1:
                    self._at = -1
            self._l = x
            self._t = y
            self._r = r
            self._b = b

    def _written(self, scene):
        # Something was written into the bitmap: whatever of it shows is to be drawn again.
        bitmap = self._bm
        w = self._tw or bitmap.width
        h = self._th or bitmap.height
        tiles = self._tiles
        if w == bitmap.width and h == bitmap.height and self._gw == self._gh == 1:
            if self._r - self._l == w and not self._flags & (
                _CHANGED | _COPY | _FLIP_X | _FLIP_Y | _TRANSPOSE
            ):
                # the bitmap as it is, which may fill the screen: only the part written
                x = self._l
                y = self._t
                scene._damage(x + bitmap._x1, y + bitmap._y1, x + bitmap._x2, y + bitmap._y2)
                return
            tiles = b"\x00"
        elif isinstance(tiles, int):
            tiles = (tiles,)
        across = bitmap.width // w
        for tile in tiles:
            x = tile % across * w
            y = tile // across * h
            if x < bitmap._x2 and bitmap._x1 < x + w and y < bitmap._y2 and bitmap._y1 < y + h:
                self._changed()
                return

    def _changed(self):
        # What it shows has other pixels or colours now.
        self._flags |= _CHANGED
        if self._flags & _COPY:
            self._src = None

    @micropython.native
    def _draw(self, fb, x, y, target, memory, kernels):
        # Draw into ``fb``, which shows the display from (x, y) on and lies in ``memory``. ``kernels``:
        # the functions of blitter for it, by bits a pixel, or None.
        bitmap = self._bm
        palette = self._pal
        x = self._l - x
        y = self._t - y
        if not bitmap._bits:
            color = palette._fill(target)
            if color >= 0:
                fb.fill_rect(x, y, self._r - self._l, self._b - self._t, color)
            return
        if palette._target != target or palette._bits < bitmap._bits:
            palette._make(target, bitmap._bits)
        if kernels and bitmap._bits in kernels:
            at = self._at
            if at == -1:
                at = self._at = self._find()
            if at >= 0:
                a = _numbers
                a[2] = x + _ZERO
                a[3] = y + _ZERO
                a[4] = self._r - self._l
                a[5] = self._b - self._t
                a[6] = (bitmap.width * bitmap._bits + 7) >> 3
                a[7] = at
                a[8] = palette._key
                kernels[bitmap._bits](memory, bitmap.buffer, palette._table, a)
                return
        src = self._src
        if src is None:
            src = self._source()
        if src is not None:
            fb.blit(src, x, y, palette._key, palette._fb)
            return
        i = 0
        w = self.tile_width
        h = self.tile_height
        for row in range(self._gh):
            for column in range(self._gw):
                src = self._tile(self._tiles[i])
                fb.blit(src, x + column * w, y + row * h, palette._key, palette._fb)
                i += 1

    def _find(self):
        # Where in the bitmap's memory the only tile begins; -2 if it can't be drawn from there.
        bitmap = self._bm
        tw, th = self.tile_width, self.tile_height
        if (
            not isinstance(self._tiles, int)
            or self._gw * self._gh != 1
            or self._flags & (_FLIP_X | _FLIP_Y | _TRANSPOSE)
            or self._r - self._l != tw
        ):
            return -2
        bits = bitmap._bits
        across = bitmap.width // tw
        x = self._tiles % across * tw * bits
        if x & 7:
            return -2
        return self._tiles // across * th * ((bitmap.width * bits + 7) >> 3) + (x >> 3)

    def _tile(self, tile):
        # a FrameBuffer of one tile: of the bitmap's memory where the tile starts at a byte
        bitmap = self._bm
        tw, th = self.tile_width, self.tile_height
        if tw == bitmap.width and th == bitmap.height:
            return bitmap.framebuf
        bits = bitmap._bits
        across = bitmap.width // tw
        x = tile % across * tw
        y = tile // across * th
        if x * bits & 7 == 0:
            row = (bitmap.width * bits + 7) // 8
            return framebuf.FrameBuffer(
                memoryview(bitmap.buffer)[y * row + x * bits // 8 :],
                tw,
                th,
                bitmap.format,
                row * 8 // bits,
            )
        self._flags |= _COPY
        fb = framebuf.FrameBuffer(bytearray((tw * bits + 7) // 8 * th), tw, th, bitmap.format)
        fb.blit(bitmap.framebuf, -x, -y)
        return fb

    def _source(self):
        # What to blit from: one tile, or a changed copy; None for a plain grid of many tiles.
        scale = (self._r - self._l) // (self._gw * self.tile_width)
        turned = self._flags & (_FLIP_X | _FLIP_Y | _TRANSPOSE)
        if turned & _TRANSPOSE:
            scale = (self._r - self._l) // (self._gh * self.tile_height)
        if scale == 1 and not turned:
            if not isinstance(self._tiles, int):
                return None
            src = self._src = self._tile(self._tiles)
            return src
        # A program that turns and scales nothing, as the game, doesn't load it.
        from displayio_turned import turned as copy

        self._src = src = copy(self, scale, turned)
        self._flags |= _COPY
        return src


def _stale(group):
    # The list of what is below ``group`` has changed, and so those of the groups it is in.
    while group is not None and group._flat is not None:
        group._flat = None
        group = group._up


class Group:
    """Layers drawn one above the other, moved, scaled and hidden together."""

    def __init__(self, *, scale=1, x=0, y=0):
        if scale < 1:
            raise ValueError("Group: scale must be at least 1")
        self._gx = x
        self._gy = y
        self._gs = scale
        self._hide = False
        self._up = None  # the Group or display it is in
        self._layers = []
        self._flat = None  # the visible TileGrids below, None: to be found

    @property
    def x(self):
        return self._gx

    @x.setter
    def x(self, value):
        if value != self._gx:
            self._gx = value
            self._mark()

    @property
    def y(self):
        return self._gy

    @y.setter
    def y(self, value):
        if value != self._gy:
            self._gy = value
            self._mark()

    @property
    def scale(self):
        return self._gs

    @scale.setter
    def scale(self, value):
        if value < 1:
            raise ValueError("Group: scale must be at least 1")
        if value != self._gs:
            self._gs = value
            self._mark()

    @property
    def hidden(self):
        return self._hide

    @hidden.setter
    def hidden(self, value):
        if bool(value) != self._hide:
            self._hide = bool(value)
            self._flat = None
            _stale(self._up)

    def _mark(self):
        for layer in self._layers:
            layer._mark()

    def _take(self, layer):
        if not isinstance(layer, (Group, TileGrid)):
            raise ValueError("Group: only a Group or a TileGrid can be a layer")
        if layer._up is not None:
            raise ValueError("Layer already in a group")
        layer._up = self
        layer._mark()
        _stale(self)

    def append(self, layer):
        """Add ``layer`` on top."""
        self._take(layer)
        self._layers.append(layer)

    def insert(self, index, layer):
        """Add ``layer`` below the one at ``index``."""
        self._take(layer)
        self._layers.insert(index, layer)

    def index(self, layer):
        """The place of ``layer``; ValueError if it isn't in this group."""
        return self._layers.index(layer)

    def pop(self, i=-1):
        """Take out the layer at ``i`` (the topmost) and return it."""
        layer = self._layers.pop(i)
        layer._up = None
        _stale(self)
        return layer

    def remove(self, layer):
        """Take out ``layer``; ValueError if it isn't in this group."""
        self.pop(self._layers.index(layer))

    def sort(self, key, reverse=False):
        """Sort the layers by ``key(layer)``."""
        self._layers.sort(key=key, reverse=reverse)
        _stale(self)

    def __bool__(self):
        return bool(self._layers)

    def __len__(self):
        return len(self._layers)

    def __iter__(self):
        return iter(self._layers)

    def __contains__(self, layer):
        return layer in self._layers

    def __getitem__(self, index):
        return self._layers[index]

    def __setitem__(self, index, layer):
        old = self._layers[index]
        if old is not layer:
            self._take(layer)
            self._layers[index] = layer
            old._up = None

    def __delitem__(self, index):
        self.pop(index)

    def _list(self):
        # The visible TileGrids, bottom to top. Lists are shared, so they are never changed.
        if self._hide:
            return ()
        flat = self._flat
        if flat is None:
            layers = self._layers
            if len(layers) == 1 and isinstance(layers[0], Group):
                flat = layers[0]._list()
            else:
                flat = []
                for layer in layers:
                    if isinstance(layer, Group):
                        flat.extend(layer._list())
                    elif not layer._flags & _HIDDEN:
                        flat.append(layer)
            self._flat = flat
        return flat


class Scene:
    """What the displays have in common: the root group, and what of it changed.

    A display class says in ``_damage(left, top, right, bottom)`` what it does with a changed
    rectangle, in pixels of the display; the rectangle may be empty or lie beyond its edges.

    Not in CircuitPython: ``between``, a function or None, is called some 20 ms apart during a refresh,
    which may take 150 ms. It mustn't change what is shown.
    """

    between = None
    _serial = 0  # number of the next TileGrid to be listed, on whichever display
    _called = 0  # ticks of the last call of ``between``

    def __init__(self):
        self._root = None
        self._up = None
        self._drawn = ()  # TileGrids on the display, bottom to top
        self._first = 0  # number of the lowest of them
        self._flat = None  # as in a Group: None when the list has to be made again
        _displays.append(self)

    @property
    def root_group(self):
        """The Group shown; None shows nothing."""
        return self._root

    @root_group.setter
    def root_group(self, group):
        if group is self._root:
            return
        if group is not None:
            if group._up is not None:
                raise ValueError("Group already used")
            group._up = self
        if self._root is not None:
            self._root._up = None
        self._root = group
        self._everything()

    def _everything(self):
        # Take nothing of what was drawn for granted.
        self._first = Scene._serial
        self._drawn = ()
        self._flat = None
        self._damage(0, 0, 32767, 32767)

    def _look(self):
        # Find what has changed: afterwards _drawn is what to draw, and _damage knows where.
        global _shared
        if self._flat is None:
            self._list()
        drawn = self._drawn
        if _shared:
            _shared = False
            found = []
            for t in drawn:
                if t._pal._new:
                    t._flags |= _CHANGED
                    found.append(t)
                if t._bm._y2:
                    t._written(self)
                    found.append(t)
            for t in found:
                t._pal._new = False
                bitmap = t._bm
                if bitmap._y2:
                    bitmap._x1 = bitmap._y1 = 32767
                    bitmap._x2 = bitmap._y2 = 0
        for t in drawn:
            if t._flags & _CHANGED:
                t._place(self)

    def _list(self):
        old = self._drawn
        drawn = self._root._list() if self._root is not None else ()
        self._flat = self._drawn = drawn
        first = self._first
        start = z = Scene._serial
        top = -1
        for t in drawn:
            if t._z < first:  # not there last time
                t._b = t._t
                t._changed()
            elif t._z < top:  # above something now that it was below
                self._damage(t._l, t._t, t._r, t._b)
            else:
                top = t._z
            t._z = z
            z += 1
        for t in old:
            if t._z < start:  # gone
                self._damage(t._l, t._t, t._r, t._b)
        self._first = start
        Scene._serial = z

    @micropython.native
    def _paint(self, fb, x, y, w, h, target, memory=None, kernels=None):
        # Draw the window of w x h pixels at (x, y) of the display into ``fb``. ``memory``, ``kernels``:
        # as for TileGrid._draw.
        _numbers[0] = w
        _numbers[1] = h
        r = x + w
        b = y + h
        drawn = self._drawn
        if drawn:
            t = drawn[0]
            if t._bm._bits or t._t > y or t._b < b or t._l > x or t._r < r:
                fb.fill(0)
            elif t._pal._fill(target) < 0:
                fb.fill(0)
        else:
            fb.fill(0)
        for t in drawn:
            if t._t < b and t._b > y and t._l < r and t._r > x:
                t._draw(fb, x, y, target, memory, kernels)

    def _between(self):
        # To be called after each piece of a refresh.
        if self.between is not None:
            now = time.ticks_ms()
            if time.ticks_diff(now, self._called) >= _BETWEEN:
                self._called = now
                self.between()

    def _release(self):
        self.root_group = None
