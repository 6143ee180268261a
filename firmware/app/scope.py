# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The one way by which code comes and goes.

A board's stock firmware keeps all code that it has imported in the heap. What is needed for a
while only (the title, a page, the count) is imported inside a scope::

    with Scope():
        from firmware.app.screens import options

        options.show(app)

At its end the modules of ours that came in meanwhile are dropped, unless the heap has room for
them: then they stay, and the next import finds them loaded.
"""

import gc
import sys

from micropython import const

_ROOM = const(150 * 1024)  # bytes free from which on the modules of a page stay
MUCH = const(200 * 1024)  # and those of a whole game
_OURS = ("firmware.", "engine.")


def roomy(room=_ROOM):
    """Return whether ``room`` bytes of the heap are free (CPython can't tell, and has them)."""
    return not hasattr(gc, "mem_free") or gc.mem_free() > room


class Scope:
    """Notes which modules are loaded, and at its end drops those of ours that came in since.

    They stay if ``room`` bytes are free nevertheless. A module with a true ``STAYS`` is never
    dropped: a board doesn't get the memory of native code back, so a second import would take
    it again.
    """

    def __init__(self, room=_ROOM):
        self.room = room

    def __enter__(self):
        self._before = list(sys.modules)
        return self

    def __exit__(self, *_):
        new = [name for name in sys.modules if name not in self._before]
        if new:
            gc.collect()
            if not roomy(self.room):
                drop(new)
        return False


def drop(names):
    """Take those modules of ``names`` out of memory that are ours and don't have to stay."""
    for name in names:
        module = sys.modules.get(name)
        if module is None or not name.startswith(_OURS) or getattr(module, "STAYS", False):
            continue
        del sys.modules[name]
        package, _, short = name.rpartition(".")
        package = sys.modules.get(package)
        if hasattr(package, short):
            delattr(package, short)
    gc.collect()
