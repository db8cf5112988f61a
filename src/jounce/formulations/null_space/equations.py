"""All that the equations of motion are made of at (t, y): M̄, ḡ, Φ_q and γ."""

from jounce.formulations.cartesian.constraints import evaluate_rows
from jounce.formulations.null_space.gradients import constraint_gradients
from jounce.formulations.null_space.kinematics import evaluate_measures, place_bodies, place_branches
from jounce.formulations.null_space.mass_matrix import composite, load_bodies, mass_matrix, total
from jounce.kernel import part


@part
def evaluate_kinematics(model, acting, rows, chain, count, u, t, y):
    """Frames, bodies, the first `count` measures and constraint rows at the positions of y, with the velocities u."""
    place_branches(model.branches, model.motions, chain.frames, chain.motion, u, y)
    place_bodies(model.branches, chain.frames, model.base, model.free, acting.bodies, chain.bias, y)
    evaluate_measures(model.measures, model.again, count, acting.bodies, chain.bias, acting.measures, y)
    evaluate_rows(model.rows, model.terms, acting.measures, rows, model.signals, model.tables, t, y, model.auxiliary)


@part
def evaluate_gradients(model, acting, chain, J):
    """Φ_q at the positions of the last evaluation."""
    constraint_gradients(
        model.rows,
        model.terms,
        model.measures,
        acting.measures,
        acting.bodies,
        model.branch_of,
        model.branches,
        model.islands,
        chain.frames,
        chain.motion,
        J,
    )


@part
def evaluate_masses(model, acting, chain, balance):
    """M̄, and ḡ of the forces that stand in the bodies, after `evaluate_kinematics`."""
    frames, motion, inertia, wrench = chain.frames, chain.motion, chain.inertia, chain.wrench
    load_bodies(model.bodies, model.branches, frames, acting.bodies, model.base, model.free, inertia, wrench)
    total(inertia, wrench, balance.base)
    composite(model.branches, frames, motion, inertia, wrench, balance.force)
    mass_matrix(model.branches, model.islands, frames, motion, inertia, balance.M, balance.border)
