"""Rows of numbers: what a car is, where it is, what it touches, and the same of the objects of its course.

Vectors are in world axes unless a line says body axes; the origin of a body is its centre of mass.
"""

from typing import NamedTuple

import numpy as np

from jounce.engine.laws.forces.records import record

OK, NOT_FINITE = 0, 1
"""Status of a car: runs, or stopped at its last finite state."""
SMOOTH, PRINTED = 0, 1
"""Numbers of the contact laws."""
AIR, GROUND = -2, -1
"""What a wheel touches: nothing, the ground, or the object with that number."""
NO_PARTNER, CAR = -2, -1
"""Partner of a contact point beside the ground: none, the car, or the object with that number."""
WHEELS = 4

NUMBERS = record(
    law=int, limited=int, points=int, boxes=int, reach=float,
    mass=float, inertia=3, gravity=float, drag=float,
    radius=float, tread=float, wheelbase=float, rear=float,
    stiffness=float, damping=float, onset=float, stop=float, stop_stiffness=float,
    friction=float, relaxation=float, rolling=float, side_gain=float,
    drive_force=float, drive_power=float, brake_force=float, hand_force=float, steer=float, steer_rate=float,
    hull_stiffness=float, hull_damping=float, hull_onset=float, hull_friction=float,
)  # fmt: skip
"""What a car is; `reach` is the radius about the centre of mass within which all of it is [m]."""
CORNER = record(position=3, steered=float, drive=float, brake=float, hand=float, grip=float, grip_damping=float)
"""A wheel of a design: centre in body axes [m], shares, stiffness and damping of its bristle [N/m], [N s/m]."""
BOX = record(centre=3, half=3)
"""A box of the hull, along body axes [m]."""

BODY = record(kind=int, status=int, steps=int, position=3, rotation=4, velocity=3, spin=3, steer=float)
"""Where a car is; `spin` is the angular velocity in body axes, `steer` the angle that the wheels have [rad]."""
WHEEL = record(angle=float, surface=int, depth=float, load=float, point=3, normal=3, force=3, bristle=3)
"""A wheel: angle rolled, what it touches, how deep, where, and with what force on the car."""
POINT = record(clear=float, bristle=3, partner=int, face=int, other=3, force=3)
"""A point of a hull or an object: way until the ground must be asked again, bristle on the ground, whom it touches
beside, through which face it came in, bristle there, and the force on its body."""
CONTROL = record(steer=float, throttle=float, brake=float, handbrake=float)

SHAPE = record(
    moving=int, points=int, half=3, reach=float, friction=float, sliding=float, mass=float, inertia=3, stiffness=float,
    damping=float,
)  # fmt: skip
"""A box of the course: half lengths, radius about the centre, friction factor under tires, own friction on ground."""
TIRE = record(
    body=int, row=int, centre=3, axle=3, radius=float, tread=float, stiffness=float, damping=float, friction=float,
    grip=float, grip_damping=float, relaxation=float,
)  # fmt: skip
"""A wheel of a multibody car as objects meet it: number of its body, row of its loads, centre and axle in body axes
from the centre of mass, radius of the rounded edge `tread`, and the numbers of its contact law."""
TREAD = record(surface=int, depth=float, load=float, bristle=3)
"""What such a wheel touches: the number of an object or AIR, how deep, with what load, and its bristle."""
THING = record(position=3, rotation=4, velocity=3, spin=3, rest=float, near=int, force=3, torque=3)
"""Where an object is in the world of one car, for how long it has rested [s], and what acts on it in this step."""


class Cars(NamedTuple):
    """The states of n cars."""

    bodies: np.ndarray
    """BODY (n,)"""
    wheels: np.ndarray
    """WHEEL (n, 4), corners fl, fr, rl, rr"""
    points: np.ndarray
    """POINT (n, p) of the hull"""
    memories: np.ndarray
    """what each wheel remembers of the ground, and all points together (n, 5)"""


class Designs(NamedTuple):
    """The numbers of k kinds of cars."""

    numbers: np.ndarray
    """NUMBERS (k,)"""
    corners: np.ndarray
    """CORNER (k, 4)"""
    points: np.ndarray
    """of the hull in body axes (k, p, 3) [m]"""
    boxes: np.ndarray
    """BOX (k, b)"""


class Objects(NamedTuple):
    """m objects of a course, of which every car has its own copy."""

    shapes: np.ndarray
    """SHAPE (m,)"""
    points: np.ndarray
    """in body axes (m, q, 3) [m]"""
    things: np.ndarray
    """THING (n, m)"""
    touches: np.ndarray
    """POINT (n, m, q)"""
