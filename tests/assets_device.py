# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""For the tests of the assets: the firmware's modules on CPython, and scripts on both Pythons."""

import contextlib
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MICROPYTHON = shutil.which("micropython") or shutil.which(
    "micropython", path=str(Path(sys.executable).parent)
)
LIBRARIES = [str(ROOT / "firmware" / "lib"), str(ROOT)]
STAND_INS = str(ROOT / "sim" / "cpython")
_OURS = ("displayio", "fontio", "bitmaptools", "framebuf", "micropython", "firmware")


@contextlib.contextmanager
def _firmware_path():
    # The firmware's modules for a while, whatever modules of the same names are loaded.
    def ours():
        return [name for name in sys.modules if name.partition(".")[0] in _OURS]

    saved = {name: sys.modules.pop(name) for name in ours()}
    path = list(sys.path)
    sys.path[:0] = [STAND_INS] + LIBRARIES
    try:
        yield
    finally:
        sys.path[:] = path
        for name in ours():
            del sys.modules[name]
        sys.modules.update(saved)


def load(name):
    """Return a fresh module of the firmware, such as ``firmware.content.fonts``, on CPython."""
    with _firmware_path():
        return importlib.import_module(name)


def run(script, micropython=False):
    """Run ``script`` in a process of its own and return what it prints.

    It finds the firmware's modules on its path, in MicroPython within a heap of 256 KB.
    """
    path = LIBRARIES if micropython else [STAND_INS] + LIBRARIES
    script = "import sys\nsys.path[:0] = {!r}\n{}".format(path, script)
    command = [MICROPYTHON, "-X", "heapsize=256k"] if micropython else [sys.executable]
    done = subprocess.run(
        command + ["-c", script],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env=dict(os.environ, PYTHONIOENCODING="utf-8", PYTHONDONTWRITEBYTECODE="1"),
    )
    assert not done.returncode, done.stderr + done.stdout
    return done.stdout
