# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pictures of the panel as files: PNG, and GIF of how it changes in virtual time."""

import zlib

_MS = 1_000_000
# A GIF gets at most 25 pictures a second, taken when the panel isn't just being written to, or
# after 100 ms of steady writing.
_STEP = 40 * _MS
_QUIET = 3 * _MS
_WRITING = 100 * _MS
_HUNDREDTH = 10 * _MS
_FIRST_LONGEST = 500
_LAST_SHORTEST = 1000


class PictureError(BaseException):
    """A picture can't be saved; ``args[0]`` is a sentence saying why and what to do.

    It can arise within a sleep of the firmware, whose guard must not take it for a fault of its
    own: so it is no Exception.
    """


def _pillow():
    try:
        from PIL import Image
    except ImportError:
        raise PictureError(
            "Pillow, which saves pictures, isn't installed: run tools/start.py once, "
            "or `pip install pillow`."
        )
    return Image


def check():
    """PictureError if pictures can't be saved at all."""
    _pillow()


def save_png(path, size, rgb, scale=1):
    """Save ``rgb`` (3 bytes a pixel, ``size`` = width, height) as PNG, each pixel ``scale``
    wide.
    """
    image = _pillow().frombytes("RGB", size, rgb)
    if scale != 1:
        image = image.resize((size[0] * scale, size[1] * scale), 0)
    try:
        image.save(path, "PNG")
    except OSError as error:
        raise PictureError("The file %s can't be written: %s." % (path, error.strerror or error))


class Recorder:
    """Takes the pictures for a GIF while ``host`` runs; its ``on_change`` goes to the host."""

    def __init__(self, host):
        self._host = host
        self._frames = []  # (time in ns, compressed RGB)
        self._stamp = None
        self._picture = None
        self._next = 0
        self._writing = None  # since when the panel has been written to without a pause

    def on_change(self):
        """Look whether the panel has changed; called whenever virtual time has moved."""
        host = self._host
        now = host.now
        if now - host.written_at() >= _QUIET:
            self._writing = None
        elif self._writing is None:
            self._writing = now
        if now < self._next or self._writing is not None and now - self._writing < _WRITING:
            return
        stamp = host.stamp()
        if stamp != self._stamp:
            self._take(now, stamp)

    def _take(self, now, stamp):
        self._stamp = stamp
        self._next = now + _STEP
        host = self._host
        picture = host.picture()
        if picture != self._picture:
            self._picture = picture
            # a long sleep ends long after the panel has come to rest
            begin = min(now, host.drawn_at())
            if self._frames:
                begin = max(begin, self._frames[-1][0] + 2 * _HUNDREDTH)
            self._frames.append((begin, zlib.compress(picture, 1)))

    def save(self, path, scale=1):
        """Save what was recorded as a GIF that repeats; PictureError if it can't be written."""
        Image = _pillow()
        self._take(self._host.now, self._host.stamp())
        size = self._host.size()
        times = [time for time, _ in self._frames] + [self._host.now]
        # ends, not lengths, are rounded to the GIF's hundredths of a second: errors don't add up
        ends = [round(time / _HUNDREDTH) * 10 for time in times]
        lengths = [max(b - a, 20) for a, b in zip(ends, ends[1:])]
        lengths[0] = min(lengths[0], _FIRST_LONGEST)
        lengths[-1] = max(lengths[-1], _LAST_SHORTEST)

        def images():
            for _, packed in self._frames:
                image = Image.frombytes("RGB", size, zlib.decompress(packed))
                if scale != 1:
                    image = image.resize((size[0] * scale, size[1] * scale), 0)
                yield image.convert("P", palette=Image.Palette.ADAPTIVE, colors=256)

        pictures = images()
        first = next(pictures)
        try:
            first.save(
                path, "GIF", save_all=True, append_images=pictures, duration=lengths, loop=0
            )
        except OSError as error:
            raise PictureError(
                "The file %s can't be written: %s." % (path, error.strerror or error)
            )
