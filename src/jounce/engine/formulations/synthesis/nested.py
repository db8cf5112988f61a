"""Kernel stages of a parent and its children: a rack between chassis and corners reduces like a chassis of its own.

A child has the parent's independent velocities s beside its own θ, and eliminates its own:

    M̂ = M_ss − S M_θθ⁻¹Sᵀ,   Ĥ = H_s − H_θ M_θθ⁻¹Sᵀ,   Q̂ = Q_s − S M_θθ⁻¹Q_θ          S = M_sθ

It adds these to the parent's own M, H and Q, which the parent has left in the work array. When all children and all
forces between subsystems are in, the parent eliminates s as any subsystem does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jounce.engine.assembly.state_layout import key
from jounce.engine.formulations.synthesis.context import Context, KernelFrame
from jounce.engine.formulations.synthesis.dynamics import BodyMotions, Mass
from jounce.engine.formulations.synthesis.loops import Solution
from jounce.engine.formulations.synthesis.parent import FRAME, TWIST, Parent, twist_place
from jounce.engine.formulations.synthesis.parent_equation import SHARE, acceleration_place, mass_place, size
from jounce.engine.formulations.synthesis.partition import Partition
from jounce.engine.formulations.synthesis.reduction import (
    Column,
    ReducedEquations,
    add_applied,
    add_bodies,
    factor,
    keep_answer,
    keep_loops,
    solve,
    store_pair,
    take_columns,
)
from jounce.engine.formulations.synthesis.writer import Scalar


def hand_over(c: Context, partition: Partition, mass: Mass, answers: Sequence[Column]) -> None:
    """Add M̂, Ĥ and Q̂ of a child to the equations of its parent."""
    assert c.parent is not None
    code, w = c.code, c.code.format_vector
    n, m = len(partition.independent), len(partition.carried)
    place = c.port("parent", c.parent.name)
    for a in range(m):
        masses = tuple(mass.M[n + a, n + b] for b in range(a + 1))
        share = Column(*mass.H[n + a], mass.Q[n + a], masses)
        for j, x in enumerate(answers):
            if (s := mass.M[n + a, j]) != 0.0:
                own = Column(x.p, x.L, x.q, x.s[: a + 1])
                share = share.less(code, s, own, f"coupling{a}{j}", f"share{a}")
        push = code.plus(share.q, *_pushes(c, a))
        code.do(f"add_share(W, {place} + {SHARE * a}, {push}, {w(share.p)}, {w(share.L)})")
        for b, s in enumerate(share.s):
            if s != 0.0:
                code.do(f"add_to(W, {place} + {mass_place(m, a, b)}, {s})")


def _pushes(c: Context, a: int) -> Iterable[Scalar]:
    """Generalised forces along a velocity of the parent by wrenches of the child's elements on the parent's bodies."""
    assert c.parent is not None
    for body in c.parent.bodies:
        for force, torque in c.applied.get(body, ()):
            v, w = c.carrier_twists(body)[key(c.parent.rates[a])]
            yield c.code.dot(v, force, "parent_vf")
            yield c.code.dot(w, torque, "parent_wt")


def write_parent(
    c: Context,
    name: str,
    partition: Partition,
    mass: Mass,
    solution: Solution,
    motion: BodyMotions,
    exports: Sequence[str],
) -> tuple[ReducedEquations, Parent]:
    """Leave a parent's own M, H and Q, and frames and twists of bodies that others hold on to, in the work slice."""
    code, w, rates = c.code, c.code.format_vector, partition.independent
    kept, m = ReducedEquations(), len(rates)
    add_bodies(c, mass)
    add_applied(c)
    keep_loops(c, kept, solution)
    kept.equations = place = c.reserve(size(m))
    for j, ((p, L), q) in enumerate(zip(mass.H, mass.Q, strict=True)):
        code.do(f"set_share(W, k + {place + SHARE * j}, {q}, {w(p)}, {w(L)})")
    for (j, i), value in mass.M.items():
        code.do(f"W[k + {place + mass_place(m, j, i)}] = {value}")
    parent = Parent(name, c.bodies, rates)
    for body in exports:
        f, (bv, bw) = c.frames[body], motion.bias[body]
        parent.frames[body] = frame = KernelFrame(f.R, f.x, f.v, f.w, bv, bw)
        parent.twists[body] = {key(rate): motion.N[body][key(rate)] for rate in rates}
        kept.frames[body] = first = c.reserve(FRAME + TWIST * m)
        store_frame(c, first, frame)
        kept.N[body] = {}
        for j, (k, (v, turn)) in enumerate(parent.twists[body].items()):
            if (v, turn) != (None, None):
                kept.N[body][k] = first + twist_place(j)
                store_pair(c, first + twist_place(j), v, turn)
    return kept, parent


def store_frame(c: Context, place: int, frame: KernelFrame) -> None:
    """A frame into the work slice."""
    code = c.code
    code.do(f"store9(W, k + {place}, {frame.R or 'identity()'})")
    for i, x in enumerate((frame.x, frame.v, frame.w, frame.bv, frame.bw)):
        code.do(f"store(W, k + {place + 9 + 3 * i}, {code.format_vector(x)})")


def write_reduction(c: Context, partition: Partition, kept: ReducedEquations) -> None:
    """Eliminate a parent's velocities, its children's share included, from the base's equations."""
    assert kept.equations is not None
    m, place = len(partition.independent), kept.equations
    columns = [
        Column(
            c.code.let(f"h{j}_p", f"load(W, k + {place + SHARE * j + 1})"),
            c.code.let(f"h{j}_L", f"load(W, k + {place + SHARE * j + 4})"),
            c.code.let(f"Q{j}", f"W[k + {place + SHARE * j}]"),
        )
        for j in range(m)
    ]
    M: dict[tuple[int, int], Scalar] = {
        (j, i): c.code.let(f"m{j}{i}", f"W[k + {place + mass_place(m, j, i)}]") for j in range(m) for i in range(j + 1)
    }
    answers = solve(c.code, columns, factor(c.code, M, m))
    take_columns(c, columns, answers)
    kept.X = [keep_answer(c, x) for x in answers]


def keep_accelerations(c: Context, kept: ReducedEquations, values: Sequence[Scalar]) -> None:
    """Leave a parent's independent accelerations for its children."""
    assert kept.equations is not None
    for j, value in enumerate(values):
        c.code.do(f"W[k + {kept.equations + acceleration_place(len(values), j)}] = {value}")


def carried_accelerations(c: Context) -> list[Scalar]:
    """Independent accelerations of the parent, as it has left them."""
    if c.parent is None:
        return []
    place, m = c.port("parent", c.parent.name), len(c.parent.rates)
    return [
        c.code.let(f"{c.label(rate[0])}_acceleration", f"W[{place} + {acceleration_place(m, j)}]")
        for j, rate in enumerate(c.parent.rates)
    ]
