# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""tools/lean.py: the same program with fewer names."""

import ast
import contextlib
import io
import os
import subprocess
import sys
import types

import pytest

from tools import build, lean

CARDS = """
try:
    from micropython import const
except ImportError:
    from engine.mp import const

PACK = const(62)
_HALF = const(PACK // 2)
LAST = const(-1)
BYTES = b"abc"
TEXT = const("text")
kept = const(7)


def size():
    return PACK + _HALF + kept


def unused():
    return helper()


def helper():
    return 1


def loop(n):
    return loop(n - 1) if n else 0


class Nobody:
    def show(self):
        return size(), self.told()
"""

TABLE = """
import cards
from cards import BYTES, PACK
from cards import LAST as END

_seen = []
h = 5


class Table:
    rows = 2

    def __init__(self, width, height=3, *, colour=1):
        self.width = width
        self.index = height
        self._secret = colour
        self.cursor = 0
        _seen.append(width)

    @property
    def area(self):
        return self.width * self.index

    @area.setter
    def area(self, value):
        self.width = value // self.index

    @property
    def never(self):
        return 1

    @never.setter
    def never(self, value):
        pass

    def move(self, steps):
        def far(cells):
            return self.cursor + steps + cells

        self.cursor = max([far(step) for step in range(steps)])
        return self.cursor

    def _hidden(self):
        return "".join([chr(b) for b in BYTES]).index("c")


def show(table, words):
    global h
    h += 1
    for one in words:
        print(one, cards.PACK, END, PACK, cards.size(), h)
    return table.area, table.move(3), table._hidden(), table._secret, _seen, h
"""

HAND = """
from table import Table, show

_mine = [4]


class Hand(Table):
    def __init__(self, names, **options):
        Table.__init__(self, len(names), **options)
        self.names = names
        self._own = _mine[0]

    def told(self, name, h=2):
        return getattr(self, name) + self._own + h


def main():
    hand = Hand(("a", "b"), colour=9)
    print(show(hand, hand.names), hand.told("cursor"))
    hand.area = 30
    print(hand.area, hand.rows)
"""

PROGRAM = {"cards": CARDS, "table": TABLE, "hand": HAND}
START = "import hand\n\n\ndef start(board):\n    hand.main()\n"


def run(sources):
    out = io.StringIO()
    kept = {name: sys.modules.get(name) for name in (*sources, "micropython")}
    stand_in = sys.modules["micropython"] = types.ModuleType("micropython")
    stand_in.const = lambda value: value
    try:
        for name, text in sources.items():
            module = sys.modules[name] = types.ModuleType(name)
            exec(text, module.__dict__)
        with contextlib.redirect_stdout(out):
            sys.modules["hand"].main()
    finally:
        for name, module in kept.items():
            sys.modules.pop(name)
            if module:
                sys.modules[name] = module
    return out.getvalue()


def names(sources):
    trees = [ast.parse(text) for text in sources.values()]
    return set().union(*[lean._identifiers(tree) - lean._texts(tree) for tree in trees])


def test_the_program_does_the_same():
    made = lean.lean(PROGRAM, [START])
    assert list(made) == list(PROGRAM)
    said = run(PROGRAM)
    assert said.count("\n") == 4 and "62 -1 62 100" in said
    assert run(made) == said
    # and once more
    assert run(lean.lean(made, [START])) == said


def test_constants_and_what_nobody_mentions_are_gone():
    made = names(lean.lean(PROGRAM, [START]))
    assert {"PACK", "_HALF", "LAST", "END", "unused", "helper", "loop", "never", "Nobody"} & made == set()
    # what is no number stays, and what other sources ask for
    assert {"BYTES", "size", "area", "rows"} <= made
    assert "PACK" in names(lean.lean(PROGRAM, [START + "import cards\nprint(cards.PACK)\n"]))
    assert "unused" in names(lean.lean(PROGRAM, [START, "import cards\ncards.unused()\n"]))
    assert "loop" in names(lean.lean(PROGRAM, [START, "print(getattr(cards, 'loop'))\n"]))


def test_const_is_imported_only_where_it_is_needed():
    made = lean.lean({"a": CARDS.replace("TEXT", "_TEXT").replace('const("text")', "2")})
    assert "const" not in names(made)
    assert "const" in names(lean.lean({"a": CARDS}))


def test_attributes_and_variables_share_names():
    made = lean.lean(PROGRAM, [START])
    table, hand = ast.parse(made["table"]), ast.parse(made["hand"])
    # one object has all of these, so they can't
    own = {n.attr for n in ast.walk(table) if isinstance(n, ast.Attribute) and
           isinstance(n.value, ast.Name) and n.value.id == "self"}
    mine = {n.attr for n in ast.walk(hand) if isinstance(n, ast.Attribute) and
            isinstance(n.value, ast.Name) and n.value.id == "self"}
    assert len(own) == 4 and len(mine - {"told"}) == 2 and not own & mine
    # files that have nothing to do with one another
    alone = "class %s:\n    def __init__(self):\n        self.%s = 1\n\n\n%s().%s\n"
    made = lean.lean({"a": alone % ("A", "first", "A", "first"),
                      "b": alone % ("B", "second", "B", "second")})
    assert names(made) == {"A", "B", "self", "__init__", "first"}


def test_names_that_others_have_stay():
    text = "class A:\n    def __init__(self, wide):\n        self.%s = wide\n\n\nA(wide=1).%s\n"
    for name in ("append", "index", "value", "attr"):
        # a list's, bytes', a pin's, and one given from outside of its class
        text_ = text % (name, name) + "other.attr = 2\n"
        made = lean.lean({"a": text % ("zebra", "zebra"), "b": text_}, ["pin.value()\n"])
        assert name in names(made)
        # given by name
        assert "wide" in names(made)


def test_parameters():
    made = lean.lean({"a": (
        "def f(first, second, *rest, third=3, **more):\n"
        "    x = first\n"
        "    return [first + i for i in rest], [second for second in more], x, third\n\n\n"
        "print(f(1, 2, 3, 4, third=5, other=[6]))\n"
        "print((lambda value: value * 2)(4))\n"
    )})["a"]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(made, {})
    assert out.getvalue() == "([4, 5], ['other'], 1, 5)\n8\n"
    inside = names({"a": made})
    assert "first" not in inside and "rest" not in inside and "value" not in inside
    assert "third" in inside and "second" in inside  # a name of its own inside


def test_private_functions_share_names():
    # Two files that never meet; of the second one's class a third inherits.
    one = (
        "def _sum(x):\n    return _twice(x) + 1\n\n\n"
        "def _twice(x):\n    return 2 * x\n\n\n"
        "def first():\n    return _sum(4)\n"
    )
    two = (
        "class Base:\n    def _inner(self):\n        return 'base'\n\n"
        "    def _kept(self):\n        return 'kept'\n\n    alias = _kept\n\n"
        "    def both(self):\n        return self._inner() + self._kept() + self._late()\n\n"
        "    def _late(self):\n        return ''\n"
    )
    three = (
        "from two import Base\nfrom one import first\n\n\n"
        "class Over(Base):\n    def _late(self):\n        return 'over' + self._more()\n\n"
        "    def _more(self):\n        return str(first())\n\n\n"
        "def main():\n    print(Over().both(), Base().both(), Over().alias())\n"
    )
    sources = {"one": one, "two": two, "hand": three}
    made = lean.lean(sources, ["import hand\nhand.main()\n"])
    assert "_kept" in made["two"]  # the class itself mentions it
    assert len(names(made)) < len(names(sources))
    assert run(made) == run(sources) == "basekeptover9 basekept kept\n"


def test_texts_are_asked_for_by_their_hashes():
    text = (
        "from firmware.content.text import t\nfrom firmware.content import text\n\n\n"
        "def f(x):\n    a = x\n    return t('one') + text.t('two' if a else 'three', 'one') + t(a)\n"
    )
    hashes = {"one": 1, "two": 2}
    made = lean.lean({"a": text}, ["import a\na.f(1)\n"], hashes.get)["a"]
    assert "t(1) + text.t(2 if a else 'three', 'one') + t(a)" in made


def test_what_is_for_another_python_is_gone():
    text = (
        "import sys\nif sys.implementation.name == 'micropython':\n    import micropython\n"
        "else:\n    from engine import mp as micropython\n"
        "if sys.implementation.name != 'micropython':\n    X = 1\n"
        "if sys.platform == 'rp2':\n    Y = 1\n"
    )
    made = lean.lean({"a": text})["a"]
    assert "engine" not in made and "X" not in made and "Y" in made
    assert "import micropython" in made


def test_a_fault_is_left_to_the_compiler():
    assert lean.lean({"a": "def f(:\n"}, ["def g(:\n"]) == {"a": "def f(:\n"}


@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_our_sources(board):
    files = build._board_files(board)
    made = build._lean(board, files)
    assert set(made) == {
        target for target, source in files.items() if source.endswith(".py")
        and not target.endswith(".py") and "site-packages" not in source
    }
    before = {target: open(files[target], encoding="utf-8").read() for target in made}
    assert len(names(made)) < 0.7 * len(names(before))
    for target, text in made.items():
        compile(text, target, "exec")
        # no class of another name
        assert {n.name for n in ast.walk(ast.parse(text)) if isinstance(n, ast.ClassDef)} <= {
            n.name for n in ast.walk(ast.parse(before[target])) if isinstance(n, ast.ClassDef)
        }


def test_it_makes_the_same_each_time():
    code = (
        "import hashlib, sys; sys.path[:0] = ['.', 'tests']\n"
        "from test_lean import PROGRAM, START\nfrom tools import lean\n"
        "made = repr(lean.lean(PROGRAM, [START]))\n"
        "print(hashlib.sha256(made.encode()).hexdigest())\n"
    )
    said = set()
    for seed in ("1", "2", "3"):
        result = subprocess.run(
            [sys.executable, "-c", code], cwd=build.ROOT, capture_output=True, text=True,
            env=dict(os.environ, PYTHONHASHSEED=seed), check=True,
        )
        said.add(result.stdout)
    assert len(said) == 1


def test_what_is_never_asked_for_exists():
    """Each name of UNASKED is one of our libraries'."""
    import ast
    import pathlib

    root = pathlib.Path(__file__).resolve().parent.parent / "firmware"
    for module, classes in lean.UNASKED.items():
        tree = ast.parse((root / "lib" / (module + ".py")).read_text(encoding="utf-8"))
        for name, unasked in classes.items():
            owner = tree if not name else next(
                n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == name
            )
            there = {n.name for n in owner.body if isinstance(n, ast.FunctionDef)}
            assert set(unasked.split()) <= there, (module, name)
