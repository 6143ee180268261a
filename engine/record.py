# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A game is its record: game, options, deal code and the list of choices.

Everything else (hands, tricks, captures, scores, whose turn it is) follows by replaying it, so a
record serves as saved game, shared deal, bug report and test case at once. Its byte form has at
most 128 bytes; ``engine.notation`` writes it as a line of text.
"""

from engine.errors import RecordError, TavolinoError

try:
    from micropython import const
except ImportError:
    from engine.mp import const

GAMES = ("tarocco", "cicera")
LEVELS = ("easy", "medium", "strong")
# Points at which a match ends; 0 is a single deal (RULES: 800 in Tarocco, 21 or 11 in Cicera).
TARGETS = (0, 800, 21, 11)
MATCH_TARGETS = {"tarocco": (800,), "cicera": (21, 11)}
MAX_BYTES = const(128)

_MAGIC = const(0xA7)
_VERSION = const(1)
# Places of the byte form: the game, five bytes of the code, the levels after it, the choices.
_GAME = const(2)
_CODE = const(3)
_LEVELS = const(8)
_HEADER = const(18)
_DRAWN = const(15)  # the dealer is drawn by the deal code
_MAX_SCORE = const(16000)
_MAX_NUMBER = const(255)
_DISCARDING = const(0)  # the phase of a game in which the dealer discards
_BROKEN = "The saved game is damaged and can't be read."


def module(game):
    """Return the rules module of ``game`` ("tarocco" or "cicera"), imported when first needed."""
    if game == "tarocco":
        from engine.tarocco import game as rules
    elif game == "cicera":
        from engine.cicera import game as rules
    else:
        raise RecordError(
            "There is no game called '" + str(game) + "'; the games are "
            + " and ".join(GAMES) + "."
        )
    return rules


def game_of(data):
    """Return the name of the game whose record begins in ``data`` (bytes-like).

    Only the first bytes are looked at, so that no rules are loaded. Raises RecordError for what
    is no record, with ``newer`` set if it is one of a newer version.
    """
    if len(data) <= _GAME or data[0] != _MAGIC:
        raise RecordError(_BROKEN)
    if data[1] > _VERSION:
        error = RecordError(
            "The saved game was made by a newer version of Tavolino. Please update."
        )
        error.newer = True
        raise error
    if data[1] != _VERSION or data[_GAME] >= len(GAMES):
        raise RecordError(_BROKEN)
    return GAMES[data[_GAME]]


class Record:
    """One deal: ``game``, options, deal ``code`` and ``moves`` (the packed choices, bytearray).

    Options: ``level`` and ``partner`` (index into LEVELS) of the opponents and the partner;
    ``target`` (points that end the match, 0 for a single deal), ``number`` of the deal in its
    match from 0, ``scores`` of both teams before this deal, ``dealer`` (0..3, or None: drawn by
    the deal code), ``taken_back``: how many decisions were taken back, ``turned``: 1 if each seat
    has the cards of the one to its right, so that the teams change cards. Raises CodeError for a
    mistyped code, RecordError for impossible options.
    """

    def __init__(self, game, code, level=1, partner=1, target=0, number=0, scores=(0, 0),
                 dealer=None, taken_back=0, turned=0):
        if game not in GAMES:
            module(game)
        if not (0 <= level < len(LEVELS) and 0 <= partner < len(LEVELS)):
            raise RecordError("A level is one of " + ", ".join(LEVELS) + ".")
        if target and target not in MATCH_TARGETS[game]:
            raise RecordError(
                "A match of " + game + " is played to "
                + " or ".join([str(t) for t in MATCH_TARGETS[game]]) + " points."
            )
        for score in scores:
            if not 0 <= score <= _MAX_SCORE:
                raise RecordError("A score of " + str(score) + " is not possible.")
        if not 0 <= number <= _MAX_NUMBER:
            raise RecordError("The number of a deal in its match is 0 to 255.")
        if dealer is not None and not 0 <= dealer <= 3:
            raise RecordError("The dealer is a seat from 0 to 3.")
        self.game = game
        from engine import dealcode

        self.code = dealcode.clean(code)
        self._symbols = dealcode.symbols(self.code)
        self.level = level
        self.partner = partner
        self.target = target
        self.number = number
        self.scores = tuple(scores)
        self.dealer = dealer
        self.taken_back = taken_back
        self.turned = turned
        self.moves = bytearray()

    def new(self):
        """Return the game just dealt, before any choice."""
        from engine import dealcode

        rules = module(self.game)
        rng = dealcode.prng(self.code, GAMES.index(self.game) + 1)
        dealt = rules.deal(rng, self.dealer)
        if self.turned:
            hands = dealt[1]
            dealt = ((dealt[0] - 1) & 3, hands[1:] + hands[:1]) + dealt[2:]
        return rules.Game(*dealt)

    def replay(self, limit=None):
        """Return the game after all recorded choices, or after the first ``limit`` of them.

        Raises RecordError if a recorded choice is against the rules.
        """
        rules = module(self.game)
        game = self.new()
        position = 0
        done = 0
        try:
            while position < len(self.moves) and (limit is None or done < limit):
                choice, position = rules.unpack_choice(game, self.moves, position)
                game.do(choice)
                done += 1
        except (TavolinoError, IndexError) as error:
            raise RecordError(
                "The record breaks off at choice " + str(done + 1) + ": " + str(error)
            )
        return game

    def add(self, game, choice):
        """Carry ``choice`` out in ``game`` and record it; return what ``game.do`` returns.

        Raises RuleError if the choice is illegal; then neither game nor record has changed.
        """
        game.check(choice)
        packed = module(self.game).pack_choice(game, choice)
        result = game.do(choice)
        self.moves.extend(packed)
        return result

    # -- what follows a deal ---------------------------------------------------------------------

    def next_deal(self, totals):
        """Return the record of the match's next deal, or None if the match (or deal) is over.

        ``totals`` are both teams' totals of this deal. A match ends when a team has reached the
        target and is ahead (RULES, "Match play"); the deal passes to the right.
        """
        scores = self.scores_after(totals)
        if not self.target or (max(scores) >= self.target and scores[0] != scores[1]):
            return None
        from engine import dealcode

        return Record(
            self.game, dealcode.following(self.code), self.level, self.partner, self.target,
            min(self.number + 1, _MAX_NUMBER), scores, self._next_dealer(),
        )

    def other_deal(self, code):
        """Return the record of a single deal ``code`` whose dealer is the next one to the right.

        Game and players are those of this record.
        """
        return Record(self.game, code, self.level, self.partner, dealer=self._next_dealer())

    def _next_dealer(self):
        return (self.new().table.dealer + 1) & 3

    def scores_after(self, totals):
        """Return both teams' scores in the match after a deal that brought them ``totals``."""
        return (self.scores[0] + totals[0], self.scores[1] + totals[1])

    def again(self, turned=False):
        """Return the record of the same deal before any choice.

        With ``turned`` each team gets the cards that the other team has in this record.
        """
        return Record(
            self.game, self.code, self.level, self.partner, self.target, self.number, self.scores,
            self.dealer, 0, self.turned ^ 1 if turned else self.turned,
        )

    def key(self):
        """Return six bytes that tell this deal from others: its code and its game.

        They are the same whichever team has which cards, whoever plays and whatever is chosen.
        """
        return self.to_bytes()[_CODE:_LEVELS] + bytes((GAMES.index(self.game),))

    def shown_code(self):
        """Return the deal code as people read it: ``K7M2-9QXS``."""
        return self.code[:4] + "-" + self.code[4:]

    # -- taking back ----------------------------------------------------------------------------

    def can_take_back(self, game, seat=0):
        """Return whether ``seat`` has made a choice in ``game``, the game of this record."""
        table = game.table
        if seat in bytes(table.who):
            return True
        return self.game == "tarocco" and bool(
            table.said[seat] or (table.dealer == seat and game.discards)
        )

    def before_decision(self, seat=0):
        """Return the record as it was before the last decision of ``seat``, None without one.

        Both discards of Tarocco are one decision. ``taken_back`` of the new record is one more.
        """
        rules = module(self.game)
        game = self.new()
        position = 0
        last = -1
        discarding = False
        while position < len(self.moves):
            own = game.turn == seat
            first = position
            again = discarding
            discarding = self.game == "tarocco" and game.phase == _DISCARDING
            choice, position = rules.unpack_choice(game, self.moves, position)
            game.do(choice)
            if own and not (again and discarding):
                last = first
        if last < 0:
            return None
        record = self.again()
        record.taken_back = min(_MAX_NUMBER, self.taken_back + 1)
        record.moves.extend(self.moves[:last])
        return record

    # -- bytes ----------------------------------------------------------------------------------

    def to_bytes(self):
        """Return the byte form: at most 128 bytes, mid-deal or at the end."""
        s = self._symbols
        dealer = _DRAWN if self.dealer is None else self.dealer
        return bytes((
            _MAGIC, _VERSION, GAMES.index(self.game),
            s[0] | (s[1] & 7) << 5, s[1] >> 3 | s[2] << 2 | (s[3] & 1) << 7,
            s[3] >> 1 | (s[4] & 15) << 4, s[4] >> 4 | s[5] << 1 | (s[6] & 3) << 6,
            s[6] >> 2 | s[7] << 3,
            self.level | self.turned << 3 | self.partner << 4,
            dealer | TARGETS.index(self.target) << 4, self.number,
            self.scores[0] & 255, self.scores[0] >> 8, self.scores[1] & 255, self.scores[1] >> 8,
            min(self.taken_back, _MAX_NUMBER), len(self.moves), 0,
        )) + self.moves

    @classmethod
    def from_bytes(cls, data):
        """Return the record in ``data`` (bytes-like); it has been replayed, so it is legal.

        Raises RecordError with a sentence for anything else: damaged, cut off, of a newer version.
        """
        return cls.opened(data)[0]

    @classmethod
    def opened(cls, data):
        """Return ``(record, game)``: the record in ``data`` and its game after all choices.

        Raises RecordError as ``from_bytes`` does.
        """
        game_of(data)
        if (len(data) < _HEADER or len(data) != _HEADER + data[16] or data[17]
                or data[9] >> 4 >= len(TARGETS)):
            raise RecordError(_BROKEN)
        s = bytes((
            data[3] & 31, data[3] >> 5 | (data[4] & 3) << 3, data[4] >> 2 & 31,
            data[4] >> 7 | (data[5] & 15) << 1, data[5] >> 4 | (data[6] & 1) << 4,
            data[6] >> 1 & 31, data[6] >> 6 | (data[7] & 7) << 2, data[7] >> 3,
        ))
        from engine import dealcode

        code = dealcode.from_symbols(s)
        if dealcode.symbols(code) != s:
            raise RecordError(_BROKEN)
        dealer = data[9] & 15
        record = cls(
            GAMES[data[2]], code, data[8] & 7, data[8] >> 4, TARGETS[data[9] >> 4], data[10],
            (data[11] | data[12] << 8, data[13] | data[14] << 8),
            None if dealer == _DRAWN else dealer, data[15], data[8] >> 3 & 1,
        )
        record.moves.extend(data[_HEADER:])
        return record, record.replay()
