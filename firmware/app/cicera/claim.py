# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Whether the rest of a deal of Cicera may be played by itself, in words."""

from engine.cicera.claim import bounds
from firmware.content.text import t


def settled(scene):
    """Return words that say why the rest may be played by itself, "" if it may not.

    ``scene``: the table. The count is certain or, if that is enough for the player and no match is
    played, it is certain who has more. A deal that is explained is played to its end.
    """
    low, high = bounds(scene.game)
    if scene.told >= 0:
        return ""
    if low == high:
        return t("cicera.settled")
    if scene.app.auto < 3 or scene.session.record.target:
        return ""
    return t("cicera.won") if low > 0 else t("cicera.lost") if high < 0 else ""
