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
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.prepare import Prepared, prepare
from jounce.lab.sensitivities.exact import WEIGHTS, run_every_step, vary_states
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
    """Print the table of docs/identify.md."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--car", default="sedan")
    car = jounce.load_vehicle(parser.parse_args().car)
    angle = SmoothStep(before=0.0, after="30 deg", start=0.5, end=0.8)
    turn = jounce.maneuver("j-turn", speed="80 km/h")
    turn = dataclasses.replace(turn, end=3.0, inputs={"steering_wheel_angle": angle}, metrics=())
    ready = prepare(turn, car, RunSettings())
    run_every_step(ready)
    run, outcome = least(lambda: run_every_step(ready))
    ready_time, _ = least(
        lambda: prepare(turn, car.with_values({PATHS[0]: 1.01 * car.chassis.mass}), RunSettings(), like=ready)
    )
    beside: list[dict[int, Prepared]] = []
    for path in PATHS:
        value = car.value(path)
        at = {m: car.with_values({path: value * (1.0 + m * STEP)}) for m in WEIGHTS[4]}
        beside.append({m: prepare(turn, one, RunSettings(), like=ready) for m, one in at.items()})
    vary_states(ready, outcome.samples, beside[:1], 2)
    print(f"{car.name}, {turn.end:g} s of {len(outcome.samples) - 1} steps: a run takes {1e3 * run:.0f} ms of compiled")
    print(f"code, to make a car ready {1e3 * ready_time:.0f} ms")
    print("parameters   order 2   order 4   (runs, by the time of a run in compiled code)")
    for count in (1, 4, 8):
        costs = [
            least(lambda o=o, c=count: vary_states(ready, outcome.samples, beside[:c], o))[0] / run for o in (2, 4)
        ]
        print(f"{count:>10} {costs[0]:>9.1f} {costs[1]:>9.1f}")
    changes = vary_states(ready, outcome.samples, beside, 4)
    assert changes is not None
    print("largest difference from differences of runs of order four, by the largest change:")
    for path, others, change in zip(PATHS, beside, changes, strict=True):
        rough = sum(w * run_every_step(others[m]).samples[:, 1:] for m, w in WEIGHTS[4].items())
        print(f"  {path}: {np.abs(change - rough).max() / np.abs(rough).max():.1e}")


if __name__ == "__main__":
    main()
