# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""MicroPython's ``micropython`` module for CPython: what the firmware and the libraries import.

Decorators give the function back as it is; what only makes sense on a microcontroller does
nothing.
"""


def const(value):
    """Return ``value``; MicroPython's compiler folds it into the code."""
    return value


def viper(function):
    """Return ``function`` unchanged; MicroPython compiles it to machine code."""
    return function


native = bytecode = asm_thumb = asm_xtensa = viper


def ptr8(buffer):
    """Return ``buffer``: indexing it does what viper's pointer does."""
    return buffer


ptr16 = ptr32 = ptr8


def opt_level(level=None):
    """The compiler's optimisation level: 0 here; setting it does nothing."""
    return None if level is not None else 0


def schedule(function, argument):
    """Call ``function(argument)`` at once; a board does so before its next bytecode."""
    function(argument)


def alloc_emergency_exception_buf(size):
    """Do nothing: CPython can always make an exception."""


def kbd_intr(char):
    """Do nothing: there is no serial line to watch."""


def mem_info(verbose=None):
    """Print nothing; there is no heap of a fixed size."""


def qstr_info(verbose=None):
    """Print nothing; names are not interned in a pool of their own."""


def stack_use():
    """0: CPython doesn't tell."""
    return 0


def heap_lock():
    """0: the heap can't be locked here."""
    return 0


def heap_unlock():
    """0: the heap can't be locked here."""
    return 0
