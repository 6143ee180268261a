# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Contact sheets: every screen and every page of the rules, in every language, to be looked at.

    python -m tools.sheets                      all of them, into build/sheets
    python -m tools.sheets --lang th --size 240x240 --out docs/sheets

The firmware's own screens are drawn by its own display library into a picture, without the
simulated hardware; whenever a screen waits for a button, a picture is taken. While they are drawn,
every piece of text is watched: what doesn't fit its place, or runs into another text, is reported
(and is what tests/test_sheets.py looks for).
"""

import argparse
import gc
import importlib
import re
import sys
import tempfile
import types
import weakref
from pathlib import Path

from engine.record import Record
from sim import console
from tools import rules as rules_source
from tools import texts, thai

ROOT = Path(__file__).resolve().parent.parent
OUT = Path(console.work(), "sheets")
SIZES = ((240, 240), (296, 128), (160, 128), (240, 135), (320, 240), (250, 122))
# Panels of these sizes are e-ink, in black and white.
MONO = ((296, 128), (250, 122))
_STAND_INS = ("machine", "time", "engine", "adafruit_display_text", "displayio_turned")


class Done(BaseException):
    """The screen has been given all its presses."""


def _time():
    module = types.ModuleType("time")
    now = [0]
    module.ticks_ms = lambda: now[0]
    module.ticks_us = lambda: now[0] * 1000
    module.ticks_diff = lambda a, b: a - b
    module.ticks_add = lambda a, b: a + b

    def sleep_ms(ms):
        now[0] += ms

    module.sleep_ms = sleep_ms
    return module


class _PWM:
    def __init__(self, pin, freq=0, duty_u16=0):
        pass

    def freq(self, hertz):
        pass

    duty_u16 = freq

    def deinit(self):
        pass


class _Pin:
    IN = OUT = PULL_UP = PULL_DOWN = IRQ_RISING = IRQ_FALLING = 0

    def __init__(self, number, *_, **__):
        pass

    def value(self):
        return 1

    def irq(self, *_, **__):
        pass


class Stage:
    """The app on a panel of ``width`` x ``height`` in one language.

    ``frames``: the pictures taken, ``(heading, PIL image)``; ``problems``: sentences about texts
    that don't fit. ``pictures``: whether pictures are taken at all, ``whole``: whether whole deals
    are played.
    """

    def __init__(self, language, width, height, pictures=True, whole=True):
        self.language = language
        self.size = (width, height)
        self.mono = (width, height) in MONO
        self.pictures = pictures
        self.whole = whole
        self.frames = []
        self.problems = []
        self.seen = set()
        self.written = set()  # lines of text written into bitmaps
        self.new = False
        self.quiet = False  # screens much like others: only those with a new text are taken
        self.where = ""
        self.script = []
        self._known = set()
        self._alive = weakref.WeakKeyDictionary()  # bitmaps of lines: what is written there
        self._clusters = {chr(code): cluster for cluster, code in thai.listed().items()}
        self._folder = tempfile.TemporaryDirectory()

    def __enter__(self):
        if self.pictures:
            # (before there is another ``time``)
            import PIL.Image  # noqa: F401
        ours = rules_source._OURS + _STAND_INS
        self._saved = {
            name: sys.modules.pop(name)
            for name in list(sys.modules)
            if name.partition(".")[0] in ours
        }
        self._ours = ours
        self._path = list(sys.path)
        sys.path[:0] = [str(ROOT / "sim" / "cpython"), str(ROOT / "firmware" / "lib"), str(ROOT)]
        sys.modules["time"] = _time()
        machine = sys.modules["machine"] = types.ModuleType("machine")
        machine.Pin = _Pin
        machine.PWM = _PWM
        machine.disable_irq = lambda: 0
        machine.enable_irq = lambda state: None
        # The app collects at every screen, which takes its time here.
        self._collect = gc.collect
        gc.collect = lambda: 0
        self._watch()
        self._start()
        return self

    def __exit__(self, *_):
        gc.collect = self._collect
        sys.path[:] = self._path
        for name in list(sys.modules):
            if name.partition(".")[0] in self._ours:
                del sys.modules[name]
        sys.modules.update(self._saved)
        self._folder.cleanup()

    def load(self, name):
        """Return a module of the firmware or the engine."""
        return importlib.import_module(name)

    # -- the app ---------------------------------------------------------------------------------

    def _start(self):
        displayio = self.load("displayio")
        framebuf = self.load("framebuf")
        width, height = self.size
        stage = self

        class Display(displayio.Scene):
            def __init__(self):
                self.data = bytearray(2 * width * height)
                super().__init__()

            def _damage(self, *_):
                pass

            def refresh(self, **how):
                pass

            def compose(self):
                self._look()
                fb = framebuf.FrameBuffer(self.data, width, height, framebuf.RGB565)
                self._paint(fb, 0, 0, width, height, displayio.RGB565)
                return self.data

        board = types.SimpleNamespace(
            WIDTH=width,
            HEIGHT=height,
            MONO=self.mono,
            brightness=lambda percent: None,
            battery=lambda: 80,
            SOUND=1,
            BUTTONS=tuple(
                (name.upper(), number, name)
                for number, name in enumerate(
                    ("up", "down", "left", "right", "ok", "back", "info", "menu")
                )
            ),
        )
        board.LEFT_HANDED = "01234567"
        core = self.load("firmware.app.app")
        bits = 8 if self.mono else 2
        page = (width + 7) // 8 * (height - core.CANVAS_Y)
        memory = bytearray(max(page, width // bits * 62))
        cards = displayio.Bitmap(32, 48 * 13, 2 if self.mono else 16)

        def event(app, ms=None):
            stage.take()
            if ms is not None:
                return None
            if app.offer:
                app.explain(app.offer)
                stage.take()
                app.explain(None)
            if not stage.script:
                raise Done
            return stage.script.pop(0)

        core.App.event = event
        self.app = core.App(board, Display(), self._folder.name, cards, memory)
        self.app.speak(self.language)

    def run(self, where, screen, *script):
        """Call ``screen`` and press the buttons of ``script``; ``where`` heads the pictures."""
        self.where = where
        self.script = list(script)
        self.new = not self.quiet
        try:
            return screen()
        except Done:
            return None
        finally:
            self.app.toast(None)
            self.app.screens = []

    def take(self):
        """Take a picture, if it shows a text that no picture has shown yet."""
        self._check_covered()
        if not self.new or not self.pictures:
            return
        self.new = False
        from PIL import Image

        data = self.app.display.compose()
        image = Image.new("RGB", self.size)
        image.putdata(
            [
                (high & 0xF8, (high << 5 | low >> 3) & 0xFC, low << 3 & 0xF8)
                for high, low in zip(data[0::2], data[1::2])
            ]
        )
        self.frames.append((self.where, image))

    # -- watching --------------------------------------------------------------------------------

    def complain(self, words, what):
        """Note a problem with a text."""
        text = "{} {}x{}, {}: {} – {}".format(
            self.language, *self.size, self.where or "start", words, what
        )
        text = "".join(self._clusters.get(char, char) for char in text).replace("\u200b", "")
        # Numbers that are as wide as one another make the same problem.
        alike = re.sub(r"\d", "0", text)
        if alike not in self._known:
            self._known.add(alike)
            self.problems.append(text)

    def _watch(self):
        stage = self
        text = self.load("firmware.content.text")
        find = text.t

        def t(key, *args):
            if key not in stage.seen:
                stage.seen.add(key)
                stage.new = True
            words = find(key, *args)
            if words == key:
                stage.complain(key, "no such text")
            return words

        text.t = t
        look = self.load("firmware.app.widgets.theme")
        write = look.Theme.write
        put = look.Line.set

        def watched_write(self, bitmap, words, x, y, face=None, align=0):
            if words:
                stage._written(self, bitmap, words, x, y, face or self.small, align)
            write(self, bitmap, words, x, y, face, align)

        def watched_set(self, words):
            if self.rows > 1:
                lines = look.wrap(self.face or self.theme.small, words, self.tile.bitmap.width)
                if len(lines) > self.rows:
                    stage.complain(words, "{} lines, there are {}".format(len(lines), self.rows))
            put(self, words)
            stage._alive[self.tile.bitmap] = words

        look.Theme.write = watched_write
        look.Line.set = watched_set
        fonts = self.load("firmware.content.fonts")
        fonts.Font._log = lambda face, code: stage.complain(
            "U+{:04X}".format(code), "no such glyph"
        )

    def _written(self, look, bitmap, words, x, y, face, align):
        self.written.add(words)
        wide = look.width(words, face)
        ink_wide = wide - 1  # the last letter's own space may be cut off
        left = x - int(align * wide)
        if left < 0 or left + ink_wide > bitmap.width:
            self.complain(
                words, "{} pixels wide, there are {}".format(wide, bitmap.width - max(0, left))
            )
        # The rows at the edges of high lines may meet; those between must be free.
        stride = (bitmap.width + 7) // 8
        first, last = max(0, left - 1), min(bitmap.width, left + wide)
        mask = (1 << max(0, last - first)) - 1 << 8 * stride - last
        for row in range(max(0, y + 2), min(bitmap.height, y + face.height - 2)):
            bits = int.from_bytes(bitmap.buffer[row * stride : (row + 1) * stride], "big")
            if bits & mask:
                self.complain(words, "runs into another text")
                break

    def _lines(self, group, x=0, y=0, scale=1, layer=0):
        # The TileGrids shown, with where they are and the number of the top group they are in.
        displayio = self.load("displayio")
        for number, thing in enumerate(group):
            if thing.hidden:
                continue
            if isinstance(thing, displayio.Group):
                yield from self._lines(
                    thing, x + thing.x * scale, y + thing.y * scale, scale * thing.scale,
                    layer or number,
                )
            else:
                yield thing, x + thing.x * scale, y + thing.y * scale, scale

    def _check_covered(self):
        # No text leaves the screen, none is covered by cards or other text.
        width, height = self.size
        things = list(self._lines(self.app.root))
        texts = self._texts()
        boxes = []
        for number, (thing, x, y, scale) in enumerate(things):
            bitmap = thing.bitmap
            if id(bitmap) not in texts:
                continue
            ink = _ink(bitmap)
            if not ink:
                continue
            left, top, right, bottom = (n * scale for n in ink)
            box = (x + left, y + top, x + right, y + bottom)
            words = texts[id(bitmap)]
            if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height:
                self.complain(words, "leaves the screen: {}".format(box))
            boxes.append((number, box, words))
        for index, (number, box, words) in enumerate(boxes):
            for other, box2, words2 in boxes[index + 1 :]:
                if _overlap(box, box2) and not self._sheet_between(things, number, other):
                    self.complain(words, "overlaps {!r}".format(words2))

    def _texts(self):
        # id of bitmap -> words, of the lines that are alive.
        return {id(bitmap): words for bitmap, words in self._alive.items() if words}

    def _sheet_between(self, things, low, high):
        # Whether a filled box lies between two texts and covers the lower one.
        for thing, _, _, _ in things[low + 1 : high]:
            if not thing.bitmap._bits and thing.bitmap.width > 60 and thing.bitmap.height > 12:
                return True
        return False


def _ink(bitmap):
    # Bounding box of what is not 0 in a bitmap of one bit a pixel, or None.
    stride = (bitmap.width + 7) // 8
    rows = [bitmap.buffer[y * stride : (y + 1) * stride] for y in range(bitmap.height)]
    used = [y for y, row in enumerate(rows) if any(row)]
    if not used:
        return None
    columns = [any(row[i] for row in rows) for i in range(stride)]
    first = columns.index(True)
    last = stride - 1 - columns[::-1].index(True)
    left = min(8 * first + 8 - row[first].bit_length() for row in rows if row[first])
    right = max(
        8 * last + 8 - ((row[last] & -row[last]).bit_length() - 1) for row in rows if row[last]
    )
    return left, used[0], right, used[-1] + 1


def _overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


# -- what is shown
# ---------------------------------------------------------------------------------


def menus(stage):
    """The screens before a game."""
    app = stage.app
    language = stage.load("firmware.app.screens.language")
    title = stage.load("firmware.app.screens.title")
    entry = stage.load("firmware.app.screens.code_entry")
    sheet = stage.load("firmware.app.widgets.dialog")
    t = stage.load("firmware.content.text").t
    stage.run("language", lambda: language.choose_language(app, "Tavolino"))
    stage.run("language", lambda: language.choose_language(app))
    stage.run("title", lambda: title.choose(app))
    for game in ("tarocco", "cicera"):
        app.save_game(title.new_record(app, game).to_bytes())
        stage.run("title", lambda: title.choose(app))
    app.save_game(b"")
    for game in ("tarocco", "cicera"):
        stage.run("begin " + game, lambda game=game: title._begin(app, game))
    stage.run(
        "options", lambda: stage.load("firmware.app.screens.options").options(app),
        *(4 * ["right"] + ["down"]) * 10,
    )
    # E-ink has a contrast where others have their brightness.
    app.display.fast = types.SimpleNamespace(fast_ms=380)
    stage.run(
        "options", lambda: stage.load("firmware.app.screens.options").options(app),
        *["down"] * 7 + ["right"] * 3,
    )
    del app.display.fast
    _results(stage)
    app.explain((("", "rest.words"),))
    stage.take()
    app.explain(None)
    stage.run("rules", lambda: title._rules(app))
    stage.run("code", lambda: app.open(entry.CodeEntry(app)), *["ok"] * 8)
    for game in ("tarocco", "cicera"):
        stage.run(
            "new game", lambda game=game: app.open(sheet.Dialog(
                app, t("begin.over"), ((t("begin.lost", t("short." + game)), ""),),
                t("begin.yes"), t("begin.no"),
            )),
        )


def _results(stage):
    # Statistics, and what comes after a deal.
    app = stage.app
    title = stage.load("firmware.app.screens.title")
    stats = stage.load("firmware.app.screens.statistics")
    after = stage.load("firmware.app.screens.deal_end")
    pages = stage.load("firmware.app.widgets.page")
    stage.run("statistics", lambda: stats.statistics(app), "ok")
    for level in range(3):
        app.level = level
        stats.note(app, title.new_record(app, "tarocco"), (1024, 1000))
    stage.run("statistics", lambda: stats.statistics(app), *["ok"] * 9)
    stage.run("statistics", lambda: stats.statistics(app), "down", "down", "ok", "left", "ok")
    # Of a deal that has only just begun there is nothing to be told.
    record = title.new_record(app, "cicera")
    session = stage.load("firmware.app.session").Session(app, record, record.new())
    stage.run(
        "history", lambda: stage.load("firmware.app.play.pages")._history(app, session), "ok"
    )
    rows = stage.load("firmware.app.screens.key_moments").rows(bytes(4), None)
    stage.run("turning points", lambda: app.open(pages.Pages(
        app, stage.load("firmware.content.text").t("count.heading"), (lambda: rows,), "cicera"
    )), "ok")
    record = title.new_record(app, "tarocco")
    record.scores = (0, 0)
    stage.run("deal", lambda: after.deal_menu(app, record), "down", "ok")
    for number in range(2):
        stage.run("after", lambda: after.after_deal(app, record, (100, 120)), *["ok"] * number)
    for scores in ((700, 650), (650, 700)):
        match = title.new_record(app, "tarocco")
        match.target, match.scores = 800, scores
        stage.run("match", lambda match=match: after.after_deal(app, match, (160, 160)), "ok")
    for turned in (True, False):
        for now in ((1024, 900), (900, 1024)):
            rows = after.compared(turned, (512, 512), now)
            stage.run(
                "after",
                lambda rows=rows: app.open(
                    pages.Pages(
                        app,
                        stage.load("firmware.content.text").t("after.compare"),
                        (lambda: rows,),
                        "tarocco",
                    )
                ),
                "ok",
                "ok",
            )


def sentences(stage):
    """Everything that is said in a box."""
    app = stage.app
    t = stage.load("firmware.content.text").t
    suits = [t("suit." + suit) for suit in "sbcd"]
    for key in texts.source("en"):
        if key.startswith(
            ("rule.", "rules.none", "save.", "error.", "code.wrong", "lesson.", "battery.")
        ):
            for suit in suits if key in ("rule.follow_suit", "rule.must_trump") else [""]:
                app.show(None)
                stage.run("said", lambda key=key, suit=suit: app.say(t(key, suit or "OK")))
    card = max(
        map(stage.load("firmware.app.tarocco.words").card_name, range(62)), key=app.theme.width
    )
    for key in texts.source("en"):
        if key.startswith(("advice.", "why.")):
            words = t(key, card, card + ", " + card)
            if key.startswith("why."):
                words = t("advice.take", card, card) + " " + words
            app.show(None)
            stage.run("said", lambda words=words: app.say(words))


def deals(stage, game, codes):
    """Whole deals of a game, with its menu and its pages, played by pressing ok."""
    app = stage.app
    app.level = app.partner = 0
    title = stage.load("firmware.app.screens.title")
    play = stage.load("firmware.app.session")
    page = stage.load("firmware.app.screens.card").CardPage
    words = stage.load("firmware.app." + game + ".words")
    for code, target in codes:
        if stage.pictures or stage.whole and not target:
            # It takes its time: without pictures one deal is enough.
            data = title.new_record(app, game, code, target).to_bytes()
            stage.run("deal of " + game, lambda data=data: play.play(app, data), *["ok"] * 400)
        # The same deal again, not so far that the rest is sure: the menu, what is known, the
        # rules.
        data = title.new_record(app, game, code, target).to_bytes()
        session = play.Session(app, *Record.opened(data))
        scene = stage.load("firmware.app." + game + ".table").Table(app, session)
        stage.run("table", lambda scene=scene: app.open(scene), *["ok"] * 8)
        for wish in ("menu", "info", "card", "history"):
            scene.show()
            scene.hand.move(0)
            app.screens = [scene]
            stage.run(wish, lambda scene=scene, wish=wish: scene.open_page(wish))
        # Each kind of card: the last ones of a suit, the trumps, the Moors, those of the napula.
        cards = range(62 if game == "tarocco" else 52)
        if not stage.pictures:
            cards = () if target else (0, 1, 2, 9, 12, 36, 40, 44, 48, 50, 56, 60, 61)
        for card in [card for card in cards if card < (62 if game == "tarocco" else 52)]:
            stage.quiet = card % 10 > 0
            facts = words.card_facts(session.game, card)
            stage.run(
                "card", lambda card=card, facts=facts: app.open(page(app, game, card, facts))
            )
        stage.quiet = False
        stage.run("lines", lambda scene=scene: every_line(stage, scene))
        scene.give_up()


def every_line(stage, scene):
    """Let a table say all that it can say, with each seat and the longest names of cards."""
    t = stage.load("firmware.content.text").t
    scene.give_up()
    scene.show()
    module = stage.load("firmware.app." + scene.name + ".words")
    pack = 62 if scene.name == "tarocco" else 52
    look = stage.app.theme
    names = sorted({module.card_name(card) for card in range(pack)}, key=look.width)
    longest = names[-1]
    seats = [t("seat.{}".format(seat)) for seat in range(1, 4)]
    said = []
    if scene.name == "tarocco":
        said += [(t("tarocco.discards", seat), "") for seat in seats]
        said += [(t("table.plays", seat, longest), "") for seat in seats]
        said += [(t("tarocco.takes", seat), t("tarocco.worth", 18)) for seat in seats]
        said += [(t("tarocco.takes.you"), t("tarocco.worth", 18))]
        short = scene.short
        said += [(t("tarocco.follow" + short, t("suit." + suit)), longest) for suit in "sbcd"]
        said += [(t("tarocco." + key), longest) for key in ("any", "trump")]
        for key in ("lead", "discard.two", "discard.one", "discard.ok"):
            said.append((t("tarocco." + key + short, "OK"), longest))
        said.append((t("tarocco.sure"), ""))
    else:
        bonus = ", ".join(t("bonus." + kind) for kind in ("scua", "picada", "simile"))
        said += [(t("cicera.lays", seat, longest), "") for seat in seats]
        said += [(t("cicera.lays.you", "", longest), "")]
        for seat in range(4):
            for words in ("", bonus):
                scene.tell_taken(seat, longest, words)
                stage._check_covered()
        said += [
            (longest, t("cicera." + key + scene.short, 999)) for key in ("none", "one", "many")
        ]
        said += [(t("cicera." + key), "") for key in ("settled", "won", "lost")]
        said += [(t("cicera.pick", longest), ""), ("1 + 2 + 3 + 4 = 10", t("cicera.left", 10))]
    for words, about in said:
        stage.where = "table"
        scene.tell_line(words, about)
        stage._check_covered()


def pages(stage):
    """Pages with every line that the counts of both games can have."""
    t = stage.load("firmware.content.text").t
    module = stage.load("firmware.app.widgets.page")
    words = stage.load("firmware.app.tarocco.words")
    HEAD, LINE, BIG, SHOW = module.HEAD, module.LINE, module.BIG, module.SHOW
    longest = max(map(words.card_name, range(62)), key=stage.app.theme.width)
    seats = [t("seat.{}".format(seat)) for seat in range(1, 4)]

    def totals():
        rows = [
            (HEAD, t(key, 181), t("side.we"), t("side.they"))
            for key in ("count.won", "count.lost", "count.draw", "info.so_far")
        ]
        for key in ("cards", "last", "declarations", "sets", "sequences"):
            rows.append((LINE, t("count." + key), "110", "110"))
        rows.append((BIG, t("count.total"), "1024", "1024"))
        rows.append((LINE, t("count.match", 800), "1024", "1024"))
        for key in ("tricks", "cards", "swords"):
            rows.append((LINE, t("info." + key), "15", "15"))
        for key in ("scua", "picada", "simile", "quadriglia"):
            rows.append((LINE, t("bonus." + key), "10", "10"))
        for key in ("cards", "swords"):
            rows.append((LINE, t("award." + key, 30, 22), "2", "0"))
        for key in ("mata", "ten_coins", "fante_cups", "napula"):
            rows.append((LINE, t("award." + key), "10", "0"))
        rows.append((LINE, t("cicera.nobody"), ""))
        return rows

    def combinations():
        rows = []
        for kind in ("tarocchi", "kings", "queens", "cavalli", "fanti"):
            for number in (3, 4):
                rows.append(
                    (SHOW, t("set.{}.{}".format(kind, number)), "36", bytes(range(number)))
                )
        for kind in ("swords", "batons", "cups", "coins", "aces", "moors", "grande"):
            rows.append((SHOW, t("seq." + kind, 17), "80", bytes(range(40, 46))))
        rows.append((LINE, t("count.doubled.sets", 5), "148 \u00d7 2 = 296"))
        rows.append((LINE, t("count.doubled.sequences", 7), "135 \u00d7 2 = 270"))
        rows.append((LINE, t("declare.nothing"), ""))
        rows.append((LINE, t("count.none"), ""))
        return rows

    def heads():
        rows = []
        for key in ("declare.by", "discards.seat", "info.last", "cicera.last"):
            rows += [(HEAD, t(key, seat), "110") for seat in seats]
        for key in (
            "declare.you",
            "discards.you",
            "info.last.you",
            "cicera.last.you",
            "count.ours",
            "count.theirs",
            "cicera.ours",
            "cicera.theirs",
            "cicera.rest.nobody",
            "cicera.rest.ours",
            "cicera.rest.theirs",
            "matto.heading",
        ):
            rows.append((HEAD, t(key), "110"))
        for key in ("count.pile.ours", "count.pile.theirs"):
            rows.append((HEAD, t(key, 15), "87"))
        return rows

    def matto():
        rows = [(LINE, t("matto.you", "", 15), "")]
        rows += [(LINE, t("matto.seat", seat, 15), "") for seat in seats]
        rows += [(LINE, t("info.order", seat), "") for seat in seats]
        for side in ("we", "they"):
            for kind in ("kept", "exchange", "no_trick"):
                rows.append((LINE, t("matto.{}.{}".format(kind, side), longest), ""))
        for key in ("ours", "theirs", "moved"):
            rows.append((LINE, t("discards." + key), ""))
        return rows

    for heading in (t("count.heading"), t("count.heading.deal", 10), t("info.heading")):
        stage.run(
            "pages",
            lambda heading=heading: stage.app.open(
                module.Pages(stage.app, heading, [totals, combinations, heads, matto], "tarocco")
            ),
            *["ok"] * 60,
        )


def declaring(stage):
    """The sheet of a declaration, as full as it can be."""
    module = stage.load("firmware.app.widgets.dialog")
    t = stage.load("firmware.content.text").t
    rows = [(t("set.{}.4".format(kind)), "34") for kind in ("tarocchi", "kings", "queens")]
    rows.append(("\u00d7 2", "= 196"))
    rows += [(t("seq." + kind, 10), "45") for kind in ("swords", "batons", "grande")]
    rows.append(("\u00d7 2", "= 270"))

    def show(heading, **more):
        stage.written = set()
        sheet = module.Sheet(stage.app, heading, rows, "466", **more)
        said = "".join(stage.written)
        for words, value in rows:
            # On small panels the number of lines that had no room stands in their place.
            if "+ " not in said and (
                value not in stage.written or words.split(" ")[-1] not in said
            ):
                stage.complain(words, "isn't shown")
        stage.app.show(sheet.group)
        stage.app.event()

    room = stage.size[1] * 3 // 4
    stage.run(
        "declaring",
        lambda: show(t("declare.heading"), buttons=(t("declare.yes"), t("declare.no")), room=room),
    )
    for seat in range(1, 4):
        stage.run(
            "declared",
            lambda seat=seat: show(
                t("declare.by", t("seat.{}".format(seat))),
                cards=bytes(range(14)),
                game="tarocco",
                room=room,
            ),
        )


def rules(stage):
    """All pages of the rules."""
    screen = stage.load("firmware.app.screens.rules")
    for game in ("tarocco", "cicera"):
        pages = screen.rules.pages(game, stage.app.W, stage.app.H)
        reader = screen.Reader(stage.app, game, pages)
        for page in range(reader.pages.count):
            stage.new = True
            stage.where = "{} {}".format(game, page + 1)
            stage.script = []
            reader.page = page
            stage.app.show(None)
            reader.give_up()
            reader.show()
            stage.take()
        stage.run("sections", lambda game=game: screen.choose(stage.app, game), "down")


def codes(stage, game):
    """Return deal codes to be shown, ``(code, target)``: one in which South deals."""
    dealcode = stage.load("engine.dealcode")
    record = stage.load("engine.record")
    found = []
    number = 0
    while len(found) < 2:
        code = dealcode.from_entropy(bytes([number, 7, 1, 8, 2, 8, 1]))
        number += 1
        state = record.Record(game, code, 0, 0, 0).replay()
        if (state.table.dealer == 0) == (not found):
            found.append((code, 0 if not found else 800 if game == "tarocco" else 21))
    return found


PARTS = ("menus", "said", "tarocco", "cicera", "pages", "rules")


def everything(stage, parts=PARTS):
    """Show all there is on a stage."""
    if "menus" in parts:
        menus(stage)
    if "said" in parts:
        sentences(stage)
    for game in ("tarocco", "cicera"):
        if game in parts:
            deals(stage, game, codes(stage, game))
    if "pages" in parts:
        pages(stage)
        declaring(stage)
    if "rules" in parts:
        rules(stage)


def sheet(frames, columns, gap=6):
    """Return one PIL image with all pictures of ``frames`` side by side."""
    from PIL import Image

    width, height = frames[0][1].size
    rows = (len(frames) + columns - 1) // columns
    image = Image.new(
        "RGB", (columns * (width + gap) + gap, rows * (height + gap) + gap), (96, 96, 104)
    )
    for number, (_, picture) in enumerate(frames):
        image.paste(
            picture,
            (gap + number % columns * (width + gap), gap + number // columns * (height + gap)),
        )
    return image


def main(argv=None):
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.sheets", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--lang", action="append", help="a language (default: all)")
    parser.add_argument("--size", action="append", help="a panel, as 240x240 (default: three)")
    parser.add_argument(
        "--part",
        action="append",
        choices=PARTS,
        metavar="PART",
        help="menus, said, tarocco, cicera, pages or rules (default: all)",
    )
    parser.add_argument("--out", default=str(OUT), help="folder (default: build/sheets)")
    options = parser.parse_args(argv)
    known = {"{}x{}".format(*size): size for size in SIZES}
    for size in options.size or ():
        if size not in known:
            print(
                "There is no panel of {}: choose of {}.".format(size, ", ".join(known)),
                file=sys.stderr,
            )
            return 2
    for language in options.lang or ():
        if language not in texts.languages():
            print(
                "There are no texts in {}: choose of {}.".format(
                    language, ", ".join(texts.languages())
                ),
                file=sys.stderr,
            )
            return 2
    out = Path(options.out)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print("The folder {} can't be made: {}.".format(out, error.strerror), file=sys.stderr)
        return 2
    problems = []
    for size in options.size or list(known)[:3]:
        for language in options.lang or texts.languages():
            with Stage(language, *known[size]) as stage:
                if options.part:
                    everything(stage, options.part)
                else:
                    everything(stage)
            columns = max(1, 1500 // known[size][0])
            groups = {"screens": [], "rules": []}
            for frame in stage.frames:
                name = "rules" if frame[0].split()[0] in ("tarocco", "cicera") else "screens"
                groups[name].append(frame)
            for name, frames in groups.items():
                if frames:
                    path = out / "{}-{}-{}.png".format(name, size, language)
                    sheet(frames, columns).quantize(32).save(path, optimize=True)
                    print("{}: {} pictures".format(path, len(frames)))
            problems += stage.problems
    for problem in problems:
        print(problem)
    print("{} texts don't fit.".format(len(problems)) if problems else "All texts fit.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(console.run(main))
