"""The record of the walk from a state to channels: the functions of `instant_kernel`, run on symbolic numbers.

Whole numbers and geometry are those of one car. The state, ẏ, contacts of tires, signals and numbers of force laws are
arrays of the program. Laws with branches and tables are called by address; everything else is part of the record.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from jounce.engine.assembly.world_state_kernel import put_world_state
from jounce.engine.compiler import split, two_to
from jounce.engine.formulations.synthesis.traced_records import Record, Records, field_of
from jounce.engine.laws.forces.laws import SCALAR_FORCE, force_along, kernel_of, law_of
from jounce.engine.laws.forces.measure import distance, span
from jounce.engine.laws.forces.signal import signal
from jounce.engine.laws.forces.spring import damper_curve, spring_curve
from jounce.engine.linalg.select import seldom, where
from jounce.engine.linalg.vec3 import dot, norm, scale
from jounce.engine.tracing.fuse import renamed
from jounce.engine.tracing.record import Op, Program, operands
from jounce.engine.tracing.substitute import Substitution
from jounce.engine.tracing.trace import Mathematics, Tracer
from jounce.lab.results import instant_kernel
from jounce.lab.results.instant_channels import InstantChannels

ARRAYS = ("y", "dy", "signals", "scalar_forces", "contacts", "out")
"""Arrays of the walk: what it reads, and the channels."""
WALK = "walk"
"""Its entry."""


def trace_walk(channels: InstantChannels, places: Sequence[int]) -> Program:
    """The walk to the channels at these places; of a system on a tree."""
    assert channels.tree_arguments is not None
    tracer = Tracer(ARRAYS, constant=ARRAYS[:3])
    tracer.record_rows("scalar_forces", SCALAR_FORCE.itemsize // 8)
    tracer.record_rows("contacts", channels.seen.contacts.dtype.itemsize // 8)
    substitution = _substitution(tracer)
    branches, motions, base, fixed, velocity, sources, _, frames, _ = channels.tree_arguments
    y, dy, out = (tracer.array(name) for name in ("y", "dy", "out"))
    seen, laws = channels.seen, channels.seen.elements.scalar_forces
    elements = SimpleNamespace(
        scalar_forces=_Forces(Records(tracer, "scalar_forces"), laws),
        scalar_force_terms=channels.force_terms,
        tires=seen.elements.tires,
    )
    symbolic = SimpleNamespace(
        bodies=_Rows(seen.bodies.size),
        contacts=_Rows(seen.contacts.size),
        forces=_Numbers(),
        measures=seen.measures,
        measure_states=_Rows(seen.measure_states.size),
        elements=elements,
        signals=_Numbered(),
        tables=None,
    )
    # the yaw angle counts turns from the one that is remembered, which changes no derivative
    numbers = SimpleNamespace(chassis=_Numbers({6: 0.0}), wheels=_Numbers(), values=out, design=channels.design)
    world, contacts, order = _Numbers(), Records(tracer, "contacts"), np.arange(seen.contacts.size)

    def walk(t: Any) -> None:
        tree = (branches, motions, base, fixed, velocity, sources, y, _Rows(frames.size), world)
        substitution.copy(put_world_state)(*tree)
        given = (
            t,
            y,
            dy,
            world,
            contacts,
            order,
            symbolic,
            channels.car_record[0],
            channels.plan[list(places)],
            numbers,
        )
        substitution.copy(instant_kernel.write_tree_channels)(*given)

    tracer.enter(WALK, walk, (0.0,))
    return _without_idle(tracer.program)


def _substitution(tracer: Tracer) -> Substitution:
    """Copies of functions in which laws, choices and elementary functions are those of a tracer."""
    substitution = Substitution({"min": tracer.smallest, "max": tracer.largest, "round": _round_by(tracer)}, {})
    mathematics = Mathematics(tracer, substitution.copy)
    substitution.mathematics = mathematics

    def force(law: _Force, signals: Any, tables: Any, t: Any, x: Any, rate: Any, state: Any, sensed: Any) -> Any:
        kernel = kernel_of(law.known)
        if kernel in law_of(law.known["kind"]).variants:
            return substitution.copy(kernel)(law, signals, tables, t, x, rate, state, sensed)
        return tracer.outside(kernel.__name__, law.place, (t, x, rate, state, sensed), 2)

    def curve_call(name: str) -> Callable:
        return lambda law, tables, x: tracer.outside(name, law.place, (x,), 1)[0]

    def signal_value(row: int, tables: Any, t: Any) -> Any:
        return (tracer.array("signals")[row],)

    substitution.table |= mathematics.stand_ins() | {
        id(where): tracer.where,
        id(seldom): tracer.seldom,
        id(split): tracer.split,
        id(two_to): tracer.two_to,
        id(force_along): force,
        id(spring_curve): curve_call("spring_curve"),
        id(damper_curve): curve_call("damper_curve"),
        id(signal): signal_value,
        id(distance): lambda *ends: _length(substitution.copy, *ends),
    }
    return substitution


def _round_by(tracer: Tracer) -> Callable:
    """`round`: the nearest whole number."""
    return lambda x: tracer.recorder.unary("floor", x + 0.5)


def _length(copy: Callable[[Callable], Callable], *ends: Any) -> Any:
    """Value and rate of `distance`, for lengths that do not vanish; nobody asks a channel for the rest."""
    d, rate, _ = copy(span)(*ends)
    s, zero = copy(norm)(d), (0.0, 0.0, 0.0)
    return s, copy(dot)(copy(scale)(1.0 / s, d), rate), 0.0, (zero, zero, zero, zero)


class _Numbers:
    """Numbers by place."""

    def __init__(self, known: dict[Any, Any] | None = None) -> None:
        self._known = known or {}

    def __getitem__(self, i: Any) -> Any:
        return self._known[i]

    def __setitem__(self, i: Any, value: Any) -> None:
        self._known[i] = value


class _Row:
    """A record that is written: its fields are numbers, or have several."""

    def __init__(self) -> None:
        self._fields: defaultdict[str, Any] = defaultdict(_Numbers)

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._fields[name] = value


class _Rows:
    """Records that are written."""

    def __init__(self, size: int) -> None:
        self.size, self._rows = size, [_Row() for _ in range(size)]

    def __getitem__(self, i: int) -> Any:
        return self._rows[i]

    def __setitem__(self, i: int, row: Any) -> None:
        self._rows[i] = row


class _Numbered:
    """Rows of signals, known by their number."""

    def __getitem__(self, which: int) -> int:
        return which


class _Forces:
    """Records of scalar forces."""

    def __init__(self, records: Records, known: np.ndarray) -> None:
        self._records, self._known, self.size = records, known, len(known)

    def __getitem__(self, i: int) -> _Force:
        return _Force(self._records, i, self._known[i])


class _Force(Record):
    """A scalar force whose whole numbers are known."""

    def __init__(self, records: Records, place: int, known: np.void) -> None:
        super().__init__(records, place)
        self.known = known

    def __getitem__(self, name: str) -> Any:
        return int(self.known[name]) if field_of(SCALAR_FORCE, name)[0].kind == "i" else super().__getitem__(name)


def _without_idle(program: Program) -> Program:
    """The program without operations of its entry that serve no channel: laws have no effect but their results."""
    function = program.functions[WALK]
    wanted = [op[0] == "store" for op in function.ops]
    for i in range(len(wanted) - 1, -1, -1):
        if wanted[i]:
            for j in operands(function.ops[i]):
                wanted[j] = True
    moved, ops = [-1] * len(wanted), list[Op]()
    for i, op in enumerate(function.ops):
        if wanted[i]:
            moved[i] = len(ops)
            ops.append(renamed(op, moved))
    return replace(program, functions=program.functions | {WALK: replace(function, ops=ops)})
