"""Every open-loop maneuver does what its standard says, at the times it says."""

import itertools
import math

import numpy as np
import pytest

from jounce.engine.laws.ground import ask
from jounce.errors import InputError, ModelError
from jounce.lab.maneuvers import MANEUVERS, maneuver
from jounce.lab.maneuvers.maneuver import check_conditions
from jounce.lab.maneuvers.steering_angle import steering_angle
from jounce.model.mechanism.signals import sample_signal
from jounce.schema.units import GRAVITY

DEG = math.radians(1.0)


def steering(plan, *times):
    """The steering-wheel angle [deg] at some times."""
    return sample_signal(plan.inputs["steering_wheel_angle"], np.array(times)) / DEG


@pytest.mark.parametrize("name", MANEUVERS)
def test_every_maneuver_can_be_run_with_its_defaults(name):
    plan = maneuver(name)
    assert plan.end > 0.0
    assert plan.metrics
    assert len(set(plan.metrics)) == len(plan.metrics)
    assert check_conditions(plan.stop) == plan.stop
    assert plan.about.endswith(".")


def test_a_step_steer_ramps_with_its_rate_and_holds():
    plan = maneuver("step-steer", steering_wheel_angle="-40 deg", rate="400 deg/s", start="2 s", after=3)
    assert steering(plan, 0.0, 2.0, 2.05, 2.1, 4.0) == pytest.approx([0, 0, -20, -40, -40], abs=1e-9)
    assert plan.end == pytest.approx(5.1)
    assert plan.inputs["target_speed"].value == plan.speed


def test_a_sine_has_so_many_periods():
    plan = maneuver("sine", amplitude="10 deg", frequency="0.5 Hz", cycles=2, start=1, after=1)
    assert steering(plan, 1.0, 1.5, 2.5, 4.5, 4.75, 5.5) == pytest.approx([0, 10, -10, -10, -10 * math.sqrt(0.5), 0])
    assert plan.end == 6.0


@pytest.mark.parametrize("sweep", ["linear", "logarithmic"])
def test_a_sweep_passes_all_frequencies_with_one_amplitude(sweep):
    plan = maneuver("sine-sweep", sweep=sweep, amplitude="5 deg", first_frequency=0.5, last_frequency=3, sweep_time=20)
    t = np.linspace(1.0, 21.0, 40001)
    angle = steering(plan, *t)
    full = (t[1:] > 2.0) & (t[1:] < 20.0)  # where nothing fades
    rising = t[1:][full & (angle[:-1] < 0.0) & (angle[1:] >= 0.0)]
    frequency, middle = 1.0 / np.diff(rising), 0.5 * (rising[1:] + rising[:-1]) - 1.0
    wanted = 0.5 + 2.5 * middle / 20 if sweep == "linear" else 0.5 * 6.0 ** (middle / 20)
    assert frequency == pytest.approx(wanted, rel=0.01)
    peaks = [np.abs(angle[(t >= a) & (t < b)]).max() for a, b in itertools.pairwise(rising)]
    assert peaks == pytest.approx([5.0] * len(peaks), rel=1e-4)
    assert np.abs(steering(plan, 0.5, 1.0, 21.0, 22.0)).max() < 1e-9
    assert np.abs(angle[t < 1.3]).max() < 1.1


def test_a_sweep_is_the_sine_of_its_phase_between_the_nodes_too():
    plan = maneuver(
        "sine-sweep", amplitude="1 rad", first_frequency=1, last_frequency=2, sweep_time=10, fade=1, start=0
    )
    t = np.linspace(1.0, 9.0, 5001)
    wanted = np.sin(math.tau * (t + t**2 / 20.0))
    assert sample_signal(plan.inputs["steering_wheel_angle"], t) == pytest.approx(wanted, abs=2e-5)


def test_a_pulse_is_a_triangle():
    plan = maneuver("pulse", amplitude="20 deg", width="0.4 s", start=1)
    assert steering(plan, 0.9, 1.1, 1.2, 1.3, 1.4, 3.0) == pytest.approx([0, 10, 20, 10, 0, 0], abs=1e-9)


def test_a_sine_with_dwell_waits_at_its_second_peak():
    """FMVSS 126: 0.7 Hz, 500 ms at the second peak."""
    plan = maneuver("sine-with-dwell", amplitude="100 deg", start=1)
    period = 1.0 / 0.7
    second = 1.0 + 0.75 * period
    times = [0.5, 1.0, 1.0 + period / 4, 1.0 + period / 2, second, second + 0.25, second + 0.5, 1.5 + period, 4.0]
    assert steering(plan, *times) == pytest.approx([0, 0, 100, 0, -100, -100, -100, 0, 0], abs=1e-6)
    back = second + 0.5 + period / 12  # a third of the quarter back: cos 30°
    assert steering(plan, back) == pytest.approx([-100 * math.cos(math.pi / 6)], rel=1e-5)
    dwell = steering(plan, *np.linspace(second, second + 0.5, 101))
    assert dwell == pytest.approx(np.full(101, -100.0), rel=1e-3)
    assert plan.inputs["target_speed"].value < 0.0  # coasting: nobody holds the speed
    assert plan.speed == pytest.approx(80 / 3.6)


def test_slowly_increasing_steer_turns_with_its_rate_until_it_is_enough():
    plan = maneuver("slowly-increasing-steer", largest_angle="-54 deg", lateral_acceleration="0.5 gn")
    assert steering(plan, 1.0, 2.0, 3.0, 5.0) == pytest.approx([0, -13.5, -27, -54], abs=1e-9)
    assert plan.end == pytest.approx(5.0)
    assert plan.stop[0] == f"abs(chassis.lateral_acceleration) > {0.5 * GRAVITY!r} m/s^2"
    assert len(maneuver("slowly-increasing-steer").stop) == len(plan.stop) - 1


def test_the_angle_for_an_acceleration_comes_from_the_straight_part():
    a = np.linspace(0.0, 6.0, 601)
    angle = 0.02 + 0.08 * a + np.where(a > 4.0, (a - 4.0) ** 2, 0.0)
    assert steering_angle(-angle, -a) == pytest.approx(0.02 + 0.08 * 0.3 * GRAVITY)
    assert steering_angle(angle, a, 2.0) == pytest.approx(0.18)
    with pytest.raises(InputError, match="too little lateral acceleration"):
        steering_angle(angle[:200], a[:200])


def test_braking_takes_the_foot_off_and_opens_the_clutch():
    plan = maneuver("braking", pedal="50 %", start=1, ramp_time="0.4 s", speed=20)
    times = np.array([0.0, 1.0, 1.2, 1.4, 5.0])
    assert sample_signal(plan.inputs["brake"], times) == pytest.approx([0, 0, 0.25, 0.5, 0.5])
    assert sample_signal(plan.inputs["target_speed"], times) == pytest.approx([20, 20, -1, -1, -1])
    assert sample_signal(plan.inputs["clutch"], times) == pytest.approx([1, 1, 0, 0, 0])
    assert "chassis.speed < 0.1 m/s" in plan.stop


def test_braking_in_a_turn_steers_first():
    plan = maneuver("braking-in-turn", steering_wheel_angle="30 deg")
    assert steering(plan, 0.5, 1.0, 1.5, 10.0) == pytest.approx([0, 15, 30, 30], abs=1e-9)
    assert sample_signal(plan.inputs["brake"], np.array([4.9, 5.3])) == pytest.approx([0, 0.4])
    with pytest.raises(ModelError, match="braking before the turn"):
        maneuver("braking-in-turn", start="1 s")


def test_split_friction_lies_on_both_sides_of_the_middle():
    plan = maneuver("split-mu-braking", left=0.9, right=0.2)
    answer = ask(plan.ground, np.array([0.0, 50.0, 80.0]), np.array([0.8, -0.8, 0.0]))
    assert answer.friction == pytest.approx([0.9, 0.2, 0.55])


def test_a_cleat_is_rounded_by_the_wheel_that_rolls_over_it():
    plan = maneuver("cleat", height="20 mm", distance="10 m", wheel_radius="0.3 m")
    x = np.arange(9.5, 10.6, 0.005)
    z = ask(plan.ground, x, np.zeros_like(x)).height
    reach = math.sqrt(0.3**2 - 0.28**2)  # where the wheel first touches the upper edge
    assert z.max() == pytest.approx(0.02, rel=1e-3)
    assert x[np.argmax(z > 1e-4)] == pytest.approx(10.005 - reach, abs=0.01)
    assert np.abs(np.diff(z)).max() / 0.005 < 0.5
    left = maneuver("cleat", side="left", distance="10 m").ground
    assert ask(left, np.array([10.02, 10.02]), np.array([0.8, -0.8])).height == pytest.approx([0.02, 0.0], abs=1e-4)


def test_a_ride_is_a_road_of_its_class_and_seed():
    smooth, rough = (maneuver("ride", road_class=c, duration=5).ground.heights for c in "aC")
    assert rough == pytest.approx(4.0 * smooth)  # two classes: 16 times the power
    again, other = (maneuver("ride", seed=s, duration=5).ground.heights for s in (1, "2"))
    assert np.array_equal(again, rough)
    assert not np.allclose(other, rough)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("step-steer", {"steering_wheel_angle": "3 mm", "rate": 0}, "2 findings"),
        ("sine", {"cycles": -1}, "cycles: out of range"),
        ("sine-sweep", {"fade": 30}, "fading longer than the sweep"),
        ("sine-sweep", {"sweep_time": 1e5}, "too many periods"),
        ("sine-sweep", {"sweep": "cubic"}, "sweep: unknown value"),
        ("slowly-increasing-steer", {"lateral_acceleration": "4 m"}, "lateral_acceleration.*: wrong unit"),
        ("braking", {"pedal": 1.2}, "pedal: out of range"),
        ("braking", {"start": 20}, "the run ends before the braking begins"),
        ("split-mu-braking", {"left": 0}, "left: out of range"),
        ("cleat", {"distance": 100}, "the run ends before the cleat"),
        ("ride", {"road_class": "X", "seed": 1.5}, "2 findings"),
        ("ride", {"seed": -1}, "seed: not a seed"),
    ],
)
def test_wrong_options_are_refused(name, options, message):
    with pytest.raises(ModelError, match=message):
        maneuver(name, **options)
