# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The way to what belongs to one game: its rooms have the same modules with the same names.

======================= =============================================================
``engine.GAME.player``  ``Player``
``app.GAME.table``      ``Table``: the view of a deal (firmware.app.play.view)
``app.GAME.words``      ``card_name``, ``card_facts``: cards in words
``app.GAME.pages``      rows of pages: ``info_rows``, ``history_rows``, ``key_moments``
``app.GAME.deal_count`` ``count_sections``: the final count
``app.GAME.lesson``     ``TIPS``, ``moments``: the first deal explained
``app.GAME.hint``       ``hint``: what a strong player would do, and why
======================= =============================================================
"""


def room(game, part):
    """Return the module ``part`` of ``game`` ("tarocco" or "cicera"), loaded when first asked for."""
    name = ("engine." if part == "player" else "firmware.app.") + game + "." + part
    return __import__(name, None, None, ("*",))
