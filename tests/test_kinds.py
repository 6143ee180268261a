# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Every path that the game, boot.py and the flash tool look at: something else is there.

A file of other people, an empty one, a folder, a folder with something in it, one that can't be
read. (What lies where modules are looked for is in tests/test_neighbours.py.)
"""

import importlib
import os

import pytest
from test_boot import boot  # noqa: F401 - fixture
from test_flash import board, game, whole  # noqa: F401 - fixture
from test_power_cut import app

from sim.simulator import firmware_modules
from tools import flash

with firmware_modules():
    failure = importlib.import_module("firmware.app.failure")
    storage = importlib.import_module("firmware.storage")
    from firmware.storage import OTHER, Store

KINDS = ("file", "empty", "folder", "full folder")


def put(root, path, kind):
    """Make something of that kind; -> what is there afterwards."""
    target = os.path.join(str(root), *path.split("/"))
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if "folder" in kind:
        os.makedirs(target)
        if kind == "full folder":
            with open(os.path.join(target, "mine"), "wb") as file:
                file.write(b"mine")
    else:
        with open(target, "wb") as file:
            file.write(b"Something of mine.\n" if kind == "file" else b"")
    return path


def there(root):
    """-> all that is below ``root``: path -> bytes, or None for a folder."""
    out = {}
    for base, folders, names in os.walk(str(root)):
        for name in folders:
            out[os.path.relpath(os.path.join(base, name), str(root))] = None
        for name in names:
            with open(os.path.join(base, name), "rb") as file:
                out[os.path.relpath(os.path.join(base, name), str(root))] = file.read()
    return out


# -- boot.py
# ---------------------------------------------------------------------------------------

LOOKED_AT = (
    "safe", "safe.pin", "stage", "stage/new", "stage/journal", "stage/apply.py", "stage/begun",
    "stage/mixed", "STAGE",
)


@pytest.mark.parametrize("kind", KINDS)
def test_boot(boot, tmp_path, kind):  # noqa: F811
    for path in LOOKED_AT:
        root = tmp_path / path.replace("/", "-")
        root.mkdir()
        put(root, path, kind)
        before = there(root)
        note = "file" if path == "safe" and "folder" not in kind else "None"
        assert "note " + note in boot({}, root=root), path
        assert there(root) == before, path


@pytest.mark.parametrize("apply", ["file", "folder", None])
def test_boot_runs_no_program_of_others(boot, tmp_path, apply):  # noqa: F811
    """Both names are somebody's."""
    (tmp_path / "stage").mkdir()
    (tmp_path / "stage" / "journal").write_bytes(b"put on the kettle\nput\tout the cat\n")
    if apply == "file":
        (tmp_path / "stage" / "apply.py").write_text("print('mine')\n")
    elif apply:
        (tmp_path / "stage" / "apply.py").mkdir()
    before = there(tmp_path)
    out = boot({})
    assert "note None" in out and "mine" not in out
    assert there(tmp_path) == before


@pytest.mark.parametrize("path, note", [("safe.pin", "None"), ("stage/journal", "update")])
def test_boot_with_an_unreadable_file(boot, tmp_path, path, note):  # noqa: F811
    """Of an update nobody knows how far it is: better no game than a mixture."""
    put(tmp_path, path, "file")
    broken = (
        "import builtins\n_open = builtins.open\ndef broken(path, *more):\n"
        "    if path == %r: raise OSError(5)\n    return _open(path, *more)\n"
        "builtins.open = broken\n" % path
    )
    assert "note " + note in boot({}, before=broken)


# -- what is kept
# ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_store(tmp_path, kind):
    """It saves beside what isn't its own, or says that it can't; and leaves that alone."""
    for name in (
        "save",
        "save/game.0",
        "save/game.1",
        "save/game.2",
        "save/game.3",
        "save/game.tmp",
        "save/game.0x",
        "save",
    ):
        for first in (0, 3):  # saves before
            root = tmp_path / ("%s-%d-%s" % (name.replace("/", "-"), first, kind)).replace(
                " ", "-"
            )
            if root.exists():
                continue
            root.mkdir()
            for n in range(first):
                assert Store(str(root)).save("game", b"before %d" % n)
            target = root.joinpath(*name.split("/"))
            if first and (name == "save" or target.exists()):
                continue
            put(root, name, kind)
            mine = {p: d for p, d in there(root).items() if p.startswith(name)}
            store = Store(str(root))
            assert store.load("game")[0] == (b"before 2" if first else None)
            can = [store.save("game", b"%d" % n) for n in range(7)]
            blocked = name == "save" and "folder" not in kind
            blocked |= name == "save/game.tmp" and kind != "empty" and not first
            assert can == [not blocked] * 7, (name, first)
            assert store.full == blocked
            assert Store(str(root)).load("game")[0] == (None if blocked else b"6")
            after = there(root)
            if kind == "empty":  # of which nothing can be lost
                continue
            assert {p: after.get(p) for p in mine} == mine, (name, first)


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_store_with_all_places_taken(tmp_path, kind):
    for n in range(3):
        put(tmp_path, "save/game.%d" % n, kind)
    assert Store(str(tmp_path)).load("game") == (None, OTHER)
    for n in range(5):
        assert Store(str(tmp_path)).save("game", b"%d" % n)
        assert Store(str(tmp_path)).load("game")[0] == b"%d" % n
    # The first of them go away: nothing is lost.
    before = there(tmp_path)
    for n in range(3):
        path = tmp_path / "save" / ("game.%d" % n)
        path.rmdir() if kind == "folder" else path.unlink()
    assert Store(str(tmp_path)).load("game") == (b"4", None)
    for n in range(3):
        put(tmp_path, "save/game.%d" % n, kind)
    for n in range(3, 6):
        path = tmp_path / "save" / ("game.%d" % n)
        path.unlink()
        put(tmp_path, "save/game.%d" % n, kind)
    before = there(tmp_path)
    store = Store(str(tmp_path))
    assert store.load("game") == (None, OTHER)
    assert not store.save("game", b"x") and store.full
    assert there(tmp_path) == before


def test_store_with_unreadable_copies(tmp_path, monkeypatch):
    for n in range(3):
        assert Store(str(tmp_path)).save("game", b"%d" % n)
    real = open

    def broken(path, mode="r"):
        if path.endswith("game.2") and mode == "rb":
            raise OSError(5)
        return real(path, mode)

    monkeypatch.setattr(storage, "open", broken, raising=False)
    assert Store(str(tmp_path)).load("game") == (b"1", storage.OLDER)
    store = Store(str(tmp_path))
    assert store.save("game", b"3")
    assert store.save("game", b"4")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["log.txt", "log.old"])
def test_log(tmp_path, name, kind):
    put(tmp_path, name, kind)
    before = there(tmp_path)
    for _ in range(3):
        failure.log(str(tmp_path) + "/", "Traceback (most recent call last):\n" + "x" * 3000)
    after = there(tmp_path)
    if kind == "empty":
        assert after["log.txt"].startswith(b"Tavolino ")
    else:
        assert after == before


def test_log_goes_round(tmp_path):
    for _ in range(9):
        failure.log(str(tmp_path) + "/", "Traceback (most recent call last):\n" + "x" * 3000)
    assert {name: len(data) < 8192 for name, data in there(tmp_path).items()} == {
        "log.txt": True,
        "log.old": True,
    }


@pytest.mark.parametrize(
    "path, kind, sentences",
    [("save", "file", 1), ("save/game.tmp", "folder", 1), ("save/game.0", "folder", 0)],
)
def test_the_app_starts_and_says_it_once(tmp_path, path, kind, sentences):
    put(tmp_path, path, kind)
    said = app(str(tmp_path), "30*(A wait:700)", game="cicera")
    assert said.count("say save.full") == sentences
    assert not (tmp_path / "log.txt").exists()
    assert (Store(str(tmp_path)).load("game")[0] is None) == bool(sentences)


@pytest.mark.parametrize("kind", KINDS)
def test_languages(tmp_path, monkeypatch, kind):
    with firmware_modules():
        languages = importlib.import_module("firmware.content.languages")
    put(tmp_path, "xx.txb", kind)
    (tmp_path / "en.txb").write_bytes(b"TVT3" + bytes(1000))
    monkeypatch.setattr(languages, "_DIR", str(tmp_path) + "/")
    assert languages.languages() == ["en"]
    assert not languages.there("xx") and languages.there("en")


# -- the flash tool
# --------------------------------------------------------------------------------

#: Paths, and which kinds of things may be there.
ALLOWED = {
    "safe": KINDS,
    "safe.pin": (),
    "tavolino.txt": ("empty",),
    "boot.py": (),
    "main.py": (),
    "engine": ("folder", "full folder"),
    "engine/cards": (),
    "engine/cards.py": (),
    "engine/cards.mpy": (),
    "firmware": ("folder", "full folder"),
    "firmware/lib": ("folder", "full folder"),
    "firmware/lib/hardware": (),
    "hardware.py": KINDS,
    "lib": ("folder", "full folder", "file", "empty"),
    "stage": ("folder", "full folder"),
    "stage/new": ("folder",),
    "stage/journal": ("empty",),
    "stage/apply.py": ("empty",),
    "stage/begun": ("empty",),
    "stage/mixed": ("empty",),
    "save": ("folder", "full folder"),
    "save/game.0": KINDS,
    "save/game.tmp": ("file", "empty"),
    "log.txt": ("file", "empty"),
    "log.old": ("file", "empty"),
}


@pytest.mark.parametrize("path", ALLOWED)
def test_flash_tool(board, path):  # noqa: F811
    for kind in KINDS:
        files, folders = {}, []
        if kind == "folder":
            folders = flash.parents(path)[::-1] + [path]
        elif kind == "full folder":
            files[path + "/mine"] = b"mine"
        else:
            files[path] = b"Something of mine.\n" if kind == "file" else b""
        board.new(files, folders=folders)
        found = flash.Found(board("run", code=flash.question())["printed"].splitlines())
        try:
            flash.Plan(whole(game(1)), found)
            told = ""
        except flash.FlashError as error:
            told = error.args[0]
        assert ("in its way" not in told) == (kind in ALLOWED[path]), (kind, told)
        if told:
            real = path if kind != "full folder" or path in told else path + "/mine"
            assert " " + real in told
        assert board.files() == files
