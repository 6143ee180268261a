# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Firmwares that show a picture through the real drivers, with right and wrong board settings."""

import time

import displayio


def _scene(display, width, height):
    """White with a red, a green and a blue mark in three corners, a black one in the middle."""
    bitmap = displayio.Bitmap(width, height, 5)
    palette = displayio.Palette(5)
    for i, colour in enumerate((0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF, 0x000000)):
        palette[i] = colour
    for i in range(8):
        for j in range(8):
            bitmap[i, j] = 1
            bitmap[width - 1 - i, j] = 2
            bitmap[i, height - 1 - j] = 3
            bitmap[width // 2 + i, height // 2 + j] = 4
    group = displayio.Group()
    group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
    display.root_group = group
    display.refresh()


def _wait():
    while True:
        time.sleep_ms(50)


def board(name, **_):
    """The board's own file."""
    module = __import__("firmware.boards." + name, None, None, ("x",))
    _scene(module.display(), module.WIDTH, module.HEIGHT)
    _wait()


def buttons(name, **_):
    """The board's own file; print each press with its action."""
    from firmware.device.buttons import Buttons

    module = __import__("firmware.boards." + name, None, None, ("x",))
    keys = Buttons(module.BUTTONS, getattr(module, "ACTIVE_HIGH", False))
    while True:
        keys.poll()
        action = keys.get()
        if action is not None:
            print(keys.last, action)
        time.sleep_ms(5)


def dark(name, **_):
    """The board's own file, with the backlight off, then at half."""
    module = __import__("firmware.boards." + name, None, None, ("x",))
    _scene(module.display(), module.WIDTH, module.HEIGHT)
    module.brightness(0)
    time.sleep_ms(1000)
    module.brightness(50)
    _wait()


def tft(name, deal=None, **_):
    """An ST7789 with settings given as text: `name=value` with commas, numbers only."""
    from adafruit_st7789 import ST7789
    from fourwire import FourWire
    from machine import SPI, Pin

    options = {"rotation": 180, "bgr": 1, "invert": 1, "rowstart": 0, "colstart": 0}
    pins = {"sck": 6, "mosi": 7, "dc": 9, "cs": 5, "reset": 4, "polarity": 0, "phase": 0}
    for word in (deal or "").split(","):
        if word:
            key, value = word.split("=")
            (pins if key in pins else options)[key] = int(value)
    spi = SPI(0, sck=Pin(pins["sck"]), mosi=Pin(pins["mosi"]), miso=Pin(0))
    bus = FourWire(
        spi,
        command=Pin(pins["dc"]),
        chip_select=Pin(pins["cs"]),
        reset=Pin(pins["reset"]),
        polarity=pins["polarity"],
        phase=pins["phase"],
    )
    display = ST7789(bus, width=240, height=240, backlight_pin=Pin(12), **options)
    _scene(display, 240, 240)
    _wait()


def blink(name, **_):
    """Red, green after 0.5 s, blue after 0.25 s more; nothing changes for 1 s more."""
    module = __import__("firmware.boards." + name, None, None, ("x",))
    display = module.display()
    palette = displayio.Palette(1)
    group = displayio.Group()
    group.append(displayio.TileGrid(displayio.Bitmap(240, 240, 1), pixel_shader=palette))
    display.root_group = group
    for colour, ms in ((0xFF0000, 500), (0x00FF00, 250), (0x0000FF, 1000)):
        palette[0] = colour
        display.refresh()
        time.sleep_ms(ms)


def driven(name, deal=None, **_):
    """A panel on the PicoSystem's pins (BUSY on GPIO 10) by the driver that ``deal`` names.

    ``deal``: a driver's module, then its arguments as ``name=value`` with commas, numbers only.
    """
    from fourwire import FourWire
    from machine import SPI, Pin

    words = deal.split(",")
    module = __import__(words[0])
    options = {}
    for word in words[1:]:
        key, value = word.split("=")
        options[key] = int(value)
    spi = SPI(0, sck=Pin(6), mosi=Pin(7), miso=Pin(0))
    bus = FourWire(spi, command=Pin(9), chip_select=Pin(5), reset=Pin(4), baudrate=24_000_000)
    if "seconds_per_frame" in options:
        options["busy_pin"] = Pin(10)
    else:
        options["backlight_pin"] = Pin(12)
    if options.pop("lut", 0):
        options["custom_lut"] = module.FPC_A005_LUT
    make = getattr(module, words[0].split("_")[-1].upper())
    display = make(bus, **options)
    if options.get("grayscale"):
        _greys(display)
    else:
        _scene(display, options["width"], options["height"])
    _wait()


def _greys(display):
    """Four upright bars from black to white."""
    width, height = display.width, display.height
    palette = displayio.Palette(4)
    bitmap = displayio.Bitmap(width, height, 4)
    for i in range(4):
        palette[i] = 0x555555 * i
    for x in range(width):
        for y in range(height):
            bitmap[x, y] = x * 4 // width
    group = displayio.Group()
    group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
    display.root_group = group
    display.refresh()


def selftest(name, deal=None, **_):
    """The self-test with arguments of the panel's driver overruled: ``name=value`` with commas."""
    from firmware.app.screens import selftest

    if deal:
        words = deal.split(",")
        driver = __import__(words[0])
        kind = words[0].split("_")[-1].upper()
        make = getattr(driver, kind)
        wrong = {key: int(value) for key, value in (word.split("=") for word in words[1:])}
        setattr(driver, kind, lambda bus, **options: make(bus, **dict(options, **wrong)))
    selftest.run(name)


def selftest_boxes(name, **_):
    """Print place and size of all that the self-test shows, and what it says of the buttons."""
    from firmware.app.screens import selftest

    module = __import__("firmware.boards." + name, None, None, ("x",))
    picture = selftest.Picture(module)
    for tile in picture.group:
        bitmap = getattr(tile, "source", tile.bitmap)  # a box has no pixels of its own, text has
        print("box", tile.x, tile.y, bitmap.width, bitmap.height, 1 if bitmap.buffer else 0)
    print("say", picture.still.words)
    for entry in module.BUTTONS:
        for action in entry[2:]:
            picture.echo(entry[0], action)
            print("say", picture.still.words, "|", picture.line.words)
