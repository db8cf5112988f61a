"""dw18 as Pinocchio's tree with point constraints, and the numbers that the compiled functions need."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pinocchio as pin

from benchmarks.peers.car import CORNERS, Car, Joint, Link
from benchmarks.peers.pinocchio_kernels import ARMATURE

ROD_MASS = 1e-5
CLOSING_STEPS = 4.0
"""Time constant with which constraints correct their drift, in steps (Baumgarte)."""


def build_tree(car: Car) -> tuple[Any, dict[str, np.ndarray]]:
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


def point_constraint(model: Any, origins: dict[str, np.ndarray], a: str, b: str, point: np.ndarray, step: float) -> Any:
    """A point that two bodies share."""
    places = [pin.SE3(np.eye(3), point - origins[name]) for name in (a, b)]
    ids = [model.getJointId(name) for name in (a, b)]
    found = pin.RigidConstraintModel(
        pin.ContactType.CONTACT_3D, model, ids[0], places[0], ids[1], places[1], pin.ReferenceFrame.LOCAL
    )
    fast = 1.0 / (CLOSING_STEPS * step)
    found.setBaumgarteCorrectorParameters(pin.BaumgarteCorrectorParameters(fast**2, 2.0 * fast))
    return found


def share_poses(data: Any, joints: int) -> np.ndarray:
    """Poses of all joints as one array that shares Pinocchio's memory."""
    first = data.oMi[0].rotation.ctypes.data
    assert data.oMi[1].rotation.ctypes.data - first == 96
    assert data.oMi[0].translation.ctypes.data - first == 72
    return np.frombuffer((ctypes.c_double * (12 * joints)).from_address(first)).reshape(joints, 12)


def number_forces(car: Car, model: Any, origins: dict[str, np.ndarray]) -> tuple:
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


def find_slots(model: Any) -> tuple:
    """First indices in q and v of quaternions, and of coordinates whose rate is their velocity."""
    quaternions, plain = [(3, 3)], []
    for joint in list(model.joints)[2:]:
        if joint.nq == 4:
            quaternions.append((joint.idx_q, joint.idx_v))
        else:
            plain += [(joint.idx_q + i, joint.idx_v + i) for i in range(joint.nv)]
    return np.array(quaternions), np.array(plain)
