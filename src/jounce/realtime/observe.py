"""A row of a multibody car: what everyone wants to know of it, from its state and the contacts of its tires."""

from __future__ import annotations

import math

import numpy as np

from jounce import synthesis
from jounce.elements.signal import VALUE
from jounce.ground import extent, original
from jounce.ground.ferguson import STOP
from jounce.kernel import machine_code
from jounce.realtime.cockpit import Cockpit, spin_place
from jounce.realtime.fill import fill
from jounce.realtime.rows import FIRST_WHEEL, PLACE, WHEEL, RowLayout
from jounce.synthesis.start import evaluate
from jounce.vehicle import GEAR, Vehicle
from jounce.vehicle.elements import RACK

TIME, STEERING, ENGINE_SPEED, GEAR_IN = (PLACE[name] for name in ("time", "steering", "engine_speed", "gear"))
POINT = WHEEL.index("px")


class Observer:
    """Evaluates the equations at a state, so that forces are those of that very state, and writes a row."""

    def __init__(self, vehicle: Vehicle, system: synthesis.System, cockpit: Cockpit, y: np.ndarray) -> None:
        """y: a closed state of the system, for a first look."""
        self.system, self.cockpit = system, cockpit
        tires = system.mechanism.tires
        self.layout = RowLayout(tuple(_suffix(vehicle, tire.body) for tire in tires), system.size)
        self.slope = np.zeros(system.size)
        order = np.array([system.whole.elements["tires"].index(i) for i in range(len(tires))], np.int64)
        spins = [spin_place(system, tire.body) for tire in tires]
        places, senses = np.array([p for p, _ in spins], np.int64), np.array([s for _, s in spins])
        centre = system.frames[system.state.tree.base].centre
        design = np.array([tire.centre[2] - centre[2] for tire in tires])
        rack = system.state.by_motion.get((RACK, 0))
        self.rack = (rack.position, rack.start) if rack is not None and cockpit.steering is not None else None
        self.gear_row = system.layout.inputs.get(GEAR, (-1,))[0]
        ground = original(system.model.ground)
        ends = getattr(ground, "outside", None) == STOP
        self.edge = extent(ground) if ends else None
        examples = system.derivative, system.model, system.work, 0.0, y, self.slope
        evaluate(*examples)
        self._evaluate = machine_code(evaluate, *examples)
        velocity = system.state.velocity_start
        self._given = system.work.contacts, order, places, senses, design, velocity, FIRST_WHEEL, len(WHEEL)
        row = np.zeros(self.layout.width)
        fill(row, y, *self._given)
        self._fill = machine_code(fill, row, y, *self._given)

    def observe(self, t: float, y: np.ndarray, controls: np.ndarray, row: np.ndarray) -> bool:
        """Write a row; returns whether all wheels are on the ground's map."""
        system = self.system
        self._evaluate(system.derivative, system.model, system.work, t, y, self.slope)
        self._fill(row, y, *self._given)
        row[TIME] = t
        row[STEERING] = self._steering(y)
        engine = self.cockpit.engine
        row[ENGINE_SPEED] = 0.0 if engine is None else engine[1] * y[engine[0]]
        row[GEAR_IN] = self._gear(controls)
        row[self.layout.controls] = controls.tolist()
        return self.edge is None or self._inside(self.layout.wheel_rows(row), self.edge)

    def _steering(self, y: np.ndarray) -> float:
        """Mean angle of the steered wheels [rad] at the rack's place, at the height of the design position."""
        steering = self.cockpit.steering
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
    """What the parts of a wheel's corner end with: `fl`."""
    return next(corner.suffix for corner in vehicle.corners if corner.name("wheel") == wheel)
