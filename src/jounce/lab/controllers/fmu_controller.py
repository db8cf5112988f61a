"""An FMU for co-simulation as a controller: a controller, a powertrain or a tire that another tool has exported.

    controllers:
      - kind: fmu
        file: brake_controller.fmu
        rate: 1 kHz
        inputs: {speed: chassis.speed, pedal: input.brake_torque_fl / 1000}
        outputs: {brake_torque_fl: torque_left, brake_torque_fr: torque_right}
        parameters: {gain: 2.5}

At every sample t_k the instance is brought to the time of the run, and its outputs are held until the next sample:

    direct    u(t_k) is set, then the FMU steps from t_k-1 to t_k: outputs answer at once, as those of Python do
    parallel  the FMU steps from t_k-1 to t_k with u(t_k-1), then u(t_k) is set: both sides step side by side

Before the first sample it is initialised with u(0). States go along with snapshots where the FMU can save them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from jounce.errors import InputError, SimulationError
from jounce.findings import shown, suggestion
from jounce.lab.controllers.controller import DEFAULT_RATE
from jounce.lab.controllers.expressions import INPUT, check_expression, evaluate_now
from jounce.lab.controllers.loaded_fmu import LoadedFmu
from jounce.schema.expressions import Expression
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Frequency, Number, Positive

NONE: dict = {}
"""The default of mappings; pydantic copies it."""


def _expressions(value: object) -> object:
    """Inputs of the FMU as a mapping of strings that can be read."""
    if not isinstance(value, Mapping):
        raise InputError(
            "not a mapping", shown(value), "variables of the FMU and expressions, such as v: chassis.speed"
        )
    return {str(name): check_expression(str(name), text) for name, text in value.items()}


def _names(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


class FmuController(Frozen):
    """Options of an FMU that moves inputs of the car."""

    kind: Annotated[Literal["fmu"], Field(description="what this controller is")] = "fmu"
    file: Annotated[str, Field(description="the FMU: co-simulation, FMI 2.0 or 3.0", min_length=1)]
    name: Annotated[str, Field(description="name of the controller; by default that of the file", min_length=1)] = "fmu"
    rate: Annotated[Frequency, Positive, Field(description="samples per second [Hz]")] = DEFAULT_RATE
    inputs: Annotated[
        dict[str, str],
        BeforeValidator(_expressions),
        Field(description="variable of the FMU → expression of channels, `input.NAME` and t [SI]; else by its name"),
    ] = NONE
    outputs: Annotated[
        dict[str, str],
        Field(description="input of the car → variable of the FMU; by default its outputs by their names"),
    ] = NONE
    parameters: Annotated[dict[str, Number], Field(description="variable of the FMU → start value")] = NONE
    records: Annotated[
        tuple[str, ...], BeforeValidator(_names), Field(description="variables of the FMU to record as channels")
    ] = ()
    coupling: Annotated[
        Literal["direct", "parallel"], Field(description="whether outputs answer to the inputs of the same sample")
    ] = "direct"

    def start(self, car: Any, speed: float) -> FmuSession:
        """Load an instance for one run; raises InputError or FileError for a file that cannot be one."""
        return FmuSession(self)


class FmuSession:
    """One instance of an FMU in one run."""

    def __init__(self, options: FmuController) -> None:
        self.options = options
        self.fmu = fmu = LoadedFmu(Path(options.file))
        self.outputs = options.outputs or {name: name for name in fmu.names("output")}
        self.inputs = tuple(self.outputs)
        self.records = {name: fmu.unit(name) for name in options.records}
        self.recorded: dict[str, float] = {}
        self._read = list(dict.fromkeys((*self.outputs.values(), *self.records)))
        for name in (*options.inputs, *options.parameters, *self._read):
            fmu.unit(name)  # refuses names that there are none of
        self._expressions: dict[str, Expression] | None = None

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, float]:
        """Bring the instance to the time t [s]; its outputs. Raises InputError with what an FMU that fails has said."""
        if self._expressions is None:
            self._expressions = self._wire(channels, inputs)
        given = evaluate_now(self.options.name, self._expressions, t, channels, inputs)
        try:
            found = self._sample(t, given)
        except SimulationError as error:
            raise InputError(
                "the FMU failed", str(error), where=f"controller {self.options.name} at t = {t:.4g} s"
            ) from None
        self.recorded = {name: found[name] for name in self.records}
        return {name: found[variable] for name, variable in self.outputs.items()}

    def _sample(self, t: float, given: Mapping[str, float]) -> dict[str, float]:
        """Step to the time t [s] with these inputs, or with those before them; what is read there."""
        fmu, direct = self.fmu, self.options.coupling == "direct"
        if fmu.time is None:
            fmu.begin(t, {**self.options.parameters, **given})
        elif direct:
            fmu.set(given)
        if fmu.time is not None and t > fmu.time:
            fmu.step(t - fmu.time)
            fmu.time = t
        found = dict(zip(self._read, fmu.read(self._read), strict=True))
        if not direct:
            fmu.set(given)
        return found

    def memory(self) -> FmuMemory:
        """The state of the instance, for `remember`."""
        fmu = self.fmu
        if fmu.time is None or not fmu.keeps_states:
            return FmuMemory(fmu.time, None, dict(self.recorded))
        state = fmu.keep()
        try:
            return FmuMemory(fmu.time, fmu.to_bytes(state), dict(self.recorded))
        finally:
            fmu.free(state)

    def remember(self, memory: FmuMemory) -> None:
        """Go back to a memory; raises InputError for an FMU that cannot save its state, but before its first step."""
        fmu = self.fmu
        if memory.time is None:
            if fmu.time is not None:
                fmu.restart()
        elif memory.state is not None:
            if fmu.time is None:
                fmu.begin(memory.time, self.options.parameters)
            state = fmu.from_bytes(memory.state)
            fmu.put_back(state)
            fmu.free(state)
        elif memory.time != fmu.time:
            what, hint = "cannot go back", "reset the simulation, or step without snapshots"
            raise InputError(
                what, f"{fmu.path.name} saves no states", hint=hint, where=f"controller {self.options.name}"
            )
        fmu.time, self.recorded = memory.time, dict(memory.recorded)

    def _wire(self, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, Expression]:
        """Inputs of the FMU and what they are set to: as the options say, else the channel or input of that name."""
        found = {name: Expression.parse(text) for name, text in self.options.inputs.items()}
        known = set(channels)
        for name in self.fmu.names("input"):
            if name in found:
                continue
            text = name if name in known else f"{INPUT}{name}" if name in inputs else ""
            if not text:
                hint = suggestion(name, known) or f"give it: inputs: {{{name}: EXPRESSION}}"
                expected = "the name of a channel or of an input of the car"
                where = f"controller {self.options.name}"
                raise InputError("an input of the FMU without a value", repr(name), expected, hint, where)
            found[name] = Expression.parse(text)
        return found


@dataclass(frozen=True)
class FmuMemory:
    """An instance at a time [s], None before its first sample: its state as bytes, None where it saves none."""

    time: float | None
    state: bytes | None
    recorded: Mapping[str, float]
