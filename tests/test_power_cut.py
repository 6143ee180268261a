# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What is saved is never lost: not by a cut of the power, nor by a full flash or a spoilt file."""

import importlib
import os
import subprocess

import pytest
from sim_support import needs_micropython

from engine.dealcode import from_entropy
from engine.record import Record
from sim import child
from sim.simulator import Simulator, firmware_modules

with firmware_modules():
    storage = importlib.import_module("firmware.storage")
    from firmware.storage import CUT, DAMAGED, EMPTY, NEWER, OLDER, OTHER, Store

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
CODE = from_entropy(b"tavolino")


def device(*words):
    result = subprocess.run(
        [*child.command(), "-X", "heapsize=32M", os.path.join(HERE, "keeping_device.py"), *words],
        capture_output=True,
        text=True,
        timeout=120,
        env=dict(os.environ, MICROPYPATH=ROOT),
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout.splitlines()[-1].split()


@needs_micropython
@pytest.mark.parametrize("kind", ["lfs2", "lfs2-torn", "fat", "fat-torn"])
@pytest.mark.parametrize("game", ["tarocco", "cicera"])
def test_every_cut_in_a_match(game, kind):
    words = device("cuts", kind, game, "3")
    figures = dict(zip(words[::2], map(int, words[1::2])))
    print(game, kind, figures)
    assert figures["saves"] > 150
    # Each save writes, and each of these writes was cut.
    assert figures["operations"] >= figures["saves"]
    assert figures["cuts"] == figures["operations"] * (2 if "torn" in kind else 1)


@needs_micropython
@pytest.mark.parametrize("kind", ["lfs2", "fat"])
def test_full_flash(kind):
    assert device("full", kind)[0] == "full"


@needs_micropython
def test_flash_wears_evenly():
    words = device("wear", "lfs2", "tarocco", "5")
    figures = dict(zip(words[::2], map(int, words[1::2])))
    print(figures)
    # A block of 4 KB is erased for about every eleventh save, and no block for more than every
    # fifteenth: with 100,000 erasures a block lasts for more than 20,000 deals.
    assert figures["erased"] * 8 < figures["saves"]
    assert figures["most"] * 15 < figures["saves"]


def put(store, name, count, **more):
    for n in range(count):
        assert store.save(name, b"%d" % n)


def copies(root, name):
    return sorted(p for p in os.listdir(os.path.join(root, "save")) if p.startswith(name + "."))


def write(root, name, data):
    with open(os.path.join(root, "save", name), "wb") as file:
        file.write(data)


def read(root, name):
    with open(os.path.join(root, "save", name), "rb") as file:
        return file.read()


def test_copies_take_turns(tmp_path):
    root = str(tmp_path)
    assert Store(root).load("game") == (None, None)
    for n in range(10):
        # also when each is written by another start of the board
        assert Store(root).save("game", b"%d" % n)
        assert Store(root).load("game") == (b"%d" % n, None)
    assert copies(root, "game") == ["game.0", "game.1", "game.2"]
    assert sorted(read(root, "game.%d" % n)[8:9] for n in range(3)) == [b"7", b"8", b"9"]


def test_the_same_again_is_not_written(tmp_path):
    root = str(tmp_path)
    store = Store(root)
    for _ in range(5):
        assert store.save("game", b"same")
        assert Store(root).save("game", b"same")
    assert copies(root, "game") == ["game.0"]


def test_numbers_go_round(tmp_path):
    root = str(tmp_path)
    store = Store(root)
    put(store, "game", 3)
    number, copy, last = store._next["game"]
    store._next["game"] = (0xFFFE, copy, last)
    # the two others are old now, as after 65,000 saves
    for n in range(2):
        os.remove(os.path.join(root, "save", "game.%d" % ((copy + 1 + n) % 3)))
    for n in range(6):
        assert store.save("game", b"round %d" % n)
        assert Store(root).load("game") == (b"round %d" % n, None)


def spoilt(good):
    return {
        EMPTY: b"",
        CUT: good[: len(good) // 2 + 4],
        DAMAGED: good[:-5] + bytes((good[-5] ^ 1,)) + good[-4:],
        OTHER: b"PK\x03\x04 something else",
        NEWER: good[:2] + bytes((good[2] + 1,)) + good[3:],
    }


@pytest.mark.parametrize("problem", [EMPTY, CUT, DAMAGED, OTHER, NEWER])
@pytest.mark.parametrize("how_many", [1, 2, 3])
def test_spoilt_files_are_told_apart(tmp_path, problem, how_many):
    root = str(tmp_path)
    put(Store(root), "game", 3)
    bad = spoilt(read(root, "game.2"))[problem]
    for n in range(3 - how_many, 3):
        write(root, "game.%d" % n, bad)
    data, told = Store(root).load("game")
    if how_many == 3:
        assert (data, told) == (None, problem)
    else:
        assert data == b"%d" % (2 - how_many)
        assert told == (OLDER if problem in (EMPTY, CUT, DAMAGED) else problem)
    # It goes on, and what wasn't ours is still there.
    store = Store(root)
    for n in range(4):
        assert store.save("game", b"new %d" % n)
        assert Store(root).load("game")[0] == b"new %d" % n
    assert Store(root).load("game") == (b"new 3", None)
    kept = [name for name in copies(root, "game") if name.endswith("x")]
    if problem == NEWER:
        assert len(kept) == how_many
        assert all(read(root, name) == bad for name in kept)
    else:
        assert kept == []
    if problem == OTHER:  # left where it is
        assert all(read(root, "game.%d" % n) == bad for n in range(3 - how_many, 3))


def test_first_copy_spoilt_one_after_the_other(tmp_path):
    """Whatever byte of the newest copy is wrong, the one before it is found."""
    root = str(tmp_path)
    put(Store(root), "game", 3)
    good = read(root, "game.2")
    for at in range(len(good)):
        for flip in (0x01, 0x80, 0xFF):
            write(root, "game.2", good[:at] + bytes((good[at] ^ flip,)) + good[at + 1 :])
            data, told = Store(root).load("game")
            assert data == b"1"
            assert told in (OLDER, OTHER, NEWER)
    for size in range(len(good)):
        write(root, "game.2", good[:size])
        assert Store(root).load("game") == (b"1", OLDER)


def test_a_file_in_the_wrong_place(tmp_path):
    root = str(tmp_path)
    store = Store(root)
    put(store, "settings", 1)
    os.rename(os.path.join(root, "save", "settings.0"), os.path.join(root, "save", "game.0"))
    assert Store(root).load("game") == (None, OTHER)


def test_a_huge_file_is_not_read_whole(tmp_path):
    root = str(tmp_path)
    put(Store(root), "game", 1)
    write(root, "game.1", os.urandom(100_000))
    assert Store(root).load("game") == (b"0", OTHER)
    write(root, "game.1", read(root, "game.0") + b"left from a longer one" * 1000)
    assert Store(root).load("game") == (b"0", None)


def test_write_errors_lose_nothing(tmp_path, monkeypatch):
    root = str(tmp_path)
    store = Store(root)
    put(store, "game", 5)
    real = open

    def broken(path, mode="r"):
        file = real(path, mode)
        if mode == "rb":
            return file
        file.truncate(7)
        file.close()
        raise OSError(28, "No space left on device")

    for _ in range(5):
        monkeypatch.setattr(storage, "open", broken, raising=False)
        assert not store.save("game", b"can't")
        assert store.full
        assert Store(root).load("game")[0] == b"4"
        assert not Store(root).save("game", b"can't either")
        assert Store(root).load("game")[0] == b"4"
    monkeypatch.undo()
    assert store.save("game", b"can again")
    assert not store.full
    assert Store(root).load("game") == (b"can again", None)


def test_too_much_is_refused(tmp_path):
    with pytest.raises(ValueError):
        Store(str(tmp_path)).save("game", bytes(501))


# -- in the app ---------------------------------------------------------------------------------

WORDS = {
    EMPTY: "save.empty",
    CUT: "save.cut",
    DAMAGED: "save.damaged",
    OTHER: "save.other",
    NEWER: "save.newer",
}


def app(root, keys, function="run", game=None):
    sim = Simulator(
        keys=keys,
        root=root,
        game=game,
        deal=CODE if game else None,
        firmware="keeping_app:" + function,
        extra_path=[HERE],
        capture=True,
    )
    assert sim.run() == "off", sim.error
    return sim.output.splitlines()


@pytest.mark.parametrize("problem", WORDS)
@pytest.mark.parametrize("name", ["game", "settings"])
def test_the_app_says_what_is_wrong(tmp_path, name, problem):
    root = str(tmp_path)
    put(Store(root), name, 1)
    write(root, name + ".0", spoilt(read(root, name + ".0"))[problem])
    said = app(root, "A idle")
    key = problem + (".settings" if name == "settings" else "")
    assert said[0] == "say " + key
    # a sentence, not the key
    assert said[1].startswith("words ") and said[1] != "words " + key


def test_a_record_that_can_not_be_understood(tmp_path):
    root = str(tmp_path)
    record = bytearray(Record("cicera", CODE).to_bytes())
    record[1] += 1
    Store(root).save("game", bytes(record))
    assert app(root, "A idle")[0] == "say save.newer"
    record[1] -= 1
    record[3] ^= 1
    Store(root).save("game", bytes(record))
    assert app(root, "A idle")[0] == "say save.damaged"
    # A new game doesn't write over it.
    app(root, "A idle", game="cicera")
    assert Store(root).load("game")[0][:1] == b"\xa7"
    kept = [read(root, name) for name in copies(root, "game") if name.endswith("x")]
    assert any(bytes(record) in data for data in kept)


@pytest.mark.parametrize("game", ["tarocco", "cicera"])
def test_full_flash_the_game_goes_on(tmp_path, game):
    root = str(tmp_path)
    Store(root).save("settings", b"lang=en\nspeed=3")
    said = app(root, "80*(A wait:700)", "full", game)
    assert said.count("say save.full") == 1
    assert "over" in said
    assert Store(root).load("game") == (None, None)
    assert Store(root).load("settings") == (b"lang=en\nspeed=3", None)
