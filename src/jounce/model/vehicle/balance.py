"""Preloads with which a car is in equilibrium at its design position, by virtual work through its linkages.

The wheels carry what statics say (`statics`). With the chassis held, every motion δ that the joints allow must do no
work: with weights G, wheel loads F, known springs f and the wanted preloads p,

    Σ G·δr + Σ F·δr + Σ f δx + Σ p δx = 0     for a basis of all δ,

where δx is how far a spring gives way. Rubber mounts count as ball joints, and a rack as held. All frames coincide with
the world at the design position, so that a body moves by δr = v + ω × r.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.mechanism import (
    Bushing,
    ConstantVelocity,
    Coupler,
    Cylindrical,
    Distance,
    Fixed,
    Gear,
    Mechanism,
    Planar,
    PointOnLine,
    Prismatic,
    RackAndPinion,
    Revolute,
    RevoluteSpherical,
    RotationalSpringDamper,
    Servo,
    Spherical,
    SpringDamper,
    Universal,
)
from jounce.model.mechanism.joints import PrescribedMotion
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.statics import contact_point

MAX_IMBALANCE = 1e-6
"""Work that may be left over, per weight of the car and length of a motion."""
RANK_TOLERANCE = 1e-9
"""Relative singular value below which a constraint depends on the others."""


def balanced_preloads(mechanism: Mechanism, names: Collection[str], loads: Mapping[str, float]) -> Mapping[str, float]:
    """Preload of each spring [N] or torsion bar [N m] of those names, which are slack in the mechanism.

    loads: of all tires, by their names [N]. Raises ModelError if they cannot carry the car.
    """
    motions = _Motions(mechanism)
    basis, work = motions.allowed(), motions.known_work(loads)
    forces = [force for force in mechanism.forces if force.name in names]
    levers = np.array([motions.work_of(force, 1.0) for force in forces]) @ basis
    found = np.linalg.lstsq(levers.T, -work @ basis, rcond=RANK_TOLERANCE)[0]
    left = np.abs(levers.T @ found + work @ basis).max(initial=0.0)
    if left > MAX_IMBALANCE * motions.weight:
        hint = "write preload: balance for a spring of every wheel, and check its points"
        what = f"springs with preload: balance ({', '.join(sorted(names))}) cannot carry the car"
        raise ModelError([Finding("axles", what, f"{left:.4g} N left over at the design position", hint=hint)])
    return {force.name: float(preload) for force, preload in zip(forces, found, strict=True)}


class _Motions:
    """Motions of all bodies but the chassis, as vectors of v and ω about the world's origin, body by body."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        moving = [body.name for body in mechanism.bodies if body.name != CHASSIS]
        self.places = {name: 6 * i for i, name in enumerate(moving)}
        self.size = 6 * len(moving)
        self.joints = {joint.name: joint for joint in mechanism.joints}
        self.gravity = np.array(mechanism.gravity)
        self.weight = float(sum(body.mass for body in mechanism.bodies) * np.linalg.norm(self.gravity))

    def allowed(self) -> np.ndarray:
        """Orthonormal basis of the motions that the joints allow, (size, dof)."""
        elements = (*self.mechanism.joints, *self.mechanism.forces)
        _, sizes, V = np.linalg.svd(np.array([row for element in elements for row in self._rows(element)]))
        rank = int(np.sum(sizes > RANK_TOLERANCE * sizes[0]))
        return V[rank:].T

    def known_work(self, loads: Mapping[str, float]) -> np.ndarray:
        """Work of weights, wheel loads and springs per motion, (size,)."""
        work = np.zeros(self.size)
        up = -self.gravity / (np.linalg.norm(self.gravity) or 1.0)
        for body in self.mechanism.bodies:
            work += self._point(body.name, body.centre_of_mass, body.mass * self.gravity)
        for tire in self.mechanism.tires:
            work += self._point(tire.body, contact_point(tire), loads[tire.name] * up)
        for force in self.mechanism.forces:
            work += self.work_of(force, _force_at_design(force))
        return work

    def work_of(self, force: Any, size: float) -> np.ndarray:
        """Work of a spring that pushes with that force [N], or of a bar against bump [N m], per motion."""
        if isinstance(force, SpringDamper):
            along = np.subtract(force.point_b, force.point_a) * (size / force.design_length)
            return self._point(force.body_b, force.point_b, along) - self._point(force.body_a, force.point_a, along)
        if isinstance(force, RotationalSpringDamper):
            return -size * self._coordinate(self.joints[force.joint])
        return np.zeros(self.size)

    def _rows(self, joint: Any) -> list[np.ndarray]:
        """Rows that vanish for motions that a joint or what counts as one allows; none for other elements."""
        x, y, z = np.eye(3)
        match joint:
            case Distance():
                return [self._between(joint, np.subtract(joint.point_b, joint.point_a))]
            case Servo() | PrescribedMotion():
                return [self._coordinate(self.joints[joint.joint])]
            case Spherical() | Bushing():
                return [self._relative(joint, joint.point_a, axis) for axis in (x, y, z)]
            case Universal():
                turning = [self._turning(joint, np.cross(joint.axis_a, joint.axis_b))]
                return [self._relative(joint, joint.point_a, axis) for axis in (x, y, z)] + turning
            case Revolute():
                turning = [self._turning(joint, axis) for axis in _across(joint.axis_a)]
                return [self._relative(joint, joint.point_a, axis) for axis in (x, y, z)] + turning
            case Prismatic():
                sliding = [self._relative(joint, joint.point_a, axis) for axis in _across(joint.axis_a)]
                return sliding + [self._turning(joint, axis) for axis in (x, y, z)]
            case Cylindrical():
                across = _across(joint.axis_a)
                turning = [self._turning(joint, axis) for axis in across]
                return [self._relative(joint, joint.point_a, axis) for axis in across] + turning
            case Fixed():
                turning = [self._turning(joint, axis) for axis in (x, y, z)]
                return [self._relative(joint, joint.point_a, axis) for axis in (x, y, z)] + turning
            case Planar():
                turning = [self._turning(joint, axis) for axis in _across(joint.axis_a)]
                return [self._relative(joint, joint.point_b, joint.axis_a), *turning]
            case PointOnLine():
                return [self._relative(joint, joint.point_b, axis) for axis in _across(joint.axis_a)]
            case RevoluteSpherical():
                along = self._between(joint, np.subtract(joint.point_b, joint.point_a))
                return [along, self._relative(joint, joint.point_b, joint.axis_a)]
            case ConstantVelocity():
                return [self._turning(joint, np.add(joint.axis_a, joint.axis_b))]
        return self._coupled(joint)

    def _coupled(self, coupling: Any) -> list[np.ndarray]:
        """The row of a coupling between coordinates of joints; none for anything else."""
        match coupling:
            case Gear():
                pairs = {coupling.joint_b: 1.0, coupling.joint_a: -coupling.ratio}
            case RackAndPinion():
                pairs = {coupling.rack: 1.0, coupling.pinion: -coupling.radius}
            case Coupler():
                pairs = dict(zip(coupling.joints, coupling.coefficients, strict=True))
            case _:
                return []
        return [np.sum([factor * self._coordinate(self.joints[name]) for name, factor in pairs.items()], axis=0)]

    def _coordinate(self, joint: Any) -> np.ndarray:
        """Change of the angle of a hinge, or of the travel of a slider, per motion."""
        if isinstance(joint, Prismatic):
            return self._relative(joint, joint.point_a, joint.axis_a)
        return self._turning(joint, joint.axis_a)

    def _relative(self, pair: Any, point: Any, axis: Any) -> np.ndarray:
        return self._point(pair.body_b, point, axis) - self._point(pair.body_a, point, axis)

    def _between(self, pair: Any, axis: np.ndarray) -> np.ndarray:
        return self._point(pair.body_b, pair.point_b, axis) - self._point(pair.body_a, pair.point_a, axis)

    def _turning(self, pair: Any, axis: Any) -> np.ndarray:
        row = np.zeros(self.size)
        for body, sign in ((pair.body_b, 1.0), (pair.body_a, -1.0)):
            if body in self.places:
                row[self.places[body] + 3 : self.places[body] + 6] += sign * np.asarray(axis)
        return row

    def _point(self, body: str, point: Any, force: Any) -> np.ndarray:
        """Work of a force at a point of a body per motion; none on the chassis."""
        row = np.zeros(self.size)
        if body in self.places:
            i = self.places[body]
            row[i : i + 3], row[i + 3 : i + 6] = force, np.cross(point, force)
        return row


def _across(axis: Any) -> np.ndarray:
    """Two unit vectors perpendicular to an axis and to each other."""
    return np.linalg.svd(np.asarray(axis)[None])[2][1:]


def _force_at_design(force: Any) -> float:
    """Push of a spring [N], or torque of a bar against bump [N m], at the design position; 0 for anything else."""
    if isinstance(force, RotationalSpringDamper):
        pressed = -force.free_angle
        return force.stiffness * pressed if force.curve is None else force.curve.value(pressed)
    if not isinstance(force, SpringDamper):
        return 0.0
    length = force.design_length
    pressed = force.free_length_m - length
    push = force.stiffness * pressed if force.spring_curve is None else force.spring_curve.value(pressed)
    for stop, sign in ((force.bump_stop, 1.0), (force.rebound_stop, -1.0)):
        if stop is not None and (p := sign * (stop.length - length)) > 0.0:
            push += sign * (stop.stiffness * p + stop.cubic * p**3)
    return push
