# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What the screens write is, pixel for pixel, what Adafruit's label draws."""

import assets_device
import lib_run
import pytest

from tools import texts as tool

# Each line of every language in both sizes, by a label of its own and by the screens' own label;
# differences are printed.
SCRIPT = """
import gc
from adafruit_display_text.bitmap_label import Label
import displayio
from firmware.content import fonts
from firmware.content import text
from firmware.app.widgets.theme import Theme
text.set_language(LANGUAGE)
look = Theme(True)
for name in ("small", "big"):
    font = fonts.font(name)
    label = None
    for key in KEYS:
        for line in text.t(key).split("\\n"):
            line = line.replace("\\xad", "").replace("\\u200b", "")
            if not line:
                continue
            if label is None:
                label = Label(font, text=line, save_text=False)
            else:
                label.text = line
            ink = label.bitmap
            box = displayio.Bitmap(ink.width + 12, ink.height + 3, 2)
            look.write(box, line, 5, 1, font)
            # the label's picture begins at its leftmost pixel
            same = True
            for y in range(ink.height):
                for x in range(ink.width):
                    if ink[x, y] != box[x + 5, y + 1]:
                        same = False
            if not same:
                print(name, key, line)
            gc.collect()
    print(name, "done")
"""


@pytest.mark.parametrize("language", ["en", "it", "de", "ko", "th"])
def test_as_the_label(language):
    lib_run.adafruit("adafruit_display_text")
    keys = list(tool.source(language))[::9]
    assert len(keys) > 20
    script = "LANGUAGE = %r\nKEYS = %r\n" % (language, keys) + SCRIPT
    assert assets_device.run(script) == "small done\nbig done\n"
