"""Compute time of a tick of the real-time loop, in this process, with a clock that does not wait."""

from __future__ import annotations

import time
from typing import Any

from jounce.live.realtime.input_watchdog import ScriptedInputs
from jounce.live.realtime.loop import Loop
from jounce.live.realtime.multibody import MultibodyPlant
from jounce.live.realtime.pacing import Clock
from jounce.live.realtime.shared_memory import RingBuffer, ring_size

SECONDS, WARM_UP = 12.0, 0.5
"""Simulated time that is measured, one round of the script `slalom`, and driven before [s]."""
SLOTS = 64
"""Slots of the ring buffer that rows are written to."""


class SkippingTime:
    """Time that passes as the wall clock does while the loop works, and at once while it waits."""

    def __init__(self) -> None:
        self.skipped = 0.0

    def now(self) -> float:
        """Wall time and everything that was slept through [s]."""
        return time.perf_counter() + self.skipped

    def sleep(self, duration: float) -> None:
        """Let a duration [s] pass without waiting for it."""
        self.skipped += duration

    @property
    def clock(self) -> Clock:
        """A clock of this time."""
        return Clock(now=self.now, sleep=self.sleep, spin=0.0)


def measure_ticks(vehicle: str = "dw18", *, seconds: float = SECONDS) -> dict[str, Any]:
    """Percentiles [µs] of the compute time of a tick with chord at 1 ms, a row every 10 ms into a ring buffer, while
    the car drives a slalom by script; see `jounce.live.realtime.timing` for what is counted."""
    plant = MultibodyPlant(vehicle, integrator="chord", step=1e-3)
    width = plant.layout.width
    ring = RingBuffer(memoryview(bytearray(ring_size(SLOTS, width))), shape=(SLOTS, width))
    loop = Loop(plant, inputs=ScriptedInputs("slalom"), outputs=[ring], clock=SkippingTime().clock)
    loop.run(WARM_UP)
    loop.timing.clear()
    loop.run(seconds)
    found = loop.timing.summary()
    return {
        "realtime_p50_us": found["p50_us"],
        "realtime_p99_us": found["p99_us"],
        "realtime_max_us": found["max_us"],
        "realtime_ticks": found["ticks"],
    }
