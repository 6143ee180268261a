# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What all screens have in common; ``App.open`` shows one above another."""


class Screen:
    """Something that fills the panel from when it is opened until it closes itself.

    A screen has ``build``, which returns its scene (a displayio Group), and ``run``, which deals
    with presses and returns what the screen ends with. The scene is made when it is to be seen.
    It is given up when a screen with ``pooled`` opens above: that one draws into the app's shared
    memory (``App.cards``, ``App.memory``), or is large itself.
    """

    pooled = True
    scene = None

    def __init__(self, app):
        self.app = app

    def show(self):
        """Have this screen on the panel: nothing happens if it is what is shown already."""
        app = self.app
        if app.shown is self and self.scene is not None:
            return
        if self.scene is None:
            self.scene = self.build()
        app.show(self.scene)
        app.shown = self
        self.appear()
        app.draw()

    def appear(self):
        """Say what the buttons do, or the like, each time when the scene comes onto the panel."""

    def give_up(self):
        """Let go of the scene; ``show`` makes it anew."""
        self.scene = None
