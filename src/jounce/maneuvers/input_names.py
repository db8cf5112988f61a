"""The inputs that a maneuver may have: what they are measured in, and what a car must have for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from jounce.errors import Refusal
from jounce.findings import suggestion
from jounce.maneuvers.maneuver import Need
from jounce.vehicle import (
    BRAKE,
    CLUTCH,
    GEAR,
    RACK_TRAVEL,
    SPEED_LEFT,
    SPEED_RIGHT,
    STEERING_WHEEL_ANGLE,
    TARGET_SPEED,
    THROTTLE,
)


class InputKind(NamedTuple):
    """Dimension of an input (of `jounce.units`), what it needs, and what it is."""

    dimension: str
    need: Need
    about: str


INPUTS: Mapping[str, InputKind] = {
    STEERING_WHEEL_ANGLE: InputKind("angle", "steering", "angle of the steering wheel [rad], positive to the left"),
    RACK_TRAVEL: InputKind("length", "steering", "travel of the rack along its axis [m]"),
    BRAKE: InputKind("dimensionless", "brakes", "brake pedal, 0 to 1; 1 asks for 1.1 g"),
    TARGET_SPEED: InputKind(
        "velocity", "propulsion", "speed that a driver holds [m/s]; nobody does while it is negative"
    ),
    THROTTLE: InputKind("dimensionless", "powertrain", "throttle pedal, 0 to 1"),
    CLUTCH: InputKind("dimensionless", "powertrain", "clutch, 0 open to 1 closed"),
    GEAR: InputKind("dimensionless", "powertrain", "number of the gear"),
    SPEED_LEFT: InputKind("velocity", "skid_steering", "speed of the left wheels' rims [m/s]"),
    SPEED_RIGHT: InputKind("velocity", "skid_steering", "speed of the right wheels' rims [m/s]"),
}
CORNERS: Mapping[str, InputKind] = {
    "drive_torque": InputKind("torque", "drive", "torque that drives a wheel, such as drive_torque_rl [N m]"),
    "brake_torque": InputKind("torque", "brakes", "torque that brakes a wheel, such as brake_torque_fl [N m]"),
}
"""Inputs of single wheels, whose names end with that of the wheel."""
PEDALS = (BRAKE, THROTTLE, CLUTCH)
"""Which stay between 0 and 1."""


def input_kind(name: str) -> InputKind:
    """What an input is; raises Refusal for one that no car has."""
    for prefix, kind in CORNERS.items():
        if name.startswith(f"{prefix}_") and len(name) > len(prefix) + 1:
            return kind
    if name not in INPUTS:
        known = [*INPUTS, *(f"{prefix}_fl" for prefix in CORNERS)]
        raise Refusal("unknown input", repr(name), f"one of {', '.join(known)} …", suggestion(name, known))
    return INPUTS[name]


def needs_of(names: Iterable[str]) -> tuple[Need, ...]:
    """What a car must have for these inputs."""
    return tuple(dict.fromkeys(input_kind(name).need for name in names))
