"""Turn slip of MF 6.x: the published terms, nothing without turning, and a moment that resists and saturates."""

import dataclasses
import math

import numpy as np
import pytest

from jounce.engine.laws.tires import pacejka_coefficients as i
from jounce.engine.laws.tires.pacejka import pacejka_sweep, pacejka_turning
from jounce.model import tire_files as tir
from tests.engine.laws.tires.examples import MF61, SEDAN, coefficients, nominal, random_states
from tests.engine.laws.tires.test_second_opinion import SCALES
from validation.cases.tire_parity import ALLOWED, TURNING, law, tire, turn_errors, turning_states

FX, FY, MX, MY, MZ = range(5)
COUNTED = (
    *("PDXP1", "PDXP2", "PDXP3", "PKYP1", "PDYP1", "PDYP2", "PDYP3", "PDYP4", "PHYP1", "PHYP2", "PHYP3", "PHYP4"),
    *("PECP1", "PECP2", "QDTP1", "QCRP1", "QCRP2", "QBRP1", "QDRP1", "QDRP2", "LMP"),
)


def turning(c, turn, fz=None, kappa=0.0, tan_alpha=0.0, gamma=0.0, vx=20.0, friction=1.0):
    fz = nominal(c) if fz is None else fz
    rows = np.stack(np.broadcast_arrays(fz, kappa, tan_alpha, gamma, vx, friction, turn), axis=-1).reshape(-1, 7)
    found = np.zeros((len(rows), 5))
    pacejka_turning(c, np.ascontiguousarray(rows[:, :6]), np.ascontiguousarray(rows[:, 6]), found)
    return found


@pytest.mark.parametrize("scales", [{}, SCALES], ids=["as written", "scaled"])
@pytest.mark.parametrize("pressure", [None, 0.9])
def test_forces_and_moments_are_those_of_the_second_evaluation(pressure, scales):
    found = turn_errors(pressure, scales)
    assert max(found.values()) < ALLOWED, found


def test_every_coefficient_counts():
    file, _ = tire("MF 6.1", None, TURNING)
    s = turning_states(file)
    before = law(file, s)
    for key in COUNTED:
        changed = law(dataclasses.replace(file, values={**file.values, key: 1.3 * file.values[key]}), s)
        assert any(np.abs(changed[what] - before[what]).max() > 0.0 for what in before), key


@pytest.mark.parametrize("path", [MF61, SEDAN])
def test_a_wheel_that_does_not_turn_is_the_one_without_turn_slip(path):
    c, states = coefficients(path), random_states(coefficients(path), 200)
    rows = np.ascontiguousarray(np.stack([*states.values()], axis=-1))
    plain, still = np.zeros((200, 5)), np.zeros((200, 5))
    pacejka_sweep(c, rows, plain)
    pacejka_turning(c, rows, np.zeros(200), still)
    assert np.array_equal(plain, still)
    if path == SEDAN:  # a file without such coefficients turns with none of these terms
        pacejka_turning(c, rows, np.ones(200), still)
        assert np.array_equal(plain, still)


def test_the_moment_resists_and_ends_at_that_of_turning_on_the_spot():
    c = coefficients(MF61, LHX=0.0, LHY=0.0, LVX=0.0, LVY=0.0, LRES=0.0, QHZ1=0.0, QHZ2=0.0)
    turns = np.array([-500.0, -1.0, -0.01, 0.01, 1.0, 500.0])
    for load in (0.3, 1.0, 2.0):  # at 2 the file's own sign would drive the turning
        mz = turning(c, turns, load * nominal(c), vx=0.0)[:, MZ]
        assert (mz * turns < 0.0).all()
        dfz = load - 1.0
        mu = c[i.PDY1] + c[i.PDY2] * dfz
        most = c[i.QCRP1] * mu * c[i.UNLOADED_RADIUS] * load * nominal(c) * math.sqrt(load)
        assert mz[[0, -1]] == pytest.approx([most, -most], rel=0.01)
        assert turning(c, turns, load * nominal(c), vx=0.0)[:, [FX, FY]] == pytest.approx(0.0, abs=1e-6)


def test_a_slow_turn_pushes_like_camber():
    """Fy by φ is that of camber γ with sin γ (1 − ε) = R₀ φ."""
    c = coefficients(MF61, LHX=0.0, LHY=0.0, LVX=0.0, LVY=0.0)
    turn = 1e-5
    by_turn = turning(c, np.array([turn, -turn]))[:, FY]
    lean = turn * c[i.UNLOADED_RADIUS] / (1.0 - c[i.PECP1])
    by_camber = turning(c, 0.0, gamma=np.array([lean, -lean]))[:, FY]
    speed = 20.0**2 / (20.0**2 + 1.0)
    assert by_turn[0] - by_turn[1] == pytest.approx((by_camber[0] - by_camber[1]) * speed, rel=1e-3)
    assert by_turn[0] < by_turn[1]


def test_the_mirrored_tire_turns_the_other_way():
    c, other = (tir.coefficients(tir.read(MF61), side) for side in ("left", "right"))
    here = turning(c, 0.7, kappa=0.05, tan_alpha=0.1, gamma=0.03)
    there = turning(other, -0.7, kappa=0.05, tan_alpha=-0.1, gamma=-0.03)
    assert there * [1, -1, -1, 1, -1] == pytest.approx(here, rel=1e-12)
