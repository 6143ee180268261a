# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The hand: drawing only what moves gives the picture of drawing it all."""

import random
import types

import pytest

from sim.simulator import firmware_modules


def painted(hand, faces):
    """The hand's picture drawn simply: one whole card over the other."""
    import displayio

    bitmap = displayio.Bitmap(hand.bitmap.width, hand.bitmap.height, 2 if hand.app.mono else 16)
    for i, card in enumerate(hand.cards):
        tile = faces.tile(card) * 48
        able = card in hand.able
        marked, at = card in hand.marks, i == hand.cursor
        y = 12 - (12 if marked and at else 8 if marked or at else 0 if able else -4)
        for row in range(min(48, bitmap.height - y)):
            for column in range(32):
                value = faces.bitmap[column, tile + row]
                if not able and hand.app.mono and row % 2 == 0 and (row // 2 + column) % 2:
                    value = 0
                elif not able and not hand.app.mono:
                    value = {3: 12, 2: 13}.get(value, value)
                x = hand.x + i * hand.step + column
                if (value or hand.app.mono) and 0 <= x < bitmap.width:
                    bitmap[x, y + row] = value
    return bitmap


@pytest.mark.parametrize("mono", [False, True])
@pytest.mark.parametrize("game, pack, most", [("tarocco", 62, 17), ("cicera", 52, 12)])
def test_moves_draw_the_same_picture(game, pack, most, mono):
    rng = random.Random(game)
    with firmware_modules():
        from firmware.app.widgets.hand import Hand
        from firmware.app.widgets.theme import Theme
        from firmware.content import art

        height, y, room = (128, 88, 187) if mono else (240, 190, 240)
        app = types.SimpleNamespace(mono=mono, H=height, sort=0)
        app.theme = Theme(mono)
        app.display = types.SimpleNamespace(refresh=lambda: None)
        faces = art.Cards(game, mono, 20)
        for _ in range(6):
            count = rng.randint(1, most)
            cards = bytes(sorted(rng.sample(range(pack), count)))
            able = bytes(card for card in cards if rng.random() < 0.6) or cards
            hand = Hand(app, game, y, room, bytearray(room * 80))
            hand.show(cards, able, 0)
            for _ in range(5):
                card = rng.choice(cards)
                if rng.random() < 0.3:
                    hand.mark(card, card not in hand.marks)
                elif rng.random() < 0.5:
                    hand.move((hand.cursor + rng.choice((1, -1))) % count)
                else:
                    hand.move(rng.randrange(count))
                plain = painted(hand, faces)
                size = len(plain.buffer)
                assert bytes(hand.bitmap.buffer[:size]) == bytes(plain.buffer)


HANDS = {
    "tarocco": bytes((0, 3, 9, 12, 20, 21, 33, 40, 44, 61)),
    "cicera": bytes((0, 4, 12, 13, 20, 26, 27, 39, 51)),
}
# The same in the orders that can be chosen: suits turned round; trumps, or ranks, first.
SORTED = {
    ("tarocco", 1): (9, 3, 0, 12, 21, 20, 33, 61, 44, 40),
    ("tarocco", 2): (40, 44, 61, 0, 3, 9, 12, 20, 21, 33),
    ("cicera", 1): (12, 4, 0, 20, 13, 27, 26, 51, 39),
    ("cicera", 2): (0, 13, 26, 39, 27, 4, 20, 12, 51),
}


def a_hand(game, sort=0):
    from firmware.app.widgets.hand import Hand
    from firmware.app.widgets.theme import Theme

    app = types.SimpleNamespace(mono=False, H=240, sort=sort, theme=Theme(False))
    app.display = types.SimpleNamespace(refresh=lambda: None)
    app.buttons = types.SimpleNamespace(held_on=False)
    hand = Hand(app, game, 190, 240, bytearray(240 * 80))
    hand.show(HANDS[game], None, 0)
    return hand


@pytest.mark.parametrize("game, sort", sorted(SORTED))
def test_the_hand_is_sorted_as_wished(game, sort):
    with firmware_modules():
        assert a_hand(game).cards == HANDS[game]
        assert tuple(a_hand(game, sort).cards) == SORTED[game, sort]


@pytest.mark.parametrize("game, right, left", [
    ("tarocco", [3, 4, 6, 7, 0], [7, 6, 4, 3, 0]),
    ("cicera", [3, 5, 7, 0], [7, 5, 3, 0]),
])
def test_a_direction_held_goes_from_suit_to_suit(game, right, left):
    with firmware_modules():
        hand = a_hand(game)
        hand.go("right")
        assert hand.cursor == 1
        hand.go("left")
        hand.app.buttons.held_on = True
        for way, places in (("right", right), ("left", left)):
            for place in places:
                hand.go(way)
                assert hand.cursor == place
        # All of one suit: once around.
        hand.show(HANDS[game][:3] if game == "tarocco" else HANDS[game][3:5], None, 0)
        hand.go("right")
        assert hand.cursor in range(3)
