"""∂(F, Φ, Φ̇, Φ̈) and the rows of the element states, as entries of a sparse matrix; see `slopes`.

Entries of the rows that tie positions to velocities and velocities to their rates, (K7) of `integrators.tangent`.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import part
from jounce.engine.formulations.cartesian.model import POSE, TWIST
from jounce.engine.formulations.chassis_frame.arrays import CHASSIS, put, put_row
from jounce.engine.formulations.chassis_frame.displacement import displacement_slopes
from jounce.engine.formulations.chassis_frame.element_derivatives import (
    bushing_blocks,
    drag_blocks,
    load_blocks,
    scalar_force_blocks,
)
from jounce.engine.formulations.chassis_frame.slopes import body_slopes, evaluate_slopes, row_slopes
from jounce.engine.formulations.chassis_frame.tire_derivatives import tire_blocks


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


@part
def write_jacobian(framed, model, work, reach, t, y, numbers, slots, p):
    """All entries, at the point where `evaluate_residual` was last; reach: βh [s]."""
    auxiliary = (POSE + TWIST) * model.bodies.size
    evaluate_slopes(framed, model.measures)
    body_slopes(framed, model.bodies, slots, p)
    row_slopes(framed, model, slots, p)
    scalar_force_blocks(framed, model, work.scalar_forces, reach, t, y, auxiliary, numbers, slots, p)
    bushing_blocks(framed, model.elements.bushings, slots, p)
    load_blocks(framed, model, t, slots)
    drag_blocks(framed, model.elements.drags, slots, p)
    tire_blocks(framed, model, work, reach, y, auxiliary, numbers, slots, p)
