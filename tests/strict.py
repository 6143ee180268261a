# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Makes CPython as strict as MicroPython where that has let a mistake through.

MicroPython can't look for a number in a bytearray: ``card in hand`` raises NotImplementedError
there, and only on the board. With ``install`` our own sources do so in CPython, too.
"""

import ast
import builtins
import os
from importlib.machinery import SourceFileLoader

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OURS = tuple(os.path.join(ROOT, name) + os.sep for name in ("engine", "firmware"))


def _strict(value, container):
    if isinstance(value, int) and isinstance(container, (bytearray, memoryview)):
        raise NotImplementedError("MicroPython can't look for a number in a bytearray")
    return value in container


class _In(ast.NodeTransformer):
    def visit_Compare(self, node):
        self.generic_visit(node)
        if len(node.ops) > 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return node
        call = ast.Call(ast.Name("_strict_in", ast.Load()), [node.left, *node.comparators], [])
        if isinstance(node.ops[0], ast.NotIn):
            call = ast.UnaryOp(ast.Not(), call)
        return ast.copy_location(call, node)


def compiled(text, path):
    """Return the code of the source ``text`` with strict comparisons."""
    return compile(ast.fix_missing_locations(_In().visit(ast.parse(text))), path, "exec")


def install():
    """Have all modules of the engine and the firmware that are imported from now on compiled
    so.
    """
    get_code = SourceFileLoader.get_code

    def strict(loader, name):
        path = loader.get_filename(name)
        if not os.path.abspath(path).startswith(OURS):
            return get_code(loader, name)
        return compiled(loader.get_data(path).decode(), path)

    builtins._strict_in = _strict
    SourceFileLoader.get_code = strict
