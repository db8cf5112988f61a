"""Bound calls: the machine code of an entry behind a box, with arrays that change and a time that stays free."""

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import bind, call_bound, call_bound_at, entry


class Line(NamedTuple):
    """A straight line, and where its values go."""

    slope: float
    out: np.ndarray


@entry
def add_up(line, numbers):
    """Write slope × Σ numbers; returns how many there are."""
    line.out[0] = line.slope * numbers.sum()
    return numbers.size


@entry
def write_line(line, t, numbers):
    """Write slope × t + the first number; returns a float, which is no status."""
    line.out[0] = line.slope * t + numbers[0]
    return line.out[0]


@entry
def run_twice(address, box):
    """A loop in compiled code that knows no types of the call."""
    return call_bound(address, box) + call_bound(address, box)


@entry
def run_at(address, box, t):
    """The same with a time."""
    return call_bound_at(address, box, t)


def test_a_bound_call_sees_its_arrays_as_they_are_now():
    line, numbers = Line(2.0, np.zeros(1)), np.arange(3.0)
    add_up(line, numbers)
    bound = bind(add_up, line, numbers)
    numbers[:] = 1.0
    assert run_twice(*bound) == 6
    assert line.out[0] == 6.0


def test_the_time_is_free_and_what_is_no_status_becomes_zero():
    line, numbers = Line(3.0, np.zeros(1)), np.array([0.5])
    write_line(line, 0.0, numbers)
    bound = bind(write_line, line, 0.0, numbers, time=1)
    assert run_at(*bound, 2.0) == 0
    assert line.out[0] == 6.5
    assert run_at(*bound, 4.0) == 0
    assert line.out[0] == 12.5


def test_the_box_keeps_its_arrays_alive():
    bound = bind_and_forget()
    filler = [np.full(3, float(i)) for i in range(100)]
    assert run_twice(*bound) == 6
    assert len(filler) == 100


def bind_and_forget():
    """A bound call whose arguments nobody else holds."""
    line, numbers = Line(2.0, np.zeros(1)), np.arange(3.0)
    add_up(line, numbers)
    return bind(add_up, line, numbers)
