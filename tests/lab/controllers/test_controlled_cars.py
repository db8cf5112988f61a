"""What the built-in controllers are for, with whole cars: with and without them."""

import numpy as np
import pytest

from jounce.lab.maneuvers import Maneuver, maneuver
from jounce.lab.metrics.measuring import measure
from jounce.lab.results import Result
from jounce.lab.runs.many import Run, run_many
from jounce.lab.runs.run import run
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant, replace

SEDAN = load_vehicle("sedan")
WHEELS = ("fl", "fr", "rl", "rr")


def with_and_without(plan: Maneuver, controllers: str, **settings) -> list[Result]:
    """The runs without and with controllers."""
    runs = [Run(plan, SEDAN, settings), Run(plan, SEDAN, {**settings, "controllers": controllers})]
    found = run_many(runs)
    assert all(isinstance(one, Result) for one in found), found
    return found


def braked_distance(result: Result, start: float) -> float:
    """Way of the chassis from the beginning of braking to the end of the run [m]."""
    x, y = result["chassis.position_x"].values, result["chassis.position_y"].values
    n = int(np.searchsorted(result.time, start - 1e-9))
    return float(np.hypot(np.diff(x[n:]), np.diff(y[n:])).sum())


def deepest_slip(result: Result, wheel: str, least_speed: float = 3.0) -> float:
    """Largest brake slip of a wheel that lasts 50 ms, above a speed [m/s]."""
    fast = result["chassis.speed"].values > least_speed
    slip = -result[f"tire.{wheel}.slip_ratio"].values[fast]
    return float(np.min(np.lib.stride_tricks.sliding_window_view(slip, 5), axis=1).max())


def test_anti_lock_brakes_shorten_a_wet_stop():
    plan = maneuver("braking", speed="50 km/h", pedal=1.0, start=0.1, duration=4.5)
    bare, controlled = with_and_without(plan, "abs", ground="flat, friction=0.5")
    assert all(deepest_slip(bare, wheel) > 0.95 for wheel in WHEELS)
    assert all(deepest_slip(controlled, wheel) < 0.3 for wheel in WHEELS)
    assert braked_distance(controlled, 0.1) < 0.9 * braked_distance(bare, 0.1)


def test_anti_lock_brakes_stop_a_car_on_split_friction_that_would_spin():
    plan = maneuver("split-mu-braking", speed="60 km/h", pedal=1.0, start=0.1, duration=5.0)
    bare, controlled = with_and_without(plan, "abs")
    assert "yaw_angle" in bare.metadata.stopped
    assert "speed" in controlled.metadata.stopped  # it stands
    assert abs(controlled["chassis.yaw_angle"][-1]) < np.radians(15.0)


def test_anti_lock_brakes_shorten_a_stop_on_split_friction_at_equal_distance_from_the_line():
    """With a driver who steers along the line: full pedal spins the bare car, and with the hardest pedal of a row that
    does not, it stops later and farther from the line than with anti-lock brakes and full pedal."""
    runs = [
        Run(maneuver("split-mu-braking", pedal=pedal, steering="driver"), SEDAN, {"controllers": controllers})
        for pedal, controllers in ((1.0, None), (0.6, None), (1.0, "abs(side_rate=0.6)"))
    ]
    spun, careful, controlled = run_many(runs)
    assert "yaw_angle" in spun.metadata.stopped
    away = [np.abs(one["chassis.position_y"].values).max() for one in (careful, controlled)]
    distances = [braked_distance(one, 0.5) for one in (careful, controlled)]
    assert away[1] < 0.7 * away[0]
    assert distances[1] < 0.95 * distances[0]


def test_anti_lock_brakes_keep_a_braking_car_in_its_turn():
    turn = {"speed": "70 km/h", "steering_wheel_angle": "45 deg", "steer_start": 0.0}
    plan = maneuver("braking-in-turn", **turn, start=1.5, pedal=1.0, duration=5.0)
    bare, controlled = with_and_without(plan, "abs")
    locked = [wheel for wheel in ("fl", "fr") if deepest_slip(bare, wheel) > 0.95]
    assert locked
    assert all(deepest_slip(controlled, wheel) < 0.3 for wheel in ("fl", "fr"))
    turned = [one["chassis.yaw_angle"][-1] - one["chassis.yaw_angle"][150] for one in (bare, controlled)]
    assert turned[1] > 1.2 * turned[0]
    lateral = [np.mean(one["chassis.lateral_acceleration"].values[170:270]) for one in (bare, controlled)]
    assert lateral[1] > 1.2 * lateral[0]


def test_stability_control_passes_a_sine_with_dwell_that_the_bare_car_does_not():
    results = [
        run("sine-with-dwell", vehicle="sedan", amplitude="150 deg", start=0.2, after=2.0, controllers=controllers)
        for controllers in (None, "esc")
    ]
    bare, controlled = ({name: m["value"] for name, m in one.metadata.measured.items()} for one in results)
    assert not bare["sine_with_dwell_passed"]
    assert bare["yaw_rate_ratio_at_1_75_s"] > 0.5
    assert controlled["sine_with_dwell_passed"]
    assert controlled["peak_side_slip"] < 0.3 * bare["peak_side_slip"]
    assert np.abs(results[1]["controller.esc.yaw_moment"].values).max() > 1e3


def test_stability_control_leaves_an_ordinary_turn_alone():
    result = run("step-steer", vehicle="dw18", start=0.2, after=1.0, controllers="esc")
    assert result["chassis.lateral_acceleration"].values.max() > 4.0
    assert not result["controller.esc.yaw_moment"].values.any()


def test_traction_control_limits_the_slip_of_driven_wheels():
    """dw18 on ice, 2000 N m at the rear axle: the wheels spin up, and with the control they hold their slip."""
    torques = {f"drive_torque_{wheel}": Constant(value=1000.0) for wheel in ("rl", "rr")}
    plan = Maneuver(name="start", about="", speed=5.0, end=1.5, inputs=torques)
    bare, controlled = (
        run(plan, vehicle="dw18", ground="flat, friction=0.3", controllers=controllers)
        for controllers in (None, "traction-control")
    )
    assert bare["tire.rl.slip_ratio"][-1] > 1.0
    assert controlled["tire.rl.slip_ratio"].values[100:] == pytest.approx(0.1, abs=0.05)
    assert controlled["chassis.speed"][-1] > bare["chassis.speed"][-1]


def test_torque_vectoring_makes_a_car_follow_its_reference():
    """dw18 at 20 m/s, steered by 30°: the yaw rate comes nearer to the reference."""
    plan = maneuver("step-steer", speed=20.0, steering_wheel_angle="30 deg", start=0.2, after=1.0)
    options = "torque-vectoring(gain=40000)"
    bare, controlled = (run(plan, vehicle="dw18", controllers=controllers) for controllers in (None, options))
    reference = controlled["controller.torque-vectoring.yaw_rate_reference"][-1]
    gaps = [abs(one["chassis.yaw_rate"][-1] - reference) for one in (bare, controlled)]
    assert gaps[1] < 0.8 * gaps[0]
    difference = controlled["input.drive_torque_rr"].values - controlled["input.drive_torque_rl"].values
    assert abs(difference[-1]) > 10.0


def test_skyhook_dampers_ride_better_than_any_passive_ones():
    """dw18 with actuators at its springs, 20 m/s over a road of class C: the acceleration weighted by ISO 2631-1 and
    the pitching of the body against those of three passive dampers, hard to soft."""
    plan, dampers = maneuver("ride", speed=20.0, road_class="C", duration=5.0), (1.0, 0.5, 0.25)
    runs = [Run(plan, damped(scale)) for scale in dampers]
    *passive, controlled = run_many([*runs, Run(plan, damped(0.25), {"controllers": "skyhook"})])
    name = "weighted_vertical_acceleration"
    best = min(measure(one, [name])[name].value for one in passive)
    assert measure(controlled, [name])[name].value < 0.9 * best
    assert np.std(controlled["chassis.pitch_angle"].values) < min(
        np.std(one["chassis.pitch_angle"].values) for one in passive
    )


def damped(scale):
    """dw18 with its damping multiplied, and an actuator at every spring."""
    car, axles = load_vehicle("dw18"), []
    for axle in car.axles:
        spring = axle.suspension.spring
        own = replace(spring, actuator=True, damping=scale * spring.damping)
        axles.append(replace(axle, suspension=replace(axle.suspension, spring=own)))
    return replace(car, axles=tuple(axles))
