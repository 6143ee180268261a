# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""CircuitPython's ``busdisplay``: panels with a picture memory of their own (TFT, OLED).

The picture is never whole in our memory: it is composed in strips in one buffer that is allocated
when this module is imported, before anything can break up the heap, and kept. Only the areas that
changed are drawn and sent, each in as few strips as the buffer allows.
"""

import time
from binascii import crc32

import displayio
import framebuf
import micropython
from micropython import const

_STRIP = const(7680)  # bytes: 16 rows of 240 pixels in RGB565
_AREAS = const(12)  # changed areas that are told apart
# Two areas become one if that adds no more pixels than this: about what another one costs in time.
_SLACK = const(512)

_strip = bytearray(_STRIP)
_KERNELS = displayio.blitter.RGB565 if displayio.blitter else None


def _check(data):
    # A check sum of a strip, 30 bits at most, so that it is no object.
    if displayio.blitter:
        return displayio.blitter.check(data, len(data) // 2)
    return crc32(data) & 0x3FFFFFFF


class BusDisplay(displayio.Scene):
    """A display of ``width`` x ``height`` pixels as seen after ``rotation``.

    ``init_sequence`` is the panel driver's. A rotation is done by the panel: from the MADCTL of
    the init sequence for 0 degrees the one for 90, 180 or 270 is made, clockwise as in
    CircuitPython. ``colstart`` and ``rowstart`` are added to x and y *after* the rotation.
    Panels of one bit a pixel (OLED) are in ``busdisplay_mono``; there the picture is turned, and
    ``colstart`` and ``rowstart`` count before the rotation, as their drivers give them.
    ``backlight_pin``: a ``machine.Pin``.

    Not in CircuitPython: with ``BusDisplay.later`` set, switching a panel on, which takes a second of
    pauses, goes on in ``poll`` and in the first refresh, while the program does something useful. The
    pause after "display on" (0x29), in which a panel takes commands and pictures all the same, is left
    out, and the light goes on with the first picture.
    """

    later = False

    def __init__(
        self,
        display_bus,
        init_sequence,
        *,
        width,
        height,
        colstart=0,
        rowstart=0,
        rotation=0,
        color_depth=16,
        grayscale=False,
        pixels_in_byte_share_row=True,
        bytes_per_cell=1,
        reverse_pixels_in_byte=False,
        reverse_bytes_in_word=True,
        set_column_command=0x2A,
        set_row_command=0x2B,
        write_ram_command=0x2C,
        backlight_pin=None,
        brightness_command=None,
        brightness=1.0,
        single_byte_bounds=False,
        data_as_commands=False,
        auto_refresh=True,
        native_frames_per_second=60,
        backlight_on_high=True,
        SH1107_addressing=False,
    ):
        paged = not (pixels_in_byte_share_row or reverse_pixels_in_byte or bytes_per_cell != 1)
        mono = grayscale and data_as_commands and single_byte_bounds and paged
        if color_depth != (1 if mono else 16) or not mono and (
            grayscale or data_as_commands or SH1107_addressing or not reverse_bytes_in_word
        ):
            raise NotImplementedError(
                "BusDisplay: only panels with 16-bit colours, or of one bit in pages"
            )
        self._bus = display_bus
        self._wide = width
        self._high = height
        self._col = colstart
        self._row = rowstart
        self._set_col = set_column_command
        self._set_row = set_row_command
        self._write = write_ram_command
        self._narrow = single_byte_bounds
        self._at = bytearray(2 if single_byte_bounds else 4)
        self._areas = [0] * (4 * _AREAS)  # left, top, right and bottom of each
        self._set_strips(height if mono else min(height, _STRIP // (2 * width)))
        self.auto_refresh = auto_refresh
        self._order = display_bus.send
        super().__init__()
        self._light = backlight_pin
        self._light_on = backlight_on_high
        self._light_command = brightness_command
        self._bright = brightness
        self._pwm = None
        self._madctl = _madctl(init_sequence)
        self._turn = 0
        if mono:
            from busdisplay_mono import Mono

            mono = Mono(
                self, _strip, set_column_command, set_row_command, SH1107_addressing, rotation
            )
            self._strip = mono.strip
            self._order = mono.order
            self._madctl = -1
            self._turn = rotation % 360
        elif rotation % 360:
            self._rotate(rotation)
        self._steps = self._start(init_sequence)
        if self.later:
            self._due = time.ticks_ms()
            self._pause = 0
            self.poll()
        else:
            display_bus._take(self._steps)
            self._steps = None
            self.brightness = brightness
        self._everything()

    def _set_strips(self, rows):
        # Strips of full width begin at multiples of so many rows; of each: the check sum if all of
        # it is on the panel.
        self._rows = rows
        if 2 * self._wide * rows <= _STRIP:  # else one bit a pixel
            self._strip_fb = framebuf.FrameBuffer(_strip, self._wide, rows, framebuf.RGB565)
            self._strip_data = memoryview(_strip)[: 2 * self._wide * rows]
        self._sums = [-1] * -(-self._high // rows)
        self._count = 0  # numbers in use in _areas
        self._whole = False  # one area is all of it

    def _start(self, sequence):
        # Switch the panel on; yields the pauses that it needs, in ms.
        yield from self._bus._steps(sequence, 10, order=self._order)
        if self._turn and self._madctl >= 0:
            self._send_turn()

    def poll(self):
        """Go on with switching the panel on, without long waits. Returns whether it is on."""
        while self._steps:
            left = time.ticks_diff(self._due, time.ticks_ms())
            if left > self._pause:
                left = 0  # due so long ago that the ticks have turned over
            if left > 10:
                return False
            if left > 0:
                time.sleep_ms(left)
            try:
                self._pause = max(0, next(self._steps))
                self._due = time.ticks_add(time.ticks_ms(), self._pause)
            except StopIteration:
                self._steps = False  # None when the light is on as well
        return True

    def _ready(self):
        while not self.poll():
            time.sleep_ms(max(1, time.ticks_diff(self._due, time.ticks_ms())))

    def _rotate(self, rotation):
        turns = rotation // 90
        if rotation % 90:
            raise ValueError("Display rotation must be in 90 degree increments")
        madctl = self._madctl
        if madctl < 0:
            raise NotImplementedError("BusDisplay: this panel's rotation can't be set")
        for _ in range((turns - self._turn // 90) % 4):
            # x of the picture now runs along the old y, and y against the old x. With the
            # axes exchanged (0x20) it is the other mirror bit (0x40 x, 0x80 y) that turns.
            madctl ^= 0x20 | (0x80 if madctl & 0x20 else 0x40)
        self._madctl = madctl
        self._turn = rotation % 360

    def _send_turn(self):
        self._bus.send(0x36, bytes((self._madctl,)))

    @property
    def rotation(self):
        """Degrees clockwise. Can be set where the panel begins at its memory's first pixel."""
        return self._turn

    @rotation.setter
    def rotation(self, value):
        if self._col or self._row:
            raise NotImplementedError(
                "BusDisplay: with colstart or rowstart the rotation is set when it is made"
            )
        was = self._turn
        self._ready()
        self._rotate(value)
        self._send_turn()
        if (was - value) % 180:
            self._wide, self._high = self._high, self._wide
        self._set_strips(min(self._high, _STRIP // (2 * self._wide)))
        self._everything()

    @property
    def width(self):
        return self._wide

    @property
    def height(self):
        return self._high

    @property
    def bus(self):
        return self._bus

    @property
    def brightness(self):
        """From 0.0 (dark) to 1.0."""
        return self._bright

    @brightness.setter
    def brightness(self, value):
        if not 0 <= value <= 1:
            raise ValueError("Brightness must be between 0.0 and 1.0")
        self._bright = value
        if self._steps is not None:
            return
        if self._light_command is not None:
            self._order(self._light_command, bytes((round(value * 255),)))
        elif self._light is not None:
            if not self._light_on:
                value = 1 - value
            if self._pwm is None and 0 < value < 1:
                try:
                    from machine import PWM

                    self._pwm = PWM(self._light, freq=1000, duty_u16=0)
                except (ImportError, TypeError, ValueError):
                    self._pwm = False
            if self._pwm:
                self._pwm.duty_u16(round(value * 65535))
            else:
                self._light.init(self._light.OUT, value=value > 0.5)

    def _damage(self, left, top, right, bottom):
        if self._whole:
            return
        if left < 0:
            left = 0
        if top < 0:
            top = 0
        if right > self._wide:
            right = self._wide
        if bottom > self._high:
            bottom = self._high
        if left >= right or top >= bottom:
            return
        areas = self._areas
        size = (right - left) * (bottom - top)
        if size == self._wide * self._high:
            self._whole = True
            self._count = 0
        size += _SLACK
        i = 0
        while i < self._count:
            x1 = areas[i]
            y1 = areas[i + 1]
            x2 = areas[i + 2]
            y2 = areas[i + 3]
            old = (x2 - x1) * (y2 - y1)
            if left < x1:
                x1 = left
            if top < y1:
                y1 = top
            if right > x2:
                x2 = right
            if bottom > y2:
                y2 = bottom
            if (x2 - x1) * (y2 - y1) <= size + old or i == 4 * _AREAS - 4:
                left = x1
                top = y1
                right = x2
                bottom = y2
                break
            i += 4
        else:
            self._count = i + 4
        areas[i] = left
        areas[i + 1] = top
        areas[i + 2] = right
        areas[i + 3] = bottom

    def refresh(
        self, *, target_frames_per_second=None, minimum_frames_per_second=0, fast=False
    ):
        """Bring the panel up to date. Returns True. The arguments change nothing.

        ``fast`` is there so that an app can treat e-paper, where it matters, alike.
        """
        self._ready()
        self._look()
        while self._count:
            # (Less only afterwards: if memory runs out meanwhile, the next refresh tries again.)
            self._count = self._strip(self._count - 4)
        self._whole = False
        if self._steps is False:
            self._steps = None
            self.brightness = self._bright
        return True

    @micropython.native
    def _strip(self, i):
        # Draw and send the area at i of _areas, and return how many numbers are left there.
        x = self._areas[i]
        y = self._areas[i + 1]
        w = self._areas[i + 2] - x
        bottom = self._areas[i + 3]
        rows = self._rows
        whole = w == self._wide
        while y < bottom:
            h = rows - y % rows if whole else _STRIP // (2 * w)
            if h > bottom - y:
                h = bottom - y
            if whole and h == rows:
                # (made once: most of a new screen is such strips)
                fb = self._strip_fb
                data = self._strip_data
            else:
                fb = framebuf.FrameBuffer(_strip, w, h, framebuf.RGB565)
                data = memoryview(_strip)[: 2 * w * h]
            self._paint(fb, x, y, w, h, displayio.RGB565, _strip, _KERNELS)
            # A whole strip drawn again, as for a new screen, is often what is there already.
            check = -1
            strip = y // rows
            if whole and (h == rows or y + h == self._high and not y % rows):
                check = _check(data)
            if check < 0 or check != self._sums[strip]:
                for n in range(strip, (y + h - 1) // rows + 1):
                    self._sums[n] = check
                self._bounds(self._set_col, x + self._col, w)
                self._bounds(self._set_row, y + self._row, h)
                self._bus.send(self._write, data)
            self._between()
            y += h
        return i

    def _bounds(self, command, first, size):
        at = self._at
        last = first + size - 1
        if self._narrow:
            at[0] = first
            at[1] = last
        else:
            at[0] = first >> 8
            at[1] = first & 0xFF
            at[2] = last >> 8
            at[3] = last & 0xFF
        self._bus.send(command, at)


def _madctl(sequence):
    # The last MADCTL (0x36) in an init sequence, -1 if there is none.
    madctl = -1
    i = 0
    while i < len(sequence):
        size = sequence[i + 1] & 0x7F
        if sequence[i] == 0x36 and size:
            madctl = sequence[i + 2]
        i += 2 + size + (sequence[i + 1] >> 7)
    return madctl
