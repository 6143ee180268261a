# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Key scripts: ``up``, ``3*A``, ``wait:500``, ``days:7``, ``hold:A:800``, ``20*(A idle)``,
``shot:FILE.png``.

``parse`` turns the text into a list of steps:

- ``("press", button, down_ms)``: press, hold for ``down_ms``, release, leave released for 60 ms;
- ``("wait", ms)``: let virtual time pass;
- ``("days", ms)``: the same for days, in which the firmware sleeps for minutes where it asks for
  milliseconds, so that they pass in seconds;
- ``("idle", ms)``: wait until the panel has neither been written to nor been busy for ``ms``;
- ``("shot", path)``: save the panel's pixels of that moment.
"""

#: How long a press and the pause after it last, in ms of virtual time.
PRESS = 60
#: How long nothing must be drawn for ``idle``: longer than the app's pauses between plays.
IDLE = 1500

_LONGEST = 24 * 3600 * 1000
_DAYS = 366
_MOST = 100_000


class ScriptError(ValueError):
    """The script can't be understood; ``args[0]`` is a sentence saying why."""


def parse(text, handheld):
    """Steps of the script ``text`` for the buttons of ``handheld``; ScriptError if it is wrong."""
    tokens = _tokens(text)
    steps, rest = _group(tokens, 0, handheld, False)
    if rest < len(tokens):
        raise ScriptError("In the key script a ) has no ( before it.")
    return steps


def _tokens(text):
    # Brackets, words, "3*" and a * alone. (MicroPython's re, on the web page, finds one at a
    # time.)
    tokens = []
    at = 0
    while at < len(text):
        end = at + 1
        if text[at].isspace():
            at = end
            continue
        if text[at] not in "()*":
            while end < len(text) and not text[end].isspace() and text[end] not in "()*":
                end += 1
            star = end
            while star < len(text) and text[star].isspace():
                star += 1
            if text[at:end].isdigit() and text[star : star + 1] == "*":
                end = star + 1
        tokens.append(text[at:end])
        at = end
    return tokens


def _group(tokens, at, handheld, inside):
    steps = []
    while at < len(tokens):
        token = tokens[at]
        if token == ")":
            if inside:
                return steps, at + 1
            return steps, at
        times = 1
        if token[-1] == "*":
            if token == "*":
                raise ScriptError("In the key script a * needs a number before it, as in 3*A.")
            times = int(token[:-1])
            at += 1
            if at == len(tokens) or tokens[at] == ")" or tokens[at][-1] == "*":
                raise ScriptError(
                    "In the key script %s must be followed by a button or a group, as in "
                    "3*A or 3*(A wait:500)." % token.replace(" ", "")
                )
            token = tokens[at]
        if token == "(":
            part, at = _group(tokens, at + 1, handheld, True)
        else:
            part = [_step(token, handheld)]
            at += 1
        if len(steps) + times * len(part) > _MOST:
            raise ScriptError("The key script has more than %d steps." % _MOST)
        steps += part * times
    if inside:
        raise ScriptError("In the key script a ( isn't closed by a ).")
    return steps, at


def _time(text, token):
    if not text.isdigit() or int(text) > _LONGEST:
        raise ScriptError(
            "In the key script %s needs a whole number of milliseconds, at most %d."
            % (token, _LONGEST)
        )
    return int(text)


def _button(name, token, handheld):
    button = handheld.button(name)
    if button is None and name in ("wait", "hold", "shot"):
        raise ScriptError(
            "In the key script %s lacks what belongs to it, as in %s."
            % (token, {"wait": "wait:500", "hold": "hold:A:800", "shot": "shot:FILE.png"}[name])
        )
    if button is None:
        raise ScriptError(
            "In the key script %s is no button of the %s: it has %s."
            % (name or token, handheld.title, " ".join(b.name for b in handheld.buttons))
        )
    return button


def _step(token, handheld):
    word, colon, rest = token.partition(":")
    kind = word.lower()
    if kind == "wait" and colon:
        return ("wait", _time(rest, token))
    if kind == "days" and colon:
        if not rest.isdigit() or int(rest) > _DAYS:
            raise ScriptError(
                "In the key script %s needs a whole number of days, at most %d." % (token, _DAYS)
            )
        return ("days", int(rest) * _LONGEST)
    if kind == "idle":
        return ("idle", _time(rest, token) if colon else IDLE)
    if kind == "hold" and colon:
        name, _, time = rest.partition(":")
        return ("press", _button(name, token, handheld), _time(time, token))
    if kind == "shot" and colon and rest:
        return ("shot", rest)
    if colon:
        raise ScriptError(
            "In the key script %s isn't understood: there are wait:MS, days:N, idle, "
            "idle:MS, hold:BUTTON:MS and shot:FILE.png." % token
        )
    return ("press", _button(token, token, handheld), PRESS)
