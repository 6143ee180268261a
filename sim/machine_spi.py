# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What an ``SPI`` of the simulator's ``machine`` is seldom asked for; the first argument is the
bus.
"""

from machine import call, pin_id

try:
    from micropython import const
except ImportError:
    from engine.mp import const

_SPI_INIT = const(5)
_SPI_READ = const(7)

#: Of each bus of the RP2040 the pins that it uses when none are given: sck, mosi, miso.
_DEFAULTS = {0: (18, 19, 16), 1: (10, 11, 8)}


def find(cls, id):
    """Return the one object of the class ``cls`` for a bus. ValueError if there is no such bus."""
    defaults = getattr(cls, "DEFAULTS", _DEFAULTS)
    if id not in defaults:
        raise ValueError("SPI(%d) doesn't exist" % id)
    spi = cls._all.get(id)
    if spi is None:
        spi = cls._all[id] = object.__new__(cls)
        spi._id = id
        spi._pins = [pin_id(pin) for pin in defaults[id]]
        spi._baud = 0
        spi._mode = 0
    return spi


def start(
    spi, baudrate, *, polarity=0, phase=0, bits=8, firstbit=1, sck=None, mosi=None, miso=None
):
    """Set a bus up."""
    pins = spi._pins
    if hasattr(type(spi), "DEFAULTS"):  # any pins
        for i, pin in enumerate((sck, mosi, miso)):
            if pin is not None:
                pins[i] = pin_id(pin)
    else:
        # sck on GP2, 6, 10 ..., mosi one above, miso on GP0, 4, 8 ...; bit 3 tells the bus.
        pins[0] = _checked(spi, sck, 2, "SCK", pins[0])
        pins[1] = _checked(spi, mosi, 3, "MOSI", pins[1])
        pins[2] = _checked(spi, miso, 0, "MISO", pins[2])
    init(spi, baudrate, polarity=polarity, phase=phase, bits=bits, firstbit=firstbit)


def _checked(spi, pin, place, name, default):
    if pin is None:
        return default
    number = pin_id(pin)
    if number & 3 != place or number >> 3 & 1 != spi._id:
        raise ValueError("bad %s pin" % name)
    return number


def init(spi, baudrate=None, *, polarity=None, phase=None, bits=None, firstbit=None):
    """Set the given ones of baud rate (in bit/s), polarity, phase."""
    if firstbit == 0:
        raise NotImplementedError("LSB")
    if polarity is not None:
        spi._mode = spi._mode & 1 | (2 if polarity else 0)
    if phase is not None:
        spi._mode = spi._mode & 2 | (1 if phase else 0)
    pins = spi._pins
    wires = spi._id | pins[0] << 8 | pins[1] << 16 | spi._mode << 24
    spi._baud = call(_SPI_INIT, wires, baudrate or spi._baud)


def deinit(spi):
    pass


def readinto(spi, buf, write=0):
    """Fill ``buf``; the simulated panels have no data output, so with zeros."""
    call(_SPI_READ, spi._id, len(buf))
    for i in range(len(buf)):
        buf[i] = 0


def read(spi, nbytes, write=0):
    """Return so many bytes."""
    buf = bytearray(nbytes)
    readinto(spi, buf, write)
    return bytes(buf)


def write_readinto(spi, write_buf, read_buf):
    """Send ``write_buf`` while filling ``read_buf``, of the same length."""
    if len(write_buf) != len(read_buf):
        raise ValueError("buffers must be the same length")
    spi.write(write_buf)
    for i in range(len(read_buf)):
        read_buf[i] = 0


def text(spi):
    """What is printed for an SPI."""
    return "SPI(%d, baudrate=%d, polarity=%d, phase=%d, bits=8, sck=%d, mosi=%d, miso=%d)" % (
        (spi._id, spi._baud, spi._mode >> 1, spi._mode & 1) + tuple(spi._pins)
    )
