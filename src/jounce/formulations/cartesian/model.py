"""The arrays of the world-frame Cartesian formulation: constants (`Model`) and scratch (`Work`).

Body i has the state r (centre of mass, world), q (body → world), v (world) and ω (body axes); the ground is body nb.
All vectors fixed in a body are relative to its centre of mass, in body axes.
"""

from typing import NamedTuple

import numpy as np

from jounce.algebra.block_ldl import SIZE, Pattern

POSE, TWIST = 7, 6
"""Numbers of a body's pose (r, q) and twist (v, ω) in the state vector."""

POINT_A, POINT_B, AXIS_A, SECOND_A, AXIS_B = 0, 3, 6, 9, 12
MEASURE_ROW = 15
"""Layout of a measure's vectors: points on a and b, first and second direction on a, direction on b."""



class Model(NamedTuple):
    """Constants of a mechanism. nb bodies, nm measures, nr constraint rows, nj joints."""

    mass: np.ndarray  # (nb,) kg
    inertia: np.ndarray  # (nb, 9) about the centre of mass, body axes, kg m²
    gravity: np.ndarray  # (3,) world, m/s²
    # measures: scalar coordinates between two bodies
    measure_kind: np.ndarray  # (nm,) of jounce.elements.measure
    measure_bodies: np.ndarray  # (nm, 2)
    measure_vectors: np.ndarray  # (nm, MEASURE_ROW)
    measure_winding: np.ndarray  # (nm,) auxiliary state that counts turns, or -1
    # constraint rows: Σ factor · measure = offset + signal
    row_start: np.ndarray  # (nr + 1,) first term of each row
    term_measure: np.ndarray  # (nt,)
    term_factor: np.ndarray  # (nt,)
    term_block: np.ndarray  # (nt, 2) block of each body's Jacobian in the linear system, -1 for the ground
    term_flipped: np.ndarray  # (nt, 2) whether that block is stored transposed
    row_offset: np.ndarray  # (nr,)
    row_signal: np.ndarray  # (nr,) or -1
    row_filter: np.ndarray  # (nr,) first of two auxiliary states that smooth the signal, or -1
    row_filter_time: np.ndarray  # (nr,) s
    row_joint: np.ndarray  # (nr,) joint that owns the row
    row_place: np.ndarray  # (nr,) row within the joint, 0 … 5
    # forces along measures
    spring_start: np.ndarray  # (ns + 1,)
    spring_measure: np.ndarray
    spring_factor: np.ndarray
    spring_rows: np.ndarray  # (ns, spring.ROW)
    signals: np.ndarray  # (nsig, signal.ROW)
    tables: np.ndarray  # flat
    bushing_bodies: np.ndarray  # (n, 2)
    bushing_frames: np.ndarray  # (n, 24) points on a and b, frames on a and b
    bushing_rows: np.ndarray  # (n, bushing.ROW)
    load_kind: np.ndarray  # (n,)
    load_bodies: np.ndarray  # (n, 2) body and reaction body
    load_vectors: np.ndarray  # (n, 6) point, direction
    load_signal: np.ndarray  # (n,)
    drag_body: np.ndarray  # (n,)
    drag_rows: np.ndarray  # (n, 9) point, density, drag area, lift area, wind
    tire_body: np.ndarray  # (n,)
    tire_rows: np.ndarray  # (n, magic_formula.ROW)
    ground: tuple  # of jounce.ground
    pattern: Pattern  # of the linear system; nodes: bodies, then joints
    regularisation: float  # 1/kg, on the joints' diagonal


class Work(NamedTuple):
    """Preallocated results of one evaluation; overwritten by the next."""

    r: np.ndarray  # (nb + 1, 3) world
    A: np.ndarray  # (nb + 1, 9) body → world
    v: np.ndarray  # (nb + 1, 3) world
    w: np.ndarray  # (nb + 1, 3) world
    force: np.ndarray  # (nb + 1, 6) force and torque about the centre of mass, world
    value: np.ndarray  # (nm,) measure
    rate: np.ndarray  # (nm,)
    bias: np.ndarray  # (nm,)
    gradient: np.ndarray  # (nm, 12) for (v, ω) of body a, then of body b; v world, ω body axes
    violation: np.ndarray  # (nr,) Φ
    slip: np.ndarray  # (nr,) Φ̇
    gamma: np.ndarray  # (nr,) right-hand side of Φ_q q̈ = γ
    blocks: np.ndarray  # (nodes + lower, 6, 6)
    inverses: np.ndarray  # (nodes, 6, 6)
    scratch: np.ndarray  # (widest column, 6, 6)
    x: np.ndarray  # (nodes, 6) solution: accelerations of the bodies, multipliers of the joints
    step: np.ndarray  # (nodes, 6) correction
    right: np.ndarray  # (nodes, 6) right-hand side
    spring_force: np.ndarray  # (ns,)
    tire: np.ndarray  # (n, 6) Fx, Fy, Fz, κ, α, penetration
    culprit: np.ndarray  # (2,) joint and size of the last failure


def allocate(model: Model) -> Work:
    """Scratch arrays that fit a model."""
    nb, nm, nr = model.mass.size, model.measure_kind.size, model.row_offset.size
    nodes = model.pattern.order.size
    widest = int(np.diff(model.pattern.start).max(initial=1))
    work = Work(
        r=np.zeros((nb + 1, 3)),
        A=np.zeros((nb + 1, 9)),
        v=np.zeros((nb + 1, 3)),
        w=np.zeros((nb + 1, 3)),
        force=np.zeros((nb + 1, 6)),
        value=np.zeros(nm),
        rate=np.zeros(nm),
        bias=np.zeros(nm),
        gradient=np.zeros((nm, 12)),
        violation=np.zeros(nr),
        slip=np.zeros(nr),
        gamma=np.zeros(nr),
        blocks=np.zeros((nodes + model.pattern.row.size, SIZE, SIZE)),
        inverses=np.zeros((nodes, SIZE, SIZE)),
        scratch=np.zeros((max(widest, 1), SIZE, SIZE)),
        x=np.zeros((nodes, SIZE)),
        step=np.zeros((nodes, SIZE)),
        right=np.zeros((nodes, SIZE)),
        spring_force=np.zeros(model.spring_rows.shape[0]),
        tire=np.zeros((model.tire_body.size, 6)),
        culprit=np.zeros(2),
    )
    work.A[nb, [0, 4, 8]] = 1.0
    return work
