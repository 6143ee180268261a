# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Files in an image of the chip's flash, and back: littlefs as MicroPython's ``rp2.Flash`` has it."""

import os

from sim.chip import ChipError

#: The file system of the Raspberry Pi Pico's firmware: its first byte in the flash, its blocks.
PICO = {"start": 0xA0000, "block_size": 4096, "block_count": 352}


def check():
    """ChipError if littlefs-python is missing."""
    _littlefs()


def _littlefs():
    try:
        import littlefs
    except ImportError:
        raise ChipError(
            "Flash images need the package littlefs-python, which isn't installed: run "
            "`python3 tools/start.py run -m pip install -r requirements/chip.txt` once."
        )
    return littlefs


def _file_system(where, **more):
    return _littlefs().LittleFS(
        block_size=where["block_size"],
        block_count=where["block_count"],
        prog_size=256,
        read_size=32,
        lookahead_size=32,
        mount=False,
        **more,
    )


def folder_files(folder):
    """The files below ``folder``: path from its root, as "/main.py" -> path here."""
    found = {}
    for place, folders, names in os.walk(folder):
        folders[:] = [f for f in folders if f != "__pycache__" and not f.startswith(".")]
        for name in names:
            if not name.startswith("."):
                path = os.path.join(place, name)
                found["/" + os.path.relpath(path, folder).replace(os.sep, "/")] = path
    return found


def pack(files, where=PICO):
    """The file system's bytes with ``files``: "/path" -> bytes, or a path here to read them from.

    ``where``: as PICO. ChipError if it doesn't hold them.
    """
    error_class = _littlefs().LittleFSError
    system = _file_system(where)
    system.format()
    system.mount()
    try:
        for path in sorted(files):
            data = files[path]
            if isinstance(data, str):
                with open(data, "rb") as source:
                    data = source.read()
            system.makedirs(os.path.dirname(path), exist_ok=True)
            with system.open(path, "wb") as out:
                out.write(data)
    except error_class:
        raise ChipError(
            "The board's files don't fit the %d KB of this firmware's file system: take a firmware "
            "for a board with more flash."
            % (where["block_size"] * where["block_count"] // 1024)
        )
    system.unmount()
    return bytes(system.context.buffer)


def unpack(area, where=PICO, below="/"):
    """"/path" -> bytes of the files below the folder ``below``; ChipError if it can't be read."""
    error_class = _littlefs().LittleFSError
    try:
        system = _file_system(where)
        system.context.buffer = bytearray(area)
        system.mount()
        out = {}
        for place, _folders, names in system.walk(below):
            for name in names:
                path = place.rstrip("/") + "/" + name
                with system.open(path, "rb") as source:
                    out[path] = source.read()
        return out
    except (error_class, FileNotFoundError) as error:
        raise ChipError("There is no file system that can be read: %s." % error)


def image(files, where=PICO):
    """The flash from its beginning, without the firmware, with ``files`` as ``pack`` takes them."""
    return b"\xff" * where["start"] + pack(files, where)


def area(flash, where=PICO):
    """The file system's part of the flash."""
    return flash[where["start"] : where["start"] + where["block_size"] * where["block_count"]]
