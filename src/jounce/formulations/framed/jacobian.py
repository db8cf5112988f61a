"""∂(F, Φ, Φ̇, Φ̈) and the rows of the element states, as entries of a sparse matrix; see `slopes`."""

from jounce.formulations.cartesian.model import POSE, TWIST
from jounce.formulations.framed.element_slopes import bushing_blocks, drag_blocks, load_blocks, spring_blocks
from jounce.formulations.framed.slopes import body_slopes, evaluate_slopes, row_slopes
from jounce.formulations.framed.tire_slopes import tire_blocks
from jounce.kernel import part


@part
def write_jacobian(framed, model, work, reach, t, y, numbers, slots, p):
    """All entries, at the point where `evaluate_residual` was last; reach: βh [s]."""
    auxiliary = (POSE + TWIST) * model.bodies.size
    evaluate_slopes(framed, model.measures)
    body_slopes(framed, model.bodies, slots, p)
    row_slopes(framed, model, slots, p)
    spring_blocks(framed, model, work.springs, reach, t, y, auxiliary, numbers, slots, p)
    bushing_blocks(framed, model.bushings, slots, p)
    load_blocks(framed, model, t, slots)
    drag_blocks(framed, model.drags, slots, p)
    tire_blocks(framed, model, work, reach, y, auxiliary, numbers, slots, p)
