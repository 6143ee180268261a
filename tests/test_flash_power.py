# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""An update of a board is there whole or not at all, wherever the power is cut."""

import json
import os
import random
import subprocess

import pytest

from sim import child
from tools import flash

HERE = os.path.dirname(os.path.abspath(__file__))


@pytest.fixture
def micropython():
    try:
        return child.command()
    except child.MicroPythonError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(error.args[0])
        pytest.skip(error.args[0])


def text(seed, size):
    """Some text, so that a file's content can go through JSON."""
    rng = random.Random(seed)
    return "".join(rng.choice("abcdefgh\n") for _ in range(size))


with open(os.path.join(os.path.dirname(HERE), "boot.py"), encoding="utf-8") as _file:
    BOOT = _file.read()

KEPT = {"save/game.0": text("game", 100), "notes.txt": "mine"}


def found_for(files, kept, fat):
    """What the probe would tell of a board with ``files`` of ours and ``kept`` of the user's."""
    found = flash.Found(["tv\t'flash'\t512\t153600\t150000", "tv\t'end'"])
    for path, content in list(files.items()) + list(kept.items()):
        ours = path in files
        data = content.encode()
        found.files[path] = (len(data), flash.sha(data))
        found.dirs.update(flash.parents(path))
        if ours and flash.MANIFEST in files:
            found.was[path] = flash.sha(data)
            found.label = ("tavolino",)
    if flash.MANIFEST in files:
        found.label = ("tavolino",)
    found.fat = fat
    return found


def case(before, after, fat):
    """-> what tests/power_cut.py reads."""
    new = {p: t.encode() for p, t in after.items()}
    flash.with_manifest(new, "picosystem", None)
    found = found_for(before, KEPT, fat)
    plan = flash.Plan(new, found)
    plan.check_space()
    scripts, _ = flash.scripts_for(plan, 2048)
    return {
        "old": before,
        "new": {p: d.decode() for p, d in new.items()},
        "gone": plan.remove + ["stage/journal"],
        "kept": KEPT,
        "scripts": scripts,
    }


OLD = {
    "boot.py": BOOT,
    "main.py": "import engine.a\n",
    "engine/a.mpy": text(1, 700),
    "engine/b.mpy": text(2, 1200),
    "engine/same.mpy": text(3, 300),
    "engine/old/c.mpy": text(4, 100),
    "lib/d.mpy": text(5, 600),
    flash.MANIFEST: "tavolino\t0\tpicosystem\tnone\n",
}
NEW = {
    "boot.py": BOOT,
    "main.py": "import engine.a, engine.e\n",
    "engine/a.mpy": text(11, 800),
    "engine/b.mpy": text(12, 900),
    "engine/same.mpy": text(3, 300),
    "engine/new/e.mpy": text(13, 0),
    "engine/new/f.mpy": text(14, 0),
    "lib/d.mpy": text(15, 1500),
}
CASES = {
    "update": (OLD, NEW),
    "boot.py changes": (dict(OLD, **{"boot.py": "# before\n" + BOOT}), NEW),
    "first": ({}, NEW),
    "remove nothing new": (
        dict(NEW, **{flash.MANIFEST: "tavolino\t0\tpicosystem\tnone\n", "engine/a.py": "x"}), NEW
    ),
}


@pytest.mark.parametrize("kind", ["lfs2", "lfs2-torn", "fat"])
@pytest.mark.parametrize("name", CASES)
def test_every_cut(micropython, tmp_path, name, kind):
    before, after = CASES[name]
    path = tmp_path / "case.json"
    made = case(before, after, kind == "fat")
    path.write_text(json.dumps(made))
    result = subprocess.run(
        micropython
        + ["-X", "heapsize=8m", os.path.join(HERE, "power_cut.py"), str(path), kind, "1"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    # (Files that were open at the cut complain before.)
    word, old, new = result.stdout.splitlines()[-1].split()
    print(name, kind, old, new)
    assert word == "cuts"
    # Both sides of the decision have been met.
    assert int(old) >= 10 and int(new) >= 3
