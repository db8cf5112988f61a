"""The Magic Formula of 1987 with the coefficients that Bakker, Nyborg and Pacejka printed."""

import math

import numpy as np
import pytest

from jounce.engine.compiler import entry
from jounce.engine.laws.tires.magic_formula_87 import BY_ALPHA, BY_KAPPA, SIDE, coefficients_87, magic_formula_87

LATERAL = (1.30, -22.1, 1011.0, 1078.0, 1.82, 0.208, 0.0, -0.354, 0.707, 0.028, 0.0, 14.8, 0.022, 0.0)
LONGITUDINAL = (1.65, -21.3, 1144.0, 49.6, 226.0, 0.069, -0.006, 0.056, 0.486)
ALIGNING = (2.40, -2.72, -2.28, -1.86, -2.73, 0.110, -0.070, 0.643, -4.04, 0.015, -0.066, 0.945, 0.030, 0.070)
C = coefficients_87(LATERAL, LONGITUDINAL, ALIGNING, load_limit=10e3, relaxation=(0.3, 0.5))
FX, FY, MX, MY, MZ = range(5)


@entry
def sweep_87(c, states, forces):
    for n in range(states.shape[0]):
        s = states[n]
        forces[n, 0], forces[n, 1], forces[n, 2], forces[n, 3], forces[n, 4] = magic_formula_87(
            c, s[0], s[1], s[2], s[3], s[4], s[5]
        )


def forces(fz, kappa=0.0, tan_alpha=0.0, gamma=0.0, vx=20.0, friction=1.0, c=C):
    states = np.stack(np.broadcast_arrays(fz, kappa, tan_alpha, gamma, vx, friction), axis=-1).astype(float)
    rows = np.ascontiguousarray(states.reshape(-1, 6))
    result = np.zeros((len(rows), 5))
    sweep_87(c, rows, result)
    return result.reshape(*states.shape[:-1], 5)


def paper(a, x, load, gamma, sine):
    """Y(X) as the paper writes it, with φ = (1 − E)x + (E/B) atan(Bx)."""
    C, a = a[0], dict(enumerate([*a[1:], *[0.0] * 13], start=1))
    D = a[1] * load**2 + a[2] * load
    slope = (
        a[3] * math.sin(a[4] * math.atan(a[5] * load))
        if sine
        else (a[3] * load**2 + a[4] * load) / math.exp(a[5] * load)
    )
    E = (a[6] * load**2 + a[7] * load + a[8]) / (1.0 - a[13] * abs(gamma))
    B = slope / (C * D) * (1.0 - a[12] * abs(gamma))
    x = x + a[9] * gamma
    phi = (1.0 - E) * x + E / B * np.arctan(B * x)
    return D * np.sin(C * np.arctan(B * phi)) + (a[10] * load**2 + a[11] * load) * gamma


@pytest.mark.parametrize("load", [2.0, 4.0, 6.0, 8.0])
@pytest.mark.parametrize("camber", [-5.0, 0.0, 5.0])
def test_pure_slip_is_the_papers(load, camber):
    angles, gamma = np.linspace(-15.0, 15.0, 61), math.radians(camber)
    rows = forces(1e3 * load, tan_alpha=np.tan(np.radians(angles)), gamma=gamma)
    np.testing.assert_allclose(rows[:, FY], -paper(LATERAL, angles, load, camber, True), atol=1e-8)
    np.testing.assert_allclose(rows[:, MZ], -paper(ALIGNING, angles, load, camber, False), atol=1e-8)


@pytest.mark.parametrize("load", [2.0, 4.0, 6.0, 8.0])
def test_longitudinal_slip_is_the_papers(load):
    slips = np.linspace(-60.0, 60.0, 61)
    np.testing.assert_allclose(
        forces(1e3 * load, kappa=slips / 100.0)[:, FX], paper(LONGITUDINAL, slips, load, 0.0, False), atol=1e-8
    )


def test_signs():
    assert forces(4e3, kappa=0.02)[FX] > 0.0
    slide = forces(4e3, tan_alpha=0.03)
    assert slide[FY] < 0.0 < slide[MZ]  # sliding to the left: pushed to the right, turned to the left
    assert forces(4e3, gamma=0.05)[FY] < 0.0  # leaning to the right: pushed to the right
    assert forces(4e3, tan_alpha=0.03, vx=-20.0)[MZ] < 0.0


def test_zero_slip_upright_gives_nothing_and_peaks_are_those_of_the_formula():
    assert np.abs(forces(5e3)).max() < 1e-9
    slips = np.linspace(0.0, 1.0, 20001)
    assert forces(5e3, kappa=slips)[:, FX].max() == pytest.approx(-21.3 * 25.0 + 1144.0 * 5.0, rel=1e-6)
    assert forces(5e3, tan_alpha=-slips)[:, FY].max() == pytest.approx(-22.1 * 25.0 + 1011.0 * 5.0, rel=1e-6)


def test_combined_slip_stays_in_the_ellipse_and_mirrored_tires_mirror():
    random = np.random.default_rng(2)
    kappa, alpha, gamma = random.uniform(-1, 1, 2000), random.uniform(-1, 1, 2000), random.uniform(-0.1, 0.1, 2000)
    upright = forces(4e3, kappa, alpha)
    size = np.hypot(upright[:, FX] / (1144.0 * 4 - 21.3 * 16), upright[:, FY] / (1011.0 * 4 - 22.1 * 16))
    assert 0.99 < size.max() <= 1.0 + 1e-12
    mirrored = C.copy()
    mirrored[SIDE] = -1.0
    np.testing.assert_array_equal(
        forces(4e3, kappa, -alpha, -gamma, c=mirrored) * [1, -1, -1, 1, -1], forces(4e3, kappa, alpha, gamma)
    )


def test_loads_begin_at_nothing_and_grow_on_beyond_their_range():
    slips = np.array([0.02, 0.3])
    assert not forces(0.0, slips, slips).any()
    assert np.abs(forces(1e-3, slips, slips)).max() < 0.01
    np.testing.assert_allclose(forces(80e3, slips, slips), 2.0 * forces(40e3, slips, slips), rtol=1e-12)
    assert np.isfinite(forces(4e3, 1e300, 1e300, 3.0, 1e3, 0.0)).all()


def test_relaxation_lengths_are_given_numbers():
    assert (C[BY_KAPPA], C[BY_ALPHA]) == (0.3, 0.5)
