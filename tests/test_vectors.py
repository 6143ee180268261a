# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The given test vectors, and that ``tools.vectors`` notices everything that differs."""

import copy
import json
import re
from pathlib import Path

import pytest

from tools import vectors

FILES = sorted((Path(__file__).parent / "vectors").glob("*.json"))
NAMES = {
    "tarocco_combinations", "tarocco_legal", "tarocco_trick", "tarocco_deals", "tarocco_matto",
    "cicera_captures", "cicera_bonuses", "cicera_deals",
}
# What a case gives rather than expects; changing it makes another, perhaps also right, case.
INPUTS = {
    "tarocco_combinations": ("cards",),
    "tarocco_legal": ("hand", "trick"),
    "tarocco_trick": ("cards",),
    "tarocco_deals": ("hands", "declare", "plays", "dealer"),
    "cicera_captures": ("table", "card"),
    "cicera_bonuses": ("table", "card", "take", "previous"),
    "cicera_deals": ("hands", "table", "plays", "dealer"),
}


def test_all_given_files_are_here():
    assert {path.stem for path in FILES} == NAMES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_given_vectors(path):
    cases = vectors.load(path)
    failed = [(case["name"], found) for kind, case in cases if (found := vectors.run(kind, case))]
    assert len(cases) >= 18 and not failed


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_kind_is_told_by_the_fields(path):
    kinds = {kind for kind, _ in vectors.load(path)}
    assert kinds == {path.stem.replace("matto", "deals")}


def write(path, cases):
    path.write_text(json.dumps(cases), encoding="utf-8")
    return str(path)


def test_main_counts_all_files_whatever_their_names(tmp_path, capsys):
    total = 0
    paths = []
    for number, path in enumerate(FILES):
        cases = json.loads(path.read_text(encoding="utf-8"))
        total += len(cases)
        paths.append(write(tmp_path / ("%d.txt" % number), cases))
    assert vectors.main(paths) == 0
    assert capsys.readouterr().out == "%d cases, 0 failed\n" % total


def test_kinds_may_be_mixed_in_one_file(tmp_path, capsys):
    cases = [json.loads(path.read_text(encoding="utf-8"))[0] for path in FILES]
    assert vectors.main([write(tmp_path / "mixed.json", cases)]) == 0
    assert capsys.readouterr().out == "8 cases, 0 failed\n"


def leaves(value, path=()):
    """Yield the paths to all values in nested dicts and lists."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in items:
        if isinstance(part, (dict, list)) and part:
            yield from leaves(part, (*path, key))
        else:
            yield (*path, key)


def others(value):
    """Return values that ``value`` must not be taken for."""
    if value is None:
        return [0, 1, "Rs", ""]
    if isinstance(value, bool):
        return [not value, None, int(value)]
    if isinstance(value, int):
        return [value + 1, value - 1, None, str(value)]
    if isinstance(value, str):
        words = value.split()
        return [value + " 7s" if "7s" not in words else value + " 7s 7s",
                " ".join(words[1:]) if words else "Rs", None]
    if isinstance(value, list):
        return [[1], None]
    return [{"kings": 17, "scua": 1}, None]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_changed_field_is_noticed(path):
    kind, _ = vectors.load(path)[0]
    skipped = (*INPUTS[kind], "name")
    for _, case in vectors.load(path)[:6]:
        for leaf in leaves(case):
            if leaf[0] in skipped:
                continue
            for other in others(get(case, leaf)):
                changed = copy.deepcopy(case)
                get(changed, leaf[:-1])[leaf[-1]] = other
                if leaf == ("options",) and other is None:
                    continue  # says that they are too many to list, which a case may
                assert vectors.run(kind, changed), (leaf, other)


def get(value, path):
    for key in path:
        value = value[key]
    return value


@pytest.mark.parametrize("stem", ["tarocco_deals", "tarocco_combinations"])
def test_every_missing_field_is_noticed(stem):
    path = next(path for path in FILES if path.stem == stem)
    kind, case = vectors.load(path)[0]
    for leaf in leaves(case):
        if leaf == ("name",):
            continue
        changed = copy.deepcopy(case)
        del get(changed, leaf[:-1])[leaf[-1]]
        assert vectors.run(kind, changed), leaf


def test_differences_are_printed(tmp_path, capsys):
    path = next(path for path in FILES if path.stem == "tarocco_matto")
    cases = json.loads(path.read_text(encoding="utf-8"))[:3]
    cases[1]["teams"][0]["combinations"]["total"] += 5
    cases[1]["name"] = "a wrong one"
    assert vectors.main([write(tmp_path / "x.json", cases)]) == 1
    lines = capsys.readouterr().out.splitlines()
    wanted = cases[1]["teams"][0]["combinations"]["total"]
    assert len(lines) == 2 and lines[1] == "3 cases, 1 failed"
    assert "case 2, 'a wrong one': teams[0].combinations.total" in lines[0]
    assert lines[0].endswith("expected %d, got %d" % (wanted, wanted - 5))


def test_order_of_cards_means_nothing(tmp_path):
    path = next(path for path in FILES if path.stem == "tarocco_deals")
    kind, case = vectors.load(path)[0]

    def turned(value):
        return " ".join(reversed(value.split()))

    case["discards"] = turned(case["discards"])
    case["hands"] = [turned(hand) for hand in case["hands"]]
    for team in case["teams"]:
        team["captured"] = turned(team["captured"])
    assert not vectors.run(kind, case)


def test_illegal_deals_fail_with_a_sentence():
    path = next(path for path in FILES if path.stem == "tarocco_deals")
    kind, case = vectors.load(path)[0]
    plays = case["plays"].split()
    plays[0], plays[59] = plays[59], plays[0]
    found = vectors.run(kind, dict(case, plays=" ".join(plays)))
    assert len(found) == 1 and "is not in your hand" in found[0]
    found = vectors.run(kind, dict(case, discards="MAT " + case["discards"].split()[0]))
    assert len(found) == 1 and "discard" in found[0]
    found = vectors.run(kind, dict(case, plays=" ".join(case["plays"].split()[:59])))
    assert len(found) == 1 and "counted" in found[0]
    found = vectors.run(kind, dict(case, hands=case["hands"][:3]))
    assert found == ["the field 'hands' should be four texts, the hands by seat"]
    assert "Rx" in vectors.run(kind, dict(case, plays="Rx"))[0]


@pytest.mark.parametrize(
    "content, words",
    [
        (None, "can't be read"),
        ("", "not JSON"),
        ("{", "not JSON"),
        ("\xff\xfe", "not JSON"),
        ("{}", "not a JSON array"),
        ("[]", "no cases"),
        ("[1]", "no case of a known format; the first one is not a JSON object"),
        ('[{"name": "x", "cards": "Rs"}]', "of unknown format, with the fields cards, name"),
    ],
)
def test_unusable_files(tmp_path, capsys, content, words):
    path = tmp_path / "x.json"
    if content is not None:
        path.write_bytes(content.encode("latin-1"))
    good = next(str(path) for path in FILES if path.stem == "tarocco_trick")
    assert vectors.main([str(path), good]) == 2
    output = capsys.readouterr()
    assert words in output.err and str(path) in output.err and "Traceback" not in output.err
    assert output.err.count("\n") == 1
    assert output.out == "120 cases, 0 failed\n"


def test_a_folder_and_no_file_at_all(tmp_path, capsys):
    assert vectors.main([str(tmp_path)]) == 2
    assert "can't be read" in capsys.readouterr().err
    with pytest.raises(SystemExit) as stop:
        vectors.main([])
    assert stop.value.code == 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_bad_case_is_told_and_the_others_run(path, tmp_path, capsys):
    cases = json.loads(path.read_text(encoding="utf-8"))[:4]
    kind, case = vectors.load(path)[0]
    bad = [5, {"name": "other", "a": 1}]
    for field, shape in dict(vectors.KINDS)[kind].items():
        for value in (7.5, {"a": []}, [1], True):
            right, _ = vectors._SHAPES[shape]
            if not right(value):
                bad.append(dict(case, **{field: value}))
        if len(case) > 4:
            bad.append({name: case[name] for name in case if name != field})
    assert vectors.main([write(tmp_path / "x.json", cases + bad)]) == 1
    out = capsys.readouterr().out
    assert out.endswith("%d cases, %d failed\n" % (len(cases) + len(bad), len(bad)))
    for word in ("breaks off", "object is", "argument", "NoneType", "has no attribute"):
        assert word not in out


@pytest.mark.parametrize(
    "stem, field, value, words",
    [
        ("cicera_deals", "teams", [5, {}], "case 1, .*'teams' should be"),
        ("tarocco_deals", "teams", [{}], "case 1, .*'teams' should be"),
        ("cicera_deals", "plays", [""] * 48, "case 1, .*'plays' should be"),
        ("cicera_deals", "play_bonuses", [], "case 1, .*as many texts as 'plays'"),
        ("tarocco_deals", "declared", None, "case 1, .*declared: expected None"),
    ],
)
def test_a_wrong_field_is_named(stem, field, value, words, tmp_path, capsys):
    given = Path(__file__).parent / "vectors" / (stem + ".json")
    cases = json.loads(given.read_text(encoding="utf-8"))[:2]
    cases[0][field] = value
    path = tmp_path / "some.json"
    path.write_text(json.dumps(cases))
    assert vectors.main([str(path)]) == 1
    out = capsys.readouterr().out
    assert re.search(words, out), out
    assert out.endswith("2 cases, 1 failed\n")
    assert "b'" not in out and "argument" not in out
