"""Force elements and tires as rows."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from jounce import mechanism as kinds
from jounce import tir
from jounce.elements.bushing import BUSHING
from jounce.elements.drag import DRAG
from jounce.elements.load import FORCE_BODY, FORCE_WORLD, LOAD, TORQUE_BODY, TORQUE_WORLD
from jounce.elements.spring import SPRING, SPRING_TERM
from jounce.packing.bodies import Frame, carried, orthonormal, perpendicular
from jounce.packing.joints import JointPacker
from jounce.packing.measures import MeasureTable
from jounce.packing.signals import SignalTable
from jounce.tires.magic_formula import LATERAL, LONGITUDINAL
from jounce.tires.magic_formula_87 import coefficients_87
from jounce.tires.records import COEFFICIENTS, MAGIC_FORMULA_87, PACEJKA, SIMPLE

ABSENT = (
    *("spring_table", "damper_table", "target", "actuator", "brake", "control"),
    *("clutch", "gear", "full_table", "overrun_table", "throttle", "speed", "state"),
)
"""Fields of a spring that are −1 unless it has them."""


@dataclass
class ForcePacker:
    """Collects the rows of all force elements."""

    frames: dict[str, Frame]
    measures: MeasureTable
    joints: JointPacker
    signals: SignalTable
    spring_names: list[str] = field(default_factory=list)
    spring_terms: list[tuple[int, float]] = field(default_factory=list)
    springs: list[tuple] = field(default_factory=list)
    bushing_names: list[str] = field(default_factory=list)
    bushings: list[tuple] = field(default_factory=list)
    load_names: list[str] = field(default_factory=list)
    loads: list[tuple] = field(default_factory=list)
    drags: list[tuple] = field(default_factory=list)

    def arrays(self) -> dict[str, np.ndarray]:
        """All force elements as records, by the field names of a model."""
        return {
            "springs": np.array(self.springs, dtype=SPRING),
            "spring_terms": np.array(self.spring_terms, dtype=SPRING_TERM),
            "bushings": np.array(self.bushings, dtype=BUSHING),
            "loads": np.array(self.loads, dtype=LOAD),
            "drags": np.array(self.drags, dtype=DRAG),
        }

    def pack(self, force: kinds.Force) -> None:
        """Add one force element."""
        match force:
            case kinds.SpringDamper():
                self._spring_damper(force)
            case kinds.RotationalSpringDamper():
                self._rotational(force)
            case kinds.Servo():
                k = self.joints.coordinate(force.joint, force.coordinate)
                free = self.joints.design_value(force.joint, force.coordinate)
                law = {"stiffness": force.stiffness, "damping": force.damping, "free": free}
                self._spring(force.name, {k: 1.0}, target=self.signals.add(force.target), **law)
            case kinds.Brake():
                k = self.joints.coordinate(force.joint, "angle")
                torque = self.signals.add(force.torque)
                grip: dict[str, float] = {}
                if force.grip_angle is not None:
                    grip = {"brake_angle": force.grip_angle, "state": self.measures.states(1)}
                self._spring(force.name, {k: 1.0}, brake=torque, brake_speed=force.full_speed, **grip)
            case kinds.SpeedControl():
                self._speed_control(force)
            case kinds.HalfShaft():
                self._half_shaft(force)
            case kinds.Clutch():
                self._clutch(force)
            case kinds.Engine():
                self._engine(force)
            case kinds.AntiRollBar():
                self._anti_roll_bar(force)
            case kinds.Bushing():
                self._bushing(force)
            case kinds.AppliedForce() | kinds.AppliedTorque():
                self._load(force)
            case kinds.AerodynamicDrag():
                frame = self.frames[force.body]
                numbers = force.air_density, force.drag_area, force.lift_area
                self.drags.append((frame.index, tuple(frame.point(force.point)), *numbers, force.wind))
            case _:
                raise TypeError(f"unknown force element {force!r}")

    def _spring(
        self, name: str, terms: dict[int, float], senses: dict[int, float] | None = None, /, **numbers: float
    ) -> None:
        """One law on a sum of measures, that may sense another; keywords are fields of
        `jounce.elements.spring.SPRING`."""
        start = len(self.spring_terms)
        self.spring_names.append(name)
        self.spring_terms += [*terms.items(), *(senses or {}).items()]
        stop = start + len(terms)
        fields = {"bump_at": -np.inf, "rebound_at": np.inf, "brake_speed": 1.0} | dict.fromkeys(ABSENT, -1.0) | numbers
        fields |= {"start": start, "stop": stop, "sense_start": stop, "sense_stop": len(self.spring_terms)}
        self.springs.append(tuple(fields.get(field, 0.0) for field in SPRING.names or ()))

    def _speed_control(self, force: kinds.SpeedControl) -> None:
        """One torque on several joints: a force along the mean of their angles is that torque's share on each."""
        n, r = len(force.joints), force.radius
        terms = {self.joints.coordinate(joint, "angle"): r / n for joint in force.joints}
        self._spring(
            force.name,
            terms,
            control=self.signals.add(force.target),
            control_gain=n * force.gain / r**2,
            control_derivative=n * force.derivative_gain / r**2,
            control_time=force.filter_time,
            control_limit=n * force.limit / r,
            state=self.measures.states(1),
        )

    def _half_shaft(self, force: kinds.HalfShaft) -> None:
        a, b = self.frames[force.body_a], self.frames[force.body_b]
        n, nb = np.asarray(force.axis_a), np.asarray(force.axis_b)
        x, y = perpendicular(n)
        k = self.measures.twist(a, b, (x, y), (carried(x, n, nb), carried(y, n, nb)))
        self.measures.names[force.name, "twist"] = k
        self._spring(force.name, {k: 1.0}, stiffness=force.stiffness, damping=force.damping)

    def _clutch(self, force: kinds.Clutch) -> None:
        pairs = zip(force.joints, force.coefficients, strict=True)
        terms = {self.joints.coordinate(joint, "angle"): coefficient for joint, coefficient in pairs}
        self._spring(
            force.name,
            terms,
            damping=force.damping,
            clutch=self.signals.add(force.engagement),
            clutch_torque=force.torque,
            clutch_speed=force.slip_speed,
            gear=self.signals.add_optional(force.gear),
            gear_number=force.number,
        )

    def _engine(self, force: kinds.Engine) -> None:
        full, full_points = self.signals.add_smooth_curve(force.full_load)
        overrun, overrun_points = self.signals.add_smooth_curve(force.overrun)
        k = self.joints.coordinate(force.joint, "angle")
        numbers: dict[str, float] = {}
        senses: dict[int, float] = {}
        if (driver := force.driver) is not None:
            senses = {self.joints.coordinate(driver.joint, "angle"): driver.radius}
            numbers = {
                "speed": self.signals.add(driver.target),
                "speed_gain": driver.gain,
                "speed_integral": driver.integral_gain,
                "speed_time": driver.reset_time,
                "state": self.measures.states(1),
            }
        self._spring(
            force.name,
            {k: 1.0},
            senses,
            full_table=full,
            full_points=full_points,
            overrun_table=overrun,
            overrun_points=overrun_points,
            throttle=self.signals.add(force.throttle),
            **numbers,
        )

    def _spring_damper(self, force: kinds.SpringDamper) -> None:
        k = self.measures.distance(self.frames[force.body_a], self.frames[force.body_b], force.point_a, force.point_b)
        self.measures.names[force.name, "length"] = k
        spring, spring_points = self.signals.add_curve(force.spring_curve)
        damper, damper_points = self.signals.add_curve(force.damper_curve)
        stops: dict[str, float] = {}
        for word, stop in (("bump", force.bump_stop), ("rebound", force.rebound_stop)):
            if stop is not None:
                stops |= {f"{word}_at": stop.length, f"{word}_stiffness": stop.stiffness, f"{word}_cubic": stop.cubic}
        self._spring(
            force.name,
            {k: 1.0},
            stiffness=0.0 if force.spring_curve else force.stiffness,
            damping=0.0 if force.damper_curve else force.damping,
            free=force.free_length_m,
            spring_table=spring,
            spring_points=spring_points,
            damper_table=damper,
            damper_points=damper_points,
            actuator=self.signals.add_optional(force.actuator),
            **stops,
        )

    def _rotational(self, force: kinds.RotationalSpringDamper) -> None:
        k = self.joints.coordinate(force.joint, "angle")
        table, points = self.signals.add_curve(force.curve, mirrored=True)
        self._spring(
            force.name,
            {k: 1.0},
            stiffness=0.0 if force.curve else force.stiffness,
            damping=force.damping,
            free=force.free_angle,
            spring_table=table,
            spring_points=points,
            actuator=self.signals.add_optional(force.actuator),
        )

    def _anti_roll_bar(self, force: kinds.AntiRollBar) -> None:
        carrier = self.frames[force.body]
        left, right = (
            self.measures.dot2(carrier, self.frames[body], force.axis, point, point)
            for body, point in ((force.left_body, force.left_point), (force.right_body, force.right_point))
        )
        self._spring(force.name, {left: 1.0, right: -1.0}, stiffness=force.stiffness, damping=force.damping)

    def _bushing(self, force: kinds.Bushing) -> None:
        a, b = self.frames[force.body_a], self.frames[force.body_b]
        axes = orthonormal(force.x_axis, force.y_axis)
        points = tuple(a.point(force.point_a)), tuple(b.point(force.point_b))
        frames = (tuple(np.ravel(f.axes.T @ axes)) for f in (a, b))
        turning = force.rotational_stiffness, force.rotational_damping
        preloads = force.preload, force.preload_torque
        self.bushing_names.append(force.name)
        self.bushings.append((a.index, b.index, *points, *frames, force.stiffness, force.damping, *turning, *preloads))

    def _load(self, force: kinds.AppliedForce | kinds.AppliedTorque) -> None:
        frame, reaction, point = self.frames[force.body], self.frames["ground"], np.zeros(3)
        in_world = force.frame == "world"
        if isinstance(force, kinds.AppliedTorque):
            kind = TORQUE_WORLD if in_world else TORQUE_BODY
            direction = np.asarray(force.axis)
            reaction = self.frames[force.reaction]
        else:
            kind = FORCE_WORLD if in_world else FORCE_BODY
            direction = np.asarray(force.direction)
            point = frame.point(force.point)
        local = direction if in_world else frame.direction(direction)
        signal = self.signals.add(force.magnitude)
        self.load_names.append(force.name)
        self.loads.append((kind, frame.index, reaction.index, signal, tuple(point), tuple(local)))


def tire_record(tire: kinds.Tire, frame: Frame, measures: MeasureTable) -> tuple:
    """One record of `jounce.tires.records.TIRE`."""
    law = tire.law
    coefficients = np.zeros(COEFFICIENTS)
    vertical, lengths = (0.0, 0.0), (0.0, 0.0)
    match law:
        case kinds.SimpleTire():
            which, lengths = SIMPLE, law.relaxation or lengths
            vertical = law.vertical_stiffness, law.vertical_damping
            for first, curve in ((LATERAL, law.lateral), (LONGITUDINAL, law.longitudinal)):
                coefficients[first : first + 4] = curve.b, curve.c, curve.d, curve.e
        case kinds.MagicFormula87():
            which, lengths = MAGIC_FORMULA_87, law.relaxation
            vertical = law.vertical_stiffness, law.vertical_damping
            limits = {"load_limit": law.largest_load, "camber_limit": law.largest_camber, "relaxation": law.relaxation}
            numbers = coefficients_87(law.lateral, law.longitudinal, law.aligning, **limits)
            coefficients[: len(numbers)] = numbers
        case kinds.TirTire():
            which = PACEJKA
            numbers = tir.coefficients(law.properties, mounted=tire.side or "as measured")
            coefficients[: len(numbers)] = numbers
    rigid = which == SIMPLE and not any(lengths)
    place = tuple(frame.point(tire.centre)), tuple(frame.direction(tire.spin_axis))
    state = -1 if rigid else measures.states(2)
    return (frame.index, *place, which, state, tire.radius, *vertical, lengths, tuple(coefficients))
