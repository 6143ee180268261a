# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What the simulator's tests share."""

import os

import pytest

from sim import child

FIRMWARE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sim_firmware")


def _missing():
    try:
        child.command()
    except child.MicroPythonError as error:
        return error.args[0]
    return None


#: Both ways to run a firmware; MicroPython is left out, with the reason, where it doesn't exist.
PYTHONS = [
    pytest.param(None, id="cpython"),
    pytest.param(
        "micropython",
        id="micropython",
        marks=pytest.mark.skipif(_missing() is not None, reason=str(_missing())),
    ),
]
needs_micropython = pytest.mark.skipif(_missing() is not None, reason=str(_missing()))
