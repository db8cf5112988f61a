"""What Python calls of this formulation, one evaluation at a time."""

from jounce.elements.signal import signal
from jounce.formulations.cartesian import energy  # noqa: F401 (it registers verbs)
from jounce.formulations.cartesian.dynamics import accelerate
from jounce.formulations.cartesian.forces import evaluate_forces
from jounce.formulations.cartesian.linear_system import factorise, solve_system
from jounce.formulations.cartesian.projection import (
    displace,
    evaluate_constraints,
    load_violations,
    project_positions,
    project_velocities,
)
from jounce.kernel import entry


@entry
def evaluate(model, work, t, y):
    """Poses, measures, constraints and applied forces at (t, y); returns the largest |Φ|."""
    worst = evaluate_constraints(model, work, t, y)
    evaluate_forces(model, work, t, y)
    return worst


@entry
def accelerations(model, work, t, y):
    """Solve the equations of motion: accelerations and multipliers in work.x; returns a status."""
    return accelerate(model, work, t, y)


@entry
def close_positions(model, work, t, y):
    """Newton onto Φ = 0, in place; returns a status."""
    return project_positions(model, work, t, y)[0]


@entry
def close_velocities(model, work, t, y):
    """Remove Φ̇, in place; returns a status."""
    evaluate_constraints(model, work, t, y)
    factorise(model, work)
    return project_velocities(model, work, y)


@entry
def newton_step(model, work, t, y):
    """One mass-weighted Newton step towards Φ = 0, left in work.x; y is not moved. Returns the largest |Φ|."""
    worst = evaluate_constraints(model, work, t, y)
    factorise(model, work)
    load_violations(model.bodies.size, model.rows, work.rows, work.right)
    solve_system(model, work, work.right)
    return worst


@entry
def displaced(displacement, y):
    """Move all bodies by displacements (nb, 6): world translation, rotation vector in body axes; in place."""
    displace(displacement.shape[0], displacement, y)


@entry
def signal_value(row, tables, t):
    """Value of a signal at time t [s]."""
    return signal(row, tables, t)[0]
