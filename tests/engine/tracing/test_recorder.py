"""What a record keeps, folds and refuses."""

from __future__ import annotations

import math

import pytest

from jounce.engine.linalg.select import where
from jounce.engine.tracing import Array, TraceError, Tracer
from jounce.engine.tracing.substitute import Substitution
from jounce.engine.tracing.trace import Mathematics


def tracer_of(*accumulators: int) -> Tracer:
    return Tracer(("P", "y"), constant=("P",), accumulators=[("y", place) for place in accumulators])


def trace(function, *, accumulators=()):
    """The program of a function (P, y, t), and how often each operation happens."""
    tracer = tracer_of(*accumulators)
    table = {id(where): tracer.where}
    substitution = Substitution({"min": tracer.smallest, "max": tracer.largest}, table)
    substitution.mathematics = Mathematics(tracer, substitution.copy)
    copy = substitution.copy(function)
    tracer.enter("main", copy, (tracer.array("P"), tracer.array("y"), 0.0))
    return tracer.program, tracer.program.count("main")


def test_what_is_known_is_folded():
    def main(P, y, t):
        y[0] = (t + 0.0) * 1.0 + P[0] * 0.0 - (-t) * -1.0 + math.sqrt(4.0) * 0.0

    _, counted = trace(main)
    assert counted["store"] == 1
    assert counted["multiply"] == counted["root"] == counted["load"] == 0


def test_equal_operations_are_recorded_once():
    def main(P, y, t):
        y[0] = P[0] * t + t * P[0]
        y[1] = P[0] * t

    _, counted = trace(main)
    assert counted["multiply"] == 1
    assert counted["load"] == 1


def test_a_sum_with_a_negated_number_is_a_difference():
    def main(P, y, t):
        y[0] = P[0] + (-t)
        y[1] = P[0] - (-t)

    _, counted = trace(main)
    assert (counted["subtract"], counted["add"], counted["negate"]) == (1, 1, 0)


def test_what_was_written_is_read_without_memory():
    def main(P, y, t):
        y[3] = t
        y[3] += P[1]
        y[4] = y[3] * y[3]

    _, counted = trace(main)
    assert counted["load"] == 1
    assert counted["store"] == 2


def test_what_nobody_uses_is_left_out():
    def main(P, y, t):
        _ = math.sqrt(t) / P[3]
        y[0] = t

    _, counted = trace(main)
    assert set(counted) <= {"number", "store"}


def test_a_decision_on_a_number_names_its_line():
    def main(P, y, t):
        y[0] = 1.0 if t > 0.0 else 2.0

    line = main.__code__.co_firstlineno + 1
    with pytest.raises(TraceError, match=rf"test_recorder\.py:{line} \(main\).*where"):
        trace(main)


def test_a_number_is_no_index_and_no_float():
    def index(P, y, t):
        y[t] = 1.0

    def library(P, y, t):
        y[0] = float(t)

    with pytest.raises(TraceError, match="index cannot depend"):
        trace(index)
    with pytest.raises(TraceError, match="not known while tracing"):
        trace(library)


def test_a_choice_keeps_both_sides():
    def main(P, y, t):
        y[0] = where(t > P[0], t, min(P[1], P[2]))

    _, counted = trace(main)
    assert counted["choose"] == 2
    assert counted["less"] == 2


def test_accumulators_are_summed_from_zero_and_added_once():
    def share(P, y, o):
        y[0] += P[o]
        y[0] += P[o + 1]

    tracer = tracer_of(0)
    shared = tracer.shared("share", Substitution({}, {}).copy(share))

    def main(P, y, t):
        y[0] = t
        shared(P, y, 4)
        shared(P, y, 6)

    tracer.enter("main", main, (tracer.array("P"), tracer.array("y"), 0.0))
    ops = [op[0] for op in tracer.program.functions["share"].ops]
    assert ops.count("accumulate") == 1
    assert "store" not in ops
    assert {op[1] for op in tracer.program.functions["share"].ops if op[0] == "load"} == {"P"}
    assert len([op for op in tracer.program.functions["main"].ops if op[0] == "call"]) == 2


def test_arrays_are_arrays():
    assert isinstance(tracer_of().array("y"), Array)
