# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Other ways to a board: ROMFS, mip, freezing; and what a hostile board could tell."""

import functools
import http.server
import json
import os
import re
import subprocess
import sys
import threading

import pytest
from test_flash import SAVED, board, game, run, trees, whole  # noqa: F401 - fixtures

from tools import build, flash, flash_package

ROOT = flash.ROOT

# A ROMFS partition in memory: what mpremote asks of the module vfs (extmod/vfs_rom.h).
PARTITION = """
import sys, vfs
class Vfs:
    mount = vfs.mount
    umount = vfs.umount
    VfsRom = vfs.VfsRom
    rom = memoryview(bytearray({size}))
    def rom_ioctl(op, *args):
        rom = Vfs.rom
        if op == 1: return 1
        if op == 2: return rom
        if op == 3: return 256
        if op == 4: rom[args[1]:args[1] + len(args[2])] = args[2]; return 0
        if op == 5: return 0
        if op == 6: return 4096
sys.modules.setdefault("vfs", Vfs)
"""


def test_no_romfs(board, trees, capsys):  # noqa: F811
    board.new(SAVED)
    assert run(board, trees[0], "--romfs") == 4
    assert "no ROMFS partition" in capsys.readouterr().err
    assert board.files() == SAVED


def test_romfs_too_small(board, trees, capsys):  # noqa: F811
    board.new(SAVED, before=PARTITION.format(size=8192))
    assert run(board, trees[0], "--romfs") == 4
    assert "doesn't fit into the board's ROMFS partition (8 KB)" in capsys.readouterr().err


def test_romfs(board, trees, capsys):  # noqa: F811
    """A board that had the game on its flash: it goes to ROMFS, and only what starts it stays."""
    board.new(dict(whole(game(1)), **SAVED), before=PARTITION.format(size=65536))
    assert run(board, trees[1], "--romfs", "--no-start") == 0
    out = capsys.readouterr().out
    assert re.search(r"Writing 1\d KB to ROMFS", out)
    there = board.files()
    assert sorted(there) == sorted(
        ["boot.py", "main.py", "safe.pin", "tavolino.txt"] + list(SAVED)
    )
    # The image is what MicroPython's own ROMFS reads.
    board(
        "run",
        code="""
import vfs
vfs.mount(vfs.VfsRom(vfs.rom), "/rom")
with open("/rom/engine/cards.mpy", "rb") as _f, open("/check", "wb") as _g: _g.write(_f.read())
vfs.umount("/rom")
""",
    )
    assert board.files()["check"] == game(2)["engine/cards.mpy"]


@pytest.mark.parametrize("name", ["firmware/mine.txt", "firmware.py", "main.py"])
def test_romfs_hidden_by_neighbours(board, trees, capsys, name):  # noqa: F811
    """MicroPython would look there before it looks into ROMFS."""
    there = dict(SAVED, **{name: b"mine"})
    board.new(there, before=PARTITION.format(size=65536))
    assert run(board, trees[1], "--romfs") == 4
    told = capsys.readouterr()
    assert "the f" in told.err and name.partition("/")[0] in told.err and "in its way" in told.err
    assert "Writing" not in told.out and "starts" not in told.out
    assert board.files() == there


def package(folder, monkeypatch):
    monkeypatch.setattr(flash, "files_for", lambda *_: whole(game(1, 600)))
    return flash_package.main(["mip", "--board", "picosystem", str(folder)])


@pytest.fixture
def served(tmp_path):
    """The URL of a web server with the files in ``tmp_path``."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield "http://127.0.0.1:%d" % server.server_address[1]
        server.shutdown()


@pytest.mark.parametrize("web", [False, True])
def test_mip(board, tmp_path, served, monkeypatch, capsys, web):  # noqa: F811
    folder = tmp_path / "mip"
    assert package(folder, monkeypatch) == 0
    board.new(SAVED)
    place = served + "/mip" if web else str(folder)
    result = subprocess.run(
        [sys.executable, "-m", "mpremote", "connect", board.port, "mip", "install"]
        + ["--target", "", place + "/package.json"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    expected = dict(whole(game(1, 600)), **SAVED)
    assert board.files() == expected
    # It may be made again in the same folder, but never over somebody's files.
    assert package(folder, monkeypatch) == 0
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "x").write_text("x")
    assert package(tmp_path / "mine", monkeypatch) == 2
    assert "hasn't made" in capsys.readouterr().err


def test_a_package_is_compiled(tmp_path, capsys):
    assert flash_package.main(["mip", "--board", "badger2040", str(tmp_path / "mip")]) == 0
    urls = json.loads((tmp_path / "mip" / "package.json").read_text())["urls"]
    assert len(urls) > 100 and all(target == url for target, url in urls)
    assert {url for _, url in urls if url.endswith(".py")} == {"boot.py", "main.py"}
    for _, url in urls:
        data = (tmp_path / "mip" / url).read_bytes()
        if url.endswith(".mpy"):
            # Native code, where there is any, is the RP2040's.
            assert data[:1] == b"M" and data[2] >> 2 in (0, 4)


def test_package_json_is_up_to_date():
    path = os.path.join(ROOT, "package.json")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    new = flash_package.package_json()
    hint = "package.json was out of date; python -m tools.flash_package json writes it anew"
    if text != new and os.environ.get("CI") != "true":
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(new)
        hint = "package.json was out of date and has been written anew: commit it"
    assert text == new, hint
    for target, url in json.loads(text)["urls"]:
        assert flash.may_be_ours(target)
        if "://" not in url:
            assert os.path.isfile(os.path.join(ROOT, url)), hint
        else:
            assert target.startswith("firmware/lib/adafruit_")


def test_manifest(tmp_path):
    """manifest.py freezes all code of a board, under the names it is imported by."""
    folder = tmp_path / "frozen"
    assert flash_package.main(["freeze", "--board", "badger2040", str(folder)]) == 0
    frozen = {p for p in flash.read_tree(folder)}
    for name in ("boot.py", "main.py", "hardware.py", "displayio.py", "adafruit_uc8151d.py",
                 "engine/cicera/game.py", "firmware/app/start.py",
                 "adafruit_display_text/bitmap_label.py"):
        assert name in frozen
    built = build.build("badger2040", None, str(tmp_path / "built"))
    code = {p.removeprefix("firmware/lib/") for p in built if p.endswith((".py", ".mpy"))}
    assert {p.rpartition(".")[0] for p in frozen} == {p.rpartition(".")[0] for p in code}
    main = flash.read_tree(folder)["main.py"].decode()
    compile(main, "main.py", "exec")
    assert main.index('sys.path.insert(0, ".frozen")') < main.index("import power_on")
    calls = []
    scope = {
        "metadata": lambda **_: None,
        "include": lambda path: calls.append(path),
        "freeze": lambda path, opt: calls.append(path),
    }
    with open(os.path.join(ROOT, "manifest.py"), encoding="utf-8") as file:
        exec(file.read(), scope)
    assert calls == ["$(PORT_DIR)/boards/manifest.py", "build/frozen"]


def test_odd_names_on_the_board(board, trees):  # noqa: F811
    odd = {"it's \"odd\".py": b"1", "tab\there": b"2", "lib/\u00fc\u4e2d.txt": b"3", "a\\b": b"4"}
    board.new(dict(SAVED, **odd))
    assert run(board, trees[0], "--no-start") == 0
    assert board.files() == dict(whole(game(1)), **SAVED, **odd)


@pytest.mark.parametrize(
    "line",
    [
        "tv\t__import__('os').system('touch /tmp/owned')",
        "tv\t'file'\t1\t''\t" + "[" * 5000,
        "tv\t'file'\t'x'\t1",
        "tv\t'flash'\t1",
        "tv\t'python'\t'x'\tNone",
        "tv\t\x1b[2J",
    ],
)
def test_a_hostile_answer(line):
    """It is only ever read as plain values, and what it says isn't obeyed by the terminal."""
    with pytest.raises(flash.FlashError) as caught:
        flash.Found([line, "tv\t'end'"])
    assert caught.value.status == flash.PORT
    assert caught.value.args[0].isprintable()


def test_a_hostile_manifest():
    """Nothing outside the game's places is taken for an old file of the game, and removed."""
    lines = ["tv\t'was'\t" + repr(["0" * 64, "1", path]) for path in
             ("save/game.0", "../x.py", "engine/../save/x.py", "/etc/x.py", "a'b.py", "ok.mpy",
              "engine/a.mpy", "mine.txt")]
    found = flash.Found(lines + ["tv\t'end'"])
    assert sorted(found.was) == ["engine/a.mpy", "ok.mpy"]


def test_the_board_file_in_the_documentation(tmp_path, monkeypatch):
    """What docs/building.md gives to copy is a board file as the tools want it."""
    with open(os.path.join(ROOT, "docs", "building.md"), encoding="utf-8") as file:
        text = file.read()
    code = text.split("```python\n")[1].split("```")[0]
    compile(code, "mine.py", "exec")
    (tmp_path / "firmware" / "boards").mkdir(parents=True)
    (tmp_path / "firmware" / "boards" / "mine.py").write_text(code)
    monkeypatch.setattr(build, "ROOT", str(tmp_path))
    assert flash.safe_button("mine") == ("B", 7, 0)
    (tmp_path / "firmware" / "boards" / "mine.py").write_text(code + '\nSAFE = "Y"\n')
    assert flash.safe_button("mine") == ("Y", 9, 0)
    two = 'BUTTONS = (("1", 35, "right", "back"), ("2", 0, "ok", "menu"))\n'
    (tmp_path / "firmware" / "boards" / "mine.py").write_text(two)
    assert flash.safe_button("mine") == ("1", 35, 0)
    (tmp_path / "firmware" / "boards" / "mine.py").write_text(code)
    # Its table says the same as its code.
    for name, pin, _ in flash.constants("mine")["BUTTONS"]:
        assert "| GP{} | {} |".format(pin, name) in text
    for anchor in re.findall(r"\]\(#([a-z-]+)\)", text):
        assert anchor in {
            h.lower().replace(" ", "-").replace(",", "") for h in re.findall(r"^## (.+)", text, re.M)
        }


def test_ways_that_exclude_each_other(capsys):
    for pair in (["--remove", "--frozen"], ["--romfs", "--frozen"], ["--remove", "--romfs"]):
        assert flash.main(["--board", "picosystem", "--port", "/dev/null", *pair]) == flash.USAGE
        assert "give one" in capsys.readouterr().err
