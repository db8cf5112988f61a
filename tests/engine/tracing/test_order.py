"""Operations are written late, after what they use, and those that read and write memory in the order of the record."""

from __future__ import annotations

from jounce.engine.tracing import Tracer
from jounce.engine.tracing.order import late_order
from jounce.engine.tracing.record import Function, operands


def traced() -> Function:
    tracer = Tracer(("P", "y"), constant=("P",))

    def main(y, P, t):
        a, b, c = P[0] * t, P[1] * y[0], P[2] + t
        unused = P[3] * c
        y[1] = b + 1.0
        tracer.recorder.settle()
        tracer.recorder.forget()
        y[2] = y[1] * c
        y[3] = a
        return unused

    tracer.enter("main", main, (tracer.array("y"), tracer.array("P"), 0.0))
    return tracer.program.functions["main"]


def test_it_holds_what_is_needed_once_and_after_what_it_uses():
    function = traced()
    order = late_order(function, frozenset({"y"}))
    assert sorted(order) == [i for i, needed in enumerate(function.needed()) if needed]
    for k, i in enumerate(order):
        assert set(operands(function.ops[i])) <= set(order[:k])


def test_memory_that_somebody_writes_is_used_in_the_order_of_the_record():
    function = traced()
    order = late_order(function, frozenset({"y"}))
    touched = [i for i in order if function.ops[i][0] in ("load", "store") and function.ops[i][1] == "y"]
    assert len(touched) == 5
    assert touched == sorted(touched)


def test_what_is_used_last_is_made_last():
    function = traced()
    order = late_order(function, frozenset({"y"}))
    product = next(i for i, op in enumerate(function.ops) if op[0] == "multiply")
    assert function.ops[order[-1]][0] == "store"
    assert order.index(product) == len(order) - 2
