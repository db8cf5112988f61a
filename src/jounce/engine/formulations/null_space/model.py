"""The arrays of the null-space formulation: constants (`Model`) and scratch (`Work`).

y is that of `jounce.engine.assembly.state_layout`: base pose, joint coordinates, auxiliary states, base twist, joint
velocities. All geometry is resolved in the axes of the base, at its origin. Velocities are numbered anew, island by
island: an island is a set of bodies that the tree or constraints tie together without the base, so that Φ_q and the
mass matrix are blocks, and only the six rows of the base touch them all. Within an island, cells are what constraints
alone tie together: they share a null space, and a wheel that only spins is a cell without equations. A coordinate that
a driver prescribes is a cell of its own, whose motion is known before that of the others.
"""

from typing import NamedTuple

import numpy as np

from jounce.engine.formulations.cartesian.model import BODY_STATE, MEASURE_STATE, ROW_STATE
from jounce.engine.formulations.elements import Acting, ElementArrays
from jounce.engine.laws.forces.records import record
from jounce.engine.laws.ground import Ground
from jounce.engine.laws.tires.records import contact_rows

PROJECTION, QR, SVD, PARTITIONING, AUGMENTED = range(5)
"""How the constraint forces are removed."""
ALL, INDEPENDENT = range(2)
"""What is integrated: all joint velocities, corrected at the end of a step, or ż, as the papers print it."""
TURN, SLIDE, BALL = range(3)

BRANCH = record(
    body=int,
    parent=int,
    island=int,
    start=int,
    stop=int,
    column=int,
    last=int,
    ball=int,
    offset=3,
    alignment=9,
    centre=3,
)
"""A body on its parent (0: the base, i + 1: branch i), its island, the motions start … stop − 1 of its joint, its
velocities column … last − 1, whether the last motion is a ball, and the geometry of
`jounce.engine.assembly.spanning_tree.Branch`."""

MOTION = record(kind=int, column=int, position=int, velocity=int, axis=3)
"""A primitive motion: its (first) column, its places in y, its axis in the frame of the parent as turned so far."""

ISLAND = record(row=int, last_row=int, column=int, last=int, cell=int, last_cell=int, driven=int)
"""Rows, columns and cells of an island, and how many columns, the first ones, are driven."""

CELL = record(row=int, last_row=int, column=int, last=int, shift=int, driven=int, freedom=int, first_free=int)
"""Rows and columns of a cell, the first column of its island, whether a driver prescribes it, its freedom, and where
its ż begin among all."""

FRAME = record(R=9, x=3, v=3, w=3, bv=3, bw=3)
"""Frame of a branch, in base axes: rotation, origin, spatial twist (of the point at the base's origin; absolute) and
the spatial acceleration that is left when all joint accelerations vanish."""


class Model(NamedTuple):
    """Constants of a mechanism; elements as in the world-frame formulation, without the rows of tree joints."""

    bodies: np.ndarray
    gravity: np.ndarray
    measures: np.ndarray
    """those of constraints first"""
    again: np.ndarray
    """whether a measure has the points of the one before it"""
    loops: int
    """measures of constraints, and those whose turns are counted by a state of their own"""
    rows: np.ndarray
    """those of cut joints, couplers and drivers, island by island"""
    terms: np.ndarray
    elements: ElementArrays
    signals: np.ndarray
    tables: np.ndarray
    ground: Ground
    branches: np.ndarray
    motions: np.ndarray
    islands: np.ndarray
    cells: np.ndarray
    branch_of: np.ndarray
    """(nb + 1,) branch of a body, −1 for the base and the ground"""
    base: int
    """body at the root; nb is the ground"""
    free: bool
    """whether it moves"""
    auxiliary: int
    """first auxiliary state in y"""
    twist: int
    """first velocity in y"""
    independent: int
    """first ż in y; the size of y where they are not in it"""
    method: int
    velocities: int
    other: int
    """address of a basis of `jounce.engine.formulations.null_space.bases`; 0 for projection and augmented"""


class Chain(NamedTuple):
    """What is found along the tree."""

    frames: np.ndarray
    """(branches + 1,) FRAME, the base first"""
    bias: np.ndarray
    """(nb + 1, 6) accelerations of centres of mass, and angular ones, when all joint accelerations vanish"""
    inertia: np.ndarray
    """(branches + 1, 10) of composite bodies about the base's origin; a ball carries a point mass"""
    wrench: np.ndarray
    """(branches + 1, 6) that composite bodies need beyond their accelerations, minus what acts on them"""
    motion: np.ndarray
    """(n, 6) twist of each joint velocity"""


class Space(NamedTuple):
    """Φ_q in blocks of islands, and its null space in blocks of cells."""

    J: np.ndarray
    """(m, widest) Φ_q"""
    H: np.ndarray
    """(m, widest) scratch of decompositions, as are G (m, tallest), F (n, widest) and tau (n)"""
    G: np.ndarray
    F: np.ndarray
    tau: np.ndarray
    order: np.ndarray
    """(m) rows in the order of their pivots"""
    columns: np.ndarray
    """(n) columns, dependent ones first"""
    P: np.ndarray
    """(n, most free of a cell) basis of the null space"""
    K: np.ndarray
    """(n, most free of a cell) that of the last step, or the frame that is held"""
    rank: np.ndarray
    """(cells) of Φ_q at the last decomposition"""
    quality: np.ndarray
    """(cells, 2) smallest over largest pivot of Φ_u, now and at the choice"""
    S: np.ndarray
    """(most free, most free) scratch, with its row swaps"""
    swaps: np.ndarray
    share: np.ndarray
    """(most free) ż, or corrections along the basis"""
    clock: np.ndarray
    """(1,) latest time of which the basis is remembered [s]: samples between steps leave it alone"""
    counts: np.ndarray
    """(3,) see RENEWED, DEFICIENT, CONDITION"""


class Balance(NamedTuple):
    """The equations of motion, in blocks of islands, and what is solved for."""

    M: np.ndarray
    """(n, widest) mass matrix"""
    border: np.ndarray
    """(n, 6) mass matrix between joint velocities and the base"""
    base: np.ndarray
    """(6, 7) mass matrix of the base and its right-hand side"""
    force: np.ndarray
    """(n) generalised forces ḡ"""
    MP: np.ndarray
    """(n, most free of an island) M̄P"""
    A: np.ndarray
    """(all free, most free of an island) reduced mass matrices, then their factors"""
    Y: np.ndarray
    """(all free, 7) their border and right-hand side, then z̈ in the last column"""
    right: np.ndarray
    """(m) right-hand sides of constraints, then multipliers"""
    particular: np.ndarray
    """(n) I γ"""
    rest: np.ndarray
    """(n) generalised forces that accelerations leave over"""
    du: np.ndarray
    """(6 + n) rates of the base's twist and of joint velocities"""
    dense: np.ndarray
    """(N, N) the augmented system, N = 6 + n + m; (0, 0) with other methods"""
    pivots: np.ndarray
    solution: np.ndarray


class Work(NamedTuple):
    """Preallocated results of one evaluation, and what a null space remembers of the last step."""

    acting: Acting
    """in base axes"""
    rows: np.ndarray
    """ROW_STATE"""
    chain: Chain
    space: Space
    balance: Balance
    u: np.ndarray
    """(6 + n) twist of the base and joint velocities"""
    culprit: np.ndarray
    """(3,) joint and size of the last failure, and the largest |Φ| that the last projection met"""


RENEWED, DEFICIENT, CONDITION = range(3)
"""Places in `Space.counts`: times a basis was made anew, decompositions at less than full rank, and the worst condition
of PᵀP so far."""


def allocate(model: Model) -> Work:
    """Scratch arrays that fit a model."""
    # sizes: widest island, tallest cell, freedoms
    nb, m, cells, islands = model.bodies.size, model.rows.size, model.cells, model.islands
    n = int(islands["last"].max(initial=0))
    widest = int((islands["last"] - islands["column"]).max(initial=1))
    tallest, free = int((cells["last_row"] - cells["row"]).max(initial=1)), int(cells["freedom"].max(initial=1))
    every = int(cells["freedom"].sum())
    together = max((int(cells["freedom"][i["cell"] : i["last_cell"]].sum()) for i in islands), default=1)
    branches = model.branches.size
    N = 6 + n + m if model.method == AUGMENTED else 0
    # arrays of zeros
    work = Work(
        acting=Acting(
            bodies=np.zeros(nb + 1, BODY_STATE),
            measures=np.zeros(model.measures.size, MEASURE_STATE),
            scalar_forces=np.zeros((model.elements.scalar_forces.size, 5)),
            contacts=contact_rows(model.elements.tires.size),
        ),
        rows=np.zeros(m, ROW_STATE),
        chain=Chain(
            frames=np.zeros(branches + 1, FRAME),
            bias=np.zeros((nb + 1, 6)),
            inertia=np.zeros((branches + 1, 10)),
            wrench=np.zeros((branches + 1, 6)),
            motion=np.zeros((n, 6)),
        ),
        space=Space(
            J=np.zeros((m, widest)),
            H=np.zeros((m, widest)),
            G=np.zeros((m, tallest)),
            F=np.zeros((n, widest)),
            tau=np.zeros(n),
            order=np.zeros(m, dtype=np.int64),
            columns=np.zeros(n, dtype=np.int64),
            P=np.zeros((n, free)),
            K=np.zeros((n, free)),
            rank=np.zeros(cells.size, dtype=np.int64),
            quality=np.zeros((cells.size, 2)),
            S=np.zeros((free, free)),
            swaps=np.zeros(free, dtype=np.int64),
            share=np.zeros(free),
            clock=np.full(1, -np.inf),
            counts=np.zeros(3),
        ),
        balance=Balance(
            M=np.zeros((n, widest)),
            border=np.zeros((n, 6)),
            base=np.zeros((6, 7)),
            force=np.zeros(n),
            MP=np.zeros((n, together)),
            A=np.zeros((every, together)),
            Y=np.zeros((every, 7)),
            right=np.zeros(m),
            particular=np.zeros(n),
            rest=np.zeros(n),
            du=np.zeros(6 + n),
            dense=np.zeros((N, N)),
            pivots=np.zeros(N, dtype=np.int64),
            solution=np.zeros(N),
        ),
        u=np.zeros(6 + n),
        culprit=np.zeros(3),
    )
    # rotations begin as the identity
    work.acting.bodies["A"] = np.eye(3).ravel()
    work.chain.frames["R"][0] = np.eye(3).ravel()
    return work
