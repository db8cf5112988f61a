"""Electric motors, and the battery that feeds them.

A motor drives the differential of an axle, each wheel of an axle for itself, or the shaft of the engine, through a
reduction: a rotor on the chassis and a coupler. All motors follow the input `throttle`; the input `regeneration`,
0 … 1, asks them to brake. In reverse, `gear` < 0, they drive backward, and in neutral not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import StrictBool, model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding
from jounce.model import mechanism
from jounce.model.mechanism import Coupler, Input
from jounce.model.vehicle.corners import (
    CHARGE_LIMIT,
    DISCHARGE_LIMIT,
    GEAR,
    REGENERATION,
    THROTTLE,
    Corner,
    Elements,
)
from jounce.model.vehicle.geometry import LEFT, SIDES, Side
from jounce.model.vehicle.powertrain.driven_axle import DIFFERENTIAL, FLANGE
from jounce.model.vehicle.powertrain.engine import ENGINE, TorqueOverSpeed
from jounce.model.vehicle.powertrain.rotors import Rotor, rotor_elements
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Energy, Name, NotNegative, Number, Positive, Power

MOTOR = "motor"
"""Bodies and joints of motors; the suffix is that of the motor, or of the corner of one that drives a wheel."""

FADE_SPEED = 1.0
"""Speed of the wheels below which regeneration fades [rad/s]: tanh of their speed by it."""


class Battery(Frozen):
    """What feeds the motors: its capacity [J, or kW*h], its state of charge at the start, 0 … 1, and the electrical
    powers that it gives and takes at most [W], which motors share by their own powers."""

    capacity: Annotated[Energy, Positive]
    state_of_charge: Annotated[Number, NotNegative] = 0.8
    discharge_power: Annotated[Power, Positive]
    charge_power: Annotated[Power, NotNegative]

    @model_validator(mode="after")
    def _not_more_than_full(self) -> Battery:
        if self.state_of_charge > 1.0:
            raise InputError("more than a full battery", f"{self.state_of_charge:g}", "0 to 1", where="state_of_charge")
        return self


class Motor(Frozen):
    """A motor: its largest torque [N m] over speed [rad/s], from rest, and its largest electrical power [W].

    axle: whose differential it turns; with per_wheel each of its wheels has such a motor, the left one given. Without
    an axle it sits on the engine's shaft. reduction: its turns per turn of what it drives. efficiency: of mechanical to
    electrical power, both ways. regenerative_power [W] and regenerative_share: limits of braking, the second of the
    largest torque. lift_off: share of that with the throttle released.
    """

    name: Name
    axle: Name | None = None
    per_wheel: StrictBool = False
    rotor: Rotor
    reduction: Annotated[Number, Positive] = 1.0
    torque: TorqueOverSpeed
    power: Annotated[Power, Positive]
    efficiency: Annotated[Number, Positive] = 0.9
    regenerative_power: Annotated[Power, NotNegative]
    regenerative_share: Annotated[Number, NotNegative] = 1.0
    lift_off: Annotated[Number, NotNegative] = 0.0

    @model_validator(mode="after")
    def _possible(self) -> Motor:
        findings = []
        for key in ("efficiency", "regenerative_share", "lift_off"):
            if getattr(self, key) > 1.0:
                findings.append(Finding(key, "more than the whole", f"{getattr(self, key):g}", "1 at most"))
        if self.torque.x[0] != 0.0 or min(self.torque.y) < 0.0:
            got = f"from {self.torque.x[0]:g} rad/s, at least {min(self.torque.y):g} N m"
            findings.append(Finding("torque", "not the largest torque of a motor", got, "0 rad/s on, 0 N m or more"))
        if self.per_wheel and self.axle is None:
            findings.append(Finding("per_wheel", "no wheels", "no axle", "the name of a driven axle as `axle`"))
        if findings:
            raise ModelError(findings)
        return self

    @property
    def count(self) -> int:
        """How many there are."""
        return 2 if self.per_wheel else 1

    @property
    def places(self) -> tuple[tuple[str, str, Side], ...]:
        """Suffix of every such motor, the joint that it turns, and its side."""
        if self.axle is None:
            return ((self.name, ENGINE, LEFT),)
        if not self.per_wheel:
            return ((self.name, f"{DIFFERENTIAL}_{self.axle}", LEFT),)
        corners = [Corner(self.axle, side) for side in SIDES]
        return tuple((corner.suffix, corner.name(FLANGE), corner.side) for corner in corners)

    def driving_torque(self, speed: float, power: float) -> float:
        """Torque of one motor at full throttle [N m] at its own speed [rad/s], within an electrical power [W]."""
        turning = abs(speed)
        return min(self.torque.y_at(turning), self.efficiency * power / max(turning, 1e-9))

    def braking_torque(self, speed: float, power: float) -> float:
        """Torque of one motor at full regeneration [N m] at its own speed [rad/s], within an electrical power [W]."""
        turning = abs(speed)
        return min(self.regenerative_share * self.torque.y_at(turning), power / self.efficiency / max(turning, 1e-9))


def electrical_limits(motor: Motor, motors: Sequence[Motor], battery: Battery | None) -> tuple[float, float]:
    """Electrical powers that a motor may draw and give back at most [W]: its own, and its part of the battery's, which
    all motors share by their powers."""
    if battery is None:
        return motor.power, motor.regenerative_power
    power = sum(other.count * other.power for other in motors)
    regenerative = sum(other.count * other.regenerative_power for other in motors)
    give = min(motor.power, battery.discharge_power * motor.power / power)
    take = battery.charge_power * motor.regenerative_power / regenerative if regenerative > 0.0 else 0.0
    return give, min(motor.regenerative_power, take)


def motor_elements(motor: Motor, motors: Sequence[Motor], battery: Battery | None) -> Elements:
    """Rotors, reductions and torques of one of the car's motors."""
    give, take = electrical_limits(motor, motors, battery)
    elements = Elements()
    for suffix, joint, side in motor.places:
        name = f"{MOTOR}_{suffix}"
        torque = mechanism.Motor(
            name=f"{name}_torque",
            joint=name,
            torque=motor.torque,
            power=give,
            efficiency=motor.efficiency,
            regenerative_power=take,
            regenerative_share=motor.regenerative_share,
            lift_off=motor.lift_off,
            fade_speed=FADE_SPEED * motor.reduction,
            throttle=Input(name=THROTTLE),
            regeneration=Input(name=REGENERATION),
            gear=Input(name=GEAR) if motor.axle is not None else None,
            discharge_limit=Input(name=DISCHARGE_LIMIT, default=1.0),
            charge_limit=Input(name=CHARGE_LIMIT, default=1.0),
            capacity=battery.capacity if battery is not None else None,
        )
        geared = Coupler(name=f"{name}_reduction", joints=(name, joint), coefficients=(1.0, -motor.reduction))
        elements += rotor_elements(name, motor.rotor, side.point(motor.rotor.centre_of_mass))
        elements += Elements(joints=(geared,), forces=(torque,))
    return elements
