"""examples/learn_lane_change.py: its gradients against differences, and that it learns, with a small budget."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from jounce.gym import VectorEnv, load_task

FILE = Path(__file__).parents[2] / "examples" / "learn_lane_change.py"
FOLLOWS = 2.2
"""Return of the follower that the policy begins with (`drive` with an agent that has learnt nothing)."""


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("learn_lane_change", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_gradients_are_those_of_differences(example):
    random = np.random.default_rng(0)
    network = example.Network(5, 2, random, 1.0)
    x, target = random.standard_normal((7, 5)), random.standard_normal((7, 2))
    layers = network.forward(x)
    gradients = network.gradients(layers, layers[-1] - target)
    for parameter, gradient in zip(network.parameters, gradients, strict=True):
        place = tuple(random.integers(size) for size in parameter.shape)
        losses = []
        for step in (1e-6, -2e-6):
            parameter[place] += step
            losses.append(0.5 * np.sum((network(x) - target) ** 2))
        parameter[place] += 1e-6
        assert gradient[place] == pytest.approx((losses[0] - losses[1]) / 2e-6, rel=1e-6, abs=1e-8)


def test_advantages_of_a_known_chain(example):
    """Three steps, the second of which ends an episode: by hand."""
    d = example.Drives()
    d.rewards = [np.array([1.0]), np.array([2.0]), np.array([3.0])]
    d.values = [np.array([0.5]), np.array([0.25]), np.array([1.0])]
    d.ends = [np.array([False]), np.array([True]), np.array([False])]
    g, l = example.DISCOUNT, example.TRACE
    last = 3.0 + g * 2.0 - 1.0
    middle = 2.0 - 0.25
    first = 1.0 + g * 0.25 - 0.5 + g * l * middle
    np.testing.assert_allclose(example.advantages_of(d, np.array([2.0]))[:, 0], [first, middle, last])


@pytest.mark.slow
def test_it_learns(example):
    """A sixth of the iterations: better than the built-in driver, which is far better than what it begins with."""
    task = load_task("double-lane-change").changed(variants=4)
    env = VectorEnv(task, 1)
    before, _ = example.drive(task, example.Agent.of(env, seed=1))
    assert sum(before.values()) == pytest.approx(FOLLOWS, abs=0.1)
    built_in, _ = example.drive_built_in(task)
    assert sum(built_in.values()) > FOLLOWS + 2.0
    agent, history = example.learn(task, iterations=25, threads=1, tell=print)
    after, _ = example.drive(task, agent)
    print(sum(before.values()), sum(built_in.values()), sum(after.values()))
    assert sum(after.values()) > sum(built_in.values())
    assert np.nanmean(history[-3:]) > np.nanmean(history[:3])
