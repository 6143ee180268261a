# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Errors whose text is a sentence that can be shown to the person who caused them."""


class TavolinoError(ValueError):
    """Base class; ``args[0]`` is an English sentence saying what is wrong and what to do.

    ``newer``: what was to be read comes from a newer version of Tavolino.
    """

    newer = False


class CardError(TavolinoError):
    """A text is not the code of a card, or a set of cards is impossible."""


class CodeError(TavolinoError):
    """A deal code is mistyped."""


class RecordError(TavolinoError):
    """A record (text or bytes) can't be read or doesn't follow the rules."""


class RuleError(TavolinoError):
    """A choice is against the rules; the game is unchanged.

    ``rule`` is a short key, such as ``"follow_suit"``, under which the firmware finds the sentence
    in the player's language; ``args[0]`` is the English one.
    """

    def __init__(self, rule, sentence):
        super().__init__(sentence)
        self.rule = rule
