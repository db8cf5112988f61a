"""An optimisation made ready, and cars evaluated: all cars of a generation through all maneuvers, in one batch."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.errors import InputError, JounceError, ModelError
from jounce.findings import Finding, suggestion
from jounce.lab.maneuvers import Maneuver
from jounce.lab.maneuvers import maneuver as maneuver_of
from jounce.lab.maneuvers.maneuver import check_needs
from jounce.lab.metrics import METRICS
from jounce.lab.metrics.measuring import measure
from jounce.lab.metrics.needs import channel_needs
from jounce.lab.optimisation.study import Goal, Optimisation
from jounce.lab.results import Result
from jounce.lab.runs import many
from jounce.lab.studies.free_parameter import FreeNumber, free_numbers
from jounce.model.library import load_vehicle
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.parameters import value_at, with_parameters
from jounce.schema.expressions import condition
from jounce.schema.units import parse_quantity

ROOT = "vehicle."
_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True)
class Outcome:
    """Metrics of one car, `CASE.METRIC` → value [SI], and why one of its runs failed, if it did."""

    metrics: Mapping[str, float | bool | None]
    failure: str = ""


@dataclass(frozen=True, eq=False)
class ReadyCase:
    """A maneuver made ready: its settings, and the metrics that are asked of it."""

    maneuver: Maneuver
    settings: Mapping[str, Any]
    metrics: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class OptimisationProblem:
    """Everything that outcomes depend on but the values of the parameters."""

    vehicle: Vehicle
    numbers: tuple[FreeNumber, ...]
    cases: Mapping[str, ReadyCase]
    goals: Mapping[str, Goal]
    constraints: tuple[str, ...]
    units: Mapping[str, str]
    """`CASE.METRIC` → SI unit."""
    threads: int | None = None

    def values_of(self, shares: np.ndarray) -> tuple[float, ...]:
        """Values of all parameters [SI, or multiples] at shares 0 … 1 between their bounds."""
        return tuple(float(n.low + share * n.width) for n, share in zip(self.numbers, shares, strict=True))

    def car(self, values: Sequence[float]) -> Vehicle:
        """The car with these values; raises ModelError for what it refuses."""
        changes: dict[str, float] = {}
        for number, value in zip(self.numbers, values, strict=True):
            changes |= {path.removeprefix(ROOT): one for path, one in number.changes(value).items()}
        return with_parameters(self.vehicle, changes)

    def evaluate(self, points: Sequence[Sequence[float]]) -> list[Outcome]:
        """What every car does; one that cannot be built or run says why. Raises KeyboardInterrupt after Ctrl-C."""
        cars: list[Vehicle | JounceError] = []
        for point in points:
            try:
                cars.append(self.car(point))
            except JounceError as error:
                cars.append(error)
        good = [i for i, car in enumerate(cars) if isinstance(car, Vehicle)]
        found: list[dict[str, float | bool | None]] = [{} for _ in points]
        failures = ["" if isinstance(car, Vehicle) else _one_line(car) for car in cars]
        for name, case in self.cases.items():
            runs = [many.Run(case.maneuver, cars[i], case.settings) for i in good]  # type: ignore[arg-type]
            needs = channel_needs(case.metrics)
            outcomes = many.run_many(runs, threads=self.threads or os.cpu_count(), needs=needs)
            for i, outcome in zip(good, outcomes, strict=True):
                if isinstance(outcome, JounceError):
                    failures[i] = failures[i] or f"{name}: {_one_line(outcome)}"
                    continue
                if outcome.metadata.interrupted:
                    raise KeyboardInterrupt
                found[i] |= _measured(name, case, outcome)
        return [Outcome(metrics, failure) for metrics, failure in zip(found, failures, strict=True)]

    def judge(self, outcome: Outcome) -> tuple[tuple[float, ...], int]:
        """Goals as numbers that are least when best, and how many conditions are violated: a goal without a value
        counts as two."""
        goals = []
        violated = 0
        for name, goal in self.goals.items():
            value = outcome.metrics.get(name)
            if value is None or isinstance(value, bool) or not np.isfinite(value):
                goals.append(np.inf)
                violated += 2
            else:
                goals.append(goal.cost(float(value)))
        for text in self.constraints:
            held = condition(text)
            known = all(outcome.metrics.get(name) is not None for name in held.names)
            violated += not (known and bool(held.evaluate(outcome.metrics)))  # type: ignore[arg-type]
        return tuple(goals), violated + (1 if outcome.failure else 0)


def prepare_optimisation(study: Optimisation, threads: int | None = None) -> OptimisationProblem:
    """The problem of a study; raises ModelError with all findings, each `where` a path in the study file."""
    findings: list[Finding] = []
    try:
        name = study.vehicle
        inside = isinstance(name, str) and name.lower().endswith(_ENDINGS)
        vehicle = name if isinstance(name, Vehicle) else load_vehicle(study.folder / name if inside else name)
    except ModelError as error:
        raise ModelError(error.findings, f"study {study.name}") from None
    except JounceError as error:
        raise ModelError([Finding("vehicle", str(error))], f"study {study.name}") from None
    asked = _asked_metrics(study, findings)
    cases = {}
    for key, case in study.cases.items():
        try:
            file = str(study.folder / case.maneuver) if case.maneuver.lower().endswith(_ENDINGS) else case.maneuver
            plan = maneuver_of(file, **case.options)
            check_needs(plan, vehicle)
            cases[key] = ReadyCase(plan, case.settings.without_defaults(), asked.get(key, ()))
        except ModelError as error:
            findings += [finding.inside("cases", key) for finding in error.findings]
        except InputError as error:
            findings.append(error.finding.inside("cases", key))
    numbers, wrong = free_numbers(
        study.parameters, lambda path: _nominal(vehicle, path), lambda path, value: _check(vehicle, path, value)
    )
    findings += wrong + _target_findings(study)
    if findings:
        raise ModelError(dict.fromkeys(findings), f"study {study.name}")
    units = {f"{key}.{name}": METRICS[name].unit for key, names in asked.items() for name in names}
    return OptimisationProblem(vehicle, numbers, cases, study.objectives, study.constraints, units, threads)


def _asked_metrics(study: Optimisation, findings: list[Finding]) -> dict[str, tuple[str, ...]]:
    """Case → its metrics that goals and conditions name."""
    found: dict[str, dict[str, None]] = {key: {} for key in study.cases}
    places = [(f"objectives.{name}", name) for name in study.objectives]
    for i, text in enumerate(study.constraints):
        places += [(f"constraints.{i}", name) for name in sorted(condition(text).names)]
    for where, name in places:
        case, _, metric = name.partition(".")
        if case not in found:
            expected = f"CASE.METRIC with a case of {', '.join(found)}"
            findings.append(Finding(where, "no such case", repr(name), expected, suggestion(case, found)))
        elif metric not in METRICS:
            hint = suggestion(metric, METRICS) or "`jounce list` shows all metrics"
            findings.append(Finding(where, "no such metric", repr(metric), hint=hint))
        else:
            found[case][metric] = None
    return {key: tuple(names) for key, names in found.items()}


def _target_findings(study: Optimisation) -> list[Finding]:
    findings = []
    for name, goal in study.objectives.items():
        try:
            if goal.target is not None:
                parse_quantity(goal.target)
        except InputError as error:
            findings.append(error.finding.inside("objectives", name, "target"))
    return findings


def _measured(name: str, case: ReadyCase, result: Result) -> dict[str, float | bool | None]:
    return {f"{name}.{key}": one.value for key, one in measure(result, case.metrics).items()}


def _nominal(vehicle: Vehicle, path: str) -> Any:
    if not path.startswith(ROOT):
        raise InputError("no such path", repr(path), "a path that begins with vehicle.")
    return value_at(vehicle, path.removeprefix(ROOT))


def _check(vehicle: Vehicle, path: str, value: Any) -> None:
    with_parameters(vehicle, {path.removeprefix(ROOT): value})


def _one_line(error: object) -> str:
    return "; ".join(line.strip() for line in str(error).splitlines())
