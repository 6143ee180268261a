# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""CircuitPython's ``board`` of the simulated MagTag: its pins, and its display, which is on.

The display is set up as CircuitPython does (ports/espressif/boards/adafruit_magtag_2.9_grayscale,
board.c, first batch of panels): four greys by a table of waveforms, at most every 5 s.
"""

import adafruit_ssd1680 as ssd1680
from epaperdisplay import EPaperDisplay
from fourwire import FourWire
from machine import SPI, Pin

from sim.chips import ESP32S2


def _pin(gpio):
    return Pin(ESP32S2.places[gpio])


BUTTON_A = _pin(15)
BUTTON_B = _pin(14)
BUTTON_C = _pin(12)
BUTTON_D = _pin(11)

# Adafruit's driver has the same commands; board.c adds the table, VCOM -1 V and 296 gates, but not
# the driver's 0x21.
_start = bytearray(ssd1680._START_SEQUENCE + b"\x32\x00\x99" + ssd1680.FPC_A005_LUT)
_start += b"\x22\x00\x01\xc7"
_start[15] = 0x28
_start[38:40] = b"\x27\x01"

DISPLAY = EPaperDisplay(
    FourWire(
        SPI(0, sck=_pin(36), mosi=_pin(35)),
        command=_pin(7),
        chip_select=_pin(8),
        reset=_pin(6),
        baudrate=4_000_000,
    ),
    _start,
    ssd1680._STOP_SEQUENCE,
    width=296,
    height=128,
    ram_width=250,
    ram_height=296,
    rotation=270,
    set_column_window_command=0x44,
    set_row_window_command=0x45,
    set_current_column_command=0x4E,
    set_current_row_command=0x4F,
    write_black_ram_command=0x24,
    write_color_ram_command=0x26,
    refresh_display_command=0x20,
    busy_pin=_pin(5),
    busy_state=True,
    seconds_per_frame=5.0,
    grayscale=True,
    two_byte_sequence_length=True,
    address_little_endian=True,
)
