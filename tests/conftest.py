# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Settings for all tests.

The daily run, ``python3 tools/start.py test``, leaves out what is marked ``slow``; ``--all``,
which CI runs, leaves out nothing. tests/slow.py says what is slow and why.
"""

import importlib.util
import os
import pathlib
import sys

import pytest
import slow
import strict
from hypothesis import settings

strict.install()

# The firmware's ``micropython``, also for what a piece of it that a test holds imports later on.
if importlib.util.find_spec("micropython") is None:
    _path = pathlib.Path(__file__).resolve().parent.parent / "sim" / "cpython" / "micropython.py"
    _spec = importlib.util.spec_from_file_location("micropython", _path)
    sys.modules["micropython"] = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules["micropython"])

# The same examples on every run, so that a green suite stays green until the code changes.
# HYPOTHESIS_PROFILE=explore looks at new ones and at more of them.
settings.register_profile("default", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="run the slow tests, too")


def pytest_collection_modifyitems(config, items):
    """Leave out slow tests, unless all are wished, or chosen by marks, or this one by its name."""
    for item in items:
        if slow.left_out(item.nodeid):
            item.add_marker(pytest.mark.slow)
    if config.option.all or config.option.markexpr:
        return
    if [os.path.abspath(word) for word in config.args] == [os.path.dirname(__file__)]:
        wrong = slow.unknown([item.nodeid for item in items])
        if wrong:
            raise pytest.UsageError("tests/slow.py names no test: " + ", ".join(wrong))
    named = [word.split("[")[0] for word in config.args if "::" in word]
    daily, rest = [], []
    for item in items:
        is_slow = item.get_closest_marker("slow")
        chosen = any(item.nodeid.partition("[")[0] == name for name in named)
        (rest if is_slow and not chosen else daily).append(item)
    if rest:
        config.hook.pytest_deselected(items=rest)
        items[:] = daily


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """In CI nothing may be missing: a test that is skipped for want of a package fails."""
    report = yield
    if report.skipped and os.environ.get("CI") and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if any(word in reason for word in ("needs ", "could not import", "installed")):
            report.outcome = "failed"
            report.longrepr = "skipped, which CI doesn't allow: " + reason
    return report
