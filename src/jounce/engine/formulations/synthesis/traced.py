"""A generated module as a program: its functions run once on symbolic numbers.

Parameters, work, state, rates and report are arrays of the program, and so are records of force elements, contacts, and
the label of the ground. Laws without branches are part of the program. Others are called with the number of their
element (`jounce.engine.formulations.synthesis.law_calls`); the ground is called where it is no plane.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from jounce.engine import compiler
from jounce.engine.formulations.synthesis import base_equation, outcome, parent_equation
from jounce.engine.formulations.synthesis.traced_records import (
    RECORDS,
    Contact,
    Contacts,
    KnownTire,
    Record,
    Records,
    WholeNumber,
)
from jounce.engine.laws.forces.air import air
from jounce.engine.laws.forces.body_forces import drag
from jounce.engine.laws.forces.bushing import bushing
from jounce.engine.laws.forces.laws import LAWS
from jounce.engine.laws.forces.signal import SEGMENT, SEGMENT_ROW, along_segment, put_signals, signal
from jounce.engine.laws.forces.spring import damper_curve, spring_curve
from jounce.engine.laws.ground import kept_patch
from jounce.engine.laws.ground.closed_form import FRICTION, HEIGHT, IS_PLANE, ORIGIN_X, ORIGIN_Y, SLOPE_X, SLOPE_Y
from jounce.engine.laws.ground.kept_patch import answer_in_patch
from jounce.engine.laws.ground.query import look
from jounce.engine.laws.tires.rolling import known_tire, rolling_tire
from jounce.engine.linalg.select import seldom, where
from jounce.engine.tracing.fuse import fuse
from jounce.engine.tracing.record import Program
from jounce.engine.tracing.substitute import Substitution
from jounce.engine.tracing.symbols import place_of
from jounce.engine.tracing.trace import Mathematics, Tracer

ARRAYS = ("P", "W", "y", "dy", "culprit", "scalar_forces", "loads", "tires", "ground", "contacts")
"""Arrays of a program, in the order in which its entries take them."""
KEPT = {"patches": kept_patch.ROW, "curves": 2 * SEGMENT_ROW}
"""Arrays behind them for cars in lanes, with the numbers of a row: a patch of ground for each wheel, a straight line of
the table of spring and of damper for each scalar force."""


def trace_module(module: ModuleType) -> Program:
    """The program of a generated module, with the entries `derivative` and `project`."""
    return fuse(record_module(module))


Marks = Callable[[Tracer, dict[str, Callable]], dict[str, Callable]]
"""Functions of a module by name, as they run on symbolic numbers → those that others shall stand in for."""


def record_module(module: ModuleType, marks: Marks | None = None) -> Program:
    """The program of a generated module, products and sums not joined yet; marks: see `Marks`."""
    sums = [("W", place) for place in range(base_equation.SOLUTION)]
    tracer = Tracer(ARRAYS, constant=("P", "ground"), accumulators=sums)
    for name, dtype in RECORDS.items():
        tracer.record_rows(name, dtype.itemsize // 8)
    for name, width in KEPT.items():
        tracer.record_rows(name, width)
    substitution = substitution_for(tracer)
    own = {n: f for n, f in vars(module).items() if isinstance(f, FunctionType) and f.__module__ == module.__name__}
    stand_in = {name: tracer.shared(name, _later(substitution, function)) for name, function in own.items()}
    stand_in |= marks(tracer, stand_in) if marks is not None else {}
    for name, function in own.items():
        substitution.table[id(function)] = stand_in[name]
    P, W, y, dy, culprit = map(tracer.array, ARRAYS[:5])
    kinds = ("scalar_forces", "bushings", "loads", "drags", "tires")
    model = SimpleNamespace(
        parameters=P,
        elements=SimpleNamespace(tire=None, **{kind: Records(tracer, kind) for kind in kinds}),
        signals=_Signals(),
        tables=None,
        ground=None,
    )
    work = SimpleNamespace(numbers=W, contacts=Contacts(tracer), culprit=culprit)
    tracer.enter("derivative", substitution.copy(own["derivative"]), (model, work, 0.0, y, dy))
    tracer.enter("project", substitution.copy(own["project"]), (model, work, 0.0, y))
    return tracer.program


def substitution_for(tracer: Tracer) -> Substitution:
    """Copies of functions in which laws, choices and elementary functions are those of a tracer."""
    substitution = Substitution({"min": tracer.smallest, "max": tracer.largest}, {})
    substitution.mathematics = Mathematics(tracer, substitution.copy)
    substitution.table |= stand_ins(tracer, substitution.copy) | substitution.mathematics.stand_ins()
    return substitution


def _later(substitution: Substitution, function: Callable) -> Callable:
    """The copy of a function, made when it is called: by then all stand-ins are known."""
    return lambda *arguments: substitution.copy(function)(*arguments)


class _Signals:
    """Rows of signals: by number, or by the field of a record that says which."""

    def __getitem__(self, which: Any) -> Any:
        return which


def stand_ins(tracer: Tracer, copy: Callable[[Callable], Callable]) -> dict[int, Any]:
    """What laws, choices and loops are while tracing, by the identity of the function that they stand in for.

    copy: a function as it runs on symbolic numbers.
    """
    values_of_signals: list[int] = []
    """Where in the work array they are."""

    def scalar_force(name: str) -> Callable:
        def force(record: Any, signals: Any, tables: Any, t: Any, x: Any, rate: Any, state: Any, sensed: Any) -> Any:
            return tracer.outside(name, record.place, (t, x, rate, state, sensed), 2)

        return force

    def curve_call(name: str, column: int) -> Callable:
        def force(record: Any, tables: Any, x: Any) -> Any:
            tracer.keep(name, f"{name}_box", copy(along_segment), 1, ("curves", column, SEGMENT))
            return tracer.outside(name, record.place, (x,), 1)[0]

        return force

    def bushing_call(record: Any, Fa: Any, Fb: Any, d: Any, rate: Any, wa: Any, wb: Any) -> Any:
        found = tracer.outside("bushing", record.place, (*Fa, *Fb, *d, *rate, *wa, *wb), 6)
        return found[:3], found[3:]

    def drag_call(record: Any, velocity: Any, up: Any) -> Any:
        return tracer.outside("drag", record.place, (*velocity, *up), 3)

    def air_call(record: Any, signals: Any, tables: Any, t: Any, *vectors: Any) -> Any:
        found = tracer.outside("air", record.place, (t, *(number for vector in vectors for number in vector)), 6)
        return found[:3], found[3:]

    def signal_call(row: Any, tables: Any, t: Any) -> Any:
        if isinstance(row, WholeNumber):
            return (tracer.recorder.gather("W", values_of_signals[0], row.field),)
        return tracer.outside("signal", row, (t,), 3)

    def put_values(W: Any, start: int, count: int, signals: Any, tables: Any, t: Any) -> None:
        values_of_signals.append(start)
        for i, value in enumerate(tracer.outside("signals", count, (t,), count)):
            W[start + i] = value
        tracer.recorder.settle()

    def look_down(ground: Any, wheel: Contact, x: Any, y: Any) -> Any:
        G = tracer.array("ground")
        slopes = G[SLOPE_X], G[SLOPE_Y]
        tracer.keep("ground", "ground_box", copy(answer_in_patch), 2, ("patches", 0, kept_patch.KEPT))
        z = G[HEIGHT] + slopes[0] * (x - G[ORIGIN_X]) + slopes[1] * (y - G[ORIGIN_Y])
        return tracer.else_outside(G[IS_PLANE] > 0.5, (z, *slopes, G[FRICTION]), "ground", wheel.place, (x, y))

    kinds_of_tires: list[str] = []

    def tire_call(known: str, record: Record, ground: Any, contact: Contact, *wheel: Any) -> None:
        """A function of the program, which tires of one kind share."""
        if known not in kinds_of_tires:
            kinds_of_tires.append(known)

        def tire(place: Any, *wheel: Any) -> Any:
            row = Contact(tracer, place)
            copy(rolling_tire)(KnownTire(tracer, place, known), None, row, *wheel)
            return row.known("point", 3), row.known("force", 3), row.known("torque", 3), row.known("rates", 2)

        name = f"tire_{1 + kinds_of_tires.index(known)}"
        point, force, torque, rates = tracer.call(name, tire, (record.place, *wheel))
        contact.know(point=point, force=force, torque=torque, rates=rates)

    def repeat(close: Any, arguments: Any, limit: Any) -> Any:
        return tracer.repeat(close, arguments, limit, outcome.PASSES, outcome.CLOSED)

    def solve_rows(W: Any, start: Any, n: int, m: int) -> Any:
        return tracer.solve(start, n, m)

    def add_to(W: Any, place: Any, value: Any) -> None:
        tracer.recorder.accumulate(W.name, place_of(place), value)

    def add_share(W: Any, place: Any, q: Any, f: Any, t: Any) -> None:
        for i, value in enumerate((q, *f, *t)):
            add_to(W, place + i, value)

    called = [law.force for law in LAWS.values() if law.force not in law.variants]
    table: dict[int, Any] = {id(force): scalar_force(force.__name__) for force in called}
    return table | {
        id(spring_curve): curve_call("spring_curve", 0),
        id(damper_curve): curve_call("damper_curve", SEGMENT_ROW),
        id(bushing): bushing_call,
        id(drag): drag_call,
        id(air): air_call,
        id(signal): signal_call,
        id(put_signals): put_values,
        id(look): look_down,
        id(known_tire): tire_call,
        id(outcome.close_loops): repeat,
        id(base_equation.solve_rows): solve_rows,
        id(parent_equation.add_share): add_share,
        id(parent_equation.add_to): add_to,
        id(where): tracer.where,
        id(seldom): tracer.seldom,
        id(compiler.split): tracer.split,
        id(compiler.two_to): tracer.two_to,
    }
