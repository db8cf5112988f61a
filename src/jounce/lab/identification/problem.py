"""What is fitted, ready to be evaluated: residuals of all records, for many candidates in one batch."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np

from jounce.errors import InputError, JounceError
from jounce.lab.identification.replay import InputChange, replay
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.results import Result
from jounce.lab.results.channel_needs import ChannelNeeds
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs import many
from jounce.lab.runs.choice_of_steps import with_equal_steps
from jounce.lab.studies.free_parameter import FreeNumber
from jounce.lab.studies.quantities import with_ground_options
from jounce.model.vehicle import RACK_TRAVEL, STEERING_WHEEL_ANGLE, Vehicle, with_smooth_rack
from jounce.model.vehicle.parameters import with_parameters
from jounce.model.vehicle.variants import SMOOTHING

Point: TypeAlias = Sequence[float] | np.ndarray
"""A value for every parameter [SI, or multiples]."""
RACK_LAG = 2.0 * SMOOTHING
"""Time by which the lag of a rack that gets one delays slow inputs [s]: two equal lags of first order."""
FAILED = 1e3
"""Residual, in standard deviations, of every sample of a run that failed: no step of the fit goes there."""


@dataclass(frozen=True, eq=False)
class Series:
    """One channel of one record where it is compared: times of the record [s], values and their spread [SI]."""

    record: int
    channel: str
    unit: str
    time: np.ndarray
    values: np.ndarray
    std: float
    """Standard deviation of the measurement [SI], divided by the weight of the record."""
    held_out: bool


@dataclass(frozen=True, eq=False)
class FitRecord:
    """A record made ready: the channel of each input, and the ground it was driven on."""

    name: str
    result: Result
    inputs: Mapping[str, str]
    ground: str | None = None
    end: float | None = None
    """Time of the record after which nothing is compared [s]."""


@dataclass(frozen=True)
class ChannelChange:
    """How a measured channel differs from the car's: later by `delay` [s], times `factor`, plus `offset` [SI]."""

    delay: float = 0.0
    factor: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, eq=False)
class Candidate:
    """A car with values of the parameters, and what they change in inputs, channels and ground."""

    vehicle: Vehicle
    inputs: Mapping[str, InputChange]
    channels: Mapping[str, ChannelChange]
    ground: Mapping[str, float]


@dataclass(frozen=True, eq=False)
class Problem:
    """Everything that residuals depend on but the values of the parameters."""

    vehicle: Vehicle
    numbers: tuple[FreeNumber, ...]
    records: tuple[FitRecord, ...]
    series: tuple[Series, ...]
    settings: RunSettings
    every: float = 0.01
    threads: int | None = None
    runs: list[int] = field(default_factory=lambda: [0])
    """Runs made so far, in its only place."""
    plans: dict[tuple[int, str], Maneuver] = field(default_factory=dict, repr=False)
    """Maneuvers that were made, by record and what differs from it."""

    @cached_property
    def fitted(self) -> tuple[Series, ...]:
        """The series that are fitted."""
        return tuple(one for one in self.series if not one.held_out)

    def candidate(self, values: Point) -> Candidate:
        """The car with these values [SI]; raises ModelError for what it refuses."""
        parts: dict[str, dict[str, float]] = {"vehicle": {}, "inputs": {}, "channels": {}, "ground": {}}
        for number, value in zip(self.numbers, values, strict=True):
            for path, one in number.changes(float(value)).items():
                root, _, rest = path.partition(".")
                parts[root][rest] = one
        return Candidate(
            with_parameters(self.vehicle, parts["vehicle"]),
            _grouped(parts["inputs"], InputChange),
            _grouped(parts["channels"], ChannelChange),
            parts["ground"],
        )

    def run_of(self, candidate: Candidate, number: int) -> many.Run:
        """The run of a candidate that repeats a record; a rack that is prescribed without a lag gets one, because the
        rates of a recorded input jump, and its input as much earlier."""
        record, vehicle = self.records[number], with_smooth_rack(candidate.vehicle)
        lead = RACK_LAG if vehicle is not candidate.vehicle else 0.0
        changes = _earlier(candidate.inputs, record.inputs, lead)
        key = number, repr(changes)
        plan = self.plans.get(key)
        if plan is None:
            plan = replay(
                record.result,
                record.inputs,
                name=record.name,
                changes=changes,
                sample=self.every,
                end=record.end,
            )
            self.plans[key] = plan
        settings = with_equal_steps(self.settings).without_defaults()
        ground = record.ground or settings.get("ground")
        if candidate.ground:
            ground = with_ground_options(ground or "flat", candidate.ground)
        if ground is not None:
            settings["ground"] = ground
        return many.Run(plan, vehicle, settings)

    @cached_property
    def fitted_records(self) -> tuple[int, ...]:
        """Numbers of the records of which something is fitted."""
        return tuple(sorted({one.record for one in self.fitted}))

    def simulate(
        self, points: Sequence[Point], records: Sequence[int] | None = None
    ) -> list[dict[int, Result] | JounceError]:
        """For every point number → result of records (by default all), or the first error; cars of one record are one
        batch. Raises KeyboardInterrupt after Ctrl-C."""
        wanted = tuple(range(len(self.records))) if records is None else tuple(records)
        candidates: list[Candidate | JounceError] = []
        for point in points:
            try:
                candidates.append(self.candidate(point))
            except JounceError as error:
                candidates.append(error)
        good = [c for c in candidates if isinstance(c, Candidate)]
        runs = [self.run_of(one, number) for number in wanted for one in good]
        needs = ChannelNeeds({one.channel for one in self.series})
        outcomes = many.run_many(runs, threads=self.threads or os.cpu_count(), needs=needs)
        self.runs[0] += len(runs)
        if any(isinstance(one, Result) and one.metadata.interrupted for one in outcomes):
            raise KeyboardInterrupt
        found: list[dict[int, Result] | JounceError] = []
        place = 0
        for candidate in candidates:
            if not isinstance(candidate, Candidate):
                found.append(candidate)
                continue
            own = outcomes[place :: len(good)]
            place += 1
            failed = [one for one in own if isinstance(one, JounceError)]
            pairs = zip(wanted, own, strict=True)
            found.append(failed[0] if failed else {n: one for n, one in pairs if isinstance(one, Result)})
        return found

    def predict(self, values: Point, results: Mapping[int, Result], series: Sequence[Series]) -> list[np.ndarray]:
        """What the results of a point say of every series, at its times [SI]; not a number where a run had ended."""
        changes = self.candidate(values).channels
        return [self._predicted(results[one.record], one, changes.get(one.channel)) for one in series]

    def predict_slopes(self, values: Point, result: Result, slopes: np.ndarray, series: Series) -> np.ndarray:
        """Derivatives of a channel of a run, (samples, parameters), as they are at the times of a series."""
        change = self.candidate(values).channels.get(series.channel, ChannelChange())
        columns = [self._at_times(result.time, column, series, change) * change.factor for column in slopes.T]
        return np.column_stack(columns)

    def _predicted(self, result: Result, series: Series, change: ChannelChange | None) -> np.ndarray:
        if series.channel not in result:
            expected = f"one of {', '.join(sorted(result))}"
            where = f"channels.{series.channel}"
            raise InputError("not available in fast runs", repr(series.channel), expected, where=where)
        change = change or ChannelChange()
        found = self._at_times(result.time, result[series.channel].values, series, change)
        return found * change.factor + change.offset

    def _at_times(self, time: np.ndarray, values: np.ndarray, series: Series, change: ChannelChange) -> np.ndarray:
        """Values of a run at the times of a series; not a number where the run had ended."""
        at = series.time - self.records[series.record].result.time[0] - change.delay
        found = np.interp(at, time, values, right=np.nan)
        late = at > time[-1]
        if late.any() and at[late].max() - time[-1] < 1.5 * self.every:  # the last sample, but for rounding
            found[late] = values[-1]
        return found

    def residuals(self, points: Sequence[Point]) -> list[np.ndarray | JounceError]:
        """For every point (predicted − measured) / std of all fitted series in one row, then the priors."""
        found: list[np.ndarray | JounceError] = []
        for point, results in zip(points, self.simulate(points, self.fitted_records), strict=True):
            found.append(results if isinstance(results, JounceError) else self.residual_row(point, results))
        return found

    def residual_row(self, point: Point, results: Mapping[int, Result]) -> np.ndarray:
        """The residuals of one point."""
        predicted = self.predict(point, results, self.fitted)
        rows = [(p - s.values) / s.std for p, s in zip(predicted, self.fitted, strict=True)]
        rows = [np.where(np.isfinite(row), row, FAILED) for row in rows]
        return np.concatenate([*rows, self.prior_row(point)])

    def prior_row(self, point: Point) -> np.ndarray:
        """(value − mean) / std of every parameter with a prior."""
        pairs = zip(self.numbers, point, strict=True)
        return np.array([(value - n.prior[0]) / n.prior[1] for n, value in pairs if n.prior is not None])


def _earlier(changes: Mapping[str, InputChange], inputs: Mapping[str, str], lead: float) -> Mapping[str, InputChange]:
    """The changes with what steers earlier by a time [s]."""
    if lead == 0.0:
        return changes
    own = {name: changes.get(name, InputChange()) for name in (STEERING_WHEEL_ANGLE, RACK_TRAVEL) if name in inputs}
    return {**changes, **{name: dataclasses.replace(one, delay=one.delay - lead) for name, one in own.items()}}


def _grouped(values: Mapping[str, float], kind: type) -> dict:
    """`NAME.field` → value, as one object a name; names may have dots."""
    found: dict[str, dict[str, float]] = {}
    for path, value in values.items():
        name, _, key = path.rpartition(".")
        found.setdefault(name, {})[key] = value
    return {name: kind(**keys) for name, keys in found.items()}


def change_keys(kind: type) -> tuple[str, ...]:
    """What can be changed of an input or a channel: delay, factor, offset."""
    return tuple(one.name for one in dataclasses.fields(kind))
