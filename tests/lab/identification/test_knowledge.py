"""What a fit says about its parameters, on straight lines, whose standard deviations everybody knows."""

import numpy as np
import pytest

from jounce.lab.identification.knowledge import knowledge, strong_pairs

N, SPACING = 2000, 0.01
X = np.linspace(-1.0, 1.0, N)
LINE = np.column_stack([np.ones(N), X])
"""∂/∂(offset, slope) of a straight line."""


def correlated_errors(seed: int, keep: float = 0.9) -> np.ndarray:
    """Errors of unit variance, each of which keeps a part of the one before."""
    random = np.random.default_rng(seed)
    errors = np.empty(N)
    errors[0] = random.normal()
    for i in range(1, N):
        errors[i] = keep * errors[i - 1] + np.sqrt(1.0 - keep**2) * random.normal()
    return errors


def fit_line(errors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Offset and slope through errors, and what is left."""
    found = np.linalg.lstsq(LINE, errors, rcond=None)[0]
    return found, errors - LINE @ found


def test_independent_errors_give_the_textbook_deviation():
    _, left = fit_line(np.random.default_rng(3).normal(size=N))
    known = knowledge(LINE, left, [1.0, 1.0], ["offset", "slope"], [(N, SPACING)])
    error = np.sqrt(left @ left / (N - 2))
    expected = error / np.sqrt([N, X @ X])
    # the larger of two estimates, of which the second has itself an error of some per cent
    assert np.all(known.std >= expected * (1.0 - 1e-12))
    assert known.std == pytest.approx(expected, rel=0.25)
    assert known.error == pytest.approx(error)
    assert known.correlations[0, 1] == pytest.approx(0.0, abs=1e-9)
    assert known.unknown == ()


def test_errors_that_last_count_less():
    """Offsets of many lines through lasting errors scatter as far as the deviation says, and much farther than (1)."""
    offsets, said, white = [], [], []
    for seed in range(60):
        found, left = fit_line(correlated_errors(seed))
        known = knowledge(LINE, left, [1.0, 1.0], ["offset", "slope"], [(N, SPACING)])
        offsets.append(found[0])
        said.append(known.std[0])
        white.append(known.error / np.sqrt(N))
    scatter = np.std(offsets)
    # 60 lines know their scatter to 1/√120 = 9 %; weights that fall over a second lose another few per cent
    assert np.mean(said) == pytest.approx(scatter, rel=0.3)
    assert scatter > 3.0 * np.mean(white)


def test_what_moves_together_is_named():
    twice = np.column_stack([X, X, np.ones(N)])
    left = np.random.default_rng(5).normal(size=N)
    left -= twice @ np.linalg.lstsq(twice, left, rcond=None)[0]
    known = knowledge(twice, left, [1.0, 1.0, 1.0], ["front", "rear", "offset"], [(N, SPACING)])
    (direction,) = known.unknown
    assert set(direction.shares) == {"front", "rear"}
    assert direction.shares["front"] == pytest.approx(-direction.shares["rear"])
    assert known.std[0] > 100.0
    assert known.std[2] < 0.1
    assert strong_pairs(known.correlations, ["front", "rear", "offset"])[0][:2] == ("front", "rear")


def test_a_prior_tells_what_records_do_not():
    twice = np.column_stack([X, X])
    left = np.random.default_rng(5).normal(size=N)
    left -= twice @ np.linalg.lstsq(twice, left, rcond=None)[0]
    prior = np.array([[1.0 / 0.01, 0.0]])
    known = knowledge(np.vstack([twice, prior]), np.append(left, 0.0), [1.0, 1.0], ["a", "b"], [(N, SPACING)])
    assert known.unknown == ()
    assert known.std[0] == pytest.approx(0.01, rel=0.1)


def test_units_of_parameters_do_not_matter():
    _, left = fit_line(np.random.default_rng(3).normal(size=N))
    known = knowledge(LINE, left, [1.0, 1.0], ["offset", "slope"], [(N, SPACING)])
    milli = knowledge(LINE / [1.0, 1000.0], left, [1.0, 1000.0], ["offset", "slope"], [(N, SPACING)])
    assert milli.std == pytest.approx(known.std * [1.0, 1000.0])
    assert milli.singular_values == pytest.approx(known.singular_values)
