"""Signals read outside compiled code."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jounce.elements.signal import CONSTANT, VALUE
from jounce.formulations.cartesian.entries import signal_value
from jounce.formulations.cartesian.system import System


def value_at(system: System, index: int, t: float) -> float:
    """Value of one signal at time t [s]."""
    row = system.model.signals[index]
    if row[0] == CONSTANT:  # without a call into compiled code
        return float(row[VALUE])
    return float(signal_value(row, system.model.tables, t))


def frozen(system: System, t: float) -> System:
    """The system with every signal kept at its value at time t [s]."""
    signals = np.zeros_like(system.model.signals)
    signals[:, 0] = CONSTANT
    signals[:, VALUE] = [value_at(system, i, t) for i in range(len(signals))]
    return replace(system, model=system.model._replace(signals=signals))
