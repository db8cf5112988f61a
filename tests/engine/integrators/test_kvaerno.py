"""The numbers of Kværnø's pair: conditions of order, stability, and guesses that are exact for parabolas."""

import numpy as np
import pytest

from jounce.engine.integrators.kvaerno import ERROR, GAMMA, GUESS, NODES, STAGES, A

a, c = np.array(A), np.array(NODES)
CONDITIONS = {
    1: [(lambda b: b.sum(), 1.0)],
    2: [(lambda b: b @ c, 1 / 2)],
    3: [(lambda b: b @ c**2, 1 / 3), (lambda b: b @ a @ c, 1 / 6)],
    4: [
        (lambda b: b @ c**3, 1 / 4),
        (lambda b: (b * c) @ a @ c, 1 / 8),
        (lambda b: b @ a @ c**2, 1 / 12),
        (lambda b: b @ a @ a @ c, 1 / 24),
    ],
}
ROUNDING = 1e-15
"""Of sums of five products of numbers up to one."""


@pytest.mark.parametrize(("row", "order"), [(4, 4), (3, 3)])
def test_conditions_of_order(row, order):
    for p in range(1, order + 1):
        for left, right in CONDITIONS[p]:
            assert left(a[row]) == pytest.approx(right, abs=ROUNDING)


def test_stages_are_where_their_nodes_are_to_second_order():
    assert a.sum(axis=1) == pytest.approx(c, abs=ROUNDING)
    assert a @ c == pytest.approx(c**2 / 2, abs=ROUNDING)
    assert np.all(np.diag(a)[1:] == GAMMA)
    assert np.all((c >= 0.0) & (c <= 1.0))


def test_the_error_is_the_difference_of_the_last_two_stages():
    assert np.array(ERROR) == pytest.approx(a[4] - a[3], abs=0.0)


def grow(z, row):
    """Ratio of stage `row` to the state before it for ẏ = λy, z = λh."""
    return np.linalg.solve(np.eye(STAGES) - z * a, np.ones(STAGES))[row]


@pytest.mark.parametrize(("row", "left"), [(3, 0.0), (4, 0.7175)])
def test_both_are_stable_in_the_whole_left_half_plane(row, left):
    """|R| ≤ 1 on the imaginary axis, and R has no pole on the left of it; at infinity the third order is L-stable."""
    assert max(abs(grow(1j * w, row)) for w in np.logspace(-2, 5, 700)) <= 1.0 + 1e-12
    assert abs(grow(-1e9, row)) == pytest.approx(left, abs=1e-4)


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_guesses_extrapolate_polynomials(stage):
    """As many slopes as there are before a stage determine a polynomial of that many coefficients."""
    for power in range(stage):
        values = c**power
        assert np.array(GUESS[stage]) @ values == pytest.approx(values[stage], abs=1e-13)
