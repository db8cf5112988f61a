"""What the engineer writes: hardpoints, masses, springs, tires and names of a car, and its translation to a mechanism.

All geometry is in world axes (ISO 8855: x forward, y left, z up) at the design position on the ground z = 0, in SI
units or in strings with a unit. The left side is given, the right one is its mirror image. Every object is frozen and
compared by value; a wrong one raises a ModelError that lists all findings.
"""

from jounce.model.vehicle.aerodynamics import Aerodynamics
from jounce.model.vehicle.axle import AntiRollBar, Axle, TireLaw
from jounce.model.vehicle.body_mesh import BodyMesh
from jounce.model.vehicle.brakes import Brake, BrakeSystem, Caliper
from jounce.model.vehicle.corners import (
    BRAKE,
    CHARGE_LIMIT,
    CLUTCH,
    DISCHARGE_LIMIT,
    GEAR,
    LOCK_UP,
    RACK_TRAVEL,
    REGENERATION,
    SECOND_RACK_TRAVEL,
    SIDE_FORCE,
    SPEED_LEFT,
    SPEED_RIGHT,
    STEERING_WHEEL_ANGLE,
    TARGET_SPEED,
    THROTTLE,
    TRANSFER_CLUTCH,
    WIND_DIRECTION,
    WIND_END,
    WIND_SPEED,
    WIND_START,
    Corner,
    corners,
)
from jounce.model.vehicle.geometry import LEFT, RIGHT, SIDES, Side
from jounce.model.vehicle.hitches import BallHitch, FifthWheel, Turntable
from jounce.model.vehicle.linkage_parts import LinkageParts, NamedPart
from jounce.model.vehicle.outline import Outline
from jounce.model.vehicle.parts import LeftPart, Part, Wheel
from jounce.model.vehicle.payload import Payload
from jounce.model.vehicle.pedals import (
    brake_gains,
    brake_inputs,
    drive_shares,
    full_brake_inputs,
    full_deceleration,
    full_hand_brake_inputs,
)
from jounce.model.vehicle.powertrain import (
    NO_TARGET_SPEED,
    Battery,
    CentreDifferential,
    Clutch,
    Differential,
    DrivenAxle,
    Engine,
    Gearbox,
    HalfShafts,
    LeftRotor,
    LimitedSlip,
    LockedTransfer,
    Motor,
    Powertrain,
    Rotor,
    SpeedController,
    TorqueConverter,
    TransferCoupling,
)
from jounce.model.vehicle.read import build_vehicle, parse_vehicle, read_vehicle
from jounce.model.vehicle.steerings.actuation import (
    Column,
    ColumnFriction,
    LinkedRack,
    PrescribedRack,
    RackServo,
    SteeringStops,
)
from jounce.model.vehicle.steerings.pitman_arm import IdlerArm, PitmanArm
from jounce.model.vehicle.steerings.rack import RackSteering
from jounce.model.vehicle.steerings.registry import STEERINGS, build_steering
from jounce.model.vehicle.steerings.rotary_arm import RotaryArm
from jounce.model.vehicle.steerings.skid import SkidSteering
from jounce.model.vehicle.steerings.steering import Steering
from jounce.model.vehicle.subframe import Subframe, SubframeMount
from jounce.model.vehicle.suspensions.arms import Wishbone
from jounce.model.vehicle.suspensions.axle_guides import AArm, Guide, TorqueTube
from jounce.model.vehicle.suspensions.double_wishbone import DoubleWishbone
from jounce.model.vehicle.suspensions.h_arm import HArm, HArmSuspension
from jounce.model.vehicle.suspensions.integral_link import IntegralLink
from jounce.model.vehicle.suspensions.kc_table import KcTable, SteerTable, TravelTable, WheelSpring
from jounce.model.vehicle.suspensions.leaf_spring import LeafPart, LeafSpring
from jounce.model.vehicle.suspensions.links import Link, Rod
from jounce.model.vehicle.suspensions.macpherson import MacPherson, StrutRod
from jounce.model.vehicle.suspensions.mechanism_block import MechanismSuspension, SteeringAxisOf
from jounce.model.vehicle.suspensions.mounts import BallMount, BushingMount, Mount
from jounce.model.vehicle.suspensions.multilink import Multilink
from jounce.model.vehicle.suspensions.registry import SUSPENSIONS, build_suspension
from jounce.model.vehicle.suspensions.rocker import Rocker, ThirdSpring
from jounce.model.vehicle.suspensions.rubber import Rubber
from jounce.model.vehicle.suspensions.solid_axle import SolidAxle
from jounce.model.vehicle.suspensions.springs import Strut, TorsionBar
from jounce.model.vehicle.suspensions.steered_ends import Bellcrank, SteeredEnds
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension
from jounce.model.vehicle.suspensions.three_link import MountedArm, ThreeLink
from jounce.model.vehicle.suspensions.tie_rod import Kingpin, TieRod
from jounce.model.vehicle.suspensions.trailing_arm import Arm, TrailingArm
from jounce.model.vehicle.suspensions.twist_beam import Beam, BeamArm, TwistBeam
from jounce.model.vehicle.suspensions.watt_linkage import WattLinkage
from jounce.model.vehicle.trailer import Trailer
from jounce.model.vehicle.translate import to_mechanism, with_balanced_springs
from jounce.model.vehicle.variants import (
    rolling,
    rolling_gear,
    rolling_throttle,
    with_loads,
    with_prescribed_rack,
    with_rack_servo,
    with_side_force,
    with_smooth_rack,
    with_wind,
)
from jounce.model.vehicle.vehicle import Vehicle

__all__ = [
    "BRAKE",
    "CHARGE_LIMIT",
    "CLUTCH",
    "DISCHARGE_LIMIT",
    "GEAR",
    "LEFT",
    "LOCK_UP",
    "NO_TARGET_SPEED",
    "RACK_TRAVEL",
    "REGENERATION",
    "RIGHT",
    "SECOND_RACK_TRAVEL",
    "SIDES",
    "SIDE_FORCE",
    "SPEED_LEFT",
    "SPEED_RIGHT",
    "STEERINGS",
    "STEERING_WHEEL_ANGLE",
    "SUSPENSIONS",
    "TARGET_SPEED",
    "THROTTLE",
    "TRANSFER_CLUTCH",
    "WIND_DIRECTION",
    "WIND_END",
    "WIND_SPEED",
    "WIND_START",
    "AArm",
    "Aerodynamics",
    "AntiRollBar",
    "Arm",
    "Axle",
    "BallHitch",
    "BallMount",
    "Battery",
    "Beam",
    "BeamArm",
    "Bellcrank",
    "BodyMesh",
    "Brake",
    "BrakeSystem",
    "BushingMount",
    "Caliper",
    "Carriers",
    "CentreDifferential",
    "Clutch",
    "Column",
    "ColumnFriction",
    "Corner",
    "Differential",
    "DoubleWishbone",
    "DrivenAxle",
    "Engine",
    "FifthWheel",
    "Gearbox",
    "Guide",
    "HArm",
    "HArmSuspension",
    "HalfShafts",
    "IdlerArm",
    "IntegralLink",
    "KcTable",
    "Kingpin",
    "LeafPart",
    "LeafSpring",
    "LeftPart",
    "LeftRotor",
    "LimitedSlip",
    "Link",
    "LinkageParts",
    "LinkedRack",
    "LockedTransfer",
    "MacPherson",
    "MechanismSuspension",
    "Motor",
    "Mount",
    "MountedArm",
    "Multilink",
    "NamedPart",
    "Outline",
    "Part",
    "Payload",
    "PitmanArm",
    "Powertrain",
    "PrescribedRack",
    "RackServo",
    "RackSteering",
    "Rocker",
    "Rod",
    "RotaryArm",
    "Rotor",
    "Rubber",
    "Side",
    "SkidSteering",
    "SolidAxle",
    "SpeedController",
    "SteerTable",
    "SteeredEnds",
    "Steering",
    "SteeringAxisOf",
    "SteeringStops",
    "Strut",
    "StrutRod",
    "Subframe",
    "SubframeMount",
    "Suspension",
    "ThirdSpring",
    "ThreeLink",
    "TieRod",
    "TireLaw",
    "TorqueConverter",
    "TorqueTube",
    "TorsionBar",
    "Trailer",
    "TrailingArm",
    "TransferCoupling",
    "TravelTable",
    "Turntable",
    "TwistBeam",
    "Vehicle",
    "WattLinkage",
    "Wheel",
    "WheelSpring",
    "Wishbone",
    "brake_gains",
    "brake_inputs",
    "build_steering",
    "build_suspension",
    "build_vehicle",
    "corners",
    "drive_shares",
    "full_brake_inputs",
    "full_deceleration",
    "full_hand_brake_inputs",
    "parse_vehicle",
    "read_vehicle",
    "rolling",
    "rolling_gear",
    "rolling_throttle",
    "to_mechanism",
    "with_balanced_springs",
    "with_loads",
    "with_prescribed_rack",
    "with_rack_servo",
    "with_side_force",
    "with_smooth_rack",
    "with_wind",
]
