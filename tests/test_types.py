# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What tools find without running anything; pyproject.toml says how strict each is."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    "words",
    [("mypy",), ("ruff", "check", "."), pytest.param(("reuse", "lint"), marks=pytest.mark.slow)],
    ids=["types", "style", "licences"],
)
def test_nothing_is_found(words):
    if importlib.util.find_spec(words[0]) is None:
        pytest.skip("needs %s, a package that isn't installed here" % words[0])
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
