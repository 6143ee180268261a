# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""How the programs of sim and tools end, and where they keep what they make."""

import errno
import os
import re
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from sim import console
from tools import board_pictures, build, thai

ROOT = Path(__file__).resolve().parent.parent
#: These run before an environment is there, or on a board.
WITHOUT = {"tools/start.py", "tools/bench_side.py"}
PROGRAMS = sorted(
    path for folder in ("sim", "tools") for path in (ROOT / folder).rglob("*.py")
    if "node_modules" not in path.parts and 'if __name__ == "__main__":' in path.read_text("utf-8")
)


@pytest.fixture
def fresh():
    """``work`` as if asked for the first time, and again afterwards."""
    console.work.cache_clear()
    yield
    console.work.cache_clear()


def test_every_program_ends_in_the_same_way():
    assert len(PROGRAMS) > 15
    for path in PROGRAMS:
        if path.relative_to(ROOT).as_posix() not in WITHOUT:
            assert path.read_text("utf-8").endswith("    sys.exit(console.run(main))\n"), path


def test_only_what_freezing_wants_there_is_put_into_build_without_asking():
    found = []
    for folder in ("sim", "tools"):
        for path in (ROOT / folder).rglob("*.py"):
            if "node_modules" not in path.parts and path.name != "console.py":
                found += re.findall(r'.*ROOT.*"build".*', path.read_text("utf-8"))
    assert [line.strip() for line in found] == [
        'folder = options.folder or os.path.join(ROOT, "build", "frozen")'
    ]


@pytest.mark.parametrize(
    "words",
    [["sim", "--help"], ["sim.chip", "--help"], ["tools.flash", "--list"], ["tools.web", "-h"]],
    ids=" ".join,
)
def test_a_reader_that_has_gone_is_no_news(words):
    reading, writing = os.pipe()
    os.close(reading)
    buffered = {name: os.environ[name] for name in os.environ if name != "PYTHONUNBUFFERED"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=ROOT, env=buffered, stdout=writing,
            stderr=subprocess.PIPE,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (console.UNREAD, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_a_sentence():
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tools.flash", "--list"], cwd=ROOT, stdout=full,
            stderr=subprocess.PIPE, text=True,
        )
    assert done.returncode == 1
    assert done.stderr == "Reading or writing has failed: No space left on device.\n"


@pytest.mark.parametrize(
    "raised, status, said",
    [
        (KeyboardInterrupt(), 130, "Stopped.\n"),
        (PermissionError(errno.EACCES, "?", "/a/b"), 1,
         "/a/b can't be used: permission is missing.\n"),
        (OSError(errno.EROFS, "?", b"/a/b"), 1, "/a/b can't be used: it can only be read.\n"),
        (OSError(errno.EIO, "Input/output error", "/a"), 1,
         "/a can't be used: Input/output error.\n"),
        (FileNotFoundError(errno.ENOENT, "No temporary folder"), 1,
         "Reading or writing has failed: No temporary folder.\n"),
    ],
)
def test_what_programs_leave_to_others_becomes_a_sentence(raised, status, said, capsys):
    def main(arguments):
        assert arguments == ["word"]
        raise raised

    assert console.run(main, ["word"]) == status
    assert capsys.readouterr() == ("", said)


def test_the_status_of_a_program_is_kept():
    assert console.run(lambda _: 7) == 7
    with pytest.raises(SystemExit, match="3"):
        console.run(lambda _: sys.exit(3))


def test_what_is_made_goes_to_the_users_caches_when_the_project_cant_be_written_to(
    fresh, monkeypatch, tmp_path
):
    real = console.can_write
    monkeypatch.setattr(console, "can_write", lambda f: not f.startswith(str(ROOT)) and real(f))
    monkeypatch.setattr(console, "_caches", lambda: str(tmp_path / "caches"))
    folder = console.work()
    assert folder.startswith(str(tmp_path / "caches" / "tavolino"))
    build.compile_files({"a.txt": b"a"}, None, os.path.join(folder, "board"))
    assert build.is_own(os.path.join(folder, "board"))
    assert not build.is_own(str(ROOT / "build" / "board"))


@pytest.mark.skipif(os.name == "nt", reason="Windows has the temporary files of each user apart")
def test_without_a_home_it_goes_to_a_temporary_folder_of_ones_own(fresh, monkeypatch, tmp_path):
    monkeypatch.setattr(console, "can_write", lambda folder: False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = console.work()
    assert os.path.dirname(folder) == str(tmp_path)
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    console.work.cache_clear()
    assert console.work() == folder
    # What another could have changed isn't used.
    os.chmod(folder, 0o777)
    console.work.cache_clear()
    other = console.work()
    assert other != folder and os.path.dirname(other) == str(tmp_path)
    os.rmdir(folder)
    os.symlink(other, folder)
    console.work.cache_clear()
    assert console.work() not in (folder, other)


def test_with_no_place_at_all_programs_can_still_start(fresh, monkeypatch):
    def none():
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory")

    monkeypatch.setattr(console, "can_write", lambda folder: False)
    monkeypatch.setattr(tempfile, "gettempdir", none)
    assert console.work() == os.path.join(console.ROOT, "build")


def test_what_can_be_written_to(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(tmp_path / "nothing")
    assert console.can_write(str(tmp_path))
    assert console.can_write(str(tmp_path / "new" / "newer"))
    assert not console.can_write(str(tmp_path / "file"))
    assert not console.can_write(str(tmp_path / "file" / "new"))
    assert not console.can_write(str(tmp_path / "link"))
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert not console.can_write(str(tmp_path / "new"))


def test_npm_and_pythainlp_need_no_home(fresh, monkeypatch, tmp_path):
    for name in ("npm_config_cache", "PYTHAINLP_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert console.settings() == dict(os.environ)
    monkeypatch.setattr(console, "can_write", lambda folder: not folder.startswith(str(tmp_path)))
    found = console.settings()
    assert found["npm_config_cache"].startswith(console.work())
    assert found["PYTHAINLP_DATA"].startswith(console.work())


def test_thai_is_segmented_with_those_settings(monkeypatch):
    asked = []
    monkeypatch.setattr(console, "settings", lambda: asked.append(1) or {})
    thai.segment("")
    assert asked


def test_npms_reason_is_the_line_that_says_it():
    said = (
        "npm warn config x\nnpm error code ENOTFOUND\nnpm error syscall getaddrinfo\n"
        "npm error errno ENOTFOUND\nnpm error network request to https://a failed\n"
        "npm error A complete log of this run can be found in: /log\n"
    )
    assert console.npm_said(said) == "network request to https://a failed"
    assert console.npm_said("npm WARN old\nnpm ERR! code E404\nnpm ERR! 404 Not Found") == (
        "404 Not Found"
    )
    assert console.npm_said("") == "it has stopped"


def test_pictures_of_boards_say_at_once_that_their_folder_cant_be_written_to(
    monkeypatch, capsys, tmp_path
):
    monkeypatch.setattr(console, "can_write", lambda folder: False)
    assert board_pictures.main(["--board", "picosystem", "--out", str(tmp_path)]) == 2
    said = "The folder %s can't be written to: name another.\n" % tmp_path
    assert capsys.readouterr().err == said
