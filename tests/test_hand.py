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
        from firmware import art
        from firmware.app.hand import Hand
        from firmware.app.look import Look

        height, y, room = (128, 88, 187) if mono else (240, 190, 240)
        app = types.SimpleNamespace(mono=mono, H=height)
        app.look = Look(mono)
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
                size = len(plain._buf)
                assert bytes(hand.bitmap._buf[:size]) == bytes(plain._buf)
