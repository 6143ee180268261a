#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Set everything up, then play or run the tests.

    python3 tools/start.py play [options of the simulator]
    python3 tools/start.py test [--all] [options of pytest]
    python3 tools/start.py run [arguments for the environment's Python]

Files named in the options are those of the folder you are in; only test always runs in the
project's. Needs nothing but Python 3.10 or newer. The first start makes the folder .venv beside
this project and installs the pinned packages of requirements/ there; later starts find it ready.
"""

# This file is read by any Python somebody may start it with, however old: plain syntax only.
from __future__ import print_function

import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
OLDEST = (3, 10)
USAGE = """usage:
  python3 tools/start.py play [options]   play in the simulator (play --help: all options)
  python3 tools/start.py test [options]   run the daily tests; --all: all (options are pytest's)
  python3 tools/start.py run ARGS...      run the environment's Python: run -m tools.arena -h
  python3 tools/start.py --help           this text
"""


class SetupError(Exception):
    """Set-up can't go on; the text says why and what to do."""


def python_of(venv):
    """Return the path of the Python inside the virtual environment ``venv``."""
    if os.name == "nt":
        return os.path.join(venv, "Scripts", "python.exe")
    return os.path.join(venv, "bin", "python")


def fingerprint(kind):
    """Return a text that changes whenever what has to be installed for ``kind`` changes."""
    import hashlib

    digest = hashlib.sha256(sys.version.encode() + VENV.encode())
    for name in sorted(os.listdir(os.path.join(ROOT, "requirements"))):
        with open(os.path.join(ROOT, "requirements", name), "rb") as file:
            digest.update(file.read())
    return kind + " " + digest.hexdigest()


def is_ready(kind):
    """Say whether the environment already has all that ``kind`` ("play" or "test") needs."""
    if not os.path.exists(python_of(VENV)):
        return False
    for stamp in ("play", "test"):
        if kind == "play" or stamp == "test":
            try:
                with open(os.path.join(VENV, "ready-" + stamp)) as file:
                    if file.read() == fingerprint(stamp):
                        return True
            except (IOError, OSError):
                pass
    return False


def make_venv():
    """Make the virtual environment, or make it again if it is broken."""
    try:
        import venv
    except ImportError:
        raise SetupError(missing_venv())
    if os.path.lexists(VENV) and not os.path.isdir(VENV):
        raise SetupError(
            VENV + " is " + ("a link to nothing" if os.path.islink(VENV) else "no folder")
            + ", and the environment has to be there: remove it and run the same command again."
        )
    print("Making a virtual environment in " + VENV + " ...")
    sys.stdout.flush()
    try:
        venv.create(VENV, with_pip=True, clear=True)
    except subprocess.CalledProcessError:
        raise SetupError(missing_venv())
    except (IOError, OSError) as error:
        raise SetupError(unwritable(error))
    except ValueError as error:
        raise SetupError(
            "The folder " + VENV + " can't hold an environment: " + str(error) + "\n"
            "Put the project elsewhere."
        )


def unwritable(error):
    """Return the sentence for an environment that can't be written to, from the OSError."""
    return (
        "The folder " + VENV + " can't be made or changed (" + str(error.strerror or error)
        + ").\nPut the project where you may write and where there is space (about 200 MB)."
    )


def missing_venv():
    """Return the sentence for a Python that came without venv or pip."""
    version = "%d.%d" % sys.version_info[:2]
    return (
        "This Python can't make virtual environments. On Debian and Ubuntu that part is a "
        "package of its own:\n    sudo apt install python3-venv    (or python" + version
        + "-venv)\n"
        "Then run the same command again."
    )


def pip_install(*arguments):
    """Run pip inside the environment; raise SetupError with a sentence if it fails."""
    command = [python_of(VENV), "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    log = os.path.join(VENV, "install.log")
    with open(log, "ab") as file:
        result = subprocess.call(command + list(arguments), stdout=file, stderr=file, cwd=ROOT)
    if result == 0:
        return
    with open(log, "rb") as file:
        text = file.read().decode("utf-8", "replace")
    signs = ("NewConnectionError", "Temporary failure in name resolution", "getaddrinfo failed",
             "ConnectTimeout", "Network is unreachable", "ProxyError", "ReadTimeoutError",
             "Failed to establish", "NameResolutionError", "Connection refused")
    if any(sign in text for sign in signs):
        raise SetupError(
            "The package index (PyPI) can't be reached. The first start needs a network "
            "connection, later ones don't.\n" + pip_settings() + "Connect (behind a proxy: set "
            "HTTPS_PROXY to its address), then run the same command again. "
            "(Details: " + log + ")"
        )
    if "No space left" in text:
        raise SetupError(
            "The disk is full. Make about 200 MB free and run the same command again."
        )
    if "No matching distribution" in text or "Could not find a version" in text:
        raise SetupError(no_package(text))
    if "CERTIFICATE_VERIFY_FAILED" in text or "SSLError" in text:
        raise SetupError(
            "The package index can't be trusted: its certificate isn't accepted. Behind a proxy "
            "that looks into connections, set PIP_CERT to the proxy's certificate file; also "
            "check the computer's date.\n(Details: " + log + ")"
        )
    lines = [line for line in text.splitlines() if line.startswith("ERROR")]
    raise SetupError(
        "Installing the packages failed: " + (lines[-1] if lines else "pip stopped") + "\n"
        "All that pip said is in " + log + "."
    )


def no_package(text):
    """Return what to do if pip found an index, but not a package in it; ``text``: all it said."""
    name = ""
    for line in text.splitlines():
        if "No matching distribution found for " in line:
            name = line.split("No matching distribution found for ")[1].split()[0]
    answer = "The package " + (name or "that is needed") + " wasn't found in the package index.\n"
    return answer + pip_settings() + (
        "Check the network connection; that pip uses PyPI or a full copy of it (these show "
        "other settings:  " + python_of(VENV) + " -m pip config list); and that this Python, "
        "%d.%d on %s, is one that the package is made for.\nThen run the same command again. "
        "(Details: %s)"
        % (sys.version_info[0], sys.version_info[1], sys.platform,
           os.path.join(VENV, "install.log"))
    )


def pip_settings():
    """Return a line about what the environment sets for pip, "" if nothing; without passwords."""
    import re

    settings = [key + "=" + os.environ[key]
                for key in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_NO_INDEX",
                            "PIP_FIND_LINKS", "PIP_CONFIG_FILE", "HTTPS_PROXY", "https_proxy")
                if os.environ.get(key)]
    if not settings:
        return ""
    text = re.sub("//[^/@, ]*@", "//...@", ", ".join(settings))
    return "Set in the environment: " + text + ".\n"


def prepare(kind):
    """Make the environment ready for ``kind``, if it isn't."""
    if is_ready(kind):
        return
    if not os.path.exists(python_of(VENV)) or fingerprint_changed():
        make_venv()
    # A new log, so that an earlier failure isn't read as this one's.
    open(os.path.join(VENV, "install.log"), "w").close()
    print("Installing the packages (once; it takes a minute or so) ...")
    requirements = os.path.join(ROOT, "requirements")
    pip_install("-r", os.path.join(requirements, kind + ".txt"))
    pip_install("--no-deps", "-r", os.path.join(requirements, "adafruit.txt"))
    if kind == "test":
        pip_install("--no-deps", "--upgrade", "--target", os.path.join(VENV, "blinka"), "-r",
                    os.path.join(requirements, "blinka.txt"))
    with open(os.path.join(VENV, "ready-" + kind), "w") as file:
        file.write(fingerprint(kind))


def fingerprint_changed():
    """Say whether the environment was made for other packages or another Python."""
    for kind in ("play", "test"):
        try:
            with open(os.path.join(VENV, "ready-" + kind)) as file:
                if file.read() != fingerprint(kind):
                    return True
        except (IOError, OSError):
            pass
    return False


def named(options):
    """Say whether ``options`` of pytest name files or workers: then the tests aren't spread."""
    paths = [option.split("::")[0] for option in options if not option.startswith("-")]
    return any(os.path.exists(os.path.join(ROOT, path)) for path in paths) or any(
        option.startswith(("-n", "--numprocesses", "--pdb", "-p")) for option in options
    )


def environment(module):
    """Return the variables for a Python that finds the project from wherever it is started.

    It runs in the caller's folder, against which all paths hold that the caller has given. With
    ``module`` it looks for no modules there (from Python 3.11 on).
    """
    paths = [ROOT] + [path for path in [os.environ.get("PYTHONPATH")] if path]
    variables = dict(os.environ, PYTHONDONTWRITEBYTECODE="0", PYTHONPATH=os.pathsep.join(paths))
    if module:
        variables["PYTHONSAFEPATH"] = "1"
    return variables


def main(arguments):
    """Carry out the command line ``arguments`` (without the program); return the exit status."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(USAGE, end="")
        return 0 if arguments else 2
    command = arguments[0]
    if command not in ("play", "test", "run"):
        sys.stderr.write("There is no command '" + command + "'.\n" + USAGE)
        return 2
    if sys.version_info < OLDEST:
        sys.stderr.write(
            "Tavolino needs Python %d.%d or newer; this is Python %d.%d.\n"
            "Install a newer one (https://www.python.org/downloads/) and start with it, for "
            "instance:  python3.12 tools/start.py %s\n"
            % (OLDEST + tuple(sys.version_info[:2]) + (command,))
        )
        return 2
    try:
        prepare("play" if command == "play" else "test")
    except SetupError as error:
        sys.stderr.write(str(error) + "\n")
        return 1
    except (IOError, OSError) as error:
        sys.stderr.write(unwritable(error) + "\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped. Run the same command again to go on.\n")
        return 130
    module = {"play": ["-m", "sim"], "test": ["-m", "pytest"], "run": []}[command]
    if command == "test" and not named(arguments[1:]):
        # As many at once as the computer has cores; neighbours in a file stay together.
        module += ["-n", "auto", "--dist", "worksteal"]
    try:
        status = subprocess.call(
            [python_of(VENV)] + module + arguments[1:], cwd=ROOT if command == "test" else None,
            env=environment(command == "play" or arguments[1:2] == ["-m"]),
        )
    except KeyboardInterrupt:
        return 130
    except (IOError, OSError) as error:
        sys.stderr.write("%s can't be started (%s): remove the folder %s and run the same command "
                         "again.\n" % (python_of(VENV), error.strerror or error, VENV))
        return 1
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
