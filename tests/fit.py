# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What is really shown in play, box by box: words left out, and things that cover one another.

``Fit`` is the app of one board in one language (a tools.sheets.Stage, which finds texts too wide
for their place). At every wait for a button, and for a look, it walks the scene and finds

- words that were to be said and aren't there: of a line at the table, of the strip, a strip
  without any;
- each text, mark and card that another thing cuts or lies on.

What may overlap by design is listed in ``_designed``, each with its reason. All that this file
knows of the app's inside is in ``_hook`` and ``_things``.
"""

import ast
import random
import types
from pathlib import Path

from tools import sheets

BOARDS = Path(__file__).resolve().parent.parent / "firmware" / "boards"
TEXT, MARK, CARD, HAND, BOX = "text", "mark", "card", "hand", "box"
_INDEX = 13  # rows and columns of a card by which it is told


def board(name):
    """Return what the file of the board ``name`` says: its upper-case names; it isn't run."""
    found = types.SimpleNamespace()
    for node in ast.parse((BOARDS / (name + ".py")).read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and node.targets[0].id.isupper():
            try:
                setattr(found, node.targets[0].id, ast.literal_eval(node.value))
            except ValueError:
                continue
        elif isinstance(node, ast.FunctionDef) and node.name == "turn":
            found.turn = lambda left: None
    return found


def boards():
    """Return the names of all boards."""
    return sorted(path.stem for path in BOARDS.glob("[a-z]*.py"))


class Thing:
    """Something shown: its ``kind``, ``box`` (left, top, right, bottom) and ``words`` or a name.

    ``strip``: it belongs to the strip of the buttons; ``rows``: of a hand, for each row the
    columns that are painted, as an integer whose highest bit is the leftmost column.
    """

    def __init__(self, kind, box, words="", strip=False, rows=None):
        self.kind = kind
        self.box = box
        self.words = words
        self.strip = strip
        self.rows = rows


class Fit(sheets.Stage):
    """The app of the board ``name`` in ``language``; ``problems`` are the sentences found."""

    def __init__(self, language, name):
        self.name = name
        self.facts = board(name)
        sheets.Stage.__init__(
            self, language, self.facts.WIDTH, self.facts.HEIGHT, pictures=False, whole=True
        )
        assert self.mono == self.facts.MONO

    # -- the app's inside ------------------------------------------------------------------------

    def _start(self):
        sheets.Stage._start(self)
        app = self.app
        facts = self.facts
        self.charge = 80
        facts.battery = lambda: self.charge
        facts.brightness = lambda percent: None
        facts.MONO = self.mono
        app.board = facts
        app.buttons = self.load("firmware.device.buttons").Buttons(facts.BUTTONS)
        app.updown = app.buttons.has("up") is not None
        self._hook()

    def _hook(self):
        stage = self
        bar = self.load("firmware.app.widgets.button_bar")
        make = bar.strip
        self.strips = []

        def strip(app, offer, x=0, y=None, w=0, h=0, most=0):
            group = make(app, offer, x, y, w, h, most)
            stage.strips = stage.strips[-7:] + [group]
            texts = stage._texts()
            shown = [texts[id(tile.bitmap)] for tile in group if id(tile.bitmap) in texts]
            find = stage.load("firmware.content.text").t
            for action, key in offer:
                if action and not bar._named(app, action)[0]:
                    continue
                if find(key) not in shown and not (most and shown):
                    stage.complain(find(key), "isn't in the strip")
            return group

        bar.strip = strip
        view = self.load("firmware.app.play.view").View
        tell = view.tell_line

        def tell_line(table, words, about=""):
            tell(table, words, about)
            for wanted, line in ((words, table.said), (about, table.about)):
                if line.words != wanted:
                    stage.complain(wanted, "isn't said at the table")
            if about and table.said.tile.y == table.about.tile.y and table.narrow:
                # (Both on one row.)
                if not table.beside(words, about):
                    stage.complain(words, "runs into " + about)

        view.tell_line = tell_line

    def _things(self):
        # All that is shown, from below.
        texts = self._texts()
        marks = [bitmap for bitmap, _ in self.load("firmware.app.play.seats")._icons.values()]
        screen = self.app.screens[-1] if self.app.screens else None
        hand = getattr(screen, "hand", None)
        strips = {id(tile) for group in self.strips for tile in group}
        for tile, x, y, scale in self._lines(self.app.root):
            bitmap = tile.bitmap
            strip = id(tile) in strips
            w, h = tile.tile_width * tile.width, tile.tile_height * tile.height
            whole = (x, y, x + scale * w, y + scale * h)
            if not bitmap._bits:
                yield Thing(BOX, whole, "a strip" if strip else "a box", strip)
            elif id(bitmap) in texts:
                ink = sheets._ink(bitmap)
                if tile.pixel_shader.is_transparent(0):
                    if not ink:
                        continue
                    whole = tuple((x, y)[i & 1] + scale * ink[i] for i in range(4))
                elif h > self.app.theme.line():
                    # (The ground of high letters.)
                    whole = (x, y + 1, whole[2], whole[3] - 1)
                yield Thing(TEXT, whole, texts[id(bitmap)], strip)
            elif any(bitmap is mark for mark in marks):
                yield Thing(MARK, whole, "a mark")
            elif hand is not None and tile is hand.tile:
                yield Thing(HAND, whole, "the hand", rows=self._columns(bitmap, hand))
            elif tile.width == 1 and w in (16, 32) and h in (24, 48):
                if w == 16:
                    whole = whole[:3] + (whole[3] - 2,)
                yield Thing(CARD, whole, "a card")

    @staticmethod
    def _columns(bitmap, hand):
        rows = [0] * bitmap.height
        for i in range(len(hand.cards)):
            x = hand.x + i * hand.step
            left, right = max(0, x), min(bitmap.width, x + 32)
            if left < right:
                mask = (1 << right - left) - 1 << bitmap.width - right
                for row in range(hand._top(i), min(bitmap.height, hand._top(i) + 48)):
                    rows[row] |= mask
        return rows

    # -- what is found ---------------------------------------------------------------------------

    def _check_covered(self):
        sheets.Stage._check_covered(self)
        things = list(self._things())
        # While a sentence is read that lies above all, its strip may cut what is below.
        said = self.app._toast is not None
        for number, low in enumerate(things):
            if low.kind == BOX:
                continue
            for high in things[number + 1 :]:
                if high.kind == BOX and high.box[2] - high.box[0] > 40:
                    if not _cut(low, high):
                        continue
                    if not high.strip or said or _inside(low.box, high.box):
                        # A sheet lies above the table; a strip says other words for a while.
                        break
                    if low.kind == HAND and not self.app.place:
                        # At the foot it is where nothing is chosen from the hand.
                        break
                elif high.kind == BOX or not _cut(low, high):
                    continue
                if low.strip is high.strip is True or self._designed(low, high):
                    continue
                self.complain(low.words, "lies under {} by {}".format(high.words, _cut(low, high)))

    def _designed(self, low, high):
        kinds = {low.kind, high.kind}
        across, down = _cut(low, high)
        theme = self.app.theme
        if TEXT in kinds and down <= theme.small.height - theme.line():
            # The rows at the edges of high letters, which are higher than their lines.
            return True
        if high.strip and self.app._whole:
            # A strip that goes with the next press, at the feet of cards or over a whole mark.
            return low.kind == CARD or low.kind == MARK
        if kinds == {TEXT}:
            return True  # (the stage itself looks at these)
        if kinds == {CARD}:
            # The middle cards of a trick on a low panel, and rows of small ones: what a card is
            # told by is above the next one.
            # Many small cards on a low panel lie closer.
            small = high.box[2] - high.box[0] == 16 and self.size[1] < 200
            if high.box[1] == low.box[1] and high.box[0] - low.box[0] >= _INDEX:
                # The fan of cards at the title.
                return True
            return high.box[1] - low.box[1] >= (5 if small else _INDEX)
        if kinds == {CARD, HAND}:
            # The foot of South's card, or of a row: the indexes are at the top.
            return high.kind == HAND and high.box[1] - low.box[1] >= _INDEX
        if low.kind == HAND and high.kind == BOX:
            # The edge of the card at the cursor.
            return down <= 3
        return False


def _inside(box, other):
    return (
        other[0] <= box[0] and other[1] <= box[1] and box[2] <= other[2] and box[3] <= other[3]
    )


def _cut(low, high):
    # Columns and rows that two things have in common, or None.
    left, top = max(low.box[0], high.box[0]), max(low.box[1], high.box[1])
    right, bottom = min(low.box[2], high.box[2]), min(low.box[3], high.box[3])
    if left >= right or top >= bottom:
        return None
    for thing in (low, high):
        if thing.rows is not None:
            width = thing.box[2] - thing.box[0]
            mask = (1 << right - left) - 1 << width - (right - thing.box[0])
            used = [
                y for y in range(top, bottom) if thing.rows[y - thing.box[1]] & mask
            ]
            if not used:
                return None
            top, bottom = used[0], used[-1] + 1
    return right - left, bottom - top


def presses(seed, count=300):
    """Return a script of presses that plays on, and now and then does all else."""
    chance = random.Random(seed)
    usual = ["ok"] * 7 + ["right"] * 3 + ["left", "left", "up", "down", "back"]
    script = []
    for _ in range(count):
        if chance.random() < 0.04:
            # (a page and back again)
            script.append(chance.choice(["info", "menu"]))
            script += ["ok"] * chance.randrange(2) + ["back"] * 3
        script.append(chance.choice(usual))
    return script


def play(stage, game, code, script, **settings):
    """Play the deal ``code`` by ``script``, with ``settings`` of the app."""
    app = stage.app
    for name, value in settings.items():
        setattr(app, name, value)
    title = stage.load("firmware.app.screens.title")
    session = stage.load("firmware.app.session")
    data = title.new_record(app, game, code, 0).to_bytes()
    stage.run(game + " " + code, lambda: session.play(app, data), *script)
