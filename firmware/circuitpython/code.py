# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Starts the game on a CircuitPython board, where this file lies at the root."""

from firmware.circuitpython import prepare

prepare()

from firmware.main import run  # noqa: E402 - what it imports has to be prepared

run()
