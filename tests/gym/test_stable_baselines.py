"""The adapter for Stable-Baselines3: against a stand-in of its base class, and, where it is installed, the real one."""

import sys
import types

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.gym import VectorEnv, load_task
from jounce.gym.stable_baselines import to_vec_env

SHORT = load_task("lane-keeping").changed(vehicle="dw18", variants=1, episode="0.1 s")


class StandIn:
    """What `VecEnv.__init__` of Stable-Baselines3 keeps, and its `step`."""

    def __init__(self, num_envs, observation_space, action_space):
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space

    def step(self, actions):
        self.step_async(actions)
        return self.step_wait()


@pytest.fixture
def stand_in(monkeypatch):
    module = types.ModuleType("stable_baselines3.common.vec_env")
    module.VecEnv = StandIn
    for name in ("stable_baselines3", "stable_baselines3.common"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, "stable_baselines3.common.vec_env", module)


@pytest.mark.usefixtures("stand_in")
def test_episodes_end_with_what_the_library_expects():
    env, plain = to_vec_env(SHORT, 2), VectorEnv(SHORT, 2, autoreset_mode="SameStep")
    assert env.seed(3) == [3, 4]
    np.testing.assert_array_equal(env.reset(), plain.reset(seed=3)[0])
    for _ in range(4):
        observations, rewards, over, infos = env.step(np.full((2, 2), 0.1))
        expected = plain.step(np.full((2, 2), 0.1))
        np.testing.assert_array_equal(observations, expected[0])
        assert infos == [{}, {}]
    observations, rewards, over, infos = env.step(np.full((2, 2), 0.1))
    assert over.all()
    assert rewards.dtype == np.float32
    assert [info["TimeLimit.truncated"] for info in infos] == [True, True]
    assert [info["episode"]["l"] for info in infos] == [5, 5]
    assert (infos[0]["terminal_observation"] != observations[0]).any()
    assert env.get_attr("render_mode") == [None, None]
    assert env.env_is_wrapped(object, [0]) == [False]
    with pytest.raises(InputError, match="cannot be set"):
        env.set_attr("task", None)
    env.close()


def test_without_the_library_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    with pytest.raises(ImportError, match="pip install stable-baselines3"):
        to_vec_env(SHORT, 1)


@pytest.mark.slow
def test_the_real_library_learns_on_it():
    sb3 = pytest.importorskip("stable_baselines3")
    env = to_vec_env(SHORT.changed(episode="1 s"), 8)
    model = sb3.PPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=2, seed=0, device="cpu")
    model.learn(512)
    assert model.num_timesteps >= 512
