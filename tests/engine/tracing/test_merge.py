"""Functions that differ little, joined: every lane has the bits of its own function, and writes where that one does."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from jounce.engine.compiler import split, two_to
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.code import program_of
from jounce.engine.linalg.select import where
from jounce.engine.tracing import Tracer
from jounce.engine.tracing.fuse import fuse
from jounce.engine.tracing.group import group
from jounce.engine.tracing.llvm_text import write_llvm
from jounce.engine.tracing.substitute import Substitution
from jounce.engine.tracing.symbols import place_of
from jounce.engine.tracing.trace import Mathematics
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling, with_prescribed_rack

from .test_machine_code import ENTRY, load_object


def body(P, y, o, q, lever):
    """What both kinds of corner do, with a number in which they differ."""
    a, b = P[o] * y[q] + P[o + 1] * lever, math.sin(y[q + 1]) - P[o + 2] / y[q]
    larger = where(a > b, a, b * lever)
    for k in range(10):
        larger = larger * P[o] - y[q + 1] / (1.0 + (k + a) * larger)
    y[0] += a * b
    return larger + math.atan2(a, b), a * larger


def add_to(y, place, value):
    """A share of a sum that several corners add to."""
    y[place] += value


def front(P, y, o, q, m, g):
    """Hangs on something that moves, and pushes it."""
    first, second = body(P, y, o, q, P[m] + y[m])
    add_to(y, m + 1, first * g)
    y[q + 2] = first
    y[q + 3] = second + y[m]
    return max(first, second)


def rear(P, y, o, q, k, g):
    """Hangs on nothing, and has a wheel that is driven."""
    first, second = body(P, y, o, q, 1.0)
    y[1] += P[k]
    y[q + 2] = first
    y[q + 4] = second
    return max(first, second + g)


def other(P, y, o, q, k, g):
    """A third kind."""
    first, second = body(P, y, o, q, 2.0 + P[k])
    y[1] += second * P[k] * g
    y[q + 2] = first
    return max(first, second)


def report_to(y, place, value):
    """What observers read."""
    y[place] = value


def solve_at(place):
    """Two equations, solved by a law."""


def four(P, y, t):
    g = y[2] * 2.0
    a, b = front(P, y, 0, 10, 5, g), front(P, y, 3, 15, 5, g)
    c, d = rear(P, y, 6, 20, 1, g), rear(P, y, 9, 25, 2, g)
    y[3] = t * a + b
    y[4] = c - d


def eight(P, y, t):
    g = y[2] * 2.0
    a, b = front(P, y, 0, 10, 5, g), front(P, y, 3, 15, 5, g)
    c, d = rear(P, y, 6, 20, 1, g), rear(P, y, 9, 25, 2, g)
    e, f = other(P, y, 2, 30, 1, g), other(P, y, 4, 35, 3, g)
    h, i = other(P, y, 5, 40, 2, t), other(P, y, 7, 45, 7, t)
    y[3] = t * a + b + (e + f) * h
    y[4] = c - d * i


def turned(P, y, t):
    g = y[2] * 2.0
    e, f = other(P, y, 2, 30, 1, g), other(P, y, 4, 35, 3, g)
    h, i = other(P, y, 5, 40, 2, t), other(P, y, 7, 45, 7, t)
    a, b = front(P, y, 0, 10, 5, g), front(P, y, 3, 15, 5, g)
    c, d = rear(P, y, 6, 20, 1, g), rear(P, y, 9, 25, 2, g)
    y[3] = t * a + b + (e + f) * h
    y[4] = c - d * i


def in_a_row(P, y, t):
    """The second kind reads what the first one writes."""
    a, b = front(P, y, 0, 10, 5, t), front(P, y, 3, 15, 5, t)
    c, d = rear(P, y, 6, 12, 1, t), rear(P, y, 9, 17, 2, t)
    y[3] = a + b
    y[4] = c - d


def early(P, y, o, q):
    first, second = body(P, y, o, q, 1.0)
    for place in (1, 50, 51):
        y[place] += second + place
    return first


def late(P, y, o, q):
    first, second = body(P, y, o, q, 1.5)
    for place in (50, 51, 1):
        y[place] += second - place
    return first


def sums(P, y, t):
    """Both kinds add to the same places, in another order."""
    a, b = late(P, y, 0, 10), late(P, y, 3, 15)
    c, d = early(P, y, 6, 20), early(P, y, 9, 25)
    y[3] = a + b
    y[4] = c - d


def record(main, *corners):
    """The program of an entry that calls corners."""
    tracer = Tracer(("P", "y"), constant=("P",), accumulators=[("y", k) for k in (0, 1, 50, 51)])
    tracer.record_rows("y", 1)
    table = {id(where): tracer.where, id(split): tracer.split, id(two_to): tracer.two_to}
    table[id(add_to)] = lambda y, place, value: tracer.recorder.accumulate(y.name, place_of(place), value)
    table[id(report_to)] = lambda y, place, value: tracer.recorder.report(y.name, place_of(place), 0, value)
    table[id(solve_at)] = lambda place: tracer.solve(place, 2, 1)
    substitution = Substitution({"min": tracer.smallest, "max": tracer.largest}, table)
    substitution.mathematics = Mathematics(tracer, substitution.copy)
    for corner in corners or (front, rear, other, early, late):
        table[id(corner)] = tracer.shared(corner.__name__, substitution.copy(corner))
    tracer.enter("main", substitution.copy(main), (tracer.array("P"), tracer.array("y"), 0.0))
    return fuse(tracer.program)


def run(text, P, y):
    call = ENTRY(load_object(text, ("main",), lambda: text, "a test").addresses["main"])
    out, t = y.copy(), np.array([0.25])
    call(None, None, t.ctypes.data, P.ctypes.data, out.ctypes.data)
    return out


def groups(program):
    return [(op[1], len(op[2])) for name in program.entries for op in program.functions[name].ops if op[0] == "group"]


@pytest.mark.parametrize(
    ("main", "width", "expected"),
    [
        (four, 4, ["front.2.rear.2"]),
        (four, 8, ["front.2.rear.2"]),
        (eight, 4, ["front.2.rear.2", "other"]),
        (eight, 8, ["front.2.rear.2.4.other.4"]),
        (turned, 8, ["other.4.front.2.rear.2.4"]),
        (sums, 4, ["late", "early"]),
    ],
)
def test_joined_functions_give_the_bits_of_calls_one_after_another(main, width, expected):
    program = record(main)
    grouped = group(program, width)
    assert [name for name, _ in groups(grouped)] == expected
    straight, joined = write_llvm(program), write_llvm(grouped)
    rng = np.random.default_rng(1)
    for _ in range(20):
        P, y = rng.normal(size=60), rng.normal(size=60)
        assert run(straight, P, y).tobytes() == run(joined, P, y).tobytes()


def test_functions_of_which_one_reads_what_the_other_writes_stay_apart():
    assert [name for name, _ in groups(group(record(in_a_row), 4))] == ["front", "rear"]


def tiny(P, y, o, q):
    y[q] = P[o] - P[o + 1] / y[q]
    return y[q]


def unlike(P, y, t):
    y[3] = front(P, y, 0, 10, 5, t) + front(P, y, 3, 15, 5, t)
    y[4] = tiny(P, y, 6, 20) + tiny(P, y, 9, 25)


def test_functions_with_little_in_common_stay_apart():
    assert [name for name, _ in groups(group(record(unlike, front, tiny), 4))] == ["front", "tiny"]


@pytest.mark.parametrize(("car", "lanes"), [("dw18", 4), ("sedan", 4), ("awd", 4), ("truck8x8", 8)])
def test_all_corners_of_a_car_run_side_by_side(car, lanes):
    """Front and rear corners differ in tie rods and torques alone."""
    program = program_of(synthesis.build(load_vehicle(car).to_mechanism()).generated.source)
    grouped = group(program, 8)
    assert max(count for name, count in groups(grouped) if "_terms" in name) == lanes
    closings = [len(op[2]) for op in grouped.functions["project"].ops if op[0] == "repeat_group"]
    assert closings == [lanes]


def test_nearly_all_operations_of_front_and_rear_corners_are_common():
    """Where one of them has a prescribed rack: numbers of docs/theory/tracing.md."""
    car = with_prescribed_rack(load_vehicle("dw18"))
    functions = group(program_of(synthesis.build(rolling(car, 15.0)).generated.source), 4).functions
    first, second, both = ("corner_terms", "corner_2_terms", "corner_terms.2.corner_2_terms.2")
    count = {name: sum(functions[name].needed()) for name in (first, second, both)}
    blends = sum(op[0] == "blend" for op in functions[both].ops)
    common = count[first] + count[second] - (count[both] - blends)
    text = (Path(__file__).parents[3] / "docs/theory/tracing.md").read_text(encoding="utf-8")
    assert f"the {count[first]:,} operations of a front corner" in text
    assert f"the {count[second]:,} of a rear one, {common:,}." in text
    assert blends == 15
