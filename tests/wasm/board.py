# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A board for the tests: the real MicroPython in Node, reached by the real mpremote over TCP.

See bridge.mjs. MicroPython comes from the npm registry, once, into build/npm.
"""

import base64
import json
import os
import shutil
import subprocess

import pytest

from tools import web

HERE = os.path.dirname(os.path.abspath(__file__))


def missing(reason):
    """Skip the test, or fail where nothing may be missing."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def micropython():
    """-> (program of Node, path of micropython.mjs), installed if it isn't."""
    node = shutil.which("node")
    if node is None:
        missing("Node.js with npm isn't installed: no MicroPython for mpremote to talk to.")
    try:
        return node, os.path.join(web.micropython(), "micropython.mjs")
    except web.WebError as error:
        missing(error.args[0])


class Board:
    """The bridge's process; ``port`` is for mpremote."""

    def __init__(self):
        node, module = micropython()
        self.process = subprocess.Popen(
            [node, os.path.join(HERE, "bridge.mjs"), module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.number = json.loads(self.process.stdout.readline())["port"]
        self.port = "socket://127.0.0.1:{}".format(self.number)

    def close(self):
        """End the process."""
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()

    def __call__(self, do, **more):
        """Give the bridge a command; -> its answer."""
        self.process.stdin.write(json.dumps(dict(more, do=do)) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer

    def new(self, files=None, **more):
        """A new board with ``files`` (path -> bytes) on its flash, switched on."""
        encoded = {p: base64.b64encode(d).decode() for p, d in (files or {}).items()}
        return self("new", files=encoded, **more)

    def files(self):
        """-> path -> bytes of all files on the flash."""
        return {p: base64.b64decode(t) for p, t in self("state")["files"].items()}
