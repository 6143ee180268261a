# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Every command in the documents, in help and in docstrings is one that its program takes."""

import argparse
import importlib
import importlib.util
import re
import shlex
from pathlib import Path

import pytest

from tools import build, flash

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")),
             *sorted((ROOT / "assets").rglob("*.md"))]
SOURCES = [
    path for name in ("engine", "firmware", "sim", "tools") for path in
    sorted((ROOT / name).rglob("*.py")) if "node_modules" not in path.parts
] + [ROOT / "manifest.py", ROOT / "Makefile"]
#: What stands for something of the reader's, and an example of it.
EXAMPLES = {"NAME": "picosystem", "mine": "picosystem", "ARCH": "armv6m", "DIR": "folder"}

_STARTS = re.compile(
    r"(?:python3 tools/start\.py|py tools\\start\.py|(?:\$\(PYTHON\)|python3?) -m|make) "
)
_CODE = re.compile(r"``?([^`]+)``?")
_CODE_LINE = re.compile(r"^(?: {2,}|\t)(?:\(\w+\) )?(.*)$", re.MULTILINE)
_MODULE = re.compile(r"-m ((?:sim|tools)(?:\.\w+)*)")


class Accepted(Exception):
    """The program has taken its command line."""


def commands(path):
    """The commands that ``path`` shows in lines or words of code, without placeholders."""
    text = path.read_text("utf-8")
    found = _CODE_LINE.findall(text)
    if path.suffix == ".md":
        fenced = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
        found += "\n".join(fenced.findall(text)).splitlines()
        text = fenced.sub("", text)
    found += [" ".join(code.split()) for code in _CODE.findall(text)]
    out = []
    for line in found:
        start = _STARTS.match(line)
        if start is None or start[0] == "make " and path.suffix != ".md":
            continue
        # What follows after blanks tells about it; what may be left out is left out.
        line = re.split(r"\s{3,}|\.\.\.", line)[0]
        line = re.sub(r" ?\[[^\]]*\]|:PLAYOUTS", "", line)
        words = shlex.split(line.replace("\\start.py", "/start.py"))
        words = words[words.index("tools/start.py") + 1 :] if "tools/start.py" in words else words
        if words[0] in ("python", "python3", "$(PYTHON)"):
            words[0] = "run"
        out.append([EXAMPLES.get(word, word) for word in words if word != "ARGS"])
    return out


ALL = sorted({(path.relative_to(ROOT).as_posix(), *words)
              for path in DOCUMENTS + SOURCES for words in commands(path)})


def test_they_are_found():
    seen = [words for _, *words in ALL]
    assert len(seen) > 60
    for words in (["play"], ["make", "web"], ["test", "--all"], ["run", "-m", "tools.texts"],
                  ["run", "-m", "tools.flash", "--list"], ["run", "-m", "mypy"],
                  ["run", "-m", "sim.chip", "play", "--board", "badger2040"]):
        assert words in seen, words


def _module(words):
    """The module that a command runs and its words; (None, words) for none."""
    if words[0] == "play":
        return "sim", words[1:]
    if words[0] == "run" and words[1:2] == ["-m"]:
        return words[2], words[3:]
    return None, words


@pytest.fixture
def parsing(monkeypatch):
    """Programs end as soon as their command line is read."""
    for name in ("parse_args", "parse_intermixed_args"):
        real = getattr(argparse.ArgumentParser, name)

        def accept(self, *arguments, real=real):
            real(self, *arguments)
            raise Accepted

        monkeypatch.setattr(argparse.ArgumentParser, name, accept)


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_the_program_takes_it(words, parsing, capsys):
    module, arguments = _module(words[1:])
    if words[1] == "make":
        if words[2] != "-C":  # that one is of another project
            assert re.search("^%s:" % re.escape(words[2]), (ROOT / "Makefile").read_text(), re.M)
        return
    for word in words:
        if word.startswith(("tests/", "requirements/", "firmware/")) and ":" not in word:
            path = re.sub(r"\b(%s)\b" % "|".join(EXAMPLES), "picosystem", word)
            assert (ROOT / path).exists(), word
    if module is None:
        assert words[1] in ("play", "test", "run", "--help"), words
        return
    assert importlib.util.find_spec(module), module
    if module.split(".")[0] not in ("sim", "tools"):
        return
    package = importlib.util.find_spec(module).submodule_search_locations
    program = importlib.import_module(module + ".__main__" if package else module)
    try:
        status = program.main(arguments)
    except Accepted:
        return
    except SystemExit as end:
        status = end.code
    printed = capsys.readouterr()
    asked = "--help" in arguments or "-h" in arguments
    mere = "sim.chip" == module and not arguments  # the name of the program, as a reference
    assert (status == 0 and asked) or mere, printed.err


@pytest.mark.parametrize("words", [w for w in ALL if _module(w[1:])[0] == "sim"], ids=" ".join)
def test_what_is_played_exists(words, tmp_path):
    program = importlib.import_module("sim.__main__")
    _, arguments = _module(words[1:])
    if "--help" in arguments:
        return
    options = program._parser().parse_args(arguments)
    options.state = None if options.web else str(tmp_path)
    if options.python == "micropython":
        options.python = "cpython"  # nothing is to be made
    program._checked(options)


def test_options_named_in_documents_exist():
    known = set()
    for path in [*SOURCES, ROOT / "tests" / "conftest.py"]:
        known.update(re.findall(r'"(--[a-z][\w-]*)"', path.read_text("utf-8")))
    seen = 0
    for path in DOCUMENTS:
        for code in _CODE.findall(re.sub(r"(?ms)^```.*?^```", "", path.read_text("utf-8"))):
            if re.match(r"--[a-z]", code):
                seen += 1
                assert set(re.findall(r"--[a-z][\w-]*", code)) <= known | {"--help"}, (path, code)
    assert seen > 20


def test_modules_named_in_prose_and_messages_exist():
    count = 0
    for path in DOCUMENTS + SOURCES:
        for name in _MODULE.findall(path.read_text("utf-8")):
            count += 1
            spec = importlib.util.find_spec(name)
            assert spec, (path, name)
            file = Path(spec.origin)
            if file.name == "__init__.py":
                file = file.with_name("__main__.py")
            assert "console.run(main)" in file.read_text("utf-8"), (path, name)
    assert count > 60


def test_what_the_flash_tool_is_shown_to_print_is_what_it_prints():
    shown = re.search(
        r"^    Tavolino .*?\n\n", (ROOT / "docs" / "building.md").read_text("utf-8"), re.M | re.S
    )[0]
    assert shown.split()[1] == build.version() + "."
    source = (ROOT / "tools" / "flash.py").read_text("utf-8")
    # Between what differs from board to board and from version to version.
    varying = "^ *Raspberry Pi Pico with RP2040|armv6m|/dev/\\S+|\\S+mpy| files"
    shown = re.sub(varying, "...", shown, flags=re.M)
    parts = [part.strip() for part in re.split(r"\n|\.\.\.|\d[\d.]*|,", shown)]
    parts = [part for part in parts if len(part) > 1]
    assert len(parts) > 8
    for part in parts:
        assert part in source, part


def test_the_exit_statuses_told_are_those_of_the_flash_tool():
    text = " ".join((ROOT / "docs" / "building.md").read_text("utf-8").split())
    told = re.search(r"The exit status tells scripts how it went: (.*?)\. ", text)[1]
    numbers = [int(part.split()[0]) for part in told.split(", ")]
    assert numbers == [
        flash.OK, flash.USAGE, flash.PORT, flash.BOARD, flash.TRANSFER, flash.STOPPED
    ]
    assert numbers == [int(n) for n in re.findall(r"^ +(\d+) ", flash.STATUSES, re.M)]
