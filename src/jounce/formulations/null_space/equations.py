"""All that the equations of motion are made of at (t, y): M̄, ḡ, Φ_q and γ."""

from jounce.formulations.cartesian.constraints import evaluate_rows
from jounce.formulations.null_space.forces import evaluate_forces
from jounce.formulations.null_space.gradients import constraint_gradients
from jounce.formulations.null_space.kinematics import evaluate_measures, place_bodies, place_branches
from jounce.formulations.null_space.mass_matrix import composite, load_bodies, mass_matrix, total
from jounce.kernel import part


@part
def evaluate_kinematics(model, work, t, y):
    """Frames, bodies, measures and constraint rows at the positions of y, with the velocities work.u."""
    place_branches(model.branches, model.motions, work.frames, work.motion, work.u, y)
    place_bodies(model.branches, work.frames, model.base, model.free, work.bodies, work.bias, y)
    evaluate_measures(model.measures, work.bodies, work.bias, work.measures, y)
    evaluate_rows(
        model.rows, model.terms, work.measures, work.rows, model.signals, model.tables, t, y, model.auxiliary
    )


@part
def evaluate_gradients(model, work):
    """Φ_q at the positions of the last evaluation."""
    constraint_gradients(
        model.rows,
        model.terms,
        model.measures,
        work.measures,
        work.bodies,
        model.branch_of,
        model.branches,
        model.islands,
        work.frames,
        work.motion,
        work.J,
    )


@part
def evaluate_dynamics(model, work, t, y):
    """M̄ and ḡ after `evaluate_kinematics`."""
    evaluate_forces(model, work, t, y)
    where = model.branches, work.frames
    load_bodies(model.bodies, *where, work.bodies, model.base, model.free, work.inertia, work.wrench)
    total(work.inertia, work.wrench, work.base)
    composite(*where, work.motion, work.inertia, work.wrench, work.force)
    mass_matrix(model.branches, model.islands, work.frames, work.motion, work.inertia, work.M, work.border)
