# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The texts of the language in use, read from their packed file when they are asked for.

The files are made by ``python -m tools.texts``, which describes their format.  In memory is only
every sixteenth hash, so that a look-up is one read of a block of the table and one of the text.
"""

import os
from array import array

from micropython import const

_DIR = __file__.replace("\\", "/").rsplit("/", 1)[0] + "/assets/"

_HEAD = const(8)
_BLOCK = const(16)
_LOGGED = const(16)  # missing keys remembered, so that each is logged once

_file = None
_name = ""
_seed = 0
_count = 0
_firsts = array("H")
_entries = bytearray(4 * _BLOCK)
_missing = []


def languages():
    """Return the codes of the languages whose texts are there, sorted: ``["en"]``."""
    return sorted(name[:-4] for name in os.listdir(_DIR[:-1]) if name.endswith(".txb"))


def language():
    """Return the code of the language in use."""
    return _name


def set_language(name):
    """Use the texts of language ``name`` from now on; ValueError if they aren't there."""
    global _file, _name, _seed, _count, _firsts
    try:
        file = open(_DIR + name + ".txb", "rb")
    except OSError:
        raise ValueError(
            "There are no texts for the language {}, only for {}.".format(
                name, ", ".join(languages())
            )
        )
    head = file.read(_HEAD)
    if head[:4] != b"TVT1":
        file.close()
        raise ValueError("{}.txb is no packed text: run python -m tools.texts".format(name))
    if _file:
        _file.close()
    _file = file
    _name = name
    _seed = head[4] | head[5] << 8
    _count = head[6] | head[7] << 8
    _firsts = array("H")
    for first in range(0, _count, _BLOCK):
        file.seek(_HEAD + 4 * first)
        file.readinto(memoryview(_entries)[:2])
        _firsts.append(_entries[0] | _entries[1] << 8)


def _find(value):
    # Position of the text in the file, or -1.
    block = len(_firsts) - 1
    while block >= 0 and _firsts[block] > value:
        block -= 1
    if block < 0:
        return -1
    first = block * _BLOCK
    _file.seek(_HEAD + 4 * first)
    _file.readinto(_entries)
    for entry in range(min(_BLOCK, _count - first)):
        at = 4 * entry
        if _entries[at] | _entries[at + 1] << 8 == value:
            return _HEAD + 4 * _count + 2 * (_entries[at + 2] | _entries[at + 3] << 8)
    return -1


def t(key, *args):
    """Return the text of ``key`` with ``{0}``, ``{1}`` … replaced by the arguments.

    For a key that the language doesn't have, the key itself; that is logged once.
    """
    if _file is None:
        set_language("en")
    value = _seed
    for char in key:
        value = (value * 33 ^ ord(char)) & 0xFFFF
    at = _find(value)
    if at < 0:
        if key not in _missing and len(_missing) < _LOGGED:
            _missing.append(key)
            print("text: no", key)
        return key
    _file.seek(at)
    size = _file.read(2)
    text = str(_file.read(size[0] | size[1] << 8), "utf-8")
    for number in range(len(args)):
        text = text.replace("{" + str(number) + "}", str(args[number]))
    return text


def has(key):
    """Tell whether the language in use has the key."""
    if _file is None:
        set_language("en")
    value = _seed
    for char in key:
        value = (value * 33 ^ ord(char)) & 0xFFFF
    return _find(value) >= 0
