"""Kernel stage `motion`: twists of all bodies per independent velocity and their bias accelerations, along the tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from jounce.engine.assembly.spanning_tree import BALL, SLIDE, Branch
from jounce.engine.assembly.state_layout import Key, Rate, key
from jounce.engine.formulations.synthesis.context import Context
from jounce.engine.formulations.synthesis.loops import Solution
from jounce.engine.formulations.synthesis.partition import Partition
from jounce.engine.formulations.synthesis.writer import Scalar, Twist, Vector


@dataclass
class Motion:
    """Twists per independent velocity and the bias accelerations of all bodies."""

    N: dict[str, dict[Key, Twist]] = field(default_factory=dict)
    bias: dict[str, Twist] = field(default_factory=dict)


def write_motion(c: Context, partition: Partition, solution: Solution) -> Motion:
    """N and the full bias acceleration (with the dependent velocities' share G) along the tree."""
    code, motion = c.code, Motion()
    share: dict[str, Twist] = {}
    for branch in c.layout.tree.branches:
        if branch.body not in c.bodies:
            continue
        name, frame = c.short(branch.body), c.frames[branch.body]
        motion.N[branch.body] = {}
        for j, rate in enumerate(partition.independent):
            start = motion.N.get(branch.parent, {}).get(key(rate), (None, None))
            share_of = partial(_coefficient, solution, rate)
            motion.N[branch.body][key(rate)] = _along(c, branch, start, share_of, f"{name}_{j}")
        start = share.get(branch.parent, (None, None))
        share[branch.body] = _along(c, branch, start, lambda k: solution.G.get(k, 0.0), f"{name}_G")
        v, w = share[branch.body]
        motion.bias[branch.body] = (
            code.add(frame.bv, v, f"{name}_bias_v"),
            code.add(frame.bw, w, f"{name}_bias_w"),
        )
    return motion


def _coefficient(solution: Solution, rate: Rate, k: Key) -> Scalar:
    """Velocity k per unit of one independent velocity."""
    if k == key(rate):
        return 1.0
    return solution.D.get(k, {}).get(key(rate), 0.0)


def _along(c: Context, branch: Branch, start: Twist, coefficient: Callable[[Key], Scalar], name: str) -> Twist:
    """A twist carried from the parent over one branch, its own velocities given by their coefficients."""
    code, (v, w) = c.code, start
    x = c.frames[branch.body].x
    for i, motion in enumerate(branch.motions):
        velocity = c.layout.by_motion[branch.body, i].velocity
        if motion.kind == BALL:
            parts = [coefficient((velocity, k)) for k in range(3)]
            own: Vector = None
            if any(p != 0.0 for p in parts):
                own = code.let(f"{name}_w", f"({', '.join(str(p) for p in parts)})")
            lag = code.sub(w, own, f"{name}_lag")
            v, w = code.add(v, code.cross(lag, x, f"{name}_lx"), f"{name}_v"), own
            continue
        s = coefficient((velocity, 0))
        axis, moment = c.axes[branch.body, i]
        if motion.kind == SLIDE:
            v = code.axpy(s, axis, v, f"{name}_v")
        else:
            v, w = code.axpy(s, moment, v, f"{name}_v"), code.axpy(s, axis, w, f"{name}_w")
    return v, w
