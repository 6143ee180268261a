# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Words that are set beforehand: found by what they say, and drawn as Adafruit's label draws
them.
"""

import assets_device
import lib_run
import pytest

from tools import rules, texts, typeset

LANGUAGES = texts.languages()


def words_of(language):
    """Return the words that are set in a language."""
    prepared = {key: texts.prepare(language, text) for key, text in texts.source(language).items()}
    names = [texts.prepare(other, texts.source(other)["language.self"]) for other in LANGUAGES]
    return typeset.fixed(prepared, names)


@pytest.fixture(scope="module")
def load():
    lib_run.adafruit("adafruit_display_text")
    with rules.firmware_modules() as found:
        yield found


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_those_that_labels_draw(load, language):
    for module in {"it": ["pyphen"], "de": ["pyphen"], "th": ["pythainlp"]}.get(language, []):
        pytest.importorskip(module, reason="see requirements/assets.txt")
    text = load("firmware.content.text")
    text.set_language(language)
    press = typeset.Press(load, language in texts.TALL)
    found = 0
    for words in words_of(language):
        if not press.typeset.find(words):
            assert press.width(0, words) > typeset.WIDEST, words
            continue
        found += 1
        for number, face in enumerate(press.faces):
            assert press.typeset.width(face) == press.width(number, words)
            wanted = press.picture(number, words)
            got = press.displayio.Bitmap(wanted.width, wanted.height, 2)
            press.typeset.write(got, 0, 0, face)
            assert got.buffer == wanted.buffer, words
    assert found > 1000
    for words in ("", "Xy", "Tavolin", "We 12 : 7\u00bd They", "Tavolino "):
        assert not press.typeset.find(words)
    # Words of equal checks aren't taken for one another.
    assert not any(press.typeset.find("Q%dZ" % number) for number in range(2000))


def test_another_language_has_its_own_pictures(load):
    text = load("firmware.content.text")
    press = typeset.Press(load, False)
    text.set_language("en")
    assert press.typeset.find("Options")
    text.set_language("de")
    other = text.t("title.options")
    assert not press.typeset.find("Options") and press.typeset.find(other)
    text.set_language("en")
    assert press.typeset.find("Options") and not press.typeset.find(other)


def test_names_of_cards_are_set_as_they_are_shown(load):
    text = load("firmware.content.text")
    text.set_language("en")
    press = typeset.Press(load, False)
    name = load("firmware.app.tarocco.words").card_name
    assert all(press.typeset.find(name(card)) for card in range(62))


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_put_together_as_labels_draw_them(load, language):
    # Whole texts, many of them longer than what is set at once, filled with a word that isn't set.
    text = load("firmware.content.text")
    text.set_language(language)
    press = typeset.Press(load, language in texts.TALL)
    look = load("firmware.app.widgets.theme").Theme(True)
    seen = 0
    for key in list(texts.source(language))[::3]:
        words = text.t(key, "Qx7").replace("\n", " ").replace("\u00ad", "")
        seen += not press.typeset.find(words)
        for number, face in enumerate(press.faces):
            wanted = press.picture(number, words)
            got = press.displayio.Bitmap(wanted.width, wanted.height, 2)
            look.write(got, words, 0, 0, face)
            assert got.buffer == wanted.buffer, words
    assert seen > 40


@pytest.mark.parametrize("language", ["en", "th"])
def test_wrapped_lines_are_found_word_by_word(load, language, monkeypatch):
    text = load("firmware.content.text")
    text.set_language(language)
    press = typeset.Press(load, language in texts.TALL)
    theme = load("firmware.app.widgets.theme")
    drawn = []
    monkeypatch.setattr(theme, "_draw", lambda bitmap, face, words, x, y: drawn.append(words))
    look = theme.Theme(True)
    lines = 0
    for key in texts.source(language):
        words = text.t(key)
        if "{" in words:
            continue
        for line in press.fonts.wrap(look.small, words, 150):
            lines += 1
            look.write(press.displayio.Bitmap(150, look.small.height, 2), line, 0, 0)
    assert lines > 300 and not drawn


@pytest.mark.parametrize("number", (0, 1))
@pytest.mark.parametrize("width", (7, 13, 24, 61))
def test_what_does_not_fit_is_cut_off(load, number, width):
    # As the label's picture is where it is copied to a place that is too small or too far out.
    text = load("firmware.content.text")
    text.set_language("en")
    press = typeset.Press(load, False)
    face = press.faces[number]
    wanted = press.picture(number, "Options")
    assert press.typeset.find("Options")
    for x in range(-20, width + 3):
        for y in (-5, 0, 3, 9):
            one, two = (press.displayio.Bitmap(width, 12, 2) for _ in range(2))
            one.fill(1)
            two.fill(1)
            for bitmap in (one, two):
                press.bitmaptools.fill_region(bitmap, 3, 2, width - 1, 10, 0)
            press.bitmaptools.blit(one, wanted, x, y, skip_source_index=0)
            press.typeset.write(two, x, y, face)
            assert [one[i, j] for j in range(12) for i in range(width)] == [
                two[i, j] for j in range(12) for i in range(width)
            ], (x, y)


def test_unequal_pictures_are_refused(load):
    press = typeset.Press(load, False)
    symbols = typeset.Symbols(["ab"])
    starts = [press.starts[0][char] for char in symbols.chars]
    press.prove(0, "ab", symbols.code("ab"), starts)
    with pytest.raises(typeset.TypesetError, match="What is set for “ab”"):
        press.prove(0, "ab", symbols.code("ba"), starts)


SCRIPT = """
import displayio
from firmware.content import fonts, text, typeset
text.set_language(LANGUAGE)
fonts.set_tall(text.tall)
for words in WORDS:
    assert typeset.find(words)
    for name in ("small", "big"):
        face = fonts.font(name)
        ink = displayio.Bitmap(typeset.width(face) + 3, face.height, 2)
        typeset.write(ink, 1, 0, face)
        print(name, ink.width, bytes(ink.buffer))
"""


@pytest.mark.skipif(not assets_device.MICROPYTHON, reason="no MicroPython unix port installed")
@pytest.mark.parametrize("language", ["en", "ko", "th"])
def test_same_on_micropython(language):
    texts_of = texts.unpack((texts.OUT / (language + ".txb")).read_bytes())
    words = sorted(text for text in texts_of.values() if "{" not in text and len(text) < 12)[::4]
    assert len(words) > 20
    script = "LANGUAGE = %r\nWORDS = %r\n" % (language, words) + SCRIPT
    assert assets_device.run(script, micropython=True) == assets_device.run(script)
