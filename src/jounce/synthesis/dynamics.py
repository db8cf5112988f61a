"""Kernel stages `motion`, `inertia`, `mass`, `effective` and `accelerate`: from loops to effective inertia and back.

With the twists N_ij of body i per unit independent velocity j (so that D of the loops is already inside), inertias I_i
about the base's origin and wrenches f_i that keep body i at its bias acceleration less what acts on it:

    M_jk = Σ N_ijᵀ I_i N_ik,   H_j = Σ I_i N_ij,   Q_j = −Σ N_ijᵀ f_i        Song 2005 [29]–[31] (M*, Q_y*, Q_q*)
    M̃ = Σ I_i − H M⁻¹ Hᵀ,     P̃ = −Σ f_i − H M⁻¹ Q                         [32], [1]
    q̈_v = M⁻¹ (Q − Hᵀ Ẏ₀),    q̈_u = D q̈_v + G

Bodies that share a twist are added up first: a wheel moves with its knuckle except for its spin.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from jounce.synthesis.context import Context
from jounce.synthesis.loops import Key, Solution, key
from jounce.synthesis.partition import Partition, Rate
from jounce.synthesis.tree import BALL, SLIDE
from jounce.synthesis.writer import Scalar, Twist, Vector


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
            twist = _along(c, branch, start, lambda k, rate=rate: _coefficient(k, rate, solution), f"{name}_{j}")
            motion.N[branch.body][key(rate)] = twist
        start = share.get(branch.parent, (None, None))
        share[branch.body] = _along(c, branch, start, lambda k: solution.G.get(k, 0.0), f"{name}_G")
        v, w = share[branch.body]
        motion.bias[branch.body] = (
            code.add(frame.bv, v, f"{name}_bias_v"),
            code.add(frame.bw, w, f"{name}_bias_w"),
        )
    return motion


def _coefficient(k: Key, rate: Rate, solution: Solution) -> Scalar:
    """Velocity k per unit of one independent velocity."""
    if k == key(rate):
        return 1.0
    return solution.D.get(k, {}).get(key(rate), 0.0)


def _along(c: Context, branch, start: Twist, coefficient, name: str) -> Twist:
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


def write_inertia(c: Context) -> dict[str, str]:
    """Inertia of every body about the base's origin, in base axes."""
    found = {}
    for body in c.bodies:
        branch, name = c.layout.tree.branch(body), c.short(body)
        record = c.packed.arrays["bodies"][c.packed.layout.body(body)]
        J = branch.alignment @ record["inertia"].reshape(3, 3) @ branch.alignment.T
        frame = c.frames[body]
        found[body] = c.inertia(name, frame.R, frame.x, float(record["mass"]), branch.centre, J)
    return found


def write_wrenches(c: Context, motion: Motion, inertia: dict[str, str]) -> dict[str, Twist]:
    """Force and torque, about the base's origin, that each body lacks to keep its bias acceleration."""
    code, found = c.code, {}
    v0, w0 = c.base_twist
    written = code.written
    for body in c.bodies:
        name, frame = c.short(body), c.frames[body]
        bv, bw = motion.bias[body]
        aw = code.add(bw, code.cross(w0, frame.w, f"{name}_w0w"), f"{name}_aw")
        av = code.add(bv, code.cross(w0, frame.v, f"{name}_w0v"), f"{name}_a1")
        av = code.add(av, code.cross(v0, frame.w, f"{name}_v0w"), f"{name}_a2")
        av = code.sub(av, "g", f"{name}_av")
        V, Wv = code.add(v0, frame.v, f"{name}_V"), code.add(w0, frame.w, f"{name}_W")
        call = f"rate_of_momentum({inertia[body]}, {written(V)}, {written(Wv)}, {written(av)}, {written(aw)})"
        f, t = code.several([f"{name}_f", f"{name}_t"], call)
        for force, torque in c.applied.get(body, ()):
            f, t = code.sub(f, force, f"{name}_f"), code.sub(t, torque, f"{name}_t")
        found[body] = (f, t)
    return found


class Sums:
    """Sums of inertias or wrenches over sets of bodies, each written once, larger ones from smaller ones."""

    def __init__(self, c: Context, single: dict, add, name: str) -> None:
        self.c, self.add, self.name = c, add, name
        self.known = {frozenset((body,)): value for body, value in single.items()}

    def of(self, bodies: frozenset[str]):
        """The sum over a set."""
        if bodies not in self.known:
            best = max((s for s in self.known if s < bodies), key=len)
            self.known[bodies] = self.add(self.known[best], self.of(bodies - best), self.name)
        return self.known[bodies]


@dataclass
class Reduced:
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


def write_mass(
    c: Context, partition: Partition, motion: Motion, inertia: dict[str, str], wrench: dict[str, Twist]
) -> tuple[list[Twist], dict[tuple[int, int], Scalar], list[Scalar], str | None, Twist]:
    """H, M (lower triangle), Q, and the sums over all bodies."""
    code = c.code
    inertias = Sums(c, inertia, lambda a, b, n: code.let(n, f"add_inertias({a}, {b})"), "inertia")
    wrenches = Sums(c, wrench, lambda a, b, n: (code.add(a[0], b[0], f"{n}_f"), code.add(a[1], b[1], f"{n}_t")), "sum")
    rates = partition.independent
    groups: list[dict[Twist, frozenset[str]]] = []
    for rate in rates:
        sets: dict[Twist, set[str]] = {}
        for body in c.bodies:
            twist = motion.N[body][key(rate)]
            if twist != (None, None):
                sets.setdefault(twist, set()).add(body)
        groups.append({t: frozenset(b) for t, b in sets.items()})
    momenta: dict[tuple[Twist, frozenset[str]], Twist] = {}

    def momentum(twist: Twist, bodies: frozenset[str], name: str) -> Twist:
        if (twist, bodies) not in momenta:
            v, w = code.written(twist[0]), code.written(twist[1])
            call = f"momentum({inertias.of(bodies)}, {v}, {w})"
            momenta[twist, bodies] = code.several([f"{name}_p", f"{name}_L"], call)
        return momenta[twist, bodies]

    H: list[Twist] = []
    Q: list[Scalar] = []
    M: dict[tuple[int, int], Scalar] = {}
    for j, rate in enumerate(rates):
        label = f"h{j}"
        p: Vector = None
        L: Vector = None
        parts: list[Scalar] = []
        for (v, w), bodies in groups[j].items():
            hp, hL = momentum((v, w), bodies, label)
            p, L = code.add(p, hp, f"{label}_p"), code.add(L, hL, f"{label}_L")
            f, t = wrenches.of(bodies)
            parts += [code.dot(v, f, f"{label}_vf"), code.dot(w, t, f"{label}_wt")]
        H.append((p, L))
        pushes: list[Scalar] = []
        for k, forces in c.pushed.items():
            s = 1.0 if k == key(rate) else c.D.get(k, {}).get(key(rate), 0.0)
            pushes += [code.times(s, f) for f in forces]
        Q.append(code.scalar(code.plus(code.minus(code.plus(*parts)), *pushes), f"Q{j}"))
        for i in range(j + 1):
            terms: list[Scalar] = []
            for tj, bj in groups[j].items():
                for ti, bi in groups[i].items():
                    common = bj & bi
                    if not common:
                        continue
                    if common == bi:
                        (hp, hL), (v, w) = momentum(ti, bi, f"h{i}"), tj
                    else:
                        (hp, hL), (v, w) = momentum(tj, common, label), ti
                    terms += [code.dot(v, hp, f"m{j}{i}_v"), code.dot(w, hL, f"m{j}{i}_w")]
            M[j, i] = code.scalar(code.plus(*terms), f"m{j}{i}")
    everything = frozenset(c.bodies)
    total = inertias.of(everything)
    return H, M, Q, total, wrenches.of(everything)


def write_effective(
    c: Context, partition: Partition, parts, solution: Solution, motion: Motion, exports: tuple[str, ...]
) -> Reduced:
    """LDLᵀ of M, then M̃ and P̃ into the base's equations, and what the second pass needs into the work slice."""
    code, kept = c.code, Reduced()
    H, M, Q, inertia, (f, t) = parts
    n = len(H)
    pivot: list[Scalar] = []
    inverse: list[Scalar] = []
    L: dict[tuple[int, int], Scalar] = {}
    for j in range(n):
        for i in range(j):
            inner = [k for k in range(i) if L[j, k] != 0.0 and L[i, k] != 0.0]
            s = code.plus(M[j, i], *(f"-{L[j, k]} * {L[i, k]} * {pivot[k]}" for k in inner))
            L[j, i] = 0.0 if s == 0.0 else code.let(f"l{j}{i}", f"({s}) * {inverse[i]}")
        inner = [k for k in range(j) if L[j, k] != 0.0]
        pivot.append(code.scalar(code.plus(M[j, j], *(f"-{L[j, k]} * {L[j, k]} * {pivot[k]}" for k in inner)), f"d{j}"))
        inverse.append(code.let(f"r{j}", f"1.0 / {pivot[j]}"))
    Y = [[h[0], h[1], q] for h, q in zip(H, Q, strict=True)]
    for j in range(n):
        for i in range(j):
            if L[j, i] != 0.0:
                s = code.let(f"n{j}{i}", f"-{L[j, i]}")
                Y[j] = [
                    code.axpy(s, Y[i][0], Y[j][0], f"y{j}_p"),
                    code.axpy(s, Y[i][1], Y[j][1], f"y{j}_L"),
                    code.scalar(code.plus(Y[j][2], code.times(s, Y[i][2])), f"y{j}"),
                ]
    Xs = [
        [code.scale(inverse[j], Y[j][0], f"x{j}_p"), code.scale(inverse[j], Y[j][1], f"x{j}_L"),
         code.scalar(code.times(inverse[j], Y[j][2]), f"x{j}")]
        for j in range(n)
    ]  # fmt: skip
    for j in range(n - 1, -1, -1):
        for i in range(j + 1, n):
            if L[i, j] != 0.0:
                s = code.let(f"n{i}{j}", f"-{L[i, j]}")
                Xs[j] = [
                    code.axpy(s, Xs[i][0], Xs[j][0], f"x{j}_p"),
                    code.axpy(s, Xs[i][1], Xs[j][1], f"x{j}_L"),
                    code.scalar(code.plus(Xs[j][2], code.times(s, Xs[i][2])), f"x{j}"),
                ]
    if c.free:
        code.do(f"add_inertia(W, {inertia})")
        code.do(f"take_wrench(W, {f}, {t})")
        for j in range(n):
            xp, xL, x = Xs[j]
            Hp, HL = code.written(H[j][0]), code.written(H[j][1])
            code.do(f"take_inertia(W, {code.written(xp)}, {code.written(xL)}, {Hp}, {HL})")
            code.do(f"take_share(W, {x}, {Hp}, {HL})")
        for force, torque in c.applied.get(c.layout.tree.base, ()):
            code.do(f"add_wrench(W, {code.written(force)}, {code.written(torque)})")
    for j in range(n):
        place = c.reserve(7)
        kept.X.append(place)
        code.do(f"W[k + {place}] = {Xs[j][2]}")
        if c.free:
            code.do(f"store(W, k + {place + 1}, {code.written(Xs[j][0])})")
            code.do(f"store(W, k + {place + 4}, {code.written(Xs[j][1])})")
    for k, row in solution.D.items():
        kept.D[k] = {j: _kept(c, solution, x) for j, x in row.items()}
    for k, x in solution.G.items():
        kept.G[k] = _kept(c, solution, x)
    if exports:
        for j in range(n):
            place = c.reserve(6)
            kept.H.append(place)
            code.do(f"store(W, k + {place}, {code.written(H[j][0])})")
            code.do(f"store(W, k + {place + 3}, {code.written(H[j][1])})")
            kept.L[j, j] = c.keep(inverse[j])
            for i in range(j):
                kept.L[j, i] = c.keep(L[j, i])
        for body in exports:
            kept.frames[body] = write_export(c, body)
            kept.N[body] = {}
            for rate in partition.independent:
                v, w = motion.N[body][key(rate)]
                if (v, w) != (None, None):
                    place = c.reserve(6)
                    kept.N[body][key(rate)] = place
                    code.do(f"store(W, k + {place}, {code.written(v)})")
                    code.do(f"store(W, k + {place + 3}, {code.written(w)})")
    return kept


def _kept(c: Context, solution: Solution, x: Scalar) -> int:
    """The place of an answer in the work slice, where it may be already."""
    return solution.places[x] if x in solution.places else c.keep(x)


def write_export(c: Context, body: str) -> int:
    """Leave a body's frame in the work slice for others; returns its place."""
    code, frame = c.code, c.frames[body]
    place = c.reserve(24)
    code.do(f"store9(W, k + {place}, {frame.R or 'identity()'})")
    for i, x in enumerate((frame.x, frame.v, frame.w, frame.bv, frame.bw)):
        code.do(f"store(W, k + {place + 9 + 3 * i}, {code.written(x)})")
    return place


def write_rates(c: Context, partition: Partition, kept: Reduced) -> None:
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


def independent_accelerations(c: Context, partition: Partition, kept: Reduced) -> dict[Key, Scalar]:
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


def dependent_acceleration(c: Context, kept: Reduced, k: Key, values: dict[Key, Scalar]) -> str:
    """D θ̈ + G of one velocity."""
    parts: list[Scalar] = [f"W[k + {kept.G[k]}]"]
    parts += [c.code.times(f"W[k + {place}]", values[j]) for j, place in kept.D[k].items()]
    return str(c.code.plus(*parts))
