# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What programs for the command line share: how they end, and where they keep what they make."""

import contextlib
import errno
import functools
import hashlib
import os
import re
import stat
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

#: Exit statuses as shells give them for Ctrl-C and for a reader that has gone.
STOPPED, UNREAD = 130, 141

_WHY = {
    errno.EACCES: "permission is missing",
    errno.EPERM: "permission is missing",
    errno.EROFS: "it can only be read",
    errno.ENOENT: "it isn't there",
    errno.EEXIST: "something else has this name",
    errno.ENOTDIR: "a part of its path is a file",
    errno.EISDIR: "it is a folder",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk has no more space for you",
}


def run(main, arguments=None):
    """Call ``main(arguments)``; returns its exit status, or that of a sentence on stderr.

    For what ``main`` leaves to others: a file or folder that can't be used, Ctrl-C, and that
    nobody reads any more what is printed, which is no news.
    """
    try:
        try:
            return main(arguments)
        finally:
            # Here and not when Python ends, where nothing can be done about a failure.
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        _silence(sys.stdout)
        return UNREAD
    except OSError as error:
        if sys.stdout is not None and not error.filename:
            _silence(sys.stdout)  # or what it couldn't print is tried again
        _say(sentence(error))
        return 1
    except KeyboardInterrupt:
        _say("Stopped.")
        return STOPPED


def sentence(error):
    """What the OSError ``error`` means for the user."""
    if error.filename is None:
        return "Reading or writing has failed: %s." % (error.strerror or error)
    name = os.fsdecode(error.filename) if isinstance(error.filename, (str, bytes)) else "file"
    return "%s can't be used: %s." % (name, _WHY.get(error.errno) or error.strerror)


def _say(text):
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        _silence(sys.stderr)


def _silence(stream):
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):
        pass  # a stream of a test's, without a number


@functools.lru_cache(None)
def work():
    """The folder for all that programs make and can make again.

    ``build`` in the project; where that can't be written to, one for this project among the
    user's caches, or else among the temporary files, for this user alone.
    """
    name = hashlib.sha256(os.fsencode(ROOT)).hexdigest()[:8]
    own = os.path.join(ROOT, "build")
    for folder in (own, os.path.join(_caches(), "tavolino", name)):
        if can_write(folder):
            return folder
    user = os.getuid() if hasattr(os, "getuid") else "user"
    try:
        folder = os.path.join(tempfile.gettempdir(), "tavolino-%s-%s" % (user, name))
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder, 0o700)
        found = os.lstat(folder)
        # Somebody else may have put something there, to have it run.
        if stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & 0o77:
            return folder
        return tempfile.mkdtemp(prefix="tavolino-")
    except OSError:
        return own  # whoever writes there is told


def settings():
    """The environment's variables for programs and libraries that want to write to the home.

    Where there is no home to write to, npm and pythainlp are sent to ``work()``.
    """
    found = dict(os.environ)
    if not can_write(os.path.expanduser(os.path.join("~", ".npm"))):
        found.setdefault("npm_config_cache", os.path.join(work(), "npm-cache"))
        found.setdefault("PYTHAINLP_DATA", os.path.join(work(), "pythainlp"))
    return found


def npm_said(text):
    """The line that says why npm has failed, of all that it has written on stderr."""
    lines = [re.sub("^npm (error|ERR!):?", "", line).strip() for line in text.splitlines()
             if not re.match("npm (notice|warn|WARN)", line)]
    facts = ("code ", "errno ", "syscall ", "path ")
    return next((line for line in lines if line and not line.startswith(facts)), "it has stopped")


def _caches():
    home = os.path.expanduser("~")
    if os.name == "nt":
        return os.environ.get("LOCALAPPDATA") or home
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Caches")
    return os.path.abspath(os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache"))


def can_write(folder):
    """Whether files can be put into ``folder``, or it can be made."""
    while not os.path.lexists(folder):
        above = os.path.dirname(folder)
        if above == folder:
            return False
        folder = above
    return os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK)
