"""Choices that seldom fall on their first side: the same numbers as `where`, and nothing computed that nobody takes."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from jounce.engine.compiler.native.machine import lanes
from jounce.engine.compiler.native.objects import load_object
from jounce.engine.formulations.synthesis.traced import substitution_for
from jounce.engine.linalg.elementary import exp, tanh
from jounce.engine.linalg.select import seldom, where
from jounce.engine.tracing import Tracer
from jounce.engine.tracing.evaluate import Evaluation
from jounce.engine.tracing.llvm_text import write_llvm
from jounce.engine.tracing.order import late_order, seldom_parts
from jounce.engine.tracing.record import Program

ENTRY = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)


def limit(x):
    """One choice inside another, and a number that both sides take."""
    scaled = 2.0 * x
    inner = seldom(scaled > 5.0, exp(5.0 - scaled), 1.0)
    return seldom(scaled > 1.0, tanh(scaled) * inner, scaled)


def always(x):
    scaled = 2.0 * x
    return where(scaled > 1.0, tanh(scaled) * where(scaled > 5.0, exp(5.0 - scaled), 1.0), scaled)


def traced(function) -> Program:
    tracer = Tracer(("y",))
    copy = substitution_for(tracer).copy(function)

    def main(t, y):
        y[1] = copy(y[0]) + t

    tracer.enter("main", main, (0.0, tracer.array("y")))
    return tracer.program


def run(text: str, y: np.ndarray) -> np.ndarray:
    call = ENTRY(load_object(text, ("main",), lambda: text, "a test").addresses["main"])
    out, t = y.copy(), np.full(y.shape[1], 0.25)
    call(None, None, t.ctypes.data, out.ctypes.data)
    return out


def given(cars: int) -> np.ndarray:
    y = np.zeros((2, cars))
    y[0] = np.linspace(-1.0, 4.0, cars)
    y[0, -1] = np.nan
    return y


def test_machine_code_alone_and_in_lanes_gives_what_both_sides_give():
    width = lanes()
    y = given(4 * width)
    one, many, plain = write_llvm(traced(limit)), write_llvm(traced(limit), width), write_llvm(traced(always))
    truth = np.array([limit(float(x)) + 0.25 for x in y[0]])
    alone = np.column_stack([run(one, y[:, [k]].copy()) for k in range(y.shape[1])])
    both = np.column_stack([run(plain, y[:, [k]].copy()) for k in range(y.shape[1])])
    together = np.column_stack([run(many, y[:, k : k + width].copy()) for k in range(0, y.shape[1], width)])
    for found in (alone, both, together):
        assert np.array_equal(found[1], truth, equal_nan=True)


def test_numpy_agrees():
    y = given(9)
    arrays = {"y": y.copy()}
    Evaluation(traced(limit), arrays, None, None).run("main", np.full(9, 0.25))
    assert np.array_equal(arrays["y"][1], [limit(float(x)) + 0.25 for x in y[0]], equal_nan=True)


def test_each_choice_has_what_it_alone_needs_behind_its_branch():
    function = traced(limit).functions["main"]
    order = late_order(function, frozenset({"y"}))
    parts = seldom_parts(function, order, frozenset({"y"}))
    inner, outer = sorted(parts)
    applied = {choice: {function.ops[i][1] for i in parts[choice] if function.ops[i][0] == "apply"} for choice in parts}
    assert applied == {inner: {"strict_exp"}, outer: {"strict_tanh"}}
    assert inner in parts[outer]
    assert set(parts[inner]).isdisjoint(parts[outer])
    scaled = next(i for i, op in enumerate(function.ops) if op[0] == "multiply")
    assert scaled not in parts[inner] + parts[outer]


@pytest.mark.parametrize("condition", [True, False])
def test_a_known_condition_leaves_no_choice(condition):
    tracer = Tracer(("y",))

    def main(t, y):
        y[0] = tracer.seldom(condition, y[1], t)

    tracer.enter("main", main, (0.0, tracer.array("y")))
    assert not any(op[0] == "choose_seldom" for op in tracer.program.functions["main"].ops)
