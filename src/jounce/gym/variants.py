"""Cars and starts that the episodes of an environment begin with: drawn from its distributions, built and settled once.

Building and settling a car takes tens of milliseconds, as long as seconds of its driving. So a task draws `variants` of
them when its environment is made, by seeds that depend on the task and the number of the variant alone; at the
beginning of an episode one of them is copied, and put somewhere on level ground.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.engine.integrators.catalogue.implicit import Chord
from jounce.engine.integrators.integrator import FixedStep
from jounce.engine.integrators.registry import full_name
from jounce.engine.laws.ground import Flat
from jounce.engine.simulate.stepper import jacobian_states
from jounce.engine.terrain import ground_of
from jounce.errors import InputError, JounceError, ModelError
from jounce.findings import Finding
from jounce.gym.distributions import Fixed
from jounce.gym.task import Task
from jounce.lab.cockpit.actuation import Actuators
from jounce.lab.results.instant_channels import InstantChannels
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.driving import first_gear
from jounce.lab.runs.prepare import Prepared, prepare
from jounce.lab.simulation.live_start import cockpit_of, free_drive
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant
from jounce.model.vehicle import TARGET_SPEED, Vehicle, with_smooth_rack
from jounce.model.vehicle.parameters import with_parameters


@dataclass(frozen=True, eq=False)
class Kind:
    """A car with its own numbers: how its cockpit acts on it, and how its channels are found."""

    car: Vehicle
    actuators: Actuators
    channels: InstantChannels


@dataclass(frozen=True, eq=False)
class Variant:
    """A car at its start, and the method that steps it; kind: number of its `Kind`."""

    ready: Prepared
    method: tuple
    kind: int
    gear: float
    values: dict[str, float]
    """What was drawn: paths, and `speed` [m/s]."""


def draw_variants(task: Task) -> tuple[list[Variant], list[Kind]]:
    """All variants of a task, and the kinds of cars among them; raises ModelError for a task that cannot be built."""
    base = task.vehicle if isinstance(task.vehicle, Vehicle) else load_vehicle(str(task.vehicle))
    base = with_smooth_rack(base)
    if task.hold_speed and (base.powertrain is None or base.powertrain.driver is None):
        expected = "a vehicle whose powertrain has a driver, or an action for the pedals"
        raise ModelError(
            [Finding("hold_speed", "nothing holds the speed", base.name, expected)], f"the task {task.name}"
        )
    level = is_level(task)
    drawn_once = not task.randomised and isinstance(task.start.speed, Fixed) and level
    variants: list[Variant] = []
    kinds: list[Kind] = []
    for number in range(1 if drawn_once else task.variants):
        random = np.random.default_rng([task.variants_seed, number])
        values = {path: one.draw(random) for path, one in task.randomised.items()}
        speed = task.start.speed.draw(random)
        at = None if level else place_of(task, random)
        try:
            car = with_parameters(base, values) if values else base
            ready = _prepare(task, car, speed, at, variants[0].ready if variants else None)
            if not kinds or values:
                kinds.append(_kind(ready))
        except JounceError as error:
            drawn = ", ".join(f"{name} = {value:.6g}" for name, value in {**values, "speed": speed}.items())
            raise ModelError([Finding(f"variant {number}", str(error), drawn)], f"the task {task.name}") from error
        variants.append(_variant(ready, len(kinds) - 1, {**values, "speed": speed}))
    return variants, kinds


def is_level(task: Task) -> bool:
    """Whether a car may be put anywhere without settling anew."""
    if task.ground is None:
        return True
    ground: Any = ground_of(task.ground) if isinstance(task.ground, str) else task.ground
    return isinstance(ground, Flat)


def place_of(task: Task, random: np.random.Generator) -> tuple[float, float, float]:
    """Where an episode begins, drawn: x, y [m] and heading [rad]."""
    start = task.start
    place = start.station.draw(random), start.offset.draw(random), start.heading.draw(random)
    return place if task.course is None else task.course.place(*place)


def _prepare(task: Task, car: Vehicle, speed: float, at: tuple | None, like: Prepared | None) -> Prepared:
    """The car, rolling, on the ground of the task."""
    plan = free_drive(car, speed, task.steps_per_action * 1e-3)
    if task.hold_speed:
        plan = replace(plan, inputs={TARGET_SPEED: Constant(value=speed)})
    tolerance = task.tolerance if full_name(task.integrator) == Chord.name else None
    settings = RunSettings(ground=task.ground, at=at, integrator=task.integrator, step=task.step, tolerance=tolerance)
    ready = prepare(plan, car, settings, like=like)
    if not isinstance(ready.method, FixedStep) or not ready.system.capabilities.runs_batches:
        raise InputError("chooses its own steps", task.integrator, "a fixed step, such as chord", where="integrator")
    if ready.method.name == "ab2":
        hint = "its first step differs, and episodes of cars side by side begin at different times"
        raise InputError("has a history", task.integrator, "a one-step method, or chord", hint, where="integrator")
    if like is not None and not ready.system.shares_kernels_with(like.system):
        raise InputError("another topology", "a value that changes bodies or joints", "numbers of one car")
    return ready


def _kind(ready: Prepared) -> Kind:
    actuators = cockpit_of(ready, ready.start, {})
    if actuators is None:
        raise InputError("nothing drives it", ready.car.name, "a vehicle with a driven axle, or single_body.SimpleCar")
    actuators.car["hold"] = 0.0  # nobody brakes unless asked to
    return Kind(ready.car, actuators, InstantChannels(ready.car, ready.system, ready.start.copy()))


def _variant(ready: Prepared, kind: int, values: dict[str, float]) -> Variant:
    method: Any = ready.method
    states = jacobian_states(ready.system, method, ready.start, 0.0)
    return Variant(ready, method.method(ready.system, method.step, 0.0, states), kind, first_gear(ready.plan), values)
