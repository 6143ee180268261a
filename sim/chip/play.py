# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Play on the emulated chip: in a window, by a key script, or through its serial port."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

from sim.chip import WORK, ChipError, flash, node, scenes

#: Seconds until a chip that is to end, which writes its flash, is ended.
_PATIENCE = 5


def prepare(path, firmware, folder):
    """Write the flash to the file ``path``: the board's files, and what was saved there before.

    ``folder``: with the board's files.
    """
    kept = {}
    try:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        with open(path, "rb") as file:
            old = file.read()
    except FileNotFoundError:
        old = None
    except OSError as error:
        raise ChipError("The file %s can't be used: %s." % (path, error.strerror))
    if old is not None:
        where = firmware.where
        whole = flash.area(old, where).ljust(where["block_size"] * where["block_count"], b"\xff")
        try:
            kept = flash.unpack(whole, where, "/save")
        except ChipError:
            pass  # another firmware's, or never written
    data = flash.image({**scenes.files(firmware, folder), **kept}, firmware.where)
    _write(path, data)


def _write(path, data):
    try:
        with open(path, "wb") as file:
            file.write(data)
    except OSError as error:
        raise ChipError("The file %s can't be written: %s." % (path, error.strerror))


def user_file(board):
    """Where the user's flash of the emulated ``board`` lives."""
    from sim.__main__ import user_folder

    return os.path.join(user_folder(), "chip-%s.bin" % board)


def _steps(steps):
    return [[step[0], step[1].name, step[2]] if step[0] == "press" else
            [step[0], os.path.abspath(step[1])] if step[0] == "shot" else list(step)
            for step in steps]


def headless(handheld, firmware, folder, state, steps, shot):
    """Run the key script ``steps`` (of sim.script) from the first picture on; returns the exit status."""
    with tempfile.TemporaryDirectory() as temporary:
        path = state or os.path.join(temporary, "flash.bin")
        prepare(path, firmware, folder)
        answer = node.run(
            "play.mjs",
            "play-%d" % os.getpid(),
            board=handheld.name,
            flash=os.path.abspath(path),
            uf2=firmware.path,
            keep=state is not None,
            steps=_steps(steps),
            shot=shot and os.path.abspath(shot),
        )
    if "ms" in answer:
        print("%.1f s on the chip, %.1f s here" % (answer["ms"] / 1000, answer["wall"] / 1000))
    if answer.get("trouble"):
        print(answer["trouble"], file=sys.stderr)
        return 1
    return 0


class Handheld:
    """The emulated board as sim.window wants a simulator: it is its own host."""

    def __init__(self, handheld, firmware, path):
        self.handheld = handheld
        self.host = self
        self.error = None
        self.ended = None
        self._firmware = firmware
        self._path = os.path.abspath(path)
        panel = handheld.panel()
        sides = panel.width, panel.height
        self._size = sides[::-1] if handheld.turn % 180 else sides
        self._rgb = bytes(3 * sides[0] * sides[1])
        self._frames = 0
        self._ms = 0
        self._times = []  # (time here, ms on the chip) of the last second or so
        self._caption = None
        self._process = None

    # What the window asks for.

    def size(self):
        """Width and height of the panel's picture."""
        return self._size

    def picture(self):
        """The panel's pixels, 3 bytes each."""
        return self._rgb

    def stamp(self):
        """Something that changes with the picture."""
        return self._frames

    def press(self, button, down):
        """Press or release a button."""
        self._tell("%s %s" % ("press" if down else "release", button.name))

    def power_off(self):
        """End the chip, which then writes its flash."""
        self._tell("quit")

    def abandon(self):
        """End it now, if it hasn't ended."""
        process = self._process
        if process and process.poll() is None:
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def report(self):
        """Show the simulated time in the window's title."""
        import pygame

        caption = self.caption()
        if caption != self._caption and pygame.display.get_init():
            self._caption = caption
            pygame.display.set_caption(caption)

    def caption(self):
        """The window's title: the handheld, the time on the chip, and its speed beside a real one."""
        times = self._times
        speed = ""
        if len(times) > 1 and times[-1][0] > times[0][0]:
            there = times[-1][1] - times[0][1]
            speed = ", %d %% of a real chip's speed" % round(there / (times[-1][0] - times[0][0]) / 10)
        return "%s – %d:%02d on the chip%s" % (
            self.handheld.title, self._ms // 60000, self._ms // 1000 % 60, speed,
        )

    def run(self):
        """Run the chip until it ends; the picture comes from here."""
        self._process = node.start(
            "play.mjs",
            node.job(
                "play-%d" % os.getpid(),
                board=self.handheld.name,
                flash=self._path,
                uf2=self._firmware.path,
                keep=True,
                steps=None,
                shot=None,
            ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        errors = []
        process = self._process
        reader = threading.Thread(target=lambda: errors.append(process.stderr.read()), daemon=True)
        reader.start()
        for line in process.stdout:
            head = json.loads(line)
            if head["fresh"]:
                self._rgb = process.stdout.read(head["w"] * head["h"] * 3)
                self._frames += 1
            self._ms = head["ms"]
            self._times = [*self._times[-30:], (time.monotonic(), head["ms"])]
            if head["halted"] and not self.error:
                self.error = head["halted"]
        status = process.wait()
        reader.join(1)
        if status:
            lines = b"".join(errors).decode(errors="replace").strip().splitlines()
            self.error = self.error or (lines[-1] if lines else "The emulator stopped.")
        os.remove(os.path.join(WORK, "play-%d.json" % os.getpid()))

    def _tell(self, line):
        process = self._process
        if process is None or process.poll() is not None:
            return
        try:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
        except OSError:
            pass  # it has just ended


def windowed(handheld, firmware, folder, state, scale, shot):
    """Play in a window until it is closed; returns the exit status."""
    from sim import picture, window

    path = state or user_file(handheld.name)
    prepare(path, firmware, folder)
    node.package()
    chip = Handheld(handheld, firmware, path)
    window.show(chip, scale)
    if shot:
        picture.save_png(shot, chip.size(), chip.picture())
    if chip.error:
        print(chip.error, file=sys.stderr)
        return 1
    return 0


def serve(board, firmware, state, port, files):
    """Give out the serial port of an emulated ``board`` until Ctrl-C; returns the exit status.

    ``state``: the file of a flash to go on with, if it exists, and to keep. A new flash is empty or, if
    ``files``, a function, gives a folder, has the board's files.
    """
    path = os.path.abspath(state or os.path.join(WORK, "repl-%s.bin" % board))
    if state is None or not os.path.exists(path):
        os.makedirs(WORK, exist_ok=True)
        _write(path, b"")
        folder = files()
        if folder is not None:
            prepare(path, firmware, folder)
    name = "repl-%d" % os.getpid()
    job = node.job(name, board=board, flash=path, uf2=firmware.path, port=port)
    process = node.start("repl.mjs", job, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        errors = process.stderr.read()
        process.wait()
    except KeyboardInterrupt:
        # The same Ctrl-C reaches Node.js in a terminal; a signal sent to this process alone doesn't.
        try:
            process.send_signal(signal.SIGINT)
            process.wait(_PATIENCE)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()
        return 0
    finally:
        os.remove(os.path.join(WORK, name + ".json"))
    if process.returncode:
        lines = errors.strip().splitlines() or ["The emulator stopped."]
        print(lines[-1].replace("Error: ", ""), file=sys.stderr)
        return 1
    return 0
