"""Whether an exported car is the car: driven beside a Simulation, compared to the bit, and timed."""

from __future__ import annotations

import importlib.util
import math
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from jounce.errors import SimulationError
from jounce.lab.controllers.loaded_fmu import LoadedFmu
from jounce.lab.simulation.car_export import CarExport, has_inputs
from jounce.lab.simulation.simulation import Simulation
from jounce.output.native_export.library import build_example
from jounce.output.native_export.loaded import LoadedCar

SAMPLE = 0.01
"""Time between comparisons [s], about; a whole number of steps."""
TIMED, ROUNDS = 10.0, 4
"""Simulated time of a circle that is timed [s], and how often it is driven; the shortest time counts."""
CIRCLE = {"steer": 0.2, "throttle": 0.2}
"""Inputs of the circle, those of `circle.c`."""


class Driven(Protocol):
    """What is compared: something with inputs, steps and channels."""

    def set(self, values: Mapping[str, float], /) -> None:
        """Hold inputs."""

    def step(self, duration: float) -> None:
        """Go on by a duration [s]."""

    def read(self, names: list[str]) -> list[float]:
        """Values of channels."""

    def restart(self) -> None:
        """Go back to the start."""


def turn_and_stop(sample: float) -> Iterator[Mapping[str, float]]:
    """Inputs for every sample: gain speed, steer as in a J-turn, and brake to standstill."""
    for i in range(round(9.0 / sample)):
        t = i * sample
        yield {
            "throttle": 0.6 if t < 3.0 else 0.0,
            "steer": min(max((t - 2.0) / 0.5, 0.0), 1.0) * 0.25,
            "brake": 0.5 if t >= 5.0 else 0.0,
        }


def is_identical(sim: Simulation, other: Driven, inputs: Iterable[Mapping[str, float]], sample: float) -> bool:
    """Whether all channels of both have the same bits at every sample, until the ground ends."""
    names = [name for name in sim if name != "time"]
    same = other.read(names) == sim.observe(names).tolist()
    for given in inputs:
        known = movable(sim, given)
        sim.step(sample, **known)
        if known:
            other.set(known)
        try:
            other.step(sample)
        except SimulationError as error:
            if "ground:" in str(error):
                break
            raise
        same = same and other.read(names) == sim.observe(names).tolist()
    return same


def movable(sim: Simulation, given: Mapping[str, float]) -> dict[str, float]:
    """Those of some inputs that an exported car has; one that follows a maneuver has none."""
    return {name: value for name, value in given.items() if has_inputs(sim) and name in sim.inputs}


def sample_time(sim: Simulation) -> float:
    """Time between comparisons [s]: whole steps, about SAMPLE."""
    return max(1, round(SAMPLE / sim.step_size)) * sim.step_size


def compare(sim: Simulation, other: Driven) -> bool:
    """Whether a J-turn that ends at standstill has the same bits, and another one that goes on from there."""
    sample = sample_time(sim)
    sim.release()
    sim.reset()
    same = is_identical(sim, other, turn_and_stop(sample), sample)
    return same and is_identical(sim, other, islice(turn_and_stop(sample), round(2.5 / sample)), sample)


def step_times(sim: Simulation, other: Driven, through: str, example: Path | None) -> dict[str, float]:
    """Processor time of one integration step [µs] in a circle of ten seconds, each way in turn; the shortest count.

    `python`: calls of ten steps of the Simulation; `c`: the same calls in the C example, a program of its own, if there
    is one; and those calls by way of `through`.
    """
    call = 10.0 * sim.step_size
    calls = round(TIMED / call)
    given = movable(sim, CIRCLE)

    def step_other(values: Mapping[str, float]) -> None:
        if values:
            other.set(values)
        other.step(call)

    ways: dict[str, Callable[[], float]] = {
        "python": lambda: _circle(sim.reset, lambda values: sim.step(call, **values), given, calls),
        through: lambda: _circle(other.restart, step_other, given, calls),
    }
    if example is not None:
        ways["c"] = lambda: _run_example(example)
    fastest = dict.fromkeys(ways, math.inf)
    for _ in range(ROUNDS):
        for name, way in ways.items():
            fastest[name] = min(fastest[name], way())
    return {name: round(value, 3) for name, value in fastest.items() if math.isfinite(value)}


def _circle(
    restart: Callable[[], None], step: Callable[[Mapping[str, float]], None], given: Mapping[str, float], calls: int
) -> float:
    """Time of one step in a circle [µs]; infinite if the car leaves its ground."""
    restart()
    clock = time.process_time()
    try:
        for _ in range(calls):
            step(given)
            given = {}
    except SimulationError:
        return math.inf
    return 1e6 * (time.process_time() - clock) / (10 * calls)


def _run_example(program: Path) -> float:
    """What the C example says about the time of its steps [µs]; infinite if it cannot drive this car."""
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    words = done.stderr.split()
    return float(words[0]) if done.returncode == 0 and words[1:] == ["us", "a", "step"] else math.inf


class DrivenFmu(LoadedFmu):
    """An FMU that has begun at t = 0, and is driven like a car."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.begin()

    def restart(self) -> None:
        """Go back to the start, after errors too."""
        super().restart()
        self.begin()


class ReadableCar(LoadedCar):
    """A car of a C library whose inputs are set and whose channels are read together."""

    def set(self, given: Mapping[str, float] | None = None, /, **values: float) -> None:
        """Hold inputs, or change parameters, from now on."""
        super().set(**{**(given or {}), **values})

    def read(self, names: list[str]) -> list[float]:
        """Values of channels."""
        return [self[name] for name in names]

    def restart(self) -> None:
        """Go back to the start."""
        self.reset()


def check_fmu(path: Path, sim: Simulation, export: CarExport) -> dict[str, Any]:
    """What FMPy's validation finds, whether the FMU has the bits of the simulation, and what steps cost [µs].

    export: the car of the FMU, from which the C example is built. Empty without the package FMPy, and for FMUs without
    a library for this machine.
    """
    if importlib.util.find_spec("fmpy") is None:
        return {}
    import fmpy
    from fmpy.validation import validate_fmu

    found: dict[str, Any] = {"validation": [str(problem) for problem in validate_fmu(str(path))]}
    if not {fmpy.platform, fmpy.platform_tuple} & set(fmpy.supported_platforms(str(path))):
        return found
    fmu = DrivenFmu(path)
    try:
        with tempfile.TemporaryDirectory() as folder:
            example = build_example(export, Path(folder))
            same = compare(sim, fmu)
            return found | {"bit_identical": same, "step_us": step_times(sim, fmu, "fmpy", example)}
    finally:
        fmu.close()


def check_library(library: Path, sim: Simulation, export: CarExport) -> dict[str, Any]:
    """Whether a C library has the bits of the simulation, and what steps cost [µs]; empty where it cannot be loaded."""
    try:
        car = ReadableCar(library)
    except OSError:
        return {}
    try:
        with tempfile.TemporaryDirectory() as folder:
            example = build_example(export, Path(folder))
            return {"bit_identical": compare(sim, car), "step_us": step_times(sim, car, "ctypes", example)}
    finally:
        car.close()
