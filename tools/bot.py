# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Seats our players for other programs: ``python -m tools.bot --level strong[:PLAYOUTS]``.

Speaks the project's line protocol on standard input and output: one line in, one line out. A
process may know all four hands or only some; a player is given no more than its seat may know.
"""

import argparse
import json
import sys

from engine import record
from engine.errors import TavolinoError
from sim import console
from tools import levels

_QUIT = object()


class Refusal(Exception):
    """A line that can't be understood or followed; the text is the reason."""


def _number(text, name, top):
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= top):
        raise Refusal("%s must be a number from 0 to %d, not '%s'" % (name, top, text[:40]))
    return int(text)


def _seed(fields):
    """Return the number of the ``seed=`` field, 0 if there is none."""
    text = fields.get("seed", "0")
    try:
        return int(text) & 0xFFFFFFFF
    except ValueError:
        raise Refusal("seed must be a whole number, not '%s'" % text[:40]) from None


def _fields(words, required, optional):
    """Return the dict of ``name=value`` words; each of ``required`` must be there."""
    values = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in required + optional:
            raise Refusal("'%s' is not expected here" % word)
        if name in values:
            raise Refusal("%s= is given twice" % name)
        values[name] = value
    for name in required:
        if name not in values:
            raise Refusal("%s= is missing" % name)
    return values


def _cards(parse, text):
    """Return the cards of ``text``, codes with commas, as a list; no card twice."""
    cards = [parse(code) for code in text.split(",")]
    if len(set(cards)) != len(cards):
        raise Refusal("a card is named twice in '%s'" % text)
    return cards


def _hands(parse, text):
    """Return the four hands of a ``hands=`` field, None for those not known."""
    parts = text.split("/")
    if len(parts) != 4:
        raise Refusal("hands= needs four hands with / between them")
    hands = []
    for part in parts:
        if not part.replace(",", "").strip("?"):
            if not part:
                raise Refusal("a hand is empty; write ? for a hand that is not known")
            hands.append(None)
        else:
            hands.append(_cards(parse, part))
    return hands


class Tarocco:
    """A deal of Tarocco of which any of the hands may be unknown."""

    def __init__(self, words):
        from engine.tarocco import cards, count, game, rules

        self.cards, self.count, self.game, self.rules = cards, count, game, rules
        fields = _fields(words, ("dealer", "hands"), ("seed",))
        dealer = _number(fields["dealer"], "dealer", 3)
        hands = _hands(cards.parse, fields["hands"])
        seen = []
        for seat in range(4):
            if hands[seat] is None:
                continue
            due = 17 if seat == dealer else 15
            if len(hands[seat]) != due:
                raise Refusal("seat %d is dealt %d cards, not %d" % (seat, due, len(hands[seat])))
            seen += hands[seat]
        if len(set(seen)) != len(seen):
            raise Refusal("a card is in two hands")
        self.seed = _seed(fields)
        self.table = game.Table(dealer)
        self.hands = [None if hand is None else sorted(hand) for hand in hands]
        # What the dealer laid away, as far as this process has been told.
        self.discards = []

    def turn(self):
        """Return the answer to ``turn``."""
        table = self.table
        if table.phase == self.game.OVER:
            return "over"
        return "%s %d" % (("discard", "declare", "play")[table.phase], table.turn)

    def seat(self):
        """Return the seat in turn, None when the deal is over."""
        return None if self.table.phase == self.game.OVER else self.table.turn

    def view(self, table, hand, discards):
        own = table.turn == table.dealer
        return self.game.View(table, table.turn, bytes(hand), bytes(discards) if own else b"")

    def ask(self, player):
        """Return the decision of the seat in turn in the words of the protocol."""
        table = self.table
        hand = self.hands[table.turn]
        code = self.cards.code
        if table.phase == self.game.DISCARD_PHASE:
            # Two choices; the second one is taken with the first carried out on a copy.
            table = table.copy()
            hand = list(hand)
            away = []
            for _ in range(2):
                away.append(player.choose(self.view(table, hand, away)))
                hand.remove(away[-1])
                if len(away) == 1:
                    table.on_discard(table.turn)
            return "discard " + " ".join(code(card) for card in sorted(away))
        choice = player.choose(self.view(table, hand, self.discards))
        if table.phase == self.game.DECLARE_PHASE:
            if choice == self.game.SILENT:
                return "declare no"
            shown = self.count.shown(bytes(hand))
            return "declare yes" + "".join(" " + code(card) for card in shown)
        return "play " + code(choice)

    def tell(self, seat, words):
        """Carry out the decision ``words`` of ``seat``; raises Refusal or TavolinoError if
        illegal.
        """
        table = self.table
        act = words[0]
        due = self.turn()
        if due != "%s %d" % (act, seat):
            raise Refusal("now it is: %s" % due)
        if act == "discard":
            self._discard(seat, words[1:])
        elif act == "declare":
            self._declare(seat, words[1:])
        else:
            if len(words) != 2:
                raise Refusal("play needs one card")
            card = self.cards.parse(words[1])
            self._check_play(seat, card)
            table.on_play(seat, card)
            if self.hands[seat] is not None:
                self.hands[seat].remove(card)

    def _held_elsewhere(self, seat, card):
        """Refuse ``card`` if another hand that is known, or the discards, have it."""
        if card in self.discards:
            raise Refusal("%s has been discarded" % self.cards.code(card))
        for other in range(4):
            if other != seat and self.hands[other] is not None and card in self.hands[other]:
                raise Refusal("%s is in the hand of seat %d" % (self.cards.code(card), other))

    def _discard(self, seat, codes):
        if len(codes) != 2:
            raise Refusal("discard needs two cards")
        hand = self.hands[seat]
        away = []
        if codes == ["?", "?"]:
            if hand is not None:
                raise Refusal("the hand of seat %d is known, so its discards must be named" % seat)
        else:
            away = [self.cards.parse(code) for code in codes]
            if away[0] == away[1]:
                raise Refusal("two different cards have to be discarded")
            for card in away:
                if self.cards.VALUES[card] == 5:
                    raise Refusal("%s may not be discarded" % self.cards.code(card))
                if hand is not None and card not in hand:
                    raise Refusal("seat %d doesn't hold %s" % (seat, self.cards.code(card)))
                self._held_elsewhere(seat, card)
        self.table.on_discard(seat)
        self.table.on_discard(seat)
        self.discards = sorted(away)
        if hand is not None:
            for card in away:
                hand.remove(card)

    def _declare(self, seat, words):
        if words == ["no"]:
            self.table.on_declare(seat, None)
            return
        if words[:1] != ["yes"]:
            raise Refusal("declare needs yes and the cards shown, or no")
        shown = sorted(self.cards.parse(code) for code in words[1:])
        hand = self.hands[seat]
        if len(set(shown)) != len(shown):
            raise Refusal("a card is named twice")
        if hand is not None and shown != list(self.count.shown(bytes(hand))):
            raise Refusal("these are not the cards of all combinations in that hand")
        for card in shown:
            self._held_elsewhere(seat, card)
        self.table.on_declare(seat, bytes(shown))

    def _check_play(self, seat, card):
        hand = self.hands[seat]
        name = self.cards.code(card)
        if hand is not None and card not in hand:
            raise Refusal("seat %d doesn't hold %s" % (seat, name))
        self._held_elsewhere(seat, card)
        if hand is None:
            # What it has shown is known to be there, and has to be followed with.
            played = bytes(self.table.log)
            hand = [shown for shown in self.table.shown[seat] if shown not in played]
            if len(hand) == self.table.counts[seat] and card not in hand:
                raise Refusal("seat %d doesn't hold %s" % (seat, name))
            wanted = self.rules.duty(bytes(hand), bytes(self.table.trick))
            if wanted == self.cards.TRUMP and self.cards.suit(card) == self.rules.led(
                self.table.trick
            ):
                wanted = self.game.NOBODY
        else:
            wanted = self.rules.duty(bytes(hand), bytes(self.table.trick))
        free = card == self.cards.MAT or wanted == self.game.NOBODY
        if not free and self.cards.suit(card) != wanted:
            raise Refusal(
                "seat %d may not play %s now: suit or trumps must be followed" % (seat, name)
            )

    def score(self):
        """Return the breakdown of the finished deal as a dict for JSON."""
        table = self.table
        hands = [[], [], [], []]
        for i in range(len(table.log)):
            hands[table.who[i]].append(table.log[i])
        # All the other cards have been played, so the two left are the discards.
        away = [card for card in range(62) if card not in bytes(table.log)]
        hands[table.dealer] += away
        game = self.game.Game(table.dealer, hands)
        for card in away:
            game.do(card)
        for i in range(len(table.log)):
            if game.phase == self.game.DECLARE_PHASE:
                declared = table.said[game.turn] == 2
                game.do(self.game.DECLARE if declared else self.game.SILENT)
            game.do(table.log[i])
        return _plain(game.count(), self.cards.code)


class Cicera:
    """A deal of Cicera of which any of the hands may be unknown."""

    def __init__(self, words):
        from engine.cicera import cards, game

        self.cards, self.game = cards, game
        fields = _fields(words, ("dealer", "hands", "table"), ("seed",))
        dealer = _number(fields["dealer"], "dealer", 3)
        hands = _hands(cards.parse, fields["hands"])
        lying = _cards(cards.parse, fields["table"])
        seen = list(lying)
        for seat in range(4):
            if hands[seat] is None:
                continue
            if len(hands[seat]) != 12:
                raise Refusal("seat %d is dealt 12 cards, not %d" % (seat, len(hands[seat])))
            seen += hands[seat]
        if len(set(seen)) != len(seen):
            raise Refusal("a card is in two places")
        self.seed = _seed(fields)
        self.table = game.Table(dealer, bytes(lying))
        self.hands = [None if hand is None else sorted(hand) for hand in hands]

    def turn(self):
        """Return the answer to ``turn``."""
        return "over" if self.seat() is None else "play %d" % self.table.turn

    def seat(self):
        """Return the seat in turn, None when the deal is over."""
        return None if self.table.phase == self.game.OVER else self.table.turn

    def ask(self, player):
        """Return the decision of the seat in turn in the words of the protocol."""
        turn = self.table.turn
        choice = player.choose(self.game.View(self.table, turn, bytes(self.hands[turn])))
        code = self.cards.code
        if len(choice) == 1:
            return "play %s lay" % code(choice[0])
        return "play %s take %s" % (code(choice[0]), ",".join(code(card) for card in choice[1:]))

    def tell(self, seat, words):
        """Carry out the decision ``words`` of ``seat``; raises Refusal or TavolinoError if
        illegal.
        """
        due = self.turn()
        if due != "%s %d" % (words[0], seat):
            raise Refusal("now it is: %s" % due)
        if len(words) < 3 or (words[2:] != ["lay"] and (words[2] != "take" or len(words) != 4)):
            raise Refusal("play needs a card, and lay or take with the cards captured")
        card = self.cards.parse(words[1])
        take = _cards(self.cards.parse, words[3]) if words[2] == "take" else []
        name = self.cards.code(card)
        for other in range(4):
            hand = self.hands[other]
            if hand is not None and (card in hand) != (other == seat):
                if other == seat:
                    raise Refusal("seat %d doesn't hold %s" % (seat, name))
                raise Refusal("%s is in the hand of seat %d" % (name, other))
        self.table.on_play(seat, card, bytes(sorted(take)))
        if self.hands[seat] is not None:
            self.hands[seat].remove(card)

    def score(self):
        """Return the breakdown of the finished deal as a dict for JSON."""
        return _plain(self.game.count(self.table), self.cards.code)


def _plain(value, code):
    """Return ``value`` with bytes as card codes and all else as JSON knows it."""
    if isinstance(value, dict):
        return {name: _plain(part, code) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part, code) for part in value]
    if isinstance(value, (bytes, bytearray)):
        return " ".join(code(card) for card in value)
    return value


class Bot:
    """Answers the lines of the protocol; ``level`` is used for seats that ``player`` doesn't
    name.
    """

    def __init__(self, level):
        self._levels = [level] * 4
        self._players = {}
        self._deal = None
        self._name = None

    def answer(self, line):
        """Return the answer to ``line``, None if it is to end. Never raises for any text."""
        words = line.split()
        try:
            if not words:
                raise Refusal("the line is empty")
            command = getattr(self, "_on_" + words[0], None) if words[0].isalpha() else None
            if command is None:
                raise Refusal("'%s' is not a command" % words[0][:40])
            answer = command(words[1:])
        except (Refusal, TavolinoError) as error:
            return "error " + " ".join(str(error).split())
        return None if answer is _QUIT else answer

    def _on_new(self, words):
        if not words or words[0] not in record.GAMES:
            raise Refusal("new needs a game: " + " or ".join(record.GAMES))
        deal = Tarocco(words[1:]) if words[0] == "tarocco" else Cicera(words[1:])
        self._name = words[0]
        self._deal = deal
        self._players = {}
        return "ok"

    def _on_player(self, words):
        if len(words) != 2:
            raise Refusal("player needs a seat and a level")
        seat = _number(words[0], "the seat", 3)
        levels.parse(words[1])
        self._levels[seat] = words[1]
        return "ok"

    def _on_ask(self, words):
        deal = self._going_on()
        if len(words) > 1:
            raise Refusal("ask needs one seat or none")
        turn = deal.seat()
        if turn is None:
            raise Refusal("the deal is over")
        if words and _number(words[0], "the seat", 3) != turn:
            raise Refusal("it is the turn of seat %d" % turn)
        if deal.hands[turn] is None:
            raise Refusal("the hand of seat %d is not known" % turn)
        key = (self._name, self._levels[turn])
        if key not in self._players:
            player = levels.player(*key)
            if hasattr(player, "seed"):
                player.seed(deal.seed, 1)
            self._players[key] = player
        return deal.ask(self._players[key])

    def _on_tell(self, words):
        deal = self._going_on()
        if len(words) < 2:
            raise Refusal("tell needs a seat and a decision")
        deal.tell(_number(words[0], "the seat", 3), words[1:])
        return "ok"

    def _on_turn(self, words):
        if words:
            raise Refusal("turn stands alone")
        return self._going_on().turn()

    def _on_score(self, words):
        if words:
            raise Refusal("score stands alone")
        deal = self._going_on()
        if deal.seat() is not None:
            raise Refusal("the deal is not over")
        result = deal.score()
        result["totals"] = [team["total"] for team in result["teams"]]
        return json.dumps(result)

    def _on_quit(self, words):
        if words:
            raise Refusal("quit stands alone")
        return _QUIT

    def _going_on(self):
        if self._deal is None:
            raise Refusal("there is no deal yet; begin with new")
        return self._deal


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bot",
        description="Plays by the line protocol on standard input and output: new, player, ask, "
        "tell, turn, score, quit.",
    )
    parser.add_argument(
        "--level",
        default="strong",
        help="easy, medium, strong (the default), strong:PLAYOUTS, random",
    )
    options = parser.parse_args(arguments)
    try:
        levels.parse(options.level)
    except TavolinoError as error:
        print("bot: %s" % error, file=sys.stderr)
        return 2
    bot = Bot(options.level)
    try:
        for line in sys.stdin.buffer:
            answer = bot.answer(line.decode("utf-8", "replace"))
            if answer is None:
                break
            print(answer, flush=True)
    except (BrokenPipeError, KeyboardInterrupt):
        # The other program has gone; there is nobody to tell.
        sys.stdout = None
    return 0


if __name__ == "__main__":
    sys.exit(console.run(main))
