"""Arrays of an evaluation in a frame, and its sparse matrix as a list of entries.

Entries are written in the same order every time; those in one place add up. While blocks are traced, their places are
written too: that is how the pattern becomes known. Entries beyond the room there is are only counted.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import subroutine
from jounce.engine.formulations.cartesian.model import MEASURE_STATE, TWIST, Model
from jounce.engine.laws.forces.measure_derivatives import MEASURE_DERIVATIVES
from jounce.engine.laws.forces.records import record
from jounce.engine.laws.tires.records import contact_rows

WORLD, CHASSIS = 0, 1
"""Kinds of frame in which equations are written."""

BODY = record(a=3, e=3, J=9, r=3, A=9, v=3, w=3, force=3, torque=3)
"""A body, all in the axes of the frame: acceleration and angular acceleration against the world, inertia; centre of
mass from the frame's origin, rotation body → frame, velocity and angular velocity against the world, applied force and
torque. In this order it does not begin like that of the world frame, which Numba would take for the same with a
warning."""

AXES = record(origin=3, E=9, w=3)
"""Where the frame is: origin and rotation frame → world; its angular velocity, in its own axes."""


class FrameArrays(NamedTuple):
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
    """MEASURE_DERIVATIVES of every measure"""
    joint: np.ndarray
    """(1,) MEASURE_DERIVATIVES, scratch: the sum over the measures between two bodies"""
    trials: np.ndarray
    """CONTACT of every tire, scratch: for differences"""


def allocate_frame_arrays(model: Model, kind: int, base: int) -> FrameArrays:
    """Arrays that fit a model."""
    n = TWIST * model.bodies.size
    return FrameArrays(
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
        slopes=np.zeros(model.measures.size, MEASURE_DERIVATIVES),
        joint=np.zeros(1, MEASURE_DERIVATIVES),
        trials=contact_rows(model.elements.tires.size),
    )


class Slots(NamedTuple):
    """Entries in blocks, and how many there are."""

    values: np.ndarray
    blocks: np.ndarray
    """(blocks, 4) row, column, height and width of each block, written while tracing"""
    count: np.ndarray  # type: ignore[assignment]
    """(3,) entries and blocks written; whether blocks are traced"""


def allocate_slots(entries: int, blocks: int = 0) -> Slots:
    """Arrays for so many entries, and for tracing so many blocks."""
    return Slots(np.zeros(entries), np.zeros((blocks, 4), np.int64), np.zeros(3, np.int64))


def traced_places(slots: Slots) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of all entries."""
    row, column, height, width = slots.blocks.T
    size = height * width
    block = np.repeat(np.arange(len(size)), size)
    inside = np.arange(len(block)) - np.repeat(np.cumsum(size) - size, size)
    return row[block] + inside // width[block], column[block] + inside % width[block]


@subroutine
def begin(slots):
    """Forget all entries."""
    slots.count[0] = 0
    slots.count[1] = 0


@subroutine
def room(slots, row, column, height, width):
    """First place for a block of entries, or −1."""
    count, blocks = slots.count, slots.blocks
    n, k = count[0], count[1]
    count[0] = n + height * width
    count[1] = k + 1
    if count[2] != 0 and k < blocks.shape[0]:
        blocks[k, 0] = row
        blocks[k, 1] = column
        blocks[k, 2] = height
        blocks[k, 3] = width
    return n if n + height * width <= slots.values.size else -1


@subroutine
def put(slots, row, column, value):
    """Write one entry."""
    n = room(slots, row, column, 1, 1)
    if n >= 0:
        slots.values[n] = value


@subroutine
def put_vector(values, n, a):
    """Write three numbers."""
    if n >= 0:
        values[n] = a[0]
        values[n + 1] = a[1]
        values[n + 2] = a[2]


@subroutine
def put_row(slots, row, column, a):
    """Write aᵀ as one row."""
    put_vector(slots.values, room(slots, row, column, 1, 3), a)


@subroutine
def put_column(slots, row, column, a):
    """Write a as one column."""
    put_vector(slots.values, room(slots, row, column, 3, 1), a)


@subroutine
def put_block(slots, row, column, A):
    """Write a 3 × 3 block."""
    n, values = room(slots, row, column, 3, 3), slots.values
    if n >= 0:
        put_vector(values, n, (A[0], A[1], A[2]))
        put_vector(values, n + 3, (A[3], A[4], A[5]))
        put_vector(values, n + 6, (A[6], A[7], A[8]))


@subroutine
def put_product(slots, row, column, a, b):
    """Write the 3 × 3 block a bᵀ."""
    n, values = room(slots, row, column, 3, 3), slots.values
    if n >= 0:
        put_vector(values, n, (a[0] * b[0], a[0] * b[1], a[0] * b[2]))
        put_vector(values, n + 3, (a[1] * b[0], a[1] * b[1], a[1] * b[2]))
        put_vector(values, n + 6, (a[2] * b[0], a[2] * b[1], a[2] * b[2]))
