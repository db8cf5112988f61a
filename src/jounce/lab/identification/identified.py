"""What came of a fit: values with what is known about them, and how well each record is met."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from jounce.lab.identification.knowledge import Knowledge, strong_pairs
from jounce.lab.results.atomic import write_text
from jounce.methods import implementation
from jounce.model.vehicle import Vehicle

NORMAL_95 = 1.959964
"""Standard deviations of a normal distribution within which 95 % are."""


@dataclass(frozen=True)
class FittedParameter:
    """A parameter of a fit [SI, or multiples of what the vehicle had]."""

    name: str
    paths: tuple[str, ...]
    unit: str
    start: float
    value: float
    low: float
    high: float
    std: float
    """Standard deviation of the value."""
    note: str = ""
    """`at its bound` or `not identified`, where it is."""

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true value is with 95 % probability, if model and errors are what the fit takes them for."""
        return self.value - NORMAL_95 * self.std, self.value + NORMAL_95 * self.std


@dataclass(frozen=True, eq=False)
class Comparison:
    """One channel of one record: measured, with the values of the start, and with those of the fit [SI]."""

    record: str
    channel: str
    unit: str
    held_out: bool
    std: float
    time: np.ndarray
    measured: np.ndarray
    before: np.ndarray
    after: np.ndarray

    @property
    def rms(self) -> float:
        """Root mean square of what is left [SI]."""
        return _rms(self.after - self.measured)

    @property
    def rms_before(self) -> float:
        """Root mean square at the start [SI]."""
        return _rms(self.before - self.measured)

    @property
    def fit(self) -> float:
        """1 − |error| / |measured − its mean|: 1 is perfect, 0 as good as the mean."""
        spread = _rms(self.measured - np.mean(self.measured))
        return 1.0 - self.rms / spread if spread > 0.0 else float("nan")


@dataclass(frozen=True, eq=False)
class Identified:
    """The outcome of a fit."""

    name: str
    vehicle: Vehicle
    """The vehicle with the values that were found."""
    parameters: tuple[FittedParameter, ...]
    knowledge: Knowledge
    comparisons: tuple[Comparison, ...]
    status: Literal["converged", "stopped", "interrupted"]
    message: str
    cost: float
    """Half the sum of squares of all fitted residuals, in standard deviations."""
    history: tuple[float, ...]
    """Best cost after every step."""
    runs: int
    seconds: float
    jacobian: Mapping[str, str]
    """Parameter → how its derivatives were made."""

    @property
    def values(self) -> dict[str, float]:
        """Parameter → value [SI, or a multiple]."""
        return {one.name: one.value for one in self.parameters}

    def __getitem__(self, name: str) -> FittedParameter:
        """A parameter by its name."""
        found = {one.name: one for one in self.parameters}
        if name not in found:
            raise KeyError(f"{name!r}; known: {', '.join(found)}")
        return found[name]

    def data(self) -> dict[str, Any]:
        """Everything but the samples, as JSON holds it."""
        names = [one.name for one in self.parameters]
        return {
            "name": self.name,
            "vehicle": self.vehicle.name,
            "status": self.status,
            "message": self.message,
            "cost": _finite(self.cost),
            "error": _finite(self.knowledge.error),
            "runs": self.runs,
            "seconds": round(self.seconds, 3),
            "parameters": [
                {
                    "name": one.name,
                    "paths": list(one.paths),
                    "unit": one.unit,
                    "start": one.start,
                    "value": one.value,
                    "std": _finite(one.std),
                    "interval": [_finite(end) for end in one.interval],
                    "bounds": [one.low, one.high],
                    "note": one.note,
                    "derivatives": self.jacobian[one.name],
                }
                for one in self.parameters
            ],
            "singular_values": [float(value) for value in self.knowledge.singular_values],
            "not_identified": [{"shares": one.shares, "spread": one.spread} for one in self.knowledge.unknown],
            "correlated": [list(pair) for pair in strong_pairs(self.knowledge.correlations, names)],
            "correlations": [[_finite(value) for value in row] for row in self.knowledge.correlations],
            "channels": [
                {
                    "record": one.record,
                    "channel": one.channel,
                    "unit": one.unit,
                    "held_out": one.held_out,
                    "samples": len(one.time),
                    "rms_before": _finite(one.rms_before),
                    "rms": _finite(one.rms),
                    "fit": _finite(one.fit),
                }
                for one in self.comparisons
            ],
            "history": [float(value) for value in self.history],
        }

    def save_vehicle(self, path: str | Path) -> None:
        """Write the vehicle with the values that were found, a file for `jounce run --vehicle`; raises FileError."""
        write_text(path, json.dumps(self.vehicle.model_dump(mode="json"), indent=1, ensure_ascii=False) + "\n")

    def report(self, path: str | Path) -> None:
        """Write the page of the fit, one self-contained HTML file; raises FileError."""
        implementation("Identified.report")(self, path)

    def __repr__(self) -> str:
        values = ", ".join(f"{one.name} = {one.value:.5g} ± {one.std:.2g} {one.unit}" for one in self.parameters)
        return f"<Identified {self.name}: {self.status}; {values}>"


def _rms(values: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.square(values)))) if len(values) else float("nan")


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
