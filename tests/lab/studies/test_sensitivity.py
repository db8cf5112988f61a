"""Sensitivities of functions whose answers are known in closed form."""

import numpy as np
import pytest
from scipy import stats
from scipy.stats import qmc

from jounce.lab.studies.sensitivity import main_effect, quadratic_surface, ranks, sensitivity


def cube(count: int, runs: int) -> np.ndarray:
    return qmc.Sobol(count, scramble=True, seed=np.random.default_rng(1)).random(runs)


def test_a_linear_function_has_its_coefficients_and_explains_everything():
    x = cube(3, 512)
    columns = {"a": 2.0 * x[:, 0], "b": x[:, 1] - 5.0, "c": x[:, 2]}
    found = sensitivity("y", columns, 3.0 * columns["a"] - 4.0 * columns["b"], "sobol")
    variance = (3.0 * 2.0) ** 2 + 4.0**2  # in units of 1/12
    assert found.r_squared == pytest.approx(1.0, abs=1e-12)
    for name, coefficient in (("a", 6.0), ("b", -4.0), ("c", 0.0)):
        one, exact = found.influences[name], coefficient / np.sqrt(variance)
        assert one.coefficient == pytest.approx(exact, abs=2e-3)  # the sample's variances are those of 512 points
        assert one.share == pytest.approx(exact**2, abs=5e-3)  # twice the error of b
    assert found.rank_parameters() == ["a", "b", "c"]


def test_ishigami_has_its_known_shares_of_the_variance():
    """y = sin x₁ + 7 sin² x₂ + 0.1 x₃⁴ sin x₁ on (−π, π)³; Saltelli's book has the shares, by the integrals below."""
    x = np.pi * (2.0 * cube(3, 4096) - 1.0)
    y = np.sin(x[:, 0]) + 7.0 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])
    first = 0.5 * (1.0 + 0.1 * np.pi**4 / 5.0) ** 2
    total = 7.0**2 / 8.0 + 0.1 * np.pi**4 / 5.0 + 0.1**2 * np.pi**8 / 18.0 + 0.5
    found = sensitivity("y", {"x1": x[:, 0], "x2": x[:, 1], "x3": x[:, 2]}, y, "sobol")
    exact = {"x1": first / total, "x2": 7.0**2 / 8.0 / total, "x3": 0.0}
    for name, share in exact.items():
        assert found.influences[name].share == pytest.approx(share, abs=5e-3)  # cos 2x is not quite of degree 8
    assert found.r_squared < 0.25  # nothing that a straight line would show of x₂
    assert abs(found.influences["x2"].rank) < 0.05


def test_a_grid_gives_exact_shares():
    a, b = (axis.ravel() for axis in np.meshgrid([0.0, 1.0, 2.0], [0.0, 1.0]))
    found = sensitivity("y", {"a": a, "b": b}, a**2 + 3.0 * b, "grid")
    between_a = np.var([0.0, 1.0, 4.0])
    between_b = np.var([0.0, 3.0])
    assert found.influences["a"].share == pytest.approx(between_a / (between_a + between_b), rel=1e-12)
    assert found.influences["b"].share == pytest.approx(between_b / (between_a + between_b), rel=1e-12)


def test_ranks_are_those_of_scipy():
    x = np.random.default_rng(2).integers(0, 9, 50).astype(float)
    assert (ranks(x) + 1.0 == stats.rankdata(x)).all()
    assert (ranks(x, "ordinal") + 1.0 == stats.rankdata(x, method="ordinal")).all()
    y = x**3
    found = sensitivity("y", {"x": x}, y, "list")
    assert found.influences["x"].rank == pytest.approx(1.0, abs=1e-12)
    noise = np.random.default_rng(3).normal(size=50)
    assert sensitivity("y", {"x": x}, noise, "list").influences["x"].rank == pytest.approx(
        stats.spearmanr(x, noise).statistic, abs=1e-12
    )


def test_what_cannot_be_said_is_not_said():
    x, y = np.linspace(0.0, 1.0, 20), np.linspace(0.0, 2.0, 20) ** 2
    together = sensitivity("y", {"a": x, "b": 2.0 * x}, y, "sobol")
    assert together.r_squared is None
    assert "move together" in together.note
    assert "20 runs are too few" in together.note
    assert "no sample" in sensitivity("y", {"a": x}, y, "list").note
    constant = sensitivity("y", {"a": x}, np.full(20, 3.0), "sobol")
    assert constant.influences["a"].size == 0.0
    assert constant.note == "the same in all runs"
    holes = np.where(np.arange(20) < 18, np.nan, y)
    assert sensitivity("y", {"a": x}, holes, "sobol").note == "too few runs"
    assert "failed" in sensitivity("y", {"a": x}, np.where(np.arange(20) == 3, np.nan, y), "grid").note


def test_main_effects_are_means_over_everything_else():
    a, b = (axis.ravel() for axis in np.meshgrid([0.0, 1.0, 2.0], [-1.0, 1.0]))
    effect = main_effect(a, a**2 + 5.0 * b)
    assert effect.x.tolist() == [0.0, 1.0, 2.0]
    assert effect.mean.tolist() == [0.0, 1.0, 4.0]
    x = np.random.default_rng(0).permutation(np.arange(1000.0))
    binned = main_effect(x, 3.0 * x)
    assert binned.x == pytest.approx(np.arange(10) * 100.0 + 49.5)
    assert binned.mean == pytest.approx(3.0 * binned.x)


def test_means_have_errors_and_fits_are_tried_on_runs_they_have_not_seen():
    rng = np.random.default_rng(3)
    a = np.repeat([0.0, 1.0], 50)
    noise = rng.standard_normal(100)
    halves = noise.reshape(2, 50)
    assert main_effect(a, noise).error == pytest.approx(halves.std(axis=1, ddof=1) / 50**0.5)
    x, y, z = rng.random((3, 12))  # pure chance: six numbers explain half of twelve, and nothing of a thirteenth
    surface = quadratic_surface(x, y, z)
    left = []
    for i in range(12):
        others = np.arange(12) != i
        basis = np.stack([np.ones(12), x, y, x * x, x * y, y * y], axis=1)
        left.append(z[i] - basis[i] @ np.linalg.lstsq(basis[others], z[others], rcond=None)[0])
    assert surface.q_squared == pytest.approx(1.0 - np.sum(np.square(left)) / np.sum((z - z.mean()) ** 2))
    assert surface.q_squared < surface.r_squared


def test_a_quadratic_surface_is_found_exactly():
    x, y = cube(2, 64).T
    surface = quadratic_surface(x, y, 1.0 + 2.0 * x - y + 3.0 * x * y - 0.5 * y * y)
    gx, gy = np.meshgrid(surface.x, surface.y)
    assert surface.z == pytest.approx(1.0 + 2.0 * gx - gy + 3.0 * gx * gy - 0.5 * gy * gy, abs=1e-12)
    assert surface.r_squared == pytest.approx(1.0)
    assert quadratic_surface(x[:6], y[:6], x[:6]) is None
    assert quadratic_surface(np.round(x), np.round(y), x) is None  # two values each tell no curvature
