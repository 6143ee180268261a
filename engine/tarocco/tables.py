# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What the players of Tarocco know: the numbers behind their rules, found by play against themselves.

Values are in points of the difference between the teams, chances and risks in sixteenths.
``fill`` spreads them into the byte tables that ``engine.tarocco.rollout`` works with.
"""

from engine.tarocco import rollout as _r

#: What capturing a card decides: R Q C F, an ace, a number card; ANG ... BEG
VALUE_SUIT = bytes((37, 18, 15, 12, 12, 2))
VALUE_TRUMPS = bytes((21, 0, 12, 4, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 17, 17, 17, 17, 33))
#: What having a card still in hand is worth; ANG ... BEG MAT; more for the highest one left
KEEP_SUIT = bytes((7, 8, 2, 0, 4, 2))
KEEP_TRUMPS = bytes((74, 45, 42, 33, 23, 23, 22, 22, 21, 21, 20, 20, 19, 19, 18, 18, 19, 19, 19,
    19, 21, 23))
MASTER_SUIT = 1
MASTER_TRUMP = 2
#: Risk of a trump behind, for the first, second and third to play, by the cards of the suit in
#: other hands (0 to 10); when the opponent behind is known to be void
RUFF = bytes((13, 7, 1, 4, 6, 6, 5, 5, 5, 5, 5, 4, 2, 0, 0, 0, 0, 0, 2, 3, 3, 3, 13, 8, 3, 3, 3,
    4, 5, 4, 2, 2, 2))
RUFF_VOID = bytes((11, 14, 14))
#: Risk of a higher card behind, by position and the number of higher cards in other hands (0 to 7)
HIGH = bytes((0, 7, 10, 12, 14, 14, 14, 14, 0, 5, 0, 5, 9, 9, 9, 9, 0, 16, 11, 14, 18, 18, 18,
    18))
TRUMP_HIGH = bytes((0, 13, 14, 12, 9, 13, 17, 21, 0, 4, 8, 10, 12, 9, 5, 2, 0, 0, 10, 11, 12,
    15, 19, 22))
#: Chance that the partner behind beats the trick, by the number of cards that can; when void
PARTNER = bytes((0, 3, 15, 14, 13, 14, 15, 17))
PARTNER_VOID = 3
#: Leading: worth of what the others will add, chance to win with a low card; preferences (128 = none)
LEAD_WORTH = 12
LEAD_LOW = 6
LEAD_SUIT = 146
LEAD_TRUMP = 131
LEAD_SINGLE = 12
LEAD_PARTNER_VOID = 0


def fill(t):
    """Fill the bytearray ``t`` of ``rollout.TABLES`` bytes."""
    bit = 1
    for i in range(32):
        t[_r.INDEX + (bit * 0x077CB531 >> 27 & 31)] = i
        bit <<= 1
        ones = 0
        for k in range(5):
            if i >> k & 1:
                ones += 1
                t[_r.TOP + i] = 1 << k
        t[_r.BITS + i] = ones
    for s in range(4):
        for i in range(10):
            # Court cards in order, then the ace, then the number cards.
            k = i if i < 4 else 4 if i == (9 if s < 2 else 4) else 5
            t[_r.VALUE + 10 * s + i] = VALUE_SUIT[k]
            t[_r.KEEP + 10 * s + i] = KEEP_SUIT[k]
        t[_r.MKEEP + s] = MASTER_SUIT
        t[_r.LEAD + s] = LEAD_SUIT
    _copy(t, _r.VALUE + 40, VALUE_TRUMPS)
    _copy(t, _r.KEEP + 40, KEEP_TRUMPS)
    t[_r.MKEEP + 4] = MASTER_TRUMP
    t[_r.LEAD + 4] = LEAD_TRUMP
    _copy(t, _r.RUFF, RUFF)
    _copy(t, _r.RUFFV, RUFF_VOID)
    _copy(t, _r.HIGH, HIGH)
    _copy(t, _r.THIGH, TRUMP_HIGH)
    _copy(t, _r.PART, PARTNER)
    t[_r.PARTV] = PARTNER_VOID
    t[_r.LWORTH] = LEAD_WORTH
    t[_r.LLOW] = LEAD_LOW
    t[_r.LSHORT] = LEAD_SINGLE
    t[_r.LPV] = LEAD_PARTNER_VOID


def _copy(t, place, data):
    for value in data:
        t[place] = value
        place += 1
