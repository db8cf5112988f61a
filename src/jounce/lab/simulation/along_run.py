"""Linear models along a run: A(t), B(t), C(t), D(t) for model predictive control and Kalman filters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from jounce.errors import InputError
from jounce.findings import shown
from jounce.lab.maneuvers.registry import maneuver as maneuver_of
from jounce.lab.results import Result, as_result
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.choice_of_steps import recorded_with_equal_steps
from jounce.lab.runs.recording import arguments
from jounce.lab.simulation.linear_model import LinearModel
from jounce.lab.simulation.simulation import Simulation
from jounce.lab.simulation.straight_ahead import HANDLING
from jounce.model.vehicle import STEERING_WHEEL_ANGLE
from jounce.schema.units import parse_quantity


@dataclass(frozen=True, eq=False, repr=False)
class LinearRun:
    """Linear models at instants of a run; all have the same states, inputs and outputs.

    Iterating gives pairs of time and model. About each instant x counts from the state of the run:
    ẋ = A x + B u + drift, so that a tracking controller has the reference motion in `drift` and the output values.
    """

    time: np.ndarray
    """Instants, (n,) [s]."""
    models: tuple[LinearModel, ...]

    @property
    def A(self) -> np.ndarray:
        """(n, states, states)"""
        return np.array([model.A for model in self.models])

    @property
    def B(self) -> np.ndarray:
        """(n, states, inputs)"""
        return np.array([model.B for model in self.models])

    @property
    def C(self) -> np.ndarray:
        """(n, outputs, states)"""
        return np.array([model.C for model in self.models])

    @property
    def D(self) -> np.ndarray:
        """(n, outputs, inputs)"""
        return np.array([model.D for model in self.models])

    def __len__(self) -> int:
        return len(self.models)

    def __iter__(self) -> Iterator[tuple[float, LinearModel]]:
        return iter(zip(self.time.tolist(), self.models, strict=True))

    def __repr__(self) -> str:
        return f"<LinearRun: {len(self)} models from {self.time[0]:g} to {self.time[-1]:g} s, {self.models[0]!r}>"


def linearise_along(
    run: Result | str | Path,
    *,
    inputs: Sequence[str] = (STEERING_WHEEL_ANGLE,),
    outputs: Sequence[str] = HANDLING,
    every: float | str = "0.1 s",
) -> LinearRun:
    """The car about its state every so often along a run, each time as `Simulation.linearise` gives it.

    run: a result of `jounce.run`, or its file; it is made again from its record, step by step. A run with a driver or
    controllers in Python cannot be: replay its inputs instead. every: time between instants, at least one step of the
    run. Raises InputError or ModelError for what cannot be repeated or linearised.
    """
    source, tick = as_result(run), parse_quantity(every, "time")
    if source.record is None:
        hint = "give the result of jounce.run, or of its file"
        raise InputError("no record of how it was run", shown(run), "a result that can be repeated", hint, where="run")
    if not tick > 0.0:
        raise InputError("out of range", str(every), "a time greater than 0", where="every")
    keywords = arguments(source.record)
    maneuver, vehicle = keywords.pop("maneuver"), keywords.pop("vehicle")
    settings = {name: keywords.pop(name) for name in list(keywords) if name in RunSettings.model_fields}
    plan = maneuver_of(maneuver, **keywords) if isinstance(maneuver, str) else maneuver
    sim = Simulation(vehicle, maneuver=plan, record=False, **recorded_with_equal_steps(settings))
    end = float(source.time[-1])
    times = [n * tick for n in range(int(np.floor(end / tick + 1e-9)) + 1)]
    models = []
    for n, _ in enumerate(times):
        if n > 0:
            sim.step(tick)
        models.append(sim.linearise(inputs=inputs, outputs=outputs))
    return LinearRun(np.array(times), tuple(models))
