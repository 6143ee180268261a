# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A game is its record: game, options, deal code and the list of choices.

Everything else (hands, tricks, captures, scores, whose turn it is) follows by replaying it, so a
record serves as saved game, shared deal, bug report and test case at once. It has a text form of
one line that a person can read and a byte form of at most 128 bytes.
"""

from engine import dealcode
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
_HEADER = const(18)
_DRAWN = const(15)  # the dealer is drawn by the deal code
_MAX_SCORE = const(16000)
_BROKEN = "The saved game is damaged and can't be read."


def module(game):
    """Return the rules module of ``game`` ("tarocco" or "cicera"), imported when first needed."""
    if game == "tarocco":
        from engine.tarocco import game as rules
    elif game == "cicera":
        from engine.cicera import game as rules
    else:
        raise RecordError(
            "There is no game called '" + str(game) + "'; the games are " + " and ".join(GAMES) + "."
        )
    return rules


class Record:
    """One deal: ``game``, options, deal ``code`` and ``moves`` (the packed choices, bytearray).

    Options: ``level`` and ``partner`` (index into LEVELS) of the opponents and the partner;
    ``target`` (points that end the match, 0 for a single deal), ``number`` of the deal in its
    match from 0, ``scores`` of both teams before this deal, ``dealer`` (0..3, or None: drawn by
    the deal code), ``taken_back``: how many decisions were taken back, ``turned``: 1 if each seat has
    the cards of the one to its right, so that the teams change cards. Raises CodeError for a
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
        if not 0 <= number <= 255:
            raise RecordError("The number of a deal in its match is 0 to 255.")
        if dealer is not None and not 0 <= dealer <= 3:
            raise RecordError("The dealer is a seat from 0 to 3.")
        self.game = game
        self.code = dealcode.clean(code)
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

    def next_deal(self, totals):
        """Return the record of the match's next deal, or None if the match (or deal) is over.

        ``totals`` are both teams' totals of this deal. A match ends when a team has reached the
        target and is ahead (RULES, "Match play"); the deal passes to the right.
        """
        scores = self.after(totals)
        if not self.target or (max(scores) >= self.target and scores[0] != scores[1]):
            return None
        return Record(
            self.game, dealcode.following(self.code), self.level, self.partner, self.target,
            min(self.number + 1, 255), scores, (self.new().table.dealer + 1) & 3,
        )

    def after(self, totals):
        """Return both teams' scores in the match after a deal that brought them ``totals``."""
        return (self.scores[0] + totals[0], self.scores[1] + totals[1])

    # -- bytes ----------------------------------------------------------------------------------

    def to_bytes(self):
        """Return the byte form: at most 128 bytes, mid-deal or at the end."""
        s = dealcode.symbols(self.code)
        dealer = _DRAWN if self.dealer is None else self.dealer
        return bytes((
            _MAGIC, _VERSION, GAMES.index(self.game),
            s[0] | (s[1] & 7) << 5, s[1] >> 3 | s[2] << 2 | (s[3] & 1) << 7,
            s[3] >> 1 | (s[4] & 15) << 4, s[4] >> 4 | s[5] << 1 | (s[6] & 3) << 6,
            s[6] >> 2 | s[7] << 3,
            self.level | self.turned << 3 | self.partner << 4, dealer | TARGETS.index(self.target) << 4, self.number,
            self.scores[0] & 255, self.scores[0] >> 8, self.scores[1] & 255, self.scores[1] >> 8,
            min(self.taken_back, 255), len(self.moves), 0,
        )) + self.moves

    @classmethod
    def from_bytes(cls, data):
        """Return the record in ``data`` (bytes-like); it has been replayed, so it is legal.

        Raises RecordError with a sentence for anything else: damaged, cut off, of a newer version.
        """
        if len(data) < 2 or data[0] != _MAGIC:
            raise RecordError(_BROKEN)
        if data[1] > _VERSION:
            error = RecordError(
                "The saved game was made by a newer version of Tavolino. Please update."
            )
            error.newer = True
            raise error
        if (data[1] != _VERSION or len(data) < _HEADER or len(data) != _HEADER + data[16]
                or data[17] or data[2] >= len(GAMES) or data[9] >> 4 >= len(TARGETS)):
            raise RecordError(_BROKEN)
        s = bytes((
            data[3] & 31, data[3] >> 5 | (data[4] & 3) << 3, data[4] >> 2 & 31,
            data[4] >> 7 | (data[5] & 15) << 1, data[5] >> 4 | (data[6] & 1) << 4,
            data[6] >> 1 & 31, data[6] >> 6 | (data[7] & 7) << 2, data[7] >> 3,
        ))
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
        record.replay()
        return record

    # -- text -----------------------------------------------------------------------------------

    def to_text(self):
        """Return the text form, one line: game, deal code, options, a colon, the choices.

        ``tarocco K7M2-9QXD level=strong match=800 deal=2 score=312-240 : 6b 7c silent Rs ...``
        """
        rules = module(self.game)
        words = [self.game, dealcode.show(self.code), "level=" + LEVELS[self.level],
                 "partner=" + LEVELS[self.partner]]
        if self.target:
            words.append("match=" + str(self.target))
            words.append("deal=" + str(self.number + 1))
            words.append("score=%d-%d" % self.scores)
        if self.dealer is not None:
            words.append("dealer=" + str(self.dealer))
        if self.taken_back:
            words.append("back=" + str(self.taken_back))
        if self.turned:
            words.append("turned=1")
        words.append(":")
        game = self.new()
        position = 0
        while position < len(self.moves):
            choice, position = rules.unpack_choice(game, self.moves, position)
            words.append(rules.choice_text(choice))
            game.do(choice)
        return " ".join(words)

    @classmethod
    def from_text(cls, text):
        """Return the record in ``text``; raises RecordError or CodeError with a sentence."""
        head, colon, tail = text.partition(":")
        words = head.split()
        if not colon or len(words) < 2:
            raise RecordError(
                "A record has the game, the deal code, options, a colon and the choices, "
                "such as 'cicera K7M2-9QXD : 7d=3s+4b Fc'."
            )
        fields = {}
        try:
            for word in words[2:]:
                key, _, value = word.partition("=")
                if key in ("level", "partner"):
                    fields[key] = LEVELS.index(value)
                elif key == "match":
                    fields["target"] = int(value)
                elif key == "deal":
                    fields["number"] = int(value) - 1
                elif key == "score":
                    one, _, other = value.partition("-")
                    fields["scores"] = (int(one), int(other))
                elif key == "dealer":
                    fields["dealer"] = int(value)
                elif key == "turned":
                    fields["turned"] = ("0", "1").index(value)
                elif key == "back":
                    fields["taken_back"] = int(value)
                else:
                    raise ValueError
        except ValueError:
            raise RecordError("The option '" + word + "' of the record is not understood.")
        record = cls(words[0], words[1], **fields)
        rules = module(record.game)
        game = record.new()
        for number, word in enumerate(tail.split()):
            try:
                record.add(game, rules.parse_choice(word))
            except TavolinoError as error:
                raise RecordError(
                    "Choice " + str(number + 1) + " of the record, '" + word + "': " + str(error)
                )
        return record
