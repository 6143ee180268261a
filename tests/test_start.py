# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The set-up script and its lists of packages."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import start

ROOT = Path(__file__).parent.parent


def run(*arguments):
    return subprocess.run(
        [sys.executable, ROOT / "tools" / "start.py", *arguments],
        capture_output=True, text=True, timeout=60,
    )


def test_help_names_both_commands():
    result = run("--help")
    assert result.returncode == 0
    assert "start.py play" in result.stdout and "start.py test" in result.stdout


def test_unknown_command_is_explained():
    result = run("paly")
    assert result.returncode == 2
    assert "'paly'" in result.stderr and "usage" in result.stderr


def test_too_old_python_is_told_so(monkeypatch, capsys):
    monkeypatch.setattr(start, "OLDEST", (99, 0))
    assert start.main(["play"]) == 2
    assert "needs Python 99.0 or newer" in capsys.readouterr().err


def test_no_network_is_told_so(monkeypatch, tmp_path):
    monkeypatch.setattr(start, "VENV", str(tmp_path))
    monkeypatch.setattr(start, "python_of", lambda venv: sys.executable)
    with pytest.raises(start.SetupError, match="can't be reached"):
        # Nothing listens on the discard port: the connection is refused at once.
        start.pip_install("--index-url", "http://127.0.0.1:9/simple", "--retries", "1", "nothing")


def test_a_package_that_an_index_lacks_is_told_so(monkeypatch, tmp_path):
    folder = tmp_path / "empty"
    folder.mkdir()
    (tmp_path / "bin").mkdir()
    monkeypatch.setattr(start, "VENV", str(tmp_path))
    monkeypatch.setattr(start, "python_of", lambda venv: sys.executable)
    monkeypatch.setenv("PIP_INDEX_URL", "https://me:secret@example.org/simple")
    with pytest.raises(start.SetupError) as caught:
        start.pip_install("--no-index", "--find-links", str(folder), "nothing-of-that-name==1")
    words = caught.value.args[0]
    assert "The package nothing-of-that-name==1 wasn't found" in words
    assert "PIP_INDEX_URL=https://...@example.org/simple" in words and "secret" not in words
    assert "network" in words and "pip config list" in words


def test_no_venv_module_is_told_so(monkeypatch, tmp_path):
    def broken(*_, **__):
        raise subprocess.CalledProcessError(1, "ensurepip")

    monkeypatch.setattr("venv.create", broken)
    with pytest.raises(start.SetupError, match="python3-venv"):
        start.make_venv()


def test_script_can_be_read_by_old_pythons():
    # No f-strings, no annotations: an old Python must get as far as the sentence.
    tree = ast.parse((ROOT / "tools" / "start.py").read_text())
    for node in ast.walk(tree):
        assert not isinstance(node, (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr))


def pins(name):
    text = (ROOT / "requirements" / name).read_text()
    return dict(re.findall(r"^([a-z0-9_-]+)==([0-9.post]+)", text, re.M))


def test_all_requirements_are_pinned():
    for path in (ROOT / "requirements").iterdir():
        for line in path.read_text().splitlines():
            assert not line or line.startswith(("#", "-r ")) or "==" in line, line


def test_reference_library_is_the_same_version_as_the_one_used():
    assert pins("blinka.txt").items() >= {
        key: value for key, value in pins("adafruit.txt").items()
        if key in ("adafruit-circuitpython-display-text", "adafruit-circuitpython-ticks")
    }.items()


def test_project_ranges_hold_the_pins():
    text = (ROOT / "pyproject.toml").read_text()
    for name, version in {**pins("play.txt"), **pins("test.txt")}.items():
        found = re.search(r'"%s (>=[0-9.]+,<[0-9.]+|==[0-9.]+)' % re.escape(name), text)
        assert found, name
        number = [int(n) for n in re.findall(r"\d+", version)]
        for part in found.group(1).split(","):
            bound = [int(n) for n in re.findall(r"\d+", part)]
            ok = {">=": number >= bound, "==": number == bound}.get(part[:2], number < bound)
            assert ok, (name, version, part)
