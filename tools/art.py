# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pack the card faces, small cards and icons: ``python -m tools.art``.

The sources are the sheets ``assets/art/*.png`` in the 16 colours of ``PALETTE`` (index 0 is clear)
and, for black and white, ``assets/art/*.mono.png`` with the same parts drawn in ink (1), white (2)
and clear (0). ``assets/art/parts.txt`` says where each part is. The faces are put together here.

Written to ``firmware/assets``, ``c4`` with two pixels a byte (left one in the high half), ``c1``
with eight (leftmost the highest bit, 1 is ink):

- ``tarocco.c4/.c1``, ``cicera.c4/.c1``: faces of 32 x 48 in the order of the card numbers, 768 or
  192 bytes each, the back last;
- ``tarocco.m4/.m1``, ``cicera.m4/.m1``: small cards of 16 x 22, 176 or 44 bytes each;
- ``icons.c4/.c1``: ``TVI1``, number n (2 bytes, little endian), then n times 16-bit hash of the
  name, width, height, bits a pixel (1 or 4), 0, start of the pixels (2), sorted by hash; then the
  pixels.
"""

import argparse
import struct
import sys
from pathlib import Path

from PIL import Image

from sim import console

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "assets" / "art"
OUT = ROOT / "firmware" / "assets"

CLEAR, INK, IVORY, SHADE, RED, BLUE, GOLD, BROWN = range(8)
GREEN, FELT, FELT_DARK, FELT_LIGHT, GREY, SILVER, SKY, FLESH = range(8, 16)
PALETTE = (
    0x000000,
    0x181820,
    0xF8F0D8,
    0xD8C498,
    0xC82830,
    0x2848A8,
    0xF0B820,
    0x885028,
    0x309848,
    0x145840,
    0x0C3C2C,
    0x2C7C58,
    0x707078,
    0xB8BCC8,
    0x80B8E8,
    0xF0B088,
)
COMPONENTS = [value >> shift & 255 for value in PALETTE for shift in (16, 8, 0)]

WIDTH, HEIGHT = 32, 48
MINI_WIDTH, MINI_HEIGHT = 16, 22
INDEX_WIDTH = 13
PICTURE_WIDTH, PICTURE_HEIGHT = 17, 44
HALF_HEIGHT = 20

# The figures' robes are drawn in this colour, which stands for the suit's.
ROBE = FELT_LIGHT
ROBES = (BLUE, GREEN, RED, GOLD)
MOORS = (RED, BLUE, GREEN, GOLD)
# Where the suit sign stands that a figure holds: left edge, and the row its foot stands on.
HOLD = {"R": (10, 16), "Q": (10, 16), "C": (0, 12), "F": (10, 15)}

SUITS = ("swords", "batons", "cups", "coins")
BACKS = {"tarocco": RED, "cicera": BLUE}
SUIT_COLOURS = (BLUE, GREEN, RED, BROWN)


def pips():
    """Return ``{rank: ((x, y), ...)}``: where the pips of cups and coins stand in the picture."""
    left, middle, right = 1, 5, 9
    rows = {
        "2": "m..m",
        "3": "m.m.m",
        "4": "p..p",
        "5": "p.m.p",
        "6": "p.p.p",
        "7": "pmp.p",
        "8": "pmpmp",
        "9": "ppmpp",
        "10": "ppppp",
    }
    places = {}
    for rank, pattern in rows.items():
        found = []
        for number, kind in enumerate(pattern):
            y = number * (PICTURE_HEIGHT - 9) // (len(pattern) - 1)
            if kind == "m":
                found.append((middle, y))
            elif kind == "p":
                found += [(left, y), (right, y)]
        places[rank] = tuple(found)
    return places


CARDS = {
    "tarocco": [(suit, rank) for suit in (0, 1) for rank in "R Q C F 10 9 8 7 6 A".split()]
    + [(suit, rank) for suit in (2, 3) for rank in "R Q C F A 6 7 8 9 10".split()]
    + [(4, name) for name in ("ANG", "MON", "SOL", "LUN")]
    + [(4, str(number)) for number in range(16, 4, -1)]
    + [(4, name) for name in ("MO1", "MO2", "MO3", "MO4", "BEG")]
    + [(5, "MAT")],
    "cicera": [(suit, rank) for suit in range(4) for rank in "A 2 3 4 5 6 7 8 9 10 F C R".split()],
}


PIPS = pips()


class ArtError(ValueError):
    """A source of the art is wrong; the message says which."""


class Canvas:
    """``width`` x ``height`` palette indexes in ``pixels``, one byte each."""

    def __init__(self, width, height, colour=CLEAR):
        self.width = width
        self.height = height
        self.pixels = bytearray([colour]) * (width * height)

    def get(self, x, y):
        """Return the colour at x, y."""
        return self.pixels[y * self.width + x]

    def set(self, x, y, colour):
        """Set one pixel; outside nothing happens."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self.pixels[y * self.width + x] = colour

    def fill(self, x, y, width, height, colour):
        """Fill a rectangle."""
        for row in range(y, y + height):
            for column in range(x, x + width):
                self.set(column, row, colour)

    def blit(self, part, x, y, colours=None, turned=False):
        """Draw another canvas at x, y, clear pixels left out.

        ``colours`` maps colours to others, ``turned`` draws it upside down (by 180 degrees).
        """
        for row in range(part.height):
            for column in range(part.width):
                colour = part.get(column, row)
                if colour != CLEAR:
                    if colours:
                        colour = colours.get(colour, colour)
                    if turned:
                        self.set(x + part.width - 1 - column, y + part.height - 1 - row, colour)
                    else:
                        self.set(x + column, y + row, colour)

    def pack4(self):
        """Return the pixels two a byte, rows of whole bytes."""
        data = bytearray()
        for row in range(self.height):
            line = self.pixels[row * self.width : (row + 1) * self.width] + b"\0"
            data += bytes(line[i] << 4 | line[i + 1] for i in range(0, self.width, 2))
        return bytes(data)

    def pack1(self):
        """Return the pixels eight a byte, rows of whole bytes; ink is 1."""
        data = bytearray()
        for row in range(self.height):
            line = self.pixels[row * self.width : (row + 1) * self.width]
            bits = "".join("1" if colour == INK else "0" for colour in line)
            bits += "0" * (-len(bits) % 8)
            data += int(bits, 2).to_bytes(len(bits) // 8, "big")
        return bytes(data)

    def image(self):
        """Return it as a Pillow image in the palette."""
        image = Image.frombytes("P", (self.width, self.height), bytes(self.pixels))
        image.putpalette(COMPONENTS)
        return image


class Parts:
    """The parts of the sheets, in colour or for black and white, by name."""

    def __init__(self, mono):
        self.mono = mono
        self.names = []
        self._parts = {}
        sheets = {}
        for line in (SOURCES / "parts.txt").read_text("utf-8").splitlines():
            if not line or line.startswith("#"):
                continue
            name, sheet, *box = line.split()
            if sheet not in sheets:
                path = SOURCES / (sheet + (".mono.png" if mono else ".png"))
                sheets[sheet] = Image.open(path)
                if sheets[sheet].mode != "P":
                    raise ArtError("{} is not an image with a palette".format(path.name))
                if sheets[sheet].getpalette()[: len(COMPONENTS)] != COMPONENTS:
                    raise ArtError(
                        "{} has a palette other than that of tools/art.py".format(path.name)
                    )
            x, y, width, height = map(int, box)
            part = Canvas(width, height)
            part.pixels[:] = sheets[sheet].crop((x, y, x + width, y + height)).tobytes()
            if max(part.pixels) > (IVORY if mono else FLESH):
                raise ArtError("{} has a colour that isn't in the palette".format(name))
            self.names.append(name)
            self._parts[name] = part

    def __getitem__(self, name):
        try:
            return self._parts[name]
        except KeyError:
            raise ArtError("parts.txt has no part {}".format(name)) from None

    def __contains__(self, name):
        return name in self._parts


def rank_part(parts, rank, size=""):
    """Return the drawing of a rank: a letter, a digit, or two digits side by side.

    ``size`` is "" for the faces, "small." for the small cards.
    """
    if size + rank in parts:
        return parts[size + rank]
    tens = parts[size + "one"]
    ones = parts[size + {"10": "n0", "11": "one"}.get(rank, rank[1])]
    canvas = Canvas(tens.width + 1 + ones.width, tens.height)
    canvas.blit(tens, 0, 0)
    canvas.blit(ones, tens.width + 1, 0)
    return canvas


def blank(width, height, edge=INK, colour=IVORY):
    """Return an empty card with a line around and rounded corners."""
    canvas = Canvas(width, height)
    canvas.fill(1, 1, width - 2, height - 2, colour)
    for x in range(2, width - 2):
        canvas.set(x, 0, edge)
        canvas.set(x, height - 1, edge)
    for y in range(2, height - 2):
        canvas.set(0, y, edge)
        canvas.set(width - 1, y, edge)
    for x in (1, width - 2):
        for y in (1, height - 2):
            canvas.set(x, y, edge)
    return canvas


def is_moor(rank):
    """Tell whether a trump is one of the four Moors."""
    return rank[:2] == "MO" and rank[2].isdigit()


def signs(suit, rank):
    """Return the names of the upper and the lower drawing of the index."""
    if suit < 4:
        return rank, SUITS[suit]
    if is_moor(rank):
        return "index.MOR", "trump"
    return rank if rank.isdigit() else "index." + rank, "trump" if suit == 4 else None


def picture(parts, game, suit, rank):
    """Return the picture beside the index, 17 x 44, as a Canvas."""
    canvas = Canvas(PICTURE_WIDTH, PICTURE_HEIGHT)
    if suit < 4:
        name = SUITS[suit]
        robe = {ROBE: INK if parts.mono else ROBES[suit]}
        pattern = "bo." if game == "tarocco" else "br."
        if pattern + rank in parts:
            figure = parts[pattern + rank]
            held = parts["hold." + name]
            place = HOLD[rank]
            half = Canvas(PICTURE_WIDTH, figure.height)
            half.blit(held, place[0], place[1] - held.height)
            half.blit(figure, 0, 0, robe)
        elif "{}.{}".format(name, rank) in parts:
            half = parts["{}.{}".format(name, rank)]
            canvas.blit(half, 0, (PICTURE_HEIGHT - half.height) // 2)
            return canvas
        else:
            for x, y in PIPS[rank]:
                canvas.blit(parts["pip." + name], x, y)
            return canvas
        if half.height > PICTURE_HEIGHT // 2:
            canvas.blit(half, 0, 0)
            return canvas
    elif is_moor(rank):
        half = Canvas(PICTURE_WIDTH, HALF_HEIGHT)
        arm = parts["arm." + rank[2]]
        half.blit(arm, 10, 16 - arm.height)
        half.blit(parts["MOR"], 0, 0, None if parts.mono else {ROBE: MOORS[int(rank[2]) - 1]})
    else:
        half = parts["T" + rank if rank.isdigit() else rank]
    # Two halves, one upside down as on the cards of Bologna, and a bar between them.
    top = Canvas(PICTURE_WIDTH, HALF_HEIGHT)
    top.blit(half, 0, 0)
    canvas.blit(top, 0, 0)
    canvas.blit(top, 0, PICTURE_HEIGHT - HALF_HEIGHT, turned=True)
    bar = PICTURE_HEIGHT - 2 * HALF_HEIGHT
    canvas.fill(0, HALF_HEIGHT, PICTURE_WIDTH, bar, INK)
    canvas.fill(0, HALF_HEIGHT + 1, PICTURE_WIDTH, bar - 2, IVORY if parts.mono else GOLD)
    return canvas


def face(parts, game, card):
    """Return the face of a card (its number) as a Canvas."""
    suit, rank = CARDS[game][card]
    canvas = blank(WIDTH, HEIGHT)
    upper, lower = signs(suit, rank)
    colour = {INK: SUIT_COLOURS[suit]} if suit < 4 and not parts.mono else None
    drawing = parts[upper] if upper in parts else rank_part(parts, upper)
    canvas.blit(drawing, 2 + (11 - drawing.width) // 2, 3, colour)
    if lower:
        sign = parts[lower]
        canvas.blit(sign, 2 + (11 - sign.width) // 2, 16)
    if is_moor(rank):
        for dot in range(int(rank[2])):
            canvas.fill(2 + 3 * dot, 30, 2, 2, INK)
    if suit > 3 and not parts.mono:
        canvas.fill(14, 1, 17, 46, SHADE)
    if suit > 3 or rank in HOLD:
        canvas.fill(13, 1, 1, HEIGHT - 2, INK)
    elif parts.mono:
        # Sets the index of a number card off from its pips where part of them shows.
        for y in range(2, HEIGHT - 2, 3):
            canvas.set(13, y, INK)
    else:
        canvas.fill(13, 1, 1, HEIGHT - 2, SHADE)
    canvas.blit(picture(parts, game, suit, rank), 14, 2)
    return canvas


def mini(parts, game, card):
    """Return the small picture of a card as a Canvas."""
    suit, rank = CARDS[game][card]
    canvas = blank(MINI_WIDTH, MINI_HEIGHT, colour=SHADE if suit > 3 and not parts.mono else IVORY)
    upper, lower = signs(suit, rank)
    colour = {INK: SUIT_COLOURS[suit]} if suit < 4 and not parts.mono else None
    named = suit > 3 and not rank.isdigit()
    drawing = parts[upper] if named else rank_part(parts, upper, "small.")
    if rank == "MAT":
        canvas.blit(drawing, 3, 4)
        return canvas
    canvas.blit(drawing, (MINI_WIDTH + 1 - drawing.width) // 2, 1 if named else 2, colour)
    if is_moor(rank):
        dots = int(rank[2])
        for dot in range(dots):
            canvas.fill((MINI_WIDTH + 1 - 3 * dots) // 2 + 3 * dot, 16, 2, 3, INK)
    elif named:
        canvas.blit(parts["mini.star"], 5, 15)
    else:
        canvas.blit(parts["mini." + lower], 4, 11)
    return canvas


def back(parts, width, height, field):
    """Return the back of the cards as a Canvas; ``field`` is its colour."""
    canvas = blank(width, height)
    ink, star = (INK, INK) if parts.mono else (field, GOLD)
    canvas.fill(2, 2, width - 4, height - 4, ink)
    for y in range(3, height - 3):
        for x in range(3, width - 3):
            across = (2 * x - width + 1 + 2 * y - height + 1) // 2 % 8
            down = (2 * x - width + 1 - 2 * y + height - 1) // 2 % 8
            if across == 0 or down == 0:
                canvas.set(x, y, IVORY)
            elif across == 4 and down in (3, 4, 5) or down == 4 and across in (3, 4, 5):
                canvas.set(x, y, IVORY if parts.mono else star)
    return canvas


def title(parts):
    """Return the title picture: four cards of both games and the name before them."""
    canvas = Canvas(120, 60)
    shown = (("tarocco", "R", 0), ("tarocco", "SOL", 4), ("cicera", "C", 2), ("tarocco", "MAT", 5))
    for place, (game, rank, suit) in enumerate(shown):
        card = CARDS[game].index((suit, rank))
        canvas.blit(face(parts, game, card), 1 + 29 * place, (3, 0, 0, 3)[place])
    letters = [parts["letter." + letter] for letter in "TAVOLINO"]
    width = sum(letter.width for letter in letters) + 2 * (len(letters) - 1)
    name = Canvas(width, letters[0].height)
    x = 0
    for letter in letters:
        name.blit(letter, x, 0)
        x += letter.width + 2
    left, top = (120 - width) // 2, 42
    edge, fill = INK, IVORY if parts.mono else GOLD
    for dy in (-2, -1, 0, 1, 2):
        for dx in (-2, -1, 0, 1, 2):
            if abs(dx) + abs(dy) < 4:
                canvas.blit(name, left + dx, top + dy, {INK: edge})
    canvas.blit(name, left, top, {INK: fill})
    return canvas


def name_hash(name):
    """Return the 16-bit hash of an icon's name, as ``firmware/content/art.py`` computes it."""
    value = 0
    for char in name:
        value = (value * 33 ^ ord(char)) & 0xFFFF
    return value


def icons(parts):
    """Return ``{name: Canvas}`` of the icons."""
    made = {}
    for name in parts.names:
        if name.startswith("icon."):
            made[name[5:]] = parts[name]
    for name in SUITS + ("trump",):
        made[name] = parts[name]
        made["mini." + name] = parts["mini." + name]
        made["tiny." + name] = parts["tiny." + name]
    arrow = made["turn.2"]
    for name, turn in (
        ("turn.0", Image.Transpose.ROTATE_180),
        ("turn.1", Image.Transpose.ROTATE_270),
        ("turn.3", Image.Transpose.ROTATE_90),
    ):
        image = arrow.image().transpose(turn)
        made[name] = Canvas(image.width, image.height)
        made[name].pixels[:] = image.tobytes()
    veil = Canvas(WIDTH, HEIGHT)
    for y in range(HEIGHT):
        for x in range(WIDTH):
            if (x + y) & 1:
                veil.set(x, y, IVORY if parts.mono else FELT_DARK)
    made["veil"] = veil
    frame = Canvas(WIDTH + 4, HEIGHT + 4)
    for inset, colour in ((0, INK), (1, GOLD)):
        colour = INK if parts.mono else colour
        frame.fill(inset, inset, frame.width - 2 * inset, frame.height - 2 * inset, colour)
    frame.fill(2, 2, WIDTH, HEIGHT, CLEAR)
    made["frame"] = frame
    made["title"] = title(parts)
    return made


def pack_icons(drawings, mono):
    """Return the bytes of the packed icons."""
    by_hash = {name_hash(name): name for name in drawings}
    if len(by_hash) < len(drawings):
        raise ArtError("two icons' names have the same hash: rename one")
    table, data = b"", b""
    for value in sorted(by_hash):
        drawing = drawings[by_hash[value]]
        # The title stands on white paper in any case: one bit a pixel will do.
        plain = mono and (IVORY not in drawing.pixels or by_hash[value] == "title")
        table += struct.pack(
            "<HBBBBH", value, drawing.width, drawing.height, 1 if plain else 4, 0, len(data)
        )
        data += drawing.pack1() if plain else drawing.pack4()
    return struct.pack("<4sH", b"TVI1", len(by_hash)) + table + data


def build():
    """Return ``{file name: bytes}`` of everything that is packed."""
    files = {}
    for mono in (False, True):
        parts = Parts(mono)
        pack = Canvas.pack1 if mono else Canvas.pack4
        bits = "1" if mono else "4"
        for game, cards in CARDS.items():
            faces = [face(parts, game, card) for card in range(len(cards))]
            minis = [mini(parts, game, card) for card in range(len(cards))]
            faces.append(back(parts, WIDTH, HEIGHT, BACKS[game]))
            minis.append(back(parts, MINI_WIDTH, MINI_HEIGHT, BACKS[game]))
            files["{}.c{}".format(game, bits)] = b"".join(map(pack, faces))
            files["{}.m{}".format(game, bits)] = b"".join(map(pack, minis))
        files["icons.c" + bits] = pack_icons(icons(parts), mono)
    return files


def main(argv=None):
    """Run the command; return the exit status."""
    argparse.ArgumentParser(prog="python -m tools.art", description="Pack the art.").parse_args(
        argv
    )
    try:
        for name, data in build().items():
            (OUT / name).write_bytes(data)
            print("{}: {} bytes".format(name, len(data)))
    except ArtError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(console.run(main))
