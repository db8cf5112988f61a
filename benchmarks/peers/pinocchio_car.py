"""dw18 in Pinocchio: `constraintDynamics` on a tree with loops, explicit Runge–Kutta methods around it.

Pinocchio computes accelerations; forces and integration are ours, and compiled. It has no constraint on a distance, so
a rod is a body of 10 mg on a universal joint with its other end held by a point constraint. The rack has an armature so
large that the force it is given prescribes its travel; the force is internal to chassis and rack.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pinocchio as pin

from benchmarks.peers.car import CORNERS, END, SAMPLE, load_car
from benchmarks.peers.pinocchio_kernels import add_forces, normalise, rate, shift
from benchmarks.peers.pinocchio_model import build_tree, find_slots, number_forces, point_constraint, share_poses
from benchmarks.peers.run import Clock, Run

VERSION = pin.__version__
METHODS = ("midpoint", "RK4")


@dataclass
class Machine:
    """The car with its constraints, and arrays that share Pinocchio's memory."""

    model: Any
    data: Any
    constraints: Any
    constraint_data: Any
    proximal: Any
    poses: np.ndarray
    """per joint: rotation by columns, then translation"""
    jacobian: np.ndarray
    """world axes, about the origin: linear rows, then angular ones"""
    forces: tuple
    """what `add_forces` needs beside them"""
    slots: tuple
    """what `rate` needs: where quaternions and plain coordinates are"""
    seconds: float = 0.0

    def acceleration(self, t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Accelerations of the joints; adds what it cost to `seconds`."""
        begun = time.perf_counter()
        pin.computeJointJacobians(self.model, self.data, q)
        effort = add_forces(t, q, v, self.jacobian, self.poses, *self.forces)
        found = pin.constraintDynamics(
            self.model, self.data, q, v, effort, self.constraints, self.constraint_data, self.proximal
        )
        self.seconds += time.perf_counter() - begun
        return found


def run(method: str, step: float) -> Run:
    """The J-turn with one of the methods; raises FloatingPointError when the car is lost."""
    machine = _machine(step)
    machine.seconds = 0.0
    q, v = _start(machine.model)
    samples, each = round(END / SAMPLE), round(SAMPLE / step)
    yaw, height = np.empty(samples + 1), np.empty(samples + 1)
    advance = {"midpoint": _midpoint, "RK4": _runge_kutta_4}[method]
    yaw[0], height[0] = _channels(q, v)
    clock = Clock.start()
    for i in range(samples * each):
        q, v = advance(machine, i * step, step, q, v)
        if (i + 1) % each == 0:
            yaw[(i + 1) // each], height[(i + 1) // each] = _channels(q, v)
            if not abs(height[(i + 1) // each]) < 10.0:
                raise FloatingPointError(f"the car is lost at {(i + 1) * step:.2f} s")
    return Run(yaw, height, float(v[0]), *clock.stop(machine.seconds))


def _midpoint(machine: Machine, t: float, h: float, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    a = machine.acceleration(t, q, v)
    middle_q, middle_v = shift(q, v, rate(q, v, *machine.slots), a, 0.5 * h)
    a = machine.acceleration(t + 0.5 * h, middle_q, middle_v)
    return normalise(*shift(q, v, rate(middle_q, middle_v, *machine.slots), a, h), *machine.slots)


def _runge_kutta_4(machine: Machine, t: float, h: float, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    stage_q, stage_v, rates, accelerations = q, v, 0.0, 0.0
    for along, weight, ahead in ((0.0, 1.0, 0.5), (0.5, 2.0, 0.5), (0.5, 2.0, 1.0), (1.0, 1.0, 0.0)):
        a = machine.acceleration(t + along * h, stage_q, stage_v).copy()
        r = rate(stage_q, stage_v, *machine.slots)
        rates, accelerations = rates + weight * r, accelerations + weight * a
        stage_q, stage_v = shift(q, v, r, a, ahead * h)
    return normalise(*shift(q, v, rates, accelerations, h / 6.0), *machine.slots)


def _channels(q: np.ndarray, v: np.ndarray) -> tuple[float, float]:
    """Yaw rate about the vertical, from the angular velocity in chassis axes, and height."""
    x, y, z, w = q[3:7]
    up = (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y))
    return float(np.dot(up, v[3:6])), float(q[2])


def _start(model: Any) -> tuple[np.ndarray, np.ndarray]:
    car, q, v = load_car(), pin.neutral(model), np.zeros(model.nv)
    q[:3], v[0] = car.bodies["chassis"].centre, car.speed
    for corner in CORNERS:
        v[model.joints[model.getJointId(f"wheel_{corner}")].idx_v] = car.spin
    return q, v


@cache
def _machine(step: float) -> Machine:
    car = load_car()
    model, origins = build_tree(car)
    constraints = pin.StdVec_RigidConstraintModel()
    for link in car.balls:
        constraints.append(point_constraint(model, origins, link.body_a, link.body_b, link.point_b, step))
    for link in car.rods:
        constraints.append(point_constraint(model, origins, link.name, link.body_b, link.point_b, step))
    constraint_data = pin.StdVec_RigidConstraintData()
    for each in constraints:
        constraint_data.append(each.createData())
    data = model.createData()
    pin.initConstraintDynamics(model, data, constraints, constraint_data)
    return Machine(
        model,
        data,
        constraints,
        constraint_data,
        pin.ProximalSettings(1e-12, 0.0, 1),
        share_poses(data, model.njoints),
        data.J,
        number_forces(car, model, origins),
        find_slots(model),
    )
