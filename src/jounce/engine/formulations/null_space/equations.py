"""All that the equations of motion are made of at (t, y): M̄, ḡ, Φ_q and γ.

Φ_q of the cut joints, couplers and drivers in joint velocities: each gradient, a wrench, is handed up the tree.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import part
from jounce.engine.formulations.cartesian.kinematics import evaluate_rows
from jounce.engine.formulations.null_space.kinematics import evaluate_measures, place_bodies, place_branches, wrench_of
from jounce.engine.formulations.null_space.mass_matrix import composite, load_bodies, mass_matrix, total
from jounce.engine.linalg.vec3 import cross, dot, load


@part
def constraint_gradients(rows, terms, measures, states, bodies, branch_of, branches, islands, frames, motion, J):
    """Φ_q in blocks of islands."""
    for s in range(islands.size):
        island = islands[s]
        first = island["column"]
        for r in range(island["row"], island["last_row"]):
            for c in range(island["last"] - first):
                J[r, c] = 0.0
            for i in range(rows[r]["start"], rows[r]["stop"]):
                k, factor = terms[i]["measure"], terms[i]["factor"]
                gradient = states[k]["gradient"]
                a, b = measures[k]["a"], measures[k]["b"]
                if branch_of[a] >= 0:
                    f, t = wrench_of(bodies[a], gradient, 0, factor)
                    hand_up(branches, frames, motion, branch_of[a], f, t, J[r], first)
                if branch_of[b] >= 0:
                    f, t = wrench_of(bodies[b], gradient, 6, factor)
                    hand_up(branches, frames, motion, branch_of[b], f, t, J[r], first)


@part
def hand_up(branches, frames, motion, b, f, t, row, first):
    """Add the power of a wrench on branch b to the columns of all it hangs on (N3)."""
    while True:
        branch = branches[b]
        for k in range(branch["column"], branch["last"]):
            row[k - first] += dot(load(motion[k], 0), f) + dot(load(motion[k], 3), t)
        if branch["ball"] == 1:
            t = cross(load(frames[b + 1]["x"], 0), f)
        if branch["parent"] == 0:
            break
        b = branch["parent"] - 1


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
