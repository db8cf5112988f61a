"""Every joint, coupler and driver spelled as measures and rows (Kang 2014 (15)–(22), and the couplers it leaves out)."""

from __future__ import annotations

import numpy as np

from jounce import mechanism as kinds
from jounce.packing.bodies import Frame, carried, perpendicular
from jounce.packing.measures import MeasureTable, RowTable
from jounce.packing.signals import SignalTable

WORLD = np.eye(3)


class JointPacker:
    """Packs joints in two passes: those between bodies first, then couplers and drivers on their coordinates."""

    def __init__(
        self, frames: dict[str, Frame], measures: MeasureTable, rows: RowTable, signals: SignalTable
    ) -> None:
        self.frames = frames
        self.measures = measures
        self.rows = rows
        self.signals = signals
        self.joints: dict[str, kinds.Joint] = {}

    def pack(self, joint: kinds.Joint) -> range:
        """Add one joint's rows."""
        self.joints[joint.name] = joint
        match joint:
            case kinds.Driver():
                return self._driver(joint)
            case kinds.Gear():
                factors = {joint.joint_b: 1.0, joint.joint_a: -joint.ratio}
                return self._coupler({(name, "angle"): c for name, c in factors.items()})
            case kinds.RackAndPinion():
                return self._coupler({(joint.rack, "travel"): 1.0, (joint.pinion, "angle"): -joint.radius})
            case kinds.Coupler():
                names = [(name, self.own_coordinate(name)) for name in joint.joints]
                return self._coupler(dict(zip(names, joint.coefficients, strict=True)))
        return self._between_bodies(joint)

    def coordinate(self, name: str, coordinate: str | None) -> int:
        """Measure of a joint's angle or travel, made when first asked for."""
        coordinate = coordinate or self.own_coordinate(name)
        key = (name, coordinate)
        if key not in self.measures.names:
            joint = self.joints[name]
            a, b = self.frames[joint.body_a], self.frames[joint.body_b]
            n = np.asarray(joint.axis_a)
            if coordinate == "travel":
                k = self.measures.dot2(a, b, n, joint.point_a, joint.point_b)
            else:
                x, y = perpendicular(n)
                k = self.measures.angle(a, b, x, y, carried(x, n, np.asarray(joint.axis_b)))
            self.measures.names[key] = k
        return self.measures.names[key]

    def own_coordinate(self, name: str) -> str:
        """The only coordinate of a joint: travel of a slider, angle of everything else that turns."""
        return "travel" if isinstance(self.joints[name], kinds.Prismatic) else "angle"

    def _driver(self, joint: kinds.Driver) -> range:
        k = self.coordinate(joint.joint, joint.coordinate)
        T = joint.smoothing_time
        state = self.measures.states(2) if T > 0.0 else -1
        return self.rows.coupler({k: 1.0}, signal=self.signals.add(joint.motion), filter_state=state, filter_time=T)

    def _coupler(self, terms: dict[tuple[str, str], float]) -> range:
        factors = {self.coordinate(name, coordinate): c for (name, coordinate), c in terms.items()}
        return self.rows.coupler(factors, sum(c * self._design_travel(*key) for key, c in terms.items()))

    def _design_travel(self, name: str, coordinate: str) -> float:
        """Value of a coordinate at the design position; angles start at zero by construction."""
        if coordinate == "angle":
            return 0.0
        joint = self.joints[name]
        return float(np.asarray(joint.axis_a) @ (np.asarray(joint.point_b) - np.asarray(joint.point_a)))

    def _between_bodies(self, joint: kinds.Joint) -> range:
        a, b = self.frames[joint.body_a], self.frames[joint.body_b]
        match joint:
            case kinds.Spherical():
                return self.rows.joint(self._meet(a, b, joint, WORLD))
            case kinds.Universal():
                return self.rows.joint(
                    [*self._meet(a, b, joint, WORLD), self.measures.dot1(a, b, joint.axis_a, joint.axis_b)]
                )
            case kinds.Fixed():
                turns = [self.measures.dot1(a, b, WORLD[i], WORLD[(i + 1) % 3]) for i in range(3)]
                return self.rows.joint([*self._meet(a, b, joint, WORLD), *turns])
            case kinds.Distance():
                k = self.measures.distance(a, b, joint.point_a, joint.point_b)
                return self.rows.joint([k], [joint.rod_length])
        return self._about_an_axis(joint, a, b)

    def _about_an_axis(self, joint: kinds.Joint, a: Frame, b: Frame) -> range:
        n = np.asarray(joint.axis_a)
        x, y = perpendicular(n)
        m = self.measures
        match joint:
            case kinds.PointOnLine():
                return self.rows.joint(self._meet(a, b, joint, (x, y)))
            case kinds.RevoluteSpherical():
                rows = [*self._meet(a, b, joint, (n,)), m.distance(a, b, joint.point_a, joint.point_b)]
                return self.rows.joint(rows, [_along(n, joint), joint.rod_length])
        nb = np.asarray(joint.axis_b)
        xb, yb = carried(x, n, nb), carried(y, n, nb)
        if isinstance(joint, kinds.ConstantVelocity):
            return self.rows.coupler({m.dot1(a, b, x, yb): 1.0, m.dot1(a, b, y, xb): -1.0})
        parallel = [m.dot1(a, b, x, nb), m.dot1(a, b, y, nb)]
        match joint:
            case kinds.Revolute():
                return self.rows.joint([*self._meet(a, b, joint, (x, y, n)), *parallel])
            case kinds.Cylindrical():
                return self.rows.joint([*self._meet(a, b, joint, (x, y)), *parallel])
            case kinds.Prismatic():
                return self.rows.joint([*self._meet(a, b, joint, (x, y)), *parallel, m.dot1(a, b, x, yb)])
            case kinds.Planar():
                return self.rows.joint([*self._meet(a, b, joint, (n,)), *parallel])
        raise TypeError(f"unknown joint {joint!r}")

    def _meet(self, a: Frame, b: Frame, joint: kinds.Joint, axes: np.ndarray | tuple[np.ndarray, ...]) -> list[int]:
        """The points of both bodies coincide along the given axes of body a."""
        return [self.measures.dot2(a, b, axis, joint.point_a, joint.point_b) for axis in axes]


def _along(n: np.ndarray, joint: kinds.RevoluteSpherical) -> float:
    """Design distance of the ball from the plane of the revolute's point [m]."""
    return float(n @ (np.asarray(joint.point_b) - np.asarray(joint.point_a)))
