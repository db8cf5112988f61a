"""dw18 in MuJoCo: a tree with equality constraints, tires in a compiled callback.

Rods are tendons of constant length, upper ball joints are `connect` constraints, springs are tendons. The rack has an
armature so large that the force which the callback gives it prescribes its travel; being internal to chassis and rack,
it leaves the reaction on the chassis right. A run is one call of `mj_step` per sample: nothing of Python is in a step.
"""

from __future__ import annotations

import ctypes
import time
from functools import cache
from typing import Any

import mujoco
import numpy as np
from numba import carray, cfunc, types
from numba.extending import intrinsic

from benchmarks.peers.car import CORNERS, END, SAMPLE, load_car
from benchmarks.peers.laws import rack_motion, tire_force
from benchmarks.peers.mujoco_model import ARMATURE, Method, mjcf
from benchmarks.peers.run import Clock, Run

VERSION = mujoco.__version__
RACK_RATE = 200.0
"""How fast the rack corrects rounding of its travel [1/s]."""
METHODS = {
    "Euler": Method("Euler", 2.0),
    "implicitfast": Method("implicitfast", 2.0),
    "RK4": Method("RK4", 0.75),
}
"""Smaller time constants were unstable (implicitfast at 1) or no more precise at 1e-4 (RK4 at 0.5)."""


def run(method: str, step: float) -> Run:
    """The J-turn with one of the integrators; raises FloatingPointError when the car is lost."""
    model, data, forces = _model(method, step)
    mujoco.mj_resetData(model, data)
    _start(model, data)
    mujoco.set_mju_user_warning(lambda _: None)  # else a log file appears in the working directory
    mujoco.set_mjcb_passive(forces.ctypes)
    try:
        return _steps(model, data, step)
    finally:
        mujoco.set_mjcb_passive(None)


def _steps(model: Any, data: Any, step: float) -> Run:
    samples, each = round(END / SAMPLE), round(SAMPLE / step)
    yaw, height, seconds = np.empty(samples + 1), np.empty(samples + 1), 0.0
    _record(data, 0, yaw, height)
    clock = Clock.start()
    for i in range(samples):
        before = time.perf_counter()
        mujoco.mj_step(model, data, each)
        seconds += time.perf_counter() - before
        _record(data, i + 1, yaw, height)
    seconds, total = clock.stop(seconds)
    if any(warning.number for warning in data.warning):
        raise FloatingPointError("MuJoCo warned of an unstable simulation")
    w, x, y, z = data.qpos[3:7]
    forward = np.array([1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)]) @ data.qvel[:3]
    return Run(yaw, height, float(forward), seconds, total)


def _record(data: Any, i: int, yaw: np.ndarray, height: np.ndarray) -> None:
    """Height of the centre of mass, and angular velocity about the vertical; qvel has it in axes of the chassis."""
    w, x, y, z = data.qpos[3:7]
    up = (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y))
    yaw[i], height[i] = np.dot(up, data.qvel[3:6]), data.qpos[2]


def _start(model: Any, data: Any) -> None:
    car = load_car()
    data.qvel[0] = car.speed
    for corner in CORNERS:
        data.qvel[model.joint(f"wheel_{corner}").dofadr[0]] = car.spin


@cache
def _model(method: str, step: float) -> tuple[Any, Any, Any]:
    model = mujoco.MjModel.from_xml_string(mjcf(load_car(), METHODS[method], step))
    data = mujoco.MjData(model)
    return model, data, _callback(data)


def _callback(data: Any) -> Any:
    """A compiled function for `mjcb_passive` that adds tire forces and the force on the rack.

    It reads and writes the arrays of `data` at their addresses. MuJoCo's spatial vectors are about the centre of mass
    of the whole tree, angular part first.
    """
    model = data.model
    wheels = np.array([model.body(f"wheel_{corner}").id for corner in CORNERS])
    chains = np.array([_dofs_below(model, model.joint(f"wheel_{corner}").dofadr[0]) for corner in CORNERS])
    rack_q, rack_v = int(model.joint("rack").qposadr[0]), int(model.joint("rack").dofadr[0])
    arrays = (data.xpos, data.xmat, data.cvel, data.cdof, data.subtree_com[1], data.qfrc_passive, data.qpos, data.qvel)
    views = [(int(array.ctypes.data), array.shape) for array in arrays]
    (xpos, xpos_n), (xmat, xmat_n), (cvel, cvel_n), (cdof, cdof_n), (com, com_n), (f, f_n), (q, q_n), (v, v_n) = views
    clock = _address_of_time(data)

    @cfunc(types.void(types.intp, types.intp))
    def passive(model_address, data_address):
        position, axes = carray(pointer(xpos), xpos_n), carray(pointer(xmat), xmat_n)
        twist, motion = carray(pointer(cvel), cvel_n), carray(pointer(cdof), cdof_n)
        centre, force = carray(pointer(com), com_n), carray(pointer(f), f_n)
        for i in range(4):
            b = wheels[i]
            x, y, z = position[b, 0] - centre[0], position[b, 1] - centre[1], position[b, 2] - centre[2]
            wx, wy, wz, vx, vy, vz = twist[b]
            vx, vy, vz = vx + wy * z - wz * y, vy + wz * x - wx * z, vz + wx * y - wy * x
            s = axes[b]
            fx, fy, fz, mx, my = tire_force(position[b, 2], vx, vy, vz, s[1], s[4], s[7], wx, wy, wz)
            mx, my, mz = mx + y * fz - z * fy, my + z * fx - x * fz, x * fy - y * fx
            for dof in chains[i]:
                s = motion[dof]
                force[dof] += s[0] * mx + s[1] * my + s[2] * mz + s[3] * fx + s[4] * fy + s[5] * fz
        travel, rate, acceleration = rack_motion(carray(pointer(clock), 1)[0])
        gap, slip = travel - carray(pointer(q), q_n)[rack_q], rate - carray(pointer(v), v_n)[rack_v]
        force[rack_v] += ARMATURE * (acceleration + 2.0 * RACK_RATE * slip + RACK_RATE**2 * gap)

    return passive


@intrinsic
def pointer(_: Any, address: Any) -> Any:
    """An address as a pointer to doubles."""

    def convert(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(types.CPointer(types.float64)))

    return types.CPointer(types.float64)(types.intp), convert


def _dofs_below(model: Any, dof: int) -> list[int]:
    """A degree of freedom and those that it stands on, down to the chassis."""
    found = []
    while dof >= 0:
        found.append(int(dof))
        dof = model.dof_parentid[dof]
    return found


def _address_of_time(data: Any) -> int:
    """Where MuJoCo keeps the time, which Runge-Kutta stages change: found by writing a number that nothing else is."""
    address, data.time = data._address, 0.7391826405
    while ctypes.c_double.from_address(address).value != data.time:
        address += 8
    data.time = 0.0
    return address
