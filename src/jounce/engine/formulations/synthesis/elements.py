"""Kernel stage `forces`: scalar forces, bushings, loads, air, tires, by the compiled functions that all formulations
share.

Everything internal is evaluated in base axes with velocities against the base, where a law of relative motion gives the
same number as in the world; what knows the world (tires on the ground, air, fixed directions) is turned there and back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from jounce.engine.assembly.constraint_rows import coordinates_by_measure
from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.state_layout import Coordinate, StateLayout
from jounce.engine.formulations.synthesis.chains import spin_angle
from jounce.engine.formulations.synthesis.context import Context
from jounce.engine.formulations.synthesis.parameter_table import AXES, FIELD, Origin
from jounce.engine.formulations.synthesis.writer import Scalar, Vector
from jounce.engine.laws.forces.body_forces import FORCE_WORLD, TORQUE_BODY, TORQUE_WORLD
from jounce.engine.laws.forces.laws import kernel_of
from jounce.engine.laws.forces.measure import ANGLE, DISTANCE, DOT1, TWIST
from jounce.engine.laws.tires.records import SIMPLE
from jounce.model.mechanism import GROUND

KINDS = ("scalar_forces", "bushings", "loads", "drags", "tires")
LETTER = {"scalar_forces": "s", "bushings": "b", "loads": "l", "drags": "d", "tires": "e"}
"""The argument that holds the number of a kernel's first element of a kind."""

Pull = tuple[str, Vector, Vector, Vector]
"""Body, point, force and torque, per unit of force along a measure."""


@dataclass(frozen=True)
class Element:
    """A force element by kind and number."""

    kind: str
    index: int
    bodies: frozenset[str]


def elements_of(packed: Packed) -> list[Element]:
    """All force elements and the bodies they act on."""
    arrays, names = packed.arrays, (*packed.layout.bodies, GROUND)
    found = []
    for i, law in enumerate(arrays["scalar_forces"]):
        terms = arrays["scalar_force_terms"][_places(law)]
        ends = [names[arrays["measures"][t["measure"]][side]] for t in terms for side in "ab"]
        found.append(Element("scalar_forces", i, frozenset(ends)))
    for i, law in enumerate(arrays["bushings"]):
        found.append(Element("bushings", i, frozenset((names[law["a"]], names[law["b"]]))))
    for i, law in enumerate(arrays["loads"]):
        turns = law["kind"] in (TORQUE_WORLD, TORQUE_BODY)
        found.append(Element("loads", i, frozenset((names[law["body"]], names[law["reaction"]] if turns else GROUND))))
    for kind in ("drags", "tires"):
        found += [Element(kind, i, frozenset((names[law["body"]],))) for i, law in enumerate(arrays[kind])]
    return found


def _places(law: np.void) -> np.ndarray:
    """Where the terms of a law are: those that it pushes along, and those that it senses."""
    return np.r_[law["start"] : law["stop"], law["sense_start"] : law["sense_stop"]]


def home(layout: StateLayout, element: Element) -> set[str]:
    """Names of the subsystems that an element touches, driven ones aside; empty: it acts on the base only.

    One between a subsystem and its parent is the subsystem's own.
    """
    every = {s.name: s for body in element.bodies if (s := layout.subsystem_of(body)) is not None}
    touched = {name for name, s in every.items() if not s.driven}
    carried = [name for name in touched if every[name].parent is not None]
    if len(carried) == 1 and touched == {carried[0], every[carried[0]].parent}:
        return {carried[0]}
    return touched or set(every)


def write_elements(c: Context, elements: Iterable[Element]) -> None:
    """All forces of a kernel, collected in c.applied and c.pushed."""
    count = dict.fromkeys(KINDS, 0)
    for element in elements:
        kind = element.kind
        record = c.packed.arrays[kind][element.index]
        here = f"{kind}[{LETTER[kind]} + {count[kind]}]"
        count[kind] += 1
        _WRITERS[kind](c, element, record, here)


def write_windings(c: Context, elements: Iterable[Element]) -> None:
    """Angles of forces whose turns are counted, collected in c.windings, but for those that are there already."""
    measures, terms = c.packed.arrays["measures"], c.packed.arrays["scalar_force_terms"]
    coordinates = coordinates_by_measure(c.packed, c.layout)
    for element in elements:
        if element.kind == "scalar_forces":
            record = c.packed.arrays["scalar_forces"][element.index]
            for k in terms["measure"][_places(record)]:
                state = int(measures[k]["winding"])
                if state >= 0 and int(k) not in coordinates and state not in c.windings:
                    _measured(c, int(k), _name(c, element))


def _name(c: Context, element: Element) -> str:
    """What an element is called in the source."""
    if element.kind == "drags":
        return f"drag_{element.index}"
    return c.short(getattr(c.packed.layout, element.kind)[element.index])


def _scalar_force(c: Context, element: Element, record: np.void, here: str) -> None:
    """A law along a sum of measures."""
    code, name = c.code, _name(c, element)
    by_measure = coordinates_by_measure(c.packed, c.layout)
    terms = c.packed.arrays["scalar_force_terms"]
    values: list[Scalar] = []
    rates: list[Scalar] = []
    pushes: list[tuple[Scalar, Coordinate | list[Pull]]] = []
    for k in range(record["start"], record["stop"]):
        term, unit = terms[k], c.shape.force_signs[k]
        factor = Origin(FIELD, "scalar_force_terms", "factor", int(k))
        sign: Scalar = 1.0 if unit == 1.0 else "-1.0" if unit == -1.0 else c.number(factor, f"{name}_factor")
        coordinate = by_measure.get(int(term["measure"]))
        if coordinate is not None and c.pushes_along(coordinate):
            values.append(code.times(sign, c.position(coordinate)))
            rates.append(code.times(sign, c.rate(coordinate)))
            pushes.append((sign, coordinate))
            continue
        value, rate, pulls = _measured(c, int(term["measure"]), name)
        values.append(code.times(sign, value))
        rates.append(code.times(sign, rate))
        pushes.append((sign, pulls))
    x, v = code.plus(*values), code.plus(*rates)
    sensed = code.plus(*_sensed(c, record, name, by_measure))
    held = int(record["state"]) >= 0
    place = c.port("auxiliary", int(record["state"])) if held else ""
    law, state = kernel_of(record).__name__, f"y[{place}]" if held else 0.0
    call = f"{law}({here}, signals, tables, t, {x}, {v}, {state}, {sensed})"
    force, state_rate = code.several([f"{name}_force", f"{name}_state_rate"], call)
    if held:
        code.do(f"dy[{place}] = {state_rate}")
    for sign, pushed in pushes:
        f = code.scalar(code.times(sign, force), f"{name}_signed")
        if isinstance(pushed, Coordinate):
            if pushed.driver is None:
                c.pushed.setdefault((pushed.velocity, 0), []).append(f)
            continue
        for body, at, pull, turn in pushed:
            c.apply(body, code.scale(f, pull, f"{name}_f"), at, code.scale(f, turn, f"{name}_t"), name)


def _sensed(c: Context, record: np.void, name: str, by_measure: Mapping[int, Coordinate]) -> list[Scalar]:
    """Parts of the speed that a law senses and does not push along, and the state that it hears."""
    parts = []
    for k in range(record["sense_start"], record["sense_stop"]):
        term = c.packed.arrays["scalar_force_terms"][k]
        coordinate = by_measure.get(int(term["measure"]))
        factor = c.number(Origin(FIELD, "scalar_force_terms", "factor", int(k)), f"{name}_sense_factor")
        if coordinate is not None:
            parts.append(c.code.times(factor, c.rate(coordinate)))
        else:
            _, rate, _ = _measured(c, int(term["measure"]), f"{name}_sense")
            parts.append(c.code.times(factor, rate))
    if record["heard"] >= 0:
        parts.append(f"y[{c.port('auxiliary', int(record['heard']))}]")
    return parts


def _measured(c: Context, k: int, name: str) -> tuple[Scalar, Scalar, list[Pull]]:
    """Value and rate of a measure, and what a unit of force along it does to its two bodies."""
    code, w, m = c.code, c.code.format_vector, c.packed.arrays["measures"][k]
    a, b = c.body_name(m["a"]), c.body_name(m["b"])
    if m["kind"] in TURNING:
        call = _turning_call(c, k, name)
        value, rate, _, g = code.several([f"{name}_x", f"{name}_rate", f"{name}_bias", f"{name}_g"], call)
        if m["kind"] == TWIST and (spins := _spins(c, k)):
            turned = code.plus(value, *spins)
            value = code.let(f"{name}_x", f"unwound({turned}, 0.0)" if m["winding"] < 0 else str(turned))
        if m["winding"] >= 0:
            value = code.let(f"{name}_x", f"unwound({value}, y[{c.port('auxiliary', int(m['winding']))}])")
            c.windings[int(m["winding"])] = (value, rate)
        return value, rate, [(a, None, None, f"{g}[1]"), (b, None, None, f"{g}[3]")]
    pa, pb = (c.point(body, ("measures", f"point_{end}", k), f"{name}_{end}") for body, end in ((a, "a"), (b, "b")))
    va, vb = c.velocity(a, pa, f"{name}_va"), c.velocity(b, pb, f"{name}_vb")
    if m["kind"] == DISTANCE:
        d = code.sub(pb, pa, f"{name}_d")
        length = code.let(f"{name}_length", f"norm({d})")
        n = code.let(f"{name}_n", f"unit_or_zero({length}, {d})")
        opening = code.scalar(code.dot(n, code.sub(vb, va, f"{name}_dv"), f"{name}_rate"), f"{name}_rate")
        return length, opening, [(a, pa, code.let(f"{name}_back", f"neg({n})"), None), (b, pb, n, None)]
    axis, zero = c.direction(a, ("measures", "axis_a", k), f"{name}_axis_a"), w(None)
    call = f"dot2({axis}, {w(pa)}, {zero}, {w(va)}, {w(c.frame(a).w)}, {w(pb)}, {zero}, {w(vb)}, {w(c.frame(b).w)})"
    value, rate, _, g = code.several([f"{name}_x", f"{name}_rate", f"{name}_bias", f"{name}_g"], call)
    return value, rate, [(a, pa, f"{g}[0]", f"{g}[1]"), (b, pb, f"{g}[2]", f"{g}[3]")]


TURNING = {DOT1: "dot1", ANGLE: "angle", TWIST: "twist"}
"""Measures of directions alone, and the functions that take them."""


def _turning_call(c: Context, k: int, name: str) -> str:
    """The call that gives a measure of directions."""
    m = c.packed.arrays["measures"][k]
    a, b = c.body_name(m["a"]), c.body_name(m["b"])
    wanted = [(a, "axis_a"), *([(a, "second_a")] if m["kind"] != DOT1 else []), (b, "axis_b")]
    wanted += [(b, "second_b")] if m["kind"] == TWIST else []
    axes = [c.direction(body, ("measures", field, k), f"{name}_{field}") for body, field in wanted]
    w = c.code.format_vector
    return f"{TURNING[int(m['kind'])]}({', '.join(w(x) for x in (*axes, c.frame(a).w, c.frame(b).w))})"


def _spins(c: Context, k: int) -> list[Scalar]:
    """Angles by which a twist is more than between frames that do not turn with their round bodies."""
    found: list[Scalar] = []
    for side, sign in (("a", -1.0), ("b", 1.0)):
        spin = spin_angle(c, k, side)
        if spin is not None:
            coordinate, way = spin
            angle = c.position(coordinate)
            found.append(angle if sign * way > 0.0 else c.code.minus(angle))
    return found


def _bushing(c: Context, element: Element, record: np.void, here: str) -> None:
    code, name, w = c.code, _name(c, element), c.code.format_vector
    a, b = c.body_name(record["a"]), c.body_name(record["b"])
    pa = c.point(a, ("bushings", "point_a", element.index), f"{name}_a")
    pb = c.point(b, ("bushings", "point_b", element.index), f"{name}_b")
    va, vb = c.velocity(a, pa, f"{name}_va"), c.velocity(b, pb, f"{name}_vb")
    turned = []
    for body, side in ((a, "a"), (b, "b")):
        given = Origin(AXES, "bushings", f"frame_{side}", element.index, c.branch_number(body))
        local = c.matrix(given, f"{name}_frame_{side}_local")
        turned.append(code.matmul(c.frame(body).R, local, f"{name}_frame_{side}"))
    d, rate = code.sub(pb, pa, f"{name}_d"), code.sub(vb, va, f"{name}_rate")
    call = f"bushing({here}, {turned[0]}, {turned[1]}, {d}, {w(rate)}, {w(c.frame(a).w)}, {w(c.frame(b).w)})"
    force, torque = code.several([f"{name}_force", f"{name}_torque"], call)
    c.apply(b, force, pb, torque, name)
    c.apply(a, code.sub(None, force, f"{name}_back"), pb, code.sub(None, torque, f"{name}_back_torque"), f"{name}_a")


def _load(c: Context, element: Element, record: np.void, here: str) -> None:
    code, name = c.code, _name(c, element)
    body, kind = c.body_name(record["body"]), record["kind"]
    if kind in (FORCE_WORLD, TORQUE_WORLD):
        given = Origin(FIELD, "loads", "direction", element.index)
        direction = code.tmv(c.base_turn, c.vector(given, f"{name}_world"), f"{name}_direction")
    else:
        direction = c.direction(body, ("loads", "direction", element.index), f"{name}_direction")
    size = code.let(f"{name}_size", f'signal(signals[{here}["signal"]], tables, t)[0]')
    value = code.scale(size, direction, f"{name}_value")
    if kind in (TORQUE_WORLD, TORQUE_BODY):
        c.apply(body, None, None, value, name)
        c.apply(c.body_name(record["reaction"]), None, None, code.sub(None, value, f"{name}_back"), f"{name}_back")
    else:
        c.apply(body, value, c.point(body, ("loads", "point", element.index), f"{name}_point"), None, name)


def _absolute(c: Context, body: str, p: Vector, name: str) -> tuple[Vector, Vector]:
    """Velocity of a point and angular velocity against the world, in base axes."""
    code, frame = c.code, c.frame(body)
    v0, w0 = c.base_twist
    v, w = code.add(v0, frame.v, f"{name}_V"), code.add(w0, frame.w, f"{name}_W")
    return code.add(v, code.cross(w, p, f"{name}_Wp"), f"{name}_velocity"), w


def _drag(c: Context, element: Element, record: np.void, here: str) -> None:
    if record["shaped"] or record["wind_speed"] >= 0:
        _air(c, element, record, here)
        return
    code, name = c.code, _name(c, element)
    body = c.body_name(record["body"])
    p = c.point(body, ("drags", "point", element.index), f"{name}_point")
    velocity, _ = _absolute(c, body, p, name)
    up = code.mv(c.base_turn, c.direction(body, ("axes", "", 2), f"{name}_up"), f"{name}_up_world")
    world = code.format_vector(code.mv(c.base_turn, velocity, f"{name}_velocity_world"))
    force = code.let(f"{name}_world", f"drag({here}, {world}, {up})")
    c.apply(body, code.tmv(c.base_turn, force, f"{name}_force"), p, None, name)


def _air(c: Context, element: Element, record: np.void, here: str) -> None:
    """The air on a body with coefficients, or in wind."""
    code, name, R, w = c.code, _name(c, element), c.base_turn, c.code.format_vector
    body = c.body_name(record["body"])
    p = c.point(body, ("drags", "point", element.index), f"{name}_point")
    velocity, _ = _absolute(c, body, p, name)
    place = code.add(c.base_place, code.mv(R, p, f"{name}_point_turned"), f"{name}_point_world")
    axes = [
        code.mv(R, c.direction(body, ("axes", "", k), f"{name}_{side}"), f"{name}_{side}_world")
        for k, side in enumerate(("ahead", "left", "up"))
    ]
    given = (place, code.mv(R, velocity, f"{name}_velocity_world"), *axes)
    call = f"air({here}, signals, tables, t, {', '.join(w(x) for x in given)})"
    force, torque = code.several([f"{name}_world", f"{name}_turn_world"], call)
    turn = code.tmv(R, torque, f"{name}_turn")
    c.apply(body, code.tmv(R, force, f"{name}_force"), p, turn, name)


def _tire(c: Context, element: Element, record: np.void, here: str) -> None:
    code, name, w = c.code, _name(c, element), c.code.format_vector
    body = c.body_name(record["body"])
    hub = c.point(body, ("tires", "centre", element.index), f"{name}_hub")
    spin = c.direction(body, ("tires", "spin", element.index), f"{name}_spin")
    velocity, turn = _absolute(c, body, hub, name)
    R = c.base_turn
    place = code.add(c.base_place, code.mv(R, hub, f"{name}_hub_turned"), f"{name}_hub_world")
    parts = [code.mv(R, x, f"{name}_{h}_world") for x, h in ((velocity, "v"), (turn, "w"), (spin, "s"))]
    row = code.record(f"{name}_row", f"contacts[{here.partition('[')[2]}")
    places = [c.port("auxiliary", int(record["state"]) + i) for i in (0, 1)] if record["state"] >= 0 else []
    states = [f"y[{p}]" for p in places]
    simple = record["law"] == SIMPLE
    law = (
        ("relaxed_simple_tire(" if places else "simple_tire(")
        if simple
        else f'known_tire("{c.shape.tires[element.index]}", '
    )
    given = (str(place), *(w(x) for x in parts), *(states or ([] if simple else ["0.0", "0.0"])))
    code.do(f"{law}{here}, ground, {row}, {', '.join(given)})")
    for i, p in enumerate(places):
        code.do(f'dy[{p}] = {row}["rates"][{i}]')
    contact = code.let(f"{name}_contact_world", f'load({row}["point"], 0)')
    arm = code.tmv(R, code.sub(contact, c.base_place, f"{name}_contact_arm"), f"{name}_contact")
    force = code.tmv(R, code.let(f"{name}_world", f'load({row}["force"], 0)'), f"{name}_force")
    torque = None
    if not simple:
        torque = code.tmv(R, code.let(f"{name}_turn_world", f'load({row}["torque"], 0)'), f"{name}_turn")
    c.apply(body, force, arm, torque, name)


_WRITERS = {"scalar_forces": _scalar_force, "bushings": _bushing, "loads": _load, "drags": _drag, "tires": _tire}
