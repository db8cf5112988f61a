"""Channels of a car at one instant, while it runs: the names, units and signs of a result, one number each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import Bound, bind, machine_code
from jounce.engine.formulations.cartesian.model import allocate
from jounce.engine.formulations.elements import ElementArrays
from jounce.engine.formulations.formulation import System
from jounce.engine.formulations.synthesis.start import evaluate as evaluate_slope
from jounce.engine.formulations.world_frame.entries import accelerations
from jounce.engine.laws.forces.pressure import HUNDRED
from jounce.engine.simulate.observer import to_world_frame
from jounce.engine.simulate.step_kernel import call_with
from jounce.findings import suggestion
from jounce.lab.results import instant_kernel as kernel
from jounce.lab.results.channel import Channel
from jounce.lab.results.channel_names import named_channel
from jounce.lab.results.vehicle_channels import input_channel
from jounce.model.vehicle import BrakeSystem, Vehicle, brake_inputs
from jounce.model.vehicle.corners import CHASSIS, RACK
from jounce.model.vehicle.powertrain import ENGINE, MOTOR


class Seen(NamedTuple):
    """What an evaluation leaves behind, and what it was made from."""

    bodies: np.ndarray
    contacts: np.ndarray
    forces: np.ndarray
    measures: np.ndarray
    """those that force elements act along, not those of joints"""
    measure_states: np.ndarray
    elements: ElementArrays
    """their terms count in these measures"""
    signals: np.ndarray
    tables: np.ndarray


class Numbers(NamedTuple):
    """What is written: numbers of chassis and wheels, and the channels; design: see `write_wheels`."""

    chassis: np.ndarray
    wheels: np.ndarray
    values: np.ndarray
    design: np.ndarray


class InstantChannels(Mapping[str, float]):
    """The channels of a car, but energies, which are sums over a run, errors of joints, and of trailers yaw angles,
    accelerations and forces of hitches; `observe` makes it show another instant.

    contacts: what the tires do at that instant, one record each. force_terms: measures and factors of force elements.
    seen, car_record, plan, tree_arguments: what the compiled code works on, for those who observe many cars of one
    topology; tree_arguments: those of `put_world_state`, None of systems that are not on a tree.
    look: a bound call with a free time that writes the numbers and the contacts.
    """

    def __init__(self, car: Vehicle, system: System, y: np.ndarray) -> None:
        """y: the state that `observe` looks at, an array that may change. Compiles, or loads, what is needed."""
        self.y, self._system = y, system
        channels, plan = zip(*_plan(car, system), strict=True)
        self.about: Mapping[str, Channel] = {channel.name: channel for channel in channels}
        self.index = {name: i for i, name in enumerate(self.about)}
        self.array = np.zeros(len(plan))
        world = to_world_frame(system)
        model = world.model._replace(signals=system.model.signals, tables=system.model.tables)
        work = allocate(model, world.size)
        tires = system.mechanism.tires
        wheels = np.zeros((len(tires), len(kernel.WHEEL_COLUMNS)))
        self._numbers = Numbers(np.zeros(len(kernel.CHASSIS_COLUMNS)), wheels, self.array, _homes(car, system))
        used, places = np.unique(model.elements.scalar_force_terms["measure"], return_inverse=True)
        self.force_terms = model.elements.scalar_force_terms.copy()
        self.force_terms["measure"] = places
        seen = Seen(
            work.bodies,
            work.contacts,
            work.scalar_forces,
            model.measures[used],
            work.measures[: len(used)].copy(),
            model.elements._replace(scalar_force_terms=self.force_terms),
            model.signals,
            model.tables,
        )
        self.world_model = model
        self.contacts = work.contacts
        ends = seen, _car_record(car, system), np.array(list(plan), kernel.CHANNEL), self._numbers
        self.seen, self.car_record, self.plan = ends[:3]
        self.look = self._bind_tree(ends) or self._bind_world(model, work, ends)
        call_with(*self.look, 0.0)
        self._call_with = machine_code(call_with, *self.look, 0.0)

    def observe(self, t: float) -> np.ndarray:
        """The values of all channels at the time t [s] and the current state, in the order of the names."""
        if self._world is not None:
            self._world[:] = self._system.to_world(self.y)[0]
        self._call_with(*self.look, t)
        return self.array

    def __getitem__(self, name: str) -> float:
        try:
            return float(self.array[self.index[name]])
        except KeyError:
            raise KeyError(no_such_channel(name, self.index)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.index)

    def __len__(self) -> int:
        return len(self.index)

    def renew_factors(self) -> None:
        """Take the factors of force elements from `world_model` again, after its numbers have changed."""
        self.force_terms["factor"] = self.world_model.elements.scalar_force_terms["factor"]

    @property
    def needs_python(self) -> bool:
        """Whether an observation must begin in Python: `look` alone does not see the current state then."""
        return self._world is not None

    @property
    def design(self) -> np.ndarray:
        """Unit and design height of every tire, `jounce.lab.results.instant_kernel.HOME`."""
        return self._numbers.design

    @property
    def remembered(self) -> np.ndarray:
        """What the next observation depends on beside the state: the yaw angle, which counts turns."""
        return self._numbers.chassis

    def _bind_tree(self, ends: tuple) -> Bound | None:
        """The look at a system on a tree; None of others."""
        system, self._world = self._system, None
        self.tree_arguments: tuple | None = None
        tree = system.world_state_writer()
        if tree is None or not system.capabilities.observes_chassis_and_tires:
            return None
        tree.write(self.y)
        self.tree_arguments = tree.arguments(self.y)
        dy = np.zeros(system.size)
        given = system.derivative, system.model, system.work, 0.0, self.y, dy
        evaluate_slope(*given)
        slope, order = bind(evaluate_slope, *given, time=3), np.array(system.contact_order, np.int64)
        arguments = (0.0, self.tree_arguments, *slope, dy, system.work.contacts, order, *ends)
        kernel.observe_tree(*arguments)
        return bind(kernel.observe_tree, *arguments, time=0)

    def _bind_world(self, model: tuple, work: tuple, ends: tuple) -> Bound:
        """The look at a system whose states become world states in Python."""
        self._world = self._system.to_world(self.y)[0].copy()
        given = model, work, 0.0, self._world
        accelerations(*given)
        solution = work.x  # type: ignore[attr-defined]
        arguments = (0.0, *bind(accelerations, *given, time=2), solution, *ends)
        kernel.observe_world(*arguments)
        return bind(kernel.observe_world, *arguments, time=0)


def no_such_channel(name: str, known: Sequence[str] | Mapping[str, object]) -> str:
    """A sentence for a channel that is not there."""
    if name.startswith("energy."):
        return f"no channel {name!r} at an instant: energies are sums over a run; result() has them"
    if name.startswith(("joints.", "trailer.")):
        return f"no channel {name!r} at an instant; result() has it"
    return f"no channel {name!r}; {suggestion(name, known) or 'channels lists all names'}"


def _car_record(car: Vehicle, system: System) -> np.ndarray:
    """The car as the compiled code knows it."""
    rows = {name: i for i, name in enumerate(system.layout.bodies)}
    record = np.zeros(1, kernel.CAR)
    places = system.body_states(CHASSIS)
    record["chassis"], record["rack"], record["engine"] = rows[CHASSIS], rows.get(RACK, -1), rows.get(ENGINE, -1)
    record["twist"] = 0 if places is None else places.twist
    if car.steering is not None:
        record["rack_point"] = system.frames[CHASSIS].point(car.steering.slider.centre_of_mass)
        record["rack_axis"] = car.steering.slider_axis
    return record


def _homes(car: Vehicle, system: System) -> np.ndarray:
    """Unit and design height of every tire."""
    units = {corner.name("wheel"): corner.unit for corner in car.corners}
    found = np.zeros(len(system.mechanism.tires), kernel.HOME)
    for home, tire in zip(found, system.mechanism.tires, strict=True):
        unit = units.get(tire.body, CHASSIS)
        home["unit"] = system.layout.body(unit)
        home["height"] = tire.centre[2] - system.frames[unit].centre[2]
    return found


def _plan(car: Vehicle, system: System) -> Iterator[tuple[Channel, tuple[int, int, int, int, float, float]]]:
    """Every channel, without values, and where its number is: source, row, column, row of the unit before, factor,
    offset."""
    for channel, (source, row, column, factor) in _own_plan(car, system):
        yield channel, (source, row, column, 0, factor, 0.0)
    battery = car.powertrain.battery if car.powertrain is not None else None
    if battery is not None:
        yield _empty("battery.power"), (kernel.BATTERY_VALUES, 0, 3, 0, battery.capacity, 0.0)
        charge = _empty("battery.state_of_charge")
        yield charge, (kernel.BATTERY_VALUES, 0, 4, 0, -1.0, -battery.state_of_charge)
    for before, trailer in pairwise((CHASSIS, *(each.name for each in car.trailers))):
        rows = system.layout.body(trailer), system.layout.body(before)
        for column, name in enumerate(kernel.TRAILER_COLUMNS):
            yield _empty(f"trailer.{trailer}.{name}"), (kernel.TRAILER_VALUES, rows[0], column, rows[1], 1.0, 0.0)


def _own_plan(car: Vehicle, system: System) -> Iterator[tuple[Channel, tuple[int, int, int, float]]]:
    """Every channel but those of trailers, and its source, row, column and factor."""
    forces = {name: i for i, name in enumerate(system.layout.scalar_forces)}
    yield _empty("time"), (kernel.CHASSIS_VALUES, 0, 0, 1.0)
    for column, name in enumerate(kernel.CHASSIS_COLUMNS[1:-2], start=1):
        yield _empty(f"chassis.{name}"), (kernel.CHASSIS_VALUES, 0, column, 1.0)
    if car.steering is not None:
        place, left = kernel.CHASSIS_COLUMNS.index("rack_travel"), car.steering.ratio > 0.0
        ending = f"steer left → {'positive' if left else 'negative'}"
        yield named_channel("rack.travel", np.zeros(0), ending=ending), (kernel.CHASSIS_VALUES, 0, place, 1.0)
        yield _empty("steering_wheel.angle"), (kernel.CHASSIS_VALUES, 0, place, 1.0 / car.steering.ratio)
        if (row := forces.get(car.steering.holds_input_by)) is not None:
            yield _empty("steering_wheel.torque"), (kernel.FORCE_VALUES, row, 1, car.steering.ratio)
    if "engine_torque" in forces:
        place = kernel.CHASSIS_COLUMNS.index("engine_speed")
        yield _empty("engine.speed"), (kernel.CHASSIS_VALUES, 0, place, 1.0)
        yield _empty("engine.torque"), (kernel.FORCE_VALUES, forces["engine_torque"], 1, 1.0)
    for motor in car.powertrain.motors if car.powertrain is not None else ():
        for suffix, _, _ in motor.places:
            place = forces[f"{MOTOR}_{suffix}_torque"]
            yield _empty(f"motor.{suffix}.speed"), (kernel.FORCE_VALUES, place, 2, 1.0)
            yield _empty(f"motor.{suffix}.torque"), (kernel.FORCE_VALUES, place, 1, 1.0)
    if car.brakes is not None:
        yield from _brake_plan(car, car.brakes, forces)
    for corner in car.corners:
        tire = system.layout.tires.index(corner.name("tire"))
        for column, name in enumerate(kernel.WHEEL_COLUMNS):
            part = "suspension" if name in ("travel", "velocity") else "wheel" if name in ("spin", "height") else "tire"
            yield _empty(corner.channel(part, name)), (kernel.WHEEL_VALUES, tire, column, 1.0)
            if part == "tire" and corner.inner_tire in system.layout.tires:
                inner = system.layout.tires.index(corner.inner_tire)
                yield _empty(corner.inner_channel(name)), (kernel.WHEEL_VALUES, inner, column, 1.0)
        for part, element, quantities in _CORNER_FORCES:
            if (row := forces.get(corner.name(element))) is not None:
                for column, name in quantities:
                    yield _empty(corner.channel(part, name)), (kernel.FORCE_VALUES, row, column, 1.0)
    for name, rows in system.layout.inputs.items():
        yield input_channel(name, np.zeros(0)), (kernel.INPUT_VALUES, rows[0], 0, 1.0)


def _brake_plan(
    car: Vehicle, brakes: BrakeSystem, forces: Mapping[str, int]
) -> Iterator[tuple[Channel, tuple[int, int, int, float]]]:
    """Channels of hydraulic brakes: force, and states of pressure and disc."""
    for corner in brake_inputs(car):
        name, full = corner.name("brake"), brakes.full_pressure(corner.axle)
        yield _empty(corner.channel("brake", "torque")), (kernel.FORCE_VALUES, forces[name], 1, 1.0)
        yield _empty(corner.channel("brake", "pressure")), (kernel.FORCE_VALUES, forces[f"{name}.pressure"], 4, full)
        if f"{name}.disc" in forces:
            row = forces[f"{name}.disc"]
            yield _empty(corner.channel("brake", "temperature")), (kernel.FORCE_VALUES, row, 4, HUNDRED)


_CORNER_FORCES = (
    ("half_shaft", "half_shaft", ((1, "torque"),)),
    ("spring", "spring", ((0, "length"), (1, "force"))),
    ("damper", "damper", ((0, "length"), (1, "force"))),
    ("torsion_bar", "torsion", ((0, "angle"), (1, "torque"))),
)
"""Part and element of the force elements of a corner, and the columns of their channels."""


def _empty(name: str) -> Channel:
    return named_channel(name, np.zeros(0))
