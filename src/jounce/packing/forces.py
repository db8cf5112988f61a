"""Force elements and tires as rows."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from jounce import mechanism as kinds
from jounce.elements import bushing as bushing_rows
from jounce.elements import spring as spring_rows
from jounce.elements.load import FORCE_BODY, FORCE_WORLD, TORQUE_BODY, TORQUE_WORLD
from jounce.packing.bodies import Frame
from jounce.packing.joints import JointPacker
from jounce.packing.measures import MeasureTable
from jounce.packing.signals import SignalTable


@dataclass
class ForcePacker:
    """Collects the rows of all force elements."""

    frames: dict[str, Frame]
    measures: MeasureTable
    joints: JointPacker
    signals: SignalTable
    spring_names: list[str] = field(default_factory=list)
    spring_starts: list[int] = field(default_factory=lambda: [0])
    spring_measures: list[int] = field(default_factory=list)
    spring_factors: list[float] = field(default_factory=list)
    springs: list[np.ndarray] = field(default_factory=list)
    bushing_names: list[str] = field(default_factory=list)
    bushing_bodies: list[tuple[int, int]] = field(default_factory=list)
    bushing_frames: list[np.ndarray] = field(default_factory=list)
    bushings: list[np.ndarray] = field(default_factory=list)
    load_names: list[str] = field(default_factory=list)
    load_kinds: list[int] = field(default_factory=list)
    load_bodies: list[tuple[int, int]] = field(default_factory=list)
    load_vectors: list[np.ndarray] = field(default_factory=list)
    load_signals: list[int] = field(default_factory=list)
    drag_bodies: list[int] = field(default_factory=list)
    drags: list[np.ndarray] = field(default_factory=list)

    def pack(self, force: kinds.Force) -> None:
        """Add one force element."""
        match force:
            case kinds.SpringDamper():
                self._spring_damper(force)
            case kinds.RotationalSpringDamper():
                self._rotational(force)
            case kinds.Servo():
                k = self.joints.coordinate(force.joint, force.coordinate)
                target = self.signals.add_optional(force.target)
                self._spring(force.name, {k: 1.0}, STIFFNESS=force.stiffness, DAMPING=force.damping, TARGET_SIGNAL=target)
            case kinds.Brake():
                k = self.joints.coordinate(force.joint, "angle")
                torque = self.signals.add_optional(force.torque)
                self._spring(force.name, {k: 1.0}, BRAKE_SIGNAL=torque, BRAKE_SPEED=force.full_speed)
            case kinds.AntiRollBar():
                self._anti_roll_bar(force)
            case kinds.Bushing():
                self._bushing(force)
            case kinds.AppliedForce() | kinds.AppliedTorque():
                self._load(force)
            case kinds.AerodynamicDrag():
                frame = self.frames[force.body]
                numbers = [force.air_density, force.drag_area, force.lift_area, *force.wind]
                self.drag_bodies.append(frame.index)
                self.drags.append(np.array([*frame.point(force.point), *numbers]))
            case _:
                raise TypeError(f"unknown force element {force!r}")

    def _spring(self, name: str, terms: dict[int, float], **numbers: float) -> None:
        """One row of `jounce.elements.spring` on a sum of measures; keywords are that module's columns."""
        row = np.zeros(spring_rows.ROW)
        row[spring_rows.BUMP_AT], row[spring_rows.REBOUND_AT] = -np.inf, np.inf
        for column in ("SPRING_TABLE", "DAMPER_TABLE", "TARGET_SIGNAL", "ACTUATOR_SIGNAL", "BRAKE_SIGNAL"):
            row[getattr(spring_rows, column)] = -1.0
        for column, value in numbers.items():
            row[getattr(spring_rows, column)] = value
        self.spring_names.append(name)
        self.spring_measures += list(terms)
        self.spring_factors += list(terms.values())
        self.spring_starts.append(len(self.spring_measures))
        self.springs.append(row)

    def _spring_damper(self, force: kinds.SpringDamper) -> None:
        k = self.measures.distance(
            self.frames[force.body_a], self.frames[force.body_b], force.point_a, force.point_b
        )
        self.measures.names[force.name, "length"] = k
        spring, spring_points = self.signals.add_curve(force.spring_curve)
        damper, damper_points = self.signals.add_curve(force.damper_curve)
        stops = {}
        for word, stop in (("BUMP", force.bump_stop), ("REBOUND", force.rebound_stop)):
            if stop is not None:
                stops |= {f"{word}_AT": stop.length, f"{word}_STIFFNESS": stop.stiffness, f"{word}_CUBIC": stop.cubic}
        self._spring(
            force.name,
            {k: 1.0},
            STIFFNESS=0.0 if force.spring_curve else force.stiffness,
            DAMPING=0.0 if force.damper_curve else force.damping,
            FREE=force.free_length_m,
            SPRING_TABLE=spring,
            SPRING_POINTS=spring_points,
            DAMPER_TABLE=damper,
            DAMPER_POINTS=damper_points,
            ACTUATOR_SIGNAL=self.signals.add_optional(force.actuator),
            **stops,
        )

    def _rotational(self, force: kinds.RotationalSpringDamper) -> None:
        k = self.joints.coordinate(force.joint, "angle")
        table, points = self.signals.add_curve(force.curve, mirrored=True)
        self._spring(
            force.name,
            {k: 1.0},
            STIFFNESS=0.0 if force.curve else force.stiffness,
            DAMPING=force.damping,
            FREE=force.free_angle,
            SPRING_TABLE=table,
            SPRING_POINTS=points,
            ACTUATOR_SIGNAL=self.signals.add_optional(force.actuator),
        )

    def _anti_roll_bar(self, force: kinds.AntiRollBar) -> None:
        carrier = self.frames[force.body]
        left, right = (
            self.measures.dot2(carrier, self.frames[body], force.axis, point, point)
            for body, point in ((force.left_body, force.left_point), (force.right_body, force.right_point))
        )
        self._spring(force.name, {left: 1.0, right: -1.0}, STIFFNESS=force.stiffness, DAMPING=force.damping)

    def _bushing(self, force: kinds.Bushing) -> None:
        a, b = self.frames[force.body_a], self.frames[force.body_b]
        x, y = np.asarray(force.x_axis), np.asarray(force.y_axis)
        axes = np.column_stack([x, y, np.cross(x, y)])
        frame_a, frame_b = (np.ravel(f.axes.T @ axes) for f in (a, b))
        self.bushing_names.append(force.name)
        self.bushing_bodies.append((a.index, b.index))
        self.bushing_frames.append(
            np.concatenate([a.point(force.point_a), b.point(force.point_b), frame_a, frame_b])
        )
        row = np.zeros(bushing_rows.ROW)
        for first, triple in (
            (bushing_rows.STIFFNESS, force.stiffness),
            (bushing_rows.DAMPING, force.damping),
            (bushing_rows.TURN_STIFFNESS, force.rotational_stiffness),
            (bushing_rows.TURN_DAMPING, force.rotational_damping),
            (bushing_rows.PRELOAD, force.preload),
            (bushing_rows.PRELOAD_TORQUE, force.preload_torque),
        ):
            row[first : first + 3] = triple
        self.bushings.append(row)

    def _load(self, force: kinds.AppliedForce | kinds.AppliedTorque) -> None:
        frame = self.frames[force.body]
        turning = isinstance(force, kinds.AppliedTorque)
        in_world = force.frame == "world"
        given = np.asarray(force.axis if isinstance(force, kinds.AppliedTorque) else force.direction)
        point = np.zeros(3) if isinstance(force, kinds.AppliedTorque) else frame.point(force.point)
        reaction = self.frames[force.reaction] if isinstance(force, kinds.AppliedTorque) else self.frames["ground"]
        kind = (TORQUE_WORLD if in_world else TORQUE_BODY) if turning else (FORCE_WORLD if in_world else FORCE_BODY)
        self.load_names.append(force.name)
        self.load_kinds.append(kind)
        self.load_bodies.append((frame.index, reaction.index))
        self.load_vectors.append(np.concatenate([point, given if in_world else frame.direction(given)]))
        self.load_signals.append(self.signals.add(force.magnitude))


def tire_row(tire: kinds.Tire, frame: Frame) -> np.ndarray:
    """One row of `jounce.tires.magic_formula`."""
    lateral, longitudinal = tire.lateral, tire.longitudinal
    return np.array(
        [
            *frame.point(tire.centre),
            *frame.direction(tire.spin_axis),
            tire.radius,
            tire.vertical_stiffness,
            tire.vertical_damping,
            *(lateral.b, lateral.c, lateral.d, lateral.e),
            *(longitudinal.b, longitudinal.c, longitudinal.d, longitudinal.e),
        ]
    )
