# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The languages that there are, and opening the texts of one; in memory only while that is done.

``firmware.content.text`` has the texts of the language in use.
"""

import os
from array import array

from micropython import const

_DIR = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/assets/"

_HEAD = const(48)
_TABLE = const(560)  # where the table of hashes begins, after head and pairs
_BLOCK = const(16)


def languages():
    """Return the codes of the languages whose texts are there, sorted: ``["en"]``."""
    names = [name[:-4] for name in os.listdir(_DIR[:-1]) if name.endswith(".txb")]
    return sorted([name for name in names if there(name)])


def there(name):
    """Tell whether the texts of language ``name`` (any string) are there."""
    if not name.isalpha():
        return False
    try:
        facts = os.stat(_DIR + name + ".txb")
        return not facts[0] & 0x4000 and facts[6] > _TABLE  # else it is something else
    except OSError:
        return False


def own_name(name):
    """Return what language ``name`` calls itself, for the choice of the language."""
    with open(_DIR + name + ".txb", "rb") as file:
        head = file.read(_HEAD)
    return str(head[16:_HEAD].rstrip(b"\0"), "utf-8")


def opened(name):
    """Return the open file of a language's texts and its first 48 bytes; ValueError if it isn't there."""
    try:
        file = open(_DIR + name + ".txb", "rb")
    except OSError:
        raise ValueError(
            "There are no texts for the language {}, only for {}.".format(
                name, ", ".join(languages())
            )
        )
    head = file.read(_HEAD)
    if head[:4] != b"TVT3":
        file.close()
        raise ValueError("{}.txb is no packed text: run python -m tools.texts".format(name))
    return file, head


def index(file, count, pairs):
    """Read the 512 bytes ``pairs`` of an ``opened`` file; return every 16th of its ``count`` hashes."""
    file.readinto(pairs)
    firsts = array("H")
    two = bytearray(2)
    for first in range(0, count, _BLOCK):
        file.seek(_TABLE + 4 * first)
        file.readinto(two)
        firsts.append(two[0] | two[1] << 8)
    return firsts
