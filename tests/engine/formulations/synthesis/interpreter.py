"""Generated kernels run as plain Python, in a process of their own: the same source, without waiting for a compiler."""

from __future__ import annotations

import multiprocessing
import os
from dataclasses import dataclass

import numpy as np

from jounce.model.mechanism import Mechanism


@dataclass(frozen=True)
class Answer:
    """What the kernels say about states of a mechanism."""

    accelerations: np.ndarray
    """(n, nb, 6), world axes."""
    closed: np.ndarray
    """(n,) largest change of a state by closing its loops, which are closed."""
    statuses: np.ndarray
    """(n, 2) of derivative and project."""
    returned: np.ndarray
    """(n, size) world states after the way there and back."""
    rates: np.ndarray
    """(n, auxiliary states) of turns, filters, brakes, controls and tires, in the order of the world frame."""


@dataclass(frozen=True)
class Closed:
    """What `project` makes of disturbed states of a mechanism."""

    returned: np.ndarray
    """(n, size) world states."""
    statuses: np.ndarray
    """(n,)"""
    before: np.ndarray
    """(n, independent velocities) of the disturbed states."""
    after: np.ndarray


class Interpreter:
    """A worker process without a compiler."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        before = os.environ.get("NUMBA_DISABLE_JIT")
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        try:
            self.pipe, end = context.Pipe()
            self.process = context.Process(target=_serve, args=(end,), daemon=True)
            self.process.start()
        finally:
            if before is None:
                del os.environ["NUMBA_DISABLE_JIT"]
            else:
                os.environ["NUMBA_DISABLE_JIT"] = before

    def evaluate(self, mechanism: Mechanism, times: np.ndarray, states: np.ndarray, **options) -> Answer:
        """Accelerations of world states."""
        return self._ask(_answer, mechanism, times, states, options)

    def disturb(self, mechanism: Mechanism, times: np.ndarray, states: np.ndarray, size: float, **options) -> Closed:
        """Closing of the loops after a random change of all relative positions and velocities by up to `size`."""
        return self._ask(_closed, mechanism, times, states, size, options)

    def _ask(self, *question):
        self.pipe.send(question)
        answer = self.pipe.recv()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        """Stop the worker."""
        self.pipe.send(None)
        self.process.join()


def _serve(pipe) -> None:
    while (question := pipe.recv()) is not None:
        try:
            function, *arguments = question
            pipe.send(function(*arguments))
        except Exception as error:  # whatever it is, the test that asked shall see it
            pipe.send(RuntimeError(f"{type(error).__name__}: {error}"))


def _answer(mechanism: Mechanism, times: np.ndarray, states: np.ndarray, options: dict) -> Answer:
    from jounce.engine.assembly.poses import accelerations
    from jounce.engine.assembly.world_states import from_world, to_world
    from jounce.engine.formulations.synthesis import build

    system = build(mechanism, **options)
    system.model.parameters[system.generated.limit] = -np.inf  # states may lie beyond a toggle position
    y = from_world(system, states)
    returned = to_world(system, y)
    dy, closed = np.zeros_like(y), np.zeros(len(y))
    statuses = np.zeros((len(y), 2), dtype=int)
    for n, t in enumerate(times):
        statuses[n, 0] = system.module.derivative(system.model, system.work, t, y[n], dy[n])
        moved = y[n].copy()
        statuses[n, 1] = system.module.project(system.model, system.work, t, moved)
        closed[n] = np.abs(moved - y[n]).max()
    bodies = system.packed.layout.bodies
    return Answer(accelerations(system.state, bodies, y, dy), closed, statuses, returned, auxiliary_rates(system, dy))


def auxiliary_rates(system, dy: np.ndarray) -> np.ndarray:
    """Rates of all auxiliary states (n, auxiliary) in the order of the world frame, from ẏ (n, size)."""
    from jounce.engine.assembly.world_states import counted_turns

    rates = np.zeros((len(dy), system.packed.layout.auxiliary))
    for i, k in enumerate(system.state.auxiliary):
        rates[:, k] = dy[:, system.state.auxiliary_start + i]
    for k, coordinate in counted_turns(system.packed, system.state).items():
        rates[:, k] = dy[:, coordinate.position]
    return rates


def _closed(mechanism: Mechanism, times: np.ndarray, states: np.ndarray, size: float, options: dict) -> Closed:
    from jounce.engine.assembly.world_states import from_world, to_world
    from jounce.engine.formulations.synthesis import build

    system = build(mechanism, **options)
    system.model.parameters[system.generated.limit] = -np.inf  # states may lie beyond a toggle position
    layout, rng = system.state, np.random.default_rng(1)
    y = from_world(system, states)
    own = 7 if layout.free else 0, 6 if layout.free else 0
    for part in (slice(own[0], layout.auxiliary_start), slice(layout.velocity_start + own[1], None)):
        y[:, part] += rng.uniform(-size, size, y[:, part].shape)
    before = _independent_velocities(system, y)
    statuses = np.array(
        [system.module.project(system.model, system.work, t, row) for t, row in zip(times, y, strict=True)]
    )
    return Closed(to_world(system, y), statuses, before, _independent_velocities(system, y))


def _independent_velocities(system, y: np.ndarray) -> np.ndarray:
    """As the joints measure them; a universal joint's second angle only if its joint is closed, so it is left out."""
    from jounce.engine.assembly.poses import from_bodies, to_bodies

    layout, bodies = system.state, system.packed.layout.bodies
    if layout.joint is not None:
        y = from_bodies(layout.joint, bodies, to_bodies(layout, bodies, y))
    rates = [r for p in system.partitions.values() for r in p.independent if "second angle" not in r[0].name]
    return y[:, [c.velocity + i for c, i in rates]]
