# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Runs the emulator: Node.js with the npm package rp2040js, which is fetched once."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import tempfile

from sim import console
from sim.chip import HERE, WORK, ChipError

#: The oldest Node.js that will do.
OLDEST = (20, 11)

_PACKAGE = os.path.join(WORK, "npm", "node_modules", "rp2040js")
_INSTALL = "install Node.js %d.%d or newer from https://nodejs.org" % OLDEST


def node():
    """The path of Node.js; ChipError if it is missing or too old."""
    found = shutil.which("node")
    if found is None:
        raise ChipError(
            "The emulated chip needs Node.js, which isn't installed: %s and run the same command "
            "again." % _INSTALL
        )
    try:
        version = subprocess.run([found, "--version"], capture_output=True, text=True).stdout.strip()
    except OSError as error:
        raise ChipError("Node.js can't be started (%s): %s." % (error.strerror, _INSTALL))
    match = re.match(r"v(\d+)\.(\d+)", version)
    if match is None or (int(match[1]), int(match[2])) < OLDEST:
        raise ChipError(
            "Node.js is too old here (%s): %s." % (version or "it tells no version", _INSTALL)
        )
    return found


def package():
    """The folder of the npm package rp2040js, fetched unless it is there; ChipError."""
    with open(os.path.join(HERE, "package-lock.json"), encoding="utf-8") as file:
        lock = file.read()
    folder = os.path.join(WORK, "npm")
    stamp = os.path.join(folder, "installed")
    try:
        with open(stamp, encoding="utf-8") as file:
            if file.read() == lock and os.path.isdir(_PACKAGE):
                return _PACKAGE
    except OSError:
        pass
    npm = shutil.which("npm")
    if npm is None:
        raise ChipError(
            "The emulated chip needs rp2040js from the npm registry, and npm isn't installed: %s "
            "(npm comes with it) and run the same command again." % _INSTALL
        )
    os.makedirs(folder, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(HERE, name), folder)
    try:
        result = subprocess.run(
            [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"],
            cwd=folder,
            env=console.settings(),
            capture_output=True,
            text=True,
            timeout=300,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise ChipError("npm couldn't load rp2040js within five minutes: try again later.")
    if result.returncode:
        raise ChipError(
            "npm couldn't load rp2040js: %s. Check the network connection."
            % console.npm_said(result.stderr).rstrip(".")
        )
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(lock)
    return _PACKAGE


def start(script, *arguments, **options):
    """Start ``script``, an .mjs here, as subprocess.Popen with ``options``; ChipError."""
    program = node()
    environment = dict(os.environ, RP2040JS=package())
    command = [program, os.path.join(HERE, script), *arguments]
    return subprocess.Popen(command, env=environment, **options)


def job(name, **values):
    """Write the job ``values`` of the script ``name``; returns its file's path."""
    os.makedirs(WORK, exist_ok=True)
    path = os.path.join(WORK, name + ".json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(values, file)
    return path


def run(script, name, ask=None, **values):
    """Run ``script`` on a job of its own; returns its answer, {"trouble": sentence} if it fails.

    ``ask``: answers the script's questions, a function of a text that returns one.
    """
    path = job(name, **values)
    out = ""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
        process = start(
            script,
            path,
            stdout=subprocess.PIPE,
            stderr=log,
            stdin=subprocess.PIPE,
            text=True,
        )
        try:
            for line in process.stdout:
                if line.startswith("?"):
                    process.stdin.write(ask(line[1:].strip()) + "\n")
                    process.stdin.flush()
                else:
                    out = line
            process.wait()
        except BrokenPipeError:
            process.wait()  # it failed with its question unanswered
        except BaseException:
            process.kill()
            process.wait()
            raise
        finally:
            process.stdout.close()
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
            os.remove(path)
        log.seek(0)
        lines = log.read().strip().splitlines()
    try:
        if process.returncode == 0:
            return json.loads(out)
    except ValueError:
        pass
    why = [line.strip() for line in lines if "Error:" in line] or lines[-1:]
    return {"trouble": why[0].partition("Error: ")[2] or why[0] if why else "The emulator stopped."}
