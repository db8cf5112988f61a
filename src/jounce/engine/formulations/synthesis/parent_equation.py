"""The few equations of a parent, a body between chassis and corners, to which its children add their share.

    M s̈ + Hᵀ Ẏ₀ = Q          s̈: independent accelerations of the parent, Ẏ₀: the base's acceleration

They live in the parent's slice of the work array. Seven numbers for each independent velocity: generalised force Q,
then force and torque on the base H. Then the lower triangle of M row after row, and, once the base's acceleration is
known, s̈.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine

SHARE = 7
"""Numbers of one independent velocity."""


def mass_place(m: int, j: int, i: int) -> int:
    """Where M_ji (i ≤ j) of m equations is, from their beginning on."""
    return SHARE * m + j * (j + 1) // 2 + i


def acceleration_place(m: int, j: int) -> int:
    """Where an acceleration is, from the beginning of m equations on."""
    return mass_place(m, m, 0) + j


def size(m: int) -> int:
    """Numbers of m equations."""
    return acceleration_place(m, m)


@subroutine
def set_share(W, i, q, f, t):
    """Begin with a generalised force, and a force and a torque on the base."""
    W[i] = q
    W[i + 1] = f[0]
    W[i + 2] = f[1]
    W[i + 3] = f[2]
    W[i + 4] = t[0]
    W[i + 5] = t[1]
    W[i + 6] = t[2]


@subroutine
def add_share(W, i, q, f, t):
    """Add a child's generalised force, and its force and torque on the base."""
    W[i] += q
    W[i + 1] += f[0]
    W[i + 2] += f[1]
    W[i + 3] += f[2]
    W[i + 4] += t[0]
    W[i + 5] += t[1]
    W[i + 6] += t[2]


@subroutine
def add_to(W, i, s):
    """Add a child's share of an entry of M."""
    W[i] += s
