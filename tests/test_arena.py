# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The arena: duplicate format, its figures, and wrong options."""

import re

import pytest

from engine import record
from tools import arena


@pytest.mark.parametrize("name", record.GAMES)
def test_equal_players_are_equal(name):
    # The same player on both sides plays both halves alike, so every deal ends level.
    leads, _, _ = arena.arena(name, "medium", "medium", 6, 1, 1)
    assert all(one == -two for one, two in leads)
    mean, error, wins, draws, losses = arena.summary(leads)
    assert mean == 0 and error == 0 and wins == losses and wins + draws + losses == 12


@pytest.mark.parametrize("name", record.GAMES)
def test_processes_change_no_result(name):
    one, _, _ = arena.arena(name, "medium", "random", 9, 5, 1)
    two, _, _ = arena.arena(name, "medium", "random", 9, 5, 2)
    assert one == two and len(one) == 9


@pytest.mark.parametrize("name", record.GAMES)
def test_medium_beats_random(name):
    leads, _, _ = arena.arena(name, "medium", "random", 40, 2, 2)
    mean, error, _, _, _ = arena.summary(leads)
    assert mean > 4 * error > 0
    back, _, _ = arena.arena(name, "random", "medium", 40, 2, 2)
    assert arena.summary(back)[0] < 0


def test_summary():
    mean, error, wins, draws, losses = arena.summary([(10, 4), (-2, 0), (3, -3)])
    # Deals of 7, -1, 0: mean 2, variance (25 + 9 + 4) / 2 = 19, error sqrt(19 / 3).
    assert (mean, wins, draws, losses) == (2, 3, 1, 2)
    assert abs(error - (19 / 3) ** 0.5) < 1e-12
    assert arena.summary([(1, 0)])[1] is None


def test_command_line(capsys):
    arguments = ["tarocco", "medium", "random", "--deals", "5", "--seed", "3", "--jobs", "1"]
    assert arena.main(arguments) == 0
    text = capsys.readouterr().out
    assert re.search(
        r"mean difference [+-]\d+\.\d\d points a deal, standard error \d+\.\d\d", text
    )
    won, drawn, lost = re.search(r"plays won (\d+), drawn (\d+), lost (\d+)", text).groups()
    assert int(won) + int(drawn) + int(lost) == 10
    assert len(re.findall(r"ms a choice", text)) == 2
    assert arena.main(arguments) == 0
    again = capsys.readouterr().out
    assert again.splitlines()[1:3] == text.splitlines()[1:3]


@pytest.mark.parametrize(
    "arguments",
    (
        ["tarocco", "medium", "champion"],
        ["tarocco", "medium:3", "random"],
        ["tarocco", "strong:none", "random"],
        ["tarocco", "strong:0", "random"],
    ),
)
def test_wrong_levels_are_said(arguments, capsys):
    assert arena.main(arguments) == 2
    assert re.match(r"arena: .*\.$", capsys.readouterr().err)


@pytest.mark.parametrize(
    "arguments",
    (
        ["bridge", "medium", "random"],
        ["tarocco", "medium"],
        ["tarocco", "medium", "random", "--deals", "none"],
        ["tarocco", "medium", "random", "--seed", "-1"],
        ["tarocco", "medium", "random", "--jobs", "0"],
    ),
)
def test_wrong_options_are_said(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        arena.main(arguments)
    assert end.value.code == 2
    assert "error:" in capsys.readouterr().err
