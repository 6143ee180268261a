# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The packed texts: up to date, complete, found by their keys."""

import hashlib
import json
import re

import assets_device
import pytest

from tools import texts as tool
from tools import thai

LANGUAGES = sorted(path.stem for path in tool.SOURCES.glob("*.txt"))


def source(language):
    path = tool.SOURCES / (language + ".txt")
    return tool.parse(path.read_text("utf-8"), path.name)


@pytest.fixture(scope="module")
def text():
    return assets_device.load("firmware.content.text")


@pytest.fixture(scope="module")
def languages(text):
    return assets_device.load("firmware.content.languages")


@pytest.mark.parametrize("language", LANGUAGES)
def test_packed_from_what_is_there(language):
    packed = (tool.OUT / (language + ".txb")).read_bytes()
    manifest = json.loads(tool.MANIFEST.read_text("utf-8"))
    expected = [tool.inputs(language), hashlib.sha256(packed).hexdigest()]
    assert manifest[language] == expected, "run python -m tools.texts"


@pytest.mark.parametrize("language", LANGUAGES)
def test_packing_again_changes_nothing(language):
    for module in {"it": ["pyphen"], "de": ["pyphen"], "th": ["pythainlp"]}.get(language, []):
        pytest.importorskip(module, reason="see requirements/assets.txt")
    assert (tool.OUT / (language + ".txb")).read_bytes() == tool.build_one(language)


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
    prepared = tool.unpack((tool.OUT / (language + ".txb")).read_bytes())
    seed = (tool.OUT / (language + ".txb")).read_bytes()[4]
    for key, expected in source(language).items():
        assert text.t(key) == prepared[tool.key_hash(key, seed)]
        assert plain(text.t(key)) == expected.replace("\xa0", " ")
        assert text.has(key)


def plain(shown):
    """Return a packed text as its source has it: without break marks, Thai as Unicode has it."""
    clusters = {chr(code): cluster for cluster, code in thai.listed().items()}
    shown = shown.replace(tool.SHY, "").replace(thai.BREAK, "").replace("\xa0", " ")
    return "".join(clusters.get(char, char) for char in shown)


def test_each_language_names_itself(languages):
    names = [languages.own_name(language) for language in LANGUAGES]
    assert names == [source(language)["language.self"] for language in LANGUAGES]
    # Shown while another language is in use: the lines may be low.
    assert not any(thai.clusters(name) for name in names)


def test_soft_hyphens_leave_no_letter_alone():
    for language in tool.HYPHENS:
        data = tool.unpack((tool.OUT / (language + ".txb")).read_bytes())
        pattern = r"[^\W\d_]+(?:\xad[^\W\d_]+)+"
        words = [word for value in data.values() for word in re.findall(pattern, value)]
        assert words
        assert all(len(word.split(tool.SHY)[end]) > 2 for word in words for end in (0, -1))


def test_thai_words_are_found():
    pytest.importorskip("pythainlp", reason="see requirements/assets.txt")
    assert thai.segment("ตาร็อกโกโบโลญญา") == "ตาร็อกโก\u200bโบโลญญา"
    assert thai.segment("คนแจกทิ้งไพ่สองใบ") == "คนแจก\u200bทิ้งไพ่\u200bสอง\u200bใบ"
    assert thai.segment("เกม{0}ที่") == "เกม\u200b{0}\u200bที่"
    for text in source("th").values():
        for part in thai.segment(text).split(thai.BREAK):
            # A line never begins with a mark, or with a vowel that follows its consonant.
            assert part[:1] not in thai.ABOVE + thai.BELOW + thai.SARA_AM + "ะาๆฯ" or not part


def test_languages(languages):
    assert languages.languages() == LANGUAGES


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
    [
        ("a.b", "line 1"),
        ("\n= x", "line 2"),
        ("a = 1\nb = 2\na = 3", "line 3"),
        ("A b = 1", "line 1"),
    ],
)
def test_bad_sources_are_refused(bad, where):
    with pytest.raises(tool.TextsError, match="xx.txt, " + where):
        tool.parse(bad, "xx.txt")


def test_hashes_are_kept_apart(text, tmp_path):
    # As many keys as a game with all its rules may have: the seed has to be looked for.
    many = {"key.{}".format(number): "text {}".format(number) for number in range(600)}
    packed = tool.pack(many)
    assert packed[:4] == b"TVT3"
    values = [packed[560 + 4 * entry] | packed[561 + 4 * entry] << 8 for entry in range(600)]
    assert values == sorted(set(values))


def test_keys_in_the_firmware_are_there():
    keys = set(source("en"))
    lacking = []
    for path in sorted((assets_device.ROOT / "firmware" / "app").rglob("*.py")):
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
from firmware.content import text
for key in {!r}:
    print(text.t(key, "ä", 7))
from firmware.content import languages
print(text.t("no.such.key"), languages.languages())
""".format(sorted(source("en")))
    assert assets_device.run(script, micropython=True) == assets_device.run(script)
