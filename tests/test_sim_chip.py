# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The simulated chip and clock, seen from a firmware in CPython and in the real MicroPython."""

import sys
import time

import pytest
from sim_support import FIRMWARE, PYTHONS

from sim.chips import ESP32, RP2040
from sim.simulator import Simulator

pytestmark = pytest.mark.parametrize("python", PYTHONS)


def run(python, function, keys="", board="picosystem", **options):
    """Run a function of sim_firmware/pins_app.py; returns the simulator and the printed lines."""
    sim = Simulator(
        board,
        keys=keys,
        firmware="pins_app:" + function,
        python=python,
        capture=True,
        extra_path=[FIRMWARE],
        **options,
    )
    sim.run()
    return sim, sim.output.splitlines()


def test_clock(python):
    # no panel is ever written to, so the script would end the run after 15 s
    sim, lines = run(python, "clock", keys="14*wait:86400000")
    assert sim.error is None
    assert lines == [
        "sleep_ms 3010",  # and the reading of the clock
        "sleep 251",
        "diff 5 -5",
        "add 3 1073741822",
        "ticks interval overflow",
        "ticks interval overflow",
        "sleep length must be non-negative",
        "time 600",
        "wrapped True True",
        "wrapped True True",
    ]
    assert sim.ended == "returned"


def test_polling_without_sleep_ends(python):
    sim, lines = run(python, "busy_wait", keys="A")
    assert sim.error is None
    # 50 ms at 10 us a look; the button comes 15 s after power-on as nothing was drawn
    assert lines[0] == "turns 4998"
    assert lines[1].startswith("pressed after reads 149")
    assert sim.ended == "returned"


def test_pins(python):
    sim, lines = run(python, "pins")
    assert sim.error is None
    assert lines == [
        "same True True True",
        "invalid pin",
        "invalid pin",
        'unknown named pin "X9"',
        "invalid pin",
        "invalid pin",
        "1 1",
        "0",
        "1",
        "0",
        "1 0",
        "1",
        "0",
        "adc 25816 14020",
        "Pin doesn't have ADC capabilities",
    ]


def test_interrupts_come_at_the_edge(python):
    sim, lines = run(python, "buttons", keys="A hold:A:500 B wait:5000")
    assert sim.error is None
    assert lines[0] == "slept 19000"
    assert lines[1] == str(
        [
            (0, True, 0, 4),
            (60, True, 1, 8),
            (120, True, 0, 4),
            (620, True, 1, 8),
            "B",
        ]
    )


def test_interrupts_can_be_held_back(python):
    sim, lines = run(python, "held_back", keys="A B wait:10000")
    assert sim.error is None
    assert lines[0] == "held back []"
    assert lines[1] == "Unhandled exception in IRQ callback"
    assert lines[-1] == "then [1]"
    assert sim.ended == "returned"


def test_timers(python):
    sim, lines = run(python, "timers")
    assert sim.error is None
    assert lines == ["[100, 200, 'one', 300, 400, 500]"]


def test_bus(python):
    sim, lines = run(python, "bus")
    assert sim.error is None
    assert lines == [
        "SPI(0, baudrate=24000000, polarity=0, phase=0, bits=8, sck=6, mosi=7, miso=16)",
        "frame 38410",  # 115200 * 8 bits at 24 MHz, and the reading of the clock
        "frame 14755",  # at 62.5 MHz
        "SPI(0, baudrate=992063, polarity=1, phase=1, bits=8, sck=6, mosi=7, miso=16)",
        "bad SCK pin",
        "bad MOSI pin",
        "bad MISO pin",
        "bad SCK pin",
        "SPI(2) doesn't exist",
        "LSB",
        "bytearray(b'\\x00\\x00\\x00') b'\\x00\\x00'",
    ]


def test_the_rest(python):
    sim, lines = run(python, "rest", keys="A wait:10")
    assert sim.error is None
    assert lines == [
        "125000000 8",
        "1000 32768",
        "16383",
        "freq too small",
        "freq too large",
        "lightsleep 200",
        "woken",
        "after",
    ]
    assert sim.host.light() == 16383


def test_watchdog_and_reset_start_the_firmware_again(python, tmp_path):
    sim, lines = run(python, "watchdog", root=str(tmp_path))
    assert sim.error is None
    assert lines == ["boot 1 False", "fed", "boot 2 True", "boot 3 False"]
    assert sim.ended == "returned"


def test_a_fault_of_the_firmware_is_told(python):
    sim, _ = run(python, "crash")
    assert sim.ended == "error"
    assert "IndexError" in sim.error


def test_the_real_clock_is_untouched(python):
    before = time.sleep, time.time, sys.path[:], set(sys.modules)
    run(python, "clock")
    assert (time.sleep, time.time, sys.path) == before[:3]
    assert not hasattr(time, "ticks_ms")
    assert sys.modules["time"] is time
    assert "machine" not in sys.modules or "machine" in before[3]


def test_baud_rates(python):
    if python:
        pytest.skip("this is about the host only")
    # even prescaler 2..254, postdivider 1..256, chosen as the Pico SDK does
    for wish, got in (
        (100_000_000, 24_000_000),
        (24_000_000, 24_000_000),
        (23_999_999, 12_000_000),
        (10_000_000, 8_000_000),
        (1_000_000, 1_000_000),
        (1000, 1008),
        (1, 738),
    ):
        assert RP2040.baud(48_000_000, wish) == got
    assert RP2040.baud(125_000_000, 62_500_000) == 62_500_000
    assert RP2040.baud(125_000_000, 60_000_000) == 31_250_000
    for wish, got in ((80, 80_000_000), (79, 40_000_000), (30, 26_666_666)):
        assert ESP32.baud(80_000_000, 1_000_000 * wish) == got


def test_esp32(python):
    sim, lines = run(python, "esp32", keys="1 wait:5000", board="t_display")
    assert sim.error is None
    assert lines == [
        "invalid pin",
        "invalid pin",
        "invalid pin",
        "invalid pin",
        "pin can only be input",
        "Pin(35) 1 True",
        "0 1",
        "no hard interrupts",
        "SPI(0) doesn't exist",
        "37 160",
        "[0, 1]",
    ]
