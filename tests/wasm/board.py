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

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CACHE = os.path.join(ROOT, "build", "npm")
MODULE = os.path.join(
    CACHE, "node_modules", "@micropython", "micropython-webassembly-pyscript", "micropython.mjs"
)


def missing(reason):
    """Skip the test, or fail where nothing may be missing."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def micropython():
    """-> (program of Node, path of micropython.mjs), installed if it isn't."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        missing("Node.js with npm isn't installed: no MicroPython for mpremote to talk to.")
    with open(os.path.join(HERE, "package-lock.json"), encoding="utf-8") as file:
        lock = file.read()
    stamp = os.path.join(CACHE, "installed")
    try:
        with open(stamp, encoding="utf-8") as file:
            if file.read() == lock and os.path.exists(MODULE):
                return node, MODULE
    except OSError:
        pass
    os.makedirs(CACHE, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(HERE, name), CACHE)
    result = subprocess.run(
        [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"],
        cwd=CACHE,
        capture_output=True,
        text=True,
        timeout=300,
        stdin=subprocess.DEVNULL,
    )
    if result.returncode or not os.path.exists(MODULE):
        missing("npm could not install MicroPython: " + result.stderr[-500:])
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(lock)
    return node, MODULE


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
