"""Drives that are written down, for measurements that can be repeated: controls as functions of simulated time."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from jounce.errors import Refusal
from jounce.findings import suggestion
from jounce.realtime.controls import AUTO

Script = Callable[[float], tuple[float, float, float]]
"""Time [s] → steer, throttle, brake."""


def slalom(t: float) -> tuple[float, float, float]:
    """Twelve seconds, again and again: pull away, wind gently from side to side, brake to a stop and stand."""
    phase = t % 12.0
    steer = 0.12 * math.sin(2.0 * math.pi * (phase - 2.0) / 4.0) if 2.0 <= phase < 10.0 else 0.0
    throttle = 0.4 if phase < 4.0 else 0.1 if phase < 8.5 else 0.0
    brake = 0.5 if phase >= 8.5 else 0.0
    return steer, throttle, brake


def stand(t: float) -> tuple[float, float, float]:
    """Nothing."""
    return 0.0, 0.0, 0.0


SCRIPTS: dict[str, Script] = {"slalom": slalom, "stand": stand}


class Scripted:
    """Inputs of a script; always fresh."""

    def __init__(self, name: str) -> None:
        if name not in SCRIPTS:
            hint = suggestion(name, SCRIPTS)
            raise Refusal("unknown drive", repr(name), f"one of {', '.join(SCRIPTS)}", hint, where="drive")
        self.script = SCRIPTS[name]
        self.sequence = 0

    def read(self, time: float, controls: np.ndarray) -> bool:
        """What the script does at a simulated time [s]."""
        controls["steer"], controls["throttle"], controls["brake"] = self.script(time)
        controls["handbrake"], controls["gear"] = 0.0, AUTO
        self.sequence += 1
        return True
