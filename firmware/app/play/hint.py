# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What hints of both games share: a strong player who knows no more than the person does."""

from firmware.app.games import room


def think(app, view, game):
    """Return what a strong player of ``game`` chooses in the ``view`` of a seat.

    None if a press ended it.
    """
    player = room(game, "player").Player("strong")
    player.start(view)
    while True:
        choice = player.step()
        app.work()
        if choice is not None:
            return choice
        if app.buttons.waiting():
            return None
