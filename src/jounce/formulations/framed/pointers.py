"""Residual and Jacobian as two addresses, for the integrators: compiled once for all mechanisms."""

import numpy as np

from jounce.formulations.cartesian.model import Model, Work
from jounce.formulations.framed.arrays import Framed
from jounce.formulations.framed.jacobian import write_jacobian
from jounce.formulations.framed.residual import evaluate_residual
from jounce.formulations.framed.slopes import Places
from jounce.formulations.framed.slots import Slots
from jounce.kernel import address, declare, pointer


def framed_residual(framed, model, work, t, y):
    """F, Φ, Φ̇ and Φ̈ at time t [s] into `framed`; see `evaluate_residual`."""
    evaluate_residual(framed, model, work, t, y)
    return 0


def framed_jacobian(framed, model, work, reach, t, y, numbers, slots, places):
    """Their slopes, at the point of the last residual; see `write_jacobian`."""
    write_jacobian(framed, model, work, reach, t, y, numbers, slots, places)
    return 0


FUNCTIONS = framed_residual, framed_jacobian


def addresses(framed: Framed, model: Model, work: Work, slots: Slots, places: Places) -> tuple[int, int]:
    """Of both, for a model of this type; in compiled code `residual` and `jacobian`."""
    state = np.zeros(1)
    plain = framed, model, work, 0.0, state
    slopes = framed, model, work, 0.0, 0.0, state, np.zeros(1, np.int64), slots, places
    declare("residual", *plain)
    declare("jacobian", *slopes)
    return address(pointer(framed_residual, *plain)), address(pointer(framed_jacobian, *slopes))
