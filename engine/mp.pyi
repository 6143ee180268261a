# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
# For the type check only: what the compiler of MicroPython makes of these names.
from typing import Any, TypeAlias, TypeVar

_T = TypeVar("_T")

def const(value: _T) -> _T: ...
def viper(function: _T) -> _T: ...
def native(function: _T) -> _T: ...

# Memory by its address: arrays of numbers.
ptr8: TypeAlias = Any
ptr16: TypeAlias = Any
ptr32: TypeAlias = Any
