# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Small firmwares that print what they see of the simulated chip; test_sim_chip.py runs them."""

import time

import machine
from machine import Pin


def clock(board, **_):
    """Sleeps, ticks and their wrapping."""
    start = time.ticks_us()
    time.sleep_ms(3)
    print("sleep_ms", time.ticks_diff(time.ticks_us(), start))
    start = time.ticks_ms()
    time.sleep(0.25)
    time.sleep_us(1500)
    print("sleep", time.ticks_diff(time.ticks_ms(), start))
    print("diff", time.ticks_diff(3, (1 << 30) - 2), time.ticks_diff((1 << 30) - 2, 3))
    print("add", time.ticks_add((1 << 30) - 2, 5), time.ticks_add(3, -5))
    for delta in (1 << 29, -(1 << 29)):
        try:
            time.ticks_add(0, delta)
            print("no error")
        except OverflowError as error:
            print(error)
    try:
        time.sleep(-1)
        print("no error")
    except ValueError as error:
        print(error)
    first = time.time()
    time.sleep(600)
    print("time", time.time() - first)
    # past the wrap of ticks_us and of ticks_ms
    before = time.ticks_us()
    time.sleep(1000)
    print("wrapped", time.ticks_us() < before, 0 <= time.ticks_us() < 1 << 30)
    before = time.ticks_ms()
    for _i in range(10):
        time.sleep(107_300)
    print("wrapped", time.ticks_ms() < before, 0 <= time.ticks_ms() < 1 << 30)


def busy_wait(board, **_):
    """Loops that never sleep end all the same."""
    start = time.ticks_ms()
    turns = 0
    while time.ticks_diff(time.ticks_ms(), start) < 50:
        turns += 1
    print("turns", turns)
    pin = Pin(18, Pin.IN, Pin.PULL_UP)
    reads = 0
    while pin.value():
        reads += 1
    print("pressed after reads", reads)


def pins(board, **_):
    """Modes, pulls and the errors for what doesn't exist."""
    print("same", Pin(5) is Pin(5), Pin("GP5") is Pin(5), Pin(Pin(5)) is Pin(5))
    for wrong in (30, -1, "X9", 2.5, None):
        try:
            Pin(wrong)
            print("no error")
        except (ValueError, TypeError) as error:
            print(error)
    out = Pin(3, Pin.OUT, value=1)
    print(out.value(), out())
    out.off()
    print(out())
    out.toggle()
    print(out())
    out(0)
    print(out.value())
    print(Pin(2, Pin.IN, Pin.PULL_UP).value(), Pin(2, Pin.IN, Pin.PULL_DOWN).value())
    drain = Pin(1, Pin.OPEN_DRAIN, Pin.PULL_UP)
    print(drain.value())
    drain.value(0)
    print(drain.value())
    adc = machine.ADC(Pin(26))
    print("adc", adc.read_u16(), machine.ADC(4).read_u16())
    try:
        machine.ADC(Pin(3))
        print("no error")
    except ValueError as error:
        print(error)


def buttons(board, **_):
    """Interrupts of buttons, told at the time of the edge, in the middle of a sleep."""
    log = []
    a = Pin(18, Pin.IN, Pin.PULL_UP)
    irq = None

    def edge(pin):
        log.append((time.ticks_ms(), pin is a, pin.value(), irq.flags()))

    irq = a.irq(edge, Pin.IRQ_FALLING | Pin.IRQ_RISING)
    b = Pin(19, Pin.IN, Pin.PULL_UP)
    b.irq(lambda pin: log.append("B"), Pin.IRQ_FALLING)
    start = time.ticks_ms()
    time.sleep_ms(19_000)
    print("slept", time.ticks_diff(time.ticks_ms(), start))
    first = log[0][0]
    print([(e if e == "B" else (e[0] - first,) + e[1:]) for e in log])


def held_back(board, **_):
    """disable_irq holds handlers back; an error in one is printed and goes no further."""
    log = []
    Pin(18, Pin.IN, Pin.PULL_UP).irq(lambda pin: log.append(1), Pin.IRQ_FALLING)
    Pin(19, Pin.IN, Pin.PULL_UP).irq(lambda pin: log[99], Pin.IRQ_FALLING)
    state = machine.disable_irq()
    time.sleep_ms(17_000)
    print("held back", log)
    machine.enable_irq(state)
    print("then", log)


def timers(board, **_):
    """Timers in virtual time."""
    log = []
    start = time.ticks_ms()
    periodic = machine.Timer(
        -1, period=100, callback=lambda t: log.append(time.ticks_diff(time.ticks_ms(), start))
    )
    machine.Timer(
        -1, mode=machine.Timer.ONE_SHOT, period=250, callback=lambda t: log.append("one")
    )
    time.sleep_ms(520)
    periodic.deinit()
    time.sleep_ms(500)
    print(log)


def bus(board, **_):
    """SPI: what the chip makes of baud rates, the time a transfer takes, pins that don't fit."""
    spi = machine.SPI(0, baudrate=62_500_000, sck=Pin(6), mosi=Pin(7))
    print(spi)
    start = time.ticks_us()
    spi.write(bytes(115200))
    print("frame", time.ticks_diff(time.ticks_us(), start))
    machine.freq(125_000_000, 125_000_000)
    spi.init(baudrate=62_500_000)
    start = time.ticks_us()
    spi.write(bytearray(115200))
    print("frame", time.ticks_diff(time.ticks_us(), start))
    spi.init(baudrate=1_000_000, polarity=1, phase=1)
    print(spi)
    for bad in ({"sck": 5}, {"mosi": 6}, {"miso": 3}, {"sck": 10}):
        try:
            machine.SPI(0, **bad)
            print("no error")
        except ValueError as error:
            print(error)
    try:
        machine.SPI(2)
        print("no error")
    except ValueError as error:
        print(error)
    try:
        spi.init(firstbit=machine.SPI.LSB)
        print("no error")
    except NotImplementedError as error:
        print(error)
    got = bytearray(3)
    spi.write_readinto(b"abc", got)
    spi.readinto(got)
    print(got, spi.read(2))


def rest(board, **_):
    """What else a firmware may ask the chip."""
    print(machine.freq(), len(machine.unique_id()))
    pwm = machine.PWM(Pin(12), freq=1000, duty_u16=32768)
    print(pwm.freq(), pwm.duty_u16())
    pwm.duty_ns(250_000)
    print(pwm.duty_u16())
    for wrong in (1, 100_000_000):
        try:
            pwm.freq(wrong)
            print("no error")
        except ValueError as error:
            print(error)
    start = time.ticks_ms()
    machine.lightsleep(200)
    print("lightsleep", time.ticks_diff(time.ticks_ms(), start))
    Pin(18, Pin.IN, Pin.PULL_UP).irq(lambda pin: print("woken"), Pin.IRQ_FALLING)
    machine.lightsleep()
    machine.idle()
    print("after")


def watchdog(board, root=None, **_):
    """A dog that isn't fed resets the board."""
    path = root + "/boots"
    try:
        with open(path) as file:
            boots = int(file.read()) + 1
    except OSError:
        boots = 1
    with open(path, "w") as file:
        file.write(str(boots))
    print("boot", boots, machine.reset_cause() == machine.WDT_RESET)
    if boots == 3:
        return
    if boots == 2:
        machine.reset()
    dog = machine.WDT(timeout=300)
    for _i in range(5):
        time.sleep_ms(200)
        dog.feed()
    print("fed")
    time.sleep_ms(1000)
    print("never")


def crash(board, **_):
    """A firmware with a fault."""
    return [][1]


def esp32(board, **_):
    """What is different on an ESP32: pins, interrupts, buses, analogue inputs."""
    from machine import ADC, SPI

    for number in (6, 20, 24, 40):
        try:
            Pin(number)
            print("no error")
        except ValueError as error:
            print(error)
    try:
        Pin(35, Pin.OUT)
        print("no error")
    except ValueError as error:
        print(error)
    pin = Pin(35, Pin.IN, Pin.PULL_DOWN)
    print(pin, pin.value(), Pin(35) is pin)  # the board's own resistor holds it high
    print(Pin(33, Pin.IN, Pin.PULL_DOWN).value(), Pin(33, Pin.IN, Pin.PULL_UP).value())
    try:
        pin.irq(lambda pin: None, Pin.IRQ_FALLING, hard=True)
        print("no error")
    except TypeError:
        print("no hard interrupts")
    seen = []
    pin.irq(lambda pin: seen.append(pin.value()), Pin.IRQ_FALLING | Pin.IRQ_RISING)
    try:
        SPI(0)
        print("no error")
    except ValueError as error:
        print(error)
    SPI(2, baudrate=40_000_000, sck=Pin(18), mosi=Pin(19), miso=None)
    Pin(14, Pin.OUT, value=1)  # switches the measuring of the battery on
    print(ADC(Pin(34)).read_u16() // 1000, machine.freq() // 1_000_000)
    time.sleep(16)
    print(seen)
