# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The parts of the handheld beside its screen. All modules are looked for where this package is."""

import sys

# Built-in modules that the game uses and that files of the same name would replace.
_BUILT_IN = ("array", "binascii", "collections", "io", "os", "struct")


def own_modules():
    """Have the game find its own modules, whatever else is on the flash; once is enough.

    MicroPython looks for a module in the root, among those frozen in and in ``/lib``, and even for most
    of those built in it looks there first. (Which also takes some 50 ms for each on an RP2040.)
    """
    if sys.implementation.name != "micropython":
        return
    path = sys.path[:]
    del sys.path[:]  # with nowhere to look only what is built in is found
    for name in _BUILT_IN:
        sys.modules[name] = __import__(name)
    sys.path.append(".frozen")  # the same, unless another is loaded: that of a simulator
    for name in ("machine", "time"):
        sys.modules[name] = __import__(name)
    del sys.path[:]
    own = __file__.rsplit("/", 2)[0] + "/lib"
    if path[:1] == [".frozen"]:  # the game is frozen in, its libraries beside it
        sys.path.append(path[0])
    else:
        sys.path.append(own)
        if own != "firmware/lib":  # not the root, but ROMFS
            sys.path.append(own[:-13])
    sys.path.extend([folder for folder in path if folder not in sys.path])
