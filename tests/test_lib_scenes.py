# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Random changing scenes: CPython, MicroPython and Blinka's displayio show the same pixels."""

import sys

import lib_run
import pytest

SCENES = lib_run.ROOT / "tests" / "lib_scenes.py"
STEPS = {"grids": 200, "labels": 80}


def columns(lines, *which):
    return [[line.split()[i] for i in which] for line in lines]


def shown(kind, seed, target, python, *path, env=None):
    return lib_run.run(*python, SCENES, kind, seed, STEPS[kind], target, *path, env=env)


@pytest.mark.parametrize(
    "kind, seed",
    [("grids", 1), ("grids", 2), ("grids", 3), ("grids", 4), ("labels", 1), ("labels", 3)],
)
def test_scenes(kind, seed):
    libraries = lib_run.adafruit("adafruit_display_text")
    rotation = seed % 4 * 90
    ours = {}
    for target in ("color", rotation):
        ours[target] = shown(
            kind, seed, target, [sys.executable], lib_run.LIB, lib_run.STAND_INS, libraries
        )
        assert len(ours[target]) == STEPS[kind]
    pictures = {line.split()[2] for line in ours["color"]}
    assert len(pictures) > 20, "scenes that show nothing prove nothing"
    reference = shown(kind, seed, "color", [sys.executable], env=lib_run.blinka())
    assert columns(ours["color"], 0, 1, 2) == columns(reference, 0, 1, 2)
    assert columns(ours[rotation], 0, 1, 3) == columns(reference, 0, 1, 3)


@pytest.mark.parametrize("kind", ["grids", "labels"])
@pytest.mark.parametrize("target", ["color", 0, 90, 180, 270])
def test_scenes_on_micropython(kind, target):
    libraries = lib_run.adafruit("adafruit_display_text")
    real = [lib_run.micropython(), "-X", "heapsize=512k"]
    theirs = shown(kind, 5, target, real, lib_run.LIB, libraries)
    ours = shown(kind, 5, target, [sys.executable], lib_run.LIB, lib_run.STAND_INS, libraries)
    assert theirs == ours
