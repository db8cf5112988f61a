"""Whether an exported car is the car: driven beside a Simulation, compared to the bit, and timed."""

from __future__ import annotations

import importlib.util
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from jounce.lab.simulation.simulation import Simulation
from jounce.output.native_export.loaded import LoadedCar

SAMPLE = 0.01
"""Time between comparisons [s]."""
ROUNDS, SPAN = 7, 0.2
"""How often a stretch of so many seconds is timed; the shortest counts."""


class Driven(Protocol):
    """What is compared: something with inputs, steps and channels."""

    def set(self, **values: float) -> None:
        """Hold inputs."""

    def step(self, duration: float) -> None:
        """Go on by a duration [s]."""

    def read(self, names: list[str]) -> list[float]:
        """Values of channels."""


def turn_and_stop() -> Iterator[Mapping[str, float]]:
    """Inputs for every sample: gain speed, steer as in a J-turn, and brake to standstill."""
    for i in range(900):
        t = i * SAMPLE
        yield {
            "throttle": 0.6 if t < 3.0 else 0.0,
            "steer": min(max((t - 2.0) / 0.5, 0.0), 1.0) * 0.25,
            "brake": 0.5 if t >= 5.0 else 0.0,
        }


def is_identical(sim: Simulation, other: Driven) -> bool:
    """Whether all channels of both have the same bits at every sample of a J-turn that ends at standstill."""
    sim.reset()
    names = [name for name in sim if name != "time"]
    same = other.read(names) == sim.observe(names).tolist()
    for inputs in turn_and_stop():
        known = {name: value for name, value in inputs.items() if name in sim.inputs}
        sim.step(SAMPLE, **known)
        other.set(**known)
        other.step(SAMPLE)
        same = same and other.read(names) == sim.observe(names).tolist()
    return same


def step_time(advance: Callable[[float], Any], step: float, duration: float = SPAN) -> float:
    """Time of one integration step [µs], measured as the time that the processor works."""
    fastest = float("inf")
    calls = max(1, round(SPAN / duration))
    for _ in range(ROUNDS):
        clock = time.process_time()
        for _ in range(calls):
            advance(duration)
        fastest = min(fastest, time.process_time() - clock)
    return 1e6 * fastest / (calls * duration / step)


class LoadedFmu:
    """An FMU, loaded by FMPy."""

    def __init__(self, path: Path) -> None:
        from fmpy import extract, instantiate_fmu, read_model_description

        self._description = read_model_description(str(path))
        self._folder = extract(str(path))
        self._fmu: Any = instantiate_fmu(self._folder, self._description, "CoSimulation")
        self._is_three = self._description.fmiVersion.startswith("3")
        self._references = {one.name: one.valueReference for one in self._description.modelVariables}
        self._time = 0.0
        if not self._is_three:
            self._fmu.setupExperiment(startTime=0.0)
        self._fmu.enterInitializationMode()
        self._fmu.exitInitializationMode()

    def set(self, **values: float) -> None:
        """Hold inputs."""
        write = self._fmu.setFloat64 if self._is_three else self._fmu.setReal
        write([self._references[name] for name in values], list(values.values()))

    def step(self, duration: float) -> None:
        """Go on by a duration [s]."""
        self._fmu.doStep(currentCommunicationPoint=self._time, communicationStepSize=duration)
        self._time += duration

    def read(self, names: list[str]) -> list[float]:
        """Values of channels."""
        take = self._fmu.getFloat64 if self._is_three else self._fmu.getReal
        return list(take([self._references[name] for name in names]))

    def close(self) -> None:
        """End the simulation and remove what was unpacked."""
        self._fmu.terminate()
        self._fmu.freeInstance()
        shutil.rmtree(self._folder, ignore_errors=True)


class ReadableCar(LoadedCar):
    """A car of a C library whose channels are read together."""

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
    fmu = LoadedFmu(path)
    try:
        found["bit_identical"] = is_identical(sim, fmu)
        times = {"python": step_time(sim.step, sim.step_size)}
        times |= {"fmpy": step_time(fmu.step, sim.step_size, SAMPLE), "c": step_time(fmu.step, sim.step_size)}
    finally:
        fmu.close()
    return found | {"step_us": {name: round(value, 3) for name, value in times.items()}}


def check_library(library: Path, sim: Simulation) -> dict[str, Any]:
    """Whether a C library has the bits of the simulation, and what steps cost [µs]; empty where it cannot be loaded."""
    try:
        car = ReadableCar(library)
    except OSError:
        return {}
    try:
        same = is_identical(sim, car)
        times = {"python": step_time(sim.step, sim.step_size), "c": step_time(car.step, sim.step_size)}
    finally:
        car.close()
    return {"bit_identical": same, "step_us": {name: round(value, 3) for name, value in times.items()}}
