# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
# Instead of the game's main.py: plays the deal of /job.py and tells how long each choice takes.
import gc
import time

from job import LEVEL, RECORD

from engine.record import Record

gc.threshold(24576)  # as the game has it


def play(data, level):
    record = Record.from_bytes(data)
    if record.game == "tarocco":
        from engine.tarocco.player import Player
    else:
        from engine.cicera.player import Player
    game = record.replay()
    player = Player(level)
    number = 0
    while game.phase != 3:
        gc.collect()
        phase = game.phase
        longest = 0
        choice = None
        begin = time.ticks_us()
        player.start(game.view(game.turn))
        while choice is None:
            at = time.ticks_us()
            choice = player.step()
            longest = max(longest, time.ticks_diff(time.ticks_us(), at))
        print("THINK", number, phase, time.ticks_diff(time.ticks_us(), begin), longest)
        number += 1
        record.add(game, choice)
    print("DONE")


play(RECORD, LEVEL)
