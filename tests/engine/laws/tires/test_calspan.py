"""Calspan's tire: stiffnesses over the load, the shaping function, camber, moment, the circle of friction."""

import math

import numpy as np
import pytest

from jounce.engine.compiler import entry
from jounce.engine.laws.tires.calspan import coefficients_calspan, loaded_calspan
from jounce.errors import ModelError
from jounce.lab.drivers.steering_response import cornering_stiffness
from jounce.model.mechanism import CalspanTire
from tests.engine.laws.tires.rig import CALSPAN

TIRE = CalspanTire(**CALSPAN)
C = coefficients_calspan(TIRE)
(A0, A1, A2), (A3, A4) = TIRE.cornering, TIRE.camber
B1, B2, B3, B4 = TIRE.friction
FX, FY, MX, MY, MZ = range(5)


@entry
def sweep_calspan(c, states, forces):
    for n in range(states.shape[0]):
        s = states[n]
        forces[n, 0], forces[n, 1], forces[n, 2], forces[n, 3], forces[n, 4] = loaded_calspan(
            c, s[0], s[1], s[2], s[3], s[4], s[5]
        )


def forces(fz, kappa=0.0, alpha=0.0, gamma=0.0, vx=20.0, friction=1.0, c=C):
    states = np.stack(np.broadcast_arrays(fz, kappa, np.tan(alpha), gamma, vx, friction), axis=-1).astype(float)
    rows = np.ascontiguousarray(states.reshape(-1, 6))
    result = np.zeros((len(rows), 5))
    sweep_calspan(c, rows, result)
    return result.reshape(*states.shape[:-1], 5)


def friction_at(fz, vx=20.0):
    return TIRE.skid_number_ratio * (B1 * fz + B2 * vx + B3 + B4 * fz * fz)


@pytest.mark.parametrize("fz", [1000.0, 3831.3, 6500.0, 12000.0])
def test_slopes_are_parabolas_of_the_load(fz):
    small = 1e-8
    across, lean = forces(fz, alpha=small), forces(fz, gamma=small)
    assert across[FY] == pytest.approx(-small * (A0 + A1 * fz * (1.0 - fz / A2)), rel=1e-6)
    assert lean[FY] == pytest.approx(-small * A3 * fz * (1.0 - fz / A4), rel=1e-6)
    # a wheel that leans to the right is pushed to the right, as by a slip angle to the left
    assert across[FY] < 0.0
    assert lean[FY] < 0.0
    # the force acts behind the contact point, and turns the wheel towards its motion
    assert across[MZ] == pytest.approx(TIRE.aligning[0] * fz * across[FY], rel=1e-5)
    assert across[MZ] > 0.0
    assert cornering_stiffness(TIRE, fz) == pytest.approx(-across[FY] / small, rel=1e-6)
    assert forces(fz, kappa=small)[FX] == pytest.approx(TIRE.slip_stiffness * small, rel=1e-6)


def test_beyond_the_load_of_the_fit_stiffnesses_stay():
    held = TIRE.load_share * A2
    beyond, at = forces(1.3 * held, alpha=1e-7)[FY], forces(held, alpha=1e-7)[FY]
    assert beyond == pytest.approx(at, rel=1e-6)
    assert at == pytest.approx(-1e-7 * (A0 + A1 * held * (1.0 - held / A2)), rel=1e-6)


@pytest.mark.parametrize("fz", [1000.0, 3831.3, 6500.0])
def test_the_side_force_follows_the_shaping_function_and_ends_at_the_friction(fz):
    alpha = np.radians(np.linspace(-40.0, 40.0, 161))
    limit = friction_at(fz) * fz
    bar = -(A0 + A1 * fz * (1.0 - fz / A2)) * alpha / limit
    g = np.where(np.abs(bar) < 3.0, bar - bar * np.abs(bar) / 3.0 + bar**3 / 27.0, np.sign(bar))
    rows = forces(fz, alpha=alpha)
    assert rows[:, FY] == pytest.approx(limit * g, rel=1e-10, abs=1e-7)
    c1, c2, _ = TIRE.aligning
    assert rows[:, MZ] == pytest.approx((c1 * fz + c2 * np.abs(limit * g)) * limit * g, rel=1e-10, abs=1e-7)
    assert (np.abs(rows[:, FY]) <= limit * (1.0 + 1e-12)).all()
    assert rows[0, FY] == pytest.approx(limit, rel=1e-12)  # it slides


def test_both_forces_share_one_circle_and_take_energy():
    angle = np.linspace(0.0, 2.0 * np.pi, 73)
    for slip in (0.001, 0.03, 0.1, 0.3, 1.0):
        rows = forces(4000.0, slip * np.cos(angle), np.arctan(slip * np.sin(angle)), friction=0.6)
        assert (np.hypot(rows[:, FX], rows[:, FY]) <= 0.6 * friction_at(4000.0) * 4000.0 * (1.0 + 1e-12)).all()
        assert (rows[:, FY] * np.sin(angle) - rows[:, FX] * np.cos(angle) < 0.0).all()
    assert not forces(4000.0, kappa=0.1, c=coefficients_calspan(CalspanTire(**CALSPAN | {"slip_stiffness": 0})))[FX]


def test_friction_of_ground_and_speed():
    slower = coefficients_calspan(CalspanTire(**CALSPAN | {"friction": (B1, -0.01, B3, B4)}))
    full = forces(4000.0, alpha=0.6, vx=np.array([10.0, 30.0]), c=slower)[:, FY] / 4000.0
    assert full[0] - full[1] == pytest.approx(-0.2 * TIRE.skid_number_ratio, rel=1e-9)
    assert forces(4000.0, 0.2, 0.2, friction=0.0) == pytest.approx(0.0, abs=1e-12)
    assert forces(4000.0, alpha=0.03, vx=-20.0)[MZ] == -forces(4000.0, alpha=0.03)[MZ]
    huge = np.array([-1e300, 0.0, 1e300])
    assert np.isfinite(forces(4000.0, *np.meshgrid(huge, [-math.pi / 2, 0.0, math.pi / 2]))).all()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"cornering": (-5.0, 14.0, 12930.0)}, "cornering: no cornering stiffness"),
        ({"cornering": (2625.0, 14.0, 12930.0), "load_share": 1.5}, "cornering: no cornering stiffness"),
        ({"cornering": (2625.0, -1.0, 12930.0)}, "cornering: no cornering stiffness"),  # −607 N/rad at half of a2
        ({"friction": (0.0, 0.0, -1.0, 0.0)}, "friction: no friction"),
        ({"aligning": (1e-5, 0.0, 0.0)}, "aligning: a trail ahead of the contact"),
        ({"relaxation": (0.0, 0.2)}, "relaxation.0"),
    ],
)
def test_impossible_numbers_are_refused_with_the_reason(change, words):
    with pytest.raises(ModelError) as caught:
        CalspanTire(**CALSPAN | change)
    assert words in str(caught.value)
