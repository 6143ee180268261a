# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""CircuitPython's ``i2cdisplaybus``: a panel on I2C. Only boards with such a panel load it."""

from fourwire import FourWire

_COMMAND = b"\x80"  # one command byte follows
_DATA = b"\x40"  # all that follows is data


class I2CDisplayBus(FourWire):
    """The bus of a display.

    ``i2c_bus``: a ``machine.I2C``; ``device_address``: the panel's, 0 to 127; ``reset``: a
    ``machine.Pin`` or None. OSError if the panel doesn't answer.
    """

    def __init__(self, i2c_bus, *, device_address, reset=None):
        self._i2c = i2c_bus
        self._to = device_address
        self._rst = reset
        self._parts = [_DATA, b""]
        if reset is not None:
            reset.init(reset.OUT, value=1)
            self.reset()

    def reset(self):
        """Pull the panel's reset pin low for a moment, if there is one."""
        if self._rst is not None:
            super().reset()

    def send(self, command, data, *, toggle_every_byte=False):
        """Send the command byte and then ``data``, as commands."""
        if not 0 <= command <= 255:
            raise ValueError("Command must be an int between 0 and 255")
        self._commands(bytes((command,)) + bytes(data))

    def _select(self):
        pass

    def _begin(self, command):
        self._commands(bytes((command,)))

    def _data(self, data, toggle=False):
        self._parts[1] = data
        self._i2c.writevto(self._to, self._parts)
        self._parts[1] = b""

    def _end(self):
        pass

    def _commands(self, data):
        out = bytearray(2 * len(data))
        for i in range(len(data)):
            out[2 * i] = _COMMAND[0]
            out[2 * i + 1] = data[i]
        self._i2c.writeto(self._to, out)
