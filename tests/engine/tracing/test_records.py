"""Records that a program reads, and what it reports: the same alone, in lanes of cars and of calls, and in NumPy."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from jounce.engine.compiler.native.objects import load_object
from jounce.engine.tracing import Tracer
from jounce.engine.tracing.evaluate import Evaluation
from jounce.engine.tracing.fuse import fuse
from jounce.engine.tracing.group import group
from jounce.engine.tracing.llvm_text import CONTEXT_BYTES, write_llvm
from jounce.engine.tracing.symbols import place_of

WIDTH, ROWS, CARS = 3, 4, 8
ARRAYS = ("records", "seen", "y")
LAW = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 4)
ENTRY = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (3 + len(ARRAYS)))
KNOWN, TABLE = 4, 10
"""Places in y: a number for each row that says whether the law is asked, then numbers that are gathered."""


@LAW
def asked_law(context, place, inputs, outputs):
    """x², and the number of the row."""
    x = ctypes.c_double.from_address(inputs).value
    ctypes.c_double.from_address(outputs).value = x * x
    ctypes.c_double.from_address(outputs + 8).value = float(place)
    return 0


def program():
    tracer = Tracer(ARRAYS, constant=("records",))
    for name in ("records", "seen"):
        tracer.record_rows(name, WIDTH)

    def element(y, e):
        r, place = tracer.recorder, place_of(e)
        x = r.field("records", place, 0) * y[e] + r.gather("y", TABLE, ("records", place, 2))
        value, row = tracer.else_outside(y[e + KNOWN] > 0.0, (x - 1.0, 0.5), "law", e, (x,))
        r.report("seen", place, 1, x * value)
        y[e] = value + row

    shared = tracer.shared("element", element)

    def main(y, t):
        for e in range(ROWS):
            shared(y, e)

    tracer.enter("main", main, (tracer.array("y"), 0.0))
    return fuse(tracer.program)


@pytest.fixture(scope="module")
def numbers():
    """Arrays with a column for each car; the law is asked in some rows of some cars, in all, or in none."""
    rng = np.random.default_rng(0)
    records, y = rng.normal(size=(ROWS * WIDTH, CARS)), rng.normal(size=(TABLE + 6, CARS))
    records[2::WIDTH] = rng.integers(0, 6, size=(ROWS, CARS)).view(float)
    y[KNOWN : KNOWN + ROWS, 0], y[KNOWN : KNOWN + ROWS, 1] = 1.0, -1.0
    y[KNOWN : KNOWN + 2] = 1.0
    return {"records": records, "seen": np.zeros((ROWS * WIDTH, CARS)), "y": y}


def run(text, numbers, cars):
    """The arrays after a call for these cars."""
    call = ENTRY(load_object(text, ("main",), lambda: text, "a test").addresses["main"])
    laws = np.array([ctypes.cast(asked_law, ctypes.c_void_p).value])
    given = {name: np.ascontiguousarray(numbers[name][:, cars]) for name in ARRAYS}
    t, contexts = np.zeros(len(cars)), np.zeros(len(cars) * CONTEXT_BYTES // 8, np.int64)
    call(laws.ctypes.data, contexts.ctypes.data, t.ctypes.data, *(a.ctypes.data for a in given.values()))
    return given


def alone(text, numbers):
    """The arrays after a call for each car by itself."""
    parts = [run(text, numbers, [car]) for car in range(CARS)]
    return {name: np.concatenate([p[name] for p in parts], axis=1) for name in ARRAYS}


def test_machine_code_gives_what_numpy_gives(numbers):
    made, given = program(), {name: a.copy() for name, a in numbers.items()}
    law = lambda name, place, x, car: (x[0] * x[0], float(place))  # noqa: E731
    Evaluation(made, given, law, lambda rows, n, m: 0.0).run("main", np.zeros(CARS))
    found = alone(write_llvm(made), numbers)
    for name in ("y", "seen"):
        assert found[name] == pytest.approx(given[name], rel=1e-14, abs=1e-15)
    assert np.array_equal(found["records"], numbers["records"], equal_nan=True)
    assert found["seen"][1::WIDTH].all()


def test_the_law_is_asked_only_where_the_condition_fails(numbers):
    found = alone(write_llvm(program()), numbers)["y"][:ROWS]
    x = numbers["records"][0::WIDTH] * numbers["y"][:ROWS]
    index = np.ascontiguousarray(numbers["records"][2::WIDTH]).view(np.int64)
    x = x + numbers["y"][TABLE + index, np.arange(CARS)]
    expected = np.where(numbers["y"][KNOWN : KNOWN + ROWS] > 0.0, x - 0.5, x * x + np.arange(ROWS)[:, None])
    assert found == pytest.approx(expected, rel=1e-14, abs=1e-15)


@pytest.mark.parametrize("width", [2, 4])
def test_calls_in_lanes_give_the_same_bits(numbers, width):
    made = program()
    grouped = write_llvm(group(made, width))
    assert f"<{width} x double>" in grouped
    one, other = alone(write_llvm(made), numbers), alone(grouped, numbers)
    for name in ("y", "seen"):
        assert np.array_equal(one[name], other[name])


@pytest.mark.parametrize("count", [2, 4, 8])
def test_cars_in_lanes_give_and_report_the_same_bits(numbers, count):
    made = program()
    one = alone(write_llvm(made), numbers)
    together = run(write_llvm(made, count), numbers, list(range(count)))
    assert np.array_equal(one["y"][:, :count], together["y"])
    assert np.array_equal(one["seen"][:, :count], together["seen"])
    silent = run(write_llvm(made.without_reports(), count), numbers, list(range(count)))
    assert np.array_equal(together["y"], silent["y"])
    assert not silent["seen"].any()
