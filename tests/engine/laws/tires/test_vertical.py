"""Vertical force, radii and relaxation lengths."""

import math
from itertools import pairwise

import numpy as np
import pytest

from jounce.engine.compiler import entry
from jounce.engine.laws.tires import pacejka_coefficients as i
from jounce.engine.laws.tires.pacejka import pacejka_at_rest
from jounce.engine.laws.tires.pacejka_vertical import (
    effective_rolling_radius,
    elastic_force,
    free_radius,
    relaxation,
    vertical_force,
)
from jounce.model import tire_files as tir
from tests.engine.laws.tires.examples import FILES, HMMWV, MF61, SEDAN, coefficients, nominal

EVERY = pytest.mark.parametrize("path", FILES.values(), ids=FILES)
CURVE = "\n[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0 0.0\n0.005 900\n0.010 2000\n0.020 4800\n0.030 8200\n"


@entry
def load(c, rho, rate, spin, fx, fy):
    return vertical_force(c, rho, rate, spin, fx, fy, 0.0)


@entry
def elastic(c, rho):
    return elastic_force(c, rho, 0.0, 0.0, 0.0, 0.0)


@entry
def lengths(c, fz, gamma):
    return relaxation(c, fz, gamma)


@entry
def radii(c, fz, spin):
    return free_radius(c, spin), effective_rolling_radius(c, fz, spin)


def at_rest(c, *loads):
    rows = np.zeros((len(loads), 6))
    pacejka_at_rest(c, np.array(loads), rows)
    return rows


def with_curve():
    return tir.coefficients(tir.parse(SEDAN.read_text() + CURVE))


def test_a_linear_tire_is_a_spring_and_a_damper():
    c = coefficients(SEDAN)
    assert load(c, 0.014, 0.0, 0.0, 0.0, 0.0) == pytest.approx(280835.2941 * 0.014, rel=1e-12)
    damping = (load(c, 0.014, 1e-4, 0.0, 0.0, 0.0) - load(c, 0.014, -1e-4, 0.0, 0.0, 0.0)) / 2e-4
    assert damping == pytest.approx(2000.0, rel=1e-6)


def test_lcz_scales_the_stiffness():
    assert load(coefficients(HMMWV), 0.02, 0.0, 0.0, 0.0, 0.0) == pytest.approx(0.4419 * 1e6 * 0.02)


def test_the_quadratic_tire_has_the_nominal_stiffness_at_the_nominal_load():
    c = coefficients(MF61)
    (row,) = at_rest(c, 6752.0)
    assert row[3] == pytest.approx(314931.2969, rel=1e-10)
    assert load(c, row[2], 0.0, 0.0, 0.0, 0.0) == pytest.approx(6752.0, rel=1e-12)
    assert c[i.Q_FZ1] == pytest.approx(math.sqrt((314931.2969 * 0.3943 / 6752.0) ** 2 - 4.0 * 20.7558))


def test_spin_stiffens_and_forces_along_the_ground_soften():
    c = coefficients(MF61)
    still = load(c, 0.02, 0.0, 0.0, 0.0, 0.0)
    assert load(c, 0.02, 0.0, 60.0, 0.0, 0.0) == pytest.approx(still * (1 + 0.034092 * 0.3943 * 60.0 / 16.6))
    assert load(c, 0.02, 0.0, 0.0, 0.0, 5000.0) == pytest.approx(still * (1 - (0.26033 * 5000.0 / 6752.0) ** 2))


def test_the_deflection_curve_goes_through_its_points_without_corners():
    c = with_curve()
    points = [(0.005, 900.0), (0.010, 2000.0), (0.020, 4800.0), (0.030, 8200.0)]
    for rho, force in points:
        assert elastic(c, rho)[0] == pytest.approx(force)
        assert elastic(c, rho - 1e-12)[1] == pytest.approx(elastic(c, rho + 1e-12)[1], rel=1e-6)
    forces = [elastic(c, rho)[0] for rho in np.linspace(0.0, 0.05, 200)]
    assert all(b > a for a, b in pairwise(forces))
    assert elastic(c, 0.04)[0] - 8200.0 == pytest.approx(0.01 * elastic(c, 0.04)[1])


@pytest.mark.parametrize("c", [*(coefficients(path) for path in FILES.values()), with_curve()])
def test_stiffness_is_the_slope_of_the_force(c):
    for rho in (0.001, 0.007, 0.015, 0.025, 0.1, 0.135, 0.15):
        slope = (elastic(c, rho + 1e-7)[0] - elastic(c, rho - 1e-7)[0]) / 2e-7
        assert elastic(c, rho)[1] == pytest.approx(slope, rel=1e-5)


@EVERY
def test_the_ground_never_pulls_and_contact_begins_at_zero(path):
    c = coefficients(path)
    for rate in (-50.0, -1.0, 0.0, 1.0, 50.0):
        assert load(c, 0.0, rate, 0.0, 0.0, 0.0) == 0.0
        assert load(c, -0.01, rate, 0.0, 0.0, 0.0) == 0.0
        assert 0.0 <= load(c, 1e-9, rate, 0.0, 0.0, 0.0) < 1e-2
        for rho in np.geomspace(1e-6, 0.1, 20):
            assert 0.0 <= load(c, rho, rate, 0.0, 0.0, 0.0) <= 2.0 * elastic(c, rho)[0]


def test_the_rim_meets_the_ground():
    c = coefficients(MF61)
    at = 0.3943 - 0.254 - 0.01
    assert c[i.BOTTOM_AT] == pytest.approx(at)
    assert elastic(c, at + 0.02)[1] > elastic(c, at - 1e-3)[1] + 1.8e6


@EVERY
def test_radii_are_in_order_under_load(path):
    c = coefficients(path)
    for row in at_rest(c, 0.5 * nominal(c), nominal(c)):
        assert row[4] < row[5] < c[i.UNLOADED_RADIUS] or path == HMMWV  # loaded < rolling < free
    assert radii(c, 0.0, 0.0)[1] == radii(c, 0.0, 0.0)[0]


def test_the_rolling_radius_is_the_formulas():
    fz0, stiffness = 4850.0, 280835.2941
    expected = 0.344 - fz0 / stiffness * (0.27 * math.atan(8.4 * 0.8) + 0.07 * 0.8)
    assert radii(coefficients(SEDAN), 0.8 * fz0, 0.0)[1] == pytest.approx(expected, rel=1e-12)
    fast = radii(coefficients(MF61), 6752.0, 80.0)[0]
    assert fast == pytest.approx(0.3943 * (0.9997 + 0.00062028 * (0.3943 * 80.0 / 16.6) ** 2), rel=1e-12)


def test_without_coefficients_the_rolling_radius_loses_a_third_of_the_deflection():
    text = "\n".join(line for line in SEDAN.read_text().splitlines() if line[1:5] != "REFF")
    c = tir.coefficients(tir.parse(text))
    assert radii(c, 3000.0, 0.0)[1] == pytest.approx(0.344 - 3000.0 / 280835.2941 / 3.0)


def test_relaxation_lengths_of_pac2002():
    c = coefficients(SEDAN)
    for dfz in (-0.3, 0.0, 0.5):
        fz = (1.0 + dfz) * nominal(c)
        by_kappa, by_alpha = lengths(c, fz, 0.0)
        assert by_kappa == pytest.approx(fz * (2.3657 + 1.4112 * dfz) * math.exp(-0.56626 * dfz) * 0.344 / 4850.0)
        assert by_alpha == pytest.approx(2.1439 * math.sin(2 * math.atan((1.0 + dfz) / 1.9829)) * 0.344 * 0.81)


def test_relaxation_lengths_of_mf61_are_stiffness_over_stiffness():
    c = coefficients(MF61)
    corner = 28.3155 * 6752.0 * math.sin(2.7364 * math.atan(1.0 / 3.313))
    assert lengths(c, 6752.0, 0.0) == pytest.approx((6752.0 * 32.9102 / 391219.8116, corner / 189871.776))


def test_relaxation_lengths_without_any_data_are_those_of_a_usual_carcass():
    text = "\n".join(line for line in SEDAN.read_text().splitlines() if line[:2] != "PT")
    by_kappa, by_alpha = lengths(tir.coefficients(tir.parse(text)), 4000.0, 0.0)
    assert 0.1 < by_kappa < 0.5
    assert 0.2 < by_alpha < 0.7


@EVERY
def test_relaxation_lengths_have_a_lower_bound(path):
    c = coefficients(path)
    for fz in (-1.0, 0.0, 1.0, 100.0, nominal(c), 100.0 * nominal(c)):
        assert min(lengths(c, fz, 0.5)) >= 0.1 * c[i.UNLOADED_RADIUS]
