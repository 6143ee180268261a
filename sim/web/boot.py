# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Starts the handheld in the page's MicroPython: the firmware and, beside it, the simulated hardware.

``page`` is the worker's end (worker.js): the real clock, waiting, presses, and where pictures and
texts go. sim.host and the panel models are those of ``python -m sim``; what they take from CPython
is made here.
"""

import sys
from json import dumps, loads

import page
from uctypes import addressof

_MS = 1_000_000
# A picture is shown when the panel isn't just being written to, or after this long of steady writing.
_QUIET = 3 * _MS
_WRITING = 100 * _MS
_FRAME = 33  # real ms between two pictures


class _Time:
    """What sim.host takes of CPython's ``time``; ``speed``: how much faster the clock goes."""

    speed = 1
    host = None

    @staticmethod
    def monotonic_ns():
        _take_presses()
        return int(page.now() * 1000) * 1000 * _Time.speed

    @staticmethod
    def time():
        return page.now() / 1000


class _Lock:
    """A lock where there is one thread; waiting is for the page's messages."""

    def __init__(self, lock=None):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def notify_all(self):
        pass

    def wait(self, seconds):
        page.wait(seconds * 1000 / _Time.speed)
        _take_presses()


class _Threading:
    RLock = Condition = _Lock


def _take_presses():
    host = _Time.host
    while host:
        code = page.press()
        if code < 0:
            return
        host.press(host.handheld.buttons[code >> 1], code & 1)


class _Screen:
    """Shows on the page what the panel shows, and says the texts that were written."""

    def __init__(self, host):
        self.host = host
        self.stamp = None
        self.next = 0
        self.writing = None
        self.words = []
        self.started = False

    def on_change(self):
        host = self.host
        if not self.started:
            self.started = True
            _entropy()
        now = host.now
        if now - host.written_at() >= _QUIET:
            self.writing = None
        elif self.writing is None:
            self.writing = now
        if self.writing is not None and now - self.writing < _WRITING:
            return
        if self.words:
            self.say()
        real = page.now()
        if real >= self.next:
            stamp = host.stamp()
            if stamp != self.stamp:
                self.stamp = stamp
                self.show()
                # e-ink at work takes long to work out: most of the time is the firmware's
                done = page.now()
                self.next = done + max(_FRAME, 2 * (done - real))

    def show(self, name=None):
        """Send the picture; ``name``: of a shot that a key script asks for."""
        rgb = self.host.picture()
        width, height = self.host.size()
        page.picture(addressof(rgb), width, height, name)

    def write(self, words):
        """Note a line of text that is being drawn."""
        if words not in self.words:
            self.words.append(words)

    def say(self):
        words = self.words
        self.words = []
        from firmware.content.text import language

        page.say("\n".join(words), language())


def _entropy():
    # MicroPython on a page has no os.urandom, which boards have, and its os can't be added to.
    # firmware.main puts the built-in one back when it starts: so this comes after that.
    import os

    class Os:
        @staticmethod
        def urandom(count):
            return bytes([page.random() for _ in range(count)])

    for name in dir(os):
        if name[0] != "_":
            setattr(Os, name, getattr(os, name))
    sys.modules["os"] = Os


def _listen(screen):
    # All lines of text pass here, but for the pages of the rules, which are set beforehand: what their
    # symbols stand for is found out by what they look like.
    from firmware.app.widgets.theme import Theme
    from firmware.content import typeset

    write = Theme.write
    draw = typeset.draw
    signs = {}

    def written(self, bitmap, words, *rest):
        if words:
            screen.write(words)
        return write(self, bitmap, words, *rest)

    def drawn(bitmap, x, y, face, symbols, at, end, starts, high=None, first=0):
        if high is not None:
            screen.write(_read(face, symbols[at:end], starts, high, first, signs))
        return draw(bitmap, x, y, face, symbols, at, end, starts, high, first)

    Theme.write = written
    typeset.draw = drawn


def _glyphs(path):
    # For the glyph records of a packed font (see tools.fonts) the characters: by start, and by content.
    with open(path, "rb") as file:
        data = file.read()
    blocks = data[10] | data[11] << 8
    count = data[8] | data[9] << 8
    ascii = 20 + 96
    table = ascii + 2 * 95 + 2 * blocks
    base = table + 5 * count
    places = [(32 + i, data[ascii + 2 * i] | data[ascii + 2 * i + 1] << 8) for i in range(95)]
    for at in range(table, base, 5):
        places.append((data[at] | data[at + 1] << 8, data[at + 2] | data[at + 3] << 8))
    signs = {}
    for code, start in places:
        record = _record(data, base + start)
        if record not in signs:
            signs[record] = chr(code)
        if start not in signs:
            signs[start] = chr(code)
    return signs


def _record(data, at):
    return bytes(data[at : at + 5 + data[at + 1] * (2 if data[at] > 8 else 1)])


def _read(face, symbols, starts, high, first, signs):
    # (The numbers of the symbols are written as firmware.content.typeset reads them.)
    from firmware.content.fonts import font
    from firmware.content.typeset import TWO

    name = "small" if face is font("small") else "big"
    if name not in signs:
        signs[name] = _glyphs("/firmware/assets/" + name + ".fnt")
    out = []
    at = 0
    while at < len(symbols):
        code = symbols[at] - 1
        at += 1
        if code >= TWO - 1:
            code = (code - TWO + 2) * (TWO - 1) + symbols[at] - 1
            at += 1
        start = starts[code]
        out.append(signs[name].get(start if start < first else _record(high, start - first), ""))
    return "".join(out)


def _hardware():
    """sim.host and what it needs, imported with the real clock."""
    import sim

    del sim
    time = sys.modules.get("time")
    sys.modules["time"] = _Time
    sys.modules["threading"] = _Threading
    from sim import handhelds, host, script

    del sys.modules["time"]
    if time:
        sys.modules["time"] = time
    return handhelds, host, script


def _start(options):
    handhelds, hosts, script = _hardware()
    handheld = handhelds.ALL[options["board"]]
    keys = options.get("keys")
    game = options.get("game")
    deal = options.get("deal")
    if deal:
        from engine.dealcode import clean
        from engine.errors import CodeError

        try:
            deal = clean(deal)
        except CodeError as error:
            return "refused", error.args[0]
    try:
        steps = script.parse(keys or "", handheld)
    except script.ScriptError as error:
        return "refused", error.args[0]
    realtime = keys is None
    _Time.speed = options.get("speed") or 1
    host = hosts.Host(handheld, steps, not realtime, realtime)
    screen = _Screen(host)
    host.on_change = screen.on_change
    host.on_shot = screen.show
    if realtime:
        _Time.host = host
    sys.path[:0] = ["/chip", "/firmware/lib"]
    import simlink

    simlink.chip = handheld.chip.name
    simlink.attach(host)
    sys.modules.pop("time", None)
    import time

    import machine

    if time.sleep_ms is not machine.sleep_ms:
        return "error", "The simulator's clock isn't the firmware's.\n"
    _listen(screen)
    from firmware.main import run

    while True:
        try:
            run(options["board"], options["root"], game, deal, options.get("lang"))
            return "returned", ""
        except hosts.PowerOff:
            screen.show("end")
            return "off", ""
        except hosts.Restart:
            return "restart", ""
        finally:
            page.log(dumps(host.warnings + host.panel.warnings))


def main():
    """Run until the power is off or all has failed; tells the page how it ended."""
    try:
        ended, words = _start(loads(page.options))
    except Exception as error:
        from io import StringIO

        out = StringIO()
        sys.print_exception(error, out)
        ended, words = "error", out.getvalue()
    page.ended(ended, words)


main()
