"""Many multibody cars of one topology: steps, channels, rewards, ends and new episodes in one compiled call."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from jounce.engine.compiler import Bound, bind
from jounce.engine.compiler.native import lanes as register_lanes
from jounce.engine.formulations import status
from jounce.engine.integrators import progress
from jounce.engine.integrators.jacobian_schedule import JacobianSchedule
from jounce.engine.laws.forces.signal import CONSTANT
from jounce.engine.simulate.batch import many_methods, many_models, many_works
from jounce.engine.simulate.lanes import allocate_lanes, runs_in_lanes
from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.gym import multibody_kernel
from jounce.gym.car_rows import cockpits_of, empty_told, looks_of, pairs, tree_and_scratch, with_rows
from jounce.gym.course import NO_COURSE
from jounce.gym.course_kernel import UNKNOWN
from jounce.gym.episodes import Pairs, episode_rows, make_episodes, make_rules, with_value
from jounce.gym.lever_kernel import DIRECT_LEVER
from jounce.gym.levers import find_levers
from jounce.gym.range_calls import RangeCalls, ranges
from jounce.gym.start_table import make_starts
from jounce.gym.task import PEDALS, Task
from jounce.gym.variants import draw_variants, is_level
from jounce.lab.cockpit.actuation_kernel import HELD
from jounce.lab.results.instant_channels import no_such_channel
from jounce.lab.simulation.inputs import list_inputs
from jounce.model.vehicle import RACK_TRAVEL, STEERING_WHEEL_ANGLE


class MultibodyCars:
    """`count` cars of a task; see `jounce.gym.cars`."""

    def __init__(
        self,
        task: Task,
        count: int,
        *,
        autoreset: AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        lanes: bool = True,
    ) -> None:
        """Draw and settle the variants, allocate everything, and compile what is not compiled yet."""
        self.task, self.count = task, count
        self._variants, self._kinds = draw_variants(task)
        first = self._variants[0]
        self._system: Any = first.ready.system
        method: Any = first.ready.method
        self.step, self.period = method.step, task.steps_per_action * (first.ready.nominal_step or method.step)
        self.level = is_level(task)
        self.index = self._name_columns()
        self.about = {name: self._kinds[0].channels.about[name] for name in task.names}
        self.rules = make_rules(task, self.index, self.period, autoreset)
        self._allocate(method)
        self._levers = self._find_inputs()
        self._starts = make_starts(task.start, len(self._variants), self.level, self._rows)
        self._threads = max(1, min(threads, -(-count // register_lanes())))
        self._looks = looks_of(self._kinds)
        self._calls = RangeCalls(lambda buffer: self._bind(buffer, lanes), self._threads)

    # ------------------------------------------------------------------------------------------------ driving

    @property
    def variant_count(self) -> int:
        """Number of variants that an episode may begin with."""
        return len(self._variants)

    def run(self, mode: int, buffer: int) -> None:
        """Do with all cars what a mode of `jounce.gym.episode_kernel` says; observations go to a buffer."""
        self._calls.run(mode, buffer)

    def failure(self, car: int) -> str:
        """Why a car could not go on."""
        outcome, joint = map(int, self.episodes.failures[car])
        if outcome in (status.SINGULAR, status.LOOP_OPEN, status.INCONSISTENT):
            return f"{status.MEANING[outcome]}; joint {self._system.layout.joint_name(joint)}"
        return status.MEANING[outcome]

    def drawn(self, variant: int) -> Mapping[str, float]:
        """What was drawn for a variant [SI]."""
        return self._variants[variant].values

    def evaluations_per_step(self) -> float:
        """Evaluations of the equations of motion in a step, the mean of the episodes so far; NaN where all have just
        begun."""
        evaluations, steps = self._records[:, [progress.EVALUATIONS, progress.STEPS]].sum(axis=0)
        return float(evaluations / steps) if steps > 0.0 else math.nan

    def arrays(self) -> tuple[np.ndarray, ...]:
        """Everything that the future of the cars depends on, each with a first axis over the cars."""
        return (self.values, self.episodes.variants, self.episodes.random, *(mine for mine, _ in self._rows))

    def close(self) -> None:
        """End the threads."""
        self._calls.close()

    # ------------------------------------------------------------------------------------------------ memory

    def _name_columns(self) -> dict[str, int]:
        """Name → column of the values; raises ModelError for channels that the car does not have."""
        known = self._kinds[0].channels.index
        findings = [
            Finding("channels", "no such channel", name, hint=no_such_channel(name, known))
            for name in self.task.names
            if name not in known
        ]
        if findings:
            raise ModelError(findings, f"the task {self.task.name}")
        own = self.task.course.columns if self.task.course is not None else {}
        return {name: i for i, name in enumerate((*self.task.names, *own))}

    def _allocate(self, method: Any) -> None:
        """Rows of every car, and the rows of the variants that they are copied from."""
        n, size, variants, kinds = self.count, self._system.size, self._variants, self._kinds
        systems = [one.ready.system for one in variants]
        models, works = many_models([s.model for s in systems]), many_works([s.work for s in systems])
        methods: Any = variants[0].method
        if any(isinstance(value, JacobianSchedule) for value in methods):
            methods = many_methods([one.method for one in variants])
        cockpits = cockpits_of(variants, kinds)
        starts = np.array([one.ready.start for one in variants])
        self._y = np.zeros((n, size))
        self._models, self._works = with_rows(models, n), with_rows(works, n)
        self._methods, self._cockpits = with_rows(methods, n, JacobianSchedule), with_rows(cockpits, n)
        self._scratch = np.zeros((n, *method.scratch(size).shape))
        self._records, self.outcomes = np.zeros((n, progress.LENGTH)), np.zeros(n, np.int64)
        self.active = np.zeros(n, np.int64)
        self.values = np.zeros((n, len(self.index)))
        self.observations = np.zeros((2, n, len(self.task.observations)), np.float32)
        self._told = empty_told(self.values, self.observations[0])
        self.episodes = make_episodes(self.task, n, len(self.index))
        told, own = self._told, len(variants)
        self._rows: Pairs = [
            (self._y, starts),
            (told.kinds, np.array([one.kind for one in variants])),
            *pairs(self._models, models),
            *pairs(self._works, works),
            *pairs(self._methods, methods, JacobianSchedule),
            *pairs(self._cockpits, cockpits),
            *(with_value(mine, own) for mine in (self._scratch, self._records, told.clocks, told.turns, told.chassis)),
            with_value(self.outcomes, own, status.OK),
            with_value(told.indices, own, UNKNOWN),
            *episode_rows(self.episodes, own),
        ]

    def _find_inputs(self) -> np.ndarray:
        """What every action moves; the cockpit leaves direct inputs alone then. Raises ModelError for inputs that there
        are not, and for ranges that they do not have."""
        known = self._known_inputs()
        self.inputs = {name: unit for name, (_, _, unit) in known.items()}
        levers = find_levers(self.task, known, self._direct_rows)
        held = levers["row"][levers["kind"] == DIRECT_LEVER]
        roles = self._rows_of(self._cockpits.actuators)
        roles["role"][np.isin(roles["row"], held)] = HELD
        self._rows_of(self._models.signals)[:, held, 0] = CONSTANT
        return levers

    def _rows_of(self, mine: np.ndarray) -> np.ndarray:
        """The rows of the variants behind an array of the cars."""
        return next(pool for own, pool in self._rows if own is mine)

    def _known_inputs(self) -> dict[str, tuple[float, float, str]]:
        kind = self._kinds[0]
        known = list_inputs(kind.car, self._system, kind.actuators)
        inputs = {one.name: (one.minimum, one.maximum, one.unit) for one in known}
        inputs.pop("gear", None)
        return {PEDALS: (-1.0, 1.0, "1"), **inputs}

    def _direct_rows(self, name: str) -> tuple[list[int], float]:
        car, inputs = self._kinds[0].car, self._system.layout.inputs
        if name == STEERING_WHEEL_ANGLE and car.steering is not None:
            return list(inputs[RACK_TRAVEL]), car.steering.ratio
        return list(inputs[name]), 1.0

    # ------------------------------------------------------------------------------------------------ compiled calls

    def _bind(self, buffer: int, lanes: bool) -> list[Bound]:
        """Calls with the number of steps free, over ranges of cars that together are all."""
        wide = register_lanes()
        together = lanes and runs_in_lanes(self._system, self._methods)
        rest = self.count % wide if together else self.count
        split = self.count - rest if 2 * rest <= wide else self.count  # few cars are faster one by one
        split = split if together else 0
        calls = []
        for first, last in ranges(0, split, self._threads, wide):
            calls.append(
                self._bind_range(multibody_kernel.drive_lanes, first, last, buffer, (allocate_lanes(self._system),))
            )
        for first, last in ranges(split, self.count, self._threads, 1):
            calls.append(self._bind_range(multibody_kernel.drive_alone, first, last, buffer, ()))
        return calls

    def _bind_range(self, entry: Any, first: int, last: int, buffer: int, lanes: tuple) -> Bound:
        tree, scratch = tree_and_scratch(self._kinds[0], self._system, self.task.names)
        course = self.task.course.table if self.task.course is not None else NO_COURSE
        told = self._told._replace(observations=self.observations[buffer])
        system = self._system
        before = system.derivative, system.project, self._models, self._works, self._methods, *lanes, self._cockpits
        arrays = self.active, self._y, self._scratch, self._records, self.step, self.task.steps_per_action
        seen = self.outcomes, self._looks, tree, scratch, course, told
        given = *arrays, *seen, self._levers, self.episodes, self.rules, self._starts
        entry(*before, 0, 0, *given, 0.0)
        return bind(entry, *before, first, last, *given, 0.0, time=len(before) + 2 + len(given))
