"""Whether an exported car is the car: driven beside a Simulation, compared to the bit, and timed."""

from __future__ import annotations

import importlib.util
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from jounce.errors import SimulationError
from jounce.lab.simulation.simulation import Simulation
from jounce.output.native_export.loaded import LoadedCar

SAMPLE = 0.01
"""Time between comparisons [s], about; a whole number of steps."""
ROUNDS, CALLS = 30, 10
"""How often stretches of so many samples are timed; the shortest counts."""


class Driven(Protocol):
    """What is compared: something with inputs, steps and channels."""

    def set(self, **values: float) -> None:
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
        other.set(**known)
        try:
            other.step(sample)
        except SimulationError as error:
            if str(error).startswith("ground:"):
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


class LoadedFmu:
    """An FMU, loaded by FMPy."""

    def __init__(self, path: Path) -> None:
        from fmpy import extract, instantiate_fmu, read_model_description

        self.logged: list[str] = []
        """What the FMU has said through its logger."""
        self._description = read_model_description(str(path))
        self._folder = extract(str(path))
        self._fmu: Any = instantiate_fmu(self._folder, self._description, "CoSimulation", logger=self._log)
        self._is_three = self._description.fmiVersion.startswith("3")
        self._references = {one.name: one.valueReference for one in self._description.modelVariables}
        self._begin()

    def _begin(self) -> None:
        """From an instance to one that can be stepped."""
        self._time = 0.0
        if not self._is_three:
            self._fmu.setupExperiment(startTime=0.0)
        self._fmu.enterInitializationMode()
        self._fmu.exitInitializationMode()

    def restart(self) -> None:
        """Go back to the start, after errors too."""
        self._fmu.reset()
        self._begin()

    def _log(self, *arguments: Any) -> None:
        """Take a message: the last argument of FMI's callbacks."""
        self.logged.append(arguments[-1].decode())

    def set(self, **values: float) -> None:
        """Hold inputs."""
        write = self._fmu.setFloat64 if self._is_three else self._fmu.setReal
        write([self._references[name] for name in values], list(values.values()))

    def step(self, duration: float) -> None:
        """Go on by a duration [s]."""
        from fmpy.fmi1 import FMICallException

        try:
            self._fmu.doStep(currentCommunicationPoint=self._time, communicationStepSize=duration)
        except FMICallException as error:
            raise SimulationError("; ".join(self.logged) or str(error)) from None
        self._time += duration

    def read(self, names: list[str]) -> list[float]:
        """Values of channels."""
        take = self._fmu.getFloat64 if self._is_three else self._fmu.getReal
        return list(take([self._references[name] for name in names]))

    def read_array(self, name: str, size: int) -> list[float]:
        """Values of an array of FMI 3."""
        return list(self._fmu.getFloat64([self._references[name]], nValues=size))

    def keep(self) -> Any:
        """The state, to put back."""
        return self._fmu.getFMUState() if self._is_three else self._fmu.getFMUstate()

    def put_back(self, state: Any) -> None:
        """Go back to a state."""
        (self._fmu.setFMUState if self._is_three else self._fmu.setFMUstate)(state)

    def to_bytes(self, state: Any) -> bytes:
        """A state as bytes."""
        return bytes((self._fmu.serializeFMUState if self._is_three else self._fmu.serializeFMUstate)(state))

    def from_bytes(self, content: bytes) -> Any:
        """A state from bytes."""
        return (self._fmu.deserializeFMUState if self._is_three else self._fmu.deSerializeFMUstate)(content)

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
