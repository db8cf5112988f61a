"""Operations of the generated kernels of a mechanism, kernel by kernel and stage by stage, counted by running them.

The source is the one that is compiled for production. Its comments `# positions`, `# loops` … become calls that tell
the counter where it is; that is the only change. It runs uncompiled, in a process of its own: `python -m
jounce_papers.song_2005.operations` reads a pickled question and prints the counts.
"""

from __future__ import annotations

import functools
import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from jounce.engine.assembly.poses import design_state, from_bodies, to_bodies
from jounce.engine.assembly.spanning_tree import BALL
from jounce.engine.formulations.elements import ARRAYS
from jounce.engine.formulations.synthesis import System, build
from jounce.engine.laws.forces.laws import SCALAR_FORCE, field_names
from jounce.model.mechanism import Mechanism
from jounce_papers.song_2005.counting import TALLY, CountingNumber, Numbers, OperationCounts, Place, counting_math

SOLUTION = "solution"
"""Stage of the solvers of the loops, which are functions of their own."""
AGAIN = "again"
"""Stage of all calls of a kernel but the first, which are not reported."""
SPEED, RATE, NUDGE = 15.0, 0.5, 1e-4
"""The state that is evaluated: forward speed of a free base [m/s], all velocities of the joints [m/s, rad/s], and how
far dependent coordinates are off, so that closing has something to do [m, rad]. Counts depend on it only where a kernel
chooses: a tire that touches, a stop that is hit."""

_STAGE = re.compile(r"^    # (\w+)$", flags=re.MULTILINE)
_SOLVER = re.compile(r"solve_(\d+_\d+|rows)")


def count_operations(mechanism: Mechanism, **options: Any) -> dict[Place, OperationCounts]:
    """Counts by (kernel, stage) of the first call of every kernel: one `derivative`, and one pass of closing the loops.

    options: those of `jounce.engine.formulations.synthesis.build`.
    """
    return count_each([(mechanism, options)])[0]


def count_each(questions: Sequence[tuple[Mechanism, Mapping[str, Any]]]) -> list[dict[Place, OperationCounts]]:
    """Counts as of `count_operations` for several mechanisms with their options, in one process."""
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        input=pickle.dumps(list(questions)),
        stdout=subprocess.PIPE,
        check=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    answers = json.loads(done.stdout)
    return [{(kernel, stage): OperationCounts(**numbers) for kernel, stage, numbers in answer} for answer in answers]


def run_counting(system: System) -> dict[Place, OperationCounts]:
    """Counts as of `count_operations` in this process, which must run uncompiled."""
    space = _load(system.generated.source)
    # every module a kernel may live in; this package's own numbers are what counts
    homes = [m for name, m in sys.modules.items() if name.startswith("jounce.") and not name.startswith(__package__)]
    TALLY.clear()
    with counting_math(homes):
        model, work, y = _counted(system)
        dy = Numbers(np.zeros(system.size))
        with TALLY.at(("derivative", "")):
            space["derivative"](model, work, CountingNumber(0.0), y, dy)
        y = Numbers(_moving(system, NUDGE))
        with TALLY.at(("project", "")):
            space["project"](model, work, CountingNumber(0.0), y)
    return {
        place: counts for place, counts in TALLY.counts.items() if counts != OperationCounts() and place[1] != AGAIN
    }


def _load(source: str) -> dict[str, Any]:
    """The names of the module, its functions telling the tally when they begin and end."""

    def begin(stage: str) -> None:
        kernel, now = TALLY.place
        if now != AGAIN:
            TALLY.go((kernel, stage))

    space: dict[str, Any] = {"_stage": begin}
    exec(compile(_STAGE.sub(r'    _stage("\1")', source), "counted", "exec"), space)
    for name, item in list(space.items()):
        if _SOLVER.fullmatch(name) or (getattr(item, "__globals__", None) is space and name != "_stage"):
            space[name] = _placed(name, item)
    return space


def _placed(name: str, function: Callable) -> Callable:
    """A kernel that counts under its own name, but a solver or a part under the kernel that calls it."""
    seen = False

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        nonlocal seen
        kernel, stage = TALLY.place
        if _SOLVER.fullmatch(name):
            place = (kernel, AGAIN if stage == AGAIN else SOLUTION)
        elif kernel in ("derivative", "project"):
            place, seen = (name, AGAIN if seen else ""), True
        else:
            place = (kernel, stage)
        with TALLY.at(place):
            return function(*arguments)

    return call


def _counted(system: System) -> tuple[Any, Any, Numbers]:
    """Model, work and state of run-time numbers."""
    model: Any = system.model
    scratch: Any = system.work
    records: Mapping[str, list] = {kind: [_record(r) for r in getattr(model.elements, kind)] for kind in ARRAYS}
    counted = model._replace(
        parameters=Numbers(model.parameters),
        signals=[Numbers(row) for row in model.signals],
        tables=Numbers(np.ravel(model.tables)),
        elements=model.elements._replace(**records),
    )
    work = scratch._replace(numbers=Numbers(scratch.numbers), culprit=[0.0] * 4)
    return counted, work, Numbers(_moving(system))


def _record(record: np.void) -> dict[str, Any]:
    """A force element with counted numbers; integers name things and stay what they are."""
    found: dict[str, Any] = {}
    names = field_names(record["kind"]) if record.dtype == SCALAR_FORCE else record.dtype.names or ()
    for name in names:
        value = record[name]
        if np.issubdtype(np.asarray(value).dtype, np.integer):
            found[name] = int(value)
        else:
            found[name] = Numbers(value) if np.ndim(value) else CountingNumber(value)
    return found


def _moving(system: System, nudge: float = 0.0) -> np.ndarray:
    """The design position, dependent coordinates nudged, all joints turning, the base driving, tires rolling."""
    layout = system.state.joint or system.state
    y = design_state(layout)
    wheels = {tire.body: SPEED / tire.radius for tire in system.mechanism.tires}
    if layout.free:
        y[layout.velocity_start : layout.velocity_start + 6] = [SPEED, *5 * [0.1 * RATE]]
    for c in layout.coordinates:
        y[c.velocity : c.velocity + c.rates] = wheels.get(c.body, RATE)
    for c in {c for p in system.partitions.values() for c, _ in p.dependent}:
        y[c.position + (1 if c.kind == BALL else 0)] += nudge
    if layout is system.state:
        return y
    bodies = tuple(body.name for body in system.mechanism.bodies)
    return from_bodies(system.state, bodies, to_bodies(layout, bodies, y))[0]


def _answer() -> None:
    found = [run_counting(build(mechanism, **options)) for mechanism, options in pickle.load(sys.stdin.buffer)]
    print(json.dumps([[(*place, asdict(counts)) for place, counts in answer.items()] for answer in found]))


if __name__ == "__main__":
    _answer()
