"""What stepping a car from Python costs beside its compiled steps, and what reading a channel costs."""

from __future__ import annotations

import copy
import statistics
import time
from typing import Any

from jounce.lab.simulation import Simulation

CALLS, WARM_UP = 300, 30
"""Calls that are measured in a repeat, and calls before them."""
SPEED, DURATION = 15.0, 0.01
"""Speed at the start [m/s], and simulated time of a call [s]."""
CHANNEL, READS = "chassis.yaw_rate", 20
"""Channel that is read, and how often in a row: once takes as long as asking the clock."""


def measure_simulation(vehicle: str = "dw18", *, repeats: int = 7, calls: int = CALLS) -> dict[str, Any]:
    """Medians [µs] over all calls, which take turns: `step_us` of `Simulation.step(0.01)`, `bare_step_us` of the same
    steps in one compiled call without inputs and channels, `step_overhead_us`, how much more the former takes (the
    median of the differences), and `channel_read_us` of one channel."""
    sim = Simulation(vehicle, speed=SPEED)
    bare = copy.copy(sim._stepper)  # the same car, with nothing to do between its steps
    bare.between()
    steps = round(DURATION / sim.step_size)
    times: list[tuple[float, float, float]] = []
    for _ in range(repeats):
        sim.reset()
        found = [_measure_once(sim, bare, steps) for _ in range(WARM_UP + calls)]
        times += found[WARM_UP:]
    step, least, read = (1e6 * statistics.median(column) for column in zip(*times, strict=True))
    overhead = 1e6 * statistics.median(whole - part for whole, part, _ in times)
    return {"step_overhead_us": overhead, "channel_read_us": read, "step_us": step, "bare_step_us": least}


def _measure_once(sim: Simulation, bare: Any, steps: int) -> tuple[float, float, float]:
    """Seconds of a step of the simulation, of its bare steps, and of reading a channel."""
    clock = time.perf_counter
    begun = clock()
    sim.step(DURATION)
    stepped = clock()
    for _ in range(READS):
        sim[CHANNEL]
    read = clock()
    bare.advance(steps)
    return stepped - begun, clock() - read, (read - stepped) / READS
