# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Work on many bytes at once, in CPython and in MicroPython.

The panel models handle whole pictures. In CPython slices with steps and ``bytes.translate`` do
that at the speed of C; MicroPython, in which the same models run on the web page, has neither, but
its
``framebuf`` copies bytes with any stride and through a palette.
"""

import sys

if sys.implementation.name != "micropython":

    def translate(data, table):
        """``data`` with each byte replaced by its entry in ``table`` (256 bytes)."""
        return data.translate(table)

    def every(data, start, end, step):
        """The bytes of ``data`` at ``start``, ``start + step`` ... before ``end``; ``step`` >
        0.
        """
        return data[start:end:step]

    def put(target, start, step, part):
        """Write the bytes of ``part`` to ``start``, ``start + step`` ... of the bytearray
        ``target``.

        ``step`` may be negative.
        """
        end = start + len(part) * step
        target[slice(start, end if end >= 0 else None, step)] = part

    def backwards(data):
        """``data`` from the last byte to the first."""
        return data[::-1]

else:
    from framebuf import GS8, FrameBuffer

    _MOST = 32768  # a picture's sides are at most 65535
    _palettes = {}

    def _copy(out, start, step, data, begin, stride, count, palette=None):
        # pictures one pixel wide, whose rows are ``step`` and ``stride`` bytes
        if not isinstance(data, bytearray):
            data = bytearray(data)
        out = memoryview(out)
        data = memoryview(data)
        while count > 0:
            rows = min(count, _MOST)
            FrameBuffer(out[start:], 1, rows, GS8, step).blit(
                FrameBuffer(data[begin:], 1, rows, GS8, stride), 0, 0, -1, palette
            )
            start += rows * step
            begin += rows * stride
            count -= rows

    def translate(data, table):
        palette = _palettes.get(table)
        if palette is None:
            if len(_palettes) > 40:
                _palettes.clear()
            palette = _palettes[table] = FrameBuffer(bytearray(table), 256, 1, GS8)
        out = bytearray(len(data))
        _copy(out, 0, 1, data, 0, 1, len(out), palette)
        return out

    def every(data, start, end, step):
        count = max((min(end, len(data)) - start + step - 1) // step, 0)
        out = bytearray(count)
        _copy(out, 0, 1, data, start, step, count)
        return out

    def put(target, start, step, part):
        count = len(part)
        if step < 0 and count:
            start += (count - 1) * step
            step = -step
            part = backwards(part)
        if step == 1:
            target[start : start + count] = part
        else:
            _copy(target, start, step, part, 0, 1, count)

    def backwards(data):
        return bytearray(reversed(data))
