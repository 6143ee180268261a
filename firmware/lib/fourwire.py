# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""CircuitPython's ``fourwire``: a panel on SPI with a data/command pin."""

import time

import micropython


class FourWire:
    """The bus of a display.

    ``spi_bus``: a ``machine.SPI``, set to ``baudrate`` (Hz) here; ``command``, ``chip_select``
    and ``reset``: ``machine.Pin`` objects, the last two may be None.
    """

    def __init__(
        self,
        spi_bus,
        *,
        command,
        chip_select=None,
        reset=None,
        baudrate=24000000,
        polarity=0,
        phase=0,
    ):
        self._spi = spi_bus
        spi_bus.init(baudrate=baudrate, polarity=polarity, phase=phase)
        self._dc = command
        self._cs = chip_select
        self._rst = reset
        command.init(command.OUT, value=0)
        if chip_select is not None:
            chip_select.init(chip_select.OUT, value=1)
        self._one = bytearray(1)
        if reset is not None:
            reset.init(reset.OUT, value=1)
            self.reset()

    def reset(self):
        """Pull the panel's reset pin low for a moment. RuntimeError if there is none."""
        if self._rst is None:
            raise RuntimeError("No reset pin")
        self._rst.value(0)
        time.sleep_ms(1)
        self._rst.value(1)
        time.sleep_ms(1)

    @micropython.native
    def send(self, command, data, *, toggle_every_byte=False):
        """Send the command byte and then ``data``."""
        if not 0 <= command <= 255:
            raise ValueError("Command must be an int between 0 and 255")
        cs = self._cs
        if cs is not None:
            cs.value(0)
        self._one[0] = command
        self._dc.value(0)
        self._spi.write(self._one)
        self._dc.value(1)
        if toggle_every_byte:
            self._data(data, True)
        elif len(data):
            self._spi.write(data)
        if cs is not None:
            cs.value(1)

    def _select(self):
        if self._cs is not None:
            self._cs.value(0)

    def _begin(self, command):
        # Select the panel and send a command byte.
        if self._cs is not None:
            self._cs.value(0)
        self._one[0] = command
        self._dc.value(0)
        self._spi.write(self._one)
        self._dc.value(1)

    def _data(self, data, toggle=False):
        if toggle and self._cs is not None:
            one = self._one
            for byte in data:
                one[0] = byte
                self._spi.write(one)
                self._cs.value(1)
                self._cs.value(0)
        else:
            self._spi.write(data)

    def _end(self):
        if self._cs is not None:
            self._cs.value(1)

    def _commands(self, data):
        # Bytes which are all commands (panels with data_as_commands).
        self._select()
        self._dc.value(0)
        self._spi.write(data)
        self._dc.value(1)
        self._end()

    def _sequence(self, data, pause, two_bytes=False, wait=None):
        # Send an init sequence and take the pauses in it; wait() is called after each command.
        self._take(self._steps(data, pause, two_bytes), wait)

    def _take(self, steps, wait=None):
        for ms in steps:
            if ms:
                time.sleep_ms(abs(ms))
            if wait:
                wait()

    def _steps(self, data, pause, two_bytes=False, order=None):
        # Send an init sequence: command, length (top bit: a delay follows), data, delay, ...
        # pause: milliseconds after a command without a delay. A delay is in milliseconds, 255
        # means 500. two_bytes: lengths of two bytes, the high one with the top bit first.
        # order: what sends a command. Yields, after each, how many milliseconds have to pass, as a
        # negative number after 0x29: what switches a TFT on needs no pause, drivers give it one.
        data = memoryview(data)
        i = 0
        while i < len(data):
            command = data[i]
            size = data[i + 1] & 0x7F
            delayed = data[i + 1] & 0x80
            i += 2
            if two_bytes:
                size = size << 8 | data[i]
                i += 1
            (order or self.send)(command, data[i : i + size])
            i += size
            ms = pause
            if delayed:
                ms = data[i]
                i += 1
                if ms == 255:
                    ms = 500
            yield -ms if command == 0x29 else ms
