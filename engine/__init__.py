# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Rules, records and computer players of Tavolino's two games.

Pure and deterministic: no input or output, no clock, no hardware, nothing imported from the
rest of the project. The same files run on CPython and on MicroPython.
"""
