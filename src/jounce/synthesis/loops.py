"""Kernel stage `loops`: equations of the cut joints, solved for the dependent velocities (Song 2005 [25]–[28]).

    Φ_u q̇_u = b − Φ_v q̇_v,    q̈_u = −Φ_u⁻¹Φ_v q̈_v + Φ_u⁻¹ γ ≡ D q̈_v + G

Each block of rows is one small dense system with as many right-hand sides as there are independent velocities, plus one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from jounce.elements.measure import ANGLE, DISTANCE, DOT1, DOT2
from jounce.synthesis.context import Context
from jounce.synthesis.partition import Block, Partition, Rate, structure
from jounce.synthesis.rows import Row, Term
from jounce.synthesis.tree import BALL, SLIDE, TURN
from jounce.synthesis.writer import Scalar, Vector

UNROLLED = 6
"""Largest block that is written out; larger ones are solved by a loop in the work array."""

SHIFT = "shift"
"""Beside turn, slide and ball: a point moves with its body's velocity, whatever the point."""

Key = tuple[int | str, int]
"""A velocity: its coordinate's place in y, or its body, and a component."""


@dataclass
class Equation:
    """One row: its value, its entries by velocity, its rate from driven bodies, and γ."""

    value: Scalar = 0.0
    entries: dict[Key, Scalar] = field(default_factory=dict)
    drift: Scalar = 0.0
    """Φ̇ while all own velocities are zero (see `jounce.synthesis.chains.write_carried`)."""
    gamma: Scalar = 0.0


@dataclass(frozen=True)
class Response:
    """How a point moves with one coordinate: by a vector per unit rate, behind a ball by ω × arm, or by a shift."""

    keys: tuple[Key, ...]
    kind: str
    vector: Vector
    axis: Vector
    """Rotation per unit rate."""


@dataclass
class Solution:
    """Dependent velocities in terms of independent ones."""

    D: dict[Key, dict[Key, Scalar]] = field(default_factory=dict)
    G: dict[Key, Scalar] = field(default_factory=dict)
    quality: list[Scalar] = field(default_factory=list)
    helpers: set[tuple[int, int]] = field(default_factory=set)
    """(size, right-hand sides) of the solvers that are written out."""
    places: dict[Scalar, int] = field(default_factory=dict)
    """Answers that stay in the work slice, with their places."""


def key(rate: Rate) -> Key:
    """A velocity by its place in y."""
    return rate[0].velocity, rate[1]


def write_loops(c: Context, partition: Partition) -> Solution:
    """D and G of every block."""
    solution = Solution()
    for block in partition.blocks:
        equations = [equation(c, row, touched, moving=True) for row, touched in _rows(c, block)]
        right = [[c.code.minus(e.entries.get(key(r), 0.0)) for r in block.independent] + [e.gamma] for e in equations]
        answers, quality = _solve(c, block, equations, right, solution)
        solution.quality.append(_against_choice(c, block, quality))
        for rate, answer in zip(block.dependent, answers, strict=True):
            solution.D[key(rate)] = {key(r): f"{answer}[{j}]" for j, r in enumerate(block.independent)}
            solution.G[key(rate)] = f"{answer}[{len(block.independent)}]"
    return solution


def write_closure(c: Context, partition: Partition, done: Solution) -> tuple[Scalar, Scalar]:
    """One Newton pass: corrections of the dependent positions and the velocities that fit; returns gap and quality."""
    code = c.code
    gaps: list[Scalar] = []
    corrections: dict[Key, tuple[Scalar, Scalar]] = {}
    for block in partition.blocks:
        equations = [equation(c, row, touched, moving=False) for row, touched in _rows(c, block)]
        right = []
        for e in equations:
            value = code.scalar(e.value, "gap")
            gaps.append(value)
            moving = [r for r in (*block.independent, *block.known) if key(r) in e.entries]
            rest = [code.times(e.entries[key(r)], c.rate_of(r)) for r in moving]
            right.append([code.minus(value), code.minus(code.plus(e.drift, *rest))])
        answers, quality = _solve(c, block, equations, right, done)
        done.quality.append(_against_choice(c, block, quality))
        for rate, answer in zip(block.dependent, answers, strict=True):
            corrections[key(rate)] = (f"{answer}[0]", f"{answer}[1]")
    code.stage = "update"
    for coordinate in c.own:
        _update(c, coordinate, corrections)
    return verdict(c, gaps, done)


def verdict(c: Context, gaps: Sequence[Scalar], done: Solution) -> tuple[Scalar, Scalar]:
    """The largest gap and the worst quality."""
    worst = c.code.let("worst", f"max({', '.join(f'abs({g})' for g in gaps)}, 0.0)") if gaps else 0.0
    return worst, worst_quality(c, done)


def _against_choice(c: Context, block: Block, quality: str) -> Scalar:
    """The quality of a block relative to the position at which its coordinates were chosen."""
    return c.code.scalar(f"{quality} * {c.number(1.0 / block.quality, 'quality_scale')}", "quality")


def worst_quality(c: Context, done: Solution) -> Scalar:
    """The worst quality of all systems that were solved."""
    return c.code.let("quality", f"min({', '.join(map(str, done.quality))}, 1.0)") if done.quality else 1.0


def _update(c: Context, coordinate, corrections: dict[Key, tuple[Scalar, Scalar]]) -> None:
    """Write one coordinate and its rates back into y."""
    code = c.code
    p, v = coordinate.position - c.first_position, coordinate.velocity - c.first_velocity
    if coordinate.driver is not None:
        code.do(f"y[q + {p}] = {c.position(coordinate)}")
        code.do(f"y[u + {v}] = {c.rate(coordinate)}")
        return
    found = [corrections.get((coordinate.velocity, i)) for i in range(coordinate.rates)]
    if coordinate.kind == BALL:
        before = f"load4(y, q + {p})"
        if any(found):
            turn = ", ".join(str(f[0]) if f else "0.0" for f in found)
            before = f"multiply(exp_quaternion(({turn})), {before})"
        code.do(f"store4(y, q + {p}, normalize({before}))")
    elif found[0]:
        code.do(f"y[q + {p}] += {found[0][0]}")
    for i, f in enumerate(found):
        if f:
            code.do(f"y[u + {v + i}] = {f[1]}")


def _rows(c: Context, block: Block) -> list[tuple[Row, set[Key]]]:
    return list(zip(block.rows, structure(c.packed, c.layout, block.rows), strict=True))


def _solve(
    c: Context, block: Block, equations: list[Equation], right: list[list[Scalar]], solution: Solution
) -> tuple[list[str], str]:
    """Names of the answers, a tuple per dependent velocity, and the quality of the matrix."""
    code = c.code
    n, m = len(block.dependent), len(right[0])
    if len(equations) != n:
        raise AssertionError("a block must be square")
    rows = [[e.entries.get(key(r), 0.0) for r in block.dependent] + b for e, b in zip(equations, right, strict=True)]
    hints = [c.short(coordinate.name.replace(" ", "_")) + (f"_{'xyz'[i]}" if coordinate.kind == BALL else "")
             for coordinate, i in block.dependent]  # fmt: skip
    if n <= UNROLLED:
        solution.helpers.add((n, m))
        names = [code.let(f"{c.short(row.joint)}_row", f"({', '.join(str(x) for x in entries)})")
                 for row, entries in zip(block.rows, rows, strict=True)]  # fmt: skip
        *answers, quality = code.several(
            [f"{h}_per" for h in hints] + ["quality"], f"solve_{n}_{m}({', '.join(names)})"
        )
        return list(answers), quality
    places, quality = solve_in_work(c, rows, n)
    answers = []
    for place, hint in zip(places, hints, strict=True):
        parts = ", ".join(f"W[k + {place + j}]" for j in range(m))
        answers.append(code.several([f"{hint}_per"], f"({parts}{',' if m == 1 else ''})")[0])
    return answers, quality


def solve_in_work(c: Context, rows: Sequence[Sequence[Scalar]], n: int) -> tuple[range, str]:
    """Solve n equations, given with their right-hand sides, in the work slice: places of the answers, and quality."""
    code, size = c.code, len(rows[0])
    start = c.reserve(n * size)
    code.do(f"clear_rows(W, k + {start}, {n * size})")
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            if x != 0.0:
                code.do(f"W[k + {start + i * size + j}] = {x}")
    quality = code.several(["quality"], f"solve_rows(W, k + {start}, {n}, {size - n})")[0]
    return range(start + n, start + n * size, size), quality


def equation(c: Context, row: Row, touched: set[Key], *, moving: bool) -> Equation:
    """One row of a block; with `moving` also γ."""
    code, e = c.code, Equation()
    name = c.short(row.joint)
    if row.component is not None:
        return _meeting(c, row, touched, name, moving)
    values, drifts, biases = [], [], []
    for term in row.terms:
        factor = 1.0 if term.factor == 1.0 else c.number(term.factor, f"{name}_factor")
        if term.coordinate is not None:
            values.append(code.times(factor, c.position(term.coordinate)))
            _enter(code, e, (term.coordinate.velocity, 0), factor)
            if term.coordinate.driver is not None and moving:
                biases.append(code.times(factor, c.acceleration(term.coordinate)))
            continue
        value, drift, bias = _measured(c, term, touched, name, factor, e, moving)
        values.append(value), drifts.append(drift), biases.append(bias)
    record = c.packed.arrays["rows"][row.packed]
    values.append(code.minus(c.number(record["offset"], f"{name}_offset")))
    e.gamma = code.minus(code.plus(*biases))
    if record["signal"] >= 0:
        m = c.port("known", row.joint)
        values.append(f"-W[{m}]")
        drifts.append(f"-W[{m} + 1]")
        e.gamma = code.plus(e.gamma, f"W[{m} + 2]")
    e.value, e.drift = code.plus(*values), code.plus(*drifts)
    return e


def _enter(code, e: Equation, k: Key, value: Scalar) -> None:
    e.entries[k] = code.plus(e.entries.get(k, 0.0), value)


def _meeting(c: Context, row: Row, touched: set[Key], name: str, moving: bool) -> Equation:
    """One base axis of two points that meet: Φ = p_b − p_a."""
    code, e, i = c.code, Equation(), row.component
    record = c.packed.arrays["measures"][row.terms[0].measure]
    a, b = c.body_name(record["a"]), c.body_name(record["b"])
    pa, pb = c.shared_point(a, record["point_a"], f"{name}_a"), c.shared_point(b, record["point_b"], f"{name}_b")
    e.value = f"{code.sub(pb, pa, f'{name}_gap')}[{i}]"
    for body, p, sign in ((a, pa, -1), (b, pb, 1)):
        for r in responses(c, body, p, name):
            for k, value in _component(r, i):
                if k in touched:
                    _enter(code, e, k, value if sign > 0 else code.minus(value))
    if not moving:
        gap = code.sub(c.velocity(b, pb, f"{name}_vb"), c.velocity(a, pa, f"{name}_va"), f"{name}_drift")
        e.drift = 0.0 if gap is None else f"{gap}[{i}]"
        return e
    va, vb = c.velocity(a, pa, f"{name}_va"), c.velocity(b, pb, f"{name}_vb")
    gamma = code.sub(c.bias(a, pa, va, f"{name}_ba"), c.bias(b, pb, vb, f"{name}_bb"), f"{name}_gamma")
    e.gamma = 0.0 if gamma is None else f"{gamma}[{i}]"
    return e


def _component(r: Response, i: int) -> list[tuple[Key, Scalar]]:
    if r.kind == SHIFT:
        return [(r.keys[i], 1.0)]
    if r.kind != BALL:
        return [(r.keys[0], f"{r.vector}[{i}]")]
    j, k = (i + 1) % 3, (i + 2) % 3
    return [(r.keys[j], f"{r.vector}[{k}]"), (r.keys[k], f"-{r.vector}[{j}]")]


def responses(c: Context, body: str, p: Vector, name: str) -> list[Response]:
    """How a point of a body moves with each coordinate between it and the base, or with the body's own twist."""
    code, found = c.code, []
    if c.layout.cartesian:
        if body not in c.bodies:
            return []
        keys = twist_keys(body)
        return [Response(keys[:3], SHIFT, None, None), Response(keys[3:], BALL, p, "ball")]
    branch = c.layout.tree.branch(body)
    turning = True  # behind a ball, the rotations before it do not reach the body
    while branch is not None and branch.body in c.bodies:
        x, short = c.frames[branch.body].x, c.short(branch.body)
        for i in reversed(range(len(branch.motions))):
            coordinate = c.layout.by_motion[branch.body, i]
            keys = tuple((coordinate.velocity, j) for j in range(coordinate.rates))
            if coordinate.kind == BALL:
                found.append(Response(keys, BALL, code.sub(p, x, f"{name}_arm"), "ball" if turning else None))
                p, turning = x, False
                continue
            axis = c.axes[branch.body, i][0]
            if coordinate.kind == SLIDE:
                found.append(Response(keys, SLIDE, axis, None))
            else:
                arm = code.sub(p, x, f"{name}_from_{short}")
                per = code.cross(axis, arm, f"{name}_per_{short}")
                found.append(Response(keys, TURN, per, axis if turning else None))
        branch = c.layout.tree.branch(branch.parent)
    return found


def twist_keys(body: str) -> tuple[Key, ...]:
    """The six velocities of a body in Cartesian coordinates."""
    return tuple((body, i) for i in range(6))


def _measured(
    c: Context, term: Term, touched: set[Key], name: str, factor: Scalar, e: Equation, moving: bool
) -> tuple[Scalar, Scalar, Scalar]:
    """Value, drift and bias of factor × measure; its entries go into the equation."""
    code = c.code
    record = c.packed.arrays["measures"][term.measure]
    a, b = c.body_name(record["a"]), c.body_name(record["b"])
    kind = record["kind"]
    if kind == DISTANCE:
        pa, pb = c.point(a, record["point_a"], f"{name}_a"), c.point(b, record["point_b"], f"{name}_b")
        d = code.sub(pb, pa, f"{name}_d")
        length = code.let(f"{name}_length", f"norm({d})")
        n = code.let(f"{name}_n", f"scale(1.0 / {length}, {d})")
        _along(c, e, touched, name, factor, ((a, pa, -1), (b, pb, 1)), n)
        value = code.times(factor, length)
        if not moving:
            drift = code.sub(c.velocity(b, pb, f"{name}_vb"), c.velocity(a, pa, f"{name}_va"), f"{name}_drift")
            return value, code.times(factor, code.dot(n, drift, f"{name}_slip")), 0.0
        va, vb = c.velocity(a, pa, f"{name}_va"), c.velocity(b, pb, f"{name}_vb")
        rate = code.sub(vb, va, f"{name}_rate")
        bias = code.sub(c.bias(b, pb, vb, f"{name}_bb"), c.bias(a, pa, va, f"{name}_ba"), f"{name}_bias")
        slip = code.scalar(code.dot(n, rate, f"{name}_slip"), f"{name}_slip")
        square = f"(dot({rate}, {rate}) - {slip} * {slip}) / {length}" if rate is not None else 0.0
        return value, 0.0, code.times(factor, code.plus(code.dot(n, bias, f"{name}_nb"), square))
    return _general(c, record, a, b, touched, name, factor, e, moving, term)


def _general(c, record, a, b, touched, name, factor, e, moving, term):
    """Any measure, by the compiled functions of jounce.elements.measure, taken at the points themselves."""
    code, kind, w = c.code, record["kind"], c.code.written
    fa, fb = c.frame(a), c.frame(b)
    wa, wb = fa.w, fb.w
    pa = pb = va = vb = None
    if kind in (DOT1, ANGLE):
        axes = [c.direction(a, record["axis_a"], f"{name}_axis_a")]
        if kind == ANGLE:
            axes.append(c.direction(a, record["second_a"], f"{name}_second_a"))
        axes.append(c.direction(b, record["axis_b"], f"{name}_axis_b"))
        call = f"{'angle' if kind == ANGLE else 'dot1'}({', '.join(w(x) for x in axes)}, {w(wa)}, {w(wb)})"
    else:
        assert kind == DOT2
        pa, pb = c.point(a, record["point_a"], f"{name}_a"), c.point(b, record["point_b"], f"{name}_b")
        va, vb = c.velocity(a, pa, f"{name}_va"), c.velocity(b, pb, f"{name}_vb")
        axis, zero = c.direction(a, record["axis_a"], f"{name}_axis_a"), w(None)
        call = f"dot2({axis}, {w(pa)}, {zero}, {w(va)}, {w(wa)}, {w(pb)}, {zero}, {w(vb)}, {w(wb)})"
    value, rate, bias, g = code.several([f"{name}_value", f"{name}_rate", f"{name}_bias", f"{name}_g"], call)
    if record["winding"] >= 0:
        place = c.port("auxiliary", int(record["winding"]))
        value = code.let(f"{name}_value", f"unwound({value}, y[{place}])")
        c.windings[int(record["winding"])] = (value, rate)
    for body, p, i in ((a, pa, 0), (b, pb, 2)):
        if body not in c.bodies:
            continue
        force, turn = (f"{g}[{i}]" if p is not None else None), f"{g}[{i + 1}]"
        for r in responses(c, body, p, f"{name}_{'ab'[i // 2]}"):
            if not any(k in touched for k in r.keys):
                continue
            if r.kind in (BALL, SHIFT):
                v = code.cross(r.vector, force, f"{name}_bf") if force and r.kind == BALL else force
                v = code.add(v, turn if r.axis else None, f"{name}_bt")
                for j, k in enumerate(r.keys):
                    if v is not None:
                        _enter(code, e, k, code.times(factor, f"{v}[{j}]"))
            else:
                parts = [code.dot(force, r.vector, f"{name}_e") if force else 0.0, code.dot(turn, r.axis, f"{name}_e")]
                _enter(code, e, r.keys[0], code.times(factor, code.plus(*parts)))
    if not moving:
        return code.times(factor, value), code.times(factor, rate), 0.0
    parts: list[Scalar] = [bias]
    for body, p, v, i in ((a, pa, va, 0), (b, pb, vb, 2)):
        if p is not None:
            parts.append(code.dot(f"{g}[{i}]", c.bias(body, p, v, f"{name}_pb"), f"{name}_gb"))
        parts.append(code.dot(f"{g}[{i + 1}]", c.frame(body).bw, f"{name}_gw"))
    return code.times(factor, value), 0.0, code.times(factor, code.plus(*parts))


def _along(c: Context, e: Equation, touched: set[Key], name: str, factor: Scalar, ends, n: Vector) -> None:
    """Entries of a length along n between two points."""
    code = c.code
    for body, p, sign in ends:
        for r in responses(c, body, p, f"{name}_{'b' if sign > 0 else 'a'}"):
            if not any(k in touched for k in r.keys):
                continue
            if r.kind in (BALL, SHIFT):
                v = code.cross(r.vector, n, f"{name}_turn") if r.kind == BALL else n
                values: list[Scalar] = [f"{v}[{j}]" for j in range(3)]
            else:
                values = [code.dot(n, r.vector, f"{name}_e")]
            for k, value in zip(r.keys, values, strict=True):
                signed = value if sign > 0 else code.minus(value)
                _enter(code, e, k, code.times(factor, signed))


def solver(n: int, m: int) -> str:
    """Source of a solver for n equations with m right-hand sides: rows in registers, the largest pivot swapped up.

    It also returns the smallest over the largest pivot with the sign of the determinant (of a single equation the pivot
    itself): a determinant that has changed its sign has passed a toggle position, however far the last step went.
    """
    size = n + m
    rows = [f"r{i}" for i in range(n)]
    text = [f"@part\ndef solve_{n}_{m}({', '.join(rows)}):", f'    """{n} equations, {m} right-hand sides."""']
    if n > 1:
        text.append("    sign = 1.0")
    for p in range(n):
        for i in range(p + 1, n):
            text.append(f"    if abs(r{i}[0]) > abs(r{p}[0]):")
            text.append(f"        r{p}, r{i}, sign = r{i}, r{p}, -sign")
        text.append(f"    p{p}, d{p} = r{p}[0], 1.0 / r{p}[0]")
        for i in range(p + 1, n):
            text.append(f"    f = r{i}[0] * d{p}")
            text.append(f"    r{i} = ({', '.join(f'r{i}[{j}] - f * r{p}[{j}]' for j in range(1, size - p))},)")
    for p in range(n - 1, -1, -1):
        columns = []
        for j in range(m):
            known = "".join(f" - r{p}[{i - p}] * x{i}[{j}]" for i in range(p + 1, n))
            columns.append(f"(r{p}[{n - p + j}]{known}) * d{p}")
        text.append(f"    x{p} = ({', '.join(columns)},)")
    pivots = ", ".join(f"abs(p{i})" for i in range(n))
    for i in range(n if n > 1 else 0):
        text.append(f"    sign = sign if p{i} > 0.0 else -sign")
    quality = f"sign * min({pivots}) / max({pivots})" if n > 1 else "p0"
    text.append(f"    return {', '.join(f'x{i}' for i in range(n))}, {quality}")
    return "\n".join(text) + "\n"
