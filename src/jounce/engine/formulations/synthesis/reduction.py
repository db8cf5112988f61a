"""LDLᵀ of a subsystem's M while its kernel is written, and what of it stays in the work slice.

Right-hand sides of M are columns: for each own independent velocity the force and torque on the base H_j, the
generalised force Q_j, and the masses S_j that couple it to the velocities of a parent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from jounce.engine.assembly.state_layout import Key
from jounce.engine.formulations.synthesis.context import Context
from jounce.engine.formulations.synthesis.dynamics import Mass
from jounce.engine.formulations.synthesis.loops import Solution
from jounce.engine.formulations.synthesis.writer import Builder, Scalar, Vector


@dataclass
class ReducedEquations:
    """What a kernel keeps for the second pass: places of numbers in its work slice."""

    X: list[int] = field(default_factory=list)
    """Answers: of each independent velocity M⁻¹Q, M⁻¹H, and M⁻¹S by velocity of the parent."""
    D: dict[Key, dict[Key, int]] = field(default_factory=dict)
    G: dict[Key, int] = field(default_factory=dict)
    H: list[int] = field(default_factory=list)
    L: dict[tuple[int, int], int] = field(default_factory=dict)
    """Factors of M: L below the diagonal, 1/d on it."""
    S: dict[tuple[int, int], int] = field(default_factory=dict)
    """Masses that couple a velocity of the parent (first) with an own one (second)."""
    N: dict[str, dict[Key, int]] = field(default_factory=dict)
    """Twists of exported bodies."""
    frames: dict[str, int] = field(default_factory=dict)
    equations: int | None = None
    """Where the equations of a parent begin, to which its children add; None of other subsystems."""


@dataclass
class Factors:
    """M = L diag(pivot) Lᵀ: L below the diagonal, and 1/pivot."""

    L: dict[tuple[int, int], Scalar] = field(default_factory=dict)
    inverse: list[Scalar] = field(default_factory=list)


@dataclass(frozen=True)
class Column:
    """(H_j, Q_j, S_j) of one independent velocity, or what M⁻¹ makes of it."""

    p: Vector
    L: Vector
    q: Scalar
    s: tuple[Scalar, ...] = ()

    def less(self, code: Builder, factor: Scalar, other: Column, minus: str, name: str) -> Column:
        """This less factor × other; `minus` is a name for −factor."""
        n = code.let(minus, f"-{factor}")
        return Column(
            code.axpy(n, other.p, self.p, f"{name}_p"),
            code.axpy(n, other.L, self.L, f"{name}_L"),
            code.scalar(code.plus(self.q, code.times(n, other.q)), name),
            tuple(
                code.scalar(code.plus(a, code.times(n, b)), f"{name}_s") for a, b in zip(self.s, other.s, strict=True)
            ),
        )


def factor(code: Builder, M: Mapping[tuple[int, int], Scalar], n: int) -> Factors:
    """LDLᵀ of the first n rows and columns of M."""
    found = Factors()
    L = found.L
    pivot: list[Scalar] = []
    for j in range(n):
        for i in range(j):
            inner = [k for k in range(i) if L[j, k] != 0.0 and L[i, k] != 0.0]
            s = code.plus(M[j, i], *(f"-{L[j, k]} * {L[i, k]} * {pivot[k]}" for k in inner))
            L[j, i] = 0.0 if s == 0.0 else code.let(f"l{j}{i}", f"({s}) * {found.inverse[i]}")
        inner = [k for k in range(j) if L[j, k] != 0.0]
        pivot.append(code.scalar(code.plus(M[j, j], *(f"-{L[j, k]} * {L[j, k]} * {pivot[k]}" for k in inner)), f"d{j}"))
        found.inverse.append(code.let(f"r{j}", f"1.0 / {pivot[j]}"))
    return found


def solve(code: Builder, columns: Sequence[Column], factors: Factors) -> list[Column]:
    """M⁻¹ of the columns."""
    n, L = len(columns), factors.L
    x = list(columns)
    for j in range(n):
        for i in range(j):
            if L[j, i] != 0.0:
                x[j] = x[j].less(code, L[j, i], x[i], f"n{j}{i}", f"y{j}")
    for j, (r, y) in enumerate(zip(factors.inverse, x, strict=True)):
        x[j] = Column(
            code.scale(r, y.p, f"x{j}_p"),
            code.scale(r, y.L, f"x{j}_L"),
            code.scalar(code.times(r, y.q), f"x{j}"),
            tuple(code.scalar(code.times(r, s), f"x{j}_s") for s in y.s),
        )
    for j in range(n - 1, -1, -1):
        for i in range(j + 1, n):
            if L[i, j] != 0.0:
                x[j] = x[j].less(code, L[i, j], x[i], f"n{i}{j}", f"x{j}")
    return x


def add_bodies(c: Context, mass: Mass) -> None:
    """Add inertia and missing wrench of all bodies to the base's equations, as if they could not move against it."""
    if c.free:
        f, t = mass.wrench
        c.code.do(f"add_inertia(W, {mass.inertia})")
        c.code.do(f"take_wrench(W, {f}, {t})")


def add_applied(c: Context) -> None:
    """Add what the subsystem's elements do to the base and to the parent's bodies to the base's equations."""
    w, others = c.code.format_vector, c.parent.bodies if c.parent is not None else ()
    for body in (c.layout.tree.base, *others) if c.free else ():
        for force, torque in c.applied.get(body, ()):
            c.code.do(f"add_wrench(W, {w(force)}, {w(torque)})")


def take_columns(c: Context, columns: Sequence[Column], answers: Sequence[Column]) -> None:
    """Take from the base's equations what independent velocities give way: H M⁻¹Hᵀ and H M⁻¹Q."""
    w = c.code.format_vector
    for h, x in zip(columns, answers, strict=True) if c.free else ():
        c.code.do(f"take_inertia(W, {w(x.p)}, {w(x.L)}, {w(h.p)}, {w(h.L)})")
        c.code.do(f"take_share(W, {x.q}, {w(h.p)}, {w(h.L)})")


def keep_loops(c: Context, kept: ReducedEquations, solution: Solution) -> None:
    """Leave D and G in the work slice."""
    for k, row in solution.D.items():
        kept.D[k] = {j: _kept(c, solution, x) for j, x in row.items()}
    for k, g in solution.G.items():
        kept.G[k] = _kept(c, solution, g)


def _kept(c: Context, solution: Solution, x: Scalar) -> int:
    """The place of an answer in the work slice, where it may be already."""
    return solution.places[x] if x in solution.places else c.keep(x)


def keep_answer(c: Context, x: Column) -> int:
    """Leave M⁻¹ (Q, Hᵀ, S) of one independent velocity in the work slice; returns its place."""
    place = c.reserve(7 + len(x.s))
    c.code.do(f"W[k + {place}] = {x.q}")
    if c.free:
        store_pair(c, place + 1, x.p, x.L)
    for a, s in enumerate(x.s):
        c.code.do(f"W[k + {place + 7 + a}] = {s}")
    return place


def keep_pair(c: Context, a: Vector, b: Vector) -> int:
    """Leave two vectors in the work slice; returns their place."""
    place = c.reserve(6)
    store_pair(c, place, a, b)
    return place


def store_pair(c: Context, place: int, a: Vector, b: Vector) -> None:
    """Two vectors, one after the other, into the work slice."""
    c.code.do(f"store(W, k + {place}, {c.code.format_vector(a)})")
    c.code.do(f"store(W, k + {place + 3}, {c.code.format_vector(b)})")
