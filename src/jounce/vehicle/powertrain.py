"""A powertrain as its designer writes it: engine, clutches and gears, differential, half shafts, and who drives.

Engine and differential turn about axes across the car, fixed in the chassis, forward like its wheels. Every gear has a
clutch of its own between the engine and the differential, as dual-clutch and automatic gearboxes have: the input `gear`
says which one is engaged, and a number between two gears shares the torque between their clutches.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from pydantic import BeforeValidator, model_validator

from jounce.errors import ModelError, Refusal
from jounce.findings import Finding, dotted
from jounce.mechanism import Curve
from jounce.mechanism.curves import columns_in
from jounce.mechanism.driveline import engine_findings
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import (
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
from jounce.vehicle.parts import LeftPoint, Wheel

CRUISING = 2.0
"""Engine speed, in idle speeds, that a gear must give to be chosen for a speed."""

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
        """Where the torque on overrun falls through zero [rad/s]."""
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
            raise Refusal("no gears", "an empty list", "one ratio or more", where="ratios")
        for i, (lower, higher) in enumerate(pairwise(self.ratios), start=1):
            if not higher < lower:
                got = f"{higher:g} after {lower:g}"
                raise Refusal("not falling", got, "ratios from first gear on", where=dotted("ratios", i))
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
    """From the flanges of the differential to the wheels, with constant-velocity joints at both ends.

    flange: of the left side, with its share of the shaft; stiffness [N m/rad] and damping [N m s/rad] of the shaft.
    """

    flange: LeftRotor
    stiffness: Annotated[RotationalStiffness, Positive]
    damping: Annotated[RotationalDamping, NotNegative] = 0.0


class Driver(Frozen):
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
    driver: Driver | None = None

    def gear_for(self, wheel_speed: float) -> int:
        """The highest gear in which the engine turns twice as fast as it idles, for a spin of the wheels [rad/s];
        first gear if there is none, and neutral at standstill."""
        if wheel_speed <= 0.0:
            return 0
        gears = {number: ratio for number, ratio in self.gearbox.gears.items() if number > 0}
        fast = [n for n, ratio in gears.items() if ratio * wheel_speed >= CRUISING * self.engine.idle_speed]
        return max(fast, default=1)

    def engine_speed(self, gear: float, wheel_speed: float) -> float:
        """Of the engine [rad/s] in a gear, for a spin of the wheels [rad/s]; idle speed in neutral or between gears."""
        ratio = self.gearbox.gears.get(int(gear)) if float(gear).is_integer() else None
        return self.engine.idle_speed if ratio is None else ratio * wheel_speed

    def throttle_for(self, torque: float, gear: float, wheel_speed: float) -> float:
        """The throttle, 0 … 1, that gives a torque [N m] at the differential; 0 in neutral."""
        ratio = self.gearbox.gears.get(int(gear)) if float(gear).is_integer() else None
        if ratio is None:
            return 0.0
        speed = ratio * wheel_speed
        most, least = self.engine.full_load.y_at(speed), self.engine.overrun.y_at(speed)
        return min(max((torque / ratio - least) / (most - least), 0.0), 1.0) if most > least else 0.0
