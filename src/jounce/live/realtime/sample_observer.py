"""The sample row of a multibody car, from its state and the contacts of its tires.

Compiled writer of a row of `jounce.live.realtime.sample_layout` from a state and the contacts of the tires.

Columns are written in the order of HEAD and WHEEL; tests/live/realtime/test_multibody.py compares them with the world
state.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import math

import numpy as np

from jounce.engine.compiler import entry, machine_code
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import evaluate
from jounce.engine.laws.forces.signal import VALUE
from jounce.engine.laws.ground import extent, original
from jounce.engine.laws.ground.ferguson import STOP
from jounce.engine.linalg.quaternion import load4, normalize, rotate, store4
from jounce.engine.linalg.vec3 import dot, load, store, sub
from jounce.lab.cockpit.actuation import Actuators, spin_index
from jounce.live.realtime.sample_layout import COLUMN, FIRST_WHEEL, WHEEL, SampleLayout
from jounce.model.vehicle import GEAR, Vehicle
from jounce.model.vehicle.corners import RACK

POSITION, QUATERNION, VELOCITY, SPIN, SPEED = 1, 4, 8, 11, 14
"""Columns of the head."""


@entry
def write_sample(
    row: np.ndarray,
    y: np.ndarray,
    contacts: np.ndarray,
    order: np.ndarray,
    spins: np.ndarray,
    signs: np.ndarray,
    design: np.ndarray,
    velocity: int,
    first: int,
    width: int,
) -> None:
    """Write pose, velocity, wheels and states into a row.

    order: contact of each wheel; spins, signs and design: indices of the wheels' spins in y, their signs, and
    heights of the wheel centres above that of the base at the design position [m]. velocity: index of the base's in y;
    first: column of the first wheel; width: numbers of a wheel.
    """
    # chassis
    centre = load(y, 0)
    q = normalize(load4(y, 3))
    up = rotate(q, (0.0, 0.0, 1.0))
    store(row, POSITION, centre)
    store4(row, QUATERNION, load4(y, 3))
    store(row, VELOCITY, rotate(q, load(y, velocity)))
    store(row, SPIN, load(y, velocity + 3))
    row[SPEED] = y[velocity]
    # wheels
    for i in range(contacts.size):
        contact, k = contacts[order[i]], first + width * i
        point = load(contact["point"], 0)
        store(row, k, load(contact["force"], 0))
        store(row, k + 3, point)
        row[k + 6] = signs[i] * y[spins[i]]
        row[k + 7] = contact["fz"]
        row[k + 8] = contact["kappa"]
        row[k + 9] = contact["alpha"]
        row[k + 10] = dot(sub(point, centre), up) + contact["radius"] - design[i]
        row[k + 11] = contact["height"]
    # states
    for j in range(y.size):
        row[first + width * contacts.size + j] = y[j]


TIME, STEERING, ENGINE_SPEED, GEAR_IN = (COLUMN[name] for name in ("time", "steering", "engine_speed", "gear"))
POINT = WHEEL.index("px")


class SampleObserver:
    """Evaluates the equations at a state, so that forces belong to that state, and writes a sample row."""

    def __init__(self, vehicle: Vehicle, system: synthesis.System, actuators: Actuators, y: np.ndarray) -> None:
        """y: a closed state of the system, to compile with."""
        self.system, self.actuators = system, actuators
        tires = system.mechanism.tires
        self.layout = SampleLayout(tuple(_suffix(vehicle, tire.body) for tire in tires), system.size)
        self.slope = np.zeros(system.size)
        order = np.array(system.contact_order, np.int64)
        spins = [spin_index(system, tire.body) for tire in tires]
        places, senses = np.array([p for p, _ in spins], np.int64), np.array([s for _, s in spins])
        centre = system.frames[system.state.tree.base].centre
        design = np.array([tire.centre[2] - centre[2] for tire in tires])
        rack = system.state.by_motion.get((RACK, 0))
        self.rack = (rack.position, rack.start) if rack is not None and actuators.steering is not None else None
        self.gear_row = system.layout.inputs.get(GEAR, (-1,))[0]
        ground = original(system.model.ground)
        ends = getattr(ground, "outside", None) == STOP
        self.edge = extent(ground) if ends else None
        examples = system.derivative, system.model, system.work, 0.0, y, self.slope
        evaluate(*examples)
        self._evaluate = machine_code(evaluate, *examples)
        velocity = system.state.velocity_start
        self._arguments = system.work.contacts, order, places, senses, design, velocity, FIRST_WHEEL, len(WHEEL)
        row = np.zeros(self.layout.width)
        write_sample(row, y, *self._arguments)
        self._write_sample = machine_code(write_sample, row, y, *self._arguments)

    def observe(self, t: float, y: np.ndarray, controls: np.ndarray, row: np.ndarray) -> bool:
        """Write a row; returns whether all wheels are on the ground's map."""
        system = self.system
        self._evaluate(system.derivative, system.model, system.work, t, y, self.slope)
        self._write_sample(row, y, *self._arguments)
        row[TIME] = t
        row[STEERING] = self._steering(y)
        engine = self.actuators.engine
        row[ENGINE_SPEED] = 0.0 if engine is None else engine[1] * y[engine[0]]
        row[GEAR_IN] = self._gear(controls)
        row[self.layout.controls] = controls.tolist()
        return self.edge is None or self._inside(self.layout.wheel_rows(row), self.edge)

    def _steering(self, y: np.ndarray) -> float:
        """Mean angle of the steered wheels [rad] at the rack's place, at the height of the design position."""
        steering = self.actuators.steering
        if self.rack is None or steering is None:
            return 0.0
        return steering.angle(float(y[self.rack[0]]) - self.rack[1])

    def _gear(self, controls: np.ndarray) -> float:
        """The gear that is engaged; of cars without gears −1, 0 or 1."""
        if self.gear_row >= 0:
            return float(round(self.system.model.signals[self.gear_row, VALUE]))
        return math.copysign(1.0, controls["gear"]) if controls["gear"] else 0.0

    def _inside(self, wheels: np.ndarray, edge: tuple[float, float, float, float]) -> bool:
        x_min, x_max, y_min, y_max = edge
        x, y = wheels[:, POINT], wheels[:, POINT + 1]
        return bool(x.min() >= x_min and x.max() <= x_max and y.min() >= y_min and y.max() <= y_max)


def _suffix(vehicle: Vehicle, wheel: str) -> str:
    """Suffix of the corner of a wheel, such as `fl`."""
    return next(corner.suffix for corner in vehicle.corners if corner.name("wheel") == wheel)
