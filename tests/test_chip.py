# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The emulated chip: what firmware is taken, flash images, tables; with Node.js its panels, with a
firmware (environment variable TAVOLINO_UF2) the game on it.
"""

import json
import os
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys

import pytest

from sim import handhelds
from sim.chip import BOARDS, HERE, ROOT, ChipError, flash, node, play, report, scenes, uf2
from sim.chip import __main__ as command

RP2350 = 0xE48BFF59


def _missing_node():
    try:
        node.node()
        node.package()
    except ChipError as error:
        return error.args[0]
    return None


NO_NODE = _missing_node()
needs_node = pytest.mark.skipif(NO_NODE is not None, reason=str(NO_NODE))
FIRMWARE = os.environ.get(command.UF2)
needs_firmware = pytest.mark.skipif(
    NO_NODE is not None or not FIRMWARE,
    reason=NO_NODE or "no firmware: name MicroPython's .uf2 for an RP2040 by %s" % command.UF2,
)


def block(number, count, data, family=uf2.RP2040, address=None, flags=0x2000):
    """A block of a UF2 file."""
    address = uf2.FLASH + 256 * number if address is None else address
    head = struct.pack(
        "<8I", 0x0A324655, 0x9E5D5157, flags, address, len(data), number, count, family
    )
    return head + data.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)


def uf2_file(texts, **options):
    return b"".join(
        block(i, len(texts), text.ljust(256, b"."), **options) for i, text in enumerate(texts)
    )


MICROPYTHON = (b"boot", b"MicroPython v1.28.0")


def test_uf2_is_read():
    blocks = uf2.parse(uf2_file(MICROPYTHON), "f")
    assert sorted(blocks) == [0, 256]
    assert blocks[256].startswith(b"MicroPython") and len(blocks[256]) == 256


def test_uf2_skips_what_is_not_for_the_flash_of_an_rp2040():
    data = block(0, 3, b"?" * 256, family=0xE48BFF57) + block(0, 3, b"-" * 256, flags=0x2001)
    blocks = uf2.parse(data + uf2_file(MICROPYTHON), "f")
    assert sorted(blocks) == [0, 256] and blocks[0].startswith(b"boot")


def test_uf2_with_a_game_that_names_circuitpython():
    blocks = uf2.parse(uf2_file((*MICROPYTHON, b"as in CircuitPython's displayio")), "f")
    assert len(blocks) == 3


@pytest.mark.parametrize(
    "data, words",
    [
        (b"", "no UF2 file"),
        (b"hello" * 500, "no UF2 file"),
        (b"\x7fELF" + bytes(600), "ELF file"),
        (b"\xe9" + bytes(600), "ESP32"),
        (uf2_file(MICROPYTHON)[:-100], "cut short"),
        (uf2_file(MICROPYTHON)[:-512], "1 of its 2 blocks"),
        (uf2_file(MICROPYTHON)[:-4] + b"....", "damaged at byte 512"),
        (uf2_file(MICROPYTHON, family=RP2350), "for an RP2350"),
        (uf2_file(MICROPYTHON, family=0xBFDD4EEE), "for an ESP32-S2"),
        (uf2_file(MICROPYTHON, family=0xC47E5767), "for an ESP32-S3"),
        (uf2_file(MICROPYTHON, family=1), "for another chip"),
        (uf2_file(MICROPYTHON, address=0x20000000), "isn't for the flash"),
        (uf2_file((b"x", b"Adafruit CircuitPython 9.2.1 on", b"MicroPython")), "is CircuitPython"),
        (uf2_file((b"x", b"blinky")), "isn't MicroPython"),
    ],
)
def test_uf2_is_refused(data, words):
    with pytest.raises(ChipError) as error:
        uf2.parse(data, "FILE.uf2")
    text = error.value.args[0]
    assert words in text and "FILE.uf2" in text and text.endswith(".")
    assert "ownload" in text  # what to do


def test_uf2_that_is_missing_or_unreadable(tmp_path):
    with pytest.raises(ChipError, match="There is no file"):
        uf2.load(str(tmp_path / "none.uf2"))
    with pytest.raises(ChipError, match="is a folder"):
        uf2.load(str(tmp_path))
    path = tmp_path / "file"
    path.write_bytes(b"")
    with pytest.raises(ChipError, match="can't be read"):
        uf2.load(str(path / "f.uf2"))


# Flash images.

BIG = {"start": 1 << 20, "block_size": 4096, "block_count": 3840}


@pytest.mark.parametrize("where", [flash.PICO, BIG], ids=["pico", "16 MB"])
def test_image_round_trip(tmp_path, where):
    pytest.importorskip("littlefs")
    (tmp_path / "save").mkdir()
    (tmp_path / "save" / "game.0").write_bytes(b"saved")
    (tmp_path / "main.py").write_bytes(b"x" * 9000)
    (tmp_path / ".build.json").write_bytes(b"{}")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "main.pyc").write_bytes(b"no")
    files = flash.folder_files(str(tmp_path))
    assert sorted(files) == ["/main.py", "/save/game.0"]
    files["/lib/deep/empty"] = b""
    whole = flash.image(files, where)
    assert whole[: where["start"]] == b"\xff" * where["start"]
    area = flash.area(whole, where)
    assert len(area) == where["block_size"] * where["block_count"]
    assert flash.unpack(area, where) == {
        "/main.py": b"x" * 9000, "/save/game.0": b"saved", "/lib/deep/empty": b"",
    }
    assert flash.unpack(area, where, "/save") == {"/save/game.0": b"saved"}


def test_image_too_small_or_none():
    pytest.importorskip("littlefs")
    tiny = {"start": 0, "block_size": 4096, "block_count": 8}
    with pytest.raises(ChipError, match="don't fit the 32 KB"):
        flash.pack({"/main.py": bytes(40000)}, tiny)
    with pytest.raises(ChipError, match="no file system"):
        flash.unpack(b"\xff" * 4096 * 8, tiny)


def test_littlefs_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "littlefs", None)
    with pytest.raises(ChipError, match="requirements/chip.txt"):
        flash.check()


def test_saved_game_goes_into_the_image_and_stays(tmp_path):
    pytest.importorskip("littlefs")
    record = scenes.record("cicera", "00000000", 1, True)
    things = scenes.saved({"game": record})
    assert list(things) == ["/save/game.0"] and record in things["/save/game.0"]
    build = tmp_path / "build"
    build.mkdir()
    (build / "main.py").write_text("print(1)\n")
    firmware = scenes.Firmware("f.uf2", "v", flash.PICO, False)
    path = str(tmp_path / "flash.bin")
    with open(path, "wb") as file:
        file.write(flash.image({**things, "/main.py": b"old", "/gone.py": b""}))
    play.prepare(path, firmware, str(build))
    with open(path, "rb") as file:
        found = flash.unpack(flash.area(file.read()))
    assert found == {**things, "/main.py": b"print(1)\n"}


def test_end_of_a_deal_is_seen_in_its_record():
    """Not in what the app has loaded: the record alone tells."""
    from engine.cicera.player import Player
    from engine.record import Record

    record = Record("cicera", "00000000", 0, 0)
    game = record.new()
    player = Player("easy")
    while game.phase != scenes.OVER:
        assert scenes.is_over("over " + record.to_bytes().hex()) == "no"
        player.start(game.view(game.turn))
        choice = None
        while choice is None:
            choice = player.step()
        record.add(game, choice)
    assert scenes.is_over("over " + record.to_bytes().hex()) == "yes"
    for spoilt in ("", "54", "zz", record.to_bytes()[:-1].hex() + "ff"):
        assert scenes.is_over("over " + spoilt) == "no"


def test_profile_without_symbols_and_a_flash_that_cannot_be(tmp_path):
    firmware = scenes.Firmware(str(tmp_path / "f.uf2"), "v", flash.PICO, False)
    with pytest.raises(ChipError, match="there is no file .*f.elf"):
        scenes.Session("picosystem", firmware).measure(["profile"])
    (tmp_path / "file").write_text("")
    with pytest.raises(ChipError, match="can't be used"):
        play.prepare(str(tmp_path / "file" / "flash.bin"), firmware, str(tmp_path))


def test_frozen_firmware_takes_only_files(tmp_path):
    (tmp_path / "firmware" / "assets").mkdir(parents=True)
    for name in ("main.py", "boot.py", "firmware/assets/art.bin", "firmware/app.mpy", "hardware.mpy"):
        (tmp_path / name).write_text("pass\n")
    found = scenes.files(scenes.Firmware("f.uf2", "v", flash.PICO, True), str(tmp_path))
    assert sorted(found) == ["/boot.py", "/firmware/assets/art.bin", "/main.py"]
    assert found["/main.py"].startswith(b'import sys\n\nsys.path.insert(0, ".frozen")\n')


# Node.js.


def _program(folder, name, text):
    path = folder / name
    path.write_text("#!/bin/sh\n" + text + "\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.mark.skipif(os.name == "nt", reason="makes programs of the shell")
def test_node_missing_or_old(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ChipError, match="isn't installed: install Node.js 20.11 or newer"):
        node.node()
    for version, good in (("v18.19.0", False), ("v20.10.9", False), ("v20.11.0", True), ("v22.1.0", True)):
        _program(tmp_path, "node", "echo " + version)
        if good:
            assert node.node() == str(tmp_path / "node")
        else:
            with pytest.raises(ChipError, match="too old here \\(%s\\)" % version):
                node.node()
    monkeypatch.setattr(node, "WORK", str(tmp_path / "work"))
    with pytest.raises(ChipError, match="npm isn't installed"):
        node.package()
    _program(tmp_path, "npm", "echo npm error: no network >&2; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path) + os.pathsep + os.defpath)
    with pytest.raises(ChipError, match="couldn't load rp2040js: no network."):
        node.package()


def test_package_is_pinned():
    with open(os.path.join(HERE, "package.json"), encoding="utf-8") as file:
        wanted = json.load(file)["dependencies"]
    with open(os.path.join(HERE, "package-lock.json"), encoding="utf-8") as file:
        locked = json.load(file)["packages"]
    assert locked["node_modules/rp2040js"]["version"] == wanted["rp2040js"]
    assert locked["node_modules/rp2040js"]["integrity"].startswith("sha512-")


@pytest.mark.parametrize("board", BOARDS)
def test_boards_are_wired_as_the_simulated_ones(board):
    with open(os.path.join(HERE, "boards", board + ".json"), encoding="utf-8") as file:
        made = json.load(file)
    handheld = handhelds.ALL[board]
    assert made["buttons"] == {b.name.upper(): b.gpio for b in handheld.buttons}
    assert {made["active"]} == {("low", "high")[b.active] for b in handheld.buttons}
    assert set(made["keys"].values()) <= set(made["buttons"])
    pins = {"dc": "dc", "cs": "cs", "rst": "reset", "bl": "backlight", "busy": "busy"}
    for name, theirs in pins.items():
        if name in made["display"]:
            assert made["display"][name] == handheld.pins[theirs]


PANELS = """
import { PANELS } from '%s';
const env = { nowUs: () => 0, setPin: () => {}, level: () => 1, after: (ms, f) => f() };
const tft = new PANELS.st7789({ width: 240, height: 240, x: 0, y: 0, ips: true }, env);
const send = (p, c, ...data) => { p.write([c], 0); if (data.length) p.write(data, 1); };
send(tft, 0x3a, 0x55); send(tft, 0x21); send(tft, 0x36, 0x04);
send(tft, 0x2a, 0, 3, 0, 4); send(tft, 0x2b, 0, 7, 0, 7);
send(tft, 0x2c, 0xf8, 0x00, 0x00, 0x1f);
const t = tft.image(), at = (i, x, y) => [...i.rgb.slice((y * i.w + x) * 3, (y * i.w + x) * 3 + 3)];
const ink = new PANELS.uc8151({ rotate: 270, refresh_ms: 300 }, env);
send(ink, 0x00, 0x1f); send(ink, 0x04);
send(ink, 0x13, 0x7f, ...Array(128 * 296 / 8 - 1).fill(0xff));
const before = at(ink.image(), 295, 0);
send(ink, 0x12);
const e = ink.image();
const dark = [];
for (let y = 0; y < e.h; y++) for (let x = 0; x < e.w; x++) if (e.rgb[(y * e.w + x) * 3] < 128) dark.push([x, y]);
console.log(JSON.stringify({ tft: [t.w, t.h, at(t, 3, 7), at(t, 4, 7), at(t, 5, 7)], ink: [e.w, e.h, before, dark] }));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js isn't installed")
def test_panels_show_what_is_sent(tmp_path):
    script = tmp_path / "panels.mjs"
    script.write_text(PANELS % ("file://" + HERE + "/lib/displays.mjs"))
    result = subprocess.run(["node", str(script)], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    shown = json.loads(result.stdout)
    assert shown["tft"] == [240, 240, [255, 0, 0], [0, 0, 255], [0, 0, 0]]
    # One black pixel, after the refresh only, in the memory's first corner.
    assert shown["ink"] == [296, 128, [240, 240, 240], [[295, 0]]]


# Tables.


def move(first, done):
    return {"first": first, "done": done, "all": done, "saved": False}


def measured(board="picosystem", brief=False):
    late = {
        "title": {"all": 1500.4},
        "list": [move(10, 20), move(30, 40), move(20, 100)],
        "continue": move(900, 1200),
        "gaps": {"opening": 1400.2},
        "trouble": None,
    }
    if not brief:
        late["cursor"] = [move(50, 60), move(55, 65), move(52, 90)]
        late["menu"] = move(100.4, 149.6)
    heap = {
        "title": {"total": 1000, "used": 100},
        "turns": [{"used": 300, "largest": 70}, {"used": 400, "largest": 60}],
        "gaps": {},
    }
    moves = [{"phase": scenes.PLAY, "ms": ms, "slice": 9.6} for ms in (1, 2, 30, 4, 5, 6)]
    moves.append({"phase": 1, "ms": 77, "slice": 1})
    results = {"latency-tarocco": late, "heap-tarocco": heap, "players-tarocco-strong": {"moves": moves}}
    return {
        "board": board, "firmware": "MicroPython v1", "level": "strong", "code": "00000000",
        "games": ["tarocco"], "results": results,
    }


def test_rows():
    rows = dict(report.rows([measured()])[0])
    assert rows["start: reset to title, ms"] == ["1500"]
    assert rows["continue: press to table; all of it, ms"] == ["1200; 1200"]
    assert rows["cursor: last pixel, ms"] == ["65, worst 90"]
    assert rows["cursor in a list: last pixel, ms"] == ["40, worst 100"]
    assert rows["menu opens: first / last pixel, ms"] == ["100 / 150"]
    assert rows["heap used: own turns, most (how many)"] == ["400 (2)"]
    assert rows["largest free piece, least of all turns"] == ["60"]
    assert rows["strong: mean and worst card, ms"] == ["8, 30"]
    assert rows["strong: worst other choice, ms"] == ["77"]
    assert rows["strong: longest slice, ms"] == ["10"]
    assert "rules open: first / last pixel, ms" not in rows  # wasn't measured
    assert not any(label.startswith("power cuts") for label in rows)


def test_rows_of_a_scene_that_failed_or_was_brief():
    assert report.rows([dict(measured(), results={"latency-tarocco": {"trouble": "no"}})])[0] == []
    rows = dict(report.rows([measured(brief=True)])[0])
    assert "cursor in a list: last pixel, ms" not in rows


def test_tables_side_by_side():
    both = [measured(), measured("badger2040", brief=True)]
    lines = report.markdown(both).splitlines()
    assert lines[2:4] == ["| | picosystem, tarocco | badger2040, tarocco |", "|---|---|---|"]
    assert "| start: reset to title, ms | 1500 | 1500 |" in lines
    assert "| cursor: last pixel, ms | 65, worst 90 | - |" in lines
    text = report.text([measured("badger2040")])
    assert "cursor: refreshed, ms" in text and len({len(line) for line in text.splitlines()[1:]}) == 1


def test_comparison():
    found = report.figures(measured()["results"]["latency-tarocco"])
    assert found["cursor: last pixel, worst"] == 90 and found["rules open: last pixel"] is None
    before = {"start: reset to title": 3000.8, "gone": 5}
    lines = report.compare(before, found).splitlines()
    assert lines[1].split()[-3:] == ["3001", "1500", "0.50"]
    assert lines[-1].split() == ["gone", "5", "-", "-"]
    assert report.figures({"trouble": "x"})["start: reset to title"] is None


# The command line.


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["measure", "--uf2", "none.uf2", "--board", "magtag"], "no board magtag on the emulated chip"),
        (["measure", "--uf2", "none.uf2"], "There is no file none.uf2"),
        (["measure"], "--uf2 is missing"),
        (["measure", "--what", "heat"], "--what takes some of start"),
        (["measure", "--game", "chess"], "no game chess"),
        (["measure", "--level", "easy"], "--level is medium or strong"),
        (["measure", "--jobs", "0"], "--jobs is a number from 1 to 64, not 0"),
        (["measure", "--code", "!"], "code"),
        (["measure", "--json", "x.txt"], "must end in .json"),
        (["measure", "--build", "none"], "has no files of a board"),
        (["measure", "--bord", "x"], "Unrecognized arguments"),
        (["table", "none.json"], "There is no file none.json"),
        (["check", "--uf2", "none.uf2", "--against", "no.json"], "There is no file no.json"),
        (["play", "--headless", "--keys", "jump"], "jump is no button"),
        (["play", "--keys", "A"], "--keys is for --headless only"),
        (["play", "--scale", "9", "--headless"], "--scale is a number from 1 to 4"),
        (["play", "--headless", "--shot", "x.gif"], "must end in .png"),
        (["repl", "--port", "99999"], "--port is a number"),
        (["dance"], "dance"),
    ],
)
def test_wrong_options(arguments, words, monkeypatch, capsys, tmp_path):
    monkeypatch.delenv(command.UF2, raising=False)
    monkeypatch.chdir(tmp_path)
    assert command.main(arguments) in (1, 2)
    text = capsys.readouterr().err
    assert words in text and text.count("\n") == 1


def test_check_without_firmware_says_so(monkeypatch, capsys):
    monkeypatch.delenv(command.UF2, raising=False)
    assert command.main(["check"]) == 0
    assert "not measured, for no firmware is given" in capsys.readouterr().out


def test_table_of_a_file(tmp_path, capsys):
    path = tmp_path / "m.json"
    path.write_text(json.dumps(measured()))
    assert command.main(["table", str(path)]) == 0
    assert "| start: reset to title, ms | 1500 |" in capsys.readouterr().out
    document = tmp_path / "d.md"
    document.write_text("one\n%s\nold\n%s\ntwo\n" % command.MARKS)
    assert command.main(["table", str(path), "--into", str(document)]) == 0
    text = document.read_text()
    assert "| start: reset to title, ms | 1500 |" in text and "old" not in text
    assert text.startswith("one\n<!--") and text.endswith("-->\ntwo\n")
    document.write_text("none")
    assert command.main(["table", str(path), "--into", str(document)]) == 2
    assert "has no lines" in capsys.readouterr().err and document.read_text() == "none"
    path.write_text("[]")
    assert command.main(["table", str(path)]) == 2
    assert "is no file of measure --json" in capsys.readouterr().err


# On the chip.


@needs_node
def test_profile_reads_symbols(tmp_path):
    """Of an ELF file that this test makes: one function (Thumb), one variable."""
    names = b"\0main\0data\0$t\0"
    symbols = struct.pack("<IIIBBH", 0, 0, 0, 0, 0, 0)
    symbols += struct.pack("<IIIBBH", 6, 0x20000000, 4, 0x11, 0, 2)
    symbols += struct.pack("<IIIBBH", 11, 0x10000100, 0, 0x00, 0, 1)
    symbols += struct.pack("<IIIBBH", 1, 0x10000101, 4, 0x12, 0, 1)
    head = 52
    table = head + len(names) + len(symbols)
    sections = [
        (0, 0, 0, 0, 0),
        (1, 6, 0, 0, 0),  # code: allocated, executable
        (1, 3, 0, 0, 0),  # data
        (3, 0, head, len(names), 0),
        (2, 0, head + len(names), len(symbols), 3),
    ]
    elf = b"\x7fELF\x01\x01\x01".ljust(16, b"\0")
    elf += struct.pack("<HHIIIIIHHHHHH", 2, 40, 1, 0, 0, table, 0, head, 0, 0, 40, len(sections), 3)
    elf += names + symbols
    for kind, flags, at, size, link in sections:
        elf += struct.pack("<10I", 0, kind, flags, 0, at, size, link, 0, 4, 16)
    (tmp_path / "f.elf").write_bytes(elf)
    script = tmp_path / "symbols.mjs"
    script.write_text(
        "import fs from 'node:fs';\nimport { symbols } from 'file://%s/lib/profile.mjs';\n"
        "console.log(JSON.stringify(symbols(fs.readFileSync(process.argv[2]))));\n" % HERE
    )
    out = subprocess.run(
        ["node", str(script), str(tmp_path / "f.elf")], capture_output=True, text=True,
        env=dict(os.environ, RP2040JS=node.package()),
    )
    assert json.loads(out.stdout) == [[0x10000100, True, "main"], [0x20000000, False, "data"]], out.stderr


@needs_node
def test_a_scene_asks_answers_and_fails(tmp_path, monkeypatch):
    monkeypatch.setattr(node, "WORK", str(tmp_path))
    monkeypatch.setattr(node, "package", lambda: "")
    script = tmp_path / "scene.mjs"
    script.write_text(
        "import fs from 'node:fs';\nconst job = JSON.parse(fs.readFileSync(process.argv[2]));\n"
        "if (job.fail) throw new Error('It broke.');\n"
        "fs.writeSync(1, '?twice 4\\n');\nconst b = Buffer.alloc(9);\n"
        "const n = fs.readSync(0, b);\nconsole.log(JSON.stringify({ said: b.toString('utf8', 0, n) }));\n"
    )
    assert node.run(str(script), "job", ask=lambda text: text + "!", fail=False) == {"said": "twice 4!\n"}
    assert node.run(str(script), "job", fail=True) == {"trouble": "It broke."}
    assert sorted(os.listdir(tmp_path)) == ["scene.mjs"]


@needs_node
def test_firmware_that_does_not_start(tmp_path):
    path = tmp_path / "f.uf2"
    path.write_bytes(uf2_file(MICROPYTHON))
    with pytest.raises(ChipError, match="doesn't start on the emulated chip"):
        scenes.firmware(str(path))


@needs_firmware
def test_firmware_tells_its_version_and_file_system():
    found = scenes.firmware(FIRMWARE)
    assert found.version.startswith("MicroPython v")
    assert found.where["block_size"] == 4096 and found.where["block_count"] > 100
    assert found.where["start"] >= 0x80000


@needs_firmware
def test_play_by_a_key_script(tmp_path, capsys):
    pytest.importorskip("littlefs")
    from PIL import Image

    state = str(tmp_path / "flash.bin")
    first, second = str(tmp_path / "first.png"), str(tmp_path / "second.png")
    keys = "shot:%s down idle:300" % first
    arguments = ["play", "--headless", "--uf2", FIRMWARE, "--state", state]
    assert command.main([*arguments, "--keys", keys, "--shot", second]) == 0
    assert "s on the chip" in capsys.readouterr().out
    with Image.open(first) as one, Image.open(second) as other:
        assert one.size == other.size == (240, 240)
        assert len(one.convert("RGB").getcolors(240 * 240)) > 2
        assert one.tobytes() != other.tobytes()


@needs_firmware
def test_serial_port(tmp_path):
    """mpremote writes a file through it; it is on the flash after Ctrl-C, and there the next time."""
    pytest.importorskip("littlefs")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    state = str(tmp_path / "flash.bin")
    start = [sys.executable, "-m", "sim.chip", "repl", "--empty", "--uf2", FIRMWARE, "--state", state]
    tool = [sys.executable, "-m", "mpremote", "connect", "socket://127.0.0.1:" + port, "exec"]
    for code, wanted in (
        ("f = open('/mark', 'w'); f.write('it stays'); f.close()", ""),
        ("print(open('/mark').read())", "it stays"),
    ):
        served = subprocess.Popen(
            [*start, "--port", port], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            assert "socket://127.0.0.1:" + port in served.stdout.readline(), served.stderr.read()
            done = subprocess.run([*tool, code], capture_output=True, text=True, timeout=120)
            assert done.stdout.strip() == wanted and not done.returncode, done.stderr
            second = subprocess.run([*start, "--port", port], cwd=ROOT, capture_output=True, text=True)
            assert second.returncode == 1 and "Port %s is in use" % port in second.stderr
            served.send_signal(signal.SIGINT)
            assert served.wait(60) == 0
        finally:
            served.kill()
            served.wait()
            served.stdout.close()
            served.stderr.close()


@needs_firmware
def test_window(tmp_path, monkeypatch):
    pygame = pytest.importorskip("pygame")
    pytest.importorskip("littlefs")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    from sim import window

    handheld = handhelds.ALL["picosystem"]
    firmware = scenes.firmware(FIRMWARE)
    path = str(tmp_path / "flash.bin")
    play.prepare(path, firmware, scenes.build("picosystem"))
    chip = play.Handheld(handheld, firmware, path)
    shown = window.Window(chip, 1)
    shown.start()
    try:
        # Until the choice of a language stands, which is the first screen of a new flash.
        for _ in range(60 * 120):
            assert shown.turn(), chip.error
            if len(set(chip.picture())) > 3 and chip._ms > 2500:
                break
        before = chip.picture()
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, unicode=""))
        for number in range(60 * 120):
            assert shown.turn(), chip.error
            if number == 30:
                pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_DOWN))
            if chip.picture() != before:
                break
        assert chip.picture() != before
        assert "on the chip" in chip.caption()
    finally:
        shown.stop()
    assert chip.error is None
    with open(path, "rb") as file:
        kept = file.read()
    assert len(kept) > firmware.where["start"] and b"littlefs" in kept


def test_nothing_of_tools_is_imported():
    """``sim`` runs tools as programs; it imports nothing of them."""
    for folder, _, names in os.walk(os.path.join(ROOT, "sim")):
        for name in names:
            if name.endswith(".py"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    for line in file:
                        words = line.split()
                        assert words[:1] not in (["from"], ["import"]) or not (
                            words[1].split(".")[0] == "tools"
                        ), (name, line)
