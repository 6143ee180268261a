# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Laws that hold in every deal of Tarocco, checked from outside the engine.

Plain functions that run on CPython (from the tests) and on MicroPython (``run``, started by
``test_tarocco_micropython``), so that both check the same.
"""

from engine.errors import RuleError
from engine.prng import Prng
from engine.tarocco.game import DECLARE_PHASE, OVER, PLAY_PHASE, Game, Table, View, deal

PACK = bytes(range(62))
MAT = 61
# Half points of each card, from the table of values in the rules.
HALVES = [1] * 62
for _base in (0, 10, 20, 30):
    for _rank, _value in enumerate((5, 4, 3, 2)):
        HALVES[_base + _rank] = 2 * _value - 1
for _tarocco in (40, 41, 60, 61):
    HALVES[_tarocco] = 9


def suit(card):
    return 5 if card == MAT else min(card // 10, 4)


def halves(cards):
    return sum([HALVES[card] for card in cards])


def random_choice(game, rng):
    legal = game.legal()
    return legal[rng.below(len(legal))]


def shown_voids(table):
    """What play has shown, told from nothing but the cards played and their seats."""
    void = [0] * 4
    for place in range(len(table.log)):
        trick = [c for c in table.log[place & ~3:place] if c != MAT]
        card = table.log[place]
        if trick and card != MAT:
            wanted = suit(trick[0])
            if suit(card) != wanted:
                void[table.who[place]] |= 1 << wanted
                if suit(card) != 4:
                    void[table.who[place]] |= 16
    return bytes(void)


def check_step(game):
    """Cards and points are all there; what is public agrees with the hands."""
    table = game.table
    a, b, c, d = game.hands
    hidden = a + b + c + d + game.discards
    log = table.log
    assert bytes(sorted(hidden + log)) == PACK
    assert halves(hidden + table.trick) + table.halves[0] + table.halves[1] == 174
    assert table.counts == bytes((len(a), len(b), len(c), len(d)))
    played = len(log)
    assert played == len(table.who)
    assert table.tricks[0] + table.tricks[1] == played >> 2
    assert (table.phase == OVER) == (table.turn == 255) == (played == 60)
    if played < 60:
        assert table.trick_no == played >> 2
        assert table.trick == log[played & ~3:]
        hand = game.hands[table.turn]
        assert hand == bytes(sorted(hand))
        assert len(game.discards) == 2 or table.turn == table.dealer


def check_voids(game):
    table = game.table
    assert bytes(table.void) == shown_voids(table)
    for seat in range(4):
        for card in game.hands[seat]:
            assert not table.void[seat] >> suit(card) & 1


def check_end(game):
    """The final breakdown adds up: 62 cards, 87 + 6 points, and its parts make the totals."""
    count = game.count()
    teams = count["teams"]
    assert teams[0]["card_points"] + teams[1]["card_points"] == 87
    assert teams[0]["last_trick"] + teams[1]["last_trick"] == 6
    assert teams[0]["tricks"] + teams[1]["tricks"] == 15
    assert bytes(sorted(teams[0]["captured"] + teams[1]["captured"])) == PACK
    totals = game.totals()
    for team in range(2):
        found = teams[team]
        assert 2 * found["card_points"] == halves(found["captured"])
        declared = 0
        for seat in (team, team + 2):
            if count["declared"][seat]:
                declared += count["declared"][seat]["total"]
        assert declared == found["declarations"]
        assert found["total"] == totals[team] == (
            found["card_points"] + found["last_trick"] + declared + found["combinations"]["total"]
        )
    return count


def play(seed, stop=1000, step=None, voids=False):
    """Play random legal choices; return ``(game, choices)``, the game anew from its deal."""
    rng = Prng(seed & 0xFFFF, seed >> 16, 7)
    dealt = deal(rng)
    game = Game(*dealt)
    choices = bytearray()
    if step:
        step(game)
    while game.phase != OVER and len(choices) < stop:
        choice = random_choice(game, rng)
        game.do(choice)
        choices.append(choice)
        if step:
            step(game)
        if voids:
            check_voids(game)
    return game, dealt, choices


def replay(dealt, choices):
    game = Game(*dealt)
    for choice in choices:
        game.do(choice)
    return game


def show(thing):
    """All that can be reached from ``thing``, as text; fails at anything but tables and views."""
    if thing is None or isinstance(thing, (bool, int, str)):
        return repr(thing)
    if isinstance(thing, (bytes, bytearray)):
        return repr(list(thing))
    if isinstance(thing, (list, tuple)):
        return "[" + ", ".join([show(part) for part in thing]) + "]"
    if isinstance(thing, dict):
        return show([(key, thing[key]) for key in sorted(thing)])
    assert type(thing) in (Table, View), "a view leads to " + repr(thing)
    text = type(thing).__name__
    for name in sorted(dir(thing)):
        if not name.startswith("__"):
            value = getattr(thing, name)
            if not callable(value):
                text += " " + name + "=" + show(value)
    return text


def hidden_places(game, seat):
    """Where the cards are that ``seat`` can't know: pairs (seat or "discards", card)."""
    places = []
    for other in range(4):
        if other != seat:
            for card in game.hands[other]:
                if card not in game.table.shown[other]:
                    places.append((other, card))
    if seat != game.table.dealer:
        for card in game.discards:
            places.append((game.table.dealer, card))
    return places


def permute(game, dealt, choices, seat, rng, tries):
    """Exchange hidden cards in pairs; yield deals in which all has publicly gone the same way.

    Yields ``(game, number of hidden cards in another place than at first)``.
    """
    dealer, hands = dealt
    hands = [bytearray(hand) for hand in hands]
    choices = bytearray(choices)
    places = hidden_places(game, seat)
    first = {}
    for _, card in places:
        first[card] = owner_of(hands, card)
    for _ in range(tries):
        if len(places) < 2:
            return
        i = rng.below(len(places))
        j = rng.below(len(places))
        (a, one), (b, two) = places[i], places[j]
        if one == two:
            continue
        # In the new deal ``one`` and ``two`` have changed places, in the dealer's discards as
        # well.
        new = [exchange(hand, one, two) for hand in hands]
        own = choices[:2] if seat == dealer else exchange(choices[:2], one, two)
        after = own + choices[2:]
        try:
            other = replay((dealer, new), after)
        except RuleError:
            continue
        if other.table.shown != game.table.shown:
            continue
        hands, choices = new, after
        places[i], places[j] = (a, two), (b, one)
        yield other, sum([owner_of(hands, card) != first[card] for card in first])


def exchange(cards, one, two):
    return bytearray([two if c == one else one if c == two else c for c in cards])


def owner_of(hands, card):
    return [card in bytes(hand) for hand in hands].index(True)


def check_view(seed, stop, seat, tries=12):
    """No hidden card makes a difference to a view; return how many hidden cards were moved."""
    game, dealt, choices = play(seed, stop)
    before = show(game.view(seat))
    legal = game.view(seat).legal()
    unseen = game.view(seat).unseen()
    moved = 0
    rng = Prng(seed & 0xFFFF, stop, seat)
    for other, number in permute(game, dealt, choices, seat, rng, tries):
        view = other.view(seat)
        assert show(view) == before
        assert view.legal() == legal and view.unseen() == unseen
        moved = max(moved, number)
    return moved


def drive(table, choices, shown):
    """Drive a table through ``choices`` by nothing but public events."""
    for choice in choices:
        seat = table.turn
        if table.phase == PLAY_PHASE:
            table.on_play(seat, choice)
        elif table.phase == DECLARE_PHASE:
            table.on_declare(seat, shown[seat] if choice == 65 else None)
        else:
            table.on_discard(seat)
    return table


def check_public(game, choices):
    """A table that knows no hands is the game's table."""
    table = drive(Table(game.table.dealer), choices, game.table.shown)
    assert show(table) == show(game.table)


def soak(first, number):
    """Check ``number`` deals from seed ``first`` at every step; return how many that were."""
    for seed in range(first, first + number):
        game, dealt, choices = play(seed, step=check_step)
        count = check_end(game)
        assert replay(dealt, choices).count() == count
    return number


def run(deals):
    """Check ``deals`` deals; return a list of numbers that says what was met."""
    met = []
    for seed in range(deals):
        game, dealt, choices = play(seed, step=check_step, voids=True)
        count = check_end(game)
        check_public(game, choices)
        assert show(replay(dealt, choices).count()) == show(count)
        seat = seed & 3
        moved = check_view(seed, 7 + 11 * seed % 50, seat, 6)
        digest = 1
        for letter in show(count):
            digest = (digest * 31 + ord(letter)) % 65521
        met.append([list(game.totals()), moved, digest])
    return met
