"""Force elements and tires as rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from jounce.engine.assembly.air import air_record
from jounce.engine.assembly.bodies import Frame, orthonormal, perpendicular, rotate_with_axis
from jounce.engine.assembly.joints import JointPacker
from jounce.engine.assembly.measures import MeasureTable
from jounce.engine.assembly.signals import SignalTable
from jounce.engine.assembly.tire_energy import check_energy
from jounce.engine.laws.forces.body_forces import DRAG, FORCE_BODY, FORCE_WORLD, LOAD, TORQUE_BODY, TORQUE_WORLD
from jounce.engine.laws.forces.bushing import BUSHING
from jounce.engine.laws.forces.laws import (
    BRAKE,
    CLUTCH,
    CONVERTER,
    DISC,
    ENGINE,
    MOTOR,
    POWER_STEERING,
    PRESSURE,
    SCALAR_FORCE,
    SCALAR_FORCE_TERM,
    SERVO,
    SPEED_CONTROL,
    SPRING,
    make_scalar_force,
)
from jounce.engine.laws.tires.calspan import coefficients_calspan
from jounce.engine.laws.tires.fiala import coefficients_fiala
from jounce.engine.laws.tires.magic_formula import LATERAL, LONGITUDINAL
from jounce.engine.laws.tires.magic_formula_87 import coefficients_87
from jounce.engine.laws.tires.records import CALSPAN, COEFFICIENTS, FIALA, MAGIC_FORMULA_87, PACEJKA, SIMPLE, TMEASY
from jounce.engine.laws.tires.tmeasy import coefficients_tmeasy
from jounce.model import mechanism as kinds
from jounce.model import tire_files as tir
from jounce.model.tire_files.coefficients import deflection_rows

LINEAR: dict[str, float] = {
    "free": 0.0,
    "square": 0.0,
    "cube": 0.0,
    "bump_at": -np.inf,
    "bump_stiffness": 0.0,
    "bump_cubic": 0.0,
    "rebound_at": np.inf,
    "rebound_stiffness": 0.0,
    "rebound_cubic": 0.0,
    "spring_table": -1,
    "spring_points": 0,
    "damper_table": -1,
    "damper_points": 0,
    "actuator": -1,
}
"""What a spring and damper has beside stiffness and damping when it has neither stops nor curves nor an actuator."""


class Extent(NamedTuple):
    """How many records of everything there are after some elements: where the next one begins."""

    scalar_forces: int = 0
    terms: int = 0
    bushings: int = 0
    loads: int = 0
    drags: int = 0
    measures: int = 0
    signals: int = 0
    data: int = 0
    auxiliary: int = 0


NOTHING = Extent()


@dataclass
class ForcePacker:
    """Collects the rows of force elements; of all, or of those after others whose extent is `before`."""

    frames: dict[str, Frame]
    measures: MeasureTable
    joints: JointPacker
    signals: SignalTable
    names: list[str] = field(default_factory=list)
    """Names of the scalar forces."""
    terms: list[tuple[int, float]] = field(default_factory=list)
    scalar_forces: list[np.void] = field(default_factory=list)
    bushing_names: list[str] = field(default_factory=list)
    bushings: list[tuple] = field(default_factory=list)
    load_names: list[str] = field(default_factory=list)
    loads: list[tuple] = field(default_factory=list)
    drags: list[tuple] = field(default_factory=list)
    before: Extent = NOTHING

    @property
    def extent(self) -> Extent:
        """How much there is up to here."""
        before, measures, signals = self.before, self.measures, self.signals
        return Extent(
            before.scalar_forces + len(self.scalar_forces),
            before.terms + len(self.terms),
            before.bushings + len(self.bushings),
            before.loads + len(self.loads),
            before.drags + len(self.drags),
            measures.before + len(measures.records),
            signals.rows_before + len(signals.rows),
            signals.data_before + len(signals.data),
            measures.auxiliary,
        )

    def arrays(self) -> dict[str, np.ndarray]:
        """All force elements as records, by the field names of a model."""
        return {
            "scalar_forces": _together(self.scalar_forces),
            "scalar_force_terms": np.array(self.terms, dtype=SCALAR_FORCE_TERM),
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
                self._servo(force)
            case kinds.Brake():
                self._brake(force)
            case kinds.SpeedControl():
                self._speed_control(force)
            case kinds.HalfShaft():
                self._half_shaft(force)
            case kinds.Clutch():
                self._clutch(force)
            case kinds.Engine():
                self._engine(force)
            case kinds.TorqueConverter():
                self._converter(force)
            case kinds.Motor():
                self._motor(force)
            case kinds.HydraulicBrake():
                self._hydraulic_brake(force)
            case kinds.JointStop():
                self._joint_stop(force)
            case kinds.JointFriction():
                self._joint_friction(force)
            case kinds.PowerSteering():
                self._power_steering(force)
            case kinds.AntiRollBar():
                self._anti_roll_bar(force)
            case kinds.Bushing():
                self._bushing(force)
            case kinds.AppliedForce() | kinds.AppliedTorque():
                self._load(force)
            case kinds.AerodynamicDrag():
                self.drags.append(air_record(force, self.frames[force.body], self.signals))
            case _:
                raise TypeError(f"unknown force element {force!r}")

    def _add(
        self, name: str, kind: int, terms: dict[int, float], senses: dict[int, float] | None = None, /, **numbers: float
    ) -> None:
        """One scalar force along a sum of measures, that may sense another; keywords are the fields of its law, and
        `state` and `heard` where it has one or hears another's."""
        start = self.before.terms + len(self.terms)
        stop = start + len(terms)
        self.names.append(name)
        self.terms += [*terms.items(), *(senses or {}).items()]
        places = {"start": start, "stop": stop, "sense_start": stop, "sense_stop": stop + len(senses or {})}
        self.scalar_forces.append(make_scalar_force(kind, **places, **{"state": -1, "heard": -1} | numbers))

    def _spring_damper(self, force: kinds.SpringDamper) -> None:
        k = self.measures.distance(self.frames[force.body_a], self.frames[force.body_b], force.point_a, force.point_b)
        self.measures.names[force.name, "length"] = k
        spring, spring_points = self.signals.add_curve(force.spring_curve)
        damper, damper_points = self.signals.add_curve(force.damper_curve)
        linear, square, cube = force.polynomial
        law = {
            "stiffness": linear,
            "square": square,
            "cube": cube,
            "damping": 0.0 if force.damper_curve else force.damping,
            "free": force.free_length_m,
            "spring_table": spring,
            "spring_points": spring_points,
            "damper_table": damper,
            "damper_points": damper_points,
            "actuator": self.signals.add_optional(force.actuator),
        }
        for side, stop in (("bump", force.bump_stop), ("rebound", force.rebound_stop)):
            if stop is not None:
                law |= {f"{side}_at": stop.length, f"{side}_stiffness": stop.stiffness, f"{side}_cubic": stop.cubic}
        self._add(force.name, SPRING, {k: 1.0}, **LINEAR | law)

    def _rotational(self, force: kinds.RotationalSpringDamper) -> None:
        k = self.joints.coordinate(force.joint, "angle")
        table, points = self.signals.add_curve(force.curve, mirrored=True)
        law = {
            "stiffness": 0.0 if force.curve else force.stiffness,
            "damping": force.damping,
            "free": force.free_angle,
            "spring_table": table,
            "spring_points": points,
            "actuator": self.signals.add_optional(force.actuator),
        }
        self._add(force.name, SPRING, {k: 1.0}, **LINEAR | law)

    def _anti_roll_bar(self, force: kinds.AntiRollBar) -> None:
        carrier = self.frames[force.body]
        left, right = (
            self.measures.dot2(carrier, self.frames[body], force.axis, point, point)
            for body, point in ((force.left_body, force.left_point), (force.right_body, force.right_point))
        )
        law = {"stiffness": force.stiffness, "damping": force.damping}
        self._add(force.name, SPRING, {left: 1.0, right: -1.0}, **LINEAR | law)

    def _half_shaft(self, force: kinds.HalfShaft) -> None:
        a, b = self.frames[force.body_a], self.frames[force.body_b]
        n, nb = np.asarray(force.axis_a), np.asarray(force.axis_b)
        x, y = perpendicular(n)
        k = self.measures.twist(a, b, (x, y), (rotate_with_axis(x, n, nb), rotate_with_axis(y, n, nb)))
        self.measures.names[force.name, "twist"] = k
        law = {"stiffness": force.stiffness, "damping": force.damping}
        self._add(force.name, SPRING, {k: 1.0}, **LINEAR | law)

    def _servo(self, force: kinds.Servo) -> None:
        k = self.joints.coordinate(force.joint, force.coordinate)
        self._add(
            force.name,
            SERVO,
            {k: 1.0},
            stiffness=force.stiffness,
            damping=force.damping,
            free=self.joints.design_value(force.joint, force.coordinate),
            target=self.signals.add(force.target),
        )

    def _brake(self, force: kinds.Brake) -> None:
        """Add a brake; without a grip angle it has no state and creeps."""
        k = self.joints.coordinate(force.joint, "angle")
        grips = force.grip_angle is not None
        self._add(
            force.name,
            BRAKE,
            {k: 1.0},
            torque=self.signals.add(force.torque),
            full_torque=0.0,
            full_speed=force.full_speed,
            grip_angle=force.grip_angle or 0.0,
            state=self.measures.states(1) if grips else -1,
        )

    def _speed_control(self, force: kinds.SpeedControl) -> None:
        """One torque on several joints: a force along the mean of their angles is that torque's share on each."""
        n, r = len(force.joints), force.radius
        terms = {self.joints.coordinate(joint, "angle"): r / n for joint in force.joints}
        self._add(
            force.name,
            SPEED_CONTROL,
            terms,
            target=self.signals.add(force.target),
            gain=n * force.gain / r**2,
            derivative_gain=n * force.derivative_gain / r**2,
            filter_time=force.filter_time,
            limit=n * force.limit / r,
            state=self.measures.states(1),
        )

    def _clutch(self, force: kinds.Clutch) -> None:
        pairs = zip(force.joints, force.coefficients, strict=True)
        terms = {self.joints.coordinate(joint, "angle"): coefficient for joint, coefficient in pairs}
        self._add(
            force.name,
            CLUTCH,
            terms,
            damping=force.damping,
            engagement=self.signals.add(force.engagement),
            capacity=force.torque,
            slip_speed=force.slip_speed,
            gear=self.signals.add_optional(force.gear),
            number=force.number,
        )

    def _engine(self, force: kinds.Engine) -> None:
        full, full_points = self.signals.add_smooth_curve(force.full_load)
        overrun, overrun_points = self.signals.add_smooth_curve(force.overrun)
        k = self.joints.coordinate(force.joint, "angle")
        law: dict[str, float] = {"target": -1, "gain": 0.0, "integral_gain": 0.0, "reset_time": 0.0}
        senses: dict[int, float] = {}
        if (driver := force.driver) is not None:
            senses = {self.joints.coordinate(driver.joint, "angle"): driver.radius}
            law = {
                "target": self.signals.add(driver.target),
                "gain": driver.gain,
                "integral_gain": driver.integral_gain,
                "reset_time": driver.reset_time,
                "state": self.measures.states(1),
            }
        self._add(
            force.name,
            ENGINE,
            {k: 1.0},
            senses,
            full_table=full,
            full_points=full_points,
            overrun_table=overrun,
            overrun_points=overrun_points,
            throttle=self.signals.add(force.throttle),
            **law,
        )

    def _converter(self, force: kinds.TorqueConverter) -> None:
        """Two torques, each sensing the speed of the other side."""
        capacity, capacity_points = self.signals.add_smooth_curve(force.capacity)
        ratio, ratio_points = self.signals.add_smooth_curve(force.torque_ratio)
        sides = [self.joints.coordinate(joint, "angle") for joint in (force.impeller, force.turbine)]
        for i, name in enumerate(("impeller", "turbine")):
            self._add(
                f"{force.name}.{name}",
                CONVERTER,
                {sides[i]: 1.0},
                {sides[1 - i]: 1.0},
                turbine=i,
                lambda_table=capacity,
                lambda_points=capacity_points,
                ratio_table=ratio,
                ratio_points=ratio_points,
            )

    def _motor(self, force: kinds.Motor) -> None:
        """A motor; with the capacity of its battery it has a state."""
        full, full_points = self.signals.add_smooth_curve(force.torque)
        self._add(
            force.name,
            MOTOR,
            {self.joints.coordinate(force.joint, "angle"): 1.0},
            full_table=full,
            full_points=full_points,
            throttle=self.signals.add(force.throttle),
            regeneration=self.signals.add(force.regeneration),
            gear=self.signals.add_optional(force.gear),
            discharge=self.signals.add(force.discharge_limit),
            charge=self.signals.add(force.charge_limit),
            give=force.power,
            take=force.regenerative_power,
            efficiency=force.efficiency,
            share=force.regenerative_share,
            lift_off=force.lift_off,
            fade_speed=force.fade_speed,
            energy=force.capacity or 0.0,
            state=self.measures.states(1) if force.capacity is not None else -1,
        )

    def _hydraulic_brake(self, force: kinds.HydraulicBrake) -> None:
        """A brake, its pressure and its disc: three elements that hear each other's states."""
        angle, disc = {self.joints.coordinate(force.joint, "angle"): 1.0}, force.disc
        share, heat = self.measures.states(1), self.measures.states(1) if disc is not None else -1
        grips = force.grip_angle is not None
        self._add(
            force.name,
            BRAKE,
            angle,
            torque=-1,
            full_torque=force.torque,
            full_speed=force.full_speed,
            grip_angle=force.grip_angle or 0.0,
            state=self.measures.states(1) if grips else -1,
            heard=share,
        )
        table, points = self.signals.add_smooth_curve(disc.friction) if disc is not None else (-1, 0)
        self._add(
            f"{force.name}.pressure",
            PRESSURE,
            angle,
            pressure=self.signals.add(force.pressure),
            full_pressure=force.full_pressure,
            lag=force.lag,
            friction_table=table,
            friction_points=points,
            state=share,
            heard=heat,
        )
        if disc is not None:
            self._add(
                f"{force.name}.disc",
                DISC,
                angle,
                full_torque=force.torque,
                heat_capacity=disc.heat_capacity,
                cooling=disc.cooling,
                cooling_by_speed=disc.cooling_by_speed,
                state=heat,
                heard=share,
            )

    def _joint_stop(self, force: kinds.JointStop) -> None:
        """A spring without stiffness between its stops."""
        k = self.joints.coordinate(force.joint, force.coordinate)
        zero = self.joints.design_value(force.joint, force.coordinate)
        ends = {"bump_at": zero + force.lower, "rebound_at": zero + force.upper}
        stiff = {"bump_stiffness": force.stiffness, "rebound_stiffness": force.stiffness}
        self._add(force.name, SPRING, {k: 1.0}, **LINEAR | {"stiffness": 0.0, "damping": 0.0} | ends | stiff)

    def _joint_friction(self, force: kinds.JointFriction) -> None:
        """A brake that is always pressed, along any coordinate."""
        k = self.joints.coordinate(force.joint, force.coordinate)
        self._add(
            force.name,
            BRAKE,
            {k: 1.0},
            torque=self.signals.add(kinds.Constant(value=force.effort)),
            full_torque=0.0,
            full_speed=1.0,
            grip_angle=force.grip,
            state=self.measures.states(1),
        )

    def _power_steering(self, force: kinds.PowerSteering) -> None:
        k, count = self.joints.coordinate(force.joint, "travel"), len(force.joints)
        wheels = zip(force.joints, force.radii, strict=True)
        senses = {self.joints.coordinate(joint, "angle"): radius / count for joint, radius in wheels}
        self._add(
            force.name,
            POWER_STEERING,
            {k: 1.0},
            senses,
            stiffness=force.stiffness / force.ratio**2,
            damping=force.damping / force.ratio**2,
            free=self.joints.design_value(force.joint, "travel"),
            target=self.signals.add(force.target),
            ratio=force.ratio,
            speed_table=self.signals.add_map(force.map.speeds, force.map.bar_torques, force.map.torques),
            speed_points=len(force.map.speeds),
            bar_points=len(force.map.bar_torques),
        )

    def _bushing(self, force: kinds.Bushing) -> None:
        a, b = self.frames[force.body_a], self.frames[force.body_b]
        axes = orthonormal(force.x_axis, force.y_axis)
        points = tuple(a.point(force.point_a)), tuple(b.point(force.point_b))
        frames = (tuple(np.ravel(f.axes.T @ axes)) for f in (a, b))
        turning = force.rotational_stiffness, force.rotational_damping
        preloads = force.preload, force.preload_torque
        self.bushing_names.append(force.name)
        self.bushings.append((a.index, b.index, *points, *frames, force.stiffness, force.damping, *turning, *preloads))
        for axis, curve in (force.curves.given() if force.curves is not None else {}).items():
            k = self.measures.dot2(a, b, tuple(axes[:, "xyz".index(axis)]), force.point_a, force.point_b)
            table, points_of_table = self.signals.add_curve(curve, mirrored=True)
            law = {"stiffness": 0.0, "damping": 0.0, "spring_table": table, "spring_points": points_of_table}
            self._add(f"{force.name}.{axis}", SPRING, {k: 1.0}, **LINEAR | law)

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


def _together(records: list[np.void]) -> np.ndarray:
    """Records of scalar forces as an array, which keeps the places of their overlapping fields."""
    array = np.zeros(len(records), SCALAR_FORCE)
    for i, record in enumerate(records):
        array[i] = record
    return array


def tire_record(tire: kinds.Tire, frame: Frame, measures: MeasureTable) -> tuple:
    """One record of `jounce.engine.laws.tires.records.TIRE`."""
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
        case kinds.TMeasyTire():
            which, numbers = TMEASY, coefficients_tmeasy(law)
            vertical = law.vertical_stiffness, law.vertical_damping
            coefficients[: len(numbers)] = numbers
        case kinds.FialaTire():
            rows = deflection_rows(law.deflection_curve) if law.deflection_curve else None
            which, lengths, numbers = FIALA, law.relaxation, coefficients_fiala(law, rows)
            vertical = law.vertical_stiffness, law.vertical_damping
            coefficients[: len(numbers)] = numbers
        case kinds.CalspanTire():
            which, lengths, numbers = CALSPAN, law.relaxation, coefficients_calspan(law)
            vertical = law.vertical_stiffness, law.vertical_damping
            coefficients[: len(numbers)] = numbers
        case kinds.TirTire():
            which = PACEJKA
            numbers = tir.coefficients(law.properties, mounted=tire.side or "as measured")
            check_energy(law.properties, numbers)
            coefficients[: len(numbers)] = numbers
    rigid = which == SIMPLE and not any(lengths)
    place = tuple(frame.point(tire.centre)), tuple(frame.direction(tire.spin_axis))
    state = -1 if rigid else measures.states(2)
    return (frame.index, *place, which, state, tire.radius, *vertical, lengths, tuple(coefficients))
