"""ẏ for the integrators.

Off the constraints, where the stages of a step are, redundant rows are no longer redundant: a Bricard loop is a rigid
structure there, and its accelerations mean nothing. Mechanisms with redundant rows are therefore evaluated at the
nearest state on the constraints, which is a smooth continuation of the same motion and keeps the integrator's order.
"""

from jounce.formulations import status
from jounce.formulations.cartesian.dynamics import accelerate, auxiliary_rates, element_rates, rates
from jounce.formulations.cartesian.model import POSE, TWIST
from jounce.formulations.cartesian.projection import project_state
from jounce.kernel import part


def cartesian_derivative(model, work, t, y, dy):
    """Write ẏ at time t [s] into dy; returns a status."""
    if model.redundant:
        for i in range(y.size):
            work.state[i] = y[i]
        outcome = project_state(model, work, t, work.state)
        if outcome != status.OK:
            return outcome
        return evaluate_rates(model, work, t, work.state, dy)
    return evaluate_rates(model, work, t, y, dy)


@part
def evaluate_rates(model, work, t, y, dy):
    outcome = accelerate(model, work, t, y)
    rates(work.x, model.bodies.size, y, dy)
    auxiliary = (POSE + TWIST) * model.bodies.size
    auxiliary_rates(model.measures, work.measures, model.rows, model.signals, model.tables, t, y, dy, auxiliary)
    element_rates(model.springs, model.tires, work, dy, auxiliary)
    return outcome
