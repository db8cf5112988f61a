"""The multibody view: bodies, joints, force elements and tires, written in Python or YAML, checked, without numerics.

All geometry is in world axes (ISO 8855: x forward, y left, z up) at the design position, in SI units or in strings with
a unit. Every object is frozen and compared by value; a wrong one raises a ModelError that lists all findings.
"""

from jounce.model.mechanism.air import AirCoefficients
from jounce.model.mechanism.bodies import GROUND, Body
from jounce.model.mechanism.calspan import CalspanTire
from jounce.model.mechanism.converter import TorqueConverter
from jounce.model.mechanism.driveline import Clutch, Engine, HalfShaft, SpeedHolder
from jounce.model.mechanism.fiala import FialaTire
from jounce.model.mechanism.forces import (
    AerodynamicDrag,
    AntiRollBar,
    AppliedForce,
    AppliedTorque,
    Brake,
    Bushing,
    BushingCurves,
    RotationalSpringDamper,
    Servo,
    SpeedControl,
)
from jounce.model.mechanism.hydraulics import BrakeDisc, HydraulicBrake
from jounce.model.mechanism.joint_forces import JointFriction, JointStop
from jounce.model.mechanism.joints import (
    Connection,
    ConstantVelocity,
    Coupler,
    Coupling,
    Cylindrical,
    Distance,
    Fixed,
    Gear,
    Planar,
    Pointed,
    PointOnLine,
    PrescribedMotion,
    Prismatic,
    RackAndPinion,
    Revolute,
    RevoluteSpherical,
    Spherical,
    Universal,
)
from jounce.model.mechanism.mechanism import Force, Joint, Mechanism
from jounce.model.mechanism.motors import Motor
from jounce.model.mechanism.read import parse_mechanism, read_mechanism
from jounce.model.mechanism.signals import (
    Constant,
    Formula,
    Input,
    Polynomial,
    Ramp,
    Signal,
    Sine,
    SmoothStep,
    Table,
    scale_signal,
)
from jounce.model.mechanism.springs import Curve, SpringDamper, Stop
from jounce.model.mechanism.steering import AssistMap, PowerSteering
from jounce.model.mechanism.tires import MagicFormula, MagicFormula87, SimpleTire, Tire, TireLaw, TirTire
from jounce.model.mechanism.tmeasy import TMeasyCurve, TMeasyTire, TMeasyTrail
from jounce.schema.frozen import replace

__all__ = [
    "GROUND",
    "AerodynamicDrag",
    "AirCoefficients",
    "AntiRollBar",
    "AppliedForce",
    "AppliedTorque",
    "AssistMap",
    "Body",
    "Brake",
    "BrakeDisc",
    "Bushing",
    "BushingCurves",
    "CalspanTire",
    "Clutch",
    "Connection",
    "Constant",
    "ConstantVelocity",
    "Coupler",
    "Coupling",
    "Curve",
    "Cylindrical",
    "Distance",
    "Engine",
    "FialaTire",
    "Fixed",
    "Force",
    "Formula",
    "Gear",
    "HalfShaft",
    "HydraulicBrake",
    "Input",
    "Joint",
    "JointFriction",
    "JointStop",
    "MagicFormula",
    "MagicFormula87",
    "Mechanism",
    "Motor",
    "Planar",
    "PointOnLine",
    "Pointed",
    "Polynomial",
    "PowerSteering",
    "PrescribedMotion",
    "Prismatic",
    "RackAndPinion",
    "Ramp",
    "Revolute",
    "RevoluteSpherical",
    "RotationalSpringDamper",
    "Servo",
    "Signal",
    "SimpleTire",
    "Sine",
    "SmoothStep",
    "SpeedControl",
    "SpeedHolder",
    "Spherical",
    "SpringDamper",
    "Stop",
    "TMeasyCurve",
    "TMeasyTire",
    "TMeasyTrail",
    "Table",
    "TirTire",
    "Tire",
    "TireLaw",
    "TorqueConverter",
    "Universal",
    "parse_mechanism",
    "read_mechanism",
    "replace",
    "scale_signal",
]
