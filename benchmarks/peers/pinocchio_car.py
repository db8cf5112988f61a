"""dw18 in Pinocchio: `constraintDynamics` on a tree with loops, explicit Runge–Kutta methods around it.

Pinocchio computes accelerations; forces and integration are ours, and compiled. It has no constraint on a distance, so
a rod is a body of 10 mg on a universal joint with its other end held by a point constraint. The rack has an armature so
large that the force it is given prescribes its travel; the force is internal to chassis and rack.
"""

from __future__ import annotations

import ctypes
import time
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pinocchio as pin
from numba import njit

from benchmarks.peers.car import CORNERS, END, SAMPLE, Car, Joint, Link, load_car
from benchmarks.peers.laws import rack_motion, tire_force
from benchmarks.peers.run import Clock, Run

VERSION = pin.__version__
VARIANTS = ("midpoint", "RK4")
ARMATURE, RACK_RATE = 1e7, 200.0
"""Armature of the rack [kg], and how fast it corrects rounding of its travel [1/s]."""
ROD_MASS = 1e-5
CLOSING_STEPS = 4.0
"""Time constant with which constraints correct their drift, in steps (Baumgarte)."""


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


def run(variant: str, step: float) -> Run:
    """The J-turn with one of the methods; raises FloatingPointError when the car is lost."""
    machine = _machine(step)
    machine.seconds = 0.0
    q, v = _start(machine.model)
    samples, each = round(END / SAMPLE), round(SAMPLE / step)
    yaw, height = np.empty(samples + 1), np.empty(samples + 1)
    advance = {"midpoint": _midpoint, "RK4": _runge_kutta_4}[variant]
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
    model, origins = _tree(car)
    constraints = pin.StdVec_RigidConstraintModel()
    for link in car.balls:
        constraints.append(_point(model, origins, link.body_a, link.body_b, link.point_b, step))
    for link in car.rods:
        constraints.append(_point(model, origins, link.name, link.body_b, link.point_b, step))
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
        _poses(data, model.njoints),
        data.J,
        _force_numbers(car, model, origins),
        _slots(model),
    )


def _tree(car: Car) -> tuple[Any, dict[str, np.ndarray]]:
    """The model and the origins of its bodies at the design position."""
    model, origins = pin.Model(), {"chassis": car.bodies["chassis"].centre}
    model.gravity.linear = np.array([0.0, 0.0, -car.gravity])
    number = model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "chassis")
    _append(model, number, car, "chassis", origins["chassis"])
    _add_children(model, car, "chassis", origins)
    armature = np.zeros(model.nv)
    armature[model.joints[model.getJointId("rack")].idx_v] = ARMATURE
    model.armature = armature
    return model, origins


def _add_children(model: Any, car: Car, parent: str, origins: dict[str, np.ndarray]) -> None:
    """Joints and rods on a body, each with all that it carries: Pinocchio wants the tree depth first."""
    for joint in car.joints:
        if joint.parent == parent:
            place = pin.SE3(np.eye(3), joint.point - origins[parent])
            number = model.addJoint(model.getJointId(parent), _kind(joint), place, joint.child)
            _append(model, number, car, joint.child, joint.point)
            origins[joint.child] = joint.point
            _add_children(model, car, joint.child, origins)
    for rod in car.rods:
        if rod.body_a == parent:
            _append_rod(model, rod, origins)


def _kind(joint: Joint) -> Any:
    if joint.axis is None:
        return pin.JointModelSpherical()
    kind = pin.JointModelPrismaticUnaligned if joint.kind == "prismatic" else pin.JointModelRevoluteUnaligned
    return kind(joint.axis)


def _append(model: Any, number: int, car: Car, name: str, origin: np.ndarray) -> None:
    body = car.bodies[name]
    inertia = pin.Inertia(body.mass, body.centre - origin, np.diag(body.inertia))
    model.appendBodyToJoint(number, inertia, pin.SE3.Identity())


def _append_rod(model: Any, rod: Link, origins: dict[str, np.ndarray]) -> None:
    along = (rod.point_b - rod.point_a) / rod.length
    first = np.array([1.0, 0.0, 0.0]) - along[0] * along
    first /= np.linalg.norm(first)
    kind = pin.JointModelUniversal(first, np.cross(along, first))
    place = pin.SE3(np.eye(3), rod.point_a - origins[rod.body_a])
    number = model.addJoint(model.getJointId(rod.body_a), kind, place, rod.name)
    about = ROD_MASS * rod.length**2 / 12.0 * (np.eye(3) - 0.999 * np.outer(along, along))
    model.appendBodyToJoint(number, pin.Inertia(ROD_MASS, 0.5 * (rod.point_b - rod.point_a), about), pin.SE3.Identity())
    origins[rod.name] = rod.point_a


def _point(model: Any, origins: dict[str, np.ndarray], a: str, b: str, point: np.ndarray, step: float) -> Any:
    """A point that two bodies share."""
    places = [pin.SE3(np.eye(3), point - origins[name]) for name in (a, b)]
    ids = [model.getJointId(name) for name in (a, b)]
    found = pin.RigidConstraintModel(
        pin.ContactType.CONTACT_3D, model, ids[0], places[0], ids[1], places[1], pin.ReferenceFrame.LOCAL
    )
    fast = 1.0 / (CLOSING_STEPS * step)
    found.setBaumgarteCorrectorParameters(pin.BaumgarteCorrectorParameters(fast**2, 2.0 * fast))
    return found


def _poses(data: Any, joints: int) -> np.ndarray:
    """Poses of all joints as one array that shares Pinocchio's memory."""
    first = data.oMi[0].rotation.ctypes.data
    assert data.oMi[1].rotation.ctypes.data - first == 96
    assert data.oMi[0].translation.ctypes.data - first == 72
    return np.frombuffer((ctypes.c_double * (12 * joints)).from_address(first)).reshape(joints, 12)


def _force_numbers(car: Car, model: Any, origins: dict[str, np.ndarray]) -> tuple:
    """Joints and chains of the wheels, arms and points of the springs, and the rack."""
    at = {name: model.joints[model.getJointId(name)] for name in car.bodies}
    wheels = np.array([model.getJointId(f"wheel_{corner}") for corner in CORNERS])
    chains = np.array(
        [
            [*range(6), at[f"lca_{c}"].idx_v, *(at[f"knuckle_{c}"].idx_v + i for i in range(3)), at[f"wheel_{c}"].idx_v]
            for c in CORNERS
        ]
    )
    arms = np.array([[model.getJointId(s.body_a), model.getJointId(s.body_b), at[s.body_b].idx_v] for s in car.springs])
    springs = np.array(
        [
            [*(s.point_a - origins[s.body_a]), *(s.point_b - origins[s.body_b]), s.stiffness, s.damping, s.free_length]
            for s in car.springs
        ]
    )
    return wheels, chains, arms, springs, np.array([at["rack"].idx_q, at["rack"].idx_v])


def _slots(model: Any) -> tuple:
    """First indices in q and v of quaternions, and of coordinates whose rate is their velocity."""
    quaternions, plain = [(3, 3)], []
    for joint in list(model.joints)[2:]:
        if joint.nq == 4:
            quaternions.append((joint.idx_q, joint.idx_v))
        else:
            plain += [(joint.idx_q + i, joint.idx_v + i) for i in range(joint.nv)]
    return np.array(quaternions), np.array(plain)


@njit(cache=True)
def add_forces(t, q, v, jacobian, poses, wheels, chains, arms, springs, rack):
    """Generalised forces of tires, springs and the drive of the rack."""
    effort = np.zeros(v.size)
    for i in range(4):
        pose = poses[wheels[i]]
        x, y, z = pose[9], pose[10], pose[11]
        vx = vy = vz = wx = wy = wz = 0.0
        for d in chains[i]:
            vx, vy, vz = vx + jacobian[0, d] * v[d], vy + jacobian[1, d] * v[d], vz + jacobian[2, d] * v[d]
            wx, wy, wz = wx + jacobian[3, d] * v[d], wy + jacobian[4, d] * v[d], wz + jacobian[5, d] * v[d]
        vx, vy, vz = vx + wy * z - wz * y, vy + wz * x - wx * z, vz + wx * y - wy * x
        fx, fy, fz, mx, my = tire_force(z, vx, vy, vz, pose[3], pose[4], pose[5], wx, wy, wz)
        mx, my, mz = mx + y * fz - z * fy, my + z * fx - x * fz, x * fy - y * fx
        for d in chains[i]:
            effort[d] += jacobian[0, d] * fx + jacobian[1, d] * fy + jacobian[2, d] * fz
            effort[d] += jacobian[3, d] * mx + jacobian[4, d] * my + jacobian[5, d] * mz
    for i in range(4):
        top, low = poses[arms[i, 0]], poses[arms[i, 1]]
        s, d = springs[i], arms[i, 2]
        ax, ay, az = _place(top, s[0], s[1], s[2])
        bx, by, bz = _place(low, s[3], s[4], s[5])
        x, y, z = bx - ax, by - ay, bz - az
        length = np.sqrt(x * x + y * y + z * z)
        # how the length changes with the angle of the arm
        lever = x * (jacobian[0, d] + jacobian[4, d] * bz - jacobian[5, d] * by)
        lever += y * (jacobian[1, d] + jacobian[5, d] * bx - jacobian[3, d] * bz)
        lever += z * (jacobian[2, d] + jacobian[3, d] * by - jacobian[4, d] * bx)
        lever /= length
        effort[d] += lever * (s[6] * (s[8] - length) - s[7] * lever * v[d])
    travel, speed, acceleration = rack_motion(t)
    gap, slip = travel - q[rack[0]], speed - v[rack[1]]
    effort[rack[1]] += ARMATURE * (acceleration + 2.0 * RACK_RATE * slip + RACK_RATE**2 * gap)
    return effort


@njit(cache=True)
def _place(pose, x, y, z):
    """A point of a body in the world."""
    return (
        pose[9] + pose[0] * x + pose[3] * y + pose[6] * z,
        pose[10] + pose[1] * x + pose[4] * y + pose[7] * z,
        pose[11] + pose[2] * x + pose[5] * y + pose[8] * z,
    )


@njit(cache=True)
def rate(q, v, quaternions, plain):
    """Time derivative of the coordinates; velocities of chassis and ball joints are in axes of their bodies."""
    out = np.empty(q.size)
    x, y, z, w = q[3], q[4], q[5], q[6]
    a, b, c = v[0], v[1], v[2]
    out[0] = (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c
    out[1] = 2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c
    out[2] = 2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c
    for i, j in quaternions:
        x, y, z, w = q[i], q[i + 1], q[i + 2], q[i + 3]
        a, b, c = 0.5 * v[j], 0.5 * v[j + 1], 0.5 * v[j + 2]
        out[i], out[i + 1] = w * a + y * c - z * b, w * b + z * a - x * c
        out[i + 2], out[i + 3] = w * c + x * b - y * a, -x * a - y * b - z * c
    for i, j in plain:
        out[i] = v[j]
    return out


@njit(cache=True)
def shift(q, v, dq, dv, h):
    """The state after a time h at constant rates."""
    return q + h * dq, v + h * dv


@njit(cache=True)
def normalise(q, v, quaternions, plain):
    """The state with quaternions of unit length."""
    for i, _ in quaternions:
        q[i : i + 4] /= np.sqrt((q[i : i + 4] ** 2).sum())
    return q, v
