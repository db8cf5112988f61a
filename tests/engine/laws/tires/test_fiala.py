"""Fiala's tire: stiffnesses, critical slips, sliding, the circle of friction, and its vertical curve."""

import math

import numpy as np
import pytest

from jounce.engine.compiler import entry
from jounce.engine.laws.ground import Plane
from jounce.engine.laws.tires.fiala import coefficients_fiala, loaded_fiala
from jounce.errors import ModelError
from jounce.model.mechanism import FialaTire
from tests.engine.laws.tires.rig import FIALA, FIALA_CURVE, State, evaluate, tire_row

TIRE = FialaTire(**FIALA)
C = coefficients_fiala(TIRE)
CS, CA, U0, U1, B = (
    TIRE.slip_stiffness,
    TIRE.cornering_stiffness,
    TIRE.static_friction,
    TIRE.sliding_friction,
    TIRE.width,
)
FZ = 4000.0
FX, FY, MX, MY, MZ = range(5)


@entry
def sweep_fiala(c, states, forces):
    for n in range(states.shape[0]):
        s = states[n]
        forces[n, 0], forces[n, 1], forces[n, 2], forces[n, 3], forces[n, 4] = loaded_fiala(
            c, s[0], s[1], s[2], s[3], s[4]
        )


def forces(fz, kappa=0.0, tan_alpha=0.0, vx=20.0, friction=1.0, c=C):
    states = np.stack(np.broadcast_arrays(fz, kappa, tan_alpha, vx, friction), axis=-1).astype(float)
    rows = np.ascontiguousarray(states.reshape(-1, 5))
    result = np.zeros((len(rows), 5))
    sweep_fiala(c, rows, result)
    return result.reshape(*states.shape[:-1], 5)


def friction_at(slip):
    return U0 - (U0 - U1) * np.minimum(1.0, np.abs(slip))


@pytest.mark.parametrize("fz", [1000.0, 4000.0, 8000.0])
def test_along_it_is_linear_up_to_the_critical_slip_and_ends_at_the_friction(fz):
    kappa = np.linspace(-2.0, 2.0, 401)
    limit = friction_at(kappa) * fz
    expected = np.where(
        np.abs(kappa) < limit / (2.0 * CS),
        CS * kappa,
        np.sign(kappa) * (limit - limit**2 / np.maximum(4.0 * np.abs(kappa) * CS, 1e-9)),
    )
    assert forces(fz, kappa=kappa)[:, FX] == pytest.approx(expected, rel=1e-12, abs=1e-9)
    assert forces(fz, kappa=1e-9)[FX] == pytest.approx(CS * 1e-9, rel=1e-9)
    critical = limit[300] / (2.0 * CS)
    below, at, above = forces(fz, kappa=critical * np.array([0.999, 1.0, 1.001]))[:, FX]
    assert at - below == pytest.approx(above - at, rel=0.02)  # no corner there


@pytest.mark.parametrize("fz", [1000.0, 4000.0, 8000.0])
def test_across_it_is_a_brush_that_slides_from_the_critical_angle_on(fz):
    slip = np.linspace(-1.5, 1.5, 301)
    limit = friction_at(slip) * fz
    H = np.maximum(0.0, 1.0 - CA * np.abs(slip) / (3.0 * limit))
    rows = forces(fz, tan_alpha=slip)
    assert rows[:, FY] == pytest.approx(-np.sign(slip) * limit * (1.0 - H**3), rel=1e-12, abs=1e-9)
    assert rows[:, MZ] == pytest.approx(np.sign(slip) * limit * B * (1.0 - H) * H**3, rel=1e-12, abs=1e-9)
    assert forces(fz, tan_alpha=1e-7)[FY] == pytest.approx(-CA * 1e-7, rel=1e-5)
    # the slope of the moment is that of the force times a third of the width
    assert forces(fz, tan_alpha=1e-7)[MZ] == pytest.approx(CA * 1e-7 * B / 3.0, rel=1e-5)
    # sliding: the critical slip solves C_α s = 3 U(s) Fz
    critical = 3.0 * U0 * fz / (CA + 3.0 * (U0 - U1) * fz)
    if critical < 1.0:
        beyond = forces(fz, tan_alpha=np.array([critical * 1.001, 1.0, 5.0]))
        assert beyond[:, FY] == pytest.approx(-friction_at([critical * 1.001, 1.0, 5.0]) * fz, rel=1e-12)
        assert not beyond[:, MZ].any()
        assert forces(fz, tan_alpha=critical * 0.99)[MZ] > 0.0


def test_both_forces_stay_in_the_circle_of_friction_and_take_energy():
    angle = np.linspace(0.0, 2.0 * np.pi, 73)
    for slip in (0.001, 0.03, 0.1, 0.3, 1.0, 3.0):
        rows = forces(FZ, slip * np.cos(angle), slip * np.sin(angle), friction=0.6)
        size = np.hypot(rows[:, FX], rows[:, FY])
        assert (size <= 0.6 * friction_at(slip) * FZ * (1.0 + 1e-12)).all()
        assert (rows[:, FY] * np.sin(angle) - rows[:, FX] * np.cos(angle) < 0.0).all()
    assert np.hypot(*forces(FZ, 0.3, 0.5)[:2]) == pytest.approx(friction_at(math.hypot(0.3, 0.5)) * FZ, rel=1e-12)


def test_ground_rolling_resistance_and_rolling_backwards():
    assert forces(FZ)[MY] == pytest.approx(-TIRE.rolling_lever * FZ, rel=1e-12)
    assert forces(FZ, vx=-20.0)[MY] == pytest.approx(TIRE.rolling_lever * FZ, rel=1e-12)
    assert forces(FZ, tan_alpha=0.03, vx=-20.0)[MZ] == -forces(FZ, tan_alpha=0.03)[MZ]
    assert forces(FZ, 0.2, 0.2, friction=0.0)[[FX, FY, MZ]] == pytest.approx(0.0, abs=1e-12)
    small = forces(FZ, kappa=1e-7, friction=np.array([0.3, 1.0]))[:, FX]
    assert small[0] == pytest.approx(small[1], rel=1e-6)
    huge = np.array([-1e300, 0.0, 1e300])
    assert np.isfinite(forces(FZ, *np.meshgrid(huge, huge))).all()
    assert np.isfinite(forces(1e-200, *np.meshgrid(huge, huge))).all()


def test_the_deflection_curve_is_the_vertical_spring():
    """Of a wheel that stands: through its points, between them rising, straight beyond."""
    row = tire_row("fiala")
    ground, up = Plane(), np.array([0.0, 1.0, 0.0])
    rest = np.zeros(3)
    loads = []
    for deflection in (*[x for x, _ in FIALA_CURVE], 0.03, 0.05, -0.01):
        state = State(np.array([0.0, 0.0, 0.31 - deflection]), rest, rest, up, np.zeros(2))
        loads.append(float(evaluate(row, ground, state)["fz"]))
    assert loads[:4] == pytest.approx([y for _, y in FIALA_CURVE], abs=1e-6)
    assert 3400.0 < loads[4] < 8000.0 < loads[5]
    assert loads[6] == 0.0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"sliding_friction": 1.2}, "sliding_friction: more friction sliding than at rest"),
        ({"deflection_curve": ((0.01, 5.0), (0.02, 9.0))}, "deflection_curve: not a deflection curve"),
        ({"deflection_curve": ((0.0, 0.0), (0.02, 9.0), (0.03, 8.0))}, "deflection_curve: does not rise"),
        ({"relaxation": (0.0, 0.2)}, "relaxation.0"),
    ],
)
def test_impossible_numbers_are_refused_with_the_reason(change, words):
    with pytest.raises(ModelError) as caught:
        FialaTire(**FIALA | change)
    assert words in str(caught.value)
