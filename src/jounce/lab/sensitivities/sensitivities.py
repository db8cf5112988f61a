"""Derivatives of a run by parameters of its car: `jounce.sensitivities`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, shown
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.maneuvers.registry import maneuver as maneuver_of
from jounce.lab.results import Result, as_result
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs import many
from jounce.lab.runs.choice_of_steps import recorded_with_equal_steps
from jounce.lab.runs.recording import arguments
from jounce.lab.sensitivities.vary import VariedRun, vary_run
from jounce.lab.studies.free_parameter import FreeNumber, FreeParameter, free_numbers
from jounce.lab.studies.plan import Plan
from jounce.model.vehicle.parameters import value_at

STEP = 1e-3
"""Step of differences by the size of a parameter, or by the distance of its bounds where they are given."""
CHANNELS = (
    "chassis.speed",
    "chassis.yaw_rate",
    "chassis.lateral_acceleration",
    "chassis.side_slip_angle",
    "chassis.roll_angle",
)
"""Channels that are differentiated unless others are named."""


@dataclass(frozen=True, eq=False, repr=False)
class Sensitivities:
    """Derivatives of channels and metrics of a run by parameters.

    `found["chassis.yaw_rate", "vehicle.chassis.mass"]` is an array over the samples of `result`.
    """

    result: Result
    """The run, as it was repeated."""
    parameters: tuple[FreeNumber, ...]
    varied: VariedRun

    @property
    def methods(self) -> dict[str, str]:
        """Parameter → `exact`, or `differences`, with the reason."""
        rows = zip(self.parameters, self.varied.methods, self.varied.reasons, strict=True)
        return {p.name: f"{how}: {why}" if why else how for p, how, why in rows}

    @property
    def cost(self) -> float:
        """Time for all derivatives, in runs: by that of the run in compiled code."""
        run, all_of_it = self.varied.seconds
        return all_of_it / run if run > 0.0 else float("nan")

    @property
    def metrics(self) -> dict[str, dict[str, float]]:
        """Metric → parameter → its derivative [SI]."""
        names = [p.name for p in self.parameters]
        return {
            metric: dict(zip(names, values.tolist(), strict=True)) for metric, values in self.varied.metrics.items()
        }

    def __getitem__(self, key: tuple[str, str]) -> np.ndarray:
        """The derivative of a channel by a parameter over time [SI]."""
        channel, parameter = key
        names = [p.name for p in self.parameters]
        if channel not in self.varied.channels or parameter not in names:
            raise KeyError(f"{key}; known: {', '.join(self.varied.channels)} by {', '.join(names)}")
        return self.varied.channels[channel][:, names.index(parameter)]

    def __repr__(self) -> str:
        how = ", ".join(f"{name} ({text})" for name, text in self.methods.items())
        return f"<Sensitivities of {self.result.metadata.maneuver}: {len(self.varied.channels)} channels by {how}>"


def sensitivities(
    run: Result | str | Path,
    parameters: Sequence[str] | Mapping[str, Any],
    *,
    channels: Sequence[str] = CHANNELS,
    metrics: Sequence[str] = (),
    exact: bool = True,
) -> Sensitivities:
    """Derivatives of channels and metrics of a run by parameters.

    run: a result of `jounce.run`, or its file: it is made again from its record. parameters: dotted paths as in a study
    (`vehicle.axles.front.suspension.spring.stiffness`, `maneuver.speed`, `ground.friction`), or a mapping from names to
    keys of a parameter (paths, factor, from, to). channels: names; fast runs know all but springs, powertrain and
    joints. metrics: names. exact: False takes differences of runs for all.

    Steps of `chord` (the default) are differentiated: exact up to ten digits, for every parameter that leaves the
    topology as it is. Other runs, and parameters that do not, are differenced: `methods` says which, and why.
    Derivatives at a kink (a damper that turns round, a wheel that lifts) are those of the side on which the run is.

    Raises InputError or ModelError for what cannot be differentiated, SimulationError for a run that fails.
    """
    source = as_result(run)
    if source.record is None:
        hint = "give the result of jounce.run, or of its file"
        raise InputError("no record of how it was run", shown(run), "a result that can be repeated", hint, where="run")
    plan, maneuver = _plan(arguments(source.record))
    given = parameters if isinstance(parameters, Mapping) else {str(name): {} for name in parameters}
    asked = {name: one if isinstance(one, FreeParameter) else FreeParameter(**one) for name, one in given.items()}
    numbers, findings = free_numbers(asked, lambda path: _nominal(plan, maneuver, path), plan.check_value)
    if findings or not numbers:
        raise ModelError(findings or [Finding("parameters", "nothing given")], "the parameters")
    point = np.array([number.start for number in numbers])
    steps = np.array([STEP * (abs(number.start) or number.width) for number in numbers])

    def make(values: np.ndarray) -> many.Run:
        changes: dict[str, float] = {}
        for number, value in zip(numbers, values, strict=True):
            changes |= number.changes(float(value))
        changed = plan.with_changes(changes)
        return many.Run(
            changed.build_maneuver() if maneuver is None else maneuver,
            changed.vehicle,
            changed.settings.without_defaults(),
        )

    varied = vary_run(make, point, steps, channels=channels, metrics=metrics, exact=exact)
    missing = [name for name in channels if name not in varied.channels]
    if missing:
        expected = f"one of {', '.join(sorted(varied.result))}"
        raise InputError("not available in fast runs", ", ".join(missing), expected, where="channels")
    return Sensitivities(varied.result, numbers, varied)


def _plan(keywords: dict[str, Any]) -> tuple[Plan, Maneuver | None]:
    """A plan of one run from the arguments of `jounce.run`, and its maneuver, if it has no name and options."""
    maneuver, vehicle = keywords.pop("maneuver"), keywords.pop("vehicle")
    settings = {name: keywords.pop(name) for name in list(keywords) if name in RunSettings.model_fields}
    fixed = maneuver if isinstance(maneuver, Maneuver) else None
    name = maneuver.name if isinstance(maneuver, Maneuver) else maneuver
    equal = RunSettings(**recorded_with_equal_steps(settings))
    return Plan("sensitivities", "", "", 0, vehicle, name, keywords, equal), fixed


def _nominal(plan: Plan, maneuver: Maneuver | None, path: str) -> Any:
    root, _, rest = path.partition(".")
    if root == "maneuver" and maneuver is not None:
        raise InputError("a maneuver without a name has no options", repr(path), "paths of the vehicle or the ground")
    if root == "maneuver":
        options = maneuver_of(plan.maneuver, **plan.options).options
        if rest in options:
            return options[rest]
    if root == "vehicle" and rest:
        return value_at(plan.vehicle, rest)
    if root == "ground" and rest == "friction" and plan.settings.ground is None:
        return 1.0
    if root not in ("vehicle", "maneuver", "ground", "settings") or not rest:
        plan.with_changes({path: 0.0})
    return plan.nominal(path)
