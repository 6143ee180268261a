# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Saves as the app does, and cuts the power at every single write; run by MicroPython's unix port.

    micropython keeping_device.py cuts KIND GAME DEALS      KIND: lfs2 lfs2-torn fat fat-torn
    micropython keeping_device.py full KIND
    micropython keeping_device.py wear KIND GAME DEALS

The flash is a block device in memory. While a match is played and saved, every writing operation
on it is noted; then each state in which a cut could leave it is built and started from: without
the operations from the cut on, and (torn) with the first half of the one in which it came.
"""

import gc
import os
import sys

import vfs

from engine import dealcode
from engine.prng import Prng
from engine.record import MATCH_TARGETS, Record
from firmware.storage import CUT, DAMAGED, EMPTY, OLDER, Store

NAMES = ("game", "settings", "stats")


class Flash:
    """A block device on ``data``; ``log`` notes what is written, if it is a list."""

    def __init__(self, data, block, log=None):
        self.data = data
        self.block = block
        self.log = log
        self.worn = [0] * (len(data) // block)

    def readblocks(self, block, buf, offset=0):
        at = block * self.block + offset
        buf[:] = self.data[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        at = block * self.block + offset
        if self.log is not None:
            self.log.append((at, bytes(buf)))
        self.data[at : at + len(buf)] = buf
        if offset == 0 and len(buf) == self.block:
            self.worn[block] += 1

    def ioctl(self, op, arg):
        if op == 4:
            return len(self.data) // self.block
        if op == 5:
            return self.block
        if op == 6:
            self.worn[arg] += 1
            blank = b"\xff" * self.block
            at = arg * self.block
            if self.log is not None:
                self.log.append((at, blank))
            self.data[at : at + self.block] = blank
        return 0


def mount(kind, flash, where="/flash"):
    if kind == "fat":
        vfs.mount(vfs.VfsFat(flash), where)
    else:
        vfs.mount(vfs.VfsLfs2(flash, progsize=flash.block // 16), where)


def make(kind, log=None, blocks=0):
    if kind == "fat":
        flash = Flash(bytearray(512 * (blocks or 64)), 512)
        vfs.VfsFat.mkfs(flash)
    else:
        # as on an RP2040, where a page of 256 bytes is written and a block of 4 KB erased
        flash = Flash(bytearray(b"\xff" * (4096 * (blocks or 16))), 4096)
        vfs.VfsLfs2.mkfs(flash, progsize=256)
    flash.log = log
    mount(kind, flash)
    return flash


def match(game, deals):
    """The saves of a match, in order: (name, data). Players choose at random."""
    rng = Prng(1, 2, 3, 4)
    code = dealcode.from_symbols(b"\x01\x02\x03\x04\x05\x06\x07")
    record = Record(game, code, 2, 1, MATCH_TARGETS[game][0])
    scores = bytearray(8)
    yield "settings", b"speed=1"
    for deal in range(deals):
        state = record.new()
        yield "game", record.to_bytes()
        while state.phase != 3:
            record.add(state, choice(game, state, rng))
            yield "game", record.to_bytes()
        scores[rng.below(8)] += 1
        yield "stats", bytes(scores) * 4
        yield "settings", b"speed=%d lang=%d" % (deal, rng.below(1000))
        record = Record(
            game, dealcode.following(record.code), 2, 1, MATCH_TARGETS[game][0], deal + 1,
            (deal * 7 % 300, deal * 5 % 300), deal & 3,
        )
    yield "game", b""


def choice(game, state, rng):
    if game == "tarocco":
        legal = state.legal()
        return legal[rng.below(len(legal))]
    from engine.cicera.captures import count_captures, nth_capture

    hand = state.hands[state.turn]
    card = hand[rng.below(len(hand))]
    count = count_captures(state.table.cards, card)
    taken = nth_capture(state.table.cards, card, rng.below(count)) if count else b""
    return bytes((card,)) + taken


def wrong(words, *more):
    print("wrong:", words, *more)
    sys.exit(1)


def cuts(kind, torn, game, deals):
    log = []
    flash = make(kind)
    image = bytearray(flash.data)
    flash.log = log
    store = Store("/flash")
    saves = list(match(game, deals))
    ends = []
    for name, data in saves:
        if not store.save(name, data):
            wrong("can't be saved", name)
        ends.append(len(log))
    vfs.umount("/flash")

    kept = {}
    before = {}
    older = starts = at = 0
    for save in range(len(saves)):
        name, data = saves[save]
        before.update(kept)
        kept[name] = data
        while at < ends[save]:
            where, what = log[at]
            at += 1
            states = [bytes(image)]
            if torn:
                half = len(what) // 2
                image[where : where + half] = what[:half]
                states.append(bytes(image))
            image[where : where + len(what)] = what
            for state in states:
                starts += 1
                again = starts % 5 == 0
                older += check(kind, bytearray(state), flash.block, before, name, data, again)
        before[name] = data
    # With the last operation done nothing may be missing.
    check(kind, image, flash.block, kept, name, kept[name])
    print("saves", len(saves), "operations", len(log), "cuts", starts, "told", older)


def second(kind, flash, store, name):
    # Cut the power in the first save after a cut as well: what was found must still be there.
    found = store.load(name)[0]
    image = bytearray(flash.data)
    flash.log = []
    store.save(name, b"the next one")
    log = flash.log
    flash.log = None
    for where, what in log:
        device = Flash(bytearray(image), flash.block)
        mount(kind, device, "/third")
        now = Store("/third").load(name)[0]
        if now != found and now != b"the next one":
            wrong("lost at the second cut", name, now, "had", found)
        vfs.umount("/third")
        image[where : where + len(what)] = what


def check(kind, data, block, kept, name, new, again=False):
    """Start from ``data``: ``kept`` must be there, of ``name`` it or ``new``; and go on saving."""
    flash = Flash(data, block)
    mount(kind, flash, "/again")
    store = Store("/again")
    told = 0
    for other in NAMES:
        found, problem = store.load(other)
        good = kept.get(other)
        if problem and other == name:
            # A torn copy: told when there is an older one, as for the first copy of all.
            told += 1
            if problem not in (OLDER, EMPTY, CUT, DAMAGED):
                wrong("told", problem, other)
        elif problem:
            wrong("told", problem, other, "while saving", name)
        if found != good and not (other == name and found == new):
            wrong("lost", other, found, "had", good, "while saving", name)
        if other == "game" and found:
            Record.from_bytes(found)
    if again:
        second(kind, flash, store, name)
    if not store.save(name, b"and on it goes") or store.load(name) != (b"and on it goes", None):
        wrong("can't go on with", name, store.load(name))
    for other in NAMES:
        if other != name and store.load(other)[0] != kept.get(other):
            wrong("lost afterwards", other)
    vfs.umount("/again")
    return told


def full(kind):
    """Fill the flash up and go on saving."""
    make(kind, blocks=24 if kind == "lfs2" else 64)
    store = Store("/flash")
    store.save("settings", b"as it was")
    for n in range(5):
        store.save("game", b"before %d" % n)
    with open("/flash/ballast", "wb") as file:
        try:
            while True:
                file.write(b"x" * 256)
        except OSError:
            pass
    n = 0
    for folder in ("/flash/", "/flash/save/"):
        for size in (400, 30, 0):
            try:
                while True:
                    with open(folder + "more%d" % n, "wb") as file:
                        file.write(b"x" * size)
                    n += 1
            except OSError:
                n += 1
    # In place nothing more is needed than there is, or else nothing is lost.
    last = b"before 4"
    for n in range(40):
        data = b"full %d" % n
        if store.save("game", data):
            last = data
        if Store("/flash").load("game") != (last, None):
            wrong("lost", last, Store("/flash").load("game"))
    went = store.save("stats", b"new") or Store("/flash").load("stats")[0] == b"new"
    if went or not store.full:
        wrong("something new was saved on a full flash")
    if Store("/flash").load("stats") != (None, None):
        wrong("half of something new was saved")
    if Store("/flash").load("settings") != (b"as it was", None):
        wrong("lost the settings")
    os.remove("/flash/ballast")
    for file in os.listdir("/flash/save"):
        if file[:4] == "more":
            os.remove("/flash/save/" + file)
    if not store.save("stats", b"new") or store.full:
        wrong("can't be saved although there is room again")
    print("full", last.decode())


def wear(kind, game, deals):
    flash = make(kind)
    store = Store("/flash")
    count = 0
    for name, data in match(game, deals):
        store.save(name, data)
        count += 1
    print("saves", count, "erased", sum(flash.worn), "most", max(flash.worn))


if __name__ == "__main__":
    what, kind, *words = sys.argv[1:]
    gc.collect()
    if what == "cuts":
        cuts(kind.split("-")[0], kind.endswith("torn"), words[0], int(words[1]))
    elif what == "full":
        full(kind)
    else:
        wear(kind, words[0], int(words[1]))
