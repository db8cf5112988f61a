"""Metrics by name: what is unknown, what has no meaning, and how numbers are written."""

import dataclasses

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.lab.metrics import METRICS, compute, metric, metrics_table
from jounce.lab.metrics.metric import FACTS, OPTIONS
from jounce.lab.results import Result, read_result, write_result
from jounce.schema.units import parse_unit
from tests.lab.metrics.bicycle import run
from tests.lab.metrics.cases import CAR, braked, coasting, slow_ramp, step_steer, swaying, times


def all_channels(t: np.ndarray) -> dict[str, np.ndarray]:
    """Every channel that any metric needs, at zero."""
    names = {
        need.replace("*", wheel) for m in METRICS.values() for need in m.needs for wheel in ("fl", "fr", "rl", "rr")
    }
    return {name: np.zeros_like(t) for name in sorted(names)}


FULL_FACTS = dict.fromkeys(FACTS, 1.5) | {"length": 4.0, "wheelbase": 2.7}


def test_an_unknown_name_is_refused_with_a_suggestion():
    with pytest.raises(InputError, match="did you mean 'understeer_gradient'"):
        compute(swaying(), ["understeer_gradiant"])
    with pytest.raises(InputError, match="METRICS has all names"):
        metric("xyz")


def test_names_choose_and_keep_their_order():
    names = ["peak_roll_angle", "minimum_wheel_load"]
    measured = compute(swaying(), names)
    assert list(measured) == names
    assert (measured["minimum_wheel_load"].value, measured["minimum_wheel_load"].unit) == (2000.0, "N")
    assert set(compute(swaying())) == set(METRICS)


@pytest.fixture(scope="module")
def poor_runs() -> dict[str, Result]:
    t, random = times(3.0, 0.02), np.random.default_rng(1)
    still, noise = all_channels(t), {key: random.normal(size=len(t)) for key in all_channels(t)}
    broken = {key: np.where(t > 2.0, np.nan, 1.0) for key in still}
    options = {"frequency": 1.0, "start": 1.0, "course_start": 0.0}
    return {
        "nothing recorded": run(t, {}),
        "one sample": run(t[:1], {key: values[:1] for key, values in still.items()}, facts=FULL_FACTS, **options),
        "not finite": run(t, broken, facts=FULL_FACTS, **options),
        "no time": run(np.zeros(5), {key: np.zeros(5) for key in still}, facts=FULL_FACTS, **options),
        "standing": run(t, still, facts=FULL_FACTS, **options),
        "noise": run(t, noise, facts=FULL_FACTS, **options),
        "noise, and options beyond it": run(t, noise, facts=FULL_FACTS, frequency=0.0, start=99.0, course_start=99.0),
    }


@pytest.mark.parametrize("name", METRICS)
def test_a_poor_run_has_notes_and_raises_nothing(name, poor_runs):
    for what, result in poor_runs.items():
        measured = METRICS[name].measure(result)
        assert (measured.value is None) == (measured.note != "")
        if what in ("nothing recorded", "one sample", "not finite", "no time"):
            assert measured.value is None


def test_notes_say_why():
    def note(name: str, result: Result) -> str:
        return compute(result, [name])[name].note

    assert "does not understeer" in note("characteristic_speed", braked_and_turned(-1.0))
    assert "does not oversteer" in note("critical_speed", slow_ramp(CAR))
    t = times(2.0)
    driving = {"chassis.speed": 30.0 - t, "chassis.longitudinal_acceleration": np.full_like(t, -1.0)}
    assert "did not stop; it still travels at 101 km/h" in note("stopping_distance", run(t, driving))
    assert "no channel steering_wheel.angle" in note("yaw_rate_gain", swaying())
    without = dataclasses.replace(slow_ramp(CAR).metadata, facts={})
    assert "wheelbase" in note("understeer_gradient", Result(slow_ramp(CAR).channels, without))
    assert "does not make a step" in note("tb_factor", dwell_like())
    assert "where its course begins" in note("double_lane_change_passed", run(t, all_channels(t), facts=FULL_FACTS))
    steady = {"chassis.speed": np.full_like(t, 9.0), "chassis.longitudinal_acceleration": np.zeros_like(t)}
    assert "does not brake" in note("mfdd", run(t, steady, start=1.0))
    assert "10 to 90 % take longer than 1 s" in note("yaw_rate_response_time", slow_ramp(CAR))
    gentle = step_steer(CAR, 0.01, 0.3)
    assert "it ends at 0.3 m/s²" in note("understeer_gradient", gentle)


def braked_and_turned(sign: float) -> Result:
    """A ramp of steady states with an understeer gradient of that sign."""
    t = times(10.0)
    turn = 0.6 * t
    speed = np.full_like(t, 20.0)
    wheel = 16.0 * (2.7 * turn / 20.0**2 + sign * 1e-3 * turn)
    channels = {"steering_wheel.angle": wheel, "chassis.yaw_rate": turn / 20.0}
    return run(t, channels | {"chassis.speed": speed, "chassis.lateral_acceleration": turn}, facts=CAR.facts)


def dwell_like() -> Result:
    t = times(5.0)
    wheel = np.where((t > 1.0) & (t < 2.0), 0.5, 0.0)
    return CAR.drive(t, wheel)


def test_a_gain_belongs_to_one_speed():
    t = times(10.0)
    turn = 0.6 * t
    channels = {"steering_wheel.angle": 0.1 * t, "chassis.yaw_rate": 0.1 * t, "chassis.lateral_acceleration": turn}
    noted = compute(run(t, channels | {"chassis.speed": 20.0 + t}), ["yaw_rate_gain"])["yaw_rate_gain"]
    assert "10 %" in noted.note


def test_a_car_beyond_its_limit_is_judged_by_the_way_there():
    """It slides after 6 m/s² and comes back to 2 m/s² with the wheel still turned: K is that of the way up."""
    t = times(16.0)
    way_up = braked_and_turned(1.0)
    extended = {}
    for name in way_up:
        values = way_up[name].values
        if name != "time":
            extended[name] = np.concatenate([values, np.full(len(t) - len(values), values[-1])])
    extended["chassis.lateral_acceleration"][t > 10.0] = np.linspace(6.0, 2.0, np.count_nonzero(t > 10.0))
    result = run(t, extended, facts=CAR.facts)
    assert METRICS["understeer_gradient"].compute(result) == pytest.approx(1e-3, rel=1e-9)


def test_rows_are_in_display_units():
    rows = {row.name: row for row in metrics_table(braked_and_turned(1.0), ["understeer_gradient", "tb_factor"])}
    k = rows["understeer_gradient"]
    assert (k.value, k.unit) == (f"{np.rad2deg(1e-3) * 9.80665:.4f}", "deg/g")
    assert (rows["tb_factor"].value, rows["tb_factor"].unit) == ("–", "")
    assert rows["tb_factor"].note
    (row,) = metrics_table(swaying(), "two_wheel_lift")
    assert row.value == "no"
    (cones,) = metrics_table(coasting(1.115), "obstacle_avoidance_cones_hit")
    assert (cones.value, cones.unit) == ("6", "")
    (speed,) = metrics_table(braked_and_turned(-1.0), ["critical_speed"])
    assert (speed.value, speed.unit) == ("187.1", "km/h")  # √2700 m/s


def test_a_table_without_names_has_what_the_run_has():
    names = {row.name for row in metrics_table(braked(start=1.0))}
    assert {"stopping_distance", "mfdd", "crest_factor"} & names == {"stopping_distance", "mfdd"}


@pytest.mark.parametrize("name", METRICS)
def test_what_a_metric_says_of_itself(name):
    said = METRICS[name]
    assert said.name == name
    assert said.definition.endswith(".")
    assert set(said.facts) <= set(FACTS)
    assert set(said.options) <= set(OPTIONS)
    assert said.needs
    if said.display_unit:
        assert parse_unit(said.display_unit).dimension == parse_unit(said.unit).dimension


def test_facts_are_kept_in_files(tmp_path):
    path = tmp_path / "run.parquet"
    write_result(slow_ramp(CAR), path)
    read = read_result(path)
    assert read.metadata.facts == CAR.facts
    assert compute(read, ["understeer_gradient"]) == compute(slow_ramp(CAR), ["understeer_gradient"])
