# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The set-up script and its lists of packages."""

import ast
import os
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


@pytest.mark.parametrize("kind, words", [("link", "a link to nothing"), ("file", "no folder")])
def test_something_else_where_the_environment_goes_is_told(
    monkeypatch, tmp_path, kind, words, capsys
):
    place = tmp_path / ".venv"
    place.symlink_to(tmp_path / "gone") if kind == "link" else place.write_text("")
    monkeypatch.setattr(start, "VENV", str(place))
    assert start.main(["play"]) == 1
    assert capsys.readouterr().err == (
        "%s is %s, and the environment has to be there: remove it and run the same command "
        "again.\n" % (place, words)
    )


def test_a_place_that_cant_hold_an_environment_is_told(monkeypatch, tmp_path, capsys):
    # Python refuses folders with the separator of PATH.
    monkeypatch.setattr(start, "VENV", str(tmp_path / "a:b" / ".venv"))
    assert start.main(["play"]) == 1
    said = capsys.readouterr().err
    assert "can't hold an environment" in said and "Put the project elsewhere" in said


def test_an_environment_that_cant_be_changed_is_told(monkeypatch, tmp_path, capsys):
    def refuse(*_):
        raise PermissionError(13, "Permission denied", str(tmp_path))

    monkeypatch.setattr(start, "VENV", str(tmp_path))
    monkeypatch.setattr(start, "prepare", refuse)
    assert start.main(["play"]) == 1
    assert "can't be made or changed (Permission denied)" in capsys.readouterr().err


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    """Nothing is to be installed, and the caller is in another folder."""
    monkeypatch.setattr(start, "prepare", lambda kind: None)
    monkeypatch.setattr(start, "python_of", lambda venv: sys.executable)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_files_are_those_of_the_callers_folder(elsewhere, monkeypatch):
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    # Modules of the caller aren't the project's.
    (elsewhere / "sim.py").write_text("raise SystemExit(9)")
    if sys.version_info >= (3, 11):
        words = ["play", "--headless", "--keys", "A", "--shot", "a.png", "--state", "flash"]
        assert start.main(words) == 0
        assert (elsewhere / "a.png").exists() and (elsewhere / "flash").is_dir()
    assert start.main(["run", "-m", "tools.vectors", "none.json"]) == 2


@pytest.mark.parametrize("name", ["HOME", "XDG_DATA_HOME"])
@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="other variables tell it there")
def test_a_home_is_one_of_the_callers_folder(elsewhere, monkeypatch, name):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv(name, "mine")
    code = "import os, sim.__main__ as m; os.makedirs(m.user_folder())"
    assert start.main(["run", "-c", code]) == 0
    assert list((elsewhere / "mine").rglob("tavolino"))


def test_the_callers_own_path_stays_behind_the_projects(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "mine")
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    assert start.environment(False)["PYTHONPATH"].split(os.pathsep) == [str(ROOT), "mine"]
    assert "PYTHONSAFEPATH" not in start.environment(False)
    assert start.environment(True)["PYTHONSAFEPATH"] == "1"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals")
def test_a_program_that_a_signal_ends_has_the_status_of_shells(elsewhere):
    assert start.main(["run", "-c", "import os; os.kill(os.getpid(), 15)"]) == 143


def test_an_environment_that_doesnt_start_is_told(elsewhere, monkeypatch, capsys):
    monkeypatch.setattr(start, "python_of", lambda venv: str(elsewhere / "none"))
    assert start.main(["run", "-c", "1"]) == 1
    assert "can't be started" in capsys.readouterr().err


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
