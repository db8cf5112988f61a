"""`make soak`: cars that are driven at random over rough ground for hours of their time, without a pause.

    python -m tests.robustness.soak --hours 10 --seed 1
    python -m tests.robustness.soak --hours 10 --car rover6      # one of them

Every ten minutes of simulated time a few seconds are recorded; of these come the violation of the joints and the books
of the energy. Memory is that of the process after a tenth of the time, and its growth until the end.
"""

from __future__ import annotations

import argparse
import math
import resource
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np

import jounce
from jounce.errors import SimulationError

CARS = ("dw18", "sedan", "rover6")
GROUND = "generated, seed=7, size=600, roughness=0.01, outside=level"
REACH = 200.0
"""Distance from the middle of the ground at which the driver turns back [m]."""
HOLD = 0.5
"""Time for which the driver holds what he does [s]."""
STEER = 0.2
"""Largest steering below 8 m/s, as a share of the lock; less above. dw18 has no rebound stops: with half of the lock at
20 m/s an inner wheel drops until its links are stretched out, which ends a run."""
FASTEST = 20.0
"""Speed at which the driver brakes [m/s]."""
LOOK_EVERY, LOOK = 600.0, 4.0
"""Time between two recordings, and of one [s]."""
OVERTURNED = math.radians(75.0)
MAX_VIOLATION = 1e-9
"""Largest distance of points that a joint holds together [m]."""
MAX_RESIDUAL = 0.02
"""Largest residual of the energy in a recording, as a share of what was exchanged: sums over samples of 10 ms."""
MAX_GROWTH = 8e6
"""Largest growth of the memory [bytes]."""


@dataclass
class Soak:
    """What came of one car."""

    car: str
    hours: float = 0.0
    steps: int = 0
    restarts: int = 0
    """Times that it overturned, or that a run ended with an error, and the car began anew."""
    failures: int = 0
    violation: float = 0.0
    residual: float = 0.0
    growth: float = 0.0
    clock_error: float = 0.0
    """Difference of time and steps × step, in units of 2⁻³⁸ s."""
    reasons: Counter[str] = field(default_factory=Counter)
    """Why runs ended, and how often."""
    finite: bool = True
    cpu: float = 0.0

    @property
    def is_sound(self) -> bool:
        """Whether everything was kept."""
        kept = self.violation <= MAX_VIOLATION and self.residual <= MAX_RESIDUAL and self.growth <= MAX_GROWTH
        return kept and self.finite and self.clock_error == 0.0

    @property
    def row(self) -> str:
        """A line of the table."""
        return (
            f"{self.car:<9}{self.hours:>8.2f}{self.steps:>12}{self.restarts:>10}{self.failures:>10}"
            f"{self.violation:>13.1e}{100 * self.residual:>11.3f}{self.growth / 1e6:>11.1f}{self.clock_error:>12g}"
            f"{3600 * self.hours / self.cpu:>10.0f}{'' if self.is_sound else '   NOT KEPT'}"
        )


HEAD = (
    f"{'car':<9}{'hours':>8}{'steps':>12}{'restarts':>10}{'failures':>10}{'violation m':>13}{'residual %':>11}"
    f"{'growth MB':>11}{'clock 2^-38':>12}{'× real':>10}"
)


def soak(car: str, hours: float, seed: int) -> Soak:
    """Drive one car for so many hours of its time."""
    random, found = Random(f"{car}:{seed}"), Soak(car)
    next_word = 3600.0
    sim = jounce.Simulation(car, ground=GROUND, speed=5.0, record=False)
    end, passed, next_look, memory = 3600.0 * hours, 0.0, 0.0, None
    begun = time.process_time()
    while passed < end:
        looking = passed >= next_look
        if looking:
            next_look += LOOK_EVERY
            sim._record(True)
        try:
            for _ in range(round((LOOK if looking else 10.0) / HOLD)):
                drive(sim, random)
                passed += HOLD
            if looking:
                judge(sim, found)
        except SimulationError as error:
            found.failures += 1
            found.reasons[str(error).partition(": ")[2][:100]] += 1
            restart(sim, found)
        if looking:
            sim._record(False)
        found.finite &= bool(np.all(np.isfinite(sim._y)))
        found.clock_error = max(found.clock_error, abs(exact_difference(sim)))
        if abs(sim["chassis.roll_angle"]) > OVERTURNED:
            restart(sim, found)
        if memory is None and passed >= 0.1 * end:
            memory = resident()
        if passed >= next_word or passed >= end:
            next_word += 3600.0
            found.hours, found.steps = passed / 3600.0, round(passed / sim.step_size)
            found.cpu, found.growth = time.process_time() - begun, resident() - (memory or resident())
            print(found.row, file=sys.stderr, flush=True)
    return found


def drive(sim: jounce.Simulation, random: Random) -> None:
    """Half a second of a driver who does anything, but turns back before the edge and brakes when it gets fast."""
    x, y = sim["chassis.position_x"], sim["chassis.position_y"]
    speed, heading = sim["chassis.speed"], sim["chassis.yaw_angle"]
    steer = random.uniform(-STEER, STEER)
    if math.hypot(x, y) > REACH:
        back = math.remainder(math.atan2(-y, -x) - heading, math.tau)
        steer = max(-STEER, min(STEER, back))
    braking = speed > FASTEST or random.random() < 0.1
    pedals = {"throttle": 0.0 if braking else random.uniform(0.0, 0.7), "brake": random.random() if braking else 0.0}
    sim.step(HOLD, steer=steer * min(1.0, 8.0 / max(speed, 1.0)), handbrake=0.0, **pedals)


def judge(sim: jounce.Simulation, found: Soak) -> None:
    """Violation and energy of the seconds that were recorded."""
    result = sim.result()
    found.violation = max(found.violation, float(np.max(result["joints.violation"].values)))
    residual = result["energy.residual"].values
    exchanged = max(
        float(np.ptp(result[f"energy.{name}"].values)) for name in ("kinetic", "potential", "supplied", "dissipated")
    )
    if exchanged > 1e3:  # a car that stands exchanges nothing
        found.residual = max(found.residual, float(np.max(np.abs(residual - residual[0]))) / exchanged)


def restart(sim: jounce.Simulation, found: Soak) -> None:
    """Begin anew where the car began."""
    found.restarts += 1
    sim.reset()


def exact_difference(sim: jounce.Simulation) -> float:
    """Time minus steps × step, in units of the grid of 2⁻³⁸ s: 0 when both are exact."""
    stepper = sim._stepper
    return (stepper.time - stepper.count * stepper.step) * 2.0**38


def resident() -> float:
    """Memory of the process now [bytes]."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return float(pages * resource.getpagesize())
    except OSError:
        return 1024.0 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> int:
    """Soak all cars; the exit code is the number of those that did not keep everything."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=10.0, help="simulated hours of every car")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--car", choices=CARS, help="only this one")
    asked = parser.parse_args()
    print(HEAD, flush=True)
    lost = 0
    for car in CARS if asked.car is None else (asked.car,):
        found = soak(car, asked.hours, asked.seed)
        print(found.row, flush=True)
        for reason, count in found.reasons.most_common(3):
            print(f"    {count} × {reason}", flush=True)
        lost += not found.is_sound
    return lost


if __name__ == "__main__":
    sys.exit(main())
