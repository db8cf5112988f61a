"""Slip with relaxation lengths: steady values, the way to them, standstill, bounds and symmetry, in closed form."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from jounce.engine.laws.tires.contact import (
    DAMPING_SPEED,
    DECAY_TIME,
    FREE_SLIP,
    MIN_TIME,
    SLIDING_SLIP,
    STANDSTILL_DAMPING,
    decay_rates,
    relaxed_slip,
)

SIGMA = (0.2, 0.45)


def rates(v_x, v_sx, v_sy, s):
    return np.array(relaxed_slip(v_x, v_sx, v_sy, s[0], s[1], *SIGMA)[2:])


def after(time, v_x, v_sx, v_sy, s=(0.0, 0.0), steps=2000):
    """Slips after a time, by the classical Runge–Kutta method; on plain numbers, which are faster than small arrays."""
    (a, b), h = s, time / steps

    def rate(a, b):
        return relaxed_slip(v_x, v_sx, v_sy, a, b, *SIGMA)[2:]

    for _ in range(steps):
        a1, b1 = rate(a, b)
        a2, b2 = rate(a + 0.5 * h * a1, b + 0.5 * h * b1)
        a3, b3 = rate(a + 0.5 * h * a2, b + 0.5 * h * b2)
        a4, b4 = rate(a + h * a3, b + h * b3)
        a, b = a + h / 6.0 * (a1 + 2.0 * (a2 + a3) + a4), b + h / 6.0 * (b1 + 2.0 * (b2 + b3) + b4)
    return np.array([a, b])


@pytest.mark.parametrize(
    ("v_x", "kappa", "tangent"),
    list(itertools.product([-20.0, -0.5, 0.5, 20.0], [-1.0, -0.1, 0.0, 0.6], [-0.7, 0.0, 0.2])),
)
def test_steady_slip_is_the_usual_one(v_x, kappa, tangent):
    """κ = −V_sx / |V_x| and tan α = V_sy / |V_x|, but for the damping of standstill, which fades with speed."""
    v_sx, v_sy = -kappa * abs(v_x), tangent * abs(v_x)
    steady = np.array([kappa, tangent])
    found = relaxed_slip(v_x, v_sx, v_sy, *steady, *SIGMA)
    assert found[2:] == pytest.approx((0.0, 0.0), abs=1e-9)
    d = STANDSTILL_DAMPING / (1.0 + (v_x / DAMPING_SPEED) ** 4)
    assert found[:2] == pytest.approx((kappa - d * v_sx, tangent + d * v_sy), abs=1e-14)
    assert after(30.0 * max(SIGMA) / abs(v_x), v_x, v_sx, v_sy, steps=8000) == pytest.approx(steady, abs=1e-9)


@pytest.mark.parametrize("v_x", [0.3, -7.0, 25.0])
def test_builds_up_over_the_relaxation_length(v_x):
    """s = s_∞ (1 − exp(−x/σ)) while slip is small: 63 % after one relaxation length, √(σ² + (τ V)²), at any speed."""
    v_sx, v_sy = -1e-6 * abs(v_x), 1e-6 * abs(v_x)
    for i in (0, 1):
        length = math.hypot(SIGMA[i], MIN_TIME * v_x)
        assert length < 1.04 * SIGMA[i]
        s = after(length / abs(v_x), v_x, v_sx, v_sy)[i]
        assert s / 1e-6 == pytest.approx(1.0 - math.exp(-1.0), rel=1e-6)


def test_a_sliding_tire_gives_way_no_further():
    """At slip 1 the way back to none is ∫ σ' ds = σ s_g atan(1/s_g), a tenth of the relaxation length."""
    way = SIGMA[0] * SLIDING_SLIP * math.atan(1.0 / SLIDING_SLIP)
    assert way < 0.1 * SIGMA[0]
    speed = 1e-3
    s = after(way / speed, 0.0, speed, 0.0, (1.0, 0.0), steps=20000)
    assert s[0] == pytest.approx(0.0, abs=1e-4)


@pytest.mark.parametrize("v_x", [5.0, 60.0])
def test_slips_change_no_faster_than_the_shortest_time(v_x):
    """Also where the tire slides: the rate of (T42) against s stays below 1 / τ."""
    for size in (0.0, 0.1, 0.5, 1.0):
        here, there = (rates(v_x, -size * v_x, 0.0, (size + h, 0.0))[0] for h in (0.0, 1e-7))
        assert -(there - here) / 1e-7 < 1.0 / MIN_TIME


def test_a_spring_at_standstill():
    """However the wheel is pushed a little on the spot, its slip is the way it went over σ, and it comes back."""
    rng = np.random.default_rng(1)
    for v_sx, v_sy in rng.uniform(-1e-6, 1e-6, (20, 2)):
        s = after(1.0, 0.0, v_sx, v_sy, steps=50)
        assert s == pytest.approx(np.array([-v_sx, v_sy]) / SIGMA, rel=1e-6)
        assert relaxed_slip(0.0, 0.0, 0.0, *s, *SIGMA)[:2] == pytest.approx(s, rel=1e-15)
        assert after(1.0, 0.0, -v_sx, -v_sy, s, steps=50) == pytest.approx([0.0, 0.0], abs=1e-12)
    assert tuple(rates(0.0, 0.0, 0.0, (0.05, -0.1))) == (0.0, 0.0)


def test_damped_at_standstill():
    """The additional slip is against the sliding."""
    kappa, tangent, *_ = relaxed_slip(0.0, 0.2, -0.3, 0.0, 0.0, *SIGMA)
    assert (kappa, tangent) == pytest.approx((-STANDSTILL_DAMPING * 0.2, -STANDSTILL_DAMPING * 0.3))


@pytest.mark.parametrize("angle", np.linspace(0.0, 2.0 * math.pi, 9)[:-1])
@pytest.mark.parametrize("speed", [0.1, 40.0])
def test_bounded_on_the_spot(angle, speed):
    """s (s − s₀)² = 1 where the slip stays, s₀ = 1.5: a slip of 2.2 at most, whatever the speed of sliding."""
    v_sx, v_sy = speed * math.cos(angle), speed * math.sin(angle)
    bound = max(root.real for root in np.roots([1.0, -2.0 * FREE_SLIP, FREE_SLIP**2, -1.0]) if abs(root.imag) < 1e-9)
    slips = after(2.0 / speed, 0.0, v_sx, v_sy, steps=20000)
    assert np.hypot(*slips) == pytest.approx(bound, rel=1e-6)
    assert slips / bound == pytest.approx([-math.cos(angle), math.sin(angle)], abs=1e-6)
    assert bound < 2.3


def test_spinning_while_rolling_is_bounded_too():
    """A wheel that spins at 50 m/s on a car at walking pace: κ would be 49."""
    assert FREE_SLIP < after(2.0, 1.0, -49.0, 0.0, steps=20000)[0] < 2.3


def test_forwards_and_backwards_alike():
    rng = np.random.default_rng(2)
    for v_x, v_sx, v_sy, s_x, s_y in rng.normal(0.0, 1.0, (100, 5)):
        here = relaxed_slip(v_x, v_sx, v_sy, s_x, s_y, *SIGMA)
        back = relaxed_slip(-v_x, -v_sx, v_sy, -s_x, s_y, *SIGMA)
        side = relaxed_slip(v_x, v_sx, -v_sy, s_x, -s_y, *SIGMA)
        assert back == pytest.approx((-here[0], here[1], -here[2], here[3]), rel=1e-14, abs=1e-15)
        assert side == pytest.approx((here[0], -here[1], here[2], -here[3]), rel=1e-14, abs=1e-15)


def test_rates_are_smooth_in_the_slips():
    """Differences to both sides agree wherever slip reaches s₀: relative to rates of about 1e3 1/s."""
    for angle in np.linspace(0.0, 2.0 * math.pi, 13):
        direction = np.array([math.cos(angle), math.sin(angle)])
        at = FREE_SLIP * direction
        for along in np.eye(2):
            before, here, beyond = (rates(2.0, 3.0, -1.0, at + h * along) for h in (-1e-6, 0.0, 1e-6))
            assert (beyond - here) / 1e-6 == pytest.approx((here - before) / 1e-6, abs=0.2)


def test_everything_is_continuous_in_the_velocities():
    """Also through standstill, where |V_x| has its kink."""
    for v in (np.array([0.0, 0.0, 0.0]), np.array([0.0, 1.0, -1.0]), np.array([2.0, 0.0, 0.0])):
        here = np.array(relaxed_slip(*v, 0.4, 0.5, *SIGMA))
        for step in np.vstack([np.eye(3), -np.eye(3)]):
            moved = np.array(relaxed_slip(*(v + 1e-7 * step), 0.4, 0.5, *SIGMA))
            assert np.abs(moved - here).max() < 1e-4  # slips change by up to 500 1/s


def test_forgotten_in_the_air():
    assert decay_rates(0.02, -0.04) == pytest.approx((-0.02 / DECAY_TIME, 0.04 / DECAY_TIME))
