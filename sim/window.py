# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The handheld in a window: its panel, its buttons where they are, keys and mouse to press them.

The firmware runs in a thread of its own, so that the window answers at all times; the window only
reads the panel's picture and presses buttons, and closing it is switching the power off.
"""

import os
import sys
import threading
import traceback

#: How many screen pixels wide a panel pixel can be.
SCALES = (1, 2, 3, 4)

_BACKGROUND = (24, 26, 30)
_LEGEND = (176, 180, 188)
_FPS = 60
_RADIUS = 17  # of a round button, in pixels of the panel
_ARM = 15  # half the width of an arm of the cross
_MARGIN = 14  # between the window's edge and the body, in screen pixels


class WindowError(Exception):
    """There can be no window; ``args[0]`` is a sentence saying why and what to do."""


def check():
    """WindowError if pygame or a display is missing."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError:
        raise WindowError(
            "The window needs pygame-ce, which isn't installed: run tools/start.py once, or "
            "`pip install pygame-ce`, or play without a window with --headless."
        )
    hidden = not (
        os.environ.get("DISPLAY")
        or os.environ.get("WAYLAND_DISPLAY")
        or os.environ.get("SDL_VIDEODRIVER")
        or os.environ.get("SDL_VIDEO_DRIVER")
    )
    if sys.platform.startswith("linux") and hidden:
        raise WindowError(
            "There is no display to open a window on (DISPLAY isn't set): start it from a "
            "desktop, or play without a window with --headless."
        )
    try:
        pygame.display.init()
        pygame.font.init()
    except pygame.error as error:
        raise WindowError(
            "No window can be opened (%s): start it from a desktop, or play without a window "
            "with --headless." % error
        )
    asked = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER")
    if not asked and pygame.display.get_driver() in ("offscreen", "dummy"):
        # SDL falls back to them by itself: a window that nobody sees.
        raise WindowError(
            "No window can be opened on this display (DISPLAY is %s): start it from a desktop, or "
            "play without a window with --headless." % (os.environ.get("DISPLAY") or "not set")
        )


def show(simulator, scale=None):
    """Run ``simulator`` in a window until it is closed or the firmware ends.

    ``scale``: how many screen pixels wide a panel pixel is at first, None: as fits the desktop.
    """
    window = Window(simulator, scale)
    window.start()
    try:
        while window.turn():
            pass
    finally:
        window.stop()


def _holder(event):
    # The key itself: with shift or another layout it may have another name when it is let go.
    return getattr(event, "scancode", 0) or event.key


def portrait(pygame, simulator, scale):
    """The handheld with what its panel shows now, as a pygame surface; needs no window."""
    pygame.font.init()
    handheld = simulator.handheld
    size = simulator.size()
    body = _body(pygame, handheld, size, scale)
    rgb = simulator.picture()
    if handheld.paper:
        rgb = _tint(rgb, *handheld.paper)
    shown = pygame.image.frombuffer(rgb, size, "RGB")
    shown = pygame.transform.scale(shown, (size[0] * scale, size[1] * scale))
    body.blit(shown, (handheld.body[0] * scale, handheld.body[1] * scale))
    return body


class Window:
    """The window of one simulator: ``start``, ``turn`` until it returns False, ``stop``."""

    def __init__(self, simulator, scale=None):
        check()
        import pygame

        self._pygame = pygame
        self.simulator = simulator
        self._handheld = simulator.handheld
        self._host = simulator.host
        left, top, right, bottom = self._handheld.body
        width, height = simulator.size()
        self._origin = left, top
        self._body_size = left + width + right, top + height + bottom
        self._keys = {}  # by what a key means
        self._places = {}  # by where it is, as SDL's scancode
        for button in self._handheld.buttons:
            for name in button.keys:
                self._keys[pygame.key.key_code(name)] = button
                place = getattr(pygame, "KSCAN_" + name.upper(), None)
                if place is not None:
                    self._places[place] = button
        self._held = {}  # what holds it (key or "mouse") -> Button
        self._stamp = None
        self._screen_picture = None
        self._worker = None
        most = self._fitting()
        pygame.display.set_caption("Tavolino – " + self._handheld.title)
        if scale and scale > most:
            print(
                "At %d times the window would be larger than this desktop: it opens at %d times."
                % (scale, most), file=sys.stderr,
            )
        scale = min(scale or most, most)
        pygame.display.set_icon(_icon(pygame))
        self.surface = pygame.display.set_mode(self._wanted(scale), pygame.RESIZABLE)
        pygame.key.set_repeat(0)
        # else an input method (Korean, say) takes the letters for itself
        pygame.key.stop_text_input()
        self._clock = pygame.time.Clock()
        self._layout()

    # Running.

    def start(self):
        """Switch the handheld on."""
        self._worker = threading.Thread(target=self._run, daemon=True)
        self._worker.start()

    def _run(self):
        try:
            self.simulator.run()
        except Exception:
            # a fault of the simulator, not of the firmware: told by whoever started it
            self.simulator.ended = "error"
            self.simulator.error = traceback.format_exc()

    def turn(self):
        """Handle what has happened and draw; False when it is time to stop."""
        pygame = self._pygame
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return False
            self._event(event)
        self.draw()
        pygame.display.flip()
        self.simulator.report()
        self._clock.tick(_FPS)
        return self._worker.is_alive()

    def stop(self):
        """Switch the handheld off and close the window."""
        self._host.power_off()
        # the firmware ends with its next look at a pin or clock; if it never looks, leave it
        self._worker.join(3)
        self.simulator.abandon()
        self._pygame.display.quit()

    # Input.

    def _event(self, event):
        pygame = self._pygame
        if event.type == pygame.KEYDOWN:
            # Ctrl, Alt and the like are for the desktop
            if getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
                return
            button = self._button_for(event)
            size = self._size_for(event)
            if button:
                self._press(_holder(event), button)
            elif size:
                # (a window larger than the desktop hides buttons, and can't be moved on some)
                most = self._fitting()
                title = "Tavolino – " + self._handheld.title
                if size > most:
                    title += " – %d× doesn't fit this desktop" % size
                pygame.display.set_caption(title)
                self._resize(min(size, most))
        elif event.type == pygame.KEYUP:
            self._release(_holder(event))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            button = self._button_at(event.pos)
            if button:
                self._press("mouse", button)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release("mouse")
        elif event.type == pygame.WINDOWFOCUSLOST:
            for holder in list(self._held):
                self._release(holder)
        elif event.type == pygame.VIDEORESIZE:
            self.surface = pygame.display.get_surface()
            self._layout()

    def _button_for(self, event):
        """The Button of a key event, or None: by the key's place, then by the letter that it has
        there.

        Keyboards for Thai, Korean or Russian have other letters, at the same places.
        """
        pygame = self._pygame
        button = self._places.get(getattr(event, "scancode", 0))
        if button is None:
            button = self._keys.get(event.key)
        if button is None and event.key == pygame.K_KP_ENTER:
            button = self._keys.get(pygame.K_RETURN)
        if button is None and event.key == pygame.K_ESCAPE:
            button = self._keys.get(pygame.K_BACKSPACE)
        return button

    def _size_for(self, event):
        """The scale that a key event asks for, or None."""
        pygame = self._pygame
        for size in SCALES:
            # French keyboards have other signs there, and digits with shift
            if getattr(event, "scancode", 0) in (
                getattr(pygame, "KSCAN_%d" % size), getattr(pygame, "KSCAN_KP%d" % size)
            ):
                return size
            if event.key in (getattr(pygame, "K_%d" % size), getattr(pygame, "K_KP%d" % size)):
                return size
        return None

    def _press(self, holder, button):
        already = button in self._held.values()
        self._held[holder] = button
        if not already:
            self._host.press(button, True)
        self._stamp = None

    def _release(self, holder):
        button = self._held.pop(holder, None)
        if button and button not in self._held.values():
            self._host.press(button, False)
        self._stamp = None

    def _button_at(self, position):
        best = None
        for button in self._handheld.buttons:
            x, y = self._place(button.x, button.y)
            distance = ((position[0] - x) ** 2 + (position[1] - y) ** 2) ** 0.5
            if distance <= _RADIUS * 1.25 * self.scale and (best is None or distance < best[0]):
                best = distance, button
        return best and best[1]

    # Sizes.

    def _legend_height(self):
        return 46

    def _wanted(self, scale):
        width, height = self._body_size
        return (
            width * scale + 2 * _MARGIN,
            height * scale + 2 * _MARGIN + self._legend_height(),
        )

    def _fitting(self):
        desktop = self._pygame.display.get_desktop_sizes()[0]
        best = 1
        for scale in SCALES:
            width, height = self._wanted(scale)
            if width <= desktop[0] * 0.9 and height <= desktop[1] * 0.88:
                best = scale
        return best

    def _resize(self, scale):
        self.surface = self._pygame.display.set_mode(self._wanted(scale), self._pygame.RESIZABLE)
        self._layout()

    def _layout(self):
        """Find the largest scale that fits the window, and draw what doesn't move."""
        width, height = self.surface.get_size()
        room = (width - 2 * _MARGIN, height - 2 * _MARGIN - self._legend_height())
        fits = min(room[0] / self._body_size[0], room[1] / self._body_size[1])
        # whole scales keep all pixels alike; only a very small window gets a broken one
        self.scale = min(int(fits), SCALES[-1]) if fits >= 1 else max(fits, 0.25)
        body = [round(side * self.scale) for side in self._body_size]
        self._corner = (
            (width - body[0]) // 2,
            max((height - self._legend_height() - body[1]) // 2, 0),
        )
        self._back = self._pygame.Surface((width, height))
        self._back.fill(_BACKGROUND)
        self._back.blit(
            _body(self._pygame, self._handheld, self.simulator.size(), self.scale), self._corner
        )
        self._write_legend(self._back)
        self._pressed = {
            button.name: _button_face(self._pygame, button, self._handheld, self.scale, True)
            for button in self._handheld.buttons
        }
        self._stamp = None

    def _place(self, x, y):
        """Where the panel's pixel ``x``, ``y`` is in the window."""
        return (
            self._corner[0] + (self._origin[0] + x) * self.scale,
            self._corner[1] + (self._origin[1] + y) * self.scale,
        )

    # Drawing.

    def draw(self):
        """Draw the window's content if anything has changed."""
        stamp = self._host.stamp(), frozenset(b.name for b in self._held.values())
        if stamp == self._stamp:
            return
        self._stamp = stamp
        pygame = self._pygame
        self.surface.blit(self._back, (0, 0))
        size = self.simulator.size()
        rgb = self.simulator.picture()
        if self._handheld.paper:
            rgb = _tint(rgb, *self._handheld.paper)
        picture = pygame.image.frombuffer(rgb, size, "RGB")
        wide = (round(size[0] * self.scale), round(size[1] * self.scale))
        if self.scale >= 1:
            picture = pygame.transform.scale(picture, wide)
        else:
            picture = pygame.transform.smoothscale(picture, wide)
        self.surface.blit(picture, self._place(0, 0))
        for button in set(self._held.values()):
            face = self._pressed[button.name]
            x, y = self._place(button.x, button.y)
            self.surface.blit(face, face.get_rect(center=(round(x), round(y))))

    def _write_legend(self, surface):
        pygame = self._pygame
        font = pygame.font.Font(None, 19)
        words = []
        for button in self._handheld.buttons:
            keys = " or ".join(_key_name(key, True) for key in button.keys[:2])
            words.append("%s: %s" % (button.name, keys))
        if all(button.shape != "round" for button in self._handheld.buttons[:4]):
            words[:4] = ["Cross: arrow keys"]
        most = self._fitting()
        lines = [
            "     ".join(words),
            "The mouse presses buttons as well.     "
            + ("1 to %d: size.     " % most if most > 1 else "")
            + "Closing switches off; the game goes on from there next time.",
        ]
        width, height = surface.get_size()
        y = height - self._legend_height() + 2
        for line in lines:
            text = font.render(line, True, _LEGEND)
            if text.get_width() > width - 8:
                text = pygame.transform.smoothscale(
                    text, (width - 8, round(text.get_height() * (width - 8) / text.get_width()))
                )
            surface.blit(text, ((width - text.get_width()) // 2, y))
            y += 20


def _key_name(key, long=False):
    if key in ("up", "down", "left", "right"):
        return key + " arrow"
    if key == "return":
        return "Enter"
    if key == "backspace":
        return "Backspace" if long else "Bksp"
    return key.capitalize() if len(key) > 1 else key.upper()


def _tint(rgb, ink, paper):
    """Grey pixels in the colours of ``ink`` (0) and ``paper`` (255)."""
    grey = rgb[0::3]
    out = bytearray(len(rgb))
    for i in range(3):
        table = bytes((ink[i] * (255 - v) + paper[i] * v) // 255 for v in range(256))
        out[i::3] = grey.translate(table)
    return bytes(out)


def _shade(colour, factor):
    return tuple(max(0, min(255, round(c * factor))) for c in colour)


def _dark(colour):
    return sum(colour) < 384


def _body(pygame, handheld, size, scale):
    """The body with its bezel, buttons and key labels."""
    left, top, right, bottom = handheld.body
    width, height = left + size[0] + right, top + size[1] + bottom
    # drawn larger and shrunk, which smooths all edges
    fine = 4 if scale < 2 else 2
    s = scale * fine
    big = pygame.Surface((round(width * s), round(height * s)), pygame.SRCALPHA)

    def box(x, y, w, h, colour, radius):
        area = pygame.Rect(round(x * s), round(y * s), round(w * s), round(h * s))
        pygame.draw.rect(big, colour, area, border_radius=round(radius * s))

    base = handheld.colour
    round_corner = min(top, left) * 0.8
    box(0, 0, width, height, _shade(base, 0.62), round_corner)
    box(0, 0, width, height - 2.5, _shade(base, 1.28), round_corner)
    box(1.2, 1.4, width - 2.4, height - 4.4, base, round_corner - 1.2)
    bezel = 5
    if handheld.paper:
        box(
            left - bezel,
            top - bezel,
            size[0] + 2 * bezel,
            size[1] + 2 * bezel,
            _shade(base, 0.86),
            3,
        )
        box(
            left - bezel + 1,
            top - bezel + 1,
            size[0] + 2 * bezel - 2,
            size[1] + 2 * bezel - 2,
            _shade(handheld.paper[1], 0.97),
            2.5,
        )
    else:
        box(
            left - bezel,
            top - bezel,
            size[0] + 2 * bezel,
            size[1] + 2 * bezel,
            _shade(base, 0.55),
            5,
        )
        box(
            left - bezel + 0.8,
            top - bezel + 0.8,
            size[0] + 2 * bezel - 1.6,
            size[1] + 2 * bezel - 1.6,
            (8, 8, 10),
            4.5,
        )
    arms = [b for b in handheld.buttons if b.shape != "round"]
    if arms:
        x = left + sum(b.x for b in arms) / len(arms)
        y = top + sum(b.y for b in arms) / len(arms)
        reach = max(abs(left + b.x - x) for b in arms) + _ARM + 3
        pygame.draw.circle(
            big, _shade(base, 0.84), (round(x * s), round(y * s)), round((reach + 7) * s)
        )
        for grow, colour in ((1.5, _shade(base, 0.5)), (0, _arm_colour(base))):
            box(
                x - reach - grow,
                y - _ARM - grow,
                2 * (reach + grow),
                2 * (_ARM + grow),
                colour,
                4 + grow,
            )
            box(
                x - _ARM - grow,
                y - reach - grow,
                2 * (_ARM + grow),
                2 * (reach + grow),
                colour,
                4 + grow,
            )
        pygame.draw.circle(
            big, _shade(_arm_colour(base), 0.86), (round(x * s), round(y * s)), round(9 * s)
        )
    body = pygame.transform.smoothscale(big, (round(width * scale), round(height * scale)))
    for button in handheld.buttons:
        face = _button_face(pygame, button, handheld, scale, False)
        place = ((left + button.x) * scale, (top + button.y) * scale)
        body.blit(face, face.get_rect(center=(round(place[0]), round(place[1]))))
        if button.label:
            _key_label(pygame, body, button, handheld, scale, place)
    name = _font(pygame, 7.5 * scale).render(handheld.title, True, _print_colour(base))
    where = (left * scale, max(top - 17, 3) * scale)
    body.blit(name, (round(where[0]), round(where[1])))
    return body


def _print_colour(base):
    return _shade(base, 2.6) if _dark(base) else _shade(base, 0.45)


def _arm_colour(base):
    return _shade(base, 0.62) if _dark(base) else _shade(base, 0.4)


def _font(pygame, height):
    return pygame.font.Font(None, max(round(height * 1.45), 9))


def _button_face(pygame, button, handheld, scale, pressed):
    """A button's picture, transparent around it."""
    base = handheld.colour
    fine = 4 if scale < 2 else 2
    s = scale * fine
    half = _RADIUS + 3
    big = pygame.Surface((round(2 * half * s), round(2 * half * s)), pygame.SRCALPHA)
    middle = big.get_width() // 2
    sign = (250, 214, 120) if pressed else (214, 216, 222)
    if button.shape == "round":
        face = (58, 60, 68) if _dark(base) else (72, 74, 80)
        if pressed:
            face = _shade(face, 0.7)
        pygame.draw.circle(big, _shade(base, 0.5), (middle, middle), round((_RADIUS + 1.2) * s))
        if not pressed:
            pygame.draw.circle(
                big,
                _shade(face, 1.5),
                (middle, middle - round(0.6 * s)),
                round((_RADIUS - 0.4) * s),
            )
        pygame.draw.circle(big, face, (middle, middle + round(0.4 * s)), round((_RADIUS - 1) * s))
        if button.name in ("up", "down"):
            _arrow(pygame, big, button.name, middle, 7 * s, sign)
    elif button.shape == "middle":
        pygame.draw.circle(big, sign, (middle, middle), round(5 * s))
    else:
        _arrow(pygame, big, button.shape, middle, 7 * s, sign)
    face = pygame.transform.smoothscale(big, (round(2 * half * scale), round(2 * half * scale)))
    if button.shape == "round" and button.name not in ("up", "down"):
        text = _font(pygame, 13 * scale).render(button.name, True, sign)
        face.blit(text, text.get_rect(center=(half * scale, half * scale + 0.6 * scale)))
    return face


def _arrow(pygame, surface, direction, middle, size, colour):
    points = {
        "up": ((0, -0.62), (0.8, 0.55), (-0.8, 0.55)),
        "down": ((0, 0.62), (0.8, -0.55), (-0.8, -0.55)),
        "left": ((-0.62, 0), (0.55, -0.8), (0.55, 0.8)),
        "right": ((0.62, 0), (-0.55, -0.8), (-0.55, 0.8)),
    }[direction]
    pygame.draw.polygon(
        surface, colour, [(middle + round(x * size), middle + round(y * size)) for x, y in points]
    )


def _key_label(pygame, body, button, handheld, scale, place):
    """A key cap with the key's name beside the button."""
    base = handheld.colour
    ink = _shade(base, 3.4) if _dark(base) else _shade(base, 0.38)
    edge = _shade(base, 1.9) if _dark(base) else _shade(base, 0.7)
    key = button.keys[0]
    height = round(13 * scale)
    if key in ("up", "down", "left", "right"):
        text = pygame.Surface((round(11 * scale), round(11 * scale)), pygame.SRCALPHA)
        _arrow(pygame, text, key, text.get_width() // 2, 4.2 * scale, ink)
    else:
        text = _font(pygame, 8.5 * scale).render(_key_name(key), True, ink)
    width = max(text.get_width() + round(6 * scale), height)
    cap = pygame.Surface((width, height), pygame.SRCALPHA)
    radius = max(round(3 * scale), 2)
    pygame.draw.rect(cap, edge, cap.get_rect(), max(round(scale * 0.8), 1), border_radius=radius)
    cap.blit(text, text.get_rect(center=cap.get_rect().center))
    area = cap.get_rect(center=(round(place[0]), round(place[1])))
    away = (_RADIUS + 6 if button.shape == "round" else _ARM + 12) * scale
    if button.label == "below":
        area.top = round(place[1] + away)
    elif button.label == "above":
        area.bottom = round(place[1] - away)
    elif button.label == "left":
        area.right = round(place[0] - away)
    else:
        area.left = round(place[0] + away)
    body.blit(cap, area)


def _icon(pygame):
    """A card on green cloth."""
    icon = pygame.Surface((64, 64), pygame.SRCALPHA)
    pygame.draw.rect(icon, (28, 104, 62), (0, 0, 64, 64), border_radius=14)
    pygame.draw.rect(icon, (250, 248, 240), (17, 9, 30, 46), border_radius=5)
    pygame.draw.circle(icon, (214, 164, 40), (32, 32), 10)
    pygame.draw.circle(icon, (250, 248, 240), (32, 32), 4)
    return icon
