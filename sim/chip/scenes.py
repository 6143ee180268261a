# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What is measured: makes the flash images, plays the scenes of ``scenes.mjs``, returns their answers."""

import base64
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

from sim.chip import HERE, ROOT, WORK, ChipError, flash, node, uf2

#: What ``measure`` can measure.
WHAT = ("start", "latency", "heap", "players", "profile", "cuts")
LEVELS = ("easy", "medium", "strong")
GAMES = ("tarocco", "cicera")

#: Phases of both games (engine).
PLAY, OVER = 2, 3

_SETTINGS = (
    "lang=en\nspeed=3\nlevel=%d\npartner=%d\nhints=1\nauto=0\nlight=3\nrest=0\nsort=0\nleft=0\n"
    "sound=0\ncolour=0"
)
# A frozen main.py finds its own packages before the flash's folders of the same names.
_FROZEN = 'import sys\n\nsys.path.insert(0, ".frozen")\n'


def say(text):
    """Tell how far it is."""
    print(text, file=sys.stderr, flush=True)


class Firmware:
    """A firmware that has been looked at: ``path`` of the UF2, ``version`` as it tells it itself,
    ``where`` it keeps its files (see flash.PICO), ``frozen``: whether the game is in it.
    """

    def __init__(self, path, version, where, frozen):
        self.path = path
        self.version = version
        self.where = where
        self.frozen = frozen

    @property
    def elf(self):
        """The path of its symbols."""
        return os.path.splitext(self.path)[0] + ".elf"


def firmware(path):
    """Start the UF2 file ``path`` on an empty chip; returns a Firmware, or raises ChipError."""
    path = os.path.abspath(path)
    whole = b"".join(data for _, data in sorted(uf2.load(path).items()))
    name = "firmware-%d" % os.getpid()
    answer = node.run("scenes.mjs", name, scene="firmware", board="picosystem", flash=None, uf2=path)
    where = answer.get("where")
    if not where:
        raise ChipError(
            "The firmware %s doesn't start on the emulated chip, or keeps no files in littlefs%s; %s."
            % (path, " (%s)" % answer["trouble"] if answer.get("trouble") else "", uf2.WHERE)
        )
    version = answer.get("version")
    if not version:  # a frozen game has no prompt
        found = re.search(rb"v\d+\.\d+\.\d+[ -~]{0,40} on \d{4}-\d\d-\d\d", whole)
        version = "MicroPython " + (found[0].decode() if found else "of unknown version")
    return Firmware(path, version, where, b"engine/record" in whole)


def build(board, whole=False):
    """The folder with the files of ``board``, made by tools.build as a program of its own; ChipError.

    ``whole``: with all names, for programs other than the app.
    """
    out = os.path.join(WORK, board + ("-whole" if whole else ""))
    command = [sys.executable, "-m", "tools.build", "--board", board, "--out", out]
    if whole:
        command.append("--whole")
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if result.returncode:
        lines = (result.stderr or result.stdout).strip().splitlines() or ["tools.build stopped."]
        raise ChipError("The board's files can't be made: " + lines[-1])
    return out


def _games_own():
    # The game's modules use MicroPython's names; sim/cpython has them for this Python.
    places = (ROOT, os.path.join(ROOT, "sim", "cpython"))
    sys.path[:0] = [place for place in places if place not in sys.path]
    from engine.record import Record
    from firmware.storage import Store

    return Record, Store


def record(game, code, level, playing):
    """A saved game as bytes: just dealt or, if ``playing``, at the first card of the own hand."""
    made = _games_own()[0](game, code, level, level)
    if playing:
        if game == "tarocco":
            from engine.tarocco.player import Player
        else:
            from engine.cicera.player import Player
        state = made.new()
        player = Player("medium")
        while state.turn or state.phase != PLAY:
            player.start(state.view(state.turn))
            choice = None
            while choice is None:
                choice = player.step()
            made.add(state, choice)
    return made.to_bytes()


def saved(things):
    """"/save/..." -> bytes of what the game's own storage writes for ``things``, name -> bytes."""
    store_class = _games_own()[1]
    with tempfile.TemporaryDirectory() as folder:
        store = store_class(folder)
        for name, data in things.items():
            store.save(name, data)
        out = {}
        for name in os.listdir(os.path.join(folder, "save")):
            with open(os.path.join(folder, "save", name), "rb") as file:
                out["/save/" + name] = file.read()
        return out


def is_over(question):
    """Answers the heap's scene, "over RECORD": "yes" if the record (hexadecimal) is of a deal played out."""
    try:
        record = _games_own()[0].from_bytes(bytes.fromhex(question.partition(" ")[2]))
        return "yes" if record.replay().phase == OVER else "no"
    except ValueError:  # none, or spoilt
        return "no"


def _device(name):
    with open(os.path.join(HERE, "device", name), encoding="utf-8") as file:
        return file.read()


def files(fw, folder):
    """What goes on the flash: "/path" -> path here or bytes; ``folder`` is a build for a board."""
    found = flash.folder_files(folder)
    if fw.frozen:  # only what can't be frozen
        keep = ("/firmware/assets/", "/boot.py", "/main.py")
        found = {path: source for path, source in found.items() if path.startswith(keep)}
        with open(found["/main.py"], encoding="utf-8") as file:
            text = file.read()
        found["/main.py"] = (text if ".frozen" in text else _FROZEN + text).encode()
    return found


class Session:
    """One measurement: ``board``, Firmware, level and deal, and where pictures go."""

    def __init__(self, board, fw, level="strong", code="00000000", folder=None, shots=None, jobs=2):
        self.board = board
        self.firmware = fw
        self.level = level
        self.code = code
        self.shots = shots and os.path.abspath(shots)
        self.jobs = jobs
        self._folder = folder and os.path.abspath(folder)
        self._builds = {}
        if self.shots:
            os.makedirs(self.shots, exist_ok=True)
        os.makedirs(WORK, exist_ok=True)

    def folder(self, whole=False):
        """The build; what was given instead counts for all but ``whole``."""
        if self._folder and not whole:
            return self._folder
        if whole not in self._builds:
            self._builds[whole] = build(self.board, whole)
        return self._builds[whole]

    def image(self, name, game=None, playing=False, hook=False, players=None):
        """Write a flash image, whose path is returned.

        ``game``: the saved one, ``playing`` as ``record`` has it; ``hook``: main.py answers for the
        heap; ``players``: main.py plays a deal at that level instead.
        """
        level = LEVELS.index(self.level)
        content = files(self.firmware, self.folder(players is not None))
        things = {"settings": (_SETTINGS % (level, level)).encode()}
        if game and not players:
            things["game"] = record(game, self.code, level, playing)
        content.update(saved(things))
        main = content["/main.py"]
        if isinstance(main, str):
            with open(main, "rb") as file:
                main = file.read()
        if players:
            job = record(game, self.code, LEVELS.index(players), False)
            content["/job.py"] = ("RECORD = %r\nLEVEL = %r\n" % (job, players)).encode()
            main = _device("players.py").encode()
            if self.firmware.frozen:
                main = _FROZEN.encode() + main
        elif hook:
            main = _device("heap.py").encode() + main
        content["/main.py"] = main
        path = os.path.join(WORK, "%s-%s.bin" % (self.board, name))
        with open(path, "wb") as file:
            file.write(flash.image(content, self.firmware.where))
        return path

    def play(self, name, scene, **more):
        """Play a scene on a chip of its own; returns its answer."""
        answer = node.run(
            "scenes.mjs",
            "%s-%s" % (self.board, name),
            scene=scene,
            board=self.board,
            uf2=self.firmware.path,
            elf=self.firmware.elf,
            where=self.firmware.where,
            shots=self.shots,
            ask=is_over,
            **more,
        )
        say("%s, %s: %s" % (self.board, name, "failed" if answer.get("trouble") else "done"))
        return answer

    def measure(self, what, games=GAMES):
        """Measure ``what`` (of WHAT) in ``games``; returns name -> answer of each scene."""
        if "profile" in what and not os.path.exists(self.firmware.elf):
            raise ChipError(
                "--what profile names functions by the firmware's .elf, and there is no file %s: "
                "download it from where the .uf2 is from, or leave profile out." % self.firmware.elf
            )
        todo = {}

        def add(name, scene, image, **more):
            todo[name] = scene, dict(more, flash=self.image(name, **image))

        for game in games:
            if "players" in what:
                for level in ("strong", "medium"):
                    name = "players-%s-%s" % (game, level)
                    add(name, "players", {"game": game, "players": level}, game=game)
            if "heap" in what or "cuts" in what:
                journal = self._journal(game) if "cuts" in what else None
                image = {"game": game, "hook": True}
                add("heap-" + game, "heap", image, game=game, journal=journal)
            if "latency" in what or "start" in what:
                image = {"game": game, "playing": True}
                brief = "latency" not in what
                add("latency-" + game, "latency", image, game=game, brief=brief)
            if "profile" in what:
                image = {"game": game, "playing": True}
                add("profile-" + game, "profile", image, game=game)
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            jobs = {
                name: pool.submit(self.play, name, scene, **more)
                for name, (scene, more) in todo.items()
            }
            out = {name: job.result() for name, job in jobs.items()}
        if "cuts" in what:
            for game in games:
                out["cuts-" + game] = self._cuts(game, out["heap-" + game])
        return out

    # Power cuts.

    def _journal(self, game):
        return os.path.join(WORK, "%s-%s.journal" % (self.board, game))

    def _moves(self, area):
        """Of the saved game in a file system: (number of choices, None), or (None, what is wrong)."""
        record_class, store_class = _games_own()
        try:
            found = flash.unpack(area, self.firmware.where, "/save")
            with tempfile.TemporaryDirectory() as folder:
                os.mkdir(os.path.join(folder, "save"))
                for path, data in found.items():
                    with open(folder + path, "wb") as out:
                        out.write(data)
                data, problem = store_class(folder).load("game")
            if not data:
                return None, problem or "no game"
            read = record_class.from_bytes(data)
            read.replay()
            return len(read.moves), None
        except Exception as error:  # whatever is wrong with the state is the finding
            return None, str(error) or repr(error)

    def _cuts(self, game, heap):
        """Cut the power at each erase and program of a deal, in its middle and after it."""
        result = {"states": 0, "unreadable": 0, "backwards": 0, "first": None, "boots": []}
        if heap.get("trouble"):
            return dict(result, trouble="The deal itself failed: %s" % heap["trouble"])
        torn = []
        with open(self._journal(game), encoding="ascii") as file:
            area = bytearray(base64.b64decode(json.loads(file.readline())["base"]))
            last = self._moves(area)[0]
            for line in file:
                changed = [(at, base64.b64decode(page)) for at, page in json.loads(line)["changed"]]
                half = bytearray(area)
                first = changed[: len(changed) // 2]
                for at, page in first or [(changed[0][0], changed[0][1][:128])]:
                    half[at : at + len(page)] = page
                for at, page in changed:
                    area[at : at + len(page)] = page
                for state in (half, area):
                    moves, why = self._moves(state)
                    result["states"] += 1
                    if moves is None:
                        result["unreadable"] += 1
                        result["first"] = result["first"] or why
                    elif last is not None and moves < last:
                        result["backwards"] += 1
                last = self._moves(area)[0]
                torn.append(bytes(half))
        with open(os.path.join(WORK, "%s-heap-%s.bin" % (self.board, game)), "rb") as file:
            whole = bytearray(file.read())
        start = self.firmware.where["start"]
        images = []
        try:
            for number, state in enumerate(torn[:: max(1, len(torn) // 6)][:6]):
                whole[start : start + len(state)] = state
                name = "%s-%s-cut%d.bin" % (self.board, game, number)
                images.append(os.path.join(WORK, name))
                with open(images[-1], "wb") as file:
                    file.write(whole)
            boots = self.play("boots-" + game, "boots", game=game, images=images)
        finally:
            for path in images:
                os.remove(path)
        result["boots"] = boots.get("boots", [])
        result["trouble"] = boots.get("trouble")
        return result
