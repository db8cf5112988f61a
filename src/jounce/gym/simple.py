"""Many simplified cars (`jounce.engine.single_body`): steps, channels, rewards and episodes in one compiled call."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from gymnasium.vector import AutoresetMode

from jounce.engine.compiler import Bound, bind
from jounce.engine.laws.ground import extent
from jounce.engine.simulate.time_grid import round_to_grid
from jounce.engine.single_body import CONTROLS, Fleet, SimpleCar
from jounce.engine.single_body.compiled.records import OK
from jounce.errors import ModelError
from jounce.findings import Finding, suggestion
from jounce.gym import simple_kernel as kernel
from jounce.gym.car_rows import empty_told
from jounce.gym.course import NO_COURSE
from jounce.gym.course_kernel import UNKNOWN
from jounce.gym.episodes import Pairs, episode_rows, make_episodes, make_rules, with_value
from jounce.gym.levers import check_inputs, find_levers
from jounce.gym.range_calls import RangeCalls, ranges
from jounce.gym.start_table import make_starts
from jounce.gym.task import PEDALS, Task
from jounce.lab.results.channel_names import named_channel
from jounce.lab.results.instant_kernel import CAR, CHASSIS_COLUMNS
from jounce.schema.frozen import replace
from jounce.schema.units import parse_quantity

CHANNELS = ("time", *(f"chassis.{name}" for name in CHASSIS_COLUMNS[1:-2]))
"""Channels of a simplified car: those of its body."""


class SimpleCars:
    """`count` simplified cars of a task; see `jounce.gym.cars`."""

    level = True

    def __init__(
        self,
        task: Task,
        count: int,
        *,
        autoreset: AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        lanes: bool = True,
    ) -> None:
        """Make the fleet, and compile what is not compiled yet; lanes: these cars have none."""
        base = task.vehicle
        assert isinstance(base, SimpleCar)
        self._check_names(task)
        self.task, self.count = task, count
        variants = [self._draw(task, base, number) for number in range(task.variants)]
        self._values = [values for _, values in variants]
        self._cars = cars = [car for car, _ in variants]
        step = round_to_grid(parse_quantity(task.step, "time"))
        # as many more cars as there are variants, which are never driven: episodes begin with copies of their rows
        self._fleet = Fleet([*(cars[0],) * count, *cars], ground=task.ground or "flat", step=step)
        self.step, self.period = step, task.steps_per_action * parse_quantity(task.step, "time")
        own = task.course.columns if task.course is not None else {}
        self.index = {name: i for i, name in enumerate((*task.names, *own))}
        self.about = {name: named_channel(name, np.zeros(0)) for name in task.names}
        self.inputs = {name: unit for name, (_, _, unit) in _INPUTS.items()}
        self.values = np.zeros((count, len(self.index)))
        self.observations = np.zeros((2, count, len(task.observations)), np.float32)
        self.outcomes = np.zeros(count, np.int64)
        self.active = np.zeros(count, np.int64)
        self._told = empty_told(self.values, self.observations[0])
        self.rules = make_rules(task, self.index, self.period, autoreset)
        self.episodes = make_episodes(task, count, len(self.index))
        self._levers = find_levers(task, _INPUTS, _no_rows)
        self._rows = self._make_rows()
        self._starts = make_starts(task.start, len(cars), self.level, self._rows)
        threads = max(1, min(threads, count))
        cuts = list(ranges(0, count, threads, 1))
        self._calls = RangeCalls(lambda buffer: [self._bind(*cut, buffer) for cut in cuts], threads)

    @property
    def variant_count(self) -> int:
        """Number of variants that an episode may begin with."""
        return len(self._values)

    def run(self, mode: int, buffer: int) -> None:
        """Do with all cars what a mode of `jounce.gym.episode_kernel` says; observations go to a buffer."""
        self._calls.run(mode, buffer)

    def failure(self, car: int) -> str:
        """Why a car could not go on."""
        return MEANING[int(self.episodes.failures[car, 0])]

    def drawn(self, variant: int) -> Mapping[str, float]:
        """What was drawn for a variant [SI]."""
        return self._values[variant]

    def arrays(self) -> tuple[np.ndarray, ...]:
        """Everything that the future of the cars depends on, each with a first axis over the cars."""
        return (self.values, self.episodes.variants, self.episodes.random, *(mine for mine, _ in self._rows))

    def close(self) -> None:
        """End the threads."""
        self._calls.close()

    def _make_rows(self) -> Pairs:
        """Rows of the cars, and those of the variants, which stand at rest."""
        fleet, told, n, own = self._fleet, self._told, self.count, self.variant_count
        zeros = fleet.controls[:n], told.clocks, told.turns, told.chassis
        return [
            *((rows[:n], rows[n:].copy()) for rows in (fleet.bodies, fleet.wheels, fleet.points)),
            *(with_value(mine, own) for mine in zeros),
            with_value(self.outcomes, own, OK),
            with_value(told.indices, own, UNKNOWN),
            *episode_rows(self.episodes, own),
        ]

    def _bind(self, first: int, last: int, buffer: int) -> Bound:
        """The call for a range of cars, with the mode free."""
        fleet, course = self._fleet, self.task.course
        places = np.array([CHASSIS_COLUMNS.index(name.removeprefix("chassis.")) for name in self.task.names], np.int64)
        moving, car = np.zeros(1, kernel.SEEN), np.zeros(1, CAR)
        car["rack"] = car["engine"] = -1
        told = self._told._replace(observations=self.observations[buffer])
        stands = kernel.Stands(
            np.array([one.height for one in self._cars]),
            np.array([values["speed"] for values in self._values]),
            np.array(extent(fleet.ground) or (-np.inf, np.inf, -np.inf, np.inf)),
        )
        table = course.table if course is not None else NO_COURSE
        seen = self.outcomes, np.zeros((self.count, 3)), moving, car, places, table, told
        episodes = self._levers, self.episodes, self.rules, self._starts, stands
        given = self.active, self.step, self.task.steps_per_action, *seen, *episodes
        kernel.drive_bodies(*fleet.batch, 0, 0, *given, 0.0)
        return bind(kernel.drive_bodies, *fleet.batch, first, last, *given, 0.0, time=len(fleet.batch) + 2 + len(given))

    @staticmethod
    def _draw(task: Task, base: SimpleCar, number: int) -> tuple[SimpleCar, dict[str, float]]:
        """A variant: the car with its numbers, and what was drawn."""
        random = np.random.default_rng([task.variants_seed, number])
        values = {path: one.draw(random) for path, one in task.randomised.items()}
        speed = task.start.speed.draw(random)
        return (replace(base, **values) if values else base), {**values, "speed": speed}

    @staticmethod
    def _check_names(task: Task) -> None:
        """Raise ModelError for channels, inputs and numbers that a simplified car does not have."""
        findings = [
            Finding("channels", "no such channel", name, f"one of {', '.join(CHANNELS)}", suggestion(name, CHANNELS))
            for name in task.names
            if name not in CHANNELS
        ]
        findings += check_inputs(task, _INPUTS)
        fields = SimpleCar.model_fields
        findings += [
            Finding(
                f"randomised.{path}", "no such number", path, f"one of {', '.join(fields)}", suggestion(path, fields)
            )
            for path in task.randomised
            if path not in fields
        ]
        if findings:
            raise ModelError(findings, f"the task {task.name}")


_INPUTS = {PEDALS: (-1.0, 1.0, "1"), **{name: (*limits, "1") for name, limits in CONTROLS.items()}}


def _no_rows(name: str) -> tuple[list[int], float]:
    """Simplified cars have no inputs beside their controls."""
    raise AssertionError(name)


MEANING = {1: "the state is no longer finite", kernel.BEYOND: "it has left the ground"}
