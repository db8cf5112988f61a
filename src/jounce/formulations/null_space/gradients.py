"""Φ_q of the cut joints, couplers and drivers in joint velocities: each gradient, a wrench, is handed up the tree."""

from jounce.algebra.vec3 import cross, dot, load
from jounce.formulations.null_space.kinematics import wrench_of
from jounce.kernel import part


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
