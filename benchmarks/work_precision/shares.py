"""Where the time of `auto` goes: its parts, each repeated alone on states of a run, times how often the run has them.

What is left of the compiled call is the choice of steps, samples, and what lies between parts: in a run they find less
in the cache than when they are repeated. Everything is measured in turns, in CPU
time, minimum of all, so that a busy machine changes shares little.

    python -m benchmarks.work_precision.shares
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import typer

from benchmarks.work_precision.cases import CASES
from benchmarks.work_precision.study import ADAPTIVE
from jounce.engine.compiler import entry
from jounce.engine.formulations.equations import box_equations, box_linearise
from jounce.engine.integrators.auto_requests import COURSE, Run
from jounce.engine.integrators.esdirk import (
    FLAGS,
    INSIDE,
    MADE,
    MOVE,
    ROWS,
    STAR,
    TRIAL,
    Equations,
    Matrices,
    close,
    correct,
    error_norm,
    evaluate,
    guess,
    keep_stage,
    known_part,
)
from jounce.engine.integrators.kept_matrix import invert_for, measure_matrix
from jounce.engine.integrators.kvaerno import GAMMA, STAGES
from jounce.engine.integrators.progress import LENGTH, WRITTEN
from jounce.engine.integrators.stage_positions import solve_positions
from jounce.engine.simulate import simulate
from jounce.engine.simulate.adams import Notes
from jounce.engine.simulate.many import simulate_cars
from jounce.engine.simulate.rolling_start import rolling_start

STEP = 0.01
"""Step of the parts [s]."""
STATES = 8
"""States of the run on which parts are repeated."""
REPEATED = 400
EVALUATION, CLOSING, PASSED, CORRECTION, STAGE, ERROR, MATRIX, INVERSE, REST = range(9)
TITLES = {
    EVALUATION: "right-hand sides",
    CLOSING: "positions, projections",
    PASSED: "positions of stages kept",
    CORRECTION: "corrections (linear algebra)",
    STAGE: "known parts, guesses, slopes of stages",
    ERROR: "errors",
    MATRIX: "matrices (C and K)",
    INVERSE: "inverses",
    REST: "choice of steps, samples, what lies between",
}


@entry
def repeat(part, n, run, tolerance):
    """One part, n times, on the state in row TRIAL."""
    equations, matrices, k, y = run.equations, run.matrices, run.k, run.y
    for _ in range(n):
        if part == EVALUATION:
            evaluate(equations, 0.0, k[TRIAL], k[MOVE], run.progress)
        elif part == CLOSING:  # of positions that a stage has moved on
            for i in range(y.size):
                k[TRIAL, i] = y[i]
            solve_positions(equations.coordinates, y, GAMMA * STEP, k[TRIAL])
            close(equations, 0.0, k[TRIAL])
        elif part == PASSED:
            solve_positions(equations.coordinates, k[STAR], GAMMA * STEP, k[INSIDE])
        elif part == CORRECTION:
            correct(equations, matrices, GAMMA * STEP, y, k, tolerance, tolerance)
        elif part == STAGE:
            known_part(3, STEP, y, k)
            guess(3, STEP, 0.0, k)
            keep_stage(equations, 3, GAMMA * STEP, k)
        elif part == ERROR:
            error_norm(equations, matrices, STEP, y, k, tolerance, tolerance)
        elif part == MATRIX:
            measure_matrix(equations, matrices, 0.0, y, k, run.progress)
        else:
            matrices.flags[MADE] = 0.0
            invert_for(matrices, GAMMA * STEP)


def counts_of(counts: Any, samples: int) -> dict[int, float]:
    """How often a run has each part."""
    steps, iterations = counts.steps + counts.rejected, counts.iterations
    return {
        EVALUATION: counts.evaluations,
        CLOSING: iterations + steps + samples,
        PASSED: (STAGES - 1) * steps,
        CORRECTION: iterations,
        STAGE: (STAGES - 1) * steps,
        ERROR: steps,
        MATRIX: counts.refreshes,
        INVERSE: counts.refreshes,
    }


def best_of(call: Callable[[], object], turns: int) -> float:
    """The shortest time of a call [s]."""
    found = []
    for _ in range(turns):
        clock = time.process_time()
        call()
        found.append(time.process_time() - clock)
    return min(found)


def main(case: str = "j-turn", tolerance: float = 3e-4, turns: int = 30) -> None:
    """Print a table of parts."""
    chosen, method = CASES[case], ADAPTIVE["auto"](tolerance)
    system = chosen.make()
    start = rolling_start(system, "design")
    boxed = box_equations(system.derivative, system.project, system.model, system.work)
    system.load_derivatives()
    chart = system.coordinates, system.independent, system.auxiliary
    n = len(system.independent) + len(system.auxiliary)
    matrices = Matrices(*(np.zeros((n, n)) for _ in range(4)), np.zeros(n, np.int64), np.zeros(FLAGS))
    equations, rows = Equations(*boxed, box_linearise(boxed), *chart), np.zeros((ROWS, system.size))
    none, times = np.zeros(0), np.array([0.0, 1.0])
    samples = np.zeros((2, 1 + system.size))
    run = Run(equations, matrices, start.copy(), rows, np.zeros(LENGTH), np.zeros(COURSE), none, times, samples)
    rows[TRIAL], rows[STAR] = start, start
    for part in (MATRIX, INVERSE):
        repeat(part, 1, run, tolerance)

    whole = simulate_cars([system], [start], end=chosen.end, sample=chosen.sample, integrator=method)[0].samples
    states = whole[:: max(1, len(whole) // STATES), 1:]

    def parts() -> dict[int, float]:
        """Seconds of each part, mean over the states."""
        found = dict.fromkeys(range(REST), 0.0)
        for state in states:
            run.y[:] = state
            for part in found:
                rows[TRIAL], rows[STAR] = state, state
                n = REPEATED // 40 if part == MATRIX else REPEATED
                found[part] += best_of(lambda part=part, n=n: repeat(part, n, run, tolerance), 3) / n
        return {part: total / len(states) for part, total in found.items()}

    def compiled() -> float:
        at = np.arange(round(chosen.end / chosen.sample) + 1) * chosen.sample
        record, y = np.zeros(LENGTH), start.copy()
        record[WRITTEN] = 1.0
        room = np.zeros((len(at), 1 + system.size)), method.scratch(system.size), Notes()
        advance = method.advance_function(system, y, record, at, *room)
        clock = time.process_time()
        advance(len(at))
        return time.process_time() - clock

    every, seconds, inside = [], [], []
    for _ in range(turns):
        every.append(parts())
        inside.append(compiled())
        clock = time.process_time()
        done = simulate(system, start, end=chosen.end, sample=chosen.sample, integrator=method)
        seconds.append(time.process_time() - clock)
    unit = {part: min(found[part] for found in every) for part in every[0]}
    counted = counts_of(done.counts, len(done.samples) - 1)
    total = min(inside)
    spent = {part: counted[part] * unit[part] for part in unit}
    spent[REST] = total - sum(spent.values())
    typer.echo(f"{case}, tolerance {tolerance:g}: {1e3 * total / chosen.end:.3f} ms a simulated second, {n} unknowns")
    typer.echo(f"{'':<40}{'a second':>10}{'µs each':>10}{'share':>8}")
    for part, title in TITLES.items():
        each = f"{counted[part] / chosen.end:>10.1f}{1e6 * unit[part]:>10.3f}" if part in unit else " " * 20
        typer.echo(f"{title:<40}{each}{spent[part] / total:>8.0%}")
    typer.echo(f"`simulate`, with preparation and states of all bodies: {1e3 * min(seconds) / chosen.end:.3f} ms")


if __name__ == "__main__":
    typer.run(main)
