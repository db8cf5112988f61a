"""Functions of time that drive joints and forces.

The unit of a signal's values is that of the place where it is used: m, rad, N or N·m. Values are SI numbers or strings
with any known unit. Wherever a signal is wanted, a bare quantity means a constant.
"""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Annotated, Literal, TypeAlias

import numpy as np
from pydantic import BeforeValidator, model_validator

from jounce.errors import InputError
from jounce.findings import shown
from jounce.schema.frozen import Frozen, chosen_by_kind, replace
from jounce.schema.quantities import Angle, AnyQuantity, Frequency, Items, Name, Number, Positive, Time
from jounce.schema.units import parse_quantity


class Constant(Frozen):
    """The same value at all times."""

    kind: Literal["constant"] = "constant"
    value: AnyQuantity


class Table(Frozen):
    """Values at given times [s], straight lines or a smooth curve between them, held constant outside."""

    kind: Literal["table"] = "table"
    times: Annotated[tuple[Time, ...], Items]
    values: Annotated[tuple[AnyQuantity, ...], Items]
    interpolation: Literal["linear", "smooth"] = "smooth"

    @model_validator(mode="after")
    def _two_matching_columns(self) -> Table:
        check_columns(("times", self.times), ("values", self.values))
        return self


class Sine(Frozen):
    """offset + amplitude sin(2π frequency (t − start) + phase) from `start` on, for `cycles` periods or for ever.

    Before the start and after the last period the value is held. frequency [Hz], phase [rad], start [s].
    """

    kind: Literal["sine"] = "sine"
    amplitude: AnyQuantity
    frequency: Annotated[Frequency, Positive]
    phase: Angle = 0.0
    offset: AnyQuantity = 0.0
    start: Time = 0.0
    cycles: Annotated[Number, Positive] | None = None


class SmoothStep(Frozen):
    """`before` until `start` [s], `after` from `end` [s] on, between them a quintic blend (C² in time)."""

    kind: Literal["smooth_step"] = "smooth_step"
    before: AnyQuantity
    after: AnyQuantity
    start: Time
    end: Time

    @model_validator(mode="after")
    def _start_before_end(self) -> SmoothStep:
        if not self.start < self.end:
            raise InputError("no time to step", f"start {self.start:g} s and end {self.end:g} s", "start before end")
        return self


class Input(Frozen):
    """A value set by name while the simulation runs; `default` until then."""

    kind: Literal["input"] = "input"
    name: Name
    default: AnyQuantity = 0.0


def check_columns(first: tuple[str, tuple[float, ...]], second: tuple[str, tuple[float, ...]]) -> None:
    """Refuse two columns unless both have the same length of two or more and the first strictly increases."""
    (name, xs), (other, ys) = first, second
    if len(xs) != len(ys):
        raise InputError("lengths differ", f"{len(xs)} {name} and {len(ys)} {other}", "one of each per point")
    if len(xs) < 2:
        raise InputError("too few points", str(len(xs)), "2 or more", where=name)
    for i in range(1, len(xs)):
        if not xs[i - 1] < xs[i]:
            raise InputError(f"{name} do not increase", f"{xs[i]:g} after {xs[i - 1]:g}", where=f"{name}.{i}")


_from_mapping = chosen_by_kind("signal", Constant, Table, Sine, SmoothStep, Input)


def _read_signal(value: object) -> object:
    if isinstance(value, Frozen | Mapping):
        return _from_mapping(value)
    if isinstance(value, bool) or not isinstance(value, Real | str):
        raise InputError("not a signal", shown(value), "a quantity, or a mapping with a kind")
    return Constant(value=parse_quantity(value))


Signal: TypeAlias = Annotated[Constant | Table | Sine | SmoothStep | Input, BeforeValidator(_read_signal)]


def least_value(signal: Signal) -> float | None:
    """The lowest value a signal takes; None when only the run will tell."""
    match signal:
        case Constant():
            return signal.value
        case Table():
            return min(signal.values)
        case Sine():
            return signal.offset - abs(signal.amplitude)
        case SmoothStep():
            return min(signal.before, signal.after)
        case Input():
            return None


def scale_signal(signal: Signal, factor: float) -> Signal:
    """The signal with its values multiplied; an Input keeps its name, so that whoever sets it sets the new unit."""
    match signal:
        case Constant():
            return replace(signal, value=factor * signal.value)
        case Table():
            return replace(signal, values=tuple(factor * value for value in signal.values))
        case Sine():
            return replace(signal, amplitude=factor * signal.amplitude, offset=factor * signal.offset)
        case SmoothStep():
            return replace(signal, before=factor * signal.before, after=factor * signal.after)
        case Input():
            return replace(signal, default=factor * signal.default)


def sample_signal(signal: Signal, t: np.ndarray) -> np.ndarray:
    """Values of a signal at times t [s], outside compiled code; an Input has its default."""
    match signal:
        case Constant():
            return np.full_like(t, signal.value)
        case Table(interpolation="linear"):
            return np.interp(t, signal.times, signal.values)
        case Table():
            held = np.clip(t, signal.times[0], signal.times[-1])
            from scipy.interpolate import CubicSpline  # takes a quarter of a second to import, and few need it

            return CubicSpline(signal.times, signal.values, bc_type="clamped")(held)
        case SmoothStep():
            s = np.clip((t - signal.start) / (signal.end - signal.start), 0.0, 1.0)
            return signal.before + (signal.after - signal.before) * s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
        case Sine():
            last = np.inf if signal.cycles is None else signal.start + signal.cycles / signal.frequency
            held = np.clip(t, signal.start, last)
            angle = 2.0 * np.pi * signal.frequency * (held - signal.start) + signal.phase
            return signal.offset + signal.amplitude * np.sin(angle)
        case Input():
            return np.full_like(t, signal.default)
