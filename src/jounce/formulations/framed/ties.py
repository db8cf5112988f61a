"""Entries of the rows that tie positions to velocities and velocities to their rates, (K7) of `integrators.tangent`."""

from jounce.formulations.cartesian.model import TWIST
from jounce.formulations.framed.arrays import CHASSIS
from jounce.formulations.framed.displacement import displacement_slopes
from jounce.formulations.framed.slots import put, put_row
from jounce.kernel import part


@part
def tie_slopes(framed, independent, reach, start, trial, slots, p):
    """All of them, for a step of reach β [s] that began at `start`."""
    d = independent.size
    for i in range(d):
        coordinate = independent[i]
        first, second = p.n + 3 * p.m + i, p.n + 3 * p.m + d + i
        own, other = displacement_slopes(framed.kind, framed.base, start, trial, coordinate)
        put_row(slots, first, coordinate - coordinate % 3, own)
        if framed.kind == CHASSIS:
            put_row(slots, first, TWIST * framed.base + 3, other)
        put(slots, first, p.n + coordinate, -reach)
        put(slots, second, p.n + coordinate, 1.0)
        put(slots, second, 2 * p.n + coordinate, -reach)
