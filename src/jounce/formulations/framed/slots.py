"""A sparse matrix as a list of entries, written in the same order every time; entries in one place add up.

While blocks are traced, their places are written too: that is how the pattern becomes known. Entries beyond the room
there is are only counted.
"""

from typing import NamedTuple

import numpy as np

from jounce.kernel import part


class Slots(NamedTuple):
    """Entries in blocks, and how many there are."""

    values: np.ndarray
    blocks: np.ndarray
    """(blocks, 4) row, column, height and width of each block, written while tracing"""
    count: np.ndarray
    """(3,) entries and blocks written; whether blocks are traced"""


def allocate_slots(entries: int, blocks: int = 0) -> Slots:
    """Room for so many entries, and for tracing so many blocks."""
    return Slots(np.zeros(entries), np.zeros((blocks, 4), np.int64), np.zeros(3, np.int64))


def traced_places(slots: Slots) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of all entries."""
    row, column, height, width = slots.blocks.T
    size = height * width
    block = np.repeat(np.arange(len(size)), size)
    inside = np.arange(len(block)) - np.repeat(np.cumsum(size) - size, size)
    return row[block] + inside // width[block], column[block] + inside % width[block]


@part
def begin(slots):
    """Forget all entries."""
    slots.count[0] = 0
    slots.count[1] = 0


@part
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


@part
def put(slots, row, column, value):
    """One entry."""
    n = room(slots, row, column, 1, 1)
    if n >= 0:
        slots.values[n] = value


@part
def put_vector(values, n, a):
    """Three numbers."""
    if n >= 0:
        values[n] = a[0]
        values[n + 1] = a[1]
        values[n + 2] = a[2]


@part
def put_row(slots, row, column, a):
    """aᵀ, one row."""
    put_vector(slots.values, room(slots, row, column, 1, 3), a)


@part
def put_column(slots, row, column, a):
    """a, one column."""
    put_vector(slots.values, room(slots, row, column, 3, 1), a)


@part
def put_block(slots, row, column, A):
    """A 3 × 3 block."""
    n, values = room(slots, row, column, 3, 3), slots.values
    if n >= 0:
        put_vector(values, n, (A[0], A[1], A[2]))
        put_vector(values, n + 3, (A[3], A[4], A[5]))
        put_vector(values, n + 6, (A[6], A[7], A[8]))


@part
def put_product(slots, row, column, a, b):
    """a bᵀ."""
    n, values = room(slots, row, column, 3, 3), slots.values
    if n >= 0:
        put_vector(values, n, (a[0] * b[0], a[0] * b[1], a[0] * b[2]))
        put_vector(values, n + 3, (a[1] * b[0], a[1] * b[1], a[1] * b[2]))
        put_vector(values, n + 6, (a[2] * b[0], a[2] * b[1], a[2] * b[2]))
