"""One run from names to a result: the function behind `jounce.run` and `jounce run`.

It lives with the maneuvers because it is they that are run, and because a module `jounce/run.py` would hide the
function `jounce.run` as soon as anything imported it.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from jounce import synthesis
from jounce.errors import Refusal, SimulationError
from jounce.formulations.cartesian import system as cartesian_system
from jounce.formulations.null_space import system as null_space_system
from jounce.library import load_vehicle
from jounce.maneuvers.choices import BASES, DEFAULT_INTEGRATOR, FORMULATIONS, INITIALS, INTEGRATORS, chosen
from jounce.maneuvers.driving import driven, first_gear, first_throttle, rolling_in_gear
from jounce.maneuvers.maneuver import Maneuver, check_needs
from jounce.maneuvers.rack import with_rack
from jounce.maneuvers.registry import maneuver as maneuver_of
from jounce.maneuvers.stability import too_slow, too_stiff
from jounce.maneuvers.start import rolling_start
from jounce.mechanism import Mechanism
from jounce.results import Metadata, Result
from jounce.results.input_channels import input_channels
from jounce.results.vehicle_channels import vehicle_channels
from jounce.scene import recorded_motion
from jounce.simulate import Integrator, Trajectory, simulate
from jounce.simulate.observer import System
from jounce.simulate.options import ADAPTIVE_BY_NAME, FIXED_BY_NAME, Adaptive, FixedStep, TangentSpace
from jounce.simulate.place import place
from jounce.terrain import ground_of
from jounce.units import parse_quantity
from jounce.vehicle import Vehicle
from jounce.vehicle.elements import CHASSIS
from jounce.version import __version__


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
    car = with_rack(vehicle if isinstance(vehicle, Vehicle) else load_vehicle(vehicle), rack)
    check_needs(plan, car)
    plan = driven(plan, car)
    if ground is not None and plan.ground is not None:
        hint = "leave the ground out, or run another maneuver on it"
        raise Refusal("two grounds", f"the maneuver {plan.name} brings its own", hint=hint, where="ground")
    written = chosen("formulation", formulation, FORMULATIONS)
    names = {
        "formulation": written,
        "integrator": chosen("integrator", integrator or DEFAULT_INTEGRATOR[written], INTEGRATORS),
        "initial": chosen("initial position", initial, INITIALS),
    }
    method, sample = _method(names["integrator"], plan, step, tolerance, max_step)
    method = in_frame(method, written, refresh)
    reason = too_slow(car, method, plan.speed) or too_stiff(car, method, first_gear(plan))
    if reason is not None:
        raise Refusal("unstable step", reason, where="step")
    tell = report or (lambda progress: None)

    tell(Progress("building", 0.0, plan.end))
    ground = plan.ground if ground is None else ground
    below = ground_of(ground) if isinstance(ground, str) else ground
    system = _build(written, basis, rolling_in_gear(plan, car), inputs=plan.inputs, ground=below)
    tell(Progress("compiling", 0.0, plan.end))
    state = rolling_start(system, names["initial"], throttle=first_throttle(plan, car))
    if at is not None or below is not None:
        state = place(system, state, *(at or (0.0, 0.0, 0.0)))
    with contextlib.suppress(SimulationError):  # if it fails so early, the run itself will say so
        _ = simulate(system, state, end=sample, integrator=method, sample=sample).observation

    def metadata(trajectory: Trajectory, failure: str | None) -> Metadata:
        return _metadata(plan, car, names | {"ground": _written(ground)}, method, trajectory, failure)

    def advanced(time: float) -> None:
        tell(Progress("simulating", time, plan.end))

    advanced(0.0)
    try:
        trajectory = simulate(system, state, end=plan.end, integrator=method, sample=sample, report=advanced)
    except SimulationError as error:
        partial = error.trajectory
        raise RunError(error, _result(plan, car, partial, metadata(partial, str(error)))) from None
    tell(Progress("observing", float(trajectory.time[-1]), plan.end))
    return _result(plan, car, trajectory, metadata(trajectory, None))


def _build(formulation: str, basis: str | None, mechanism: Mechanism, **given: Any) -> System:
    """The mechanism in a formulation; refuses a basis where there is none."""
    if formulation == "null-space":
        name, _, kind = chosen("basis", basis or "projection", BASES).partition("-")
        return null_space_system.build(mechanism, basis=name, velocities="independent" if kind else "all", **given)
    if basis is not None:
        raise Refusal("only null-space has a basis", f"basis {basis}", "the formulation null-space", where="basis")
    return (synthesis if formulation == "synthesis" else cartesian_system).build(mechanism, **given)


def _written(ground: str | tuple | None) -> str:
    """A ground in a word or two."""
    return ground if isinstance(ground, str) else "flat" if ground is None else type(ground).__name__


def _plan(maneuver: str | Maneuver, options: Mapping[str, Any]) -> Maneuver:
    if isinstance(maneuver, str):
        return maneuver_of(maneuver, **options)
    if options:
        raise Refusal("options beside a Maneuver", ", ".join(options), "a name with options, or a Maneuver alone")
    return maneuver


def _result(plan: Maneuver, car: Vehicle, trajectory: Trajectory, metadata: Metadata) -> Result:
    channels = (*vehicle_channels(car, trajectory), *input_channels(plan.inputs, trajectory.time))
    values = {channel.name: channel.values for channel in channels}
    return Result(channels, metadata, recorded_motion(trajectory, values, f"{plan.name} · {car.name}"))


def _method(
    name: str, plan: Maneuver, step: float | str | None, tolerance: float | None, max_step: float | str | None
) -> tuple[Integrator, float]:
    """The integrator, and the time between samples that fits its step."""
    if name in ADAPTIVE_BY_NAME:
        if step is not None:
            raise Refusal(f"{name} chooses its own step", f"step {step}", "a tolerance such as 1e-8, or a longest step")
        longest = math.inf if max_step is None else parse_quantity(max_step, "time")
        allowed = ADAPTIVE_BY_NAME[name]().relative if tolerance is None else tolerance
        return ADAPTIVE_BY_NAME[name](relative=allowed, largest_step=longest), plan.sample
    for what, given in (("tolerance", tolerance), ("longest step", max_step)):
        if given is not None:
            raise Refusal(f"{name} has a fixed step", f"{what} {given}", "a step such as '1 ms'")
    wanted = FIXED_BY_NAME[name](step=plan.step if step is None else parse_quantity(step, "time"))
    fitted, sample = fitted_step(plan.end, wanted.step, plan.sample)
    return FIXED_BY_NAME[name](step=fitted), sample


def in_frame(method: Integrator, formulation: str, refresh: str | int | None) -> Integrator:
    """The method, if it is tangent in the frame of the formulation and with that policy; refuses what does not fit."""
    if not isinstance(method, TangentSpace):
        if formulation == "chassis-frame":
            raise Refusal("chassis-frame has one integrator", type(method).__name__, "tangent", where="integrator")
        if refresh is not None:
            raise Refusal("only tangent has a policy", f"refresh {refresh}", "the integrator tangent", where="refresh")
        return method
    if formulation in ("synthesis", "null-space"):
        got, hint = f"the formulation {formulation}", "use the formulation chassis-frame or cartesian"
        raise Refusal("tangent moves all bodies at once", got, hint=hint, where="integrator")
    policy = method.refresh if refresh is None else int(refresh) if str(refresh).isdigit() else refresh
    return replace(method, frame="chassis" if formulation == "chassis-frame" else "world", refresh=policy)


def fitted_step(end: float, step: float, sample: float) -> tuple[float, float]:
    """The nearest step, not above the one given, and sampling, that both divide the end [s]."""
    stride = max(1, round(sample / step))
    samples = math.ceil(math.ceil(end / step - 1e-9) / stride)
    return end / (samples * stride), end / samples


def _metadata(
    plan: Maneuver,
    car: Vehicle,
    names: Mapping[str, str],
    method: Integrator,
    trajectory: Trajectory,
    failure: str | None,
) -> Metadata:
    counts = trajectory.counts
    speeds = np.linalg.norm(trajectory.velocity(CHASSIS)[:, :2], axis=1)
    slow = too_slow(car, method, float(speeds.min()))
    return Metadata(
        vehicle=car.name,
        maneuver=plan.name,
        **names,
        step=method.step if isinstance(method, FixedStep) else None,
        tolerance=method.relative if isinstance(method, Adaptive) else None,
        max_step=method.largest_step if isinstance(method, Adaptive) and method.largest_step < math.inf else None,
        planned_end=plan.end,
        rack=car.steering.actuation.kind if car.steering is not None else "",
        options=plan.options,
        about=f"{car.about} {plan.about}".strip(),
        jounce_version=__version__,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        steps=counts.steps,
        evaluations=counts.evaluations,
        rejected_steps=counts.rejected,
        iterations=counts.iterations,
        refreshes=counts.refreshes,
        wall_time=counts.seconds,
        interrupted=trajectory.interrupted,
        failure=failure,
        warnings=() if slow is None else (slow,),
    )
