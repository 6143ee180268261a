# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The window, with SDL's driver that draws into memory only."""

import os
import time

import pytest
from sim_support import FIRMWARE, PYTHONS

from sim import handhelds
from sim.simulator import Simulator

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pygame = pytest.importorskip("pygame")

from sim.window import Window, portrait  # noqa: E402  (after the environment is set)


def opened(board, tmp_path, python=None, scale=2, firmware="echo:buttons", keys=None):
    sim = Simulator(
        board,
        keys=keys,
        root=str(tmp_path),
        firmware=firmware,
        python=python,
        realtime=True,
        capture=python is not None,
        extra_path=[FIRMWARE],
    )
    window = Window(sim, scale)
    window.start()
    return sim, window


def until(window, wish, seconds=10):
    """Turn the window until ``wish()``; fails after ``seconds``."""
    end = time.monotonic() + seconds
    while not wish():
        assert window.turn(), window.simulator.error
        assert time.monotonic() < end


def key(name, down=True):
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    pygame.event.post(pygame.event.Event(kind, key=pygame.key.key_code(name), unicode=""))


def log(tmp_path):
    try:
        return (tmp_path / "log").read_text().split()
    except OSError:
        return []


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize(
    "board, pressed",
    [
        ("picosystem", "up down left right return b x y"),
        ("badger2040", "up right a backspace c"),
    ],
)
def test_keys_press_buttons(board, pressed, python, tmp_path):
    sim, window = opened(board, tmp_path, python)
    names = [b.name for b in sim.handheld.buttons]
    if board == "badger2040":
        names = ["up", "down", "A", "B", "C"]
    try:
        until(window, lambda: log(tmp_path) == ["ready"])
        for name in pressed.split():
            key(name)
            before = len(log(tmp_path))
            until(window, lambda before=before: len(log(tmp_path)) > before)
            key(name, False)
            until(window, lambda before=before: len(log(tmp_path)) > before + 1)
    finally:
        window.stop()
    assert log(tmp_path)[1:] == [n + sign for n in names for sign in "+-"]
    assert sim.ended == "off"
    assert sim.error is None


def struck(window, scancode, key, mod=0, unicode=""):
    """Press and release a key as SDL tells it; the names of the buttons that were down
    meanwhile.
    """
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        event = pygame.event.Event(kind, scancode=scancode, key=key, mod=mod, unicode=unicode)
        window._event(event)
        if kind == pygame.KEYDOWN:
            down = [button.name for button in window._held.values()]
    assert not window._held
    return down


# What SDL gives for the key where X is on an English keyboard (and so on): scancode, keycode,
# button.
LAYOUTS = [
    ("Thai", pygame.KSCAN_X, 0x0E1B, "X"),
    ("Thai", pygame.KSCAN_Y, 0x0E31, "Y"),
    ("Korean", pygame.KSCAN_X, 0x314C, "X"),
    ("Korean, composing", pygame.KSCAN_Y, 0, "Y"),
    ("Russian", pygame.KSCAN_X, 0x0447, "X"),
    ("Russian", pygame.KSCAN_B, 0x0438, "B"),
    ("Greek", pygame.KSCAN_A, 0x03B1, "A"),
    ("French, the place of A", pygame.KSCAN_A, pygame.K_q, "A"),
    ("French, the letter A", pygame.KSCAN_Q, pygame.K_a, "A"),
    ("German, the place of Y", pygame.KSCAN_Y, pygame.K_z, "Y"),
    ("German, the letter Y", pygame.KSCAN_Z, pygame.K_y, "Y"),
    ("an on-screen keyboard", 0, pygame.K_x, "X"),
    ("the keypad", pygame.KSCAN_KP_ENTER, pygame.K_KP_ENTER, "A"),
    ("the keypad's arrows", pygame.KSCAN_KP8, pygame.K_UP, "up"),
    ("escape", pygame.KSCAN_ESCAPE, pygame.K_ESCAPE, "B"),
]


@pytest.mark.parametrize("layout, scancode, code, button", LAYOUTS)
def test_keys_go_by_their_place(layout, scancode, code, button, tmp_path):
    sim, window = opened("picosystem", tmp_path)
    try:
        assert struck(window, scancode, code) == [button]
        assert struck(window, scancode, code, pygame.KMOD_LSHIFT | pygame.KMOD_CAPS) == [button]
        for mod in (pygame.KMOD_LCTRL, pygame.KMOD_RALT, pygame.KMOD_LGUI):
            assert struck(window, scancode, code, mod) == []
    finally:
        window.stop()


def test_sizes_go_by_their_place(tmp_path, monkeypatch):
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(5000, 4000)])
    sim, window = opened("picosystem", tmp_path)
    try:
        # a French keyboard has & and \" there, and its digits with shift
        for scancode, code, mod, scale in (
            (pygame.KSCAN_1, pygame.K_AMPERSAND, 0, 1),
            (pygame.KSCAN_3, pygame.K_QUOTEDBL, pygame.KMOD_LSHIFT, 3),
            (pygame.KSCAN_KP2, pygame.K_KP2, pygame.KMOD_NUM, 2),
            (0, pygame.K_4, 0, 4),
            (pygame.KSCAN_1, pygame.K_1, pygame.KMOD_LALT, 4),
        ):
            assert struck(window, scancode, code, mod) == []
            assert window.scale == scale
    finally:
        window.stop()


def test_a_key_is_let_go_whatever_it_is_called_then(tmp_path):
    sim, window = opened("picosystem", tmp_path)
    try:
        down = dict(scancode=pygame.KSCAN_X, key=pygame.K_x, mod=0, unicode="x")
        window._event(pygame.event.Event(pygame.KEYDOWN, **down))
        assert [button.name for button in window._held.values()] == ["X"]
        # the layout was changed, or Ctrl pressed, while it was down
        up = dict(down, key=0x0E1B, mod=pygame.KMOD_LCTRL)
        window._event(pygame.event.Event(pygame.KEYUP, **up))
        assert not window._held
    finally:
        window.stop()


def test_mouse_and_focus(tmp_path):
    sim, window = opened("picosystem", tmp_path)
    try:
        until(window, lambda: log(tmp_path) == ["ready"])
        x, y = window._place(368, 120)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, button=1, pos=(x + 9, y - 9)))
            before = len(log(tmp_path))
            until(window, lambda before=before: len(log(tmp_path)) > before)
        # beside every button
        x, y = window._place(100, 100)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(x, y)))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(x, y)))
        # two keys for one button, and a key that is still down when another window is chosen
        key("return")
        key("space")
        key("return", False)
        until(window, lambda: log(tmp_path)[-1] == "A+")
        pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
        until(window, lambda: log(tmp_path)[-1] == "A-")
    finally:
        window.stop()
    assert log(tmp_path) == ["ready", "A+", "A-", "A+", "A-"]


def test_time_keeps_step(tmp_path):
    sim, window = opened("picosystem", tmp_path)
    start = time.monotonic()
    try:
        until(window, lambda: time.monotonic() > start + 0.6)
        real = time.monotonic() - start
        assert sim.host.now / 1e9 == pytest.approx(real, abs=0.25)
    finally:
        window.stop()


def test_a_quick_press_during_a_long_computation_is_seen(tmp_path):
    sim, window = opened("picosystem", tmp_path, firmware="echo:busy")
    try:
        until(window, lambda: log(tmp_path) == ["busy"])
        sim.host.press(sim.handheld.button("A"), True)
        sim.host.press(sim.handheld.button("A"), False)
        until(window, lambda: log(tmp_path)[-1] == "seen")
    finally:
        window.stop()


@pytest.mark.parametrize("python", PYTHONS)
def test_a_firmware_that_never_looks_up_is_left(tmp_path, python, monkeypatch):
    sim, window = opened("picosystem", tmp_path, python, firmware="echo:deaf")
    until(window, lambda: log(tmp_path) == ["deaf"])
    monkeypatch.setattr(
        window._worker, "join", lambda timeout, join=window._worker.join: join(0.1)
    )
    window.stop()
    (tmp_path / "stop").write_text("")
    if python:
        assert sim.process.wait(5) != 0


def test_the_firmware_ends_the_window(tmp_path):
    sim, window = opened("picosystem", tmp_path, firmware="echo:done")
    end = time.monotonic() + 5
    while window.turn():
        assert time.monotonic() < end
    window.stop()
    assert sim.ended == "returned"


def test_a_size_that_does_not_fit_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1366, 768)])
    sim, window = opened("picosystem", tmp_path)
    try:
        until(window, lambda: log(tmp_path) == ["ready"])
        most = window._fitting()
        assert 1 <= most < 4
        for key in "14":
            code = getattr(pygame, "K_" + key)
            window._event(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=key, mod=0))
            assert window.scale == min(int(key), most)
            width, height = window.surface.get_size()
            assert width <= 1366 and height <= 768
            told = "4× doesn't fit this desktop" in pygame.display.get_caption()[0]
            assert told == (key == "4")
    finally:
        window.stop()


def test_a_scale_that_does_not_fit_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1366, 768)])
    sim, window = opened("picosystem", tmp_path)
    most = window._fitting()
    window.stop()
    again = Window(Simulator("picosystem", root=str(tmp_path), realtime=True), 4)
    assert again.scale == most
    assert "larger than this desktop" in capsys.readouterr().err
    pygame.display.quit()


@pytest.mark.parametrize("board", ["picosystem", "badger2040"])
def test_looks(board, tmp_path):
    sim, window = opened(board, tmp_path)
    try:
        until(window, lambda: log(tmp_path) == ["ready"])
        for scale in (1, 2, 3, 4):
            window._resize(scale)
            window.turn()
            assert window.scale == scale
            width, height = window.surface.get_size()
            # the panel's corner pixels are where they belong, each `scale` wide
            x, y = window._place(0, 0)
            w, h = sim.size()
            red = window.surface.get_at((x, y))
            assert window.surface.get_at((x + scale - 1, y + scale - 1)) == red
            assert x + w * scale <= width and y + h * scale <= height
            for button in sim.handheld.buttons:
                bx, by = window._place(button.x, button.y)
                assert 0 < bx < width and 0 < by < height
                assert window._button_at((bx, by)) is button
        # a window of any size: whole steps, and smaller only when there is no room
        for size, scale in (((900, 640), 1), ((1400, 800), 2), ((5000, 4000), 4)):
            window.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
            window._layout()
            assert window.turn()
            assert window.scale == scale or board == "badger2040"
        window.surface = pygame.display.set_mode((220, 160), pygame.RESIZABLE)
        window._layout()
        assert window.turn()
        assert window.scale < 1
        # a pressed button looks pressed
        window._resize(2)
        window.turn()
        before = pygame.image.tobytes(window.surface, "RGB")
        window._press("mouse", sim.handheld.button("A"))
        window.turn()
        assert pygame.image.tobytes(window.surface, "RGB") != before
    finally:
        window.stop()


@pytest.mark.parametrize("name", list(handhelds.ALL))
def test_every_handheld_fits_its_window(name):
    """Buttons and their key caps are within the body, off the glass and off each other."""
    handheld = handhelds.ALL[name]
    sim = Simulator(name)
    width, height = sim.size()
    left, top, right, bottom = handheld.body
    keys = [key for button in handheld.buttons for key in button.keys]
    assert len(set(keys)) == len(keys)
    assert all(pygame.key.key_code(key) for key in keys)
    assert not set(keys) & set("1234")  # those change the size
    for button in handheld.buttons:
        assert -left + 16 <= button.x <= width + right - 16
        assert -top + 16 <= button.y <= height + bottom - 16
        # a button's radius is 17, the frame around the glass 5 wide
        assert not (-20 < button.x < width + 20 and -20 < button.y < height + 20)
    rounds = [b for b in handheld.buttons if b.shape == "round"]
    for i, one in enumerate(rounds):
        for other in rounds[:i]:
            assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= 36**2
    picture = portrait(pygame, sim, 1)
    assert picture.get_size() == (left + width + right, top + height + bottom)
    seen = {tuple(picture.get_at((left + b.x, top + b.y + 14)))[:3] for b in rounds}
    assert tuple(handheld.colour) not in seen
