"""The adapter for Stable-Baselines3: against a stand-in of its base class, and, where it is installed, the real one."""

import importlib
import sys
import types
import warnings

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.gym import VectorEnv, load_task
from jounce.gym.stable_baselines import to_vec_env

SHORT = load_task("lane-keeping").changed(vehicle="dw18", variants=1, episode="0.1 s")


class StandIn:
    """What `VecEnv.__init__` of Stable-Baselines3 keeps, its `seed` and its `step`."""

    def __init__(self, num_envs, observation_space, action_space):
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self._seeds = [None] * num_envs
        self.render_mode = self.get_attr("render_mode")[0]

    def seed(self, seed):
        self._seeds = [seed + i for i in range(self.num_envs)]
        return self._seeds

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
    first = env.reset()
    begun = first.copy()
    np.testing.assert_array_equal(first, plain.reset(seed=3)[0])
    assert env.reset_infos == [{"variant": 0}] * 2
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
    np.testing.assert_array_equal(first, begun)  # programs keep what they are given
    assert (env.reset() != begun).any()  # a seed serves once
    with pytest.raises(InputError, match="cannot be set"):
        env.set_attr("task", None)
    env.close()


def test_without_the_library_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    with pytest.raises(ImportError, match=r"pip install 'jounce\[sb3\]'"):
        to_vec_env(SHORT, 1)


@pytest.mark.slow
def test_the_real_library_learns_on_it():
    """`make test-slow` installs it. After 8,000 steps of proximal policy optimisation an episode earns a point more
    than with random actions."""
    sb3 = pytest.importorskip("stable_baselines3")
    from stable_baselines3.common.evaluation import evaluate_policy
    from stable_baselines3.common.vec_env import VecEnv

    importlib.import_module("torch").set_num_threads(1)  # several wait for each other over small networks
    task = SHORT.changed(variants=2, episode="2 s")
    env = to_vec_env(task, 16)
    assert isinstance(env, VecEnv)
    model = sb3.PPO("MlpPolicy", env, n_steps=64, batch_size=128, seed=0, device="cpu")
    model.learn(8192)
    returns = [episode["r"] for episode in model.ep_info_buffer]
    assert model.num_timesteps == 8192
    assert {episode["l"] for episode in model.ep_info_buffer} <= set(range(1, 101))
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # such as that there is no Monitor
        learnt, _ = evaluate_policy(model, to_vec_env(task, 16), n_eval_episodes=32)
    untrained = sb3.PPO("MlpPolicy", to_vec_env(task, 16), seed=0, device="cpu")
    before, _ = evaluate_policy(untrained, untrained.get_env(), n_eval_episodes=32, deterministic=False)
    assert learnt > before + 1.0
    assert np.mean(returns[-16:]) > before


@pytest.mark.slow
def test_torch_reads_observations_in_place_and_gives_actions():
    torch = pytest.importorskip("torch")
    env = VectorEnv(SHORT, 4)
    first, _ = env.reset(seed=0)
    seen = torch.from_dlpack(first)
    assert seen.dtype == torch.float32
    assert seen.data_ptr() == first.ctypes.data
    kept = seen.clone()
    second, *_ = env.step(torch.full((4, 2), 0.5))
    assert torch.from_dlpack(second).data_ptr() == second.ctypes.data != first.ctypes.data
    assert torch.equal(seen, kept)
    env.step(torch.full((4, 2), 0.5))
    assert not torch.equal(seen, kept)  # the third observations are where the first ones were
