"""Cockpit and controllers together: what is asked of an input, beside what the equations of motion read.

An input that controllers move gets a second row in the signal table. Steering wheel, pedals and direct inputs write
there; the controllers read it as their demand, and write the row that the equations of motion read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.engine.laws.forces.signal import VALUE
from jounce.lab.controllers.chain import ControlChain
from jounce.lab.controllers.demand import Demand


def add_demand_rows(system: Any, control: ControlChain | None) -> tuple[Any, dict[str, tuple[int, ...]]]:
    """The system with a row for the demand of every input that controllers move, and these rows by name.

    control: driver and controllers of a car without a maneuver, None without any; it takes its demand from the rows.
    """
    if control is None or not control.moved:
        return system, {}
    model, first = system.model, len(system.model.signals)
    signals = np.vstack([model.signals, np.zeros((len(control.moved), model.signals.shape[1]))])
    signals[first:, VALUE] = control.values
    rows: dict[str, tuple[int, ...]] = {name: (first + i,) for i, name in enumerate(control.moved)}
    control.demand = RowDemand(signals, {**system.layout.inputs, **rows})
    return replace(system, model=model._replace(signals=signals)), rows


class RowDemand(Demand):
    """Inputs as the rows of a signal table ask for them now."""

    def __init__(self, signals: np.ndarray, rows: Mapping[str, Sequence[int]]) -> None:
        super().__init__({}, None, {})
        self.signals, self.rows, self.names = signals, rows, tuple(rows)

    def at(self, name: str, t: float) -> float:
        """The value of an input; raises KeyError for an unknown name."""
        return float(self.signals[self.rows[name][0], VALUE])
