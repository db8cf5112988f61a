"""Many simplified cars (`jounce.engine.single_body`) that act, step and tell their channels in one compiled call."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jounce.engine.compiler import Bound, bind
from jounce.engine.laws.ground import inside
from jounce.engine.simulate.time_grid import round_to_grid
from jounce.engine.single_body import CONTROLS, Fleet, SimpleCar
from jounce.engine.single_body.compiled.records import OK
from jounce.errors import ModelError
from jounce.findings import Finding, suggestion
from jounce.gym import simple_kernel as kernel
from jounce.gym.car_rows import pick_observations
from jounce.gym.course import NO_COURSE
from jounce.gym.course_kernel import UNKNOWN
from jounce.gym.multibody_kernel import Told
from jounce.gym.range_calls import RangeCalls, ranges
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

    def __init__(self, task: Task, count: int, *, threads: int = 1, lanes: bool = True) -> None:
        """Make the fleet, and compile what is not compiled yet; lanes: these cars have none."""
        base = task.vehicle
        assert isinstance(base, SimpleCar)
        self._check_names(task)
        self.task, self.count = task, count
        variants = [self._draw(task, base, number) for number in range(task.variants)]
        self._values = [values for _, values in variants]
        cars = [car for car, _ in variants]
        step = round_to_grid(parse_quantity(task.step, "time"))
        # as many more cars as there are variants, which are never driven, tell the numbers of all kinds
        self._fleet = Fleet([*(cars[0],) * count, *cars], ground=task.ground or "flat", step=step)
        self._fleet.cars = self._standing = list(self._fleet.cars)  # type: ignore[assignment]  # other cars may stand there
        self._kinds = self._fleet.bodies["kind"][count:].copy()
        self._cars = cars
        self.step, self.period = step, task.steps_per_action * parse_quantity(task.step, "time")
        own = task.course.columns if task.course is not None else {}
        self.index = {name: i for i, name in enumerate((*task.names, *own))}
        self.about = {name: named_channel(name, np.zeros(0)) for name in task.names}
        self.values = np.zeros((count, len(self.index)))
        self.observations = np.zeros((2, count, len(task.observations)), np.float32)
        self.outcomes = np.zeros(count, np.int64)
        self._active = np.zeros(count, np.int64)
        rows = (
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
        )
        self._told = Told(np.zeros((count, len(CHASSIS_COLUMNS))), *rows, self.values, self.observations[0])
        self._picks = pick_observations(task, self.index)
        threads = max(1, min(threads, count))
        cuts = list(ranges(0, count, threads, 1))
        self._calls = RangeCalls(lambda buffer: [self._bind(*cut, buffer) for cut in cuts], threads)

    @property
    def variant_count(self) -> int:
        """Number of variants that an episode may begin with."""
        return len(self._values)

    def begin(self, cars: np.ndarray, variants: np.ndarray, places: np.ndarray, buffer: int) -> None:
        """Put cars (k,) with the numbers of variants (k,) on the ground at places (k, 3): x, y [m], heading [rad]."""
        for i, variant, (x, y, heading) in zip(cars, variants, places, strict=True):
            self._fleet.bodies["kind"][i] = self._kinds[variant]
            self._standing[i] = self._cars[variant]
            self._fleet.place(x, y, heading, self._values[variant]["speed"], cars=[int(i)])
        self._fleet.controls[cars] = 0.0
        self.outcomes[cars] = OK
        self._told.clocks[cars], self._told.indices[cars], self._told.turns[cars] = 0, UNKNOWN, 0
        self._told.chassis[cars] = 0.0
        self._told.chassis[cars, 6] = places[:, 2]
        active = np.zeros(self.count, np.int64)
        active[cars] = 1
        self._run(active, 0, buffer)

    def drive(self, actions: np.ndarray, active: np.ndarray, buffer: int) -> None:
        """Hold actions (count, inputs) in −1 … 1, and advance active (count,) cars by the steps of an action."""
        controls = self._fleet.controls[: self.count]
        for column, action in enumerate(self.task.actions):
            value = action.low + (0.5 * (actions[:, column] + 1.0)) * (action.high - action.low)
            if action.name == PEDALS:
                controls["throttle"], controls["brake"] = np.maximum(value, 0.0), np.maximum(-value, 0.0)
            else:
                controls[action.name] = value
        self._run(active, self.task.steps_per_action, buffer)
        bodies = self._fleet.bodies[: self.count]
        self.outcomes[:] = bodies["status"]
        beyond = ~inside(self._fleet.ground, bodies["position"][:, 0], bodies["position"][:, 1])
        self.outcomes[beyond & (self.outcomes == OK)] = BEYOND

    def look(self, buffer: int) -> None:
        """Write values and observations of all cars as they are."""
        self._run(np.ones(self.count, np.int64), 0, buffer)

    def failure(self, car: int) -> str:
        """Why a car could not go on."""
        return MEANING[int(self.outcomes[car])]

    def drawn(self, variant: int) -> Mapping[str, float]:
        """What was drawn for a variant [SI]."""
        return self._values[variant]

    def arrays(self) -> tuple[np.ndarray, ...]:
        """Everything that the future of the cars depends on, each with a first axis over the cars."""
        fleet, told = self._fleet, self._told
        rows = fleet.bodies, fleet.wheels, fleet.points, fleet.controls
        own = told.chassis, told.indices, told.turns, self.values, self.outcomes
        return (*(array[: self.count] for array in rows), *own)

    def close(self) -> None:
        """End the threads."""
        self._calls.close()

    def _run(self, active: np.ndarray, steps: int, buffer: int) -> None:
        self._active[:] = active
        self._calls.run(steps, buffer)

    def _bind(self, first: int, last: int, buffer: int) -> Bound:
        """The call for a range of cars, with the number of steps free."""
        fleet, course = self._fleet, self.task.course
        places = np.array([CHASSIS_COLUMNS.index(name.removeprefix("chassis.")) for name in self.task.names], np.int64)
        moving, car = np.zeros(1, kernel.SEEN), np.zeros(1, CAR)
        car["rack"] = car["engine"] = -1
        told = self._told._replace(observations=self.observations[buffer])
        before = fleet.batch
        given = self._active, self.step
        table = course.table if course is not None else NO_COURSE
        after = np.zeros((self.count, 3)), moving, car, places, table, told, self._picks
        kernel.drive_bodies(*before, 0, 0, *given, 0.0, *after)
        return bind(kernel.drive_bodies, *before, first, last, *given, 0.0, *after, time=len(before) + 4)

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
        known = {PEDALS: (-1.0, 1.0), **CONTROLS}
        for action in task.actions:
            where = f"actions.{action.name}"
            if action.name not in known:
                findings.append(Finding(where, "no such input", action.name, f"one of {', '.join(known)}"))
            elif action.low < known[action.name][0] or action.high > known[action.name][1]:
                low, high = known[action.name]
                got = f"{action.low:g} … {action.high:g}"
                findings.append(Finding(where, "beyond the limits of the input", got, f"within {low:g} … {high:g}"))
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


BEYOND = 2
"""Outcome of a car that has left the grid of heights."""
MEANING = {1: "the state is no longer finite", BEYOND: "it has left the ground"}
