# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Cuts the power at every writing operation of an update; run by MicroPython's unix port.

    micropython power_cut.py CASE.json KIND STRIDE

``CASE.json`` (made by tests/test_flash_power.py): ``old`` (path -> text) on the flash, ``new``
what shall be there afterwards, ``gone`` paths that shall not, ``kept`` path -> text in any case,
``scripts`` that do it. ``KIND``: lfs2, lfs2-torn (the last operation writes only half of its data)
or fat. Every STRIDE-th operation is tried. Prints a line ``cuts OLD NEW`` with the numbers of cuts
after which the old and the new version were there; anything else is raised as an error.
"""

import io
import json
import os
import sys

import vfs

BLOCK = 512
COUNT = 300
BLANK = b"\xff" * BLOCK
_EIO = -5


class Flash:
    """A block device on ``data``; from the ``left``-th writing operation on it is dead (-1:
    never).

    It fails by its return value: an exception would leave the file system's C code in the middle.
    A file that was open then may still try to write when it is collected, so a device is never
    brought to life again: another one is made.
    """

    def __init__(self, data, left, torn):
        self.data = data
        self.left = left
        self.torn = torn

    def write(self, at, data):
        if self.left == 0:
            return _EIO
        if self.left > 0:
            self.left -= 1
            if self.left == 0:
                if self.torn:
                    half = len(data) // 2
                    self.data[at : at + half] = data[:half]
                return _EIO
        self.data[at : at + len(data)] = data
        return 0

    def readblocks(self, block, buf, offset=0):
        if self.left == 0:
            return _EIO
        at = block * BLOCK + offset
        buf[:] = self.data[at : at + len(buf)]
        return 0

    def writeblocks(self, block, buf, offset=0):
        return self.write(block * BLOCK + offset, buf)

    def ioctl(self, op, arg):
        if op == 4:
            return COUNT
        if op == 5:
            return BLOCK
        if op == 6:
            return self.write(arg * BLOCK, BLANK)
        return 0


def start(device, kind):
    """Mount as at the start of a board; returns to the flash's root."""
    vfs.mount((vfs.VfsFat if kind == "fat" else vfs.VfsLfs2)(device), "/flash")
    os.chdir("/flash")


def stop():
    os.chdir("/")
    vfs.umount("/flash")


def boot():
    """Do what a board does at its start: run boot.py if there is one; -> main.py's note."""
    sys.modules.pop("tavolino_safe", None)
    try:
        with open("boot.py") as file:
            text = file.read()
        exec(text, {})
    except OSError:
        pass
    except SyntaxError:  # cut off on FAT: a board prints it and goes on
        pass
    return sys.modules.get("tavolino_safe")


def tree():
    """-> path -> text of all files."""
    out = {}

    def look(folder):
        for entry in os.ilistdir(folder or "/flash"):
            path = folder + "/" + entry[0] if folder else entry[0]
            if entry[1] == 0x4000:
                look(path)
            else:
                with open(path, "rb") as file:
                    out[path] = file.read()

    look("")
    return out


def differs(there, files, gone):
    """-> the first path that isn't as ``files`` says, or None. boot.py goes with any version."""
    for path in files:
        if path != "boot.py" and there.get(path) != files[path]:
            return path
    for path in gone:
        if path in there:
            return path
    return None


def main():
    with open(sys.argv[1]) as file:
        case = json.load(file)
    kind, stride = sys.argv[2].split("-")[0], int(sys.argv[3])
    old, new, kept = [
        {path: text.encode() for path, text in case[key].items()} for key in ("old", "new", "kept")
    ]
    torn = sys.argv[2].endswith("torn")
    data = bytearray(b"\xff" * (BLOCK * COUNT))
    device = Flash(data, -1, False)
    (vfs.VfsFat if kind == "fat" else vfs.VfsLfs2).mkfs(device)
    start(device, kind)
    for files in (old, kept):
        for path in files:
            for end, char in enumerate(path):
                if char == "/":
                    try:
                        os.mkdir(path[:end])
                    except OSError:
                        pass
            with open(path, "wb") as file:
                file.write(files[path])
    stop()
    image = bytes(data)
    codes = [compile(script, "script%d" % n, "exec") for n, script in enumerate(case["scripts"])]
    results = [0, 0]

    def update():
        scope = {"print": lambda *words: None}
        for code in codes:
            exec(code, scope)

    cut = 0
    while True:
        cut += stride
        data[:] = image
        finished = False
        device = Flash(data, cut, torn)
        start(device, kind)
        try:
            update()
            finished = True
        except (OSError, ValueError):
            pass
        device.left = 0
        try:
            stop()
        except OSError:
            pass
        start(Flash(data, -1, False), kind)
        note = boot()
        there = tree()
        is_old, is_new = differs(there, old, ()), differs(there, new, case["gone"])
        if (is_old and is_new) or note or (finished and is_new):
            print("cut", cut, "note", note, "not old:", is_old, "not new:", is_new)
            sys.exit(1)
        results[is_new is None] += 1
        if differs(there, kept, ()):
            print("cut", cut, "lost", differs(there, kept, ()))
            sys.exit(1)
        # The same once more, as the user does.
        update()
        if differs(tree(), new, case["gone"]) or differs(tree(), kept, ()):
            print("cut", cut, "again:", differs(tree(), new, case["gone"]))
            sys.exit(1)
        stop()
        if finished:
            break
    print("cuts", results[0], results[1] - 1)


try:
    main()
except Exception as error:
    out = io.StringIO()
    sys.print_exception(error, out)
    print(out.getvalue())
    sys.exit(1)
