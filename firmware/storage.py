# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What is kept on the flash: the game, the settings and the like. Never half of anything.

Each thing lies in three files, ``NAME.0`` to ``NAME.2``, whose running numbers and check sums tell the
newest whole one. A save writes over the oldest of them in place, so that

- at every moment two whole copies lie untouched: a cut of the power, or an exception in the middle
  of a write, spoils at most the copy being written, which is then the one lost choice;
- nothing is renamed, removed or made anew. On FAT this leaves the file table and the directory as
  they are, where a cut would harm other files as well; on littlefs it is one commit instead of
  four, so the flash wears less and the player waits less;
- the three take turns, and littlefs moves its blocks about by itself: no block wears alone.

A file that isn't there yet is written as ``NAME.tmp`` and renamed when it is whole. Where something
else has one of the three names it is left alone, and ``NAME.3`` to ``NAME.5`` stand for them.

A file is ``"Tv"``, the version, a byte of the name's CRC-32, the running number and the length of the
data (two bytes each, low one first), the data, and the CRC-32 of the name and all that comes before.
"""

import os
from binascii import crc32

from micropython import const

_VERSION = const(1)
_HEAD = const(8)
_CRC = const(4)
_MOST = const(500)  # bytes of data
_COPIES = (".0", ".1", ".2", ".3", ".4", ".5")

# What ``load`` says about files that can't be used; keys of the text table.
OLDER = "save.older"  # the copy written last is spoilt, and the one before was read
EMPTY = "save.empty"
CUT = "save.cut"  # the file ends too early
DAMAGED = "save.damaged"  # the check sum is wrong
OTHER = "save.other"  # a folder, no file of ours, or a file of ours in the wrong place
NEWER = "save.newer"  # made by a newer version

# With several that can't be used the last of these is told.
_ORDER = (None, EMPTY, CUT, DAMAGED, OTHER, NEWER)


class Store:
    """Named pieces of data below the folder ``root``."""

    def __init__(self, root="/"):
        self.root = root if root.endswith("/") else root + "/"
        self.full = False  # the last ``save`` failed
        self._taken = set()  # paths that are other people's, or stand back for NAME.3 and so on
        self._next = {}  # name: number and copy of the next save, sum of what was saved last

    def path(self, name, suffix):
        """Return the path of a file of ``name``."""
        return self.root + "save/" + name + suffix

    def load(self, name):
        """Return ``(data, problem)``: the newest whole copy of ``name`` as bytes, or None.

        ``problem`` is None or one of the constants above. With nothing saved at all it is
        ``(None, None)``.
        """
        best = None
        worst = 0
        for copy in range(3):
            data, problem = self._read(name, copy)
            if data and (best is None or _later(data, best)):
                best = data
            worst = max(worst, _ORDER.index(problem))
        problem = _ORDER[worst]
        if best is None:
            return None, problem
        return best[_HEAD:], OLDER if problem in (EMPTY, CUT, DAMAGED) else problem

    def save(self, name, data):
        """Keep ``data`` (bytes, at most 500) as ``name``. Returns False if the flash is full or fails.

        Then what was saved before is still there.
        """
        if len(data) > _MOST:
            raise ValueError("too much to be saved as " + name)
        seed = crc32(name.encode())
        try:
            number, copy, last = self._next.get(name) or self._first(name)
            new = crc32(data, seed)
            if new == last:
                return True
            head = bytes((
                0x54, 0x76, _VERSION, seed & 0xFF, number & 0xFF, number >> 8,
                len(data) & 0xFF, len(data) >> 8,
            ))
            whole = head + data + crc32(data, crc32(head, seed)).to_bytes(4, "little")
            self._write(self._place(name, copy), self.path(name, ".tmp"), whole)
            self._next[name] = (number + 1 & 0xFFFF, (copy + 1) % 3, new)
            self.full = False
        except OSError:
            self.full = True
        return not self.full

    def _write(self, path, temporary, data):
        try:
            file = open(path, "r+b")
        except OSError:
            file = None
        if file:
            with file:
                file.write(data)
            return
        try:
            os.mkdir(self.root + "save")
        except OSError:
            pass
        if self._file(temporary)[1] == OTHER:
            raise OSError(17)
        with open(temporary, "wb") as file:
            file.write(data)
        os.rename(temporary, path)

    def _place(self, name, copy):
        # Where a copy is, or is to be written.
        for suffix in (_COPIES[copy], _COPIES[copy + 3]):
            path = self.path(name, suffix)
            if path not in self._taken:
                return path
        raise OSError(17)

    def _read(self, name, copy):
        # -> (file or None, problem or None) of one copy; (None, None) if there is no such file
        path = self.path(name, _COPIES[copy])
        data, problem = self._file(path, name)
        if data is None and problem in (None, OTHER):
            second = self.path(name, _COPIES[copy + 3])
            data, other = self._file(second, name)
            if problem or data or other not in (None, OTHER):
                self._taken.add(path)
                if other == OTHER:
                    self._taken.add(second)
                elif data or other:
                    problem = other
        return data, problem

    def _file(self, path, name=None):
        # -> as _read, of one file; without a name only whether it may be ours is told
        try:
            facts = os.stat(path)
        except OSError:
            return None, None
        if facts[0] & 0x4000:
            return None, OTHER
        try:
            with open(path, "rb") as file:
                # (a file of other people may be of any size)
                data = file.read(min(facts[6], _HEAD + _MOST + _CRC))
        except OSError:
            return None, DAMAGED
        if not data:
            return None, EMPTY
        if data[:2] != b"Tv"[: len(data)]:
            return None, OTHER
        if len(data) < _HEAD or not name:
            return None, CUT
        if data[2] > _VERSION:
            return None, NEWER
        seed = crc32(name.encode())
        if data[3] != seed & 0xFF:
            return None, OTHER
        end = _HEAD + (data[6] | data[7] << 8)
        if data[2] < _VERSION or end > _HEAD + _MOST:
            return None, DAMAGED
        if end + _CRC > len(data):
            return None, CUT
        if data[end : end + _CRC] != crc32(data[:end], seed).to_bytes(4, "little"):
            return None, DAMAGED
        return data[:end], None

    def _first(self, name):
        # Look where the next copy goes: to a place that is free or spoilt, else the oldest.
        newest = None
        oldest = None
        free = -1
        where = 0
        for copy in range(3):
            data, problem = self._read(name, copy)
            if problem == NEWER:
                self._aside(name, copy)
            if data is None:
                if free < 0:
                    free = copy
                continue
            if newest is None or _later(data, newest):
                newest = data
            if oldest is None or _later(oldest, data):
                oldest = data
                where = copy
        if free >= 0:
            where = free
        if newest is None:
            return 0, where, None
        return _number(newest) + 1 & 0xFFFF, where, crc32(newest[_HEAD:], crc32(name.encode()))

    def _aside(self, name, copy):
        # A file of ours that isn't to be written over is kept under another name.
        path = self._place(name, copy)
        os.stat(path)  # an OSError if there is none
        if self._file(path + "x")[1] == OTHER:
            raise OSError(17)
        try:
            os.remove(path + "x")
        except OSError:
            pass
        os.rename(path, path + "x")

    def aside(self, name):
        """Keep what is saved as ``name`` in files whose names end in x: it can't be understood."""
        self._next.pop(name, None)
        for copy in range(3):
            try:
                self._aside(name, copy)
            except OSError:
                pass


def _number(data):
    return data[4] | data[5] << 8


def _later(data, other):
    # The numbers go round.
    return 0 < (_number(data) - _number(other)) & 0xFFFF < 0x8000
