# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""tools.flash with the real mpremote and the real MicroPython (see tests/wasm)."""

import os
import re
import signal
import subprocess
import sys

import pytest
from wasm.board import Board

from tools import build, flash

ROOT = flash.ROOT
SAVED = {"save/game.0": b"Tv mid-deal", "save/settings.1": b"lang=it", "mine.txt": b"shopping"}


@pytest.fixture(scope="module")
def board():
    board = Board()
    yield board
    board.close()


def game(version, size=3000):
    """A small game: what tools.build would make, without boot.py."""
    data = bytes((version * 37 + n * 11) % 256 for n in range(size))
    return {
        "main.py": b"print('game %d')\n" % version,
        "firmware/lib/hardware.mpy": data[:100],
        "engine/__init__.mpy": b"M\x06",
        "engine/cards.mpy": data,
        "engine/same.mpy": b"same in all versions",
        "engine/v%d.mpy" % version: data[:500],
        "firmware/__init__.mpy": b"M\x06",
        "firmware/assets/small.fnt": data * 2,
        "firmware/lib/displayio.mpy": data[:1500],
        "licences/x.txt": b"MIT\n",
    }


def write(folder, files):
    for path, data in files.items():
        target = os.path.join(str(folder), *path.split("/"))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(data)
    return str(folder)


def whole(files):
    """All that is on the board after ``files`` have been flashed."""
    files = dict(files)
    with open(os.path.join(ROOT, "boot.py"), "rb") as file:
        files["boot.py"] = file.read()
    files["safe.pin"] = b"19 0\n"
    return flash.with_manifest(files, "picosystem", None)


def run(board, folder, *words):
    """Run the tool on ``board`` with the tree ``folder``; -> exit status."""
    return flash.main(
        ["--board", "picosystem", "--port", board.port, "--tree", str(folder)] + list(words)
    )


@pytest.fixture
def trees(tmp_path):
    """-> folders with version 1 and 2 of the game."""
    return write(tmp_path / "1", game(1)), write(tmp_path / "2", game(2))


# -- what it does ----------------------------------------------------------------------------------


def test_first_flash(board, trees, capsys):
    board.new(SAVED)
    assert run(board, trees[0]) == 0
    assert board.files() == dict(whole(game(1)), **SAVED)
    state = board("state")
    assert "stage" not in state["folders"]
    assert state["lastStart"] == "game 1\n"
    out = capsys.readouterr().out
    assert "MicroPython 1.29.0" in out and "native code none" in out
    assert "Done: 12 files copied" in out and "The game starts." in out
    assert re.search(r"^ +\d+ %", out, re.MULTILINE)


def test_second_flash_copies_nothing(board, trees, capsys):
    board.new(dict(whole(game(1)), **SAVED))
    before = board.files()
    assert run(board, trees[0]) == 0
    state = board("state")
    assert state["counts"]["writes"] == 0
    assert state["lastStart"] == "game 1\n"
    assert board.files() == before
    out = capsys.readouterr().out
    assert "Nothing to copy: all 12 files are up to date." in out
    assert "Tavolino {} is on it.".format(build.version()) in out


def test_one_changed_file_copies_one(board, trees, tmp_path, capsys):
    board.new(dict(whole(game(1)), **SAVED))
    changed = dict(game(1), **{"engine/cards.mpy": b"new"})
    assert run(board, write(tmp_path / "changed", changed)) == 0
    assert board.files() == dict(whole(changed), **SAVED)
    assert "Done: 1 file copied" in capsys.readouterr().out


def test_damaged_file_is_replaced(board, trees, capsys):
    damaged = dict(whole(game(1)))
    damaged["firmware/lib/displayio.mpy"] = bytes(1500)  # as long as before
    board.new(damaged)
    assert run(board, trees[0]) == 0
    assert board.files() == whole(game(1))
    assert "Done: 1 file copied" in capsys.readouterr().out


def test_plain_raw_repl(board, trees):
    board.new(whole(game(1)), paste=False)
    assert run(board, trees[1]) == 0
    assert board.files() == whole(game(2))


@pytest.fixture
def serial_port(board):
    """-> a pseudo-terminal that leads to ``board``, as a serial port does."""
    import pty
    import select
    import socket
    import threading
    import tty

    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    line = socket.create_connection(("127.0.0.1", board.number))
    line.setblocking(False)
    done = threading.Event()

    def relay():
        while not done.is_set():
            ready, _, _ = select.select([ours, line], [], [], 0.1)
            if ours in ready:
                data = os.read(ours, 256)
                line.setblocking(True)
                line.sendall(data)
                line.setblocking(False)
            if line in ready:
                data = line.recv(4096)
                if not data:
                    return
                os.write(ours, data)

    thread = threading.Thread(target=relay)
    thread.start()
    yield os.ttyname(theirs)
    done.set()
    thread.join()
    line.close()
    os.close(ours)
    os.close(theirs)


@pytest.mark.skipif(os.name != "posix", reason="there are no pseudo-terminals here")
def test_serial_port(board, trees, serial_port):
    board.new(dict(whole(game(1)), **SAVED))
    words = ["--board", "picosystem", "--port", serial_port, "--tree", trees[1]]
    assert flash.main(words) == 0
    assert board.files() == dict(whole(game(2)), **SAVED)
    assert board("state")["lastStart"] == "game 2\n"


def test_stale_files(board, trees, capsys):
    others = {
        "lib/other.py": b"not ours, and not in the way",
        "engine_notes.py": b"not ours",
        "engine/chess.py": b"not ours either",
    }
    there = dict(game(1), **{"engine/cards.py": b"a source installed once"})
    board.new(dict(whole(there), **SAVED, **others))
    assert run(board, trees[1]) == 0
    assert board.files() == dict(whole(game(2)), **SAVED, **others)
    assert " 2 removed," in capsys.readouterr().out


# Somebody else's, where ours go or where MicroPython looks before it finds ours.
NEIGHBOURS = [
    {"engine/__init__.py": b"", "engine/record.py": b"chess", "engine/cards.py": b"chess"},
    {"engine/cards.mpy": b"chess"},
    {"engine/cards/board.png": b""},
    {"firmware/__init__.py": b"print('mine')"},
    {"firmware/assets/small.fnt": b"my font"},
    {"firmware/lib/hardware.py": b"mine"},
    {"firmware/lib/displayio/picture.png": b""},
    {"firmware/lib/engine/picture.png": b""},
    {"firmware/lib/engine.py": b""},
    {"engine": b"a file"},
    {"firmware": b"a file"},
    {"firmware/lib": b"a file"},
    {"main.py": b"print('my project')\n"},
    {"boot.py": b"# mine\n"},
    {"main.py/x": b""},
    {"boot.py/x": b""},
    {"safe.pin": b"notes"},
    {"safe.pin/x": b""},
    {"tavolino.txt": b"coffee\n"},
    {"tavolino.txt/x": b""},
    {"stage": b"a file"},
    {"stage/new": b"a file"},
    {"stage/journal/x": b""},
    {"stage/apply.py/x": b""},
    {"stage/mixed/x": b""},
    {"stage/begun/x": b""},
    {"stage/journal": b"Today I played."},
    {"stage/journal": b"Today", "stage/apply.py": b"print('mine')\nstate = 'done'\n"},
    {"stage/apply.py": b"print('mine')\n"},
    {"stage/begun": b"mine"},
    {"stage/mixed": b"mine"},
    {"stage/new/act1.txt": b"a play"},
    {"stage/new/0123abcd/x": b"a play"},
    {"save": b"mine"},
    *({path + "/x": b""} for path in flash.KEPT),
]


@pytest.mark.parametrize("there", NEIGHBOURS, ids=lambda there: list(there)[-1])
def test_neighbours_are_found(board, there):
    board.new(there)
    found = flash.Found(board("run", code=flash.question())["printed"].splitlines())
    with pytest.raises(flash.FlashError) as caught:
        flash.Plan(whole(game(1)), found)
    assert caught.value.status == flash.BOARD
    told = caught.value.args[0]
    assert "in its way" in told and "then run this again" in told
    for path in there:
        name = [p for p in [path, *flash.parents(path)] if re.search(r" %s\b" % p, told)]
        assert name or path == "stage/apply.py" or path == "engine/record.py", path
    assert board.files() == there


@pytest.mark.parametrize("way", [[], ["--dry-run"], ["--frozen"], ["--remove"]])
def test_neighbours_are_told_and_left(board, trees, capsys, way):
    there = {"firmware/assets/small.fnt": b"mine", "stage/journal": b"Today", "save/x": b"mine"}
    if way == ["--remove"]:
        there = dict(whole(game(1)), **{"stage/journal": b"Today"})
    board.new(there)
    assert run(board, trees[0], *way) == 4
    assert board.files() == there
    assert board("state")["counts"]["writes"] == 0
    told = capsys.readouterr()
    assert "the file stage/journal" in told.err
    assert "The game starts" not in told.out and "Done" not in told.out


# Somebody else's of the same names, but not where the game looks first: tests/test_neighbours.py.
HARMLESS = {
    "hardware.py": b"",
    "displayio/picture.png": b"",
    "lib/displayio.mpy": b"another version",
    "lib/hardware/picture.png": b"",
    "lib/engine.py": b"",
    "lib/firmware/__init__.py": b"",
    "engine.py": b"",
    "firmware.mpy": b"",
    "main/x.py": b"",
    "boot.txt": b"",
    "time.py": b"raise ValueError",
    "hashlib.py": b"raise ValueError",
    "lib/os/picture.png": b"",
    "machine/picture.png": b"",
    "safe/notes.txt": b"",
    "stage/play.txt": b"a play",
    "engine/chess.py": b"not ours either",
    "firmware/lib/mine.py": b"",
    "licences/mine.txt": b"",
    "save/notes.txt": b"",
    "save/game.0/x": b"",
    "save/game.1": b"mine",
}


def test_other_neighbours_stay(board, trees, capsys):
    board.new(HARMLESS)
    for version in (0, 1):
        assert run(board, trees[version]) == 0
        assert board.files() == dict(whole(game(version + 1)), **HARMLESS)
        assert board("state")["lastStart"] == "game %d\n" % (version + 1)
        assert "The game starts." in capsys.readouterr().out
    assert run(board, trees[1], "--remove") == 0
    assert board.files() == HARMLESS


def test_a_boot_file_that_micropython_made_is_nobodys(board, trees):
    made = b"# This file is executed on every boot (including wake-boot from deepsleep)\n"
    made += b"#import esp\n#esp.osdebug(None)\n#import webrepl\n#webrepl.start()\n"
    board.new({"boot.py": made})
    assert run(board, trees[0]) == 0
    assert board.files() == whole(game(1))


def test_an_older_layout_goes_with_its_list(board, trees):
    """Libraries lay in lib once, beside those of other people."""
    old = {
        p.replace("firmware/lib/hardware", "hardware").replace("firmware/lib/", "lib/"): d
        for p, d in game(1).items()
    }
    board.new(dict(whole(old), **{"lib/mine.py": b"mine"}))
    assert run(board, trees[1]) == 0
    assert board.files() == dict(whole(game(2)), **{"lib/mine.py": b"mine"})


def test_a_folder_of_ours_that_becomes_a_module(board, trees, tmp_path):
    old = dict(game(1), **{"engine/cards/a.mpy": b"a"})
    del old["engine/cards.mpy"]
    board.new(whole(old))
    assert run(board, trees[0]) == 0
    assert board.files() == whole(game(1))
    assert "engine/cards" not in board("state")["folders"]


def test_unreadable_files():
    """One of ours is replaced, one that isn't known to be ours is in the way."""
    files = whole(game(1))
    lines = [
        "tv\t'flash'\t4096\t1536000\t1500000",
        "tv\t'dir'\t'engine'",
        "tv\t'file'\t0\t'?'\t'engine/cards.mpy'",
        "tv\t'end'",
    ]
    with pytest.raises(flash.FlashError, match="the file engine/cards.mpy is not the game's"):
        flash.Plan(files, flash.Found(lines))
    lines[:0] = ["tv\t'was'\t" + repr(["0" * 64, "3000", "engine/cards.mpy"])]
    assert "engine/cards.mpy" in flash.Plan(files, flash.Found(lines)).put


def test_a_file_that_took_the_place_of_ours_is_left(board, trees, capsys):
    mine = dict(whole(game(1)), **{"engine/cards.mpy": b"mine"})
    board.new(mine)
    assert run(board, trees[1]) == 4
    assert board.files() == mine
    assert "the file engine/cards.mpy is not" in capsys.readouterr().err
    assert flash.main(["--remove", "--port", board.port]) == 0
    assert board.files() == {"engine/cards.mpy": b"mine"}
    assert "Leaving engine/cards.mpy" in capsys.readouterr().out


def test_a_copy_without_a_manifest_is_known_by_its_content(board, trees):
    there = whole(game(1))
    del there[flash.MANIFEST]
    with open(os.path.join(ROOT, "engine", "__init__.py"), "rb") as file:
        there["engine/__init__.py"] = file.read()
    board.new(there)
    assert run(board, trees[0]) == 0
    assert board.files() == whole(game(1))


@pytest.mark.parametrize("name", ["Main.py/x", "Main.py", "Safe.pin/x", "FIRMWARE", "Engine/Cards.py", "Stage"])
def test_fat_takes_capitals_for_the_same(name):
    found = flash.Found(["tv\t'flash'\t512\t153600\t150000", "tv\t'fat'\tTrue", "tv\t'end'"])
    # The probe looks into the folders by our names for them.
    path = name.replace("Engine/", "engine/")
    found.dirs.update(flash.parents(path))
    found.files[path] = 1, flash.sha(b"x")
    with pytest.raises(flash.FlashError, match="in its way"):
        flash.Plan(whole(game(1)), found)
    found.fat = False
    flash.Plan(whole(game(1)), found)


def test_removed_folder(board, trees, tmp_path):
    old = dict(game(1), **{"firmware/extra/deep/x.mpy": b"x"})
    board.new(dict(whole(old), **{"firmware/extra/users.txt": b"u"}))
    assert run(board, trees[0]) == 0
    assert board.files() == dict(whole(game(1)), **{"firmware/extra/users.txt": b"u"})
    folders = board("state")["folders"]
    assert "firmware/extra" in folders and "firmware/extra/deep" not in folders


def test_dry_run(board, trees, capsys):
    board.new(dict(whole(game(1)), **SAVED))
    before = board.files()
    assert run(board, trees[1], "--dry-run") == 0
    assert board.files() == before
    assert board("state")["counts"]["writes"] == 0
    out = capsys.readouterr().out
    assert "would replace engine/cards.mpy" in out
    assert "would copy    engine/v2.mpy" in out
    assert "would remove  engine/v1.mpy" in out
    assert "Nothing has been changed." in out


def test_no_start(board, trees):
    board.new(whole(game(1)))
    assert run(board, trees[1], "--no-start") == 0
    assert board.files() == whole(game(2))
    assert board("state")["lastStart"] is None


def test_remove(board, capsys):
    board.new(dict(whole(game(1)), **SAVED))
    assert flash.main(["--remove", "--port", board.port]) == 0
    assert board.files() == SAVED
    assert "13 removed" in capsys.readouterr().out
    assert flash.main(["--remove", "--port", board.port]) == 0
    assert "not on this board" in capsys.readouterr().out


def test_safe_file_keeps_the_game_from_starting(board, trees, capsys):
    board.new(dict(whole(game(1)), safe=b""))
    assert run(board, trees[1]) == 0
    assert board.files() == dict(whole(game(2)), safe=b"")
    assert board("state")["lastStart"] is None
    assert "fs rm :safe" in capsys.readouterr().out


def test_frozen(board, trees):
    board.new(whole(game(1)))
    assert run(board, trees[1], "--frozen") == 0
    # The frozen boot.py and main.py do what those on the flash did.
    assert sorted(board.files()) == ["firmware/assets/small.fnt", "safe.pin", "tavolino.txt"]


def test_the_real_game(board):
    """All files as they are built for a board."""
    from tools import build

    build.build("picosystem", None)
    tree = os.path.join(ROOT, "build", "picosystem-none")
    board.new(SAVED)
    assert run(board, tree, "--no-start") == 0
    files = flash.read_tree(tree)
    assert board.files() == dict(whole(files), **SAVED)


# -- interrupted -----------------------------------------------------------------------------------


def is_version(board, number):
    """Whether the board has that version, whole (boot.py goes with any)."""
    there = board.files()
    wanted = dict(whole(game(number)), **SAVED)
    wanted.pop("boot.py")
    other = "engine/v%d.mpy" % (3 - number)
    return other not in there and all(there.get(p) == d for p, d in wanted.items())


def writes_of_update(board, trees):
    board.new(dict(whole(game(1)), **SAVED))
    assert run(board, trees[1], "--no-start") == 0
    return board("state")["counts"]["writes"]


def test_power_cut(board, trees, capsys):
    """At stages from the first write to the last; tests/test_flash_power.py has every one."""
    total = writes_of_update(board, trees)
    assert total > 20
    seen = []
    for cut in (1, total // 3, total // 2, total - 8, total - 4, total):
        board.new(dict(whole(game(1)), **SAVED))
        board("cut", after=cut)
        assert run(board, trees[1], "--no-start") == 5
        printed = board("power")["printed"]
        number = 2 if is_version(board, 2) else 1
        seen.append(number)
        assert is_version(board, number), cut
        assert printed == "game %d\n" % number
        error = capsys.readouterr().err
        assert "run this again" in error
        assert run(board, trees[1]) == 0
        assert board.files() == dict(whole(game(2)), **SAVED)
        assert board("state")["lastStart"] == "game 2\n"
    assert seen[0] == 1 and seen[-1] == 2
    assert seen == sorted(seen)


def test_what_has_been_copied_is_not_copied_again(board, trees, capsys):
    total = writes_of_update(board, trees)
    board.new(dict(whole(game(1)), **SAVED))
    board("cut", after=total // 2)
    assert run(board, trees[1]) == 5
    board("power")
    capsys.readouterr()
    assert run(board, trees[1]) == 0
    out = capsys.readouterr().out
    assert re.search(r"Done: 6 files copied \(\d+ bytes, [2-6] from an earlier try\)", out)
    assert board.files() == dict(whole(game(2)), **SAVED)


def test_control_c(board, trees, tmp_path):
    """Both programs get it, as from a terminal."""
    board.new(dict(whole(game(1)), **SAVED), paste=False)  # slower
    big = write(tmp_path / "big", game(2, 20_000))
    child = subprocess.Popen(
        [sys.executable, "-m", "tools.flash", "--board", "picosystem", "--port", board.port]
        + ["--tree", big],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    for line in child.stdout:
        if " % " in line:
            break
    os.killpg(child.pid, signal.SIGINT)
    _, error = child.communicate(timeout=20)
    assert child.returncode == 130
    assert "Stopped." in error and "Traceback" not in error
    board("power")
    assert is_version(board, 1)
    assert run(board, trees[1]) == 0
    assert board.files() == dict(whole(game(2)), **SAVED)


def test_damage_in_the_stage_is_noticed(board, trees, tmp_path, capsys):
    """A file that reads back other than it was written stops the update before the switch."""
    board.new(
        dict(whole(game(1)), **SAVED),
        before=(
            "import hashlib, sys\n"
            "class H:\n"
            " def __init__(self): self.h = hashlib_sha256()\n"
            " def update(self, b): self.h.update(b if b[:3] != b'new' else b'old')\n"
            " def digest(self): return self.h.digest()\n"
            "hashlib_sha256 = hashlib.sha256\n"
            "class M: sha256 = H\n"
            "sys.modules['hashlib'] = M\n"
        ),
    )
    changed = dict(game(1), **{"engine/cards.mpy": b"new"})
    assert run(board, write(tmp_path / "changed", changed)) == 5
    assert "can't be read back" in capsys.readouterr().err
    board("power")
    assert is_version(board, 1)


# -- refused ---------------------------------------------------------------------------------------


def test_too_little_flash(board, trees, capsys):
    there = dict(whole(game(1)), **{"big.bin": bytes(60_000)})
    board.new(there, quota=168_000)
    assert run(board, trees[1]) == 4
    error = capsys.readouterr().err
    assert "not enough flash" in error and "Nothing has been changed" in error
    assert "with --remove (saved games stay), then run this again" in error
    assert board.files() == there
    # ... which works
    assert run(board, trees[1], "--remove") == 0
    assert run(board, trees[1], "--no-start") == 0
    assert board.files() == dict(whole(game(2)), **{"big.bin": bytes(60_000)})


def test_too_little_flash_even_without_the_old_version(board, trees, capsys):
    there = dict(whole(game(1)), **{"big.bin": bytes(60_000)})
    board.new(there, quota=168_000)
    assert run(board, write(trees[1], {"engine/large.mpy": bytes(120_000)})) == 4
    error = capsys.readouterr().err
    assert re.search(r"Remove \d+ KB of files that you don't need, then run this again", error)
    assert board.files() == there


def test_flash_full_in_the_middle(board, trees, capsys):
    there = dict(whole(game(1)), **{"big.bin": bytes(60_000)})
    board.new(there, quota=132_000, boast=True)
    assert run(board, trees[1]) == 4
    assert "flash of the board is full" in capsys.readouterr().err
    printed = board("power")["printed"]
    assert printed == "game 1\n"
    left = {p: d for p, d in board.files().items() if not p.startswith("stage/")}
    assert left == there


FAKE_SYS = """
import sys
class Fake:
    pass
for _name in dir(sys):
    setattr(Fake, _name, getattr(sys, _name))
class Made:
    _mpy = {mpy}
    _machine = "a fake"
    def __getitem__(self, n): return ({name!r}, {version})[n]
Fake.implementation = Made()
sys.modules["sys"] = Fake
"""


@pytest.mark.parametrize(
    "name, version, mpy, words",
    [
        ("micropython", (1, 22, 2), 0x306, "MicroPython 1.22.2 is too old: the game needs 1.23"),
        ("circuitpython", (9, 2, 0), 0x306, "runs circuitpython 9.2.0, not MicroPython"),
        ("micropython", (1, 40, 0), 0x107, "takes compiled files of format 7"),
    ],
)
def test_wrong_firmware(board, trees, capsys, name, version, mpy, words):
    board.new(SAVED, before=FAKE_SYS.format(name=name, version=version, mpy=mpy))
    assert run(board, trees[0]) == 4
    assert words in capsys.readouterr().err
    assert board.files() == SAVED


def test_architecture(board):
    """What is built depends on what the board says."""
    for number, arch in ((4, "armv6m"), (7, "armv7emsp"), (10, "xtensawin"), (0, None)):
        mpy = 0x306 | number << 10
        board.new(before=FAKE_SYS.format(name="micropython", version=(1, 23, 0), mpy=mpy))
        remote = flash.Remote(board.port)
        assert flash.look_at(remote).arch == arch


def test_what_simulators_look_for_is_not_copied():
    built = {"main.py": b"x", "firmware/lib/hardware.mpy": b"M", "firmware/main.mpy": b"M"}
    built.update({"firmware/boards/x.mpy": b"M", "firmware/content/x.mpy": b"M"})
    assert set(flash.slim(built)) == {
        "main.py", "firmware/lib/hardware.mpy", "firmware/content/x.mpy"
    }


def test_ways_that_this_tool_does_not_go(board, capsys):
    assert flash.main(["--board", "picosystem", "--port", board.port, "--uf2"]) == 2
    assert "makes no .uf2" in capsys.readouterr().err
    board.new(SAVED)
    assert flash.main(["--board", "magtag", "--port", board.port]) == 2
    assert "runs CircuitPython" in capsys.readouterr().err
    assert board.files() == SAVED


def test_unknown_board(capsys):
    assert flash.main(["--board", "picosistem"]) == 2
    error = capsys.readouterr().err
    assert "Did you mean picosystem?" in error and "badger2040" in error
    assert flash.main([]) == 2
    assert "Say which board" in capsys.readouterr().err


def test_list(capsys):
    assert flash.main(["--list"]) == 0
    assert "Pimoroni PicoSystem" in capsys.readouterr().out


@pytest.fixture
def customized(tmp_path, monkeypatch):
    """-> function: Python text that mpremote's process runs before anything else."""

    def give(text):
        (tmp_path / "sitecustomize.py").write_text(text)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    return give


PORTS = """
import serial.tools.list_ports
class Port:
    def __init__(self, device, vid):
        self.device, self.vid, self.pid = device, vid, vid and 5
        self.serial_number, self.manufacturer, self.product = "E66", "MicroPython", "Board in FS mode"
    def __lt__(self, other):
        return self.device < other.device
serial.tools.list_ports.comports = lambda: [{}]
"""


def test_no_board(customized, capsys):
    customized(PORTS.format("Port('/dev/ttyS0', None)"))
    assert flash.main(["--board", "picosystem"]) == 3
    error = capsys.readouterr().err
    assert "No board was found" in error and "RPI-RP2" in error


def test_several_boards(customized, capsys):
    customized(PORTS.format("Port('/dev/ttyACM0', 0x2e8a), Port('/dev/ttyACM1', 0x2e8a)"))
    assert flash.main(["--board", "picosystem"]) == 3
    error = capsys.readouterr().err
    assert "--port /dev/ttyACM0    (MicroPython Board in FS mode)" in error
    assert "--port /dev/ttyACM1" in error


def test_the_only_board_is_taken(board, trees, customized, capsys):
    board.new(SAVED)
    customized(PORTS.format("Port('{}', 0x2e8a)".format(board.port)))
    assert flash.main(["--board", "picosystem", "--tree", trees[0]]) == 0
    assert board.files() == dict(whole(game(1)), **SAVED)


def test_nothing_at_the_address(capsys):
    assert flash.main(["--board", "picosystem", "--port", "socket://127.0.0.1:9"]) == 3
    assert "Nothing answers at socket://127.0.0.1:9" in capsys.readouterr().err


posix = pytest.mark.skipif(os.name != "posix", reason="ports are files only on POSIX systems")


@posix
def test_missing_port(capsys):
    assert flash.main(["--board", "picosystem", "--port", "/dev/ttyACM77"]) == 3
    assert "There is no port /dev/ttyACM77" in capsys.readouterr().err


def test_missing_serial_number(capsys):
    assert flash.main(["--board", "picosystem", "--port", "id:nobody"]) == 3
    assert "No board has the serial number nobody" in capsys.readouterr().err


@pytest.mark.parametrize("silence", ["0", "-1", "nan"])
def test_silence_is_a_time(silence, capsys):
    assert flash.main(["--board", "picosystem", "--silence", silence]) == 2
    assert "--silence takes" in capsys.readouterr().err


@posix
@pytest.mark.parametrize("path", ["/dev/null", "/"])
def test_no_serial_port(path, capsys):
    assert flash.main(["--board", "picosystem", "--port", path]) == 3
    assert path + " is no serial port" in capsys.readouterr().err


@pytest.fixture
def busy_port():
    """-> a port that another program has."""
    import fcntl

    ours, theirs = os.openpty()
    fcntl.flock(theirs, fcntl.LOCK_EX)
    yield os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


@posix
def test_busy_port(busy_port, capsys):
    assert flash.main(["--board", "picosystem", "--port", busy_port]) == 3
    assert "is in use by another program" in capsys.readouterr().err


@posix
def test_no_permission(busy_port, capsys, monkeypatch):
    # Tests may run as root, who may do anything: so only the question is answered with no.
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert flash.main(["--board", "picosystem", "--port", busy_port]) == 3
    assert "sudo usermod -a -G " in capsys.readouterr().err


def test_raw_repl_not_reached(board, trees, customized, capsys):
    customized(
        "from mpremote.transport_serial import SerialTransport\n"
        "SerialTransport.enter_raw_repl.__defaults__ = (True, 0.3)\n"
    )
    board.new(whole(game(1)), silent=True)
    assert run(board, trees[1]) == 3
    error = capsys.readouterr().err
    assert "REPL was not reached" in error and "hold B while switching it on" in error


def test_board_falls_silent(board, trees, capsys):
    board.new(
        whole(game(1)), before="import hashlib, sys\nclass M:\n def sha256():\n  while True: pass\n"
        "sys.modules['hashlib'] = M\n"
    )
    remote = flash.Remote(board.port, silence=1.5)
    with pytest.raises(flash.FlashError, match="stopped answering"):
        flash.look_at(remote)
    board.process.kill()  # it can't be talked to any more, and is the last test's
