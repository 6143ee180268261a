# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The part of ``firmware.storage`` that looks what is on the flash, in memory only while it is needed.

During a game nothing but saving is, which knows from the time before where the next copy goes.
"""

import os
from binascii import crc32

from micropython import const

from firmware.storage import COPIES, CUT, DAMAGED, EMPTY, NEWER, OLDER, OTHER

_VERSION = const(1)
_HEAD = const(8)
_CRC = const(4)
_MOST = const(500)  # bytes of data

# With several that can't be used the last of these is told.
_ORDER = (None, EMPTY, CUT, DAMAGED, OTHER, NEWER)


def _number(data):
    return data[4] | data[5] << 8


def _later(data, other):
    # The numbers go round.
    return 0 < (_number(data) - _number(other)) & 0xFFFF < 0x8000


def _read(store, name, copy):
    # -> (file or None, problem or None); (None, None) if there is no such file
    path = store.path(name, COPIES[copy])
    try:
        size = os.stat(path)[6]
        with open(path, "rb") as file:
            # (a file of other people may be of any size)
            data = file.read(min(size, _HEAD + _MOST + _CRC))
    except OSError:
        return None, None
    if not data:
        return None, EMPTY
    if data[:2] != b"Tv"[: len(data)]:
        return None, OTHER
    if len(data) < _HEAD:
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


def load(store, name):
    """Return what ``Store.load`` describes."""
    best = None
    worst = 0
    for copy in range(3):
        data, problem = _read(store, name, copy)
        if data and (best is None or _later(data, best)):
            best = data
        worst = max(worst, _ORDER.index(problem))
    problem = _ORDER[worst]
    if best is None:
        return None, problem
    return best[_HEAD:], OLDER if problem in (EMPTY, CUT, DAMAGED) else problem


def first(store, name):
    # Look where the next copy goes: to a place that is free or spoilt, else the oldest.
    newest = None
    oldest = None
    free = -1
    where = 0
    for copy in range(3):
        data, problem = _read(store, name, copy)
        if problem in (OTHER, NEWER):
            _aside(store, name, copy)
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


def _aside(store, name, copy):
    # What isn't ours to write over is kept under another name.
    path = store.path(name, COPIES[copy])
    os.stat(path)  # an OSError if there is none
    try:
        os.remove(path + "x")
    except OSError:
        pass
    os.rename(path, path + "x")


def aside(store, name):
    """Do what ``Store.aside`` describes."""
    store._next.pop(name, None)
    for copy in range(3):
        try:
            _aside(store, name, copy)
        except OSError:
            pass
