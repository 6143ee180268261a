# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What is kept on the flash: the game, the settings. Never half of anything.

Each thing is kept in two files that are written in turn, ``NAME.0`` and ``NAME.1``, so that the
blocks of the flash wear evenly and the older good copy stays. A new copy is written under the
temporary name ``NAME.tmp`` and renamed when it is complete, for a power cut or an exception in the
middle of a write leaves a file cut off, and FAT promises nothing at all.

A file is ``"Tv"``, a version, a running number of two bytes, the data, and the CRC-32 of the name and
all that comes before. The newest file that is whole is read.
"""

import binascii
import os

from micropython import const

_VERSION = const(1)
_HEAD = const(5)
_CRC = const(4)
_LIMIT = const(1024)  # a longer file is none of ours
_SUFFIXES = (".0", ".1", ".tmp")

# What ``load`` says about files that can't be used; keys of the text table.
DAMAGED = "save.damaged"  # all copies are
OLDER = "save.older"  # the newest copy is, and the one before was read
NEWER = "save.newer"  # made by a newer version


def _number(data):
    return data[3] | data[4] << 8


def _later(number, other):
    return 0 < (number - other) & 0xFFFF < 0x8000


class Store:
    """Named pieces of data below the folder ``root``."""

    def __init__(self, root="/"):
        self.root = root if root.endswith("/") else root + "/"
        self.full = False  # the last ``save`` failed
        self._next = {}
        try:
            os.mkdir(self.root + "save")
        except OSError:
            pass

    def _path(self, name, suffix=""):
        return self.root + "save/" + name + suffix

    def _read(self, name, suffix):
        # -> (whole file or None, problem or None)
        try:
            with open(self._path(name, suffix), "rb") as file:
                data = file.read(_LIMIT + 1)
        except OSError:
            return None, None
        if len(data) >= 3 and data[:2] == b"Tv" and data[2] > _VERSION:
            return None, NEWER
        end = len(data) - _CRC
        if _HEAD <= end < _LIMIT and data[:2] == b"Tv" and data[2] == _VERSION:
            crc = binascii.crc32(data[:end], binascii.crc32(name.encode()))
            if data[end:] == crc.to_bytes(4, "little"):
                return data, None
        return None, DAMAGED

    def load(self, name):
        """Return ``(data, problem)``: the newest whole copy of ``name`` as bytes, or None.

        ``problem`` is None, OLDER, DAMAGED or NEWER. With nothing saved at all it is
        ``(None, None)``.
        """
        best = None
        problem = None
        for suffix in _SUFFIXES:
            data, why = self._read(name, suffix)
            if data and (best is None or _later(_number(data), _number(best))):
                best = data
            if why == NEWER or (why and suffix != ".tmp" and problem is None):
                problem = why
        if best is None:
            return None, problem
        return best[_HEAD:len(best) - _CRC], OLDER if problem == DAMAGED else problem

    def save(self, name, data):
        """Keep ``data`` (bytes) as ``name``. Returns False if the flash is full or fails.

        Then what was saved before is still there.
        """
        try:
            if name not in self._next:
                self._find(name)
            number, slot = self._next.pop(name)
            head = b"Tv" + bytes((_VERSION, number & 255, number >> 8))
            crc = binascii.crc32(data, binascii.crc32(head, binascii.crc32(name.encode())))
            with open(self._path(name, ".tmp"), "wb") as file:
                file.write(head + data + crc.to_bytes(4, "little"))
            self._settle(name, slot)
            self._next[name] = (number + 1 & 0xFFFF, 1 - slot)
            self.full = False
        except OSError:
            self.full = True
        return not self.full

    def _settle(self, name, slot):
        temporary = self._path(name, ".tmp")
        final = self._path(name, _SUFFIXES[slot])
        try:
            os.rename(temporary, final)
        except OSError:
            # FAT and Windows don't rename over a file. It is the older copy that goes.
            os.remove(final)
            os.rename(temporary, final)

    def _find(self, name):
        # Remember the number of the next copy of ``name`` and the slot 0 or 1 to write it to.
        newest = None
        where = 2
        for i in range(3):
            data = self._read(name, _SUFFIXES[i])[0]
            if data and (newest is None or _later(_number(data), newest)):
                newest = _number(data)
                where = i
        if newest is None:
            self._next[name] = (0, 0)
            return
        if where == 2:
            # Power went between writing and renaming: this copy must not be written over.
            where = 0
            one = self._read(name, ".1")[0]
            zero = self._read(name, ".0")[0]
            if zero and (one is None or _later(_number(zero), _number(one))):
                where = 1
            self._settle(name, where)
        self._next[name] = (newest + 1 & 0xFFFF, 1 - where)
