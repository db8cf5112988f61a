"""Sixteen cars of each case at once on one thread, in SIMD lanes: `auto` beside `chord` at 1 ms.

Cars begin at different speeds, so that `auto` makes other steps in each lane. It has the coarsest tolerance with which
its error is not above that of `chord`. Both are measured in turns, in CPU time, so that a busy machine changes their
ratio little.

    python -m benchmarks.work_precision.batches
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import typer

from benchmarks.work_precision.cases import CASES, Case
from benchmarks.work_precision.study import ADAPTIVE, FIXED, REFERENCE, difference, watched
from jounce.engine.simulate import simulate
from jounce.engine.simulate.many import simulate_cars
from jounce.engine.simulate.rolling_start import rolling_start

CARS = 16
STEP = 1e-3
TOLERANCES = (1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6)


def starts_around(system: Any, start: np.ndarray, spread: float) -> list[np.ndarray]:
    """Starts of all cars: velocities from 1 − ½ spread to 1 + ½ spread times those of one, whose loops stay closed."""
    moving = slice(system.state.velocity_start, system.state.auxiliary_start)
    starts = [start.copy() for _ in range(CARS)]
    for own, factor in zip(starts, np.linspace(1.0 - 0.5 * spread, 1.0 + 0.5 * spread, CARS), strict=True):
        own[moving] *= factor
    return starts


def compare(case: Case, repeats: int, spread: float) -> str:
    """A line with error and CPU time of both."""
    system = case.make()
    start = rolling_start(system, "design")
    span = {"end": case.end, "sample": case.sample}
    expected = watched(simulate(system, start, integrator=REFERENCE, **span))
    chord = FIXED["chord trapezoid"](STEP)
    wanted, _ = difference(watched(simulate(system, start, integrator=chord, **span)), expected)
    for tolerance in TOLERANCES:
        auto = ADAPTIVE["auto"](tolerance)
        error, _ = difference(watched(simulate(system, start, integrator=auto, **span)), expected)
        if error <= wanted:
            break
    starts = starts_around(system, start, spread)
    times: dict[str, list[float]] = {"chord": [], "auto": []}
    for _ in range(1 + repeats):
        for name, method in (("chord", chord), ("auto", auto)):
            clock = time.process_time()
            simulate_cars([system] * CARS, starts, integrator=method, threads=1, **span)
            times[name].append(time.process_time() - clock)
    best = {name: 1e3 * min(all_[1:]) / (CARS * case.end) for name, all_ in times.items()}  # the first may compile
    return (
        f"{case.name:<10}{wanted:>10.0e}{best['chord']:>8.2f}{error:>10.0e}{best['auto']:>8.2f}{tolerance:>10.0e}"
        f"{best['auto'] / best['chord']:>8.2f}"
    )


def main(repeats: int = 5, spread: float = 0.1) -> None:
    """Print error and CPU time of both, case by case; spread: of the speeds at which cars begin."""
    typer.echo(f"{CARS} cars on one thread; errors, and CPU ms of a car in a simulated second")
    typer.echo(f"{'':<10}{'chord, 1 ms':>18}{'auto':>18}{'tolerance':>10}{'ratio':>8}")
    for case in CASES.values():
        typer.echo(compare(case, repeats, spread))


if __name__ == "__main__":
    typer.run(main)
