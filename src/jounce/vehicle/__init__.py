"""What the engineer writes: hardpoints, masses, springs, tires and names of a car, and its translation to a mechanism.

All geometry is in world axes (ISO 8855: x forward, y left, z up) at the design position on the ground z = 0, in SI
units or in texts with a unit. The left side is given, the right one is its mirror image. Every object is frozen and
compared by value; a wrong one raises a ModelError that lists all findings.
"""

from jounce.vehicle.axle import AntiRollBar, Axle, Brake, Steerable, Suspension, TireLaw
from jounce.vehicle.corners import (
    BRAKE,
    CLUTCH,
    GEAR,
    RACK_TRAVEL,
    SPEED_LEFT,
    SPEED_RIGHT,
    STEERING_WHEEL_ANGLE,
    TARGET_SPEED,
    THROTTLE,
    Corner,
    corners,
)
from jounce.vehicle.double_wishbone import DoubleWishbone, TieRod, Wishbone
from jounce.vehicle.macpherson import MacPherson, StrutRod
from jounce.vehicle.mounts import BallMount, BushingMount, Mount
from jounce.vehicle.parts import LeftPart, Part, Wheel
from jounce.vehicle.pedals import drive_shares, full_brake_torques, full_hand_brake_torques
from jounce.vehicle.powertrain import (
    Clutch,
    Differential,
    Driver,
    Engine,
    Gearbox,
    HalfShafts,
    LeftRotor,
    LimitedSlip,
    Powertrain,
    Rotor,
)
from jounce.vehicle.read import build_vehicle, parse_vehicle, read_vehicle
from jounce.vehicle.rolling import rolling, rolling_gear, rolling_throttle
from jounce.vehicle.sides import LEFT, RIGHT, SIDES, Side
from jounce.vehicle.skid_steering import SkidSteering
from jounce.vehicle.steering import PrescribedRack, RackServo, Steering
from jounce.vehicle.struts import Strut
from jounce.vehicle.torsion_bar import TorsionBar
from jounce.vehicle.trailing_arm import Arm, TrailingArm
from jounce.vehicle.translate import to_mechanism
from jounce.vehicle.translate_powertrain import AWAY
from jounce.vehicle.twist_beam import Beam, BeamArm, TwistBeam
from jounce.vehicle.variants import with_prescribed_rack, with_rack_servo, with_smooth_rack
from jounce.vehicle.vehicle import Aerodynamics, Outline, Vehicle

__all__ = [
    "AWAY",
    "BRAKE",
    "CLUTCH",
    "GEAR",
    "LEFT",
    "RACK_TRAVEL",
    "RIGHT",
    "SIDES",
    "SPEED_LEFT",
    "SPEED_RIGHT",
    "STEERING_WHEEL_ANGLE",
    "TARGET_SPEED",
    "THROTTLE",
    "Aerodynamics",
    "AntiRollBar",
    "Arm",
    "Axle",
    "BallMount",
    "Beam",
    "BeamArm",
    "Brake",
    "BushingMount",
    "Clutch",
    "Corner",
    "Differential",
    "DoubleWishbone",
    "Driver",
    "Engine",
    "Gearbox",
    "HalfShafts",
    "LeftPart",
    "LeftRotor",
    "LimitedSlip",
    "MacPherson",
    "Mount",
    "Outline",
    "Part",
    "Powertrain",
    "PrescribedRack",
    "RackServo",
    "Rotor",
    "Side",
    "SkidSteering",
    "Steerable",
    "Steering",
    "Strut",
    "StrutRod",
    "Suspension",
    "TieRod",
    "TireLaw",
    "TorsionBar",
    "TrailingArm",
    "TwistBeam",
    "Vehicle",
    "Wheel",
    "Wishbone",
    "build_vehicle",
    "corners",
    "drive_shares",
    "full_brake_torques",
    "full_hand_brake_torques",
    "parse_vehicle",
    "read_vehicle",
    "rolling",
    "rolling_gear",
    "rolling_throttle",
    "to_mechanism",
    "with_prescribed_rack",
    "with_rack_servo",
    "with_smooth_rack",
]
