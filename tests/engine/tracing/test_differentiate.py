"""Derivatives of small programs, in NumPy, against closed forms and differences."""

from __future__ import annotations

import math

import numpy as np
import pytest

from jounce.engine.compiler import split, two_to
from jounce.engine.linalg import elementary
from jounce.engine.linalg.select import where
from jounce.engine.tracing import TraceError, Tracer
from jounce.engine.tracing.chain_rule import NOTES
from jounce.engine.tracing.differentiate import differentiate
from jounce.engine.tracing.evaluate import Evaluation
from jounce.engine.tracing.fuse import fuse
from jounce.engine.tracing.record import Program
from jounce.engine.tracing.substitute import Substitution
from jounce.engine.tracing.trace import Mathematics


def program_of(main, shared=()) -> Program:
    """The record of main(P, y)."""
    tracer = Tracer(("P", "y"), constant=("P",), accumulators=[("y", 0)])
    table = {id(where): tracer.where, id(split): tracer.split, id(two_to): tracer.two_to}
    substitution = Substitution({"min": tracer.smallest, "max": tracer.largest}, table)
    substitution.mathematics = Mathematics(tracer, substitution.copy)
    for function in (elementary.exp, elementary.log, elementary.tanh, elementary.pow):
        table[id(function)] = applied(tracer, substitution, function)
    for function in shared:
        table[id(function)] = tracer.shared(function.__name__, substitution.copy(function))
    tracer.enter("main", substitution.copy(main), (tracer.array("P"), tracer.array("y")))
    return fuse(tracer.program)


def applied(tracer: Tracer, substitution: Substitution, function):
    name = f"strict_{function.__name__}"
    return lambda *arguments: tracer.apply(name, substitution.copy(function), arguments)


def along(program: Program, P: np.ndarray, y: np.ndarray, by_P: np.ndarray, by_y: np.ndarray) -> np.ndarray:
    """δy after main, for changes before it."""
    both = differentiate(program, (), passes=1)
    notes = np.zeros((both.size, 1))
    arrays = {"P": P[:, None].copy(), "y": y[:, None].copy(), NOTES: notes}
    Evaluation(both.values, arrays, None, None).run("main", np.zeros(1))
    assert np.array_equal(arrays["y"], run(program, P[:, None], y[:, None]))
    changes = {"P": by_P.copy(), "y": by_y.copy(), NOTES: notes}
    Evaluation(both.directions, changes, None, None).run("main", np.zeros(by_y.shape[1]))
    return changes["y"]


def run(program: Program, P: np.ndarray, y: np.ndarray) -> np.ndarray:
    arrays = {"P": P.copy(), "y": y.copy()}
    Evaluation(program, arrays, None, None).run("main", np.zeros(y.shape[1]))
    return arrays["y"]


def plain(P, y):
    a, b = y[0], y[1]
    y[2] = a * b - a
    y[3] = a / b
    y[4] = math.sqrt(a)
    y[5] = abs(a - 3.0) + abs(a)
    y[6] = where(a > b, a * a, b)
    y[7] = math.sin(a) + math.cos(b)
    y[8] = math.atan2(a, b)
    y[9] = max(a, b, 0.5) - min(a, b) + math.floor(a)
    y[10] = P[0] * a
    y[11] = elementary.exp(a) + elementary.log(b) + elementary.tanh(a)
    y[12] = elementary.pow(a, 2.5)
    y[13] = elementary.pow(a, b)


def slopes(a, b, p):
    """Derivatives of `plain` by a, by b and by P[0]; a > b, both between 0 and 3."""
    r2 = a * a + b * b
    return np.array(
        [
            [b - 1.0, a, 0.0],
            [1.0 / b, -a / b**2, 0.0],
            [0.5 / math.sqrt(a), 0.0, 0.0],
            [0.0, 0.0, 0.0],
            [2.0 * a, 0.0, 0.0],
            [math.cos(a), -math.sin(b), 0.0],
            [b / r2, -a / r2, 0.0],
            [1.0, -1.0, 0.0],
            [p, 0.0, a],
            [math.exp(a) + 1.0 - math.tanh(a) ** 2, 1.0 / b, 0.0],
            [2.5 * a**1.5, 0.0, 0.0],
            [b * a ** (b - 1.0), a**b * math.log(a), 0.0],
        ]
    )


def test_every_operation_has_the_derivative_of_its_closed_form():
    a, b, p = 1.7, 0.6, -0.4
    by_y, by_P = np.zeros((14, 3)), np.zeros((1, 3))
    by_y[0, 0] = by_y[1, 1] = by_P[0, 2] = 1.0
    found = along(program_of(plain), np.array([p]), np.array([a, b, *[0.0] * 12]), by_P, by_y)
    assert found[2:] == pytest.approx(slopes(a, b, p), rel=1e-13, abs=1e-15)


def corner(P, y, o, q):
    """Something like a corner: it reads at places of its own and adds to a sum that all share."""
    a, b = P[o] * y[q] + P[o + 1], math.sin(y[q + 1]) - P[o + 2] / y[q]
    y[q + 2] = where(a > b, a, b) + math.atan2(a, b)
    y[0] += a * b
    return max(a, b, 0.5)


def car(P, y):
    a, b, c = corner(P, y, 0, 2), corner(P, y, 3, 5), corner(P, y, 0, 8)
    y[1] = a * b - c


def test_functions_of_a_program_share_their_derivative():
    program = program_of(car, [corner])
    both = differentiate(program, (), passes=1)
    assert [name for name in both.directions.functions if name.startswith("corner")] == ["corner_along"]
    rng = np.random.default_rng(0)
    P, y = rng.uniform(0.5, 1.0, 6), rng.uniform(0.5, 1.0, 11)
    by_P, by_y, step = rng.normal(size=(6, 8)), rng.normal(size=(11, 8)), 1e-6
    ahead, behind = (run(program, P[:, None] + s * by_P, y[:, None] + s * by_y) for s in (step, -step))
    assert along(program, P, y, by_P, by_y) == pytest.approx((ahead - behind) / (2.0 * step), rel=1e-8, abs=1e-8)


def test_what_does_not_change_is_not_computed():
    """Without changes of P, nothing is left of products with them."""
    program = program_of(plain)
    everything, states = (
        differentiate(program, still, passes=1).directions.functions["main"].ops for still in ((), ("P",))
    )
    assert len(states) < len(everything)
    assert not any(op[1] == "P" for op in states if op[0] == "load")


def length(P, y):
    y[1] = math.sqrt(y[0] * y[0])


def test_the_length_of_a_vector_that_vanishes_does_not_change():
    found = along(program_of(length), np.zeros(1), np.zeros(2), np.zeros((1, 1)), np.ones((2, 1)))
    assert found[1, 0] == 0.0


def test_an_operation_without_a_derivative_is_named():
    program = program_of(length)
    program.functions["main"].ops[1] = ("riddle", 0)
    with pytest.raises(TraceError, match="no derivative of the operation 'riddle'"):
        differentiate(program, (), passes=1)
