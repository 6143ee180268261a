# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""E-ink glass, driven by any controller: what each pixel sees of a waveform, and what follows.

The glass is modelled as charged particles that approach the surface they are drawn to: under full
voltage the distance left shrinks by the factor e in 70 ms, so that 150 ms leave 12 % of grey,
230 ms 4 %, 400 ms nothing visible. From this follow the flashing of a full waveform, the falling
contrast of short ones, and ghosting. Pixels held at ground while others are driven pale slowly
(the time constant is the model's choice: 50 refreshes of 0.4 s cost 4 %). The charge that each
pixel has seen is added up.
"""

from array import array
from math import exp

from sim.bulk import put, translate
from sim.panels.base import Panel

_MS = 1_000_000
_TAU = 70.0  # ms
_PALE_TAU = 500_000.0  # ms

#: Classes of pixels: two bits, the old and the new colour with 1 = white; and pixels left out.
BB, BW, WB, WW, STILL = range(5)
_NAMES = ("black to black", "black to white", "white to black", "white to white")


class EInk(Panel):
    """A controller with its glass of black and white particles; the subclasses are controllers."""

    #: Commands that belong to the panel but change nothing here: voltages, borders and the like.
    KNOWN = frozenset()

    def __init__(self, width, height):
        super().__init__(width, height)
        size = width * height
        # lightness of each pixel, 0 black .. 4095 white; its charge in ms of full voltage
        self._light = array("H", [4095] * size)
        self._charge = array("i", [0] * size)
        self._run = None
        self._asleep = False
        #: Waveform times of the refreshes so far, in ms.
        self.refreshes = []

    def _heard(self, code, now):
        """Whether a command reaches the controller, which it doesn't asleep or while BUSY."""
        self._settle(now)
        if self._asleep:
            self.warn(
                "%s: command 0x%02X in deep sleep is lost; only a reset wakes the panel."
                % (self.name, code)
            )
        elif now < self.busy_until:
            self.warn("%s: command 0x%02X while BUSY is lost." % (self.name, code))
        else:
            return True
        return False

    def _interrupted(self, now):
        """A reset: what becomes of a refresh under way."""
        if self._run:
            self._settle(now)
        if self._run:
            self.warn("%s: reset in the middle of a refresh leaves the glass charged." % self.name)
            self._finish(now)

    def _drive(self, start, classes, drives, step):
        """Begin to drive the glass at ``start``; returns for how many nanoseconds.

        ``classes``: the class of each pixel. ``drives``: for BB, BW, WB and WW what such a pixel
        sees, a list of (voltage towards black in units of the full one, nanoseconds). The picture
        changes in steps of ``step`` nanoseconds.
        """
        drives = drives + [[]]
        time = max(sum(ns for _, ns in d) for d in drives)
        charges = [sum(v * ns for v, ns in d) / _MS for d in drives]
        keys = [light | kind << 12 for light, kind in zip(self._light, classes)]
        # Pixels of the same lightness and class stay alike: there are few kinds of them, and with
        # at most 256 a picture is one table look-up of their numbers.
        kinds = sorted(set(keys))
        numbers = None
        if len(kinds) <= 256:
            number = {key: i for i, key in enumerate(kinds)}
            numbers = bytes([number[key] for key in keys])
        self._judge(charges, kinds)
        self._run = {
            "start": start,
            "end": start + time,
            "step": step,
            "drives": drives,
            "classes": classes,
            "keys": keys,
            "kinds": kinds,
            "numbers": numbers,
            "charges": charges,
        }
        self.refreshes.append(time // _MS)
        if self.shown_at is None:
            self.shown_at = start + time
        self.version += 1
        return time

    def _judge(self, charges, kinds):
        """Warn of what polarises the glass: waveforms, and a wrong idea of what it shows."""
        for kind in (WW, BB):
            if round(charges[kind]):
                self.warn(
                    "%s: the waveform for %s isn't neutral (%+d ms): it polarises the glass."
                    % (self.name, _NAMES[kind], round(charges[kind]))
                )
        if round(charges[WB] + charges[BW]):
            self.warn(
                "%s: the waveforms for white to black (%+d ms) and black to white (%+d ms) "
                "don't cancel: they polarise the glass."
                % (self.name, round(charges[WB]), round(charges[BW]))
            )
        if not self.refreshes:
            return  # nobody can know what the glass shows after power-on
        for key in kinds:
            kind = key >> 12
            if kind != STILL and round(charges[kind]) and (key & 4095 >= 2048) != bool(kind & 2):
                self.warn(
                    "%s: the old image isn't what the glass shows: pixels are driven twice the "
                    "same way, which polarises them." % self.name
                )
                break

    def _lights(self, now):
        """Lightness of all pixels at ``now`` in the running refresh, by key."""
        run = self._run
        done = max(now - run["start"], 0) // run["step"] * run["step"]
        if now >= run["end"]:
            done = run["end"] - run["start"]
        out = {}
        for key in run["kinds"]:
            light = (key & 4095) / 4095
            left = done
            for volts, ns in run["drives"][key >> 12]:
                if left <= 0:
                    break
                ms = min(ns, left) / _MS
                left -= ns
                if volts:
                    target = 0.0 if volts > 0 else 1.0
                    light = target + (light - target) * exp(-ms * abs(volts) / _TAU)
                else:
                    light = 0.5 + (light - 0.5) * exp(-ms / _PALE_TAU)
            out[key] = round(light * 4095)
        return out

    def _finish(self, now):
        run = self._run
        lights = self._lights(now)
        self._light = array("H", [lights[key] for key in run["keys"]])
        charges = run["charges"]
        if now < run["end"]:
            # cut off: the charge of the whole waveform would be wrong, so count what was given
            done = max(now - run["start"], 0) // run["step"] * run["step"]
            charges = []
            for pieces in run["drives"]:
                left, total = done, 0
                for volts, ns in pieces:
                    total += volts * min(ns, max(left, 0))
                    left -= ns
                charges.append(total / _MS)
        whole = [round(c) for c in charges]
        if any(whole):
            self._charge = array(
                "i", [c + whole[kind] for c, kind in zip(self._charge, run["classes"])]
            )
        self._run = None
        self.version += 1

    def _settle(self, now):
        if self._run and now >= self._run["end"]:
            self._finish(now)

    def stamp(self, now):
        run = self._run
        if not run:
            return self.version
        return self.version, min(max(now, run["start"]), run["end"]) // run["step"]

    def charge(self, now):
        """Least and greatest net charge of a pixel so far, in ms of full voltage towards black."""
        self._settle(now)
        return min(self._charge), max(self._charge)

    def grey(self, now):
        """Lightness of all pixels, a byte each, 0 black to 255 white."""
        self._settle(now)
        run = self._run
        if run:
            lights = {key: v // 16 for key, v in self._lights(now).items()}
            if run["numbers"]:
                table = bytes(lights[key] for key in run["kinds"])
                return translate(run["numbers"], table + bytes(256 - len(table)))
            return bytes([lights[key] for key in run["keys"]])
        return bytes([v // 16 for v in self._light])

    def pixels(self, now):
        grey = self.grey(now)
        out = bytearray(3 * len(grey))
        for colour in range(3):
            put(out, colour, 3, grey)
        return bytes(out)


# Pairs of bytes, old and new, to the classes of their eight pixels.
_eights = {}


def classes_of(old, new):
    """The classes of the pixels of two runs of bytes, eight a byte, a set bit white."""
    out = bytearray()
    eights = _eights
    for pair in zip(old, new):
        eight = eights.get(pair)
        if eight is None:
            a, b = pair
            bits = range(7, -1, -1)
            eight = eights[pair] = bytes((a >> i & 1) << 1 | (b >> i & 1) for i in bits)
        out += eight
    return out
