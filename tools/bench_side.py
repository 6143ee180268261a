# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The part of tools.bench that runs in MicroPython by itself, from a picture of a board's flash.

The flash is a littlefs in a file; pins, bus and clock cost next to nothing, so that the processor's
work can be counted without the simulator's:

    micropython bench_side.py image PICTURE BOARD_FOLDER [bare]
    micropython bench_side.py count PICTURE
    micropython bench_side.py work PICTURE [GAME DEAL PLAYS]
    micropython bench_side.py garbage PICTURE GAME DEAL PLAYS
    micropython bench_side.py loops
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
    sys.path[:] = ["", ".frozen", "/flash/lib"]
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


def _work(path, game, deal, plays, keep=False):
    # Calls of utime.clock mark what lies between them: callgrind writes its counters down there.
    # With ``keep`` nothing is collected, so that what is in use tells what was allocated.
    import utime

    flash, _ = _board(path)
    if keep:
        gc.disable()
        sys.modules["gc"] = _Keeping()
    label = "boot"

    def mark(name):
        nonlocal label
        print("mark", label, flash.reads, SPI.sent, Clock.slept, gc.mem_alloc())
        label = name
        flash.reads = SPI.sent = Clock.slept = 0
        utime.clock()

    def watch():
        from firmware.app.table import view as table

        Table = table.Table
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
    plan(moves() if game else iter(()), visit)
    if game:
        watch()
    run(None, "/flash/", game, deal)
    mark("end")


def _loops():
    # The loops whose time on an RP2040 is known, with marks.
    import micropython
    import utime

    turns = 20000

    def bare():
        for _ in range(turns):
            pass

    def masked():
        x = 0
        m = 0xFFFF
        for i in range(turns):
            x = (x + i) & m

    def floats():
        x = 0.0
        for _ in range(turns):
            x = x * 1.5 + 2.5

    class Counter:
        def __init__(self):
            self.seen = {}

        def step(self, i):
            self.seen[i] = self.seen.get(i, 0) + 1

    def method():
        counter = Counter()
        for i in range(turns):
            counter.step(i & 15)

    @micropython.native
    def native():
        x = 0
        for i in range(turns):
            x = x + i

    @micropython.viper
    def viper():
        x = 0
        i = 0
        while i < 20000:
            x = (x + i) & 0xFFFF
            i += 1

    for loop in (bare, masked, floats, method, native, viper):
        gc.collect()
        utime.clock()
        loop()
        utime.clock()


if __name__ == "__main__":
    mode, *words = sys.argv[1:]
    if mode == "image":
        image(*words)
    elif mode == "count":
        _count(*words)
    elif mode == "work":
        path, game, deal, plays = (words + [None, None, 0])[:4]
        _work(path, game, deal, int(plays))
    elif mode == "garbage":
        _work(words[0], words[1], words[2], int(words[3]), True)
    else:
        _loops()
