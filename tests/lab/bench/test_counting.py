"""Numbers that count: closed forms."""

import numpy as np
import pytest

from jounce.engine.formulations.synthesis.base_equation import solve_rows
from jounce_papers.song_2005.counting import CountingNumber, OperationCounts, count_call


def plain(function):
    """The Python function behind a compiled one."""
    return getattr(function, "py_func", function)


def test_values_are_those_of_floats():
    tally = OperationCounts()
    x, y = CountingNumber(7.0, tally), CountingNumber(-2.0, tally)
    answers = [x + y, x - y, 3.0 - x, x * y, x / y, 1.0 / y, -x, abs(y)]
    assert [a.value for a in answers] == [5.0, 9.0, -4.0, -14.0, -3.5, -0.5, -7.0, 2.0]
    assert (x > y, x < 3.0, x == 7.0, x != 7.0) == (True, False, True, False)
    assert tally == OperationCounts(products=3, sums=3, comparisons=4)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 2), (5, 1)])
def test_a_full_system_takes_what_elimination_takes(n, m):
    """To eliminate, a quotient and k + m products and sums for each of k = 1 … n − 1 rows below; to substitute, half of
    m n (n − 1) of both and n m quotients; the quality is a product and a quotient more."""
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(n, n + m)) + 5.0 * np.eye(n, n + m)
    answer = np.linalg.solve(rows[:, :n], rows[:, n:])
    numbers = rows.ravel().copy()
    counts, quality = count_call(plain(solve_rows), numbers, 0, n, m)
    below = sum(k * (k + m) for k in range(1, n))
    assert counts.products == below + sum(range(n)) + m * n * (n - 1) // 2 + m * n + 2
    assert counts.sums == below + m * n * (n - 1) // 2
    assert np.allclose(numbers.reshape(n, n + m)[:, n:], answer)
    assert quality > 0.0


def test_multipliers_that_are_zero_are_skipped():
    numbers = np.eye(3, 4).ravel()
    counts, _ = count_call(plain(solve_rows), numbers, 0, 3, 1)
    assert counts.sums == 3  # the substitution alone
