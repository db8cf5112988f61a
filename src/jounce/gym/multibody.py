"""Many multibody cars of one topology that act, step and tell their channels in one compiled call."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.engine.compiler import Bound, bind
from jounce.engine.compiler.native import lanes as register_lanes
from jounce.engine.formulations import status
from jounce.engine.integrators import progress
from jounce.engine.integrators.jacobian_schedule import JacobianSchedule
from jounce.engine.laws.forces.signal import CONSTANT, VALUE
from jounce.engine.linalg.quaternion import multiply
from jounce.engine.simulate.batch import many_methods, many_models, many_works
from jounce.engine.simulate.lanes import allocate_lanes, runs_in_lanes
from jounce.errors import ModelError
from jounce.findings import Finding, suggestion
from jounce.gym import multibody_kernel as kernel
from jounce.gym.car_rows import cockpits_of, looks_of, pairs, pick_observations, with_rows
from jounce.gym.course import NO_COURSE
from jounce.gym.course_kernel import UNKNOWN
from jounce.gym.range_calls import RangeCalls, ranges
from jounce.gym.task import PEDALS, Task
from jounce.gym.variants import draw_variants, is_level
from jounce.lab.cockpit.actuation_kernel import HELD
from jounce.lab.cockpit.controls import LIMITS
from jounce.lab.results.instant_channels import no_such_channel
from jounce.lab.results.instant_kernel import CHASSIS_COLUMNS, WHEEL_COLUMNS
from jounce.lab.simulation.inputs import list_inputs
from jounce.model.vehicle import RACK_TRAVEL, STEERING_WHEEL_ANGLE


class MultibodyCars:
    """`count` cars of a task.

    values (count, names): channels and columns of the course at this instant [SI]; observations (2, count, m) float32:
    two buffers, of which `drive` and `begin` write the chosen one; outcomes (count,): status of every car.
    """

    def __init__(self, task: Task, count: int, *, threads: int = 1, lanes: bool = True) -> None:
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
        self._allocate(method)
        self._inputs = self._find_inputs()
        self._picks = pick_observations(task, self.index)
        self._threads = max(1, min(threads, -(-count // register_lanes())))
        self._looks = looks_of(self._kinds)
        self._calls = RangeCalls(lambda buffer: self._bind(buffer, lanes), self._threads)

    # ------------------------------------------------------------------------------------------------ driving

    @property
    def variant_count(self) -> int:
        """Number of variants that an episode may begin with."""
        return len(self._variants)

    def begin(self, cars: np.ndarray, variants: np.ndarray, places: np.ndarray, buffer: int) -> None:
        """Put cars (k,) at the start of variants (k,), on level ground at places (k, 3): x, y [m] and heading [rad]."""
        for mine, pool in self._rows:
            mine[cars] = pool[variants]
        self._scratch[cars], self._records[cars], self.outcomes[cars] = 0.0, 0.0, status.OK
        self._told.clocks[cars], self._told.indices[cars], self._told.turns[cars] = 0, UNKNOWN, 0
        self._told.chassis[cars] = 0.0
        self._told.chassis[cars, kernel.CHASSIS_YAW] = places[:, 2]
        if self.level:
            for i, (x, y, heading) in zip(cars, places, strict=True):
                _move(self._y[i], x, y, heading)
        active = np.zeros(self.count, np.int64)
        active[cars] = 1
        self._run(active, 0, buffer)

    def drive(self, actions: np.ndarray, active: np.ndarray, buffer: int) -> None:
        """Hold actions (count, inputs) in −1 … 1, and advance active (count,) cars by the steps of an action."""
        for column, action in enumerate(self.task.actions):
            value = action.low + (0.5 * (actions[:, column] + 1.0)) * (action.high - action.low)
            self._hold(action.name, value)
        self._run(active, self.task.steps_per_action, buffer)

    def look(self, buffer: int) -> None:
        """Write values and observations of all cars as they are."""
        self._run(np.ones(self.count, np.int64), 0, buffer)

    def failure(self, car: int) -> str:
        """Why a car could not go on."""
        outcome, joint = int(self.outcomes[car]), ""
        if outcome in (status.SINGULAR, status.LOOP_OPEN, status.INCONSISTENT):
            joint = f"; joint {self._system.layout.joint_name(int(self._records[car, progress.CULPRIT]))}"
        return f"{status.MEANING[outcome]}{joint}"

    def drawn(self, variant: int) -> Mapping[str, float]:
        """What was drawn for a variant [SI]."""
        return self._variants[variant].values

    def arrays(self) -> tuple[np.ndarray, ...]:
        """Everything that the future of the cars depends on, each with a first axis over the cars."""
        told = self._told
        own = told.chassis, told.kinds, told.clocks, told.indices, told.turns, self.values
        rows = (mine for mine, _ in self._rows)
        return (self._scratch, self._records, self.outcomes, *own, *rows)

    def close(self) -> None:
        """End the threads."""
        self._calls.close()

    def _run(self, active: np.ndarray, steps: int, buffer: int) -> None:
        """So many steps of the cars that are active, and a look at them."""
        self._active[:] = active
        self._calls.run(steps, buffer)

    def _hold(self, name: str, value: np.ndarray) -> None:
        controls = self._cockpits.controls
        if name == PEDALS:
            controls["throttle"], controls["brake"] = np.maximum(value, 0.0), np.maximum(-value, 0.0)
        elif name in LIMITS:
            controls[name] = value
        else:
            rows, factor = self._inputs[name]
            self._models.signals[:, rows, VALUE] = factor * value[:, None]

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
        self._active = np.zeros(n, np.int64)
        self.values = np.zeros((n, len(self.index)))
        self.observations = np.zeros((2, n, len(self.task.observations)), np.float32)
        rows = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
        self._told = kernel.Told(np.zeros((n, len(CHASSIS_COLUMNS))), *rows, self.values, self.observations[0])
        numbers = np.array([one.kind for one in variants])
        own = (
            *pairs(self._models, models),
            *pairs(self._works, works),
            *pairs(self._methods, methods, JacobianSchedule),
            *pairs(self._cockpits, cockpits),
        )
        self._rows = [(self._y, starts), (self._told.kinds, numbers), *own]

    def _find_inputs(self) -> dict[str, tuple[list[int], float]]:
        """Rows of the signal table and a factor for every direct input that an action moves, which the cockpit leaves
        alone then; raises ModelError for inputs that there are not, and for ranges that they do not have."""
        known, findings, found = self._known_inputs(), [], {}
        for action in self.task.actions:
            if action.name not in known:
                hint = suggestion(action.name, known)
                expected = f"one of {', '.join(known)}"
                findings.append(Finding(f"actions.{action.name}", "no such input", action.name, expected, hint))
                continue
            low, high, unit = known[action.name]
            if action.low < low or action.high > high:
                got, expected = f"{action.low:g} … {action.high:g}", f"within {low:g} … {high:g} {unit}".rstrip(" 1")
                findings.append(Finding(f"actions.{action.name}", "beyond the limits of the input", got, expected))
            elif action.name not in (PEDALS, *LIMITS):
                found[action.name] = self._direct_rows(action.name)
        if findings:
            raise ModelError(findings, f"the task {self.task.name}")
        held = [row for rows, _ in found.values() for row in rows]
        pool = self._rows_of(self._cockpits.actuators)
        pool["role"][np.isin(pool["row"], held)] = HELD
        kinds = self._rows_of(self._models.signals)
        kinds[:, held, 0] = CONSTANT
        return found

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
            calls.append(self._bind_range(kernel.drive_lanes, first, last, buffer, (allocate_lanes(self._system),)))
        for first, last in ranges(split, self.count, self._threads, 1):
            calls.append(self._bind_range(kernel.drive_alone, first, last, buffer, ()))
        return calls

    def _bind_range(self, entry: Any, first: int, last: int, buffer: int, lanes: tuple) -> Bound:
        tree, scratch = self._tree_and_scratch()
        course = self.task.course.table if self.task.course is not None else NO_COURSE
        told = self._told._replace(observations=self.observations[buffer])
        system = self._system
        before = system.derivative, system.project, self._models, self._works, self._methods, *lanes, self._cockpits
        arrays = self._active, self._y, self._scratch, self._records, self.step
        after = self.outcomes, self._looks, tree, scratch, course, told, self._picks
        entry(*before, 0, 0, *arrays, 0.0, *after)
        return bind(entry, *before, first, last, *arrays, 0.0, *after, time=len(before) + 2 + len(arrays))

    def _tree_and_scratch(self) -> tuple[kernel.Tree, kernel.Scratch]:
        """What all kinds of cars share, and memory of its own for a range of cars."""
        channels = self._kinds[0].channels
        assert channels.tree_arguments is not None, "generated kernels are on a tree"
        _, _, base, _, velocity, sources, _, frames, world = channels.tree_arguments
        plan = channels.plan[[channels.index[name] for name in self.task.names]]
        order = np.array(self._system.contact_order, np.int64)
        seen = channels.seen
        scratch = kernel.Scratch(
            frames.copy(),
            world.copy(),
            np.zeros(self._system.size),
            seen.bodies.copy(),
            seen.contacts.copy(),
            seen.forces.copy(),
            seen.measure_states.copy(),
            np.zeros((len(channels.design), len(WHEEL_COLUMNS))),
        )
        return kernel.Tree(base, velocity, sources, order, plan), scratch


def _move(state: np.ndarray, x: float, y: float, heading: float) -> None:
    """Turn a state about the world's vertical axis, and move it: on level ground nothing else changes."""
    if x == 0.0 and y == 0.0 and heading == 0.0:
        return
    c, s = math.cos(heading), math.sin(heading)
    state[0], state[1] = x + c * state[0] - s * state[1], y + s * state[0] + c * state[1]
    state[3:7] = multiply((math.cos(0.5 * heading), 0.0, 0.0, math.sin(0.5 * heading)), tuple(state[3:7]))
