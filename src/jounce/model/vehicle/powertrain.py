"""A powertrain: engine, clutches and gears, differential, half shafts and speed controller, and what they become.

Engine and differential turn about axes across the car, fixed in the chassis, forward like its wheels. Every gear has a
clutch of its own between the engine and the differential, as dual-clutch and automatic gearboxes have: the input `gear`
says which one is engaged, and a number between two gears shares the torque between their clutches. In a mechanism there
are rotors on the chassis, a coupler for the differential, and force elements for clutches, half shafts and the engine.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from pydantic import BeforeValidator, model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, dotted
from jounce.model import mechanism
from jounce.model.mechanism import Body, Constant, Coupler, Curve, Input, Revolute, Signal
from jounce.model.mechanism.driveline import engine_findings
from jounce.model.mechanism.springs import columns_in
from jounce.model.vehicle.axle import Axle
from jounce.model.vehicle.corners import CHASSIS, CLUTCH, GEAR, TARGET_SPEED, THROTTLE, Corner, Elements
from jounce.model.vehicle.geometry import SIDES, Triple
from jounce.model.vehicle.parts import LeftPoint, Wheel
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import (
    AngularVelocity,
    Items,
    Name,
    NotNegative,
    Number,
    Point,
    Positive,
    RotationalDamping,
    RotationalStiffness,
    Time,
    Torque,
)

ENGINE, DIFFERENTIAL, FLANGE = "engine", "differential", "flange"
"""Bodies and joints of a powertrain; a flange has the suffix of its corner."""
ACROSS = (0.0, 1.0, 0.0)
"""The axis about which engine, differential and flanges turn."""
NO_TARGET_SPEED = -1.0
"""Value of the input target_speed while the speed controller has no speed to hold [m/s]."""

MIN_CRUISING_SPEED = 2.0
"""Least engine speed, in idle speeds, that a gear must give to be chosen for a speed."""

_TorqueOverSpeed = Annotated[Curve, BeforeValidator(columns_in("angular_velocity", "torque"))]


class Rotor(Wheel):
    """Something balanced that turns about an axis across the car, at its centre of mass [m]."""

    centre_of_mass: Point


class LeftRotor(Wheel):
    """A rotor of the left side."""

    centre_of_mass: LeftPoint


class Engine(Frozen):
    """Torque [N m] over speed [rad/s] at full load and on overrun (pedal released); rotor: crankshaft and flywheel.

    On overrun the torque is positive below idle speed and negative above, so that the engine idles. Both curves should
    begin with no torque at rest: then an engine that stands still stays so.
    """

    rotor: Rotor
    full_load: _TorqueOverSpeed
    overrun: _TorqueOverSpeed

    @model_validator(mode="after")
    def _runs(self) -> Engine:
        findings = engine_findings(self.full_load, self.overrun)
        if self._idle() is None:
            got = f"from {self.overrun.y[0]:g} N m to {self.overrun.y[-1]:g} N m"
            expected = "a torque that falls from above 0 to below 0: the idle speed"
            findings.append(Finding("overrun", "never idles", got, expected))
        if findings:
            raise ModelError(findings)
        return self

    @property
    def idle_speed(self) -> float:
        """Engine speed at which the torque on overrun falls through zero [rad/s]."""
        idle = self._idle()
        assert idle is not None
        return idle

    def _idle(self) -> float | None:
        points = zip(self.overrun.x, self.overrun.y, strict=True)
        for (x0, y0), (x1, y1) in pairwise(points):
            if y0 > 0.0 >= y1:
                return x0 + (x1 - x0) * y0 / (y0 - y1)
        return None


class Clutch(Frozen):
    """Torque [N m] that the clutch of a gear can carry at the engine, and its slip where it carries three quarters of
    it, seen at the differential [rad/s]."""

    torque: Annotated[Torque, Positive]
    slip_speed: Annotated[AngularVelocity, Positive] = 3.0


class Gearbox(Frozen):
    """Turns of the engine per turn of the gearbox's output, first gear first; reverse: a positive number, too."""

    ratios: Annotated[tuple[Annotated[Number, Positive], ...], Items]
    reverse: Annotated[Number, Positive] | None = None
    final_drive: Annotated[Number, Positive]

    @model_validator(mode="after")
    def _first_gear_first(self) -> Gearbox:
        if not self.ratios:
            raise InputError("no gears", "an empty list", "one ratio or more", where="ratios")
        for i, (lower, higher) in enumerate(pairwise(self.ratios), start=1):
            if not higher < lower:
                got = f"{higher:g} after {lower:g}"
                raise InputError("not falling", got, "ratios from first gear on", where=dotted("ratios", i))
        return self

    @property
    def gears(self) -> dict[int, float]:
        """Number of a gear → turns of the engine per turn of the differential; −1 is reverse, neutral has none."""
        found = {number: ratio * self.final_drive for number, ratio in enumerate(self.ratios, start=1)}
        return found if self.reverse is None else {-1: -self.reverse * self.final_drive} | found


class LimitedSlip(Frozen):
    """A friction torque between the two sides of a differential: preload [N m] above slip_speed [rad/s], and damping
    [N m s/rad] of their difference in speed."""

    preload: Annotated[Torque, NotNegative] = 0.0
    damping: Annotated[RotationalDamping, NotNegative] = 0.0
    slip_speed: Annotated[AngularVelocity, Positive] = 1.0


class Differential(Frozen):
    """Turns at the mean speed of both sides and gives each half of its torque; open unless limited_slip is given.

    case: it and what is geared to it.
    """

    case: Rotor
    limited_slip: LimitedSlip | None = None


class HalfShafts(Frozen):
    """Shafts from the flanges of the differential to the wheels, with constant-velocity joints at both ends.

    flange: the left one, with its share of the shaft; stiffness [N m/rad] and damping [N m s/rad] of the shaft.
    """

    flange: LeftRotor
    stiffness: Annotated[RotationalStiffness, Positive]
    damping: Annotated[RotationalDamping, NotNegative] = 0.0


class SpeedController(Frozen):
    """Holds the speed that the speedometer shows at the input target_speed.

    gain [s/m] and integral_gain [1/m]: throttle per error of speed, and per second of it; reset_time [s]: how fast that
    sum comes back to what a pedal can give, 0 … 1.
    """

    gain: Annotated[Number, Positive]
    integral_gain: Annotated[Number, NotNegative]
    reset_time: Annotated[Time, Positive] = 0.2


class Powertrain(Frozen):
    """What drives the two wheels of an axle."""

    axle: Name
    engine: Engine
    clutch: Clutch
    gearbox: Gearbox
    differential: Differential
    half_shafts: HalfShafts
    driver: SpeedController | None = None

    def gear_for(self, wheel_speed: float) -> int:
        """The highest gear in which the engine turns twice as fast as it idles, for a spin of the wheels [rad/s];
        first gear if there is none, and neutral at standstill."""
        if wheel_speed <= 0.0:
            return 0
        gears = {number: ratio for number, ratio in self.gearbox.gears.items() if number > 0}
        fast = [n for n, ratio in gears.items() if ratio * wheel_speed >= MIN_CRUISING_SPEED * self.engine.idle_speed]
        return max(fast, default=1)

    def engine_speed(self, gear: float, wheel_speed: float) -> float:
        """Speed of the engine [rad/s] in a gear, for a spin of the wheels [rad/s]; idle in neutral or between gears."""
        ratio = self.gearbox.gears.get(int(gear)) if float(gear).is_integer() else None
        return self.engine.idle_speed if ratio is None else ratio * wheel_speed

    def throttle_for(self, torque: float, gear: float, wheel_speed: float) -> float:
        """The throttle, 0 … 1, that gives a torque [N m] at the differential; 0 in neutral."""
        ratio = self.gearbox.gears.get(int(gear)) if float(gear).is_integer() else None
        if ratio is None:
            return 0.0
        speed = ratio * wheel_speed
        full, none = self.engine.full_load.y_at(speed), self.engine.overrun.y_at(speed)
        return min(max((torque / ratio - none) / (full - none), 0.0), 1.0) if full > none else 0.0


def powertrain_elements(powertrain: Powertrain, axle: Axle) -> Elements:
    """Everything between the engine and the wheels of an axle."""
    sides = [Corner(axle.name, side) for side in SIDES]
    flanges = [corner.name(FLANGE) for corner in sides]
    elements = _rotor(ENGINE, powertrain.engine.rotor, powertrain.engine.rotor.centre_of_mass)
    case = powertrain.differential.case
    elements += _rotor(DIFFERENTIAL, case, case.centre_of_mass)  # first of its three, so that it is independent
    for corner in sides:
        flange = powertrain.half_shafts.flange
        elements += _rotor(corner.name(FLANGE), flange, corner.side.point(flange.centre_of_mass))
        elements += _half_shaft(powertrain.half_shafts, corner, axle)
    mean = Coupler(name="mean_speed", joints=(DIFFERENTIAL, *flanges), coefficients=(1.0, -0.5, -0.5))
    return elements + Elements(joints=(mean,), forces=(_engine(powertrain, axle), *_clutches(powertrain, flanges)))


def _rotor(name: str, rotor: Wheel, centre: Triple) -> Elements:
    body = Body(name=name, mass=rotor.mass, inertia=rotor.inertia(ACROSS), centre_of_mass=centre)
    hinge = Revolute(name=name, body_a=CHASSIS, body_b=name, point=centre, axis=ACROSS)
    return Elements(bodies=(body,), joints=(hinge,))


def _half_shaft(shafts: HalfShafts, corner: Corner, axle: Axle) -> Elements:
    shaft = mechanism.HalfShaft(
        name=corner.name("half_shaft"),
        body_a=corner.name(FLANGE),
        body_b=corner.name("wheel"),
        axis_a=ACROSS,
        axis_b=corner.side.rotation(axle.on(corner.side).suspension.wheel_axis),
        stiffness=shafts.stiffness,
        damping=shafts.damping,
    )
    return Elements(forces=(shaft,))


def _engine(powertrain: Powertrain, axle: Axle) -> mechanism.Engine:
    driver = powertrain.driver
    holder = driver and mechanism.SpeedHolder(
        joint=DIFFERENTIAL,
        radius=axle.suspension.wheel_centre[2],
        target=Input(name=TARGET_SPEED, default=NO_TARGET_SPEED),
        **dict(driver),
    )
    engine = powertrain.engine
    return mechanism.Engine(
        name="engine_torque",
        joint=ENGINE,
        full_load=engine.full_load,
        overrun=engine.overrun,
        throttle=Input(name=THROTTLE),
        driver=holder,
    )


def _clutches(powertrain: Powertrain, flanges: list[str]) -> list[mechanism.Clutch]:
    """A clutch for every gear, its slip as the differential sees it; and that of a differential with limited slip."""
    clutch, found = powertrain.clutch, []
    for number, ratio in powertrain.gearbox.gears.items():
        found.append(
            mechanism.Clutch(
                name=f"gear_{'reverse' if number < 0 else number}",
                joints=(ENGINE, DIFFERENTIAL),
                coefficients=(1.0, -ratio),
                torque=clutch.torque,
                slip_speed=abs(ratio) * clutch.slip_speed,
                engagement=Input(name=CLUTCH, default=1.0),
                gear=Input(name=GEAR),
                number=number,
            )
        )
    lock = powertrain.differential.limited_slip
    if lock is not None:
        engaged: Signal = Constant(value=1.0)
        between = {"joints": tuple(flanges), "coefficients": (1.0, -1.0), "engagement": engaged}
        numbers = {"torque": lock.preload, "damping": lock.damping, "slip_speed": lock.slip_speed}
        found.append(mechanism.Clutch(name="limited_slip", **between, **numbers))
    return found
