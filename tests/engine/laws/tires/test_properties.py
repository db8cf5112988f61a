"""What the Magic Formula promises: peaks, asymptotes, slip stiffnesses, bounds, smoothness, no force without load."""

import math

import numpy as np
import pytest

from jounce.engine.laws.tires import pacejka_coefficients as i
from tests.engine.laws.tires.examples import FILES, HMMWV, MF61, SEDAN, coefficients, forces, nominal, random_states

EVERY = pytest.mark.parametrize("path", FILES.values(), ids=FILES)
CENTRED = {"LHX": 0.0, "LVX": 0.0, "LHY": 0.0, "LVY": 0.0}
FX, FY, MX, MY, MZ = range(5)


@EVERY
def test_without_slip_and_shifts_there_is_no_force(path):
    c = coefficients(path, **CENTRED)
    assert np.abs(forces(c, nominal(c))[:2]).max() < 1e-9


@EVERY
def test_at_zero_slip_only_the_shifts_are_left(path):
    c = coefficients(path, COSINE=1.0)
    fx, fy = forces(c, nominal(c))[:2]
    stiffness, corner = slopes(c)
    assert fx == pytest.approx(stiffness * c[i.PHX1] + nominal(c) * c[i.PVX1], rel=0.05)
    assert fy == pytest.approx(corner * c[i.PHY1] + nominal(c) * c[i.PVY1], rel=0.05)


@EVERY
def test_slip_stiffnesses_are_those_of_the_formula(path):
    c = coefficients(path, **CENTRED)
    h = 1e-6
    fz = nominal(c)
    x = forces(c, fz, kappa=np.array([h, -h]))[:, FX]
    y = forces(c, fz, tan_alpha=np.array([h, -h]))[:, FY]
    stiffness, corner = slopes(c)
    assert (x[0] - x[1]) / (2 * h) == pytest.approx(stiffness, rel=1e-8)
    assert (y[0] - y[1]) / (2 * h) == pytest.approx(corner, rel=1e-8)


def slopes(c):
    """dFx/dκ and dFy/dα at the nominal load, upright, at nominal pressure."""
    fz = nominal(c)
    return fz * c[i.PKX1], c[i.PKY1] * fz * math.sin(c[i.PKY4] * math.atan(1.0 / c[i.PKY2]))


@EVERY
def test_peaks_are_friction_times_load(path):
    c = coefficients(path, **CENTRED)
    fz, slips = nominal(c), np.linspace(0.0, 1.5, 20001)
    assert forces(c, fz, kappa=slips)[:, FX].max() == pytest.approx(c[i.PDX1] * fz, rel=1e-6)
    assert forces(c, fz, tan_alpha=-slips)[:, FY].max() == pytest.approx(c[i.PDY1] * fz, rel=1e-6)


@EVERY
def test_far_out_the_curve_ends_at_the_sine_of_its_shape(path):
    c = coefficients(path, **CENTRED)
    fz = nominal(c)
    assert forces(c, fz, kappa=1e4)[FX] == pytest.approx(c[i.PDX1] * fz * math.sin(c[i.PCX1] * math.pi / 2), rel=1e-3)
    # MF 5.2 knows the angle, which ends at 90°, MF 6.1 its tangent, which does not
    if c[i.MODERN]:
        end = c[i.PDY1] * fz * math.sin(c[i.PCY1] * math.pi / 2)
        assert forces(c, fz, tan_alpha=-1e4)[FY] == pytest.approx(end, rel=1e-3)


def test_the_friction_ellipse_is_never_left():
    c = coefficients(SEDAN, LVX=0.0, LVY=0.0)
    states = random_states(c, 5000) | {"gamma": np.zeros(5000)}
    states["fz"] = np.minimum(states["fz"], c[i.LOAD_LIMIT])
    rows, dfz = forces(c, **states), states["fz"] / nominal(c) - 1.0
    peak_x = (c[i.PDX1] + c[i.PDX2] * dfz) * states["fz"] * states["friction"]
    peak_y = (c[i.PDY1] + c[i.PDY2] * dfz) * states["fz"] * states["friction"]
    size = np.hypot(rows[:, FX] / peak_x, rows[:, FY] / peak_y)
    assert size.max() <= 1.0 + 1e-12
    assert size.max() > 0.99


@pytest.mark.parametrize("path", [HMMWV, MF61])
def test_cosine_weights_keep_the_force_near_the_ellipse(path):
    """The published weights are a fit: what they promise is that each force is at most its pure one plus S_Vyκ."""
    c = coefficients(path, **CENTRED)
    fz = nominal(c)
    kappa, alpha = np.meshgrid(np.linspace(-1.0, 1.0, 81), np.tan(np.linspace(-0.5, 0.5, 81)))
    rows = forces(c, fz, kappa, alpha)
    size = np.hypot(rows[..., FX] / (c[i.PDX1] * fz), rows[..., FY] / (c[i.PDY1] * fz))
    assert 0.95 < size.max() < 1.1


@EVERY
def test_combined_slip_takes_force_away(path):
    c = coefficients(path, **CENTRED, LVYKA=0.0)
    fz = nominal(c)
    assert abs(forces(c, fz, 0.5, 0.05)[FY]) < 0.7 * abs(forces(c, fz, 0.0, 0.05)[FY])
    assert abs(forces(c, fz, 0.03, 0.3)[FX]) < 0.7 * abs(forces(c, fz, 0.03, 0.0)[FX])


@EVERY
def test_friction_of_the_ground_scales_peaks_and_leaves_slip_stiffness(path):
    c = coefficients(path, **CENTRED)
    fz, slips = nominal(c), np.linspace(0.0, 1.0, 4001)
    wet, dry = (forces(c, fz, kappa=slips, friction=mu)[:, FX] for mu in (0.4, 1.0))
    assert wet.max() == pytest.approx(0.4 * dry.max(), rel=1e-5)
    small = forces(c, fz, kappa=1e-6, friction=np.array([0.4, 1.0]))[:, FX]
    assert small[0] == pytest.approx(small[1], rel=1e-6)
    ice = forces(c, fz, slips, slips, 0.02, friction=0.0)
    assert np.abs(ice[:, :2]).max() == 0.0


@EVERY
def test_without_load_there_is_nothing_and_it_begins_in_proportion(path):
    c, states = coefficients(path), random_states(coefficients(path), 200)
    assert not forces(c, **{**states, "fz": 0.0}).any()
    assert not forces(c, **{**states, "fz": -100.0}).any()
    tiny, tenth = (forces(c, **{**states, "fz": load}) for load in (1e-3, 1e-4))
    assert np.abs(tiny).max() < 1e-1
    np.testing.assert_allclose(tenth[:, :2], 0.1 * tiny[:, :2], rtol=1e-3, atol=1e-9)
    assert np.isfinite(forces(c, **{**states, "fz": 1e-300})).all()


@EVERY
def test_any_finite_state_gives_finite_bounded_forces(path):
    c = coefficients(path)
    huge = np.array([-1e300, -1e9, -1.0, 0.0, 1.0, 1e9, 1e300])
    kappa, alpha, gamma = np.meshgrid(huge, huge, np.array([-3.0, -0.2, 0.0, 0.2, 3.0]))
    rows = forces(c, nominal(c), kappa, alpha, gamma, vx=1.0)
    assert np.isfinite(rows).all()
    assert np.abs(rows[..., :2]).max() < 3.0 * nominal(c)


@EVERY
def test_beyond_the_range_of_loads_forces_grow_with_the_load(path):
    c = coefficients(path)
    slips = np.array([-0.05, 0.02, 0.3])
    once, twice = (forces(c, load * c[i.LOAD_LIMIT], slips, slips)[:, :2] for load in (4.0, 8.0))
    np.testing.assert_allclose(twice, 2.0 * once, rtol=1e-12)
    assert (forces(c, 4.0 * c[i.LOAD_LIMIT], kappa=np.array([0.05, 0.3]))[:, FX] > 0.0).all()


@EVERY
@pytest.mark.parametrize("argument", ["fz", "kappa", "tan_alpha", "gamma", "vx", "friction"])
def test_forces_are_smooth(path, argument):
    """Slopes from both sides agree, at random states and at the places where the formulas change their mind.

    What they differ by is step × curvature on a smooth curve, and goes down with the step; at a corner it stays.
    """
    c = coefficients(path, PKY3=0.0, QBZ5=0.0, QDZ10=0.0, QDZ11=0.0)  # |γ|, as published
    states = random_states(c, 300)
    states["vx"] *= 0.01  # down to where rolling turns round
    states["fz"], states["gamma"] = np.minimum(states["fz"], c[i.LOAD_LIMIT]), 0.5 * states["gamma"]
    dfz, g = states["fz"] / nominal(c) - 1.0, np.sin(states["gamma"]) if c[i.MODERN] else states["gamma"]
    trail = c[i.QHZ1] + c[i.QHZ2] * dfz + (c[i.QHZ3] + c[i.QHZ4] * dfz) * g
    special = {
        "fz": c[i.LOAD_LIMIT],
        "kappa": -(c[i.PHX1] + c[i.PHX2] * dfz),
        "tan_alpha": -trail if c[i.MODERN] else -np.tan(trail),
        "gamma": 0.0,
        "vx": 0.0,
        "friction": 0.5,
    }
    scale = {"fz": nominal(c), "kappa": 1.0, "tan_alpha": 1.0, "gamma": 1.0, "vx": 1.0, "friction": 1.0}[argument]
    size = np.abs(forces(c, **states)).max(axis=0) + 1.0
    for at in (states[argument], np.broadcast_to(special[argument], 300)):
        bend = []
        for step in (8e-6, 2e-6):
            lower, middle, upper = (forces(c, **{**states, argument: at + d * scale}) for d in (-step, 0.0, step))
            bend.append(np.abs(upper - 2.0 * middle + lower) / size / step)
        assert (bend[1] < 0.4 * bend[0] + 1e-3).all()


def test_the_curvature_never_exceeds_one():
    """At E = 1 the curve ends at D sin(C atan(π/2)), still rising for C = 1.5; a larger E would turn it round."""
    c = coefficients(SEDAN, PEX1=30.0, PCX1=1.5, **CENTRED)
    rows = forces(c, nominal(c), kappa=np.linspace(0.0, 50.0, 500))
    assert (np.diff(rows[:, FX]) >= 0.0).all()
