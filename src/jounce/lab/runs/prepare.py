"""A run made ready: the system built, the car at its start, the driver in it.

From the settings of a run to its integrator: names, steps, tolerances, and what does not go together.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from jounce.engine.formulations.formulation import Formulation, System
from jounce.engine.formulations.registry import check_options, find_formulation
from jounce.engine.integrators.catalogue.implicit import Chord
from jounce.engine.integrators.catalogue.tangent import TangentSpace
from jounce.engine.integrators.integrator import Adaptive, FixedStep, Integrator
from jounce.engine.integrators.registry import INTEGRATORS
from jounce.engine.simulate.place import place
from jounce.engine.simulate.rolling_start import Rest, start_and_rest
from jounce.engine.simulate.stability import too_slow, too_stiff
from jounce.engine.simulate.time_grid import round_to_grid
from jounce.engine.terrain import ground_of
from jounce.errors import InputError
from jounce.lab.controllers.attached import AttachedController, moves_hull, with_loads_of
from jounce.lab.controllers.chain import ControlChain
from jounce.lab.controllers.registry import build_controller, parse_controllers
from jounce.lab.controllers.schedule import ticks_per_sample
from jounce.lab.drivers import Control, DriverSession, SpeedDriver
from jounce.lab.maneuvers.maneuver import Maneuver, check_needs
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.choice_of_steps import default_integrator
from jounce.lab.runs.driving import (
    adapt_to_car,
    first_gear,
    first_throttle,
    loads_at_start,
    rolling_in_gear,
    with_rack,
)
from jounce.lab.runs.steering_stops import check_steering
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Mechanism, Signal
from jounce.model.mechanism.inputs import input_defaults
from jounce.model.vehicle import BRAKE, RACK_TRAVEL, TARGET_SPEED, Vehicle, with_smooth_rack
from jounce.schema.expressions import condition
from jounce.schema.units import parse_quantity

ROLL_ANGLE = "chassis.roll_angle"
"""The channel by which runs of cars without contacts of the body end when they roll over."""


def integrator_of(
    name: str,
    end: float,
    step: float | str,
    sample: float,
    *,
    given_step: float | str | None = None,
    tolerance: float | None = None,
    max_step: float | str | None = None,
) -> tuple[Integrator, float]:
    """The integrator, and the time between samples [s] that fits its step.

    end, step and sample: of the maneuver [s]; given_step, tolerance, max_step: what is asked for instead.
    """
    chosen = INTEGRATORS[name]
    if issubclass(chosen, Adaptive):
        if given_step is not None:
            got = f"step {given_step}"
            raise InputError(f"{name} chooses its own step", got, "a tolerance such as 1e-8, or a longest step")
        longest = None if max_step is None else parse_quantity(max_step, "time")
        return chosen.with_tolerance(tolerance, longest), sample
    iterates = issubclass(chosen, Chord)
    for what, given in (("tolerance", None if iterates else tolerance), ("longest step", max_step)):
        if given is not None:
            raise InputError(f"{name} has a fixed step", f"{what} {given}", "a step such as '1 ms'")
    options = {} if tolerance is None else {"tolerance": tolerance}
    wanted = chosen(step=parse_quantity(step if given_step is None else given_step, "time"), **options)
    fitted, spacing = fitted_step(end, wanted.step, sample)
    return replace(wanted, step=fitted), spacing


def in_frame(method: Integrator, formulation: Formulation, refresh: str | int | None) -> Integrator:
    """The method, if it is tangent with that policy; refuses what does not fit the formulation."""
    if not isinstance(method, TangentSpace):
        if not formulation.capabilities.has_derivative:
            raise InputError(
                f"{formulation.name} has one integrator", type(method).__name__, "tangent", where="integrator"
            )
        if refresh is not None:
            raise InputError(
                "only tangent has a policy", f"refresh {refresh}", "the integrator tangent", where="refresh"
            )
        return method
    if formulation.capabilities.step_frame is None:
        got, hint = f"the formulation {formulation.name}", "use the formulation chassis-frame or world-frame"
        raise InputError("tangent moves all bodies at once", got, hint=hint, where="integrator")
    policy = method.refresh if refresh is None else int(refresh) if str(refresh).isdigit() else refresh
    return replace(method, refresh=policy)


def fitted_step(end: float, step: float, sample: float) -> tuple[float, float]:
    """The nearest step, not above the one given but for rounding, and sampling, that both divide the end [s].

    On the grid of `jounce.engine.simulate.time_grid`, so that the run is the same however it is cut into calls.
    """
    stride = max(1, round(sample / step))
    samples = math.ceil(math.ceil(end / step - 1e-9) / stride)
    fitted = round_to_grid(end / (samples * stride))
    return fitted, stride * fitted


@dataclass(frozen=True, eq=False)
class Prepared:
    """Everything that a run needs."""

    plan: Maneuver
    car: Vehicle
    names: Mapping[str, str]
    """Formulation, integrator, initial position and ground, as people write them."""
    method: Integrator
    sample: float
    """Time between recorded states [s]."""
    system: System
    start: np.ndarray
    control: ControlChain | None
    """Driver and controllers of the run."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the formulation as given by the caller."""
    timing: dict[str, float] = field(default_factory=dict)
    """Wall-clock time by stage [s]."""
    settings: RunSettings = field(default_factory=RunSettings)
    """Settings as they were given."""
    rest: Rest | None = None
    """The static equilibrium, if the run begins there."""
    renew_control: Callable[[DriverSession | None], ControlChain | None] | None = None
    """Makes driver and controllers anew, as they are before the run, with a session of the driver."""

    @property
    def end(self) -> float:
        """End of the run [s]: that of the maneuver, with fixed steps as a number of samples."""
        fixed = isinstance(self.method, FixedStep)
        return round(self.plan.end / self.sample) * self.sample if fixed else self.plan.end

    @property
    def nominal_step(self) -> float | None:
        """The fixed step as people write it [s]: 0.001 where steps on the grid are 2e-10 longer; None without one."""
        if not isinstance(self.method, FixedStep):
            return None
        return self.plan.end / max(1, round(self.plan.end / self.method.step))

    def nominal_times(self, times: np.ndarray) -> np.ndarray:
        """Times of samples [s] as people write them: multiples of the time between samples, without the grid."""
        if not isinstance(self.method, FixedStep):
            return times
        nominal = self.plan.end / max(1, round(self.plan.end / self.sample))
        return np.round(times / self.sample) * nominal

    @property
    def ticks(self) -> int:
        """Updates of driver and controllers from sample to sample."""
        return self.control.ticks if self.control is not None else 1

    @property
    def inputs(self) -> dict[str, Signal]:
        """All inputs as functions of time; those that driver and controllers moved as they were."""
        return {**self.plan.inputs, **(self.control.to_signals() if self.control is not None else {})}


def prepare(
    plan: Maneuver,
    vehicle: str | Path | Vehicle,
    settings: RunSettings,
    tell: Callable[[str], None] | None = None,
    like: Prepared | None = None,
    find_ground: Callable[[str], tuple] = ground_of,
) -> Prepared:
    """Check what goes together and build it; `tell` is called with the stages `building` and `compiling`. like: a run
    of a similar car, which makes it quicker. find_ground: makes the ground of a specification.

    Raises InputError or ModelError for what cannot be run.
    """
    stage, clock = tell or (lambda stage: None), time.perf_counter()
    car = with_rack(vehicle if isinstance(vehicle, Vehicle) else load_vehicle(vehicle), settings.rack)
    check_needs(plan, car)
    plan = _speed_held(adapt_to_car(plan, car), car)
    session = plan.driver.start(car, plan.speed) if plan.driver is not None else None
    driven, controllers = car, start_controllers(plan, settings, car)
    if moves_hull(controllers):  # it comes to rest on its roof: rolling over ends nothing
        plan = replace(plan, stop=tuple(text for text in plan.stop if ROLL_ANGLE not in condition(text).names))
    steered = session is not None or any(RACK_TRAVEL in one.inputs for one in controllers)
    car = with_smooth_rack(car) if steered else car
    if settings.ground is not None and plan.ground is not None:
        hint = "leave the ground out, or run another maneuver on it"
        raise InputError("two grounds", f"the maneuver {plan.name} brings its own", hint=hint, where="ground")
    formulation = find_formulation(settings.formulation)
    options = {} if settings.basis is None else {"basis": settings.basis}
    check_options(formulation, options)
    ground = plan.ground if settings.ground is None else settings.ground
    below = find_ground(ground) if isinstance(ground, str) else ground
    acted = session is not None or bool(controllers)
    names = {
        "formulation": formulation.name,
        "integrator": settings.integrator or default_integrator(formulation, settings, plan, below, driven=acted),
        "initial": settings.initial,
    }
    method, sample = integrator_of(
        names["integrator"],
        plan.end,
        plan.step,
        plan.sample,
        given_step=settings.step,
        tolerance=settings.tolerance,
        max_step=settings.max_step,
    )
    method = in_frame(method, formulation, settings.refresh)
    reason = too_slow(car, method, plan.speed) or too_stiff(car, method, first_gear(plan))
    if reason is not None:
        raise InputError("unstable step", reason, where="step")
    stage("building")
    mechanism = with_loads_of(controllers, rolling_in_gear(plan, car))

    def renew_control(session: DriverSession | None) -> ControlChain | None:
        return _chain(plan, car, session, start_controllers(plan, settings, driven), mechanism, sample, method)

    control = _chain(plan, car, session, controllers, mechanism, sample, method)
    inputs = {**plan.inputs, **(control.inputs() if control is not None else {})}
    if like is not None and formulation.name == like.names["formulation"] and options == like.options:
        system = like.system.with_mechanism(mechanism, inputs=inputs, ground=below)
    else:
        system = formulation.build(mechanism, inputs=inputs, ground=below, **options)
    timing = {"build": time.perf_counter() - clock}
    stage("compiling")
    clock = time.perf_counter()
    throttle, known = first_throttle(plan, car), _known_rest(plan, car, like)
    state, rest = start_and_rest(system, names["initial"], throttle=throttle, rest=known)
    if settings.at is not None or below is not None:
        state = place(system, state, *(settings.at or (0.0, 0.0, 0.0)))
    check_steering(plan, car, system)
    timing["start"] = time.perf_counter() - clock
    names["ground"] = _written(ground)
    return Prepared(
        plan, car, names, method, sample, system, state, control, options, timing, settings, rest, renew_control
    )


def _known_rest(plan: Maneuver, car: Vehicle, like: Prepared | None) -> Rest | None:
    """The equilibrium of a similar run, if that is of the same car with the same inputs at the start."""
    if like is None or like.rest is None or like.car != car:
        return None
    return like.rest if loads_at_start(like.plan) == loads_at_start(plan) else None


def start_controllers(plan: Maneuver, settings: RunSettings, car: Vehicle) -> list[AttachedController]:
    """The controllers of a maneuver and then those of the settings, in a run with this car."""
    specs = parse_controllers([*plan.controllers, *(settings.controllers or ())])
    return [AttachedController(build_controller(spec), car, plan.speed) for spec in specs]


def _chain(
    plan: Maneuver,
    car: Vehicle,
    session: DriverSession | None,
    controllers: list[AttachedController],
    mechanism: Mechanism,
    sample: float,
    method: Integrator,
) -> ControlChain | None:
    """Driver and controllers together; None for a run without either."""
    if session is None and not controllers:
        return None
    driver = Control(session) if session is not None else None
    step = method.step if isinstance(method, FixedStep) else None
    ticks = ticks_per_sample([one.period for one in controllers], sample, step)
    defaults = input_defaults(mechanism) if controllers else {}
    return ControlChain(car, driver, controllers, plan.inputs, defaults, ticks=ticks, tick=sample / ticks)


def _speed_held(plan: Maneuver, car: Vehicle) -> Maneuver:
    """A speed that is asked for is held by a driver where wheels are driven by torques or by motors alone."""
    own = car.powertrain is not None and car.powertrain.engine is not None
    if TARGET_SPEED not in plan.inputs or own or plan.driver is not None:
        return plan
    others = {name: signal for name, signal in plan.inputs.items() if name != TARGET_SPEED}
    return replace(plan, inputs=others, driver=SpeedDriver(plan.inputs[TARGET_SPEED], BRAKE not in plan.inputs))


def _written(ground: str | tuple | None) -> str:
    """A ground in a word or two."""
    return ground if isinstance(ground, str) else "flat" if ground is None else type(ground).__name__
