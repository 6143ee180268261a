# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The simulated hardware: clock, pins, buses, timers, and what is wired to them.

The firmware's ``machine`` reaches it through ``simlink`` (``request`` and ``post``), in the same
process or from MicroPython over a pipe. Virtual time is an int of nanoseconds. Headless it moves
only within requests: by sleeps, SPI transfers and the small cost of reading pins and clocks.
With ``realtime`` each request first waits for, or catches up with, the real clock.
"""

import threading
import time

from sim.bulk import backwards, every, put, translate

_SYNC = 0
_SLEEP = 1
_PIN_INIT = 2
_PIN_SET = 3
_IRQ = 4
_SPI_INIT = 5
_SPI_WRITE = 6
_SPI_READ = 7
_PWM = 8
_ADC = 9
_TIMER = 10
_FREQ = 11
_RESET = 12
_WDT = 13
_LIGHTSLEEP = 14
_EPOCH = 15
_CAUSE = 16

_US = 1000
_MS = 1_000_000
_MASK = (1 << 30) - 1
_NEVER = 1 << 80

_IN, _OUT, _OPEN_DRAIN, _ALT = range(4)

# 2026-01-01: a headless run always begins then.
_EPOCH_START = 1_767_225_600

# A script begins when the first picture has stood for this long, and at the latest this long after
# the first picture, or this long after power-on when there is none.
_FIRST_QUIET = 200 * _MS
_FIRST_LATEST = 3000 * _MS
_NO_PICTURE = 15_000 * _MS

# How long a sleep lasts at least while a script lets days pass.
_LONG_NAP = 500_000 * _MS


class PowerOff(BaseException):
    """The power is cut: raised out of the firmware's next call to the hardware."""


class Restart(BaseException):
    """The board resets; ``cause`` is what ``machine.reset_cause`` will say."""

    def __init__(self, cause):
        super().__init__()
        self.cause = cause


class Host:
    """The hardware of one handheld.

    ``handheld``: a sim.handhelds.Handheld. ``steps``: a parsed key script, or None for none.
    ``end``: whether the power goes off after the script's last step. ``on_shot(path)`` is called
    for its shots, ``on_end()`` after its last step, ``on_change()`` whenever virtual time has
    moved.
    """

    def __init__(self, handheld, steps=None, end=True, realtime=False):
        self.handheld = handheld
        #: Voltage of the battery, in mV; None: as the handheld's analogue inputs have it.
        self.battery = None
        self.panel = handheld.panel()
        places = handheld.chip.places
        self._wired = {name: places[gpio] for name, gpio in handheld.pins.items()}
        self._places = {button.name: places[button.gpio] for button in handheld.buttons}
        # lines that a resistor on the board holds at a level
        self._tied = {places[b.gpio]: 1 - b.active for b in handheld.buttons if b.tied}
        self.realtime = realtime
        self.lock = threading.RLock()
        self.on_shot = None
        self.on_end = None
        self.on_change = None
        self.warnings = []
        self.now = 0
        self._steps = list(steps) if steps is not None else None
        self._end = end
        self._step = 0
        self._step_due = None
        self._step_since = 0
        self._down = None
        self._started = False
        self.finished = False
        self._off = False
        self._wake = threading.Condition(self.lock)
        self._real_start = None
        self._pressed = {}
        self._taps = []
        self._last_draw = 0
        self._cause = 1
        self._power_on()

    def _power_on(self):
        self._mode = [_IN] * 30
        self._pull = [self.handheld.chip.pull] * 30
        self._out = [0] * 30
        self._level = [0] * 30
        self._triggers = {}
        self._falls = 0
        self._rises = 0
        self._timers = {}
        self._due_timers = 0
        self._spi = {}
        self._duty = {}
        self._clocks = list(self.handheld.chip.clocks)
        self._watchdog = None
        self._timeout = 0
        for pin in range(30):
            self._settle_pin(pin, False)

    # What the outside (window, script) does and sees.

    def press(self, button, down):
        """Press or release ``button`` (a Button) now."""
        with self._wake:
            # each change is kept, so that a quick press during a long computation is seen
            self._taps.append((self._places[button.name], button.active if down else None))
            self._wake.notify_all()

    def power_off(self):
        """Cut the power: the firmware's next call raises PowerOff."""
        with self._wake:
            self._off = True
            self._wake.notify_all()

    def is_off(self):
        """Whether the power has been cut."""
        return self._off

    def size(self):
        """Width and height of the picture as the player holds the handheld."""
        w, h = self.panel.width, self.panel.height
        return (h, w) if self.handheld.turn % 180 else (w, h)

    def picture(self):
        """The panel as the player sees it at this moment: RGB bytes, row by row."""
        with self.lock:
            rgb = self.panel.pixels(self.now)
            light = self.light()
            width, height = self.panel.width, self.panel.height
        rgb = turned(rgb, width, height, self.handheld.turn)
        if light < 65535:
            # an eye sees about the square root of the light
            factor = (light / 65535) ** 0.5
            rgb = translate(rgb, bytes(round(v * factor) for v in range(256)))
        return rgb

    def light(self):
        """The backlight, 0..65535; full where there is none."""
        pin = self._wired.get("backlight")
        if pin is None:
            return 65535
        if pin in self._duty:
            return self._duty[pin]
        return 65535 if self._level[pin] and self._mode[pin] != _IN else 0

    def stamp(self):
        """A value that differs whenever ``picture`` may differ."""
        return self.panel.stamp(self.now), self.light()

    def drawn_at(self):
        """Until when (ns) the panel was last written to or busy."""
        return max(self._last_draw, self.panel.busy_until)

    def written_at(self):
        """When (ns) the last transfer to the panel ends or ended."""
        return self._last_draw

    def warn(self, sentence):
        """Note ``sentence`` about the wiring unless noted before."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)

    # What the firmware asks for.

    def post(self, op, a, b):
        """An operation that takes no time: pins, interrupts, PWM, stopping a timer."""
        with self.lock:
            if op == _PIN_SET:
                self._set(a, b)
            elif op == _PIN_INIT:
                self._init_pin(a & 0xFF, a >> 8 & 15, a >> 12 & 3, b)
            elif op == _IRQ:
                self._triggers[a] = b
                if not b:
                    self._falls &= ~(1 << a)
                    self._rises &= ~(1 << a)
            elif op == _PWM:
                self._duty[a] = b
            elif op == _TIMER:
                self._timers.pop(a, None)
                self._due_timers &= ~(1 << a)
            else:
                raise ValueError("unknown operation %d" % op)

    def request(self, state, op, a, b, lag, data=None):
        """Carry out ``op`` after ``lag`` microseconds and put the answer into ``state``.

        Raises PowerOff or Restart.
        """
        with self._wake:
            if self._off:
                raise PowerOff
            if self.realtime:
                self._catch_up()
            result = 0
            if lag:
                self._advance(self.now + lag * _US, False)
            if op == _SLEEP:
                self._advance(self._awake_at(self.now + a * _US), True)
            elif op == _SPI_WRITE:
                self._transfer(a, data)
            elif op == _SPI_READ:
                self._transfer(a, bytes(b))
            elif op == _SPI_INIT:
                bus = a & 0xFF
                baud = self.handheld.chip.baud(self._clocks[1], b)
                self._spi[bus] = (a >> 8 & 0xFF, a >> 16 & 0xFF, a >> 24 & 3, baud)
                result = baud
            elif op == _LIGHTSLEEP:
                self._advance(self.now + a * _US if a >= 0 else _NEVER, True)
            elif op == _ADC:
                volts = self._volts(a)
                result = min(int(volts / 3.3 * 65535), 65535)
            elif op == _TIMER:
                self._timers[a] = [self.now + abs(b) * _US, b * _US if b > 0 else 0]
            elif op == _FREQ:
                if a:
                    # given alone the system clock leaves the peripherals alone (the RP2040's go
                    # to the USB clock, where they begin)
                    self._clocks = [a, b or self.handheld.chip.clocks[1]]
                result = self._clocks[0]
            elif op == _EPOCH:
                result = (
                    int(time.time()) if self.realtime else _EPOCH_START + self.now // 1_000_000_000
                )
            elif op == _CAUSE:
                result = self._cause
            elif op == _WDT:
                if a:
                    self._timeout = a * _MS
                self._watchdog = self.now + self._timeout
            elif op == _RESET:
                if a == 2:
                    self._off = True
                    raise PowerOff
                self._reboot(5 if a == 1 else 1)
            elif op != _SYNC:
                raise ValueError("unknown operation %d" % op)
            self._answer(state, result)

    def _answer(self, state, result):
        self._settle_inputs()
        us = self.now // _US
        levels = 0
        for pin, level in enumerate(self._level):
            levels |= level << pin
        state[0] = us & _MASK
        state[1] = us // 1000 & _MASK
        state[2] = us % 1000
        state[3] = levels
        state[4] |= self._falls
        state[5] |= self._rises
        state[6] |= self._due_timers
        state[7] = result
        self._falls = self._rises = self._due_timers = 0

    def _reboot(self, cause):
        self._cause = cause
        self._power_on()
        raise Restart(cause)

    # Time.

    def _catch_up(self):
        """Move the virtual clock up to the real one: computing takes time as well."""
        if self._real_start is None:
            self._real_start = time.monotonic_ns() - self.now
        behind = time.monotonic_ns() - self._real_start
        if behind > self.now:
            self._advance(behind, False)

    def _advance(self, target, wakeable):
        """Let virtual time reach ``target``, or stop at an interrupt if ``wakeable``."""
        while True:
            while self._taps:
                place, level = self._taps.pop(0)
                self._pressed[place] = level
                self._settle_pin(place)
            if wakeable and (self._falls or self._rises or self._due_timers):
                return
            if self._off:
                raise PowerOff
            due, what = self._next()
            until = min(due, target)
            if self.realtime and until > self.now:
                wait = until - (time.monotonic_ns() - self._real_start)
                if wait > 0:
                    # A press or the power switch ends the wait early. While e-ink is at work its
                    # picture changes in steps of the clock.
                    most = 15 * _MS if self.panel.busy(self.now) else 100 * _MS
                    self._wake.wait(min(wait, most) / 1_000_000_000)
                    real = time.monotonic_ns() - self._real_start
                    self.now = max(self.now, min(real, until))
                    continue
            if until > self.now:
                self.now = until
                if self.on_change:
                    self.on_change()
            if due > target:
                self._settle_inputs()
                return
            what()

    def _next(self):
        """When and what happens next by itself."""
        due, what = _NEVER, None
        for slot, timer in self._timers.items():
            if timer[0] < due:
                due, what = timer[0], lambda slot=slot: self._timer(slot)
        if self._watchdog is not None and self._watchdog < due:
            due, what = self._watchdog, self._bite
        busy = self.panel.busy_until
        if self.now < busy < due:
            due, what = busy, self._settle_inputs
        if self._steps is not None and not self.finished:
            at = max(self._script_due(), self.now)
            if at < due:
                due, what = at, self._script_step
        return due, what

    def _timer(self, slot):
        timer = self._timers[slot]
        self._due_timers |= 1 << slot
        if timer[1]:
            timer[0] += timer[1]
        else:
            del self._timers[slot]

    def _bite(self):
        self._reboot(3)

    # The key script.

    def _script_due(self):
        drawn = self.drawn_at()
        if not self._started:
            shown = self.panel.shown_at
            if shown is None:
                return _NO_PICTURE
            return min(max(drawn, shown) + _FIRST_QUIET, shown + _FIRST_LATEST)
        if self._step_due is not None:
            return self._step_due
        if self._step >= len(self._steps):
            return self.now
        kind, *rest = self._steps[self._step]
        if kind in ("wait", "days"):
            return self._step_since + rest[0] * _MS
        if kind == "idle":
            return max(drawn, self._step_since) + rest[0] * _MS
        return self._step_since

    def _awake_at(self, wake):
        # When a sleep until ``wake`` ends: later while days pass, but not later than these.
        if self._started and not self.finished and self._step < len(self._steps):
            if self._steps[self._step][0] == "days":
                return max(wake, min(self.now + _LONG_NAP, self._script_due()))
        return wake

    def _script_step(self):
        if not self._started:
            self._started = True
            self._step_since = self.now
            return
        if self._step >= len(self._steps):
            self.finished = True
            if self.on_end:
                self.on_end()
            if self._end:
                self._off = True
                raise PowerOff
            return
        kind, *rest = self._steps[self._step]
        if kind == "press":
            button, down = rest
            if self._down is None:
                self._down = 1
                self._step_due = self.now + down * _MS
                self._pressed[self._places[button.name]] = button.active
                self._settle_pin(self._places[button.name])
                return
            if self._down == 1:
                self._down = 2
                self._step_due = self.now + 60 * _MS
                self._pressed[self._places[button.name]] = None
                self._settle_pin(self._places[button.name])
                return
            self._down = None
            self._step_due = None
        elif kind == "shot" and self.on_shot:
            self.on_shot(rest[0])
        self._step += 1
        self._step_since = self.now

    # Pins.

    def _init_pin(self, pin, mode, pull, level):
        if mode != 15:
            self._mode[pin] = mode
        self._pull[pin] = pull
        if level >= 0:
            self._out[pin] = level
        elif mode == _OPEN_DRAIN:
            self._out[pin] = 1
        self._duty.pop(pin, None)
        self._settle_pin(pin)

    def _set(self, pin, level):
        self._out[pin] = level
        self._settle_pin(pin)

    def _volts(self, channel):
        handheld = self.handheld
        if channel in handheld.switched:
            place = handheld.chip.places[handheld.switched[channel]]
            if not (self._mode[place] == _OUT and self._level[place]):
                return 0.0
        if self.battery is not None and handheld.battery and handheld.battery[0] == channel:
            return self.battery / 1000 / handheld.battery[1]
        return handheld.adc.get(channel, 0.0)

    def _driven(self, pin):
        """Level that something outside the chip gives ``pin``, or None."""
        pressed = self._pressed.get(pin)
        if pressed is not None:
            return pressed
        pins = self._wired
        if pin == pins.get("busy"):
            level = self.handheld.busy_level
            return level if self.panel.busy(self.now) else 1 - level
        if pin == pins.get("te"):
            return self.panel.te(self.now)
        return None

    def _settle_pin(self, pin, interrupts=True):
        mode = self._mode[pin]
        if mode == _OUT or mode == _OPEN_DRAIN and not self._out[pin]:
            level = self._out[pin]
        else:
            level = self._driven(pin)
            if level is None:
                level = self._tied.get(pin)
            if level is None:
                pull = self._pull[pin]
                # a floating pin keeps its charge
                level = 1 if pull == 1 else 0 if pull == 2 else self._level[pin]
        before = self._level[pin]
        if level == before:
            return
        self._level[pin] = level
        if pin == self._wired.get("reset"):
            self.panel.reset_line(level, self.now)
        if interrupts:
            trigger = self._triggers.get(pin, 0)
            if level and trigger & 8:
                self._rises |= 1 << pin
            elif not level and trigger & 4:
                self._falls |= 1 << pin

    def _settle_inputs(self):
        pins = self._wired
        for name in ("busy", "te"):
            if name in pins:
                self._settle_pin(pins[name])

    # The bus.

    def _transfer(self, bus, data):
        sck, mosi, mode, baud = self._spi.get(bus, (0, 0, 0, 1_000_000))
        pins = self._wired
        end = self.now + len(data) * 8_000_000_000 // baud
        if (sck, mosi) == (pins["sck"], pins["mosi"]):
            if self._to_panel(data, mode):
                self._last_draw = end
        else:
            self.warn(
                "SPI%d on GPIO %s and %s isn't wired to the panel (it is on GPIO %s and %s)."
                % (
                    (bus, self.handheld.chip.gpio(sck), self.handheld.chip.gpio(mosi))
                    + self._bus_gpios()
                )
            )
        self._advance(end, False)

    def _bus_gpios(self):
        return self.handheld.pins["sck"], self.handheld.pins["mosi"]

    def _to_panel(self, data, mode):
        pins = self._wired
        if "power" in pins and not (self._mode[pins["power"]] and self._level[pins["power"]]):
            self.warn(
                "GPIO %s isn't driven high: on battery the panel has no power."
                % self.handheld.pins["power"]
            )
        cs = pins["cs"]
        if self._mode[cs] == _IN or self._level[cs]:
            self.warn(
                "Data on the panel's bus while its chip select (GPIO %s) is high."
                % self.handheld.pins["cs"]
            )
            return False
        if mode in (1, 2):
            # sampled on the wrong edge: every bit arrives one place late
            self.warn("The panel needs SPI mode 0 or 3 (polarity and phase equal).")
            bits = int.from_bytes(data, "big") >> 1
            data = bits.to_bytes(len(data), "big")
        dc = pins["dc"]
        level = self._level[dc] if self._mode[dc] != _IN else 0
        self.panel.spi(level, data, self.now)
        return True


def turned(rgb, width, height, degrees):
    """The RGB picture turned clockwise by a multiple of 90 degrees."""
    degrees %= 360
    if degrees == 0:
        return rgb
    if degrees == 180:
        out = bytearray(len(rgb))
        for colour in range(3):
            put(out, colour, 3, backwards(every(rgb, colour, len(rgb), 3)))
        return bytes(out)
    out = bytearray(len(rgb))
    for colour in range(3):
        plane = every(rgb, colour, len(rgb), 3)
        rows = []
        for x in range(width):
            column = every(plane, x, len(plane), width)
            rows.append(backwards(column) if degrees == 90 else column)
        if degrees == 270:
            rows.reverse()
        put(out, colour, 3, b"".join(rows))
    return bytes(out)
