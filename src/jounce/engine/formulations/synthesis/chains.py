"""Kernel stages `positions` and `velocities`: frames of all bodies along the tree, in base axes (Song 2005 [21]–[24]).

Twists are spatial: the velocity of the body-fixed point at the base's origin, and the angular velocity. A turn about an
axis n through x adds (x × n, n), a slide (n, 0). A ball sets the rotation against the base itself, so that neither its
matrix nor its velocity depends on what it hangs on; the body keeps the velocity of the ball's centre.
"""

from __future__ import annotations

from jounce.engine.assembly.spanning_tree import BALL, SLIDE, TURN, Branch
from jounce.engine.assembly.state_layout import Coordinate
from jounce.engine.formulations.synthesis.context import Context, KernelFrame
from jounce.engine.formulations.synthesis.parameter_table import BRANCH, MOTION, Origin
from jounce.engine.formulations.synthesis.writer import Matrix, Vector


def write_positions(c: Context) -> None:
    """Rotations and origins of all bodies of the kernel, parents first."""
    code = c.code
    for branch in _branches(c):
        name, parent = c.short(branch.body), c.frame(branch.parent)
        given = Origin(BRANCH, "offset", branch=c.branch_number(branch.body))
        offset = c.vector(given, f"{name}_offset") if branch.joint is not None else None
        x = code.add(parent.x, code.mv(parent.R, offset, f"{name}_arm"), f"{name}_joint")
        R: Matrix = parent.R
        is_round = branch.body in c.shape.round_bodies
        for i, motion in enumerate(branch.motions):
            coordinate = c.layout.by_motion[branch.body, i]
            if motion.kind == BALL:
                place = coordinate.position - c.first_position
                R = code.let(f"{name}_R", f"to_matrix(normalize(load4(y, q + {place})))")
                continue
            axis, turned = axis_of(c, branch, i, R)
            c.axes[branch.body, i] = (turned, None)
            if motion.kind == SLIDE:
                x = code.axpy(c.position(coordinate), turned, x, f"{name}_x")
            elif not is_round:
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


def axis_of(c: Context, branch: Branch, i: int, R: Matrix) -> tuple[Vector, Vector]:
    """Axis of the i-th motion of a branch in the frame R in which it is fixed, and in base axes."""
    name = c.short(branch.body)
    if branch.joint is None:
        axis: Vector = f"({', '.join(repr(float(e)) for e in branch.motions[i].axis)})"
    else:
        given = Origin(MOTION, place=c.layout.tree.first_motion[branch.body] + i)
        axis = c.vector(given, f"{name}_axis_local" if R is not None else f"{name}_axis")
    return axis, c.code.mv(R, axis, f"{name}_axis")


def _branches(c: Context) -> list[Branch]:
    return [b for b in c.layout.tree.branches if b.body in c.bodies]


def spin_angle(c: Context, measure: int, side: str) -> tuple[Coordinate, float] | None:
    """The coordinate about which a round body at an end of a twist turns while its frame does not, and ±1: its way
    about the axis of the twist; None for bodies whose frame turns."""
    way = None if c.layout.cartesian else c.shape.spins.get((measure, side))
    if way is None:
        return None
    return c.layout.by_motion[c.body_name(c.packed.arrays["measures"][measure][side]), 0], way
