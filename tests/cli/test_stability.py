"""A fixed step that is too long for a slow car is refused, and a run that gets that slow says so."""

import pytest

import jounce
from jounce.engine.simulate import DormandPrince, RungeKutta4
from jounce.engine.simulate.stability import slowest_stable_speed
from jounce.errors import InputError

SHORT = {"start": 0.2, "ramp_time": 0.1, "rack_travel": 0.0, "duration": 0.5}
"""Half a second straight ahead."""


def test_limit_of_dw18():
    """r² b c d m g / 4 / J × h / 2.785 with dw18's numbers: 0.29² × 12 × 1.65 × 1673 × 9.81 / 4 × 1e-3 / 2.785."""
    car = jounce.load_vehicle("dw18")
    assert slowest_stable_speed(car, RungeKutta4(step=1e-3)) == pytest.approx(2.4533, rel=1e-4)
    assert slowest_stable_speed(car, RungeKutta4(step=1e-4)) == pytest.approx(0.24533, rel=1e-4)
    assert slowest_stable_speed(car, DormandPrince()) == 0.0


def test_a_slow_start_is_refused_with_a_way_out():
    with pytest.raises(InputError, match="smaller step, dormand-prince, abm, auto, chord or rosenbrock"):
        jounce.run("j-turn", vehicle="dw18", speed=1.0, integrator="rk4")


def test_implicit_steps_know_no_slow_car():
    result = jounce.run("j-turn", vehicle="dw18", speed=0.3, **SHORT)
    assert result.summary["warnings"] == []
    assert result.summary["speed"] == pytest.approx(0.3, abs=1e-2)
    assert abs(result["tire.fl.slip_ratio"].values[10:]).max() < 1e-2


def test_a_step_that_fits_runs():
    result = jounce.run("j-turn", vehicle="dw18", speed=1.0, step=2e-4, integrator="rk4", **SHORT)
    assert result.summary["warnings"] == []
    assert result.summary["speed"] == pytest.approx(1.0, abs=1e-2)


def test_just_above_the_limit_the_wheels_roll_quietly():
    result = jounce.run("j-turn", vehicle="dw18", speed=3.0, integrator="rk4", **SHORT)
    assert abs(result["tire.fl.slip_ratio"].values[10:]).max() < 1e-2
