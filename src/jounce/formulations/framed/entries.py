"""What Python calls of this formulation."""

import numpy as np

from jounce.algebra.mat3 import load9
from jounce.formulations.framed.displacement import correct
from jounce.formulations.framed.kinematics import place_axes, take_accelerations, take_velocities
from jounce.formulations.framed.slots import begin
from jounce.formulations.framed.ties import tie_slopes
from jounce.kernel import entry, function_at


@entry
def framed_start(derivative, framed, model, work, t, y, dy):
    """Velocities, their rates and multipliers of a world state into `framed`; returns a status."""
    outcome = derivative(model, work, t, y, dy)
    nb = model.bodies.size
    take_velocities(framed, nb, y)
    take_accelerations(framed, nb, y, dy)
    for r in range(model.rows.size):
        framed.multipliers[r] = work.x[nb + model.rows[r]["joint"], model.rows[r]["place"]]
    return outcome


@entry
def evaluate_framed(residual, framed, model, work, t, y):
    """F, Φ, Φ̇ and Φ̈ at poses and states of y, with what else is in `framed`."""
    return function_at(residual, "residual")(framed, model, work, t, y)


@entry
def trace_matrix(
    residual, jacobian, framed, model, work, reach, t, start, shift, y, numbers, slots, independent, places
):
    """All entries of H_p at y moved by −shift (6 nb,), for a step of reach β [s] that began at `start`."""
    place_axes(framed.axes[0], framed.kind, framed.base, framed.v, y)
    correct(load9(framed.axes[0]["E"], 0), model.bodies.size, shift, y)
    function_at(residual, "residual")(framed, model, work, t, y)
    begin(slots)
    function_at(jacobian, "jacobian")(framed, model, work, reach, t, y, numbers, slots, places)
    tie_slopes(framed, independent, reach, start, y, slots, places)
    return np.int64(0)
