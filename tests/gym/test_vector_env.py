"""Many cars as one vector environment: the same bits whatever the number of cars, lanes and threads; autoresets."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import jounce.gym
from jounce.errors import InputError, ModelError
from jounce.gym import Env, Fixed, Formula, Observation, Reward, Start, Termination, Uniform, VectorEnv, load_task
from jounce.lab.simulation import Simulation
from jounce.model.library import load_vehicle

LANE = load_task("lane-keeping").changed(
    vehicle="dw18", variants=2, randomised={"chassis.mass": Uniform(900.0, 1100.0)}
)
SHORT = LANE.changed(episode="0.2 s")


def actions_of(count: int, inputs: int, steps: int, seed: int = 5) -> np.ndarray:
    """(steps, count, inputs): the first cars get the same whatever the count."""
    return np.stack(
        [np.random.default_rng([seed, i]).uniform(-0.6, 0.6, (steps, inputs)) for i in range(count)], axis=1
    )


def drive(env: VectorEnv, steps: int = 14, seed: int = 11) -> list[np.ndarray]:
    """Observations, rewards and ends of a few steps, copied."""
    told = [env.reset(seed=seed)[0].copy()]
    for action in actions_of(env.num_envs, env.single_action_space.shape[0], steps):
        observations, rewards, terminated, truncated, _ = env.step(action)
        told += [observations.copy(), rewards.copy(), terminated.copy(), truncated.copy()]
    return told


@pytest.fixture(scope="module")
def twenty() -> list[np.ndarray]:
    return drive(VectorEnv(SHORT, 20))


@pytest.mark.parametrize(
    ("count", "options"),
    [(1, {}), (3, {}), (8, {}), (20, {"lanes": False}), (20, {"threads": 2}), (19, {"threads": 3})],
)
def test_bits_do_not_depend_on_company(twenty: list[np.ndarray], count: int, options: dict) -> None:
    """Episodes of 10 steps: resets are part of it."""
    for alone, among in zip(drive(VectorEnv(SHORT, count, **options)), twenty, strict=True):
        assert alone.dtype == among.dtype
        np.testing.assert_array_equal(alone, among[:count])


def test_a_car_has_the_bits_of_a_simulation() -> None:
    straight = LANE.changed(
        randomised={},
        course=None,
        start=Start(speed=Fixed(20.0)),
        observations=(Observation("chassis.yaw_rate"), Observation("chassis.position_x")),
        channels=("tire.fl.lateral_force",),
        rewards=(Reward("speed", 1.0, lambda seen: seen["chassis.yaw_rate"]),),
        terminations=(),
    )
    env = VectorEnv(straight, 9)
    env.reset(seed=0)
    sim = Simulation("dw18", speed=20.0, step="1 ms", tolerance=1e-6, record=False)
    for steer in (0.25, -0.5, 0.125):
        env.step(np.tile([steer, 0.25], (9, 1)))
        sim.step(0.02, steer=0.25 * steer, throttle=0.25, brake=0.0)
        for name in ("chassis.yaw_rate", "chassis.position_x", "tire.fl.lateral_force"):
            assert set(env.cars.values[:, env.cars.index[name]]) == {sim[name]}, name


def test_places_are_those_of_a_simulation() -> None:
    """A car whose centre of mass lies aside, turned and moved on level ground, as `at` does it, but for rounding."""
    lopsided = load_vehicle("dw18").with_values({"chassis.centre_of_mass.1": 0.05})
    names = ("chassis.position_x", "chassis.position_y", "chassis.yaw_angle", "chassis.yaw_rate")
    task = LANE.changed(
        vehicle=lopsided,
        randomised={},
        course=None,
        start=Start(speed=Fixed(20.0), station=Fixed(7.0), offset=Fixed(-3.0), heading=Fixed("110 deg")),
        observations=tuple(Observation(name) for name in names),
        rewards=(Reward("speed", 1.0, lambda seen: seen["chassis.yaw_rate"]),),
        terminations=(),
    )
    env = VectorEnv(task, 1)
    env.reset(seed=0)
    sim = Simulation(lopsided, speed=20.0, step="1 ms", tolerance=1e-6, record=False, at=(7.0, -3.0, np.radians(110.0)))
    np.testing.assert_allclose(env.cars.values[0], sim.observe(names), atol=1e-12)
    env.step(np.array([[0.5, 0.25]]))
    sim.step(0.02, steer=0.125, throttle=0.25, brake=0.0)
    np.testing.assert_allclose(env.cars.values[0], sim.observe(names), atol=1e-9)


def test_what_iterations_leave_is_little_beside_the_error_of_steps() -> None:
    """Random actions, episodes that nothing ends: the tolerance of tasks against one of 1e-10, and steps of half a
    length, all relative to how far channels spread. Most channels move by less than a tenth of what the steps are off
    by, and none by more than a thousandth of its spread."""
    task = LANE.changed(randomised={}, terminations=(), episode="60 s")
    exact = {"tolerance": 1e-10}

    def values(**changes) -> np.ndarray:
        env = VectorEnv(task, 8, **changes)
        env.reset(seed=2)
        return np.array([env.step(action) and env.cars.values.copy() for action in actions_of(8, 2, 25)])

    usual, tight = values(), values(**exact)
    half = values(**exact, step="0.5 ms", steps_per_action=2 * task.steps_per_action)
    spread = tight.std(axis=(0, 1))
    left, stepped = (np.sqrt(np.mean((one - tight) ** 2, axis=(0, 1))) / spread for one in (usual, half))
    assert 0.0 < np.median(left) < 0.1 * np.median(stepped)
    assert left.max() < 1e-3


def test_single_env_is_a_car_among_many(twenty: list[np.ndarray]) -> None:
    env = Env(SHORT)
    observation, _ = env.reset(seed=11)
    np.testing.assert_array_equal(observation, twenty[0][0])
    for n, action in enumerate(actions_of(1, 2, 9)):
        observation, reward, terminated, truncated, info = env.step(action[0])
        np.testing.assert_array_equal(observation, twenty[1 + 4 * n][0])
        assert reward == twenty[2 + 4 * n][0]
        assert sum(info["reward_terms"].values()) == pytest.approx(reward, abs=1e-15)
        assert not terminated
        assert not truncated


def test_next_step_autoreset_begins_in_the_next_step() -> None:
    env = VectorEnv(SHORT, 2)
    env.reset(seed=1)
    for _ in range(9):
        assert not env.step(np.zeros((2, 2)))[3].any()
    *_, truncated, info = env.step(np.zeros((2, 2)))
    assert truncated.all()
    assert list(info["reason"]) == ["time limit"] * 2
    assert list(info["episode_length"]) == [10, 10]
    before = env.cars.values.copy()
    observations, rewards, terminated, truncated, info = env.step(np.ones((2, 2)))
    assert not rewards.any()
    assert not (terminated | truncated).any()
    assert "reason" not in info
    assert (env.cars.values[:, env.cars.index["course.station"]] != before[:, env.cars.index["course.station"]]).all()
    assert observations is not None


def test_same_step_autoreset_gives_both_observations() -> None:
    """The same episodes as with NEXT_STEP, one step earlier: generators draw the same."""
    same, later = VectorEnv(SHORT, 3, autoreset_mode="SameStep"), VectorEnv(SHORT, 3, autoreset_mode="NextStep")
    same.reset(seed=4), later.reset(seed=4)
    for _ in range(9):
        same.step(np.zeros((3, 2))), later.step(np.zeros((3, 2)))
    began, *_, truncated, info = same.step(np.zeros((3, 2)))
    ended, *_ = later.step(np.zeros((3, 2)))
    assert truncated.all()
    np.testing.assert_array_equal(np.stack(info["final_obs"]), ended)
    assert list(info["final_info"]["episode_length"]) == [10] * 3
    began_later, *_ = later.step(np.zeros((3, 2)))
    np.testing.assert_array_equal(began, began_later)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_wrappers_of_gymnasium_agree_about_episodes(mode: str) -> None:
    """`RecordEpisodeStatistics`, which many learning programs begin with, adds up the same returns."""
    env = RecordEpisodeStatistics(VectorEnv(SHORT, 3, autoreset_mode=mode))
    env.reset(seed=4)
    ended = 0
    for action in actions_of(3, 2, 23):
        *_, info = env.step(action)
        over = info.get("_episode_return", np.zeros(3, bool))
        np.testing.assert_array_equal(over, info.get("_episode", np.zeros(3, bool)))
        if over.any():
            np.testing.assert_allclose(info["episode"]["r"][over], info["episode_return"][over], rtol=1e-12)
            np.testing.assert_array_equal(info["episode"]["l"][over], info["episode_length"][over])
            ended += over.sum()
    assert ended == 6


def test_disabled_autoreset_asks_for_a_mask() -> None:
    env = VectorEnv(SHORT, 3, autoreset_mode="Disabled")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros((3, 2)))
    env.reset(seed=2)
    for _ in range(10):
        env.step(np.zeros((3, 2)))
    with pytest.raises(InputError, match="episodes are over"):
        env.step(np.zeros((3, 2)))
    kept = env.cars.values.copy()
    env.reset(options={"reset_mask": np.array([True, False, True])})
    assert (env.cars.values[1] == kept[1]).all()
    assert (env.cars.values[0] != kept[0]).any()
    with pytest.raises(InputError, match="not a mask"):
        env.reset(options={"reset_mask": [1, 0, 1]})


def test_a_car_that_fails_ends_with_a_reason_and_others_do_not_notice() -> None:
    healthy, broken = VectorEnv(LANE, 11), VectorEnv(LANE, 11)
    healthy.reset(seed=7), broken.reset(seed=7)
    others = np.arange(11) != 2
    for n, action in enumerate(actions_of(11, 2, 6)):
        if n == 2:
            broken.cars._y[2, -1] = 1e300  # a spin that no step survives
        expected, found = healthy.step(action), broken.step(action)
        for a, b in zip(expected[:4], found[:4], strict=True):
            np.testing.assert_array_equal(a[others], b[others])
        if n == 2:
            assert found[2][2]
            assert found[4]["reason"][2].startswith("failed: ")
            assert found[1][2] == LANE.failure_reward
        if n > 2:
            assert np.isfinite(found[0][2]).all()
            assert not found[2][2]


def test_two_buffers_take_turns_and_share_memory_through_dlpack() -> None:
    env = VectorEnv(SHORT, 4)
    first, _ = env.reset(seed=0)
    kept = first.copy()
    second, *_ = env.step(np.full((4, 2), 0.5))
    np.testing.assert_array_equal(first, kept)
    assert not np.shares_memory(first, second)
    assert np.shares_memory(np.from_dlpack(second), second)
    third, *_ = env.step(np.full((4, 2), 0.5))
    assert third is not second
    assert np.shares_memory(third, first)


@pytest.mark.parametrize("name", ["lane-keeping", "off-road-simple"])
def test_restoring_gives_the_observations_and_the_future_of_the_moment(name: str) -> None:
    """Accelerations and rewards of changes too: nothing is evaluated anew."""
    task = load_task(name).changed(variants=2) if name != "lane-keeping" else LANE
    change = Reward("jerk", 1.0, Formula(lambda seen: seen.change("chassis.longitudinal_acceleration")))
    task = task.changed(
        observations=(*task.observations, Observation("chassis.longitudinal_acceleration")), rewards=(change,)
    )
    env = VectorEnv(task, 3)
    env.reset(seed=5)
    for action in actions_of(3, 2, 4):
        then, *_ = env.step(action)
    then, kept = then.copy(), env.state()
    straight = [np.array(told) for told in env.step(actions_of(3, 2, 1, seed=6)[0])[:4]]
    np.testing.assert_array_equal(env.restore(kept), then)
    again = env.step(actions_of(3, 2, 1, seed=6)[0])[:4]
    for a, b in zip(straight, again, strict=True):
        np.testing.assert_array_equal(a, b)


def test_functional_step_repeats_and_branches() -> None:
    one, many = VectorEnv(SHORT, 1), VectorEnv(SHORT, 6)
    one.reset(seed=3)
    one.step(np.full((1, 2), 0.2))
    root = one.state()
    tried = np.linspace(-1.0, 1.0, 12).reshape(6, 2)
    after, *told = many.step_from(root.repeat(6), tried)
    again, *_ = many.step_from(root.repeat(6), tried)
    for a, b in zip(after.arrays, again.arrays, strict=True):
        assert a.tobytes() == b.tobytes()  # fields of laws lie over each other: whole numbers are no number there
    for i in range(6):
        _, observations, reward, *_ = one.step_from(root, tried[i : i + 1])
        np.testing.assert_array_equal(observations[0], told[0][i])
        assert reward[0] == told[1][i]
    best = after[int(np.argmax(told[1]))]
    assert len(best) == 1
    one.restore(best)
    with pytest.raises(InputError, match="another environment"):
        many.restore(root)


def test_users_give_observation_reward_and_termination_as_numpy_functions() -> None:
    task = LANE.changed(
        observations=(
            Observation("speed squared", 2.0, lambda seen: seen["chassis.speed"] ** 2),
            Observation("chassis.speed"),
        ),
        rewards=(Reward("way", 2.0, lambda seen: seen.change("course.station")),),
        terminations=(Termination("late", lambda seen: seen.elapsed > 0.05, reward=-3.0),),
    )
    env = VectorEnv(task, 2)
    observations, _ = env.reset(seed=0)
    np.testing.assert_allclose(observations[:, 0], 0.5 * observations[:, 1] ** 2, rtol=1e-6)
    station = env.cars.values[:, env.cars.index["course.station"]].copy()
    _, rewards, *_ = env.step(np.zeros((2, 2)))
    np.testing.assert_array_equal(rewards, 2.0 * (env.cars.values[:, env.cars.index["course.station"]] - station))
    env.step(np.zeros((2, 2)))
    _, rewards, terminated, _, info = env.step(np.zeros((2, 2)))
    assert terminated.all()
    assert list(info["reason"]) == ["late", "late"]
    np.testing.assert_allclose(rewards, info["reward_terms"]["way"] - 3.0)


def test_randomised_parameters_are_those_of_another_car() -> None:
    """Mass and hardpoint of every variant: the bits of a Simulation of that car."""
    mass, joint = "chassis.mass", "axles.front.suspension.lower_arm.ball_joint.2"
    height = load_vehicle("dw18").axles[0].suspension.lower_arm.ball_joint[2]
    task = LANE.changed(
        course=None,
        start=Start(speed=Fixed(20.0)),
        observations=(Observation("chassis.yaw_rate"), Observation("suspension.fl.travel")),
        rewards=(Reward("speed", 1.0, lambda seen: seen["chassis.yaw_rate"]),),
        terminations=(),
        randomised={mass: Uniform(900.0, 1100.0), joint: Uniform(height - 0.01, height + 0.01)},
    )
    env = VectorEnv(task, 10)
    _, info = env.reset(seed=0)
    env.step(np.tile([0.5, 0.25], (10, 1)))
    assert set(info["variant"]) == {0, 1}
    for variant in range(2):
        drawn = env.cars.drawn(variant)
        car = load_vehicle("dw18").with_values({mass: drawn[mass], joint: drawn[joint]})
        sim = Simulation(car, speed=20.0, step="1 ms", tolerance=1e-6, record=False)
        sim.step(0.02, steer=0.125, throttle=0.25, brake=0.0)
        for name in ("chassis.yaw_rate", "suspension.fl.travel"):
            assert set(env.cars.values[info["variant"] == variant, env.cars.index[name]]) == {sim[name]}, name


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"observations": (Observation("chassis.speeed"),)}, "no such channel"),
        ({"actions": (jounce.gym.Action("steeer"),)}, "no such input"),
        ({"actions": (jounce.gym.Action("steer", -2.0, 2.0),)}, "beyond the limits"),
        ({"actions": (jounce.gym.Action("steer"), jounce.gym.Action("steer"))}, "twice"),
        ({"randomised": {"chassis.mas": Fixed(1.0)}}, "no such value"),
        ({"hold_speed": True}, "nothing holds the speed"),
        ({"integrator": "ab2"}, "has a history"),
        ({"steps_per_action": 0}, "not a count"),
        ({"tolerance": 0.0}, "tolerance: out of range"),
    ],
)
def test_tasks_that_cannot_be_are_refused(changes: dict, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        VectorEnv(LANE, 2, **changes)


def test_bad_actions_and_names_are_refused() -> None:
    env = VectorEnv(SHORT, 2)
    env.reset(seed=0)
    with pytest.raises(InputError, match=r"shape \(2,\)"):
        env.step(np.zeros(2))
    with pytest.raises(InputError, match="actions of cars 1"):
        env.step(np.array([[0.0, 0.0], [np.nan, 0.0]]))
    with pytest.raises(InputError, match="unknown environment"):
        VectorEnv("lane-keping")
    with pytest.raises(InputError, match="no such field"):
        VectorEnv("lane-keeping", vehicel="dw18")


def test_gymnasium_checks_and_makes_it() -> None:
    env = gymnasium.make("jounce/LaneKeeping-v0", vehicle="dw18", variants=1)
    check_env(env.unwrapped, skip_render_check=True)
    many = gymnasium.make_vec("jounce/LaneKeeping-v0", num_envs=2, vehicle="dw18", variants=1)
    assert many.reset(seed=0)[0].shape == (2, 11)
