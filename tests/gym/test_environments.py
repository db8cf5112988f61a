"""Every environment that is registered: Gymnasium's checker, its channels and inputs, and what its actions do."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from jounce.errors import ModelError
from jounce.gym import TASKS, Action, Env, Fixed, Observation, Start, Termination, VectorEnv, gymnasium_id, load_task
from jounce.gym.course import Course
from jounce.gym.environments.double_lane_change import LANES
from jounce.gym.score import score_result
from jounce.lab.drivers.path import Path
from jounce.lab.metrics.course import least_margin
from jounce.lab.runs.run import run
from jounce.model.library import load_vehicle


@pytest.mark.parametrize("name", TASKS)
def test_gymnasium_is_content(name: str) -> None:
    """Spaces, types, seeds, determinism; a few steps of random actions stay finite, and channels are seen by their
    scales."""
    spec = gymnasium.spec(gymnasium_id(name))
    assert spec.kwargs == {"task": name}
    env = Env(name, variants=1)
    check_env(env, skip_render_check=True)
    env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(5):
        observation, reward, *_ = env.step(env.action_space.sample())
        assert np.isfinite(observation).all()
        assert np.isfinite(reward)
        cars = env.vector.cars
        for seen, one in zip(observation, env.task.observations, strict=True):
            if one.function is None:
                assert seen == pytest.approx(cars.values[0, cars.index[one.name]] / one.scale, rel=1e-6), one.name


def test_names_units_and_about_are_told() -> None:
    env = VectorEnv("drift", 1, variants=1)
    assert env.cars.about["wheel.rl.spin"].unit == "rad/s"
    assert env.task.course is not None
    assert env.task.course.columns["course.station"][0] == "m"


def test_observations_and_actions_have_units() -> None:
    """Of channels, columns of the course, functions and inputs, of multibody and simplified cars."""
    env = VectorEnv("split-friction-stop", 1, variants=1)
    assert env.observation_units["course.lateral_deviation"] == "m"
    assert env.observation_units["tire.fl.slip_ratio"] == "1"
    assert env.observation_units["wheel.fl.spin"] == "rad/s"
    assert env.action_units == {"steer": "1", **{f"brake_torque_{wheel}": "N*m" for wheel in ("fl", "fr", "rl", "rr")}}
    simple = VectorEnv("off-road-simple", 1, variants=1)
    assert list(simple.observation_units.values()) == ["m", "1", "1", "m/s", "rad", "rad", "rad", "rad/s"]
    assert simple.action_units == {"steer": "1", "pedals": "1"}


def test_course_columns_are_those_of_the_path() -> None:
    """Round a closed course in laps: station, deviation and curvature of the compiled search and of `Path`."""
    env = VectorEnv("circuit", 3, variants=1, start=Start(speed=Fixed(10.0), station=Fixed(500.0), offset=Fixed(0.7)))
    env.reset(seed=0)
    course, index, values = env.task.course, env.cars.index, env.cars.values
    assert course is not None
    length = course.path.length
    near, laps = 500.0, []
    for _ in range(500):
        bend = 2.7 * values[:, index["course.curvature_5m"]]
        back = -0.12 * values[:, index["course.lateral_deviation"]] - values[:, index["course.heading_deviation"]]
        gas = 0.3 * (11.0 - values[:, index["chassis.speed"]])
        env.step(np.column_stack([(4.0 * bend + 1.5 * back) / 0.6, gas]).clip(-1.0, 1.0))
        x, y = env.cars._told.chassis[0, 1:3]
        near, left = course.path.station(float(x), float(y), near)
        assert values[0, index["course.station"]] == pytest.approx(near, abs=0.02)  # a chord of the table is 0.5 m
        assert values[0, index["course.lateral_deviation"]] == pytest.approx(left, abs=0.01)
        assert values[0, index["course.curvature_5m"]] == pytest.approx(course.path.curvature(near + 5.0), abs=2e-3)
        laps.append(near)
    assert laps[-1] > length + 20.0  # it went through the start
    assert abs(values[0, index["course.heading_deviation"]]) < 0.5


def test_margin_between_cones_is_that_of_the_metric() -> None:
    random = np.random.default_rng(0)
    for section in LANES.course.sections:
        x = random.uniform(section.start + 3.0, section.end - 3.0, 20)
        y, yaw = section.middle + random.uniform(-0.3, 0.3, 20), random.uniform(-0.05, 0.05, 20)
        alone = [least_margin(LANES.course, LANES.outline, *np.array([pose]).T).distance for pose in zip(x, y, yaw)]  # noqa: B905
        # points of the sides are 0.2 m apart there, 0.75 m here; edges are straight
        np.testing.assert_allclose(LANES.margin_at(x, y, yaw), np.minimum(alone, 2.0), atol=0.75 * 0.05)


def test_a_run_is_scored_like_an_episode() -> None:
    """Straight ahead, the speed held: the environment and `jounce run` earn the same."""
    course = Course(Path.through([(-20.0, 0.0), (200.0, 0.0)]))
    task = load_task("double-lane-change").changed(
        course=course,
        start=Start(speed=Fixed(20.0), station=Fixed(20.0)),
        observations=(Observation("chassis.lateral_acceleration"), Observation("course.lateral_deviation")),
        terminations=(Termination("late", lambda seen: seen.elapsed > 0.39, -1.0),),
        variants=1,
    )
    env = VectorEnv(task, 1)
    env.reset(seed=0)
    earned = 0.0
    for _ in range(10):
        _, reward, *_ = env.step(np.zeros((1, 1)))
        earned += float(reward[0])
    result = run("constant-speed", vehicle="sedan", speed=20.0, start=0.5, angle=0.01, rate=0.1)
    terms = score_result(task, result, period=0.04)
    assert sum(terms.values()) == pytest.approx(earned, abs=1e-9)
    assert terms["on the way"] == pytest.approx(0.4)


def test_split_friction_turns_a_car_that_brakes_all_wheels() -> None:
    """The dry side pulls: a yaw moment to the left, where the road holds."""
    env = VectorEnv("split-friction-stop", 1, start=Start(speed=Fixed(20.0), station=Fixed(50.0)))
    env.reset(seed=0)
    for _ in range(30):
        env.step(np.array([[0.0, 0.0, 0.0, -0.5, -0.5]]))
    assert env.cars.values[0, env.cars.index["course.heading_deviation"]] > 0.01


def test_actuators_push_the_body() -> None:
    env = VectorEnv("ride-control", 2, variants=1, ground=None, start=Start(speed=Fixed(20.0)))
    env.reset(seed=0)
    for _ in range(10):
        env.step(np.array([[1.0] * 4, [-1.0] * 4]))
    up, down = env.cars.values[:, env.cars.index["chassis.vertical_velocity"]]
    assert up > 0.05
    assert down < -0.05


def test_simple_cars_drive_to_their_goal_alone_and_among_many() -> None:
    """A proportional law arrives; the bits do not depend on the number of cars and threads."""

    def drive(count: int, threads: int) -> tuple[np.ndarray, list[str]]:
        env = VectorEnv("off-road-simple", count, threads=threads, start=NEAR, autoreset_mode="Disabled")
        observations, _ = env.reset(seed=3)
        for _ in range(300):
            steer = np.clip(2.0 * np.arctan2(observations[:, 2], observations[:, 1]), -1.0, 1.0)
            observations, _, terminated, _, info = env.step(np.column_stack([steer, np.full(count, 0.3)]))
            if terminated[0]:
                return observations[:1].copy(), [info["reason"][0]]
            if terminated.any():
                env.reset(options={"reset_mask": terminated})
        return observations[:1].copy(), []

    task = load_task("off-road-simple")
    NEAR = Start(station=Fixed(-20.0), offset=Fixed(3.0), heading=task.start.heading)
    alone, reason = drive(1, 1)
    assert reason == ["arrived"]
    among, _ = drive(7, 2)
    np.testing.assert_array_equal(alone, among)


def test_simple_cars_refuse_what_they_do_not_have() -> None:
    with pytest.raises(ModelError, match=r"(?s)no such channel.*no such input"):
        VectorEnv("off-road-simple", 1, observations=(Observation("engine.speed"),), actions=(Action("gear"),))


def test_ground_that_is_not_level_places_variants() -> None:
    env = VectorEnv("off-road-rover", 4, variants=2)
    env.reset(seed=0)
    heights = env.cars._told.chassis[:, 3]
    assert len(set(heights)) == len(set(env.variants))
    assert load_vehicle("rover6").name == "rover6"
