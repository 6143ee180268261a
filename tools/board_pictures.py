# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pictures for docs/boards: every handheld at play, and the self-test, right and with wrong
settings.

    python -m tools.board_pictures

They are what the simulator shows: the panels' own pixels, in the drawn body of the handheld.
"""

import argparse
import os
import sys

from sim import console, handhelds, picture
from sim.simulator import ROOT, Simulator
from tools import build

OUT = os.path.join(ROOT, "docs", "boards")
CODE = "M1PFC9EC"

#: The self-test of a board with an argument of its panel's driver overruled, as a maker might err.
WRONG = {
    "bgr": ("t_display", {"bgr": False}),
    "invert": ("t_display", {"invert": False}),
    "offset": ("t_display", {"colstart": 37, "rowstart": 50}),
    "rotation": ("pico_display_2", {"rotation": 90}),
}
WRONG_FIRMWARE = '''\
def run(board, **_):
    from firmware.app.screens import selftest

    driver = __import__("adafruit_st7789")
    make = driver.ST7789
    driver.ST7789 = lambda bus, **options: make(bus, **dict(options, **{wrong!r}))
    selftest.run(board)
'''


def first_ok(name):
    """The printed name of the board's button for "ok"."""
    return [b[0] for b in build.facts(name)["BUTTONS"] if b[2] == "ok"][0]


def handheld_picture(name, game):
    """The handheld ``name`` at the player's first turn of ``game``; a pygame surface."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    import pygame

    from sim import window

    ok = first_ok(name)
    keys = "idle:7000" if game == "cicera" else "7*(%s idle) idle:7000" % ok
    sim = Simulator(name, keys=keys, game=game, deal=CODE, lang="en", capture=True)
    sim.run()
    if sim.error:
        raise SystemExit(sim.error)
    return window.portrait(pygame, sim, 2 if sum(sim.size()) < 400 else 1)


def selftest(path, name, wrong=None):
    """Save the self-test of a board as PNG, with ``wrong`` driver arguments."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        firmware = "firmware.app.screens.selftest:run"
        if wrong:
            with open(os.path.join(folder, "wrong_settings.py"), "w") as file:
                file.write(WRONG_FIRMWARE.format(wrong=wrong))
            firmware = "wrong_settings:run"
        sim = Simulator(
            name, keys="wait:100", firmware=firmware, capture=True, extra_path=[folder]
        )
        sim.run()
    picture.save_png(path, sim.size(), sim.picture(), 1)


def main(argv=None):
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.board_pictures", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--board", help="only the picture of this board")
    parser.add_argument("--out", default=OUT, help="folder (default: docs/boards)")
    options = parser.parse_args(argv)
    names = [options.board] if options.board else list(handhelds.ALL)
    if not set(names) <= set(handhelds.ALL):
        print("There is no board %s." % options.board, file=sys.stderr)
        return 2
    if not os.path.isdir(options.out):
        print("There is no folder %s." % options.out, file=sys.stderr)
        return 2
    if not console.can_write(options.out):
        print("The folder %s can't be written to: name another." % options.out, file=sys.stderr)
        return 2
    import pygame

    for i, name in enumerate(names):
        surface = handheld_picture(name, ("tarocco", "cicera")[i & 1])
        pygame.image.save(surface, os.path.join(options.out, name + ".png"))
    if not options.board:
        selftest(os.path.join(options.out, "selftest.png"), "t_display")
        for word, (name, wrong) in WRONG.items():
            selftest(os.path.join(options.out, "selftest-%s.png" % word), name, wrong)
    print("%d pictures of boards in %s" % (len(names), options.out))
    return 0


if __name__ == "__main__":
    sys.exit(console.run(main))
