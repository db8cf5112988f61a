"""Kernel stages `motion`, `inertia`, `wrenches` and `mass`: the equations of a subsystem in its independent velocities.

Along the tree go the twists N_ij of body i per unit independent velocity j (so that D of the loops is already inside)
and the bias accelerations. With the inertias I_i about the base's origin and the wrenches f_i that keep body i at its
bias acceleration less what acts on it:

    M_jk = Σ N_ijᵀ I_i N_ik,   H_j = Σ I_i N_ij,   Q_j = −Σ N_ijᵀ f_i        Song 2005 [29]–[31] (M*, Q_y*, Q_q*)

Bodies that share a twist are added up first: a wheel moves with its knuckle except for its spin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from jounce.engine.assembly.spanning_tree import BALL, SLIDE, Branch
from jounce.engine.assembly.state_layout import Key, Rate, key
from jounce.engine.formulations.synthesis.context import Context
from jounce.engine.formulations.synthesis.loops import Solution
from jounce.engine.formulations.synthesis.partition import Partition
from jounce.engine.formulations.synthesis.writer import Scalar, Twist, Vector


@dataclass
class BodyMotions:
    """Twists per independent velocity and the bias accelerations of all bodies."""

    N: dict[str, dict[Key, Twist]] = field(default_factory=dict)
    bias: dict[str, Twist] = field(default_factory=dict)


def write_motion(c: Context, partition: Partition, solution: Solution) -> BodyMotions:
    """N and the full bias acceleration (with the dependent velocities' share G) along the tree."""
    code, motion = c.code, BodyMotions()
    share: dict[str, Twist] = {}
    if c.parent is not None:
        motion.N |= {body: c.carrier_twists(body) for body in c.parent.twists}
    for branch in c.layout.tree.branches:
        if branch.body not in c.bodies:
            continue
        name, frame = c.short(branch.body), c.frames[branch.body]
        motion.N[branch.body] = {}
        for j, rate in enumerate(partition.moving):
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


Summand = TypeVar("Summand")

Groups = dict[Twist, frozenset[str]]
"""Twist → the bodies that have it."""


def write_inertia(c: Context) -> dict[str, str]:
    """Inertia of every body about the base's origin, in base axes."""
    found = {}
    for body in c.bodies:
        frame = c.frames[body]
        found[body] = c.inertia(body, frame.R, frame.x)
    return found


def write_wrenches(c: Context, motion: BodyMotions, inertia: dict[str, str]) -> dict[str, Twist]:
    """Force and torque, about the base's origin, that each body lacks to keep its bias acceleration."""
    code = c.code
    found: dict[str, Twist] = {}
    v0, w0 = c.base_twist
    written = code.format_vector
    for body in c.bodies:
        name, frame = c.short(body), c.frames[body]
        bv, bw = motion.bias[body]
        aw = code.add(bw, code.cross(w0, frame.w, f"{name}_w0w"), f"{name}_aw")
        av = code.add(bv, code.cross(w0, frame.v, f"{name}_w0v"), f"{name}_a1")
        av = code.add(av, code.cross(v0, frame.w, f"{name}_v0w"), f"{name}_a2")
        av = code.sub(av, "g", f"{name}_av")
        V, Wv = code.add(v0, frame.v, f"{name}_V"), code.add(w0, frame.w, f"{name}_W")
        call = f"rate_of_momentum({inertia[body]}, {written(V)}, {written(Wv)}, {written(av)}, {written(aw)})"
        f: Vector
        t: Vector
        f, t = code.several([f"{name}_f", f"{name}_t"], call)
        for force, torque in c.applied.get(body, ()):
            f, t = code.sub(f, force, f"{name}_f"), code.sub(t, torque, f"{name}_t")
        found[body] = (f, t)
    return found


class Sums(Generic[Summand]):
    """Sums of inertias or wrenches over sets of bodies, each written once, larger ones from smaller ones."""

    def __init__(self, single: Mapping[str, Summand], add: Callable[[Summand, Summand], Summand]) -> None:
        self.add = add
        self.known = {frozenset((body,)): value for body, value in single.items()}

    def of(self, bodies: frozenset[str]) -> Summand:
        """The sum over a set."""
        if bodies not in self.known:
            best = max((s for s in self.known if s < bodies), key=len)
            self.known[bodies] = self.add(self.known[best], self.of(bodies - best))
        return self.known[bodies]


@dataclass(frozen=True)
class Mass:
    """Equations of a subsystem, and the sums over all its bodies."""

    H: list[Twist]
    M: dict[tuple[int, int], Scalar]
    """Lower triangle."""
    Q: list[Scalar]
    inertia: str
    wrench: Twist


def write_mass(
    c: Context, partition: Partition, motion: BodyMotions, inertia: Mapping[str, str], wrench: Mapping[str, Twist]
) -> Mass:
    """H, M and Q, row by row."""
    code, rates = c.code, partition.moving
    momenta = _Momenta(c, inertia)
    wrenches = Sums(wrench, lambda a, b: (code.add(a[0], b[0], "sum_f"), code.add(a[1], b[1], "sum_t")))
    groups = [_moved_alike(c, motion, rate) for rate in rates]
    everything = frozenset(c.bodies)
    H: list[Twist] = []
    Q: list[Scalar] = []
    M: dict[tuple[int, int], Scalar] = {}
    for j, rate in enumerate(rates):
        p: Vector = None
        L: Vector = None
        lacking: list[Scalar] = []
        for (v, w), bodies in groups[j].items():
            hp, hL = momenta.of((v, w), bodies, f"h{j}")
            p, L = code.add(p, hp, f"h{j}_p"), code.add(L, hL, f"h{j}_L")
            f, t = wrenches.of(bodies)
            lacking += [code.dot(v, f, f"h{j}_vf"), code.dot(w, t, f"h{j}_wt")]
        H.append((p, L))
        pushes = _pushes(c, rate)
        Q.append(code.scalar(code.plus(code.minus(code.plus(*lacking)), *pushes), f"Q{j}"))
        for i in range(j + 1):
            M[j, i] = _entry(c, momenta, (j, groups[j]), (i, groups[i]))
    return Mass(H, M, Q, momenta.inertias.of(everything), wrenches.of(everything))


class _Momenta:
    """Momenta of sets of bodies that share a twist, each written once."""

    def __init__(self, c: Context, inertia: Mapping[str, str]) -> None:
        self.code = c.code
        self.inertias = Sums(inertia, lambda a, b: c.code.let("inertia", f"add_inertias({a}, {b})"))
        self.known: dict[tuple[Twist, frozenset[str]], Twist] = {}

    def of(self, twist: Twist, bodies: frozenset[str], name: str) -> Twist:
        """Momentum and angular momentum."""
        if (twist, bodies) not in self.known:
            v, w = self.code.format_vector(twist[0]), self.code.format_vector(twist[1])
            call = f"momentum({self.inertias.of(bodies)}, {v}, {w})"
            p, L = self.code.several([f"{name}_p", f"{name}_L"], call)
            self.known[twist, bodies] = (p, L)
        return self.known[twist, bodies]


def _moved_alike(c: Context, motion: BodyMotions, rate: Rate) -> Groups:
    """The bodies that an independent velocity moves, by their twist."""
    sets: dict[Twist, set[str]] = {}
    for body in c.bodies:
        twist = motion.N[body][key(rate)]
        if twist != (None, None):
            sets.setdefault(twist, set()).add(body)
    return {twist: frozenset(bodies) for twist, bodies in sets.items()}


def _pushes(c: Context, rate: Rate) -> list[Scalar]:
    """Generalised forces along one independent velocity, through those that depend on it too."""
    found: list[Scalar] = []
    for k, forces in c.pushed.items():
        s = 1.0 if k == key(rate) else c.D.get(k, {}).get(key(rate), 0.0)
        found += [c.code.times(s, f) for f in forces]
    return found


def _entry(c: Context, momenta: _Momenta, row: tuple[int, Groups], column: tuple[int, Groups]) -> Scalar:
    """One entry of M: over the bodies that both velocities move, the twist of one times the momentum of the other."""
    code, (j, rows), (i, columns) = c.code, row, column
    terms: list[Scalar] = []
    for tj, bj in rows.items():
        for ti, bi in columns.items():
            common = bj & bi
            if not common:
                continue
            if common == bi:
                (hp, hL), (v, w) = momenta.of(ti, bi, f"h{i}"), tj
            else:
                (hp, hL), (v, w) = momenta.of(tj, common, f"h{j}"), ti
            terms += [code.dot(v, hp, f"m{j}{i}_v"), code.dot(w, hL, f"m{j}{i}_w")]
    return code.scalar(code.plus(*terms), f"m{j}{i}")
