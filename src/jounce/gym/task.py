"""An environment as data: the car, what is seen of it and done to it, and what is good.

    lane = Task(
        name="lane-keeping", vehicle="sedan", …,
        observations=(Observation("chassis.yaw_rate", 1.0), …),
        actions=(Action("steer", -0.3, 0.3),),
        rewards=(Reward("progress", 1.0, lambda seen: seen["chassis.speed"] * seen.period), …),
        terminations=(Termination("off the road", lambda seen: np.abs(seen["course.lateral_deviation"]) > 1.75),),
    )

Functions get a `Seen` and work on arrays with a number for every car: NumPy, no loop over cars.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jounce.engine.single_body import SimpleCar
from jounce.errors import InputError, ModelError
from jounce.findings import Finding, suggestion
from jounce.gym.course import Course
from jounce.gym.distributions import Distribution, Fixed
from jounce.model.vehicle import Vehicle

PEDALS = "pedals"
"""The action that is both pedals: above 0 the throttle, below 0 the brake."""


@dataclass(frozen=True, eq=False)
class Seen:
    """What functions of a task work on: `seen["chassis.speed"]` is a channel of all cars, or a column of the course.

    values (cars, names): channels after the action [SI], before: those before it; action, last_action (cars, actions):
    in −1 … 1; period: time that an action lasts [s]; elapsed (cars,): time since the start of the episode [s].
    """

    values: np.ndarray
    index: Mapping[str, int]
    before: np.ndarray
    action: np.ndarray
    last_action: np.ndarray
    period: float
    elapsed: np.ndarray

    def __getitem__(self, name: str) -> np.ndarray:
        """A channel of all cars, (cars,), after the action."""
        return self.values[:, self._place(name)]

    def change(self, name: str) -> np.ndarray:
        """By how much a channel has changed with the action, (cars,)."""
        place = self._place(name)
        return self.values[:, place] - self.before[:, place]

    def _place(self, name: str) -> int:
        try:
            return self.index[name]
        except KeyError:
            hint = suggestion(name, self.index) or f"one of {', '.join(self.index)}"
            raise KeyError(
                f"no channel {name!r} in this environment; add it to `channels` of the task; {hint}"
            ) from None


Function = Callable[[Seen], np.ndarray]


@dataclass(frozen=True)
class Observation:
    """A channel divided by a scale of its unit, so that usual values are about ±1; or a function of what is seen, with
    a unit of its own."""

    name: str
    scale: float = 1.0
    function: Function | None = None
    unit: str = "1"


@dataclass(frozen=True)
class Action:
    """An input that −1 … 1 moves from `low` to `high` in its unit: `steer`, `throttle`, `brake` and `handbrake` of the
    cockpit, `pedals`, or a direct input such as `steering_wheel_angle` or `damper_force_fl`."""

    name: str
    low: float = -1.0
    high: float = 1.0


@dataclass(frozen=True)
class Reward:
    """A named term of the reward: weight × function(seen). Terms are logged in `info["reward_terms"]`."""

    name: str
    weight: float
    function: Function


@dataclass(frozen=True)
class Termination:
    """A named end of an episode where function(seen) is true, and what it adds to the reward."""

    name: str
    function: Function
    reward: float = 0.0


@dataclass(frozen=True)
class Start:
    """How an episode begins: rolling at a speed [m/s], at a station of the course [m], `offset` to its left [m] and
    turned against it [rad]; without a course these are x, y and heading."""

    speed: Distribution = field(default_factory=lambda: Fixed(0.0))
    station: Distribution = field(default_factory=lambda: Fixed(0.0))
    offset: Distribution = field(default_factory=lambda: Fixed(0.0))
    heading: Distribution = field(default_factory=lambda: Fixed(0.0))


@dataclass(frozen=True, eq=False)
class Task:
    """Everything about an environment; `changed` gives another one."""

    name: str
    about: str
    vehicle: str | Vehicle | SimpleCar
    observations: tuple[Observation, ...]
    actions: tuple[Action, ...]
    rewards: tuple[Reward, ...]
    terminations: tuple[Termination, ...] = ()
    ground: str | tuple | None = None
    course: Course | None = None
    start: Start = field(default_factory=Start)
    hold_speed: bool = False
    """Whether the powertrain holds the speed of the start by itself."""
    integrator: str = "chord"
    tolerance: float = 1e-6
    """Largest correction that the iterations of `chord` leave, relative to 1 + the velocity [SI]. With steps of 1 ms it
    moves channels by some hundredths of what the steps are off by, at half of the iterations of 1e-10."""
    step: float | str = "1 ms"
    steps_per_action: int = 20
    episode: float | str = "10 s"
    """Time after which an episode is truncated."""
    channels: tuple[str, ...] = ()
    """Channels that rewards and terminations read, beside those that are observed."""
    randomised: Mapping[str, Distribution] = field(default_factory=dict)
    """Dotted path of the vehicle → distribution of its value."""
    variants: int = 16
    """Cars and starts that are drawn and settled when the environment is made; each episode begins with one of them."""
    variants_seed: int = 0
    failure_reward: float = 0.0
    """What a car gets whose equations could not be integrated any further."""

    def changed(self, **fields: Any) -> Task:
        """The task with other fields; raises InputError for unknown ones."""
        unknown = [name for name in fields if name not in self.__dataclass_fields__]
        if unknown:
            hint = suggestion(unknown[0], self.__dataclass_fields__)
            raise InputError("no such field of a task", unknown[0], ", ".join(self.__dataclass_fields__), hint)
        return replace(self, **fields)

    @property
    def names(self) -> tuple[str, ...]:
        """All channels that are looked at, in order, without those of the course."""
        own = self.course.columns if self.course is not None else {}
        wanted = [one.name for one in self.observations if one.function is None] + list(self.channels)
        return tuple(dict.fromkeys(name for name in wanted if name not in own))


def check_task(task: Task) -> None:
    """Raise ModelError with everything in a task that cannot be, before anything is built."""
    findings = []
    for kind, things in (("observations", task.observations), ("actions", task.actions), ("rewards", task.rewards)):
        if not things:
            findings.append(Finding(kind, "none", expected="one or more"))
        findings += _twice(kind, [one.name for one in things])
    findings += _twice("terminations", [one.name for one in task.terminations])
    for one in task.observations:
        if not (np.isfinite(one.scale) and one.scale > 0.0):
            findings.append(Finding(f"observations.{one.name}.scale", "not a scale", f"{one.scale!r}", "above 0"))
    for action in task.actions:
        if not (np.isfinite([action.low, action.high]).all() and action.low < action.high):
            got = f"{action.low!r} … {action.high!r}"
            findings.append(Finding(f"actions.{action.name}", "not a range", got, "low below high, both finite"))
    names = [action.name for action in task.actions]
    if PEDALS in names and {"throttle", "brake"} & set(names):
        findings.append(Finding("actions", "pedals beside throttle or brake", ", ".join(names), "one or the other"))
    for name, number in (("steps_per_action", task.steps_per_action), ("variants", task.variants)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            findings.append(Finding(name, "not a count", f"{number!r}", "1 or more"))
    if findings:
        raise ModelError(findings, f"the task {task.name}")


def _twice(kind: str, names: Sequence[str]) -> list[Finding]:
    """Names that stand twice in a list."""
    return [Finding(kind, "twice", name) for name in dict.fromkeys(names) if names.count(name) > 1]
