# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The texts of the language in use, read from their packed file when they are asked for.

The files are made by ``python -m tools.texts``, which describes their format.  In memory are only
every sixteenth hash and the 512 bytes by which texts are expanded, so that a look-up is one read of a
block of the table and one of the text.
"""

import sys
from array import array

import micropython
from micropython import const

if sys.implementation.name == "cpython":
    from micropython import ptr8, ptr16

_TABLE = const(560)  # where the table of hashes begins, after head and pairs
_BLOCK = const(16)
_READ = const(64)  # bytes read of a text at first: most are shorter
_PLACES = ("{0}", "{1}", "{2}")
_LOGGED = const(16)  # missing keys remembered, so that each is logged once

_file = None
_name = ""
_seed = 0
_count = 0
_firsts = array("H")
_entries = bytearray(4 * _BLOCK)
_pairs = bytearray(512)
_stack = bytearray(256)
_missing = []

# Whether the language in use needs the high lines of the fonts, for marks above and below.
tall = False


def language():
    """Return the code of the language in use."""
    return _name


def set_language(name):
    """Use the texts of language ``name`` from now on; ValueError if they aren't there.

    Fonts and screens have to be told: `firmware.content.fonts.set_tall` with `tall`.
    """
    global _file, _name, _seed, _count, _firsts, tall
    from firmware.content import languages

    file, head = languages.opened(name)
    if _file:
        _file.close()
    _file = file
    _name = name
    _seed = head[4] | head[5] << 8
    _count = head[6] | head[7] << 8
    tall = bool(head[8] & 1)
    _firsts = languages.index(file, _count, _pairs)


def packed():
    """Return the open file of the language in use."""
    if _file is None:
        set_language("en")
    return _file


@micropython.viper
def _unfold(packed: ptr8, at: int, end: int, pairs: ptr8, stack: ptr8, out: ptr8, write: int) -> int:
    # The number of bytes that ``packed[at:end]`` stands for; they go into ``out`` if ``write``.
    size = 0
    while at < end:
        code = int(packed[at])
        depth = 0
        while True:
            second = int(pairs[2 * code + 1])
            if second:
                stack[depth] = second
                depth += 1
                code = int(pairs[2 * code])
                continue
            if write:
                out[size] = code
            size += 1
            if not depth:
                break
            depth -= 1
            code = int(stack[depth])
        at += 1
    return size


def unfold(packed, at, end, pairs, out):
    """Write what ``packed[at:end]`` stands for into ``out``, by 512 bytes of ``pairs``; return its size."""
    return _unfold(packed, at, end, pairs, _stack, out, 1)


def read_pairs(file, count):
    """Return the 512 bytes of pairs of which the file has the last ``count``; the others stand for themselves."""
    pairs = bytearray(512)
    for code in range(256 - count):
        pairs[2 * code] = code
    file.readinto(memoryview(pairs)[512 - 2 * count :])
    return pairs


def expand(packed):
    """Return the bytes of a packed text: each packed byte stands for itself or for a pair."""
    count = len(packed)
    out = bytearray(_unfold(packed, 0, count, _pairs, _stack, _stack, 0))
    _unfold(packed, 0, count, _pairs, _stack, out, 1)
    return out


@micropython.viper
def _hash(key: ptr8, count: int, value: int) -> int:
    i = 0
    while i < count:
        value = (value * 33 ^ int(key[i])) & 0xFFFF
        i += 1
    return value


def key_hash(key, seed=0):
    """Return the 16-bit hash of a key."""
    key = key.encode()
    return _hash(key, len(key), seed)


@micropython.viper
def _block(firsts: ptr16, high: int, value: int) -> int:
    # The last of the ``high`` blocks that begins with ``value`` or less, or -1.
    low = 0
    while low < high:
        at = low + high >> 1
        if int(firsts[at]) <= value:
            low = at + 1
        else:
            high = at
    return low - 1


@micropython.viper
def _entry(entries: ptr8, count: int, value: int) -> int:
    # Where the text begins whose hash is ``value``, or -1.
    end = 4 * count
    at = 0
    while at < end:
        if int(entries[at]) | int(entries[at + 1]) << 8 == value:
            return int(entries[at + 2]) | int(entries[at + 3]) << 8
        at += 4
    return -1


def _find(value):
    # Position of the text in the file, or -1.
    block = _block(_firsts, len(_firsts), value)
    if block < 0:
        return -1
    block *= _BLOCK
    _file.seek(_TABLE + 4 * block)
    _file.readinto(_entries)
    start = _entry(_entries, min(_BLOCK, _count - block), value)
    return start if start < 0 else _TABLE + 4 * _count + start


def t(key, *args):
    """Return the text of ``key`` with ``{0}``, ``{1}`` … replaced by the arguments.

    For a key that the language doesn't have, the key itself; that is logged once.
    """
    file = _file or packed()
    at = _find(key_hash(key, _seed))
    if at < 0:
        if key not in _missing and len(_missing) < _LOGGED:
            _missing.append(key)
            print("text: no", key)
        return key
    file.seek(at)
    data = file.read(_READ)
    size = (data[0] | data[1] << 8) + 2
    if size > _READ:
        data += file.read(size - _READ)
    words = str(expand(data[2:size]), "utf-8")
    number = 0
    for value in args:
        words = words.replace(_PLACES[number], str(value))
        number += 1
    return words


def has(key):
    """Tell whether the language in use has the key."""
    packed()
    return _find(key_hash(key, _seed)) >= 0
