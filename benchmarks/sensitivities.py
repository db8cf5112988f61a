"""What exact derivatives of a run by parameters cost, in runs, and how they compare with differences of runs.

    python -m benchmarks.sensitivities [--car sedan]

Times are those of the process's own processor time, the least of three, so that a busy machine changes little.
"""

from __future__ import annotations

import argparse
import dataclasses
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import jounce
from jounce.engine.simulate.many import simulate_cars
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.prepare import Prepared, prepare
from jounce.lab.sensitivities.exact import WEIGHTS, run_every_step, steps_per_sample, vary_states
from jounce.model.mechanism import SmoothStep

PATHS = (
    "chassis.mass",
    "axles.front.tire.lateral.b",
    "axles.rear.tire.lateral.b",
    "axles.front.suspension.spring.stiffness",
    "axles.rear.suspension.spring.stiffness",
    "axles.front.tire.vertical_stiffness",
    "steering.travel_per_turn",
    "axles.front.suspension.lower_arm.ball_joint.2",
)
"""A mass, coefficients of tires, springs, the ratio of the steering and a hardpoint."""
POINTS = tuple(
    f"axles.{axle}.suspension.{part}.{axis}"
    for axle in ("front", "rear")
    for part in ("lower_arm.ball_joint", "upper_arm.ball_joint", "spring.upper", "spring.lower", "wheel_centre")
    for axis in (0, 1, 2)
)
"""More hardpoints."""
STEP = 1e-3


def least(work: Callable[[], Any], times: int = 3) -> tuple[float, Any]:
    """Processor time of some work [s], the least of several, and what it gives."""
    found = []
    for _ in range(times):
        clock = time.process_time()
        outcome = work()
        found.append(time.process_time() - clock)
    return min(found), outcome


def main() -> None:
    """Print the tables of docs/identify.md."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--car", default="sedan")
    car = jounce.load_vehicle(parser.parse_args().car)
    angle = SmoothStep(before=0.0, after="30 deg", start=0.5, end=0.8)
    turn = jounce.maneuver("j-turn", speed="80 km/h")
    turn = dataclasses.replace(turn, end=3.0, inputs={"steering_wheel_angle": angle}, metrics=())
    ready = prepare(turn, car, RunSettings())
    stride = steps_per_sample(ready)
    run_every_step(ready)
    run, outcome = least(lambda: run_every_step(ready))
    beside: list[dict[int, Prepared]] = []
    for path in (*PATHS, *POINTS):
        value = car.value(path)
        step = STEP * (abs(value) or 1.0)
        at = {m: car.with_values({path: value + m * step}) for m in WEIGHTS[4]}
        beside.append({m: prepare(turn, one, RunSettings(), like=ready) for m, one in at.items()})

    def differences(count: int, order: int) -> list[Any]:
        """Runs on both sides of parameters, eight or fewer in SIMD lanes."""
        cars = [others[m] for others in beside[:count] for m in WEIGHTS[order]]
        starts = [one.start for one in cars]
        given = {"end": ready.end, "integrator": ready.method, "sample": ready.sample, "threads": 1}
        return simulate_cars([one.system for one in cars], starts, **given)

    def exactly(count: int, order: int = 4, stride: int = stride) -> np.ndarray:
        changes = vary_states(ready, outcome.samples, beside[:count], order, stride)
        assert changes is not None
        return changes

    exactly(1)
    differences(1, 2)
    steps = len(outcome.samples) - 1
    print(f"{car.name}, {turn.end:g} s of {steps} steps: a run takes {1e3 * run:.0f} ms of compiled code")
    print("parameters   exact   differences of runs, order 2   order 4   (runs, by the time of a run in compiled code)")
    for count in (1, 8, 32):
        exact = least(lambda c=count: exactly(c))[0] / run
        rough = [least(lambda o=o, c=count: differences(c, o))[0] / run for o in (2, 4)]
        print(f"{count:>10} {exact:>7.1f} {rough[0]:>30.1f} {rough[1]:>9.1f}")
    changes = exactly(len(PATHS), stride=1)
    print("difference from differences of runs of order four, by the largest change:")
    for path, others, change in zip(PATHS, beside, changes, strict=False):
        reference = sum(w * run_every_step(others[m]).samples[:, 1:] for m, w in WEIGHTS[4].items())
        print(f"  {path}: {np.abs(change - reference).max() / np.abs(reference).max():.1e}")


if __name__ == "__main__":
    main()
