"""Watchdog of the inputs: applies the newest input, and brings the car to rest after loss of input.

Scripted inputs, for repeatable measurements: controls as functions of simulated time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from jounce.errors import InputError
from jounce.findings import suggestion
from jounce.lab.cockpit.controls import AUTO, STEER, THROTTLE, Controls
from jounce.lab.cockpit.controls import BRAKE as BRAKE_PEDAL

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
    """No throttle, no brake, straight ahead."""
    return 0.0, 0.0, 0.0


SCRIPTS: dict[str, Script] = {"slalom": slalom, "stand": stand}


class ScriptedInputs:
    """Inputs of a script; always fresh."""

    def __init__(self, name: str) -> None:
        if name not in SCRIPTS:
            hint = suggestion(name, SCRIPTS)
            raise InputError("unknown drive", repr(name), f"one of {', '.join(SCRIPTS)}", hint, where="drive")
        self.script = SCRIPTS[name]
        self.sequence = 0

    def read(self, time: float, controls: list[float]) -> bool:
        """Write the controls of the script at a simulated time [s]."""
        steer, throttle, brake = self.script(time)
        controls[:] = steer, throttle, brake, 0.0, AUTO
        self.sequence += 1
        return True


INPUT_TIMEOUT = 0.5
"""Wall time without fresh input after which input counts as lost [s]."""
BRAKE, STEER_RATE = 0.3, 0.5
"""Brake pedal [-], and rate at which the steering returns to straight ahead [1/s], after loss of input."""


class Inputs(Protocol):
    """A source of controls."""

    @property
    def sequence(self) -> int:
        """Number of the last input that was read."""

    def read(self, time: float, controls: list[float]) -> bool:
        """Write the current controls, the five floats of CONTROLS; returns whether they are fresh. time: simulated
        [s]."""


class InputWatchdog:
    """Reads the inputs once a tick, and applies safe controls when they were not fresh for too long."""

    def __init__(self, inputs: Inputs | None, timeout: float = INPUT_TIMEOUT) -> None:
        """timeout [s, wall clock]. Without inputs, `wanted` is applied for ever."""
        self.inputs, self.timeout = inputs, timeout
        self.wanted, self.applied = list(Controls().numbers), list(Controls().numbers)
        self.input_lost = False
        """Whether input is lost."""
        self.losses = 0
        """How often input was lost."""
        self._fresh_at = 0.0

    @property
    def sequence(self) -> int:
        """Number of the last input that was read."""
        return 0 if self.inputs is None else self.inputs.sequence

    def restart(self, now: float) -> None:
        """Measure the time without input from now on [s, wall clock]."""
        self._fresh_at = now

    def update(self, now: float, time: float, period: float) -> list[float]:
        """The controls to apply now [s, wall clock]; time: simulated [s], period: since the last call [s]."""
        if self.inputs is not None:
            if self.inputs.read(time, self.wanted):
                self._fresh_at, self.input_lost = now, False
            elif now - self._fresh_at > self.timeout:
                return self._bring_to_rest(STEER_RATE * period)
        self.applied[:] = self.wanted
        return self.applied

    def read_without_timeout(self, time: float) -> list[float]:
        """The controls to apply in single steps, whose wall time does not count; time: simulated [s]."""
        if self.inputs is not None:
            self.inputs.read(time, self.wanted)
        self.applied[:] = self.wanted
        return self.applied

    def _bring_to_rest(self, steer_change: float) -> list[float]:
        self.losses += not self.input_lost
        self.input_lost = True
        applied = self.applied
        applied[THROTTLE] = 0.0
        applied[BRAKE_PEDAL] = max(BRAKE, applied[BRAKE_PEDAL])
        applied[STEER] -= min(max(applied[STEER], -steer_change), steer_change)
        return applied
