# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The choice of the language, each named in itself."""

from firmware.app import settings
from firmware.app.widgets.list import List
from firmware.content.languages import languages, own_name
from firmware.content.text import t


def choose_language(app, heading=None):
    """Let a language be chosen; it is used at once and kept. Back changes nothing."""
    codes = languages()
    index = codes.index(app.lang) if app.lang in codes else 0
    names = [own_name(code) for code in codes]
    chosen = app.open(
        List(app, heading or t("language.heading"), names, index, back=not heading)
    )
    if chosen is not None:
        app.speak(codes[chosen])
        settings.save(app)
