"""Equations of joints in kernels: value, entries by velocity, drift and γ of one row (Song 2005 [25]–[28]).

How a row changes with a velocity follows from how its points and directions move with it: along the tree in joint
coordinates, with the body's own twist in Cartesian ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from jounce.engine.assembly.constraint_rows import ConstraintRow
from jounce.engine.assembly.spanning_tree import BALL, SLIDE, TURN
from jounce.engine.assembly.state_layout import Key
from jounce.engine.formulations.synthesis.context import Context
from jounce.engine.formulations.synthesis.parameter_table import FIELD, Origin
from jounce.engine.formulations.synthesis.writer import Builder, Scalar, Vector
from jounce.engine.laws.forces.measure import ANGLE, DISTANCE, DOT1, DOT2

SHIFT = "shift"
"""Beside turn, slide and ball: a point moves with its body's velocity, whatever the point."""


@dataclass
class Equation:
    """One row: its value, its entries by velocity, its rate from driven bodies, and γ."""

    value: Scalar = 0.0
    entries: dict[Key, Scalar] = field(default_factory=dict)
    drift: Scalar = 0.0
    """Φ̇ while all own velocities are zero (see `jounce.engine.formulations.synthesis.chains.write_carried`)."""
    gamma: Scalar = 0.0

    def enter(self, code: Builder, k: Key, value: Scalar) -> None:
        """Add to an entry."""
        self.entries[k] = code.plus(self.entries.get(k, 0.0), value)


@dataclass(frozen=True)
class Response:
    """How a point moves with one coordinate: by a vector per unit rate, behind a ball by ω × arm, or by a shift."""

    keys: tuple[Key, ...]
    kind: str
    vector: Vector
    axis: Vector
    """Rotation per unit rate."""


@dataclass(frozen=True)
class _Measured:
    """factor × measure in the making, as a term of an equation."""

    c: Context
    equation: Equation
    touched: set[Key]
    """Velocities that can change the equation."""
    moving: bool
    """Whether γ is wanted, not drift."""
    name: str
    factor: Scalar
    place: int
    """Number of the measure."""

    @property
    def record(self) -> np.void:
        """The packed measure."""
        record: np.void = self.c.packed.arrays["measures"][self.place]
        return record

    @property
    def bodies(self) -> tuple[str, str]:
        """The bodies a and b of the measure."""
        return self.c.body_name(self.record["a"]), self.c.body_name(self.record["b"])

    def responses(self, body: str, p: Vector, side: str) -> Iterable[Response]:
        """Those of a point of body a or b that can change the equation."""
        every = responses(self.c, body, p, f"{self.name}_{side}", with_parent=self.moving)
        return (r for r in every if any(k in self.touched for k in r.keys))

    def enter(self, k: Key, value: Scalar) -> None:
        """Add factor × value to an entry of the equation."""
        self.equation.enter(self.c.code, k, self.c.code.times(self.factor, value))


def equation(c: Context, row: ConstraintRow, touched: set[Key], *, moving: bool) -> Equation:
    """One row of a block; with `moving` also γ."""
    if row.component is not None:
        return _meeting(c, row, row.component, touched, moving)
    code, e, name = c.code, Equation(), c.short(row.joint)
    values: list[Scalar] = []
    drifts: list[Scalar] = []
    biases: list[Scalar] = []
    for term in row.terms:
        given = Origin(FIELD, "terms", "factor", term.place)
        factor: Scalar = 1.0 if c.shape.unit_terms[term.place] else c.number(given, f"{name}_factor")
        if term.coordinate is not None:
            values.append(code.times(factor, c.position(term.coordinate)))
            e.enter(code, (term.coordinate.velocity, 0), factor)
            if term.coordinate.driver is not None and moving:
                biases.append(code.times(factor, c.acceleration(term.coordinate)))
            continue
        measured = _Measured(c, e, touched, moving, name, factor, term.measure)
        write = _rod if measured.record["kind"] == DISTANCE else _general
        value, drift, bias = write(measured)
        values.append(value)
        drifts.append(drift)
        biases.append(bias)
    record = c.packed.arrays["rows"][row.packed]
    values.append(code.minus(c.number(Origin(FIELD, "rows", "offset", row.packed), f"{name}_offset")))
    e.gamma = code.minus(code.plus(*biases))
    if record["signal"] >= 0:
        m = c.port("known", row.joint)
        values.append(f"-W[{m}]")
        drifts.append(f"-W[{m} + 1]")
        e.gamma = code.plus(e.gamma, f"W[{m} + 2]")
    e.value, e.drift = code.plus(*values), code.plus(*drifts)
    return e


def _meeting(c: Context, row: ConstraintRow, axis: int, touched: set[Key], moving: bool) -> Equation:
    """One base axis of two points that meet: Φ = p_b − p_a."""
    code, e, name = c.code, Equation(), c.short(row.joint)
    meeting = row.terms[0].measure
    record = c.packed.arrays["measures"][meeting]
    a, b = c.body_name(record["a"]), c.body_name(record["b"])
    pa = c.shared_point(a, ("measures", "point_a", meeting), f"{name}_a")
    pb = c.shared_point(b, ("measures", "point_b", meeting), f"{name}_b")
    e.value = f"{code.sub(pb, pa, f'{name}_gap')}[{axis}]"
    for body, p, sign in ((a, pa, -1), (b, pb, 1)):
        for r in responses(c, body, p, name, with_parent=moving):
            for k, value in _component(r, axis):
                if k in touched:
                    e.enter(code, k, value if sign > 0 else code.minus(value))
    if not moving:
        gap = code.sub(c.velocity(b, pb, f"{name}_vb"), c.velocity(a, pa, f"{name}_va"), f"{name}_drift")
        e.drift = 0.0 if gap is None else f"{gap}[{axis}]"
        return e
    va, vb = c.velocity(a, pa, f"{name}_va"), c.velocity(b, pb, f"{name}_vb")
    gamma = code.sub(c.bias(a, pa, va, f"{name}_ba"), c.bias(b, pb, vb, f"{name}_bb"), f"{name}_gamma")
    e.gamma = 0.0 if gamma is None else f"{gamma}[{axis}]"
    return e


def _component(r: Response, i: int) -> list[tuple[Key, Scalar]]:
    """One base axis of what a point moves by, per unit rate."""
    if r.kind == SHIFT:
        return [(r.keys[i], 1.0)]
    if r.kind != BALL:
        return [(r.keys[0], f"{r.vector}[{i}]")]
    j, k = (i + 1) % 3, (i + 2) % 3
    return [(r.keys[j], f"{r.vector}[{k}]"), (r.keys[k], f"-{r.vector}[{j}]")]


def responses(c: Context, body: str, p: Vector, name: str, *, with_parent: bool) -> list[Response]:
    """How a point of a body moves with each coordinate between it and the base, or with the body's own twist.

    with_parent: also with the independent velocities of the parent, on whose bodies a chain may end.
    """
    if c.layout.cartesian:
        if body not in c.bodies:
            return []
        six = twist_keys(body)
        return [Response(six[:3], SHIFT, None, None), Response(six[3:], BALL, p, "ball")]
    code = c.code
    found: list[Response] = []
    branch = c.layout.tree.branch(body)
    turning = True  # behind a ball, the rotations before it do not reach the body
    while branch is not None and branch.body in c.bodies:
        x, short = c.frames[branch.body].x, c.short(branch.body)
        for i in reversed(range(len(branch.motions))):
            coordinate = c.layout.by_motion[branch.body, i]
            keys: tuple[Key, ...] = tuple((coordinate.velocity, j) for j in range(coordinate.rates))
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
    if branch is not None and with_parent:
        found += _carried_along(c, branch.body, p, turning, name)
    return found


def _carried_along(c: Context, body: str, p: Vector, turning: bool, name: str) -> Iterable[Response]:
    """How a point moves with a body of the parent, per unit of each independent velocity of the parent."""
    for k, (v, w) in c.carrier_twists(body).items():
        if (v, w) != (None, None):
            per = c.code.add(v, c.code.cross(w, p, f"{name}_turned"), f"{name}_per_{c.short(body)}")
            yield Response((k,), TURN, per, w if turning else None)


def twist_keys(body: str) -> tuple[Key, ...]:
    """The six velocities of a body in Cartesian coordinates."""
    return tuple((body, i) for i in range(6))


def _rod(m: _Measured) -> tuple[Scalar, Scalar, Scalar]:
    """Value, drift and bias of a length between two points."""
    c, code, name, (a, b) = m.c, m.c.code, m.name, m.bodies
    pa = c.point(a, ("measures", "point_a", m.place), f"{name}_a")
    pb = c.point(b, ("measures", "point_b", m.place), f"{name}_b")
    d = code.sub(pb, pa, f"{name}_d")
    length = code.let(f"{name}_length", f"norm({d})")
    n = code.let(f"{name}_n", f"scale(1.0 / {length}, {d})")
    for body, p, side in ((a, pa, "a"), (b, pb, "b")):
        for r in m.responses(body, p, side):
            if r.kind in (BALL, SHIFT):
                v = code.cross(r.vector, n, f"{name}_turn") if r.kind == BALL else n
                values: list[Scalar] = [f"{v}[{j}]" for j in range(3)]
            else:
                values = [code.dot(n, r.vector, f"{name}_e")]
            for k, value in zip(r.keys, values, strict=True):
                m.enter(k, value if side == "b" else code.minus(value))
    value = code.times(m.factor, length)
    if not m.moving:
        drift = code.sub(c.velocity(b, pb, f"{name}_vb"), c.velocity(a, pa, f"{name}_va"), f"{name}_drift")
        return value, code.times(m.factor, code.dot(n, drift, f"{name}_slip")), 0.0
    va, vb = c.velocity(a, pa, f"{name}_va"), c.velocity(b, pb, f"{name}_vb")
    rate = code.sub(vb, va, f"{name}_rate")
    bias = code.sub(c.bias(b, pb, vb, f"{name}_bb"), c.bias(a, pa, va, f"{name}_ba"), f"{name}_bias")
    slip = code.scalar(code.dot(n, rate, f"{name}_slip"), f"{name}_slip")
    square: Scalar = f"(dot({rate}, {rate}) - {slip} * {slip}) / {length}" if rate is not None else 0.0
    return value, 0.0, code.times(m.factor, code.plus(code.dot(n, bias, f"{name}_nb"), square))


def _general(m: _Measured) -> tuple[Scalar, Scalar, Scalar]:
    """Value, drift and bias of any measure, by the compiled functions of jounce.engine.laws.forces.measure, taken at
    the points themselves."""
    c, code, name, record, w, (a, b) = m.c, m.c.code, m.name, m.record, m.c.code.format_vector, m.bodies
    kind, wa, wb = record["kind"], c.frame(a).w, c.frame(b).w
    pa: Vector = None
    pb: Vector = None
    va: Vector = None
    vb: Vector = None
    if kind in (DOT1, ANGLE):
        wanted = [(a, "axis_a"), *([(a, "second_a")] if kind == ANGLE else []), (b, "axis_b")]
        axes = [c.direction(body, ("measures", field, m.place), f"{name}_{field}") for body, field in wanted]
        call = f"{'angle' if kind == ANGLE else 'dot1'}({', '.join(w(x) for x in axes)}, {w(wa)}, {w(wb)})"
    else:
        assert kind == DOT2
        pa = c.point(a, ("measures", "point_a", m.place), f"{name}_a")
        pb = c.point(b, ("measures", "point_b", m.place), f"{name}_b")
        va, vb = c.velocity(a, pa, f"{name}_va"), c.velocity(b, pb, f"{name}_vb")
        axis, zero = c.direction(a, ("measures", "axis_a", m.place), f"{name}_axis_a"), w(None)
        call = f"dot2({axis}, {w(pa)}, {zero}, {w(va)}, {w(wa)}, {w(pb)}, {zero}, {w(vb)}, {w(wb)})"
    value, rate, bias, g = code.several([f"{name}_value", f"{name}_rate", f"{name}_bias", f"{name}_g"], call)
    if record["winding"] >= 0:
        place = c.port("auxiliary", int(record["winding"]))
        value = code.let(f"{name}_value", f"unwound({value}, y[{place}])")
        c.windings[int(record["winding"])] = (value, rate)
    for body, p, side, i in ((a, pa, "a", 0), (b, pb, "b", 2)):
        if body in c.bodies or c.is_carrier(body):
            _enter_gradient(m, m.responses(body, p, side), f"{g}[{i}]" if p is not None else None, f"{g}[{i + 1}]")
    if not m.moving:
        return code.times(m.factor, value), code.times(m.factor, rate), 0.0
    parts: list[Scalar] = [bias]
    for body, p, v, i in ((a, pa, va, 0), (b, pb, vb, 2)):
        if p is not None:
            parts.append(code.dot(f"{g}[{i}]", c.bias(body, p, v, f"{name}_pb"), f"{name}_gb"))
        parts.append(code.dot(f"{g}[{i + 1}]", c.frame(body).bw, f"{name}_gw"))
    return code.times(m.factor, value), 0.0, code.times(m.factor, code.plus(*parts))


def _enter_gradient(m: _Measured, moves: Iterable[Response], force: Vector, turn: Vector) -> None:
    """Entries of a measure whose gradient for a point's velocity is `force`, for its body's rotation `turn`."""
    code, name = m.c.code, m.name
    for r in moves:
        if r.kind in (BALL, SHIFT):
            v = code.cross(r.vector, force, f"{name}_bf") if r.kind == BALL else force
            v = code.add(v, turn if r.axis else None, f"{name}_bt")
            if v is not None:
                for j, k in enumerate(r.keys):
                    m.enter(k, f"{v}[{j}]")
        else:
            along = code.dot(force, r.vector, f"{name}_e")
            m.enter(r.keys[0], code.plus(along, code.dot(turn, r.axis, f"{name}_e")))
