"""A run made ready: the system built, the car at its start, the driver in it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from jounce import synthesis
from jounce.drivers import Control, SpeedDriver
from jounce.errors import Refusal
from jounce.formulations.cartesian import system as cartesian_system
from jounce.formulations.null_space import system as null_space_system
from jounce.library import load_vehicle
from jounce.maneuvers.choices import BASES, DEFAULT_INTEGRATOR, FORMULATIONS, INITIALS, INTEGRATORS, chosen
from jounce.maneuvers.driving import driven, first_gear, first_throttle, rolling_in_gear
from jounce.maneuvers.maneuver import Maneuver, check_needs
from jounce.maneuvers.rack import with_rack
from jounce.maneuvers.settings import in_frame, integrator_of
from jounce.maneuvers.stability import too_slow, too_stiff
from jounce.maneuvers.start import rolling_start
from jounce.mechanism import Mechanism, Signal
from jounce.simulate import Integrator
from jounce.simulate.observer import System
from jounce.simulate.place import place
from jounce.synthesis.vary import varied
from jounce.terrain import ground_of
from jounce.vehicle import BRAKE, TARGET_SPEED, Vehicle, with_smooth_rack


@dataclass(frozen=True)
class Settings:
    """How to run: the arguments of `jounce.run` that belong neither to the maneuver nor to the vehicle."""

    formulation: str = "synthesis"
    integrator: str | None = None
    step: float | str | None = None
    tolerance: float | None = None
    max_step: float | str | None = None
    refresh: str | int | None = None
    basis: str | None = None
    rack: str | None = None
    initial: str = "design"
    ground: str | tuple | None = None
    at: tuple[float, float, float] | None = None


@dataclass(frozen=True, eq=False)
class Prepared:
    """Everything that a run needs."""

    plan: Maneuver
    car: Vehicle
    names: Mapping[str, str]
    """Formulation, integrator, initial position and ground, as people write them."""
    method: Integrator
    sample: float
    """Between recorded states [s]."""
    system: System
    start: np.ndarray
    control: Control | None
    timing: dict[str, float] = field(default_factory=dict)
    """Wall-clock seconds by stage."""

    @property
    def inputs(self) -> dict[str, Signal]:
        """All inputs as functions of time; those that a driver moved as they were."""
        return {**self.plan.inputs, **(self.control.recorded() if self.control is not None else {})}


def prepare(
    plan: Maneuver,
    vehicle: str | Path | Vehicle,
    settings: Settings,
    tell: Callable[[str], None] | None = None,
    like: Prepared | None = None,
) -> Prepared:
    """Check what goes together and build it; `tell` hears of the stages `building` and `compiling`. like: a run of a
    similar car, which makes it quicker.

    Raises Refusal or ModelError for what cannot be run.
    """
    stage, clock = tell or (lambda stage: None), time.perf_counter()
    car = with_rack(vehicle if isinstance(vehicle, Vehicle) else load_vehicle(vehicle), settings.rack)
    check_needs(plan, car)
    plan = _speed_held(driven(plan, car), car)
    control = Control(plan.driver.sit(car, plan.speed)) if plan.driver is not None else None
    car = with_smooth_rack(car) if control is not None else car
    if settings.ground is not None and plan.ground is not None:
        hint = "leave the ground out, or run another maneuver on it"
        raise Refusal("two grounds", f"the maneuver {plan.name} brings its own", hint=hint, where="ground")
    formulation = chosen("formulation", settings.formulation, FORMULATIONS)
    names = {
        "formulation": formulation,
        "integrator": chosen("integrator", settings.integrator or DEFAULT_INTEGRATOR[formulation], INTEGRATORS),
        "initial": chosen("initial position", settings.initial, INITIALS),
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
        raise Refusal("unstable step", reason, where="step")
    stage("building")
    ground = plan.ground if settings.ground is None else settings.ground
    below = ground_of(ground) if isinstance(ground, str) else ground
    inputs = {**plan.inputs, **(control.inputs() if control is not None else {})}
    mechanism = rolling_in_gear(plan, car)
    if like is not None and formulation == like.names["formulation"] == "synthesis" and settings.basis is None:
        assert isinstance(like.system, synthesis.System)
        system: System = varied(like.system, mechanism, inputs, below)
    else:
        system = _build(formulation, settings.basis, mechanism, inputs=inputs, ground=below)
    timing = {"build": time.perf_counter() - clock}
    stage("compiling")
    clock = time.perf_counter()
    state = rolling_start(system, names["initial"], throttle=first_throttle(plan, car))
    if settings.at is not None or below is not None:
        state = place(system, state, *(settings.at or (0.0, 0.0, 0.0)))
    timing["start"] = time.perf_counter() - clock
    return Prepared(plan, car, names | {"ground": _written(ground)}, method, sample, system, state, control, timing)


def _speed_held(plan: Maneuver, car: Vehicle) -> Maneuver:
    """A speed that is asked for is held by a driver where wheels are driven by torques."""
    if TARGET_SPEED not in plan.inputs or car.powertrain is not None or plan.driver is not None:
        return plan
    others = {name: signal for name, signal in plan.inputs.items() if name != TARGET_SPEED}
    return replace(plan, inputs=others, driver=SpeedDriver(plan.inputs[TARGET_SPEED], BRAKE not in plan.inputs))


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
