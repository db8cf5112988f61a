"""Kernel stages `effective` and `rates`: from the equations of a subsystem to those of the base, and back.

    M̃ = Σ I_i − H M⁻¹ Hᵀ,     P̃ = −Σ f_i − H M⁻¹ Q                         Song 2005 [32], [1]
    q̈_v = M⁻¹ (Q − Hᵀ Ẏ₀),    q̈_u = D q̈_v + G

The first pass leaves in the work slice what the second one needs of M⁻¹, D and G.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from jounce.engine.assembly.spanning_tree import BALL
from jounce.engine.assembly.state_layout import Key, key
from jounce.engine.formulations.synthesis.context import Context
from jounce.engine.formulations.synthesis.dynamics import BodyMotions, Mass
from jounce.engine.formulations.synthesis.loops import Solution
from jounce.engine.formulations.synthesis.partition import Partition
from jounce.engine.formulations.synthesis.writer import Builder, Scalar, Vector


@dataclass
class ReducedEquations:
    """What a kernel keeps for the second pass: places of numbers in its work slice."""

    X: list[int] = field(default_factory=list)
    D: dict[Key, dict[Key, int]] = field(default_factory=dict)
    G: dict[Key, int] = field(default_factory=dict)
    H: list[int] = field(default_factory=list)
    L: dict[tuple[int, int], int] = field(default_factory=dict)
    """Factors of M: L below the diagonal, 1/d on it."""
    N: dict[str, dict[Key, int]] = field(default_factory=dict)
    """Twists of exported bodies."""
    frames: dict[str, int] = field(default_factory=dict)


@dataclass
class _Factors:
    """M = L diag(pivot) Lᵀ: L below the diagonal, and 1/pivot."""

    L: dict[tuple[int, int], Scalar] = field(default_factory=dict)
    inverse: list[Scalar] = field(default_factory=list)


@dataclass(frozen=True)
class _Column:
    """Force, torque and generalised force of one independent velocity: (H_j, Q_j), or what M⁻¹ makes of it."""

    p: Vector
    L: Vector
    q: Scalar

    def less(self, code: Builder, factor: Scalar, other: _Column, minus: str, name: str) -> _Column:
        """This less factor × other; `minus` is a name for −factor."""
        s = code.let(minus, f"-{factor}")
        return _Column(
            code.axpy(s, other.p, self.p, f"{name}_p"),
            code.axpy(s, other.L, self.L, f"{name}_L"),
            code.scalar(code.plus(self.q, code.times(s, other.q)), name),
        )


def write_effective(
    c: Context, partition: Partition, mass: Mass, solution: Solution, motion: BodyMotions, exports: Sequence[str]
) -> ReducedEquations:
    """LDLᵀ of M, then M̃ and P̃ into the base's equations, and what the second pass needs into the work slice."""
    kept = ReducedEquations()
    factors = _factor(c.code, mass)
    answers = _solve(c.code, mass, factors)
    if c.free:
        _reduce(c, mass, answers)
    for x in answers:
        kept.X.append(_keep_answer(c, x))
    for k, row in solution.D.items():
        kept.D[k] = {j: _kept(c, solution, x) for j, x in row.items()}
    for k, g in solution.G.items():
        kept.G[k] = _kept(c, solution, g)
    if exports:
        for j, (p, L) in enumerate(mass.H):
            kept.H.append(_keep_pair(c, p, L))
            kept.L[j, j] = c.keep(factors.inverse[j])
            for i in range(j):
                kept.L[j, i] = c.keep(factors.L[j, i])
        for body in exports:
            kept.frames[body] = write_export(c, body)
            twists = {key(rate): motion.N[body][key(rate)] for rate in partition.independent}
            kept.N[body] = {k: _keep_pair(c, v, w) for k, (v, w) in twists.items() if (v, w) != (None, None)}
    return kept


def _factor(code: Builder, mass: Mass) -> _Factors:
    """LDLᵀ of M."""
    found, M = _Factors(), mass.M
    L = found.L
    pivot: list[Scalar] = []
    for j in range(len(mass.H)):
        for i in range(j):
            inner = [k for k in range(i) if L[j, k] != 0.0 and L[i, k] != 0.0]
            s = code.plus(M[j, i], *(f"-{L[j, k]} * {L[i, k]} * {pivot[k]}" for k in inner))
            L[j, i] = 0.0 if s == 0.0 else code.let(f"l{j}{i}", f"({s}) * {found.inverse[i]}")
        inner = [k for k in range(j) if L[j, k] != 0.0]
        pivot.append(code.scalar(code.plus(M[j, j], *(f"-{L[j, k]} * {L[j, k]} * {pivot[k]}" for k in inner)), f"d{j}"))
        found.inverse.append(code.let(f"r{j}", f"1.0 / {pivot[j]}"))
    return found


def _solve(code: Builder, mass: Mass, factors: _Factors) -> list[_Column]:
    """M⁻¹ (Hᵀ, Q)."""
    n, L = len(mass.H), factors.L
    x = [_Column(*h, q) for h, q in zip(mass.H, mass.Q, strict=True)]
    for j in range(n):
        for i in range(j):
            if L[j, i] != 0.0:
                x[j] = x[j].less(code, L[j, i], x[i], f"n{j}{i}", f"y{j}")
    for j, (r, y) in enumerate(zip(factors.inverse, x, strict=True)):
        x[j] = _Column(
            code.scale(r, y.p, f"x{j}_p"),
            code.scale(r, y.L, f"x{j}_L"),
            code.scalar(code.times(r, y.q), f"x{j}"),
        )
    for j in range(n - 1, -1, -1):
        for i in range(j + 1, n):
            if L[i, j] != 0.0:
                x[j] = x[j].less(code, L[i, j], x[i], f"n{i}{j}", f"x{j}")
    return x


def _reduce(c: Context, mass: Mass, answers: Sequence[_Column]) -> None:
    """Add M̃ and P̃ to the base's equations."""
    code, w = c.code, c.code.format_vector
    f, t = mass.wrench
    code.do(f"add_inertia(W, {mass.inertia})")
    code.do(f"take_wrench(W, {f}, {t})")
    for (p, L), x in zip(mass.H, answers, strict=True):
        code.do(f"take_inertia(W, {w(x.p)}, {w(x.L)}, {w(p)}, {w(L)})")
        code.do(f"take_share(W, {x.q}, {w(p)}, {w(L)})")
    for force, torque in c.applied.get(c.layout.tree.base, ()):
        code.do(f"add_wrench(W, {w(force)}, {w(torque)})")


def _keep_answer(c: Context, x: _Column) -> int:
    """Leave M⁻¹ (Q, Hᵀ) of one independent velocity in the work slice; returns its place."""
    place = c.reserve(7)
    c.code.do(f"W[k + {place}] = {x.q}")
    if c.free:
        _store_pair(c, place + 1, x.p, x.L)
    return place


def _keep_pair(c: Context, a: Vector, b: Vector) -> int:
    """Leave two vectors in the work slice; returns their place."""
    place = c.reserve(6)
    _store_pair(c, place, a, b)
    return place


def _store_pair(c: Context, place: int, a: Vector, b: Vector) -> None:
    c.code.do(f"store(W, k + {place}, {c.code.format_vector(a)})")
    c.code.do(f"store(W, k + {place + 3}, {c.code.format_vector(b)})")


def _kept(c: Context, solution: Solution, x: Scalar) -> int:
    """The place of an answer in the work slice, where it may be already."""
    return solution.places[x] if x in solution.places else c.keep(x)


def write_export(c: Context, body: str) -> int:
    """Leave a body's frame in the work slice for others; returns its place."""
    code, frame = c.code, c.frames[body]
    place = c.reserve(24)
    code.do(f"store9(W, k + {place}, {frame.R or 'identity()'})")
    for i, x in enumerate((frame.x, frame.v, frame.w, frame.bv, frame.bw)):
        code.do(f"store(W, k + {place + 9 + 3 * i}, {code.format_vector(x)})")
    return place


def write_rates(c: Context, partition: Partition, kept: ReducedEquations) -> None:
    """Second pass: ẏ of the subsystem from the base's acceleration (arguments a0, alpha0)."""
    code = c.code
    values = independent_accelerations(c, partition, kept)
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
    """θ̈ = M⁻¹ (Q − Hᵀ Ẏ₀)."""
    code = c.code
    values: dict[Key, Scalar] = {}
    for j, rate in enumerate(partition.independent):
        place = kept.X[j]
        text = f"W[k + {place}]"
        if c.free:
            text += f" - dot(load(W, k + {place + 1}), a0) - dot(load(W, k + {place + 4}), alpha0)"
        values[key(rate)] = code.let(f"{c.label(rate[0])}_acceleration", text)
    return values


def dependent_acceleration(c: Context, kept: ReducedEquations, k: Key, values: dict[Key, Scalar]) -> str:
    """D θ̈ + G of one velocity."""
    parts: list[Scalar] = [f"W[k + {kept.G[k]}]"]
    parts += [c.code.times(f"W[k + {place}]", values[j]) for j, place in kept.D[k].items()]
    return str(c.code.plus(*parts))
