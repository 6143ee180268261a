# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The texts of the language in use, read from their packed file when they are asked for.

The files are made by ``python -m tools.texts``, which describes their format.  In memory are only
every sixteenth hash and the 512 bytes by which texts are expanded, so that a look-up is one read of a
block of the table and one of the text.
"""

from array import array

import micropython
from micropython import const

_TABLE = const(560)  # where the table of hashes begins, after head and pairs
_BLOCK = const(16)
_LOGGED = const(16)  # missing keys remembered, so that each is logged once

_file = None
_name = ""
_seed = 0
_count = 0
_firsts = array("H")
_entries = bytearray(4 * _BLOCK)
_pairs = bytearray(512)
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


@micropython.native
def expand(packed):
    """Return the bytes of a packed text: each packed byte stands for itself or for a pair."""
    pairs = _pairs
    out = bytearray()
    stack = []
    for code in packed:
        while True:
            second = pairs[2 * code + 1]
            if second:
                stack.append(second)
                code = pairs[2 * code]
                continue
            out.append(code)
            if not stack:
                break
            code = stack.pop()
    return out


def key_hash(key, seed=0):
    """Return the 16-bit hash of a key."""
    for char in key:
        seed = (seed * 33 ^ ord(char)) & 0xFFFF
    return seed


def _find(value):
    # Position of the text in the file, or -1.
    low = 0
    high = len(_firsts)
    while low < high:
        at = low + high >> 1
        if _firsts[at] <= value:
            low = at + 1
        else:
            high = at
    if not low:
        return -1
    first = (low - 1) * _BLOCK
    _file.seek(_TABLE + 4 * first)
    entries = _entries
    _file.readinto(entries)
    low = 0
    high = min(_BLOCK, _count - first)
    while low < high:
        at = low + high >> 1
        found = entries[4 * at] | entries[4 * at + 1] << 8
        if found == value:
            return _TABLE + 4 * _count + (entries[4 * at + 2] | entries[4 * at + 3] << 8)
        if found < value:
            low = at + 1
        else:
            high = at
    return -1


def t(key, *args):
    """Return the text of ``key`` with ``{0}``, ``{1}`` … replaced by the arguments.

    For a key that the language doesn't have, the key itself; that is logged once. On a board the
    keys that the code mentions are there as their hashes (see tools/lean.py).
    """
    file = packed()
    at = _find(key if type(key) is int else key_hash(key, _seed))
    if at < 0:
        if key not in _missing and len(_missing) < _LOGGED:
            _missing.append(key)
            print("text: no", key)
        return str(key)
    file.seek(at)
    size = file.read(2)
    text = str(expand(file.read(size[0] | size[1] << 8)), "utf-8")
    for number in range(len(args)):
        text = text.replace("{0}{1}{2}"[3 * number : 3 * number + 3], str(args[number]))
    return text


def has(key):
    """Tell whether the language in use has the key."""
    packed()
    return _find(key_hash(key, _seed)) >= 0
