"""A wheel that is steered without rolling: the torque of a disc, a hysteresis loop, and little of it when it rolls."""

import math

import numpy as np
import pytest

from jounce.engine.laws.ground import Plane
from jounce.engine.laws.tires.pacejka_coefficients import FNOMIN, LFZO, NAMES, PDY1, PDY2, QCRP1, UNLOADED_RADIUS
from jounce.engine.laws.tires.records import CALSPAN, FIALA, MAGIC_FORMULA_87, PACEJKA, TMEASY
from tests.engine.laws.tires.rig import CALSPAN as CALSPAN_KEYS
from tests.engine.laws.tires.rig import ROLLING, State, evaluate, tire_row
from tests.engine.laws.tires.rig import TMEASY as TMEASY_KEYS

GROUND = Plane(friction=0.9)
DEFLECTION = 0.02
UP, LEFT = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])


def radius(row):
    return float(row["coefficients"][NAMES.index("UNLOADED_RADIUS")] if row["law"] == PACEJKA else row["radius"])


def turned(row, turning, speed=0.0):
    """The contact of an upright wheel that turns about the vertical [rad/s] and rolls freely [m/s]."""
    R = radius(row)
    hub, v = np.array([0.0, 0.0, R - DEFLECTION]), np.array([speed, 0.0, 0.0])
    return evaluate(row, GROUND, State(hub, v, turning * UP + speed / (R - DEFLECTION) * LEFT, LEFT, np.zeros(2)))


def peak_friction(row, fz):
    """μ of the side force at a load, upright."""
    c = row["coefficients"]
    if row["law"] == MAGIC_FORMULA_87:
        return 1e-3 * (c[1] * 1e-3 * fz + c[2])
    if row["law"] == FIALA:
        return c[2]
    if row["law"] == CALSPAN:
        b1, _, b3, b4 = CALSPAN_KEYS["friction"]
        return CALSPAN_KEYS["skid_number_ratio"] * (b1 * fz + b3 + b4 * fz * fz)
    return c[PDY1] + c[PDY2] * (fz / (c[FNOMIN] * c[LFZO]) - 1.0)


def largest(row):
    """Torque of a disc with the radius of half the patch, 2/3 μ Fz a; laws with numbers of their own have theirs."""
    fz, R = float(turned(row, 0.0)["fz"]), radius(row)
    half = math.sqrt(R * DEFLECTION)
    if row["law"] == TMEASY:
        first, second = TMEASY_KEYS["lateral"]["sliding"]
        u = fz / TMEASY_KEYS["nominal_load"]
        sliding = u * (2.0 * first - 0.5 * second - (first - 0.5 * second) * u)
        return 2.0 / 3.0 * 0.9 * sliding * 0.5 * (half + 0.5 * TMEASY_KEYS["width"])
    mu, c = 0.9 * peak_friction(row, fz), row["coefficients"]
    if row["law"] == PACEJKA and c[QCRP1] > 0.0:
        return c[QCRP1] * mu * c[UNLOADED_RADIUS] * fz * math.sqrt(fz / (c[FNOMIN] * c[LFZO]))
    return 2.0 / 3.0 * mu * fz * half


def test_the_torque_of_a_disc():
    """∫ μ p r dA over a disc with even pressure is 2/3 μ F a: what the formula of the law ends at."""
    a, n = 0.08, 400
    r = (np.arange(n) + 0.5) * a / n
    even = np.sum(0.9 * 4000.0 / (math.pi * a**2) * r * 2.0 * math.pi * r * a / n)
    assert even == pytest.approx(2.0 / 3.0 * 0.9 * 4000.0 * a, rel=1e-5)


@pytest.mark.parametrize("kind", ROLLING)
def test_turning_on_the_spot_saturates(kind):
    row = tire_row(kind)
    most = largest(row)
    moments = [float(turned(row, rate)["mz"]) for rate in (-50.0, 50.0)]
    assert moments == pytest.approx([most, -most], rel=0.02 if "61" in kind else 0.005)
    slow, fast = (float(turned(row, rate)["mz"]) for rate in (1e-3, 1.0))
    assert abs(slow) < 0.2 * most < 0.6 * most < abs(fast)


@pytest.mark.parametrize("kind", ROLLING)
def test_a_tenth_of_the_torque_turns_a_standing_wheel_slowly(kind):
    """The sign of this friction is smoothed, so it does not hold: 0.15 to 0.52 °/s, as docs/theory/tires.md says."""
    row = tire_row(kind)
    torque, rest = 0.1 * largest(row), float(turned(row, 0.0)["mz"])
    slow, fast = ((rest - float(turned(row, math.radians(rate))["mz"])) / torque for rate in (0.14, 0.53))
    assert slow < 1.0 < fast


@pytest.mark.parametrize("kind", ROLLING)
def test_a_loop_at_standstill_takes_the_work_of_dry_friction(kind):
    """∮ M dψ of a wheel that is steered to and fro: at most 4 M A, and most of it at the rate of a driver."""
    row, amplitude, period = tire_row(kind), 0.4, 2.0
    t = np.linspace(0.0, period, 81)
    rate = amplitude * 2.0 * math.pi / period * np.cos(2.0 * math.pi * t / period)
    moment = np.array([float(turned(row, w)["mz"]) for w in rate]) - float(turned(row, 0.0)["mz"])
    assert (moment * rate <= 0.0).all()
    work = -np.sum(0.5 * (moment[1:] * rate[1:] + moment[:-1] * rate[:-1]) * np.diff(t))
    assert 0.6 < work / (4.0 * largest(row) * amplitude) < 1.01 * max(np.abs(moment)) / largest(row)
    # the way there and the way back: a loop with two branches at the middle
    assert moment[0] == pytest.approx(-moment[40], rel=1e-6)


@pytest.mark.parametrize("kind", ROLLING)
def test_rolling_it_all_but_vanishes(kind):
    row = tire_row(kind)
    still, slow, fast = (
        float(turned(row, 0.5, speed)["mz"]) - float(turned(row, 0.0, speed)["mz"]) for speed in (0.0, 5.0, 30.0)
    )
    assert still < slow < fast < 0.0
    assert abs(fast) < 0.06 * abs(still)
