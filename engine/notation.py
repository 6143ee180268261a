# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Records as a line of text that a person can read and write."""

from engine.errors import RecordError, TavolinoError
from engine.record import LEVELS, Record, module


def to_text(record):
    """Return the text form of a Record, one line: game, deal code, options, a colon, the choices.

    ``tarocco K7M2-9QXS level=strong match=800 deal=2 score=312-240 : 6b 7c silent Rs ...``
    """
    rules = module(record.game)
    words = [record.game, record.shown_code(), "level=" + LEVELS[record.level],
             "partner=" + LEVELS[record.partner]]
    if record.target:
        words.append("match=" + str(record.target))
        words.append("deal=" + str(record.number + 1))
        words.append("score=%d-%d" % record.scores)
    if record.dealer is not None:
        words.append("dealer=" + str(record.dealer))
    if record.taken_back:
        words.append("back=" + str(record.taken_back))
    if record.turned:
        words.append("turned=1")
    words.append(":")
    game = record.new()
    position = 0
    while position < len(record.moves):
        choice, position = rules.unpack_choice(game, record.moves, position)
        words.append(rules.choice_text(choice))
        game.do(choice)
    return " ".join(words)


def from_text(text):
    """Return the Record in ``text``; raises RecordError or CodeError with a sentence."""
    head, colon, tail = text.partition(":")
    words = head.split()
    if not colon or len(words) < 2:
        raise RecordError(
            "A record has the game, the deal code, options, a colon and the choices, "
            "such as 'cicera K7M2-9QXS : 7d=3s+4b Fc'."
        )
    fields = {}  # type: dict
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
    record = Record(words[0], words[1], **fields)
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
