# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""CircuitPython's ``digitalio`` over ``machine.Pin``, for the panel drivers that use it."""


class Direction:
    INPUT = 0
    OUTPUT = 1


class DriveMode:
    PUSH_PULL = 0
    OPEN_DRAIN = 1


class Pull:
    UP = 1
    DOWN = 2


class DigitalInOut:
    """A ``machine.Pin`` with CircuitPython's names; an input at first."""

    def __init__(self, pin):
        self._pin = pin
        self._out = False
        self._pull = None
        self.switch_to_input()

    def deinit(self):
        """Make it an input."""
        self.switch_to_input()

    def switch_to_output(self, value=False, drive_mode=DriveMode.PUSH_PULL):
        pin = self._pin
        pin.init(pin.OPEN_DRAIN if drive_mode == DriveMode.OPEN_DRAIN else pin.OUT, value=value)
        self._out = True

    def switch_to_input(self, pull=None):
        pin = self._pin
        if pull is None:
            pin.init(pin.IN)
        else:
            pin.init(pin.IN, pin.PULL_UP if pull == Pull.UP else pin.PULL_DOWN)
        self._pull = pull
        self._out = False

    @property
    def direction(self):
        return Direction.OUTPUT if self._out else Direction.INPUT

    @direction.setter
    def direction(self, value):
        if value == Direction.OUTPUT:
            self.switch_to_output()
        else:
            self.switch_to_input()

    @property
    def pull(self):
        return self._pull

    @pull.setter
    def pull(self, value):
        self.switch_to_input(value)

    @property
    def value(self):
        return bool(self._pin.value())

    @value.setter
    def value(self, value):
        self._pin.value(1 if value else 0)
