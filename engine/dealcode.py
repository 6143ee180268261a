# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Deal codes: eight characters that name a deal and can be read out to a friend.

Seven characters carry 35 bits; the last one checks them. The alphabet has no I, L, O and U, and
what is often written for another character (O for 0, I and L for 1, small letters, blanks and
hyphens) is understood. The check is a sum over the field GF(32) with a different weight for each
place: every single wrong character and every exchange of two characters is found.
"""

from engine.errors import CodeError
from engine.prng import Prng

try:
    from micropython import const
except ImportError:
    from engine.mp import const

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = const(8)
_DATA = const(7)
# Field polynomial x^5 + x^2 + 1, primitive, so that the weights 2^1 .. 2^7 are all different.
_POLYNOMIAL = const(0x25)
_MATCH_STREAM = const(0x4D00)


def _check(symbols):
    total = 0
    # Horner's scheme: multiply by 2 in GF(32) and add, last data symbol first.
    for i in range(_DATA - 1, -1, -1):
        total = (total ^ symbols[i]) << 1
        if total & 32:
            total ^= _POLYNOMIAL
    return total


def _text(symbols):
    return "".join([ALPHABET[s] for s in symbols])


def symbols(code):
    """Return the eight values 0..31 of a clean ``code`` as bytes."""
    return bytes([ALPHABET.index(c) for c in code])


def from_symbols(data):
    """Return the deal code with the seven data values ``data`` (bytes, each 0..31)."""
    data = bytes(data[:_DATA])
    return _text(data + bytes((_check(data),)))


def clean(text):
    """Return the deal code in ``text`` in its plain form: eight capital characters.

    Raises CodeError with a sentence that says what is wrong.
    """
    code = ""
    for c in text.upper():
        # (The dashes are what writing programs and web pages make of a hyphen.)
        if c.isspace() or c in "-_.\u00a0\u00ad\u2010\u2011\u2012\u2013\u2014\u2212\u200b\ufeff":
            continue
        c = {"O": "0", "I": "1", "L": "1"}.get(c, c)
        if c not in ALPHABET:
            if ord(c) < 32 or ord(c) == 127:
                c = "\\x%02x" % ord(c)
            raise CodeError(
                "A deal code has only digits and the letters A to Z without I, L, O and U; "
                "'" + c + "' is not one of them. Please check the code."
            )
        code += c
    if len(code) != LENGTH:
        raise CodeError(
            "A deal code has 8 characters, this one has " + str(len(code)) + ". "
            "Please check the code."
        )
    values = symbols(code)
    if _check(values) != values[_DATA]:
        raise CodeError(
            "The deal code " + show(code) + " is mistyped: its characters don't fit together. "
            "Please check the code."
        )
    return code


def show(code):
    """Return ``code`` as it is shown to people, in two groups: ``K7M2-9QXS``."""
    return code[:4] + "-" + code[4:]


def from_entropy(entropy):
    """Return the deal code made from ``entropy``, at least seven random bytes."""
    return from_symbols(bytes([b & 31 for b in entropy[:_DATA]]))


def prng(code, stream):
    """Return the random generator of the clean deal ``code`` for ``stream`` (0..65535)."""
    s = symbols(code)
    return Prng(
        s[0] | s[1] << 5 | s[2] << 10,
        s[3] | s[4] << 5 | s[5] << 10,
        s[6],
        stream,
    )


def following(code):
    """Return the code of the deal that comes after ``code`` in a match."""
    rng = prng(code, _MATCH_STREAM)
    return from_entropy(bytes([rng.below(32) for _ in range(_DATA)]))
