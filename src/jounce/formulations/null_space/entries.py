"""What Python calls of this formulation, one evaluation at a time."""

from jounce.formulations import status
from jounce.formulations.null_space.bases import choose
from jounce.formulations.null_space.derivative import accelerate, give_rates
from jounce.formulations.null_space.equations import evaluate_dynamics, evaluate_gradients, evaluate_kinematics
from jounce.formulations.null_space.held import independent_from_velocities
from jounce.formulations.null_space.kinematics import give_velocities, take_velocities
from jounce.formulations.null_space.model import AUGMENTED, INDEPENDENT
from jounce.formulations.null_space.projection import close_positions, normalise, project_state
from jounce.formulations.null_space.reduced import multipliers
from jounce.kernel import entry


@entry
def evaluate(model, work, t, y):
    """Frames, constraint rows, Φ_q, M̄ and ḡ at (t, y)."""
    take_velocities(model.motions, model.free, model.twist, y, work.u)
    evaluate_kinematics(model, work, t, y)
    evaluate_gradients(model, work)
    evaluate_dynamics(model, work, t, y)


@entry
def accelerations(model, work, t, y, dy, found):
    """ẏ into dy and the multipliers into `found`, with a basis chosen at (t, y); returns a status."""
    take_velocities(model.motions, model.free, model.twist, y, work.u)
    evaluate_kinematics(model, work, t, y)
    evaluate_gradients(model, work)
    choose(model, work)
    if model.velocities == INDEPENDENT:
        independent_from_velocities(model, work, y)
    outcome = accelerate(model, work, t, y)
    give_rates(model, work, t, y, dy)
    n = work.force.size
    if model.method != AUGMENTED:
        multipliers(model, work)
    for r in range(found.size):
        found[r] = work.solution[6 + n + r] if model.method == AUGMENTED else work.right[r]
    return outcome


@entry
def begin(model, work, t, y):
    """Close all loops of y at time t, in place, and choose a basis there, with the ż of its velocities; returns a
    status."""
    normalise(model.motions, model.free, y)
    take_velocities(model.motions, model.free, model.twist, y, work.u)
    evaluate_kinematics(model, work, t, y)
    evaluate_gradients(model, work)
    choose(model, work)
    outcome = close_positions(model, work, t, y)
    if outcome != status.OK:
        return outcome
    evaluate_gradients(model, work)
    choose(model, work)
    if model.velocities == INDEPENDENT:
        independent_from_velocities(model, work, y)
    return project_state(model, work, t, y)
