"""One run from names to a result: the function behind `jounce.run` and `jounce run`.

It lives with the maneuvers because it is they that are run, and because a module `jounce/run.py` would hide the
function `jounce.run` as soon as anything imported it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jounce.errors import Refusal, SimulationError
from jounce.maneuvers.ending import ending
from jounce.maneuvers.finish import finish
from jounce.maneuvers.maneuver import Maneuver
from jounce.maneuvers.prepare import Settings, prepare
from jounce.maneuvers.recording import make_record
from jounce.maneuvers.registry import maneuver as maneuver_of
from jounce.results import Result
from jounce.simulate import simulate
from jounce.vehicle import Vehicle


class RunError(SimulationError):
    """A run that stopped early; `.result` holds what was recorded until then."""

    def __init__(self, error: SimulationError, result: Result) -> None:
        super().__init__(str(error), time=error.time, step=error.step, culprit=error.culprit)
        self.trajectory = error.trajectory
        self.result = result


@dataclass(frozen=True)
class Progress:
    """Where a run is: a stage (`building`, `compiling`, `simulating`, `observing`) and the simulated time [s]."""

    stage: str
    time: float
    end: float


def run(
    maneuver: str | Maneuver,
    *,
    vehicle: str | Path | Vehicle,
    formulation: str = "synthesis",
    integrator: str | None = None,
    step: float | str | None = None,
    tolerance: float | None = None,
    max_step: float | str | None = None,
    refresh: str | int | None = None,
    basis: str | None = None,
    rack: str | None = None,
    initial: str = "design",
    ground: str | tuple | None = None,
    at: tuple[float, float, float] | None = None,
    report: Callable[[Progress], None] | None = None,
    **options: Any,
) -> Result:
    """Run a maneuver with a vehicle and give all its channels.

    maneuver: a name, with its `options` (speed="80 km/h"), or a Maneuver. vehicle: a name of the library, a YAML file
    or a Vehicle. integrator: by default chord, with the formulation `cartesian` rk4, with `chassis-frame` tangent, with
    `null-space` abm.
    step: of a fixed-step integrator [s, or a text with a unit]. tolerance: relative local error of dormand-prince
    and abm, which choose their steps. max_step: the longest that they may take [s, or a text with a unit].
    refresh: when tangent renews its matrix, `never`, `on-failure` (the default), `every-step` or every so many steps.
    basis: how the formulation `null-space` removes constraint forces, by default `projection`.
    rack: `servo` or `prescribed`, by default what the vehicle has. initial: `design` or `settled`. ground: of
    `jounce.ground` or `jounce.terrain`, or a text for `jounce.terrain.ground_of`; by default what the maneuver brings,
    or flat. at: where to begin, x and y [m] and heading [rad]. A car with a powertrain starts in the gear that fits its
    speed, and its driver holds that speed, unless the maneuver says otherwise.

    Raises Refusal or ModelError for what cannot be run and RunError, with the partial `.result`, for a run that fails.
    Ctrl-C gives what was recorded, marked `metadata.interrupted`.
    """
    plan = _plan(maneuver, options)
    settings = Settings(formulation, integrator, step, tolerance, max_step, refresh, basis, rack, initial, ground, at)
    tell = report or (lambda progress: None)
    ready = prepare(plan, vehicle, settings, lambda stage: tell(Progress(stage, 0.0, plan.end)))
    system, method, sample = ready.system, ready.method, ready.sample
    with contextlib.suppress(SimulationError):  # if it fails so early, the run itself will say so
        _ = simulate(system, ready.start, end=sample, integrator=method, sample=sample).observation

    def advanced(time: float) -> None:
        tell(Progress("simulating", time, plan.end))

    def recorded(result: Result) -> Result:
        names = {key: ready.names[key] for key in ("formulation", "integrator", "initial")}
        record = make_record(
            maneuver=maneuver,
            vehicle=vehicle,
            plan=plan,
            car=ready.car,
            settings={**vars(settings), **names},
            options=options,
            timing=ready.timing,
        )
        return replace(result, record=record)

    advanced(0.0)
    over = ending(ready)
    try:
        trajectory = simulate(
            system,
            ready.start,
            end=ready.plan.end,
            integrator=method,
            sample=sample,
            control=ready.control,
            stop=over,
            report=advanced,
        )
    except SimulationError as error:
        raise RunError(error, recorded(finish(ready, error.trajectory, str(error)))) from None
    tell(Progress("observing", float(trajectory.time[-1]), plan.end))
    return recorded(finish(ready, trajectory, stopped=over.found if over is not None else None))


def _plan(maneuver: str | Maneuver, options: Mapping[str, Any]) -> Maneuver:
    if isinstance(maneuver, str):
        return maneuver_of(maneuver, **options)
    if options:
        raise Refusal("options beside a Maneuver", ", ".join(options), "a name with options, or a Maneuver alone")
    return maneuver
