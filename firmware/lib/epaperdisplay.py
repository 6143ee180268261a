# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""CircuitPython's ``epaperdisplay``: e-ink panels, driven by Adafruit's panel drivers.

A picture is composed in strips, each turned to the panel's own orientation in C: a page
of eight rows in MONO_VLSB is a column of bytes for a panel that scans along the other axis, and a
column of bytes is what a GS8 FrameBuffer of width 1 and stride 1 draws.

As in CircuitPython ``refresh()`` returns when the panel has begun; ``busy`` tells when it has
finished. There is nothing that runs in the background here, so it is ``busy`` (or the next
refresh, which waits) that sends the commands which end a refresh: an app asks for it now and then.
No wait is endless.

Beyond CircuitPython: a board file may set ``display.fast`` to a waveform of the module
``waveforms`` or ``waveforms_ssd1680``. Then ``refresh(fast=True)`` changes only what changed, quickly and without flashing,
``refresh()`` cleans the whole glass, and both add up to no charge on any pixel.
"""

import time
from array import array
from binascii import crc32

import displayio
import framebuf
from micropython import const

_ANSWER_MS = const(2000)  # the longest wait for a command to be done
_SHOW_MS = const(60000)  # the longest wait for a refresh whose end BUSY tells

_planes = {}  # size: buffers, kept for the next display of the same size
_ZERO = const(16384)  # as in blitter
_STRIP = const(32)  # rows drawn at a time, a multiple of 8


class EPaperDisplay(displayio.Scene):
    """An e-ink display of ``width`` x ``height`` pixels as seen after ``rotation`` (clockwise).

    The arguments are CircuitPython's; ``busy_pin`` is a ``machine.Pin``. Three-colour and
    four-grey panels get their second plane. Panels with more colours aren't supported.
    """

    #: The waveform for fast refreshes, None to use only the driver's own.
    fast = None

    def __init__(
        self,
        display_bus,
        start_sequence,
        stop_sequence,
        *,
        width,
        height,
        ram_width,
        ram_height,
        colstart=0,
        rowstart=0,
        rotation=0,
        set_column_window_command=None,
        set_row_window_command=None,
        set_current_column_command=None,
        set_current_row_command=None,
        write_black_ram_command,
        black_bits_inverted=False,
        write_color_ram_command=None,
        color_bits_inverted=False,
        highlight_color=0x000000,
        refresh_display_command,
        refresh_time=40,
        busy_pin=None,
        busy_state=True,
        seconds_per_frame=180,
        always_toggle_chip_select=False,
        grayscale=False,
        advanced_color_epaper=False,
        two_byte_sequence_length=False,
        start_up_time=0,
        address_little_endian=False,
    ):
        if advanced_color_epaper:
            raise NotImplementedError("EPaperDisplay: panels of many colours aren't supported")
        if rotation % 90:
            raise ValueError("Display rotation must be in 90 degree increments")
        self._bus = display_bus
        self._start = start_sequence
        self._stop = stop_sequence
        self._wide = width
        self._high = height
        self._turn = rotation % 360
        self._window = (
            (set_column_window_command, set_current_column_command, colstart, ram_width),
            (set_row_window_command, set_current_row_command, rowstart, ram_height),
        )
        self._little = address_little_endian
        self._black = write_black_ram_command
        self._color = write_color_ram_command
        self._color_invert = color_bits_inverted
        if isinstance(refresh_display_command, int):
            refresh_display_command = bytes((refresh_display_command, 0))
            if two_byte_sequence_length:
                refresh_display_command += b"\x00"
        self._go = refresh_display_command
        self._refresh_ms = int(refresh_time * 1000)
        self._busy_pin = busy_pin
        self._busy_state = busy_state
        self._frame_ms = int(seconds_per_frame * 1000)
        self._toggle = always_toggle_chip_select
        self._two = two_byte_sequence_length
        self._boot_ms = int(start_up_time * 1000)
        self._targets = [displayio.LUMA7]
        if grayscale:
            self._targets.append(displayio.LUMA6)
        elif highlight_color:
            hue = displayio._hue(highlight_color)
            self._targets = [displayio.TRICOLOR + hue, displayio.HIGHLIGHT + hue]
        # The panel's own picture: rows of whole bytes.
        turned = self._turn % 180 != 0
        self._panel_w, self._panel_h = (height, width) if turned else (width, height)
        self._row = (self._panel_w + 7) // 8
        size = self._row * self._panel_h
        w, h = (width, 8 * self._row) if turned else (8 * self._row, height)
        if size not in _planes:
            _planes[size] = bytearray(w * _STRIP // 8), bytearray(size)
        self._draw, self._plane = _planes[size]
        form = framebuf.MONO_VLSB if turned else framebuf.MONO_HLSB
        self._size = w, h
        # A panel whose rows aren't whole bytes is mirrored about the end of the last byte.
        pad = 8 * self._row - self._panel_w
        self._origin = -pad if self._turn == 180 else 0, -pad if self._turn == 90 else 0
        self._fb = framebuf.FrameBuffer(self._draw, w, _STRIP, form)
        self._numbers = array("i", [0] * 4)  # what blitter.column is told
        self._kernels = displayio.blitter.VLSB if displayio.blitter and turned else None
        self._plane_fb = framebuf.FrameBuffer(self._plane, self._row, self._panel_h, framebuf.GS8)
        mirror = self._turn >= 180
        self._tables = (
            _turn_table(mirror, black_bits_inverted),
            _turn_table(mirror, color_bits_inverted) if len(self._targets) > 1 else None,
        )
        self._changed = True
        self._shown_at = None
        self._dead = False
        # strips that may have changed
        self._strip_a = 0
        self._strip_b = 32767
        # for the fast refresh: whether the panel is awake, check sums of the strips on the glass
        # (-1: not known), fast refreshes since the last clean one
        self._awake = False
        self._sums = [-1] * ((h + _STRIP - 1) // _STRIP)
        # ticks when the refresh under way was begun, and after how long to give up; 0: none is
        self._since = 0
        self._limit = 0
        self._fasts = 0
        if busy_pin is not None:
            busy_pin.init(busy_pin.IN)
        super().__init__()

    @property
    def width(self):
        return self._wide

    @property
    def height(self):
        return self._high

    @property
    def rotation(self):
        """Degrees clockwise. It is given when the display is made."""
        return self._turn

    @rotation.setter
    def rotation(self, value):
        raise NotImplementedError("EPaperDisplay: the rotation is set when it is made")

    @property
    def bus(self):
        return self._bus

    def _working(self):
        pin = self._busy_pin
        return pin is None or bool(pin.value()) == bool(self._busy_state)

    @property
    def busy(self):
        """Whether the panel is still at the last refresh."""
        if not self._limit:
            self.time_to_refresh  # noqa: B018 - to be noticed before the ticks turn over
            return False
        if self._working():
            # (Unasked for days, the ticks have turned over.)
            if 0 <= time.ticks_diff(time.ticks_ms(), self._since) < self._limit:
                return True
            if self._busy_pin is not None:
                self._complain(self._limit)
        self._limit = 0
        if self.fast is not None:
            self.fast.rest(self)
        else:
            # The panel is busy once more as it goes to sleep: no wait.
            self._awake = False
            self._bus._sequence(self._stop, 0, self._two)
        return False

    @property
    def time_to_refresh(self):
        """Seconds until ``refresh()`` is allowed again."""
        if self._shown_at is None:
            return 0.0
        past = time.ticks_diff(time.ticks_ms(), self._shown_at)
        if 0 <= past < self._frame_ms:
            return (self._frame_ms - past) / 1000
        # Ticks tell only times of days apart: that it is over holds from now on.
        self._shown_at = None
        return 0.0

    def update_refresh_mode(self, start_sequence, seconds_per_frame=180):
        """Use another start sequence and time between refreshes from now on."""
        self._start = start_sequence
        self._frame_ms = int(seconds_per_frame * 1000)

    def _damage(self, left, top, right, bottom):
        if left < self._wide and top < self._high and right > 0 and bottom > 0:
            self._changed = True
            y = self._origin[1]
            self._strip_a = min(self._strip_a, max(0, top - y) // _STRIP)
            self._strip_b = max(self._strip_b, (bottom - y + _STRIP - 1) // _STRIP)

    def refresh(self, *, fast=False):
        """Begin to show the picture, if anything of it changed.

        A refresh under way is waited for. Without a waveform in ``fast`` this is the driver's refresh, whatever the argument is.
        With one, ``fast=True`` is the quick refresh; a clean one is done at the first time, after
        ``fast.most`` quick ones, and when it is asked for by ``fast=False`` (also when nothing
        has changed but quick ones went before).

        RuntimeError if the last refresh was less than ``seconds_per_frame`` ago.
        """
        self._look()
        wave = self.fast
        if not self._changed and (fast or not self._fasts):
            return
        if self.time_to_refresh > 0:
            raise RuntimeError("Refresh too soon")
        self._changed = False
        self._settle()
        first = self._strip_a
        last = min(self._strip_b, len(self._sums))
        self._strip_a = 32767
        self._strip_b = 0
        if wave is None or self._sums[0] < 0:
            self._drive()
        else:
            # The old picture has to be sent before the new one takes its place: until then what has
            # changed is kept, or drawn once more where there is no memory for it.
            changed = []
            for i in range(first, last):
                draw = self._strip(i, displayio.LUMA7)
                self._between()
                now = _check(draw)
                if now != self._sums[i]:
                    self._sums[i] = now
                    changed.append(i)
                    changed.append(_copy(draw))
            if not changed and (fast or not self._fasts):
                return
            clean = not fast or self._fasts >= wave.most
            if self._awake:  # some keep BUSY in their deep sleep
                self._answered()
            wave.begin(self, clean)
            wave.old(self)
            for k in range(0, len(changed), 2):
                i = changed[k]
                draw = changed[k + 1] or self._strip(i, displayio.LUMA7)
                self._turn_strip(i, draw, self._tables[0])
                self._between()
            self._started(wave.new(self))
            self._fasts = 0 if clean else self._fasts + 1
        self._shown_at = time.ticks_ms()

    def _drive(self):
        # CircuitPython's refresh: the panel's own waveform.
        self._begin()
        for i, command in enumerate((self._black, self._color)):
            if command is None:
                continue
            if i < len(self._targets):
                sums = self._sums
                for strip in range(len(sums)):
                    draw = self._strip(strip, self._targets[i])
                    if not i:
                        sums[strip] = _check(draw)
                    self._turn_strip(strip, draw, self._tables[i])
                    self._between()
                self._send(command)
                continue
            # A second plane which isn't used: clear it.
            self._send(command, False)
            blank = (b"\xff" if self._color_invert else b"\x00") * 512
            size = len(self._plane)
            while size > 0:
                self._data(blank if size >= 512 else blank[:size])
                size -= 512
        self._bus._sequence(self._go, 0, self._two)
        self._fasts = 0
        # As in CircuitPython refresh_time only counts where there is no BUSY; glass of three colours
        # or in the cold takes longer than its driver says.
        ms = self._refresh_ms
        if self._busy_pin is not None and ms < _SHOW_MS:
            ms = _SHOW_MS
        self._started(ms)

    def _settle(self):
        while self.busy:
            time.sleep_ms(1)

    def _started(self, ms):
        # A refresh has begun that may take so many milliseconds.
        self._since = time.ticks_ms()
        self._limit = 50 if self._dead else max(1, ms)

    def sleep(self):
        """Send the panel to its deepest sleep, for a long pause. A refresh wakes it."""
        self._settle()
        if self._awake:
            self._awake = False
            self._answered()
            self._bus._sequence(self._stop, 0, self._two)

    def _release(self):
        self.sleep()
        super()._release()

    def _begin(self):
        # Reset and the driver's start sequence.
        self._awake = True
        try:
            self._bus.reset()
        except RuntimeError:
            pass  # without a reset pin the start sequence has to do
        time.sleep_ms(self._boot_ms)
        self._bus._sequence(self._start, 0, self._two, self._answered)

    def _answered(self):
        # Wait until the panel has done a command.
        if self._busy_pin is None:
            return
        most = _ANSWER_MS
        if self._dead:
            most = 50  # one long wait for a panel that isn't there is enough
        start = time.ticks_ms()
        while self._working():
            if not 0 <= time.ticks_diff(time.ticks_ms(), start) < most:
                self._complain(most)
                return
            time.sleep_ms(1)
        self._dead = False

    def _complain(self, ms):
        if not self._dead:
            print("e-paper: no answer from the panel (BUSY for %d ms)" % ms)
        self._dead = True

    def _send(self, command, plane=True, top=0, bottom=None):
        # Write the plane, or with ``plane`` False what follows, to a RAM of the panel; only its
        # rows from top to before bottom.
        if bottom is None:
            bottom = self._panel_h
        self._set_window(top, bottom)
        self._bus._begin(command)
        self._bus._end()
        if plane:
            self._data(memoryview(self._plane)[top * self._row : bottom * self._row])

    def _data(self, data):
        bus = self._bus
        bus._select()
        bus._data(data, self._toggle)
        bus._end()

    def _set_window(self, top, bottom):
        little = self._little
        for command, current, start, ram in self._window:
            if command is None:
                continue
            columns = self._window[0][0] is command
            if columns:
                first = start // 8
                last = (start + 8 * self._row) // 8 - 1
            else:
                first = start + top
                last = start + bottom - 1
            if ram < 0x100:
                data = bytes((first, last))
            else:
                data = first.to_bytes(2, "little" if little else "big") + last.to_bytes(
                    2, "little" if little else "big"
                )
            self._bus.send(command, data)
            if current is not None:
                self._bus.send(current, data[: len(data) // 2])

    def _strip(self, i, target):
        # Draw a strip of the scene, upright, and return its bytes.
        w, h = self._size
        top = _STRIP * i
        x, y = self._origin
        self._paint(self._fb, x, y + top, w, _STRIP, target, self._draw, self._kernels)
        draw = memoryview(self._draw)
        return draw if top + _STRIP <= h else draw[: len(draw) * (h - top) // _STRIP]

    def _turn_strip(self, i, draw, table):
        # Turn the strip ``draw`` to the panel's orientation, into self._plane.
        turn = self._turn
        w = self._size[0]
        top = _STRIP * i
        if not self._kernels:
            palette = framebuf.FrameBuffer(table, 256, 1, framebuf.GS8)
        if turn % 180 == 0:
            high = len(draw) // self._row
            if turn:
                top = self._panel_h - top - high
                plane = memoryview(self._plane)[top * self._row :]
                end = len(draw)
                at = 0
                while at < end:
                    size = min(256, end - at)
                    plane[end - at - size : end - at] = _reversed(draw[at : at + size])
                    at += size
                draw = plane
            source = framebuf.FrameBuffer(draw, self._row, high, framebuf.GS8)
            self._plane_fb.blit(source, 0, top, -1, palette)
            return
        at = top // 8
        if self._kernels:
            a = self._numbers
            a[1] = w
            for page in range(len(draw) // w):
                to = at + page
                a[0] = page * w
                a[2] = to + (w - 1) * self._row
                a[3] = _ZERO - self._row
                if turn == 90:
                    a[2] = self._row - 1 - to
                    a[3] = _ZERO + self._row
                displayio.blitter.column(self._plane, draw, table, a)
            return
        for page in range(len(draw) // w):
            data = draw[page * w : (page + 1) * w]
            to = at + page
            if turn == 270:
                _mirror(data)
            else:
                to = self._row - 1 - to
            source = framebuf.FrameBuffer(data, 1, w, framebuf.GS8, 1)
            self._plane_fb.blit(source, to, 0, -1, palette)


def _copy(data):
    try:
        return memoryview(bytearray(data))
    except MemoryError:
        return None


def _check(data):
    # A check sum, of 30 bits, so that it is no object.
    return crc32(data) & 0x3FFFFFFF


def _mirror(data):
    # Reverse the bytes in place, some at either end at a time: small pieces are always free.
    i = 0
    j = len(data)
    while j - i > 1:
        n = min(64, (j - i) // 2)
        first = _reversed(data[i : i + n])
        data[i : i + n] = _reversed(data[j - n : j])
        data[j - n : j] = first
        i += n
        j -= n


def _reversed(data):
    # The bytes in reverse order: a long integer turns them in C.
    return int.from_bytes(data, "little").to_bytes(len(data), "big")


def _turn_table(turn, invert):
    # What a byte of eight pixels becomes: mirrored, inverted, both or neither.
    table = bytearray(256)
    for i in range(256):
        b = i
        if turn:
            b = (b & 0x0F) << 4 | b >> 4
            b = (b & 0x33) << 2 | b >> 2 & 0x33
            b = (b & 0x55) << 1 | b >> 1 & 0x55
        table[i] = b ^ 0xFF if invert else b
    return table
