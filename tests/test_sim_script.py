# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Key scripts and the command line of the simulator."""

import importlib.util
import os
import subprocess
import sys

import pytest

from engine.dealcode import from_entropy
from sim import __main__ as command
from sim import handhelds, script

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PICO = handhelds.PICOSYSTEM
CODE = from_entropy(b"tavolino")


def steps(text, handheld=PICO):
    out = []
    for kind, *rest in script.parse(text, handheld):
        if kind == "press":
            rest = [rest[0].name, rest[1]]
        out.append((kind, *rest))
    return out


def test_words():
    assert steps("") == []
    assert steps(" A  wait:500\tdown x ") == [
        ("press", "A", 60),
        ("wait", 500),
        ("press", "down", 60),
        ("press", "X", 60),
    ]
    assert steps("idle idle:70 hold:b:800 shot:a/b.png") == [
        ("idle", script.IDLE),
        ("idle", 70),
        ("press", "B", 800),
        ("shot", "a/b.png"),
    ]


def test_repetition_and_groups():
    assert steps("2*A") == [("press", "A", 60)] * 2
    assert steps("3 *UP") == [("press", "up", 60)] * 3
    assert steps("2*(A 2*(B wait:1))y") == [
        ("press", "A", 60),
        ("press", "B", 60),
        ("wait", 1),
        ("press", "B", 60),
        ("wait", 1),
    ] * 2 + [("press", "Y", 60)]
    assert steps("0*(A)") == []


@pytest.mark.parametrize(
    "text, said",
    [
        ("Z", "Z is no button of the Pimoroni PicoSystem: it has up down left right A B X Y."),
        ("C", "C is no button"),
        ("wait:", "wait: needs a whole number of milliseconds"),
        ("wait:1.5", "wait:1.5 needs a whole number"),
        ("wait:-3", "wait:-3 needs a whole number"),
        ("wait:99999999999", "at most 86400000"),
        ("idle:x", "idle:x needs a whole number"),
        ("hold:A", "hold:A needs a whole number"),
        ("hold:Q:800", "Q is no button"),
        ("pause:500", "pause:500 isn't understood"),
        ("wait 500", "wait lacks what belongs to it, as in wait:500"),
        ("3*", "3* must be followed"),
        ("3*)", "3* must be followed"),
        ("2*3*A", "2* must be followed"),
        ("*A", "needs a number before it"),
        ("(A", "a ( isn't closed"),
        ("A)", "a ) has no ("),
        ("99999*(A B)", "more than 100000 steps"),
    ],
)
def test_wrong_scripts(text, said):
    with pytest.raises(script.ScriptError) as caught:
        script.parse(text, PICO)
    sentence = caught.value.args[0]
    assert said in sentence
    assert sentence.endswith(".")


def refused(capsys, *arguments):
    """The sentence with which the command line refuses ``arguments``."""
    assert command.main(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert len(lines) == 1
    assert lines[0].endswith(".")
    assert lines[0][0].isupper() or lines[0].startswith("--")
    return lines[0]


@pytest.mark.parametrize(
    "arguments, said",
    [
        (
            ["--board", "gameboy"],
            "There is no board gameboy: choose one of " + ", ".join(sorted(handhelds.ALL)),
        ),
        (["--game", "bridge"], "There is no game bridge: choose tarocco or cicera"),
        (["--game", "cicera", "--deal", "123"], "8 characters"),
        (["--game", "cicera", "--deal", "ABCDEFGH"], "ABCD-EFGH is mistyped"),
        (["--deal", CODE], "--deal needs --game"),
        (["--selftest", "--game", "cicera"], "--selftest shows no game"),
        (["--lang", "xx"], "no texts in the language xx: choose one of "),
        (["--keys", "A Q"], "Q is no button"),
        (["--shot", "no/such/folder/a.png"], "there is no folder"),
        (["--shot", "a.jpg"], "must end in .png"),
        (["--gif", "a.png"], "must end in .gif"),
        (["--keys", "shot:a"], "must end in .png"),
        (["--scale", "5"], "--scale is 1, 2, 3 or 4, not 5"),
        (["--scale", "big"], "--scale is 1, 2, 3 or 4, not big"),
        (["--python", "pypy"], "--python is cpython or micropython, not pypy"),
        (["--heap", "256k"], "--heap is for --python micropython only"),
        (["--python", "micropython", "--heap", "lots"], "--heap is a size"),
        (["--python", "micropython", "--heap", "1k"], "--heap is a size"),
        (["--python", "micropython", "--heap", "4096M"], "--heap is a size"),
        (["--state", os.path.abspath(__file__)], "it is a file"),
        (["--bord", "x"], "Unrecognized arguments: --bord x"),
        (["--board"], "needs a value"),
        (["something"], "Unrecognized arguments: something"),
    ],
)
def test_wrong_options(capsys, arguments, said):
    assert said in refused(capsys, "--headless", *arguments)


def test_unwritable_files(capsys, tmp_path):
    (tmp_path / "a.png").mkdir()
    assert "it is a folder" in refused(capsys, "--headless", "--shot", str(tmp_path / "a.png"))
    if hasattr(os, "geteuid") and os.geteuid():
        tmp_path.chmod(0o500)
        said = refused(capsys, "--headless", "--shot", str(tmp_path / "b.png"))
        assert "permission is missing" in said
        tmp_path.chmod(0o700)


def test_what_is_missing_is_told(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name == "micropython_unix" else find(name)
    )
    monkeypatch.setattr("shutil.which", lambda name: None)
    said = refused(capsys, "--headless", "--python", "micropython")
    assert "MicroPython isn't installed" in said or "no MicroPython for Windows" in said
    monkeypatch.undo()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, "PIL", None)
    said = refused(capsys, "--headless", "--shot", str(tmp_path / "a.png"))
    assert "Pillow" in said and "pip install pillow" in said
    monkeypatch.setitem(sys.modules, "pygame", None)
    assert "pygame-ce" in refused(capsys)
    monkeypatch.undo()


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="displays are named on Linux only"
)
def test_no_display(capsys, monkeypatch, tmp_path):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert "There is no display" in refused(capsys)


def test_help_explains_every_option(capsys):
    with pytest.raises(SystemExit) as end:
        command.main(["--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    for option in (
        "--board --game --deal --lang --selftest --headless --keys --shot --gif --scale"
        " --python --heap --state"
    ).split():
        assert option in text
    for word in ("hold:A:800", "wait:500", "idle", "3*A", "shot:FILE.png"):
        assert word in text


def test_as_a_command(tmp_path):
    result = subprocess.run(
        [sys.executable, "-m", "sim", "--headless", "--board", "?"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 2
    assert result.stdout == ""
    known = ", ".join(sorted(handhelds.ALL))
    assert result.stderr == "There is no board ?: choose one of %s.\n" % known
