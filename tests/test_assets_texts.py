# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The packed texts: up to date, complete, found by their keys."""

import re

import assets_device
import pytest

from tools import texts as tool

LANGUAGES = sorted(path.stem for path in tool.SOURCES.glob("*.txt"))


def source(language):
    path = tool.SOURCES / (language + ".txt")
    return tool.parse(path.read_text("utf-8"), path.name)


@pytest.fixture(scope="module")
def text():
    return assets_device.load("firmware.text")


@pytest.mark.parametrize("language", LANGUAGES)
def test_packed_from_what_is_there(language):
    packed = (tool.OUT / (language + ".txb")).read_bytes()
    assert packed == tool.pack(source(language)), "run python -m tools.texts"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_places(language):
    english, other = source("en"), source(language)
    assert set(english) == set(other)
    for key in english:
        places = re.findall(r"\{\d\}", english[key])
        assert sorted(re.findall(r"\{\d\}", other[key])) == sorted(places), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_is_found(text, language):
    text.set_language(language)
    assert text.language() == language
    for key, expected in source(language).items():
        assert text.t(key) == expected
        assert text.has(key)


def test_languages(text):
    assert text.languages() == LANGUAGES


def test_arguments(text):
    text.set_language("en")
    assert text.t("card.of", "Ace", "cups") == source("en")["card.of"].format("Ace", "cups")


def test_missing_key_is_shown_and_logged_once(text, capsys):
    text.set_language("en")
    for _ in range(3):
        assert text.t("no.such.key", 1) == "no.such.key"
    assert capsys.readouterr().out == "text: no no.such.key\n"
    assert not text.has("no.such.key")


def test_unknown_language_is_refused(text):
    text.set_language("en")
    with pytest.raises(ValueError, match="There are no texts for the language xx"):
        text.set_language("xx")
    assert text.language() == "en"
    assert text.t("suit.c") == source("en")["suit.c"]


@pytest.mark.parametrize(
    "bad, where",
    [("a.b", "line 1"), ("\n= x", "line 2"), ("a = 1\nb = 2\na = 3", "line 3"), ("A b = 1", "line 1")],
)
def test_bad_sources_are_refused(bad, where):
    with pytest.raises(tool.TextsError, match="xx.txt, " + where):
        tool.parse(bad, "xx.txt")


def test_hashes_are_kept_apart(text, tmp_path):
    # As many keys as a game with all its rules may have: the seed has to be looked for.
    many = {"key.{}".format(number): "text {}".format(number) for number in range(600)}
    packed = tool.pack(many)
    assert packed[:4] == b"TVT1"
    values = [packed[8 + 4 * entry] | packed[9 + 4 * entry] << 8 for entry in range(600)]
    assert values == sorted(set(values))


def test_keys_in_the_firmware_are_there():
    keys = set(source("en"))
    lacking = []
    for path in sorted((assets_device.ROOT / "firmware" / "app").glob("*.py")):
        for key in re.findall(r'\bt\(\s*"([a-z0-9_.]+)"\s*[,)]', path.read_text("utf-8")):
            if key not in keys:
                lacking.append("{}: {}".format(path.name, key))
    assert not lacking


# Refusals of events that come from outside, of a game that isn't dealt here: no screen shows them.
OUTSIDE = {
    "not_turn",
    "played_before",
    "shown_by_other",
    "shown_held",
    "shown_wrong",
    "void_before",
    "not_declared",
}


def test_every_broken_rule_has_its_sentence():
    keys = set(source("en"))
    lacking = []
    for path in sorted((assets_device.ROOT / "engine").glob("**/*.py")):
        for key in re.findall(r'\bRuleError\(\s*"(\w+)"', path.read_text("utf-8")):
            if key not in OUTSIDE and "rule." + key not in keys:
                lacking.append("{}: rule.{}".format(path.name, key))
    assert not lacking


@pytest.mark.skipif(not assets_device.MICROPYTHON, reason="no MicroPython unix port installed")
def test_same_on_micropython():
    script = """
from firmware import text
for key in {!r}:
    print(text.t(key, "ä", 7))
print(text.t("no.such.key"), text.languages())
""".format(sorted(source("en")))
    assert assets_device.run(script, micropython=True) == assets_device.run(script)
