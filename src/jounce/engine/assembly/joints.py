"""Every joint, coupler and driver spelled as measures and rows: Kang 2014 (15)–(22), and the couplers it lacks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np

from jounce.engine.assembly.bodies import Frame, perpendicular, rotate_with_axis
from jounce.engine.assembly.measures import MeasureTable, RowTable
from jounce.engine.assembly.signals import SignalTable
from jounce.model import mechanism as kinds

OnAxis: TypeAlias = kinds.Revolute | kinds.Prismatic | kinds.Cylindrical | kinds.Planar
"""Joints with a point and an axis on both bodies."""
Rod: TypeAlias = kinds.Distance | kinds.RevoluteSpherical
AtPoint: TypeAlias = OnAxis | kinds.Spherical | kinds.Fixed | kinds.Universal | kinds.PointOnLine | Rod

WORLD = np.eye(3)


class JointPacker:
    """Packs joints; those between bodies must come before the couplers and drivers on their coordinates."""

    def __init__(self, frames: dict[str, Frame], measures: MeasureTable, rows: RowTable, signals: SignalTable) -> None:
        self.frames = frames
        self.measures = measures
        self.rows = rows
        self.signals = signals
        self.joints: dict[str, kinds.Joint] = {}

    def pack(self, joint: kinds.Joint) -> range:
        """Add one joint's rows."""
        self.joints[joint.name] = joint
        if isinstance(joint, kinds.Coupling):
            return self._on_coordinates(joint)
        return self._between_bodies(joint)

    def coordinate(self, name: str, coordinate: str | None) -> int:
        """Measure of a joint's angle or travel, made when first asked for."""
        joint = self.joints[name]
        if not isinstance(joint, OnAxis):
            raise TypeError(f"{name} has no coordinate")
        coordinate = coordinate or self.own_coordinate(name)
        if (name, coordinate) not in self.measures.names:
            a, b, n = self.frames[joint.body_a], self.frames[joint.body_b], np.asarray(joint.axis_a)
            if coordinate == "travel":
                k = self.measures.dot2(a, b, n, joint.point_a, joint.point_b)
            else:
                x, y = perpendicular(n)
                k = self.measures.angle(a, b, x, y, rotate_with_axis(x, n, np.asarray(joint.axis_b)))
            self.measures.names[name, coordinate] = k
        return self.measures.names[name, coordinate]

    def design_value(self, name: str, coordinate: str | None) -> float:
        """Measured value of a coordinate at the design position, where the coordinate itself counts as zero [m].

        Angles are measured from there; the travel of a joint whose points are written apart is not.
        """
        joint = self.joints[name]
        travels = (coordinate or self.own_coordinate(name)) == "travel"
        return _along(joint) if travels and isinstance(joint, OnAxis) else 0.0

    def own_coordinate(self, name: str) -> str:
        """The only coordinate of a joint: travel of a slider, angle of everything else that turns."""
        return "travel" if isinstance(self.joints[name], kinds.Prismatic) else "angle"

    def _on_coordinates(self, joint: kinds.Coupling) -> range:
        match joint:
            case kinds.PrescribedMotion():
                k, T = self.coordinate(joint.joint, joint.coordinate), joint.smoothing_time
                state = self.measures.states(2) if T > 0.0 else -1
                offset = self.design_value(joint.joint, joint.coordinate)
                signal = self.signals.add(joint.motion)
                return self.rows.coupler({k: 1.0}, offset, signal=signal, filter_state=state, filter_time=T)
            case kinds.Gear():
                return self._coupler({(joint.joint_b, "angle"): 1.0, (joint.joint_a, "angle"): -joint.ratio})
            case kinds.RackAndPinion():
                return self._coupler({(joint.rack, "travel"): 1.0, (joint.pinion, "angle"): -joint.radius})
            case kinds.Coupler():
                names = [(name, self.own_coordinate(name)) for name in joint.joints]
                return self._coupler(dict(zip(names, joint.coefficients, strict=True)))

    def _coupler(self, terms: dict[tuple[str, str], float]) -> range:
        """Σ factor · coordinate keeps its value of the design position."""
        factors = {self.coordinate(name, coordinate): c for (name, coordinate), c in terms.items()}
        return self.rows.coupler(factors, sum(c * self.design_value(*key) for key, c in terms.items()))

    def _between_bodies(self, joint: kinds.Connection) -> range:
        a, b = self.frames[joint.body_a], self.frames[joint.body_b]
        dot1 = self.measures.dot1
        match joint:
            case kinds.Spherical():
                return self.rows.joint(self._meet(joint, WORLD))
            case kinds.Universal():
                return self.rows.joint([*self._meet(joint, WORLD), dot1(a, b, joint.axis_a, joint.axis_b)])
            case kinds.Fixed():
                turns = [dot1(a, b, WORLD[i], WORLD[(i + 1) % 3]) for i in range(3)]
                return self.rows.joint([*self._meet(joint, WORLD), *turns])
            case kinds.Distance():
                return self.rows.joint([self._distance(joint)], [joint.rod_length])
            case kinds.RevoluteSpherical():
                rows = [*self._meet(joint, (np.asarray(joint.axis_a),)), self._distance(joint)]
                return self.rows.joint(rows, [_along(joint), joint.rod_length])
            case kinds.PointOnLine():
                return self.rows.joint(self._meet(joint, perpendicular(np.asarray(joint.axis_a))))
            case kinds.ConstantVelocity():
                x, y, _, xb, yb = _axes(joint)
                return self.rows.coupler({dot1(a, b, x, yb): 1.0, dot1(a, b, y, xb): -1.0})
        return self._about_axis(joint, a, b)

    def _about_axis(self, joint: OnAxis, a: Frame, b: Frame) -> range:
        """Joints that keep the axes of both bodies parallel."""
        n = np.asarray(joint.axis_a)
        x, y, nb, _, yb = _axes(joint)
        meeting: tuple[np.ndarray, ...]
        match joint:
            case kinds.Revolute():
                meeting = (x, y, n)
            case kinds.Planar():
                meeting = (n,)
            case kinds.Cylindrical() | kinds.Prismatic():
                meeting = (x, y)
        rows = self._meet(joint, meeting)
        rows += [self.measures.dot1(a, b, x, nb), self.measures.dot1(a, b, y, nb)]
        if isinstance(joint, kinds.Prismatic):
            rows.append(self.measures.dot1(a, b, x, yb))
        return self.rows.joint(rows)

    def _meet(self, joint: AtPoint, axes: Iterable[np.ndarray]) -> list[int]:
        """The points of both bodies coincide along the given axes of body a."""
        a, b = self.frames[joint.body_a], self.frames[joint.body_b]
        return [self.measures.dot2(a, b, axis, joint.point_a, joint.point_b) for axis in axes]

    def _distance(self, joint: Rod) -> int:
        a, b = self.frames[joint.body_a], self.frames[joint.body_b]
        return self.measures.distance(a, b, joint.point_a, joint.point_b)


def _axes(joint: OnAxis | kinds.ConstantVelocity) -> tuple[np.ndarray, ...]:
    """Joint axes x, y on body a, and axis, x, y on body b: the smallest rotation between the two axes aligns them."""
    n, nb = np.asarray(joint.axis_a), np.asarray(joint.axis_b)
    x, y = perpendicular(n)
    return x, y, nb, rotate_with_axis(x, n, nb), rotate_with_axis(y, n, nb)


def _along(joint: OnAxis | kinds.RevoluteSpherical) -> float:
    """Distance of point_b from point_a along the axis at the design position [m]."""
    return float(np.asarray(joint.axis_a) @ (np.asarray(joint.point_b) - np.asarray(joint.point_a)))
