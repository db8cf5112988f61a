"""The multibody view: bodies, joints, force elements and tires, written in Python or YAML, checked, without numerics.

All geometry is in world axes (ISO 8855: x forward, y left, z up) at the design position, in SI units or in texts with
a unit. Every object is frozen and compared by value; a wrong one raises a ModelError that lists all findings.
"""

from jounce.mechanism.bodies import GROUND, Body
from jounce.mechanism.couplers import Coupler, Coupling, Driver, Gear, RackAndPinion
from jounce.mechanism.curves import Curve
from jounce.mechanism.driveline import Clutch, Engine, HalfShaft, SpeedHolder
from jounce.mechanism.forces import (
    AerodynamicDrag,
    AntiRollBar,
    AppliedForce,
    AppliedTorque,
    Brake,
    Bushing,
    RotationalSpringDamper,
    Servo,
    SpeedControl,
)
from jounce.mechanism.frozen import replace
from jounce.mechanism.joints import (
    Connection,
    ConstantVelocity,
    Cylindrical,
    Distance,
    Fixed,
    Planar,
    Pointed,
    PointOnLine,
    Prismatic,
    Revolute,
    RevoluteSpherical,
    Spherical,
    Universal,
)
from jounce.mechanism.mechanism import Force, Joint, Mechanism
from jounce.mechanism.read import parse_mechanism, read_mechanism
from jounce.mechanism.signals import Constant, Input, Signal, Sine, SmoothStep, Table, scaled
from jounce.mechanism.springs import SpringDamper, Stop
from jounce.mechanism.tire_laws import MagicFormula, MagicFormula87, SimpleTire, TireLaw, TirTire
from jounce.mechanism.tires import Tire

__all__ = [
    "GROUND",
    "AerodynamicDrag",
    "AntiRollBar",
    "AppliedForce",
    "AppliedTorque",
    "Body",
    "Brake",
    "Bushing",
    "Clutch",
    "Connection",
    "Constant",
    "ConstantVelocity",
    "Coupler",
    "Coupling",
    "Curve",
    "Cylindrical",
    "Distance",
    "Driver",
    "Engine",
    "Fixed",
    "Force",
    "Gear",
    "HalfShaft",
    "Input",
    "Joint",
    "MagicFormula",
    "MagicFormula87",
    "Mechanism",
    "Planar",
    "PointOnLine",
    "Pointed",
    "Prismatic",
    "RackAndPinion",
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
    "Table",
    "TirTire",
    "Tire",
    "TireLaw",
    "Universal",
    "parse_mechanism",
    "read_mechanism",
    "replace",
    "scaled",
]
