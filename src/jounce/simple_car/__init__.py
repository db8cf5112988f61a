"""The simplified car of Lee 2000: one rigid body on four contact springs, thousands of them in one compiled call."""

from jounce.simple_car.car import EXAMPLES, SIMPLE, TALL, HullBox, SimpleCar
from jounce.simple_car.course import COURSES, Box, Cone, Course, Crate, Ramp, jump, playground, slalom
from jounce.simple_car.fleet import CONTROLS, Energies, Fleet, Snapshot
from jounce.simple_car.poses import Poses

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
    "HullBox",
    "Poses",
    "Ramp",
    "SimpleCar",
    "Snapshot",
    "jump",
    "playground",
    "slalom",
]
