# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The microcontrollers of the simulated handhelds, as far as a firmware notices the difference.

A chip's GPIOs have *places*, 0..29: the bits in which the simulated hardware keeps their levels.
"""

#: The simulated ``machine``, files of this folder.
MACHINE = ("machine", "machine_pin", "machine_spi", "machine_rest", "machine_adc", "machine_esp32")


class Chip:
    """A microcontroller.

    ``places``: GPIO number -> place. ``pull``: of a pin after a reset (0 none, 1 up, 2 down).
    ``clocks``: system and peripheral clock after a reset, in Hz.
    """

    #: Whether the firmware runs under CircuitPython, not MicroPython.
    circuitpython = False

    def __init__(self, name, gpios, pull, clocks):
        self.name = name
        self.places = {gpio: place for place, gpio in enumerate(gpios)}
        self.pull = pull
        self.clocks = clocks
        self._gpios = tuple(gpios)

    def gpio(self, place):
        """The number of the GPIO at ``place``."""
        return self._gpios[place]

    def baud(self, clock, wish):
        """The bit rate that the SPI makes of ``wish``, in Hz; ``clock``: the peripherals'."""
        raise NotImplementedError


class _RP2040(Chip):
    def baud(self, clock, wish):
        # Two dividers, an even one of 2..254 and one of 1..256 (RP2040 data sheet, 4.4), chosen
        # as the Pico SDK's spi_set_baudrate does.
        wish = max(wish, 1)
        pre = 2
        while pre < 254 and clock >= (pre + 2) * 256 * wish:
            pre += 2
        post = 256
        while post > 1 and clock // (pre * (post - 1)) <= wish:
            post -= 1
        return clock // (pre * post)


class _ESP32(Chip):
    def baud(self, clock, wish):
        # 80 MHz itself or divided by at least two (technical reference manual, 7.4)
        wish = max(wish, 1)
        return clock if wish >= clock else clock // -(-clock // wish)


RP2040 = _RP2040("rp2040", range(30), 2, (125_000_000, 48_000_000))
# Without the GPIOs that the flash is on and those that don't exist: 28 are left.
ESP32 = _ESP32(
    "esp32",
    (0, 1, 2, 3, 4, 5, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 25, 26, 27)
    + tuple(range(32, 40)),
    0,
    (160_000_000, 80_000_000),
)
# The MagTag's pins only. It runs CircuitPython, whose SPI may be on any pins: the panel's have
# places that the simulator's ``machine``, which has the RP2040's rules, takes for an SPI.
ESP32S2 = _ESP32("esp32s2", [5, 6, 36, 35, 7, 8, 15, 14, 12, 11], 0, (240_000_000, 80_000_000))
ESP32S2.circuitpython = True
