"""A Simulation as memory, code and variables for other programs: what FMUs and C libraries are made from."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from jounce.engine.compiler.native.memory_image import MemoryImage
from jounce.engine.formulations import status
from jounce.engine.integrators import progress
from jounce.engine.laws.forces.signal import CONSTANT, VALUE
from jounce.engine.laws.ground import extent, number_places
from jounce.engine.simulate.exported_car import ExportedCar, export_car
from jounce.errors import InputError
from jounce.lab.cockpit.actuation_kernel import HELD
from jounce.lab.cockpit.controls import AUTO
from jounce.lab.simulation.inputs import COCKPIT, ROAD, Input
from jounce.lab.simulation.inputs import DIRECT as DIRECT_LEVEL
from jounce.lab.simulation.parameters import GROUND
from jounce.lab.simulation.simulation import Simulation
from jounce.lab.simulation.tunable_numbers import TunableNumber, tunable_numbers
from jounce.model.vehicle import RACK_TRAVEL, STEERING_WHEEL_ANGLE

OUTPUT, CONTROL, DIRECT, HOLD, PARAMETER, ROAD_INPUT = range(6)
REAL, INTEGER, BOOLEAN = range(3)
MAX_NUMBER = 1e300
"""Limit of numbers that have none."""


@dataclass(frozen=True)
class Variable:
    """A number of a car that others set or read, and where it lies in the memory of the car."""

    name: str
    unit: str
    about: str
    kind: int
    type: int = REAL
    minimum: float = -math.inf
    maximum: float = math.inf
    start: float = 0.0
    place: int = 0
    """of an output, a control or a number of the road under a wheel"""
    rows: tuple[int, ...] = ()
    """places of the rows of the signal table that a direct input writes"""
    roles: tuple[tuple[int, int], ...] = ()
    """places of roles of actuators that a direct input takes over, and the roles"""
    numbers: tuple[tuple[int, float], ...] = ()
    """places of numbers of a parameter, and what it is multiplied by there"""
    factor: float = 1.0
    partner: str = ""
    """of a direct input its hold, of a hold its direct input"""
    extra: float = math.nan
    """a value beyond the limits that is allowed too"""


@dataclass(frozen=True)
class CarExport:
    """A car at its start, in steps of `step` seconds.

    wanted: place of one number for each variable, what it was set to, and one more. record: place of the integrator's
    record. edges: x and y [m] between which the ground is. meanings, hints: sentences for statuses of steps.
    """

    title: str
    car: ExportedCar
    variables: tuple[Variable, ...]
    step: float
    wanted: int
    record: int
    edges: tuple[float, float, float, float]
    joints: tuple[str, ...]
    road: tuple[tuple[int, int], ...] = ()
    """on an external road, of every wheel: place of its memory of the ground, and of its contact point"""
    held_role: int = HELD
    culprit: int = progress.CULPRIT
    meanings: tuple[str, ...] = field(default=tuple(status.MEANING[i] for i in sorted(status.MEANING)))
    hints: tuple[str, ...] = field(default=tuple(status.HINT.get(i, "") for i in sorted(status.MEANING)))
    with_joint: tuple[int, ...] = (status.SINGULAR, status.LOOP_OPEN, status.INCONSISTENT)


def export_simulation(sim: Simulation) -> CarExport:
    """Everything that another program needs to go on with a car from its start.

    Raises InputError for a car whose steps need Python: in formulations other than synthesis, and with controllers.
    """
    ready = sim._ready
    if not hasattr(ready.system, "generated") or sim._channels.needs_python:
        raise InputError("needs Python", ready.names["formulation"], "synthesis", where="formulation")
    if ready.control is not None:
        hint = "export the car alone, and run controllers beside it"
        raise InputError("runs in Python", "controllers or a driver", "none", hint, where="controllers")
    sim.reset()
    tunable = tunable_numbers(ready, sim._channels) if has_inputs(sim) else []
    wanted = np.zeros(len(sim) + 2 * len(sim.inputs) + len(number_places(ready.system.model.ground)) + len(tunable) + 1)
    car = export_car(ready.system, sim._stepper, sim._channels.look, wanted)
    variables = (*_variables(sim, car), *(_parameter(one, car.image) for one in tunable))
    place, content = car.image.place_of(wanted), bytearray(car.image.content)
    content[place : place + 8 * len(variables)] = np.array([one.start for one in variables]).tobytes()
    image = replace(car.image, content=bytes(content))
    edges = extent(sim._boundary.ground) if sim._boundary.guarded else None
    layout = ready.system.layout
    return CarExport(
        title=sim._model,
        car=replace(car, image=image),
        variables=variables,
        step=sim.step_size,
        wanted=place,
        record=image.place_of(sim._stepper.record),
        edges=edges or (-math.inf, math.inf, -math.inf, math.inf),
        joints=tuple(layout.joint_name(i) for i in range(len(layout.joints))),
        road=_road_places(sim, image),
    )


def has_inputs(sim: Simulation) -> bool:
    """Whether others move a car, and not a maneuver of its own."""
    return sim._inputs.actuators is not None or not sim._ready.plan.inputs


def _parameter(one: TunableNumber, image: MemoryImage) -> Variable:
    """A number of the car; arrays that no code of the image reads are left out."""
    places = [(image.find(array), k) for array, k in one.words]
    numbers = tuple((place + 8 * k, 1.0) for place, k in places if place is not None)
    least = -MAX_NUMBER if one.unit == "1" else 1e-9 * abs(one.value)
    about = f"{one.path} of the vehicle; changed from now on, and the start stays as it is"
    return Variable(one.path, one.unit, about, PARAMETER, REAL, least, MAX_NUMBER, one.value, numbers=numbers)


def _variables(sim: Simulation, car: ExportedCar) -> Iterator[Variable]:
    """Outputs, inputs, what holds them, and parameters."""
    values = car.image.place_of(sim._channels.array)
    for i, name in enumerate(sim):
        channel, start = sim.about(name), float(sim._channels.array[i])
        yield Variable(name, channel.unit, channel.description, OUTPUT, start=start, place=values + 8 * i)
    yield from _road_inputs(sim, car)
    if not has_inputs(sim):
        return
    for one in sim.inputs.values():
        if one.level != ROAD:
            yield _control(sim, car, one) if one.level == COCKPIT else _direct(sim, car, one)
    for one in sim.inputs.values():
        if one.level == DIRECT_LEVEL and _roles(sim, car, one.name):
            about = f"whether {one.name} is held at its input; otherwise the cockpit moves it"
            yield Variable(f"hold.{one.name}", "1", about, HOLD, BOOLEAN, 0.0, 1.0, partner=one.name)
    ground = sim._ready.system.model.ground
    for key, (places, value) in number_places(ground).items():
        lowest = 1e-3 if key == "friction" else -MAX_NUMBER
        about, first = f"{key} of the ground", car.image.place_of(ground.box)
        unit = "m" if key == "height" else "1"
        name, numbers = f"{GROUND}{key}", tuple((first + place, 1.0) for place in places)
        yield Variable(name, unit, about, PARAMETER, REAL, lowest, MAX_NUMBER, value, numbers=numbers)


def _road_inputs(sim: Simulation, car: ExportedCar) -> Iterator[Variable]:
    """What another program says about the road under every wheel."""
    road = sim._road
    for name, unit, about, (row, column) in road.places if road is not None else ():
        assert road is not None
        limits = max(sim.inputs[name].minimum, -MAX_NUMBER), MAX_NUMBER
        place = car.image.place_of(road.memories[row]) + 8 * road.columns[column]
        start = float(road.values[row, column])
        yield Variable(name, unit, about, ROAD_INPUT, REAL, *limits, start, place)


def _road_places(sim: Simulation, image: MemoryImage) -> tuple[tuple[int, int], ...]:
    """Places of the memories of the ground and of the contact points of all wheels."""
    if sim._road is None:
        return ()
    pairs = zip(sim._road.memories, sim._road.points, strict=True)
    return tuple((image.place_of(memory), image.place_of(point)) for memory, point in pairs)


def _control(sim: Simulation, car: ExportedCar, one: Input) -> Variable:
    """An input of the cockpit."""
    controls = sim._inputs.controls
    place = car.image.place_of(controls[one.name])
    kind, extra = (INTEGER, float(AUTO)) if one.name == "gear" else (REAL, math.nan)
    limits = one.minimum, one.maximum
    start = float(controls[0][one.name])
    return Variable(one.name, one.unit, one.about, CONTROL, kind, *limits, start, place, extra=extra)


def _direct(sim: Simulation, car: ExportedCar, one: Input) -> Variable:
    """A direct input."""
    signals, rows = sim._inputs.signals, _rows(sim, one.name)
    first, width = car.image.place_of(signals), signals.strides[0]
    factor = sim._inputs._ratio if one.name == STEERING_WHEEL_ANGLE else 1.0
    start = float(signals[rows[0], VALUE]) / factor if signals[rows[0], 0] == CONSTANT else 0.0
    roles = _roles(sim, car, one.name)
    return Variable(
        one.name,
        one.unit,
        one.about,
        DIRECT,
        REAL,
        max(one.minimum, -MAX_NUMBER),
        min(one.maximum, MAX_NUMBER),
        start,
        rows=tuple(first + width * row for row in rows),
        roles=roles,
        factor=factor,
        partner=f"hold.{one.name}" if roles else "",
    )


def _rows(sim: Simulation, name: str) -> tuple[int, ...]:
    """Rows of the signal table of a direct input."""
    return sim._ready.system.layout.inputs[RACK_TRAVEL if name == STEERING_WHEEL_ANGLE else name]


def _roles(sim: Simulation, car: ExportedCar, name: str) -> tuple[tuple[int, int], ...]:
    """Roles of the actuators that move a direct input, and where they are kept."""
    actuators = sim._inputs.actuators
    if actuators is None:
        return ()
    inputs = actuators.inputs
    first = car.image.place_of(inputs["role"])
    found = np.flatnonzero(np.isin(inputs["row"], _rows(sim, name)))
    return tuple((first + i * inputs.dtype.itemsize, int(inputs["role"][i])) for i in found.tolist())
