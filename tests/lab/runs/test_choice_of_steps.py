"""Which runs choose their steps by the error: none that could step over something, and what they gain."""

from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce.cli.repeat import merge_arguments
from jounce.engine.formulations.registry import find_formulation
from jounce.engine.terrain import ground_of
from jounce.engine.terrain.ground_spec import GROUND_KINDS, NAMED_GROUNDS
from jounce.lab.maneuvers import Maneuver
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.choice_of_steps import default_integrator
from jounce.model.mechanism import Formula, Ramp, Table

J_TURN = jounce.maneuver("j-turn", start=0.1, ramp_time=0.2, duration=1.0)
LONG_TABLE = tuple(np.linspace(0.0, 1.0, 40))


def chosen(plan=J_TURN, *, driven=False, **settings):
    wanted = RunSettings(**settings)
    ground = plan.ground if wanted.ground is None else ground_of(wanted.ground)
    return default_integrator(find_formulation(wanted.formulation), wanted, plan, ground, driven=driven)


def steering(signal):
    return replace(J_TURN, inputs={"rack_travel": signal})


def test_a_maneuver_on_even_ground_takes_steps_by_its_error():
    assert chosen() == chosen(ground="plane, grade=0.1") == chosen(ground="flat, friction=0.4") == "auto"


def test_a_step_asks_for_equal_steps_and_a_longest_step_for_others():
    assert chosen(step="1 ms") == "chord"
    assert chosen(max_step="2 ms", ground="bumps") == chosen(max_step="2 ms", driven=True) == "auto"
    assert chosen(formulation="world-frame", max_step="2 ms") == "rk4"


@pytest.mark.parametrize("ground", [*(name for name in GROUND_KINDS if name not in ("flat", "plane")), *NAMED_GROUNDS])
def test_no_ground_with_a_shape_is_crossed_with_long_steps(ground):
    even = ground in ("flat", "grade")
    assert chosen(ground=ground) == ("auto" if even else "chord")


@pytest.mark.parametrize("name", ["bump", "cleat", "ride", "split-mu-braking"])
def test_no_maneuver_that_brings_a_road_takes_long_steps(name):
    assert chosen(jounce.maneuver(name)) == "chord"


def test_drivers_wind_in_one_place_and_steps_of_a_maneuver_keep_equal_steps():
    assert chosen(driven=True) == "chord"
    assert chosen(replace(J_TURN, inputs={**J_TURN.inputs, "wind_start": Ramp(after=30.0, end=1.0)})) == "chord"
    assert chosen(replace(J_TURN, step=2e-3)) == "chord"


@pytest.mark.parametrize(
    ("signal", "expected"),
    [
        (Table(times=(0.1, 0.11, 0.12), values=(0.0, 0.02, 0.0), interpolation="linear"), "auto"),  # points bound steps
        (Table(times=(0.1, 0.11, 0.12), values=(0.0, 0.02, 0.0)), "chord"),
        (Table(times=(0.1, 0.3, 0.5), values=(0.0, 0.02, 0.0)), "auto"),
        (Table(times=LONG_TABLE, values=LONG_TABLE, interpolation="linear"), "auto"),  # 26 ms apart
        (Table(times=tuple(0.5 * t for t in LONG_TABLE), values=LONG_TABLE, interpolation="linear"), "chord"),
        (Formula(expression="where(t > 0.5, 0.01, 0)", until=1.0), "chord"),
    ],
)
def test_inputs_with_peaks_that_a_step_would_miss_keep_equal_steps(signal, expected):
    assert chosen(steering(signal)) == expected


def test_a_run_feels_a_cleat_and_a_pulse_as_in_steps_of_a_millisecond():
    """A bar of 10 mm at 110 km/h, passed in 1 ms and its rounded path in 5 ms; and 20 ms of steering."""
    cleat = {"height": "5 mm", "length": "10 mm", "speed": "110 km/h", "duration": 0.6}
    pulse = Maneuver(
        name="pulse",
        about="",
        speed=25.0,
        end=0.6,
        inputs={"rack_travel": Table(times=(0.3, 0.305, 0.31, 0.315, 0.32), values=(0.0, 0.01, 0.02, 0.01, 0.0))},
    )
    for plan, options, channel in ((pulse, {}, "chassis.yaw_rate"), ("cleat", cleat, "tire.fl.vertical_force")):
        usual = jounce.run(plan, vehicle="dw18", **options)[channel].values
        fixed = jounce.run(plan, vehicle="dw18", step="1 ms", **options)[channel].values
        assert np.array_equal(usual, fixed)
        assert np.ptp(usual) > (500.0 if plan == "cleat" else 0.05)


def test_the_default_is_closer_to_the_motion_than_steps_of_a_millisecond():
    """With less than half of the evaluations."""
    exact = jounce.run(J_TURN, vehicle="dw18", tolerance=1e-8, max_step="5 ms")
    usual, fixed = (jounce.run(J_TURN, vehicle="dw18", **more) for more in ({}, {"step": "1 ms"}))
    names = [run.metadata.settings["integrator"] for run in (exact, usual, fixed)]
    assert names == ["auto", "auto", "chord"]
    assert usual.metadata.settings["tolerance"] == 3e-5
    for name in ("chassis.yaw_rate", "chassis.roll_angle", "chassis.position_y"):
        error = [np.abs(run[name].values - exact[name].values).max() for run in (usual, fixed)]
        assert error[0] < error[1] < 1e-3 * np.ptp(exact[name].values), name
    assert usual.metadata.evaluations < 0.5 * fixed.metadata.evaluations


def test_a_repeated_run_chooses_anew_where_its_ground_or_its_step_is_replaced(tmp_path):
    short = replace(J_TURN, end=0.1)
    run = jounce.run(short, vehicle="dw18", tolerance=1e-5)

    def asked(**settings):
        return merge_arguments(run, "result.parquet", None, None, settings, {})

    assert (asked()["integrator"], asked()["tolerance"]) == ("auto", 1e-5)
    for replaced in ({"ground": "bumps"}, {"step": "1 ms"}, {"controllers": ["abs"]}):
        assert {"integrator", "tolerance"}.isdisjoint(asked(**replaced))
    assert asked(ground="bumps", integrator="auto")["integrator"] == "auto"
    fixed = jounce.run(short, vehicle="dw18", step="1 ms")
    assert merge_arguments(fixed, "result.parquet", None, None, {"ground": "bumps"}, {})["integrator"] == "chord"


def test_a_car_that_is_stepped_by_hand_keeps_equal_steps():
    sim = jounce.Simulation("dw18", maneuver=replace(J_TURN, end=0.1), record=False)
    assert sim.step_size == 1e-3
    with pytest.raises(jounce.InputError, match="chord has a fixed step"):
        jounce.Simulation("dw18", max_step="5 ms")
