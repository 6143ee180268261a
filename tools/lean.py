# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Our sources as they go onto a board: the same program with fewer names.

MicroPython keeps every name that it meets, in each file it loads, for ever. A session of Tavolino meets
some 1,600 of them, each of which takes 20 bytes of the heap; and with the 1,261st the table of names
grows by a piece of 14 KB (9 KB with 32 bits) that must be free in one place, in the middle of a game.
So what needs no name on the board has none there:

- constants (``NAME = const(...)`` at the top level of a module) are put in where they are used, and
  their definitions go. MicroPython's compiler does that within a module, for names that begin with
  ``_``; here it is done for all, and between modules;
- functions, methods and classes that nothing in the program mentions are left out, and what is for
  another Python (``sys.implementation.name``);
- attributes, private functions and methods, and variables of modules that can't meet, because no file
  has both, share a name;
- parameters that no call gives by name are called ``x``, ``y``, ``w``, ...
- the keys of texts, ``t("seat.you")``, are their hashes;
- what is for other boards is left out: a program knows the size of its panel and whether it has colours;
- what CircuitPython's displays have and this program never asks for (``UNASKED``) is left out;
- the libraries of ours don't look whether they are given what makes sense, and their exceptions have no
  sentences: those are for whoever writes a program, and this one is written.

Classes and public functions keep their names, which a traceback shows. Only our own sources are
changed: libraries are compiled as they are.
"""

import array
import ast
import binascii
import builtins
import collections
import gc
import io
import os
import struct
import sys
import time

# What parameters are called: names that the program has anyway, for its coordinates.
_SHORT = ("x", "y", "w", "h", "i", "j", "k", "n", "a", "b", "c", "d", "e", "f", "g", "m", "o", "p")
# Private methods that the measurements on a board (tools/bench_app.py, endure_side.py) take over.
_TAKEN_OVER = ("_send", "_failed", "_write")
#: Of our libraries, for each class what the program never uses: CircuitPython has it, and for other
#: programs it is there (``tools.build --whole``). Names that nothing mentions go by themselves; these
#: are also names of other things.
UNASKED = {
    "displayio": {
        "Bitmap": "bits_per_value __getitem__",
        "TileGrid": "flip_x flip_y transpose_xy width height contains __getitem__",
        "Group": "x hidden index sort __setitem__ __delitem__ __bool__ __iter__ __contains__",
    },
    "busdisplay": {"BusDisplay": "rotation width height bus"},
    "epaperdisplay": {"EPaperDisplay": "width height rotation bus"},
}
_SCOPES = (ast.FunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def lean(ours, others=(), key_hash=None, facts=None):
    """Return the sources of a program with fewer names: module name -> source text.

    ``ours``: the same of what may be changed; ``others``: source texts of all the rest of the program;
    ``key_hash``: function from a text's key to its hash, None for one that there isn't; ``facts``: the
    constants MONO, WIDTH and HEIGHT of the board that the program is for.
    What isn't Python is returned as it is, for the compiler to say what is wrong with it.
    """
    trees = {}
    foreign = []
    for module, text in ours.items():
        try:
            trees[module] = ast.parse(text)
        except SyntaxError:
            pass
    for text in others:
        try:
            foreign.append(ast.parse(text))
        except SyntaxError:
            pass
    for module, names in UNASKED.items():
        if module in trees:
            _leave_out(trees[module], names)
    for module, tree in trees.items():
        _Python().visit(tree)
        _Shorter().visit(tree)
        if "." not in module and module != "hardware":
            _Finished().visit(tree)
        elif module.startswith("engine."):
            _Unsaid().visit(tree)
        if key_hash:
            _Keys(key_hash).visit(tree)
    _constants(trees, foreign)
    if facts:
        _board(trees, facts)
        _unread(trees, foreign)
    _definitions(trees, foreign)
    fixed = set(_TAKEN_OVER)  # names that mean something outside of our sources, or are looked up by a text
    given = set()  # names of arguments in calls
    for tree in foreign:
        fixed |= _identifiers(tree)
    for tree in trees.values():
        fixed |= _texts(tree)
        given.update(n.arg for n in ast.walk(tree) if isinstance(n, ast.keyword) and n.arg)
    _attributes(trees, fixed)
    _parameters(trees, fixed | given)
    out = dict(ours)
    for module, tree in trees.items():
        out[module] = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    return out


def _leave_out(tree, names):
    # Take the functions ``names`` (class -> names with spaces between) out of a module.
    owners = [("", tree)] + [(n.name, n) for n in tree.body if isinstance(n, ast.ClassDef)]
    for name, owner in owners:
        unasked = names.get(name, "").split()
        owner.body = [
            node for node in owner.body
            if not (isinstance(node, ast.FunctionDef) and node.name in unasked)
        ]


class _Keys(ast.NodeTransformer):
    # Puts the hash of its key in where a text is asked for.
    def __init__(self, key_hash):
        self.key_hash = key_hash

    def visit_Tuple(self, node):
        # (what buttons do: pairs of an action and a key)
        self.generic_visit(node)
        node.elts = [
            self._hashed(part) if str(getattr(part, "value", "")).startswith("hint.") else part
            for part in node.elts
        ]
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
        if getattr(name, "id", name) == "t" and node.args:
            node.args[0] = self._hashed(node.args[0])
        return node

    def _hashed(self, node):
        if isinstance(node, ast.IfExp):
            node.body, node.orelse = self._hashed(node.body), self._hashed(node.orelse)
        elif isinstance(node, ast.Constant) and type(node.value) is str:
            value = self.key_hash(node.value)
            return node if value is None else ast.Constant(value)
        return node


def _texts(tree):
    return {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and type(n.value) is str}


def _identifiers(tree):
    # All names of a source, in whatever role, and its texts.
    found = _texts(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, (ast.arg, ast.keyword)):
            found.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler)):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.update(node.name.split("."))
            found.add(node.asname)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            found.update(node.names)
    found.discard(None)
    return found


def _bindings(tree):
    # How often each name gets a value as a variable, anywhere in a source.
    found = collections.Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found[node.id] += 1
        elif isinstance(node, ast.arg):
            found[node.arg] += 1
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] += 1
        elif isinstance(node, ast.alias):
            found[node.asname or node.name.partition(".")[0]] += 1
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found[node.name] += 1
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            found.update(node.names)
    return found


# -- what is for another Python ---------------------------------------------------------------------


class _Python(ast.NodeTransformer):
    # Decides on which implementation this is.
    def visit_If(self, node):
        self.generic_visit(node)
        right = _runs_here(node.test)
        if right is None:
            return node
        return (node.body if right else node.orelse) or ast.Pass()

    def visit_Try(self, node):
        # ``try: from micropython import ...`` can't fail.
        self.generic_visit(node)
        first = node.body[0]
        if len(node.body) == 1 and isinstance(first, ast.ImportFrom):
            if first.module == "micropython":
                return first
        return node


def _runs_here(test):
    # Whether ``sys.implementation.name == "..."`` is true on MicroPython; None for any other test.
    if (
        isinstance(test, ast.Compare)
        and ast.unparse(test.left) == "sys.implementation.name"
        and isinstance(test.comparators[0], ast.Constant)
    ):
        same = test.comparators[0].value == "micropython"
        if isinstance(test.ops[0], ast.Eq):
            return same
        if isinstance(test.ops[0], ast.NotEq):
            return not same
    return None


# -- what is for another board ----------------------------------------------------------------------


def _board(trees, facts):
    # Put the facts of the board in, and what follows from them, until nothing more does.
    known = {}  # attribute of the app's objects: value that it always has
    for _ in range(3):
        for module, tree in trees.items():
            if module.startswith("firmware.") or module == "hardware":
                _Board(facts, known if module.startswith("firmware.app.") else {}).visit(tree)
                for node in ast.walk(tree):
                    if isinstance(node, ast.FunctionDef):
                        _decided(node)
                _Board(facts, {}).visit(tree)
        known = _always(trees)


def _always(trees):
    # Attributes that are the same truth value wherever an object of the app's gets them.
    values = {}
    for module, tree in trees.items():
        if not module.startswith("firmware.app."):
            continue
        for node in ast.walk(tree):
            value = node.value if isinstance(node, ast.Assign) else None
            for target in getattr(node, "targets", ()) if value is not None else ():
                for part in ast.walk(target):
                    if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
                        same = value.value if isinstance(value, ast.Constant) else None
                        values.setdefault(part.attr, set()).add(
                            same if part is target and type(same) is bool else None
                        )
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute):
                values.setdefault(node.target.attr, set()).add(None)
    for tree in trees.values():
        for text in _texts(tree):
            values.pop(text, None)  # (setattr)
    return {name: found.pop() for name, found in values.items() if len(found) == 1 and None not in found}


def _decided(function):
    # Put the values of variables in that are given a truth value once and for all.
    bindings = _bindings(function)
    values = {}
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Assign) and len(node.targets) == 1
            and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Constant)
            and type(node.value.value) is bool and bindings[node.targets[0].id] == 1
        ):
            values[node.targets[0].id] = node.value.value
    for name in _globals(function):
        values.pop(name, None)
    if values:
        _Variables(values).visit(function)


class _Variables(ast.NodeTransformer):
    def __init__(self, values):
        self.values = values

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load) and node.id in self.values:
            return ast.Constant(self.values[node.id])
        return node

    def visit_Assign(self, node):
        if isinstance(node.targets[0], ast.Name) and node.targets[0].id in self.values:
            return ast.Pass()
        self.generic_visit(node)
        return node


class _Board(ast.NodeTransformer):
    # Puts the facts of a board in and takes out what they decide.
    def __init__(self, facts, known):
        self.facts = facts
        self.known = known

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        owner = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
        value = None
        if node.attr in ("mono", "MONO"):
            value = self.facts["MONO"]
        elif owner == "app" and node.attr in ("W", "H"):
            value = self.facts["WIDTH" if node.attr == "W" else "HEIGHT"]
        elif owner in ("self", "table"):
            value = self.known.get(node.attr)
        return node if value is None else ast.Constant(value)

    def visit_Name(self, node):
        if node.id == "mono" and isinstance(node.ctx, ast.Load):
            return ast.Constant(self.facts["MONO"])
        return node

    def visit_Compare(self, node):
        self.generic_visit(node)
        parts = [node.left] + node.comparators
        if all(isinstance(part, ast.Constant) and type(part.value) is int for part in parts):
            return ast.Constant(eval(ast.unparse(node)))
        return node

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and _truth(node.operand) is not None:
            return ast.Constant(not _truth(node.operand))
        return node

    def visit_BoolOp(self, node):
        self.generic_visit(node)
        ends = isinstance(node.op, ast.Or)  # the value that decides all
        values = []
        for part in node.values:
            if _truth(part) is None:
                values.append(part)
            elif _truth(part) is ends:
                values.append(part)
                break
            elif part is node.values[-1]:
                values.append(part)
        if len(values) == 1:
            return values[0]
        node.values = values
        return node

    def visit_IfExp(self, node):
        self.generic_visit(node)
        truth = _truth(node.test)
        return node if truth is None else node.body if truth else node.orelse

    def visit_If(self, node):
        self.generic_visit(node)
        truth = _truth(node.test)
        if truth is None:
            return node
        return (node.body if truth else node.orelse) or ast.Pass()

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        # what can't be reached
        for i in range(len(node.body) - 1):
            if isinstance(node.body[i], (ast.Return, ast.Raise)):
                del node.body[i + 1 :]
                break
        return node


def _unread(trees, foreign):
    # Take out what is kept in attributes that nobody asks for.
    read = set()
    for tree in list(trees.values()) + foreign:
        read |= _texts(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                read.add(node.attr)
    for tree in foreign:
        read |= _identifiers(tree)
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute):
                read.add(node.target.attr)
    for module, tree in trees.items():
        if module.startswith("firmware."):
            _Unread(read).visit(tree)


class _Unread(ast.NodeTransformer):
    def __init__(self, read):
        self.read = read

    def visit_Assign(self, node):
        targets = [
            target
            for target in node.targets
            if not (
                isinstance(target, ast.Attribute) and target.attr not in self.read
                and getattr(target.value, "id", "") == "self"
            )
        ]
        if len(targets) == len(node.targets):
            return node
        node.targets = targets
        if targets:
            return node
        return ast.Pass() if isinstance(node.value, (ast.Constant, ast.Name)) else ast.Expr(node.value)


def _truth(node):
    # True or False for a constant that is that, else None.
    return node.value if isinstance(node, ast.Constant) and type(node.value) is bool else None


# -- what is for programmers -----------------------------------------------------------------------


class _Finished(ast.NodeTransformer):
    # Takes out of a library what tells a programmer of a mistake.
    def visit_If(self, node):
        self.generic_visit(node)
        if len(node.body) == 1 and _mistake(node.body[0]):
            if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
                return node.orelse[0]
            return node.orelse or ast.Pass()
        return node

    def visit_Raise(self, node):
        if isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name):
            node.exc = node.exc.func
        return node


class _Unsaid(ast.NodeTransformer):
    # What the engine says of records and the like is never shown: the app has sentences of its own.
    def visit_Raise(self, node):
        if (
            isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name)
            and node.exc.func.id in ("RecordError", "CardError", "TavolinoError")
        ):
            node.exc = node.exc.func
        return node


def _mistake(node):
    # Whether a statement raises what only a mistake in the program can cause.
    return isinstance(node, ast.Raise) and ast.unparse(node.exc).partition("(")[0] in (
        "ValueError", "TypeError", "NotImplementedError"
    )


# -- the same in less memory ------------------------------------------------------------------------


class _Shorter(ast.NodeTransformer):
    # A text that is no name takes two objects, a tuple of them one more.
    def visit_Call(self, node):
        self.generic_visit(node)
        words = [getattr(part, "value", None) for part in node.args]
        name = getattr(node.func, "id", "")
        if name == "forget" and all(type(word) is str for word in words):
            node.args = [ast.Constant(" ".join(words))]
        elif name == "bytes" and len(words) == 1 and isinstance(node.args[0], ast.Tuple):
            numbers = [getattr(part, "value", None) for part in node.args[0].elts]
            if all(type(number) is int and 0 <= number < 256 for number in numbers):
                return ast.Constant(bytes(numbers))
        return node

    def visit_Compare(self, node):
        # x in ("a", "b")
        self.generic_visit(node)
        group = node.comparators[0]
        if (
            len(node.ops) > 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn))
            or not isinstance(node.left, ast.Name) or not isinstance(group, ast.Tuple)
            or not 2 <= len(group.elts) <= 4
            or not all(isinstance(part, ast.Constant) for part in group.elts)
        ):
            return node
        there = isinstance(node.ops[0], ast.In)
        return ast.BoolOp(ast.Or() if there else ast.And(), [
            ast.Compare(node.left, [ast.Eq() if there else ast.NotEq()], [part]) for part in group.elts
        ])


# -- constants --------------------------------------------------------------------------------------


def _constants(trees, foreign):
    values = {}  # module -> name -> value
    for module in trees:
        _find(module, trees, values)
    # Names that are still asked of some module.
    needed = set().union(*[_identifiers(tree) for tree in foreign])
    for module, tree in trees.items():
        _Constants(module, trees, values).visit(tree)
        needed |= _texts(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                needed.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                needed.update(alias.name for alias in node.names)
    for module, tree in trees.items():
        tree.body = [
            node
            for node in tree.body
            if _defined(node) not in values[module] or _defined(node) in needed
        ]
        if "const" not in {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}:
            for node in list(tree.body):
                if isinstance(node, ast.ImportFrom) and node.module == "micropython":
                    node.names = [alias for alias in node.names if alias.name != "const"]
                    if not node.names:
                        tree.body.remove(node)


def _defined(node):
    # The NAME of ``NAME = const(...)``, else None.
    if (
        isinstance(node, ast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "const"
    ):
        return node.targets[0].id
    return None


def _find(module, trees, values):
    # Fill ``values`` with the integer constants of a module, and of those it takes some from.
    if module in values:
        return
    values[module] = found = {}
    known = {}
    bindings = _bindings(trees[module])
    for node in trees[module].body:
        if isinstance(node, ast.ImportFrom) and node.module in trees:
            _find(node.module, trees, values)
            for alias in node.names:
                if alias.name in values[node.module]:
                    known[alias.asname or alias.name] = values[node.module][alias.name]
        name = _defined(node)
        if name and bindings[name] == 1:
            value = _value(node.value.args[0], known)
            if value is not None:
                known[name] = found[name] = value


def _value(node, known):
    # What an expression of integers and constants is worth; None if it is something else.
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id not in known:
            return None
        if not isinstance(part, (
            ast.Name, ast.Load, ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop
        )):
            return None
    value = eval(compile(ast.Expression(node), "const", "eval"), {"__builtins__": {}}, dict(known))
    return value if type(value) is int else None


class _Constants(ast.NodeTransformer):
    # Puts constants in where a module uses them.
    def __init__(self, module, trees, values):
        self.values = values
        self.names = dict(values[module])  # local name -> value
        self.modules = {}  # local name -> module
        imported = collections.Counter()
        bindings = _bindings(trees[module])
        for node in ast.walk(trees[module]):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                for alias in node.names:
                    name = alias.asname or alias.name
                    imported[name] += 1
                    if isinstance(node, ast.Import):
                        if alias.name in trees and "." not in name:
                            self.modules[name] = alias.name
                        continue
                    inner = "%s.%s" % (node.module, alias.name)
                    if inner in trees:
                        self.modules[name] = inner
                    elif alias.name in values.get(node.module, ()) and bindings[name] == 1:
                        self.names[name] = values[node.module][alias.name]
        for name in list(self.modules):
            if bindings[name] != imported[name]:
                del self.modules[name]

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load) and node.id in self.names:
            return ast.Constant(self.names[node.id])
        return node

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load):
            module = self.modules.get(node.value.id)
            if module and node.attr in self.values[module]:
                return ast.Constant(self.values[module][node.attr])
        self.generic_visit(node)
        return node

    def visit_ImportFrom(self, node):
        constants = self.values.get(node.module, ())
        node.names = [
            alias
            for alias in node.names
            if alias.name not in constants or (alias.asname or alias.name) not in self.names
        ]
        return node if node.names else ast.Pass()


# -- definitions ------------------------------------------------------------------------------------


def _definitions(trees, foreign):
    mentioned = collections.Counter()
    for tree in list(trees.values()) + foreign:
        mentioned.update(_mentions(tree))
    asked = set()  # names that one module asks another for
    for tree in list(trees.values()) + foreign:
        asked |= _texts(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                asked.add(node.attr)
            elif isinstance(node, ast.alias):
                asked.add(node.name)
    again = True
    while again:
        again = False
        for tree in trees.values():
            gone = _unused(tree, mentioned)
            for node in list(tree.body):
                name = node.targets[0] if isinstance(node, ast.Assign) else None
                if (
                    getattr(name, "id", "x")[0] == "_" and name.id not in asked
                    and _literal(node.value) and _mentions(tree)[name.id] == 1
                ):
                    tree.body.remove(node)
                    mentioned.subtract(_mentions(node))
                    gone += 1
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    gone += _unused(node, mentioned)
            again = again or gone


def _literal(node):
    # Whether an expression is a constant, or a tuple of such.
    if isinstance(node, ast.Tuple):
        return all(_literal(part) for part in node.elts)
    return isinstance(node, ast.Constant) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
    )


def _unused(owner, mentioned):
    # Take the definitions out that nobody mentions; return how many.
    gone = 0
    for node in list(owner.body):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name[:2] != "__":
            # (a name of its own, such as a recursive function's, doesn't count)
            inside = _mentions(node)
            if mentioned[node.name] == inside[node.name]:
                owner.body.remove(node)
                mentioned.subtract(inside)
                gone += 1
    owner.body = owner.body or [ast.Pass()]
    return gone


def _mentions(tree):
    # How often names are mentioned, other than by what defines them.
    found = collections.Counter()
    setters = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Attribute) and mark.attr == "setter":
                    setters.add(mark.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node not in setters:
            found[node.id] += 1
        elif isinstance(node, ast.Attribute):
            found[node.attr] += 1
        elif isinstance(node, ast.alias):
            found.update(node.name.split("."))
        elif isinstance(node, ast.Constant) and type(node.value) is str:
            found[node.value] += 1
    return found


# -- attributes and variables -----------------------------------------------------------------------


# Objects that a program has without defining them: their attributes' names are given.
_BUILT_IN = (
    (), "", b"", 0, 0.0, [], {}, bytearray(), memoryview(b""), set(), array.array("b"), io.BytesIO(),
    io.StringIO(), io.FileIO, Exception(), property(), (i for i in ()), binascii, builtins,
    collections, gc, io, os, struct, sys, time,
)


def _attributes(trees, fixed):
    family = _families(trees)
    where = {}  # name -> families of files it is in
    own = set()  # names that our objects and modules have
    closed = set(fixed)
    hidden = {}  # of a module's variable: names that functions there have for their own ones
    for thing in _BUILT_IN:
        closed.update(dir(thing))
    for module, tree in trees.items():
        top = _variables(tree)
        methods = _private(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                methods += _private(node)
                # what the body of a class itself mentions is no attribute
                for part in node.body:
                    if not isinstance(part, ast.FunctionDef):
                        closed.update(_identifiers(part))
        for name in {node.name for node in methods}:
            own.add(name)
            where.setdefault(name, set()).add(family[module])
        for node in ast.walk(tree):
            if isinstance(node, ast.Global):
                top.update(node.names)
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                if node not in methods:
                    closed.add(node.name)
                    if isinstance(node, ast.FunctionDef):
                        for mark in node.decorator_list:
                            closed.update(_identifiers(mark))
            elif isinstance(node, ast.alias):
                closed.update((node.asname or node.name).split("."))
            elif isinstance(node, ast.Attribute):
                where.setdefault(node.attr, set()).add(family[module])
                if isinstance(node.ctx, ast.Load):
                    continue
                if isinstance(node.value, ast.Name) and node.value.id == "self":
                    own.add(node.attr)
                else:
                    closed.add(node.attr)  # perhaps of an object that belongs to another file
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for part in node.body:
                    if isinstance(part, ast.Assign):
                        closed.update(_bindings(part))
        local = set()
        for node in ast.walk(tree):
            if isinstance(node, _SCOPES + _COMPREHENSIONS):
                inside = _bindings(node)
                inside[getattr(node, "name", "")] -= 1  # which is bound around it
                local.update(name for name in inside if inside[name] > 0)
        own |= top
        for name in top:
            where.setdefault(name, set()).add(family[module])
            hidden.setdefault(name, set()).update(local)
            if name in local and name not in _globals(tree):
                closed.add(name)
    names = [name for name in own - closed if name[:2] != "__" and name != "_"]
    # Those in the most files first; each takes the first name that none of its families has.
    names.sort(key=lambda name: (-len(where[name]), len(name), name))
    taken = {}
    new = {}
    for name in names:
        for shared, families in taken.items():
            if not families & where[name] and shared not in hidden.get(name, ()):
                break
        else:
            shared = name
        taken.setdefault(shared, set()).update(where[name])
        new[name] = shared
    for tree in trees.values():
        top = _variables(tree) | _globals(tree)
        methods = _private(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                methods += _private(node)
        for node in methods:
            node.name = new.get(node.name, node.name)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                node.attr = new.get(node.attr, node.attr)
            elif isinstance(node, ast.Name) and node.id in top:
                node.id = new.get(node.id, node.id)
            elif isinstance(node, ast.Global):
                node.names = [new.get(name, name) for name in node.names]


def _variables(tree):
    # Names that a module itself gives a value, private functions among them.
    found = {node.name for node in _private(tree)}
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AugAssign)):
            found.update(_bindings(node))
    return found


def _private(owner):
    # The private functions of a module, or methods of a class, that may have another name.
    return [
        node
        for node in owner.body
        if isinstance(node, ast.FunctionDef)
        and node.name[0] == "_"
        and node.name[:2] != "__"
        and not any(isinstance(mark, (ast.Name, ast.Call)) for mark in node.decorator_list)
    ]


def _globals(tree):
    return {n for node in ast.walk(tree) if isinstance(node, ast.Global) for n in node.names}


def _families(trees):
    # A number for each module, the same for those whose classes inherit from one another.
    family = {module: i for i, module in enumerate(trees)}
    owners = {}
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                owners.setdefault(node.name, []).append(module)
    for module, tree in trees.items():
        for node in ast.walk(tree):
            for base in node.bases if isinstance(node, ast.ClassDef) else ():
                name = base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
                for other in owners.get(name, ()):
                    old = family[other]
                    for one in family:
                        if family[one] == old:
                            family[one] = family[module]
    return family


# -- parameters -------------------------------------------------------------------------------------


def _parameters(trees, fixed):
    kept = set()  # names that the program has in other roles: parameters may have them too
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                kept.add(node.attr)
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                kept.add(node.name)
        for node in tree.body:
            if isinstance(node, (ast.Assign, ast.AugAssign)):
                kept.update(_bindings(node))
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.Lambda)):
                _rename_parameters(node, fixed | kept)


def _rename_parameters(function, kept):
    parts = function.args
    arguments = parts.posonlyargs + parts.args + parts.kwonlyargs
    arguments += [one for one in (parts.vararg, parts.kwarg) if one]
    body = ast.Module(function.body if isinstance(function.body, list) else [function.body], [])
    used = _identifiers(body) | {one.arg for one in arguments} | set(dir(builtins))
    inner = collections.Counter()
    for node in ast.walk(body):
        if isinstance(node, _SCOPES + _COMPREHENSIONS):
            inner.update(_bindings(node))
    free = [name for name in _SHORT if name not in used]
    new = {}
    for one in arguments:
        name = one.arg
        if name in kept or name in _SHORT or name == "self" or inner[name] or not free:
            continue
        new[name] = one.arg = free.pop(0)
    for node in ast.walk(body) if new else ():
        if isinstance(node, ast.Name):
            node.id = new.get(node.id, node.id)
