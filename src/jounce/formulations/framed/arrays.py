"""Arrays of the framed formulation: velocities, accelerations and multipliers, and what an evaluation leaves."""

from typing import NamedTuple

import numpy as np

from jounce.elements.measure_slopes import SLOPES
from jounce.elements.records import record
from jounce.formulations.cartesian.model import MEASURE_STATE, TWIST, Model
from jounce.tires.records import contact_rows

WORLD, CHASSIS = 0, 1
"""Frames."""

BODY = record(a=3, e=3, J=9, r=3, A=9, v=3, w=3, force=3, torque=3)
"""Of a body, all in the axes of the frame: acceleration and angular acceleration against the world, inertia; centre of
mass from the frame's origin, rotation body → frame, velocity and angular velocity against the world, applied force and
torque. In this order it does not begin like that of the world frame, which Numba would take for the same with a
warning."""

AXES = record(origin=3, E=9, w=3)
"""Where the frame is: origin and rotation frame → world; its angular velocity, in its own axes."""


class Framed(NamedTuple):
    """One evaluation in a frame. Unknowns of body i stand at 6 i: translation, then rotation."""

    kind: int
    """WORLD or CHASSIS"""
    base: int
    """the chassis"""
    axes: np.ndarray
    """(1,) AXES"""
    bodies: np.ndarray
    """(nb + 1,) BODY, the ground last"""
    measures: np.ndarray
    """MEASURE_STATE, gradients in the axes of the frame"""
    v: np.ndarray
    """(6 nb,) components of velocity and angular velocity in the axes of the frame"""
    a: np.ndarray
    """(6 nb,) their rates of change"""
    multipliers: np.ndarray
    """(rows,)"""
    balance: np.ndarray
    """(6 nb,) residual of the equations of motion, F"""
    rows: np.ndarray
    """(rows, 3) Φ, Φ̇, Φ̈"""
    slopes: np.ndarray
    """SLOPES of every measure"""
    joint: np.ndarray
    """(1,) SLOPES, scratch: the sum over the measures between two bodies"""
    trials: np.ndarray
    """CONTACT of every tire, scratch: for differences"""


def allocate_framed(model: Model, kind: int, base: int) -> Framed:
    """Arrays that fit a model."""
    n = TWIST * model.bodies.size
    return Framed(
        kind=kind,
        base=base,
        axes=np.zeros(1, AXES),
        bodies=np.zeros(model.bodies.size + 1, BODY),
        measures=np.zeros(model.measures.size, MEASURE_STATE),
        v=np.zeros(n),
        a=np.zeros(n),
        multipliers=np.zeros(model.rows.size),
        balance=np.zeros(n),
        rows=np.zeros((model.rows.size, 3)),
        slopes=np.zeros(model.measures.size, SLOPES),
        joint=np.zeros(1, SLOPES),
        trials=contact_rows(model.tires.size),
    )
