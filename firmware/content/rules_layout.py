# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The rules of the games, broken into pages and lines: when they are set, and for panels of unusual sizes.

The texts are those of the packed file of the language in use; `tools.rules` describes the format. A page is
read, expanded and broken into lines when it is asked for, and nothing of it stays. Where the pages begin is in
the file for the usual sizes of panels; for another size it is found out once, which takes a while.
"""

from micropython import const

from firmware.content import text
from firmware.content.fonts import width, wrap
from firmware.content.rules import BULLET, CARDS, FACES, GAMES, HEAD, ROW, TEXT, TITLE, layout

_MINI_W = const(16)
_MINI_H = const(22)
_CLOSE = const(12)  # from one small card to the next when they overlap
_CARD_W = const(32)
_CARD_H = const(48)
_CELL = const(40)  # least width of the cells after the first
_SPACE = const(3)  # above a paragraph, a picture


def document(number):
    """Return the open file of the language in use and where its document ``number`` begins.

    OSError if it has none.
    """
    file = text.packed()
    file.seek(9)
    at = file.read(3)
    if at == bytes(3):
        raise OSError("There are no texts of the rules.")
    file.seek((at[0] | at[1] << 8 | at[2] << 16) + 3 * number)
    at = file.read(3)
    return file, at[0] | at[1] << 8 | at[2] << 16


class Pages:
    """The rules of ``game`` for a panel of ``panel_w`` x ``panel_h`` pixels.

    ``count``: number of pages; pages and sections are counted from 0.
    """

    def __init__(self, game, panel_w, panel_h):
        self._file, self._at = document(GAMES.index(game))
        self.face, self.top, self.margin = layout(panel_h)
        self.w = panel_w - 2 * self.margin
        self.h = panel_h - self.top - 1
        head = self._read(self._at, 4)
        self.sections = head[0]
        self._blocks = head[2] | head[3] << 8
        sizes = self._at + 4 + 4 * self.sections
        data = self._read(sizes, 7 * head[1])
        self._offsets = sizes + 7 * head[1]
        self._data = self._offsets + 3 * (self._blocks + 1)
        self._starts = None
        for i in range(0, len(data), 7):
            size = (data[i] | data[i + 1] << 8, data[i + 2] | data[i + 3] << 8)
            if size == (panel_w, panel_h):
                self.count = data[i + 4]
                self._table = self._at + (data[i + 5] | data[i + 6] << 8)
                return
        self._starts = self._find_starts()
        self.count = len(self._starts) // 3

    def _read(self, at, size):
        self._file.seek(at)
        return self._file.read(size)

    def _find_starts(self):
        starts = bytearray()
        at = (0, 0)
        while at is not None:
            starts.append(at[0] & 255)
            starts.append(at[0] >> 8)
            starts.append(at[1])
            at = self._flow(at[0], at[1], None)
        return starts

    def _block(self, index):
        # Kind and packed bytes of a block.
        ends = self._read(self._offsets + 3 * index, 6)
        start = ends[0] | ends[1] << 8 | ends[2] << 16
        data = self._read(self._data + start, (ends[3] | ends[4] << 8 | ends[5] << 16) - start)
        return data[0], data[1:]

    def _kind(self, index):
        # Kind of a block, or TITLE beyond the last.
        return self._block(index)[0] if 0 <= index < self._blocks else TITLE

    def _start(self, page):
        if self._starts is None:
            entry = self._read(self._table + 3 * page, 3)
        else:
            entry = self._starts[3 * page : 3 * page + 3]
        return entry[0] | entry[1] << 8, entry[2]

    def _section(self, number):
        # Hash of the anchor and first block of a section.
        entry = self._read(self._at + 4 + 4 * number, 4)
        return entry[0] | entry[1] << 8, entry[2] | entry[3] << 8

    def _page_of(self, block):
        page = 0
        while page + 1 < self.count and self._start(page + 1)[0] <= block:
            page += 1
        return page

    def find(self, anchor):
        """Return the page on which the section with the name ``anchor`` begins, 0 if none has it."""
        value = text.key_hash(anchor)
        for number in range(self.sections):
            entry = self._section(number)
            if entry[0] == value:
                return self._page_of(entry[1])
        return 0

    def section(self, number):
        """Return ``(title, page)`` of a section."""
        block = self._section(number)[1]
        return str(text.expand(self._block(block)[1]), "utf-8"), self._page_of(block)

    def section_of(self, page):
        """Return the number of the section that ``page`` belongs to."""
        block = self._start(page)[0]
        number = self.sections - 1
        while number and self._section(number)[1] > block:
            number -= 1
        return number

    def per_row(self, kind, count):
        """Return how many of ``count`` cards stand in a row: rows are about equally long."""
        w = _MINI_W if kind == CARDS else _CARD_W
        most = (self.w - w) // (_CLOSE if kind == CARDS else w) + 1
        if count > most:
            most = (self.w - w) // w + 1
        rows = (count + most - 1) // most
        return (count + rows - 1) // rows

    def close(self):
        """Do nothing: the file is that of the texts."""

    def heading(self, page):
        """Return what stands in the bar above ``page``, two ``(words, align, x, y)`` as in `lines`."""
        face = self.face
        number = str(page + 1) + "/" + str(self.count)
        right = self.margin + self.w
        y = (self.top - 2 - face.height) // 2
        # The title's end is left out where it would touch the number of the page.
        room = self.w - width(face, number) - 6
        title = self.section(self.section_of(page))[0]
        while width(face, title) > room:
            title = title[:-2].rstrip() + "\u2026"
        return (number, 1, right, y), (title, 0, self.margin, y)

    def paint(self, page, theme, bar, ink, top):
        """Write what stands on ``page``, as `rules.Pages.paint` does."""
        face = self.face
        for words, align, x, y in self.heading(page):
            theme.write(bar, words, x, y, face, align)
        found = []
        for kind, x, y, content in self.lines(page):
            if kind in (CARDS, FACES):
                found.append((kind, x, y, content))
            elif kind == ROW:
                for words, align, x in content:
                    theme.write(ink, words, x, y - top, face, align)
            else:
                theme.write(ink, content, x, y - top, face)
                if kind == HEAD:
                    found.append((kind, x, y, None))
        return found

    def lines(self, page):
        """Return what stands on ``page``, a list of ``(kind, x, y, content)`` from top to bottom.

        ``content`` is a line of words for TEXT and HEAD, a list of ``(words, align, x)`` for ROW (as
        ``Theme.write`` takes them), the bytes of cards for CARDS and FACES.
        """
        found = []
        self._flow(*self._start(page), found)
        return found

    def _wrap(self, kind, words):
        # Lines of a paragraph, an item or a heading.
        face = self.face
        w = self.w
        if kind == BULLET:
            w -= width(face, "\u2022 ")
        lines = wrap(face, words, w)
        # A last line that is hardly there takes words of the line before it along.
        last = lines[-1]
        at = len(words) if len(lines) > 1 else 0
        while at > 0 and width(face, last) < w // 5:
            at = max(words.rfind(" ", 0, at), words.rfind("\u200b", 0, at))
            last = words[at + 1 :].replace("\xad", "").replace("\u200b", "").strip(" ")
        if 0 < at < len(words) and width(face, last) <= w:
            others = wrap(face, words[:at], w)
            if len(others) < len(lines):
                others.append(last)
                return others
        return lines

    def _row(self, words):
        # Cells of a line of a table, pixels for each of them after the first, lines of the first.
        cells = words.split("\t")
        step = _CELL
        for cell in cells[1:]:
            step = max(step, width(self.face, cell) + 8)
        return cells, step, wrap(self.face, cells[0], self.w - step * (len(cells) - 1))

    def _rows(self, index):
        # Number of lines in a table from one of its rows on.
        count = 0
        while self._kind(index) == ROW:
            count += len(self._row(str(text.expand(self._block(index)[1]), "utf-8"))[2])
            index += 1
        return count

    def _least(self, index):
        # Number of lines of a paragraph, and of those that stand together where it begins.
        count = len(self._wrap(TEXT, str(text.expand(self._block(index)[1]), "utf-8")))
        return count, count if count < 4 else 2

    def _leads(self, index, words):
        # Whether a picture comes next and these words, not those after it, are about it.
        return self._kind(index + 1) in (CARDS, FACES) and (
            words[-1:] == ":" or self._kind(index + 2) != TEXT
        )

    def _below(self, index):
        # Pixels below a picture that the words about it need at least.
        if self._kind(index) != TEXT:
            return 0
        if self._leads(index, str(text.expand(self._block(index)[1]), "utf-8")):
            return 0
        return _SPACE + self.face.height + (self._least(index)[1] - 1) * self.face.pitch

    def _flow(self, index, part, found):
        # Go through the page that begins with line (or card) ``part`` of block ``index``; return
        # where the next begins, or None. What is seen is added to ``found``, if that is a list.
        face = self.face
        pitch = face.pitch
        # High lines reach to the rule under a heading: what comes next keeps clear of it.
        gap = face.height + 2 - pitch
        left = self.margin
        bottom = self.top + self.h
        y = self.top
        fresh = True
        led = False  # whether the words just above are about the picture that comes next
        while index < self._blocks:
            kind, data = self._block(index)
            if kind == TITLE:
                if not fresh:
                    return index, 0
                index += 1
                continue
            if kind == CARDS or kind == FACES:
                h = _MINI_H if kind == CARDS else _CARD_H
                per_row = self.per_row(kind, len(data))
                while part < len(data):
                    if not fresh:
                        y += _SPACE
                    # A picture stays with the words about it.
                    need = h
                    if part + per_row >= len(data) and not led:
                        need += self._below(index + 1)
                    if y + need > bottom and not fresh:
                        return index, part
                    if found is not None:
                        found.append((kind, left, y, data[part : part + per_row]))
                    part += per_row
                    y += h
                    fresh = led = False
                index += 1
                part = 0
                continue
            words = str(text.expand(data), "utf-8")
            if not part and not fresh and kind != ROW:
                y += _SPACE
            if kind == ROW:
                cells, step, lines = self._row(words)
                # A line of a table isn't torn apart, nor is a table that fits on a page.
                need = len(lines)
                if self._kind(index - 1) != ROW:
                    need = self._rows(index)
                    if need * pitch > self.h:
                        need = len(lines)
                if y + face.height + (need - 1) * pitch > bottom and not fresh:
                    return index, 0
                if found is not None:
                    for number in range(len(lines)):
                        row = [(lines[number], 0, left)]
                        if number == len(lines) - 1:
                            for i in range(1, len(cells)):
                                row.append((cells[i], 1, left + self.w - step * (len(cells) - 1 - i)))
                        found.append((ROW, left, y + number * pitch, row))
                y += len(lines) * pitch
                fresh = False
                index += 1
                part = 0
                continue
            indent = 0
            if kind == BULLET:
                indent = width(face, "\u2022 ")
            lines = self._wrap(kind, words)
            next_kind = self._kind(index + 1)
            if kind == HEAD:
                if not fresh:
                    y += _SPACE
                need = pitch
                if next_kind == ROW:
                    # with the table below it
                    need = (self._rows(index + 1) + 1) * pitch
                elif next_kind == TEXT:
                    need = self._least(index + 1)[1] * pitch + _SPACE
                if y + face.height + need + gap > bottom and not fresh:
                    return index, 0
            room = (bottom - y - face.height) // pitch + 1
            rest = len(lines) - part
            led = kind == TEXT and self._leads(index, words)
            if led:
                # The end of what is said about a picture stays with it; so do its other rows and
                # the words below it, if a page has room for all.
                h = _SPACE + (_MINI_H if next_kind == CARDS else _CARD_H)
                need = rest * pitch + h
                count = len(self._block(index + 1)[1])
                per_row = self.per_row(next_kind, count)
                for more in ((count - 1) // per_row * h, self._below(index + 2)):
                    if need + more <= self.h:
                        need += more
                if y + need > bottom and (rest > 3 or not fresh):
                    room = min(room, rest - 2)
            elif not part and words[-1:] == ":" and len(lines) < 4 and not fresh:
                # What ends in a colon stays with what it announces.
                if next_kind != TEXT and y + (len(lines) + 2) * pitch + _SPACE > bottom:
                    return index, 0
            elif (
                kind in (TEXT, BULLET) and not part and rest < 4 and room >= rest
                and next_kind in (TEXT, BULLET) and self._kind(index + 2) == TITLE
                and self._kind(index - 1) in (ROW, kind)
            ):
                # A short paragraph isn't alone at the end of a section, if there is one to spare.
                need, least = self._least(index + 1)
                if (
                    need == least and 2 * (y - self.top) >= (rest + need) * pitch
                    and y + (rest + need - 1) * pitch + _SPACE + face.height > bottom
                ):
                    return index, 0
            # No first line alone at the foot, no last line alone at the head of a page.
            if room == rest - 1 and (room > 2 or not fresh):
                room -= 1
            if room < rest and not fresh:
                if room < 2 and not part:
                    room = 0
                if room <= 0:
                    return index, part
            while part < len(lines) and room > 0:
                if found is not None:
                    if kind == BULLET and not part:
                        found.append((TEXT, left, y, "\u2022"))
                    found.append((HEAD if kind == HEAD else TEXT, left + indent, y, lines[part]))
                part += 1
                room -= 1
                y += pitch
                fresh = False
            if part < len(lines):
                return index, part
            if kind == HEAD:
                y += gap
            index += 1
            part = 0
        return None
