"""Whether an exported car is the car: driven beside a Simulation, compared to the bit, and timed."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from jounce.errors import SimulationError
from jounce.lab.controllers.loaded_fmu import LoadedFmu
from jounce.lab.simulation.simulation import Simulation
from jounce.output.native_export.loaded import LoadedCar

SAMPLE = 0.01
"""Time between comparisons [s], about; a whole number of steps."""
ROUNDS, CALLS = 30, 10
"""How often stretches of so many samples are timed; the shortest counts."""


class Driven(Protocol):
    """What is compared: something with inputs, steps and channels."""

    def set(self, values: Mapping[str, float], /) -> None:
        """Hold inputs."""

    def step(self, duration: float) -> None:
        """Go on by a duration [s]."""

    def read(self, names: list[str]) -> list[float]:
        """Values of channels."""


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
        known = {name: value for name, value in given.items() if name in sim.inputs}
        sim.step(sample, **known)
        other.set(known)
        try:
            other.step(sample)
        except SimulationError as error:
            if "ground:" in str(error):
                break
            raise
        same = same and other.read(names) == sim.observe(names).tolist()
    return same


def compare(sim: Simulation, other: Driven, through: str) -> dict[str, Any]:
    """Whether a J-turn that ends at standstill has the same bits, and what a step costs when they roll again [µs].

    Costs: of steps in Python, of many steps in one call of C, and of calls for each sample by way of `through`.
    """
    sample = max(1, round(SAMPLE / sim.step_size)) * sim.step_size
    sim.reset()
    same = is_identical(sim, other, turn_and_stop(sample), sample)
    same = same and is_identical(sim, other, islice(turn_and_stop(sample), round(2.5 / sample)), sample)
    long = CALLS * sample
    ways = {"python": (sim.step, long), "c": (other.step, long), through: (other.step, sample)}
    return {"bit_identical": same, "step_us": step_times(sim.step_size, **ways)}


def step_times(step: float, **ways: tuple[Callable[[float], Any], float]) -> dict[str, float]:
    """Time of one integration step of `step` seconds [µs] in several ways, in turns; the shortest times count.

    ways: a function that goes on by a duration, and the duration of its calls [s]. Time is that of the processor.
    """
    fastest = dict.fromkeys(ways, float("inf"))
    for _ in range(ROUNDS):
        for name, (advance, duration) in ways.items():
            calls = max(1, round(CALLS * SAMPLE / duration))
            clock = time.process_time()
            for _ in range(calls):
                advance(duration)
            fastest[name] = min(fastest[name], (time.process_time() - clock) / (calls * duration / step))
    return {name: round(1e6 * value, 3) for name, value in fastest.items()}


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


def check_fmu(path: Path, sim: Simulation) -> dict[str, Any]:
    """What FMPy's validation finds, whether the FMU has the bits of the simulation, and what steps cost [µs].

    Empty without the package FMPy, and for FMUs without a library for this machine.
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
        return found | compare(sim, fmu, "fmpy")
    finally:
        fmu.close()


def check_library(library: Path, sim: Simulation) -> dict[str, Any]:
    """Whether a C library has the bits of the simulation, and what steps cost [µs]; empty where it cannot be loaded."""
    try:
        car = ReadableCar(library)
    except OSError:
        return {}
    try:
        return compare(sim, car, "ctypes")
    finally:
        car.close()
