# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The copies from which ``displayio`` draws a TileGrid that is scaled, flipped or transposed."""

import framebuf
from micropython import const

# as in displayio
_FLIP_X = const(4)
_FLIP_Y = const(8)
_TRANSPOSE = const(16)


def turned(grid, scale, flags):
    """Return a FrameBuffer of ``grid``'s pixels, turned by its flags and ``scale`` times as large.

    It is made row by row: a row is unpacked to one byte a pixel, where a stride of one pixel lets a
    row be drawn as a column.
    """
    gs8 = framebuf.GS8
    bits = grid._bm._bits
    form = grid._bm.format
    w = grid._gw * grid.tile_width
    h = grid._gh * grid.tile_height
    ow, oh = w * scale, h * scale
    if flags & _TRANSPOSE:
        ow, oh = oh, ow
    out = framebuf.FrameBuffer(bytearray((ow * bits + 7) // 8 * oh), ow, oh, form)
    line = bytearray(w)
    row = framebuf.FrameBuffer(line, w, 1, gs8)
    wide = bytearray(w * scale)
    if flags & _TRANSPOSE:
        drawn = framebuf.FrameBuffer(wide, 1, w * scale, gs8, 1)
    else:
        drawn = framebuf.FrameBuffer(wide, w * scale, 1, gs8)
    column = framebuf.FrameBuffer(line, 1, w, gs8, 1)
    spread = [
        framebuf.FrameBuffer(memoryview(wide)[i:], 1, w, gs8, scale) for i in range(scale)
    ]
    for tile_row in range(grid._gh):
        tiles = [
            grid._tile(grid._tiles if isinstance(grid._tiles, int) else grid._tiles[i])
            for i in range(tile_row * grid._gw, (tile_row + 1) * grid._gw)
        ]
        for y in range(grid.tile_height):
            for i, tile in enumerate(tiles):
                row.blit(tile, i * grid.tile_width, -y)
            if flags & _FLIP_X:
                line[:] = bytes(reversed(line))
            for part in spread:
                part.blit(column, 0, 0)
            at = tile_row * grid.tile_height + y
            if flags & _FLIP_Y:
                at = h - 1 - at
            for i in range(at * scale, (at + 1) * scale):
                if flags & _TRANSPOSE:
                    out.blit(drawn, i, 0)
                else:
                    out.blit(drawn, 0, i)
    return out
