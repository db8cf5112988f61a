"""Learn the double lane change of ISO 3888-1 by trying: proximal policy optimisation in NumPy, on full multibody cars.

    python examples/learn_lane_change.py                       learns for some minutes, and prints what it has learnt
    python examples/learn_lane_change.py --picture lane.svg    and draws the drives of policy and built-in driver

32 sedans drive side by side (`jounce.gym`, task `double-lane-change`). The policy begins as a rough follower of the
middle of the lanes, three numbers, and a network beside it that says nothing yet. The return is the time on the way,
less lateral acceleration and nearness to the cones; the built-in driver of `jounce run double-lane-change`, who learns
the course in eight attempts, is scored by the same return.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import jounce
from jounce.gym import Fixed, Start, Task, VectorEnv, load_task
from jounce.gym.environments.double_lane_change import LANES, SPEED
from jounce.gym.score import score_result

CARS = 32
LEARNING_STEP = "2 ms"
"""Integration step while learning; the drives that are compared are made with that of the task, 1 ms."""
DISCOUNT, TRACE = 0.99, 0.95
"""γ of future rewards, and λ of the advantage estimate (Schulman 2016)."""
CLIP, EPOCHS, MINIBATCH = 0.2, 8, 512
"""How far a policy may move away from the one that drove (Schulman 2017), passes over the data, samples a pass."""
WIDTH, RATE, FIRST_SPREAD = 64, 6e-4, -2.0
"""Neurons a layer, first learning rate, logarithm of the first standard deviation of the actions."""

FOLLOWER = {"course.lateral_deviation": -0.27, "course.heading_deviation": -0.88, "course.curvature_5m": 0.79}
"""Gains of the follower, by observations as the environment scales them."""


class Network:
    """Two layers of tanh and a linear one; gradients by the chain rule, steps by Adam."""

    def __init__(self, inputs: int, outputs: int, random: np.random.Generator, last: float) -> None:
        sizes = (inputs, WIDTH, WIDTH, outputs)
        scales = (1.0, 1.0, last)
        self.weights = [
            scale * random.standard_normal((a, b)) / np.sqrt(a)
            for a, b, scale in zip(sizes[:-1], sizes[1:], scales, strict=True)
        ]
        self.biases = [np.zeros(size) for size in sizes[1:]]

    @property
    def parameters(self) -> list[np.ndarray]:
        return [*self.weights, *self.biases]

    def __call__(self, x: np.ndarray) -> np.ndarray:
        return self.forward(x)[-1]

    def forward(self, x: np.ndarray) -> list[np.ndarray]:
        """The input, both hidden layers and the output, (n, …) each."""
        first = np.tanh(x @ self.weights[0] + self.biases[0])
        second = np.tanh(first @ self.weights[1] + self.biases[1])
        return [x, first, second, second @ self.weights[2] + self.biases[2]]

    def gradients(self, layers: list[np.ndarray], slope: np.ndarray) -> list[np.ndarray]:
        """Of a sum over samples, from its slope by the output (n, outputs), in the order of `parameters`."""
        weights, biases = [], []
        for i in (2, 1, 0):
            weights.append(layers[i].T @ slope)
            biases.append(slope.sum(axis=0))
            slope = (slope @ self.weights[i].T) * (1.0 - layers[i] ** 2)
        return [*weights[::-1], *biases[::-1]]


class Adam:
    """Steps of parameters down their gradients (Kingma 2014)."""

    def __init__(self, parameters: list[np.ndarray]) -> None:
        self.parameters, self.count = parameters, 0
        self.first = [np.zeros_like(p) for p in parameters]
        self.second = [np.zeros_like(p) for p in parameters]

    def step(self, gradients: list[np.ndarray], rate: float) -> None:
        length = np.sqrt(sum(float(np.sum(g * g)) for g in gradients))
        scale = min(1.0, 0.5 / (length + 1e-12))
        self.count += 1
        corrected = rate * np.sqrt(1.0 - 0.999**self.count) / (1.0 - 0.9**self.count)
        for p, m, v, g in zip(self.parameters, self.first, self.second, gradients, strict=True):
            m += 0.1 * (scale * g - m)
            v += 0.001 * ((scale * g) ** 2 - v)
            p -= corrected * m / (np.sqrt(v) + 1e-8)


@dataclass
class Agent:
    """A policy, normal with the mean of a network, and the value of a state; observations are normalised."""

    policy: Network
    critic: Network
    spread: np.ndarray
    gains: np.ndarray
    mean: np.ndarray
    square: np.ndarray
    seen: float = 1e-4

    @staticmethod
    def of(env: VectorEnv, seed: int) -> Agent:
        random = np.random.default_rng(seed)
        inputs, outputs = env.single_observation_space.shape[0], env.single_action_space.shape[0]
        policy, critic = Network(inputs, outputs, random, 0.01), Network(inputs, 1, random, 1.0)
        gains = np.array([[FOLLOWER.get(one.name, 0.0)] for one in env.task.observations])
        return Agent(policy, critic, np.full(outputs, FIRST_SPREAD), gains, np.zeros(inputs), np.ones(inputs))

    def normalise(self, observations: np.ndarray) -> np.ndarray:
        return np.clip((observations - self.mean) / np.sqrt(self.square + 1e-6), -5.0, 5.0)

    def learn_scales(self, observations: np.ndarray) -> None:
        """Mean and variance of all observations so far."""
        total = self.seen + len(observations)
        shift = observations.mean(axis=0) - self.mean
        self.square = (
            self.seen * self.square + len(observations) * observations.var(axis=0)
            + shift**2 * self.seen * len(observations) / total
        ) / total  # fmt: skip
        self.mean = self.mean + shift * len(observations) / total
        self.seen = total

    def act(self, observations: np.ndarray) -> np.ndarray:
        """The mean action: what the policy does when it does not try."""
        return np.clip(observations @ self.gains + self.policy(self.normalise(observations)), -1.0, 1.0)


def log_likelihood(actions: np.ndarray, means: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Of actions (n, k) of a normal distribution, but for a constant."""
    return -0.5 * np.sum(((actions - means) / np.exp(spread)) ** 2, axis=1) - np.sum(spread)


@dataclass
class Drives:
    """What an iteration has driven: (steps, cars, …)."""

    observations: list[np.ndarray] = field(default_factory=list)
    actions: list[np.ndarray] = field(default_factory=list)
    likelihoods: list[np.ndarray] = field(default_factory=list)
    rewards: list[np.ndarray] = field(default_factory=list)
    values: list[np.ndarray] = field(default_factory=list)
    ends: list[np.ndarray] = field(default_factory=list)
    idle: list[np.ndarray] = field(default_factory=list)
    """Steps in which a car begins anew and ignores its action."""


def collect(env: VectorEnv, agent: Agent, observations: np.ndarray, over: np.ndarray, steps: int, random) -> tuple:
    """Drive, and remember it; returns what was driven, where the cars are, and the returns of ended episodes."""
    drives, returns = Drives(), []
    for _ in range(steps):
        normal = agent.normalise(observations)
        means = observations @ agent.gains + agent.policy(normal)
        actions = means + np.exp(agent.spread) * random.standard_normal(means.shape)
        drives.observations.append(observations.copy())
        drives.actions.append(actions)
        drives.likelihoods.append(log_likelihood(actions, means, agent.spread))
        drives.values.append(agent.critic(normal)[:, 0])
        drives.idle.append(over)
        observations, rewards, terminated, truncated, info = env.step(actions)
        over = terminated | truncated
        # a drive that runs out of time goes on without us: its value stands for the rest
        after = agent.critic(agent.normalise(observations))[:, 0] if truncated.any() else 0.0
        drives.rewards.append(rewards + np.where(truncated, DISCOUNT * after, 0.0))
        drives.ends.append(over)
        if over.any():
            returns += list(info["episode_return"][over])
    return drives, observations, over, returns


def advantages_of(drives: Drives, last: np.ndarray) -> np.ndarray:
    """Generalised advantage estimate, (steps, cars); last: values after the last step."""
    values, found, ahead = [*drives.values, last], [], np.zeros_like(last)
    for n in reversed(range(len(drives.rewards))):
        goes_on = ~drives.ends[n]
        surprise = drives.rewards[n] + DISCOUNT * goes_on * values[n + 1] - values[n]
        ahead = surprise + DISCOUNT * TRACE * goes_on * ahead
        found.append(ahead)
    return np.stack(found[::-1])


def improve(agent: Agent, optimiser: Adam, drives: Drives, last: np.ndarray, rate: float, random) -> None:
    """Passes of gradient steps on the clipped objective and the squared error of the values."""
    advantages = advantages_of(drives, last)
    targets = (advantages + np.stack(drives.values)).ravel()
    used = ~np.stack(drives.idle).ravel()
    x = np.concatenate(drives.observations)
    actions, before = np.concatenate(drives.actions), np.concatenate(drives.likelihoods)
    advantages = advantages.ravel()
    advantages = (advantages - advantages[used].mean()) / (advantages[used].std() + 1e-8)
    normal = agent.normalise(x)
    places = np.flatnonzero(used)
    for _ in range(EPOCHS):
        random.shuffle(places)
        for first in range(0, len(places), MINIBATCH):
            i = places[first : first + MINIBATCH]
            layers = agent.policy.forward(normal[i])
            means = x[i] @ agent.gains + layers[-1]
            away = (actions[i] - means) / np.exp(agent.spread)
            ratio = np.exp(log_likelihood(actions[i], means, agent.spread) - before[i])
            gain = advantages[i]
            free = np.where(gain > 0.0, ratio < 1.0 + CLIP, ratio > 1.0 - CLIP)
            weight = -(gain * ratio * free)[:, None] / len(i)
            policy = agent.policy.gradients(layers, weight * away / np.exp(agent.spread))
            spread = np.sum(weight * (away**2 - 1.0), axis=0)
            values = agent.critic.forward(normal[i])
            critic = agent.critic.gradients(values, (values[-1] - targets[i, None]) / len(i))
            optimiser.step([*policy, *critic, spread], rate)
    np.clip(agent.spread, -3.5, 0.0, out=agent.spread)


def learn(task: Task, *, iterations: int, cars: int = CARS, threads: int = 2, seed: int = 1, tell=print) -> tuple:
    """An agent that has learnt a task, and the mean return of every iteration."""
    env = VectorEnv(task, cars, threads=threads, step=LEARNING_STEP, steps_per_action=task.steps_per_action // 2)
    agent, random = Agent.of(env, seed), np.random.default_rng(seed)
    optimiser = Adam([*agent.policy.parameters, *agent.critic.parameters, agent.spread])
    observations, _ = env.reset(seed=seed)
    over, history, clock = np.zeros(cars, bool), [], time.perf_counter()
    steps = min(env.limit, 200)
    for n in range(iterations):
        drives, observations, over, returns = collect(env, agent, observations, over, steps, random)
        last = agent.critic(agent.normalise(observations))[:, 0]
        improve(agent, optimiser, drives, last, RATE * (1.0 - 0.9 * n / iterations), random)
        agent.learn_scales(np.concatenate(drives.observations))
        history.append(float(np.mean(returns)) if returns else np.nan)
        if n % 10 == 9 or n == iterations - 1:
            spread = float(np.exp(agent.spread).mean())
            tell(f"{n + 1:4d}  {time.perf_counter() - clock:6.1f} s  return {history[-1]:7.3f}  spread {spread:.3f}")
    env.close()
    return agent, np.array(history)


def drive(task: Task, agent: Agent) -> tuple[dict[str, float], dict[str, np.ndarray]]:
    """One drive of the policy from the middle of the road: terms of the return, and channels over the way."""
    env = VectorEnv(task.changed(start=Start(speed=Fixed(SPEED), station=Fixed(20.0))), 1)
    observations, _ = env.reset(seed=0)
    terms: dict[str, float] = {}
    rows = []
    while True:
        rows.append(env.cars.values[0].copy())
        observations, _, terminated, truncated, info = env.step(agent.act(observations))
        for name, term in info["reward_terms"].items():
            terms[name] = terms.get(name, 0.0) + float(term[0])
        if terminated[0] or truncated[0]:
            break
    values = np.array(rows)
    return terms, {name: values[:, column] for name, column in env.cars.index.items()}


def drive_built_in(task: Task) -> tuple[dict[str, float], dict[str, np.ndarray]]:
    """The same of the built-in driver."""
    result = jounce.run("double-lane-change", vehicle="sedan", speed=SPEED)
    terms = score_result(task, result, period=task.steps_per_action * 1e-3)
    return terms, {name: result[name].values for name in task.names}


def draw(file: Path, drives: dict[str, dict[str, np.ndarray]], history: np.ndarray, yardstick: float) -> None:
    """Paths between the cones, lateral acceleration over the way, and the return over the iterations, as SVG."""
    colours = dict(zip(drives, ("#1f77b4", "#d62728"), strict=False))
    parts = []

    def curve(x, y, colour: str, box: tuple, low: tuple, high: tuple) -> None:
        left, top, width, height = box
        x, y = np.asarray(x), np.asarray(y)
        x, y = x[(x >= low[0]) & (x <= high[0])], y[(x >= low[0]) & (x <= high[0])]
        px = left + width * (x - low[0]) / (high[0] - low[0])
        py = top + height * (1.0 - (y - low[1]) / (high[1] - low[1]))
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(px, py, strict=True) if np.isfinite(b))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')

    def frame(box: tuple, title: str, low: tuple, high: tuple, across: str) -> None:
        left, top, width, height = box
        parts.append(f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#999"/>')
        parts.append(f'<text x="{left}" y="{top - 6}" font-size="13">{title}</text>')
        labels = (
            (left, top + height + 14, "start", f"{low[0]:g}"),
            (left + width, top + height + 14, "end", f"{high[0]:g} {across}"),
            (left - 6, top + height, "end", f"{low[1]:g}"),
            (left - 6, top + 10, "end", f"{high[1]:g}"),
        )
        parts.extend(
            f'<text x="{x}" y="{y}" font-size="11" text-anchor="{anchor}">{text}</text>'
            for x, y, anchor, text in labels
        )

    box, low, high = (50, 40, 640, 150), (0.0, -2.0), (175.0, 5.5)
    frame(box, "path of the centre of mass between the lanes [m]", low, high, "m")
    for section in LANES.course.sections:
        for edge in (section.left, section.right):
            curve((section.start, section.end), (edge, edge), "#444", box, low, high)
    for name, told in drives.items():
        curve(told["chassis.position_x"], told["chassis.position_y"], colours[name], box, low, high)
    box, low, high = (50, 240, 640, 130), (0.0, -6.0), (175.0, 6.0)
    frame(box, "lateral acceleration [m/s²]", low, high, "m")
    for n, (name, told) in enumerate(drives.items()):
        curve(told["chassis.position_x"], told["chassis.lateral_acceleration"], colours[name], box, low, high)
        parts.append(f'<text x="{330 + 150 * n}" y="234" font-size="13" fill="{colours[name]}">{name}</text>')
    box, low, high = (50, 420, 640, 110), (0.0, min(0.0, float(np.nanmin(history)))), (float(len(history)), 7.0)
    frame(
        box, "mean return while learning, with trials, and the return of the built-in driver", low, high, "iterations"
    )
    curve(np.arange(len(history)), history, colours["learnt policy"], box, low, high)
    curve(np.array([0, len(history)]), np.full(2, yardstick), colours["built-in driver"], box, low, high)
    body = "\n".join(parts)
    page = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 560" font-family="sans-serif">\n{body}\n</svg>\n'
    file.write_text(page, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--picture", type=Path)
    given = parser.parse_args()
    task = load_task("double-lane-change")
    built_in, his = drive_built_in(task)
    print(f"built-in driver: {sum(built_in.values()):.3f}  {built_in}")
    agent, history = learn(task, iterations=given.iterations, seed=given.seed, threads=given.threads)
    learnt, own = drive(task, agent)
    print(f"learnt policy:   {sum(learnt.values()):.3f}  {learnt}")
    if given.picture is not None:
        draw(given.picture, {"learnt policy": own, "built-in driver": his}, history, sum(built_in.values()))


if __name__ == "__main__":
    main()
