# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A deal of Cicera: what is public, the whole deal, and what one seat knows of it.

Seats are 0 South, 1 East, 2 North, 3 West in playing order, teams ``seat & 1``. A *choice* is
``bytes``: the card played, then the table cards it captures in pack order; a single byte lays the
card on the table. The rules are those of RULES.md, "Cicera".

Rule keys of the RuleErrors raised here, whose sentences are in ``engine.cicera.validation``,
besides those of ``engine.cicera.captures``: ``over`` (the deal is over), ``turn`` (another seat is
to play), ``no_card`` (no card is named, or a number that is none), ``seen`` (the card has been
seen already), ``hand`` (the card is not in the hand).
"""

try:
    from micropython import const
except ImportError:
    from engine.mp import const

from engine.cicera.captures import (
    Captures,
    check_capture,
    count_captures,
    index_of_capture,
    nth_capture,
    partial,
)
from engine.cicera.cards import PACK, code, codes, parse
from engine.cicera.count import count
from engine.errors import RecordError

PLAY = const(2)
OVER = const(3)
NOBODY = const(255)

# flags returned by Game.do and kept for each play
SCUA = const(1)
PICADA = const(2)
SIMILE = const(4)
QUADRIGLIA = const(8)
CAPTURED = const(16)

# Table.where: a team's number, or
ON_TABLE = const(4)
HIDDEN = const(255)


def bonuses(table, card, take, laid):
    """Return the flags SCUA .. QUADRIGLIA, CAPTURED of a capture (0 for ``take`` empty).

    ``table`` holds the table cards before it and ``laid`` the card that the previous player laid
    (NOBODY if it captured, or if this is the first play). RULES.md, "Bonuses".
    """
    n = len(take)
    if not n:
        return 0
    flags = CAPTURED
    if n == len(table):
        flags |= SCUA
    if n == 1 and take[0] == laid:
        flags |= PICADA
    if n >= 3:
        flags |= QUADRIGLIA
    suit = card // 13
    for other in take:
        if other // 13 != suit:
            return flags
    return flags | SIMILE


class Table:
    """All that is public in a deal; nothing hidden is reachable from it.

    dealer, turn: seats (turn is NOBODY, 255, when the deal is over); phase: PLAY or OVER.
    dealt: bytes(4), the cards dealt to the table.
    cards: bytearray, the cards lying, in the order laid.
    counts: bytearray(4), cards left in each hand.
    log, who: bytearrays, the cards played in order and the seat of each.
    took, takes, flags: for play i, ``took[i]`` table cards were captured and earned ``flags[i]``;
        the cards of all captures follow one another in ``takes`` (``take(i)`` finds them).
    piles: two bytearrays, the captured cards by team; swords: bytearray(2), swords among them.
    bonus: bytearray(8), times each bonus was earned, ``bonus[team * 4 + kind]``, kinds as BONUSES.
    last_capture: the team that captured last, or NOBODY.
    laid: the card that the previous player laid, or NOBODY.
    left: bytes, the cards that lay on the table after the last play; they are then in the pile of
        the team that captured last, or, if there is none, belong to nobody.
    where: bytearray(52), where each card is: a team's number, ON_TABLE, or HIDDEN in a hand.
    """

    def __init__(self, dealer, dealt):
        self.where = bytearray(b"\xff" * PACK)
        right = dealer in (0, 1, 2, 3) and len(dealt) == 4
        for card in dealt:
            right = right and 0 <= card < PACK and self.where[card] == HIDDEN
            if right:
                self.where[card] = ON_TABLE
        if not right:
            from engine.cicera import validation

            validation.dealt(dealer, dealt)
        self.dealer = dealer
        self.phase = PLAY
        self.turn = (dealer + 1) & 3
        self.dealt = bytes(dealt)
        self.cards = bytearray(dealt)
        self.counts = bytearray(b"\x0c" * 4)
        self.log = bytearray()
        self.who = bytearray()
        self.took = bytearray()
        self.takes = bytearray()
        self.flags = bytearray()
        self.piles = (bytearray(), bytearray())
        self.swords = bytearray(2)
        self.bonus = bytearray(8)
        self.last_capture = NOBODY
        self.laid = NOBODY
        self.left = b""

    def copy(self):
        """Return an independent copy."""
        new = Table(self.dealer, self.dealt)
        new.where = bytearray(self.where)
        new.phase = self.phase
        new.turn = self.turn
        new.cards = bytearray(self.cards)
        new.counts = bytearray(self.counts)
        new.log = bytearray(self.log)
        new.who = bytearray(self.who)
        new.took = bytearray(self.took)
        new.takes = bytearray(self.takes)
        new.flags = bytearray(self.flags)
        new.piles = (bytearray(self.piles[0]), bytearray(self.piles[1]))
        new.swords = bytearray(self.swords)
        new.bonus = bytearray(self.bonus)
        new.last_capture = self.last_capture
        new.laid = self.laid
        new.left = self.left
        return new

    def take(self, i):
        """Return the cards captured by play ``i`` as bytes; from the end for negative ``i``."""
        if i < 0:
            i += len(self.took)
        start = 0
        for n in self.took[:i]:
            start += n
        return bytes(self.takes[start : start + self.took[i]])

    def last_take(self):
        """Return ``i`` of the last play that captured, -1 if none did."""
        i = len(self.took) - 1
        while i >= 0 and not self.took[i]:
            i -= 1
        return i

    def bonus_points(self, team):
        """Return the bonus points ``team`` has earned so far."""
        b = self.bonus
        t = team * 4
        return b[t] + b[t + 1] + b[t + 2] + b[t + 3]

    def on_play(self, seat, card, take):
        """Play ``card`` for ``seat``: it captures the table cards ``take``, or is laid if empty.

        Returns the flags earned. Raises RuleError, and changes nothing, if that is impossible.
        """
        from engine.cicera import validation

        validation.event(self, seat, card)
        if take:
            check_capture(self.cards, card, take)
        return self._play(seat, card, bytes(sorted(take)))

    def _play(self, seat, card, take):
        flags = bonuses(self.cards, card, take, self.laid)
        self.log.append(card)
        self.who.append(seat)
        self.took.append(len(take))
        self.flags.append(flags)
        self.counts[seat] -= 1
        team = seat & 1
        if flags:
            cards = self.cards
            self.takes.extend(take)
            keep = 0
            for other in cards:
                if other not in take:
                    cards[keep] = other
                    keep += 1
            self.cards = cards[:keep]
            self._win(team, card)
            for other in take:
                self._win(team, other)
            for kind in range(4):
                self.bonus[team * 4 + kind] += flags >> kind & 1
            self.last_capture = team
            self.laid = NOBODY
        else:
            self.cards.append(card)
            self.where[card] = ON_TABLE
            self.laid = card
        if len(self.log) == 48:
            self.phase = OVER
            self.turn = NOBODY
            self.left = bytes(self.cards)
            if self.last_capture != NOBODY:
                for other in self.left:
                    self._win(self.last_capture, other)
                self.cards = bytearray()
        else:
            self.turn = (seat + 1) & 3
        return flags

    def _win(self, team, card):
        self.piles[team].append(card)
        self.where[card] = team
        if card < 13:
            self.swords[team] += 1


class Choices:
    """Iterator over all choices of a hand, one after another, in small fixed memory.

    For each card of the hand in pack order: laying it, then its captures in canonical order.
    """

    def __init__(self, cards, hand):
        self.cards = cards
        self.hand = hand
        self.place = 0
        self.captures = None

    def __iter__(self):
        return self

    def __next__(self):
        if self.captures:
            n = self.captures.step()
            if n:
                return bytes((self.hand[self.place - 1],)) + self.captures.take[:n]
        if self.place == len(self.hand):
            raise StopIteration
        card = self.hand[self.place]
        self.place += 1
        self.captures = Captures(self.cards, card)
        return bytes((card,))


class Game:
    """A whole deal.

    dealer: seat; hands: four hands of 12 cards each; table: the four cards dealt face up (lists or
    bytes of cards). Raises TavolinoError or CardError if they are no deal of the pack.

    Attributes: ``table`` (Table), ``hands`` (list of four bytearrays in pack order).
    """

    def __init__(self, dealer, hands, table):
        self.table = Table(dealer, table)
        seen = bytearray(self.table.where)
        right = len(hands) == 4
        self.hands = []
        for hand in hands:
            right = right and len(hand) == 12
            for card in hand:
                right = right and 0 <= card < PACK and seen[card] == HIDDEN
                if right:
                    seen[card] = ON_TABLE
            self.hands.append(bytearray(sorted(hand)) if right else None)
        if not right:
            from engine.cicera import validation

            validation.hands(table, hands)

    @property
    def phase(self):
        return self.table.phase

    @property
    def turn(self):
        return self.table.turn

    def legal(self):
        """Return a lazy iterator over the choices of the seat in turn, none after the deal."""
        turn = self.table.turn
        return Choices(self.table.cards, b"" if turn == NOBODY else self.hands[turn])

    def check(self, choice):
        """Raise RuleError if the seat in turn may not make this choice; nothing is changed."""
        table = self.table
        card = choice[0] if choice and table.phase != OVER else PACK
        if card >= PACK or self.hands[table.turn].find(bytes((card,))) < 0:
            from engine.cicera import validation

            validation.choice(table, choice)
        if len(choice) > 1:
            check_capture(table.cards, card, choice[1:])

    def do(self, choice):
        """Carry the choice of the seat in turn out; return the flags earned (0 for laying).

        Raises RuleError, and changes nothing, if it is illegal.
        """
        self.check(choice)
        table = self.table
        seat = table.turn
        card = choice[0]
        hand = self.hands[seat]
        i = hand.find(bytes((card,)))
        self.hands[seat] = hand[:i] + hand[i + 1 :]
        return table._play(seat, card, bytes(sorted(choice[1:])))

    def view(self, seat):
        """Return what ``seat`` knows."""
        return View(self.table, seat, bytes(self.hands[seat]))

    def count(self):
        """Return the count of a deal that is over; see ``engine.cicera.count.count``."""
        return count(self.table)


class View:
    """What one seat knows: ``seat``, the public ``table``, and ``hand``, bytes in pack order.

    Raises TavolinoError if the hand can't be the seat's.
    """

    def __init__(self, table, seat, hand):
        right = len(hand) == table.counts[seat]
        self.table = table
        self.seat = seat
        self.hand = bytes(sorted(hand))
        last = -1
        for card in self.hand:
            right = right and card < PACK and card != last and table.where[card] == HIDDEN
            last = card
        if not right:
            from engine.cicera import validation

            validation.hand(table, seat, hand)

    def captures(self, card):
        """Return a lazy iterator over what ``card`` may capture now."""
        return Captures(self.table.cards, card)

    def legal(self):
        """Return a lazy iterator over this seat's choices, as if it were its turn."""
        return Choices(self.table.cards, self.hand)

    def partial(self, card, chosen):
        """Return ``(more, complete)`` as ``captures.partial``, to pick a capture card by card."""
        return partial(self.table.cards, card, chosen)

    def unseen(self):
        """Return, as bytes in pack order, the cards that are in the other three hands."""
        cards = bytearray(PACK)
        n = 0
        where = self.table.where
        for card in range(PACK):
            if where[card] == HIDDEN and card not in self.hand:
                cards[n] = card
                n += 1
        return bytes(cards[:n])


def deal(rng, dealer=None):
    """Return ``(dealer, hands, table)`` drawn with ``rng`` (engine.prng.Prng), for Game.

    In a match the dealer is given; the cards dealt are the same whether it is or not.
    """
    drawn = rng.below(4)
    if dealer is None:
        dealer = drawn
    pack = bytearray(range(PACK))
    rng.shuffle(pack)
    hands = []
    for seat in range(4):
        hands.append(bytes(sorted(pack[seat * 12 : seat * 12 + 12])))
    return dealer, hands, bytes(pack[48:])


def pack_choice(game, choice):
    """Return a legal choice in two bytes, given the game before it.

    Fifteen bits, high byte first: the place of the card in the hand (4) and the canonical number
    of the capture plus 1, or 0 for laying it (11).
    """
    game.check(choice)
    card = choice[0]
    place = game.hands[game.table.turn].find(bytes((card,)))
    n = 0
    if len(choice) > 1:
        n = 1 + index_of_capture(game.table.cards, card, choice[1:])
    n |= place << 11
    return bytes((n >> 8, n & 255))


def unpack_choice(game, data, pos):
    """Return ``(choice, pos after it)`` from two bytes of ``data``; ``game`` is before it.

    Raises RecordError with a sentence if they name no legal choice.
    """
    if len(data) < pos + 2:
        raise RecordError("The record ends in the middle of a play.")
    turn = game.table.turn
    if turn == NOBODY:
        raise RecordError("The record goes on after the last card.")
    n = data[pos] << 8 | data[pos + 1]
    place = n >> 11
    hand = game.hands[turn]
    if place >= len(hand):
        raise RecordError("The record plays a card that the hand doesn't have.")
    card = hand[place]
    n &= 2047
    choice = bytes((card,))
    if n:
        if n > count_captures(game.table.cards, card):
            raise RecordError("The record makes a capture that isn't there.")
        choice += nth_capture(game.table.cards, card, n - 1)
    return choice, pos + 2


def choice_text(choice):
    """Return a choice as one word: ``7d`` lays a card, ``7d=3s+4b`` captures."""
    text = code(choice[0])
    if len(choice) > 1:
        text += "=" + codes(choice[1:]).replace(" ", "+")
    return text


def parse_choice(text):
    """Return the choice written as by ``choice_text``. Raises CardError with a sentence."""
    card, sign, take = text.partition("=")
    played = bytes((parse(card),))
    if not sign:
        return played
    return played + bytes(sorted([parse(name) for name in take.split("+")]))
