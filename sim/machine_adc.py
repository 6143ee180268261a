# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The analogue input of the simulator's ``machine``, loaded by it when it is used."""

from machine import call, pin_id

try:
    from micropython import const
except ImportError:
    from engine.mp import const

_ADC = const(9)


class ADC:
    """Analogue input: ``ADC(26..29)`` or a channel 0..3, or 4 (``CORE_TEMP``)."""

    CORE_TEMP = 4

    def __init__(self, source):
        if isinstance(source, int) and 0 <= source <= 4:
            self._channel = source
        else:
            self._channel = pin_id(source) - 26
            if not 0 <= self._channel <= 3:
                raise ValueError("Pin doesn't have ADC capabilities")

    def read_u16(self):
        return call(_ADC, self._channel)
