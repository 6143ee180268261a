# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Under MicroPython the game finds its own modules, whatever else is on the flash."""

import ast
import os
import shutil
import subprocess

import pytest
from test_boot import APPLY, BOOT, journal
from test_flash_power import micropython  # noqa: F401 - fixture

from tools import build, flash

ROOT = flash.ROOT
#: Modules as they lie on the board; of the real ones only firmware/device/__init__.py counts here.
GAME = (
    "firmware/__init__.py",
    "firmware/app/__init__.py",
    "firmware/storage.py",
    "engine/__init__.py",
    "engine/record.py",
    "firmware/lib/hardware.py",
    "firmware/lib/displayio.py",
    "firmware/lib/adafruit_st7789.py",
    "firmware/lib/adafruit_display_text/__init__.py",
)
OURS = [
    "firmware.app",
    "firmware.storage",
    "engine.record",
    "hardware",
    "displayio",
    "adafruit_st7789",
    "adafruit_display_text",
]
BUILT_IN = ["array", "binascii", "collections", "io", "os", "struct", "time", "machine"]
LOOK = """
import sys
sys.path[:] = {path}
from firmware.device import own_modules
own_modules()
own_modules()
for name in {ours}:
    module = __import__(name, None, None, ("OURS",))
    print(name, getattr(module, "OURS", "missing"))
for name in {built_in}:
    print(name, not hasattr(__import__(name), "__file__"))
"""


def put(folder, path, text):
    path = os.path.join(str(folder), *path.split("/"))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def kinds(name, place):
    """What of other people's could have the name of a module."""
    return [place + name + end for end in (".py", "/__init__.py", "/picture.png")]


def look(program, folder, path):
    script = LOOK.format(path=path, ours=OURS, built_in=BUILT_IN)
    out = subprocess.run(
        [*program, "-c", script], cwd=folder, capture_output=True, text=True, timeout=20
    )
    assert out.stderr == "" and out.returncode == 0, out.stderr
    expected = [name + " True" for name in OURS + BUILT_IN]
    assert out.stdout.splitlines() == expected


def make(folder, top=""):
    for path in GAME:
        put(folder, top + path, "OURS = True\n")
    os.makedirs(os.path.join(str(folder), *(top + "firmware/device").split("/")))
    source = os.path.join(ROOT, "firmware", "device", "__init__.py")
    shutil.copy(source, os.path.join(str(folder), *(top + "firmware/device").split("/")))


@pytest.mark.parametrize("kind", [0, 1, 2], ids=["file", "package", "folder"])
@pytest.mark.parametrize("place", ["", "lib/"])
def test_own_modules(micropython, tmp_path, place, kind):  # noqa: F811
    make(tmp_path)
    for name in {name.partition(".")[0] for name in OURS} | set(BUILT_IN):
        if place or kind == 0 or name not in ("firmware", "engine"):  # those two are our folders
            put(tmp_path, kinds(name, place)[kind], "raise ValueError('mine')\n")
    look(micropython, tmp_path, ["", ".frozen", "lib"])


def test_own_modules_in_romfs(micropython, tmp_path):  # noqa: F811
    make(tmp_path, "rom/")
    for name in {name.partition(".")[0] for name in OURS} | set(BUILT_IN):
        for place in ("lib/",) if name == "firmware" else ("", "lib/"):
            put(tmp_path, kinds(name, place)[0], "raise ValueError('mine')\n")
    look(micropython, tmp_path, ["", ".frozen", "rom", "rom/lib", "lib"])


def test_all_built_in_modules_are_known():
    """What the game imports is its own, or one of those that no file replaces."""
    known = set(BUILT_IN) | {"framebuf", "gc", "micropython", "sys"}  # no file replaces the last
    known |= {"supervisor", "typing"}  # see power_on
    known |= {"traceback"}  # for CPython
    files = {}
    for board in ("picosystem", "badger2040", "pico_epaper_2_13", "t_display"):
        files.update(build._board_files(board))
    modules = {
        path.removeprefix("firmware/lib/").split("/")[0].removesuffix(".py")
        for path, source in files.items()
        if source.endswith(".py")
    }
    # The panel of another board may have others of ours.
    lib = os.path.join(ROOT, "firmware", "lib")
    modules |= {name.removesuffix(".py") for name in os.listdir(lib)}
    for path, source in files.items():
        if not source.endswith(".py") or path == "boot.py":
            continue
        with open(source, encoding="utf-8") as file:
            tree = ast.parse(file.read())
        for node in ast.walk(tree):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module]
            assert {name.split(".")[0] for name in names} <= known | modules, source


@pytest.mark.parametrize("kind", [0, 1, 2], ids=["file", "package", "folder"])
@pytest.mark.parametrize("place", ["", "lib/"])
def test_boot_takes_built_in_modules(micropython, tmp_path, place, kind):  # noqa: F811
    """Also for finishing an update."""
    for name in ("os", "time", "machine", "binascii", "hashlib"):
        put(tmp_path, kinds(name, place)[kind], "print('mine')\n")
    put(tmp_path, "stage/apply.py", APPLY)
    put(tmp_path, "stage/new/a", "new")
    put(tmp_path, "stage/journal", journal("put\ta\tmain.py").decode())
    put(tmp_path, "safe", "")
    script = "import sys\nsys.path[:] = ['', '.frozen', 'lib']\nwith open(%r) as f: t = f.read()\n"
    script += "exec(t, {})\nprint(sys.path, sys.modules.get('tavolino_safe'))\n"
    out = subprocess.run(
        [*micropython, "-c", script % BOOT],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert out.stdout == "['', '.frozen', 'lib'] file\n" and out.stderr == ""
    assert (tmp_path / "main.py").read_text() == "new"
    assert not (tmp_path / "stage").exists()
