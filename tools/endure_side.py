# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The part of tools.fuzz and tools.soak that runs in MicroPython: the app, pressed without end.

There is no panel (see bench_chip), and nothing is waited for. What the app would catch ends the
run.
"""

import gc
import sys

import micropython
from bench_chip import solder

from engine.prng import Prng

# All that any board's buttons can mean.
_ACTIONS = ("up", "down", "left", "right", "ok", "back", "info", "menu")


class Over(BaseException):
    """Enough: out of the app, which catches any Exception."""


def _app(board, root, event, think=None, say=None):
    # Run the app with another event, and if given other thinking and saying.
    import builtins

    from firmware import main

    load = builtins.__import__

    def loaded(name, *more):
        module = load(name, *more)
        if name == "firmware.app.start":
            from firmware.app.app import App

            App.event = event
            App.settle = lambda app: app._send()
            if say:
                App.say = say
            module._failed = _failed
        elif name.endswith(".turns") and think:
            sys.modules[name].Turns.think = think
        return module

    builtins.__import__ = loaded
    try:
        main.run(board, root=root)
    except Over:
        pass


def _failed(app, error):
    raise error


def _settings(root, text):
    from firmware.storage import Store

    Store(root).save("settings", text)


# -- pressing at random -------------------------------------------------------------------------


def mash(board, root, presses, seed):
    """Press ``presses`` buttons at random, but for a while in one way, to get anywhere.

    Most choices of the computer players are random ones as well. Prints ``screens`` and the
    modules of the app that were met.
    """
    rng = Prng(seed & 0xFFFF, seed >> 16 & 0xFFFF, 7, 1)
    below = rng.below
    left = presses
    mood = rest = 0
    met = {}

    def event(app, ms=None):
        nonlocal left, mood, rest
        app.buttons.poll()
        app._send()
        if not left & 15:
            for name in sys.modules:
                if name[:13] == "firmware.app.":
                    met[name[13:]] = True
        if ms is not None and below(4):
            return None
        if not left:
            raise Over
        left -= 1
        if not rest:
            mood = below(4)
            rest = 1 + below(60)
        rest -= 1
        if mood and below(8):
            return "ok"
        return _ACTIONS[below(len(_ACTIONS))]

    def real(turns, seat):
        # The game's own thinking has been replaced.
        from firmware.app.games import room

        player = room(turns.session.record.game, "player").Player("easy")
        player.start(turns.session.game.view(seat))
        while True:
            choice = player.step()
            if choice is not None:
                return choice

    def think(turns, seat):
        session = turns.session
        if below(32) == 0:
            return real(turns, seat)
        return _choice(session.record.game, session.game, below)

    _app(board, root, event, think)
    print("screens", " ".join(sorted(met)))


def _choice(name, game, below):
    # A random choice of the seat in turn.
    if name == "tarocco":
        legal = game.legal()
        return legal[below(len(legal))]
    from engine.cicera.captures import count_captures, nth_capture

    hand = game.hands[game.turn]
    card = hand[below(len(hand))]
    count = count_captures(game.table.cards, card)
    return bytes((card,)) + (nth_capture(game.table.cards, card, below(count)) if count else b"")


# -- many deals ---------------------------------------------------------------------------------


def soak(board, root, game, deals, level):
    """Play ``deals`` deals of ``game`` one after the other, from the title, with ``level`` 0 to 2.

    Prints after each deal ``free BYTES`` and what micropython.mem_info says of the largest block.
    """
    ready = playing = False
    done = 0
    down = 0

    def event(app, ms=None):
        nonlocal ready, playing, done, down
        app._send()
        if ms is not None:
            return None
        if "firmware.app.play.view" in sys.modules:
            playing = True
        elif playing and "firmware.app.widgets.list" in sys.modules:
            # The title is there again.
            playing = False
            done += 1
            gc.collect()
            print("free", gc.mem_free())
            micropython.mem_info()
            if done == deals:
                raise Over
            ready = False
        if not playing and not ready:
            ready = True
            down = 1 if game == "cicera" else 0
        if not playing and down:
            down -= 1
            return "down" if board == "picosystem" else "right"
        return "ok"

    _settings(root, b"lang=en\nspeed=3\nlevel=%d\npartner=%d" % (level, level))
    _app(board, root, event)


# -- a board's flash ----------------------------------------------------------------------------


def switch_on(picture, presses, seed):
    """Run main.py as a board does, from its flash in the file ``picture``, and press at random.

    What the app catches is its own matter; an exception at the top ends this. Prints ``sent`` and
    the bytes that the panel got, then ``file``, name and content of each file that was kept.
    """
    import builtins
    import os

    import vfs
    from bench_chip import SPI
    from bench_side import Flash

    below = Prng(seed & 0xFFFF, seed >> 16 & 0xFFFF, 7, 1).below
    left = presses
    flash = Flash(picture)
    vfs.umount("/")
    vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/")
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/firmware/lib"]
    for name in list(sys.modules):
        if name.startswith(("engine", "firmware")):
            del sys.modules[name]
    load = builtins.__import__

    def event(app, ms=None):
        nonlocal left
        app._send()
        if ms is not None:
            return None
        if not left:
            raise Over
        left -= 1
        return "ok" if below(3) else _ACTIONS[below(len(_ACTIONS))]

    def loaded(name, *more):
        module = load(name, *more)
        core = sys.modules.get("firmware.app.app")
        if core and hasattr(core, "App"):
            core.App.event = event
            core.App.settle = lambda app: app._send()
        return module

    builtins.__import__ = loaded
    try:
        with open("main.py") as file:
            code = file.read()
        exec(code, {"__name__": "__main__"})
    except Over:
        pass
    print("sent", SPI.sent)
    for name in os.listdir("save"):
        with open("save/" + name, "rb") as file:
            print("file", name, "".join(["%02x" % byte for byte in file.read()]))


def main(what, board, root, *words):
    """Called by the tools with all words as texts."""
    solder()
    if what == "mash":
        _settings(root, b"lang=en\nspeed=3\nlevel=0\npartner=0")
        mash(board, root, int(words[0]), int(words[1]))
    elif what == "flash":
        switch_on(root, int(words[0]), int(words[1]))
    elif what == "keep":
        # what is there stays
        mash(board, root, int(words[0]), int(words[1]))
    else:
        soak(board, root, words[0], int(words[1]), int(words[2]))
    print("end")
