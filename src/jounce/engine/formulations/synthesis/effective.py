"""Kernel stages `effective` and `rates`: from the equations of a subsystem to those of the base, and back.

    M̃ = Σ I_i − H M⁻¹ Hᵀ,     P̃ = −Σ f_i − H M⁻¹ Q                         Song 2005 [32], [1]
    q̈_v = M⁻¹ (Q − Hᵀ Ẏ₀),    q̈_u = D q̈_v + G

The first pass leaves in the work slice what the second one needs of M⁻¹, D and G.
"""

from __future__ import annotations

from collections.abc import Sequence

from jounce.engine.assembly.spanning_tree import BALL
from jounce.engine.assembly.state_layout import Key, key
from jounce.engine.formulations.synthesis.context import Context
from jounce.engine.formulations.synthesis.dynamics import BodyMotions, Mass
from jounce.engine.formulations.synthesis.loops import Solution
from jounce.engine.formulations.synthesis.nested import (
    carried_accelerations,
    hand_over,
    keep_accelerations,
    store_frame,
)
from jounce.engine.formulations.synthesis.parent import FRAME
from jounce.engine.formulations.synthesis.partition import Partition
from jounce.engine.formulations.synthesis.reduction import (
    Column,
    ReducedEquations,
    add_applied,
    add_bodies,
    factor,
    keep_answer,
    keep_loops,
    keep_pair,
    solve,
    take_columns,
)
from jounce.engine.formulations.synthesis.writer import Scalar


def write_effective(
    c: Context, partition: Partition, mass: Mass, solution: Solution, motion: BodyMotions, exports: Sequence[str]
) -> ReducedEquations:
    """LDLᵀ of M, then M̃ and P̃ into the base's equations, and what the second pass needs into the work slice."""
    kept, n = ReducedEquations(), len(partition.independent)
    factors = factor(c.code, mass.M, n)
    columns = [
        Column(p, L, q, tuple(mass.M[n + a, j] for a in range(len(partition.carried))))
        for j, ((p, L), q) in enumerate(zip(mass.H[:n], mass.Q[:n], strict=True))
    ]
    answers = solve(c.code, columns, factors)
    add_bodies(c, mass)
    take_columns(c, columns, answers)
    add_applied(c)
    if partition.carried:
        hand_over(c, partition, mass, answers)
    kept.X = [keep_answer(c, x) for x in answers]
    keep_loops(c, kept, solution)
    if exports:
        for j, column in enumerate(columns):
            kept.H.append(keep_pair(c, column.p, column.L))
            kept.L[j, j] = c.keep(factors.inverse[j])
            for i in range(j):
                kept.L[j, i] = c.keep(factors.L[j, i])
            for a, s in enumerate(column.s):
                kept.S[a, j] = c.keep(s)
        for body in exports:
            kept.frames[body] = write_export(c, body)
            twists = {key(rate): motion.N[body][key(rate)] for rate in partition.moving}
            kept.N[body] = {k: keep_pair(c, v, w) for k, (v, w) in twists.items() if (v, w) != (None, None)}
    return kept


def write_export(c: Context, body: str) -> int:
    """Leave a body's frame in the work slice for others; returns its place."""
    place = c.reserve(FRAME)
    store_frame(c, place, c.frames[body])
    return place


def write_rates(c: Context, partition: Partition, kept: ReducedEquations) -> None:
    """Second pass: ẏ of the subsystem from the base's acceleration (arguments a0, alpha0)."""
    code = c.code
    values = independent_accelerations(c, partition, kept)
    if kept.equations is not None:
        keep_accelerations(c, kept, [values[key(rate)] for rate in partition.independent])
    for rate in partition.dependent:
        values[key(rate)] = code.let(
            f"{c.label(rate[0])}_acceleration", dependent_acceleration(c, kept, key(rate), values)
        )
    for coordinate in c.own:
        p, v = coordinate.position - c.first_position, coordinate.velocity - c.first_velocity
        if coordinate.kind == BALL:
            code.do(f"store4(dy, q + {p}, rate_world(load4(y, q + {p}), load(y, u + {v})))")
            for i in range(3):
                code.do(f"dy[u + {v + i}] = {values[coordinate.velocity, i]}")
        elif coordinate.driver is not None:
            code.do(f"dy[q + {p}] = {c.rate(coordinate)}")
            code.do(f"dy[u + {v}] = {c.acceleration(coordinate)}")
        else:
            code.do(f"dy[q + {p}] = y[u + {v}]")
            code.do(f"dy[u + {v}] = {values[coordinate.velocity, 0]}")


def independent_accelerations(c: Context, partition: Partition, kept: ReducedEquations) -> dict[Key, Scalar]:
    """θ̈ = M⁻¹ (Q − Hᵀ Ẏ₀ − Sᵀ s̈), with those of the parent, s̈, among them."""
    code, carried = c.code, carried_accelerations(c)
    values: dict[Key, Scalar] = dict(zip(map(key, partition.carried), carried, strict=True))
    for j, rate in enumerate(partition.independent):
        place = kept.X[j]
        text = f"W[k + {place}]"
        if c.free:
            text += f" - dot(load(W, k + {place + 1}), a0) - dot(load(W, k + {place + 4}), alpha0)"
        text += "".join(f" - W[k + {place + 7 + a}] * {value}" for a, value in enumerate(carried))
        values[key(rate)] = code.let(f"{c.label(rate[0])}_acceleration", text)
    return values


def dependent_acceleration(c: Context, kept: ReducedEquations, k: Key, values: dict[Key, Scalar]) -> str:
    """D θ̈ + G of one velocity."""
    parts: list[Scalar] = [f"W[k + {kept.G[k]}]"]
    parts += [c.code.times(f"W[k + {place}]", values[j]) for j, place in kept.D[k].items()]
    return str(c.code.plus(*parts))
