# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""``python -m sim --web``: makes the web page (tools.web), gives it out to this machine and opens it."""

import errno
import functools
import http.server
import os
import subprocess
import sys
import urllib.parse
import webbrowser

from sim import console

PORT = 8642

_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_PAGE = os.path.join(_ROOT, "dist", "web")
if not console.can_write(_PAGE):
    _PAGE = os.path.join(console.work(), "page")


class ServerError(Exception):
    """The page can't be given out; ``args[0]`` is a sentence saying why and what to do."""


class _Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".webmanifest": "application/manifest+json",
        ".gz": "application/octet-stream",
    }

    def end_headers(self):
        # Without these a page may share no memory with its worker.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *arguments):
        pass


class _Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        # A browser that goes away in the middle of a file is no news.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def server(folder, port):
    """A server of ``folder`` on this machine's ``port``, 0 for any free one; ServerError."""
    handler = functools.partial(_Handler, directory=folder)
    try:
        return _Server(("127.0.0.1", port), handler)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise ServerError(
                "Port %d is in use, perhaps by another --web: end that one, or choose another "
                "port, as in --port %d." % (port, port + 1 if port < 65535 else port - 1)
            )
        if error.errno == errno.EACCES:
            raise ServerError(
                "Port %d is not for everybody: choose one from 1024 on, as in --port %d."
                % (port, PORT)
            )
        raise ServerError("Port %d can't be used: %s." % (port, error.strerror))


def serve(query, port=None, browse=True):
    """Make the page, give it out on ``port`` until Ctrl-C, and open it with ``query`` (a dict)."""
    found = server(_PAGE, PORT if port is None else port)
    with found:
        print("Making the page ...", flush=True)
        command = [sys.executable, "-m", "tools.web", "--out", _PAGE]
        made = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True)
        if made.returncode:
            lines = (made.stderr or made.stdout).strip().splitlines()
            raise ServerError(lines[-1] if lines else "The page can't be made: tools.web has stopped.")
        chosen = urllib.parse.urlencode({k: v for k, v in query.items() if v})
        address = "http://127.0.0.1:%d/%s" % (found.server_address[1], "?" + chosen if chosen else "")
        print("The page is at " + address)
        print("Ctrl-C ends it.", flush=True)
        if browse and not webbrowser.open(address):
            print("No browser could be opened: open the address yourself.", file=sys.stderr)
        try:
            found.serve_forever()
        except KeyboardInterrupt:
            pass
