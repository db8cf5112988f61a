"""TMeasy: its curves are those of its numbers, degressive over the load, one in all directions, and friction."""

import math

import numpy as np
import pytest

from jounce.engine.compiler import entry
from jounce.engine.laws.tires.tmeasy import (
    coefficients_tmeasy,
    loaded_tmeasy,
    tmeasy_deflection,
    tmeasy_radius_share,
    tmeasy_relaxation,
    tmeasy_spring,
    tmeasy_stiffness,
)
from jounce.errors import ModelError
from jounce.model.mechanism import TMeasyTire
from tests.engine.laws.tires.rig import TMEASY

TIRE = TMeasyTire(**TMEASY)
C = coefficients_tmeasy(TIRE)
FN, R, B = TIRE.nominal_load, TIRE.radius, TIRE.width
FX, FY, MX, MY, MZ = range(5)
LOADS = [0.5, 1.0, 1.7, 2.0]


@entry
def sweep_tmeasy(c, states, forces):
    for n in range(states.shape[0]):
        s = states[n]
        forces[n, 0], forces[n, 1], forces[n, 2], forces[n, 3], forces[n, 4] = loaded_tmeasy(
            c, s[0], s[1], s[2], s[3], s[4], s[5], s[6]
        )


@entry
def rest_tmeasy(c, loads, facts):
    for n in range(loads.shape[0]):
        rho = tmeasy_deflection(c, loads[n])
        facts[n, 0], facts[n, 1], facts[n, 2] = rho, tmeasy_spring(c, rho), tmeasy_stiffness(c, loads[n])
        facts[n, 3] = tmeasy_radius_share(c, loads[n])
        facts[n, 4], facts[n, 5] = tmeasy_relaxation(c, loads[n])


def forces(fz, kappa=0.0, tan_alpha=0.0, gamma=0.0, turn=0.0, vx=20.0, friction=1.0, c=C):
    states = np.stack(np.broadcast_arrays(fz, kappa, tan_alpha, gamma, turn, vx, friction), axis=-1).astype(float)
    rows = np.ascontiguousarray(states.reshape(-1, 7))
    result = np.zeros((len(rows), 5))
    sweep_tmeasy(c, rows, result)
    return result.reshape(*states.shape[:-1], 5)


def at_rest(loads):
    facts = np.zeros((len(loads), 6))
    rest_tmeasy(C, np.array(loads, float), facts)
    return facts.T


def at_load(pair, u, *, is_force):
    """Numbers between the loads, by what defines them: forces a parabola through zero, slips a line."""
    x, y = ([0.0, 1.0, 2.0], [0.0, *pair]) if is_force else ([1.0, 2.0], pair)
    return np.polyval(np.polyfit(x, y, len(x) - 1), u)


def kappa_of(slip):
    """κ = s/(1 − s) of a driven wheel, for s by the speed of the tread."""
    return slip / (1.0 - slip)


@pytest.mark.parametrize("u", LOADS)
def test_slopes_peaks_and_sliding_are_those_of_the_numbers(u):
    for axis, curve in ((FX, TIRE.longitudinal), (FY, TIRE.lateral)):
        slope, peak, sliding = (at_load(pair, u, is_force=True) for pair in (curve.slope, curve.peak, curve.sliding))
        s_peak, s_slide = (at_load(pair, u, is_force=False) for pair in (curve.peak_slip, curve.sliding_slip))

        def along(slips, axis=axis, fz=u * FN):
            given = {"kappa": kappa_of(slips)} if axis == FX else {"tan_alpha": -slips}
            return forces(fz, **given)[..., axis]

        assert along(np.array(1e-7)) == pytest.approx(slope * 1e-7, rel=1e-5)
        assert along(np.array(s_peak)) == pytest.approx(peak, rel=1e-12)
        assert along(s_peak * np.array([0.999, 1.001])) == pytest.approx(peak, rel=1e-5)  # flat at the peak
        assert along(np.array([s_slide, 0.97])) == pytest.approx(sliding, rel=1e-9)
        assert along(np.linspace(0.0, 0.97, 400)).max() <= peak * (1.0 + 1e-12)
        smooth = along(np.linspace(0.001, 0.97, 4001))
        bends = np.abs(np.diff(smooth, 2)) / (smooth.max() * (0.97 / 4000))
        assert bends.max() < 0.3  # no corner: one would be as large as the change of slope, 20 and more


def test_degressive_influence_of_the_load():
    friction = [forces(u * FN, tan_alpha=-np.linspace(0.0, 0.5, 501))[:, FY].max() / (u * FN) for u in (0.25, 1.0, 2.0)]
    assert friction[0] > friction[1] > friction[2]
    # per load a straight line
    assert friction[0] == pytest.approx(friction[1] + 0.75 * (friction[1] - friction[2]), rel=1e-4)
    slope = [-forces(u * FN, tan_alpha=1e-6)[FY] / 1e-6 for u in (1.0, 2.0)]
    assert slope[1] < 1.5 * slope[0]


def test_all_directions_share_one_curve_and_take_energy():
    angle = np.linspace(0.0, 2.0 * np.pi, 73)
    kappa, tan_alpha = 30.0 * np.cos(angle), 30.0 * np.sin(angle)
    far = forces(FN, kappa, tan_alpha)
    size = np.hypot(far[:, FX], far[:, FY])
    expected = np.hypot(TIRE.longitudinal.sliding[0] * far[:, FX], TIRE.lateral.sliding[0] * far[:, FY]) / size
    is_sliding = np.hypot(kappa, tan_alpha) / np.abs(1.0 + kappa) > 1.0
    assert is_sliding.sum() > 60
    assert size[is_sliding] == pytest.approx(expected[is_sliding], rel=1e-12)
    for slip in (0.001, 0.05, 0.3, 1.0):
        for fz in (0.2 * FN, FN, 3.0 * FN):
            rows = forces(fz, slip * np.cos(angle), slip * np.sin(angle), friction=0.7)
            power = rows[:, FY] * np.sin(angle) - rows[:, FX] * np.cos(angle)
            assert power.max() < 0.0


def test_without_slip_each_direction_has_its_own_slope():
    """Also at exactly zero, from both sides: linearised straight running has these stiffnesses."""
    h = 1e-10
    x = forces(FN, kappa=np.array([h, -h]))[:, FX]
    y = forces(FN, tan_alpha=np.array([h, -h]))[:, FY]
    assert (x[0] - x[1]) / (2.0 * h) == pytest.approx(TIRE.longitudinal.slope[0], rel=1e-6)
    assert (y[0] - y[1]) / (2.0 * h) == pytest.approx(-TIRE.lateral.slope[0], rel=1e-6)
    assert not forces(FN)[[FX, FY, MZ]].any()


def test_trail_and_aligning_moment():
    length = 2.0 * math.sqrt(R * at_rest([FN])[0, 0])
    nu, zero, end = (pair[0] for pair in (TIRE.aligning.trail, TIRE.aligning.zero_slip, TIRE.aligning.end_slip))
    small = forces(FN, tan_alpha=1e-6)
    assert small[MZ] == pytest.approx(-length * nu * small[FY], rel=1e-4)
    assert small[MZ] > 0.0 > small[FY]  # sliding to the left: pushed to the right, turned to the left
    assert forces(FN, tan_alpha=zero)[MZ] == pytest.approx(0.0, abs=1e-9)
    assert forces(FN, tan_alpha=0.5 * (zero + end))[MZ] < 0.0
    assert forces(FN, tan_alpha=np.array([end, 2.0]))[:, MZ] == pytest.approx(0.0, abs=1e-12)
    assert forces(FN, tan_alpha=1e-6, vx=-20.0)[MZ] == pytest.approx(-small[MZ], rel=1e-9)
    near = [forces(FN, tan_alpha=zero + d)[MZ] for d in (-1e-5, 0.0, 1e-5)]
    assert near[0] - near[1] == pytest.approx(near[1] - near[2], rel=1e-2)


def test_camber_is_the_turning_of_the_contact_patch():
    """Fy = −C_α (L/2) φ/3 of a brush on a curved path, φ = sin γ/r; the bore torque turns against it."""
    gamma = 1e-4
    rho = at_rest([FN])[0, 0]
    half, r = math.sqrt(R * rho), R - rho
    row = forces(FN, gamma=gamma)
    assert row[FY] == pytest.approx(-TIRE.lateral.slope[0] * half * math.sin(gamma) / r / 3.0, rel=1e-2)
    assert row[MZ] < 0.0
    by_turn = forces(FN, turn=math.sin(gamma) / r)
    assert by_turn[[FY, MZ]] == pytest.approx(row[[FY, MZ]], rel=1e-12)
    assert row[MX] == pytest.approx(-(B**2) / 12.0 * TIRE.vertical_stiffness * gamma, rel=1e-3)
    assert abs(forces(1.0, gamma=0.1)[MX]) <= 0.5 * B  # no more than the load on one edge


def test_turning_on_the_spot_saturates_at_the_torque_of_a_disc():
    """R_b F_S: 2/3 of the mean half-extent of the patch, times the sliding force."""
    bore = 2.0 / 3.0 * 0.5 * (math.sqrt(R * at_rest([FN])[0, 0]) + 0.5 * B)
    fast = forces(FN, turn=np.array([200.0, -200.0]), vx=0.0)
    assert fast[:, MZ] == pytest.approx([-bore * TIRE.lateral.sliding[0], bore * TIRE.lateral.sliding[0]], rel=1e-9)
    assert abs(forces(FN, turn=0.01)[MZ]) < 0.1 * bore * TIRE.lateral.sliding[0]  # a turn of 100 m


def test_spring_radius_and_relaxation_lengths():
    rho, back, stiffness, share, along, across = at_rest([FN, 2.0 * FN])
    assert back == pytest.approx([FN, 2.0 * FN], rel=1e-12)
    assert stiffness == pytest.approx([TIRE.vertical_stiffness, TIRE.double_load_stiffness], rel=1e-12)
    assert share == pytest.approx([0.375, 0.5], rel=0.11)  # 0.75 would let the radius grow with the load
    assert along == pytest.approx(np.array(TIRE.longitudinal.slope) / TIRE.longitudinal_stiffness, rel=1e-12)
    assert across == pytest.approx(np.array(TIRE.lateral.slope) / TIRE.lateral_stiffness, rel=1e-12)
    assert (np.diff(R - (1.0 - share) * rho) < 0.0).all()


def test_ground_mirror_and_rolling_backwards():
    random = np.random.default_rng(1)
    kappa, tan_alpha, gamma, turn = random.uniform(-0.5, 0.5, (4, 200)) * np.array([[1.0], [1.0], [0.3], [0.1]])
    here = forces(FN, kappa, tan_alpha, gamma, turn)
    assert forces(FN, kappa, -tan_alpha, -gamma, -turn) * [1, -1, -1, 1, -1] == pytest.approx(here, rel=1e-12)
    back = forces(FN, -kappa, tan_alpha, gamma, -turn, vx=-20.0) * [-1, 1, 1, -1, -1]
    assert back[:, FX] == pytest.approx(here[:, FX], rel=1e-12)
    assert forces(FN, kappa, tan_alpha, friction=0.0)[:, [FX, FY, MZ]] == pytest.approx(0.0, abs=1e-12)
    wet = forces(FN, tan_alpha=-0.5 * np.linspace(0.0, 0.5, 501), friction=0.5)[:, FY]
    dry = forces(FN, tan_alpha=-np.linspace(0.0, 0.5, 501))[:, FY]
    assert wet == pytest.approx(0.5 * dry, rel=1e-12)  # forces and slips by the friction: the slope stays


def test_any_state_is_finite_and_loads_go_on_beyond_their_range():
    huge = np.array([-1e300, -1.0, 0.0, 1.0, 1e300])
    kappa, alpha, gamma = np.meshgrid(huge, huge, [-3.0, 0.0, 3.0])
    assert np.isfinite(forces(FN, kappa, alpha, gamma, vx=1.0)).all()
    assert np.isfinite(forces(1e-300, kappa, alpha, gamma, vx=1.0)).all()
    tiny, tenth = (forces(load, 0.1, 0.1) for load in (1e-3, 1e-4))
    assert tenth[[FX, FY]] == pytest.approx(0.1 * tiny[[FX, FY]], rel=1e-3)
    slips = np.array([0.02, 0.3])
    once, twice = (forces(load * FN, slips, slips)[:, [FX, FY]] for load in (20.0, 40.0))
    assert twice == pytest.approx(2.0 * once, rel=1e-12)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"longitudinal": {**TMEASY["longitudinal"], "slope": (3.0e4, 1.1e5)}}, "longitudinal.slope.0: too flat"),
        ({"lateral": {**TMEASY["lateral"], "sliding_slip": (0.1, 0.8)}}, "lateral.sliding_slip.0: below peak_slip"),
        ({"lateral": {**TMEASY["lateral"], "sliding": (3300.0, 5500.0)}}, "lateral.peak.0: below sliding"),
        ({"lateral": {**TMEASY["lateral"], "peak": (3200.0, 4000.0)}}, "not above zero when extrapolated to 12320 N"),
        ({"aligning": {**TMEASY["aligning"], "zero_slip": (0.2, 0.5)}}, "not above zero when extrapolated to 0 N"),
        ({"double_load_stiffness": 3.0e5}, "double_load_stiffness: no such spring"),
    ],
)
def test_impossible_numbers_are_refused_with_the_reason(change, words):
    with pytest.raises(ModelError) as caught:
        TMeasyTire(**TMEASY | change)
    assert words in str(caught.value)
