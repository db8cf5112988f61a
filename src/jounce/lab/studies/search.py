"""The last value of a parameter with which a run still passes: some values over a range, then bisection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from jounce.errors import InputError, ModelError
from jounce.findings import suggestion
from jounce.lab.maneuvers import Maneuver
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.run import RunError, run
from jounce.lab.studies.plan import Plan
from jounce.lab.studies.quantities import si_unit, unit_text
from jounce.lab.studies.runs import Run
from jounce.model.library import load_vehicle
from jounce.model.vehicle import Vehicle
from jounce.schema.expressions import condition
from jounce.schema.units import parse_quantity

MIN_POINTS = 2
RESOLUTION = 0.01
"""Default distance of the two values between which the answer lies, by the range."""


@dataclass(frozen=True)
class Trial:
    """One value [SI], whether its run passed, its metrics [SI], and why it failed early, if it did."""

    value: float
    passed: bool
    metrics: Mapping[str, float | bool | None]
    failure: str = ""


@dataclass(frozen=True)
class SearchResult:
    """Where runs cease to pass along a range of values.

    limit and beyond: the last value that passes and the next one that was tried and does not [SI]; None where no value
    passes, or all do. monotone: whether no value beyond the limit passed.
    """

    path: str
    unit: str
    """SI unit of the values."""
    passes: str
    limit: float | None
    beyond: float | None
    monotone: bool
    trials: tuple[Trial, ...]
    """All runs, in the order in which they were made."""

    def data(self) -> dict[str, Any]:
        """Everything as JSON holds it."""
        return asdict(self)


def search(
    maneuver: str,
    *,
    vehicle: str | Path | Vehicle,
    path: str,
    between: tuple[float | str, float | str],
    passes: str,
    points: int = 6,
    resolution: float | str | None = None,
    options: Mapping[str, Any] | None = None,
    settings: RunSettings | None = None,
    progress: Callable[[Trial], None] | None = None,
) -> SearchResult:
    """Find the last value, on the way from one end of a range to the other, with which a maneuver still passes.

    path: what is changed, as in a study: maneuver.speed, vehicle.chassis.mass, ground.friction. between: the ends of
    the range, of which the first should pass; numbers in SI or strings with a unit. passes: a metric that is yes or no,
    such as obstacle_avoidance_passed, or a condition on metrics, such as "peak_side_slip < 5 deg". points: values over
    the range that are tried first, both ends included; then the range between the last that passes and the first that
    does not is halved until it is shorter than the resolution, by default a hundredth of the range. options: of the
    maneuver; settings: of the runs; progress: called with every Trial.

    A run that ends early does not pass. Raises InputError or ModelError for what cannot be run.
    """
    start, end = (_number(value, "between") for value in between)
    if start == end:
        raise InputError("an empty range", f"{between[0]} twice", "two values", where="between")
    if points < MIN_POINTS:
        raise InputError("too few points", str(points), f"{MIN_POINTS} or more", where="points")
    fine = abs(end - start) * RESOLUTION if resolution is None else _number(resolution, "resolution")
    if fine <= 0.0:
        raise InputError("no resolution", str(resolution), "a positive distance of values", where="resolution")
    car = vehicle if isinstance(vehicle, Vehicle) else load_vehicle(vehicle)
    plan = Plan("search", "", "", 0, car, maneuver, options or {}, settings or RunSettings())
    plan.check_value(path, start)
    trials: list[Trial] = []

    def tried(value: float) -> bool:
        trial = _try(plan, path, value, passes)
        trials.append(trial)
        if progress is not None:
            progress(trial)
        return trial.passed

    # values over the whole range
    values = [start + (end - start) * n / (points - 1) for n in range(points)]
    good = [tried(value) for value in values]
    first = good.index(False) if False in good else len(good)
    monotone = not any(good[first:])
    if first in (0, len(good)):
        limit, beyond = (None, start) if first == 0 else (end, None)
        return SearchResult(path, _unit(between), passes, limit, beyond, monotone, tuple(trials))
    # halve what is between
    limit, beyond = values[first - 1], values[first]
    while abs(beyond - limit) > fine:
        middle = 0.5 * (limit + beyond)
        limit, beyond = (middle, beyond) if tried(middle) else (limit, middle)
    return SearchResult(path, _unit(between), passes, limit, beyond, monotone, tuple(trials))


def _try(plan: Plan, path: str, value: float, passes: str) -> Trial:
    built = plan.with_changes({path: value}).build_run(Run(0, {}, 0))
    wanted = _with_metrics(built.maneuver, passes)
    failure = ""
    try:
        result = run(wanted, vehicle=built.vehicle, **built.settings)
    except RunError as error:
        result, failure = error.result, str(error)
    found = {name: one["value"] for name, one in result.metadata.measured.items()}
    return Trial(value, not failure and _passes(passes, found), found, failure)


def _with_metrics(maneuver: Maneuver, passes: str) -> Maneuver:
    """The maneuver with the metrics that decide; raises InputError for unknown ones."""
    from jounce.lab.metrics import METRICS  # takes a second to import, for SciPy's filters

    asked = [passes] if passes.isidentifier() else sorted(condition(passes).names)
    for name in asked:
        if name not in METRICS and name not in maneuver.metrics:
            hint = suggestion(name, METRICS) or "`jounce list` shows all metrics"
            raise InputError("no such metric", name, "a metric, or a condition on metrics", hint, where="passes")
    return replace(maneuver, metrics=tuple(dict.fromkeys((*maneuver.metrics, *asked))))


def _passes(passes: str, found: Mapping[str, float | bool | None]) -> bool:
    """Whether the metrics of a run meet the condition; one without a value does not."""
    names = {passes} if passes.isidentifier() else condition(passes).names
    if any(found.get(name) is None for name in names):
        return False
    return bool(found[passes] if passes.isidentifier() else condition(passes).evaluate(found))  # type: ignore[arg-type]


def _number(value: float | str, where: str) -> float:
    try:
        return parse_quantity(value)
    except InputError as error:
        raise ModelError([error.finding.inside(where)], "the search") from None


def _unit(between: tuple[float | str, float | str]) -> str:
    text = unit_text(between[0])
    return si_unit(text) if text else ""
