"""What functions that differ little may have apart, and what keeps their calls from running side by side."""

from __future__ import annotations

import math

import numpy as np
import pytest

from jounce.engine.linalg.select import where
from jounce.engine.tracing.group import group
from jounce.engine.tracing.llvm_text import write_llvm

from .test_merge import body, front, groups, rear, record, report_to, run, solve_at


def below(P, y, o, q):
    first, second = body(P, y, o, q, 1.0)
    y[q + 2] = where(first < second, first * P[o], second)
    return first


def at_most(P, y, o, q):
    first, second = body(P, y, o, q, 1.5)
    y[q + 2] = where(first <= second, first * P[o], second)
    return first


def conditions(P, y, t):
    """A choice of both by a condition of one: conditions are not blended."""
    a, b = below(P, y, 0, 10), below(P, y, 3, 15)
    c, d = at_most(P, y, 6, 20), at_most(P, y, 9, 25)
    y[3], y[4] = a + b, c - d


def sine(P, y, o, q):
    first, second = body(P, y, o, q, 1.0)
    y[q + 2] = math.sin(first) * second
    return first


def tangent(P, y, o, q):
    first, second = body(P, y, o, q, 1.5)
    y[q + 2] = math.atan2(first, P[o]) * second
    return first


def results(P, y, t):
    """Results of different functions at the same place: calls are not blended."""
    a, b = sine(P, y, 0, 10), sine(P, y, 3, 15)
    c, d = tangent(P, y, 6, 20), tangent(P, y, 9, 25)
    y[3], y[4] = a + b, c - d


def seen(P, y, o, q):
    first, second = body(P, y, o, q, 1.0)
    report_to(y, q + 3, second)
    return first


def unseen(P, y, o, q):
    return body(P, y, o, q, 1.5)[0]


def reports(P, y, t):
    """Observers are told by one side alone; the other's places stay as they are."""
    a, b = seen(P, y, 0, 10), seen(P, y, 3, 15)
    c, d = unseen(P, y, 6, 20), unseen(P, y, 9, 25)
    y[3], y[4] = a + b, c - d


@pytest.mark.parametrize(
    ("main", "corners", "expected"),
    [
        (conditions, (below, at_most), "below.2.at_most.2"),
        (results, (sine, tangent), "sine.2.tangent.2"),
        (reports, (seen, unseen), "seen.2.unseen.2"),
    ],
)
def test_what_one_side_does_leaves_the_bits_of_the_other(main, corners, expected):
    program = record(main, *corners)
    grouped = group(program, 4)
    assert [name for name, _ in groups(grouped)] == [expected]
    straight, joined = write_llvm(program), write_llvm(grouped)
    rng = np.random.default_rng(2)
    for _ in range(20):
        P, y = rng.normal(size=60), rng.normal(size=60)
        assert run(straight, P, y).tobytes() == run(joined, P, y).tobytes()


def test_a_number_that_all_calls_get_is_no_blend():
    def main(P, y, t):
        a, b = front(P, y, 0, 10, 5, t), front(P, y, 3, 15, 5, t)
        c, d = rear(P, y, 6, 20, 1, t), rear(P, y, 9, 25, 2, t)
        y[3], y[4] = a + b, c - d

    assert group(record(main), 4).functions["front.2.rear.2"].numbers == 1


def read_before(P, y, t):
    """The first kind reads what the second one writes after it."""
    a, b = front(P, y, 0, 12, 5, t), front(P, y, 3, 22, 5, t)
    c, d = rear(P, y, 6, 9, 1, t), rear(P, y, 9, 19, 2, t)
    y[3], y[4] = a + b, c - d


def written_twice(P, y, t):
    """Both write to the same places."""
    a, b = front(P, y, 0, 10, 5, t), front(P, y, 3, 20, 5, t)
    c, d = rear(P, y, 6, 10, 1, t), rear(P, y, 9, 20, 2, t)
    y[3], y[4] = a + b, c - d


def push(P, y, q):
    y[q] = y[q] * P[0]
    return y[q]


def pushing(P, y, o, q):
    first, _ = body(P, y, o, q, 1.0)
    return first + push(P, y, q + 2)


def pushed_too(P, y, o, q):
    first, _ = body(P, y, o, q, 1.5)
    return first + push(P, y, q + 2)


def through_a_call(P, y, t):
    """What a function called by both writes is read by the second kind."""
    a, b = pushing(P, y, 0, 10), pushing(P, y, 3, 20)
    c, d = pushed_too(P, y, 6, 11), pushed_too(P, y, 9, 21)
    y[3], y[4] = a + b, c - d


def one_side_calls(P, y, t):
    """A call of one side alone, which writes where it is told."""
    a, b = pushing(P, y, 0, 10), pushing(P, y, 3, 20)
    c, d = unseen(P, y, 6, 30), unseen(P, y, 9, 40)
    y[3], y[4] = a + b, c - d


def solving(P, y, o, q):
    first, _ = body(P, y, o, q, 1.0)
    return first * solve_at(q)


def solving_too(P, y, o, q):
    first, _ = body(P, y, o, q, 1.5)
    return first * solve_at(q)


def solves(P, y, t):
    """Equations at places that overlap."""
    a, b = solving(P, y, 0, 10), solving(P, y, 3, 20)
    c, d = solving_too(P, y, 6, 15), solving_too(P, y, 9, 25)
    y[3], y[4] = a + b, c - d


@pytest.mark.parametrize(
    ("main", "corners"),
    [
        (read_before, (front, rear)),
        (written_twice, (front, rear)),
        (through_a_call, (push, pushing, pushed_too)),
        (one_side_calls, (push, pushing, unseen)),
        (solves, (solving, solving_too)),
    ],
)
def test_calls_that_meet_stay_apart(main, corners):
    names = [corner.__name__ for corner in corners if corner is not push]
    assert [name for name, _ in groups(group(record(main, *corners), 4))] == names


def test_equations_at_places_of_their_own_go_together():
    def main(P, y, t):
        a, b = solving(P, y, 0, 10), solving(P, y, 3, 20)
        c, d = solving_too(P, y, 6, 26), solving_too(P, y, 9, 32)
        y[3], y[4] = a + b, c - d

    assert groups(group(record(main, solving, solving_too), 4)) == [("solving.2.solving_too.2", 4)]
