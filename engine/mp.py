# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Stand-ins for what the MicroPython compiler knows by itself, for CPython only.

On MicroPython ``const``, the ``micropython.viper`` decorator and the ``ptr`` casts are handled by
the compiler and this file is never imported.
"""


def const(value):
    """Return ``value``; MicroPython's compiler folds it into the code."""
    return value


def viper(function):
    """Return ``function`` unchanged; MicroPython compiles it to machine code."""
    return function


native = viper


def ptr8(buffer):
    """Return ``buffer``: indexing a bytearray does what viper's pointer does."""
    return buffer


ptr16 = ptr8
ptr32 = ptr8
