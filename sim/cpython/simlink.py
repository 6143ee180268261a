# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The way from ``machine`` to the simulated hardware when both are in one CPython process.

``attach(host)`` before the firmware starts; see sim/host.py for the calls.
"""

from array import array

state = array("i", [0] * 8)
#: Name of the simulated chip; set before ``machine`` is imported.
chip = "rp2040"
_host = None


def attach(host):
    """Let ``host`` (a sim.host.Host, or None) answer from now on."""
    global _host
    _host = host


def call(op, a, b, lag, data=None):
    """Carry out ``op`` after ``lag`` microseconds; the answer is in ``state``."""
    if _host is None:
        raise RuntimeError(
            "no simulated board is attached: start the firmware with `python -m sim`, "
            "or with sim.simulator.Simulator in a test"
        )
    _host.request(state, op, a, b, lag, data)


def post(op, a, b):
    """Carry out ``op``, which takes no time and has no answer."""
    if _host is None:
        call(op, a, b, 0)
    _host.post(op, a, b)
