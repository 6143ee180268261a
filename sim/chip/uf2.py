# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""MicroPython's firmware as a UF2 file: whether the emulated chip can run it."""

import re
import struct

from sim.chip import ChipError

WHERE = (
    "download one for an RP2040 from https://micropython.org/download/RPI_PICO (the file that ends "
    "in .uf2)"
)
FLASH = 0x10000000
RP2040 = 0xE48BFF56

_HEAD = struct.Struct("<8I")
_MAGIC = 0x0A324655, 0x9E5D5157
_LAST = 0x0AB16F30
_OTHERS = {
    0xE48BFF57: "an RP2350",
    0xE48BFF58: "an RP2350",
    0xE48BFF59: "an RP2350",
    0xE48BFF5A: "an RP2350",
    0xE48BFF5B: "an RP2350",
    0xBFDD4EEE: "an ESP32-S2",
    0xC47E5767: "an ESP32-S3",
    0x1C5F21B0: "an ESP32",
    0xD42BA06C: "an ESP32-C3",
    0x68ED2B88: "a SAMD21",
    0x55114460: "a SAMD51",
    0xADA52840: "an nRF52840",
}


def load(path):
    """The content of the flash as a dict address -> bytes, from the UF2 file ``path``.

    Addresses count from the flash's beginning. ChipError with a sentence if the file is missing,
    unreadable, damaged, no UF2, for another chip, or not MicroPython.
    """
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        raise ChipError("There is no file %s: %s." % (path, WHERE))
    except IsADirectoryError:
        raise ChipError("%s is a folder, not a firmware: %s." % (path, WHERE))
    except OSError as error:
        raise ChipError("The file %s can't be read: %s." % (path, error.strerror or error))
    return parse(data, path)


def parse(data, name):
    """As ``load``, of the file's bytes; ``name`` is what sentences call it."""
    if len(data) < 512 or _HEAD.unpack_from(data)[:2] != _MAGIC:
        if data[:4] == b"\x7fELF":
            kind = "an ELF file: it belongs beside the .uf2, for --what profile"
        elif data[:1] == b"\xe9":
            kind = "a firmware for an ESP32, which can't be emulated here"
        else:
            kind = "no UF2 file"
        raise ChipError("%s is %s; %s." % (name, kind, WHERE))
    blocks = {}
    other = None
    most = 0
    for at in range(0, len(data), 512):
        block = data[at : at + 512]
        if len(block) < 512:
            raise ChipError("%s is cut short: download it again." % name)
        first, second, flags, address, size, _number, count, family = _HEAD.unpack_from(block)
        good = (first, second) == _MAGIC and block[508:] == _LAST.to_bytes(4, "little")
        if not good or size > 476:
            raise ChipError("%s is damaged at byte %d: download it again." % (name, at))
        if flags & 1:  # not for the flash
            continue
        if flags & 0x2000 and family != RP2040:
            other = other or _OTHERS.get(family, "another chip")
            continue
        if not 0 <= address - FLASH <= (16 << 20) - size:
            raise ChipError(
                "%s isn't for the flash of an RP2040 (a block for address 0x%08X); %s."
                % (name, address, WHERE)
            )
        blocks[address - FLASH] = block[32 : 32 + size]
        most = max(most, count)
    if not blocks:
        raise ChipError(
            "%s is for %s, and only an RP2040 can be emulated; %s."
            % (name, other or "no chip at all", WHERE)
        )
    if len(blocks) < most:
        raise ChipError(
            "%s is cut short: %d of its %d blocks are there. Download it again."
            % (name, len(blocks), most)
        )
    whole = b"".join(blocks[at] for at in sorted(blocks))
    if re.search(rb"Adafruit CircuitPython \d", whole):  # its greeting; a frozen game has the word, too
        raise ChipError("%s is CircuitPython, not MicroPython; %s." % (name, WHERE))
    if b"MicroPython" not in whole:
        raise ChipError("%s isn't MicroPython; %s." % (name, WHERE))
    return blocks
