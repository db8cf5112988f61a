"""Moments of `.tir` tires where versions of the formulas differ, each against its closed form."""

import numpy as np
import pytest

from jounce.engine.laws.tires import pacejka_coefficients as i
from jounce.engine.laws.tires.pacejka_forces import pneumatic_trail
from jounce.model import tire_files as tir
from tests.engine.laws.tires.examples import HMMWV, MF61, coefficients, forces, nominal

MY, MZ = 3, 4


def with_values(path, **values):
    file = tir.read(path)
    return tir.coefficients(type(file)(file.name, file.dialect, file.side, file.combined, {**file.values, **values}))


def test_the_rolling_moment_of_mf_6_grows_with_the_power_of_the_file():
    """My = −R₀ Fz0 (…)(Fz/Fz0)^QSY7: 0.85 in this file, not 1.85."""
    c = coefficients(MF61)
    one, two = forces(c, nominal(c) * np.array([0.5, 1.0]), vx=c[i.LONGVL])[:, MY]
    assert two / one == pytest.approx(2.0**0.85, rel=1e-12)
    size = c[i.QSY1] + c[i.QSY3] + c[i.QSY4]
    assert two == pytest.approx(-c[i.UNLOADED_RADIUS] * c[i.FNOMIN] * size, rel=1e-12)


@pytest.mark.parametrize(("path", "values"), [(MF61, {"QSY7": 0.0}), (HMMWV, {})])
def test_without_a_power_the_rolling_moment_is_in_proportion_to_the_load(path, values):
    c = with_values(path, **values)
    one, two = forces(c, nominal(c) * np.array([0.5, 1.0]))[:, MY]
    assert two / one == pytest.approx(2.0, rel=1e-12)
    assert two < 0.0


@pytest.mark.parametrize("path", [HMMWV, MF61])
def test_the_curvature_of_the_trail_takes_the_side_slip_alone(path):
    """E_t has atan(B_t C_t α_t): at α_t = 0 the odd terms QEZ4 and QEZ5 must not count, however large κ is."""
    plain, odd = coefficients(path, QEZ4=0.0, QHZ1=0.0, QHZ2=0.0), coefficients(path, QEZ4=0.5, QHZ1=0.0, QHZ2=0.0)
    for q in (0.02, 0.1, 0.5):
        t = [pneumatic_trail(c, nominal(c), 0.0, 0.0, 0.0, q, 1.0) for c in (plain, odd)]
        assert t[0] == t[1]
        t = [pneumatic_trail(c, nominal(c), 0.0, 0.05, 0.0, q, 1.0) for c in (plain, odd)]
        assert t[0] != t[1]


def test_equivalent_slips_of_mf_52_are_angles_of_tangents():
    """α_eq = atan √(tan² α_t + (κ Kx/Ky)²): the trail at (α, q) is that at the angle α_eq alone, but for E_t."""
    c = coefficients(HMMWV, QEZ4=0.0, QEZ5=0.0, QHZ1=0.0, QHZ2=0.0)
    alpha, q = 0.1, 0.4
    equal = np.arctan(np.hypot(np.tan(alpha), q))
    both = pneumatic_trail(c, nominal(c), 0.0, alpha, 0.0, q, 1.0)
    assert both == pytest.approx(pneumatic_trail(c, nominal(c), 0.0, equal, 0.0, 0.0, 1.0), rel=1e-12)
    assert both != pytest.approx(pneumatic_trail(c, nominal(c), 0.0, np.hypot(alpha, q), 0.0, 0.0, 1.0), rel=0.01)


def test_friction_falls_with_the_sliding_speed():
    """λ* = λ/(1 + LMUV V_s/V₀): a locked wheel at V₀ has 1/(1 + LMUV) of the friction, slip stiffness is left."""
    zero = {"LVX": 0.0, "LHX": 0.0}
    dry, c = coefficients(MF61, **zero), coefficients(MF61, LMUV=0.25, **zero)
    v = c[i.LONGVL]
    locked = forces(c, nominal(c), -1.0, vx=v)[0]
    assert locked == pytest.approx(forces(dry, nominal(c), -1.0, vx=v, friction=0.8)[0], rel=1e-12)
    assert forces(c, nominal(c), 1e-6, vx=v)[0] == pytest.approx(forces(dry, nominal(c), 1e-6, vx=v)[0], rel=1e-6)
    assert abs(forces(c, nominal(c), -1.0, vx=2.0 * v)[0]) < abs(locked)
