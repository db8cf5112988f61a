"""The simplified car of Lee 2000: one rigid body on four contact springs, thousands of them in one compiled call."""

from jounce.engine.single_body.car import EXAMPLES, SIMPLE, TALL, HullBox, SimpleCar
from jounce.engine.single_body.course import (
    COURSES,
    Box,
    Cone,
    Course,
    Crate,
    Ramp,
    cleats,
    jump,
    kerb,
    parked,
    playground,
    slalom,
)
from jounce.engine.single_body.fleet import CONTROLS, Energies, Fleet, FleetSnapshot
from jounce.engine.single_body.hull_contact import HullContact
from jounce.engine.single_body.poses import Poses
from jounce.engine.single_body.wheel_outline import WheelOutline

__all__ = [
    "CONTROLS",
    "COURSES",
    "EXAMPLES",
    "SIMPLE",
    "TALL",
    "Box",
    "Cone",
    "Course",
    "Crate",
    "Energies",
    "Fleet",
    "FleetSnapshot",
    "HullBox",
    "HullContact",
    "Poses",
    "Ramp",
    "SimpleCar",
    "WheelOutline",
    "cleats",
    "jump",
    "kerb",
    "parked",
    "playground",
    "slalom",
]
