# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A deal of Tarocco Bolognese: what is public, the whole game, and what one seat knows of it.

``Table`` is everything public and holds no hidden card; ``Game`` adds the hands; ``View`` is a
table plus one seat's own cards, all that a player is given.

A choice is an int: in the DISCARD phase a card, twice; in the DECLARE phase SILENT or DECLARE; in
the PLAY phase a card. The phases DECLARE and PLAY alternate during the first trick.

Rule keys of the RuleErrors, each with its sentence in ``engine.tarocco.validation``. By
``Game.check`` and ``Game.do``: ``over`` ``no_choice`` ``not_held`` ``discard_first``
``discard_king`` ``discard_tarocco`` ``declare_first`` ``declare_late`` ``follow_suit``
``follow_trump`` ``must_trump``. By the events of a Table, when everything public says that they
can't have happened: ``over`` ``no_choice`` ``discard_first`` ``declare_first`` ``declare_late``
``follow_suit`` ``follow_trump`` ``must_trump`` ``not_turn`` ``played_before`` ``shown_by_other``
``shown_wrong`` ``shown_held`` ``not_declared`` ``void_before``.
"""

from engine.errors import RecordError
from engine.tarocco import cards as _cards
from engine.tarocco import rules as _rules

try:
    from micropython import const
except ImportError:
    from engine.mp import const

DISCARD_PHASE = const(0)
DECLARE_PHASE = const(1)
PLAY_PHASE = const(2)
OVER = const(3)
SILENT = const(64)
DECLARE = const(65)
NOBODY = const(255)

_PACK = const(62)
_MAT = const(61)
_TRICKS = const(15)
_TRUMP = const(4)
_MATTO = const(5)
_HELD = const(15)
_DEALT = const(17)


class Table:
    """All that everybody at the table can see.

    It is driven by its events ``on_discard``, ``on_declare`` and ``on_play``, by a Game or by
    anybody who knows no hands; an event that can't have happened raises RuleError and changes
    nothing.
    """

    def __init__(self, dealer):
        #: seat that dealt; seat to act (255 when over); DISCARD_PHASE, DECLARE_PHASE, PLAY_PHASE
        #: or OVER
        self.dealer = dealer
        self.turn = dealer
        self.phase = DISCARD_PHASE
        #: cards left in each hand
        self.counts = bytearray((_HELD, _HELD, _HELD, _HELD))
        self.counts[dealer] = _DEALT
        #: all cards played, in order, and the seat of each
        self.log = bytearray()
        self.who = bytearray()
        #: cards of the trick going on, in order of play, and the seat that leads or led it
        self.trick = bytearray()
        self.lead = (dealer + 1) & 3
        #: number of the trick, 0..14 (14 still when over), and the winning seat of each (255: not
        #: yet)
        self.trick_no = 0
        self.winners = bytearray(b"\xff" * _TRICKS)
        #: by team: tricks won, and card points captured so far **in halves** (a king is 9),
        #: without discards, last trick and settlement; the Matto counts for the team that played
        #: it
        self.tricks = bytearray(2)
        self.halves = [0, 0]
        #: by seat: 0 nothing said yet, 1 silent, 2 declared; the cards shown; what they score
        self.said = bytearray(4)
        self.shown = [b"", b"", b"", b""]
        self.declared = [0, 0, 0, 0]
        #: bit s of a seat is set when its play has shown that it has no card of suit s (4: trumps)
        self.void = bytearray(4)

    def copy(self):
        """Return an independent copy."""
        new = Table(self.dealer)
        new.turn = self.turn
        new.phase = self.phase
        new.counts[:] = self.counts
        new.log = bytearray(self.log)
        new.who = bytearray(self.who)
        new.trick = bytearray(self.trick)
        new.lead = self.lead
        new.trick_no = self.trick_no
        new.winners[:] = self.winners
        new.tricks[:] = self.tricks
        new.halves = list(self.halves)
        new.said[:] = self.said
        new.shown = list(self.shown)
        new.declared = list(self.declared)
        new.void[:] = self.void
        return new

    def best(self):
        """Return the seat that is winning the trick going on, or 255."""
        place = _rules.trick_winner(self.trick)
        return NOBODY if place == NOBODY else (self.lead + place) & 3

    def team_halves(self, team):
        """Return the points of ``team`` so far in halves: cards captured and declarations."""
        return self.halves[team] + 2 * (self.declared[team] + self.declared[team + 2])

    def captors(self, owner):
        """Fill ``owner`` (bytearray of 62) with the team that has captured each card, else 255.

        Only what is public: the cards of finished tricks, the Matto for the team that played it.
        """
        from engine.tarocco import count as counting

        counting.captors(self, owner)

    # -- events, checked ------------------------------------------------------------------------

    def on_discard(self, seat):
        """Seat ``seat`` discards one of its two cards, face down."""
        from engine.tarocco import validation

        validation.discard(self, seat)
        self._discard()

    def on_declare(self, seat, shown):
        """Seat ``seat`` declares, with the cards it shows (bytes), or is silent (None)."""
        from engine.tarocco import validation

        validation.declare(self, seat, shown)
        self._declare(seat, None if shown is None else bytes(sorted(shown)))

    def on_play(self, seat, card):
        """Seat ``seat`` plays ``card``; return 0, or 1 + the winning seat if that ended a trick.
        """
        from engine.tarocco import validation

        validation.play(self, seat, card)
        return self._play(seat, card)

    # -- events, known to be right --------------------------------------------------------------

    def _discard(self):
        self.counts[self.dealer] -= 1
        if self.counts[self.dealer] == _HELD:
            self.phase = DECLARE_PHASE
            self.turn = self.lead

    def _declare(self, seat, shown):
        if shown is None:
            self.said[seat] = 1
        else:
            self.said[seat] = 2
            from engine.tarocco import count as counting

            self.shown[seat] = shown
            self.declared[seat] = counting.points(shown)
        self.phase = PLAY_PHASE

    def _play(self, seat, card):
        trick = self.trick
        suit = _cards.SUIT[card]
        if suit != _MATTO and trick:
            wanted = _rules.led(trick)
            # Whoever doesn't follow has shown the suit; whoever doesn't trump either, the trumps.
            if wanted != NOBODY and suit != wanted:
                self.void[seat] |= 1 << wanted
                if suit != _TRUMP:
                    self.void[seat] |= 1 << _TRUMP
        self.log.append(card)
        self.who.append(seat)
        self.counts[seat] -= 1
        trick.append(card)
        if len(trick) < 4:
            seat = (seat + 1) & 3
            self.turn = seat
            if not self.said[seat]:
                self.phase = DECLARE_PHASE
            return 0
        winner = (self.lead + _rules.trick_winner(trick)) & 3
        team = winner & 1
        number = self.trick_no
        self.winners[number] = winner
        self.tricks[team] += 1
        place = bytes(trick).find(b"\x3d")
        if place >= 0:
            # The Matto stays with the team that played it.
            self.halves[(self.lead + place) & 1] += _cards.HALVES[_MAT]
        self.halves[team] += _cards.trick_halves(trick)
        self.trick = bytearray()
        self.lead = winner
        if number == _TRICKS - 1:
            self.phase = OVER
            self.turn = NOBODY
        else:
            self.trick_no = number + 1
            self.turn = winner
        return 1 + winner


class Game:
    """A deal with all its hands.

    ``dealer`` is a seat 0..3, ``hands`` four bytes-likes or lists of cards: 17 for the dealer, 15
    for the others, all 62 cards once. Raises TavolinoError for an impossible deal. ``hands`` are
    bytearrays in pack order, ``discards`` the dealer's discards so far, ``table`` the Table.
    """

    def __init__(self, dealer, hands):
        seen = bytearray(_PACK)
        right = isinstance(dealer, int) and 0 <= dealer <= 3 and len(hands) == 4
        self.hands = []
        for seat in range(4 if right else 0):
            hand = hands[seat]
            right = right and len(hand) == (_DEALT if seat == dealer else _HELD)
            for card in hand:
                if isinstance(card, int) and 0 <= card < _PACK:
                    seen[card] = 1
                else:
                    right = False
            if right:
                self.hands.append(bytearray(sorted(hand)))
        # 62 cards in hands of the right sizes, so each is there once if each is there at all.
        if not right or sum(seen) != _PACK:
            from engine.tarocco import validation

            validation.deal(dealer, hands)
        self.discards = bytearray()
        self.table = Table(dealer)

    @property
    def phase(self):
        """The phase: DISCARD_PHASE, DECLARE_PHASE, PLAY_PHASE or OVER."""
        return self.table.phase

    @property
    def turn(self):
        """The seat to act, 255 when the deal is over."""
        return self.table.turn

    def legal(self):
        """Return the choices of the seat in turn, as bytes; cards in pack order."""
        table = self.table
        if table.phase == OVER:
            return b""
        return _legal(table, self.hands[table.turn])

    def check(self, choice):
        """Raise RuleError if ``choice`` is not allowed now; nothing is changed."""
        table = self.table
        rule = self._breach(choice)
        if rule:
            from engine.tarocco import validation

            validation.choice(rule, choice, _rules.led(table.trick))

    def _breach(self, choice):
        # The key of the rule that ``choice`` breaks, "" if it is legal.
        table = self.table
        phase = table.phase
        if phase == OVER:
            return "over"
        if (not isinstance(choice, int) or choice < 0 or _PACK <= choice < SILENT
                or choice > DECLARE):
            return "no_choice"
        if choice >= SILENT:
            if phase == DECLARE_PHASE:
                return ""
            return "declare_late" if phase == PLAY_PHASE else "discard_first"
        if phase == DECLARE_PHASE:
            return "declare_first"
        hand = self.hands[table.turn]
        if choice not in bytes(hand):
            return "not_held"
        if phase == DISCARD_PHASE:
            if _cards.VALUES[choice] < 5:
                return ""
            return "discard_king" if choice < _cards.ANG else "discard_tarocco"
        if choice == _MAT:
            return ""
        wanted = _rules.duty(hand, table.trick)
        if wanted == NOBODY or _cards.SUIT[choice] == wanted:
            return ""
        if wanted != _rules.led(table.trick):
            return "must_trump"
        return "follow_trump" if wanted == _TRUMP else "follow_suit"

    def do(self, choice):
        """Carry out ``choice`` of the seat in turn.

        Returns 0, or 1 + the winning seat when the choice ended a trick. Raises RuleError, with
        nothing changed, if it is not allowed.
        """
        self.check(choice)
        table = self.table
        seat = table.turn
        hand = self.hands[seat]
        if choice >= SILENT:
            from engine.tarocco import count as counting

            table._declare(seat, counting.shown(hand) if choice == DECLARE else None)
            return 0
        place = 0
        while hand[place] != choice:
            place += 1
        hand[place:place + 1] = b""
        if table.phase == PLAY_PHASE:
            return table._play(seat, choice)
        self.discards.append(choice)
        table._discard()
        return 0

    def view(self, seat):
        """Return what ``seat`` knows."""
        own = seat == self.table.dealer
        return View(self.table, seat, self.hands[seat], self.discards if own else b"")

    def dealt(self, seat):
        """Return the cards dealt to ``seat`` (15, or 17 for the dealer), as bytes in pack order.
        """
        table = self.table
        cards = bytearray(self.hands[seat])
        for i in range(len(table.log)):
            if table.who[i] == seat:
                cards.append(table.log[i])
        if seat == table.dealer:
            cards.extend(self.discards)
        return bytes(sorted(cards))

    def settled(self):
        """Return ``(owner, given)`` after the last trick.

        ``owner`` is a bytearray of 62 with the team each card counts for in the end, ``given`` the
        card given in exchange for the Matto, or 255. Raises TavolinoError before the end.
        """
        from engine.tarocco import count as counting

        return counting.settled(self)

    def totals(self):
        """Return both teams' totals, ``(team 0, team 1)``, without the breakdown."""
        from engine.tarocco import count as counting

        return counting.totals(self)

    def count(self):
        """Return the full breakdown as a dict in the shape of the deals of the test vectors.

        ``dealer``, ``discards``, ``trick_winners`` (bytes of 15 seats), ``declared`` (by seat,
        None or as ``engine.tarocco.count.combinations`` with details), ``matto`` (``seat``,
        ``trick``, ``trick_winner``, ``kind``, ``given``, ``discards_moved``, ``final_team``),
        ``teams`` (two: ``tricks``, ``captured``, ``card_points``, ``last_trick``,
        ``declarations``, ``combinations`` with details, ``total``), ``winner``. Cards are ints and
        bytes in pack order, none is None. Raises TavolinoError before the end.
        """
        from engine.tarocco import count as counting

        return counting.count(self)


class View:
    """What one seat knows: the public ``table``, its own ``hand`` and, for the dealer,
    ``discards``.

    ``hand`` and ``discards`` are bytes in pack order, copied; ``table`` is the live public table.
    A view can also be made without a Game.
    """

    def __init__(self, table, seat, hand, discards=b""):
        self.table = table
        self.seat = seat
        self.hand = bytes(sorted(hand))
        self.discards = bytes(sorted(discards))

    def legal(self):
        """Return the choices this seat has if it is in turn, as bytes in pack order, else none."""
        if self.table.turn != self.seat:
            return b""
        return _legal(self.table, self.hand)

    def unseen(self):
        """Return the cards that are neither in this hand nor played nor discarded by this seat.

        Bytes in pack order; cards shown by others and still held are among them.
        """
        flags = bytearray(_PACK)
        for cards in (self.hand, self.discards, self.table.log):
            for card in cards:
                flags[card] = 1
        return bytes([card for card in range(_PACK) if not flags[card]])


def _legal(table, hand):
    if table.phase == DECLARE_PHASE:
        return bytes((SILENT, DECLARE))
    if table.phase == PLAY_PHASE:
        return _rules.legal(hand, table.trick)
    return bytes([card for card in hand if _cards.VALUES[card] != 5])


def deal(rng, dealer=None):
    """Return ``(dealer, hands)`` of a random deal; ``rng`` is an ``engine.prng.Prng``.

    The dealer is drawn unless given; the hands are four bytes in pack order, 17 cards for the
    dealer.
    """
    drawn = rng.below(4)
    if dealer is None:
        dealer = drawn
    pack = bytearray(range(_PACK))
    rng.shuffle(pack)
    hands = []
    place = 0
    for seat in range(4):
        number = _DEALT if seat == dealer else _HELD
        hands.append(bytes(sorted(pack[place:place + number])))
        place += number
    return dealer, hands


def pack_choice(game, choice):
    """Return the byte form of ``choice`` (one byte: the choice itself)."""
    return bytes((choice,))


def unpack_choice(game, data, position):
    """Return the choice in ``data`` at ``position`` and the position after it.

    Raises RecordError if there is none.
    """
    if position >= len(data):
        raise RecordError("The record ends in the middle of a choice.")
    return data[position], position + 1


def choice_text(choice):
    """Return a choice as one word: ``"Rs"``, ``"silent"`` or ``"declare"``."""
    if choice == SILENT:
        return "silent"
    if choice == DECLARE:
        return "declare"
    return _cards.code(choice)


def parse_choice(text):
    """Return the choice written as ``text``; raises CardError for anything else."""
    if text == "silent":
        return SILENT
    if text == "declare":
        return DECLARE
    return _cards.parse(text)
