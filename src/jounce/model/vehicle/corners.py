"""The wheels of a car: their order, their suffixes and the names of the inputs that act on them.

Corners come axle by axle from front to rear, left before right: fl, fr, rl, rr. An axle that is not called front,
middle or rear keeps its whole name: the wheels of an axle `tag` are tag_l and tag_r. Those of trailers follow.

Bodies, joints, forces and tires on their way into a mechanism, and the names they share.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from jounce.model.mechanism import Body, Force, Joint, Tire
from jounce.model.vehicle.geometry import SIDES, Side
from jounce.model.vehicle.parts import LeftPart, Part
from jounce.schema.remembered import remembered

CHASSIS, RACK, HITCH = "chassis", "rack", "hitch"


@dataclass(frozen=True)
class Elements:
    """What one piece of a vehicle adds to the mechanism."""

    bodies: tuple[Body, ...] = ()
    joints: tuple[Joint, ...] = ()
    forces: tuple[Force, ...] = ()
    tires: tuple[Tire, ...] = ()

    def __add__(self, other: Elements) -> Elements:
        return Elements(
            self.bodies + other.bodies,
            self.joints + other.joints,
            self.forces + other.forces,
            self.tires + other.tires,
        )


@remembered
def body(name: str, part: Part | LeftPart, side: Side, *, free: bool = False) -> Body:
    """The body of a part, given for the left side."""
    return Body(
        name=name,
        mass=part.mass,
        inertia=side.inertia(part.inertia),
        centre_of_mass=side.point(part.centre_of_mass),
        free=free,
    )


RACK_TRAVEL = "rack_travel"
"""The input that moves the rack along its axis [m]."""
SECOND_RACK_TRAVEL = "second_rack_travel"
"""The input that moves the rack of a second steered axle along its axis [m]."""
SPEED_LEFT, SPEED_RIGHT = "speed_left", "speed_right"
"""The inputs that the wheels of each side of a skid-steered car follow [m/s]."""
SIDE_FORCE = "side_force"
"""The input that pushes the chassis to its left [N], of runs that use it: a gust of wind."""
WIND_SPEED, WIND_DIRECTION, WIND_START, WIND_END = "wind_speed", "wind_direction", "wind_start", "wind_end"
"""The inputs of wind, of runs that use it: speed [m/s], angle of its velocity from x [rad], so that 90° blows to the
left of a car that drives along x, and the x between which it blows [m]."""
HULL_LOADS = tuple(f"hull_{kind}_{axis}" for kind in ("force", "torque") for axis in "xyz")
"""Inputs of runs with contacts of the body: forces [N] at the centre of mass of the chassis and torques [N m], along
world axes."""


def wheel_loads(body: str) -> tuple[str, ...]:
    """Inputs of runs in which wheels touch objects: forces [N] at the centre of mass of a wheel's body and torques
    [N m], along world axes."""
    return tuple(f"{body}_{kind}_{axis}" for kind in ("force", "torque") for axis in "xyz")


THROTTLE, CLUTCH, GEAR, TARGET_SPEED = "throttle", "clutch", "gear", "target_speed"
"""The inputs of a powertrain: pedal 0 … 1, clutch 0 open … 1 closed, number of the gear, and the speed that its speed
controller holds [m/s], which is switched off while that is negative."""
LOCK_UP, TRANSFER_CLUTCH = "lock_up", "transfer_clutch"
"""The inputs of clutches: 0 open … 1 closed, of a torque converter's lock-up and of a transfer case's coupling."""
REGENERATION, DISCHARGE_LIMIT, CHARGE_LIMIT = "regeneration", "discharge_limit", "charge_limit"
"""The inputs of electric motors: how much they brake, 0 … 1, and how much of the battery's powers they may use."""
STEERING_WHEEL_ANGLE, BRAKE = "steering_wheel_angle", "brake"
"""What a driver does in any car: angle of the steering wheel [rad], positive to the left, and brake pedal 0 … 1.
A maneuver turns them into the inputs of a car, travel of the rack and torques of the brakes."""

INNER = "inner"
"""What the name of the inner tire of dual wheels ends with."""

_LETTERS = {"front": "f", "middle": "m", "rear": "r"}


@dataclass(frozen=True)
class Corner:
    """One wheel and what carries it."""

    axle: str
    side: Side
    unit: str = field(default=CHASSIS, compare=False)
    """Body of the unit that the wheel belongs to: the chassis, or a trailer."""

    @property
    def suffix(self) -> str:
        """What the names of this corner end with: `fl`."""
        return _LETTERS.get(self.axle, f"{self.axle}_") + self.side.letter

    def name(self, part: str) -> str:
        """The name of a part of this corner: `lca_fl`."""
        return f"{part}_{self.suffix}"

    @property
    def inner_tire(self) -> str:
        """The name of the inner tire of dual wheels: `tire_rl_inner`; `tire_rl` is the outer one."""
        return f"{self.name('tire')}_{INNER}"

    def channel(self, part: str, quantity: str) -> str:
        """The name of a recorded quantity of this corner: `tire.fl.vertical_force`."""
        return f"{part}.{self.suffix}.{quantity}"

    def inner_channel(self, quantity: str) -> str:
        """The name of a recorded quantity of the inner tire of dual wheels: `tire.rl_inner.vertical_force`."""
        return f"tire.{self.suffix}_{INNER}.{quantity}"

    @property
    def drive_torque(self) -> str:
        """The input that drives this wheel [N m], positive forward."""
        return self.name("drive_torque")

    @property
    def brake_torque(self) -> str:
        """The input that brakes this wheel [N m], never negative."""
        return self.name("brake_torque")

    @property
    def brake_pressure(self) -> str:
        """The input that asks for a pressure in this wheel's brake [Pa], never negative."""
        return self.name("brake_pressure")


def corners(axles: Iterable[str], unit: str = CHASSIS) -> tuple[Corner, ...]:
    """All corners of axles given from front to rear; unit: the body that carries them."""
    return tuple(Corner(axle, side, unit) for axle in axles for side in SIDES)
