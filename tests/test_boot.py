# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""boot.py always returns, quickly; safe mode is reached and says so."""

import hashlib
import os
import re
import subprocess
import sys

import pytest
from sim_support import FIRMWARE, PYTHONS

from sim import child
from sim.simulator import Simulator
from tools import board_side, flash

ROOT = flash.ROOT
BOOT = os.path.join(ROOT, "boot.py")

# Runs boot.py as a board does, in the folder of the flash, and tells what it left behind.
RUN = """
import sys, time
class Pin:
    IN, PULL_UP, PULL_DOWN = 0, 1, 2
    def __init__(self, name, mode, pull):
        print("pin", repr(name), pull)
    def value(self):
        return {value}
class machine:
    pass
machine.Pin = Pin
sys.modules["machine"] = machine
if not hasattr(time, "sleep_ms"):
    time.sleep_ms = lambda ms: time.sleep(ms / 1000)
with open({boot!r}) as file:
    text = file.read()
scope = dict(__name__="__main__")
code = compile(text, "boot.py", "exec")
exec(code, scope)
print("note", sys.modules.get("tavolino_safe"))
print("left", [name for name in scope if name[:2] != "__"])
"""


@pytest.fixture(params=["cpython", "micropython"])
def boot(request, tmp_path):
    """-> function that runs boot.py with files (name -> text) on the flash; -> its output.

    ``before``: what runs before, in the same place.
    """
    program = [sys.executable]
    if request.param == "micropython":
        try:
            program = child.command()
        except child.MicroPythonError as error:
            if os.environ.get("CI") == "true":
                pytest.fail(error.args[0])
            pytest.skip(error.args[0])

    def run(files, value=1, root=tmp_path, before=""):
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode() if isinstance(text, str) else text)
        script = tmp_path.parent / (tmp_path.name + ".py")
        script.write_text(before + RUN.format(boot=BOOT, value=value))
        result = subprocess.run(
            program + [str(script)], cwd=root, capture_output=True, text=True, timeout=20
        )
        # (-2: CPython takes note of a KeyboardInterrupt in exec, caught or not.)
        assert result.returncode in (0, -2), result.stdout + result.stderr
        assert result.stderr == ""
        assert "left []" in result.stdout
        return result.stdout

    return run


def journal(*lines):
    body = "".join(line + "\n" for line in lines).encode()
    return body + b"end\t" + hashlib.sha256(body).hexdigest().encode() + b"\n"


APPLY = flash.source(board_side.apply) + "state = apply()\n"


def test_nothing_to_do(boot):
    assert "note None" in boot({})
    assert "pin" not in boot({})


@pytest.mark.parametrize(
    "text, pin",
    [("19 0\n", "pin 19 1"), ("13 1\n", "pin 13 2"), ("A0 0\n", "pin 'A0' 1")],
)
def test_button(boot, text, pin):
    pressed = int(text.split()[1])
    out = boot({"safe.pin": text}, value=pressed)
    assert pin in out and "note button" in out
    assert "note None" in boot({"safe.pin": text}, value=1 - pressed)


def test_a_spike_is_no_button(boot):
    readings = "sys.modules.setdefault('readings', [0, 1, 0]).pop(0)"
    assert "note None" in boot({"safe.pin": "19 0"}, value=readings)


def test_file(boot):
    assert "note file" in boot({"safe": ""})


@pytest.mark.parametrize(
    "files",
    [
        {"safe/notes": ""},
        {"safe.pin/notes": ""},
        {"stage": ""},
        {"stage/new": ""},
        {"stage/journal/notes": ""},
        {"safe.pin": ""},
        {"safe.pin": "x y z"},
        {"safe.pin": "19"},
        {"safe.pin": "19 x"},
        {"safe.pin": bytes(range(256))},
    ],
)
def test_damaged_pin_file(boot, files):
    assert "note None" in boot(files)


def test_value_raises(boot):
    assert "note None" in boot({"safe.pin": "19 0"}, value="1 // 0")
    assert "note None" in boot({"safe.pin": "19 0"}, value="next(iter(()))")


def test_update_is_finished(boot, tmp_path):
    files = {
        "stage/apply.py": APPLY,
        "stage/new/a": "new",
        "stage/journal": journal("put\ta\tmain.py", "del\told.py", "rmdir\tgone"),
        "main.py": "old",
        "old.py": "x",
    }
    (tmp_path / "gone").mkdir()
    assert "note None" in boot(files)
    assert (tmp_path / "main.py").read_text() == "new"
    assert sorted(os.listdir(tmp_path)) == ["main.py"]


@pytest.mark.parametrize("cut", [0, 1, 30, -1, -2])
def test_incomplete_journal_is_nothing(boot, tmp_path, cut):
    whole = journal("put\ta\tmain.py", "del\told.py")
    files = {
        "stage/apply.py": APPLY,
        "stage/new/a": "new",
        "stage/journal": whole[:cut],
        "main.py": "old",
        "old.py": "x",
    }
    assert "note None" in boot(files)
    assert (tmp_path / "main.py").read_text() == "old"
    assert (tmp_path / "old.py").exists()


@pytest.mark.parametrize(
    "apply",
    [None, "", "1 // 0", "raise SystemExit", "raise KeyboardInterrupt", "(", "state = 'failed'"],
)
def test_update_that_cannot_be_finished(boot, apply):
    """It may be half done: the game isn't started, the board is at the REPL."""
    files = {"stage/journal": journal("put\ta\tmain.py")}
    if apply is not None:
        files["stage/apply.py"] = apply
    assert "note update" in boot(files)


def test_failed_step(boot, tmp_path):
    """A folder where a file has to be: the rest is done, and it is known not to be complete."""
    (tmp_path / "main.py").mkdir()
    files = {
        "stage/apply.py": APPLY,
        "stage/new/a": "new",
        "stage/new/b": "b",
        "stage/journal": journal("put\ta\tmain.py", "put\tb\tb.py"),
    }
    assert "note update" in boot(files)
    assert (tmp_path / "stage" / "journal").exists()
    # The next attempt to update, cut off before its journal was complete: still not.
    (tmp_path / "stage" / "journal").write_bytes(b"put\tc\t")
    assert "note update" in boot({})
    # Repaired: it is finished.
    (tmp_path / "main.py").rmdir()
    (tmp_path / "stage" / "journal").write_bytes(files["stage/journal"])
    assert "note None" in boot({})
    assert (tmp_path / "main.py").read_text() == "new"


def test_length():
    """It is compiled at every start."""
    with open(BOOT, encoding="utf-8") as file:
        assert len(file.read()) < 3200


def test_main_stays_away_in_safe_mode():
    """main.py asks for boot.py's note before it starts anything."""
    with open(os.path.join(ROOT, "firmware", "main.py"), encoding="utf-8") as file:
        text = file.read()
    said = []

    class Safe:
        @staticmethod
        def show(reason):
            said.append(reason)

    sys.modules["tavolino_safe"] = "button"
    before = sys.modules.get("firmware.device.safe")
    sys.modules["firmware.device.safe"] = Safe
    try:
        exec(compile(text, "main.py", "exec"), {"__name__": "__main__"})
    finally:
        del sys.modules["tavolino_safe"]
        if before is None:
            del sys.modules["firmware.device.safe"]
        else:
            sys.modules["firmware.device.safe"] = before
    assert said == ["button"]


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_picture(board, python):
    """What is shown is dark text on white, the same under both Pythons, and never an error."""
    sim = Simulator(
        board, keys="wait:8000", firmware="safemode:run", deal="button", python=python,
        capture=True, extra_path=[FIRMWARE],
    )
    sim.run()
    assert sim.error is None and sim.warnings() == []
    assert sim.output.strip() == "Tavolino: safe mode (button)"
    rgb = bytes(sim.picture())
    dark = sum(1 for i in range(0, len(rgb), 3) if rgb[i] < 64)
    assert rgb[:3] == b"\xff\xff\xff" and 500 < dark < len(rgb) // 30


def test_picture_without_a_panel(capsys):
    """A board whose display can't be used is in safe mode all the same."""
    sim = Simulator(
        "picosystem", keys="wait:500", firmware="safemode:broken", capture=True,
        extra_path=[FIRMWARE],
    )
    sim.run()
    assert sim.error is None
    assert re.search(r"safe mode \(file\)\s+Tavolino: no picture of it: RuntimeError", sim.output)
