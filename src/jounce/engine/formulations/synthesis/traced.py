"""A generated module as a program: its functions run once on symbolic numbers, laws stay calls.

Parameters, work, state, rates and report are arrays of the program. Records of force elements are known by their number
only; whatever is asked of a law becomes a call with that number (`jounce.engine.formulations.synthesis.law_calls`).
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from jounce.engine import compiler
from jounce.engine.formulations.synthesis import base_equation, outcome, parent_equation
from jounce.engine.laws.forces.body_forces import drag
from jounce.engine.laws.forces.bushing import bushing
from jounce.engine.laws.forces.laws import LAWS
from jounce.engine.laws.forces.signal import signal
from jounce.engine.linalg.select import where
from jounce.engine.tracing.fuse import fuse
from jounce.engine.tracing.record import Program
from jounce.engine.tracing.substitute import Substitution
from jounce.engine.tracing.symbols import place_of
from jounce.engine.tracing.trace import Mathematics, Tracer

ARRAYS = ("P", "W", "y", "dy", "culprit")
"""Arrays of a program, in the order in which its entries take them."""


def trace_module(module: ModuleType) -> Program:
    """The program of a generated module, with the entries `derivative` and `project`."""
    sums = [("W", place) for place in range(base_equation.SOLUTION)]
    tracer = Tracer(ARRAYS, constant=("P",), accumulators=sums)
    table = _stand_ins(tracer)
    names = {"min": tracer.smallest, "max": tracer.largest}
    substitution = Substitution(names, table)
    substitution.mathematics = Mathematics(tracer, substitution.copy)
    own = {n: f for n, f in vars(module).items() if isinstance(f, FunctionType) and f.__module__ == module.__name__}
    for name, function in own.items():
        table[id(function)] = tracer.shared(name, _later(substitution, function))
    P, W, y, dy, culprit = map(tracer.array, ARRAYS)
    model = SimpleNamespace(
        parameters=P,
        elements=SimpleNamespace(tire=None, **{kind: _Records() for kind in ("bushings", "drags", "tires")}),
        signals=_Signals(),
        tables=None,
        ground=None,
    )
    model.elements.scalar_forces, model.elements.loads = _Records(), _Records()
    work = SimpleNamespace(numbers=W, contacts=_Contacts(), culprit=culprit)
    tracer.enter("derivative", substitution.copy(own["derivative"]), (model, work, 0.0, y, dy))
    tracer.enter("project", substitution.copy(own["project"]), (model, work, 0.0, y))
    return fuse(tracer.program)


def _later(substitution: Substitution, function: Callable) -> Callable:
    """The copy of a function, made when it is called: by then all stand-ins are known."""
    return lambda *arguments: substitution.copy(function)(*arguments)


class _Records:
    """Records of force elements: `records[i]` is the place of one."""

    def __getitem__(self, place: Any) -> _Record:
        return _Record(place)


class _Record:
    """One record; of its fields only the signal of a load is asked for."""

    def __init__(self, place: Any) -> None:
        self.place = place

    def __getitem__(self, name: str) -> _LoadSignal:
        assert name == "signal"
        return _LoadSignal(self.place)


class _LoadSignal:
    """The signal that a load has."""

    def __init__(self, place: Any) -> None:
        self.place = place


class _Signals:
    """Rows of signals: by number, or by the load that has one."""

    def __getitem__(self, which: Any) -> Any:
        return which


class _Contacts:
    """Contacts of tires: what a law wrote there."""

    def __getitem__(self, place: Any) -> dict[str, Any]:
        return {}


def _stand_ins(tracer: Tracer) -> dict[int, Any]:
    """What laws, choices and loops are while tracing, by the identity of the function that they stand in for."""

    def scalar_force(name: str) -> Callable:
        def force(record: Any, signals: Any, tables: Any, t: Any, x: Any, rate: Any, state: Any, sensed: Any) -> Any:
            return tracer.outside(name, record.place, (t, x, rate, state, sensed), 2)

        return force

    def bushing_call(record: Any, Fa: Any, Fb: Any, d: Any, rate: Any, wa: Any, wb: Any) -> Any:
        found = tracer.outside("bushing", record.place, (*Fa, *Fb, *d, *rate, *wa, *wb), 6)
        return found[:3], found[3:]

    def drag_call(record: Any, velocity: Any, up: Any) -> Any:
        return tracer.outside("drag", record.place, (*velocity, *up), 3)

    def signal_call(row: Any, tables: Any, t: Any) -> Any:
        if isinstance(row, _LoadSignal):
            return tracer.outside("load", row.place, (t,), 3)
        return tracer.outside("signal", row, (t,), 3)

    def tire_call(
        record: Any, ground: Any, contact: dict, hub: Any, v: Any, w: Any, s: Any, s_x: Any, s_y: Any
    ) -> None:
        found = tracer.outside("tire", record.place, (*hub, *v, *w, *s, s_x, s_y), 11)
        contact |= {"point": found[:3], "force": found[3:6], "torque": found[6:9], "rates": found[9:]}

    def repeat(close: Any, arguments: Any, limit: Any) -> Any:
        return tracer.repeat(close, arguments, limit, outcome.PASSES, outcome.CLOSED)

    def solve_rows(W: Any, start: Any, n: int, m: int) -> Any:
        return tracer.solve(start, n, m)

    def add_to(W: Any, place: Any, value: Any) -> None:
        tracer.recorder.accumulate(W.name, place_of(place), value)

    def add_share(W: Any, place: Any, q: Any, f: Any, t: Any) -> None:
        for i, value in enumerate((q, *f, *t)):
            add_to(W, place + i, value)

    table: dict[int, Any] = {id(law.force): scalar_force(law.force.__name__) for law in LAWS.values()}
    return table | {
        id(bushing): bushing_call,
        id(drag): drag_call,
        id(signal): signal_call,
        id(compiler.function_at): lambda number, name: tire_call,
        id(outcome.close_loops): repeat,
        id(base_equation.solve_rows): solve_rows,
        id(parent_equation.add_share): add_share,
        id(parent_equation.add_to): add_to,
        id(where): tracer.where,
        id(compiler.split): tracer.split,
        id(compiler.two_to): tracer.two_to,
    }
