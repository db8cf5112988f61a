"""What a measurement found: one row per engine, method and step; cost at equal error."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

TARGETS = (1e-3, 1e-4)
"""Errors at which costs are compared."""
THREE_DIGITS = 5e-4
"""Largest relative difference from jounce's end state that counts as agreement."""


@dataclass
class Row:
    """One engine with one method and one step."""

    engine: str
    method: str
    step: float
    """[s]"""
    yaw_error: float | None = None
    """largest difference over the run, relative to the range of the reference; None when the run failed"""
    height_error: float | None = None
    end_difference: float | None = None
    """largest relative difference of yaw rate, height and forward speed at the end"""
    times: list[float] = field(default_factory=list)
    """in the engine, one per repeat [s per simulated second]"""
    total_times: list[float] = field(default_factory=list)
    """with Python around it"""
    note: str = ""
    """why it failed"""

    @property
    def error(self) -> float | None:
        """The larger one of the two errors."""
        if self.yaw_error is None or self.height_error is None:
            return None
        return max(self.yaw_error, self.height_error)

    @property
    def cost(self) -> float | None:
        """Smallest time [s per simulated second]."""
        return min(self.times) if self.times else None

    @property
    def name(self) -> str:
        """Engine and method."""
        return f"{self.engine} {self.method}"


@dataclass
class Measurement:
    """All rows, and where they were measured."""

    rows: list[Row]
    versions: dict[str, str]
    """engine → version"""
    missing: dict[str, str]
    """engine → why it could not be measured"""
    repeats: int
    reference_check: float
    """difference of the reference from a second one"""
    machine: str
    created: str

    def methods(self) -> list[str]:
        """Engine and method, in the order of measurement."""
        return list(dict.fromkeys(row.name for row in self.rows))

    def points(self, name: str) -> list[tuple[float, float]]:
        """Errors and costs of a method, from the largest step to the smallest, without runs that failed."""
        own = sorted((row for row in self.rows if row.name == name), key=lambda row: -row.step)
        return [(row.error, row.cost) for row in own if row.error is not None and row.cost is not None]

    def disagreements(self) -> list[str]:
        """Methods whose end state has not three digits of jounce's at any step."""
        return [name for name in self.methods() if self._end_difference(name) > THREE_DIGITS]

    def _end_difference(self, name: str) -> float:
        """At the step that is best for a method."""
        own = (row.end_difference for row in self.rows if row.name == name)
        return min((value for value in own if value is not None), default=math.inf)

    def as_dict(self) -> dict[str, Any]:
        """For JSON, with the costs at equal error [ms per simulated second]."""
        return asdict(self) | {"costs": costs(self)}


def from_dict(data: dict[str, Any]) -> Measurement:
    """The measurement that `as_dict` wrote."""
    rows = [Row(**row) for row in data["rows"]]
    return Measurement(**{name: value for name, value in data.items() if name != "costs"} | {"rows": rows})


def costs(found: Measurement) -> dict[str, dict[str, float | None]]:
    """Method → `cost_at_1e-3` and `cost_at_1e-4` [ms per simulated second], None where it is not reached."""
    return {
        name: {key(target): _milliseconds(cost_at(found.points(name), target)) for target in TARGETS}
        for name in found.methods()
    }


def best_costs(found: Measurement) -> dict[str, dict[str, float | None]]:
    """Engine → the smallest of its methods' costs."""
    own, by_engine = costs(found), {}
    for engine in dict.fromkeys(row.engine for row in found.rows):
        names = {row.name for row in found.rows if row.engine == engine}
        by_engine[engine] = {
            key(t): min((c for n in names if (c := own[n][key(t)]) is not None), default=None) for t in TARGETS
        }
    return by_engine


def key(target: float) -> str:
    """Name of a cost."""
    return f"cost_at_{target:.0e}".replace("e-0", "e-")


def cost_at(points: Sequence[tuple[float, float]], target: float) -> float | None:
    """Smallest cost with which a method reaches an error, or None.

    points: errors and costs, from the largest step to the smallest. Between neighbours the logarithms of error and cost
    are taken as straight; a step that is precise enough counts as it is.
    """
    found = [cost for error, cost in points if error <= target]
    for (error, cost), (next_error, next_cost) in itertools.pairwise(points):
        if next_error <= target < error:
            part = math.log(error / target) / math.log(error / next_error)
            found.append(cost * (next_cost / cost) ** part)
    return min(found, default=None)


def _milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else 1e3 * seconds


def median(values: Sequence[float]) -> float | None:
    """Median, or None of nothing."""
    return statistics.median(values) if values else None
