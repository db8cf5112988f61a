"""Numbers that count: closed forms."""

import pytest

from jounce.engine.linalg import quaternion, vec3
from jounce_papers.song_2005 import counting
from jounce_papers.song_2005.counting import TALLY, CountingMath, CountingNumber, Numbers, OperationCounts


def counted(function, *arguments) -> OperationCounts:
    """Operations of one call."""
    TALLY.clear()
    function(*arguments)
    return TALLY.here


def numbers(*values) -> tuple[CountingNumber, ...]:
    return tuple(map(CountingNumber, values))


A, B = numbers(1.0, 2.0, 3.0), numbers(4.0, -5.0, 6.0)


def plain(function):
    """The Python function behind a compiled one."""
    return getattr(function, "py_func", function)


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        (plain(vec3.dot), (A, B), OperationCounts(products=3, sums=2)),
        (plain(vec3.cross), (A, B), OperationCounts(products=6, sums=3)),
        (plain(vec3.axpy), (A[0], A, B), OperationCounts(products=3, sums=3)),
        (plain(vec3.neg), (A,), OperationCounts()),
        (plain(quaternion.multiply), (numbers(1, 2, 3, 4), numbers(5, 6, 7, 8)), OperationCounts(products=16, sums=12)),
        (plain(quaternion.to_matrix), (numbers(1, 0, 0, 0),), OperationCounts(products=27, sums=12)),
    ],
)
def test_vectors(function, arguments, expected):
    assert counted(function, *arguments) == expected


def test_values_are_those_of_floats():
    x, y = CountingNumber(7.0), CountingNumber(-2.0)
    answers = [x + y, x - y, 3.0 - x, x * y, x / y, 1.0 / y, -x, abs(y)]
    assert [float(a) for a in answers] == [5.0, 9.0, -4.0, -14.0, -3.5, -0.5, -7.0, 2.0]


def test_constants():
    x = CountingNumber(3.0)
    assert counted(lambda: 2.0 * x + 5.0) == OperationCounts(products=1, sums=1)
    assert counted(lambda: 2.0 * 3.0 + 4.0) == OperationCounts()
    assert counted(lambda: 1.0 * x + -1.0 * x + 0.0) == OperationCounts(sums=1, trivial=3)
    assert counted(lambda: 0.0 * x) == OperationCounts(products=1, zeros=1)
    assert counted(lambda: 1.0 / x) == OperationCounts(products=1)


def test_functions_and_comparisons_are_apart():
    math, x = CountingMath(), CountingNumber(4.0)
    assert counted(lambda: math.sqrt(x)) == OperationCounts(square_roots=1)
    assert counted(lambda: math.sin(x) + math.atan2(x, 1.0)) == OperationCounts(functions=2, sums=1)
    assert counted(lambda: math.sqrt(math.pi)) == OperationCounts()
    assert counted(lambda: max(x, 1.0)) == OperationCounts(comparisons=1)
    assert float(math.sqrt(x)) == 2.0


def test_what_is_stored_is_a_run_time_number():
    store = Numbers([0.0])
    store[0] = 0.0
    assert counted(lambda: store[0] + CountingNumber(1.0)) == OperationCounts(sums=1)


def test_the_stand_in_is_put_back():
    import math

    from jounce.engine.linalg import so3

    with counting.counting_math([so3]):
        assert isinstance(so3.math, CountingMath)
    assert so3.math is math
