# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The part of tools.bench that runs in MicroPython by itself, from a picture of a board's flash.

The flash is a littlefs in a file; pins, bus and clock take next to no memory:

    micropython bench_side.py image PICTURE BOARD_FOLDER [bare]
    micropython bench_side.py count PICTURE
    micropython bench_side.py moves PICTURE GAME DEAL PLAYS
"""

import gc
import sys

from bench_app import PLAYING, Over, plan, run, strongest
from bench_chip import SPI, Clock, solder


class _Keeping:
    # In the place of gc: nothing is collected.
    mem_free = gc.mem_free
    mem_alloc = gc.mem_alloc

    def collect(self):
        pass

    def threshold(self, amount):
        pass


# -- a flash in a file --------------------------------------------------------------------------

BLOCK = 4096
BLOCKS = 352  # of 4 KB: a Pico's


class Flash:
    """A block device in the file ``path``; ``reads``, ``bytes`` count what is read."""

    def __init__(self, path):
        self.file = open(path, "r+b")
        self.reads = 0
        self.bytes = 0

    def readblocks(self, block, buf, offset=0):
        self.reads += 1
        self.bytes += len(buf)
        self.file.seek(block * BLOCK + offset)
        self.file.readinto(buf)

    def writeblocks(self, block, buf, offset=0):
        self.file.seek(block * BLOCK + offset)
        self.file.write(buf)

    def ioctl(self, op, arg):
        if op == 4:
            return BLOCKS
        if op == 5:
            return BLOCK
        return 0


class _Watched:
    # A file system that notes what is opened and asked for.
    def __init__(self, fs):
        self.fs = fs
        self.opened = []
        self.asked = 0

    def mount(self, readonly, mkfs):
        pass

    def open(self, path, mode):
        self.opened.append(path)
        return self.fs.open(path, mode)

    def stat(self, path):
        self.asked += 1
        return self.fs.stat(path)

    def chdir(self, path):
        return self.fs.chdir(path)

    def mkdir(self, path):
        return self.fs.mkdir(path)

    def ilistdir(self, path):
        return self.fs.ilistdir(path)

    def remove(self, path):
        return self.fs.remove(path)

    def rename(self, old, new):
        return self.fs.rename(old, new)


def image(path, folder, bare=None):
    # bare: without settings of ours
    import os

    import vfs

    sys.path.insert(0, folder)
    with open(path, "wb") as file:
        for _ in range(BLOCKS):
            file.write(b"\xff" * BLOCK)
    flash = Flash(path)
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/flash")

    def copy(source, target):
        for name, kind, *_ in os.ilistdir(source):
            if name == ".build.json":
                continue
            if kind == 0x4000:
                os.mkdir(target + "/" + name)
                copy(source + "/" + name, target + "/" + name)
            else:
                with open(source + "/" + name, "rb") as one:
                    with open(target + "/" + name, "wb") as other:
                        other.write(one.read())

    copy(folder, "/flash")
    if not bare:
        strongest("/flash/")
    vfs.umount("/flash")
    flash.file.close()


def _board(path, watched=False):
    # Mount the flash and be a board just started.
    import os

    import vfs

    flash = Flash(path)
    fs = vfs.VfsLfs2(flash, progsize=256)
    if watched:
        fs = _Watched(fs)
    vfs.mount(fs, "/flash")
    os.chdir("/flash")
    sys.path[:] = ["", ".frozen", "/flash/firmware/lib"]
    solder()
    return flash, fs


def _count(path):
    flash, fs = _board(path, True)
    modules = list(sys.modules)

    def visit(app):
        new = [name for name in sys.modules if name not in modules]
        print("modules", len(new))
        code = [name for name in fs.opened if name.endswith((".mpy", ".py"))]
        print("code", len(code))
        print("files", len(fs.opened) - len(code))
        print("asked", fs.asked)
        print("reads", flash.reads)
        print("bytes", flash.bytes)
        print("sent", SPI.sent)
        print("slept", Clock.slept)

    plan(iter(()), visit)
    run(None, "/flash/", None, None)


def _moves(path, game, deal, plays):
    # Nothing is collected, so that what is in use tells what was allocated.
    _board(path)
    gc.disable()
    sys.modules["gc"] = _Keeping()
    label = "boot"

    def mark(name):
        nonlocal label
        print("mark", label, SPI.sent, gc.mem_alloc())
        label = name
        SPI.sent = 0

    def watch():
        from firmware.app.play.turns import Turns as Table
        think, do = Table.think, Table.do

        def counted_think(self, seat):
            before = label
            mark("think")
            choice = think(self, seat)
            mark(before)
            return choice

        def counted_do(self, choice):
            nonlocal plays
            before = label
            mark("play")
            result = do(self, choice)
            mark(before)
            plays -= 1
            if not plays:
                raise Over
            return result

        Table.think = counted_think
        Table.do = counted_do

    def visit(app):
        mark("rest")

    def moves():
        while True:
            for way in ("right", "right", "right", "left"):
                if PLAYING in sys.modules:
                    mark("cursor")
                    yield way
            yield "ok"

    mark("start")
    plan(moves(), visit)
    watch()
    run(None, "/flash/", game, deal)
    mark("end")


if __name__ == "__main__":
    mode, *words = sys.argv[1:]
    if mode == "image":
        image(*words)
    elif mode == "count":
        _count(*words)
    else:
        _moves(words[0], words[1], words[2], int(words[3]))
