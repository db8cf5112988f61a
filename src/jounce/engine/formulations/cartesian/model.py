"""The arrays of the world-frame Cartesian formulation: constants (`Model`) and scratch (`Work`).

Body i has the state r (centre of mass, world), q (body → world), v (world) and ω (body axes); the ground is body nb.
All vectors fixed in a body are relative to its centre of mass, in body axes. Few arrays of records rather than many
plain ones: every array in an argument costs compile time in every function that it passes through.
"""

from typing import NamedTuple

import numpy as np

from jounce.engine.formulations.elements import ElementArrays
from jounce.engine.laws.forces.records import record
from jounce.engine.laws.ground import Ground
from jounce.engine.laws.tires.records import contact_rows
from jounce.engine.linalg.block_ldl import SIZE, BlockPattern

POSE, TWIST = 7, 6
"""Numbers of a body's pose (r, q) and twist (v, ω) in the state vector."""

BODY_STATE = record(r=3, A=9, v=3, w=3, force=3, torque=3)
"""Centre of mass, rotation body → world, velocity, angular velocity, applied force and torque; all world axes."""

MEASURE_STATE = record(value=float, rate=float, bias=float, gradient=12)
"""A measure, its rate, s̈₀, and its gradient for (v, ω) of body a and of body b; v in world, ω in body axes."""

ROW_STATE = record(violation=float, slip=float, gamma=float)
"""Φ, Φ̇ and the right-hand side of Φ_q q̈ = γ."""


class Model(NamedTuple):
    """Constants of a mechanism: nb bodies, joints numbered after them as nodes of the linear system."""

    bodies: np.ndarray
    """(nb,) BODY of jounce.engine.laws.forces.records"""
    gravity: np.ndarray
    """(3,) world [m/s²]"""
    measures: np.ndarray
    """MEASURE of jounce.engine.laws.forces.measure"""
    rows: np.ndarray
    """CONSTRAINT of jounce.engine.laws.forces.measure"""
    terms: np.ndarray
    """CONSTRAINT_TERM"""
    elements: ElementArrays
    signals: np.ndarray
    """(n, ROW of jounce.engine.laws.forces.signal)"""
    tables: np.ndarray
    """flat"""
    ground: Ground
    pattern: BlockPattern
    """of the linear system; nodes are the bodies, then the joints"""
    regularisation: float
    """on the joints' diagonal [1/kg]"""
    redundant: bool
    """whether constraint rows depend on each other at the design position"""


class Work(NamedTuple):
    """Preallocated results of one evaluation; overwritten by the next."""

    bodies: np.ndarray
    """(nb + 1,) BODY_STATE, the ground last"""
    measures: np.ndarray
    """MEASURE_STATE"""
    rows: np.ndarray
    """ROW_STATE"""
    blocks: np.ndarray
    """(nodes + lower, 6, 6) matrix, then factors"""
    inverses: np.ndarray
    """(nodes, 6, 6)"""
    scratch: np.ndarray
    """(widest column, 6, 6)"""
    x: np.ndarray
    """(nodes, 6) solution: accelerations or displacements of the bodies, multipliers of the joints"""
    step: np.ndarray
    """(nodes, 6) correction"""
    right: np.ndarray
    """(nodes, 6) right-hand side"""
    state: np.ndarray
    """(size,) copy of the state, on the constraints"""
    scalar_forces: np.ndarray
    """(n, 5) coordinate, force, rate of the coordinate, rate of the state and state of every scalar force"""
    contacts: np.ndarray
    """CONTACT of jounce.engine.laws.tires.records"""
    culprit: np.ndarray
    """(3,) joint and size of the last failure; largest |Φ| that the last projection found"""


def allocate(model: Model, size: int) -> Work:
    """Scratch arrays that fit a model with `size` states."""
    nb = model.bodies.size
    nodes = model.pattern.order.size
    widest = int(np.diff(model.pattern.start).max(initial=1))
    work = Work(
        bodies=np.zeros(nb + 1, BODY_STATE),
        measures=np.zeros(model.measures.size, MEASURE_STATE),
        rows=np.zeros(model.rows.size, ROW_STATE),
        blocks=np.zeros((nodes + model.pattern.row.size, SIZE, SIZE)),
        inverses=np.zeros((nodes, SIZE, SIZE)),
        scratch=np.zeros((widest, SIZE, SIZE)),
        x=np.zeros((nodes, SIZE)),
        step=np.zeros((nodes, SIZE)),
        right=np.zeros((nodes, SIZE)),
        state=np.zeros(size),
        scalar_forces=np.zeros((model.elements.scalar_forces.size, 5)),
        contacts=contact_rows(model.elements.tires.size),
        culprit=np.zeros(3),
    )
    work.bodies["A"][nb] = np.eye(3).ravel()
    return work
