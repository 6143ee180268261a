# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What the screens show: every line of the count, every card of a crowded table, words in their
places.
"""

import types

import pytest

from engine.record import Record
from engine.tarocco.cards import VALUES
from sim.simulator import firmware_modules

SIZES = {"tft": (240, 240, False), "eink": (296, 128, True)}
CODES = ("13571298", "0357129A", "2357129E", "3357129C", "2357429Z", "Q357529N")


@pytest.fixture(scope="module")
def firmware():
    """The firmware's modules, as the app imports them, with English texts."""
    with firmware_modules():
        import displayio

        from firmware.app.cicera import table_cards as spread
        from firmware.app.games import room
        from firmware.app.tarocco import combinations as tarocco_combinations
        from firmware.app.tarocco import deal_count as tarocco_count
        from firmware.app.tarocco import words as tarocco_words
        from firmware.app.widgets import page as pages
        from firmware.app.widgets import theme as look
        from firmware.content import art, text

        text.set_language("en")
        from firmware.app.cicera import choice as cicera_pick
        from firmware.app.cicera import deal_count as cicera_count

        yield types.SimpleNamespace(
            displayio=displayio, art=art, room=room, theme=look, pages=pages, spread=spread,
            tarocco_count=tarocco_count, tarocco_words=tarocco_words, cicera_count=cicera_count,
            tarocco_combinations=tarocco_combinations, cicera_pick=cicera_pick,
        )


def fake_app(firmware, size):
    """What screens need of the app, without panel and buttons."""
    w, h, mono = SIZES[size]
    return types.SimpleNamespace(
        W=w, H=h, mono=mono, theme=firmware.theme.Theme(mono), memory=bytearray(12000),
        cards=firmware.displayio.Bitmap(32, 48 * 13, 2 if mono else 16),
    )


def finished(game, code):
    """A deal played to its end by the rule that the first legal choice is taken, and its
    record.
    """
    record = Record(game, code)
    position = record.new()
    while position.phase != 3:
        if game == "tarocco":
            legal = position.legal()
            # (declares wherever there is something to be declared)
            choice = legal[-1] if position.phase == 1 else legal[0]
        else:
            choice = None
            for other in position.legal():
                if choice is None or len(other) > len(choice):
                    choice = other
        record.add(position, choice)
    record.scores = (0, 0)
    return position, record


def number(text):
    """The value a line ends with: of "55 x 2 = 110" the 110."""
    return int(text.split()[-1])


@pytest.mark.parametrize("code", CODES)
def test_tarocco_count_has_every_line(firmware, code):
    game, record = finished("tarocco", code)
    count = game.count()
    sections, totals = firmware.tarocco_count.count_sections(game, record)
    pages = firmware.pages
    result = sections[0]()
    lines = {row[1]: row[2:] for row in result}
    for team in (0, 1):
        side = count["teams"][team]
        parts = [int(lines[name][team]) for name in (
            "Card points", "Last trick", "Declarations", "Sets taken", "Sequences taken")]
        assert sum(parts) == int(lines["Total"][team]) == side["total"] == totals[team]
        assert parts[0] == side["card_points"]
    # Each combination, with its cards, once; what was doubled; the sums.
    shown = [row for section in sections[1:] for row in section()]
    expected = [found for found in count["declared"] if found and found["total"]]
    expected += [side["combinations"] for side in count["teams"] if side["combinations"]["total"]]
    wanted = []
    doubled = 0
    for found in expected:
        for name, points in found["sets"].items():
            wanted.append((str(points), found["cards"][name]))
        for name, (length, points) in found["sequences"].items():
            assert length >= 3
            wanted.append((str(points), found["cards"][name]))
        doubled += found["sets_doubled"] + found["sequences_doubled"]
    assert [row[1] for row in shown if row[0] == pages.HEAD][-1] == "Turning points"
    found = [(row[2], row[3]) for row in shown if row[0] == pages.SHOW]
    # The last rows are the three tricks that brought most.
    log, winners = game.table.log, game.table.winners
    tricks = []
    for trick in range(15):
        cards = bytes(log[4 * trick : 4 * trick + 4])
        points = sum(VALUES[c] - 0.5 for c in cards if c != 61) + (6 if trick == 14 else 0)
        tricks.append((points, trick, cards))
    best = sorted(sorted(tricks, key=lambda one: (-one[0], one[1]))[:3], key=lambda one: one[1])
    assert [cards for _, cards in found[-3:]] == [cards for _, _, cards in best]
    assert [float(n.replace("\u00bd", ".5")) for n, _ in found[-3:]] == [n for n, _, _ in best]
    assert all(winner < 4 for winner in winners)
    assert sorted(found[:-3]) == sorted(wanted)
    assert sum("doubled" in row[1] for row in shown if len(row) > 1 and isinstance(row[1], str)) \
        == doubled
    # The Matto's settlement, the discards, and all captured cards.
    cards = [row[1] for row in shown if row[0] == pages.CARDS]
    assert count["discards"] in cards
    if count["matto"]["given"] is not None:
        assert bytes((61, count["matto"]["given"])) in cards
    for side in count["teams"]:
        assert side["captured"] in cards
    assert not any("{" in row[1] for row in shown if isinstance(row[1], str))


@pytest.mark.parametrize("code", CODES)
def test_cicera_count_has_every_line(firmware, code):
    game, record = finished("cicera", code)
    count = game.count()
    sections, totals = firmware.cicera_count.count_sections(game, record)
    rows = sections[0]()
    total = [row for row in rows if row[1] == "Total"][0]
    body = [row for row in rows if row[0] == firmware.pages.LINE and len(row) == 4]
    assert len(body) == 4 + 6
    for team in (0, 1):
        side = count["teams"][team]
        assert int(total[2 + team]) == side["total"] == totals[team]
        assert sum(int(row[2 + team]) for row in body) == side["total"]
    cards = [row[1] for section in sections for row in section() if row[0] == firmware.pages.CARDS]
    for side in count["teams"]:
        assert side["captured"] in cards
    turning = [row for row in sections[-1]() if row[0] == firmware.pages.SHOW]
    assert len(turning) <= 3
    table = game.table
    for words, points, cards in [row[1:] for row in turning]:
        play = bytes(table.log).index(cards[:1])
        assert cards[1:] == table.take(play)
        assert words.startswith("Round %d: " % (play // 4 + 1))
        prizes = sum(card in (1, 36, 48) for card in cards)
        assert int(points) == bin(table.flags[play] & 15).count("1") + prizes > 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["tarocco", "cicera"])
def test_pages_show_every_row_inside_the_screen(firmware, game, size):
    app = fake_app(firmware, size)
    position, record = finished(game, CODES[0])
    counting = getattr(firmware, game + "_count")
    sections, _ = counting.count_sections(position, record)
    info = firmware.room(game, "pages").info_rows
    sections.append(lambda: info(position, record))
    pages = firmware.pages.Pages(app, "The count", sections, game)
    pages.lay_out()
    painted = []
    for section, index, part in pages.starts:
        pages.rows = sections[section]()
        seen = []

        def paint(row, y, what, seen=seen, section=section):
            if row[0] == firmware.pages.CARDS:
                height, text = 22, bytes(what)
            elif row[0] == firmware.pages.SHOW:
                height, text = 22, row[1]
            else:
                height, text = pages._height(row) * len(what), row[1]
            assert y >= pages.top
            assert y + height <= app.H + 1
            if seen:
                assert y >= seen[-1][0] + seen[-1][1]
            seen.append((y, height))
            painted.append((section, row[0], text))

        pages._flow((index, part), paint)
        assert seen
    for section in range(len(sections)):
        rows = sections[section]()
        texts = [t for s, kind, t in painted if s == section and kind != firmware.pages.CARDS]
        assert texts == [row[1] for row in rows if row[0] != firmware.pages.CARDS]
        kind = firmware.pages.CARDS
        cards = b"".join(t for s, k, t in painted if s == section and k == kind)
        assert cards == b"".join(row[1] for row in rows if row[0] == kind)


@pytest.mark.parametrize("size", SIZES)
def test_no_page_ends_with_a_heading_or_with_words_about_cards(firmware, size):
    app = fake_app(firmware, size)
    kinds = firmware.pages
    breaks = 0
    for above in range(24):
        for shift in range(3):
            rows = [(kinds.BIG, "Total", "3")] * shift + [(kinds.HEAD, "So far", "")]
            rows += [(kinds.LINE, "Tricks", "1", "0")] * above
            rows += [
                (kinds.HEAD, "Last trick", ""), (kinds.LINE, "East led.", ""),
                (kinds.CARDS, b"\0\1\2\3"), (kinds.HEAD, "You declare", "20"),
                (kinds.SHOW, "Coins", "10", b"\4\5\6"), (kinds.LINE, "doubled", "20"),
            ]
            pages = kinds.Pages(app, "What is known", (lambda rows=rows: rows,), "tarocco")
            pages.lay_out()
            for _, index, _ in pages.starts[1:]:
                breaks += 1
                before = rows[index - 1][0]
                assert before != kinds.HEAD
                assert rows[index][0] != kinds.CARDS or before == kinds.CARDS
    assert breaks > 40


@pytest.mark.parametrize("size", SIZES)
def test_any_number_of_cards_lies_apart_in_its_place(firmware, size):
    app = fake_app(firmware, size)
    w, h = (236, 110) if size == "tft" else (292, 67)
    sheet = firmware.art.Cards("cicera", app.mono, 13, app.cards)
    spread = firmware.spread.Spread(app, sheet, "cicera", 2, 14, w, h)
    places = {}
    for count in list(range(53)) + list(range(52, -1, -1)):
        cards = bytes((7 * i) % 52 for i in range(count))
        spread.show(cards)
        shown = [tile for tile in spread.tiles if not tile.hidden]
        assert len(shown) == count
        tw, th = spread.sheet.w, spread.sheet.h
        boxes = [(tile.x, tile.y) for tile in shown]
        for x, y in boxes:
            assert 2 <= x and x + tw <= 2 + w
            # (the last two rows of a small card's tile are clear)
            assert 14 <= y and y + min(th, 22 if tw == 16 else 48) <= 14 + h
        assert len(set(boxes)) == count
        for i, (x, y) in enumerate(boxes):
            for other_x, other_y in boxes[:i]:
                assert abs(x - other_x) >= tw or abs(y - other_y) >= (22 if tw == 16 else 48)
        # Cards that stay keep their column and row while the size is the same.
        now = {card: i for i, card in enumerate(spread.cells) if card != 255}
        if places and places[0] == tw:
            for card, place in places[1].items():
                assert now.get(card, place) == place
        places = (tw, now)


def test_the_cursor_reaches_every_card(firmware):
    app = fake_app(firmware, "tft")
    sheet = firmware.art.Cards("cicera", False, 13, app.cards)
    spread = firmware.spread.Spread(app, sheet, "cicera", 2, 14, 236, 110)
    cards = bytes(range(40))
    spread.show(cards)
    assert sorted(card for card in spread.cells if card != 255) == sorted(cards)
    beyond = firmware.cicera_pick.beyond
    # From any card up and down lead to another row, or nowhere from the last one.
    rows = {}
    for i, card in enumerate(spread.cells):
        if card != 255:
            rows[card] = i // spread.columns
    for card in cards:
        below = beyond(spread, card, cards, True)
        above = beyond(spread, card, cards, False)
        assert below is None or rows[below] > rows[card]
        assert above is None or rows[above] < rows[card]
        assert (below is None) == (rows[card] == max(rows.values()))
        assert (above is None) == (rows[card] == min(rows.values()))


def test_every_rule_that_is_broken_has_its_sentence(firmware):
    """The texts have a sentence for each rule key with which a game refuses a choice."""
    import inspect
    import re

    from engine.cicera import validation as cicera
    from engine.tarocco import validation
    from firmware.content.text import has

    keys = set(validation._SENTENCES)
    for source in (cicera.capture, cicera.choice):
        keys |= set(re.findall(r'RuleError\(\s*"([a-z_]+)"', inspect.getsource(source)))
    assert {"follow_suit", "must_trump", "capture_sum", "hand"} <= keys
    assert [key for key in sorted(keys) if not has("rule." + key)] == []


def test_card_names_differ(firmware):
    names = [firmware.tarocco_words.card_name(card) for card in range(62)]
    # The Moors are equal and are called the same.
    assert len(set(names)) == 59
    assert names[1] == "Queen of swords" and names[44] == "Trump 16" and names[61] == "Matto"


def test_combination_lines_for_a_sheet(firmware):
    from engine.tarocco.count import combinations

    # Rs Qs Cs Fs, Rb Qb Cb, Rc Qc Cc, Rd: kings, queens, cavalli, three sequences
    found = combinations(bytes((0, 1, 2, 3, 10, 11, 12, 20, 21, 22, 30)))
    rows = firmware.tarocco_combinations.combination_lines(found)
    assert ("Four kings", "34") in rows
    assert rows[3] == ("\u00d7 2", "= " + str(found["sets_total"]))
    assert rows[-1] == ("\u00d7 2", "= " + str(found["sequences_total"]))


@pytest.mark.parametrize("size", SIZES)
def test_missing_rules_are_told(firmware, size):
    from firmware.app.screens import rules

    app = fake_app(firmware, size)
    said = []
    app.say = said.append
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules.rules, "pages", lambda game, w, h: None)
        rules.read(app, "tarocco", "game")
        rules.choose(app, "cicera")
    assert said == ["The rules aren't on this board. Install the game again."] * 2
