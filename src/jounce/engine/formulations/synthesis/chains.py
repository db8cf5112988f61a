"""Kernel stages `positions` and `velocities`: frames of all bodies along the tree, in base axes (Song 2005 [21]–[24]).

Twists are spatial: the velocity of the body-fixed point at the base's origin, and the angular velocity. A turn about an
axis n through x adds (x × n, n), a slide (n, 0). A ball sets the rotation against the base itself, so that neither its
matrix nor its velocity depends on what it hangs on; the body keeps the velocity of the ball's centre.
"""

from __future__ import annotations

import numpy as np

from jounce.engine.assembly.bodies import cross
from jounce.engine.assembly.constraint_rows import coordinates_by_measure
from jounce.engine.assembly.spanning_tree import BALL, SLIDE, TURN, Branch, PrimitiveMotion
from jounce.engine.assembly.state_layout import Coordinate
from jounce.engine.formulations.synthesis.context import Context, KernelFrame
from jounce.engine.formulations.synthesis.writer import Matrix, Vector
from jounce.engine.laws.forces.body_forces import FORCE_BODY, FORCE_WORLD, TORQUE_BODY
from jounce.engine.laws.forces.measure import TWIST

ROUND = 1e-12
"""Relative deviation up to which a body counts as one of revolution."""


def write_positions(c: Context) -> None:
    """Rotations and origins of all bodies of the kernel, parents first."""
    code = c.code
    for branch in _branches(c):
        name, parent = c.short(branch.body), c.frame(branch.parent)
        offset = c.vector(branch.offset, f"{name}_offset") if branch.joint is not None else None
        x = code.add(parent.x, code.mv(parent.R, offset, f"{name}_arm"), f"{name}_joint")
        R: Matrix = parent.R
        round_body = is_round(c, branch)
        for i, motion in enumerate(branch.motions):
            coordinate = c.layout.by_motion[branch.body, i]
            if motion.kind == BALL:
                place = coordinate.position - c.first_position
                R = code.let(f"{name}_R", f"to_matrix(normalize(load4(y, q + {place})))")
                continue
            axis, turned = axis_of(c, branch, motion, R)
            c.axes[branch.body, i] = (turned, None)
            if motion.kind == SLIDE:
                x = code.axpy(c.position(coordinate), turned, x, f"{name}_x")
            elif not round_body:
                turn = code.let(f"{name}_turn", f"turn_matrix({axis}, {c.position(coordinate)})")
                R = code.matmul(R, turn, f"{name}_R")
        for i, motion in enumerate(branch.motions):
            if motion.kind == TURN:
                axis = c.axes[branch.body, i][0]
                c.axes[branch.body, i] = (axis, code.cross(x, axis, f"{name}_s"))
        c.frames[branch.body] = KernelFrame(R, x)


def write_velocities(c: Context) -> None:
    """Twists against the base and their bias accelerations."""
    code = c.code
    for branch in _branches(c):
        name, parent, frame = c.short(branch.body), c.frame(branch.parent), c.frames[branch.body]
        v, w, bv, bw = parent.v, parent.w, parent.bv, parent.bw
        for i, motion in enumerate(branch.motions):
            coordinate = c.layout.by_motion[branch.body, i]
            if motion.kind == BALL:
                own = code.let(f"{name}_w", f"load(y, u + {coordinate.velocity - c.first_velocity})")
                lag = code.sub(w, own, f"{name}_lag")
                centre = code.add(v, code.cross(w, frame.x, f"{name}_cw"), f"{name}_centre_v")
                bv = code.add(bv, code.cross(bw, frame.x, f"{name}_cb"), f"{name}_b1")
                bv = code.add(bv, code.cross(lag, centre, f"{name}_b2"), f"{name}_bv")
                v = code.add(v, code.cross(lag, frame.x, f"{name}_lx"), f"{name}_v")
                w, bw = own, None
                continue
            axis, moment = c.axes[branch.body, i]
            rate, acceleration = c.rate(coordinate), c.acceleration(coordinate)
            swing = code.cross(w, axis, f"{name}_swing")
            if motion.kind == SLIDE:
                bv = code.axpy(rate, swing, bv, f"{name}_bv")
                bv = code.axpy(acceleration, axis, bv, f"{name}_bv")
                v = code.axpy(rate, axis, v, f"{name}_v")
                continue
            shift = code.add(code.cross(w, moment, f"{name}_ws"), code.cross(v, axis, f"{name}_vn"), f"{name}_shift")
            bv, bw = code.axpy(rate, shift, bv, f"{name}_bv"), code.axpy(rate, swing, bw, f"{name}_bw")
            bv = code.axpy(acceleration, moment, bv, f"{name}_bv")
            bw = code.axpy(acceleration, axis, bw, f"{name}_bw")
            v, w = code.axpy(rate, moment, v, f"{name}_v"), code.axpy(rate, axis, w, f"{name}_w")
        frame.v, frame.w, frame.bv, frame.bw = v, w, bv, bw


def write_carried(c: Context) -> None:
    """Twists of all bodies while their own velocities are zero: what hangs on a driven body is carried along."""
    code = c.code
    for branch in _branches(c):
        parent, frame, name = c.frame(branch.parent), c.frames[branch.body], c.short(branch.body)
        frame.v, frame.w = parent.v, parent.w
        if any(m.kind == BALL for m in branch.motions):
            frame.v = code.add(frame.v, code.cross(frame.w, frame.x, f"{name}_cw"), f"{name}_carried")
            frame.w = None


def axis_of(c: Context, branch: Branch, motion: PrimitiveMotion, R: Matrix) -> tuple[Vector, Vector]:
    """Axis of a motion in the frame R in which it is fixed, and in base axes."""
    name = c.short(branch.body)
    if branch.joint is None:
        axis: Vector = f"({', '.join(repr(float(e)) for e in motion.axis)})"
    else:
        axis = c.vector(motion.axis, f"{name}_axis_local" if R is not None else f"{name}_axis")
    return axis, c.code.mv(R, axis, f"{name}_axis")


def _branches(c: Context) -> list[Branch]:
    return [b for b in c.layout.tree.branches if b.body in c.bodies]


def is_round(c: Context, branch: Branch) -> bool:
    """Whether the angle of a body on a hinge changes nothing: a wheel, whose sine and cosine need not be computed."""
    if [m.kind for m in branch.motions] != [TURN] or any(b.parent == branch.body for b in c.layout.tree.branches):
        return False
    arrays, index = c.packed.arrays, c.packed.layout.body(branch.body)
    n = branch.motions[0].axis
    known = coordinates_by_measure(c.packed, c.layout)
    outside = _cut_or_force(c)
    shafts = []  # axes whose twist the angle of the hinge only adds to
    a, b = arrays["measures"]["a"], arrays["measures"]["b"]
    for k in np.flatnonzero((a == index) | (b == index)).tolist():
        m = arrays["measures"][k]
        if k not in known and k in outside:
            if m["kind"] != TWIST:
                return False
            side = "a" if m["a"] == index else "b"
            shafts.append(branch.direction(cross(m[f"axis_{side}"], m[f"second_{side}"])))
    if any(index in (m["a"], m["b"]) for m in arrays["bushings"]) or index in arrays["drags"]["body"]:
        return False
    on_axis = [branch.centre]
    along = []
    for tire in arrays["tires"]:
        if tire["body"] == index:
            on_axis.append(branch.local(tire["centre"]))
            along.append(branch.direction(tire["spin"]))
    for load in arrays["loads"]:
        if load["body"] == index:
            if load["kind"] in (FORCE_WORLD, FORCE_BODY):
                on_axis.append(branch.local(load["point"]))
            if load["kind"] in (TORQUE_BODY, FORCE_BODY):
                along.append(branch.direction(load["direction"]))
    J = branch.alignment @ arrays["bodies"][index]["inertia"].reshape(3, 3) @ branch.alignment.T
    turned = cross(n, J @ n)
    inside = J - np.outer(n, J @ n) - np.outer(J @ n, n) + np.outer(n, n) * (n @ J @ n)
    across = (np.eye(3) - np.outer(n, n)) * (np.trace(inside) / 2.0)
    deviation = max(np.abs(turned).max(), np.abs(inside - across).max()) / np.abs(J).max()
    offsets = [np.linalg.norm(cross(p, n)) for p in (*on_axis, *along, *shafts)]
    return bool(deviation < ROUND and max(offsets) < ROUND)


def spin_angle(c: Context, body: str, axis: np.ndarray) -> tuple[Coordinate, float] | None:
    """The coordinate about which a round body turns while its frame does not, and ±1: its way about `axis` of the body;
    None for bodies whose frame turns."""
    branch = c.layout.tree.branch(body)
    if branch is None or c.layout.cartesian or not is_round(c, branch):
        return None
    return c.layout.by_motion[body, 0], float(np.sign(branch.direction(axis) @ branch.motions[0].axis))


def _cut_or_force(c: Context) -> set[int]:
    """Measures that belong to a cut joint, a coupler or a force, not to the tree joint that they describe."""
    arrays = c.packed.arrays
    in_tree = {b.joint for b in c.layout.tree.branches}
    found = set(arrays["scalar_force_terms"]["measure"].tolist())
    measures = arrays["terms"]["measure"].tolist()
    starts, stops = arrays["rows"]["start"].tolist(), arrays["rows"]["stop"].tolist()
    for name, place in c.packed.layout.joints.items():
        if name not in in_tree:
            found.update(m for r in place.rows for m in measures[starts[r] : stops[r]])
    return found
