"""Parked cars stay where they are, cars without brakes roll as they should, and those that stop have stopped."""

from __future__ import annotations

import math

import numpy as np
import pytest

from jounce.engine.simulate import Chord, Midpoint, RungeKutta4, simulate
from jounce.engine.terrain import plane
from jounce.model.mechanism import SmoothStep
from tests.engine.simulate.cars import LAWS, on

SLOPE = 0.15
SETTLED, PARKED = 5.0, 60.0
"""Time to come to rest, and then to stay [s]."""
STEP = 0.05


@pytest.mark.parametrize("way", ["grade", "bank"])
@pytest.mark.parametrize("law", LAWS)
def test_parked_on_a_slope(law, way):
    """After the settling, less than 1 mm of creep in a minute, at rest in the end; measured: less than 0.1 mm, of which
    the last 55 s have 0.1 µm, and 1e-13 m/s."""
    system, start = on(plane(**{way: SLOPE}), law, 1500.0)
    run = simulate(system, start, end=SETTLED + PARKED, integrator=Chord(), sample=STEP)
    settled = round(SETTLED / STEP)
    place, speed = run.position("chassis"), np.abs(run.velocity("chassis")).max(axis=1)
    assert np.ptp(place[settled:], axis=0).max() < 1e-3
    assert np.abs(place[-1] - place[2 * settled]).max() < 1e-6
    assert speed[-1] < 1e-6
    assert speed[run.time > SETTLED + 0.5 * PARKED].max() < 1e-9  # no chatter
    for corner in ("fl", "rr"):
        assert np.abs(run.angular_velocity(f"wheel_{corner}")[-1]).max() < 1e-9
    # it is the tires that hold: together they carry what the slope pulls
    weight = 9.81 * sum(body.mass for body in run.mechanism.bodies)
    held = run.observation.tire["force"][-1].sum(axis=0)
    assert held == pytest.approx([0.0, 0.0, weight], abs=1e-4 * weight)
    along = "fx" if way == "grade" else "fy"
    pull = weight * SLOPE / math.hypot(1.0, SLOPE)
    assert abs(run.observation.tire[along][-1].sum()) == pytest.approx(pull, rel=0.02)  # toe turns a little of it


@pytest.mark.parametrize("law", LAWS)
def test_rolls_down_without_brakes(law):
    """a (m + Σ J/r_e²) = m g sin θ − Σ M_y/r_e, r_e from speed and spin; wheels accelerate with the car."""
    system, start = on(plane(grade=SLOPE), law)
    run = simulate(system, start, end=4.0, integrator=Chord(), sample=0.01)
    theta = math.atan(SLOPE)
    down = run.velocity("chassis") @ [-math.cos(theta), 0.0, -math.sin(theta)]
    late = run.time >= 2.0
    mass = sum(body.mass for body in run.mechanism.bodies)
    inertia, resistance = 0.0, 0.0
    for i, tire in enumerate(run.mechanism.tires):
        spin = np.abs(run.angular_velocity(tire.body)[late, 1]).mean()
        radius = down[late].mean() / spin
        assert radius == pytest.approx(tire.radius, rel=0.08)
        own = run.system.model.bodies[run.layout.body(tire.body)]["inertia"].reshape(3, 3)[1, 1]
        inertia += own / radius**2
        resistance += abs(run.observation.tire["my"][late, i].mean()) / radius
    expected = (mass * 9.81 * math.sin(theta) - resistance) / (mass + inertia)
    found = (down[-1] - down[late][0]) / (run.time[-1] - run.time[late][0])
    assert found == pytest.approx(expected, rel=0.02 if resistance else 1e-3)
    # 0.01 (Fz/Fz0)^(0.85 − 1) of MF 6.1, whose wheels carry 0.6 of their nominal load, is 0.0108
    assert resistance < 0.0115 * mass * 9.81
    assert np.ptp(run.position("chassis")[:, 1]) < 1e-6


METHODS = {"chord": Chord(), "rk4": RungeKutta4(step=1e-3), "midpoint": Midpoint(step=1e-3)}


def stopped(law: str, method: str, torque: float):
    """From 5 m/s, brakes on at 0.2 s and for good."""
    system, start = on(plane(), law, SmoothStep(before=0.0, after=torque, start=0.2, end=0.4), speed=5.0)
    return simulate(system, start, end=9.5, integrator=METHODS[method], sample=0.01)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("law", LAWS)
def test_stops_and_stays(law, method):
    """Wheels that still roll: the swing afterwards is that of tires and suspension, then nothing moves."""
    run = stopped(law, method, 300.0)
    x, v = run.position("chassis")[:, 0], run.velocity("chassis")[:, 0]
    stop = int(np.argmax(v <= 0.0))
    assert 1.5 < run.time[stop] < 3.5
    assert run.observation.tire["kappa"][:stop].min() > -0.1
    assert np.ptp(x[stop:]) < 0.03
    assert v.min() > -0.2
    rest = run.time >= run.time[stop] + 5.0
    assert np.ptp(x[rest]) < 1e-3
    assert np.abs(run.velocity("chassis")[-1]).max() < 1e-4


@pytest.mark.parametrize("law", LAWS)
def test_stops_on_locked_wheels(law):
    """Also comes to rest and stays; it swings back by centimetres, not by the relaxation length."""
    run = stopped(law, "chord", 1500.0)
    x, v = run.position("chassis")[:, 0], run.velocity("chassis")[:, 0]
    stop = int(np.argmax(v <= 0.0))
    assert run.observation.tire["kappa"][:stop].min() < -0.9
    assert np.ptp(x[stop:]) < 0.1
    assert v.min() > -0.5
    rest = run.time >= run.time[stop] + 6.0
    assert np.ptp(x[rest]) < 1e-3
    assert np.abs(run.velocity("chassis")[-1]).max() < 1e-4


def test_integrators_agree_on_the_stop():
    runs = {method: stopped("Sedan_Pac02Tire", method, 300.0) for method in METHODS}
    for method in ("chord", "midpoint"):
        off = np.abs(runs[method].position("chassis") - runs["rk4"].position("chassis")).max()
        assert off < 1e-3
