"""Operations of the generated kernels of a mechanism, kernel by kernel and stage by stage, counted on their record.

The record (`jounce.engine.tracing`) is what machine code is made from: equal operations stand there once, products with
0 and ±1 and sums with 0 not at all. Comments `# positions`, `# loops` … of the generated source become calls that note
where in the record a stage begins; that is the only change. What a function does that kernels call, a solver of loops
or a part of a long kernel, counts under the kernel.

The dense solver of many equations skips multipliers that are zero, and is no straight line: it is run on numbers that
count, with the matrix that the record makes of a state.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from jounce.engine.assembly.poses import design_state, from_bodies, to_bodies
from jounce.engine.assembly.spanning_tree import BALL
from jounce.engine.compiler.boxes import LABEL
from jounce.engine.formulations.synthesis import System, build
from jounce.engine.formulations.synthesis.base_equation import solve_rows
from jounce.engine.formulations.synthesis.module import load_module
from jounce.engine.formulations.synthesis.traced import record_module
from jounce.engine.tracing import Program, Tracer
from jounce.engine.tracing.evaluate import Evaluation
from jounce.engine.tracing.record import Op
from jounce.model.mechanism import Mechanism
from jounce_papers.song_2005.counting import OperationCounts, Place, count_call

SOLUTION = "solution"
"""Stage of the solvers of the loops, which are functions of their own."""
SPEED, RATE = 15.0, 0.5
"""The state whose equations are solved: forward speed of a free base [m/s], all velocities of joints [m/s, rad/s].
Counts depend on it only in the dense solver, and there only on what is zero."""

_STAGE = re.compile(r"^    # (\w+)$", flags=re.MULTILINE)
_SOLVER = re.compile(r"solve_(\d+_\d+|rows)")
_HEAD = "def _stage(name):\n    pass\n\n\n"
_KINDS = {
    "products": ("multiply", "divide"),
    "sums": ("add", "subtract"),
    "square_roots": ("root",),
    "functions": ("apply",),
    "comparisons": ("less", "less_equal", "equal", "not_equal"),
}
"""Sort of operations → their names in a record."""


def count_operations(mechanism: Mechanism, **options: Any) -> dict[Place, OperationCounts]:
    """Counts by (kernel, stage): one call of every kernel, and one pass of closing the loops.

    options: those of `jounce.engine.formulations.synthesis.build`.
    """
    system = build(mechanism, **options)
    stages = Stages()
    source = system.generated.source
    first = source.index("\ndef ") + 1
    module = load_module(source[:first] + _HEAD + _STAGE.sub(r'    _stage("\1")', source[first:]))
    program = record_module(module, stages.marks_of(module))
    return _Counting(program, stages, count_solutions(system, program)).run()


class Stages:
    """Where in the functions of a program stages begin."""

    def __init__(self) -> None:
        self.begins: dict[str, list[tuple[int, str]]] = {}

    def of(self, function: str, operation: int) -> str:
        """The stage of an operation."""
        begins = self.begins.get(function, [])
        place = bisect_right([begin for begin, _ in begins], operation)
        return begins[place - 1][1] if place else ""

    def marks_of(self, module: ModuleType) -> Callable[[Tracer, dict[str, Callable]], dict[str, Callable]]:
        """What marks stages while a module is traced: its comments, and its solvers."""

        def marks(tracer: Tracer, functions: dict[str, Callable]) -> dict[str, Callable]:
            def begin(stage: str) -> None:
                traced = tracer.recorder.function
                self.begins.setdefault(traced.name, []).append((len(traced.ops), stage))

            def solver(function: Callable) -> Callable:
                def solve(*arguments: Any) -> Any:
                    traced = tracer.recorder.function
                    before = self.of(traced.name, len(traced.ops))
                    begin(SOLUTION)
                    found = function(*arguments)
                    begin(before)
                    return found

                return solve

            return {"_stage": begin} | {n: solver(f) for n, f in functions.items() if _SOLVER.fullmatch(n)}

        return marks


class _Counting:
    """Counts of a program in the making."""

    def __init__(self, program: Program, stages: Stages, solutions: Mapping[tuple[int, int], OperationCounts]) -> None:
        self.program, self.stages, self.solutions = program, stages, solutions
        self.counts: dict[Place, OperationCounts] = {}

    def run(self) -> dict[Place, OperationCounts]:
        for entry in self.program.entries:
            self._count(entry, entry, None)
        return {place: counts for place, counts in self.counts.items() if counts != OperationCounts()}

    def _count(self, name: str, kernel: str, stage: str | None) -> None:
        """Count a function under a kernel; stage: that of all its operations, None: as they are marked."""
        function = self.program.functions[name]
        for i, (op, needed) in enumerate(zip(function.ops, function.needed(), strict=True)):
            if not needed:
                continue
            place = kernel, self.stages.of(name, i) if stage is None else stage
            if op[0] in ("call", "repeat"):
                self._called(op[1], place)
            elif op[0] == "solve":
                self._add((kernel, SOLUTION), self.solutions[op[2], op[3]])
            else:
                self._add(place, _counts_of(op))

    def _called(self, name: str, place: Place) -> None:
        """A kernel, which entries call, counts once, under its own name; what kernels call counts under theirs."""
        if place[0] not in self.program.entries:
            self._count(name, *place)
        elif not any(kernel == name for kernel, _ in self.counts):
            self.counts.setdefault((name, ""), OperationCounts())
            self._count(name, name, None)

    def _add(self, place: Place, counts: OperationCounts) -> None:
        self.counts[place] = self.counts.get(place, OperationCounts()) + counts


def _counts_of(op: Op) -> OperationCounts:
    return OperationCounts(**{kind: int(op[0] in names) for kind, names in _KINDS.items()})


def count_solutions(system: System, program: Program) -> dict[tuple[int, int], OperationCounts]:
    """Operations of the dense solver for n equations with m right-hand sides, of those that the program solves."""
    found: dict[tuple[int, int], OperationCounts] = {}

    def solve(rows: np.ndarray, n: int, m: int) -> float:
        found[n, m], quality = count_call(getattr(solve_rows, "py_func", solve_rows), rows, 0, n, m)
        return quality

    if any(op[0] == "solve" for function in program.functions.values() for op in function.ops):
        evaluation = Evaluation(program, _arrays(system), _no_forces, solve)
        for entry in program.entries:
            evaluation.run(entry, np.zeros(1))
    return found


def _no_forces(law: str, place: int, numbers: np.ndarray, car: int) -> Sequence[float]:
    """Laws that are not part of the program give nothing: the equations of the loops do not depend on them."""
    return [0.0] * (4 if law == "ground" else 64)


def _arrays(system: System) -> dict[str, np.ndarray]:
    """Arrays of the program of a system, for one car."""
    sizes = {"W": system.work.numbers.size, "dy": system.size, "culprit": 4}
    arrays = {name: np.zeros((size, 1)) for name, size in sizes.items()}
    arrays |= {"P": system.model.parameters[:, None].copy(), "y": _moving(system)[:, None]}
    records = {name: getattr(system.model.elements, name) for name in ("scalar_forces", "loads", "tires")}
    records |= {"ground": system.model.ground.box[: 8 * LABEL], "contacts": system.work.contacts}
    return arrays | {name: np.frombuffer(rows.tobytes())[:, None].copy() for name, rows in records.items()}


def _moving(system: System) -> np.ndarray:
    """The design position, all joints turning, the base driving, tires rolling."""
    layout = system.state.joint or system.state
    y = design_state(layout)
    wheels = {tire.body: SPEED / tire.radius for tire in system.mechanism.tires}
    if layout.free:
        y[layout.velocity_start : layout.velocity_start + 6] = [SPEED, *5 * [0.1 * RATE]]
    for c in layout.coordinates:
        y[c.velocity : c.velocity + c.rates] = wheels.get(c.body, RATE)
    for c in {c for p in system.partitions.values() for c, _ in p.dependent}:
        y[c.position + (1 if c.kind == BALL else 0)] += 1e-4
    if layout is system.state:
        return y
    bodies = tuple(body.name for body in system.mechanism.bodies)
    return from_bodies(system.state, bodies, to_bodies(layout, bodies, y))[0]
