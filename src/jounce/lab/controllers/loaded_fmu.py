"""An FMU for co-simulation of FMI 2.0 or 3.0, loaded by FMPy: values by name, steps, states.

FMPy is the extra `fmu`; it is imported when an FMU is opened.
"""

from __future__ import annotations

import importlib.util
import shutil
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from jounce.errors import FileError, InputError, SimulationError
from jounce.findings import suggestion

REAL, INTEGER, BOOLEAN = "Real", "Integer", "Boolean"
_KINDS = {2: {REAL: "Real", INTEGER: "Integer", BOOLEAN: "Boolean"}}
_KINDS[3] = {"Float64": "Float64", "Float32": "Float32", BOOLEAN: "Boolean"}
_KINDS[3] |= {f"{sign}Int{size}": f"{sign}Int{size}" for sign in ("", "U") for size in (8, 16, 32, 64)}
"""Version of FMI, type of a variable → end of the names of the functions that set and get it."""
_WHOLE = ("Int", "UInt")
"""Beginnings of types whose values are whole numbers."""


class LoadedFmu:
    """One instance of an FMU, unpacked into a folder that goes when the object goes.

    The life of an instance: `begin`, then `set`, `step` and `read`; `restart` leads back to before `begin`.
    """

    def __init__(self, path: Path) -> None:
        """Open a file; raises InputError without FMPy and for what is no FMU for co-simulation on this machine."""
        self.path, self.logged = path, _Log()
        if importlib.util.find_spec("fmpy") is None:
            raise InputError("needs the package FMPy", path.name, hint="pip install 'jounce[fmu]'", where="fmu")
        if not path.is_file():
            raise FileError(f"{path}: no such file; expected an FMU")
        from fmpy import extract, read_model_description

        try:
            self.description: Any = read_model_description(str(path))
        except Exception as error:  # FMPy raises what zip files, XML and its own checks raise
            raise InputError("not an FMU", f"{path.name} ({error})", "a file that FMPy reads", where="fmu") from None
        self._three = self.description.fmiVersion.startswith("3")
        if self.description.coSimulation is None or self.description.fmiVersion.startswith("1"):
            got = f"{path.name}, FMI {self.description.fmiVersion}"
            raise InputError("not for co-simulation", got, "co-simulation of FMI 2.0 or 3.0", where="fmu")
        self._variables = {one.name: one for one in self.description.modelVariables}
        folder = extract(str(path))
        try:
            self._fmu: Any = _instantiate(folder, self.description, self.logged.add)
        except Exception as error:  # no library for this system, or one that refuses
            shutil.rmtree(folder, ignore_errors=True)
            said = "; ".join([str(error), *self.logged])
            raise InputError("cannot be loaded on this machine", f"{path.name} ({said})", where="fmu") from None
        self._end = weakref.finalize(self, _release, self._fmu, folder)
        self.time: float | None = None
        """Time of the instance [s]; None before it has begun."""

    def names(self, causality: str) -> list[str]:
        """Variables of a causality, such as `input`, that are single numbers."""
        kinds = _KINDS[3 if self._three else 2]
        return [
            name
            for name, one in self._variables.items()
            if one.causality == causality and one.type in kinds and not getattr(one, "dimensions", None)
        ]

    def unit(self, name: str) -> str:
        """The unit of a variable; 1 if it names none."""
        return self._find(name).unit or "1"

    @property
    def keeps_states(self) -> bool:
        """Whether states can be made bytes and put back."""
        ability = self.description.coSimulation
        return bool(ability.canGetAndSetFMUstate and ability.canSerializeFMUstate)

    def begin(self, time: float = 0.0, values: Mapping[str, float] | None = None) -> None:
        """Initialise at a time [s], with start values of parameters and inputs."""
        early = values or {}
        self._try("begin", self._begin, time, early)
        self.time = time

    def _begin(self, time: float, values: Mapping[str, float]) -> None:
        if self._three:
            self.set(values)
            self._fmu.enterInitializationMode(startTime=time)
        else:
            self._fmu.setupExperiment(startTime=time)
            self.set(values)
            self._fmu.enterInitializationMode()
        self._fmu.exitInitializationMode()

    def restart(self) -> None:
        """Go back to before the beginning, after errors too."""
        self._try("reset", self._fmu.reset)
        self.time = None

    def set(self, values: Mapping[str, float]) -> None:
        """Write variables by name."""
        for kind, names in self._by_type(values).items():
            numbers = [_as(kind, values[name]) for name in names]
            references = [self._find(name).valueReference for name in names]
            self._try("set", getattr(self._fmu, f"set{kind}"), references, numbers)

    def read(self, names: Sequence[str]) -> list[float]:
        """Values of variables by name."""
        found: dict[str, float] = {}
        for kind, chosen in self._by_type(names).items():
            references = [self._find(name).valueReference for name in chosen]
            found |= zip(chosen, self._try("get", getattr(self._fmu, f"get{kind}"), references), strict=True)
        return [float(found[name]) for name in names]

    def read_array(self, name: str, size: int) -> list[float]:
        """Values of an array of FMI 3."""
        return list(self._fmu.getFloat64([self._find(name).valueReference], nValues=size))

    def step(self, duration: float) -> None:
        """Go on by a duration [s]."""
        assert self.time is not None, "begin comes first"
        now = self.time
        self._try("doStep", self._fmu.doStep, currentCommunicationPoint=now, communicationStepSize=duration)
        self.time = now + duration

    def keep(self) -> Any:
        """The state, to put back; it belongs to this instance."""
        return self._try("keep", self._fmu.getFMUState if self._three else self._fmu.getFMUstate)

    def put_back(self, state: Any) -> None:
        """Go back to a state of this instance."""
        self._try("put back", self._fmu.setFMUState if self._three else self._fmu.setFMUstate, state)

    def free(self, state: Any) -> None:
        """Give the memory of a state back."""
        self._try("free", self._fmu.freeFMUState if self._three else self._fmu.freeFMUstate, state)

    def to_bytes(self, state: Any) -> bytes:
        """A state as bytes, for any instance of the same FMU."""
        return bytes(
            self._try("serialise", self._fmu.serializeFMUState if self._three else self._fmu.serializeFMUstate, state)
        )

    def from_bytes(self, content: bytes) -> Any:
        """A state from bytes."""
        read = self._fmu.deserializeFMUState if self._three else self._fmu.deSerializeFMUstate
        return self._try("deserialise", read, content)

    def close(self) -> None:
        """End the simulation and remove what was unpacked."""
        self._end()

    def _by_type(self, names: Iterable[str]) -> dict[str, list[str]]:
        kinds, found = _KINDS[3 if self._three else 2], dict[str, list[str]]()
        for name in names:
            type_of = self._find(name).type
            if type_of not in kinds:
                raise InputError("not a number", f"{name} ({type_of})", "a real, integer or Boolean", where="fmu")
            found.setdefault(kinds[type_of], []).append(name)
        return found

    def _find(self, name: str) -> Any:
        try:
            return self._variables[name]
        except KeyError:
            hint = suggestion(name, self._variables)
            raise InputError("no such variable", repr(name), f"one of {self.path.name}", hint, where="fmu") from None

    def _try(self, what: str, call: Any, *arguments: Any, **named: Any) -> Any:
        """Call a function of the FMU; raises SimulationError with what it said where it fails."""
        from fmpy.fmi1 import FMICallException

        before = len(self.logged)
        try:
            return call(*arguments, **named)
        except FMICallException as error:
            said = "; ".join(self.logged[before:]) or str(error)
            raise SimulationError(f"{self.path.name}, {what}: {said}", time=self.time) from None


def _instantiate(folder: str, description: Any, logger: Callable[..., None]) -> Any:
    """An instance whose messages reach its own logger.

    FMPy's `instantiate_fmu` puts a function in between for FMI 2 that fills in the arguments of messages, but knows one
    logger in a process: the one that was given last, also after its FMU has gone. Messages are taken as they are here.
    """
    import fmpy
    from fmpy import fmi2

    if not description.fmiVersion.startswith("2"):
        return fmpy.instantiate_fmu(folder, description, "CoSimulation", logger=logger)
    callbacks = fmi2.fmi2CallbackFunctions()
    callbacks.logger = fmi2.fmi2CallbackLoggerTYPE(logger)
    callbacks.allocateMemory = fmi2.fmi2CallbackAllocateMemoryTYPE(fmpy.calloc)
    callbacks.freeMemory = fmi2.fmi2CallbackFreeMemoryTYPE(fmpy.free)
    identifier = description.coSimulation.modelIdentifier
    unit = fmi2.FMU2Slave(guid=description.guid, unzipDirectory=folder, modelIdentifier=identifier)
    unit.instantiate(callbacks=callbacks)
    return unit


class _Log(list[str]):
    """What an FMU has said through its logger."""

    def add(self, *arguments: Any) -> None:
        """Take a message: the last argument of FMI's callbacks."""
        self.append(arguments[-1].decode(errors="replace"))


def _as(kind: str, value: float) -> float | int | bool:
    """A number as the functions of a type take it."""
    if kind == "Boolean":
        return bool(value)
    return round(value) if kind.startswith(_WHOLE) else float(value)


def _release(fmu: Any, folder: str) -> None:
    """Free an instance and remove its folder; an FMU that complains about its end is left alone."""
    try:
        fmu.freeInstance()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
