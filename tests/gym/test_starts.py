"""Beginnings of episodes in compiled code: random numbers, distributions, places; against NumPy and closed forms."""

import math

import numpy as np
import pytest

from jounce.engine.compiler import entry
from jounce.engine.single_body import SIMPLE, Fleet
from jounce.gym import Choice, Fixed, Normal, Start, Uniform, VectorEnv, load_task
from jounce.gym.random_kernel import draw, mix
from jounce.gym.start_kernel import place_on_course
from jounce.gym.start_table import make_starts

LANE = load_task("lane-keeping").changed(vehicle="dw18", variants=2, episode="0.2 s")


@entry
def draw_many(laws, numbers, generator, out):
    for i in range(out.shape[0]):
        for j in range(3):
            out[i, j] = draw(laws[j], numbers, generator)


@entry
def place_each(course, stations, offset, turned, out):
    for i in range(stations.size):
        out[i, 0], out[i, 1], out[i, 2] = place_on_course(course, stations[i], offset, turned)


def test_bits_are_those_of_splitmix64() -> None:
    """Published first numbers of the seed 1234567."""
    published = (
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    )  # fmt: skip
    assert tuple(int(mix(np.uint64(1234567), np.uint64(n))) for n in range(1, 6)) == published


def test_draws_have_their_distributions() -> None:
    """Moments of 20,000 draws within four standard errors; bounds and values exactly."""
    n = 20_000
    start = Start(
        station=Uniform(2.0, 5.0), offset=Normal("1 m", "50 cm", limit=2.0), heading=Choice(("90 deg", 0.0, -1.0))
    )
    starts = make_starts(start, 1, True, [])
    found, generator = np.zeros((n, 3)), np.array([7, 0], np.uint64)
    draw_many(starts.laws, starts.numbers, generator, found)
    station, offset, heading = found.T
    assert 2.0 <= station.min() < 2.001 < 4.999 < station.max() < 5.0
    assert station.mean() == pytest.approx(3.5, abs=4.0 * math.sqrt(9.0 / 12.0 / n))
    assert np.abs(offset - 1.0).max() <= 1.0
    cut = math.sqrt(1.0 - 2.0 * 2.0 * math.exp(-2.0) / math.sqrt(2.0 * math.pi) / math.erf(math.sqrt(2.0)))
    assert offset.mean() == pytest.approx(1.0, abs=4.0 * 0.5 / math.sqrt(n))
    assert offset.std() == pytest.approx(0.5 * cut, rel=4.0 / math.sqrt(2.0 * n))
    assert set(heading) == {math.pi / 2.0, 0.0, -1.0}
    assert np.mean(heading == 0.0) == pytest.approx(1.0 / 3.0, abs=4.0 * math.sqrt(2.0 / 9.0 / n))
    assert abs(np.corrcoef(station, offset)[0, 1]) < 4.0 / math.sqrt(n)


def test_a_value_that_is_fixed_takes_no_random_number() -> None:
    starts = make_starts(Start(station=Fixed("3 m"), offset=Fixed(1.0), heading=Fixed("90 deg")), 1, True, [])
    found, generator = np.zeros((1, 3)), np.array([7, 0], np.uint64)
    draw_many(starts.laws, starts.numbers, generator, found)
    assert found[0].tolist() == [3.0, 1.0, math.pi / 2.0]
    assert generator[1] == 0


@pytest.mark.parametrize("name", ["lane-keeping", "circuit", "drift"])
def test_places_are_those_of_the_path(name: str) -> None:
    """Points of the table are 0.5 m apart: chords cut corners of the path, whose points are p apart, by κ p 0.5/4."""
    course = load_task(name).course
    assert course is not None
    ends = 10.0 if not course.path.closed else 0.0
    stations = np.linspace(-ends, course.path.length + ends, 777)
    found = np.zeros((777, 3))
    place_each(course.table, stations, -0.7, 0.1, found)
    expected = np.array([course.place(float(s), -0.7, 0.1) for s in stations])
    sharpest = max(abs(course.path.curvature(float(s))) for s in stations)
    turn = np.angle(np.exp(1j * (found[:, 2] - expected[:, 2])))
    assert np.abs(turn).max() < 0.5 * 0.25 * sharpest + 1e-3
    apart = np.diff(course.path.stations).max()
    aside = np.hypot(*(found - expected).T[:2])
    assert aside.max() < 1.01 * sharpest * apart * 0.5 / 4.0 + 0.7 * np.abs(turn).max() + 1e-6


def test_episodes_begin_where_the_course_says() -> None:
    """Offset and heading that are drawn are the deviations that are seen at the start."""
    start = Start(speed=Fixed(20.0), station=Uniform(5.0, 700.0), offset=Fixed(0.3), heading=Fixed("2 deg"))
    env = VectorEnv(LANE.changed(start=start), 12)
    env.reset(seed=0)
    values, index = env.cars.values, env.cars.index
    np.testing.assert_allclose(values[:, index["course.lateral_deviation"]], 0.3, atol=1e-3)
    np.testing.assert_allclose(values[:, index["course.heading_deviation"]], np.radians(2.0), atol=1e-3)
    assert len(set(values[:, index["course.station"]])) == 12
    assert 5.0 <= values[:, index["course.station"]].min() < values[:, index["course.station"]].max() <= 700.1


def test_seeds_go_on_and_are_those_of_each_car() -> None:
    """Episodes after episodes differ; the same seed begins the same row of them; seeds may be given one by one."""
    env = VectorEnv(LANE, 3)
    station = env.cars.index["course.station"]
    first = [env.reset(seed=8)[0] is not None and env.cars.values[:, station].copy()]
    first += [env.reset()[0] is not None and env.cars.values[:, station].copy() for _ in range(3)]
    assert len(set(np.ravel(first))) == 12
    env.reset(seed=[10, 8, None])
    np.testing.assert_array_equal(env.cars.values[:2, station], first[0][[2, 0]])


def test_rewards_of_an_episode_do_not_depend_on_when_it_began() -> None:
    """The actions of an episode alone count: not the one that was ignored while it began."""
    same, later = (VectorEnv(LANE, 2, autoreset_mode=mode) for mode in ("SameStep", "NextStep"))
    same.reset(seed=4), later.reset(seed=4)
    actions = np.random.default_rng(2).uniform(-0.5, 0.5, (14, 2, 2))
    for action in actions[:10]:
        same.step(action), later.step(action)
    later.step(np.ones((2, 2)))
    for action in actions[10:]:
        for a, b in zip(same.step(action)[:4], later.step(action)[:4], strict=True):
            np.testing.assert_array_equal(a, b)


def test_simple_cars_stand_as_a_fleet_does() -> None:
    """On a slope that changes: position, rotation and velocity of `Fleet.place`, but for rounding."""
    start = Start(speed=Fixed(4.0), station=Fixed(31.0), offset=Fixed(-12.0), heading=Fixed("70 deg"))
    task = load_task("off-road-simple").changed(start=start, randomised={}, variants=1)
    env = VectorEnv(task, 2)
    env.reset(seed=0)
    fleet = Fleet(SIMPLE, ground=task.ground)
    fleet.place(31.0, -12.0, math.radians(70.0), 4.0)
    for name in ("position", "rotation", "velocity", "spin", "steer"):
        np.testing.assert_allclose(env.cars._fleet.bodies[name][1], fleet.bodies[name][0], atol=1e-13)
