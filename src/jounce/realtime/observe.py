"""A row of a multibody car: what everyone wants to know of it, from its state and the contacts of its tires."""

from __future__ import annotations

import math

import numpy as np

from jounce import synthesis
from jounce.elements.signal import VALUE
from jounce.ground import extent, original
from jounce.ground.ferguson import STOP
from jounce.realtime.cockpit import Cockpit, spin_place
from jounce.realtime.direct import machine_code
from jounce.realtime.rows import HEAD, PLACE, WHEEL, RowLayout
from jounce.synthesis.start import evaluate
from jounce.vehicle import GEAR, RACK_TRAVEL, Vehicle
from jounce.vehicle.elements import RACK

FORCE, POINT = WHEEL.index("fx"), WHEEL.index("px")
SPIN, LOAD, RATIO, ANGLE, TRAVEL, HEIGHT = (
    WHEEL.index(name) for name in ("spin", "load", "slip_ratio", "slip_angle", "travel", "height")
)


class Observer:
    """Evaluates the equations at a state, so that forces are those of that very state, and writes a row."""

    def __init__(self, vehicle: Vehicle, system: synthesis.System, cockpit: Cockpit) -> None:
        self.system, self.cockpit = system, cockpit
        tires = system.mechanism.tires
        self.layout = RowLayout(tuple(corner.suffix for corner in vehicle.corners), system.size)
        order = [system.layout.tires.index(tire.name) for tire in tires]
        self.contacts = system.work.contacts
        self.slope = np.zeros(system.size)
        spins = [spin_place(system, tire.body) for tire in tires]
        self.spins, self.senses = np.array([p for p, _ in spins]), np.array([s for _, s in spins])
        centre = system.frames[system.state.tree.base].centre
        self.design = np.array([tire.centre[2] - centre[2] for tire in tires])
        self.order = np.array(order)
        rack = system.state.by_motion.get((RACK, 0))
        self.rack = (rack.position, rack.start) if rack is not None and cockpit.steering is not None else None
        self.prescribed = rack is not None and rack.driver is not None
        self.rack_row = system.layout.inputs.get(RACK_TRAVEL, (-1,))[0]
        self.gear_row = system.layout.inputs.get(GEAR, (-1,))[0]
        ground = original(system.model.ground)
        ends = getattr(ground, "outside", None) == STOP
        self.edge = extent(ground) if ends else None
        evaluate(system.derivative, system.model, system.work, 0.0, np.zeros(system.size), self.slope)
        examples = system.derivative, system.model, system.work, 0.0, self.slope, self.slope
        self._evaluate = machine_code(evaluate, *examples)

    def observe(self, t: float, y: np.ndarray, controls: np.ndarray, row: np.ndarray) -> bool:
        """Write a row; returns whether all wheels are on the ground's map."""
        system, layout = self.system, self.layout
        self._evaluate(system.derivative, system.model, system.work, t, y, self.slope)
        u = system.state.velocity_start
        R = _axes(y[3], y[4], y[5], y[6])
        row[PLACE["time"]] = t
        row[1:4] = y[0:3]
        row[4:8] = y[3:7]
        row[8:11] = R @ y[u : u + 3]
        row[11:14] = y[u + 3 : u + 6]
        row[PLACE["speed"]] = y[u]
        row[PLACE["steering"]] = self._steering(y)
        engine = self.cockpit.engine
        row[PLACE["engine_speed"]] = 0.0 if engine is None else engine[1] * y[engine[0]]
        row[PLACE["gear"]] = self._gear(controls)
        row[layout.controls] = controls.tolist()
        wheels, contacts = layout.wheel_rows(row), self.contacts
        wheels[:, FORCE : FORCE + 3] = contacts["force"]
        wheels[:, POINT : POINT + 3] = contacts["point"]
        wheels[:, SPIN] = self.senses * y[self.spins]
        wheels[:, LOAD] = contacts["fz"]
        wheels[:, RATIO] = contacts["kappa"]
        wheels[:, ANGLE] = contacts["alpha"]
        wheels[:, TRAVEL] = (contacts["point"] - y[0:3]) @ R[:, 2] + contacts["radius"] - self.design
        wheels[:, HEIGHT] = contacts["height"]
        row[layout.y] = y
        return self._inside(wheels)

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

    def _inside(self, wheels: np.ndarray) -> bool:
        if self.edge is None:
            return True
        x_min, x_max, y_min, y_max = self.edge
        x, y = wheels[:, POINT], wheels[:, POINT + 1]
        return bool(x.min() >= x_min and x.max() <= x_max and y.min() >= y_min and y.max() <= y_max)


def _axes(a: float, b: float, c: float, d: float) -> np.ndarray:
    """The rotation of a quaternion, scalar first."""
    n = 1.0 / math.sqrt(a * a + b * b + c * c + d * d)
    a, b, c, d = a * n, b * n, c * n, d * n
    return np.array(
        [
            [1.0 - 2.0 * (c * c + d * d), 2.0 * (b * c - a * d), 2.0 * (b * d + a * c)],
            [2.0 * (b * c + a * d), 1.0 - 2.0 * (b * b + d * d), 2.0 * (c * d - a * b)],
            [2.0 * (b * d - a * c), 2.0 * (c * d + a * b), 1.0 - 2.0 * (b * b + c * c)],
        ]
    )


assert HEAD[1:14] == ("x", "y", "z", "q0", "q1", "q2", "q3", "vx", "vy", "vz", "wx", "wy", "wz")
