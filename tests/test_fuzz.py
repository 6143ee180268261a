# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Random presses, records and files: the shorter version of tools.fuzz."""

import random

import pytest
from sim_support import needs_micropython

from engine.record import Record
from sim import child
from sim.simulator import firmware_modules
from tools import endure, fuzz


@needs_micropython
@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_presses(board):
    # (a roomy heap: that the app lives in its own is tested elsewhere)
    met = fuzz.presses(board, 900, seed=3, heap="1M", start=300)
    assert {"app", "widgets.list", "screens.title"} <= met
    assert {"tarocco.table", "cicera.table"} & met


def test_records():
    good = fuzz.records(1500, seed=5)
    # Some of the slightly wrong ones are right, most aren't.
    assert 10 < good < 750


@needs_micropython
@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_files(board):
    fuzz.files(board, 4, seed=7, heap="1M")


def test_files_are_spoilt(tmp_path):
    """The fuzz is one: what it makes can't all be read, and isn't all unreadable."""
    problems = set()
    for n in range(30):
        root = tmp_path / str(n)
        fuzz.spoil(str(root), random.Random(n))
        with firmware_modules():
            data, problem = fuzz._store()(str(root)).load("game")
        problems.add((data is not None, problem))
    assert len(problems) > 5
    assert {True, False} == {there for there, _ in problems}


@needs_micropython
def test_a_failure_is_told(monkeypatch, tmp_path):
    with pytest.raises(fuzz.FuzzError, match="MemoryError"):
        fuzz.presses("picosystem", 10, heap="100k")
    # A saved game that the rules don't allow is one, too.
    record = Record("cicera", "00000000")
    data = bytearray(record.to_bytes())
    data[16] = 2
    with firmware_modules():
        fuzz._store()(str(tmp_path)).save("game", bytes(data) + b"\xff\x7f")
    with pytest.raises(ValueError):
        fuzz.saved(str(tmp_path))
    monkeypatch.setattr(endure, "run", lambda *words: ["text: no such.key"])
    with pytest.raises(fuzz.FuzzError, match="such.key"):
        fuzz.presses("picosystem", 10)


@needs_micropython
@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_a_spoilt_flash(board):
    """A file of the game that is missing or spoilt ends in a picture, and takes no saved game with
    it.
    """
    assert fuzz.flash(board, 4, seed=2) >= 3


@needs_micropython
def test_the_worst_on_a_flash():
    """Without letters or texts there is a picture all the same, without the board's file only a
    line.
    """
    for name in (
        "firmware/assets/small.fnt",
        "firmware/assets/en.txb",
        "firmware/app/screens/title.mpy",
    ):
        assert fuzz.flash("picosystem", 1, names=[name]) == 1
    assert fuzz.flash("picosystem", 1, names=["firmware/lib/hardware.mpy"]) == 0


def test_what_cannot_be_run_is_told():
    with pytest.raises(endure.EndureError, match="256k, not lots"):
        endure.run("picosystem", "", "lots", "mash", 1, 1)
    with pytest.raises(child.MicroPythonError, match="CircuitPython"):
        endure.run("magtag", "", None, "mash", 1, 1)
